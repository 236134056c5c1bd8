"""A rough estimate of how much longer the path to an objective is than the straight line, around impassable terrain."""

from __future__ import annotations

import heapq
import math
from functools import lru_cache
from typing import Final

import numpy as np
import shapely

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.positions import Bases
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import features
from game.table.shapes import Disc
from game.table.terrain.area import Floats
from game.table.terrain.battlefield import Battlefield

CELL: Final = 1.0
"""Inches between the spots between which paths are searched."""
STEP: Final = 0.5
"""Inches by which radii of bases are told apart."""
DIAGONAL: Final = math.sqrt(2.0)
STEPS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def detours(game: Game, unit: Unit, bases: Bases, marker: Disc) -> Floats:
    """Return for each model of a unit the inches that it loses on its path to a marker; flying models lose none."""
    if game.has(unit, "FLY"):
        return np.zeros(len(bases.models))
    radius = math.ceil(float(bases.radii.max()) / STEP) * STEP
    lost = _lost(game.ruler.battlefield, radius, marker.x, marker.y)
    cells = np.clip(np.floor(bases.centres / CELL).astype(int), 0, (lost.shape[0] - 1, lost.shape[1] - 1))
    found: Floats = lost[cells[:, 0], cells[:, 1]]
    return found


@lru_cache(maxsize=128)
def _lost(field: Battlefield, radius: float, x: float, y: float) -> Floats:
    """Return the inches lost from each cell of a table (columns, rows) on a base's path to a spot."""
    columns, rows = math.ceil(field.width / CELL), math.ceil(field.height / CELL)
    barred = _barred(field, radius, columns, rows)
    start = min(columns - 1, int(x / CELL)), min(rows - 1, int(y / CELL))
    found = np.full((columns, rows), np.inf)
    found[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        far, (column, row) = heapq.heappop(heap)
        if far > found[column, row]:
            continue
        for dx, dy in STEPS:
            at = column + dx, row + dy
            if not (0 <= at[0] < columns and 0 <= at[1] < rows) or (barred[at] and not barred[column, row]):
                continue  # out of barred cells, never into them
            further = far + (DIAGONAL if dx and dy else 1.0)
            if further < found[at]:
                found[at] = further
                heapq.heappush(heap, (further, at))
    across, up = np.abs(np.arange(columns) - start[0])[:, None], np.abs(np.arange(rows) - start[1])[None, :]
    straight = np.maximum(across, up) + (DIAGONAL - 1.0) * np.minimum(across, up)
    lost: Floats = np.where(np.isfinite(found), np.maximum(CELL * (found - straight), 0.0), 0.0)
    return lost


def _barred(
    field: Battlefield, radius: float, columns: int, rows: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the cells in which the middle of such a base cannot be."""
    solid = [
        shape.buffer(radius)
        for feature in features(field)
        if feature.is_impassable or not feature.may_be_stood_on
        for shape in feature.polygons
    ]
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * CELL, (np.arange(rows) + 0.5) * CELL, indexing="ij")
    found = np.zeros((columns, rows), dtype=bool)
    for shape in solid:
        found |= shapely.contains_xy(shape, xs, ys)
    return found

"""A rough estimate of the detours around impassable terrain on paths to objectives."""

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
"""The width of a cell of the grid for the search, in inches."""
STEP: Final = 0.5
"""The step to which radii of bases are rounded up, in inches."""
DIAGONAL: Final = math.sqrt(2.0)
STEPS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def detours(game: Game, unit: Unit, bases: Bases, marker: Disc) -> Floats:
    """Return the length of each model's detour to a marker in inches, which is 0 for flying models."""
    if game.has(unit, "FLY"):
        return np.zeros(len(bases.models))
    radius = math.ceil(float(bases.radii.max()) / STEP) * STEP
    lost = _detours_to(game.ruler.battlefield, radius, marker.x, marker.y)
    cells = np.clip(np.floor(bases.centres / CELL).astype(int), 0, (lost.shape[0] - 1, lost.shape[1] - 1))
    inches: Floats = lost[cells[:, 0], cells[:, 1]]
    return inches


@lru_cache(maxsize=128)
def _detours_to(field: Battlefield, radius: float, x: float, y: float) -> Floats:
    """Return the length of a base's detour from each cell to a spot in inches, of shape (columns, rows)."""
    columns, rows = math.ceil(field.width / CELL), math.ceil(field.height / CELL)
    barred = _barred_cells(field, radius, columns, rows)
    start = min(columns - 1, int(x / CELL)), min(rows - 1, int(y / CELL))
    lengths = np.full((columns, rows), np.inf)
    lengths[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        far, (column, row) = heapq.heappop(heap)
        if far > lengths[column, row]:
            continue
        for dx, dy in STEPS:
            at = column + dx, row + dy
            if not (0 <= at[0] < columns and 0 <= at[1] < rows) or (barred[at] and not barred[column, row]):
                continue  # out of barred cells, never into them
            further = far + (DIAGONAL if dx and dy else 1.0)
            if further < lengths[at]:
                lengths[at] = further
                heapq.heappush(heap, (further, at))
    across, up = np.abs(np.arange(columns) - start[0])[:, None], np.abs(np.arange(rows) - start[1])[None, :]
    straight = np.maximum(across, up) + (DIAGONAL - 1.0) * np.minimum(across, up)
    lost: Floats = np.where(np.isfinite(lengths), np.maximum(CELL * (lengths - straight), 0.0), 0.0)
    return lost


def _barred_cells(
    field: Battlefield, radius: float, columns: int, rows: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the cells that the centre of a base cannot enter, of shape (columns, rows)."""
    solid = [
        shape.buffer(radius)
        for feature in features(field)
        if feature.is_impassable or not feature.may_be_stood_on
        for shape in feature.polygons
    ]
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * CELL, (np.arange(rows) + 0.5) * CELL, indexing="ij")
    barred = np.zeros((columns, rows), dtype=bool)
    for shape in solid:
        barred |= shapely.contains_xy(shape, xs, ys)
    return barred

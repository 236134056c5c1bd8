"""Promising spots for a unit, legal or not, and a rough estimate of detours around impassable terrain."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import numpy as np
import shapely

from game.engine.core.decisions import Arrange
from game.rulesets.aos4.ai.strength import printed
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.setting_up import block
from game.rulesets.aos4.rules.positions import Bases
from game.rulesets.aos4.rules.rulings import CHARGED_TO, COMBAT_RANGE
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import features
from game.table.lattice import Position, position
from game.table.layout.steps import ends_of
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


NEAREST: Final = 4
"""The number of nearest enemy units that moves consider."""
ROUND: Final = 8
"""The number of directions to consider for a unit with an obstacle on its way to an objective."""
THOROUGH: Final = 16
"""The number of directions that thorough players consider, for the full and half the distance."""
TURNS: Final = (25, -25, 50, -50, 75, -75)
"""The directions from which thorough players approach an enemy's model, in degrees from the straight line."""
SUMMONED: Final = 24
"""The number of random spots to consider for summoned units by thorough players."""
PARTS: Final = (1.0, 0.7)
"""The shares of a path to consider, since there may be no room at its end."""
KEPT: Final = 2e-3
"""The part of a budget that stays unused, since spots are rounded, in inches."""
LEAST: Final = 0.3
"""The length of the shortest useful shift in inches."""
AFTER_A_CHARGE: Final = 0.1
"""The best distance to an enemy at the end of a charge, where most models strike, in inches."""
BEHIND: Final = 2.5
"""The distance of shooters and heroes behind the front in deployment, in inches."""
SUMMONING: Final = "A-MAN-5"
CHARGES: Final = "A-CHG-4"
PILES_IN: Final = "A-PILE-1"

Ends = Mapping[str, Position]


def moves(
    game: Game, unit: Unit, inches: float, rule: str, only: Unit | None = None, *, thorough: bool = False
) -> Iterator[Ends]:
    """Yield spots for a unit shifted as a block, to objectives, to enemies and away from enemies.

    `only` limits the enemies to one. With `thorough`, there are shifts in all directions.
    """
    inches = max(0.0, inches - KEPT)
    for dx, dy in _shifts(game, unit, inches, rule, only, thorough=thorough):
        length = math.hypot(dx, dy)
        if length >= LEAST:
            for part in PARTS if rule not in (CHARGES, PILES_IN) else PARTS[:1]:
                share = part * min(1.0, inches / length)
                yield {name: position(x + share * dx, y + share * dy) for name, (x, y) in unit.at.items()}


def budget(decision: Arrange) -> float:
    """Return the number of inches that every model of the unit may move."""
    budgets = [
        policy.budget for member in decision.arrangements.members for policy in getattr(member.ends, "policies", ())
    ]
    return min(budgets, default=0.0)


def _shifts(
    game: Game, unit: Unit, inches: float, rule: str, only: Unit | None, *, thorough: bool
) -> Iterator[tuple[float, float]]:
    if rule not in (CHARGES, PILES_IN):
        xs, ys = zip(*unit.at.values())
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        bases, markers = game.positions.bases(unit), game.setup.objectives.values()
        yield from ((marker.x - x, marker.y - y) for marker in markers)
        if thorough:
            yield from (*_all_round(inches, THOROUGH), *_all_round(inches / 2, THOROUGH))
        elif any(detours(game, unit, bases, marker).any() for marker in markers):
            yield from _all_round(inches, ROUND)
    enemies = game.enemies(unit) if only is None else [only]
    near = sorted(enemies, key=lambda enemy: game.positions.gap(unit, enemy))[:NEAREST]
    for enemy in near:
        gap = game.positions.gap(unit, enemy)
        if rule == CHARGES and gap > inches + CHARGED_TO:
            return
        yield from _towards(game, unit, enemy, gap, inches, rule)
        if thorough and rule in (CHARGES, PILES_IN):
            yield from _round(game, unit, enemy, inches, next(_stops(game, unit, gap, inches, rule)))


def _all_round(inches: float, directions: int) -> Iterator[tuple[float, float]]:
    for number in range(directions):
        turn = 2 * math.pi * number / directions
        yield inches * math.cos(turn), inches * math.sin(turn)


def _round(game: Game, unit: Unit, enemy: Unit, inches: float, stop: float) -> Iterator[tuple[float, float]]:
    """Yield shifts that bring a unit's nearest model to a distance from an enemy's model, from several sides."""
    one, other = _nearest(game, unit, enemy)
    dx, dy = other.x - one.x, other.y - one.y
    apart, towards = one.radius + other.radius + stop, math.atan2(-dy, -dx)
    for turn in TURNS:
        bearing = towards + math.radians(turn)
        x, y = dx + apart * math.cos(bearing), dy + apart * math.sin(bearing)
        if math.hypot(x, y) <= inches:
            yield x, y


def _nearest(game: Game, unit: Unit, enemy: Unit) -> tuple[Disc, Disc]:
    """Return the nearest bases of a unit and an enemy."""
    gaps, (one, two) = game.positions.gaps(unit, enemy), map(game.positions.bases, (unit, enemy))
    at, other = divmod(int(gaps.argmin()), gaps.shape[1])
    return one.discs[at], two.discs[other]


def _towards(
    game: Game, unit: Unit, enemy: Unit, gap: float, inches: float, rule: str
) -> Iterator[tuple[float, float]]:
    """Yield shifts straight to an enemy, up to several distances."""
    one, other = _nearest(game, unit, enemy)
    dx, dy = other.x - one.x, other.y - one.y
    far = math.hypot(dx, dy) or 1.0
    for stop in _stops(game, unit, gap, inches, rule):
        yield dx / far * (gap - stop), dy / far * (gap - stop)


def _stops(game: Game, unit: Unit, gap: float, inches: float, rule: str) -> Iterator[float]:
    """Yield promising distances to an enemy in inches."""
    if rule == CHARGES:
        yield from (AFTER_A_CHARGE, CHARGED_TO - 0.05)
    elif rule == PILES_IN:
        yield 0.05
    else:
        yield COMBAT_RANGE + 0.05
        if reach := printed(game, unit).reach:
            yield reach - 1.0
            yield gap + inches


def deployments(
    game: Game, unit: Unit, decision: Arrange, rng: random.Random, *, thorough: bool = False
) -> Iterator[Ends]:
    """Yield blocks of a unit near objectives. For summoned units, yield random legal spots."""
    if decision.rule == SUMMONING:
        for _time in range(SUMMONED if thorough else NEAREST):
            spot = decision.arrangements.sample(rng)
            if spot is not None:
                yield dict(ends_of(spot))
        return
    members = decision.arrangements.members
    radius = max(member.disc.radius for member in members)
    files = max(1, math.ceil(math.sqrt(len(members) * 2)))
    step = 2 * radius + 0.15
    side = game.state.territories.get(unit.owner, "south")
    depth = math.ceil(len(members) / files) * step
    back = BEHIND if printed(game, unit).reach or game.has(unit, "HERO") else 0.0
    line = _front(game, side) - (depth / 2 + radius * 0.2 + back)
    for marker in game.setup.objectives.values():
        for off in (-4.0, 0.0, 4.0):
            y = line if side == "south" else game.ruler.battlefield.height - line
            spots = block(len(members), files, step, (marker.x + off, y), 1 if side == "south" else -1)
            yield {member.id: position(*spot) for member, spot in zip(members, spots)}


def _front(game: Game, side: str) -> float:
    """Return the depth of a side's territory in inches."""
    zones = game.setup.document.map.zones
    ys = [point[1] for zone in zones if zone.id == side for area in zone.area for point in area.outline]
    return max(ys) if side == "south" else game.ruler.battlefield.height - min(ys)

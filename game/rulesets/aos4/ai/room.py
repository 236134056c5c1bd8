"""A quick check of whether a unit could stand somewhere and move there straight: others, walls, the edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE
from game.rulesets.aos4.rules.state import Unit
from game.table.lattice import Position
from game.table.terrain.area import Floats

INTO_COMBAT: Final = ("A-CHG-4", "A-PILE-1")
"""The rules of moves that may end in combat."""

Shapes = NDArray[np.object_]
"""Shapely geometries, one of each model."""


@contextmanager
def standing(unit: Unit, ends: Mapping[str, Position]) -> Iterator[None]:
    """Let a unit's models stand elsewhere, legal or not, inside the block."""
    before, place = unit.at, unit.place
    unit.at, unit.place = {**before, **{name: (at.x, at.y) for name, at in ends.items()}}, "table"
    try:
        yield
    finally:
        unit.at, unit.place = before, place


def has_room(game: Game, unit: Unit, rule: str) -> bool:
    """Return whether a unit overlaps nothing where it stands, and is out of combat unless the move may end there."""
    bases, field = game.positions.bases(unit), game.ruler.battlefield
    west, south, east, north = bases.box
    if west < 0.0 or south < 0.0 or east > field.width or north > field.height:
        return False
    apart = 0.0 if rule in INTO_COMBAT else COMBAT_RANGE
    for other in game.state.units.values():
        if other is unit or other.place != "table":
            continue
        off = apart if other.owner != unit.owner else 0.0
        if not game.positions.surely_apart(unit, other, off) and game.positions.gap(unit, other) <= off:
            return False
    return not _touches_walls(game, np.asarray(shapely.points(bases.centres)), bases.radii, bases.box)


def goes_straight(game: Game, unit: Unit, ends: Mapping[str, Position]) -> bool:
    """Return whether no wall is in the way of a unit moving straight to its wanted spot."""
    if not unit.at or game.has(unit, "FLY"):
        return True
    bases = game.positions.bases(unit)
    paths = shapely.linestrings([((x, y), ends.get(name, (x, y))) for name, (x, y) in unit.at.items()])
    west, south, east, north = shapely.total_bounds(paths)
    far = float(bases.radii.max())
    return not _touches_walls(game, paths, bases.radii, (west - far, south - far, east + far, north + far))


def _touches_walls(game: Game, spots: Shapes, radii: Floats, box: tuple[float, float, float, float]) -> bool:
    """Return whether bases of some radii, in a box, touch terrain that models cannot stand on."""
    west, south, east, north = box
    for feature in game.features():
        left, low, right, high = feature.box
        if feature.may_be_stood_on and not feature.is_impassable:
            continue
        if west > right or east < left or south > high or north < low:
            continue
        if any(bool((shapely.distance(spots, each) < radii).any()) for each in feature.polygons):
            return True
    return False

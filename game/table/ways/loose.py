"""A policy that allows all that another one does, and is quicker to search: what it forbids, the other forbids too."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position, position
from game.table.shapes import Disc
from game.table.ways.finders import Finder, finders_for
from game.table.ways.judge import allows
from game.table.ways.policy import Ground, WayPolicy
from game.table.ways.standing import against
from game.table.ways.way import Point

# Inches by which the simpler shape may lie inside the true one, and the corners from which that is worth it.
_INSIDE = 0.08
_MANY = 8


class Chances:
    """Which ends a region may have, told quickly: what it denies, no search finds."""

    def __init__(self, start: Point, policies: Sequence[WayPolicy]) -> None:
        at = position(*start)
        self._found = [(loose, finder) for loose in map(loosened, policies) for finder in finders_for(at, loose)]

    def has(self, x: float, y: float) -> bool:
        """Return whether a way may lead to the lattice spot nearest to (x, y)."""
        spot = position(x, y)
        return any(self._leads(loose, finder, spot) for loose, finder in self._found)

    @staticmethod
    def _leads(loose: WayPolicy, finder: Finder, spot: Position) -> bool:
        if next(against(loose, *spot), None) is not None:
            return False
        ways = ((found, len(found.way.legs)) for found in finder.ways(*spot))
        # A way with bends is taken on trust: another one might pass where the check refuses this one.
        return any(found.sure or legs > 1 or allows(found.way, loose) for found, legs in ways)


def loosened(policy: WayPolicy) -> WayPolicy:
    """Return a policy under which a way is legal if it is legal under the one given.

    Nothing costs more than an inch an inch, and what is solid is a little smaller, but for what ends a stage.
    """
    named = {name for stage in policy.stages for name in stage.names}
    kept = [
        _cheaper(ground) if ground.name in named else _smaller(_cheaper(ground))
        for ground in policy.grounds
        if ground.solid or ground.straight_to is not None or ground.once < 0.0 or ground.name in named
    ]
    return policy.but(grounds=tuple(kept))


def _cheaper(ground: Ground) -> Ground:
    less = {name: min(getattr(ground, name), 0.0) for name in ("once", "enter", "leave")}
    return replace(ground, factor=1.0, **less)


def _smaller(ground: Ground) -> Ground:
    if ground.once or isinstance(ground.shape, Disc) or len(ground.shape.exterior.coords) <= _MANY:
        return ground
    return replace(ground, shape=_simpler(ground.shape))


@lru_cache(maxsize=1024)
def _simpler(shape: Polygon) -> Polygon:
    """Return a polygon with fewer corners inside another one; the same one if none is found."""
    simple: BaseGeometry = shapely.simplify(shape, _INSIDE)
    if not shapely.covers(shape, simple):
        simple = shapely.intersection(shapely.buffer(simple, -_INSIDE, join_style="mitre"), shape)
    good = isinstance(simple, Polygon) and not simple.is_empty and simple.is_valid and shapely.covers(shape, simple)
    return simple if good and isinstance(simple, Polygon) else shape

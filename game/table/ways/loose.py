"""Simpler policies, quicker to search, on either side of one: what the looser one forbids, the true one forbids too.

A way that the tighter one suggests is judged by the true one.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position, position
from game.table.shapes import Disc
from game.table.ways.finders import Finder, finders_for
from game.table.ways.free import FreeFinder
from game.table.ways.judge import allows
from game.table.ways.policy import Ground, Stage, WayPolicy
from game.table.ways.search import Source
from game.table.ways.standing import against
from game.table.ways.way import Point, Way

# Inches by which the simpler shape may lie beside the true one, and the corners from which that is worth it.
_BESIDE = 0.03
_MANY = 8
# By how much a base is smaller, and its budget larger, where it is only asked whether there may be any way.
_LESS, _MORE = 1e-3, 0.01


class Chances:
    """Which ends a region may have, told quickly: what it denies, no search finds; ways that it tells are legal."""

    def __init__(self, start: Point, policies: Sequence[WayPolicy]) -> None:
        self._start, self._policies = position(*start), policies
        at = self._start
        self._loose = [loosened(policy) for policy in policies]
        self._found = [(loose, finder) for loose in self._loose for finder in finders_for(at, loose)]
        self._sure = [(policy, finder) for policy in policies for finder in finders_for(at, tightened(policy))]

    def has(self, x: float, y: float) -> bool:
        """Return whether a way may lead to the lattice spot nearest to (x, y)."""
        spot = position(x, y)
        return any(self._leads(loose, finder, spot) for loose, finder in self._found)

    def way_to(self, x: float, y: float) -> tuple[Way, WayPolicy] | None:
        """Return a legal way to the lattice spot nearest to (x, y), if there is one among a few that are found."""
        spot = position(x, y)
        ways = ((found.way, policy) for policy, finder in self._sure for found in finder.ways(*spot))
        return next((each for each in ways if allows(*each)), None)

    def freely(self, spots: Sequence[Position]) -> list[Position]:
        """Return the spots to which ways may lead: the others have none, in whatever directions one went."""
        disc = around(spots)
        policies = [as_one_likes(easier(loose)).to_disc(disc) for loose in self._loose]
        finders = [FreeFinder(policy, self._start, [Source(self._start)], frozenset()) for policy in policies]
        return [spot for spot in spots if any(finder.may_reach(spot) for finder in finders)]

    def undirected(self, spots: Sequence[Position]) -> list[tuple[WayPolicy, FreeFinder]]:
        """Return what finds the shortest ways to some spots, in whatever directions; few are legal for certain."""
        start, none = Source(self._start), frozenset[str]()
        free = [(policy, as_one_likes(tightened(policy)).to_disc(around(spots))) for policy in self._policies]
        return [(policy, FreeFinder(short, self._start, [start], none)) for policy, short in free]

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
    return _simplified(policy, inside=True)


def tightened(policy: WayPolicy) -> WayPolicy:
    """Return a policy that suggests ways round shapes that are a little larger; what ground costs is left out."""
    return _simplified(policy, inside=False)


def as_one_likes(policy: WayPolicy) -> WayPolicy:
    """Return a policy under which one goes as one likes, heeding but the solids that no stage ignores."""
    ignored = frozenset(name for stage in policy.stages for name in stage.ignores)
    kept = [
        ground
        for ground in policy.grounds
        if ground.once < 0.0 or (ground.solid and ground.part == "base" and ground.name not in ignored)
    ]
    return policy.but(grounds=tuple(kept), stages=(Stage(),), ends=(), least=0.0)


def easier(policy: WayPolicy) -> WayPolicy:
    """Return a policy for a base that goes farther and is a little smaller, so that no way is too tight to be found."""
    return policy.but(radius=max(policy.radius - _LESS, 0.0), budget=policy.budget + _MORE)


def around(spots: Sequence[Position]) -> Disc:
    """Return a disc around some spots, little larger than need be."""
    xs, ys = zip(*spots)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Disc(x, y, max(math.dist((x, y), spot) for spot in spots) + 1e-6)


def _simplified(policy: WayPolicy, *, inside: bool) -> WayPolicy:
    named = {name for stage in policy.stages for name in stage.names}
    kept = [
        _cheaper(ground) if ground.name in named else _with_fewer_corners(_cheaper(ground), inside=inside)
        for ground in policy.grounds
        if ground.solid or ground.straight_to is not None or ground.once < 0.0 or ground.name in named
    ]
    return policy.but(grounds=tuple(kept))


def _cheaper(ground: Ground) -> Ground:
    less = {name: min(getattr(ground, name), 0.0) for name in ("once", "enter", "leave")}
    return replace(ground, factor=1.0, **less)


def _with_fewer_corners(ground: Ground, *, inside: bool) -> Ground:
    if ground.once or isinstance(ground.shape, Disc) or len(ground.shape.exterior.coords) <= _MANY:
        return ground
    return replace(ground, shape=_inner(ground.shape) if inside else _outer(ground.shape))


@lru_cache(maxsize=1024)
def _inner(shape: Polygon) -> Polygon:
    """Return a polygon with fewer corners inside another one; the same one if none is found."""
    simple: BaseGeometry = shapely.simplify(shape, _BESIDE)
    if not shapely.covers(shape, simple):
        simple = shapely.intersection(shapely.buffer(simple, -_BESIDE, join_style="mitre"), shape)
    good = isinstance(simple, Polygon) and not simple.is_empty and simple.is_valid and shapely.covers(shape, simple)
    return simple if good and isinstance(simple, Polygon) else shape


@lru_cache(maxsize=1024)
def _outer(shape: Polygon) -> Polygon:
    """Return a polygon with fewer corners around another one; the same one if none is found."""
    simple: BaseGeometry = shapely.buffer(shapely.simplify(shape, _BESIDE), _BESIDE, join_style="mitre")
    return simple if isinstance(simple, Polygon) and shapely.covers(simple, shape) else shape

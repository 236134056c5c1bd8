"""Simpler policies, quicker to search, on either side of the true policy.

The looser one forbids only ends that the true one forbids too. A path that the tighter one suggests is judged by the
true one. The shortest path into a disc ends in a run towards its centre, or where something solid cuts off its rim:
these few runs show whether any path leads there.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position, position
from game.table.path.ends import against, apart
from game.table.path.finders import Finder, finders_for
from game.table.path.free import FreeFinder
from game.table.path.judge import allows, is_in
from game.table.path.path import Path, Point
from game.table.path.policy import CONTACT, Ground, PathPolicy, Stage
from game.table.path.rings import rings_from
from game.table.path.search import Search
from game.table.path.tangents import TURN, interruptions
from game.table.path.tight import Source
from game.table.shapes import Disc

# Inches by which the simpler shape may lie beside the true one, and the corners from which that is worth it.
_BESIDE = 0.03
_MANY = 8
# By how much a base is smaller, and its budget larger, if only the existence of a path is asked.
_LESS, _MORE = 1e-3, 0.01
_LARGER: Final = 2e-3
"""Inches by which a disc is larger if only the existence of a path is asked."""
_INSIDE: Final = 2e-3
"""The most inches by which a suggested path ends inside a disc."""
_JUDGED: Final = 3
"""Paths into a disc that are judged."""


class Chances:
    """Which ends a region may have, found quickly: no search finds what it denies; its paths are legal."""

    def __init__(self, start: Point, policies: Sequence[PathPolicy]) -> None:
        self._start, self._policies = position(*start), policies
        at = self._start
        self._loose = [loosened(policy) for policy in policies]
        self._found = [(loose, finder) for loose in self._loose for finder in finders_for(at, loose)]
        self._sure = [(policy, finder) for policy in policies for finder in finders_for(at, tightened(policy))]

    def has(self, spot: Position) -> bool:
        """Return whether a path may lead to a spot."""
        return any(self._leads(loose, finder, spot) for loose, finder in self._found)

    def path_to(self, spot: Position) -> Path | None:
        """Return a legal path to a spot, if there is one among a few that are found."""
        paths = ((found.path, policy) for policy, finder in self._sure for found in finder.paths(*spot))
        return next((path for path, policy in paths if allows(path, policy)), None)

    def freely(self, spots: Sequence[Position]) -> list[Position]:
        """Return the spots to which paths may lead; the others have no path in any direction."""
        disc = around(spots)
        policies = [_as_one_likes(_easier(loose)).to_disc(disc) for loose in self._loose]
        finders = [FreeFinder(policy, self._start, [Source(self._start)], frozenset()) for policy in policies]
        return [spot for spot in spots if any(finder.may_reach(spot) for finder in finders)]

    def undirected(self, spots: Sequence[Position]) -> list[tuple[PathPolicy, FreeFinder]]:
        """Return a finder of the shortest paths to some spots in any direction; few of them are certainly legal."""
        start, none = Source(self._start), frozenset[str]()
        free = [(policy, _as_one_likes(tightened(policy)).to_disc(around(spots))) for policy in self._policies]
        return [(policy, FreeFinder(short, self._start, [start], none)) for policy, short in free]

    @staticmethod
    def _leads(loose: PathPolicy, finder: Finder, spot: Position) -> bool:
        if next(against(loose, *spot), None) is not None:
            return False
        paths = ((found, len(found.path.legs)) for found in finder.paths(*spot))
        # A path with bends is accepted unchecked: another one might pass where the check refuses this one.
        return any(found.sure or legs > 1 or allows(found.path, loose) for found, legs in paths)


def loosened(policy: PathPolicy) -> PathPolicy:
    """Return a policy under which a path is legal if it is legal under the given one.

    Nothing costs more than an inch an inch, and solids are a little smaller, except for what ends a stage.
    """
    return _simplified(policy, inside=True)


def tightened(policy: PathPolicy) -> PathPolicy:
    """Return a policy that suggests paths round slightly larger shapes; the costs of ground are left out."""
    return _simplified(policy, inside=False)


def _as_one_likes(policy: PathPolicy) -> PathPolicy:
    """Return a policy of free movement that obeys only the solids that no stage ignores."""
    ignored = frozenset(name for stage in policy.stages for name in stage.ignores)
    kept = [
        ground
        for ground in policy.grounds
        if ground.once < 0.0 or (ground.solid and ground.part == "base" and ground.name not in ignored)
    ]
    return policy.but(grounds=tuple(kept), stages=(Stage(),), ends=(), least=0.0)


def _easier(policy: PathPolicy) -> PathPolicy:
    """Return a policy for a base that goes farther and is a little smaller, so that no path is too tight to find."""
    return policy.but(radius=max(policy.radius - _LESS, 0.0), budget=policy.budget + _MORE)


def around(spots: Sequence[Position]) -> Disc:
    """Return a disc around some spots, hardly larger than necessary."""
    xs, ys = zip(*spots)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Disc(x, y, max(math.dist((x, y), spot) for spot in spots) + 1e-6)


def _simplified(policy: PathPolicy, *, inside: bool) -> PathPolicy:
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


def leads_there(start: Position, policies: Sequence[PathPolicy]) -> Path | Literal["no", "unknown"]:
    """Return a path that ends as its policy demands, in one of some discs, or whether there is none."""
    goals = [_goals(policy) for policy in policies]
    if not all(goals) or any(_gives_back(ground) for policy in policies for ground in policy.grounds):
        return "unknown"
    loose: dict[object, tuple[PathPolicy, list[Disc]]] = {}
    for policy, there in zip(policies, goals):
        shut = _with_solid(policy, [each for each in policy.grounds if _is_too_dear(each, policy, start, there)])
        freer = _as_one_likes(_easier(loosened(shut)))
        loose[freer.key, tuple(there)] = freer, there  # alternatives often differ only in what is left out here
    if not any(_may_lead(start, *each) for each in loose.values()):
        return "no"
    suggested = ((path, policy) for policy, there in zip(policies, goals) for path in _suggested(start, policy, there))
    return next((path for path, policy in suggested if allows(path, policy)), "unknown")


def _goals(policy: PathPolicy) -> list[Disc]:
    """Return discs in one of which the centre of a base must end; none if the policy does not demand that."""
    for end in policy.ends:
        discs = [each for each in end.shapes if isinstance(each, Disc)]
        if len(discs) == len(end.shapes) and math.isfinite(end.most):
            return [Disc(each.x, each.y, max(each.radius + policy.radius + end.most, CONTACT)) for each in discs]
    return []


def _gives_back(ground: Ground) -> bool:
    return min(ground.once, ground.enter, ground.leave) < 0.0


def _is_too_dear(ground: Ground, policy: PathPolicy, start: Position, goals: Sequence[Disc]) -> bool:
    """Return whether no path into any of some discs can pay for passing through a ground."""
    if ground.solid or not ground.enter or is_in(ground, policy, start):
        return False
    there = apart(ground, policy.radius, start)
    for goal in goals:
        on = apart(ground, policy.radius, goal[:2]) - goal.radius
        inches = max(math.dist(start, goal[:2]) - goal.radius, there + max(on, 0.0))
        if inches + ground.enter + (ground.leave if on > 0.0 else 0.0) <= policy.budget + _LARGER:
            return False
    return True


def _with_solid(policy: PathPolicy, grounds: Sequence[Ground]) -> PathPolicy:
    """Return the policy with some of its grounds solid."""
    return policy.but(grounds=tuple(replace(each, solid=True) if each in grounds else each for each in policy.grounds))


def _may_lead(start: Position, policy: PathPolicy, goals: Sequence[Disc]) -> bool:
    """Return whether a path may enter a disc under a policy that only knows solids."""
    larger = [each._replace(radius=each.radius + _LARGER) for each in goals]
    search = _search(start, policy, larger)
    # Without any source the base is in something where it starts, which the whole search looks into.
    return not search.sources or any(True for goal in larger for _spot in _comings(search, goal, policy.budget))


def _suggested(start: Position, policy: PathPolicy, goals: Sequence[Disc]) -> Iterator[Path]:
    """Yield paths that end just inside a disc: straight ones, then those that avoid all but plain ground."""
    inside = min((end.most / 2 for end in policy.ends if end.most > 0.0), default=_INSIDE)
    smaller = [each._replace(radius=each.radius - min(inside, _INSIDE)) for each in goals]
    smaller.sort(key=lambda each: math.dist(start, each[:2]) - each.radius)
    near = [each for each in smaller if math.dist(start, each[:2]) - each.radius <= policy.budget]
    yield from (Path.through([start, _toward(start, each)]) for each in near[:_JUDGED])
    if not near:
        return
    avoided = [each for each in policy.grounds if not _is_plain(each) and not is_in(each, policy, start)]
    tighter = _as_one_likes(tightened(_with_solid(policy, avoided)))
    search = _search(start, tighter, near)
    for goal in near:
        for _cost, spot, arrival in sorted(_comings(search, goal, tighter.budget))[:_JUDGED]:
            yield Path.through(*search.trace(position(*spot), arrival))


def _toward(start: Position, goal: Disc) -> Point:
    """Return where a straight run enters a disc."""
    share = 1.0 - goal.radius / max(math.dist(start, goal[:2]), goal.radius)
    return start.x + share * (goal.x - start.x), start.y + share * (goal.y - start.y)


def _is_plain(ground: Ground) -> bool:
    """Return whether ground costs nothing for bases that pass through it or stay there."""
    return ground.rest and ground.factor == 1.0 and not (ground.once or ground.enter or ground.leave or ground.stops)


def _search(start: Position, policy: PathPolicy, goals: Sequence[Disc]) -> Search:
    """Return the search for the paths to some discs."""
    disc = around([position(*each[:2]) for each in goals])
    directed = policy.to_disc(disc._replace(radius=disc.radius + max(each.radius for each in goals)))
    return FreeFinder(directed, start, [Source(start)], frozenset()).search


def _comings(search: Search, goal: Disc, limit: float) -> Iterator[tuple[float, Point, int]]:
    """Yield the cost of coming into a disc, within a limit, where, and by which arrival; the least is among them."""
    if not len(search.arrivals.number):
        return
    centre = np.array(goal[:2])
    arrivals, turned, costs = search.arrivals.leaving_for(*goal[:2], limit + goal.radius, search.arcs)
    starts = search.arrivals.spots(arrivals, turned)
    off = np.hypot(*(starts - centre).T)
    share = np.minimum(goal.radius / np.maximum(off, 1e-12), 1.0)
    ends = centre + (starts - centre) * share[:, None]
    costs = costs - off * share
    clear = search.field.clear(starts, ends) & search.field.free(ends)
    for at in np.flatnonzero(clear & (costs <= limit)).tolist():
        yield float(costs[at]), (float(ends[at, 0]), float(ends[at, 1])), int(arrivals[at])
    _rings, bearings = interruptions(search.field, rings_from([(*goal[:3], 0.0, TURN, False)]))
    corners = centre + goal.radius * np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    corners = corners[search.field.free(corners)]
    least, by = search.costs(corners, limit)
    for at in np.flatnonzero(least <= limit).tolist():
        yield float(least[at]), (float(corners[at, 0]), float(corners[at, 1])), int(by[at])

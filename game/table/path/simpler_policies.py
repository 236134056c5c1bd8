"""Quick searches for paths under policies that are simpler than the true one.

The looser policy forbids only ends that the true policy forbids too. A path that the tighter policy suggests is judged
by the true policy. The last runs of paths into a goal are in `goals.py`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position, position
from game.table.path.crossings import distance
from game.table.path.free_paths import FreeFinder
from game.table.path.goals import Goal
from game.table.path.judge import allows, inches_to_enter, is_in
from game.table.path.path import Path
from game.table.path.policy import CONTACT, TOUCHING, Ground, PathPolicy, Shape, Stage
from game.table.path.search import Search
from game.table.path.tight import Source
from game.table.shapes import Disc

# Inches by which a simpler shape may differ from the true one, and the number of corners above which it is used.
_BESIDE = 0.03
_MANY = 8
# Inches by which a base is smaller, and its budget larger, where only the existence of a path matters.
_LESS, _MORE = 1e-3, 0.01
_LARGER: Final = 2e-3
"""Inches by which a goal is larger where only the existence of a path matters."""
_INSIDE: Final = 2e-3
"""The most inches by which a suggested path ends inside its goal."""
_JUDGED: Final = 3
"""The number of paths into a goal that are judged."""


def loosen(policy: PathPolicy) -> PathPolicy:
    """Return a simpler policy under which every path is legal that is legal under the given policy.

    Every inch costs one inch, and solids are slightly smaller, except grounds that end a stage.
    """
    return _simplified(policy, inside=True)


def tighten(policy: PathPolicy, start: Position | None = None) -> PathPolicy:
    """Return a simpler policy with slightly larger solids and without costs of ground, for suggesting paths.

    No ground for the centre of a base grows over the start.
    """
    return _simplified(policy, inside=False, start=start)


def _without_directions(policy: PathPolicy) -> PathPolicy:
    """Return a policy of free movement in which only solids count, and of these only those that no stage ignores."""
    ignored = frozenset(name for stage in policy.stages for name in stage.ignores)
    grounds = [
        ground
        for ground in policy.grounds
        if ground.once < 0.0 or (ground.solid and _grows_with(ground, policy) and ground.name not in ignored)
    ]
    return policy.but(grounds=tuple(grounds), stages=(Stage(),), ends=())


def _grows_with(ground: Ground, policy: PathPolicy) -> bool:
    """Return whether the shape of a ground is larger for a larger base: by its radius, or by a shape drawn for it."""
    return ground.part == "base" or ground.rough is not None or policy.radius == 0.0


def _slightly_easier(policy: PathPolicy) -> PathPolicy:
    """Return a policy with a slightly larger budget and a slightly smaller base, so that no path is too tight."""
    less = min(policy.radius, _LESS)
    more = _LESS - less  # a base that is not round has no radius: its grounds and bounds are those of its centre
    west, south, east, north = policy.bounds
    bounds = (west - more, south - more, east + more, north + more) if more else policy.bounds
    grounds = tuple(shrunk for ground in policy.grounds if (shrunk := _slightly_smaller(ground, policy)) is not None)
    return policy.but(radius=policy.radius - less, budget=policy.budget + _MORE, bounds=bounds, grounds=grounds)


def _slightly_smaller(ground: Ground, policy: PathPolicy) -> Ground | None:
    """Return a ground for a slightly smaller base, or None if nothing is left of it."""
    if ground.part == "base" or isinstance(ground.shape, Disc) or not _grows_with(ground, policy):
        return ground
    shape = _shrunk(ground.shape)
    return None if shape is None else replace(ground, shape=shape)


@lru_cache(maxsize=1024)
def _shrunk(shape: Polygon) -> Polygon | None:
    """Return a polygon made slightly smaller, or None if nothing is left of it."""
    shrunk: BaseGeometry = shapely.buffer(shape, -_LESS, join_style="mitre")
    return shrunk if isinstance(shrunk, Polygon) and not shrunk.is_empty else None


def disc_around(spots: Sequence[Position]) -> Disc:
    """Return a disc, not much larger than necessary, that contains all of the spots."""
    xs, ys = zip(*spots)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Disc(x, y, max(math.dist((x, y), spot) for spot in spots) + 1e-6)


def _simplified(policy: PathPolicy, *, inside: bool, start: Position | None = None) -> PathPolicy:
    """Return a policy with cheaper grounds and simpler shapes, which lie inside or outside the true ones."""
    names_of_stages = {name for stage in policy.stages for name in stage.names}
    grounds = []
    for ground in policy.grounds:
        if ground.name in names_of_stages:
            grounds.append(_without_costs(ground))
        elif ground.solid or ground.once < 0.0:
            grounds.append(_with_fewer_corners(_without_costs(ground), inside=inside, start=start))
    return policy.but(grounds=tuple(grounds))


def _without_costs(ground: Ground) -> Ground:
    """Return a ground that costs nothing to pass through."""
    prices = {name: min(getattr(ground, name), 0.0) for name in ("once", "enter", "leave")}
    return replace(ground, factor=1.0, **prices)


def _with_fewer_corners(ground: Ground, *, inside: bool, start: Position | None = None) -> Ground:
    """Return a ground whose shape has few corners, inside or outside the true shape."""
    if ground.once or isinstance(ground.shape, Disc) or len(ground.shape.exterior.coords) <= _MANY:
        return ground
    shape = _simpler_inside(ground.shape) if inside else _simpler_outside(ground.shape)
    if not inside and start is not None and ground.part == "centre" and distance(shape, *start) <= CONTACT:
        return ground
    return replace(ground, shape=shape)


@lru_cache(maxsize=1024)
def _simpler_inside(shape: Polygon) -> Polygon:
    """Return a polygon with fewer corners inside a shape, or the shape itself if there is none."""
    simple: BaseGeometry = shapely.simplify(shape, _BESIDE)
    if not shapely.covers(shape, simple):
        simple = shapely.intersection(shapely.buffer(simple, -_BESIDE, join_style="mitre"), shape)
    is_inside = (
        isinstance(simple, Polygon) and not simple.is_empty and simple.is_valid and shapely.covers(shape, simple)
    )
    return simple if is_inside and isinstance(simple, Polygon) else shape


@lru_cache(maxsize=1024)
def _simpler_outside(shape: Polygon) -> Polygon:
    """Return a polygon with fewer corners around a shape, or the shape itself if there is none."""
    simple: BaseGeometry = shapely.buffer(shapely.simplify(shape, _BESIDE), _BESIDE, join_style="mitre")
    return simple if isinstance(simple, Polygon) and shapely.covers(simple, shape) else shape


def path_to_goal(start: Position, policies: Sequence[PathPolicy]) -> Path | Literal["no", "unknown"]:
    """Return a legal path to a goal (a disc in which a policy's paths must end), or "no", or "unknown"."""
    goals = [_goals(policy) for policy in policies]
    grounds = (ground for policy in policies for ground in policy.grounds)
    has_gains = any(min(ground.once, ground.enter, ground.leave) < 0.0 for ground in grounds)
    if not all(goals) or has_gains:  # a gain may extend the path
        return "unknown"
    loose: dict[object, tuple[PathPolicy, list[Goal]]] = {}
    for policy, own_goals in zip(policies, goals):
        too_dear = [ground for ground in policy.grounds if _is_too_dear(ground, policy, start, own_goals)]
        freer = _without_directions(_slightly_easier(loosen(_with_solid(policy, too_dear))))
        shapes = tuple(goal.shape for goal in own_goals)
        loose[freer.key, shapes] = freer, own_goals  # alternatives are often equal after this simplification
    if not any(_may_lead(start, *alternative) for alternative in loose.values()):
        return "no"
    suggested = (
        (path, policy)
        for policy, own_goals in zip(policies, goals)
        for path in _suggested_paths(start, policy, own_goals)
    )
    return next((path for path, policy in suggested if allows(path, policy)), "unknown")


def _goals(policy: PathPolicy) -> list[Goal]:
    """Return the goals of a policy, in one of which the base's centre must end; none if it has no such rule."""
    for end in policy.ends:
        reach = policy.radius + end.most
        discs = [shape for shape in end.shapes if isinstance(shape, Disc)]
        if len(discs) == len(end.shapes) and math.isfinite(end.most):
            return [Goal(Disc(disc.x, disc.y, max(disc.radius + reach, CONTACT))) for disc in discs]
        if abs(reach) < TOUCHING and all(_is_convex(shape) for shape in end.shapes):
            return [Goal(shape) for shape in end.shapes]
    return []


@lru_cache(maxsize=1024)
def _is_convex(shape: Shape) -> bool:
    """Return whether a shape is a disc or a convex polygon."""
    return isinstance(shape, Disc) or shape.convex_hull.area - shape.area < TOUCHING


def _is_too_dear(ground: Ground, policy: PathPolicy, start: Position, goals: Sequence[Goal]) -> bool:
    """Return whether no path to a goal can pay the price for entering a ground."""
    if ground.solid or not ground.enter or is_in(ground, policy, start):
        return False
    inches_to_ground = inches_to_enter(ground, policy.radius, start)
    for goal in (goal.disc for goal in goals):
        inches_to_goal = inches_to_enter(ground, policy.radius, goal[:2]) - goal.radius
        inches = max(math.dist(start, goal[:2]) - goal.radius, inches_to_ground + max(inches_to_goal, 0.0))
        if inches + ground.enter + (ground.leave if inches_to_goal > 0.0 else 0.0) <= policy.budget + _LARGER:
            return False
    return True


def _with_solid(policy: PathPolicy, grounds: Sequence[Ground]) -> PathPolicy:
    """Return the policy in which some grounds are solid."""
    return policy.but(grounds=tuple(replace(g, solid=True) if g in grounds else g for g in policy.grounds))


def _may_lead(start: Position, policy: PathPolicy, goals: Sequence[Goal]) -> bool:
    """Return whether a path may enter a goal under a policy with only solids; only False is certain."""
    larger = [goal.larger(_LARGER) for goal in goals]
    search = _search(start, policy, larger)
    # Without sources, the base starts inside an obstacle, which only the full search handles.
    if not search.sources or any(goal.gap(start) <= 0.0 for goal in larger):
        return True
    return any(True for goal in larger for _entry in goal.runs_into(search, policy.budget))


def _suggested_paths(start: Position, policy: PathPolicy, goals: Sequence[Goal]) -> Iterator[Path]:
    """Yield paths that end just inside a goal: first straight ones, then those round all ground with effects."""
    inside = min((end.most / 2 for end in policy.ends if end.most > 0.0), default=_INSIDE)
    smaller = [inner for goal in goals if (inner := goal.smaller(min(inside, _INSIDE))) is not None]
    smaller.sort(key=lambda goal: goal.gap(start))
    reachable = [goal for goal in smaller if goal.gap(start) <= policy.budget]
    yield from (Path.through([start, goal.straight_entry(start)]) for goal in reachable[:_JUDGED])
    if not reachable:
        return
    avoided = [ground for ground in policy.grounds if not _is_plain(ground) and not is_in(ground, policy, start)]
    tighter = _without_directions(tighten(_with_solid(policy, avoided), start))
    search = _search(start, tighter, reachable)
    for goal in reachable:
        for _cost, spot, arrival in sorted(goal.runs_into(search, tighter.budget))[:_JUDGED]:
            yield Path.through(*search.trace(position(*spot), arrival))


def _is_plain(ground: Ground) -> bool:
    """Return whether ground has no effect on bases that pass through it or end in it."""
    return ground.rest and ground.factor == 1.0 and not (ground.once or ground.enter or ground.leave or ground.stops)


def _search(start: Position, policy: PathPolicy, goals: Sequence[Goal]) -> Search:
    """Return the search for paths to the goals."""
    discs = [goal.disc for goal in goals]
    around = disc_around([position(*disc[:2]) for disc in discs])
    directed = policy.to_disc(around._replace(radius=around.radius + max(disc.radius for disc in discs)))
    return FreeFinder(directed, start, [Source(start)], frozenset()).search

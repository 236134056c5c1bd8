"""Straight runs that are certainly legal because no obstacle is near, and paths with only straight legs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from game.table.lattice import Position
from game.table.path.crossings import misses_end
from game.table.path.field import SPARE, Bools, Floats
from game.table.path.judge import allows
from game.table.path.path import Leg, Path, Point
from game.table.path.policy import TOUCHING, Ground, PathPolicy
from game.table.shapes import Bounds, Disc

_WIDEST = (0.6, 0.3, 0.15, 0.075, 0.0375)
"""The widest arcs, in radians, that two straight legs replace; the next is tried if the path is not legal."""

CLOSE = 1.5e-3
"""Inches of the budget that a run must leave unspent, so that rounding cannot make it cost too much."""


def is_surely_legal(policy: PathPolicy, start: Position, end: Position) -> bool:
    """Return whether a straight run is certainly legal, because no ground that affects it is near.

    False means that it is unknown. True is certain: the run keeps as far from solids as paths that searches find.
    """
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    if not policy.goes_straight or length > policy.budget - CLOSE:
        return False
    west, south, east, north = policy.bounds
    margin = policy.radius + SPARE
    box = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    if box[0] < west + margin or box[1] < south + margin or box[2] > east - margin or box[3] > north - margin:
        return False
    polygons, gaps = [], []
    ignored = policy.stages[0].ignores
    for ground in policy.grounds:
        gap = ground.distance_kept(policy.radius) + SPARE
        if not ground.is_near(box, gap) or ground.name in ignored:
            continue
        if is_harmless(ground):
            continue
        if not isinstance(ground.shape, Disc):
            polygons.append(ground.shape)
            gaps.append(gap)
        elif _inches_to_run(ground.shape.x - ax, ground.shape.y - ay, bx - ax, by - ay) < ground.shape.radius + gap:
            return False
    if not _obeys_end_rules(policy, end):
        return False
    return not polygons or bool((shapely.distance(shapely.LineString([start, end]), polygons) >= gaps).all())


def straight_path_is_legal(start: Position, end: Position, policies: Iterable[PathPolicy]) -> bool:
    """Return whether the straight path is legal under one of the policies that try straight paths."""
    path = Path.through([start, end])
    candidates = (policy for policy in policies if policy.goes_straight)
    return any(is_surely_legal(policy, start, end) or allows(path, policy) for policy in candidates)


def is_harmless(ground: Ground) -> bool:
    """Return whether a ground does not forbid any path and does not add to its cost."""
    harmless = not ground.solid and ground.factor == 1.0 and ground.rest and not ground.stops
    return harmless and ground.once <= 0.0 and not ground.enter and not ground.leave


def _inches_to_run(px: float, py: float, dx: float, dy: float) -> float:
    """Return the inches from a point (px, py) to a run (dx, dy), both relative to the run's beginning."""
    squared = dx * dx + dy * dy
    share = min(max((px * dx + py * dy) / squared, 0.0), 1.0) if squared else 0.0
    return math.hypot(px - share * dx, py - share * dy)


class Run(NamedTuple):
    """A straight run under a policy."""

    policy: PathPolicy
    start: Position
    end: Position


class _Grounds(NamedTuple):
    """Grounds with effects as arrays: discs (x, y, gap from the centre), and polygons with their boxes and gaps.

    Each gap is followed by 1 if the radius of the base is added to it, or else by 0.
    """

    discs: Floats
    shapes: NDArray[np.object_]
    boxes: Floats
    kept: Floats


def are_surely_legal(runs: Sequence[Run]) -> Bools:
    """Return which straight runs are certainly legal, because no obstacle is near; False means unknown."""
    surely_legal = np.zeros(len(runs), dtype=bool)
    groups = defaultdict[int, list[int]](list)
    for number, (policy, _start, _end) in enumerate(runs):
        if policy.goes_straight and not policy.stages[0].ignores:
            groups[id(policy.grounds)].append(number)
    for numbers in groups.values():
        surely_legal[numbers] = _are_clear_of_grounds([runs[number] for number in numbers])
    return surely_legal


def _are_clear_of_grounds(runs: list[Run]) -> Bools:
    """Return which runs on the same grounds are certainly legal."""
    segments = np.array([(*start, *end) for _policy, start, end in runs])
    measures = np.array([(policy.radius, policy.budget - CLOSE, *policy.bounds) for policy, _start, _end in runs])
    # The columns of `measures` are radius, longest run, and the bounds of the table.
    low, high = np.minimum(segments[:, :2], segments[:, 2:]), np.maximum(segments[:, :2], segments[:, 2:])
    inches = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    margins = measures[:, 0] + SPARE
    legal = inches <= measures[:, 1]
    legal &= (low >= measures[:, 2:4] + margins[:, None]).all(axis=1)
    legal &= (high <= measures[:, 4:6] - margins[:, None]).all(axis=1)
    grounds = _ground_arrays(runs[0].policy.grounds)
    legal &= _clear_of_discs(segments, measures[:, 0], grounds.discs)
    if len(grounds.shapes):
        undecided = np.flatnonzero(legal)
        legal[undecided] = _clear_of_shapes(segments[undecided], measures[undecided, 0], grounds)
    for number, (policy, _start, end) in enumerate(runs):
        if policy.ends and legal[number]:
            legal[number] = _obeys_end_rules(policy, end)
    return np.asarray(legal)


def _clear_of_discs(ends: Floats, radii: Floats, discs: Floats) -> Bools:
    """Return which runs keep their distance from all discs."""
    reaches = discs[:, 2] + discs[:, 3] * radii.max() + SPARE
    all_ends = np.concatenate((ends[:, :2], ends[:, 2:]))
    low, high = all_ends.min(axis=0), all_ends.max(axis=0)
    near = ((discs[:, :2] >= low - reaches[:, None]) & (discs[:, :2] <= high + reaches[:, None])).all(axis=1)
    discs = discs[near]
    distances = clearances(ends, discs[:, :2])
    return np.asarray((distances >= discs[:, 2] + discs[:, 3] * radii[:, None] + SPARE).all(axis=1))


def _clear_of_shapes(ends: Floats, radii: Floats, grounds: _Grounds) -> Bools:
    """Return which runs keep their distance from all polygons."""
    gaps = grounds.kept[:, 0] + grounds.kept[:, 1] * radii[:, None] + SPARE
    low, high = np.minimum(ends[:, :2], ends[:, 2:]), np.maximum(ends[:, :2], ends[:, 2:])
    near = (grounds.boxes[:, :2] - gaps[..., None] <= high[:, None]).all(axis=2)
    near &= (grounds.boxes[:, 2:] + gaps[..., None] >= low[:, None]).all(axis=2)
    run, shape = np.nonzero(near)
    clear = np.ones(len(ends), dtype=bool)
    lines = shapely.linestrings(ends[run].reshape(len(run), 2, 2))
    clear[run[shapely.distance(lines, grounds.shapes[shape]) < gaps[run, shape]]] = False
    return clear


def _obeys_end_rules(policy: PathPolicy, end: Position) -> bool:
    """Return whether an end obeys all rules for the end of a path."""
    return all(misses_end(demand, policy.radius, *end) <= TOUCHING for demand in policy.ends)


def clearances(runs: Floats, spots: Floats) -> Floats:
    """Return the inches (n x m) from straight runs (n x 4) to spots (m x 2)."""
    ax, ay, bx, by = runs.T[:, :, None]
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    squared[squared == 0.0] = 1.0
    px, py = spots[:, 0] - ax, spots[:, 1] - ay
    share = px * (dx / squared)
    share += py * (dy / squared)
    np.clip(share, 0.0, 1.0, out=share)
    px -= share * dx
    py -= share * dy
    return np.asarray(np.sqrt(px * px + py * py))


@lru_cache(maxsize=64)
def _ground_arrays(grounds: tuple[Ground, ...]) -> _Grounds:
    """Return the grounds with effects as arrays, from a cache."""
    with_effect = [ground for ground in grounds if not is_harmless(ground)]
    discs = [(ground, ground.shape) for ground in with_effect if isinstance(ground.shape, Disc)]
    polygons = [ground for ground in with_effect if not isinstance(ground.shape, Disc)]
    rows = [(disc.x, disc.y, disc.radius + ground.margin, ground.part == "base") for ground, disc in discs]
    boxes: list[Bounds] = [ground.box for ground in polygons]
    return _Grounds(
        np.array(rows, dtype=np.float64).reshape(len(rows), 4),
        np.array([ground.shape for ground in polygons], dtype=object),
        np.array(boxes, dtype=np.float64).reshape(len(boxes), 4),
        np.array([(ground.margin, ground.part == "base") for ground in polygons], dtype=np.float64).reshape(
            len(polygons), 2
        ),
    )


def with_straight_legs(path: Path, *policies: PathPolicy) -> Path | None:
    """Return a path with straight legs instead of arcs that is legal under one of the policies, or None.

    The legs go round the outside of each arc, which makes the path slightly longer.
    """
    if not any(leg.turn for leg in path.legs):
        return path
    candidates = (Path.through([path.start, *_straight_corners(path, widest)]) for widest in _WIDEST)
    return next((path for path in candidates if any(allows(path, policy) for policy in policies)), None)


def _straight_corners(path: Path, widest: float) -> Iterator[Point]:
    """Yield the corners of a path whose arcs are replaced by straight legs."""
    for leg in path.legs:
        if leg.turn:
            yield from _corners_round_arc(leg, widest)
        yield leg.end


def _corners_round_arc(leg: Leg, widest: float) -> Iterator[Point]:
    """Yield the corners of straight legs that touch an arc at its ends and at enough points between them."""
    parts = max(1, math.ceil(abs(leg.turn) / widest))
    (cx, cy), half = leg.centre, leg.turn / parts / 2
    reach = leg.radius / math.cos(half)
    first = math.atan2(leg.start.y - cy, leg.start.x - cx)
    for number in range(parts):
        bearing = first + (2 * number + 1) * half
        yield cx + reach * math.cos(bearing), cy + reach * math.sin(bearing)

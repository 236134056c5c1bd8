"""Legs out of tight places and through tight gaps, where a base fits but not with the margin of found paths.

A base that touches two obstacles, or just fits into a gap, is legal although the rings of a field leave no space. Each
leg here has its ends on the lattice and is judged as `check` judges it, so that other paths may be joined to it.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
import shapely

from game.table.lattice import LATTICE_STEP, Position, position
from game.table.path.crossings import distance, stretches_of
from game.table.path.field import SPARE, Bools, Field, Floats, Ints, grown_shape, outer
from game.table.path.path import Leg, Path, Point
from game.table.path.policy import CONTACT, TOUCHING, PathPolicy, near_to
from game.table.shapes import Disc

Gate = tuple[Position, ...]
"""Lattice spots with straight legs that are clear of every solid, but nearer than found paths may be."""

# Inches from a rim at which a leg ends, so that rounding leaves the end outside. Beside the edge of the table it is
# farther off, because a path goes on along a rim only away from the edge.
_MORE, _MORE_AT_THE_EDGE = 1e-4, 1e-3
# Inches after which a run has surely left a rim, and the longest corridor in inches.
_MARGIN, _FARTHEST = 1e-6, 16.0
# The number of bearings all round a spot, and the angles (radians) of further bearings nearly along a touched rim.
_BEARINGS = 48
_ASIDE = np.array([0.0, *(sign * 0.001 * 2.0**step for step in range(9) for sign in (-1.0, 1.0))])
# Inches within which an obstacle counts as touched.
_NEAR = 0.02
# The most exits from one spot, and the difference of bearings (radians) below which two exits count as one.
_KEPT, _APART = 6, 0.4
# Inches by which a tight gap may be wider than found paths need, because of rounding, and by which it may be narrower.
_ROOM, _TIGHT = 2e-4, 2 * (SPARE + TOUCHING)
# The lattice steps to either side within which the ends of a tight leg are searched, and the most legs tried.
_STEPS = 2
_TRIED = 12
# The most steps in which a base is pushed off obstacles that it touches, and the most inches in all.
_PUSHES, _PUSHED_OFF = 60, 0.01
# The number of chords per quarter of a rim of contact; they are much more exact than contact needs.
_ROUND = 128
# Legs out of tight places are removed if their length is between these inches: not negligible, and not a corridor.
_LONG_ENOUGH, _SHORT = 1e-3, 0.3


@dataclass(frozen=True)
class Source:
    """A free point at which paths begin, the cost to reach it, and the points and turns before it."""

    at: Point
    cost: float = 0.0
    points: tuple[Point, ...] = ()
    turns: tuple[float, ...] = ()


def sources_at(field: Field, start: Point, before: Source | None = None) -> list[Source]:
    """Return the sources of paths that begin at a spot, moved off touched obstacles; none if there is no space."""
    before = Source(start) if before is None else before
    sources = []
    for spot in free_spots_at(field, start):
        moved = math.dist(spot, start)
        if moved == 0.0:
            sources.append(Source(spot, before.cost, before.points, before.turns))
            continue
        cost = before.cost + moved + (0.0 if field.is_plain else field.surcharge_of(*start, *spot))
        sources.append(Source(spot, cost, (*before.points, start), (*before.turns, 0.0)))
    return sources


def free_spots_at(field: Field, at: Point) -> list[Position]:
    """Return the first free lattice spots for a base that leaves a spot, or the spot itself if it is free.

    In tight places there are several, such as on both sides of a gap between two bases. There may be none.
    """
    spot = _moved_off(field, at)
    return [spot] if spot is not None else exits(field, position(*at))


def _moved_off(field: Field, at: Point) -> Position | None:
    """Return the free lattice spot just beside a spot that touches obstacles, or None if the nearest is too far."""
    x, y = at
    for _step in range(_PUSHES):
        spot = position(x, y)
        if math.dist(spot, at) > _PUSHED_OFF:
            return None
        if field.probe.is_free(*spot):
            return spot
        pushed = _pushed_off(field, x, y)
        if pushed is None:
            return None
        x, y = pushed
    return None


def _pushed_off(field: Field, x: float, y: float) -> Point | None:
    """Return a spot moved off all obstacles that are too near, and onto the table; None if it is too deep in one."""
    spare = 1e-4
    for ground in field.solids:
        least = ground.distance_kept(field.policy.radius) + SPARE
        gap = distance(ground.shape, x, y)
        if gap >= least:
            continue
        if gap < least - _PUSHED_OFF:
            return None
        if isinstance(ground.shape, Disc):
            obstacle_x, obstacle_y = ground.shape.x, ground.shape.y
        else:
            line = shapely.get_coordinates(shapely.shortest_line(ground.shape, shapely.Point(x, y)))
            obstacle_x, obstacle_y = float(line[0, 0]), float(line[0, 1])
        centre_distance = math.hypot(x - obstacle_x, y - obstacle_y)
        if centre_distance > 0.0:
            x, y = (
                x + (x - obstacle_x) / centre_distance * (least - gap + spare),
                y + (y - obstacle_y) / centre_distance * (least - gap + spare),
            )
    west, south, east, north = field.box
    x = west + spare if x < west else east - spare if x > east else x
    y = south + spare if y < south else north - spare if y > north else y
    return x, y


def is_clear_leg(field: Field, start: Position, end: Position) -> bool:
    """Return whether a straight leg stays on the table and meets no solid, exactly as `check` judges it."""
    policy = field.policy
    west, south, east, north = policy.bounds
    inset = policy.radius - TOUCHING
    for x, y in (start, end):
        if not (west + inset <= x <= east - inset and south + inset <= y <= north - inset):
            return False
    leg = Leg(start, end)
    for ground in field.solids:
        near = ground.distance_kept(policy.radius)
        if distance(ground.shape, *start) < near - TOUCHING:
            return False
        if start != end and stretches_of(leg, ground, near):
            return False
    return True


def exits(field: Field, start: Position) -> list[Position]:
    """Return free spots to which straight legs lead from a tight legal spot, nearest first; [at] if `start` is free.

    They lie in different directions, such as on both sides of a gap.
    """
    if field.probe.is_free(*start):
        return [start]
    if not is_clear_leg(field, start, start):
        return []
    bearings = _bearings(field, start)
    inches = _first_free(field, start, bearings)
    free_points = (
        np.array(start) + np.stack((np.cos(bearings), np.sin(bearings)), axis=1) * np.minimum(inches, 1e3)[:, None]
    )
    spare = _room_along(field, np.broadcast_to(np.array(start), free_points.shape), free_points)
    # Only directions in which the way to the free point is wide enough for the base.
    likely = np.flatnonzero((inches <= _FARTHEST) & (spare > -SPARE - _ROOM))
    exits_chosen: list[tuple[Position, float]] = []
    for row in likely[np.argsort(inches[likely], kind="stable")].tolist():
        bearing = float(bearings[row])
        # An exit in nearly the same direction is enough.
        if any(
            abs(math.remainder(bearing - other_bearing, 2 * math.pi)) < _APART for _spot, other_bearing in exits_chosen
        ):
            continue
        leg = _clear_leg(field, [start], _around(position(*free_points[row].tolist())))
        exits_chosen += [(leg[1], bearing)] if leg is not None else []
        if len(exits_chosen) == _KEPT:
            break
    return [spot for spot, _bearing in exits_chosen]


def _first_free(field: Field, start: Point, bearings: Floats) -> Floats:
    """Return for each direction the inches to the first point that is far enough from all obstacles, or inf."""
    unit = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    hard, (x, y), (west, south, east, north) = field.hard, start, field.box
    margin = _MORE if west <= x <= east and south <= y <= north else _MORE_AT_THE_EDGE
    foot = unit[:, :1] * (hard.x - x) + unit[:, 1:] * (hard.y - y)
    offset = unit[:, :1] * (hard.y - y) - unit[:, 1:] * (hard.x - x)
    half = np.sqrt(np.maximum((hard.radius + margin) ** 2 - offset**2, 0.0))
    height, place, length, normal = _heights_over_edges(field.edges, np.array([start]))
    climb, advance = outer(unit, normal), outer(unit, np.stack((-normal[:, 1], normal[:, 0]), axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        levels = np.stack(((field.kept + margin - height) / climb, (-field.kept - height) / climb))
        end_marks = np.stack(((length - place) / advance, -place / advance))
    enters = np.fmax(np.fmin(*levels), np.fmin(*end_marks))
    leaves = np.fmin(np.fmax(*levels), np.fmax(*end_marks))
    enters = np.concatenate(
        (np.where(half > 0.0, foot - half, np.inf), np.where(enters < leaves, enters, np.inf)), axis=1
    )
    leaves = np.concatenate((foot + half, leaves), axis=1)
    inches = np.zeros(len(bearings))
    # Where blocked stretches overlap, leaving one leads into the next.
    while True:
        inside = (enters < inches[:, None] + _MARGIN) & (leaves > inches[:, None])
        farther = np.where(inside, leaves, 0.0).max(axis=1, initial=0.0)
        if not (farther > inches).any():
            break
        inches = np.maximum(inches, farther + _MARGIN)
    return inches


def _around(spot: Position) -> list[Position]:
    """Return a spot and its neighbours on the lattice, nearest first."""
    return [position(spot.x + i * LATTICE_STEP, spot.y + j * LATTICE_STEP) for i, j in _steps_around()]


@lru_cache(maxsize=1)
def _steps_around() -> list[tuple[int, int]]:
    """Return the lattice steps to a spot and its neighbours, shortest first."""
    steps = range(-_STEPS, _STEPS + 1)
    return sorted(((i, j) for i in steps for j in steps), key=lambda step: step[0] ** 2 + step[1] ** 2)


def _bearings(field: Field, spot: Position) -> Floats:
    """Return bearings in which a base may leave a spot: between touched obstacles, along them, and all round."""
    normals = _normals(field, spot)
    away = np.arctan2(normals[:, 1], normals[:, 0])
    sums = (normals[:, None] + normals[None]).reshape(-1, 2)
    sums = sums[np.hypot(sums[:, 0], sums[:, 1]) > 1e-6]
    regular = np.linspace(-math.pi, math.pi, _BEARINGS, endpoint=False)
    middle = np.arctan2(sums[:, 1], sums[:, 0])
    tangential = np.concatenate((away + math.pi / 2, away - math.pi / 2))
    return np.concatenate((middle, (tangential[:, None] + _ASIDE).ravel(), regular))


def _normals(field: Field, spot: Position) -> Floats:
    """Return the unit vectors (N, 2) away from all obstacles that a base at a spot touches or nearly touches."""
    x, y = spot
    hard = field.hard
    distance = np.hypot(x - hard.x, y - hard.y)
    is_touched = np.abs(distance - hard.radius) < _NEAR
    normals = [
        np.stack((x - hard.x[is_touched], y - hard.y[is_touched]), axis=1)
        / np.maximum(distance[is_touched, None], 1e-9)
    ]
    height, place, length, normal = _heights_over_edges(field.edges, np.array([spot]))
    is_touched = (np.abs(height[0] - field.kept) < _NEAR) & (place[0] > 0.0) & (place[0] < length)
    normals.append(normal[is_touched])
    west, south, east, north = field.box
    sides = ((x - west, (1.0, 0.0)), (east - x, (-1.0, 0.0)), (y - south, (0.0, 1.0)), (north - y, (0.0, -1.0)))
    normals.append(np.array([inward for gap, inward in sides if gap < _NEAR]).reshape(-1, 2))
    return np.concatenate(normals)


def _heights_over_edges(edges: Floats, points: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the heights of points over edges, the inches along them, and the edges' lengths and normals."""
    step = edges[:, 2:] - edges[:, :2]
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-12)
    ux, uy = step[:, 0] / length, step[:, 1] / length
    dx, dy = points[:, :1] - edges[:, 0], points[:, 1:] - edges[:, 1]
    return dx * uy - dy * ux, dx * ux + dy * uy, length, np.stack((uy, -ux), axis=1)


def gates(field: Field) -> Iterator[Gate]:
    """Yield the tight gaps of a field, as legs between two solids, or between a solid and the edge of the table.

    Both ends of a leg are free. A gap is tight if a base fits into it, but not with the margin of found paths.
    """
    for (x, y), (across_x, across_y) in zip(*(rows.tolist() for rows in _tight_gaps(field))):
        unit = -across_y, across_x
        end_ahead, end_behind = (_free_on(field, (x, y), (sign * unit[0], sign * unit[1])) for sign in (1.0, -1.0))
        leg = (
            _clear_leg(field, _around(end_ahead), _around(end_behind))
            if end_ahead is not None and end_behind is not None
            else None
        )
        gate = leg or _bent_gate(field, position(x, y), unit)
        if gate is not None:
            yield gate


def _bent_gate(field: Field, middle: Position, unit: Point) -> Gate | None:
    """Return the legs to both sides from a spot in a gap, or from one of its neighbours on the lattice, or None."""
    for spot in _around(middle):
        if not is_clear_leg(field, spot, spot):
            continue
        ends = exits(field, spot)
        advances = [(end.x - spot.x) * unit[0] + (end.y - spot.y) * unit[1] for end in ends]
        end_ahead = next((end for end, advance in zip(ends, advances) if advance > 0.0), None)
        end_behind = next((end for end, advance in zip(ends, advances) if advance < 0.0), None)
        return None if end_ahead is None or end_behind is None else (end_ahead, spot, end_behind)
    return None


def _free_on(field: Field, middle: Point, unit: Point) -> Position | None:
    """Return the first free spot on a line out of the middle of a gap, or None if it is too far."""
    inches = float(_first_free(field, middle, np.array([math.atan2(unit[1], unit[0])]))[0])
    return position(middle[0] + inches * unit[0], middle[1] + inches * unit[1]) if inches <= _FARTHEST else None


def _clear_leg(field: Field, starts: list[Position], ends: list[Position]) -> tuple[Position, Position] | None:
    """Return a clear leg from one of the starts to one of the ends, or None; early ones in each list are preferred.

    Both its spots are free, except the start of a leg out of a tight place, which is then the only start.
    """
    first, second = np.array(starts), np.array(ends)
    spare = _room_along(field, np.repeat(first, len(second), axis=0), np.tile(second, (len(first), 1)))
    best = np.argsort(-spare, kind="stable")[:_TRIED]
    for pair in (0, *best[spare[best] > -SPARE - 2 * TOUCHING].tolist()):
        start, end = starts[pair // len(ends)], ends[pair % len(ends)]
        free = field.tight_probe.is_free(*end) and (len(starts) == 1 or field.tight_probe.is_free(*start))
        if free and is_clear_leg(field, start, end):
            return start, end
    return None


def _room_along(field: Field, starts: Floats, ends: Floats) -> Floats:
    """Return the least spare distance of each run from the rings of a field and the ends of its edges.

    It is negative if the run comes too near.
    """
    hard = field.hard
    step = ends - starts
    squared = np.maximum((step * step).sum(axis=1), 1e-18)[:, None]
    dx, dy = hard.x - starts[:, :1], hard.y - starts[:, 1:]
    share = np.clip((dx * step[:, :1] + dy * step[:, 1:]) / squared, 0.0, 1.0)
    spare = np.hypot(dx - share * step[:, :1], dy - share * step[:, 1:]) - hard.radius
    least_spare = spare.min(axis=1, initial=math.inf)
    for points in (starts, ends):
        height, place, length, _normal = _heights_over_edges(field.edges, points)
        beside = (place > 0.0) & (place < length) & (height > 0.0)
        least_spare = np.minimum(
            least_spare, np.where(beside, height - field.kept, math.inf).min(axis=1, initial=math.inf)
        )
    return np.asarray(least_spare)


def _tight_gaps(field: Field) -> tuple[Floats, Floats]:
    """Return the middles of the tight gaps (N, 2), and unit vectors across them."""
    hard, gaps = field.hard, list[Floats]()
    centres = np.stack((hard.x, hard.y), axis=1)
    if not len(centres):
        return centres, centres
    off_x, off_y = hard.x - hard.x[:, None], hard.y - hard.y[:, None]
    radii = hard.radius + hard.radius[:, None]
    squared = off_x * off_x + off_y * off_y
    near = (squared < (radii + _ROOM) ** 2) & (squared > np.maximum(radii - _TIGHT, 1e-9) ** 2)
    first, second = np.divmod(np.flatnonzero(near), len(centres))
    is_new_pair = first < second
    first, second = first[is_new_pair], second[is_new_pair]
    across = centres[second] - centres[first]
    distance = np.hypot(across[:, 0], across[:, 1])
    across = across / distance[:, None]
    is_gap = _is_rim(field, first, across) & _is_rim(field, second, -across)
    gaps.append(_gap_rows(centres[first], across, (hard.radius[first] + distance - hard.radius[second]) / 2)[is_gap])
    step = field.edges[:, 2:] - field.edges[:, :2]
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-12)
    ux, uy = step[:, 0] / length, step[:, 1] / length
    level = field.edges[:, 0] * uy - field.edges[:, 1] * ux + field.kept
    height = hard.x[:, None] * uy - hard.y[:, None] * ux - level  # the height over the border of the edge
    row, edge = np.nonzero(_is_tight(height - hard.radius[:, None]))
    place = (hard.x[row] - field.edges[edge, 0]) * ux[edge] + (hard.y[row] - field.edges[edge, 1]) * uy[edge]
    directions = np.stack((-uy[edge], ux[edge]), axis=1)
    is_gap = (place > 0.0) & (place < length[edge]) & _is_rim(field, row, directions)
    gaps.append(_gap_rows(centres[row], directions, (hard.radius[row] + height[row, edge]) / 2)[is_gap])
    west, south, east, north = field.box
    for axis, side, sign in ((0, west, -1.0), (1, south, -1.0), (0, east, 1.0), (1, north, 1.0)):
        gap = (side - centres[:, axis]) * sign - hard.radius
        row = np.flatnonzero(_is_tight(gap))
        directions = np.zeros((len(row), 2))
        directions[:, axis] = sign
        gaps.append(
            _gap_rows(centres[row], directions, hard.radius[row] + gap[row] / 2)[_is_rim(field, row, directions)]
        )
    rows = np.concatenate(gaps)
    return rows[:, :2], rows[:, 2:]


def _gap_rows(at: Floats, across: Floats, inches: Floats) -> Floats:
    """Return rows of the middles of gaps and the unit vectors across them."""
    return np.concatenate((at + across * inches[:, None], across), axis=1)


def _is_tight(room: Floats) -> Bools:
    """Return which gaps are tight; `room` is the inches between the rings on both sides, mostly negative."""
    return np.asarray((room > -_TIGHT) & (room < _ROOM))


def _is_rim(field: Field, ring: Ints, unit: Floats) -> Bools:
    """Return which rings have a rim in a direction; the ring round a corner has one only on its outer side."""
    hard = field.hard
    bearing = np.arctan2(unit[:, 1], unit[:, 0])
    bearing_on_rim = np.remainder(bearing - hard.low[ring] + 1e-6, 2 * math.pi)
    return np.asarray(bearing_on_rim <= hard.width[ring] + 2e-6)


def shortened(path: Path, *, out: bool, into: bool) -> Path:
    """Return a path without its short legs `out` of a tight place and `into` one, or the path itself if it has none."""
    points, turns = [path.start, *(leg.end for leg in path.legs)], [leg.turn for leg in path.legs]
    for leg, corner, is_tight in ((-1, -2, into), (0, 1, out)):
        short = len(turns) > 1 and _LONG_ENOUGH < path.legs[leg].inches < _SHORT
        # A removed leg must be straight; at the start of the path, the leg after it too.
        if is_tight and short and not (turns[leg] or turns[2 * leg + 1]):
            del points[corner], turns[leg]
    return path if len(turns) == len(path.legs) else Path.through(points, turns)


def contacts(policies: Iterable[PathPolicy], at: Point, legal: Point | None = None) -> list[tuple[float, Position]]:
    """Return the spots beside `at` (and beside `legal`, if given) in contact with one or two solids, nearest first.

    Each spot comes after its distance from `at` in inches.
    """
    spots: list[Position] = []
    for policy in policies:
        for x, y in [at] if legal is None else [at, legal]:
            solids_near = (g for g in near_to(policy, (x, y, x, y), _PUSHED_OFF) if g.solid)
            near_solids = [(ground, ground.distance_kept(policy.radius)) for ground in solids_near]
            rims = [
                grown_shape(ground.shape, inches + CONTACT / 2, _ROUND).boundary
                for ground, inches in near_solids
                if distance(ground.shape, x, y) < inches + _PUSHED_OFF
            ]
            lines = [shapely.shortest_line(rim, shapely.Point(x, y)) for rim in rims]
            crossings = [shapely.intersection(rim_a, rim_b) for rim_a, rim_b in combinations(rims, 2)]
            points = [*(line.coords[0] for line in lines), *shapely.get_coordinates(crossings).tolist()]
            spots += [position(*point[:2]) for point in points]
    return sorted((math.dist(spot, at), spot) for spot in spots)

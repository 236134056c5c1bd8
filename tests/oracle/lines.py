"""The shortest line between two shapes that crosses no impassable wall, by trying very many lines.

A shortest clear line is either the direct one or one that passes a corner of a wall; both kinds are tried for every
point, and `test_oracle_itself` holds that choice against plainly sampling the rims of both shapes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tests.oracle.lengths import Bools, Floats, Polygon, inches_inside, inches_through
from tests.oracle.world import Circle, corners, rim

GRAZE = 1e-6
"""A line with no more inches than this in the interior of walls crosses none."""


def clear(starts: Floats, ends: Floats, walls: Sequence[Polygon]) -> Bools:
    """Whether each segment crosses no wall, shape (segments,)."""
    return np.asarray(inches_through(starts, ends, walls) <= GRAZE)


def direct_starts(origin: Circle, points: Floats) -> Floats:
    """The point of the origin disc nearest to each point (the point itself if inside), shape (points, 2)."""
    offset = points - origin.centre
    away = np.linalg.norm(offset, axis=1, keepdims=True)
    scale = np.where(away > origin.radius, origin.radius / np.maximum(away, 1e-300), 1.0)
    return np.asarray(origin.centre + offset * scale)


def first_hits(points: Floats, towards: Floats, circle: Circle) -> Floats:
    """Where the rays from points through other points first meet a circle, nan where they miss it."""
    direction = towards - points
    length = np.linalg.norm(direction, axis=-1, keepdims=True)
    unit = direction / np.maximum(length, 1e-300)
    offset = circle.centre - points
    ahead = (unit * offset).sum(axis=-1)
    miss = unit[..., 0] * offset[..., 1] - unit[..., 1] * offset[..., 0]
    square = circle.radius**2 - miss**2
    distance = ahead - np.sqrt(np.where(square >= 0, square, np.nan))
    distance = np.where((distance > 0) & (length[..., 0] > 1e-9), distance, np.nan)
    return np.asarray(points + unit * distance[..., None])


@dataclass(frozen=True, eq=False)
class Lines:
    """Candidate lines to points: starts of shape (points, lines, 2) and inches, infinite where not clear."""

    starts: Floats
    inches: Floats

    @property
    def best(self) -> Floats:
        """Inches of the shortest clear line to each point, infinite if there is none."""
        return np.asarray(self.inches.min(axis=1))


def lines_to(origin: Circle, points: Floats, walls: Sequence[Polygon], limit: float = math.inf) -> Lines:
    """The direct line to each point and, where walls stop it, the lines past every wall corner.

    Lines longer than `limit` inches are not looked at. A point inside the origin disc is reached by a line of 0 inches.
    """
    direct = direct_starts(origin, points)
    length = np.linalg.norm(points - direct, axis=1)
    open_line = clear(direct, points, walls)
    pivots = corners(walls)
    starts = np.concatenate([direct[:, None], np.repeat(direct[:, None], len(pivots), axis=1)], axis=1)
    inches = np.full(starts.shape[:2], np.inf)
    inches[open_line, 0] = length[open_line]
    stopped = np.flatnonzero(~open_line & (length <= limit))
    if len(stopped) and len(pivots):
        far = np.repeat(points[stopped][:, None], len(pivots), axis=1)
        hits = first_hits(far, np.broadcast_to(pivots, far.shape), origin)
        reach = np.linalg.norm(far - hits, axis=2)
        row, column = np.nonzero(np.isfinite(reach) & (reach <= limit))
        kept = clear(hits[row, column], far[row, column], walls)
        row, column = row[kept], column[kept]
        starts[stopped[row], column + 1] = hits[row, column]
        inches[stopped[row], column + 1] = reach[row, column]
    return Lines(starts, inches)


@dataclass(frozen=True)
class Measure:
    """The outcome of measuring: inches of the shortest clear line (infinite if none), its possible terrain inches."""

    inches: float
    terrain: tuple[float, ...] = ()
    direct: bool = True

    def ranges(self, tolerance: float) -> set[int | None]:
        """Every range in U this may be when lengths are off by `tolerance`; None stands for out of range."""
        if math.isinf(self.inches):
            return {None}
        shifts = (-tolerance, tolerance)
        grounds = [max(t + shift, 0.0) for t in self.terrain for shift in shifts]
        return {math.floor(max(self.inches + a, 0.0)) + math.floor(t) for a in shifts for t in grounds}


def terrain_readings(start: Floats, end: Floats, areas: Sequence[Polygon], nudge: float) -> tuple[float, ...]:
    """Terrain inches of a line and of its parallels `nudge` inches to each side (they differ along an edge)."""
    direction = end - start
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        return (0.0,)
    shift = nudge * np.array([-direction[1], direction[0]]) / length
    starts, ends = np.stack([start, start + shift, start - shift]), np.stack([end, end + shift, end - shift])
    return tuple(float(value) for value in inches_inside(starts, ends, areas))


def measure_discs(
    a: Circle, b: Circle, areas: Sequence[Polygon], walls: Sequence[Polygon], nudge: float = 1e-6
) -> Measure:
    """Measure between two discs: the centre line, or else the shortest of the lines from everywhere on b's rim to a."""
    if math.dist(a[:2], b[:2]) <= a.radius + b.radius:
        return Measure(0.0, (0.0,))
    if a.radius == 0.0:
        a, b = b, a
    end = direct_starts(b, a.centre[None])
    start = direct_starts(a, b.centre[None])
    if clear(start, end, walls)[0]:
        return Measure(float(np.linalg.norm(end - start)), terrain_readings(start[0], end[0], areas, nudge))
    if b.radius == 0.0:
        return _shortest(a, lambda s: np.repeat(b.centre[None], len(s), axis=0), np.zeros(1), 0.0, areas, walls)
    span = 720
    spots = np.concatenate([np.arange(span) / span, _critical_shares(b, walls)])
    return _shortest(a, lambda s: _on_rim(b, s), spots, 1.0 / span, areas, walls)


def measure_outline(
    a: Circle, outline: Polygon, areas: Sequence[Polygon], walls: Sequence[Polygon], nudge: float = 1e-6
) -> Measure:
    """Measure from a disc to the closest point of a polygon."""
    gap = float(outline.distance(a.centre[None])[0]) - a.radius
    if gap <= 0:
        return Measure(0.0, (0.0,))
    end = outline.closest(a.centre[None])
    start = direct_starts(a, end)
    if clear(start, end, walls)[0]:
        return Measure(gap, terrain_readings(start[0], end[0], areas, nudge))
    starts, ends = outline.edges
    lengths = np.linalg.norm(ends - starts, axis=1)
    marks = np.concatenate([[0.0], np.cumsum(lengths)])

    def spot(share: Floats) -> Floats:
        along = np.mod(share, 1.0) * marks[-1]
        edge = np.clip(np.searchsorted(marks, along, side="right") - 1, 0, len(lengths) - 1)
        part = ((along - marks[edge]) / lengths[edge])[:, None]
        return np.asarray(starts[edge] * (1 - part) + ends[edge] * part)

    step = 0.01 / float(marks[-1])
    return _shortest(a, spot, np.concatenate([np.arange(0, 1, step), marks / marks[-1]]), step, areas, walls)


def _on_rim(circle: Circle, share: Floats) -> Floats:
    angle = 2 * math.pi * share
    return circle.centre + circle.radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _critical_shares(circle: Circle, walls: Sequence[Polygon]) -> Floats:
    """Shares of the rim at which a line through two wall corners meets it, a hair to both sides."""
    pivots = corners(walls)
    first = np.repeat(pivots[:, None], len(pivots), axis=1)
    hits = first_hits(first, np.broadcast_to(pivots, first.shape), circle).reshape(-1, 2)
    hits = hits[~np.isnan(hits[:, 0])] - circle.centre
    share = np.arctan2(hits[:, 1], hits[:, 0]) / (2 * math.pi)
    return np.concatenate([share, share - 1e-8, share + 1e-8])


def _shortest(
    origin: Circle,
    spot: Callable[[Floats], Floats],
    shares: Floats,
    step: float,
    areas: Sequence[Polygon],
    walls: Sequence[Polygon],
) -> Measure:
    """Shortest clear line from the origin to any spot of a shape, refined about the best few samples."""
    points = spot(shares)
    lines = lines_to(origin, points, walls)
    while step > 1e-7:
        best = lines.best
        if not np.isfinite(best).any():
            return Measure(math.inf, (), direct=False)
        leaders = shares[np.argsort(best)[:24]]
        shares = np.concatenate([leaders, (leaders[:, None] + step * np.linspace(-2, 2, 21)).ravel()])
        points, step = spot(shares), step / 5
        lines = lines_to(origin, points, walls)
    if not np.isfinite(lines.best).any():
        return Measure(math.inf, (), direct=False)
    shortest = float(lines.inches.min())
    row, column = np.nonzero(lines.inches <= shortest + 1e-5)
    ground = inches_inside(lines.starts[row, column], points[row], areas)
    return Measure(shortest, (float(ground.min()), float(ground.max())), direct=False)


def measure_discs_by_sampling(a: Circle, b: Circle, walls: Sequence[Polygon], count: int = 720) -> float:
    """Inches of the shortest clear line between `count` points of each rim, refined locally; infinite if none."""
    first, second, width = np.zeros(1), np.zeros(1), math.pi
    best = math.inf
    steps = count
    while width > 1e-7:
        offsets = width * np.linspace(-1, 1, steps, endpoint=False)
        one, two = ((centre[:, None] + offsets).ravel() for centre in (first, second))
        pairs = np.stack(np.broadcast_arrays(one[:, None], two[None]), axis=-1).reshape(-1, 2)
        starts = _on_rim(a, pairs[:, 0] / (2 * math.pi))
        ends = _on_rim(b, pairs[:, 1] / (2 * math.pi))
        inches = np.linalg.norm(ends - starts, axis=1)
        order = np.argsort(inches)
        inches, pairs, starts, ends = inches[order], pairs[order], starts[order], ends[order]
        found = _first_clear(starts, ends, walls)
        if found is None or (inches[found] > best and width < math.pi):
            return best
        best = float(inches[found])
        first, second = pairs[found, :1], pairs[found, 1:]
        width, steps = width * 6 / steps, 60
    return best


def _first_clear(starts: Floats, ends: Floats, walls: Sequence[Polygon]) -> int | None:
    for begin in range(0, len(starts), 4096):
        open_lines = np.flatnonzero(clear(starts[begin : begin + 4096], ends[begin : begin + 4096], walls))
        if len(open_lines):
            return begin + int(open_lines[0])
    return None


def rim_samples(circle: Circle, spacing: float, grow: float = 0.0) -> Floats:
    """Points on the rim of a grown circle no farther apart than `spacing` inches."""
    return rim(circle, max(16, math.ceil(2 * math.pi * max(circle.radius + grow, 0.0) / spacing)), grow)

"""The straight lines along which the distance between two shapes may be measured, shortest first.

If an impassable barricade blocks the direct line, the shortest straight line that does not cross any barricade counts.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.facing import radians_of
from game.table.footprints import Footprint, Oblong, geometry_of, nearest_points, nearest_points_of_edge
from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex, Floats, Point, Ring, polygons_of, rings_of
from game.table.terrain.battlefield import Piece
from game.table.valley import brackets

# Lines whose lengths differ by less (inches) count as equally short; of these, the line with less terrain counts.
EQUALLY_SHORT = 1e-7


class Line(NamedTuple):
    """A straight line from one shape to another, in inches."""

    start: Point
    end: Point
    inches: float

    def reversed(self) -> "Line":
        """Return the same line in the opposite direction."""
        return Line(self.end, self.start, self.inches)


class Outlined:
    """A measured shape of terrain, whose outline has straight edges. Distances are measured to its edges."""

    __slots__ = ("edges", "geometry")

    def __init__(self, geometry: BaseGeometry) -> None:
        self.geometry = geometry
        rings: list[Ring] = [ring for polygon in polygons_of(geometry) for ring in rings_of(polygon)]
        self.edges = [(a, b) for ring in rings for a, b in pairwise(ring)]

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is in the shape."""
        return bool(self.geometry.intersects(shapely.Point(x, y)))

    def cast(self, x: float, y: float, ux: float, uy: float) -> float:
        """Return the inches from (x, y) along the unit vector (ux, uy) to the shape; infinity for a miss."""
        if self.covers(x, y):
            return 0.0
        least = math.inf
        for (ax, ay), (bx, by) in self.edges:
            ex, ey = bx - ax, by - ay
            cross = ux * ey - uy * ex
            if abs(cross) < 1e-15:
                continue
            inches = ((ax - x) * ey - (ay - y) * ex) / cross
            share = ((ax - x) * uy - (ay - y) * ux) / cross
            if inches >= 0.0 and -1e-12 <= share <= 1.0 + 1e-12:
                least = min(least, inches)
        return least

    def corners(self) -> Iterator[Point]:
        """Yield the corners of the outline."""
        return (start for start, _end in self.edges)


class Round:
    """A measured disc. Its radius is 0 for a point, or if the rulebook measures from centres."""

    __slots__ = ("radius", "x", "y")

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x, self.y, self.radius = x, y, radius

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is in the disc."""
        return math.hypot(x - self.x, y - self.y) <= self.radius

    def cast(self, x: float, y: float, ux: float, uy: float) -> float:
        """Return the inches from (x, y) along the unit vector (ux, uy) to the disc; infinity for a miss."""
        dx, dy = self.x - x, self.y - y
        if dx * dx + dy * dy <= self.radius * self.radius:
            return 0.0
        middle = dx * ux + dy * uy
        offset = dx * uy - dy * ux
        squared_half_chord = (self.radius + 1e-9) ** 2 - offset * offset
        if middle < 0.0 or squared_half_chord < 0.0:
            return math.inf
        return max(middle - math.sqrt(squared_half_chord), 0.0)


class Turned:
    """A measured oval. In its own frame, whose units are half its length and half its width, it is a disc of radius 1.

    Straight lines and tangents stay such in the frame, so they are computed there.
    """

    __slots__ = ("_cos", "_half", "_side", "_sin", "base", "x", "y")

    def __init__(self, base: Oblong) -> None:
        self.base, self.x, self.y = base, base.x, base.y
        turn = radians_of(base.facing)
        self._cos, self._sin = math.cos(turn), math.sin(turn)
        self._half, self._side = base.length / 2, base.width / 2

    def _turned(self, dx: float, dy: float) -> Point:
        """Return a vector of the table in the frame of the oval."""
        return (dx * self._cos + dy * self._sin) / self._half, (dy * self._cos - dx * self._sin) / self._side

    def _on_table(self, p: float, q: float) -> Point:
        """Return the point of the table at (p, q) in the frame of the oval."""
        ahead, aside = p * self._half, q * self._side
        return self.x + ahead * self._cos - aside * self._sin, self.y + ahead * self._sin + aside * self._cos

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is in the oval."""
        p, q = self._turned(x - self.x, y - self.y)
        return p * p + q * q <= 1.0

    def cast(self, x: float, y: float, ux: float, uy: float) -> float:
        """Return the inches from (x, y) along the unit vector (ux, uy) to the oval; infinity if it is missed."""
        start_axial, start_lateral = self._turned(x - self.x, y - self.y)
        axial, lateral = self._turned(ux, uy)
        square = start_axial * start_axial + start_lateral * start_lateral
        if square <= 1.0:
            return 0.0
        speed, middle = axial * axial + lateral * lateral, start_axial * axial + start_lateral * lateral
        discriminant = middle * middle - speed * (square - (1.0 + 1e-9 / self._side) ** 2)
        if middle > 0.0 or discriminant < 0.0:
            return math.inf
        return max((-middle - math.sqrt(discriminant)) / speed, 0.0)

    def tangents(self, x: float, y: float) -> tuple[float, float] | None:
        """Return the bearings of the two tangents from a point, or None if the oval covers the point."""
        axial, lateral = self._turned(x - self.x, y - self.y)
        distance = math.hypot(axial, lateral)
        if distance <= 1.0:
            return None
        middle, half = math.atan2(lateral, axial), math.acos(1.0 / distance)
        touched = [self._on_table(math.cos(turn), math.sin(turn)) for turn in (middle - half, middle + half)]
        right, left = (math.atan2(ty - y, tx - x) for tx, ty in touched)
        return right, left

    def crossings(self, starts: Floats, ends: Floats) -> list[Point]:
        """Return the points at which edges, given by starts and ends (E, 2), cross the rim."""
        frames = []
        for spots in (starts, ends):
            dx, dy = spots[:, 0] - self.x, spots[:, 1] - self.y
            axial, lateral = dx * self._cos + dy * self._sin, dy * self._cos - dx * self._sin
            frames.append(np.column_stack((axial / self._half, lateral / self._side)))
        return [self._on_table(unit_x, unit_y) for unit_x, unit_y in rim_crossings(frames[0], frames[1], 0.0, 0.0, 1.0)]


Shape = Round | Turned | Outlined


def shape_of(measured: Footprint | Piece, from_edges: bool) -> Shape:
    """Return the shape from which a base (its area, or its centre) or a terrain piece (its outline) is measured."""
    if isinstance(measured, Disc):
        return Round(measured.x, measured.y, measured.radius if from_edges else 0.0)
    if isinstance(measured, Oblong):
        if not from_edges:
            return Round(measured.x, measured.y, 0.0)
        return Turned(measured) if measured.shape == "oval" else Outlined(geometry_of(measured))
    return _outlined_piece(measured)


@lru_cache(maxsize=256)
def _outlined_piece(piece: Piece) -> "Outlined":
    """Return the measured shape of a piece, from a cache."""
    return Outlined(piece.shape)


def closest_on(a: Point, b: Point, x: float, y: float) -> Point:
    """Return the point of the segment from a to b that is nearest to (x, y)."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    share = 0.0 if square == 0.0 else max(0.0, min(1.0, ((x - a[0]) * ex + (y - a[1]) * ey) / square))
    return a[0] + share * ex, a[1] + share * ey


def radial(disc: Round, end: Point) -> Line:
    """Return the line from the point of a disc nearest to `end`; its length is 0 if the disc covers `end`."""
    dx, dy = end[0] - disc.x, end[1] - disc.y
    distance = math.hypot(dx, dy)
    if distance <= disc.radius:
        return Line(end, end, 0.0)
    share = disc.radius / distance
    return Line((disc.x + dx * share, disc.y + dy * share), end, distance - disc.radius)


def between_rounds(a: Round | Disc, b: Round | Disc) -> Line:
    """Return the shortest line between two discs; its length is 0 if they touch or overlap."""
    dx, dy = b.x - a.x, b.y - a.y
    distance = math.hypot(dx, dy)
    inches = distance - a.radius - b.radius
    if inches <= 0.0:
        share = 0.5 if distance == 0.0 else min(1.0, max(0.0, (distance + a.radius - b.radius) / (2 * distance)))
        touch = (a.x + dx * share, a.y + dy * share)
        return Line(touch, touch, 0.0)
    start = (a.x + dx * a.radius / distance, a.y + dy * a.radius / distance)
    end = (b.x - dx * b.radius / distance, b.y - dy * b.radius / distance)
    return Line(start, end, inches)


def _footprint(shape: Round | Turned) -> Footprint:
    """Return the base that a measured shape stands for."""
    return shape.base if isinstance(shape, Turned) else Disc(shape.x, shape.y, shape.radius)


def _lines_to_outline(base: Round | Turned, outline: Outlined) -> list[Line]:
    """Return the shortest lines from a base to each edge of an outline; one of length 0 if it covers the centre."""
    if outline.covers(base.x, base.y):
        return [Line((base.x, base.y), (base.x, base.y), 0.0)]
    if isinstance(base, Round):
        return [radial(base, closest_on(corner, next_corner, base.x, base.y)) for corner, next_corner in outline.edges]
    nearest_pairs = [nearest_points_of_edge(base.base, corner, next_corner) for corner, next_corner in outline.edges]
    return [Line(start, end, math.hypot(end[0] - start[0], end[1] - start[1])) for start, end in nearest_pairs]


def _lines_between_outlines(a: Outlined, b: Outlined) -> list[Line]:
    """Return the lines from the corners of each outline to the edges of the other; one of length 0 if they meet."""
    if a.geometry.intersects(b.geometry):
        touch = a.geometry.intersection(b.geometry).representative_point()
        return [Line((touch.x, touch.y), (touch.x, touch.y), 0.0)]
    forth = [
        radial(Round(*corner, 0.0), closest_on(start, end, *corner)) for corner in a.corners() for start, end in b.edges
    ]
    back = [
        radial(Round(*corner, 0.0), closest_on(start, end, *corner)).reversed()
        for corner in b.corners()
        for start, end in a.edges
    ]
    return forth + back


def direct_lines(a: Shape, b: Shape) -> list[Line]:
    """Return the locally shortest lines between two shapes, shortest first."""
    if isinstance(a, Round) and isinstance(b, Round):
        return [between_rounds(a, b)]
    if isinstance(a, Outlined):
        if isinstance(b, Outlined):
            lines = _lines_between_outlines(a, b)
        else:
            lines = [line.reversed() for line in _lines_to_outline(b, a)]
    elif isinstance(b, Outlined):
        lines = _lines_to_outline(a, b)
    else:
        start, end = nearest_points(_footprint(a), _footprint(b))
        lines = [Line(start, end, math.hypot(end[0] - start[0], end[1] - start[1]))]
    return sorted(lines, key=lambda line: line.inches)


def rim_shares(starts: Floats, ends: Floats, x: float, y: float, radius: float) -> tuple[Floats, Floats]:
    """Return the parts of edges (E, 2), 0 to 1, after which their lines enter and leave a disc; NaN for a miss."""
    relative_starts, step = starts - (x, y), ends - starts
    a = (step * step).sum(axis=1)
    b = (relative_starts * step).sum(axis=1)
    discriminant = b * b - a * ((relative_starts * relative_starts).sum(axis=1) - radius * radius)
    root = np.sqrt(np.where((discriminant > 0.0) & (a > 0.0), discriminant, np.nan))
    return (-b - root) / a, (-b + root) / a


def rim_crossings(starts: Floats, ends: Floats, x: float, y: float, radius: float) -> list[Point]:
    """Return the points at which edges from `starts` to `ends` (E, 2) cross the rim of a disc; none for a point."""
    share = np.stack(rim_shares(starts, ends, x, y, radius))
    points = starts + (ends - starts) * share[:, :, None]
    return [(px, py) for px, py in points[(share >= 0.0) & (share <= 1.0) & (radius > 0.0)].tolist()]


# A line is blocked if more than this length of it (inches) is inside an impassable barricade.
BLOCKED = 1e-6
# Bearings at this distance (radians) to either side of a limit are tried as well.
_NEXT_TO = 1e-8
# Bearings that differ by less (radians) count as equal, because there is only one line between two points.
_ONE_LINE = 1e-12


def is_clear(walls: AreaIndex, line: Line) -> bool:
    """Return whether a line crosses no impassable barricade."""
    return walls.inside_length(*line.start, *line.end) <= BLOCKED


def clear_lines(walls: AreaIndex, a: Shape, b: Shape, longest: float = math.inf) -> list[Line]:
    """Return the shortest unblocked lines between two shapes, all of equal length; none if every line is blocked.

    Lines longer than `longest` inches are ignored. A shortest line that is not the direct line touches a corner of a
    wall. It has the best bearing through that corner, or it also touches a second corner. A base on another level may
    overhang a wall; then a line may also begin where the wall's face leaves the base.
    """
    shortest: list[Line] = []
    _add_clear(shortest, direct_lines(a, b), walls, longest)
    _add_clear(shortest, _lines_to_crossings(walls, a, b), walls, longest)
    lower_bounds = _least_through(walls, a, b)
    for index in np.argsort(lower_bounds, kind="stable"):
        if lower_bounds[index] > (shortest[0].inches + EQUALLY_SHORT if shortest else longest):
            break
        x, y = walls.corners[index].tolist()
        _add_clear(shortest, _lines_through(walls, (x, y), a, b), walls, longest)
    return shortest


def _lines_to_crossings(walls: AreaIndex, a: Shape, b: Shape) -> Iterator[Line]:
    """Yield the lines that end at a point where a wall's face meets the outline of a piece or an overhanging base."""
    at_a, at_b = ([Round(x, y, 0.0) for x, y in _wall_crossings(walls, shape)] for shape in (a, b))
    for first, second in ((at_a, [b]), ([a], at_b), (at_a, at_b)):
        for shape_a in first:
            for shape_b in second:
                yield from direct_lines(shape_a, shape_b)


def _wall_crossings(walls: AreaIndex, shape: Shape) -> list[Point]:
    """Return the points at which the outline of a shape crosses a wall."""
    if isinstance(shape, Round):
        x, y, radius = shape.x, shape.y, shape.radius
        if walls.occupancy.disc_is_clear(x, y, radius):
            return []
        return rim_crossings(*walls.edges_near(x - radius, y - radius, x + radius, y + radius), x, y, radius)
    if isinstance(shape, Turned):
        x, y, radius = shape.x, shape.y, shape.base.radius
        if walls.occupancy.disc_is_clear(x, y, radius):
            return []
        return shape.crossings(*walls.edges_near(x - radius, y - radius, x + radius, y + radius))
    crossings = shapely.intersection(shape.geometry.boundary, walls.union.boundary)
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(crossings)]


def _add_clear(best: list[Line], lines: Iterable[Line], walls: AreaIndex, longest: float) -> None:
    """Add clear lines to `best`, in which only the shortest lines, all of equal length, remain, sorted by length."""
    for line in lines:
        shortest = best[0].inches if best else longest
        if line.inches <= shortest + EQUALLY_SHORT and is_clear(walls, line):
            best.append(line)
            best.sort(key=lambda other: other.inches)
            best[:] = [other for other in best if other.inches <= best[0].inches + EQUALLY_SHORT]


def _least_through(walls: AreaIndex, a: Shape, b: Shape) -> Floats:
    """Return a lower bound, in inches, on the length of a line through each corner."""
    least = np.zeros(len(walls.corners))
    for shape in (a, b):
        if not isinstance(shape, Outlined):
            distance = np.hypot(walls.corners[:, 0] - shape.x, walls.corners[:, 1] - shape.y)
            least += np.maximum(distance - _footprint(shape).radius, 0.0)
    return least


def _lines_through(walls: AreaIndex, corner: Point, a: Shape, b: Shape) -> Iterator[Line]:
    """Yield candidates for the shortest clear line from a to b through one corner."""
    x, y = corner

    def line_at(bearing: float) -> Line | None:
        """Return the line through the corner at a bearing, or None if it misses a shape."""
        ux, uy = math.cos(bearing), math.sin(bearing)
        back, forth = a.cast(x, y, -ux, -uy), b.cast(x, y, ux, uy)
        if math.isinf(back) or math.isinf(forth):
            return None
        return Line((x - ux * back, y - uy * back), (x + ux * forth, y + uy * forth), back + forth)

    def length_at(bearing: float) -> float:
        """Return the length of the line at a bearing; infinity if it misses a shape."""
        line = line_at(bearing)
        return math.inf if line is None else line.inches

    # The best line has the bearing at which it is shortest, or it touches something else as well.
    if isinstance(a, Round) and isinstance(b, Round):
        low, high = _common_bearings(corner, a, b)
        if low > high:
            return
        walls_met = [math.atan2(py - y, px - x) for shape in (a, b) for px, py in _wall_crossings(walls, shape)]
        critical_bearings = np.concatenate((_bearings_to_others(walls, corner), walls_met, np.add(walls_met, math.pi)))
        offsets = np.remainder(critical_bearings - low, 2 * math.pi)
        bearings = (low + offsets[offsets <= high - low]).tolist()
        bearings.append(_shortest_bearing(corner, a, b, low, high))
    else:
        bearings = _bearings_to_others(walls, corner).tolist()
        bearings += _best_bearings(walls, corner, a, b, length_at)
    for bearing in bearings:
        line = line_at(bearing)
        if line is not None:
            yield line


def _common_bearings(corner: Point, a: Round, b: Round) -> tuple[float, float]:
    """Return the first and last bearing of lines through a corner that meet both discs; first > last if none does."""
    middle_a, half_a = _bearing_and_half_angle(a.x, a.y, *corner, a.radius)
    middle_b, half_b = _bearing_and_half_angle(*corner, b.x, b.y, b.radius)
    offset = _within_half_a_turn(middle_b - middle_a)
    return middle_a + max(-half_a, offset - half_b), middle_a + min(half_a, offset + half_b) + _ONE_LINE


def _bearing_and_half_angle(px: float, py: float, qx: float, qy: float, radius: float) -> tuple[float, float]:
    """Return the bearing from p to q, and half the angle under which a disc round one looks from the other."""
    distance = math.hypot(qx - px, qy - py)
    half = math.asin(radius / distance) if distance > radius else math.pi
    return math.atan2(qy - py, qx - px), half


def _bearings_to_others(walls: AreaIndex, corner: Point) -> Floats:
    """Return the bearings of the lines through a corner and each other corner, in both directions."""
    step = walls.corners - corner
    step = step[step.any(axis=1)]
    bearings = np.arctan2(step[:, 1], step[:, 0])
    return np.concatenate((bearings, bearings + math.pi))


def _shortest_bearing(corner: Point, a: Round, b: Round, low: float, high: float) -> float:
    """Return the bearing, from `low` to `high`, of the shortest line through a corner from disc to disc."""
    x, y = corner
    discs = (
        (math.hypot(x - a.x, y - a.y), math.atan2(y - a.y, x - a.x), a.radius),
        (math.hypot(b.x - x, b.y - y), math.atan2(b.y - y, b.x - x), b.radius),
    )
    while high - low > 1e-10:
        bearing, slope = (low + high) / 2, 0.0
        for distance, middle, radius in discs:
            if distance > radius:
                aside, ahead = distance * math.sin(bearing - middle), distance * math.cos(bearing - middle)
                slope += aside * ahead / math.sqrt(max(radius * radius - aside * aside, 1e-18)) - aside
        low, high = (low, bearing) if slope > 0.0 else (bearing, high)
    return (low + high) / 2


def _best_bearings(
    walls: AreaIndex, corner: Point, a: Shape, b: Shape, length_at: Callable[[float], float]
) -> list[float]:
    """Return candidate bearings of the shortest line through a corner: limits, and minima between neighbouring limits.

    Between neighbouring limits, the line meets the same two edges, and its length has a single minimum.
    """
    limits = sorted({*_limiting_bearings(walls, corner, a, math.pi), *_limiting_bearings(walls, corner, b, 0.0)})
    bearings = list(limits)
    for low, high in zip(limits, [*limits[1:], limits[0] + 2 * math.pi]):
        low, high = low + _NEXT_TO, high - _NEXT_TO
        if low >= high or math.isinf(length_at((low + high) / 2)):
            continue
        bearings += [low, high]
        falls = length_at(low + _NEXT_TO) < length_at(low)
        if falls and length_at(high - _NEXT_TO) < length_at(high):
            bearings.append(_least_bearing(length_at, low, high))
    return bearings


def _limiting_bearings(walls: AreaIndex, corner: Point, shape: Shape, turn: float) -> Iterator[float]:
    """Yield the bearings, plus `turn`, at which a line through a corner begins to meet another edge of a shape.

    These are the bearings of a disc's tangents, of an outline's corners, and of its crossings with walls.
    """
    if isinstance(shape, Outlined):
        for x, y in [*shape.corners(), *_wall_crossings(walls, shape)]:
            yield _within_half_a_turn(math.atan2(y - corner[1], x - corner[0]) + turn)
    elif isinstance(shape, Turned):
        tangents = shape.tangents(*corner) or (turn - math.pi, turn)
        crossings = [math.atan2(y - corner[1], x - corner[0]) for x, y in _wall_crossings(walls, shape)]
        yield from (_within_half_a_turn(bearing + turn) for bearing in (*tangents, *crossings))
    else:
        middle, half = _bearing_and_half_angle(*corner, shape.x, shape.y, shape.radius)
        yield _within_half_a_turn(middle - half + turn)
        yield _within_half_a_turn(middle + half + turn)


def _within_half_a_turn(bearing: float) -> float:
    """Return a bearing as an angle from -π to π."""
    return math.remainder(bearing, 2 * math.pi)


def _least_bearing(length_at: Callable[[float], float], low: float, high: float) -> float:
    """Return the bearing from `low` to `high` at which a length with one minimum is least, to about 1e-9 radians."""
    return next((low + high) / 2 for low, high, _left, _right in brackets(length_at, low, high) if high - low <= 1e-9)

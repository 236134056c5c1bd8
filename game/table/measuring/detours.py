"""Lines past impassable barricades: the shortest straight line between two shapes that does not cross any."""

import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import shapely

from game.table.measuring.lines import EQUALLY_SHORT, Line, Outlined, Round, Shape, direct_lines, rim_crossings
from game.table.terrain.area import AreaIndex, Floats, Point

# A line is blocked if more than this length of it (inches) is inside an impassable barricade.
BLOCKED = 1e-6
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
# Bearings at this distance (radians) to either side of a limit are tried as well.
_NEXT_TO = 1e-8
# Bearings that differ by less (radians) count as equal, because there is only one line between two points.
_ONE_LINE = 1e-12


def is_clear(walls: AreaIndex, line: Line) -> bool:
    """Return whether a line crosses no impassable barricade."""
    return walls.inside_length(*line.start, *line.end) <= BLOCKED


def clear_lines(walls: AreaIndex, a: Shape, b: Shape, longest: float = math.inf) -> list[Line]:
    """Return the shortest unblocked lines between two shapes, all of equal length; empty if every line is blocked.

    Lines longer than `longest` inches are ignored. A shortest line that is not the direct line touches a corner of a
    wall. It has the best bearing through that corner, or is limited by a second corner. A base on another level may
    overhang a wall; then a line may also begin where the wall's face leaves the base.
    """
    shortest: list[Line] = []
    _add_clear(shortest, direct_lines(a, b), walls, longest)
    _add_clear(shortest, _to_crossings(walls, a, b), walls, longest)
    least = _least_through(walls, a, b)
    for at in np.argsort(least, kind="stable"):
        if least[at] > (shortest[0].inches + EQUALLY_SHORT if shortest else longest):
            break
        x, y = walls.corners[at].tolist()
        _add_clear(shortest, _through(walls, (x, y), a, b), walls, longest)
    return shortest


def _to_crossings(walls: AreaIndex, a: Shape, b: Shape) -> Iterator[Line]:
    """Yield the lines that end at a point where a wall's face meets the outline of a piece or an overhanging base."""
    at_a, at_b = ([Round(x, y, 0.0) for x, y in _crossings(walls, shape)] for shape in (a, b))
    for first, second in ((at_a, [b]), ([a], at_b), (at_a, at_b)):
        for one in first:
            for other in second:
                yield from direct_lines(one, other)


def _crossings(walls: AreaIndex, shape: Shape) -> list[Point]:
    if isinstance(shape, Round):
        x, y, radius = shape.x, shape.y, shape.radius
        if walls.occupancy.disc_is_clear(x, y, radius):
            return []
        return rim_crossings((x, y), radius, *walls.edges_near(x - radius, y - radius, x + radius, y + radius))
    met = shapely.intersection(shape.geometry.boundary, walls.union.boundary)
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(met)]


def _add_clear(best: list[Line], lines: Iterable[Line], walls: AreaIndex, longest: float) -> None:
    """Add clear lines to `best`, which keeps only the shortest lines, all of equal length, sorted by length."""
    for line in lines:
        shortest = best[0].inches if best else longest
        if line.inches <= shortest + EQUALLY_SHORT and is_clear(walls, line):
            best.append(line)
            best.sort(key=lambda other: other.inches)
            best[:] = [other for other in best if other.inches <= best[0].inches + EQUALLY_SHORT]


def _least_through(walls: AreaIndex, a: Shape, b: Shape) -> Floats:
    """Return a lower bound on the length of a line through each corner, in inches."""
    least = np.zeros(len(walls.corners))
    for shape in (a, b):
        if isinstance(shape, Round):
            far = np.hypot(walls.corners[:, 0] - shape.x, walls.corners[:, 1] - shape.y)
            least += np.maximum(far - shape.radius, 0.0)
    return least


def _through(walls: AreaIndex, corner: Point, a: Shape, b: Shape) -> Iterator[Line]:
    """Yield candidates for the shortest clear line from a to b through one corner."""
    x, y = corner

    def line_at(bearing: float) -> Line | None:
        ux, uy = math.cos(bearing), math.sin(bearing)
        back, forth = a.cast(x, y, -ux, -uy), b.cast(x, y, ux, uy)
        if math.isinf(back) or math.isinf(forth):
            return None
        return Line((x - ux * back, y - uy * back), (x + ux * forth, y + uy * forth), back + forth)

    def length_at(bearing: float) -> float:
        line = line_at(bearing)
        return math.inf if line is None else line.inches

    if isinstance(a, Round) and isinstance(b, Round):
        low, high = _common_bearings(corner, a, b)
        if low > high:
            return
        walls_met = [math.atan2(py - y, px - x) for shape in (a, b) for px, py in _crossings(walls, shape)]
        others = np.concatenate((_bearings_to_others(walls, corner), walls_met, np.add(walls_met, math.pi)))
        beside = np.remainder(others - low, 2 * math.pi)
        bearings = (low + beside[beside <= high - low]).tolist()
        bearings.append(_shortest_bearing(corner, a, b, low, high))
    else:
        bearings = _bearings_to_others(walls, corner).tolist()
        bearings += _best_bearings(walls, corner, a, b, length_at)
    for bearing in bearings:
        line = line_at(bearing)
        if line is not None:
            yield line


def _common_bearings(corner: Point, a: Round, b: Round) -> tuple[float, float]:
    """Return the range of bearings of lines through a corner that meet both discs; no line does if low exceeds high."""
    middle_a, half_a = _view(a.x, a.y, *corner, a.radius)
    middle_b, half_b = _view(*corner, b.x, b.y, b.radius)
    apart = _principal(middle_b - middle_a)
    return middle_a + max(-half_a, apart - half_b), middle_a + min(half_a, apart + half_b) + _ONE_LINE


def _view(px: float, py: float, qx: float, qy: float, radius: float) -> tuple[float, float]:
    """Return the bearing from p to q, and half the angle under which a disc at one point appears from the other."""
    far = math.hypot(qx - px, qy - py)
    half = math.asin(radius / far) if far > radius else math.pi
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
        for far, middle, radius in discs:
            if far > radius:
                aside, ahead = far * math.sin(bearing - middle), far * math.cos(bearing - middle)
                slope += aside * ahead / math.sqrt(max(radius * radius - aside * aside, 1e-18)) - aside
        low, high = (low, bearing) if slope > 0.0 else (bearing, high)
    return (low + high) / 2


def _best_bearings(
    walls: AreaIndex, corner: Point, a: Shape, b: Shape, length_at: Callable[[float], float]
) -> list[float]:
    """Return candidates for the bearing of the shortest line through a corner: limits, and minima between limits.

    Between neighbouring limits, the line meets the same two edges, and its length has a single minimum.
    """
    limits = sorted({*_limits(walls, corner, a, math.pi), *_limits(walls, corner, b, 0.0)})
    bearings = list(limits)
    for low, high in zip(limits, [*limits[1:], limits[0] + 2 * math.pi]):
        low, high = low + _NEXT_TO, high - _NEXT_TO
        if low >= high or math.isinf(length_at((low + high) / 2)):
            continue
        bearings += [low, high]
        falls = length_at(low + _NEXT_TO) < length_at(low)
        if falls and length_at(high - _NEXT_TO) < length_at(high):
            bearings.append(_golden(length_at, low, high))
    return bearings


def _limits(walls: AreaIndex, corner: Point, shape: Shape, turn: float) -> Iterator[float]:
    """Yield the bearings at which a line through a corner begins to meet another edge of a shape, plus `turn`.

    These are the bearings of a disc's tangents, of an outline's corners, and of its crossings with walls.
    """
    if isinstance(shape, Outlined):
        for x, y in [*shape.corners(), *_crossings(walls, shape)]:
            yield _principal(math.atan2(y - corner[1], x - corner[0]) + turn)
    else:
        middle, half = _view(*corner, shape.x, shape.y, shape.radius)
        yield _principal(middle - half + turn)
        yield _principal(middle + half + turn)


def _principal(bearing: float) -> float:
    return math.remainder(bearing, 2 * math.pi)


def _golden(length_at: Callable[[float], float], low: float, high: float) -> float:
    """Return the bearing between two others at which a function with one valley is least, to about 1e-9 radians."""
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = length_at(left), length_at(right)
    while high - low > 1e-9:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = length_at(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = length_at(right)
    return (low + high) / 2

"""Lines that slip past impassable barricades: the shortest straight one between two shapes that crosses none."""

import math
from collections.abc import Callable, Iterator

from game.table.area import AreaIndex, Point
from game.table.lines import EQUALLY_SHORT, Line, Outlined, Round, Shape, direct_lines

# A line is blocked by more than this many inches inside an impassable barricade.
BLOCKED = 1e-6
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
_BEARINGS = 180


def is_clear(walls: AreaIndex, line: Line) -> bool:
    """Whether a line crosses no impassable barricade."""
    return walls.inside_length(*line.start, *line.end) <= BLOCKED


def clear_lines(walls: AreaIndex, a: Shape, b: Shape) -> list[Line]:
    """Return the shortest unblocked line between two shapes and its equals; nothing if every line is blocked.

    A shortest line that is not the direct one touches a corner of a wall: either it has the best bearing through
    that corner, or it is held there by a second corner.
    """
    candidates = direct_lines(a, b)
    candidates += [line for corner in _corners(walls) for line in _through(walls, corner, a, b)]
    found: list[Line] = []
    for line in sorted(candidates, key=lambda line: line.inches):
        if found and line.inches > found[0].inches + EQUALLY_SHORT:
            break
        if is_clear(walls, line):
            found.append(line)
    return found


def _corners(walls: AreaIndex) -> list[Point]:
    return [(float(x), float(y)) for x, y in walls.corners]


def _through(walls: AreaIndex, corner: Point, a: Shape, b: Shape) -> Iterator[Line]:
    """Yield the lines from a to b through one corner that may be the shortest clear one."""
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

    bearings = list(_bearings_to_others(walls, corner))
    bearings += _best_bearings(corner, a, b, length_at)
    for bearing in bearings:
        line = line_at(bearing)
        if line is not None:
            yield line


def _bearings_to_others(walls: AreaIndex, corner: Point) -> Iterator[float]:
    for x, y in _corners(walls):
        if (x, y) != corner:
            bearing = math.atan2(y - corner[1], x - corner[0])
            yield bearing
            yield bearing + math.pi


def _best_bearings(corner: Point, a: Shape, b: Shape, length_at: Callable[[float], float]) -> list[float]:
    """Return the bearings at which the line through a corner is shortest among its neighbours."""
    marks = sorted({*_tries(corner, a, math.pi), *_tries(corner, b, 0.0)})
    lengths = [length_at(mark) for mark in marks]
    best = []
    for number, (mark, length) in enumerate(zip(marks, lengths)):
        before, after = lengths[number - 1], lengths[(number + 1) % len(lengths)]
        if math.isfinite(length) and length <= before and length <= after:
            low = marks[number - 1] if number else mark
            high = marks[number + 1] if number + 1 < len(marks) else mark
            best += [mark, _golden(length_at, low, high)]
    return best


def _tries(corner: Point, shape: Shape, turn: float) -> Iterator[float]:
    """Yield bearings that cover a shape as seen from a corner, turned about where the shape lies behind it."""
    x, y = corner
    if isinstance(shape, Outlined):
        points = list(shape.corners())
        spread = [math.atan2(py - y, px - x) for px, py in points]
        uniform = [2 * math.pi * k / _BEARINGS for k in range(_BEARINGS)]
        for bearing in spread + uniform:
            yield _principal(bearing + turn)
        return
    far = math.hypot(shape.x - x, shape.y - y)
    middle = math.atan2(shape.y - y, shape.x - x)
    half = math.asin(min(1.0, shape.radius / far)) if far > shape.radius else math.pi
    steps = 24 if half > 0.0 else 0
    for k in range(-steps, steps + 1):
        yield _principal(middle + turn + (half * k / steps if steps else 0.0))


def _principal(bearing: float) -> float:
    return math.remainder(bearing, 2 * math.pi)


def _golden(length_at: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function with one valley between two bearings is least, to about 1e-9 radians."""
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


def clear_line_to_point(walls: AreaIndex, origin: Round, end: Point) -> list[Line]:
    """Return the shortest unblocked line from a disc to a point and its equals; nothing if all are blocked."""
    return clear_lines(walls, origin, Round(end[0], end[1], 0.0))

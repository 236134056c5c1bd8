"""The arc a base faces, as half planes through its centre: all bearings at most half its width from the facing."""

import math
from functools import lru_cache

from shapely.geometry import Polygon

from game.table.facing import radians_of
from game.table.shapes import Disc

HalfPlane = tuple[float, float]
"""The unit vector pointing into a half plane whose edge runs through the observer's centre; the edge belongs to it."""
Part = tuple[HalfPlane, ...]
"""A convex part of an arc: what lies in all of its half planes."""

ALL_ROUND: tuple[Part, ...] = ((),)
# How far a drawn arc reaches, in inches: beyond every table.
_FAR = 1000.0


@lru_cache(maxsize=4096)
def parts(facing: int | None, width: float | None) -> tuple[Part, ...]:
    """Return the convex parts of an arc of `width` degrees; without facing or width one looks all round.

    An arc of up to 180 degrees is one part, a wider one the union of two half planes.
    """
    if facing is None or width is None or width >= 360.0:
        return ALL_ROUND
    middle, half = radians_of(facing), math.radians(width / 2)
    aside = half - math.pi / 2
    left, right = _unit(middle + aside), _unit(middle - aside)
    if aside > 0.0:
        return (left,), (right,)
    return ((left,) if left == right else (left, right),)


def _unit(radians: float) -> HalfPlane:
    return math.cos(radians), math.sin(radians)


def turn_missing(observer: Disc, target: Disc, width: float | None) -> float:
    """Return the degrees an observer must turn to have any part of a target in its arc; 0 if it has."""
    far = math.hypot(target.x - observer.x, target.y - observer.y)
    if observer.facing is None or width is None or far <= target.radius:
        return 0.0
    bearing = math.atan2(target.y - observer.y, target.x - observer.x)
    off = abs(math.remainder(bearing - radians_of(observer.facing), math.tau))
    return max(0.0, math.degrees(off - math.asin(target.radius / far)) - width / 2)


def in_arc(observer: Disc, x: float, y: float, width: float | None, tolerance: float = 1e-9) -> bool:
    """Return whether a point lies in an observer's arc of `width` degrees, edges included."""
    dx, dy = x - observer.x, y - observer.y
    return any(
        all(ahead[0] * dx + ahead[1] * dy >= -tolerance for ahead in part) for part in parts(observer.facing, width)
    )


def sector(observer: Disc, width: float | None, reach: float = _FAR) -> Polygon:
    """Return an observer's arc as a polygon, `reach` inches from its centre (its rim bulges out between corners)."""
    if observer.facing is None or width is None or width >= 360.0:
        first, angle = 0.0, math.tau
    else:
        first, angle = radians_of(observer.facing) - math.radians(width / 2), math.radians(width)
    steps = max(2, math.ceil(angle / math.radians(5.0)))
    rim = reach / math.cos(angle / steps / 2)
    corners = [
        (
            observer.x + rim * math.cos(first + angle * step / steps),
            observer.y + rim * math.sin(first + angle * step / steps),
        )
        for step in range(steps + 1)
    ]
    return Polygon(corners if angle >= math.tau else [(observer.x, observer.y), *corners])

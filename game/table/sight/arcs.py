"""The arc that a base faces, as half planes through its centre; it extends by half its width to either side."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon

from game.table.facing import radians_of
from game.table.shapes import Disc
from game.table.terrain.area import Floats

HalfPlane = tuple[float, float]
"""The unit vector into a half plane whose edge goes through the observer's centre; the edge belongs to it."""
Part = tuple[HalfPlane, ...]
"""A convex part of an arc: the intersection of its half planes."""

ALL_ROUND: tuple[Part, ...] = ((),)
# The radius of a drawn arc in inches, larger than every table.
_FAR = 1000.0


@lru_cache(maxsize=4096)
def parts(facing: int | None, width: float | None) -> tuple[Part, ...]:
    """Return the convex parts of an arc of `width` degrees; without facing or width, the arc is all round.

    An arc of up to 180 degrees is one part; a wider arc is the union of two half planes.
    """
    if facing is None or width is None or width >= 360.0:
        return ALL_ROUND
    middle, half = radians_of(facing), math.radians(width / 2)
    aside = half - math.pi / 2
    left, right = _unit_vector(middle + aside), _unit_vector(middle - aside)
    if aside > 0.0:
        return (left,), (right,)
    return ((left,) if left == right else (left, right),)


def _unit_vector(radians: float) -> HalfPlane:
    """Return the unit vector at an angle."""
    return math.cos(radians), math.sin(radians)


def turn_missing(observer: Disc, target: Disc, width: float | None) -> float:
    """Return the degrees by which an observer must turn to have part of a target in its arc; 0 if it has already."""
    distance = math.hypot(target.x - observer.x, target.y - observer.y)
    if observer.facing is None or width is None or distance <= target.radius:
        return 0.0
    bearing = math.atan2(target.y - observer.y, target.x - observer.x)
    angle_off = abs(math.remainder(bearing - radians_of(observer.facing), math.tau))
    return max(0.0, math.degrees(angle_off - math.asin(target.radius / distance)) - width / 2)


def in_arc(
    observer: Disc, x: float | Floats, y: float | Floats, width: float | None, tolerance: float | Floats = 1e-9
) -> NDArray[np.bool_]:
    """Return which points are in an observer's arc of `width` degrees, or outside it by at most `tolerance` inches."""
    dx, dy = np.asarray(x - observer.x), np.asarray(y - observer.y)
    in_half_planes = [[hx * dx + hy * dy >= -tolerance for hx, hy in part] for part in parts(observer.facing, width)]
    return np.asarray(np.any([np.all(part, axis=0) for part in in_half_planes], axis=0))


def sector(observer: Disc, width: float | None, reach: float = _FAR) -> Polygon:
    """Return an observer's arc as a polygon that contains the arc with radius `reach` inches."""
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

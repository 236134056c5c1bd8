"""The points in range behind impassable barricades, to which distances are measured around a corner.

If the direct line to a point is blocked, the shortest clear line counts, which touches a corner of a wall. Through each
corner there is exactly one such line to a point, so the points reached through one corner form a fan of rays from it.
If a point is reached through two corners, the shorter line counts, even if its range is larger.
"""

import math
from collections.abc import Iterator
from functools import cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.measuring.detours import BLOCKED
from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.fans import Origin, polygons_of_fans, solid
from game.table.shapes import Bounds
from game.table.terrain.area import Floats, polygons_of

# Inches by which parts of a region are grown before their union and shrunk afterwards, so that no crack stays open.
_SEAM = 1e-4
# Hidden areas narrower than twice this number of inches are ignored.
_NARROW = 1e-3
_RIM, _FEW = 512, 16
_INSIDE = ((0.75, 48), (0.5, 32), (0.25, 16), (0.0, 1))


class Shadows:
    """The part of a reach (perhaps only in a box) that is hidden from direct lines, and its points in range."""

    def __init__(self, origin: Origin, visible: BaseGeometry, box: Bounds | None = None) -> None:
        self._origin = origin
        self._visible = visible
        whole = shapely.Point(origin.x, origin.y).buffer(origin.span + origin.limit, quad_segs=48)
        self._whole = whole if box is None else shapely.intersection(whole, shapely.box(*box))
        pockets = shapely.buffer(shapely.difference(self._whole, visible), -_NARROW, quad_segs=1)
        boxes = [pocket.bounds for pocket in polygons_of(pockets)]
        self._fans = [fan for fan in origin.fans if any(fan.may_meet(pocket) for pocket in boxes)]

    @cached_property
    def _in_range(self) -> list[BaseGeometry]:
        """The areas in range by clear lines through each corner."""
        if self._origin.level_cost is not None and self._origin.in_terrain:
            return [fan.between_levels() for fan in self._fans]
        return polygons_of_fans(self._origin, self._fans, paying=True)

    @cached_property
    def _reached(self) -> list[BaseGeometry]:
        """The areas that clear lines through each corner reach if terrain costs nothing."""
        if not self._origin.in_terrain:
            return self._in_range
        return polygons_of_fans(self._origin, self._fans, paying=False)

    @cached_property
    def _shade(self) -> BaseGeometry:
        """The area hidden from direct lines, with a seam of overlap."""
        return shapely.difference(self._whole, shapely.buffer(self._visible, -_SEAM, quad_segs=1))

    @cached_property
    def points(self) -> BaseGeometry:
        """The area in range around corners."""
        shaded = [solid(part) for part in shapely.intersection(self._in_range, self._shade)]
        return shapely.union_all([self._without_dearer(n, part) for n, part in enumerate(shaded) if not part.is_empty])

    def _without_dearer(self, number: int, part: BaseGeometry) -> BaseGeometry:
        """Return a fan's part without the points that have a shorter line, through another corner, out of range."""
        fan = self._fans[number]
        for n, other in enumerate(self._fans if self._origin.in_terrain else ()):
            if n == number or not shapely.intersects(part, self._reached[n]):
                continue
            dear = solid(shapely.difference(shapely.intersection(part, self._reached[n]), self._in_range[n]))
            if shapely.area(dear) >= 1e-6:
                part = solid(shapely.difference(part, solid(shapely.intersection(dear, fan.farther_than(other)))))
        return part

    def joined(self, direct: BaseGeometry) -> BaseGeometry:
        """Return the area in range by direct lines and around corners together, without cracks between them."""
        if shapely.is_empty(self.points):
            return direct
        grown = [shapely.buffer(part, _SEAM, quad_segs=1, join_style="mitre") for part in (direct, self.points)]
        return shapely.buffer(shapely.union_all(grown), -_SEAM, quad_segs=1, join_style="mitre")


@cache
def _unit_spots() -> list[Floats]:
    """Return sample points of a disc with radius 1 in two arrays: a few from all round the rim, then all others."""
    rim, parts = np.linspace(0.0, 2 * math.pi, _RIM, endpoint=False), []
    few = np.arange(_RIM) % _FEW == 0
    for radius, bearing in (
        (1.0, rim[few]),
        (1.0, rim[~few]),
        *((share, np.linspace(0.0, 2 * math.pi, count, endpoint=False)) for share, count in _INSIDE),
    ):
        parts.append(np.stack((radius * np.cos(bearing), radius * np.sin(bearing)), axis=1))
    return [parts[0], np.concatenate(parts[1:])]


def disc_costs(origin: Origin, policy: MeasuringPolicy, disc: tuple[float, float, float]) -> Iterator[Floats]:
    """Yield the ranges of sample points of a disc (x, y, radius): first of a few points, then of all others."""
    x, y, radius = disc
    for spots in _unit_spots():  # slightly inside, without points of contact
        yield point_costs(origin, policy, np.array((x, y)) + spots * max(radius - 2 * BLOCKED, 0.0))


def point_costs(origin: Origin, policy: MeasuringPolicy, points: Floats) -> Floats:
    """Return the ranges of points (M, 2), each along its own shortest clear line; infinity without one."""
    offset = points - np.array((origin.x, origin.y))
    far = np.hypot(offset[:, 0], offset[:, 1])
    share = np.minimum(origin.span / np.where(far > 0.0, far, 1.0), 1.0)
    starts = np.array((origin.x, origin.y)) + offset * share[:, None]
    length = np.maximum(far - origin.span, 0.0)
    hidden = np.flatnonzero(origin.wall_inches(starts, points) > BLOCKED)
    if hidden.size:
        starts[hidden], length[hidden] = _round_corners(origin, points[hidden])
    reached = np.isfinite(length)
    terrain = np.zeros(len(points))
    terrain[reached] = origin.terrain_inches(starts[reached], points[reached])
    return np.where(reached, policy.costs(np.where(reached, length, 0.0), terrain), np.inf)


def _round_corners(origin: Origin, points: Floats) -> tuple[Floats, Floats]:
    """Return the starts of the shortest clear lines to hidden points, and their inches, or infinity."""
    starts, length = points.copy(), np.full(len(points), np.inf)
    fans = origin.fans
    if not fans:
        return starts, length
    through = np.stack([fan.length_to(points[:, 0], points[:, 1]) for fan in fans], axis=1)
    corners = np.array([(fan.x, fan.y) for fan in fans])
    left = np.arange(len(points))
    while left.size:  # for each point, try the shortest line first, then the next
        best = through[left].argmin(axis=1)
        inches = through[left, best]
        possible = np.isfinite(inches)
        left, best, inches = left[possible], best[possible], inches[possible]
        there = points[left]
        step = there - corners[best]
        size = np.hypot(step[:, 0], step[:, 1])
        rims = there - step / np.where(size > 0.0, size, 1.0)[:, None] * inches[:, None]
        clear = origin.wall_inches(rims, there) <= BLOCKED
        starts[left[clear]], length[left[clear]] = rims[clear], inches[clear]
        through[left, best] = np.inf
        left = left[~clear]
    return starts, length

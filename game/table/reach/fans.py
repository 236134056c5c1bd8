"""The origin of a reach, and the points in range behind impassable barricades, measured around a corner.

If the direct line to a point is blocked, the shortest clear line counts, which touches a corner of a wall. Through each
corner there is exactly one such line to a point, so the points reached through one corner form a fan of rays from it.
If a point is reached through two corners, the shorter line counts, even if terrain makes it cost more.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache, partial

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.measuring.lines import BLOCKED, rim_crossings
from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.between_levels import LevelCost
from game.table.reach.rays import (
    Extents,
    FurtherBearings,
    Intervals,
    extents,
    first_stops,
    line_crossings,
    near_misses,
    no_further_bearings,
    radial_crossings,
    refine,
    stretches,
    within_a_turn,
)
from game.table.shapes import Bounds
from game.table.terrain.area import AreaIndex, Floats, polygons_of

# Bearings all round. The last is just beside the first, and no ray is exactly parallel to a straight edge.
_ALL_ROUND = np.linspace(-math.pi + 5e-9, math.pi - 3e-9, 361)
# Radians to either side of a corner at which bearings are added.
_BESIDE = 1e-6
# Radians added on either side to the bearings in which a box is seen.
_ASIDE = 0.01
# Inches of tolerance for a corner on the rim of the origin.
_ON_RIM = 1e-9
# Evenly spread positions on a fan's width, denser towards both sides.
_SPREAD = np.sin(np.linspace(-math.pi / 2, math.pi / 2, 49))
# The number of even bearings of a fan in each radian.
_PER_RADIAN = 120
# The halvings of a ray that find the point beyond which another line is shorter.
_HALVINGS = 30
# Radians between the bearings of fans computed together, more than any fan spans.
_APART = 8.0

Window = tuple[float, float] | None
"""The first and last bearing of a search, or None for all round."""


class Origin:
    """An origin disc, with the terrain and walls near it.

    No point `limit` inches away or farther is in range, even without terrain. `terrain` and `walls` hold edges.
    """

    def __init__(
        self, disc: tuple[float, float, float], limit: float, area: AreaIndex, walls: AreaIndex, cost: LevelCost | None
    ) -> None:
        self.x, self.y, self.span = disc
        self.limit, self.level_cost = limit, cost
        self._area, self._walls = area, walls
        reach = self.span + limit
        box = self.x - reach, self.y - reach, self.x + reach, self.y + reach
        self.terrain, self.walls = area.edges_near(*box), walls.edges_near(*box)
        self.in_terrain, self.walled = (len(corners) > 0 for corners, _following in (self.terrain, self.walls))

    def bearings(self, window: Window = None) -> Floats:
        """Return the first bearings to measure: even ones, and ones on both sides of each corner; all in the window."""
        marks = [_ALL_ROUND]
        for corners, _following in (self.terrain, self.walls):
            dx, dy = corners[:, 0] - self.x, corners[:, 1] - self.y
            near = np.hypot(dx, dy) <= self.span + self.limit
            bearing = np.arctan2(dy[near], dx[near])
            marks += [bearing - _BESIDE, bearing + _BESIDE]
        bearings = np.concatenate(marks)
        bearings = np.where(bearings < -math.pi, bearings + 2 * math.pi, bearings)
        bearings = np.where(bearings >= math.pi, bearings - 2 * math.pi, bearings)
        if window is None:
            return bearings
        first, last = window
        return np.concatenate((bearings[(bearings > first) & (bearings < last)], window))

    def window(self, box: Bounds) -> Window:
        """Return the first and last bearing at which a box is seen, or None if these are not one interval."""
        corners = np.array(((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])))
        dx, dy = corners[:, 0] - self.x, corners[:, 1] - self.y
        if dx.min() <= 0.0 and dy.min() <= 0.0 <= dy.max():
            return None  # the origin is in the box, or the box is where bearings jump from π to -π
        bearings = np.arctan2(dy, dx)
        return max(float(bearings.min()) - _ASIDE, -math.pi), min(float(bearings.max()) + _ASIDE, math.pi)

    @cached_property
    def fans(self) -> "list[Fan]":
        """The fans of all corners past which a line from the origin may go without entering the wall there."""
        return _fans_of(self)

    def star(self, bearings: Floats, inches: Floats, window: Window) -> Polygon:
        """Return the shape formed by rays that end some inches from the rim; in a window, the centre is a corner."""
        distances = np.maximum(inches + self.span, 0.0)
        rim = np.stack((self.x + distances * np.cos(bearings), self.y + distances * np.sin(bearings)), axis=1)
        return Polygon(rim if window is None else np.concatenate((((self.x, self.y),), rim)))

    def stops(self, bearings: Floats) -> Floats:
        """Return the inches from the rim to the wall that each ray enters, or infinity; `bearings` are sorted.

        A base on another level may overhang a wall. Then lines may begin inside the wall.
        """
        crossings = radial_crossings((self.x, self.y), bearings, *self.walls)
        return first_stops(stretches(crossings, len(bearings), self.span), len(bearings)) - self.span

    def terrain_inches(self, starts: Floats, ends: Floats) -> Floats:
        """Return the inches of lines in terrain that counts; between levels, each half has its own level's terrain."""
        return self._area.inside_lengths(starts, ends)

    def wall_inches(self, starts: Floats, ends: Floats) -> Floats:
        """Return the inches of lines in walls."""
        return self._walls.inside_lengths(starts, ends)

    def wall_stops(self, starts: Floats, directions: Floats) -> Floats:
        """Return the inches from starts to the wall that each ray enters, or infinity."""
        return first_stops(stretches(line_crossings(starts, directions, *self.walls), len(starts), 0.0), len(starts))


def solid(geometry: BaseGeometry) -> BaseGeometry:
    """Return only the polygons of a geometry, without the lines and points that overlays leave."""
    return shapely.union_all(polygons_of(geometry))


class Fan:
    """The rays from the origin's rim that touch one wall corner and continue behind it."""

    def __init__(self, origin: Origin, corner: tuple[float, float]) -> None:
        self._origin = origin
        self.x, self.y = corner
        dx, dy = self.x - origin.x, self.y - origin.y
        distance = math.hypot(dx, dy)
        self._apart = max(distance, origin.span)
        self._middle = math.atan2(dy, dx)
        self.is_open = origin.span - _ON_RIM <= distance < origin.span + origin.limit and origin.span > 0.0
        self._half = math.asin(origin.span / self._apart) if self.is_open else 0.0

    def is_blocked(self, first: float, inner: float) -> bool:
        """Return whether the wall at the corner blocks all rays, in front of the corner or behind it.

        At the corner, the wall fills the `inner` radians counter-clockwise from the bearing `first`.
        """
        if inner >= math.pi:
            return True
        first_rays = [(self._middle - self._half + turn - first) % (2 * math.pi) for turn in (0.0, math.pi)]
        return any(first_ray > _BESIDE and first_ray + 2 * self._half < inner - _BESIDE for first_ray in first_rays)

    def may_meet(self, box: Bounds) -> bool:
        """Return whether rays may reach a box behind the corner."""
        x0, y0, x1, y1 = box
        dx, dy = (x0 + x1) / 2 - self.x, (y0 + y1) / 2 - self.y
        distance, around = math.hypot(dx, dy), math.hypot(x1 - x0, y1 - y0) / 2
        if distance <= around:
            return True
        angle_off = math.remainder(math.atan2(dy, dx) - self._middle, 2 * math.pi)
        near_enough = self._apart - self._origin.span + distance - around <= self._origin.limit
        return near_enough and abs(angle_off) <= self._half + math.asin(around / distance)

    def to_corner(self, bearings: Floats) -> Floats:
        """Return the inches from the origin's rim to the corner along rays, given relative to the fan's middle."""
        squared_half_chord = np.maximum(self._origin.span**2 - (self._apart * np.sin(bearings)) ** 2, 0.0)
        return np.asarray(self._apart * np.cos(bearings) - np.sqrt(squared_half_chord))

    def rays(self, bearings: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the inches to the corner, and the starts and directions (R, 2) of the rays."""
        before = self.to_corner(bearings)
        ux, uy = np.cos(bearings + self._middle), np.sin(bearings + self._middle)
        starts = np.stack((self.x - before * ux, self.y - before * uy), axis=1)
        return before, starts, np.stack((ux, uy), axis=1)

    def _intervals(self, bearings: Floats) -> tuple[Intervals, FurtherBearings]:
        """Return the stretches of rays in range behind the corner, for lines between levels."""
        level_cost = self._origin.level_cost
        assert level_cost is not None
        before, starts, directions = self.rays(bearings)
        stops = self._origin.wall_stops(starts, directions)
        crossings = level_cost.along(starts, directions)
        intervals = level_cost.in_range(crossings, len(bearings)).shifted(-before, stops - before)
        return intervals, partial(level_cost.further_bearings, crossings, bearings)

    @cached_property
    def bearings(self) -> Floats:
        """The relative bearings of the first rays: evenly spread, and on both sides of corners."""
        marks = [self._half * _SPREAD]
        for corners, _following in (self._origin.terrain, self._origin.walls):
            dx, dy = corners[:, 0] - self.x, corners[:, 1] - self.y
            elsewhere = np.hypot(dx, dy) > 1e-9
            bearing_off = np.arctan2(dy[elsewhere], dx[elsewhere]) - self._middle
            # The ray may pass another corner behind this one, or before it.
            for turn in (0.0, math.pi):
                bearing = within_a_turn(bearing_off + turn)
                marks += [bearing - _BESIDE, bearing + _BESIDE]
        all_bearings = np.concatenate(marks)
        return np.unique(all_bearings[np.abs(all_bearings) <= self._half])

    @property
    def even_bearings(self) -> Floats:
        """These bearings and more, so that neighbours are close together."""
        even = np.linspace(-self._half, self._half, int(self._half * _PER_RADIAN) + 2)
        return np.unique(np.concatenate((self.bearings, even)))

    def holds(self, bearings: Floats) -> NDArray[np.bool_]:
        """Return which bearings, relative to the fan's middle, belong to the fan."""
        return np.asarray(np.abs(bearings) <= self._half + 1e-12)

    def polygon(self, bearings: Floats, beyond: Floats) -> BaseGeometry:
        """Return the area behind the corner that the rays cover if each continues for `beyond` inches."""
        if not (beyond > 1e-6).any():
            return Polygon()
        # Rays of length 0 meet at the corner, so the ring may touch itself. Repairing it keeps every part.
        return solid(shapely.make_valid(self.star(bearings, beyond)))

    def star(self, bearings: Floats, beyond: Floats) -> Polygon:
        """Return the area of `polygon`, but not repaired: it touches itself at the corner if rays have length 0."""
        x = np.append(self.x + beyond * np.cos(bearings + self._middle), self.x)
        y = np.append(self.y + beyond * np.sin(bearings + self._middle), self.y)
        return Polygon(np.stack((x, y), axis=1))

    def between_levels(self) -> BaseGeometry:
        """Return the area in range behind the corner, for lines between levels."""
        bearings, intervals = refine(self._intervals, self.bearings, 0.0)
        return intervals.shape((self.x, self.y), bearings + self._middle, closed=False)

    def length_to(self, x: Floats, y: Floats) -> Floats:
        """Return the inches from the origin to points through this corner; infinity without such a line."""
        dx, dy = x - self.x, y - self.y
        bearing_off = within_a_turn(np.arctan2(dy, dx) - self._middle)
        length = np.hypot(dx, dy) + self.to_corner(np.clip(bearing_off, -self._half, self._half))
        return np.where(np.abs(bearing_off) <= self._half + 1e-12, length, np.inf)

    def farther_than(self, other: "Fan") -> BaseGeometry:
        """Return the area of this fan to which the line through another corner is shorter.

        Along one ray of this fan, the shorter line changes at most once, so every ray has one such stretch.
        """
        bearings = np.unique(np.concatenate((self.bearings, np.linspace(-self._half, self._half, 200))))
        before = self.to_corner(bearings)
        ux, uy = np.cos(bearings + self._middle), np.sin(bearings + self._middle)

        def other_is_shorter(s: Floats) -> NDArray[np.bool_]:
            """Return on which rays the other line is shorter to the point `s` inches behind the corner."""
            return np.asarray(other.length_to(self.x + s * ux, self.y + s * uy) < before + s)

        # The change on each ray is located by halving.
        low, high = np.full(len(bearings), 1e-6), np.full(len(bearings), self._origin.limit)
        shorter_at_corner, shorter_at_limit = other_is_shorter(low), other_is_shorter(high)
        for _halving in range(_HALVINGS):
            middle = (low + high) / 2
            unchanged = other_is_shorter(middle) == shorter_at_corner
            low, high = np.where(unchanged, middle, low), np.where(unchanged, high, middle)
        begin, end = np.where(shorter_at_corner, 0.0, low), np.where(shorter_at_limit, self._origin.limit, low)
        shorter = np.flatnonzero(shorter_at_corner | shorter_at_limit)
        runs = [run for run in np.split(shorter, np.flatnonzero(np.diff(shorter) > 1) + 1) if len(run) > 1]
        rays = np.stack((ux, uy), axis=1)
        rings = [np.concatenate((rays[run] * begin[run, None], (rays[run] * end[run, None])[::-1])) for run in runs]
        strips = [Polygon((self.x, self.y) + ring) for ring in rings]
        return shapely.union_all(shapely.buffer(strips, 1e-7, quad_segs=1))  # repaired and without cracks


def _fans_of(origin: Origin) -> list[Fan]:
    """Return the fans of all corners past which a line from the origin may go without entering the wall there.

    If an origin on another level overhangs a wall, points at which the wall's face leaves the origin count as corners.
    """
    (x, y), (nx, ny) = origin.walls[0].T, origin.walls[1].T
    previous_corners = {(float(px), float(py)): (float(qx), float(qy)) for qx, qy, px, py in zip(x, y, nx, ny)}
    fans = {}
    for px, py, qx, qy in zip(x.tolist(), y.tolist(), nx.tolist(), ny.tolist()):
        fan, (ox, oy) = Fan(origin, (px, py)), previous_corners[px, py]
        first, last = math.atan2(qy - py, qx - px), math.atan2(oy - py, ox - px)
        if fan.is_open and ((px, py) in fans or not fan.is_blocked(first, (last - first) % (2 * math.pi))):
            fans[px, py] = fan
    for corner in rim_crossings(*origin.walls, origin.x, origin.y, origin.span):
        fans[corner] = Fan(origin, corner)
    return [fans[corner] for corner in sorted(fans)]


def polygons_of_fans(origin: Origin, fans: Sequence[Fan], *, paying: bool) -> list[BaseGeometry]:
    """Return the area that each fan reaches behind its corner; terrain costs count only with `paying`.

    The rays of all fans are computed together. Multiples of `_APART` keep their bearings separate.
    """
    if not fans:
        return []

    def beyond(bearings: Floats) -> tuple[Extents, FurtherBearings]:
        """Return the inches of rays behind their corners, and a function for further bearings."""
        # The nearest multiple of _APART is the number of a bearing's fan.
        owner = np.clip(np.rint(bearings / _APART), 0, len(fans) - 1).astype(np.intp)
        ends = np.searchsorted(owner, np.arange(len(fans) + 1))
        offset = bearings - _APART * owner
        parts = [fan.rays(offset[begin:end]) for fan, begin, end in zip(fans, ends, ends[1:])]
        inside = np.concatenate([fan.holds(offset[begin:end]) for fan, begin, end in zip(fans, ends, ends[1:])])
        before, starts, directions = (np.concatenate(columns) for columns in zip(*parts))
        stops, extent = origin.wall_stops(starts, directions), np.full(len(bearings), origin.limit)
        further: FurtherBearings = no_further_bearings
        if paying and origin.in_terrain:
            crossings = line_crossings(starts, directions, *origin.terrain)
            paid = stretches(crossings, len(bearings), 0.0)
            extent = extents(paid, len(bearings), 0.0, origin.limit)
            further = partial(near_misses, crossings, paid.after, bearings, origin.limit)
        # Between two fans the value is NaN, so that no jump is found there.
        return Extents(np.where(inside, np.maximum(np.minimum(extent, stops) - before, 0.0), np.nan)), further

    first = np.concatenate([fan.bearings + _APART * number for number, fan in enumerate(fans)])
    bearings, (inches,) = refine(beyond, first, 0.0)
    bearings, inches = bearings[~np.isnan(inches)], inches[~np.isnan(inches)]
    ends = np.searchsorted(bearings, _APART * (np.arange(len(fans) + 1) - 0.5))
    numbered = enumerate(zip(fans, ends, ends[1:]))
    return [fan.polygon(bearings[begin:end] - _APART * n, inches[begin:end]) for n, (fan, begin, end) in numbered]


# Inches by which parts of a region are grown before their union and shrunk afterwards, so that no crack stays open.
_SEAM = 1e-4
# Hidden areas narrower than twice this number of inches are ignored.
_NARROW = 1e-3
# Sample points on the rim of a disc, and how many of them there are for each of the few that are tried first.
_RIM, _FEW = 512, 16
# Sample points inside a disc: the part of its radius, and the number of points.
_INSIDE = ((0.75, 48), (0.5, 32), (0.25, 16), (0.0, 1))


class Shadows:
    """The part of a reach (perhaps only in a box) hidden from direct lines, and its points in range round corners."""

    def __init__(self, origin: Origin, visible: BaseGeometry, box: Bounds | None = None) -> None:
        self._origin = origin
        self._visible = visible
        disc = shapely.Point(origin.x, origin.y).buffer(origin.span + origin.limit, quad_segs=48)
        self._whole = disc if box is None else shapely.intersection(disc, shapely.box(*box))
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
    def _reached_for_free(self) -> list[BaseGeometry]:
        """The areas that clear lines through each corner reach if terrain costs nothing."""
        if not self._origin.in_terrain:
            return self._in_range
        return polygons_of_fans(self._origin, self._fans, paying=False)

    @cached_property
    def _hidden_area(self) -> BaseGeometry:
        """The area hidden from direct lines, which overlaps the visible area by a seam."""
        return shapely.difference(self._whole, shapely.buffer(self._visible, -_SEAM, quad_segs=1))

    @cached_property
    def points(self) -> BaseGeometry:
        """The area in range around corners."""
        shaded = [solid(part) for part in shapely.intersection(self._in_range, self._hidden_area)]
        return shapely.union_all([self._without_dearer(n, part) for n, part in enumerate(shaded) if not part.is_empty])

    def _without_dearer(self, number: int, part: BaseGeometry) -> BaseGeometry:
        """Return a fan's part of the area without points that are out of range after all.

        They have a shorter line through another corner, which counts although terrain makes it too expensive.
        """
        fan = self._fans[number]
        for n, other in enumerate(self._fans if self._origin.in_terrain else ()):
            if n == number or not shapely.intersects(part, self._reached_for_free[n]):
                continue
            too_costly = solid(
                shapely.difference(shapely.intersection(part, self._reached_for_free[n]), self._in_range[n])
            )
            if shapely.area(too_costly) >= 1e-6:
                part = solid(shapely.difference(part, solid(shapely.intersection(too_costly, fan.farther_than(other)))))
        return part

    def joined(self, direct: BaseGeometry) -> BaseGeometry:
        """Return the area in range by direct lines and around corners together, without cracks between them."""
        if shapely.is_empty(self.points):
            return direct
        grown = [shapely.buffer(part, _SEAM, quad_segs=1, join_style="mitre") for part in (direct, self.points)]
        return shapely.buffer(shapely.union_all(grown), -_SEAM, quad_segs=1, join_style="mitre")


@cache
def _sample_points() -> list[Floats]:
    """Return sample points of a disc with radius 1 as two arrays: a few on the rim, then all others."""
    rim, parts = np.linspace(0.0, 2 * math.pi, _RIM, endpoint=False), []
    is_first = np.arange(_RIM) % _FEW == 0
    for radius, bearing in (
        (1.0, rim[is_first]),
        (1.0, rim[~is_first]),
        *((share, np.linspace(0.0, 2 * math.pi, count, endpoint=False)) for share, count in _INSIDE),
    ):
        parts.append(np.stack((radius * np.cos(bearing), radius * np.sin(bearing)), axis=1))
    return [parts[0], np.concatenate(parts[1:])]


def disc_costs(origin: Origin, policy: MeasuringPolicy, disc: tuple[float, float, float]) -> Iterator[Floats]:
    """Yield the ranges needed to reach sample points of a disc (x, y, radius): first a few points, then all others."""
    x, y, radius = disc
    for spots in _sample_points():  # slightly inside, without points of contact
        yield point_costs(origin, policy, np.array((x, y)) + spots * max(radius - 2 * BLOCKED, 0.0))


def point_costs(origin: Origin, policy: MeasuringPolicy, points: Floats) -> Floats:
    """Return the ranges needed to reach points (M, 2), each along its shortest clear line; infinity without one."""
    offset = points - np.array((origin.x, origin.y))
    distance = np.hypot(offset[:, 0], offset[:, 1])
    share = np.minimum(origin.span / np.where(distance > 0.0, distance, 1.0), 1.0)
    starts = np.array((origin.x, origin.y)) + offset * share[:, None]
    length = np.maximum(distance - origin.span, 0.0)
    hidden = np.flatnonzero(origin.wall_inches(starts, points) > BLOCKED)
    if hidden.size:
        starts[hidden], length[hidden] = _lines_round_corners(origin, points[hidden])
    reached = np.isfinite(length)
    terrain = np.zeros(len(points))
    terrain[reached] = origin.terrain_inches(starts[reached], points[reached])
    return np.where(reached, policy.costs(np.where(reached, length, 0.0), terrain), np.inf)


def _lines_round_corners(origin: Origin, points: Floats) -> tuple[Floats, Floats]:
    """Return the starts of the shortest clear lines to hidden points, and their inches, infinity without one."""
    starts, length = points.copy(), np.full(len(points), np.inf)
    fans = origin.fans
    if not fans:
        return starts, length
    through = np.stack([fan.length_to(points[:, 0], points[:, 1]) for fan in fans], axis=1)
    corners = np.array([(fan.x, fan.y) for fan in fans])
    waiting = np.arange(len(points))
    while waiting.size:  # for each point, try the shortest line first, then the next
        best = through[waiting].argmin(axis=1)
        inches = through[waiting, best]
        possible = np.isfinite(inches)
        waiting, best, inches = waiting[possible], best[possible], inches[possible]
        targets = points[waiting]
        step = targets - corners[best]
        distance = np.hypot(step[:, 0], step[:, 1])
        rims = targets - step / np.where(distance > 0.0, distance, 1.0)[:, None] * inches[:, None]
        clear = origin.wall_inches(rims, targets) <= BLOCKED
        starts[waiting[clear]], length[waiting[clear]] = rims[clear], inches[clear]
        through[waiting, best] = np.inf
        waiting = waiting[~clear]
    return starts, length

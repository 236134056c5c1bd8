"""The points in range behind impassable barricades, where a measure must pass around a corner.

A point that the origin's direct line cannot reach is measured along the shortest clear line, which touches a corner
of a wall. For every corner there is exactly one such line to a point, so the points served by one corner form a fan
of rays from that corner. Where two corners serve a point the shorter line counts, even if its range is larger.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.measuring.detours import BLOCKED
from game.table.measuring.lines import rim_crossings
from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.between_levels import LevelCost
from game.table.reach.intervals import Intervals
from game.table.reach.rays import extents, first_stops, line_crossings, near_misses, stretches
from game.table.reach.refinement import Extents, Wanted, nothing_wanted, refined
from game.table.shapes import Bounds
from game.table.terrain.area import Floats, halved_lengths, inside_lengths, polygons_of

_BESIDE = 1e-6
_ON_RIM = 1e-9
_SPREAD = np.sin(np.linspace(-math.pi / 2, math.pi / 2, 49))
# Pieces of a region are grown by this much before union and shrunk after, so that no crack stays open.
_SEAM = 1e-4
# Hidden pockets narrower than twice this many inches are ignored.
_NARROW = 1e-3
_HALVINGS = 30
# Radians between the bearings of consecutive fans computed together: more than any fan spans.
_APART = 8.0
_RIM, _FEW = 512, 16
_INSIDE = ((0.75, 48), (0.5, 32), (0.25, 16), (0.0, 1))


@dataclass(frozen=True, eq=False)
class Origin:
    """An origin disc, the inches at which a range is exceeded in the open, and the nearby edges, (E, 2) each."""

    x: float
    y: float
    span: float
    limit: float
    terrain: tuple[Floats, Floats]
    walls: tuple[Floats, Floats]
    level_cost: LevelCost | None = None

    def terrain_inches(self, starts: Floats, ends: Floats) -> Floats:
        """Return the inches of each line that count as terrain; between levels by halves."""
        if self.level_cost is not None:
            return halved_lengths(starts, ends, self.level_cost.halves)
        return inside_lengths(starts, ends, *self.terrain)

    def wall_stops(self, starts: Floats, directions: Floats) -> Floats:
        """Return the inches each ray runs before it enters a wall."""
        return first_stops(stretches(line_crossings(starts, directions, *self.walls), len(starts), 0.0), len(starts))


def _solid(geometry: BaseGeometry) -> BaseGeometry:
    """Return the polygons of a geometry without the lines and points that overlays leave behind."""
    return shapely.union_all(polygons_of(geometry))


class Fan:
    """The rays that leave the origin's rim, touch one wall corner and continue behind it."""

    def __init__(self, origin: Origin, corner: tuple[float, float]) -> None:
        self._origin = origin
        self.x, self.y = corner
        dx, dy = self.x - origin.x, self.y - origin.y
        apart = math.hypot(dx, dy)
        self._apart = max(apart, origin.span)
        self._middle = math.atan2(dy, dx)
        self.is_open = origin.span - _ON_RIM <= apart < origin.span + origin.limit and origin.span > 0.0
        self._half = math.asin(origin.span / self._apart) if self.is_open else 0.0

    def is_blocked(self, first: float, inner: float) -> bool:
        """Return whether all its rays are blocked by the wall at the corner, in front of or behind it.

        The wall fills an angle there, `inner` radians counter-clockwise from the bearing `first`.
        """
        if inner >= math.pi:
            return True
        begins = [(self._middle - self._half + turn - first) % (2 * math.pi) for turn in (0.0, math.pi)]
        return any(begin > _BESIDE and begin + 2 * self._half < inner - _BESIDE for begin in begins)

    def may_meet(self, box: Bounds) -> bool:
        """Return whether its rays may reach a box behind the corner."""
        x0, y0, x1, y1 = box
        dx, dy = (x0 + x1) / 2 - self.x, (y0 + y1) / 2 - self.y
        far, around = math.hypot(dx, dy), math.hypot(x1 - x0, y1 - y0) / 2
        if far <= around:
            return True
        off = math.remainder(math.atan2(dy, dx) - self._middle, 2 * math.pi)
        near_enough = self._apart - self._origin.span + far - around <= self._origin.limit
        return near_enough and abs(off) <= self._half + math.asin(around / far)

    def to_corner(self, bearings: Floats) -> Floats:
        """Return the inches from the origin's rim to the corner, by bearing relative to the fan's middle."""
        room = np.maximum(self._origin.span**2 - (self._apart * np.sin(bearings)) ** 2, 0.0)
        return np.asarray(self._apart * np.cos(bearings) - np.sqrt(room))

    def rays(self, bearings: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the inches to the corner, (R,), and the starts and directions of the rays, (R, 2) each."""
        before = self.to_corner(bearings)
        ux, uy = np.cos(bearings + self._middle), np.sin(bearings + self._middle)
        starts = np.stack((self.x - before * ux, self.y - before * uy), axis=1)
        return before, starts, np.stack((ux, uy), axis=1)

    def _intervals(self, bearings: Floats) -> tuple[Intervals, Wanted]:
        """Return the stretches in range behind the corner, for lines between levels."""
        level_cost = self._origin.level_cost
        assert level_cost is not None
        before, starts, directions = self.rays(bearings)
        stops = self._origin.wall_stops(starts, directions)
        crossings = level_cost.along(starts, directions)
        halves = level_cost.terrain(crossings, len(bearings))
        intervals = halves.in_range(level_cost.policy, level_cost.n, level_cost.limit)
        return intervals.shifted(-before, stops - before), lambda: level_cost.wanted(crossings, halves, bearings)

    @cached_property
    def bearings(self) -> Floats:
        """The bearings, relative to the middle, of the first rays: evenly spread, and to both sides of corners."""
        marks = [self._half * _SPREAD]
        for corners, _following in (self._origin.terrain, self._origin.walls):
            dx, dy = corners[:, 0] - self.x, corners[:, 1] - self.y
            ahead = np.hypot(dx, dy) > 1e-9
            off = np.arctan2(dy[ahead], dx[ahead]) - self._middle
            # The ray may meet a corner behind this one, or before it.
            for turn in (0.0, math.pi):
                bearing = np.remainder(off + turn + math.pi, 2 * math.pi) - math.pi
                marks += [bearing - _BESIDE, bearing + _BESIDE]
        every = np.concatenate(marks)
        return np.unique(every[np.abs(every) <= self._half])

    def holds(self, bearings: Floats) -> NDArray[np.bool_]:
        """Return which relative bearings belong to the fan."""
        return np.asarray(np.abs(bearings) <= self._half + 1e-12)

    def polygon(self, bearings: Floats, beyond: Floats) -> BaseGeometry:
        """Return the shape of rays that continue `beyond` inches behind the corner."""
        if not (beyond > 1e-6).any():
            return Polygon()
        x = np.append(self.x + beyond * np.cos(bearings + self._middle), self.x)
        y = np.append(self.y + beyond * np.sin(bearings + self._middle), self.y)
        # Rays of zero length meet at the corner, so the ring may touch itself: repairing it keeps every part.
        return _solid(shapely.make_valid(Polygon(np.stack((x, y), axis=1))))

    def between_levels(self) -> BaseGeometry:
        """Return the points in range behind the corner, for lines between levels."""
        bearings, intervals = refined(self._intervals, self.bearings, 0.0)
        return intervals.shape((self.x, self.y), bearings + self._middle, closed=False)

    def length_to(self, x: Floats, y: Floats) -> Floats:
        """Return the inches from the origin to points through this corner; infinity if no line leads there."""
        dx, dy = x - self.x, y - self.y
        off = np.remainder(np.arctan2(dy, dx) - self._middle + math.pi, 2 * math.pi) - math.pi
        length = np.hypot(dx, dy) + self.to_corner(np.clip(off, -self._half, self._half))
        return np.where(np.abs(off) <= self._half + 1e-12, length, np.inf)

    def farther_than(self, other: "Fan") -> BaseGeometry:
        """Return the points of this fan that the line through the other corner reaches sooner.

        Along one ray of this fan the other line overtakes at most once, so every ray has one such stretch.
        """
        bearings = np.unique(np.concatenate((self.bearings, np.linspace(-self._half, self._half, 200))))
        before = self.to_corner(bearings)
        ux, uy = np.cos(bearings + self._middle), np.sin(bearings + self._middle)

        def other_is_shorter(s: Floats) -> Floats:
            return np.asarray(other.length_to(self.x + s * ux, self.y + s * uy) < before + s)

        low, high = np.full(len(bearings), 1e-6), np.full(len(bearings), self._origin.limit)
        near, far = other_is_shorter(low), other_is_shorter(high)
        for _halving in range(_HALVINGS):
            middle = (low + high) / 2
            as_near = other_is_shorter(middle) == near
            low, high = np.where(as_near, middle, low), np.where(as_near, high, middle)
        begin = np.where(near, 0.0, np.where(far, low, np.inf))
        end = np.where(far, self._origin.limit, np.where(near, low, 0.0))
        kept = np.flatnonzero(np.isfinite(begin) & (end > 0.0))
        runs = [run for run in np.split(kept, np.flatnonzero(np.diff(kept) > 1) + 1) if len(run) > 1]
        rays = np.stack((ux, uy), axis=1)
        rings = [np.concatenate((rays[run] * begin[run, None], (rays[run] * end[run, None])[::-1])) for run in runs]
        strips = [Polygon((self.x, self.y) + ring) for ring in rings]
        return shapely.union_all(shapely.buffer(strips, 1e-7, quad_segs=1))


def polygons_of_fans(origin: Origin, fans: Sequence[Fan], *, paying: bool) -> list[BaseGeometry]:
    """Return the shape each fan reaches behind its corner, with `paying` also counting terrain.

    The rays of all fans are computed together: multiples of one angle keep their bearings apart.
    """
    if not fans:
        return []

    def beyond(bearings: Floats) -> tuple[Extents, Wanted]:
        owner = np.clip(np.rint(bearings / _APART), 0, len(fans) - 1).astype(np.intp)
        ends = np.searchsorted(owner, np.arange(len(fans) + 1))
        off = bearings - _APART * owner
        parts = [fan.rays(off[begin:end]) for fan, begin, end in zip(fans, ends, ends[1:])]
        inside = np.concatenate([fan.holds(off[begin:end]) for fan, begin, end in zip(fans, ends, ends[1:])])
        before, starts, directions = (np.concatenate(each) for each in zip(*parts))
        stops, extent, wanted = (
            origin.wall_stops(starts, directions),
            np.full(len(bearings), origin.limit),
            nothing_wanted,
        )
        if paying and len(origin.terrain[0]):
            crossings = line_crossings(starts, directions, *origin.terrain)
            found = stretches(crossings, len(bearings), 0.0)
            extent = extents(found, len(bearings), 0.0, origin.limit)
            wanted = partial(near_misses, crossings, found.after, bearings, origin.limit)
        # Between two fans the value is NaN, so no jump is found there.
        return Extents(np.where(inside, np.maximum(np.minimum(extent, stops) - before, 0.0), np.nan)), wanted

    first = np.concatenate([fan.bearings + _APART * number for number, fan in enumerate(fans)])
    bearings, (inches,) = refined(beyond, first, 0.0)
    bearings, inches = bearings[~np.isnan(inches)], inches[~np.isnan(inches)]
    ends = np.searchsorted(bearings, _APART * (np.arange(len(fans) + 1) - 0.5))
    each = enumerate(zip(fans, ends, ends[1:]))
    return [fan.polygon(bearings[begin:end] - _APART * n, inches[begin:end]) for n, (fan, begin, end) in each]


class Shadows:
    """The part of a reach (in a box, if given) hidden from direct lines, and what corners bring into range of it."""

    def __init__(self, origin: Origin, visible: BaseGeometry, box: Bounds | None = None) -> None:
        self._origin = origin
        self._visible = visible
        whole = shapely.Point(origin.x, origin.y).buffer(origin.span + origin.limit, quad_segs=48)
        self._whole = whole if box is None else shapely.intersection(whole, shapely.box(*box))
        pockets = shapely.buffer(shapely.difference(self._whole, visible), -_NARROW, quad_segs=1)
        boxes = [pocket.bounds for pocket in polygons_of(pockets)]
        self._fans = [fan for fan in fans_of(origin) if any(fan.may_meet(pocket) for pocket in boxes)]

    @cached_property
    def _served(self) -> list[BaseGeometry]:
        """The points that each corner's clear lines bring into range."""
        if self._origin.level_cost is not None and len(self._origin.terrain[0]):
            return [fan.between_levels() for fan in self._fans]
        return polygons_of_fans(self._origin, self._fans, paying=True)

    @cached_property
    def _seen(self) -> list[BaseGeometry]:
        """The points that each corner's clear lines reach at all, up to the range in the open."""
        if not len(self._origin.terrain[0]):
            return self._served
        return polygons_of_fans(self._origin, self._fans, paying=False)

    @cached_property
    def _shade(self) -> BaseGeometry:
        """The points hidden from direct lines, with a seam of overlap."""
        return shapely.difference(self._whole, shapely.buffer(self._visible, -_SEAM, quad_segs=1))

    @cached_property
    def points(self) -> BaseGeometry:
        """The points in range around corners."""
        shaded = [_solid(part) for part in shapely.intersection(self._served, self._shade)]
        return shapely.union_all([self._without_dearer(n, part) for n, part in enumerate(shaded) if not part.is_empty])

    def _without_dearer(self, number: int, part: BaseGeometry) -> BaseGeometry:
        """Remove from a fan's part the points whose shorter line, through another corner, is out of range."""
        fan, paying = self._fans[number], len(self._origin.terrain[0]) > 0
        for n, other in enumerate(self._fans if paying else ()):
            if n == number or not shapely.intersects(part, self._seen[n]):
                continue
            dear = _solid(shapely.difference(shapely.intersection(part, self._seen[n]), self._served[n]))
            if shapely.area(dear) >= 1e-6:
                part = _solid(shapely.difference(part, _solid(shapely.intersection(dear, fan.farther_than(other)))))
        return part

    def joined(self, direct: BaseGeometry) -> BaseGeometry:
        """Return the points in range by direct lines and around corners together, without cracks between them."""
        if shapely.is_empty(self.points):
            return direct
        grown = [shapely.buffer(part, _SEAM, quad_segs=1, join_style="mitre") for part in (direct, self.points)]
        return shapely.buffer(shapely.union_all(grown), -_SEAM, quad_segs=1, join_style="mitre")


def _unit_spots() -> list[Floats]:
    """Return sample points of a disc of radius 1: a few from all round the rim, then all the others."""
    rim, parts = np.linspace(0.0, 2 * math.pi, _RIM, endpoint=False), []
    few = np.arange(_RIM) % _FEW == 0
    for radius, bearing in (
        (1.0, rim[few]),
        (1.0, rim[~few]),
        *((share, np.linspace(0.0, 2 * math.pi, count, endpoint=False)) for share, count in _INSIDE),
    ):
        parts.append(np.stack((radius * np.cos(bearing), radius * np.sin(bearing)), axis=1))
    return [parts[0], np.concatenate(parts[1:])]


_SPOTS = _unit_spots()


def disc_costs(origin: Origin, policy: MeasuringPolicy, disc: tuple[float, float, float]) -> Iterator[Floats]:
    """Yield the ranges of sample points of a disc (x, y, radius), a few from all over it first."""
    x, y, radius = disc
    for spots in _SPOTS:  # without points of contact
        yield point_costs(origin, policy, np.array((x, y)) + spots * max(radius - 2 * BLOCKED, 0.0))


def point_costs(origin: Origin, policy: MeasuringPolicy, points: Floats) -> Floats:
    """Return the range of each of M points, (M, 2), along its own shortest clear line; infinity without any."""
    offset = points - np.array((origin.x, origin.y))
    far = np.hypot(offset[:, 0], offset[:, 1])
    share = np.minimum(origin.span / np.where(far > 0.0, far, 1.0), 1.0)
    starts = np.array((origin.x, origin.y)) + offset * share[:, None]
    length = np.maximum(far - origin.span, 0.0)
    hidden = np.flatnonzero(inside_lengths(starts, points, *origin.walls) > BLOCKED)
    if hidden.size:
        starts[hidden], length[hidden] = _round_corners(origin, points[hidden])
    reached = np.isfinite(length)
    terrain = np.zeros(len(points))
    terrain[reached] = origin.terrain_inches(starts[reached], points[reached])
    return np.where(reached, policy.costs(np.where(reached, length, 0.0), terrain), np.inf)


def _round_corners(origin: Origin, points: Floats) -> tuple[Floats, Floats]:
    """Return the last corners of the shortest clear lines to hidden points, and their inches or infinity."""
    starts, length = points.copy(), np.full(len(points), np.inf)
    fans = fans_of(origin)
    if not fans:
        return starts, length
    through = np.stack([fan.length_to(points[:, 0], points[:, 1]) for fan in fans], axis=1)
    corners = np.array([(fan.x, fan.y) for fan in fans])
    left = np.arange(len(points))
    while left.size:  # the shortest line of each point is tried first, then the next
        best = through[left].argmin(axis=1)
        inches = through[left, best]
        possible = np.isfinite(inches)
        left, best, inches = left[possible], best[possible], inches[possible]
        there = points[left]
        step = there - corners[best]
        size = np.hypot(step[:, 0], step[:, 1])
        rims = there - step / np.where(size > 0.0, size, 1.0)[:, None] * inches[:, None]
        clear = inside_lengths(rims, there, *origin.walls) <= BLOCKED
        starts[left[clear]], length[left[clear]] = rims[clear], inches[clear]
        through[left, best] = np.inf
        left = left[~clear]
    return starts, length


def fans_of(origin: Origin) -> list[Fan]:
    """Return the fans of all corners that a line from the origin may pass without entering the wall there.

    Where a wall's face leaves an origin that overhangs it on another level, lines begin as at a corner.
    """
    (x, y), (nx, ny) = origin.walls[0].T, origin.walls[1].T
    before = {(float(px), float(py)): (float(qx), float(qy)) for qx, qy, px, py in zip(x, y, nx, ny)}
    found = {}
    for px, py, qx, qy in zip(x.tolist(), y.tolist(), nx.tolist(), ny.tolist()):
        fan, (ox, oy) = Fan(origin, (px, py)), before[px, py]
        first, last = math.atan2(qy - py, qx - px), math.atan2(oy - py, ox - px)
        if fan.is_open and ((px, py) in found or not fan.is_blocked(first, (last - first) % (2 * math.pi))):
            found[px, py] = fan
    for corner in rim_crossings((origin.x, origin.y), origin.span, *origin.walls):
        found[corner] = Fan(origin, corner)
    return [found[corner] for corner in sorted(found)]

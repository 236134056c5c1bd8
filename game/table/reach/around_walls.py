"""What lies in range behind impassable barricades, where a measure must slip past a corner.

A point that the origin's direct line cannot reach is measured along the shortest clear line, which touches a corner
of a wall. For every corner there is exactly one such line to a point, so the points served by one corner form a fan
of rays from that corner. Where two corners serve a point the shorter line counts, even when it is the dearer one.
"""

import math
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.measuring.detours import BLOCKED
from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.between_levels import halved_lengths
from game.table.reach.between_levels_rays import Toll
from game.table.reach.exact import costs
from game.table.reach.intervals import Spans
from game.table.reach.rays import extents, line_crossings, near_misses, stretches
from game.table.reach.refinement import Extents, Wanted, nothing_wanted, refined
from game.table.terrain.area import Floats, inside_lengths, polygons_of

_BESIDE = 1e-6
_SPREAD = np.sin(np.linspace(-math.pi / 2, math.pi / 2, 49))
# Pieces of a region are grown by this much before they are united and shrunk after, so that no crack stays open.
_SEAM = 1e-4
_HALVINGS = 30
_RIM = 512


@dataclass(frozen=True, eq=False)
class Origin:
    """An origin disc, the inches at which a range is exceeded in the open, and the edges round about, (E, 2) each."""

    x: float
    y: float
    span: float
    limit: float
    terrain: tuple[Floats, Floats]
    walls: tuple[Floats, Floats]
    toll: Toll | None = None

    def terrain_inches(self, starts: Floats, ends: Floats) -> Floats:
        """Return the inches of each line that count as terrain; between levels half by half."""
        if self.toll is not None:
            return halved_lengths(starts, ends, self.toll.halves)
        return inside_lengths(starts, ends, *self.terrain)

    def wall_stops(self, starts: Floats, directions: Floats) -> Floats:
        """Return how many inches each ray runs before it enters a wall."""
        found = stretches(line_crossings(starts, directions, *self.walls), len(starts), 0.0)
        solid = found.end - found.begin > BLOCKED
        stops = np.full(len(starts), np.inf)
        np.minimum.at(stops, found.ray[solid], found.begin[solid])
        return stops


def _solid(geometry: BaseGeometry) -> BaseGeometry:
    """Return the polygons of a geometry without the lines and points that overlays leave behind."""
    return shapely.union_all(polygons_of(geometry))


class Fan:
    """The rays that leave the origin's rim, touch one wall corner and go on behind it."""

    def __init__(self, scene: Origin, corner: tuple[float, float]) -> None:
        self._scene = scene
        self.x, self.y = corner
        dx, dy = self.x - scene.x, self.y - scene.y
        self._apart = math.hypot(dx, dy)
        self._middle = math.atan2(dy, dx)
        self.is_open = scene.span < self._apart < scene.span + scene.limit and scene.span > 0.0
        self._half = math.asin(scene.span / self._apart) if self.is_open else 0.0

    def to_corner(self, bearings: Floats) -> Floats:
        """Return the inches from the origin's rim to the corner at bearings off the fan's middle."""
        room = np.maximum(self._scene.span**2 - (self._apart * np.sin(bearings)) ** 2, 0.0)
        return np.asarray(self._apart * np.cos(bearings) - np.sqrt(room))

    def _rays(self, bearings: Floats) -> tuple[Floats, Floats, Floats]:
        before = self.to_corner(bearings)
        ux, uy = np.cos(bearings + self._middle), np.sin(bearings + self._middle)
        starts = np.stack((self.x - before * ux, self.y - before * uy), axis=1)
        return before, starts, np.stack((ux, uy), axis=1)

    def _beyond(self, bearings: Floats, paying: bool) -> tuple[Extents, Wanted]:
        """Return the inches that each ray goes on behind the corner, paying for terrain or only for length."""
        scene = self._scene
        before, starts, directions = self._rays(bearings)
        stops = scene.wall_stops(starts, directions)
        extent, wanted = np.full(len(bearings), scene.limit), nothing_wanted
        if paying and len(scene.terrain[0]):
            crossings = line_crossings(starts, directions, *scene.terrain)
            found = stretches(crossings, len(bearings), 0.0)
            extent = extents(found, len(bearings), 0.0, scene.limit)
            wanted = partial(near_misses, crossings, found.after, bearings, scene.limit)
        return Extents(np.maximum(np.minimum(extent, stops) - before, 0.0)), wanted

    def _spans(self, bearings: Floats) -> tuple[Spans, Wanted]:
        """Return the stretches in range behind the corner where lines pay level by level."""
        toll = self._scene.toll
        assert toll is not None
        before, starts, directions = self._rays(bearings)
        stops = self._scene.wall_stops(starts, directions)
        crossings = toll.along(starts, directions)
        halves = toll.terrain(crossings, len(bearings))
        spans = halves.in_range(toll.policy, toll.n, toll.limit)
        return spans.shifted(-before, stops - before), lambda: toll.wanted(crossings, halves, bearings)

    @cached_property
    def _bearings(self) -> Floats:
        marks = [self._half * _SPREAD]
        for corners, _unused in (self._scene.terrain, self._scene.walls):
            dx, dy = corners[:, 0] - self.x, corners[:, 1] - self.y
            ahead = np.hypot(dx, dy) > 1e-9
            off = np.arctan2(dy[ahead], dx[ahead]) - self._middle
            # The ray may meet a corner behind this one, or before it.
            for turn in (0.0, math.pi):
                bearing = np.remainder(off + turn + math.pi, 2 * math.pi) - math.pi
                marks += [bearing - _BESIDE, bearing + _BESIDE]
        every = np.concatenate(marks)
        return np.unique(every[np.abs(every) <= self._half])

    def _polygon(self, paying: bool) -> BaseGeometry:
        bearings, (beyond,) = refined(lambda b: self._beyond(b, paying), self._bearings, 0.0)
        if not (beyond > 1e-6).any():
            return Polygon()
        x = np.append(self.x + beyond * np.cos(bearings + self._middle), self.x)
        y = np.append(self.y + beyond * np.sin(bearings + self._middle), self.y)
        # Rays of no length meet at the corner, so the ring may touch itself: mending it keeps every part.
        return _solid(shapely.make_valid(Polygon(np.stack((x, y), axis=1))))

    @cached_property
    def served(self) -> BaseGeometry:
        """The points that this corner's clear lines bring into range."""
        if self._scene.toll is not None and len(self._scene.terrain[0]):
            bearings, spans = refined(self._spans, self._bearings, 0.0)
            return spans.shape((self.x, self.y), bearings + self._middle, closed=False)
        return self._polygon(paying=True)

    @cached_property
    def seen(self) -> BaseGeometry:
        """The points that this corner's clear lines reach at all, no longer than the range in the open."""
        return self._polygon(paying=False) if len(self._scene.terrain[0]) else self.served

    @property
    def may_be_dear(self) -> bool:
        """Whether there is any terrain that could make a line dearer than it is long."""
        return self.is_open and len(self._scene.terrain[0]) > 0

    @cached_property
    def dear(self) -> BaseGeometry:
        """The points that its lines reach and that terrain puts out of range."""
        return _solid(shapely.difference(self.seen, self.served))

    def length_to(self, x: Floats, y: Floats) -> Floats:
        """Return the inches from the origin to points through this corner; infinity where no line leads."""
        dx, dy = x - self.x, y - self.y
        off = np.remainder(np.arctan2(dy, dx) - self._middle + math.pi, 2 * math.pi) - math.pi
        length = np.hypot(dx, dy) + self.to_corner(np.clip(off, -self._half, self._half))
        return np.where(np.abs(off) <= self._half + 1e-12, length, np.inf)

    def farther_than(self, other: "Fan") -> BaseGeometry:
        """Return the points of this fan to which the line through the other corner is the shorter one.

        Along one ray of this fan the other line overtakes at most once, so every ray has one such stretch.
        """
        bearings = np.unique(np.concatenate((self._bearings, np.linspace(-self._half, self._half, 200))))
        before = self.to_corner(bearings)
        ux, uy = np.cos(bearings + self._middle), np.sin(bearings + self._middle)

        def other_is_shorter(s: Floats) -> Floats:
            return np.asarray(other.length_to(self.x + s * ux, self.y + s * uy) < before + s)

        low, high = np.full(len(bearings), 1e-6), np.full(len(bearings), self._scene.limit)
        near, far = other_is_shorter(low), other_is_shorter(high)
        for _unused in range(_HALVINGS):
            middle = (low + high) / 2
            as_near = other_is_shorter(middle) == near
            low, high = np.where(as_near, middle, low), np.where(as_near, high, middle)
        begin = np.where(near, 0.0, np.where(far, low, np.inf))
        end = np.where(far, self._scene.limit, np.where(near, low, 0.0))
        strips = []
        for i in np.flatnonzero(np.isfinite(begin[:-1]) & np.isfinite(begin[1:]) & (end[:-1] > 0) & (end[1:] > 0)):
            corners = [(i, begin[i]), (i, end[i]), (i + 1, end[i + 1]), (i + 1, begin[i + 1])]
            strips.append(Polygon([(self.x + s * ux[k], self.y + s * uy[k]) for k, s in corners]).buffer(1e-7))
        return shapely.union_all(strips)


class Shadows:
    """The part of a reach that direct lines do not see, and what of it is in range round corners."""

    def __init__(self, scene: Origin, visible: BaseGeometry) -> None:
        self._scene = scene
        self._visible = visible
        corners = {(float(x), float(y)) for x, y in scene.walls[0]}
        self._fans = [fan for fan in (Fan(scene, corner) for corner in sorted(corners)) if fan.is_open]

    @cached_property
    def _shade(self) -> BaseGeometry:
        """Where direct lines do not lead, with a seam of overlap."""
        whole = shapely.Point(self._scene.x, self._scene.y).buffer(self._scene.span + self._scene.limit, quad_segs=48)
        return shapely.difference(whole, shapely.buffer(self._visible, -_SEAM, quad_segs=1))

    @cached_property
    def points(self) -> BaseGeometry:
        """The points in range round corners."""
        shaded = [(fan, _solid(shapely.intersection(fan.served, self._shade))) for fan in self._fans]
        parts = []
        for fan, part in shaded:
            if part.is_empty:
                continue
            for other in self._fans:
                if other is not fan and other.may_be_dear:
                    part = self._without_dearer(fan, other, part)
            parts.append(part)
        return shapely.union_all(parts)

    def _without_dearer(self, fan: Fan, other: Fan, part: BaseGeometry) -> BaseGeometry:
        """Take from a fan's part the points whose shorter line runs through another corner and is out of range."""
        if shapely.area(shapely.intersection(part, other.dear)) < 1e-6:
            return part
        return _solid(shapely.difference(part, _solid(shapely.intersection(other.dear, fan.farther_than(other)))))

    def joined(self, direct: BaseGeometry) -> BaseGeometry:
        """Return the points in range by direct lines and round corners together, without cracks between them."""
        if shapely.is_empty(self.points):
            return direct
        grown = [shapely.buffer(part, _SEAM, quad_segs=1, join_style="mitre") for part in (direct, self.points)]
        return shapely.buffer(shapely.union_all(grown), -_SEAM, quad_segs=1, join_style="mitre")


def _unit_spots() -> Floats:
    """Return points that stand for a disc of radius 1: its rim closely, its inside more loosely."""
    rings = [(1.0, _RIM), (0.75, 48), (0.5, 32), (0.25, 16), (0.0, 1)]
    parts = []
    for radius, count in rings:
        bearing = np.linspace(0.0, 2 * math.pi, count, endpoint=False)
        parts.append(np.stack((radius * np.cos(bearing), radius * np.sin(bearing)), axis=1))
    return np.concatenate(parts)


_SPOTS = _unit_spots()


def spots_in(x: float, y: float, radius: float) -> Floats:
    """Return points, (M, 2), close enough together to stand for every point of a disc; contact is left out."""
    return np.array((x, y)) + _SPOTS * max(radius - 2 * BLOCKED, 0.0)


def point_costs(scene: Origin, policy: MeasuringPolicy, points: Floats) -> Floats:
    """Return the range of every one of M points, (M, 2), along its own shortest clear line; infinity without any."""
    offset = points - np.array((scene.x, scene.y))
    far = np.hypot(offset[:, 0], offset[:, 1])
    share = np.minimum(scene.span / np.where(far > 0.0, far, 1.0), 1.0)
    starts = np.array((scene.x, scene.y)) + offset * share[:, None]
    length = np.maximum(far - scene.span, 0.0)
    blocked = inside_lengths(starts, points, *scene.walls) > BLOCKED
    length = np.where(blocked, np.inf, length)
    hidden = np.flatnonzero(blocked)
    for corner in {(float(x), float(y)) for x, y in scene.walls[0]}:
        fan = Fan(scene, corner)
        if not fan.is_open or hidden.size == 0:
            continue
        there = points[hidden]
        through = fan.length_to(there[:, 0], there[:, 1])
        shorter = np.flatnonzero(through < length[hidden])
        there, through = there[shorter], through[shorter]
        direction = there - np.array(corner)
        size = np.hypot(direction[:, 0], direction[:, 1])
        rims = there - direction / np.where(size > 0.0, size, 1.0)[:, None] * through[:, None]
        clear = inside_lengths(rims, there, *scene.walls) <= BLOCKED
        chosen = hidden[shorter[clear]]
        length[chosen], starts[chosen] = through[clear], rims[clear]
    reached = np.isfinite(length)
    terrain = np.zeros(len(points))
    terrain[reached] = scene.terrain_inches(starts[reached], points[reached])
    return np.where(reached, costs(policy, np.where(reached, length, 0.0), terrain), np.inf)

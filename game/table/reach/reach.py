"""What lies in range of an origin, as geometry: all points, and all centres from which a disc lies among them."""

import math
from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.measuring.ruler import Ruler
from game.table.reach.around_walls import Origin, Shadows
from game.table.reach.between_levels import HalvedArea
from game.table.reach.between_levels_rays import Toll
from game.table.reach.intervals import Spans
from game.table.reach.rays import extents, near_misses, radial_crossings, stretches
from game.table.reach.refinement import Extents, Wanted, refined
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import Floats

# One turn, closed: the last ray lies a hair beside the first, and none runs exactly along a straight edge.
FIRST, LAST = -math.pi + 5e-9, math.pi - 3e-9
BESIDE = 1e-6
_ROUND_QUARTER = 48
_QUARTER = 16
_DEGREE = math.radians(1.0)
_SIDES = 0.05
_WIDEST = 2.0
_SPARE = 0.02


class Sector(NamedTuple):
    """Part of a ring: from `low` to `high` radians, both within (-pi, pi), and from `near` to `far` inches."""

    low: float
    high: float
    near: float
    far: float

    def holds(self, bearings: Floats) -> NDArray[np.bool_]:
        """Say which bearings lie in it."""
        return (bearings >= self.low) & (bearings <= self.high)


def sector_towards(origin: Disc, box: Bounds, margin: float, sides: float = _SIDES) -> Sector | None:
    """Return where from an origin a box lies, with inches of margin about it; None where that is most of a turn.

    To either side the sector is wider by so many radians. None as well where it would hold the bearing at which a turn
    begins anew.
    """
    x0, y0, x1, y1 = box
    dx, dy = (x0 + x1) / 2 - origin.x, (y0 + y1) / 2 - origin.y
    apart, around = math.hypot(dx, dy), math.hypot(x1 - x0, y1 - y0) / 2 + margin
    if apart <= around:
        return None
    middle, half = math.atan2(dy, dx), math.asin(around / apart) + sides
    if half > _WIDEST or abs(middle) + half >= math.pi - BESIDE:
        return None
    beside = max(x0 - origin.x, 0.0, origin.x - x1), max(y0 - origin.y, 0.0, origin.y - y1)
    return Sector(middle - half, middle + half, math.hypot(*beside) - margin - _SPARE, apart + around + _SPARE)


class Reach:
    """All points in range `n` of an origin, each along its own straight line from the origin's closest point.

    The points lie on the origin's level or, where the policy has levels, on the `level` given. Raises `ValueError`
    if that is more than one away. With a `sector`, the shape holds good only there: where a part of the table matters
    the rest is not worth its rays. A sector is not for an origin with impassable barricades about.
    """

    def __init__(
        self, ruler: Ruler, origin: Disc, n: float, level: int | None = None, sector: Sector | None = None
    ) -> None:
        self._sector = sector
        self._ruler = ruler = between_levels(ruler, origin, level)
        self._x, self._y = origin.x, origin.y
        self._origin, self._n = origin, n
        self.span = origin.radius if ruler.policy.from_edges else 0.0
        self.limit = ruler.policy.limit(n)
        reach = self.span + self.limit
        box = (self._x - reach, self._y - reach, self._x + reach, self._y + reach)
        area = ruler.area(origin.level)
        self._bare = area.occupancy.box_is_clear(*box)
        self._walled = not ruler.walls.occupancy.box_is_clear(*box)
        self._corners, self._following = area.edges_near(*box)
        self._wall_corners, self._wall_following = ruler.walls.edges_near(*box)
        self._toll: Toll | None = None
        if isinstance(area, HalvedArea) and not self._bare:
            self._toll = Toll(ruler.policy, n, self.limit, area.halves_near(*box))

    @property
    def _step(self) -> float:
        """Radians between two rays that are looked along first, corners apart."""
        return _DEGREE

    @property
    def _farthest(self) -> float:
        """Inches from the origin's centre beyond which nothing matters."""
        reach = self.span + self.limit
        return reach if self._sector is None else min(reach, self._sector.far)

    @property
    def _window(self) -> tuple[float, float]:
        """From and to how many inches from the origin's rim the sector lies."""
        assert self._sector is not None
        return max(self._sector.near - self.span, 0.0), max(self._sector.far - self.span, 0.0)

    @property
    def in_the_open(self) -> bool:
        """Whether neither area terrain nor impassable barricades are about."""
        return self._bare and not self._walled

    @property
    def walled(self) -> bool:
        """Whether impassable barricades are about."""
        return self._walled

    @cached_property
    def _outline(self) -> tuple[Floats, Floats]:
        """Sorted bearings and the distance from the origin's centre along each at which its range ends."""
        found, extent = refined(self._measure, self._bearings(), self.span)
        return found, extent.inches + self.span

    def _bearings(self) -> Floats:
        """Return the bearings to look along first: all round, and to either side of every corner."""
        sector = self._sector
        if sector is None:
            marks = [np.linspace(FIRST, LAST, 1 + round(2 * math.pi / self._step))]
        else:
            marks = [np.linspace(sector.low, sector.high, 2 + math.ceil((sector.high - sector.low) / self._step))]
        for corners in (self._corners, self._wall_corners):
            dx, dy = corners[:, 0] - self._x, corners[:, 1] - self._y
            near = np.hypot(dx, dy) <= self._farthest
            bearing = np.arctan2(dy[near], dx[near])
            if sector is not None:
                bearing = bearing[sector.holds(bearing)]
            marks += [bearing - BESIDE, bearing + BESIDE]
        bearings = np.concatenate(marks)
        bearings = np.where(bearings < -math.pi, bearings + 2 * math.pi, bearings)
        return np.where(bearings >= math.pi, bearings - 2 * math.pi, bearings)

    @cached_property
    def _several(self) -> tuple[Floats, Spans]:
        """Sorted bearings and the stretches along each that are in range, in inches from the origin's rim."""
        return refined(self._measure_several, self._bearings(), self.span)

    def _measure_several(self, bearings: Floats) -> tuple[Spans, Wanted]:
        toll, centre = self._toll, (self._x, self._y)
        assert toll is not None
        first, second = (
            found._replace(inches=found.inches - self.span)
            for found in (radial_crossings(centre, bearings, *edges) for edges in toll.halves)
        )
        halves = toll.terrain((first, second), len(bearings))
        spans = halves.in_range(toll.policy, self._n, toll.limit)
        if self._sector is not None:
            spans = spans.cut(*self._window)
        if self._walled:
            stops = radial_crossings(centre, bearings, self._wall_corners, self._wall_following)
            ahead = ~stops.leaves & (stops.inches >= self.span)
            room = np.full(len(bearings), np.inf)
            np.minimum.at(room, stops.ray[ahead], stops.inches[ahead] - self.span)
            spans = spans.shifted(np.zeros(len(bearings)), room)
        return spans, lambda: toll.wanted((first, second), halves, bearings)

    def _measure(self, bearings: Floats) -> tuple[Extents, Wanted]:
        centre, count = (self._x, self._y), len(bearings)
        crossings = radial_crossings(centre, bearings, self._corners, self._following)
        found = stretches(crossings, count, self.span)
        extent = extents(found, count, self.span, self.limit)
        if self._walled:
            stops = radial_crossings(centre, bearings, self._wall_corners, self._wall_following)
            ahead = ~stops.leaves & (stops.inches >= self.span)
            np.minimum.at(extent, stops.ray[ahead], stops.inches[ahead] - self.span)
        if self._sector is not None:
            extent = np.clip(extent, *self._window)
        return Extents(extent), lambda: near_misses(crossings, found.after, bearings, self._farthest)

    def _star(self, longer: float = 0.0) -> BaseGeometry:
        """Return what direct lines bring into range; with `longer`, the spots that far behind."""
        if self._toll is not None:
            bearings, spans = self._several
            # Whatever lies nearer than the shortest line of all is in range too: the origin itself.
            low = np.where(spans.low <= 0.0, 0.0, spans.low + self.span + longer)
            whole = spans._replace(low=low, high=spans.high + self.span + longer)
            return whole.shape((self._x, self._y), bearings, closed=self._sector is None)
        bearings, extent = self._outline
        extent = extent + longer
        rim = np.stack((self._x + extent * np.cos(bearings), self._y + extent * np.sin(bearings)), axis=1)
        return Polygon(rim if self._sector is None else np.concatenate((((self._x, self._y),), rim)))

    def _round(self, radius: float) -> BaseGeometry:
        if radius <= 0.0:
            return Polygon()
        return shapely.Point(self._x, self._y).buffer(radius, quad_segs=_ROUND_QUARTER)

    @cached_property
    def points(self) -> BaseGeometry:
        """All points in range."""
        if self.in_the_open:
            return self._round(self.span + self.limit)
        return self._shadows.joined(self._star()) if self._walled else self._star()

    @cached_property
    def scene(self) -> Origin:
        """The numbers behind the geometry."""
        terrain, walls = (self._corners, self._following), (self._wall_corners, self._wall_following)
        return Origin(self._x, self._y, self.span, self.limit, terrain, walls, self._toll)

    @cached_property
    def _shadows(self) -> Shadows:
        bearings = self._outline[0] if self._toll is None else self._several[0]
        starts = np.full((len(bearings), 2), (self._x, self._y))
        directions = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
        stops = np.minimum(self.scene.wall_stops(starts, directions), self.span + self.limit)
        return Shadows(self.scene, Polygon(starts + directions * stops[:, None]))

    def centres(self, radius: float, whole: bool = True) -> BaseGeometry:
        """Return the centres of discs that lie wholly in range, or else with their closest point in range."""
        edge = radius if self._ruler.policy.from_edges else 0.0
        if self.in_the_open:
            return self._round(self.span + self.limit + (-edge if whole else edge))
        if whole:
            return self.points.buffer(-edge, quad_segs=_QUARTER)
        if self._walled:
            return shapely.union(self._star(edge), self._shadows.points.buffer(edge, quad_segs=_QUARTER))
        return self._star(edge)

    def touching(self, radius: float) -> BaseGeometry:
        """Return the centres of discs of which any point lies in range."""
        if self.in_the_open:
            return self._round(self.span + self.limit + radius)
        return self.points.buffer(radius, quad_segs=_QUARTER)


def between_levels(ruler: Ruler, origin: Disc, level: int | None) -> Ruler:
    """Return the ruler from an origin to a level, its own if none is given; raise `ValueError` when out of range."""
    found = ruler.between(origin.level, origin.level if level is None else level)
    if found is None:
        raise ValueError(f"level {level} is out of range of level {origin.level}: they are more than one apart")
    return found


def points_within(ruler: Ruler, origin: Disc, n: float, level: int | None = None) -> BaseGeometry:
    """Return all points in range `n` of the origin, in inches, on its level or on the one given."""
    return Reach(ruler, origin, n, level).points

"""The range of an origin as areas: all points in range, and all centres of discs that are in range or touch it."""

from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.reach.around_walls import Shadows, point_costs
from game.table.reach.between_levels import LevelCost
from game.table.reach.fans import Origin, Window
from game.table.reach.intervals import Intervals
from game.table.reach.rays import extents, near_misses, radial_crossings, stretches
from game.table.reach.refinement import Extents, FurtherBearings, refine
from game.table.reach.rough import at_least, at_most
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import Floats, SplitArea
from game.wording import _

# Inches by which a box is enlarged for computations.
_MARGIN = 0.1
_ROUND_QUARTER = 48
_QUARTER = 16


class Reach:
    """All points in range `n` of an origin. Each point is measured by its own straight line from the closest point.

    The points are on the origin's level or, if the policy has levels, on `level`. Raises `LevelOutOfRange` if that is
    more than one level away. `walled`: impassable barricades are near; `in_the_open`: neither these nor terrain are.
    """

    def __init__(self, ruler: Ruler, origin: Disc, n: float, level: int | None = None) -> None:
        self._ruler = ruler = between_levels(ruler, origin, level)
        self._x, self._y = origin.x, origin.y
        self._origin, self._n = origin, n
        self.span = origin.radius if ruler.policy.from_edges else 0.0
        self.limit = ruler.policy.limit(n)
        reach = self.span + self.limit
        box = (self._x - reach, self._y - reach, self._x + reach, self._y + reach)
        area = ruler.area(origin.level)
        bare = area.occupancy.box_is_clear(*box)
        self.walled = not ruler.walls.occupancy.box_is_clear(*box)
        self.in_the_open = bare and not self.walled
        self._centres: dict[tuple[float, bool], BaseGeometry] = {}
        self._upper_bounds: dict[float, BaseGeometry] = {}
        self._all_shadows: Shadows | None = None
        self._level_cost: LevelCost | None = None
        if isinstance(area, SplitArea) and not bare:
            self._level_cost = LevelCost(ruler.policy, n, self.limit, area.halves_near(*box))
        self.origin = Origin((self._x, self._y, self.span), self.limit, area, ruler.walls, self._level_cost)

    @cached_property
    def _outline(self) -> tuple[Floats, Floats]:
        """Sorted bearings, and the distance from the origin's centre at which the range ends along each."""
        return self._refined_outline(None)

    def _refined_outline(self, window: Window) -> tuple[Floats, Floats]:
        bearings, extent = refine(self._measure, self.origin.bearings(window), self.span)
        return bearings, extent.inches + self.span

    @cached_property
    def _several(self) -> tuple[Floats, Intervals]:
        """Sorted bearings, and the stretches in range along each, in inches from the origin's rim."""
        return self._refined_several(None)

    def _refined_several(self, window: Window) -> tuple[Floats, Intervals]:
        return refine(self._measure_several, self.origin.bearings(window), self.span)

    def _measure_several(self, bearings: Floats) -> tuple[Intervals, FurtherBearings]:
        level_cost = self._level_cost
        assert level_cost is not None
        crossings = level_cost.around((self._x, self._y), bearings, self.span)
        halves = level_cost.terrain(crossings, len(bearings))
        intervals = halves.in_range(level_cost.policy, self._n, level_cost.limit)
        if self.walled:
            intervals = intervals.shifted(np.zeros(len(bearings)), self.origin.stops(bearings))
        return intervals, lambda: level_cost.further_bearings(crossings, halves, bearings)

    def _measure(self, bearings: Floats) -> tuple[Extents, FurtherBearings]:
        centre, count = (self._x, self._y), len(bearings)
        crossings = radial_crossings(centre, bearings, *self.origin.terrain)
        in_terrain = stretches(crossings, count, self.span)
        extent = extents(in_terrain, count, self.span, self.limit)
        if self.walled:
            extent = np.minimum(extent, self.origin.stops(bearings))
        return Extents(extent), lambda: near_misses(crossings, in_terrain.after, bearings, self.span + self.limit)

    def _star(self, longer: float = 0.0, window: Window = None) -> BaseGeometry:
        """Return the area in range by direct lines (perhaps only in a window), extended by `longer` inches."""
        if self._level_cost is not None:
            bearings, intervals = self._several if window is None else self._refined_several(window)
            # Points nearer than the shortest line are in the origin itself, and in range.
            low = np.where(intervals.low <= 0.0, 0.0, intervals.low + self.span + longer)
            whole = intervals._replace(low=low, high=intervals.high + self.span + longer)
            return whole.shape((self._x, self._y), bearings, closed=window is None)
        bearings, extent = self._outline if window is None else self._refined_outline(window)
        return self.origin.star(bearings, extent - self.span + longer, window)

    def _round(self, radius: float) -> BaseGeometry:
        if radius <= 0.0:
            return Polygon()
        return shapely.Point(self._x, self._y).buffer(radius, quad_segs=_ROUND_QUARTER)

    def at_most(self, radius: float, whole: bool, box: Bounds) -> BaseGeometry:
        """Return an area that contains the `centres` in a box, drawn with few rays."""
        edge = radius if self._ruler.policy.from_edges else 0.0
        if self.walled or not whole:
            return at_most(self.origin, edge, whole, box)
        if radius not in self._upper_bounds:
            self._upper_bounds[radius] = at_most(self.origin, edge, whole, None)
        return self._upper_bounds[radius]

    def at_least(self, radius: float, box: Bounds) -> BaseGeometry:
        """Return an area, drawn with few rays, of centres in a box whose discs certainly are partly in range."""
        return at_least(self.origin, radius if self._ruler.policy.from_edges else 0.0, box)

    @cached_property
    def points(self) -> BaseGeometry:
        """The area of all points in range."""
        return self._points(None)

    def _points(self, box: Bounds | None) -> BaseGeometry:
        if self.in_the_open:
            return self._round(self.span + self.limit)
        if not self.walled:
            return self._star()
        return self._shadows(box).joined(self._star(0.0, None if box is None else self.origin.window(box)))

    def _visible(self, window: Window) -> BaseGeometry:
        """Return the area that direct lines would reach without terrain, perhaps only in a window."""
        if window is not None:
            bearings = np.unique(self.origin.bearings(window))
        else:
            bearings = self._outline[0] if self._level_cost is None else self._several[0]
        stops = np.minimum(self.origin.stops(bearings), self.limit)
        return self.origin.star(bearings, stops, window)

    def _shadows(self, box: Bounds | None) -> Shadows:
        if box is not None:
            return Shadows(self.origin, self._visible(self.origin.window(box)), box)
        if self._all_shadows is None:
            self._all_shadows = Shadows(self.origin, self._visible(None))
        return self._all_shadows

    def ranges(self, spots: Floats, radius: float) -> Floats:
        """Return the ranges of discs with some centres (S, 2); approximate if a wall hides a disc."""
        away = spots - (self._x, self._y)
        apart = np.hypot(away[:, 0], away[:, 1])
        edge = radius if self._ruler.policy.from_edges else 0.0
        share = np.maximum(apart - edge, 0.0) / np.maximum(apart, 1e-9)
        return point_costs(self.origin, self._ruler.policy, (self._x, self._y) + away * share[:, None])

    def centres(self, radius: float, whole: bool = True, box: Bounds | None = None) -> BaseGeometry:
        """Return the area of centres of discs that are wholly in range, or else with their closest point.

        Centres beyond a box may be left out, because they are expensive behind walls.
        """
        if (radius, whole) in self._centres:
            return self._centres[radius, whole]
        if box is not None and not self.in_the_open:
            margin = radius + _MARGIN
            box = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
            if self.walled and (not whole or box[2] - box[0] + box[3] - box[1] < self.span + self.limit):
                return self._centres_of(radius, whole, box)
            if not self.walled and (window := self.origin.window(box)) is not None:
                edge = radius if self._ruler.policy.from_edges else 0.0
                return self._star(0.0, window).buffer(-edge, quad_segs=_QUARTER) if whole else self._star(edge, window)
        self._centres[radius, whole] = self._centres_of(radius, whole, None)
        return self._centres[radius, whole]

    def _centres_of(self, radius: float, whole: bool, box: Bounds | None) -> BaseGeometry:
        edge = radius if self._ruler.policy.from_edges else 0.0
        if self.in_the_open:
            return self._round(self.span + self.limit + (-edge if whole else edge))
        if whole:
            return (self.points if box is None else self._points(box)).buffer(-edge, quad_segs=_QUARTER)
        if self.walled:
            star = self._star(edge, None if box is None else self.origin.window(box))
            return shapely.union(star, self._shadows(box).points.buffer(edge, quad_segs=_QUARTER))
        return self._star(edge)

    def touching(self, radius: float) -> BaseGeometry:
        """Return the area of centres of discs with any point in range."""
        if self.in_the_open:
            return self._round(self.span + self.limit + radius)
        return self.points.buffer(radius, quad_segs=_QUARTER)


@lru_cache(maxsize=256)  # the acting model is measured often from one place
def reach_of(ruler: Ruler, origin: Disc, n: float) -> Reach:
    """Return the reach of an origin on its own level, or on the levels of a ruler between two levels."""
    return Reach(ruler, origin, n)


def between_levels(ruler: Ruler, origin: Disc, level: int | None) -> Ruler:
    """Return the ruler from an origin to a level (by default its own); raise `LevelOutOfRange`."""
    ruler_between = ruler.between(origin.level, origin.level if level is None else level)
    if ruler_between is None:
        raise LevelOutOfRange(_("level {level} is out of range of level {origin}", level=level, origin=origin.level))
    return ruler_between

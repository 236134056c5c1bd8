"""The range of an origin as areas: all points in range, and all centres of discs that are in range or touch it.

Rough bounds of these areas, drawn with few rays, show quickly where certainly no disc is in range.
"""

from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.reach.between_levels import LevelCost
from game.table.reach.fans import Fan, Origin, Shadows, Window, point_costs
from game.table.reach.rays import (
    Extents,
    FurtherBearings,
    Intervals,
    extents,
    line_crossings,
    near_misses,
    radial_crossings,
    refine,
    stretches,
)
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import Floats, SplitArea
from game.wording import _

# Inches added to rough bounds for safety, and inches by which terrain between two rays may differ from that along them.
_ROUGHLY, _UNSURE = 0.01, 0.005
# Inches by which an outline may be simplified.
_SIMPLER = 0.008
# Inches that close every crack between the parts of a reach.
_SEAM = 1e-3
# Inches by which a box is enlarged for computations.
_AROUND = 0.1
# The chords of a quarter turn in rough bounds.
_ROUGH_QUARTER = 4
# With so few chords, a quarter turn is inside the round shape by this part of its radius.
_SHORT = 0.02
# The length in inches of a ray that is out of range, so that no outline touches itself.
_STUB = 1e-4


def at_most(origin: Origin, edge: float, whole: bool, box: Bounds | None) -> BaseGeometry:
    """Return an area that contains all centres (perhaps only in a box) of discs of radius `edge` that are in range.

    They are in range with all of their points if `whole`, or else with the closest. Each ray is drawn as long as the
    longest of itself and its neighbours.
    """
    window = None
    if box is not None:
        margin = edge + _AROUND
        box = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
        window = origin.window(box)
    bearings, _sure, extents = _rough_extents(origin, window, _UNSURE)
    direct = origin.star(
        bearings, _with_neighbours(extents, window, np.maximum) + _ROUGHLY + (0.0 if whole else edge), window
    )
    shadows = _areas_past_corners(origin, box) if origin.walled else []
    if not whole:
        # Each part is grown before the union, so that very thin parts count too.
        grown_shadows = shapely.buffer(shadows, (edge + _SIMPLER) * (1.0 + _SHORT), quad_segs=_ROUGH_QUARTER)
        return shapely.union_all([direct, *grown_shadows]) if shadows else direct
    parts = [_with_fewer_corners(direct), *shadows]
    # Grown, so that no crack stays open between simplified parts.
    points = shapely.union_all(shapely.buffer(parts, _SIMPLER + _SEAM, quad_segs=1, join_style="mitre"))
    if box is not None:
        points = shapely.intersection(points, shapely.box(*box))
    return shapely.buffer(points, -edge, quad_segs=_ROUGH_QUARTER)


def at_least(origin: Origin, edge: float, box: Bounds) -> BaseGeometry:
    """Return an area of centres in a box whose discs certainly have their closest point in range.

    Centres that are only in range around a corner are left out.
    """
    window = origin.window(box)
    bearings, sure, _most = _rough_extents(origin, window, -_UNSURE)
    return origin.star(bearings, _with_neighbours(sure, window, np.minimum) - _ROUGHLY + edge, window)


def _rough_extents(origin: Origin, window: Window, spare: float) -> tuple[Floats, Floats, Floats]:
    """Return bearings, the inches along each up to which all points are in range, and those beyond which none is.

    Both count from the rim. The first `spare` inches in terrain are free. Jumps between bearings are not located.
    """
    bearings = np.unique(origin.bearings(window))
    count, level_cost = len(bearings), origin.level_cost
    if level_cost is not None:
        intervals = level_cost.in_range(level_cost.around((origin.x, origin.y), bearings, origin.span), count, spare)
        most, sure = intervals.farthest, np.zeros(count)
        at_once = intervals.low <= 0.0
        sure[intervals.ray[at_once]] = intervals.high[at_once]
    else:
        in_terrain = stretches(radial_crossings((origin.x, origin.y), bearings, *origin.terrain), count, origin.span)
        sure = most = extents(in_terrain, count, origin.span, origin.limit, spare)
    if origin.walled:
        stops = origin.stops(bearings)
        sure, most = np.minimum(sure, stops), np.minimum(most, stops)
    return bearings, sure, most


def _areas_past_corners(origin: Origin, box: Bounds | None) -> list[BaseGeometry]:
    """Return areas that contain all points in range through each corner (perhaps only in a box)."""
    fans = [fan for fan in origin.fans if box is None or fan.may_meet(box)]
    if not fans:
        return []
    bearings = [fan.even_bearings for fan in fans]
    before, starts, directions = (np.concatenate(columns) for columns in zip(*map(Fan.rays, fans, bearings)))
    inches_beyond = _farthest_in_range(origin, starts, directions, before) - before
    splits = np.cumsum([len(fan_bearings) for fan_bearings in bearings])[:-1]
    areas = []
    for fan, turns, inches in zip(fans, bearings, np.split(inches_beyond, splits)):
        if (inches > 0.0).any():
            inches = _with_neighbours(inches, (0.0, 0.0), np.maximum)
            areas.append(_with_fewer_corners(fan.star(turns, np.where(inches > 0.0, inches + _ROUGHLY, _STUB))))
    return areas


def _farthest_in_range(origin: Origin, starts: Floats, directions: Floats, least: Floats) -> Floats:
    """Return the inches beyond which no point of a ray is in range; 0 for rays that meet a wall within `least`."""
    stops, most = origin.wall_stops(starts, directions), np.zeros(len(starts))
    free = np.flatnonzero(stops > least)
    starts, directions, count = starts[free], directions[free], len(free)
    if origin.level_cost is not None:
        crossings = origin.level_cost.along(starts, directions)
        most[free] = origin.level_cost.in_range(crossings, count, _UNSURE).farthest
    else:
        in_terrain = stretches(line_crossings(starts, directions, *origin.terrain), count, 0.0)
        most[free] = extents(in_terrain, count, 0.0, origin.limit, _UNSURE)
    return np.minimum(most, stops)


def _with_fewer_corners(star: BaseGeometry) -> BaseGeometry:
    """Return a star-shaped polygon with fewer corners and nearly the same outline, or itself if that fails."""
    simple = shapely.simplify(star, _SIMPLER, preserve_topology=False)
    return simple if simple.is_valid and not simple.is_empty else star


def _with_neighbours(inches: Floats, window: Window, pick: np.ufunc) -> Floats:
    """Return for each ray the `pick` (maximum or minimum) of its inches and its neighbours' inches."""
    beside = np.pad(inches, 1, mode="wrap" if window is None else "edge")
    return np.asarray(pick(pick(beside[:-2], beside[2:]), inches))


# Inches by which a box is enlarged for computations.
_MARGIN = 0.1
# The chords of a quarter turn of a whole disc, and of a grown or shrunk area.
_ROUND_QUARTER = 48
_QUARTER = 16


class Reach:
    """All points in range `n` of an origin; each is measured by its own straight line from the closest point.

    The points are on the origin's level or, if the policy has levels, on `level`. Raises `LevelOutOfRange` if that is
    more than one level away. `walled`: impassable barricades are near; `in_the_open`: neither these nor terrain are.
    """

    def __init__(self, ruler: Ruler, origin: Disc, n: float, level: int | None = None) -> None:
        self._ruler = ruler = between_levels(ruler, origin, level)
        self._x, self._y = origin.x, origin.y
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
        level_cost = None
        if isinstance(area, SplitArea) and not bare:
            level_cost = LevelCost(ruler.policy, n, self.limit, area.halves_near(*box))
        self.origin = Origin((self._x, self._y, self.span), self.limit, area, ruler.walls, level_cost)

    @cached_property
    def _all_round(self) -> tuple[Floats, Extents | Intervals]:
        """The extents or stretches in range along rays all round."""
        return self._along_rays(None)

    def _along_rays(self, window: Window) -> tuple[Floats, Extents | Intervals]:
        """Return sorted bearings, and the extents or stretches in range along each, in inches from the origin's rim."""
        if self.origin.level_cost is not None:
            return refine(self._measured_stretches, self.origin.bearings(window), self.span)
        return refine(self._measured_extents, self.origin.bearings(window), self.span)

    def _measured_stretches(self, bearings: Floats) -> tuple[Intervals, FurtherBearings]:
        """Return the stretches in range along rays, and further bearings to measure."""
        level_cost = self.origin.level_cost
        assert level_cost is not None
        crossings = level_cost.around((self._x, self._y), bearings, self.span)
        intervals = level_cost.in_range(crossings, len(bearings))
        if self.walled:
            intervals = intervals.shifted(np.zeros(len(bearings)), self.origin.stops(bearings))
        return intervals, lambda: level_cost.further_bearings(crossings, bearings)

    def _measured_extents(self, bearings: Floats) -> tuple[Extents, FurtherBearings]:
        """Return the extents of rays, and further bearings to measure."""
        centre, count = (self._x, self._y), len(bearings)
        crossings = radial_crossings(centre, bearings, *self.origin.terrain)
        in_terrain = stretches(crossings, count, self.span)
        extent = extents(in_terrain, count, self.span, self.limit)
        if self.walled:
            extent = np.minimum(extent, self.origin.stops(bearings))
        return Extents(extent), lambda: near_misses(crossings, in_terrain.after, bearings, self.span + self.limit)

    def _area_by_direct_lines(self, longer: float = 0.0, window: Window = None) -> BaseGeometry:
        """Return the area in range by direct lines (perhaps only in a window), extended by `longer` inches."""
        bearings, measured = self._all_round if window is None else self._along_rays(window)
        if isinstance(measured, Extents):
            return self.origin.star(bearings, measured.inches + longer, window)
        # Points nearer than the shortest line are in the origin itself, and in range.
        low = np.where(measured.low <= 0.0, 0.0, measured.low + self.span + longer)
        longer_stretches = measured._replace(low=low, high=measured.high + self.span + longer)
        return longer_stretches.shape((self._x, self._y), bearings, closed=window is None)

    def _drawn_circle(self, radius: float) -> BaseGeometry:
        """Return the disc of this radius around the origin as a polygon."""
        if radius <= 0.0:
            return Polygon()
        return shapely.Point(self._x, self._y).buffer(radius, quad_segs=_ROUND_QUARTER)

    def at_most(self, radius: float, whole: bool, box: Bounds) -> BaseGeometry:
        """Return an area, drawn with few rays, that contains the `centres` in a box."""
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
        return self._points_in(None)

    def _points_in(self, box: Bounds | None) -> BaseGeometry:
        """Return the area of all points in range, perhaps only in a box."""
        if self.in_the_open:
            return self._drawn_circle(self.span + self.limit)
        if not self.walled:
            return self._area_by_direct_lines()
        return self._hidden_part(box).joined(
            self._area_by_direct_lines(0.0, None if box is None else self.origin.window(box))
        )

    def _visible_area(self, window: Window) -> BaseGeometry:
        """Return the area that direct lines would reach without terrain, perhaps only in a window."""
        bearings = self._all_round[0] if window is None else np.unique(self.origin.bearings(window))
        stops = np.minimum(self.origin.stops(bearings), self.limit)
        return self.origin.star(bearings, stops, window)

    def _hidden_part(self, box: Bounds | None) -> Shadows:
        """Return the part of the reach that is hidden from direct lines, perhaps only in a box."""
        if box is not None:
            return Shadows(self.origin, self._visible_area(self.origin.window(box)), box)
        if self._all_shadows is None:
            self._all_shadows = Shadows(self.origin, self._visible_area(None))
        return self._all_shadows

    def ranges(self, spots: Floats, radius: float) -> Floats:
        """Return the ranges of discs with these centres (S, 2); approximate if a wall hides a disc."""
        offset = spots - (self._x, self._y)
        distance = np.hypot(offset[:, 0], offset[:, 1])
        edge = radius if self._ruler.policy.from_edges else 0.0
        share = np.maximum(distance - edge, 0.0) / np.maximum(distance, 1e-9)
        return point_costs(self.origin, self._ruler.policy, (self._x, self._y) + offset * share[:, None])

    def centres(self, radius: float, whole: bool = True, box: Bounds | None = None) -> BaseGeometry:
        """Return the area of centres of discs that are in range: wholly, or else with their closest point.

        Centres outside a given box may be left out, because they take long to compute behind walls.
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
                if not whole:
                    return self._area_by_direct_lines(edge, window)
                return self._area_by_direct_lines(0.0, window).buffer(-edge, quad_segs=_QUARTER)
        self._centres[radius, whole] = self._centres_of(radius, whole, None)
        return self._centres[radius, whole]

    def _centres_of(self, radius: float, whole: bool, box: Bounds | None) -> BaseGeometry:
        """Compute the area that `centres` caches."""
        # A disc wholly in range has its centre this far inside the range; a disc partly in range, this far outside.
        edge = radius if self._ruler.policy.from_edges else 0.0
        if self.in_the_open:
            return self._drawn_circle(self.span + self.limit + (-edge if whole else edge))
        if whole:
            return (self.points if box is None else self._points_in(box)).buffer(-edge, quad_segs=_QUARTER)
        if self.walled:
            star = self._area_by_direct_lines(edge, None if box is None else self.origin.window(box))
            return shapely.union(star, self._hidden_part(box).points.buffer(edge, quad_segs=_QUARTER))
        return self._area_by_direct_lines(edge)

    def touching(self, radius: float) -> BaseGeometry:
        """Return the area of centres at which a disc has any point in range."""
        if self.in_the_open:
            return self._drawn_circle(self.span + self.limit + radius)
        return self.points.buffer(radius, quad_segs=_QUARTER)


@lru_cache(maxsize=256)  # the acting model is measured often from one place
def reach_of(ruler: Ruler, origin: Disc, n: float) -> Reach:
    """Return the reach of an origin on its own level, or on the levels of a ruler between two levels."""
    return Reach(ruler, origin, n)


def between_levels(ruler: Ruler, origin: Disc, level: int | None) -> Ruler:
    """Return the ruler from an origin to a level (by default its own); raise `LevelOutOfRange` without one."""
    ruler_between = ruler.between(origin.level, origin.level if level is None else level)
    if ruler_between is None:
        raise LevelOutOfRange(_("level {level} is out of range of level {origin}", level=level, origin=origin.level))
    return ruler_between

"""The range of an origin as geometry: all points in range, and all centres of discs that lie within or touch them."""

import math
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.measuring.ruler import Ruler
from game.table.reach.around_walls import Origin, Shadows
from game.table.reach.between_levels import LevelCost
from game.table.reach.intervals import Intervals
from game.table.reach.rays import extents, first_stops, near_misses, radial_crossings, stretches
from game.table.reach.refinement import Extents, Wanted, refined
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import Floats, SplitArea

# One turn, closed: the last ray lies just beside the first, and none runs exactly along a straight edge.
_ALL_ROUND = np.linspace(-math.pi + 5e-9, math.pi - 3e-9, 361)
_BESIDE = 1e-6
# Inches beyond a box that are computed with it.
_MARGIN = 0.1
# Radians to either side of what a box is seen in.
_ASIDE = 0.01
# Inches by which rough bounds are set apart from the rays that they are drawn with, and by which terrain between two
# of them may differ from that along both.
_ROUGHLY, _UNSURE = 0.01, 0.005
_ROUND_QUARTER = 48
_QUARTER = 16

Window = tuple[float, float] | None
"""The bearings between which one looks; None all round."""


class Reach:
    """All points in range `n` of an origin, each along its own straight line from the origin's closest point.

    The points are on the origin's level or, if the policy has levels, on the `level` given. Raises `ValueError`
    if that is more than one away.
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
        self._bare = area.occupancy.box_is_clear(*box)
        self._walled = not ruler.walls.occupancy.box_is_clear(*box)
        self._corners, self._following = area.edges_near(*box)
        self._wall_corners, self._wall_following = ruler.walls.edges_near(*box)
        self._centres: dict[tuple[float, bool], BaseGeometry] = {}
        self._upper_bounds: dict[float, BaseGeometry] = {}
        self._all_shadows: Shadows | None = None
        self._level_cost: LevelCost | None = None
        if isinstance(area, SplitArea) and not self._bare:
            self._level_cost = LevelCost(ruler.policy, n, self.limit, area.halves_near(*box))

    @property
    def in_the_open(self) -> bool:
        """Whether no area terrain or impassable barricades are near."""
        return self._bare and not self._walled

    @property
    def walled(self) -> bool:
        """Whether impassable barricades are near."""
        return self._walled

    @cached_property
    def _outline(self) -> tuple[Floats, Floats]:
        """Sorted bearings and the distance from the origin's centre along each at which its range ends."""
        return self._refined_outline(None)

    def _refined_outline(self, window: Window) -> tuple[Floats, Floats]:
        found, extent = refined(self._measure, self._bearings(window), self.span)
        return found, extent.inches + self.span

    def _bearings(self, window: Window) -> Floats:
        """Return the bearings to look along first, in a window or all round, and to either side of every corner."""
        marks = [_ALL_ROUND]
        for corners in (self._corners, self._wall_corners):
            dx, dy = corners[:, 0] - self._x, corners[:, 1] - self._y
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

    def _window(self, box: Bounds) -> Window:
        """Return the bearings between which a box is seen, None where that is no simple stretch."""
        corners = np.array(((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])))
        dx, dy = corners[:, 0] - self._x, corners[:, 1] - self._y
        if dx.min() <= 0.0 and dy.min() <= 0.0 <= dy.max():
            return None  # the origin is in the box, or the box lies behind it, where bearings begin anew
        bearings = np.arctan2(dy, dx)
        return max(float(bearings.min()) - _ASIDE, -math.pi), min(float(bearings.max()) + _ASIDE, math.pi)

    @cached_property
    def _several(self) -> tuple[Floats, Intervals]:
        """Sorted bearings and the stretches along each that are in range, in inches from the origin's rim."""
        return self._refined_several(None)

    def _refined_several(self, window: Window) -> tuple[Floats, Intervals]:
        return refined(self._measure_several, self._bearings(window), self.span)

    def _measure_several(self, bearings: Floats) -> tuple[Intervals, Wanted]:
        level_cost = self._level_cost
        assert level_cost is not None
        crossings = level_cost.around((self._x, self._y), bearings, self.span)
        halves = level_cost.terrain(crossings, len(bearings))
        intervals = halves.in_range(level_cost.policy, self._n, level_cost.limit)
        if self._walled:
            intervals = intervals.shifted(np.zeros(len(bearings)), self._wall_stops(bearings))
        return intervals, lambda: level_cost.wanted(crossings, halves, bearings)

    def _measure(self, bearings: Floats) -> tuple[Extents, Wanted]:
        centre, count = (self._x, self._y), len(bearings)
        crossings = radial_crossings(centre, bearings, self._corners, self._following)
        found = stretches(crossings, count, self.span)
        extent = extents(found, count, self.span, self.limit)
        if self._walled:
            extent = np.minimum(extent, self._wall_stops(bearings))
        return Extents(extent), lambda: near_misses(crossings, found.after, bearings, self.span + self.limit)

    def _star(self, longer: float = 0.0, window: Window = None) -> BaseGeometry:
        """Return what direct lines bring into range, perhaps in a window; with `longer`, the spots that far behind."""
        if self._level_cost is not None:
            bearings, intervals = self._several if window is None else self._refined_several(window)
            # Whatever lies nearer than the shortest line of all is in range too: the origin itself.
            low = np.where(intervals.low <= 0.0, 0.0, intervals.low + self.span + longer)
            whole = intervals._replace(low=low, high=intervals.high + self.span + longer)
            return whole.shape((self._x, self._y), bearings, closed=window is None)
        bearings, extent = self._outline if window is None else self._refined_outline(window)
        extent = extent + longer
        rim = np.stack((self._x + extent * np.cos(bearings), self._y + extent * np.sin(bearings)), axis=1)
        return Polygon(rim if window is None else np.concatenate((((self._x, self._y),), rim)))

    def _round(self, radius: float) -> BaseGeometry:
        if radius <= 0.0:
            return Polygon()
        return shapely.Point(self._x, self._y).buffer(radius, quad_segs=_ROUND_QUARTER)

    @property
    def bare(self) -> bool:
        """Whether no area terrain is near."""
        return self._bare

    def _rough(self, window: Window, spare: float) -> tuple[Floats, Floats, Floats]:
        """Return bearings, and along each the inches from the rim up to which all spots are in range, and beyond which
        none is, as if so much less of each line were in terrain. Jumps between bearings are not located."""
        bearings = np.unique(self._bearings(window))
        if self._level_cost is None:
            crossings = radial_crossings((self._x, self._y), bearings, self._corners, self._following)
            found = stretches(crossings, len(bearings), self.span)
            inches = extents(found, len(bearings), self.span, self.limit, spare)
            return bearings, inches, inches
        crossings = self._level_cost.around((self._x, self._y), bearings, self.span)
        halves = self._level_cost.terrain(crossings, len(bearings))
        several = halves.in_range(self._level_cost.policy, self._n, self.limit, spare)
        sure, most = np.zeros(several.rays), np.zeros(several.rays)
        np.maximum.at(most, several.ray, several.high)
        at_once = several.low <= 0.0
        sure[several.ray[at_once]] = several.high[at_once]
        return bearings, sure, most

    def _fan(self, bearings: Floats, inches: Floats, window: Window) -> BaseGeometry:
        """Return the shape of rays that end so many inches from the rim."""
        far = np.maximum(inches + self.span, 0.0)
        rim = np.stack((self._x + far * np.cos(bearings), self._y + far * np.sin(bearings)), axis=1)
        return Polygon(rim if window is None else np.concatenate((((self._x, self._y),), rim)))

    def at_most(self, radius: float, whole: bool, box: Bounds) -> BaseGeometry:
        """Return an upper bound of the `centres` in a box, drawn with few rays: each goes as far as its neighbours."""
        edge = radius if self._ruler.policy.from_edges else 0.0
        if not whole:
            window = self._window(box)
            bearings, _sure, most = self._rough(window, _UNSURE)
            return self._fan(bearings, _beside(most, window, np.maximum) + _ROUGHLY + edge, window)
        if radius not in self._upper_bounds:
            bearings, _sure, most = self._rough(None, _UNSURE)
            fan = self._fan(bearings, _beside(most, None, np.maximum) + _ROUGHLY, None)
            self._upper_bounds[radius] = fan.buffer(-edge, quad_segs=_QUARTER)
        return self._upper_bounds[radius]

    def at_least(self, radius: float, box: Bounds) -> BaseGeometry:
        """Return a lower bound of the centres in a box whose discs have their closest point in range, likewise."""
        edge = radius if self._ruler.policy.from_edges else 0.0
        window = self._window(box)
        bearings, sure, _most = self._rough(window, -_UNSURE)
        return self._fan(bearings, _beside(sure, window, np.minimum) - _ROUGHLY + edge, window)

    @cached_property
    def points(self) -> BaseGeometry:
        """All points in range."""
        return self._points(None)

    def _points(self, box: Bounds | None) -> BaseGeometry:
        if self.in_the_open:
            return self._round(self.span + self.limit)
        return self._shadows(box).joined(self._star()) if self._walled else self._star()

    @cached_property
    def origin(self) -> Origin:
        """The arrays behind the geometry."""
        terrain, walls = (self._corners, self._following), (self._wall_corners, self._wall_following)
        return Origin(self._x, self._y, self.span, self.limit, terrain, walls, self._level_cost)

    @cached_property
    def _visible(self) -> BaseGeometry:
        """The points that direct lines would reach without terrain."""
        bearings = self._outline[0] if self._level_cost is None else self._several[0]
        stops = np.minimum(self._wall_stops(bearings) + self.span, self.span + self.limit)
        return Polygon((self._x, self._y) + np.stack((np.cos(bearings), np.sin(bearings)), axis=1) * stops[:, None])

    def _wall_stops(self, bearings: Floats) -> Floats:
        """Return the inches from the origin's rim that each ray runs before it enters a wall.

        A base on another level may overhang a wall, and then lines begin inside it.
        """
        met = radial_crossings((self._x, self._y), bearings, self._wall_corners, self._wall_following)
        return first_stops(stretches(met, len(bearings), self.span), len(bearings)) - self.span

    def _shadows(self, box: Bounds | None) -> Shadows:
        if box is not None:
            return Shadows(self.origin, self._visible, box)
        if self._all_shadows is None:
            self._all_shadows = Shadows(self.origin, self._visible)
        return self._all_shadows

    def centres(self, radius: float, whole: bool = True, box: Bounds | None = None) -> BaseGeometry:
        """Return the centres of discs that lie wholly in range, or else with their closest point in range.

        Those beyond a box may be left out, as they are expensive behind walls.
        """
        if (radius, whole) in self._centres:
            return self._centres[radius, whole]
        if box is not None and not self.in_the_open:
            margin = radius + _MARGIN
            box = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
            if self._walled and not whole:
                return self._centres_of(radius, whole, box)
            if not self._walled and (window := self._window(box)) is not None:
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
        if self._walled:
            return shapely.union(self._star(edge), self._shadows(box).points.buffer(edge, quad_segs=_QUARTER))
        return self._star(edge)

    def touching(self, radius: float) -> BaseGeometry:
        """Return the centres of discs with any point in range."""
        if self.in_the_open:
            return self._round(self.span + self.limit + radius)
        return self.points.buffer(radius, quad_segs=_QUARTER)


def _beside(inches: Floats, window: Window, pick: np.ufunc) -> Floats:
    """Return what `pick` takes of each ray's inches and those of its neighbours."""
    beside = np.pad(inches, 1, mode="wrap" if window is None else "edge")
    return np.asarray(pick(pick(beside[:-2], beside[2:]), inches))


@lru_cache(maxsize=256)  # the acting model is queried often from one place
def reach_of(ruler: Ruler, origin: Disc, n: float) -> Reach:
    """Return the reach of an origin on its own level, or on that of a ruler between two."""
    return Reach(ruler, origin, n)


def between_levels(ruler: Ruler, origin: Disc, level: int | None) -> Ruler:
    """Return the ruler from an origin to a level, its own if none is given; raise `ValueError` if out of range."""
    found = ruler.between(origin.level, origin.level if level is None else level)
    if found is None:
        raise ValueError(f"level {level} is out of range of level {origin.level}: they are more than one apart")
    return found


def points_within(ruler: Ruler, origin: Disc, n: float, level: int | None = None) -> BaseGeometry:
    """Return all points in range `n` of the origin, in inches, on its level or the one given."""
    return Reach(ruler, origin, n, level).points

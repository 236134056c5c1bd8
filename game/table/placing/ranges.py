"""The conditions that a disc is within range N of an origin, wholly outside it, or beyond it."""

import math
from contextlib import suppress
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import LATTICE_STEP
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.placing.condition import Condition, Ranged
from game.table.reach.between_levels import LevelCost
from game.table.reach.exact import Sighting, every_bearing_agrees, every_chord_agrees
from game.table.reach.fans import Origin, disc_costs, point_costs
from game.table.reach.reach import Reach, between_levels, reach_of
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import AreaIndex, Floats, SplitArea, box_of
from game.wording import N_, _

# The error of drawn outlines, in inches.
_OUTLINE_ERROR = 0.006
# The numbers of verdicts after which outlines are built, which decide most verdicts: if the range is drawn or not.
_MANY, _VERY_MANY = 5, 40


@lru_cache(maxsize=256)  # the acting model is needed for every level
def _drawn_circle(x: float, y: float, radius: float) -> BaseGeometry:
    """Return a disc as a polygon, from a cache."""
    return shapely.Point(x, y).buffer(radius, quad_segs=32)


def _name_of(disc: Disc) -> str:
    """Return the name of a disc in refusals."""
    return disc.name or _("the {kind}", kind=_(disc.kind))


class WithinRange(Ranged):
    """The condition that the whole disc is within range `n` of the origin; with `whole=False`, that part of it is.

    Every point of the disc is judged by its own line from the origin. Range 0, and rulebooks that measure from centres,
    always use the closest point. The disc is on the origin's level or, if the policy has levels, on `level`; raises
    `ValueError` if that is more than one level away.
    """

    def __init__(
        self, ruler: Ruler, origin: Disc, n: float, radius: float, whole: bool = True, level: int | None = None
    ) -> None:
        self.ruler, self.origin, self._arguments = ruler, origin, (n, radius, whole)
        self._level = origin.level if level is None else level
        ruler = between_levels(ruler, origin, level)
        self.rule = ruler.policy.citation("place")
        self.cause = N_("out of range")
        self._ruler, self._origin, self._n, self._radius = ruler, origin, n, radius
        self._whole = whole and n > 0 and ruler.policy.from_edges
        self._origin_radius = origin.radius if ruler.policy.from_edges else 0.0
        self._limit = ruler.policy.limit(n)
        edge = radius if ruler.policy.from_edges else 0.0
        # The largest distance of a centre on an empty table.
        self._edge = edge if self._whole else -edge
        self._reach = self._origin_radius + self._limit - self._edge
        farthest = max(self._reach, 0.0)
        self.bounds = origin.x - farthest, origin.y - farthest, origin.x + farthest, origin.y + farthest
        self._queries = 0
        self._box_requested = False
        self._area = ruler.area(origin.level)
        self._largest_range = ruler.policy.most(n)

    def key(self, box: Bounds) -> object:
        return self._ruler, self._origin, self._n, self._radius, self._whole

    def for_level(self, level: int) -> "WithinRange":
        return self if level == self._level else WithinRange(self.ruler, self.origin, *self._arguments, level=level)

    def allows(self, x: float, y: float) -> bool:
        """Return whether the disc at (x, y) is in range, by quick checks first, then exactly."""
        ox, oy, radius = self._origin.x, self._origin.y, self._radius
        distance = math.hypot(x - ox, y - oy)
        if self._range_without_terrain(distance) > self._largest_range:
            return False
        if not self._whole:
            return self._ruler.within(self._origin, Disc(x, y, radius), self._n)
        margin = radius if radius > self._origin_radius else self._origin_radius
        x0, x1 = (x, ox) if x < ox else (ox, x)
        y0, y1 = (y, oy) if y < oy else (oy, y)
        box = (x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        behind_walls = not self._ruler.lines_are_clear((ox, oy), (x, y), margin, box)
        if not behind_walls and self._area.occupancy.box_is_clear(*box):
            return True
        # Outlines help only if they were built, or will be because areas are requested.
        if ("_allowed_area" in self.__dict__ or self._box_requested) and self._verdicts_pay_off():
            inside, outside = self._sure_and_possible
            if shapely.contains_xy(inside, x, y):
                return True
            if not shapely.contains_xy(outside, x, y):
                return False
        spot = x, y, radius
        if behind_walls:
            return _whole_around_walls(self._range.origin, self._ruler.policy, spot, self._largest_range)
        return _whole_in_terrain(self._area, self._ruler.policy, (ox, oy, self._origin_radius), spot, self._n)

    def could_allow(self, centres: Floats) -> NDArray[np.bool_]:
        """Return which centres (S, 2) may be allowed; behind walls, those that are themselves in range."""
        near = np.hypot(centres[:, 0] - self._origin.x, centres[:, 1] - self._origin.y) <= self._reach + _OUTLINE_ERROR
        if self._whole and self._range.walled:
            near[near] = point_costs(self._range.origin, self._ruler.policy, centres[near]) <= self._largest_range
        return np.asarray(near)

    def _range_without_terrain(self, apart: float) -> float:
        """Return the range on an empty table of a disc whose centre is `apart` inches from the origin's."""
        return self._ruler.policy.cost(max(apart - self._origin_radius + self._edge, 0.0), 0.0)

    def _verdicts_pay_off(self) -> bool:
        """Return whether enough spots were judged for outlines, which decide most spots, to be worth building."""
        self._queries += 1
        return self._queries > (_MANY if "_allowed_area" in self.__dict__ else _VERY_MANY)

    @cached_property
    def _sure_and_possible(self) -> tuple[BaseGeometry, BaseGeometry]:
        """The areas of certainly and of possibly allowed centres, with margins for the error of outlines."""
        points = self._range.points
        inside = shapely.buffer(points, -self._radius - _OUTLINE_ERROR)
        outside = shapely.buffer(shapely.buffer(points, _OUTLINE_ERROR), -self._radius + _OUTLINE_ERROR)
        shapely.prepare(inside)
        shapely.prepare(outside)
        return inside, outside

    def short_by(self, x: float, y: float) -> float:
        distance = math.hypot(x - self._origin.x, y - self._origin.y)
        if self.allows(x, y):
            return min(distance - self._reach, 0.0)
        in_the_open = distance - self._reach
        spot = shapely.Point(x, y)
        geometry = self.allowed()
        short = in_the_open if geometry.is_empty else shapely.distance(geometry, spot)
        return float(max(in_the_open, short, LATTICE_STEP))

    def why_not(self, x: float, y: float) -> Refusal:
        if self.is_cut_off(x, y):
            message = _("cut off from {name} by an impassable barricade", name=_name_of(self._origin))
            return Refusal(message, self._ruler.policy.citation("blocked"), N_("cut off"), self.short_by(x, y))
        return super().why_not(x, y)

    def message(self, x: float, y: float, short: float) -> str:
        words = N_("{amount} too far from {name} (must be wholly within range {n:g})")
        if not self._whole:
            words = N_("{amount} too far from {name} (must be within range {n:g})")
        return _(words, n=self._n, name=_name_of(self._origin), amount=missing(short))

    def is_cut_off(self, x: float, y: float) -> bool:
        """Return whether the disc is out of range only because of impassable barricades."""
        if self._ruler.walls.occupancy.is_empty:
            return False
        without_walls = WithinRange(self._ruler.without_walls, self._origin, self._n, self._radius, self._whole)
        return without_walls.allows(x, y)

    @cached_property
    def _allowed_area(self) -> BaseGeometry:
        """The area of allowed centres."""
        return self._range.centres(self._radius, self._whole)

    @cached_property
    def _range(self) -> Reach:
        """The range of the origin as an area."""
        return reach_of(self._ruler, self._origin, self._n)

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        return _drawn_circle(self._origin.x, self._origin.y, self._reach + spare)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        """Return the area of allowed centres; in a box, it may be left out elsewhere."""
        if box is None:
            return self._allowed_area
        if self.allows_all(box):
            return shapely.box(*box)
        split = isinstance(self._area, SplitArea)
        # The whole area is used if it was computed already, or if a part of it would take as long.
        if "_allowed_area" in self.__dict__ or (self._whole and not self._range.walled and not split):
            return self._allowed_area
        self._box_requested = True
        return self._range.centres(self._radius, self._whole, box)

    def allows_all(self, box: Bounds) -> bool:
        """Return whether every centre in a box is allowed, even with the worst terrain."""
        left, low, right, high = box
        x, y = self._origin[:2]
        farthest = math.hypot(max(abs(left - x), abs(right - x)), max(abs(low - y), abs(high - y)))
        gap = farthest - self._origin_radius + self._edge
        return not self._range.walled and gap < self._ruler.policy.sure(self._n)

    def roughly(self, legal: BaseGeometry) -> BaseGeometry:
        if self._range.in_the_open or self.allows_all(legal.bounds):
            return legal
        return shapely.intersection(legal, self._range.at_most(self._radius, self._whole, legal.bounds))

    def roughly_without(self, legal: BaseGeometry) -> BaseGeometry:
        """Return an area that contains all centres of a geometry that are out of range."""
        if self.allows_all(legal.bounds):
            return shapely.Polygon()
        near = self._allowed_area if self._range.in_the_open else self._range.at_least(self._radius, legal.bounds)
        return shapely.difference(legal, near)

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        if self._ruler.walls.occupancy.is_empty:
            return {self.cause: shapely.difference(envelope, self.allowed())}
        without_walls = WithinRange(
            self._ruler.without_walls, self._origin, self._n, self._radius, self._whole
        ).allowed()
        return {
            self.cause: shapely.difference(envelope, without_walls),
            "cut off": shapely.difference(shapely.intersection(envelope, without_walls), self.allowed()),
        }

    def forbidden(self, box: Bounds) -> BaseGeometry:
        return shapely.difference(shapely.box(*box), self.allowed())


@lru_cache(maxsize=1024)  # copies of a game judge the same spots
def _whole_around_walls(origin: Origin, policy: MeasuringPolicy, disc: tuple[float, float, float], most: float) -> bool:
    """Return whether every point of a disc (centre and radius) is within range `most` of an origin among walls."""
    return all((costs <= most).all() for costs in disc_costs(origin, policy, disc))


@lru_cache(maxsize=8192)  # copies of a game judge the same spots
def _whole_in_terrain(
    area: AreaIndex,
    policy: MeasuringPolicy,
    origin: tuple[float, float, float],
    disc: tuple[float, float, float],
    n: float,
) -> bool:
    """Return whether a disc is wholly within range `n` with the actual terrain, if it is so on an empty table.

    Origin and disc are given as centre and radius in inches; the origin's radius is 0 if centres are measured.
    """
    (ox, oy, span), (x, y, radius) = origin, disc
    distance = math.hypot(x - ox, y - oy)
    farthest = max(distance + radius - span, 0.0)
    if policy.allows(policy.cost(farthest, farthest), n):
        return True
    if distance > 0.0:  # most failures are on the line through the centre
        share = (distance + radius) / distance
        begin = min(span / distance, share)
        dx, dy = x - ox, y - oy
        straight = area.inside_length(ox + dx * begin, oy + dy * begin, ox + dx * share, oy + dy * share)
        if not policy.allows(policy.cost(farthest, straight), n):
            return False
    sighting, box = Sighting((ox, oy), span, (x, y), radius, True), box_of(ox, oy, x, y, max(radius, span))
    if isinstance(area, SplitArea):
        return every_chord_agrees(sighting, LevelCost(policy, n, policy.limit(n), area.halves_near(*box)))
    edges = sighting.edges_across(area.edges_near(*box))
    inside = not area.occupancy.box_is_clear(ox, oy, ox, oy) and bool(shapely.intersects_xy(area.union, ox, oy))
    if policy.allows(policy.cost(farthest, sighting.depth(edges, inside=inside)), n):
        return True
    return every_bearing_agrees(sighting, edges, policy, n)


class OutsideRange(Condition):
    """The condition that no part of the disc is within range `n` of the origin; levels are as for `WithinRange`."""

    costly = True
    cause = N_("too close")

    def __init__(self, ruler: Ruler, origin: Disc, n: float, radius: float, level: int | None = None) -> None:
        self.ruler, self.origin, self._arguments = ruler, origin, (n, radius)
        ruler = between_levels(ruler, origin, level)
        self.rule = ruler.policy.citation("place")
        self._ruler, self._origin, self._n = ruler, origin, n
        self._radius = radius if ruler.policy.from_edges else 0.0
        self._origin_radius = origin.radius if ruler.policy.from_edges else 0.0
        self._far_enough = self._origin_radius + ruler.policy.limit(n) + self._radius
        self._area = ruler.area(origin.level)

    def for_level(self, level: int) -> "OutsideRange | None":
        with suppress(LevelOutOfRange):
            return OutsideRange(self.ruler, self.origin, *self._arguments, level=level)
        return None

    def allows(self, x: float, y: float) -> bool:
        """Return whether no part of the disc at (x, y) is in range, by quick checks first, then exactly."""
        policy, ox, oy, radius = self._ruler.policy, self._origin.x, self._origin.y, self._radius
        distance = math.hypot(x - ox, y - oy)
        if policy.cost(max(distance - self._origin_radius - radius, 0.0), 0.0) > policy.most(self._n):
            return True
        if distance <= self._origin_radius + radius:
            return False
        box = box_of(ox, oy, x, y, max(radius, self._origin_radius))
        if not self._ruler.lines_are_clear((ox, oy), (x, y), max(radius, self._origin_radius), box):
            all_costs = disc_costs(self._range.origin, policy, (x, y, radius))
            return all((costs > policy.most(self._n)).all() for costs in all_costs)
        if self._area.occupancy.box_is_clear(*box):
            return False
        sighting = Sighting((ox, oy), self._origin_radius, (x, y), radius, False)
        if isinstance(self._area, SplitArea):
            level_cost = LevelCost(policy, self._n, policy.limit(self._n), self._area.halves_near(*box))
            return every_chord_agrees(sighting, level_cost)
        edges = sighting.edges_across(self._area.edges_near(*box))
        return every_bearing_agrees(sighting, edges, policy, self._n)

    def short_by(self, x: float, y: float) -> float:
        in_the_open = self._far_enough - math.hypot(x - self._origin.x, y - self._origin.y)
        if self.allows(x, y):
            return min(in_the_open, 0.0)
        boundary = shapely.boundary(self._too_close_area)
        short = shapely.distance(boundary, shapely.Point(x, y))
        return float(max(min(in_the_open, short), LATTICE_STEP))

    def message(self, x: float, y: float, short: float) -> str:
        words = N_("{amount} too close to {name} (must be wholly outside range {n:g})")
        return _(words, n=self._n, name=_name_of(self._origin), amount=missing(short))

    @cached_property
    def _too_close_area(self) -> BaseGeometry:
        """The area of centres at which the disc is partly in range."""
        return self._range.touching(self._radius)

    @cached_property
    def _range(self) -> Reach:
        """The range of the origin as an area."""
        return reach_of(self._ruler, self._origin, self._n)

    def forbidden(self, box: Bounds) -> BaseGeometry:
        return self._too_close_area


class BeyondRange(Condition):
    """The condition that the disc's closest point is not within range `n` of the origin, or every line is blocked."""

    costly = True
    cause = N_("too close")

    def __init__(self, ruler: Ruler, origin: Disc, n: float, radius: float, level: int | None = None) -> None:
        self.rule = ruler.policy.citation("range")
        self.ruler, self.origin, self._radius = ruler, origin, radius
        self._origin, self._n = origin, n
        self._within = WithinRange(ruler, origin, n, radius, whole=False, level=level)

    def for_level(self, level: int) -> "BeyondRange | None":
        with suppress(LevelOutOfRange):
            return BeyondRange(self.ruler, self.origin, self._n, self._radius, level)
        return None

    def allows(self, x: float, y: float) -> bool:
        return not self._within.allows(x, y)

    def short_by(self, x: float, y: float) -> float:
        if self.allows(x, y):
            return 0.0
        boundary = shapely.boundary(self._within.allowed())
        return max(float(shapely.distance(boundary, shapely.Point(x, y))), LATTICE_STEP)

    def message(self, x: float, y: float, short: float) -> str:
        words = N_("must end {amount} farther from {name} (beyond range {n:g})")
        return _(words, n=self._n, name=_name_of(self._origin), amount=missing(short))

    def roughly(self, legal: BaseGeometry) -> BaseGeometry:
        return legal if self._n < 0 else self._within.roughly_without(legal)

    def forbidden(self, box: Bounds) -> BaseGeometry:
        if self._n < 0:
            return shapely.Polygon()
        return self._within.allowed(box)

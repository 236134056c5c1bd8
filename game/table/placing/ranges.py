"""Conditions of range: place a disc wholly within N of an origin, or wholly outside N of it."""

import math
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.table.lattice import LATTICE_STEP
from game.table.measuring.ruler import Ruler
from game.table.mosaic import OUTLINE_ERROR, Sieve, within_shape, without_shape
from game.table.placing.clearances import grown_disc
from game.table.reach.around_walls import point_costs, spots_in
from game.table.reach.between_levels import HalvedArea
from game.table.reach.between_levels_rays import Toll
from game.table.reach.exact import Sighting, all_to_spare, costs, none_exceeds, none_reaches, none_to_spare
from game.table.reach.reach import Reach, between_levels, sector_towards
from game.table.rough import RoughReach
from game.table.sectors import may_lie_in, rim, surely_lie_in
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import Floats
from game.table.terrain.coarse_grid import box_of
from game.wording import N_, _

# A square that hangs over the edge of a box by no more inches is still seen whole.
_BESIDE_SQUARES = 0.05


class WithinRange:
    """No part of the disc lies outside range `n` of the origin; with `whole=False` its closest point must be within.

    Every point of the disc is judged along its own line from the origin. Range 0 always asks for the closest point,
    and so does a rulebook that measures from centres. The disc stands on the origin's level or, where the policy has
    levels, on the `level` given; raises `ValueError` if that is more than one away.
    """

    costly = True

    def __init__(
        self, ruler: Ruler, origin: Disc, n: float, radius: float, whole: bool = True, level: int | None = None
    ) -> None:
        self.ruler, self.origin, self._asked = ruler, origin, (n, radius, whole)
        self._level = origin.level if level is None else level
        ruler = between_levels(ruler, origin, level)
        self.rule = ruler.policy.citation("place")
        self.cause = N_("out of range")
        self._ruler, self._origin, self._n, self._radius = ruler, origin, n, radius
        self._whole = whole and n > 0 and ruler.policy.from_edges
        self._span = origin.radius if ruler.policy.from_edges else 0.0
        self._limit = ruler.policy.limit(n)
        edge = radius if ruler.policy.from_edges else 0.0
        # The farthest a centre may be in the open.
        self._reach = self._span + self._limit + (-edge if self._whole else edge)
        room = max(self._reach, 0.0)
        self.bounds: Bounds | None = origin.x - room, origin.y - room, origin.x + room, origin.y + room
        self._area = ruler.area(origin.level)
        self._spare = n if ruler.policy.rounds_down else n + ruler.policy.tolerance
        self._strict = self._reach - ruler.policy.tolerance if ruler.policy.rounds_down else math.inf

    def key(self, box: Bounds) -> object:
        """Return what its verdicts in a box depend on."""
        return self._ruler, self._origin, self._n, self._radius, self._whole

    def told_for(self, level: int) -> "WithinRange":
        """Return the same demand on a disc that stands on a level, itself if it is told for that one."""
        return self if level == self._level else WithinRange(self.ruler, self.origin, *self._asked, level=level)

    def allows(self, x: float, y: float) -> bool:
        """Return the exact verdict on a centre."""
        ox, oy, radius = self._origin.x, self._origin.y, self._radius
        apart = math.hypot(x - ox, y - oy)
        if apart > self._reach + 1e-6 or apart >= self._strict:
            return False
        if not self._whole:
            return self._ruler.within(self._origin, Disc(x, y, radius), self._n)
        margin = radius if radius > self._span else self._span
        x0, x1 = (x, ox) if x < ox else (ox, x)
        y0, y1 = (y, oy) if y < oy else (oy, y)
        box = (x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        behind_walls = not self._ruler.lines_are_clear((ox, oy), (x, y), margin, box)
        if not behind_walls and self._area.occupancy.box_is_clear(*box):
            return True
        if "_allowed" in self.__dict__:
            inside, outside = self._prepared
            if shapely.contains_xy(inside, x, y):
                return True
            if not shapely.contains_xy(outside, x, y):
                return False
        if behind_walls:
            points = spots_in(x, y, radius)
            return bool((point_costs(self._sight.scene, self._ruler.policy, points) <= self._spare).all())
        return self._in_terrain(x, y, apart, box)

    @cached_property
    def _prepared(self) -> tuple[BaseGeometry, BaseGeometry]:
        """Centres that are certainly allowed and centres that are perhaps: the outline is surer than that."""
        points = self._sight.points
        inside = shapely.buffer(points, -self._radius - OUTLINE_ERROR)
        outside = shapely.buffer(shapely.buffer(points, OUTLINE_ERROR), -self._radius + OUTLINE_ERROR)
        shapely.prepare(inside)
        shapely.prepare(outside)
        return inside, outside

    def _in_terrain(self, x: float, y: float, apart: float, box: Bounds) -> bool:
        """Judge a disc with terrain about, which is within range in the open."""
        policy, ox, oy = self._ruler.policy, self._origin.x, self._origin.y
        farthest = max(apart + self._radius - self._span, 0.0)
        if policy.allows(policy.cost(farthest, farthest), self._n):
            return True
        if isinstance(self._area, HalvedArea):
            sighting = Sighting((ox, oy), self._span, (x, y), self._radius, True)
            return all_to_spare(sighting, Toll(policy, self._n, self._limit, self._area.halves_near(*box)))
        if apart > 0.0:
            share = (apart + self._radius) / apart
            begin = min(self._span / apart, share)
            dx, dy = x - ox, y - oy
            straight = self._area.inside_length(ox + dx * begin, oy + dy * begin, ox + dx * share, oy + dy * share)
            if not policy.allows(policy.cost(farthest, straight), self._n):
                return False
        sighting = Sighting((ox, oy), self._span, (x, y), self._radius, True)
        return none_exceeds(sighting, self._area.edges_near(*box), policy, self._n)

    def short_by(self, x: float, y: float) -> float:
        """Return the inches from (x, y) to the nearest allowed centre; negative inside, by the room to the edge."""
        apart = math.hypot(x - self._origin.x, y - self._origin.y)
        if self.allows(x, y):
            return min(apart - self._reach, 0.0)
        in_the_open = apart - self._reach
        spot = shapely.Point(x, y)
        geometry = self.allowed()
        missing = in_the_open if geometry.is_empty else shapely.distance(geometry, spot)
        return float(max(in_the_open, missing, LATTICE_STEP))

    def message(self, x: float, y: float) -> str:
        """Say by how much the disc is out of range, or that it is cut off."""
        name = self._origin.name or _("the {kind}", kind=_(self._origin.kind))
        if self.is_cut_off(x, y):
            return _("cut off from {name} by an impassable barricade", name=name)
        told = N_("partly out of range {n:g} of {name} by {amount}")
        return _(
            told if self._whole else "out of range {n:g} of {name} by {amount}",
            n=self._n,
            name=name,
            amount=missing(self.short_by(x, y)),
        )

    def blame(self, x: float, y: float) -> tuple[str, str]:
        """Return why (x, y) is refused: out of range, or cut off where only impassable barricades are to blame."""
        if self.is_cut_off(x, y):
            return N_("cut off"), self._ruler.policy.citation("blocked")
        return self.cause, self.rule

    def is_cut_off(self, x: float, y: float) -> bool:
        """Whether the disc would be in range were it not for impassable barricades."""
        if self._ruler.walls.occupancy.is_empty:
            return False
        free = WithinRange(self._ruler.without_walls, self._origin, self._n, self._radius, self._whole)
        return free.allows(x, y)

    @cached_property
    def _allowed(self) -> BaseGeometry:
        return self._sight.centres(self._radius, self._whole)

    @cached_property
    def _sight(self) -> Reach:
        return Reach(self._ruler, self._origin, self._n)

    def allowed(self) -> BaseGeometry:
        """Return the allowed centres: the points in range, shrunk by the disc (or grown, for the closest point)."""
        return self._allowed

    def envelope(self) -> BaseGeometry:
        """Return the centres that would be allowed on a bare table."""
        return shapely.Point(self._origin.x, self._origin.y).buffer(self._reach, quad_segs=32)

    def outer(self) -> BaseGeometry:
        """Return a disc, a little larger than the centres that would be allowed on a bare table."""
        return grown_disc(self._origin.x, self._origin.y, max(self._reach, 0.0))

    def allowed_in(self, bounds: Bounds) -> BaseGeometry:
        """Return the allowed centres; outside of a box they may be left out."""
        if "_allowed" in self.__dict__:
            return self._allowed
        sector = sector_towards(self._origin, bounds, self._radius)
        if sector is None or self._sight.walled or self._sight.in_the_open:
            return self._allowed
        return Reach(self._ruler, self._origin, self._n, sector=sector).centres(self._radius, self._whole)

    def sieve(self, bounds: Bounds) -> Sieve:
        """Return a sieve for squares in a box."""
        reach = self._roughly(bounds, outer=True)
        if reach.walled:
            return within_shape(self._allowed)
        sectors = reach.sectors
        return lambda middles, around: may_lie_in(sectors, middles, around, *self._offsets(around))

    def sieve_beyond(self, bounds: Bounds) -> Sieve:
        """Return a sieve for squares in a box of which only the others are wanted: what is not allowed.

        Only for a closest point: of a whole disc in range, one spot out of it is not allowed already.
        """
        assert not self._whole
        reach = self._roughly(bounds, outer=False)
        if reach.walled:
            return without_shape(self._allowed)
        sectors = reach.sectors
        return lambda middles, around: ~surely_lie_in(sectors, middles, around, *self._offsets(around))

    def _roughly(self, bounds: Bounds, *, outer: bool) -> RoughReach:
        margin = _BESIDE_SQUARES + (self._radius if self._whole else 0.0)
        sector = sector_towards(self._origin, bounds, margin, 0.0)
        return RoughReach(self._ruler, self._origin, self._n, sector=sector, outer=outer)

    def _offsets(self, around: float) -> tuple[Floats, float]:
        """Spots of the disc, seen from its centre, that must all be in range, and the inches its rim is nearer."""
        if self._whole:
            return rim(self._radius, around), 0.0
        return np.zeros((1, 2)), self._radius if self._ruler.policy.from_edges else 0.0

    def promising(self, spots: Floats) -> NDArray[np.bool_]:
        """Return which of some centres, (S, 2), seem to be allowed, walls left out."""
        return self.ranges(spots) <= self._spare

    def ranges(self, spots: Floats) -> Floats:
        """Return the ranges to discs at some centres, (S, 2), walls left out; to their far rims if all must be in."""
        away = spots - (self._origin.x, self._origin.y)
        apart = np.hypot(away[:, 0], away[:, 1])
        edge = self._radius if self._ruler.policy.from_edges else 0.0
        inches = np.maximum(apart - self._span + (edge if self._whole else -edge), 0.0)
        step = away / np.maximum(apart, LATTICE_STEP)[:, None]
        starts = (self._origin.x, self._origin.y) + step * np.minimum(self._span, apart)[:, None]
        return costs(self._ruler.policy, inches, self._area.inside_lengths(starts, starts + step * inches[:, None]))

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        """Return what of an envelope is out of range, by cause: terrain and distance, or impassable barricades."""
        if self._ruler.walls.occupancy.is_empty:
            return {self.cause: shapely.difference(envelope, self.allowed())}
        free = WithinRange(self._ruler.without_walls, self._origin, self._n, self._radius, self._whole).allowed()
        return {
            self.cause: shapely.difference(envelope, free),
            "cut off": shapely.difference(shapely.intersection(envelope, free), self.allowed()),
        }

    def forbidden(self, bounds: Bounds) -> BaseGeometry:
        """Return everything in a box that is out of range."""
        return shapely.difference(shapely.box(*bounds), self.allowed())


class OutsideRange:
    """No part of the disc lies within range `n` of the origin; levels are as for `WithinRange`."""

    costly = True
    cause = N_("too close")
    bounds: Bounds | None = None

    def __init__(self, ruler: Ruler, origin: Disc, n: float, radius: float, level: int | None = None) -> None:
        self.ruler, self.origin, self._asked = ruler, origin, (n, radius)
        ruler = between_levels(ruler, origin, level)
        self.rule = ruler.policy.citation("place")
        self._ruler, self._origin, self._n = ruler, origin, n
        self._radius = radius if ruler.policy.from_edges else 0.0
        self._span = origin.radius if ruler.policy.from_edges else 0.0
        self._far_enough = self._span + ruler.policy.limit(n) + self._radius
        self._area = ruler.area(origin.level)

    def told_for(self, level: int) -> "OutsideRange":
        """Return the same demand on a disc that stands on another level."""
        return OutsideRange(self.ruler, self.origin, *self._asked, level=level)

    def allows(self, x: float, y: float) -> bool:
        """Return the exact verdict on a centre."""
        policy, ox, oy, radius = self._ruler.policy, self._origin.x, self._origin.y, self._radius
        apart = math.hypot(x - ox, y - oy)
        if not policy.rounds_down and apart > self._far_enough + policy.tolerance:
            return True
        if policy.rounds_down and apart >= self._far_enough - policy.tolerance:
            return True
        if apart <= self._span + radius:
            return False
        box = box_of(ox, oy, x, y, max(radius, self._span))
        if not self._ruler.lines_are_clear((ox, oy), (x, y), max(radius, self._span), box):
            found = point_costs(self._sight.scene, policy, spots_in(x, y, radius))
            return bool((found > (self._n if policy.rounds_down else self._n + policy.tolerance)).all())
        if self._area.occupancy.box_is_clear(*box):
            return False
        sighting = Sighting((ox, oy), self._span, (x, y), radius, False)
        if isinstance(self._area, HalvedArea):
            toll = Toll(policy, self._n, policy.limit(self._n), self._area.halves_near(*box))
            return none_to_spare(sighting, toll)
        return none_reaches(sighting, self._area.edges_near(*box), policy, self._n)

    def short_by(self, x: float, y: float) -> float:
        """Return the inches from (x, y) to the nearest allowed centre; at most 0 when satisfied."""
        in_the_open = self._far_enough - math.hypot(x - self._origin.x, y - self._origin.y)
        if self.allows(x, y):
            return min(in_the_open, 0.0)
        boundary = shapely.boundary(self._too_close)
        missing = shapely.distance(boundary, shapely.Point(x, y))
        return float(max(min(in_the_open, missing), LATTICE_STEP))

    def message(self, x: float, y: float) -> str:
        """Say by how much the disc is too close."""
        name = self._origin.name or _("the {kind}", kind=_(self._origin.kind))
        return _(
            "partly within range {n:g} of {name} by {amount}", n=self._n, name=name, amount=missing(self.short_by(x, y))
        )

    @cached_property
    def _too_close(self) -> BaseGeometry:
        return self._sight.touching(self._radius)

    @cached_property
    def _sight(self) -> Reach:
        return Reach(self._ruler, self._origin, self._n)

    def allowed(self) -> BaseGeometry | None:
        """Return None: there is only what is forbidden."""
        return None

    def forbidden(self, bounds: Bounds) -> BaseGeometry:
        """Return the centres inside a box whose disc would touch a point in range."""
        return shapely.intersection(self._too_close_in(bounds), shapely.box(*bounds))

    def _too_close_in(self, bounds: Bounds) -> BaseGeometry:
        sector = sector_towards(self._origin, bounds, self._radius)
        if "_too_close" in self.__dict__ or sector is None or self._sight.walled or self._sight.in_the_open:
            return self._too_close
        return Reach(self._ruler, self._origin, self._n, sector=sector).touching(self._radius)

    def sieve(self, bounds: Bounds) -> Sieve:
        """Return a sieve for squares in a box."""
        sector = sector_towards(self._origin, bounds, self._radius + _BESIDE_SQUARES, 0.0)
        reach = RoughReach(self._ruler, self._origin, self._n, sector=sector, outer=False)
        if reach.walled:
            return without_shape(self._too_close)
        sectors, radius = reach.sectors, self._radius
        return lambda middles, around: ~surely_lie_in(sectors, middles, around, rim(radius, around), 0.0)

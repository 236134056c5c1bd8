"""The search for the cheapest paths from one or several sources, round solids and through soft ground."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from game.cached import cached_property
from game.table.path.field import Bools, Field, Floats, Ints, Points, Rings, on_rim, runs_outward, with_guides
from game.table.path.path import Point
from game.table.path.tangents import TURN, FreeArcs, Tangents, arrival_costs, chains_of, tangents_between
from game.table.path.tight import Source, gates

_TIE = 1e-9
# The number of arrivals tried first for each end; every further round tries four times as many.
_FIRST_ROUND = 4
_NO_ARRIVAL = -1
# Inches by which a path through a gap must be shorter to count as better.
_BETTER = 1e-6
# In soft ground, a bend is searched only if it may save this number of inches.
WORTH_A_BEND = 2e-3


class Search:
    """The cheapest paths from `sources` with a total cost of at most `reach`, including the sources' own costs.

    A path may also bend at the points `bends` on rims of soft ground. It must not come nearer to the points `outward`.
    """

    def __init__(
        self,
        field: Field,
        sources: Sequence[Source],
        reach: float,
        bends: Floats | None = None,
        outward: Points = (),
    ) -> None:
        self.field = field
        self.outward = outward
        self.sources = list(sources)
        self.reach, self.bends = reach, bends
        self._before_cache: dict[int, tuple[int, float]] = {}
        at = np.array([source.at for source in self.sources]).reshape(len(self.sources), 2)
        starting = np.array([source.cost for source in self.sources])
        bend_points = np.zeros((0, 2)) if bends is None else bends
        with_guide_rings = with_guides(field.rings, outward, at, reach) if len(at) else field.rings
        rings = with_guide_rings.with_points(at).with_points(bend_points)
        rim_distances = np.hypot(rings.x[:, None] - at[:, 0], rings.y[:, None] - at[:, 1]) - rings.radius[:, None]
        least = (np.maximum(rim_distances, 0.0) + starting).min(axis=1, initial=math.inf)
        left_over = field.left_over(rings)
        in_reach = least + left_over <= reach
        first_seed = int(in_reach[: len(with_guide_rings)].sum())
        self.rings: Rings = rings.subset(in_reach)
        self._kept_sources: Ints = np.flatnonzero(in_reach[len(with_guide_rings) : len(with_guide_rings) + len(at)])
        self._seed_rings: Ints = first_seed + np.arange(len(self._kept_sources))
        self.arcs = FreeArcs(field, self.rings, outward)
        settled = np.zeros(len(self.rings), dtype=bool)
        # No path to a source is cheaper than the source's own cost.
        settled[self._seed_rings] = True
        bounds = least[in_reach], left_over[in_reach]
        self.tangents: Tangents = tangents_between(field, self.rings, self.arcs, bounds, reach, settled, outward)

    @cached_property
    def _arrival_costs(self) -> Floats:
        """The least costs to arrive at the end of every tangent, followed by those to arrive at every source."""
        cost = np.array([self.sources[n].cost for n in self._kept_sources.tolist()])
        stretch = self.arcs.stretch(self._seed_rings, np.zeros(len(self._seed_rings)))
        return arrival_costs(self.tangents, (self._seed_rings, stretch, cost), self.rings, self.arcs, self.reach)

    @cached_property
    def arrivals(self) -> Arrivals:
        """The useful arrivals, cheapest first: those not made superfluous by another on the same stretch of rim."""
        all_arrivals = self._every_arrival
        chain = chains_of(self.arcs.stretch(all_arrivals.ring, all_arrivals.relative), all_arrivals.sense)
        point = all_arrivals.radius == 0.0
        travelled = np.where(
            point, 0.0, all_arrivals.sense * self.arcs.inches(all_arrivals.ring, all_arrivals.relative)
        )
        order = np.lexsort((all_arrivals.cost, travelled, chain))
        rank = np.cumsum(np.concatenate(([0], np.diff(chain[order]) != 0))) if len(order) else order
        # A later arrival is useful only if it is cheaper than going on along the rim; ranks keep the chains apart.
        value = all_arrivals.cost[order] - travelled[order] - 1e4 * rank
        best_so_far = np.minimum.accumulate(value) if len(order) else value
        useful = np.ones(len(order), dtype=bool)
        useful[1:] = value[1:] < best_so_far[:-1] - _TIE
        chosen = order[useful]
        by_cost = np.argsort(all_arrivals.cost[chosen], kind="stable")
        return all_arrivals.subset(chosen[by_cost])

    @cached_property
    def _every_arrival(self) -> Arrivals:
        """All arrivals within reach; arrivals at sources have numbers after those of the tangents."""
        arriving = self._arrival_costs
        number = np.flatnonzero(arriving <= self.reach)
        by_tangent = number < len(self.tangents)
        tangents, seeds = number[by_tangent], number[~by_tangent] - len(self.tangents)
        ring = np.concatenate((self.tangents.to_ring[tangents], self._seed_rings[seeds]))
        sense = np.concatenate((self.tangents.to_sense[tangents], np.ones(len(seeds))))
        relative = np.concatenate((self.tangents.to_relative[tangents], np.zeros(len(seeds))))
        stretch = self.arcs.stretch(ring, relative)
        low, high = self.arcs.ends(stretch, ring)
        ahead = np.where(sense > 0.0, high - relative, relative - low)
        onward = np.where(sense > 0.0, self.arcs.outward_in[1.0][stretch], self.arcs.outward_in[-1.0][stretch])
        # From a point, a path goes on in any direction; along a rim, only where it leads outward.
        ahead = np.where(self.rings.radius[ring] == 0.0, 2 * TURN, np.where(onward, ahead, 0.0))
        rings = self.rings
        columns = (rings.x[ring], rings.y[ring], rings.radius[ring], self.arcs.low[ring], rings.blocks[ring])
        soft = self.arcs.is_soft[ring]
        paid = np.where(soft, self.arcs.inches(ring, relative), 0.0)
        return Arrivals(number, ring, sense, relative, ahead, arriving[number], *columns, soft, paid)

    def costs(self, points: Floats, limit: float | None = None) -> tuple[Floats, Ints]:
        """Return the least costs to reach free points (P, 2), inf beyond the limit, and the arrival used for each."""
        limit = self.reach if limit is None else limit
        best, arrivals_used = np.full(len(points), math.inf), np.full(len(points), _NO_ARRIVAL)
        if not len(points) or not len(self.arrivals.number):
            return best, arrivals_used
        turned, bound = self.arrivals.departures(points, self.arcs)
        # For each point, arrivals are tried in the order of their lower bounds, in growing batches.
        order = np.argsort(bound, axis=1, kind="stable")
        open_points = np.arange(len(points))
        first, batch = 0, _FIRST_ROUND
        while first < order.shape[1]:
            tried_arrivals = order[open_points, first : first + batch]
            lower = bound[open_points[:, None], tried_arrivals]
            useful = (lower <= limit) & (lower < best[open_points][:, None] - _TIE)
            if not useful.any():  # no further arrival could be cheaper
                break
            point_numbers, columns = np.nonzero(useful)
            target, arrival = open_points[point_numbers], tried_arrivals[point_numbers, columns]
            actual = self._actual_costs(points[target], arrival, turned[target, arrival], lower[point_numbers, columns])
            for column in np.lexsort((actual,))[::-1].tolist():
                if actual[column] <= limit and actual[column] < best[target[column]]:
                    best[target[column]], arrivals_used[target[column]] = actual[column], arrival[column]
            open_points = open_points[useful[:, -1]]  # for the others, later arrivals cost too much
            first, batch = first + batch, batch * 4
        return best, arrivals_used

    def nearest_arrival(self, x: float, y: float, limit: float, straight: float | None = None) -> tuple[float, int]:
        """Return the least cost to reach a free spot, inf beyond the limit, and the arrival used.

        `straight` is the cost of the straight path, if known.
        """
        is_plain, best, arrival = self.field.is_plain, math.inf, _NO_ARRIVAL
        gain = _TIE
        if not is_plain and len(self.arrivals.number):  # the cost of the straight path excludes most other paths
            gain = WORTH_A_BEND
            straight = self._straight(x, y) if straight is None else straight
            if straight <= limit:
                best, arrival = straight, 0
        arrivals, turned, bound = self.arrivals.leaving_for(
            x, y, min(math.nextafter(limit, math.inf), best - gain), self.arcs
        )
        for index in np.argsort(bound, kind="stable").tolist():
            least = float(bound[index])
            if least > limit or least >= best:
                break
            if straight is not None and arrivals[index] == 0:
                continue
            px, py = self._departure_point(int(arrivals[index]), float(turned[index]))
            if self.field.probe.is_clear(px, py, x, y):
                cost = least if is_plain else least + self.field.surcharge_of(px, py, x, y)
                if cost < best and cost <= limit:
                    best, arrival = cost, int(arrivals[index])
        return best, arrival

    def some_arrival(self, x: float, y: float, limit: float) -> int | None:
        """Return an arrival, not always the best, from which a free spot is reached within a limit, or None."""
        arrivals, turned, bound = self.arrivals.leaving_for(x, y, limit, self.arcs)
        for index in np.argsort(bound, kind="stable").tolist():
            px, py = self._departure_point(int(arrivals[index]), float(turned[index]))
            is_clear = self.field.probe.is_clear(px, py, x, y)
            if is_clear and float(bound[index]) + self.field.surcharge_of(px, py, x, y) <= limit:
                return int(arrivals[index])
        return None

    def _straight(self, x: float, y: float) -> float:
        """Return the cost of going straight from the cheapest arrival to a spot; inf if blocked, or from an arc."""
        ax, ay = float(self.arrivals.x[0]), float(self.arrivals.y[0])
        if self.arrivals.radius[0] > 0.0 or not self.field.probe.is_clear(ax, ay, x, y):
            return math.inf
        return float(self.arrivals.cost[0]) + math.hypot(x - ax, y - ay) + self.field.surcharge_of(ax, ay, x, y)

    def _departure_point(self, arrival: int, turned: float) -> Point:
        """Return the point at which a path leaves the rim of an arrival after turning by an angle in radians."""
        x, y, radius, sense, bearing = self._arrival_rows[arrival]
        if radius == 0.0:
            return x, y
        bearing += sense * turned
        return x + radius * math.cos(bearing), y + radius * math.sin(bearing)

    @cached_property
    def _arrival_rows(self) -> list[tuple[float, float, float, float, float]]:
        """Each arrival as x, y, radius, sense and bearing, for fast reading."""
        a = self.arrivals
        columns = (a.x, a.y, a.radius, a.sense, a.low + a.relative)
        return list(zip(*(column.tolist() for column in columns)))

    def _actual_costs(self, points: Floats, arrival: Ints, turned: Floats, lower: Floats) -> Floats:
        """Return the costs of paths from arrivals to points, inf where the last run is blocked."""
        starts = self.arrivals.spots(arrival, turned)
        clear = self.field.clear(starts, points)
        if self.outward:
            clear &= runs_outward(starts, points, self.outward)
        cost = np.where(clear, lower, np.inf)
        if not self.field.is_plain:
            at = np.flatnonzero(clear)
            cost[at] += self.field.surcharge(starts[at], points[at])
        return cost

    def trace(self, point: Point, arrival: int) -> tuple[list[Point], list[float]]:
        """Return the corners of the path that leads to a point from an arrival, and the turn of each leg."""
        turned = self._turned(point, arrival)
        number = int(self.arrivals.number[arrival])
        points, turns = [point], list[float]()  # collected backwards, from the point to the source
        while number < len(self.tangents):
            ring, sense = int(self.tangents.to_ring[number]), float(self.tangents.to_sense[number])
            if self.rings.radius[ring] > 0.0 and turned > _TIE:
                points.append(self._spot_on_rim(ring, self.tangents.to_relative[number] + sense * turned))
                turns.append(0.0)
                points.append(self._spot_on_rim(ring, self.tangents.to_relative[number]))
                turns.append(sense * turned)
            else:
                points.append(self._spot_on_rim(ring, self.tangents.to_relative[number]))
                turns.append(0.0)
            number, turned = self._arrival_before(number)
        origin = self.sources[int(self._kept_sources[number - len(self.tangents)])]
        points += [origin.at, *reversed(origin.points)]
        turns += [0.0, *reversed(origin.turns)]
        return points[::-1], turns[::-1]

    def _spot_on_rim(self, ring: int, relative: float) -> Point:
        """Return the point of a ring at a relative bearing."""
        bearing, radius = float(self.arcs.low[ring] + relative), float(self.rings.radius[ring])
        return float(self.rings.x[ring]) + radius * math.cos(bearing), float(self.rings.y[ring]) + radius * math.sin(
            bearing
        )

    def _turned(self, point: Point, arrival: int) -> float:
        """Return the angle by which a path goes on along the rim after an arrival before it leaves for a point."""
        x, y, radius, sense, bearing = self._arrival_rows[arrival]
        if radius == 0.0:
            return 0.0
        dx, dy = point[0] - x, point[1] - y
        tangent_angle = math.acos(min(radius / max(math.hypot(dx, dy), 1e-12), 1.0))
        turned = (math.atan2(dy, dx) - sense * tangent_angle - bearing) * sense % TURN
        return 0.0 if turned > TURN - 1e-6 else turned

    def _arrival_before(self, tangent: int) -> tuple[int, float]:
        """Return the arrival before a tangent on its cheapest path, and the angle along the rim between the two."""
        if tangent not in self._before_cache:
            self._before_cache[tangent] = self._find_arrival_before(tangent)
        return self._before_cache[tangent]

    def _find_arrival_before(self, tangent: int) -> tuple[int, float]:
        """Compute the arrival and the angle that `_arrival_before` caches."""
        arrivals, tangents = self._every_arrival, self.tangents
        ring, sense = tangents.ring[tangent], tangents.sense[tangent]
        candidates = np.flatnonzero((arrivals.ring == ring) & ((arrivals.sense == sense) | (arrivals.radius == 0.0)))
        turned = np.remainder((tangents.relative[tangent] - arrivals.relative[candidates]) * sense, TURN)
        turned = np.where((turned > TURN - 1e-6) | (arrivals.radius[candidates] == 0.0), 0.0, turned)
        start = self.arcs.inches(arrivals.ring[candidates], arrivals.relative[candidates])
        along_rim = (
            self.arcs.inches(arrivals.ring[candidates], arrivals.relative[candidates] + sense * turned) - start
        ) * sense
        total = arrivals.cost[candidates] + along_rim
        total = np.where(turned <= arrivals.ahead[candidates] + 1e-9, total, np.inf)
        best = int(np.argmin(total))
        return int(arrivals.number[candidates[best]]), float(turned[best])


def through_gates(search: Search) -> Search:
    """Return a search that also includes paths through tight gaps, which the grown rings close."""
    field = search.field
    passages = [passage for gate in gates(field) for passage in (gate, gate[::-1])]
    costs_beyond: dict[int, float] = {}
    for _round in passages:  # a path may lead through each gap once
        sources = []
        for number, passage in enumerate(passages):
            (start, *_between, end), inches = passage, math.fsum(math.dist(*leg) for leg in pairwise(passage))
            cost, arrival = search.nearest_arrival(*start, search.reach - inches)
            if not field.is_plain:
                inches += math.fsum(
                    field.surcharge_of(*leg_start, *leg_end) for leg_start, leg_end in pairwise(passage)
                )
            best_before = min(search.nearest_arrival(*end, search.reach)[0], costs_beyond.get(number, math.inf))
            if cost + inches < min(search.reach, best_before - _BETTER):
                costs_beyond[number] = cost + inches
                points, turns = search.trace(start, arrival)
                no_turns = [0.0] * (len(passage) - 1)
                sources.append(Source(end, costs_beyond[number], (*points, *passage[1:-1]), (*turns, *no_turns)))
        if not sources:
            break
        search = Search(field, [*search.sources, *sources], search.reach, search.bends)
    return search


@dataclass(frozen=True, eq=False)
class Arrivals:
    """The points at which the cheapest paths join a rim. They follow it, at most `ahead` radians, and leave it.

    If there is `soft` ground around a rim, `paid` is the cost of the rim up to the arrival.
    """

    number: Ints
    ring: Ints
    sense: Floats
    relative: Floats
    ahead: Floats
    cost: Floats
    x: Floats
    y: Floats
    radius: Floats
    low: Floats
    blocks: Bools
    soft: Bools
    paid: Floats

    def subset(self, which: Ints) -> Arrivals:
        """Return the arrivals with these indices."""
        return Arrivals(*(getattr(self, name)[which] for name in self.__dataclass_fields__))

    @cached_property
    def _table(self) -> Floats:
        """Precomputed rows for `leaving_for`, one column for each arrival; the fourth is the bearing without a turn."""
        flip = np.where(self.sense > 0.0, 0.0, math.pi)
        least = self.radius - np.where(self.blocks, 1e-6, 1e-4)
        sense = np.where(self.radius > 0.0, self.sense, 0.0)  # a path does not go on along a point
        columns = (sense, self.radius, self.sense * self.radius, self.low + self.relative - flip)
        return np.stack((*columns, self.ahead + 1e-9, least, self.cost))

    def leaving_for(self, x: float, y: float, limit: float, arcs: FreeArcs) -> tuple[Ints, Floats, Floats]:
        """Return the arrivals whose paths may reach a spot below a cost limit, their angles along rims, and the costs.

        It computes the same as `departures`, but for one point and few arrivals.
        """
        dx, dy = x - self.x, y - self.y
        distance = np.hypot(dx, dy)
        arrivals = (self.cost + (distance - self.radius) <= limit).nonzero()[0]
        sense, radius, signed_radius, unturned, open_angle, least, cost = self._table.take(arrivals, axis=1)
        dx, dy, distance = dx[arrivals], dy[arrivals], np.maximum(distance[arrivals], 1e-12)
        # The bearing at which a tangent of the rim leads to the spot.
        bearing = np.arctan2(dy, dx) - np.arccos(np.minimum(np.maximum(signed_radius / distance, -1.0), 1.0))
        turned = np.remainder((bearing - unturned) * sense, TURN)
        turned[turned > TURN - 1e-6] = 0.0
        length = np.sqrt(np.maximum(distance * distance - signed_radius * signed_radius, 0.0))
        bound = cost + radius * turned + length
        useful = ((turned <= open_angle) & (distance >= least) & (bound < limit)).nonzero()[0]
        arrivals, turned, bound = arrivals[useful], turned[useful], bound[useful]
        soft = self.soft[arrivals].nonzero()[0]
        if soft.size:  # in soft ground, inches along the rim cost more
            soft_arrivals = arrivals[soft]
            end = arcs.inches(
                self.ring[soft_arrivals], self.relative[soft_arrivals] + self.sense[soft_arrivals] * turned[soft]
            )
            bound[soft] = (
                self.cost[soft_arrivals]
                + (end - self.paid[soft_arrivals]) * self.sense[soft_arrivals]
                + length[useful[soft]]
            )
        return arrivals, turned, bound

    def departures(self, points: Floats, arcs: FreeArcs) -> tuple[Floats, Floats]:
        """Return the angle to go on along the rim, and the cost or inf, for points (P, 2) and every arrival.

        The cost ignores obstacles and soft ground on the last run.
        """
        dx, dy = points[:, :1] - self.x, points[:, 1:] - self.y
        distance = np.maximum(np.hypot(dx, dy), 1e-12)
        signed_radius = self.sense * self.radius
        bearing = np.arctan2(dy, dx) - np.arccos(np.minimum(np.maximum(signed_radius / distance, -1.0), 1.0))
        bearing = np.where(self.sense > 0.0, bearing, bearing + math.pi) - self.low
        turned = np.remainder((bearing - self.relative) * self.sense, TURN)
        turned = np.where((turned > TURN - 1e-6) | (self.radius == 0.0), 0.0, turned)
        length = np.sqrt(np.maximum(distance * distance - signed_radius * signed_radius, 0.0))
        possible = (turned <= self.ahead + 1e-9) & (distance >= self.radius - np.where(self.blocks, 1e-6, 1e-4))
        rim_inches = self.radius * turned
        if self.soft.any():
            soft = np.flatnonzero(self.soft)
            end = arcs.inches(self.ring[soft], (self.relative + self.sense * turned)[:, soft])
            rim_inches[:, soft] = (end - self.paid[soft]) * self.sense[soft]
        return turned, np.where(possible, self.cost + rim_inches + length, np.inf)

    def spots(self, which: Ints, turned: Floats) -> Floats:
        """Return the points at which paths leave the rims of arrivals after turning by an angle each."""
        bearing = self.low[which] + self.relative[which] + self.sense[which] * turned
        return on_rim(self.x[which], self.y[which], self.radius[which], bearing)

"""The cheapest ways from some sources round solids and through soft ground: costs of many ends, and witnesses."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from game.table.ways.arcs import TURN, FreeArcs
from game.table.ways.field import Bools, Field, Floats, Ints, Rings
from game.table.ways.tangents import Tangents, relaxed, tangents_between
from game.table.ways.way import Point

_TIE = 1e-9
_PER_ROUND = 4
_NO_ARRIVAL = -1


@dataclass(frozen=True)
class Source:
    """A free point from which ways begin, what it cost to come there, and the points and turns before it."""

    at: Point
    cost: float = 0.0
    points: tuple[Point, ...] = ()
    turns: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class Arrivals:
    """Where the cheapest ways join a rim: from there they go on along it, `ahead` radians at most, and leave it."""

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


class Search:
    """All that can be reached from some sources at a cost of at most `reach`; costs of the sources count.

    `bends` are further points at which a way may bend: those at the rim of soft ground.
    """

    def __init__(self, field: Field, sources: Sequence[Source], reach: float, bends: Floats | None = None) -> None:
        self.field = field
        self.sources = list(sources)
        self.reach = reach
        at = np.array([source.at for source in self.sources]).reshape(-1, 2)
        starting = np.array([source.cost for source in self.sources])
        more = np.zeros((0, 2)) if bends is None else bends
        rings = field.rings.with_points(at).with_points(more)
        rim = np.hypot(rings.x[:, None] - at[:, 0], rings.y[:, None] - at[:, 1]) - rings.radius[:, None]
        least = (np.maximum(rim, 0.0) + starting).min(axis=1, initial=math.inf)
        keep = least <= reach
        first = int(keep[: len(field.rings)].sum())
        self.rings: Rings = rings.kept(keep)
        self._least = least[keep]
        kept_sources = keep[len(field.rings) : len(field.rings) + len(at)]
        self._kept_sources: Ints = np.flatnonzero(kept_sources)
        self._seed_rings: Ints = first + np.arange(len(self._kept_sources))
        self.arcs = FreeArcs(field, self.rings)
        settled = np.zeros(len(self.rings), dtype=bool)
        settled[self._seed_rings] = len(at) == 1
        if len(more):
            settled |= self._seen_cheaply(at, starting)
        self.tangents: Tangents = tangents_between(field, self.rings, self.arcs, self._least, reach, settled)
        if settled.any():
            self.tangents = self._with_direct(at, starting, settled)

    def _seen_cheaply(self, at: Floats, starting: Floats) -> Bools:
        """Return which bends are reached straight from the source at the least conceivable cost."""
        seen = np.zeros(len(self.rings), dtype=bool)
        points = np.arange(self._seed_rings[-1] + 1 if len(self._seed_rings) else 0, len(self.rings))
        if not len(points) or len(at) != 1:
            return seen
        ends = np.stack((self.rings.x[points], self.rings.y[points]), axis=1)
        starts = np.broadcast_to(at[0], ends.shape)
        direct = self.field.clear(starts, ends) & (self.field.surcharge(starts, ends) < 1e-6)
        seen[points[direct]] = True
        return seen

    def _with_direct(self, at: Floats, starting: Floats, settled: Bools) -> Tangents:
        """Return the tangents, with those from the only source to the settled bends added."""
        own = self._seed_rings
        to = np.setdiff1d(np.flatnonzero(settled), own)
        if not len(to) or len(own) != 1:
            return self.tangents
        count = len(to)
        ring = np.repeat(own, count)
        none, one = np.zeros(count), np.ones(count)
        spot = np.broadcast_to(at[0], (count, 2))
        to_spot = np.stack((self.rings.x[to], self.rings.y[to]), axis=1)
        far = np.hypot(*(to_spot - spot).T)
        stretches = self.arcs.stretch(ring, none), self.arcs.stretch(to, none)
        more = (ring, one, none, stretches[0], spot, to, one, none, stretches[1], to_spot, far)
        names = self.tangents.__dataclass_fields__
        return Tangents(*(np.concatenate((getattr(self.tangents, n), each)) for n, each in zip(names, more)))

    @cached_property
    def _costs(self) -> tuple[Floats, Floats]:
        cost = np.array([self.sources[n].cost for n in self._kept_sources.tolist()])
        stretch = self.arcs.stretch(self._seed_rings, np.zeros(len(self._seed_rings)))
        return relaxed(self.tangents, (self._seed_rings, stretch, cost), self.rings, self.arcs, self.reach)

    @cached_property
    def arrivals(self) -> Arrivals:
        """The arrivals that no other on the same stretch of rim makes superfluous, cheapest first."""
        every = self._every_arrival
        chain = self._chain_of(every)
        point = every.radius == 0.0
        travelled = np.where(point, 0.0, every.relative * every.sense * every.radius)
        order = np.lexsort((every.cost, travelled, chain))
        rank = np.cumsum(np.concatenate(([0], np.diff(chain[order]) != 0))) if len(order) else order
        value = every.cost[order] - travelled[order] - 1e4 * rank
        best = np.minimum.accumulate(value) if len(order) else value
        useful = np.ones(len(order), dtype=bool)
        useful[1:] = value[1:] < best[:-1] - _TIE
        kept = order[useful]
        kept = kept[np.argsort(every.cost[kept], kind="stable")]
        return Arrivals(*(getattr(every, name)[kept] for name in every.__dataclass_fields__))

    def _chain_of(self, every: Arrivals) -> Ints:
        return self.arcs.stretch(every.ring, every.relative) * 2 + (every.sense > 0.0)

    @cached_property
    def _every_arrival(self) -> Arrivals:
        """All arrivals within reach; those at sources are numbered after the tangents."""
        arriving = self._costs[0]
        number = np.flatnonzero(arriving <= self.reach)
        own = number < len(self.tangents)
        at, seeds = number[own], number[~own] - len(self.tangents)
        ring = np.concatenate((self.tangents.to_ring[at], self._seed_rings[seeds]))
        sense = np.concatenate((self.tangents.to_sense[at], np.ones(len(seeds))))
        relative = np.concatenate((self.tangents.to_relative[at], np.zeros(len(seeds))))
        low, high = self.arcs.ends(self.arcs.stretch(ring, relative), ring)
        ahead = np.where(sense > 0.0, high - relative, relative - low)
        ahead = np.where(self.rings.radius[ring] == 0.0, 2 * TURN, ahead)
        rings = self.rings
        columns = (rings.x[ring], rings.y[ring], rings.radius[ring], self.arcs.low[ring])
        return Arrivals(number, ring, sense, relative, ahead, arriving[number], *columns)

    def departures(self, points: Floats) -> tuple[Floats, Floats]:
        """Return for points, (P, 2), and every arrival the angle to go on along its rim, and the cost or inf.

        The cost is that through open ground, without looking for what stands in the way.
        """
        a = self.arrivals
        dx, dy = points[:, :1] - a.x, points[:, 1:] - a.y
        far = np.maximum(np.hypot(dx, dy), 1e-12)
        across = a.sense * a.radius
        bearing = np.arctan2(dy, dx) - np.arccos(np.clip(across / far, -1.0, 1.0))
        bearing = np.where(a.sense > 0.0, bearing, bearing + math.pi) - a.low
        turned = np.remainder((bearing - a.relative) * a.sense, TURN)
        turned = np.where((turned > TURN - 1e-6) | (a.radius == 0.0), 0.0, turned)
        length = np.sqrt(np.maximum(far * far - across * across, 0.0))
        there = (turned <= a.ahead + 1e-9) & (far >= a.radius - 1e-6)
        return turned, np.where(there, a.cost + a.radius * turned + length, np.inf)

    def costs(self, points: Floats, limit: float | None = None) -> tuple[Floats, Ints]:
        """Return the least cost of coming to free points, (P, 2), and by which arrival; inf beyond the limit."""
        limit = self.reach if limit is None else limit
        best, by = np.full(len(points), math.inf), np.full(len(points), _NO_ARRIVAL)
        if not len(points) or not len(self.arrivals.number):
            return best, by
        turned, bound = self.departures(points)
        order = np.argsort(bound, axis=1, kind="stable")
        row = np.arange(len(points))
        for begin in range(0, order.shape[1], _PER_ROUND):
            tried = order[row, begin : begin + _PER_ROUND]
            lower = bound[row[:, None], tried]
            useful = (lower <= limit) & (lower < best[row][:, None] - _TIE)
            if not useful.any():
                break
            which, column = np.nonzero(useful)
            target, arrival = row[which], tried[which, column]
            actual = self._actual(points[target], arrival, turned[target, arrival], lower[which, column])
            for at in np.lexsort((actual,))[::-1].tolist():
                if actual[at] <= limit and actual[at] < best[target[at]]:
                    best[target[at]], by[target[at]] = actual[at], arrival[at]
            row = row[useful[:, -1]] if useful.shape[1] == _PER_ROUND else row[:0]
            if not len(row):
                break
        return best, by

    def _actual(self, points: Floats, arrival: Ints, turned: Floats, lower: Floats) -> Floats:
        starts = self.spots(arrival, turned)
        clear = self.field.clear(starts, points)
        cost = np.where(clear, lower, np.inf)
        if not self.field.is_plain:
            at = np.flatnonzero(clear)
            cost[at] += self.field.surcharge(starts[at], points[at])
        return cost

    def spots(self, arrival: Ints, turned: Floats) -> Floats:
        """Return where ways leave the rims of their arrivals after going on by some angles."""
        a = self.arrivals
        bearing = a.low[arrival] + a.relative[arrival] + a.sense[arrival] * turned
        x = a.x[arrival] + a.radius[arrival] * np.cos(bearing)
        return np.stack((x, a.y[arrival] + a.radius[arrival] * np.sin(bearing)), axis=1)

    def trace(self, point: Point, arrival: int) -> tuple[list[Point], list[float]]:
        """Return the corners of the way to a point by one of the arrivals, and the turns of its legs."""
        turned = float(self.departures(np.array([point]))[0][0, arrival])
        number = int(self.arrivals.number[arrival])
        points, turns = [point], list[float]()
        while number < len(self.tangents):
            ring, sense = int(self.tangents.to_ring[number]), float(self.tangents.to_sense[number])
            if self.rings.radius[ring] > 0.0 and turned > _TIE:
                points.append(self._spot(ring, self.tangents.to_relative[number] + sense * turned))
                turns.append(0.0)
                points.append(self._spot(ring, self.tangents.to_relative[number]))
                turns.append(sense * turned)
            else:
                points.append(self._spot(ring, self.tangents.to_relative[number]))
                turns.append(0.0)
            number, turned = self._before(number)
        origin = self.sources[int(self._kept_sources[number - len(self.tangents)])]
        points += [origin.at, *reversed(origin.points)]
        turns += [0.0, *reversed(origin.turns)]
        return points[::-1], turns[::-1]

    def _spot(self, ring: int, relative: float) -> Point:
        bearing, radius = float(self.arcs.low[ring] + relative), float(self.rings.radius[ring])
        return float(self.rings.x[ring]) + radius * math.cos(bearing), float(self.rings.y[ring]) + radius * math.sin(
            bearing
        )

    def _before(self, tangent: int) -> tuple[int, float]:
        """Return the arrival from which a tangent is reached at its cost, and the angle between the two."""
        every, t = self._every_arrival, self.tangents
        ring, sense = t.ring[tangent], t.sense[tangent]
        at = np.flatnonzero((every.ring == ring) & ((every.sense == sense) | (every.radius == 0.0)))
        turned = np.remainder((t.relative[tangent] - every.relative[at]) * sense, TURN)
        turned = np.where((turned > TURN - 1e-6) | (every.radius[at] == 0.0), 0.0, turned)
        total = every.cost[at] + every.radius[at] * turned
        total = np.where(turned <= every.ahead[at] + 1e-9, total, np.inf)
        best = int(np.argmin(total))
        return int(every.number[at[best]]), float(turned[best])

"""The finder of paths that bend freely: round solids, at the rims of soft ground, and where a straight run begins."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.lattice import position
from game.table.path.crossings import distance, stretches_of
from game.table.path.fans import area_of
from game.table.path.field import SPARE, Bools, Field, Floats, grown
from game.table.path.judge import (
    PathReceipt,
    check,
    gains_in_reach,
    inches_to_enter,
    least_cost,
    most_inches,
    total_gain,
)
from game.table.path.path import Leg, Path, Point
from game.table.path.policy import CONTACT, TOUCHING, Ground, PathPolicy
from game.table.path.search import WORTH_A_BEND, Search, through_gates
from game.table.path.tight import Source, free_spots_at, shortened, sources_at

# Inches between the points along the rims of soft ground at which a path may bend.
BENDS_APART = 0.2
BESIDE_RIM = 2e-3
"""Inches outside a rim at which a path along it bends, so that it does not enter the ground."""
# Further such points: inches to either side of a crossing with another rim, or of a start that is as near as this.
_CLOSER = np.array([-0.1, -0.04, -0.015, -0.004, 0.004, 0.015, 0.04, 0.1])
_NEAR_RIM = 1.0
# Inches between spots tried along a rim on which a path must end.
_ALONG = 0.02
# The number of chords per quarter of such a rim, which makes it exact to less than a thousandth of an inch.
_FINE = 128
# Paths that leave fewer inches of the budget than this are checked, because of rounding.
_CLOSE = 1.5e-3
# The same near soft ground, whose rims are less exact.
_CLOSE_SOFT = 0.1
# Inches over the budget that are certainly too far, even if a spot in a tight place is moved.
_FAR_OVER = 0.02


@dataclass(frozen=True)
class FoundPath:
    """A path with its cost. `sure`: it is certainly legal, provided that its end is."""

    path: Path
    cost: float
    sure: bool


class FreeFinder:
    """Finds free paths from one or several sources; `ignored` grounds have no effect.

    If the last stage of the policy leads toward a base, paths go round the grounds that the first stage names, or end
    with a straight run toward the base from the first touch of one of them.
    """

    def __init__(self, policy: PathPolicy, about: Point, starts: Sequence[Source], ignored: frozenset[str]) -> None:
        self.policy, self.about = policy, about
        self._starts = list(starts)
        self._ignored = ignored
        self._gains = gains_in_reach(policy, about, ignored)
        # If only one end is wanted, only paths to it are searched.
        to_all = most_inches(policy, about, ignored)
        self._most = to_all if policy.goal is None else policy.budget + total_gain(self._gains)
        priced = any(
            ground.once > 0.0 or ground.enter or ground.leave or ground.stops
            for ground in policy.grounds
            if ground.name not in ignored
        )
        stage = policy.stages[-1]
        self._closed = (
            [ground for ground in policy.named(policy.stages[0]) if not ground.solid] if stage.go == "toward" else []
        )
        self._outward = [(disc.x, disc.y) for disc in stage.of] if stage.go == "not nearer" else []
        self._sure = len(policy.stages) == 1 and stage.go == "free" and not priced
        self._searches_with_gains: dict[Ground, tuple[Search, float] | None] = {}
        self._last: tuple[Point, float] = (math.nan, math.nan), math.inf

    @cached_property
    def field(self) -> Field:
        """The ground around the start that affects these paths."""
        return Field(self.policy, self.about, self._most, self._ignored, self.policy.goal, self._closed)

    @cached_property
    def _bends(self) -> Floats | None:
        """The points in soft ground at which paths may bend, the same for every search."""
        return bends_of(self.field)

    @cached_property
    def _origin(self) -> Source | None:
        """The only source of paths; None if there are several, or if paths must lead outward."""
        is_simple = len(self._starts) == 1 and not self._outward
        sources = self._sources if is_simple else []
        return sources[0] if len(sources) == 1 else None

    @cached_property
    def _sources(self) -> list[Source]:
        """The free spots from which paths continue, with their paths so far."""
        return [source for start in self._starts for source in sources_at(self.field, start.at, start)]

    def _cost_if_straight(self, spot: Point) -> float | None:
        """Return the cost of a free spot if its straight path is the cheapest, or inf if every path costs too much.

        Returns None if the cost is unknown without a search.
        """
        if (origin := self._origin) is None:
            return None
        straight = origin.cost + math.dist(origin.at, spot)
        if (
            straight > self._most + _FAR_OVER
            or least_cost(self.policy, self.about, spot) > self.policy.budget + _FAR_OVER
        ):
            return math.inf
        if straight > self.policy.budget:
            return None
        cost = self._straight_cost(origin, spot)
        # Soft ground on the way may make a bend cheaper.
        return cost if cost - straight < WORTH_A_BEND and cost <= self.policy.budget else None

    def _straight_cost(self, origin: Source, spot: Point) -> float:
        """Return the cost of the straight path to a free spot, inf if it is not clear; the last one is cached."""
        if self._last[0] != spot:
            (ax, ay), (bx, by) = origin.at, spot
            cost = math.inf
            if self.field.probe.is_clear(ax, ay, bx, by):
                cost = origin.cost + math.dist(origin.at, spot)
                cost += 0.0 if self.field.is_plain else self.field.surcharge_of(ax, ay, bx, by)
            self._last = spot, cost
        return self._last[1]

    @cached_property
    def search(self) -> Search:
        """The search for paths within the budget, without gains."""
        search = Search(self.field, self._sources, self._most, self._bends, self._outward)
        return search if self._outward else through_gates(search)

    @property
    def _searches(self) -> list[tuple[Search, float]]:
        """The searches with their cost limits: one without gains, and one from the spots at which each gain is used."""
        with_gain = (self._search_with_gain(ground) for ground in self._gains)
        return [(self.search, self.policy.budget), *(layer for layer in with_gain if layer is not None)]

    def _search_with_gain(self, ground: Ground) -> tuple[Search, float] | None:
        """Return the search for paths that have used a gain, with its cost limit; None if no path can use it."""
        if ground not in self._searches_with_gains:
            self._searches_with_gains[ground] = self._new_search_with_gain(ground)
        return self._searches_with_gains[ground]

    def _new_search_with_gain(self, ground: Ground) -> tuple[Search, float] | None:
        """Compute the search that `_search_with_gain` caches."""
        limit = self.policy.budget - ground.once
        if self._starts_in_ground(ground):
            return self.search, limit
        rim = _rim_points(ground, self.policy.radius, -SPARE)
        rim = rim[self.field.free(rim)]
        costs, arrivals = self.search.costs(rim, self._most)
        sources = []
        for index in np.flatnonzero(costs <= limit).tolist():
            spot = position(*rim[index].tolist())
            if self.field.probe.is_free(*spot):
                points, turns = self.search.trace(spot, int(arrivals[index]))
                sources.append(Source(spot, float(costs[index]), tuple(points[:-1]), tuple(turns)))
        return (Search(self.field, sources, limit, self._bends), limit) if sources else None

    def _starts_in_ground(self, ground: Ground) -> bool:
        """Return whether a path begins in a ground."""
        near = ground.distance_kept(self.policy.radius)
        return any(distance(ground.shape, *start.at) < near for start in self._starts)

    def _searches_to(self, spot: Point, *, without_gain: bool) -> Iterator[tuple[Search, float]]:
        """Yield the searches that may lead to a spot; grounds with gains that are too far away are left out."""
        if without_gain:
            yield self.search, self.policy.budget
        for ground in self._gains:
            inches = math.fsum(inches_to_enter(ground, self.policy.radius, end) for end in (self.about, spot))
            layer = self._search_with_gain(ground) if inches <= self.policy.budget - ground.once + _FAR_OVER else None
            if layer is not None:
                yield layer

    def likely(self, points: Floats) -> Bools:
        """Return which points (P, 2) may be reached; points in tight places always count, as they are uncertain."""
        possible = ~self.field.free(points)
        for search, limit in [*self._searches, (self.search, self._most)] if self._gains else self._searches:
            undecided = np.flatnonzero(~possible)
            possible[undecided] = search.costs(points[undecided], limit)[0] <= limit
        return possible

    def paths(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield paths to a spot, best first."""
        if self._is_plain and self.field.probe.is_free(x, y):
            yield from self._plain_path(x, y)
            return
        ground = self._closed_ground_at(x, y)
        if ground is not None:
            yield from self._paths_into_closed(ground, x, y)
            return
        yield from self._searched_paths(x, y)
        yield from self._straight_path(x, y)

    def _searched_paths(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield paths that the search finds, if need be through free spots beside a tight spot."""
        for spot in free_spots_at(self.field, (x, y)):
            for path, cost, is_sure in self._paths_to_free_spot(spot, (x, y)):
                starts_tight = any(source.points for source in self._sources)
                if (short := shortened(path, out=starts_tight, into=spot != (x, y))) is not path:
                    yield FoundPath(short, cost, False)
                yield FoundPath(path, cost, is_sure and self._sure and spot == (x, y))

    def _paths_to_free_spot(self, spot: Point, at: Point, *, gained: bool = True) -> Iterator[tuple[Path, float, bool]]:
        """Yield paths to a free spot and on to the spot `at` beside it, with their costs, and whether they are sure.

        With `gained`, paths that cost too much without a gain come last, because they may have passed its ground.
        """
        direct, origin = self._cost_if_straight(spot), self._origin
        if direct == math.inf:
            return
        rounding = _CLOSE if self.field.is_plain else _CLOSE_SOFT
        if direct is not None and origin is not None:
            path = Path.through([*origin.points, origin.at, spot, at], [*origin.turns, 0.0, 0.0])
            yield path, direct, direct < self.policy.budget - rounding
        last = [(self.search, self._most, False)] if self._gains and gained else []
        layers = self._searches_to(spot, without_gain=direct is None)
        for search, limit, is_plain in chain(
            ((search, limit, search is self.search) for search, limit in layers), last
        ):
            cost, arrival = self._cheapest_arrival(search, spot, limit)
            if cost <= limit:
                points, turns = search.trace(spot, arrival)
                yield Path.through([*points, at], [*turns, 0.0]), cost, is_plain and cost < limit - rounding

    def witness(self, x: float, y: float) -> Path | None:
        """Return a certainly legal path to a spot, seldom the best, or None if it cannot be had quickly."""
        origin, at, is_plain = self._origin, (x, y), self.field.is_plain
        if origin is None or is_plain or not self._sure or not self.field.probe.is_free(x, y):
            return None
        # With this limit, the best path is sure too, even if `WORTH_A_BEND` makes it slightly worse.
        limit = self.policy.budget - _CLOSE_SOFT - 2 * WORTH_A_BEND
        if origin.cost + math.dist(origin.at, at) > limit or self._cost_if_straight(at) is not None:
            return None
        if self._straight_cost(origin, at) <= limit:
            return Path.through([*origin.points, origin.at, at], [*origin.turns, 0.0])
        arrival = self.search.some_arrival(x, y, limit)
        return None if arrival is None else Path.through(*self.search.trace(at, arrival))

    def _straight_path(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield the straight path, which may be legal at the budget's limit or in places too tight for a search."""
        for source in self._starts:
            if source.cost + math.dist(source.at, (x, y)) <= self._most + _CLOSE:
                path = Path.through([*source.points, source.at, (x, y)], [*source.turns, 0.0])
                yield FoundPath(path, source.cost + math.dist(source.at, (x, y)), False)

    def _cheapest_arrival(self, search: Search, spot: Point, limit: float) -> tuple[float, int]:
        """Return the least cost of a path to a spot, inf beyond the limit, and the arrival used."""
        if search.outward:
            costs, arrivals = search.costs(np.array([spot]), limit)
            return float(costs[0]), int(arrivals[0])
        origin = self._origin if search is self.search and not self.field.is_plain else None
        return search.nearest_arrival(*spot, limit, None if origin is None else self._straight_cost(origin, spot))

    @cached_property
    def _is_plain(self) -> bool:
        """Whether one search suffices: every inch costs one inch, and the paths need no check."""
        plain = self._sure and self.field.is_plain and not self._gains
        return plain and self._origin is not None

    def _plain_path(self, x: float, y: float) -> Iterator[FoundPath]:
        """Yield the path to a free spot on plain ground, which is straight if that is clear."""
        limit, direct, origin = self.policy.budget, self._cost_if_straight((x, y)), self._origin
        assert origin is not None
        if direct is not None and direct < math.inf:
            yield FoundPath(Path.through([*origin.points, origin.at, (x, y)]), direct, direct < limit - _CLOSE)
            return
        straight = origin.cost + math.dist(origin.at, (x, y))
        cost, arrival = self.search.nearest_arrival(x, y, limit) if straight <= limit else (math.inf, 0)
        if cost <= limit:
            points, turns = self.search.trace((x, y), arrival)
            yield FoundPath(Path.through(points, turns), cost, cost < limit - _CLOSE)
        elif limit - _CLOSE < straight < limit + _CLOSE:
            yield from self._straight_path(x, y)

    def _closed_ground_at(self, x: float, y: float) -> Ground | None:
        """Return the closed ground that a base at (x, y) is in, or None."""
        near = ((ground, ground.distance_kept(self.policy.radius) - TOUCHING) for ground in self._closed)
        return next((ground for ground, inches in near if distance(ground.shape, x, y) < inches), None)

    def _paths_into_closed(self, ground: Ground, x: float, y: float) -> Iterator[FoundPath]:
        """Yield paths to a spot in a closed ground; from its rim on, they are straight."""
        target = self.policy.stages[-1].of[0]
        entry_spot = entry(ground, self.policy.radius, (x, y), (2 * x - target.x, 2 * y - target.y), 2 * self._most)
        if entry_spot is None or not self.field.probe.is_free(*entry_spot):
            return
        for path, cost, _sure in self._paths_to_free_spot(entry_spot, (x, y), gained=False):
            yield FoundPath(path, cost + math.dist(entry_spot, (x, y)), False)

    def lines(self) -> list[Floats] | None:
        """Return the rim on which the last stage ends, or None if the ends are an area."""
        stage = self.policy.stages[-1]
        if stage.until != "leave":
            return None
        rims = [grown(ground, self.policy.radius, CONTACT / 2, _FINE) for ground in self.policy.named(stage)]
        outline = shapely.segmentize(shapely.boundary(shapely.union_all(rims)), _ALONG)
        return [shapely.get_coordinates(line) for line in shapely.get_parts(outline).tolist()]

    def area(self) -> BaseGeometry:
        """Return the area of centres that can be reached, without closed grounds."""
        return self.before_an_end(shapely.union_all([area_of(search, limit) for search, limit in self._searches]))

    def before_an_end(self, area: BaseGeometry) -> BaseGeometry:
        """Return the part of an area in which ground ends paths, or all of it if no ground does.

        Paths that go round such ground are left to a finder for which it is solid.
        """
        ending = [g for g in self.policy.grounds if g.stops and not g.solid and g.name not in self._ignored]
        if not ending:
            return area
        inside = [grown(ground, self.policy.radius, CONTACT) for ground in ending]
        return shapely.intersection(area, shapely.union_all(inside))

    def shortest(self, x: float, y: float) -> float:
        """Return the cost of the cheapest path without a budget; inf without a path."""
        receipt = self.cheapest(x, y)
        return math.inf if receipt is None else receipt.cost

    def cheapest(self, x: float, y: float) -> PathReceipt | None:
        """Return the cheapest path without a budget, with its cost; None without a path."""
        receipts = (check(candidate.path, self._unlimited.policy) for candidate in self._unlimited.paths(x, y))
        legal = (receipt for receipt in receipts if receipt.is_legal)
        return min(legal, key=lambda receipt: receipt.cost, default=None)

    @cached_property
    def _unlimited(self) -> "FreeFinder":
        """The same finder with a budget that suffices for any path."""
        wide = self.policy.but(budget=2 * shapely.box(*self.policy.bounds).length)
        return FreeFinder(wide, self.about, self._starts, self._ignored)


def entry(ground: Ground, radius: float, at: Point, toward: Point, farthest: float) -> Point | None:
    """Return the lattice spot just outside a ground at which a straight run from `at` leaves it, or None."""
    distance_to_target = math.dist(at, toward)
    if distance_to_target == 0.0:
        return None
    scale = farthest / distance_to_target
    end = position(at[0] + (toward[0] - at[0]) * scale, at[1] + (toward[1] - at[1]) * scale)
    run = Leg(position(*at), end)
    margin = ground.distance_kept(radius)
    spells = stretches_of(run, ground, margin + SPARE)
    if not spells or spells[0][0] > 1e-6 or spells[0][1] >= run.inches:
        return None
    # A slanting run must go farther to be clear of the rim by the spare distance.
    for overrun in (1e-4, 5e-4, 2e-3, 1e-2):
        spot = position(*run.at(spells[0][1] + overrun))
        if distance(ground.shape, *spot) >= margin + SPARE:
            return spot
    return None


def bends_of(field: Field) -> Floats | None:
    """Return points along the rims of soft ground at which paths may bend, or None without soft ground.

    The points are closer together near crossings with other rims and near the start, where legs may be short.
    """
    radius = field.policy.radius
    if not field.soft:
        return None
    # The points and chords are slightly outside the rim, so that a path along the rim does not enter the ground.
    rims = [shapely.boundary(grown(ground, radius, BESIDE_RIM, _FINE)) for ground in field.soft]
    solids = shapely.boundary(shapely.union_all(field.grown_solids))
    points = [_rim_points(ground, radius, BESIDE_RIM) for ground in field.soft]
    start = shapely.Point(field.about)
    for rim in rims:
        others = [other for other in rims if other is not rim]
        crossings = shapely.intersection(rim, shapely.union_all([solids, *others]))
        marks = [point for point in shapely.get_parts(crossings).tolist() if isinstance(point, shapely.Point)]
        for line in shapely.get_parts(rim).tolist():
            near = [mark for mark in marks if line.distance(mark) < 1e-6]
            if line.distance(start) < _NEAR_RIM:
                near.append(start)
            for mark in near:
                place = (line.project(mark) + _CLOSER) % line.length
                points.append(shapely.get_coordinates(shapely.line_interpolate_point(line, place)))
    joined = np.concatenate(points)
    return joined[field.free(joined)]


def _rim_points(ground: Ground, radius: float, more: float) -> Floats:
    """Return points along the rim of a ground, grown by `radius` and `more`."""
    points = []
    for line in shapely.get_parts(shapely.boundary(grown(ground, radius, more, _FINE))).tolist():
        count = math.ceil(line.length / BENDS_APART)
        points.append(shapely.line_interpolate_point(line, np.arange(count) * (line.length / count)))
    return shapely.get_coordinates(np.concatenate(points)) if points else np.zeros((0, 2))

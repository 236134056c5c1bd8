"""The tangents between rings, along which a shortest path leads, and the least costs to reach their ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.table.path.field import (
    Bools,
    Field,
    Floats,
    Ints,
    Points,
    Rings,
    on_rim,
    outward_breaks,
    rims_outward,
    runs_outward,
)

# Stands for an infinite cost; more than any cost.
_INF = 1e3
# Inches inside a rim at which a point still counts as on it.
_ON_RIM = 1.1e-6
# The offset between chains of costs: more than any cost, so that one running minimum serves all chains.
_STEP = 1e4
# Each ring has its own section of this length on a line, so that one sorted array holds the breaks of all rings.
_APART = 40.0
# The position of bearing 0 in a section.
_MIDDLE = 20.0
# Radians or inches below which a difference is due to rounding.
_CLOSE = 1e-7
TURN = 2 * math.pi
# The number of chords for which the cost of a rim in soft ground is computed; in between it is interpolated.
_CHORDS = 192


@dataclass(frozen=True, eq=False)
class Tangents:
    """Straight runs from rim to rim, each in one direction. Columns: rings, senses (+1 counter-clockwise), bearings,
    stretches of rim, points, and costs. Bearings count from the beginning of the ring's rim.
    """

    ring: Ints
    sense: Floats
    relative: Floats
    stretch: Ints
    spot: Floats
    to_ring: Ints
    to_sense: Floats
    to_relative: Floats
    to_stretch: Ints
    to_spot: Floats
    cost: Floats

    def __len__(self) -> int:
        return len(self.ring)


def touching(rings: Rings, ring: Ints, to_ring: Ints, sense: Floats, to_sense: Floats) -> tuple[Floats, Floats, Bools]:
    """Return the bearings of the normals of tangents from ring to ring, their lengths, and which tangents exist.

    A tangent leaves the first ring in the sense `sense` and joins the second in `to_sense`. Its ends are at
    `radius * sense` and `radius * to_sense` along the bearing from the centres.
    """
    dx, dy = rings.x[to_ring] - rings.x[ring], rings.y[to_ring] - rings.y[ring]
    across = sense * rings.radius[ring] - to_sense * rings.radius[to_ring]
    distance = np.hypot(dx, dy)
    is_point = (rings.radius[ring] == 0.0) | (rings.radius[to_ring] == 0.0)
    # A point may be on a rim, and slightly inside because of rounding. A path may still go on along that rim.
    # Two points at one spot need no tangent: whatever joins the one joins the other.
    exists = (distance > np.abs(across) + np.where(is_point, -_ON_RIM, 1e-9)) & (distance > 0.0)
    distance = np.where(exists, np.maximum(distance, np.abs(across)), np.abs(across) + 1.0)
    bearing = np.arctan2(dy, dx) - np.arccos(across / distance)
    return bearing, np.sqrt(distance * distance - across * across), exists


def _least_around_run(bounds: tuple[Floats, Floats], ring: Ints, to_ring: Ints) -> Floats:
    """Return lower bounds on the cost of a path before and after a run between rings, in its cheaper direction."""
    before, after = bounds
    return np.minimum(before[ring] + after[to_ring], before[to_ring] + after[ring])


def _pairs(rings: Rings, bounds: tuple[Floats, Floats], reach: float) -> tuple[Ints, Ints, Floats, Floats]:
    """Return the pairs of rings that a tangent within reach may join, with the senses at both ends."""
    count = len(rings)
    ring, to_ring = np.triu_indices(count, 1)
    distance = np.hypot(rings.x[ring] - rings.x[to_ring], rings.y[ring] - rings.y[to_ring])
    # A lower bound for the length of the tangents; 0 if one ring is in the other.
    shortest = np.sqrt(np.maximum(distance**2 - (rings.radius[ring] + rings.radius[to_ring]) ** 2, 0.0))
    in_reach = _least_around_run(bounds, ring, to_ring) + shortest <= reach
    ring, to_ring = ring[in_reach], to_ring[in_reach]
    always = np.ones(len(ring), dtype=bool)
    rows: list[tuple[Ints, Ints, Floats, Floats]] = []
    for sense, leaves in ((1.0, always), (-1.0, rings.radius[ring] > 0.0)):  # a point has only one sense
        for to_sense, joins in ((1.0, always), (-1.0, rings.radius[to_ring] > 0.0)):
            use = leaves & joins
            rows.append((ring[use], to_ring[use], np.full(use.sum(), sense), np.full(use.sum(), to_sense)))
    joined = [np.concatenate([row[n] for row in rows]) for n in range(4)]
    return joined[0], joined[1], joined[2], joined[3]


def tangents_between(
    field: Field,
    rings: Rings,
    arcs: FreeArcs,
    bounds: tuple[Floats, Floats],
    reach: float,
    settled: Bools,
    outward: Points = (),
) -> Tangents:
    """Return every clear tangent within reach, in both directions.

    `bounds` are lower bounds on the costs to reach each ring, and from it to the goal. No tangent leads to a `settled`
    ring. Tangents that are only parts of paths that cost more than `reach` are left out.
    """
    ring, to_ring, sense, to_sense = _pairs(rings, bounds, reach)
    unsettled = ~(settled[ring] & settled[to_ring])
    ring, to_ring, sense, to_sense = ring[unsettled], to_ring[unsettled], sense[unsettled], to_sense[unsettled]
    bearing, length, exists = touching(rings, ring, to_ring, sense, to_sense)
    relative, is_on_rim = arcs.relative(ring, np.where(sense > 0.0, bearing, bearing + math.pi))
    to_relative, to_is_on_rim = arcs.relative(to_ring, np.where(to_sense > 0.0, bearing, bearing + math.pi))
    useful = exists & is_on_rim & to_is_on_rim & (_least_around_run(bounds, ring, to_ring) + length <= reach)
    ring, to_ring, sense, to_sense = ring[useful], to_ring[useful], sense[useful], to_sense[useful]
    bearing, length, relative, to_relative = bearing[useful], length[useful], relative[useful], to_relative[useful]
    stretch, to_stretch = arcs.stretch(ring, relative), arcs.stretch(to_ring, to_relative)
    useful = arcs.is_free[stretch] & arcs.is_free[to_stretch]
    ring, to_ring, sense, to_sense = ring[useful], to_ring[useful], sense[useful], to_sense[useful]
    bearing, length, relative, to_relative = bearing[useful], length[useful], relative[useful], to_relative[useful]
    stretch, to_stretch = stretch[useful], to_stretch[useful]
    normal = np.stack((np.cos(bearing), np.sin(bearing)), axis=1)
    spot = np.stack((rings.x[ring], rings.y[ring]), axis=1) + normal * (sense * rings.radius[ring])[:, None]
    to_spot = (
        np.stack((rings.x[to_ring], rings.y[to_ring]), axis=1) + normal * (to_sense * rings.radius[to_ring])[:, None]
    )
    clear = np.flatnonzero(field.clear(spot, to_spot))
    cost = length[clear] if field.is_plain else length[clear] + field.surcharge(spot[clear], to_spot[clear])
    first = ring[clear], sense[clear], relative[clear], stretch[clear], spot[clear]
    last = to_ring[clear], to_sense[clear], to_relative[clear], to_stretch[clear], to_spot[clear]
    # The reverse tangent leaves the second ring against its sense.
    point, to_point = rings.radius[first[0]] == 0.0, rings.radius[last[0]] == 0.0
    back_first = last[0], np.where(to_point, 1.0, -last[1]), *last[2:]
    back_last = first[0], np.where(point, 1.0, -first[1]), *first[2:]
    columns = [
        np.concatenate(forth_and_back) for forth_and_back in zip((*first, *last, cost), (*back_first, *back_last, cost))
    ]
    # Columns 0 and 5 are the rings, 4 and 9 the ends, 10 the cost.
    in_reach = ~settled[columns[5]] & (bounds[0][columns[0]] + columns[10] + bounds[1][columns[5]] <= reach)
    if outward:
        in_reach &= runs_outward(columns[4], columns[9], outward)
    return Tangents(*(column[in_reach] for column in columns))


def _ordered_along_rims(
    tangents: Tangents, seeds: tuple[Ints, Ints], rings: Rings, arcs: FreeArcs
) -> tuple[Ints, Bools, Floats]:
    """Return all arrivals and departures, chain by chain: numbers of tangents, which depart, and costs to subtract.

    A chain holds those on one stretch of rim in one sense, in the order in which a path passes them. `seeds` are rings
    and stretches at which paths begin, with numbers after the tangents. The costs are the inches along the rim, and an
    offset that keeps the chains apart.
    """
    count = len(tangents)
    # On a rim without a break, departures come a second time, a full turn later.
    cyclic = np.flatnonzero(arcs.cyclic[tangents.ring] & (rings.radius[tangents.ring] > 0.0))
    full_turn = np.full(len(cyclic), TURN)
    numbers = np.concatenate((np.arange(count), np.arange(count), cyclic, count + np.arange(len(seeds[0]))))
    departs = np.concatenate((np.zeros(count), np.ones(count), np.ones(len(cyclic)), np.zeros(len(seeds[0])))) > 0.0
    stretch = np.concatenate((tangents.to_stretch, tangents.stretch, tangents.stretch[cyclic], seeds[1]))
    sense = np.concatenate((tangents.to_sense, tangents.sense, tangents.sense[cyclic], np.ones(len(seeds[0]))))
    ring = np.concatenate((tangents.to_ring, tangents.ring, tangents.ring[cyclic], seeds[0]))
    position = np.concatenate((
        tangents.to_relative * tangents.to_sense, tangents.relative * tangents.sense,
        tangents.relative[cyclic] * tangents.sense[cyclic] + full_turn, np.zeros(len(seeds[0])),
    ))  # fmt: skip
    point = rings.radius[ring] == 0.0
    travelled = sense * arcs.inches(ring, sense * position)
    position = np.where(point, departs * 1.0, position)
    chain = chains_of(stretch, sense)
    # If a path may not go on along a rim, its arrival has a chain of its own.
    ends_here = ~np.where(sense > 0.0, arcs.outward_in[1.0][stretch], arcs.outward_in[-1.0][stretch])
    chain[ends_here] = -1 - np.arange(int(ends_here.sum()))
    order = np.lexsort((departs, position, chain))
    rank = np.cumsum(np.concatenate(([0], np.diff(chain[order]) != 0)))
    return numbers[order], departs[order], -_STEP * rank - np.where(point, 0.0, travelled)[order]


def arrival_costs(
    tangents: Tangents, seeds: tuple[Ints, Ints, Floats], rings: Rings, arcs: FreeArcs, reach: float
) -> Floats:
    """Return the least costs to arrive at the end of every tangent, followed by every seed; inf beyond reach."""
    tangent, is_departure, base = _ordered_along_rims(tangents, seeds[:2], rings, arcs)
    arriving = np.concatenate((np.full(len(tangents), _INF), seeds[2]))
    leaving = np.full(len(tangents), _INF)
    departures = np.flatnonzero(is_departure)
    number = tangent[departures]
    while len(tangents):  # until no cost falls any more
        costs = np.where(is_departure, _INF, arriving[tangent]) + base
        best = (np.minimum.accumulate(costs) - base)[departures]
        np.minimum.at(leaving, number, best)
        arriving_next = np.where(leaving + tangents.cost <= reach, leaving + tangents.cost, _INF)
        if not (arriving_next < arriving[: len(tangents)] - 1e-9).any():
            break
        arriving[: len(tangents)] = np.minimum(arriving_next, arriving[: len(tangents)])
    return np.where(arriving < _INF, arriving, np.inf)


class FreeArcs:
    """The rims of rings, cut into stretches by obstacles. Bearings are in radians from each ring's `low`."""

    def __init__(self, field: Field, rings: Rings, outward: Points = ()) -> None:
        ring, bearing = interruptions(field, rings, outward)
        low, width = rings.low.copy(), rings.width.copy()
        is_full = width >= TURN - _CLOSE
        # A ring whose rim goes all round begins at its first break.
        for number in np.unique(ring[is_full[ring]]).tolist():
            low[number] = bearing[ring == number][0]
        relative = _relative_bearing(bearing, low[ring])
        within = (relative > _CLOSE) & (relative < width[ring] - _CLOSE)
        ring, relative = ring[within], relative[within]
        broken = ~is_full
        broken[ring] = True
        broken |= low != rings.low
        self.low, self.width = low, width
        self.cyclic: Bools = ~broken
        all_rings = np.arange(len(rings))
        # A ring without a break has no end.
        first = np.where(self.cyclic, -TURN, 0.0)
        last = np.where(self.cyclic, 2 * TURN, width)
        keys = np.concatenate(
            (
                self._place_on_line(ring, relative),
                self._place_on_line(all_rings, first),
                self._place_on_line(all_rings, last),
            )
        )
        self.keys: Floats = np.sort(keys)
        self.is_free: Bools = self._free_between(field, rings)
        self.outward_in: dict[float, Bools] = self._leads_outward(rings, outward)
        self._radius = rings.radius
        self._row, self._paid = _paid_along(field, rings, low)
        self.is_soft: Bools = self._row >= 0

    @staticmethod
    def _place_on_line(ring: Ints, relative: Floats) -> Floats:
        """Return bearings on rims as positions on one line, on which each ring has a section of its own."""
        return np.asarray(ring * _APART + _MIDDLE + relative)

    def _free_between(self, field: Field, rings: Rings) -> Bools:
        """Return for each stretch, numbered by the break at its end, whether its middle is free."""
        free = np.zeros(len(self.keys) + 1, dtype=bool)
        on_one_ring = (self.keys[1:] // _APART == self.keys[:-1] // _APART) & (np.diff(self.keys) > 1e-12)
        stretches, (ring, bearing) = (
            np.flatnonzero(on_one_ring),
            (column[on_one_ring] for column in self._middles_of_stretches()),
        )
        free[stretches + 1] = field.free(on_rim(rings.x[ring], rings.y[ring], rings.radius[ring], bearing))
        return free

    def _leads_outward(self, rings: Rings, outward: Points) -> dict[float, Bools]:
        """Return for each sense the stretches on which a path may go on: all, unless paths must lead outward."""
        allowed = {sense: np.ones(len(self.keys) + 1, dtype=bool) for sense in (1.0, -1.0)}
        if outward:
            ring, bearing = self._middles_of_stretches()
            for sense, is_outward in allowed.items():
                is_outward[1:-1] = rims_outward(rings, ring, bearing, np.full(len(ring), sense), outward)
        return allowed

    def _middles_of_stretches(self) -> tuple[Ints, Floats]:
        """Return the ring and the bearing of the middle of each stretch of rim."""
        middles = (self.keys[1:] + self.keys[:-1]) / 2
        ring = (middles // _APART).astype(np.intp)
        return ring, middles - ring * _APART - _MIDDLE + self.low[ring]

    def inches(self, ring: Ints, relative: Floats) -> Floats:
        """Return the costs from the beginnings of rims to bearings on them, which may be more than a full turn away."""
        plain = np.asarray(self._radius[ring] * relative)
        row = np.broadcast_to(self._row[ring], plain.shape)
        if not len(self._paid):
            return plain
        turns = np.floor(relative / TURN)
        place = (relative - turns * TURN) / TURN * _CHORDS
        before = np.minimum(place.astype(np.intp), _CHORDS - 1)
        low, high = self._paid[row, before], self._paid[row, before + 1]
        paid = low + (high - low) * (place - before) + turns * self._paid[row, -1]
        return np.where(row < 0, plain, paid)

    def relative(self, ring: Ints, bearing: Floats) -> tuple[Floats, Bools]:
        """Return bearings relative to the beginnings of their rings' rims, and whether they are on the rim."""
        relative = _relative_bearing(bearing, self.low[ring])
        relative = np.where(relative > TURN - _CLOSE, relative - TURN, relative)
        is_on_rim = relative <= self.width[ring] + _CLOSE
        return np.where(self.cyclic[ring], relative, np.clip(relative, 0.0, self.width[ring])), is_on_rim

    def stretch(self, ring: Ints, relative: Floats) -> Ints:
        """Return the numbers of the stretches of rim that contain bearings."""
        inner = np.where(self.cyclic[ring], relative, np.clip(relative, 1e-9, self.width[ring] - 1e-9))
        return np.searchsorted(self.keys, self._place_on_line(ring, inner))

    def ends(self, stretch: Ints, ring: Ints) -> tuple[Floats, Floats]:
        """Return the bearings at both ends of stretches of rim."""
        base = ring * _APART + _MIDDLE
        return self.keys[stretch - 1] - base, self.keys[stretch] - base


def _paid_along(field: Field, rings: Rings, low: Floats) -> tuple[Ints, Floats]:
    """Return the row of each ring in soft ground (-1 for others), and each row's costs up to every chord."""
    row = np.full(len(rings), -1)
    if field.is_plain:
        return row, np.zeros((0, _CHORDS + 1))
    soft_rings = np.flatnonzero((rings.radius > 0.0) & field.near_soft(rings.x, rings.y, rings.radius))
    row[soft_rings] = np.arange(len(soft_rings))
    bearings = low[soft_rings, None] + np.linspace(0.0, TURN, _CHORDS + 1)
    radius = rings.radius[soft_rings, None]
    points = on_rim(rings.x[soft_rings, None], rings.y[soft_rings, None], radius, bearings)
    extra = field.surcharge(points[:, :-1].reshape(-1, 2), points[:, 1:].reshape(-1, 2)).reshape(
        len(soft_rings), _CHORDS
    )
    steps = radius * (TURN / _CHORDS) + extra
    return row, np.concatenate((np.zeros((len(soft_rings), 1)), np.cumsum(steps, axis=1)), axis=1)


def chains_of(stretch: Ints, sense: Floats) -> Ints:
    """Return the number of the chain of each stretch of rim and sense; both together make one chain."""
    return stretch * 2 + (sense > 0.0)


def _relative_bearing(bearing: Floats, low: Floats) -> Floats:
    """Return bearings counted from other bearings, from 0 to a full turn."""
    return np.asarray(np.remainder(bearing - low, TURN))


def interruptions(field: Field, rings: Rings, outward: Points = ()) -> tuple[Ints, Floats]:
    """Return ring numbers, in order, and the bearings at which rims cross the border of a solid or of the table."""
    crossings = [
        _rim_meets_rings(rings, field.hard),
        _rim_meets_edges(rings, field),
        _rim_meets_table(rings, field),
        outward_breaks(rings, outward),
    ]
    ring = np.concatenate([rings_and_bearings[0] for rings_and_bearings in crossings])
    bearing = np.concatenate([rings_and_bearings[1] for rings_and_bearings in crossings])
    order = np.argsort(ring, kind="stable")
    return ring[order], bearing[order]


def _rim_meets_rings(rings: Rings, hard: Rings) -> tuple[Ints, Floats]:
    """Return ring numbers and the bearings at which rims cross solid rings."""
    dx, dy = hard.x - rings.x[:, None], hard.y - rings.y[:, None]
    distance = np.hypot(dx, dy)
    radius, hard_radius = rings.radius[:, None], hard.radius
    crosses = (distance > np.abs(radius - hard_radius) + _CLOSE) & (distance < radius + hard_radius - _CLOSE)
    row, column = np.nonzero(crosses)
    distance, radius = distance[row, column], rings.radius[row]
    half = np.arccos(
        np.clip((distance * distance + radius * radius - hard.radius[column] ** 2) / (2 * distance * radius), -1.0, 1.0)
    )
    middle = np.arctan2(dy[row, column], dx[row, column])
    return np.concatenate((row, row)), np.concatenate((middle - half, middle + half))


def _rim_meets_edges(rings: Rings, field: Field) -> tuple[Ints, Floats]:
    """Return ring numbers and the bearings at which rims cross the borders of solid edges."""
    ax, ay, bx, by = field.edges.T
    dx, dy = bx - ax, by - ay
    length = np.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    # The border is on the right of the edge, because the shape is on its left.
    height = (rings.x[:, None] - ax) * uy - (rings.y[:, None] - ay) * ux - field.kept
    place = (rings.x[:, None] - ax) * ux + (rings.y[:, None] - ay) * uy
    row, column = np.nonzero(np.abs(height) < rings.radius[:, None] - _CLOSE)
    height, place = height[row, column], place[row, column]
    half = np.sqrt(rings.radius[row] ** 2 - height**2)
    row, column = np.concatenate((row, row)), np.concatenate((column, column))
    height = np.concatenate((height, height))
    places_met = np.concatenate((place - half, place + half))
    shift = np.concatenate((-half, half))
    on_edge = (places_met >= 0.0) & (places_met <= length[column])
    row, column, height, shift = row[on_edge], column[on_edge], height[on_edge], shift[on_edge]
    x = shift * ux[column] - height * uy[column]
    y = shift * uy[column] + height * ux[column]
    return row, np.arctan2(y, x)


def _rim_meets_table(rings: Rings, field: Field) -> tuple[Ints, Floats]:
    """Return ring numbers and the bearings at which rims cross the edge of the table."""
    west, south, east, north = field.box
    rows, bearings = [], []
    for level, middle, quarter in (
        (east, rings.x, 0.0),
        (north, rings.y, 1.0),
        (west, rings.x, 2.0),
        (south, rings.y, 3.0),
    ):
        gap = (level - middle) * (1.0 if quarter < 2.0 else -1.0)
        row = np.flatnonzero(np.abs(gap) < rings.radius - _CLOSE)
        half = np.arccos(gap[row] / rings.radius[row])
        rows += [row, row]
        bearings += [quarter * math.pi / 2 - half, quarter * math.pi / 2 + half]
    return np.concatenate(rows), np.concatenate(bearings)

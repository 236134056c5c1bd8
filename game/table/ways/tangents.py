"""Taut strings: the tangents between rings, and the least cost of everything that can be reached along them."""

import math
from dataclasses import dataclass

import numpy as np

from game.table.ways.arcs import TURN, FreeArcs, chains_of
from game.table.ways.field import Field
from game.table.ways.outward import Points, runs_outward
from game.table.ways.rings import Bools, Floats, Ints, Rings

_INF = 1e3
# Inches inside a rim at which a point counts as on it.
_ON_RIM = 1.1e-6
# Chains of costs are kept apart by more than any cost, so that one running minimum serves them all.
_STEP = 1e4


@dataclass(frozen=True, eq=False)
class Tangents:
    """Straight runs from rim to rim, each in one direction: rings, bearings there, senses (+1 counter-clockwise),
    stretches of rim, points and costs. Bearings are counted from where the rim of the ring begins.
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


def touching(rings: Rings, one: Ints, other: Ints, sense: Floats, to_sense: Floats) -> tuple[Floats, Floats, Bools]:
    """Return for directed tangents from ring to ring the bearing of their normals, their length, and which exist.

    A tangent leaves the first ring in its sense and joins the second in its own; its ends lie at `radius * sense` and
    `radius * to_sense` along the bearing.
    """
    dx, dy = rings.x[other] - rings.x[one], rings.y[other] - rings.y[one]
    across = sense * rings.radius[one] - to_sense * rings.radius[other]
    far = np.hypot(dx, dy)
    is_point = (rings.radius[one] == 0.0) | (rings.radius[other] == 0.0)
    # A point may lie on a rim, and by rounding a little inside it: a way goes on along that rim all the same.
    there = far > np.abs(across) + np.where(is_point, -_ON_RIM, 1e-9)
    far = np.where(there, np.maximum(far, np.abs(across)), np.abs(across) + 1.0)
    bearing = np.arctan2(dy, dx) - np.arccos(across / far)
    return bearing, np.sqrt(far * far - across * across), there


def _through(bounds: tuple[Floats, Floats], one: Ints, other: Ints) -> Floats:
    """Return what ways over runs between rings cost at least, but for the runs, in the better direction."""
    before, after = bounds
    return np.minimum(before[one] + after[other], before[other] + after[one])


def _pairs(rings: Rings, bounds: tuple[Floats, Floats], reach: float) -> tuple[Ints, Ints, Floats, Floats]:
    """Return the pairs of rings that a tangent within reach may join, with both senses."""
    count = len(rings)
    one, other = np.triu_indices(count, 1)
    far = np.hypot(rings.x[one] - rings.x[other], rings.y[one] - rings.y[other])
    # No shorter than between the rims; 0 if one ring is in the other.
    shortest = np.sqrt(np.maximum(far**2 - (rings.radius[one] + rings.radius[other]) ** 2, 0.0))
    near = _through(bounds, one, other) + shortest <= reach
    one, other = one[near], other[near]
    every = np.ones(len(one), dtype=bool)
    rows: list[tuple[Ints, Ints, Floats, Floats]] = []
    for sense, leaves in ((1.0, every), (-1.0, rings.radius[one] > 0.0)):  # a point has but one sense
        for to_sense, joins in ((1.0, every), (-1.0, rings.radius[other] > 0.0)):
            use = leaves & joins
            rows.append((one[use], other[use], np.full(use.sum(), sense), np.full(use.sum(), to_sense)))
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

    `bounds` are what reaching each ring costs at least, and going on from it to the goal. No tangent leads to a
    `settled` ring, and none is part of ways only that cost more than `reach`.
    """
    one, other, sense, to_sense = _pairs(rings, bounds, reach)
    open_ = ~(settled[one] & settled[other])
    one, other, sense, to_sense = one[open_], other[open_], sense[open_], to_sense[open_]
    bearing, length, there = touching(rings, one, other, sense, to_sense)
    relative, on = arcs.relative(one, np.where(sense > 0.0, bearing, bearing + math.pi))
    to_relative, to_on = arcs.relative(other, np.where(to_sense > 0.0, bearing, bearing + math.pi))
    use = there & on & to_on & (_through(bounds, one, other) + length <= reach)
    one, other, sense, to_sense = one[use], other[use], sense[use], to_sense[use]
    bearing, length, relative, to_relative = bearing[use], length[use], relative[use], to_relative[use]
    stretch, to_stretch = arcs.stretch(one, relative), arcs.stretch(other, to_relative)
    use = arcs.is_free[stretch] & arcs.is_free[to_stretch]
    one, other, sense, to_sense = one[use], other[use], sense[use], to_sense[use]
    bearing, length, relative, to_relative = bearing[use], length[use], relative[use], to_relative[use]
    stretch, to_stretch = stretch[use], to_stretch[use]
    normal = np.stack((np.cos(bearing), np.sin(bearing)), axis=1)
    spot = np.stack((rings.x[one], rings.y[one]), axis=1) + normal * (sense * rings.radius[one])[:, None]
    to_spot = np.stack((rings.x[other], rings.y[other]), axis=1) + normal * (to_sense * rings.radius[other])[:, None]
    clear = np.flatnonzero(field.clear(spot, to_spot))
    cost = length[clear] if field.is_plain else length[clear] + field.surcharge(spot[clear], to_spot[clear])
    first = one[clear], sense[clear], relative[clear], stretch[clear], spot[clear]
    last = other[clear], to_sense[clear], to_relative[clear], to_stretch[clear], to_spot[clear]
    # The way back leaves the second ring against its sense.
    point, to_point = rings.radius[first[0]] == 0.0, rings.radius[last[0]] == 0.0
    back_first = last[0], np.where(to_point, 1.0, -last[1]), *last[2:]
    back_last = first[0], np.where(point, 1.0, -first[1]), *first[2:]
    columns = [np.concatenate(both) for both in zip((*first, *last, cost), (*back_first, *back_last, cost))]
    forth = ~settled[columns[5]] & (bounds[0][columns[0]] + columns[10] + bounds[1][columns[5]] <= reach)
    if outward:
        forth &= runs_outward(columns[4], columns[9], outward)
    return Tangents(*(column[forth] for column in columns))


@dataclass(frozen=True, eq=False)
class _Chains:
    """Arrivals and departures on every stretch of rim in each sense, in the order in which they are passed."""

    tangent: Ints
    is_departure: Bools
    offset: Floats
    travelled: Floats


def _chains(tangents: Tangents, seeds: tuple[Ints, Ints], rings: Rings, arcs: FreeArcs) -> _Chains:
    """Return the chains; `seeds` are the rings and stretches at which ways begin, numbered after the tangents."""
    count = len(tangents)
    cyclic = np.flatnonzero(arcs.cyclic[tangents.ring] & (rings.radius[tangents.ring] > 0.0))
    again = np.full(len(cyclic), TURN)
    numbers = np.concatenate((np.arange(count), np.arange(count), cyclic, count + np.arange(len(seeds[0]))))
    departs = np.concatenate((np.zeros(count), np.ones(count), np.ones(len(cyclic)), np.zeros(len(seeds[0])))) > 0.0
    stretch = np.concatenate((tangents.to_stretch, tangents.stretch, tangents.stretch[cyclic], seeds[1]))
    sense = np.concatenate((tangents.to_sense, tangents.sense, tangents.sense[cyclic], np.ones(len(seeds[0]))))
    ring = np.concatenate((tangents.to_ring, tangents.ring, tangents.ring[cyclic], seeds[0]))
    position = np.concatenate((
        tangents.to_relative * tangents.to_sense, tangents.relative * tangents.sense,
        tangents.relative[cyclic] * tangents.sense[cyclic] + again, np.zeros(len(seeds[0])),
    ))  # fmt: skip
    point = rings.radius[ring] == 0.0
    travelled = sense * arcs.inches(ring, sense * position)
    position = np.where(point, departs * 1.0, position)
    chain = chains_of(stretch, sense)
    # Where one may not go on, an arrival is on a chain of its own.
    shut = ~np.where(sense > 0.0, arcs.outward_in[1.0][stretch], arcs.outward_in[-1.0][stretch])
    chain[shut] = -1 - np.arange(int(shut.sum()))
    order = np.lexsort((departs, position, chain))
    rank = np.cumsum(np.concatenate(([0], np.diff(chain[order]) != 0)))
    return _Chains(numbers[order], departs[order], -_STEP * rank, np.where(point, 0.0, travelled)[order])


def relaxed(tangents: Tangents, seeds: tuple[Ints, Ints, Floats], rings: Rings, arcs: FreeArcs, reach: float) -> Floats:
    """Return the least cost of arriving at the end of every tangent, then those of the seeds; inf if beyond reach."""
    chains = _chains(tangents, seeds[:2], rings, arcs)
    arriving = np.concatenate((np.full(len(tangents), _INF), seeds[2]))
    leaving = np.full(len(tangents), _INF)
    departures = np.flatnonzero(chains.is_departure)
    number = chains.tangent[departures]
    base = chains.offset - chains.travelled
    while len(tangents):
        costs = np.where(chains.is_departure, _INF, arriving[chains.tangent]) + base
        best = (np.minimum.accumulate(costs) - base)[departures]
        np.minimum.at(leaving, number, best)
        after = np.where(leaving + tangents.cost <= reach, leaving + tangents.cost, _INF)
        if not (after < arriving[: len(tangents)] - 1e-9).any():
            break
        arriving[: len(tangents)] = np.minimum(after, arriving[: len(tangents)])
    return np.where(arriving < _INF, arriving, np.inf)

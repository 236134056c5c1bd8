"""Lines between neighbouring levels: the first half counts terrain of one level, the second half of the other.

As such a line grows its middle moves along, and terrain counted in the second half may pass into the first:
along a ray the range can fall again. So the part of a ray in range is not one stretch but several.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.intervals import Intervals, ordinals
from game.table.reach.rays import (
    Crossings,
    Numbers,
    Stretches,
    line_crossings,
    near_misses,
    radial_crossings,
    stretches,
)
from game.table.terrain.area import Edges, Floats, joined

# Stretches closer together than this many inches are merged.
SAME = 1e-9


class Pieces(NamedTuple):
    """The pieces of R rays along which terrain changes linearly and the whole inches stay constant, (R, C) each.

    A piece has its begin and end, the terrain of a line to either, and the bound below which its terrain must stay.
    Rays have different numbers of pieces: those that are not `real` only pad the rows.
    """

    begin: Floats
    end: Floats
    low: Floats
    high: Floats
    most: Floats
    real: NDArray[np.bool_]


class SplitTerrain:
    """The terrain along R rays, in inches from their starts, as stretches on the first level and on the second.

    Those on the second level are given with the number of their ray plus R.
    """

    def __init__(self, found: Stretches, rays: int) -> None:
        self._rays = rays
        low, high = _rows(found, 2 * rays)
        self._near, self._far, self._near_end, self._far_end = low[:rays], low[rays:], high[:rays], high[rays:]

    def _of(self, rays: NDArray[np.bool_]) -> "SplitTerrain":
        """Return the terrain along some of the rays."""
        some = SplitTerrain.__new__(SplitTerrain)
        some._rays = int(np.count_nonzero(rays))
        some._near, some._near_end = self._near[rays], self._near_end[rays]
        some._far, some._far_end = self._far[rays], self._far_end[rays]
        return some

    def terrain(self, inches: Floats) -> Floats:
        """Return the inches that count as terrain of lines along each ray, C for each, (R, C)."""
        half, total = inches / 2, np.zeros_like(inches)
        for low, high in zip(self._near.T[:, :, None], self._near_end.T[:, :, None]):
            total += np.maximum(np.minimum(high, half) - low, 0.0)
        for low, high in zip(self._far.T[:, :, None], self._far_end.T[:, :, None]):
            total += np.maximum(np.minimum(high, inches) - np.maximum(low, half), 0.0)
        return total

    def terrain_at(self, ray: Numbers, inches: Floats) -> Floats:
        """Return the inches that count as terrain of lines along rays given by number, (P,) each."""
        half = inches[:, None] / 2
        near = np.minimum(self._near_end[ray], half) - self._near[ray]
        far = np.minimum(self._far_end[ray], inches[:, None]) - np.maximum(self._far[ray], half)
        return np.asarray(np.maximum(near, 0.0).sum(axis=1) + np.maximum(far, 0.0).sum(axis=1))

    def at_most(self, longest: float) -> Floats:
        """Return for each ray an upper bound on the terrain of any line up to `longest`."""
        near = np.minimum(self._near_end, longest / 2) - self._near
        far = np.minimum(self._far_end, longest) - self._far
        return np.asarray(np.maximum(near, 0.0).sum(axis=1) + np.maximum(far, 0.0).sum(axis=1))

    def in_range(self, policy: MeasuringPolicy, n: float, longest: float, spare: float = 0.0) -> Intervals:
        """Return the lengths of line along each ray, up to `longest`, whose range is within `n`; `spare` inches of the
        terrain do not count."""
        most = np.maximum(self.at_most(longest) - spare, 0.0)
        paying = policy.costs(np.zeros_like(most), most) > 0.0
        free = np.flatnonzero(~paying)
        whole = Intervals(free, np.zeros(len(free)), np.full(len(free), longest), self._rays)
        some = self._of(paying)
        pieces = some.pieces(policy, n, np.full(some._rays, longest), np.zeros(some._rays))
        pieces = pieces._replace(most=pieces.most + spare)
        near, far = pieces.low < pieces.most, pieces.high < pieces.most
        row, column = np.nonzero(pieces.real & (near | far))
        begin, end, low, high, most = (each[row, column] for each in pieces[:5])
        near, far = near[row, column], far[row, column]
        rise = np.where(near == far, 1.0, high - low)
        turn = begin + (end - begin) * (most - low) / rise
        low, high = np.where(near, begin, turn), np.where(far, end, turn)
        fresh = np.ones(len(row), dtype=bool)
        fresh[1:] = (row[1:] != row[:-1]) | (low[1:] - high[:-1] >= SAME)
        last = np.append(fresh[1:], True)[: len(row)]
        return whole.with_others(Intervals(np.flatnonzero(paying)[row[fresh]], low[fresh], high[last], self._rays))

    def slack(self, policy: MeasuringPolicy, n: float, near: Floats, far: Floats) -> tuple[Floats, Floats]:
        """Return for each ray the smallest and largest terrain allowance left by its lines from `near` to `far` long.

        A line is within range `n` exactly when its allowance is positive.
        """
        pieces = self.pieces(policy, n, far, near)
        low, high = pieces.most - pieces.low, pieces.most - pieces.high
        least = np.where(pieces.real, np.minimum(low, high), np.inf).min(axis=1)
        return least, np.where(pieces.real, np.maximum(low, high), -np.inf).max(axis=1)

    def pieces(self, policy: MeasuringPolicy, n: float, longest: Floats, shortest: Floats) -> Pieces:
        """Return the pieces of each ray between the shortest and longest line, (R,) each."""
        most, least = longest[:, None], shortest[:, None]
        whole = policy.whole_units(longest.max(initial=0.0))
        whole = whole[whole > shortest.min(initial=np.inf)]
        bends = (2 * self._near, 2 * self._near_end, self._far, self._far_end, 2 * self._far, 2 * self._far_end)
        every = np.concatenate((np.broadcast_to(whole, (self._rays, len(whole))), *bends), axis=1)
        between = (every > least) & (every < most)
        every = np.sort(np.where(between, every, most), axis=1)[:, : between.sum(axis=1).max(initial=0)]
        marks = np.concatenate((least, every, most), axis=1)
        terrain = self.terrain(marks)
        begin, end = marks[:, :-1], marks[:, 1:]
        real = end > begin
        real[:, 0] |= longest <= shortest
        limits = policy.terrain_limits((begin + end) / 2, n) - policy.tolerance
        return Pieces(begin, end, terrain[:, :-1], terrain[:, 1:], limits, real)


def _rows(found: Stretches, rays: int) -> tuple[Floats, Floats]:
    """Return the begins and ends of each ray's stretches, in rows padded with stretches of zero length."""
    column = ordinals(found.ray, rays)
    shape = rays, int(column.max(initial=-1)) + 1
    low, high = np.zeros(shape), np.zeros(shape)
    low[found.ray, column], high[found.ray, column] = found.begin, found.end
    return low, high


class LevelCost(NamedTuple):
    """The cost rules of lines between two levels: the policy, the range `n`, the inches at which it is exceeded in
    the open, and the terrain edges of the first level and of the second."""

    policy: MeasuringPolicy
    n: float
    limit: float
    halves: tuple[Edges, Edges]

    def terrain(self, crossings: Crossings, rays: int) -> SplitTerrain:
        """Return the terrain along rays, given their crossings with the terrain edges of both levels."""
        return SplitTerrain(stretches(crossings, 2 * rays, 0.0), rays)

    def along(self, starts: Floats, directions: Floats) -> Crossings:
        """Return the crossings of R rays with given starts, (R, 2), and directions, (R, 2), with the terrain's edges.

        Those with edges of the second level have the number of their ray plus R.
        """
        return self._by_level(line_crossings(starts, directions, *joined(self.halves)), len(starts))

    def around(self, centre: tuple[float, float], bearings: Floats, span: float) -> Crossings:
        """Return the crossings of rays from a centre, as `along` does; inches count from a rim with radius `span`."""
        found = radial_crossings(centre, bearings, *joined(self.halves))
        return self._by_level(found._replace(inches=found.inches - span), len(bearings))

    def _by_level(self, found: Crossings, rays: int) -> Crossings:
        (of_first, _following), _of_second = self.halves
        return found._replace(ray=found.ray + rays * (found.edge >= len(of_first)))

    def wanted(self, crossings: Crossings, halves: SplitTerrain, bearings: Floats) -> Floats:
        """Return bearings at which the terrain of a line, at an extremum, may pass a whole inch between two rays."""
        found = [np.zeros(0)]
        second = crossings.ray >= len(bearings)
        for level, factor in ((~second, 2.0), (second, 1.0), (second, 2.0)):
            ray, inches = crossings.ray[level] % len(bearings), crossings.inches[level] * factor
            terrain = halves.terrain_at(ray, np.clip(inches, 0.0, self.limit))
            turning = Crossings(ray, inches, crossings.edge[level], crossings.leaves[level])
            found.append(near_misses(turning, terrain, bearings, self.limit))
        return np.concatenate(found)

"""Lines between neighbouring levels. Terrain of one level counts in the first half, of the other in the second.

As such a line grows, its middle moves, and terrain may pass from the second half into the first and no longer count.
The range can therefore fall along a ray, and the part of a ray in range may consist of several stretches.
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


class RayPieces(NamedTuple):
    """The pieces of R rays (R, C) along which terrain changes linearly and the number of whole inches is constant.

    A piece has its begin and end, the terrain of a line to each (`low`, `high`), and the bound `most` below which its
    terrain must stay. Pieces that are not `real` only fill the rows.
    """

    begin: Floats
    end: Floats
    low: Floats
    high: Floats
    most: Floats
    real: NDArray[np.bool_]


class SplitTerrain:
    """The terrain along R rays, as stretches on both levels, in inches from the rays' starts.

    In the arguments, stretches on the second level have the number of their ray plus R.
    """

    def __init__(self, all_stretches: Stretches, rays: int) -> None:
        self._rays = rays
        low, high = _rows(all_stretches, 2 * rays)
        self._near, self._far, self._near_end, self._far_end = low[:rays], low[rays:], high[:rays], high[rays:]

    def _of(self, rays: NDArray[np.bool_]) -> "SplitTerrain":
        """Return the terrain along the selected rays."""
        some = SplitTerrain.__new__(SplitTerrain)
        some._rays = int(np.count_nonzero(rays))
        some._near, some._near_end = self._near[rays], self._near_end[rays]
        some._far, some._far_end = self._far[rays], self._far_end[rays]
        return some

    def terrain(self, inches: Floats) -> Floats:
        """Return the inches that count as terrain (R, C), for C lines along each ray."""
        half, total = inches / 2, np.zeros_like(inches)
        for low, high in zip(self._near.T[:, :, None], self._near_end.T[:, :, None]):
            total += np.maximum(np.minimum(high, half) - low, 0.0)
        for low, high in zip(self._far.T[:, :, None], self._far_end.T[:, :, None]):
            total += np.maximum(np.minimum(high, inches) - np.maximum(low, half), 0.0)
        return total

    def terrain_at(self, ray: Numbers, inches: Floats) -> Floats:
        """Return the inches that count as terrain, for lines along the rays with some numbers."""
        half = inches[:, None] / 2
        near = np.minimum(self._near_end[ray], half) - self._near[ray]
        far = np.minimum(self._far_end[ray], inches[:, None]) - np.maximum(self._far[ray], half)
        return np.asarray(np.maximum(near, 0.0).sum(axis=1) + np.maximum(far, 0.0).sum(axis=1))

    def at_most(self, longest: float) -> Floats:
        """Return an upper bound on the terrain of lines up to `longest` along each ray."""
        near = np.minimum(self._near_end, longest / 2) - self._near
        far = np.minimum(self._far_end, longest) - self._far
        return np.asarray(np.maximum(near, 0.0).sum(axis=1) + np.maximum(far, 0.0).sum(axis=1))

    def in_range(self, policy: MeasuringPolicy, n: float, longest: float, spare: float = 0.0) -> Intervals:
        """Return the stretches of each ray, up to `longest`, that are within range `n`; `spare` terrain is free."""
        most = np.maximum(self.at_most(longest) - spare, 0.0)
        paying = policy.costs(np.zeros_like(most), most) > 0.0
        free = np.flatnonzero(~paying)
        whole = Intervals(free, np.zeros(len(free)), np.full(len(free), longest), self._rays)
        some = self._of(paying)
        pieces = some.pieces(policy, n, np.full(some._rays, longest), np.zeros(some._rays))
        pieces = pieces._replace(most=pieces.most + spare)
        near, far = pieces.low < pieces.most, pieces.high < pieces.most
        row, column = np.nonzero(pieces.real & (near | far))
        begin, end, low, high, most = (values[row, column] for values in pieces[:5])
        near, far = near[row, column], far[row, column]
        rise = np.where(near == far, 1.0, high - low)
        turn = begin + (end - begin) * (most - low) / rise
        low, high = np.where(near, begin, turn), np.where(far, end, turn)
        fresh = np.ones(len(row), dtype=bool)
        fresh[1:] = (row[1:] != row[:-1]) | (low[1:] - high[:-1] >= SAME)
        last = np.append(fresh[1:], True)[: len(row)]
        return whole.with_others(Intervals(np.flatnonzero(paying)[row[fresh]], low[fresh], high[last], self._rays))

    def slack(self, policy: MeasuringPolicy, n: float, near: Floats, far: Floats) -> tuple[Floats, Floats]:
        """Return the smallest and largest unused terrain allowance of each ray's lines that are `near` to `far` long.

        A line is within range `n` exactly if its unused allowance is positive.
        """
        pieces = self.pieces(policy, n, far, near)
        low, high = pieces.most - pieces.low, pieces.most - pieces.high
        least = np.where(pieces.real, np.minimum(low, high), np.inf).min(axis=1)
        return least, np.where(pieces.real, np.maximum(low, high), -np.inf).max(axis=1)

    def pieces(self, policy: MeasuringPolicy, n: float, longest: Floats, shortest: Floats) -> RayPieces:
        """Return the pieces of each ray between its shortest and its longest line."""
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
        return RayPieces(begin, end, terrain[:, :-1], terrain[:, 1:], limits, real)


def _rows(all_stretches: Stretches, rays: int) -> tuple[Floats, Floats]:
    """Return the begins and ends of each ray's stretches, in rows filled up with stretches of length 0."""
    column = ordinals(all_stretches.ray, rays)
    shape = rays, int(column.max(initial=-1)) + 1
    low, high = np.zeros(shape), np.zeros(shape)
    low[all_stretches.ray, column], high[all_stretches.ray, column] = all_stretches.begin, all_stretches.end
    return low, high


class LevelCost(NamedTuple):
    """The cost rules of lines between two levels: policy, range `n`, the inches that exceed it without terrain, and the
    terrain edges of both levels."""

    policy: MeasuringPolicy
    n: float
    limit: float
    halves: tuple[Edges, Edges]

    def terrain(self, crossings: Crossings, rays: int) -> SplitTerrain:
        """Return the terrain along rays, given their crossings with both levels' terrain edges."""
        return SplitTerrain(stretches(crossings, 2 * rays, 0.0), rays)

    def along(self, starts: Floats, directions: Floats) -> Crossings:
        """Return the crossings of R rays, given by starts and directions (R, 2), with terrain edges.

        Crossings with edges of the second level have the number of their ray plus R.
        """
        return self._by_level(line_crossings(starts, directions, *joined(self.halves)), len(starts))

    def around(self, centre: tuple[float, float], bearings: Floats, span: float) -> Crossings:
        """Return the crossings of rays from a centre as `along` does; inches count from a rim of radius `span`."""
        crossings = radial_crossings(centre, bearings, *joined(self.halves))
        return self._by_level(crossings._replace(inches=crossings.inches - span), len(bearings))

    def _by_level(self, crossings: Crossings, rays: int) -> Crossings:
        (of_first, _following), _of_second = self.halves
        return crossings._replace(ray=crossings.ray + rays * (crossings.edge >= len(of_first)))

    def further_bearings(self, crossings: Crossings, halves: SplitTerrain, bearings: Floats) -> Floats:
        """Return bearings at which the terrain of a line may pass a whole inch between two rays, at an extremum."""
        bearings_found = [np.zeros(0)]
        second = crossings.ray >= len(bearings)
        for level, factor in ((~second, 2.0), (second, 1.0), (second, 2.0)):
            ray, inches = crossings.ray[level] % len(bearings), crossings.inches[level] * factor
            terrain = halves.terrain_at(ray, np.clip(inches, 0.0, self.limit))
            turning = Crossings(ray, inches, crossings.edge[level], crossings.leaves[level])
            bearings_found.append(near_misses(turning, terrain, bearings, self.limit))
        return np.concatenate(bearings_found)

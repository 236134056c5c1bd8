"""Lines between neighbouring levels: each half of such a line counts the terrain of its own level.

As such a line grows, its middle moves, and terrain may pass from the second half into the first and no longer count.
The range can therefore fall along a ray, and the part of a ray in range may consist of several stretches.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.rays import (
    Crossings,
    Intervals,
    Numbers,
    Stretches,
    line_crossings,
    near_misses,
    ordinals,
    radial_crossings,
    stretches,
)
from game.table.terrain.area import Edges, Floats, joined

# Stretches closer together than this many inches are merged.
SAME = 1e-9


class RayPieces(NamedTuple):
    """Pieces of R rays, at most C on each (R, C): terrain changes linearly on them, whole inches do not change.

    `low` and `high` are the inches of terrain on the lines to the begin and the end of a piece, which must stay below
    `most`. A piece that is not `real` only pads the row of a ray with fewer pieces.
    """

    begin: Floats
    end: Floats
    low: Floats
    high: Floats
    most: Floats
    real: NDArray[np.bool_]


class SplitTerrain(NamedTuple):
    """The terrain along R rays: begins and ends of the stretches on both levels, in inches from the rays' starts.

    Each array has a row for each ray (R, C), filled up with stretches of length 0.
    """

    near: Floats
    near_end: Floats
    far: Floats
    far_end: Floats

    def terrain(self, inches: Floats) -> Floats:
        """Return the inches that count as terrain (R, C), for C lines along each ray."""
        half, total = inches / 2, np.zeros_like(inches)
        for low, high in zip(self.near.T[:, :, None], self.near_end.T[:, :, None]):
            total += np.maximum(np.minimum(high, half) - low, 0.0)
        for low, high in zip(self.far.T[:, :, None], self.far_end.T[:, :, None]):
            total += np.maximum(np.minimum(high, inches) - np.maximum(low, half), 0.0)
        return total

    def terrain_at(self, ray: Numbers, inches: Floats) -> Floats:
        """Return the inches that count as terrain for lines along rays, which are given by number."""
        half = inches[:, None] / 2
        near = np.minimum(self.near_end[ray], half) - self.near[ray]
        far = np.minimum(self.far_end[ray], inches[:, None]) - np.maximum(self.far[ray], half)
        return np.asarray(np.maximum(near, 0.0).sum(axis=1) + np.maximum(far, 0.0).sum(axis=1))

    def at_most(self, longest: float) -> Floats:
        """Return an upper bound on the terrain of lines of up to `longest` inches along each ray."""
        near = np.minimum(self.near_end, longest / 2) - self.near
        far = np.minimum(self.far_end, longest) - self.far
        return np.asarray(np.maximum(near, 0.0).sum(axis=1) + np.maximum(far, 0.0).sum(axis=1))

    def in_range(self, policy: MeasuringPolicy, n: float, longest: float, spare: float = 0.0) -> Intervals:
        """Return the stretches of each ray, up to `longest`, that are within range `n`; `spare` terrain is free."""
        most_terrain = np.maximum(self.at_most(longest) - spare, 0.0)
        paying = policy.costs(np.zeros_like(most_terrain), most_terrain) > 0.0
        free = np.flatnonzero(~paying)
        all_in_range = Intervals(free, np.zeros(len(free)), np.full(len(free), longest), len(paying))
        paying_rays = SplitTerrain(*(rows[paying] for rows in self))
        pieces = paying_rays.pieces(policy, n, np.full(len(paying_rays.near), longest), np.zeros(len(paying_rays.near)))
        pieces = pieces._replace(most=pieces.most + spare)
        begin_fits, end_fits = pieces.low < pieces.most, pieces.high < pieces.most
        row, column = np.nonzero(pieces.real & (begin_fits | end_fits))
        begin, end, low, high, most_terrain = (values[row, column] for values in pieces[:5])
        begin_fits, end_fits = begin_fits[row, column], end_fits[row, column]
        rise = np.where(begin_fits == end_fits, 1.0, high - low)  # 1 where nothing is divided by it
        turn = begin + (end - begin) * (most_terrain - low) / rise
        low, high = np.where(begin_fits, begin, turn), np.where(end_fits, end, turn)
        begins_stretch = np.ones(len(row), dtype=bool)
        begins_stretch[1:] = (row[1:] != row[:-1]) | (low[1:] - high[:-1] >= SAME)
        last = np.append(begins_stretch[1:], True)[: len(row)]
        return all_in_range.with_others(
            Intervals(np.flatnonzero(paying)[row[begins_stretch]], low[begins_stretch], high[last], len(paying))
        )

    def slack(self, policy: MeasuringPolicy, n: float, near: Floats, far: Floats) -> tuple[Floats, Floats]:
        """Return the smallest and largest unused terrain allowance of each ray's lines of `near` to `far` inches.

        A line is within range `n` exactly if its unused allowance is positive.
        """
        pieces = self.pieces(policy, n, far, near)
        low, high = pieces.most - pieces.low, pieces.most - pieces.high
        least = np.where(pieces.real, np.minimum(low, high), np.inf).min(axis=1)
        return least, np.where(pieces.real, np.maximum(low, high), -np.inf).max(axis=1)

    def pieces(self, policy: MeasuringPolicy, n: float, longest: Floats, shortest: Floats) -> RayPieces:
        """Return the pieces of each ray between its shortest and its longest line."""
        most, least = longest[:, None], shortest[:, None]
        whole_units = policy.whole_units(longest.max(initial=0.0))
        whole_units = whole_units[whole_units > shortest.min(initial=np.inf)]
        bends = (2 * self.near, 2 * self.near_end, self.far, self.far_end, 2 * self.far, 2 * self.far_end)
        all_marks = np.concatenate((np.broadcast_to(whole_units, (len(longest), len(whole_units))), *bends), axis=1)
        is_inner = (all_marks > least) & (all_marks < most)
        all_marks = np.sort(np.where(is_inner, all_marks, most), axis=1)[:, : is_inner.sum(axis=1).max(initial=0)]
        marks = np.concatenate((least, all_marks, most), axis=1)
        terrain = self.terrain(marks)
        begin, end = marks[:, :-1], marks[:, 1:]
        real = end > begin
        real[:, 0] |= longest <= shortest
        limits = policy.terrain_limits((begin + end) / 2, n) - policy.short_by
        return RayPieces(begin, end, terrain[:, :-1], terrain[:, 1:], limits, real)


def split_terrain(all_stretches: Stretches, rays: int) -> SplitTerrain:
    """Return the terrain along rays; stretches on the second level are numbered by their ray plus `rays`."""
    column = ordinals(all_stretches.ray, 2 * rays)
    shape = 2 * rays, int(column.max(initial=-1)) + 1
    low, high = np.zeros(shape), np.zeros(shape)
    low[all_stretches.ray, column], high[all_stretches.ray, column] = all_stretches.begin, all_stretches.end
    return SplitTerrain(low[:rays], high[:rays], low[rays:], high[rays:])


class LevelCost(NamedTuple):
    """The cost rules of lines between two levels: the policy, the range `n`, and the terrain edges of both levels.

    `limit` is the inches that exceed the range without terrain.
    """

    policy: MeasuringPolicy
    n: float
    limit: float
    halves: tuple[Edges, Edges]

    def terrain(self, crossings: Crossings, rays: int) -> SplitTerrain:
        """Return the terrain along rays, given their crossings with both levels' terrain edges."""
        return split_terrain(stretches(crossings, 2 * rays, 0.0), rays)

    def in_range(self, crossings: Crossings, rays: int, spare: float = 0.0) -> Intervals:
        """Return the stretches of rays in range, given their crossings; `spare` inches of terrain are free."""
        return self.terrain(crossings, rays).in_range(self.policy, self.n, self.limit, spare)

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
        """Return crossings in which those with edges of the second level are numbered by their ray plus `rays`."""
        (of_first, _following), _of_second = self.halves
        return crossings._replace(ray=crossings.ray + rays * (crossings.edge >= len(of_first)))

    def further_bearings(self, crossings: Crossings, bearings: Floats) -> Floats:
        """Return bearings near which the terrain of a line may pass a whole inch unnoticed between two rays."""
        halves, bearings_found = self.terrain(crossings, len(bearings)), [np.zeros(0)]
        second = crossings.ray >= len(bearings)
        for level, factor in ((~second, 2.0), (second, 1.0), (second, 2.0)):
            ray, inches = crossings.ray[level] % len(bearings), crossings.inches[level] * factor
            terrain = halves.terrain_at(ray, np.clip(inches, 0.0, self.limit))
            turning = Crossings(ray, inches, crossings.edge[level], crossings.leaves[level])
            bearings_found.append(near_misses(turning, terrain, bearings, self.limit))
        return np.concatenate(bearings_found)

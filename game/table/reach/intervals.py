"""Several stretches in range along each ray, as between two levels, and the shape that they form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.reach.rays import Numbers
from game.table.reach.refinement import unsettled_gaps
from game.table.terrain.area import Floats

# Stretches and gaps shorter than this (inches) are left out of an outline.
SLIVER = 1e-6
# A change by one in the number of stretches counts as a jump of this size, which always needs a further ray.
_ONE_MORE = 10.0


class Intervals(NamedTuple):
    """Stretches along `rays` rays, sorted by ray and inches: the number of the ray, the begin and the end (inches)."""

    ray: Numbers
    low: Floats
    high: Floats
    rays: int

    @property
    def farthest(self) -> Floats:
        """The end of the last stretch along each ray, 0 for rays without stretches."""
        ends = np.zeros(self.rays)
        np.maximum.at(ends, self.ray, self.high)
        return ends

    def with_others(self, others: Intervals) -> Intervals:
        """Return these and other stretches along the same rays; no ray may have stretches in both."""
        ray = np.concatenate((self.ray, others.ray))
        order = np.argsort(ray, kind="stable")
        low, high = np.concatenate((self.low, others.low)), np.concatenate((self.high, others.high))
        return Intervals(ray[order], low[order], high[order], self.rays)

    def merged(self, added: Intervals, order: Numbers) -> Intervals:
        """Return these stretches and those of further rays; `order` sorts all rays by bearing, given these first."""
        rank = np.empty(len(order), dtype=np.intp)
        rank[order] = np.arange(len(order))
        mine = self._replace(ray=rank[self.ray], rays=len(order))
        return mine.with_others(added._replace(ray=rank[added.ray + self.rays], rays=len(order)))

    def of(self, rays: Numbers) -> Intervals:
        """Return the stretches along some rays (sorted), which get new numbers."""
        number = np.full(self.rays, len(rays))
        number[rays] = np.arange(len(rays))
        ray = number[self.ray]
        chosen = ray < len(rays)
        return Intervals(ray[chosen], self.low[chosen], self.high[chosen], len(rays))

    def shifted(self, inches: Floats, room: Floats) -> Intervals:
        """Return the stretches shifted by some inches along each ray, and cut off at 0 and at the ray's `room`."""
        low = np.maximum(self.low + inches[self.ray], 0.0)
        high = np.minimum(self.high + inches[self.ray], room[self.ray])
        nonempty = high > low
        return Intervals(self.ray[nonempty], low[nonempty], high[nonempty], self.rays)

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which a stretch appears, vanishes, jumps or bends."""
        column = ordinals(self.ray, self.rays)
        ends = np.zeros((self.rays, 2 * int(column.max(initial=-1)) + 3))
        ends[:, 0] = _ONE_MORE * np.bincount(self.ray, minlength=self.rays)
        ends[self.ray, 2 * column + 1], ends[self.ray, 2 * column + 2] = self.low, self.high
        return unsettled_gaps(bearings, ends, begin)

    def shape(self, centre: tuple[float, float], bearings: Floats, *, closed: bool) -> BaseGeometry:
        """Return the area of the stretches along rays from a centre; `closed` if the rays go all round."""
        across = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
        corners, owner = outlines(self, centre, across, closed=closed)
        if len(owner) == 0:
            return shapely.Polygon()
        if owner[-1] == 0:
            return shapely.buffer(shapely.Polygon(corners), 0.0)
        return shapely.union_all(shapely.buffer(shapely.polygons(shapely.linearrings(corners, indices=owner)), 0.0))


def ordinals(ray: Numbers, rays: int) -> Numbers:
    """Return the index of each entry among the entries of its ray; entries are sorted by ray."""
    counts = np.bincount(ray, minlength=rays)
    return np.arange(len(ray)) - (np.cumsum(counts) - counts)[ray]


def outlines(
    intervals: Intervals, centre: tuple[float, float], across: Floats, *, closed: bool
) -> tuple[Floats, Numbers]:
    """Return rings around all stretches; stretches of neighbouring rays that meet share a ring.

    `across` has the unit directions of the rays (R, 2). The result has corners (C, 2) and the ring number of each (C,).
    """
    column = ordinals(intervals.ray, intervals.rays)
    size = intervals.rays + 1, int(column.max(initial=-1)) + 1
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    low[intervals.ray, column], high[intervals.ray, column] = intervals.low, intervals.high
    if closed:
        low[-1], high[-1], across = low[0], high[0], np.concatenate((across, across[:1]))
    else:
        low, high = low[:-1], high[:-1]
    rings = [
        centre + np.concatenate((across[rays] * inner[:, None], (across[rays] * outer[:, None])[::-1]))
        for one in range(size[1])
        for other in range(size[1])
        for rays, inner, outer in _ribbons((low, high), one, other, closed=closed)
    ]
    owner = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    return np.concatenate([np.zeros((0, 2)), *rings]), owner


def _ribbons(
    reach: tuple[Floats, Floats], one: int, other: int, *, closed: bool
) -> Iterator[tuple[Numbers, Floats, Floats]]:
    """Yield runs of neighbouring rays whose stretches meet, as the rays and the stretches' begins and ends.

    `reach` has the begins and ends (R, C) of each ray's stretches. Of two neighbours, the first uses its stretch number
    `one`, the next its number `other`. If these differ, a run is a pair of rays. If the rays go all round, runs do not.
    """
    low, high = reach
    met = np.minimum(high[:-1, one], high[1:, other]) - np.maximum(low[:-1, one], low[1:, other]) > SLIVER
    at = np.flatnonzero(met)
    if at.size == 0:
        return
    breaks = np.diff(at) > 1 if one == other else np.ones(len(at) - 1, dtype=bool)
    if closed:
        breaks |= at[1:] == len(met) // 2
    for run in np.split(at, np.flatnonzero(breaks) + 1):
        rays = np.append(run, run[-1] + 1)
        columns = np.full(len(rays), one)
        columns[-1] = other
        yield rays, low[rays, columns], high[rays, columns]

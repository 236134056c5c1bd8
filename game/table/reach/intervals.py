"""Stretches along rays that appear and vanish: the part in range between two levels, and its shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.reach.rays import Numbers
from game.table.reach.refinement import unsettled
from game.table.terrain.area import Floats

# Stretches in range, and gaps between them, shorter than this are dropped from an outline.
SLIVER = 1e-6
# More than any jump that needs no further ray: a stretch more or less along the next ray.
_ONE_MORE = 10.0


class Intervals(NamedTuple):
    """Stretches along `rays` rays, sorted by ray and along each: the ray's number, their begins and ends, (K,)."""

    ray: Numbers
    low: Floats
    high: Floats
    rays: int

    @property
    def farthest(self) -> Floats:
        """The end of the last stretch along each ray, 0 along those without any, (R,)."""
        found = np.zeros(self.rays)
        np.maximum.at(found, self.ray, self.high)
        return found

    def with_others(self, others: Intervals) -> Intervals:
        """Return these and others along the same rays, of which none has stretches in both."""
        ray = np.concatenate((self.ray, others.ray))
        order = np.argsort(ray, kind="stable")
        low, high = np.concatenate((self.low, others.low)), np.concatenate((self.high, others.high))
        return Intervals(ray[order], low[order], high[order], self.rays)

    def merged(self, added: Intervals, order: Numbers) -> Intervals:
        """Return these stretches and the stretches of further rays; `order` sorts all rays by bearing, these first."""
        rank = np.empty(len(order), dtype=np.intp)
        rank[order] = np.arange(len(order))
        mine = self._replace(ray=rank[self.ray], rays=len(order))
        return mine.with_others(added._replace(ray=rank[added.ray + self.rays], rays=len(order)))

    def of(self, kept: Numbers) -> Intervals:
        """Return the stretches along the `kept` rays, renumbered; `kept` is sorted."""
        number = np.full(self.rays, len(kept))
        number[kept] = np.arange(len(kept))
        ray = number[self.ray]
        here = ray < len(kept)
        return Intervals(ray[here], self.low[here], self.high[here], len(kept))

    def shifted(self, inches: Floats, room: Floats) -> Intervals:
        """Return the stretches shifted by `inches` along each ray, (R,), and clipped to 0 and its room, (R,)."""
        low = np.maximum(self.low + inches[self.ray], 0.0)
        high = np.minimum(self.high + inches[self.ray], room[self.ray])
        kept = high > low
        return Intervals(self.ray[kept], low[kept], high[kept], self.rays)

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which a stretch appears, vanishes, jumps or bends."""
        column = ordinals(self.ray, self.rays)
        ends = np.zeros((self.rays, 2 * int(column.max(initial=-1)) + 3))
        ends[:, 0] = _ONE_MORE * np.bincount(self.ray, minlength=self.rays)
        ends[self.ray, 2 * column + 1], ends[self.ray, 2 * column + 2] = self.low, self.high
        return unsettled(bearings, ends, begin)

    def shape(self, centre: tuple[float, float], bearings: Floats, *, closed: bool) -> BaseGeometry:
        """Return the shape of the stretches of rays from a centre; `closed` if the rays go all the way round."""
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
    """Return rings around all the stretches, one ring for stretches of neighbouring rays that meet.

    `across` are the unit directions of the rays, (R, 2). Returned are corners, (C, 2), and the ring of each, (C,).
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
    """Yield runs of neighbouring rays whose stretches meet: the rays, and the begins and ends of the stretches.

    `reach` has the begins and ends of each ray's stretches, (R, C) each; of two neighbours the first uses its stretch
    number `one`, the next its number `other`. If these differ a run is a pair; where the rays go all the way round, no
    run does.
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

"""Values measured along straight rays: how far a range extends, or the stretches that are in range.

Along a ray on one level the range never falls, so one number is enough, the first point at which the range is exceeded.
Between rays this extent jumps at corners of terrain, and where the terrain on the ray passes a whole inch. Rays are
added until every jump is located precisely. Between two levels there may be several stretches in range along each ray.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.table.measuring.lines import BLOCKED
from game.table.measuring.policy import units_filled
from game.table.terrain.area import Floats

Numbers = NDArray[np.intp]

# Positions in a gap between bearings at which further rays are added.
_ZOOM = np.linspace(0.0, 1.0, 9)


def within_a_turn(bearings: Floats) -> Floats:
    """Return bearings in radians from -π up to π."""
    return np.asarray(np.remainder(bearings + math.pi, 2 * math.pi) - math.pi)


class Crossings(NamedTuple):
    """Crossings of rays with directed edges, in the order of edges.

    Each has the number of the ray, the inches along it, the number of the edge, and whether the ray leaves the terrain.
    """

    ray: Numbers
    inches: Floats
    edge: Numbers
    leaves: NDArray[np.bool_]


def radial_crossings(centre: tuple[float, float], bearings: Floats, corners: Floats, following: Floats) -> Crossings:
    """Return the crossings of rays from a centre with edges; `bearings` must be sorted and within one turn.

    Only the rays between the bearings of an edge's ends are tested.
    """
    ax, ay = corners[:, 0] - centre[0], corners[:, 1] - centre[1]
    bx, by = following[:, 0] - centre[0], following[:, 1] - centre[1]
    turn = ax * by - ay * bx
    leaves = turn >= 0.0
    first = np.where(leaves, np.arctan2(ay, ax), np.arctan2(by, bx))
    last = np.where(leaves, np.arctan2(by, bx), np.arctan2(ay, ax))
    low = np.searchsorted(bearings, first)
    high = np.searchsorted(bearings, last)
    high = np.where(last < first, high + len(bearings), high)
    rays_crossing = high - low
    edge = np.repeat(np.arange(len(corners)), rays_crossing)
    offset = np.arange(len(edge)) - np.repeat(np.cumsum(rays_crossing) - rays_crossing, rays_crossing)
    ray = (low[edge] + offset) % len(bearings)
    ex, ey = bx - ax, by - ay
    cross = np.cos(bearings)[ray] * ey[edge] - np.sin(bearings)[ray] * ex[edge]
    steep = np.abs(cross) > 1e-14
    # An edge parallel to the ray is met at its nearer end, or at once if the centre is on the edge.
    end_on = np.where(ax * bx + ay * by > 0.0, np.sqrt(np.minimum(ax * ax + ay * ay, bx * bx + by * by)), 0.0)[edge]
    inches = np.where(steep, turn[edge] / np.where(steep, cross, 1.0), end_on)
    return Crossings(ray, inches, edge, leaves[edge])


def line_crossings(starts: Floats, directions: Floats, corners: Floats, following: Floats) -> Crossings:
    """Return the crossings of edges with lines, given by starts and unit directions (R, 2), in both directions."""
    px, py, ux, uy = starts[:, :1], starts[:, 1:], directions[:, :1], directions[:, 1:]
    cross_a = ux * (corners[:, 1] - py) - uy * (corners[:, 0] - px)
    cross_b = ux * (following[:, 1] - py) - uy * (following[:, 0] - px)
    edge, ray = np.nonzero(((cross_a > 0.0) != (cross_b > 0.0)).T)
    ca, cb = cross_a[ray, edge], cross_b[ray, edge]
    ex, ey = (following - corners)[edge].T
    share = ca / (ca - cb)
    x = corners[edge, 0] + ex * share - starts[ray, 0]
    y = corners[edge, 1] + ey * share - starts[ray, 1]
    inches = x * directions[ray, 0] + y * directions[ray, 1]
    return Crossings(ray, inches, edge, cb > 0.0)


class Stretches(NamedTuple):
    """The stretches of rays in terrain: ray, begin, end, and the inches of terrain on the ray before it.

    `after` has the terrain up to each crossing, in the order of the crossings.
    """

    ray: Numbers
    begin: Floats
    end: Floats
    before: Floats
    after: Floats


def stretches(crossings: Crossings, rays: int, begin: float) -> Stretches:
    """Return the stretches of all rays in terrain, from `begin` inches on."""
    inches = np.maximum(crossings.inches, begin)
    order = np.lexsort((crossings.inches, crossings.ray))
    ray, position = crossings.ray[order], inches[order]
    # The depth is the number of terrain pieces that a ray is in; a ray may begin inside some.
    step = np.where(crossings.leaves[order], -1, 1)
    at_start = -np.bincount(ray, weights=step, minlength=rays).astype(np.intp)
    first = np.ones(len(ray), dtype=bool)
    first[1:] = ray[1:] != ray[:-1]
    ray_start = np.flatnonzero(first)
    group = np.cumsum(first) - 1
    total = np.cumsum(step)
    depth_before = (total - step) - (total - step)[ray_start][group] + at_start[ray]
    previous = np.where(first, begin, np.concatenate(([begin], position[:-1])))
    length = np.where(depth_before > 0, position - previous, 0.0)
    summed = np.cumsum(length)
    after = summed - (summed - length)[ray_start][group]
    unsorted = np.empty_like(after)
    unsorted[order] = after
    nonempty = length > 0.0
    return Stretches(ray[nonempty], previous[nonempty], position[nonempty], (after - length)[nonempty], unsorted)


def first_stops(walls: Stretches, rays: int) -> Floats:
    """Return the inches at which each ray first enters a wall; infinity if it does not."""
    stops = np.full(rays, np.inf)
    solid = walls.end - walls.begin > BLOCKED
    np.minimum.at(stops, walls.ray[solid], walls.begin[solid])
    return stops


def extents(terrain: Stretches, rays: int, begin: float, limit: float, spare: float = 0.0) -> Floats:
    """Return the inches beyond `begin` after which each ray exceeds the range.

    Without terrain, that is `limit`. Every full inch of terrain lowers it by an inch from the point at which that inch
    is full; the first `spare` inches of terrain do not count.
    """
    reach = np.full(rays, limit)
    before, length = terrain.before - spare, terrain.end - terrain.begin
    stretch, full_inches = units_filled(before, before + length)
    filled_at = terrain.begin[stretch] - begin + full_inches - before[stretch]
    np.minimum.at(reach, terrain.ray[stretch], np.maximum(limit - full_inches, filled_at))
    return reach


def near_misses(crossings: Crossings, after: Floats, bearings: Floats, farthest: float) -> Floats:
    """Return bearings near which the terrain up to an edge may pass a whole inch unnoticed between two rays.

    There it peaks just below a whole inch, or dips just above one. Its possible further rise is estimated from its
    slope on either side. Edges beyond `farthest` are ignored.
    """
    edge, ray = crossings.edge, crossings.ray
    neighbours = (edge[2:] == edge[:-2]) & (ray[2:] == ray[:-2] + 2) & (crossings.inches[1:-1] < farthest)
    first = np.flatnonzero(neighbours)
    bearing = bearings[ray]
    middle = after[first + 1]
    to_left, to_right = middle - after[first], middle - after[first + 2]
    left, right = bearing[first + 1] - bearing[first], bearing[first + 2] - bearing[first + 1]
    wide = left + right > 1e-5
    rise = np.maximum(np.abs(to_left) / left * right, np.abs(to_right) / right * left)
    peak = (to_left >= 0.0) & (to_right >= 0.0) & (np.ceil(middle) - middle < rise)
    dip = (to_left <= 0.0) & (to_right <= 0.0) & (middle - np.floor(middle) < rise) & (middle >= 1.0)
    first = first[wide & (peak | dip)]
    low, high = bearing[first], bearing[first + 2]
    return np.asarray((low[:, None] + (high - low)[:, None] * _ZOOM).ravel())


# Inches sideways within which a jump of the outline is located, and inches of outline too short for another ray.
PINNED = 0.0005
_FLAT = 0.0008
# A rise of more inches between neighbouring rays is split even if it looks linear, as it may be several jumps.
_STEEP = 0.2
# Radians below which two bearings count as one.
_APART = 1e-9
# The most rounds that locate jumps, and the most that add the further bearings a measurement asks for.
_ROUNDS = 5
_ZOOMS = 3
# Positions in a gap with a jump at which rays are added.
_INNER = np.arange(1, 6) / 6


Values = TypeVar("Values", "Extents", "Intervals")
FurtherBearings = Callable[[], Floats]
"""Returns further bearings to measure; called only if needed."""


class Extents(NamedTuple):
    """The extent of each ray, in inches."""

    inches: Floats

    def merged(self, added: Extents, order: Numbers) -> Extents:
        """Return these and the added extents; `order` puts all rays, these first, in order of bearing."""
        return Extents(np.concatenate((self.inches, added.inches))[order])

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the numbers of the gaps between rays in which the extent jumps or bends."""
        return unsettled_gaps(bearings, self.inches, begin)

    def of(self, rays: Numbers) -> Extents:
        """Return the extents of the rays at these indices."""
        return Extents(self.inches[rays])


def no_further_bearings() -> Floats:
    """Return no bearings, as measurements do that need none."""
    return np.zeros(0)


def refine(
    measure: Callable[[Floats], tuple[Values, FurtherBearings]], bearings: Floats, begin: float
) -> tuple[Floats, Values]:
    """Return sorted bearings and the values along them, after rays were added until every jump is located.

    `measure` returns the values along sorted bearings, and a function for further bearings. `begin` is the distance in
    inches from the reference point of the bearings to the start of the rays.
    """
    bearings = np.unique(bearings)
    values, further = measure(bearings)
    # First the bearings that the measurement asks for, then those in gaps with jumps.
    for _zoom in range(_ZOOMS):
        closer = np.setdiff1d(further(), bearings)
        if closer.size == 0:
            break
        added, further = measure(closer)
        bearings, values = _with_further_rays(bearings, values, closer, added)
    for _round in range(_ROUNDS):
        jumps = values.jumps(bearings, begin)
        if jumps.size == 0:
            break
        low, high = bearings[jumps], bearings[jumps + 1]
        closer = (low[:, None] + (high - low)[:, None] * _INNER).ravel()
        added, _wanted = measure(closer)
        bearings, values = _with_further_rays(bearings, values, closer, added)
    distinct = np.flatnonzero(np.concatenate(([True], np.diff(bearings) > _APART)))
    return bearings[distinct], values.of(distinct)


def _with_further_rays(bearings: Floats, values: Values, closer: Floats, added: Values) -> tuple[Floats, Values]:
    """Return the bearings and values of all rays, including added ones."""
    all_bearings = np.concatenate((bearings, closer))
    order = np.argsort(all_bearings, kind="stable")
    return all_bearings[order], values.merged(added, order)


def unsettled_gaps(bearings: Floats, extents: Floats, begin: float) -> Numbers:
    """Return the numbers of the gaps between rays in which an extent jumps or bends, except very narrow gaps.

    `extents` has one extent for each ray (R,) or several (R, C).
    """
    columns = extents.reshape(len(bearings), -1)
    width, rise = np.diff(bearings)[:, None], np.diff(columns, axis=0)
    wide = width * (begin + np.maximum(columns[1:], columns[:-1])) > PINNED
    slope = rise / np.maximum(width, 1e-12)
    zeros = np.zeros((1, columns.shape[1]))
    # A gap is linear if the slope of a neighbouring gap continues through it.
    from_left = np.abs(np.concatenate((zeros, slope[:-1])) * width - rise)
    from_right = np.abs(np.concatenate((slope[1:], zeros)) * width - rise)
    is_linear = (np.minimum(from_left, from_right) < _FLAT / 2) & (np.abs(rise) < _STEEP)
    return np.flatnonzero((wide & (np.abs(rise) > _FLAT) & ~is_linear).any(axis=1))


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
        """Return these and other stretches along the same rays; no ray may have some of both."""
        ray = np.concatenate((self.ray, others.ray))
        order = np.argsort(ray, kind="stable")
        low, high = np.concatenate((self.low, others.low)), np.concatenate((self.high, others.high))
        return Intervals(ray[order], low[order], high[order], self.rays)

    def merged(self, added: Intervals, order: Numbers) -> Intervals:
        """Return these and the added stretches; `order` puts all rays, these first, in order of bearing."""
        rank = np.empty(len(order), dtype=np.intp)
        rank[order] = np.arange(len(order))
        mine = self._replace(ray=rank[self.ray], rays=len(order))
        return mine.with_others(added._replace(ray=rank[added.ray + self.rays], rays=len(order)))

    def of(self, rays: Numbers) -> Intervals:
        """Return the stretches along the rays at these sorted indices; in the result, these rays count from 0."""
        number = np.full(self.rays, len(rays))
        number[rays] = np.arange(len(rays))
        ray = number[self.ray]
        chosen = ray < len(rays)
        return Intervals(ray[chosen], self.low[chosen], self.high[chosen], len(rays))

    def shifted(self, inches: Floats, room: Floats) -> Intervals:
        """Return the stretches shifted by inches for each ray, and cut off at 0 and at the ray's inches in `room`."""
        low = np.maximum(self.low + inches[self.ray], 0.0)
        high = np.minimum(self.high + inches[self.ray], room[self.ray])
        nonempty = high > low
        return Intervals(self.ray[nonempty], low[nonempty], high[nonempty], self.rays)

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which a stretch appears, vanishes, jumps or bends."""
        column = ordinals(self.ray, self.rays)
        bounds = np.zeros((self.rays, 2 * int(column.max(initial=-1)) + 3))
        bounds[:, 0] = _ONE_MORE * np.bincount(self.ray, minlength=self.rays)
        bounds[self.ray, 2 * column + 1], bounds[self.ray, 2 * column + 2] = self.low, self.high
        return unsettled_gaps(bearings, bounds, begin)

    def shape(self, centre: tuple[float, float], bearings: Floats, *, closed: bool) -> BaseGeometry:
        """Return the area of the stretches along rays from a centre; `closed` says that the rays go all round."""
        directions = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
        corners, owner = outlines(self, centre, directions, closed=closed)
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
    """Return rings around all stretches; stretches of neighbouring rays that overlap share a ring.

    `across` has the unit directions of the rays (R, 2). The result has corners (C, 2) and the ring number of each (C,).
    """
    column = ordinals(intervals.ray, intervals.rays)
    size = intervals.rays + 1, int(column.max(initial=-1)) + 1
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    low[intervals.ray, column], high[intervals.ray, column] = intervals.low, intervals.high
    if closed:  # the first ray comes again after the last
        low[-1], high[-1], across = low[0], high[0], np.concatenate((across, across[:1]))
    else:
        low, high = low[:-1], high[:-1]
    rings = [
        centre + np.concatenate((across[rays] * inner[:, None], (across[rays] * outer[:, None])[::-1]))
        for first in range(size[1])
        for second in range(size[1])
        for rays, inner, outer in _runs_of_rays((low, high), first, second, closed=closed)
    ]
    owner = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    return np.concatenate([np.zeros((0, 2)), *rings]), owner


def _runs_of_rays(
    reach: tuple[Floats, Floats], one: int, other: int, *, closed: bool
) -> Iterator[tuple[Numbers, Floats, Floats]]:
    """Yield runs of neighbouring rays whose stretches overlap, as the rays and the stretches' begins and ends.

    `reach` has the begins and ends (R, C) of each ray's stretches. Of two neighbours, the first uses its stretch number
    `one`, the next its number `other`. If these differ, a run is a pair of rays. A run never goes all round, even if
    the rays do.
    """
    low, high = reach
    overlap = np.minimum(high[:-1, one], high[1:, other]) - np.maximum(low[:-1, one], low[1:, other]) > SLIVER
    pairs = np.flatnonzero(overlap)
    if pairs.size == 0:
        return
    breaks = np.diff(pairs) > 1 if one == other else np.ones(len(pairs) - 1, dtype=bool)
    if closed:
        breaks |= pairs[1:] == len(overlap) // 2
    for run in np.split(pairs, np.flatnonzero(breaks) + 1):
        rays = np.append(run, run[-1] + 1)
        columns = np.full(len(rays), one)
        columns[-1] = other
        yield rays, low[rays, columns], high[rays, columns]

"""The extent of a range along straight rays, which is the first point on each ray at which the range is exceeded.

Along a ray the range never falls, so one number is enough. Between rays it jumps at corners of terrain, and where the
terrain on the ray passes a whole inch. Rays are added until every jump is located precisely.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.measuring.detours import BLOCKED
from game.table.measuring.policy import units_filled
from game.table.terrain.area import Floats

Numbers = NDArray[np.intp]

_ZOOM = np.linspace(0.0, 1.0, 9)


def within_a_turn(bearings: Floats) -> Floats:
    """Return bearings in radians from -π up to π."""
    return np.asarray(np.remainder(bearings + math.pi, 2 * math.pi) - math.pi)


class Crossings(NamedTuple):
    """Crossings of rays with directed edges, in the order of edges: the number of the ray, the inches along it, the
    number of the edge, and whether the ray leaves the terrain."""

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
    count = high - low
    edge = np.repeat(np.arange(len(corners)), count)
    offset = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count)
    ray = (low[edge] + offset) % len(bearings)
    ex, ey = bx - ax, by - ay
    across = np.cos(bearings)[ray] * ey[edge] - np.sin(bearings)[ray] * ex[edge]
    steep = np.abs(across) > 1e-14
    # An edge parallel to the ray is met at its nearer end, or at once if the centre is on the edge.
    end_on = np.where(ax * bx + ay * by > 0.0, np.sqrt(np.minimum(ax * ax + ay * ay, bx * bx + by * by)), 0.0)[edge]
    inches = np.where(steep, turn[edge] / np.where(steep, across, 1.0), end_on)
    return Crossings(ray, inches, edge, leaves[edge])


def line_crossings(starts: Floats, directions: Floats, corners: Floats, following: Floats) -> Crossings:
    """Return the crossings of lines, given by starts and unit directions (R, 2), with edges ahead or behind."""
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
    """The stretches of rays in terrain: ray, begin, end, and the terrain on the ray before it, in inches.
    `after` has the terrain up to each crossing, in the order of the crossings."""

    ray: Numbers
    begin: Floats
    end: Floats
    before: Floats
    after: Floats


def stretches(crossings: Crossings, rays: int, begin: float) -> Stretches:
    """Return the stretches of each ray in terrain, from `begin` inches on."""
    inches = np.maximum(crossings.inches, begin)
    order = np.lexsort((crossings.inches, crossings.ray))
    ray, place = crossings.ray[order], inches[order]
    step = np.where(crossings.leaves[order], -1, 1)
    at_start = -np.bincount(ray, weights=step, minlength=rays).astype(np.intp)
    first = np.ones(len(ray), dtype=bool)
    first[1:] = ray[1:] != ray[:-1]
    ray_start = np.flatnonzero(first)
    group = np.cumsum(first) - 1
    total = np.cumsum(step)
    depth_before = (total - step) - (total - step)[ray_start][group] + at_start[ray]
    previous = np.where(first, begin, np.concatenate(([begin], place[:-1])))
    length = np.where(depth_before > 0, place - previous, 0.0)
    summed = np.cumsum(length)
    after = summed - (summed - length)[ray_start][group]
    unsorted = np.empty_like(after)
    unsorted[order] = after
    nonempty = length > 0.0
    return Stretches(ray[nonempty], previous[nonempty], place[nonempty], (after - length)[nonempty], unsorted)


def first_stops(walls: Stretches, rays: int) -> Floats:
    """Return the inches at which each ray first enters a wall; infinity if it does not."""
    stops = np.full(rays, np.inf)
    solid = walls.end - walls.begin > BLOCKED
    np.minimum.at(stops, walls.ray[solid], walls.begin[solid])
    return stops


def extents(terrain: Stretches, rays: int, begin: float, limit: float, spare: float = 0.0) -> Floats:
    """Return the inches beyond `begin` at which each ray exceeds the range.

    `limit` is this extent without terrain. Every full inch of terrain lowers it by an inch from the point at which that
    inch is full; the first `spare` inches of terrain do not count.
    """
    reach = np.full(rays, limit)
    before, length = terrain.before - spare, terrain.end - terrain.begin
    at, whole = units_filled(before, before + length)
    full = terrain.begin[at] - begin + whole - before[at]
    np.minimum.at(reach, terrain.ray[at], np.maximum(limit - whole, full))
    return reach


def near_misses(crossings: Crossings, after: Floats, bearings: Floats, farthest: float) -> Floats:
    """Return bearings around which the terrain up to an edge peaks just below a whole inch, or dips just above one.

    Between sampled rays, it may pass the whole inch. Its possible further rise is estimated from its slope on either
    side. Edges beyond `farthest` are ignored.
    """
    edge, ray = crossings.edge, crossings.ray
    together = (edge[2:] == edge[:-2]) & (ray[2:] == ray[:-2] + 2) & (crossings.inches[1:-1] < farthest)
    at = np.flatnonzero(together)
    bearing = bearings[ray]
    middle = after[at + 1]
    to_left, to_right = middle - after[at], middle - after[at + 2]
    left, right = bearing[at + 1] - bearing[at], bearing[at + 2] - bearing[at + 1]
    wide = left + right > 1e-5
    rise = np.maximum(np.abs(to_left) / left * right, np.abs(to_right) / right * left)
    peak = (to_left >= 0.0) & (to_right >= 0.0) & (np.ceil(middle) - middle < rise)
    dip = (to_left <= 0.0) & (to_right <= 0.0) & (middle - np.floor(middle) < rise) & (middle >= 1.0)
    at = at[wide & (peak | dip)]
    low, high = bearing[at], bearing[at + 2]
    return np.asarray((low[:, None] + (high - low)[:, None] * _ZOOM).ravel())

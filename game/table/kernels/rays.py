"""Kernels about rays from one centre: where they meet edges, what of them lies in terrain, how far they reach."""

import math

import numpy as np
from numpy.typing import NDArray

from game.table import rough
from game.table.compiling import stands_in_for
from game.table.kernels.jit import kernel
from game.table.reach import rays as simple
from game.table.reach.between_levels import Edges
from game.table.reach.rays import Crossings, Numbers, Stretches
from game.table.terrain.area import Floats

Flags = NDArray[np.bool_]


@kernel("(f8, f8, f8[:], f8[:], f8[:], f8[:, :], f8[:, :])")
def _radial_crossings(
    x: float, y: float, bearings: Floats, cosines: Floats, sines: Floats, corners: Floats, following: Floats
) -> tuple[Numbers, Floats, Numbers, Flags]:
    edges, rays = len(corners), len(bearings)
    first, last = np.empty(edges, np.int64), np.empty(edges, np.int64)
    count = 0
    for edge in range(edges):
        ax, ay, bx, by = corners[edge, 0] - x, corners[edge, 1] - y, following[edge, 0] - x, following[edge, 1] - y
        begin, end = math.atan2(ay, ax), math.atan2(by, bx)
        if ax * by - ay * bx < 0.0:
            begin, end = end, begin
        first[edge], last[edge] = np.searchsorted(bearings, begin), np.searchsorted(bearings, end)
        if end < begin:
            last[edge] += rays
        count += last[edge] - first[edge]
    ray, inches = np.empty(count, np.int64), np.empty(count)
    owner, leaves = np.empty(count, np.int64), np.empty(count, np.bool_)
    at = 0
    for edge in range(edges):
        ax, ay, bx, by = corners[edge, 0] - x, corners[edge, 1] - y, following[edge, 0] - x, following[edge, 1] - y
        turn = ax * by - ay * bx
        # Seen end on, an edge is met at its nearer end, or at once by a centre that lies on it.
        end_on = math.sqrt(min(ax * ax + ay * ay, bx * bx + by * by)) if ax * bx + ay * by > 0.0 else 0.0
        for number in range(first[edge], last[edge]):
            across = cosines[number % rays] * (by - ay) - sines[number % rays] * (bx - ax)
            ray[at], owner[at], leaves[at] = number % rays, edge, turn >= 0.0
            inches[at] = turn / across if abs(across) > 1e-14 else end_on
            at += 1
    return ray, inches, owner, leaves


@stands_in_for(simple.radial_crossings)
def radial_crossings(centre: tuple[float, float], bearings: Floats, corners: Floats, following: Floats) -> Crossings:
    """Do the work of `rays.radial_crossings`."""
    # What numpy holds for a sine may differ in the last digit from what the compiler does: one of them is asked.
    ray, inches, edge, leaves = _radial_crossings(
        centre[0], centre[1], bearings, np.cos(bearings), np.sin(bearings), corners, following
    )
    return Crossings(ray, inches, edge, leaves)


@kernel("(i8[:], f8[:], i8[:], b1[:], f8[:], b1)")
def _between_rays(
    ray: Numbers, inches: Floats, edge: Numbers, leaves: Flags, shrink: Floats, least: bool
) -> tuple[Numbers, Floats, Numbers, Flags]:
    most = len(ray)
    gap, place = np.empty(most, np.int64), np.empty(most)
    owner, out = np.empty(most, np.int64), np.empty(most, np.bool_)
    count = 0
    for at in range(most - 1):
        if edge[at + 1] == edge[at] and ray[at + 1] == ray[at] + 1:
            if leaves[at] == least:
                # The edge itself is straight: between the two rays it may come a little nearer than at either.
                place[count] = min(inches[at], inches[at + 1]) * shrink[ray[at]]
            else:
                place[count] = max(inches[at], inches[at + 1])
            gap[count], owner[count], out[count] = ray[at], edge[at], leaves[at]
            count += 1
    return gap[:count], place[:count], owner[:count], out[:count]


@stands_in_for(simple.between_rays)
def between_rays(crossings: Crossings, bearings: Floats, *, least: bool) -> Crossings:
    """Do the work of `rays.between_rays`."""
    return Crossings(*_between_rays(*crossings, np.cos(bearings[1:] - bearings[:-1]), least))


@kernel("(i8[:], f8[:], b1[:], i8, f8)")
def _stretches(
    ray: Numbers, inches: Floats, leaves: Flags, rays: int, begin: float
) -> tuple[Numbers, Floats, Floats, Floats, Floats]:
    count = len(ray)
    first = np.zeros(rays + 1, np.int64)
    for at in range(count):
        first[ray[at] + 1] += 1
    first = np.cumsum(first)
    free, order = first.copy(), np.empty(count, np.int64)
    for at in range(count):  # sorted by ray, and along each as they come, by inches
        place = free[ray[at]]
        free[ray[at]] += 1
        while place > first[ray[at]] and inches[order[place - 1]] > inches[at]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = at
    owner, low, high = np.empty(count, np.int64), np.empty(count), np.empty(count)
    before, after = np.empty(count), np.empty(count)
    kept, paid = 0, 0.0
    for number in range(rays):
        depth = 0
        for at in order[first[number] : first[number + 1]]:
            depth += 1 if leaves[at] else -1
        previous, paid_before = begin, paid
        for place in range(first[number], first[number + 1]):
            at = order[place]
            here = max(inches[at], begin)
            length = here - previous if depth > 0 else 0.0
            paid += length
            if place == first[number]:
                paid_before = paid - length
            after[at] = paid - paid_before
            if length > 0.0:
                owner[kept], low[kept], high[kept], before[kept] = number, previous, here, after[at] - length
                kept += 1
            depth += -1 if leaves[at] else 1
            previous = here
    return owner[:kept], low[:kept], high[:kept], before[:kept], after


@stands_in_for(simple.stretches)
def stretches(crossings: Crossings, rays: int, begin: float) -> Stretches:
    """Do the work of `rays.stretches`."""
    return Stretches(*_stretches(crossings.ray, crossings.inches, crossings.leaves, rays, begin))


@kernel("(i8[:], f8[:], f8[:], f8[:], i8, f8, f8)")
def _extents(ray: Numbers, low: Floats, high: Floats, before: Floats, rays: int, begin: float, limit: float) -> Floats:
    reach = np.full(rays, limit)
    for at in range(len(ray)):
        whole = math.floor(before[at]) + 1.0
        while whole <= before[at] + (high[at] - low[at]) and whole < limit + 1.0:
            full = low[at] - begin + whole - before[at]
            reach[ray[at]] = min(reach[ray[at]], max(limit - whole, full))
            whole += 1.0
    return reach


@stands_in_for(simple.extents)
def extents(found: Stretches, rays: int, begin: float, limit: float) -> Floats:
    """Do the work of `rays.extents`."""
    return _extents(found.ray, found.begin, found.end, found.before, rays, begin, limit)


@kernel("(f8, f8, f8, f8[:], f8[:], f8[:], f8[:], i8[:], f8[:, :], f8[:, :], b1)")
def _terrain_between(
    x: float,
    y: float,
    span: float,
    rays: Floats,
    cosines: Floats,
    sines: Floats,
    shrink: Floats,
    wide: Numbers,
    corners: Floats,
    following: Floats,
    least: bool,
) -> tuple[Numbers, Floats, Floats, Floats, Floats]:
    sector = np.full(len(rays), -1)
    for number in range(len(wide)):
        sector[wide[number]] = number
    ray, inches, edge, leaves = _radial_crossings(x, y, rays, cosines, sines, corners, following)
    ray, inches, edge, leaves = _between_rays(ray, inches, edge, leaves, shrink, least)
    count = 0
    for at in range(len(ray)):
        if sector[ray[at]] >= 0:
            ray[count], inches[count], leaves[count] = sector[ray[at]], inches[at] - span, leaves[at]
            count += 1
    return _stretches(ray[:count], inches[:count], leaves[:count], len(wide), 0.0)


@stands_in_for(rough.terrain_between)
def terrain_between(
    origin: tuple[float, float, float], rays: Floats, wide: Numbers, edges: Edges, *, least: bool
) -> Stretches:
    """Do the work of `rough.terrain_between`."""
    shrink = np.cos(rays[1:] - rays[:-1])
    return Stretches(*_terrain_between(*origin, rays, np.cos(rays), np.sin(rays), shrink, wide, *edges, least))

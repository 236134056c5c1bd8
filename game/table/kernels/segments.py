"""Kernels about single lines: how much of one lies in terrain, and where."""

import math

import numpy as np

from game.table.compiling import stands_in_for
from game.table.kernels.jit import kernel, within_kernels
from game.table.reach.rays import Numbers
from game.table.terrain import area as simple
from game.table.terrain.area import GRAZE, AreaIndex, Floats


@within_kernels
def terrain_on(px: float, py: float, qx: float, qy: float, corners: Floats, following: Floats) -> float:
    """Return the inches of the segment from p to q inside the terrain bounded by directed edges."""
    dx, dy = qx - px, qy - py
    length = math.sqrt(dx * dx + dy * dy)
    safe = length if length > 0.0 else 1.0
    ux, uy = dx / safe, dy / safe
    total = 0.0
    for edge in range(len(corners)):
        ax, ay = corners[edge, 0] - px, corners[edge, 1] - py
        bx, by = following[edge, 0] - px, following[edge, 1] - py
        cross_a, cross_b = ux * ay - uy * ax, ux * by - uy * bx
        if (cross_a > 0.0) != (cross_b > 0.0):
            along_a, along_b = ux * ax + uy * ay, ux * bx + uy * by
            at = min(max(along_a + (along_b - along_a) * cross_a / (cross_a - cross_b), 0.0), length)
            total += at if cross_b > 0.0 else -at
    return max(total, 0.0)


@kernel("(f8[:, :], f8[:, :], f8[:, :], f8[:, :])")
def _inside_lengths(starts: Floats, ends: Floats, corners: Floats, following: Floats) -> Floats:
    inches = np.empty(len(starts))
    for at in range(len(starts)):
        inches[at] = terrain_on(starts[at, 0], starts[at, 1], ends[at, 0], ends[at, 1], corners, following)
    return inches


@stands_in_for(simple.inside_lengths)
def inside_lengths(starts: Floats, ends: Floats, corners: Floats, following: Floats) -> Floats:
    """Do the work of `area.inside_lengths`."""
    return _inside_lengths(starts, ends, corners, following)


@within_kernels
def _chord(
    px: float, py: float, ux: float, uy: float, length: float, corners: Floats, following: Floats, side: float
) -> tuple[float, bool]:
    total, grazes = 0.0, False
    for edge in range(len(corners)):
        ax, ay = corners[edge, 0] - px, corners[edge, 1] - py
        bx, by = following[edge, 0] - px, following[edge, 1] - py
        cross_a, cross_b = ux * ay - uy * ax, ux * by - uy * bx
        if (cross_a > side) != (cross_b > side):
            along_a, along_b = ux * ax + uy * ay, ux * bx + uy * by
            at = along_b
            if cross_a != cross_b:
                at = along_a + (along_b - along_a) * cross_a / (cross_a - cross_b)
            at = min(max(at, 0.0), length)
            total += at if cross_b > side else -at
        grazes = grazes or abs(cross_a) <= GRAZE
    return total, grazes


@kernel("(f8, f8, f8, f8, f8, f8[:, :], f8[:, :])")
def _inside_length(
    px: float, py: float, ux: float, uy: float, length: float, corners: Floats, following: Floats
) -> float:
    total, grazes = _chord(px, py, ux, uy, length, corners, following, GRAZE)
    if grazes:
        total = min(total, _chord(px, py, ux, uy, length, corners, following, -GRAZE)[0])
    return max(total, 0.0)


@stands_in_for(AreaIndex.inside_length)
def inside_length(area: AreaIndex, px: float, py: float, qx: float, qy: float) -> float:
    """Do the work of `AreaIndex.inside_length`."""
    dx, dy = qx - px, qy - py
    length = math.hypot(dx, dy)
    if length < 1e-12 or area.occupancy.is_empty:
        return 0.0
    x0, x1 = (px, qx) if dx > 0.0 else (qx, px)
    y0, y1 = (py, qy) if dy > 0.0 else (qy, py)
    corners, following = area.edges_near(x0, y0, x1, y1)
    return _inside_length(px, py, dx / length, dy / length, length, corners, following)


@within_kernels
def terrain_ahead(
    start: tuple[float, float],
    direction: tuple[float, float],
    edges: tuple[Floats, Floats],
    room: tuple[Floats, Numbers, Floats, Floats],
) -> tuple[Floats, Floats]:
    """Return where ahead of its start a ray enters terrain and where it leaves it, (K,) each.

    `room` is overwritten: four arrays, longer than there are edges.
    """
    corners, following = edges
    at, step, low, high = room
    (px, py), (ux, uy) = start, direction
    met = 0
    for edge in range(len(corners)):
        ax, ay, bx, by = corners[edge, 0], corners[edge, 1], following[edge, 0], following[edge, 1]
        cross_a, cross_b = ux * (ay - py) - uy * (ax - px), ux * (by - py) - uy * (bx - px)
        if (cross_a > 0.0) != (cross_b > 0.0):
            share = cross_a / (cross_a - cross_b)
            inches = (ax + (bx - ax) * share - px) * ux + (ay + (by - ay) * share - py) * uy
            place = met
            while place > 0 and at[place - 1] > inches:  # they are kept in order as they are found
                at[place], step[place] = at[place - 1], step[place - 1]
                place -= 1
            at[place], step[place] = inches, -1 if cross_b > 0.0 else 1
            met += 1
    depth, count, before = 0, 0, 0.0
    for place in range(met):
        here = max(at[place], 0.0)
        if depth > 0 and here > before:
            low[count], high[count] = before, here
            count += 1
        depth += step[place]
        before = here
    return low[:count], high[:count]

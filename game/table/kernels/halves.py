"""Kernels about lines between two levels: half of each counts the terrain of the one, half that of the other.

The terrain along a ray is told by where it begins and ends on the first level, `near`, and on the second, `far`.
"""

import math

import numpy as np

from game.table.compiling import stands_in_for
from game.table.kernels.jit import kernel, within_kernels
from game.table.reach import between_levels_rays
from game.table.reach.between_levels import SAME
from game.table.reach.between_levels_rays import Toll
from game.table.reach.intervals import Spans
from game.table.reach.rays import Numbers, Stretches
from game.table.terrain.area import Floats

Ends = tuple[Floats, Floats]


@within_kernels
def terrain(inches: float, near: Ends, far: Ends) -> float:
    """Return how many inches count as terrain of a line so long."""
    half, total = inches / 2, 0.0
    for at in range(len(near[0])):
        total += max(min(near[1][at], half) - near[0][at], 0.0)
    for at in range(len(far[0])):
        total += max(min(far[1][at], inches) - max(far[0][at], half), 0.0)
    return total


@within_kernels
def marks(space: Floats, shortest: float, longest: float, near: Ends, far: Ends, tolerance: float) -> Floats:
    """Return the lengths between which terrain changes evenly and whole inches do not, sorted, both ends among them.

    They are written into `space`: two for a near stretch, four for a far one, the whole inches and both ends.
    """
    space[0] = min(shortest, longest)
    count, whole = 1, 1
    while whole - tolerance < longest:
        if whole - tolerance > shortest:
            space[count] = whole - tolerance
            count += 1
        whole += 1
    for ends, factor in ((near, 2.0), (far, 1.0), (far, 2.0)):
        for end in ends:
            for at in range(len(end)):
                bend, place = factor * end[at], count
                if shortest < bend < longest:
                    while space[place - 1] > bend:
                        space[place] = space[place - 1]
                        place -= 1
                    space[place] = bend
                    count += 1
    space[count] = max(shortest, longest)
    return space[: count + 1]


@within_kernels
def slack(shortest: float, longest: float, near: Ends, far: Ends, n: float, tolerance: float) -> tuple[float, float]:
    """Return the least and the most inches of terrain to spare of the lines from a shortest to a longest."""
    least, most = math.inf, -math.inf
    space = np.empty(2 * len(near[0]) + 4 * len(far[0]) + int(max(longest, 0.0)) + 4)
    every = marks(space, shortest, longest, near, far, tolerance)
    low = terrain(every[0], near, far)
    for at in range(len(every) - 1):
        begin, end = every[at], every[at + 1]
        high = terrain(end, near, far)
        if end > begin or (at == 0 and longest <= shortest):
            room = n - math.floor((begin + end) / 2 + tolerance) + 1.0 - tolerance
            least, most = min(least, room - low, room - high), max(most, room - low, room - high)
        low = high
    return least, most


@within_kernels
def _never_pays(longest: float, near: Ends, far: Ends, tolerance: float) -> bool:
    """Whether no line up to a longest pays a whole inch for terrain."""
    paid = 0.0
    for at in range(len(near[0])):
        if near[0][at] < longest / 2:
            paid += near[1][at] - near[0][at]
    for at in range(len(far[0])):
        if far[0][at] < longest:
            paid += min(far[1][at], longest) - far[0][at]
    return paid < 1.0 - tolerance


@kernel("(i8[:], f8[:], f8[:], i8[:], f8[:], f8[:], i8, f8, f8, f8)")
def _in_range(
    near_ray: Numbers,
    near_low: Floats,
    near_high: Floats,
    far_ray: Numbers,
    far_low: Floats,
    far_high: Floats,
    rays: int,
    n: float,
    longest: float,
    tolerance: float,
) -> tuple[Numbers, Floats, Floats]:
    most = rays * (int(longest) + 4) + 2 * len(near_ray) + 4 * len(far_ray)
    owner, lows, highs = np.empty(most, np.int64), np.empty(most), np.empty(most)
    space = np.empty(2 * len(near_ray) + 4 * len(far_ray) + int(max(longest, 0.0)) + 4)
    count = near_at = far_at = 0
    for ray in range(rays):
        near_from, far_from = near_at, far_at
        while near_at < len(near_ray) and near_ray[near_at] == ray:
            near_at += 1
        while far_at < len(far_ray) and far_ray[far_at] == ray:
            far_at += 1
        near = near_low[near_from:near_at], near_high[near_from:near_at]
        far = far_low[far_from:far_at], far_high[far_from:far_at]
        if _never_pays(longest, near, far, tolerance):
            owner[count], lows[count], highs[count] = ray, 0.0, longest
            count += 1
            continue
        fresh = True
        every = marks(space, 0.0, longest, near, far, tolerance)
        paid_low = terrain(every[0], near, far)
        for at in range(len(every) - 1):
            begin, end = every[at], every[at + 1]
            paid_high = terrain(end, near, far)
            room = n - math.floor((begin + end) / 2 + tolerance) + 1.0 - tolerance
            if (end > begin or (at == 0 and longest <= 0.0)) and min(paid_low, paid_high) < room:
                turn = begin
                if paid_low != paid_high:
                    turn = begin + (end - begin) * (room - paid_low) / (paid_high - paid_low)
                low, high = begin if paid_low < room else turn, end if paid_high < room else turn
                if fresh or low - highs[count - 1] >= SAME:
                    owner[count], lows[count] = ray, low
                    count += 1
                highs[count - 1] = high
                fresh = False
            paid_low = paid_high
    return owner[:count], lows[:count], highs[:count]


@stands_in_for(between_levels_rays.spans_in_range)
def spans_in_range(toll: Toll, terrain: tuple[Stretches, Stretches], rays: int) -> Spans:
    """Do the work of `halved_rays.spans_in_range`."""
    near, far = terrain
    n, longest, tolerance = float(toll.n), float(toll.limit), toll.policy.tolerance
    found = _in_range(near.ray, near.begin, near.end, far.ray, far.begin, far.end, rays, n, longest, tolerance)
    return Spans(*found, rays)

"""Kernels about sectors: which rounds may lie in range, and which surely do."""

import math

import numpy as np
from numpy.typing import NDArray

from game.table import rough
from game.table import sectors as simple
from game.table.compiling import stands_in_for
from game.table.kernels.jit import kernel, within_kernels
from game.table.reach.rays import Numbers
from game.table.reach.reach import BESIDE
from game.table.sectors import NEAR, Sectors
from game.table.terrain.area import Floats

Flags = NDArray[np.bool_]
_TURN = 2 * math.pi
# More than rounding makes of any length.
_HAIR = 1e-9


@within_kernels
def run(x: float, y: float, apart: float, radius: float, rays: Floats, closed: bool) -> tuple[int, int, bool]:
    """Return the first sector that a round meets, the one after the last, and whether they tell all."""
    gaps = len(rays) - 1
    if radius > NEAR * apart:
        return 0, gaps, closed
    share = radius / apart
    half = share * (1.0 + 0.6 * (share * share))
    bearing = math.atan2(y, x)
    low, high = bearing - half, bearing + half
    known = True
    if closed:
        if low < rays[0]:
            low, high = low + _TURN, high + _TURN
    else:
        known = low >= rays[0] and high <= rays[-1]
    begin, beyond = 0, gaps
    while begin < beyond:  # the last ray not beyond the lowest bearing
        middle = (begin + beyond + 1) // 2
        if rays[middle] <= low:
            begin = middle
        else:
            beyond = middle - 1
    end = begin
    while end < gaps and rays[end] < high:
        end += 1
    return begin, end, known


@kernel("(f8, f8, f8[:], i8[:], f8[:], f8[:], b1, f8, f8, f8[:, :], f8, f8[:, :], f8)")
def _may_lie_in(
    x: float,
    y: float,
    rays: Floats,
    first: Numbers,
    lows: Floats,
    highs: Floats,
    closed: bool,
    least: float,
    most: float,
    middles: Floats,
    radius: float,
    offsets: Floats,
    longer: float,
) -> Flags:
    answer = np.ones(len(middles), np.bool_)
    around = math.hypot(offsets[0, 0], offsets[0, 1])
    for spot in range(len(middles)):
        dx, dy = middles[spot, 0] - x, middles[spot, 1] - y
        apart = math.sqrt(dx * dx + dy * dy)
        far = apart + around
        if far - radius <= least + longer - _HAIR:
            continue
        # Most rounds lie well inside with all their offsets, which are equally long: one look at what is about spares
        # a look at each.
        begin, end, known = run(dx, dy, apart, radius + around + _HAIR, rays, closed)
        inside = known and end > begin
        for gap in range(begin, end):
            inside = inside and first[gap + 1] > first[gap] and lows[first[gap]] <= 0.0
            inside = inside and highs[first[gap]] + longer >= far - radius + _HAIR
        if inside:
            continue
        for offset in range(len(offsets)):
            ox, oy = offsets[offset, 0], offsets[offset, 1]
            dx, dy = middles[spot, 0] - x + ox, middles[spot, 1] - y + oy
            if (dx - ox) * ox + (dy - oy) * oy < 0.0:
                continue
            apart = math.sqrt(dx * dx + dy * dy)
            if closed and apart - radius <= least + longer:
                continue
            if closed and apart - radius > most + longer:
                answer[spot] = False
                break
            begin, end, known = run(dx, dy, apart, radius, rays, closed)
            met = not known
            at = first[begin]
            while not met and at < first[end]:
                met = (lows[at] <= 0.0 or lows[at] + longer <= apart + radius) and highs[at] + longer >= apart - radius
                at += 1
            if not met:
                answer[spot] = False
                break
    return answer


@stands_in_for(simple.may_lie_in)
def may_lie_in(sectors: Sectors, middles: Floats, radius: float, offsets: Floats, longer: float) -> Flags:
    """Do the work of `sectors.may_lie_in`."""
    return _may_lie_in(*sectors, middles, radius, offsets, longer)


@kernel("(f8, f8, f8[:], i8[:], f8[:], f8[:], b1, f8, f8, f8[:, :], f8, f8[:, :], f8)")
def _surely_lie_in(
    x: float,
    y: float,
    rays: Floats,
    first: Numbers,
    lows: Floats,
    highs: Floats,
    closed: bool,
    least: float,
    most: float,
    middles: Floats,
    radius: float,
    offsets: Floats,
    longer: float,
) -> Flags:
    answer = np.zeros(len(middles), np.bool_)
    for spot in range(len(middles)):
        for offset in range(len(offsets)):
            dx, dy = middles[spot, 0] - x + offsets[offset, 0], middles[spot, 1] - y + offsets[offset, 1]
            apart = math.sqrt(dx * dx + dy * dy)
            if closed and apart + radius <= least + longer:
                answer[spot] = True
                break
            if apart + radius > most + longer:
                continue
            begin, end, known = run(dx, dy, apart, radius, rays, closed)
            gap = begin
            while known and gap < end:
                known = False
                for at in range(first[gap], first[gap + 1]):
                    begins = lows[at] <= 0.0 or lows[at] + longer <= apart - radius
                    known = known or (begins and highs[at] + longer >= apart + radius)
                gap += 1
            if known:
                answer[spot] = True
                break
    return answer


@stands_in_for(simple.surely_lie_in)
def surely_lie_in(sectors: Sectors, middles: Floats, radius: float, offsets: Floats, longer: float) -> Flags:
    """Do the work of `sectors.surely_lie_in`."""
    return _surely_lie_in(*sectors, middles, radius, offsets, longer)


@kernel("(f8[:], i8[:], f8[:], f8[:], b1)")
def _sectors_of(
    rays: Floats, ray: Numbers, low: Floats, high: Floats, closed: bool
) -> tuple[Floats, Numbers, Floats, Floats, float, float]:
    gaps, count = len(rays) - 1, len(ray)
    turns = 2 if closed else 1
    first = np.zeros(turns * gaps + 1, np.int64)
    for at in range(count):
        first[ray[at] + 1] += 1
    single, least, most = True, math.inf, -math.inf
    for gap in range(gaps):
        single = single and first[gap + 1] == 1
        first[gap + 1] += first[gap]
    for at in range(count):
        single = single and low[at] <= 0.0
        least, most = min(least, high[at]), max(most, high[at])
    if not single:
        least = -math.inf
    if not closed:
        return rays, first, low, high, least, most
    bounds, lows, highs = np.empty(2 * gaps + 1), np.empty(2 * count), np.empty(2 * count)
    for gap in range(gaps):
        bounds[gap], bounds[gap + gaps] = rays[gap], rays[gap] + _TURN
        first[gap + gaps + 1] = first[gap + 1] + count
    bounds[2 * gaps] = rays[0] + 2 * _TURN
    for at in range(count):
        lows[at], lows[at + count] = low[at], low[at]
        highs[at], highs[at + count] = high[at], high[at]
    return bounds, first, lows, highs, least, most


@stands_in_for(simple.sectors_of)
def sectors_of(
    centre: tuple[float, float], rays: Floats, ray: Numbers, low: Floats, high: Floats, *, closed: bool
) -> Sectors:
    """Do the work of `sectors.sectors_of`."""
    bounds, first, lows, highs, least, most = _sectors_of(rays, ray, low, high, closed)
    return Sectors(centre[0], centre[1], bounds, first, lows, highs, closed, least, most)


@kernel("(f8, f8, i8, f8[:])")
def _rays_round(begin: float, end: float, gaps: int, bearings: Floats) -> tuple[Floats, Numbers, Floats]:
    rays = np.empty(gaps + 1 + 2 * len(bearings))
    step = (end - begin) / gaps
    for at in range(gaps):
        rays[at] = begin + at * step
    rays[gaps] = end
    count = gaps + 1
    for bearing in bearings:
        for beside in (bearing - BESIDE, bearing + BESIDE):
            if begin < beside < end:
                rays[count] = beside
                count += 1
    rays = rays[:count]
    rays.sort()
    kept = 1
    for at in range(1, count):
        if rays[at] != rays[kept - 1]:
            rays[kept] = rays[at]
            kept += 1
    wide, bounds = np.empty(kept, np.int64), np.empty(kept)
    number = 0
    for at in range(kept - 1):
        if rays[at + 1] - rays[at] > 3 * BESIDE:
            wide[number], bounds[number] = at, rays[at]
            number += 1
    bounds[number] = end
    return rays[:kept], wide[:number], bounds[: number + 1]


@stands_in_for(rough.rays_round)
def rays_round(
    centre: tuple[float, float], begin: float, end: float, gaps: int, corners: Floats
) -> tuple[Floats, Numbers, Floats]:
    """Do the work of `rough.rays_round`."""
    # What numpy holds for a bearing may differ in the last digit from what the compiler does: one of them is asked.
    bearings = np.arctan2(corners[:, 1] - centre[1], corners[:, 0] - centre[0])
    return _rays_round(begin, end, gaps, bearings)

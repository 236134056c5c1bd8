"""Kernels about stretches along rays: picking some out, and drawing outlines about them."""

import numpy as np

from game.table.compiling import stands_in_for
from game.table.kernels.jit import kernel
from game.table.reach import intervals as simple
from game.table.reach.intervals import SLIVER, Spans
from game.table.reach.rays import Numbers
from game.table.terrain.area import Floats


@kernel("(i8[:], f8[:], f8[:], i8, i8[:])")
def _of(ray: Numbers, low: Floats, high: Floats, rays: int, kept: Numbers) -> tuple[Numbers, Floats, Floats]:
    number = np.full(rays, -1)
    for at in range(len(kept)):
        number[kept[at]] = at
    owner, lows, highs = np.empty(len(ray), np.int64), np.empty(len(ray)), np.empty(len(ray))
    count = 0
    for at in range(len(ray)):
        if number[ray[at]] >= 0:
            owner[count], lows[count], highs[count] = number[ray[at]], low[at], high[at]
            count += 1
    return owner[:count], lows[:count], highs[:count]


@stands_in_for(Spans.of)
def of(spans: Spans, kept: Numbers) -> Spans:
    """Do the work of `Spans.of`."""
    return Spans(*_of(*spans, kept), len(kept))


@kernel("(i8[:], f8[:], f8[:], f8, f8)")
def _cut(ray: Numbers, low: Floats, high: Floats, nearest: float, farthest: float) -> tuple[Numbers, Floats, Floats]:
    owner, lows, highs = np.empty(len(ray), np.int64), np.empty(len(ray)), np.empty(len(ray))
    count = 0
    for at in range(len(ray)):
        begin, end = max(low[at], nearest), min(high[at], farthest)
        if end > begin:
            owner[count], lows[count], highs[count] = ray[at], begin, end
            count += 1
    return owner[:count], lows[:count], highs[:count]


@stands_in_for(Spans.cut)
def cut(spans: Spans, nearest: float, farthest: float) -> Spans:
    """Do the work of `Spans.cut`."""
    return Spans(*_cut(spans.ray, spans.low, spans.high, nearest, farthest), spans.rays)


@kernel("(i8[:], f8[:], f8[:], i8, f8, f8, f8[:, :], b1)")
def _outlines(
    ray: Numbers, low: Floats, high: Floats, rays: int, x: float, y: float, across: Floats, closed: bool
) -> tuple[Floats, Numbers]:
    first = np.zeros(rays + 1, np.int64)
    for at in range(len(ray)):
        first[ray[at] + 1] += 1
    columns = first.max()
    first = np.cumsum(first)
    last = rays if closed else rays - 1
    corners = np.empty((4 * columns * columns * last, 2))
    owner = np.empty(len(corners), np.int64)
    outer = np.empty((last + 1, 2))
    count = ring = 0
    for one in range(columns):
        for other in range(columns):
            run = 0
            for gap in range(last):
                after = (gap + 1) % rays
                mine, theirs = first[gap] + one, first[after] + other
                both = mine < first[gap + 1] and theirs < first[after + 1]
                if not both or min(high[mine], high[theirs]) - max(low[mine], low[theirs]) <= SLIVER:
                    continue
                if run == 0:
                    corners[count, 0], corners[count, 1] = (
                        x + across[gap, 0] * low[mine],
                        y + across[gap, 1] * low[mine],
                    )
                    outer[0, 0], outer[0, 1] = x + across[gap, 0] * high[mine], y + across[gap, 1] * high[mine]
                    run = 1
                at = count + run
                corners[at, 0], corners[at, 1] = x + across[after, 0] * low[theirs], y + across[after, 1] * low[theirs]
                outer[run, 0], outer[run, 1] = x + across[after, 0] * high[theirs], y + across[after, 1] * high[theirs]
                run += 1
                goes_on = False
                if one == other and gap + 1 < last and not (closed and gap + 1 == last // 2):
                    beyond = (gap + 2) % rays
                    here, there = first[after] + one, first[beyond] + one
                    if here < first[after + 1] and there < first[beyond + 1]:
                        goes_on = min(high[here], high[there]) - max(low[here], low[there]) > SLIVER
                if not goes_on:
                    for at in range(run):
                        corners[count + run + at] = outer[run - 1 - at]
                    owner[count : count + 2 * run] = ring
                    count, ring, run = count + 2 * run, ring + 1, 0
    return corners[:count], owner[:count]


@stands_in_for(simple.outlines)
def outlines(spans: Spans, centre: tuple[float, float], across: Floats, *, closed: bool) -> tuple[Floats, Numbers]:
    """Do the work of `spans.outlines`."""
    return _outlines(*spans, centre[0], centre[1], across, closed)

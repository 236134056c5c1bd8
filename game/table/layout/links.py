"""The links of a unit: which members are near enough to each other, and which groups they form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.table.terrain.area import Floats

Flags = NDArray[np.bool_]


def gaps_between(spots: Floats, radii: Floats) -> Floats:
    """Return the inches between the edges of all pairs of bases at spots (n x 2): n x n, infinite on the diagonal."""
    away = spots[:, None, :] - spots[None, :, :]
    gaps: Floats = np.hypot(away[..., 0], away[..., 1]) - radii[:, None] - radii[None, :]
    np.fill_diagonal(gaps, np.inf)
    return gaps


def are_linked(gaps: Floats, inches: float) -> Flags:
    """Return which gaps are links of at most `inches`: for a verdict, `Coherency.most`."""
    return np.asarray(gaps <= inches)


def are_one_group(linked: Flags) -> bool:
    """Return whether links join all bases (n x n); `groups_of` says the same at a higher cost."""
    rows = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(linked, axis=1, bitorder="little")]
    reached, left = 1, 1
    while left:
        lowest = left & -left
        more = rows[lowest.bit_length() - 1] & ~reached
        reached |= more
        left = (left ^ lowest) | more
    return reached.bit_count() == len(rows)


def groups_of(linked: Flags) -> NDArray[np.intp]:
    """Return for each base the number of the group that links join it to (n x n), 0 for the largest one."""
    count = len(linked)
    group = np.full(count, -1, dtype=np.intp)
    sizes = list[int]()
    for first in range(count):
        if group[first] >= 0:
            continue
        reached = np.zeros(count, dtype=bool)
        reached[first] = True
        while True:
            more = reached | linked[reached].any(axis=0)
            if (more == reached).all():
                break
            reached = more
        group[reached] = len(sizes)
        sizes.append(int(reached.sum()))
    order = sorted(range(len(sizes)), key=lambda number: (-sizes[number], number))
    rank = np.empty(len(sizes), dtype=np.intp)
    rank[order] = np.arange(len(sizes))
    return rank[group]


def links_wanted(links: int, count: int) -> int:
    """Return how many links each of `count` bases needs: no more than there are others."""
    return min(links, count - 1)

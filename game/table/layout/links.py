"""The links of a unit, which are pairs of members near enough to each other, and the groups that links form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.table.terrain.area import Floats

Flags = NDArray[np.bool_]


def gaps_between(spots: Floats, radii: Floats) -> Floats:
    """Return the inches between the edges of all pairs of bases (n x n, infinite on the diagonal); spots are n x 2."""
    away = spots[:, None, :] - spots[None, :, :]
    gaps: Floats = np.hypot(away[..., 0], away[..., 1]) - radii[:, None] - radii[None, :]
    np.fill_diagonal(gaps, np.inf)
    return gaps


def are_linked(gaps: Floats, inches: float) -> Flags:
    """Return which gaps are links, being at most `inches`; for a verdict, use `Coherency.most`."""
    return np.asarray(gaps <= inches)


def are_one_group(linked: Flags) -> bool:
    """Return whether links (n x n) join all bases into one group; faster than `groups_of`."""
    rows = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(linked, axis=1, bitorder="little")]
    reached, unvisited = 1, 1
    while unvisited:
        lowest = unvisited & -unvisited
        more = rows[lowest.bit_length() - 1] & ~reached
        reached |= more
        unvisited = (unvisited ^ lowest) | more
    return reached.bit_count() == len(rows)


def groups_of(linked: Flags) -> NDArray[np.intp]:
    """Return the number of each base's group, given the links (n x n); the largest group is 0."""
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
    """Return the number of links that each of `count` bases needs, at most the number of other bases."""
    return min(links, count - 1)

"""One spot or run at a time: the same verdicts as a field gives for many, without the cost of arrays."""

import math
from collections.abc import Sequence

import numpy as np

from game.table.shapes import Bounds, Disc
from game.table.ways.crossings import depths
from game.table.ways.policy import Ground
from game.table.ways.rings import Floats, Rings

_DIP = 1e-6
# Side of the squares (inches) for which is noted what is near.
_CELL = 2.0

Near = tuple[list[tuple[float, float, float]], list[tuple[float, float, float, float, float]]]
"""What matters in a square: rings by centre and squared radius, edges by their ends and squared distance kept."""


class Probe:
    """Judges single spots and runs in a field."""

    def __init__(self, hard: Rings, solids: Sequence[Ground], edges: tuple[Floats, Floats], box: Bounds) -> None:
        self._hard, self._edges, self._kept = hard, *edges
        self._shapes = [(*ground.shape.bounds, ground.shape) for ground in solids if not isinstance(ground.shape, Disc)]
        west, south, east, north = box
        self._box = west - _DIP, south - _DIP, east + _DIP, north + _DIP
        self._cells: dict[tuple[int, int], Near] = {}

    def _near(self, i: int, j: int) -> Near:
        """Return what matters in a square."""
        known = self._cells.get((i, j))
        if known is None:
            west, south = i * _CELL, j * _CELL
            east, north = west + _CELL, south + _CELL
            x, y, radius = self._hard.x, self._hard.y, self._hard.radius
            off = np.hypot(
                np.maximum(np.maximum(west - x, x - east), 0), np.maximum(np.maximum(south - y, y - north), 0)
            )
            near = off < radius
            least = np.maximum(radius[near] - _DIP, 0.0) ** 2
            rings = list(zip(x[near].tolist(), y[near].tolist(), least.tolist()))
            ends, kept = self._edges, self._kept
            beside = (np.maximum(ends[:, 0], ends[:, 2]) > west - kept) & (
                np.minimum(ends[:, 0], ends[:, 2]) < east + kept
            )
            beside &= (np.maximum(ends[:, 1], ends[:, 3]) > south - kept) & (
                np.minimum(ends[:, 1], ends[:, 3]) < north + kept
            )
            far = ((kept[beside] - _DIP) ** 2)[:, None]
            edges = [(a, b, c, d, e) for a, b, c, d, e in np.concatenate((ends[beside], far), axis=1).tolist()]
            known = self._cells[i, j] = rings, edges
        return known

    def is_free(self, x: float, y: float) -> bool:
        """Return whether a spot is in no solid and on the table."""
        west, south, east, north = self._box
        if not (west <= x <= east and south <= y <= north):
            return False
        rings, edges = self._near(math.floor(x / _CELL), math.floor(y / _CELL))
        for cx, cy, least in rings:
            if (x - cx) * (x - cx) + (y - cy) * (y - cy) < least:
                return False
        for ax, ay, bx, by, least in edges:
            dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
            along, squared = px * dx + py * dy, dx * dx + dy * dy
            if 0.0 < along < squared:
                aside = px * dy - py * dx
                if aside * aside < least * squared:
                    return False
        for west, south, east, north, shape in self._shapes:
            if west < x < east and south < y < north and depths(shape, np.array([x]), np.array([y]))[0] < 0.0:
                return False
        return True

    def is_clear(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Return whether the run between two free spots meets no solid."""
        dx, dy = bx - ax, by - ay
        squared = dx * dx + dy * dy
        if squared < 1e-18:
            return True
        for i, j in _cells_along(ax, ay, bx, by):
            rings, edges = self._near(i, j)
            for cx, cy, least in rings:
                px, py = cx - ax, cy - ay
                along = px * dx + py * dy
                if 0.0 < along < squared:
                    aside = px * dy - py * dx
                    if aside * aside < least * squared:
                        return False
            for sx, sy, ex, ey, _least in edges:
                one = dx * (sy - ay) - dy * (sx - ax)
                other = dx * (ey - ay) - dy * (ex - ax)
                if (one > 0.0) is not (other > 0.0):
                    ux, uy = ex - sx, ey - sy
                    before = ux * (ay - sy) - uy * (ax - sx)
                    after = ux * (by - sy) - uy * (bx - sx)
                    if (before > 0.0) is not (after > 0.0):
                        return False
        return True


def _cells_along(ax: float, ay: float, bx: float, by: float) -> list[tuple[int, int]]:
    """Return the squares through which a run leads, column by column."""
    if bx < ax:
        ax, ay, bx, by = bx, by, ax, ay
    first, last = math.floor(ax / _CELL), math.floor(bx / _CELL)
    if first == last:
        low, high = (ay, by) if ay < by else (by, ay)
        south, north = math.floor((low - 1e-9) / _CELL), math.floor((high + 1e-9) / _CELL)
        return [(first, j) for j in range(south, north + 1)]
    found = []
    slope = (by - ay) / (bx - ax)
    y = ay
    for i in range(first, last + 1):
        beyond = ay + ((i + 1) * _CELL - ax) * slope if i < last else by
        low, high = (y, beyond) if y < beyond else (beyond, y)
        found += [(i, j) for j in range(math.floor((low - 1e-9) / _CELL), math.floor((high + 1e-9) / _CELL) + 1)]
        y = beyond
    return found

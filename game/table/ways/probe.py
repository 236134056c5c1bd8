"""One spot or run at a time: the same verdicts as a field gives for many, without the cost of arrays."""

import math
from collections.abc import Sequence

import shapely

from game.table.shapes import Bounds, Disc
from game.table.ways.policy import Ground
from game.table.ways.rings import Floats, Rings

_DIP = 1e-6


class Probe:
    """Judges single spots and runs in a field."""

    def __init__(self, hard: Rings, solids: Sequence[Ground], edges: tuple[Floats, Floats], box: Bounds) -> None:
        least = [max(radius - _DIP, 0.0) ** 2 for radius in hard.radius.tolist()]
        self._rings = list(zip(hard.x.tolist(), hard.y.tolist(), least))
        rows = zip(edges[0].tolist(), edges[1].tolist())
        self._edges = [(*edge, (near - _DIP) ** 2) for edge, near in rows]
        self._shapes = [(*ground.shape.bounds, ground.shape) for ground in solids if not isinstance(ground.shape, Disc)]
        west, south, east, north = box
        self._box = west - _DIP, south - _DIP, east + _DIP, north + _DIP

    def is_free(self, x: float, y: float) -> bool:
        """Return whether a spot is in no solid and on the table."""
        west, south, east, north = self._box
        if not (west <= x <= east and south <= y <= north):
            return False
        for cx, cy, least in self._rings:
            if (x - cx) * (x - cx) + (y - cy) * (y - cy) < least:
                return False
        for ax, ay, bx, by, least in self._edges:
            dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
            along, squared = px * dx + py * dy, dx * dx + dy * dy
            if 0.0 < along < squared:
                aside = px * dy - py * dx
                if aside * aside < least * squared:
                    return False
        for west, south, east, north, shape in self._shapes:
            if west < x < east and south < y < north and shapely.contains_xy(shape, x, y):
                return False
        return True

    def is_clear(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Return whether the run between two free spots meets no solid."""
        dx, dy = bx - ax, by - ay
        squared = dx * dx + dy * dy
        if squared < 1e-18:
            return True
        for cx, cy, least in self._rings:
            px, py = cx - ax, cy - ay
            along = px * dx + py * dy
            if 0.0 < along < squared:
                aside = px * dy - py * dx
                if aside * aside < least * squared:
                    return False
        for sx, sy, ex, ey, _least in self._edges:
            one = dx * (sy - ay) - dy * (sx - ax)
            other = dx * (ey - ay) - dy * (ex - ax)
            if (one > 0.0) is not (other > 0.0):
                ux, uy = ex - sx, ey - sy
                before = ux * (ay - sy) - uy * (ax - sx)
                after = ux * (by - sy) - uy * (bx - sx)
                if (before > 0.0) is not (after > 0.0):
                    return False
        return True

    def run(self, ax: float, ay: float, bx: float, by: float) -> float:
        """Return the length of a run between two spots, the first of them free; inf if it is not clear."""
        if not self.is_free(bx, by) or not self.is_clear(ax, ay, bx, by):
            return math.inf
        return math.hypot(bx - ax, by - ay)

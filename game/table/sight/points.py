"""Which of many points a base sees. For each point, the parts of the base hidden by blockers are subtracted."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.shapes import Disc
from game.table.sight.lines import Bools, rim_shares, stacked
from game.table.sight.solids import TOUCH, Solid
from game.table.terrain.area import Floats

# The share of its width that a base must show to count as seen. It is more than rounding errors, and less than the gap
# between touching blockers, which are smaller by `TOUCH`.
_CRACK = 1e-11
# Inches by which an edge may reach into the observing base and still hide as much as from outside.
_GRAZE = 1e-6
# The least radius of an observing base in inches, also used for points.
_DOT = 1e-6
# The number of points judged at once, so that the arrays fit into the processor's cache.
_AT_ONCE = 512


class Hidden(NamedTuple):
    """Parts of a base hidden from points: number of the point, two slopes against the line to the base, and a depth.

    The depth is the distance of the blocker along that line, midway between the slopes.
    """

    row: NDArray[np.intp]
    low: Floats
    high: Floats
    depth: Floats

    def joined(self, other: "Hidden") -> "Hidden":
        """Return the parts of both."""
        numbers = np.concatenate((self.row, other.row))
        low, high = np.concatenate((self.low, other.low)), np.concatenate((self.high, other.high))
        return Hidden(numbers, low, high, np.concatenate((self.depth, other.depth)))

    def nearer(self, far: Floats, radius: float) -> "Hidden":
        """Return the parts that are nearer than the base, whose centre is `far` inches away."""
        middle = (self.low + self.high) / 2
        square = 1.0 + middle * middle
        room = far * far - square * (far * far - radius * radius)
        in_front = self.depth < (far - np.sqrt(np.maximum(room, 0.0))) / square + _GRAZE
        return Hidden(self.row[in_front], self.low[in_front], self.high[in_front], self.depth[in_front])


class Blocked:
    """The blockers around one base, prepared to judge many points. Parts of edges inside the base do not count."""

    def __init__(self, observer: Disc, discs: list[Disc], solids: list[Solid]) -> None:
        self._observer = observer
        rounds = [(disc.x, disc.y, disc.radius - TOUCH) for disc in discs]
        self._rounds = np.array(rounds, dtype=np.float64).reshape(len(rounds), 3)
        starts, ends = stacked(solid.starts for solid in solids), stacked(solid.ends for solid in solids)
        self._starts, self._ends = outside(starts, ends, observer)

    def seen(self, points: Floats) -> Bools:
        """Return which points (P, 2) see some of the base; all must be outside every blocker."""
        if len(points) > _AT_ONCE:
            groups = [points[at : at + _AT_ONCE] for at in range(0, len(points), _AT_ONCE)]
            return np.concatenate([self.seen(group) for group in groups])
        x, y = self._observer[:2]
        radius = max(self._observer.radius, _DOT)
        to_x, to_y = x - points[:, 0], y - points[:, 1]
        far = np.hypot(to_x, to_y)
        inside = far <= radius
        far = np.maximum(far, radius * (1 + 1e-9) + 1e-12)
        widest = radius / np.sqrt(np.maximum(far * far - radius * radius, 1e-18))
        frame = to_x / far, to_y / far, widest
        view = self._by_edges(points, frame).joined(self._by_discs(points, frame))
        return inside | _uncovered(view.nearer(far[view.row], radius), widest)

    def _by_edges(self, points: Floats, frame: tuple[Floats, Floats, Floats]) -> "Hidden":
        """Return the part of the base that each edge hides from each point."""
        ux, uy, widest = (column[:, None] for column in frame)
        ends = []
        for corner in (self._starts, self._ends):
            dx, dy = corner[:, 0] - points[:, :1], corner[:, 1] - points[:, 1:]
            ends.append((ux * dx + uy * dy, ux * dy - uy * dx))
        (ax, ay), (bx, by) = ends
        # Most edges are behind the point or wholly to one side of the base.
        near = ((ax > 0.0) | (bx > 0.0)) & ((ay <= widest * ax) | (by <= widest * bx))
        near &= (ay >= -widest * ax) | (by >= -widest * bx)
        row, column = np.nonzero(near)
        ax, ay, bx, by = ax[row, column], ay[row, column], bx[row, column], by[row, column]
        widest = frame[2][row]
        slopes = []
        for x, y, other_x, other_y in ((ax, ay, bx, by), (bx, by, ax, ay)):
            with np.errstate(divide="ignore", invalid="ignore"):
                slope = y / x
                # If an end is behind the point, the edge leaves the view on the side on which it crosses x = 0.
                crossing = y + (other_y - y) * x / (x - other_x)
            slopes.append(np.where(x > 1e-12, slope, np.copysign(np.inf, crossing)))
        low = np.maximum(np.minimum(*slopes), -widest)
        high = np.minimum(np.maximum(*slopes), widest)
        middle = (low + high) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = (ax * by - ay * bx) / ((by - ay) - middle * (bx - ax))
        visible = (high > low) & (depth > 0.0)
        return Hidden(row[visible], low[visible], high[visible], depth[visible])

    def _by_discs(self, points: Floats, frame: tuple[Floats, Floats, Floats]) -> "Hidden":
        """Return the part of the base that each disc hides from each point."""
        ux, uy, widest = (column[:, None] for column in frame)
        x, y, radius = self._rounds.T
        dx, dy = x - points[:, :1], y - points[:, 1:]
        along, across = ux * dx + uy * dy, ux * dy - uy * dx
        row, column = np.nonzero((along > -radius) & (np.abs(across) <= widest * np.maximum(along, 0.0) + 2 * radius))
        along, across, radius, widest = along[row, column], across[row, column], radius[column], frame[2][row]
        away = np.hypot(along, across)
        half = np.arcsin(np.minimum(radius / np.maximum(away, 1e-12), 1.0))
        bearing, most = np.arctan2(across, along), np.arctan(widest)
        first, last = np.maximum(bearing - half, -most), np.minimum(bearing + half, most)
        low, high = np.tan(first), np.tan(last)
        middle = (first + last) / 2
        off = middle - bearing
        near = away * np.cos(off) - np.sqrt(np.maximum(radius**2 - (away * np.sin(off)) ** 2, 0.0))
        visible = last > first
        return Hidden(row[visible], low[visible], high[visible], (near * np.cos(middle))[visible])


def _uncovered(view: Hidden, widest: Floats) -> Bools:
    """Return from which points the hidden parts leave some of the base visible."""
    every_point = np.arange(len(widest))
    row = np.concatenate((every_point, view.row, every_point))
    share = widest[view.row]
    low = np.concatenate((-np.ones(len(widest)), view.low / share, np.ones(len(widest))))
    high = np.concatenate((-np.ones(len(widest)), view.high / share, np.ones(len(widest))))
    apart = 4.0 * row  # slopes of a point span 2, so that points never mix
    order = np.argsort(low + apart, kind="stable")
    row, reached = row[order], np.maximum.accumulate((high + apart)[order])
    free = np.zeros(len(widest), dtype=bool)
    free[row[1:][((low + apart)[order][1:] > reached[:-1] + _CRACK) & (row[1:] == row[:-1])]] = True
    return free


def outside(starts: Floats, ends: Floats, disc: Disc) -> tuple[Floats, Floats]:
    """Return the parts of edges, given by starts and ends (E, 2), outside a disc."""
    if disc.radius <= 0.0:
        return starts, ends
    first, last = rim_shares(starts, ends, disc.x, disc.y, disc.radius - _GRAZE)
    step = ends - starts
    meets = (first < 1.0) & (last > 0.0)
    whole_starts, whole_ends = starts[~meets], ends[~meets]
    before, after = meets & (first > 0.0), meets & (last < 1.0)
    return (
        np.concatenate((whole_starts, starts[before], starts[after] + step[after] * last[after][:, None])),
        np.concatenate((whole_ends, starts[before] + step[before] * first[before][:, None], ends[after])),
    )

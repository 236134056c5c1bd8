"""Lines between neighbouring levels: the first half counts terrain of the one, the second half of the other.

As such a line grows its middle moves along, and terrain that the second half had paid for may pass into the first:
along a ray the range can fall again. So what is in range of a ray is not one stretch but several.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from game.table.area import AreaIndex, Floats, inside_lengths
from game.table.policy import MeasuringPolicy

Edges = tuple[Floats, Floats]
Stretch = tuple[float, float]

# Stretches nearer to each other than this many inches are one.
_SAME = 1e-9


class HalvedArea(AreaIndex):
    """The area terrain of two levels as a line from the first to the second meets it."""

    def __init__(self, first: AreaIndex, second: AreaIndex) -> None:
        super().__init__([first.union, second.union])
        self.first, self.second = first, second

    def halves_near(self, x0: float, y0: float, x1: float, y1: float) -> tuple[Edges, Edges]:
        """Return the terrain edges of either level about a box."""
        return self.first.edges_near(x0, y0, x1, y1), self.second.edges_near(x0, y0, x1, y1)

    def edges_near(self, x0: float, y0: float, x1: float, y1: float) -> Edges:
        """Return the terrain edges of both levels about a box."""
        return joined(self.halves_near(x0, y0, x1, y1))

    def inside_length(self, px: float, py: float, qx: float, qy: float) -> float:
        """Return the inches from p to the middle on the first level's terrain, and on to q on the second's."""
        mx, my = (px + qx) / 2, (py + qy) / 2
        return self.first.inside_length(px, py, mx, my) + self.second.inside_length(mx, my, qx, qy)

    def crossings(self, px: float, py: float, qx: float, qy: float) -> list[Stretch]:
        """Return the stretches of the line that count as terrain, in inches from p; none runs across the middle."""
        mx, my = (px + qx) / 2, (py + qy) / 2
        half = float(np.hypot(mx - px, my - py))
        beyond = [(low + half, high + half) for low, high in self.second.crossings(mx, my, qx, qy)]
        return self.first.crossings(px, py, mx, my) + beyond


def joined(halves: tuple[Edges, Edges]) -> Edges:
    """Return the edges of both levels in one."""
    (first, after_first), (second, after_second) = halves
    return np.concatenate((first, second)), np.concatenate((after_first, after_second))


def halved_lengths(starts: Floats, ends: Floats, halves: tuple[Edges, Edges]) -> Floats:
    """Return the inches that count as terrain of each of S lines, (S, 2) and (S, 2)."""
    middles = (starts + ends) / 2
    return inside_lengths(starts, middles, *halves[0]) + inside_lengths(middles, ends, *halves[1])


class Halves(NamedTuple):
    """The terrain along one ray, in inches from its start: the stretches on the first level and on the second."""

    first: Sequence[Stretch]
    second: Sequence[Stretch]

    def terrain(self, inches: float) -> float:
        """Return how many inches count as terrain of a line of so many inches along the ray."""
        half, total = inches / 2, 0.0
        for low, high in self.first:
            if low < half:
                total += (high if high < half else half) - low
        for low, high in self.second:
            if low < inches and high > half:
                total += (high if high < inches else inches) - (low if low > half else half)
        return total

    def at_most(self, longest: float) -> float:
        """Return inches of terrain that no line up to `longest` can pay for more of."""
        near = sum(high - low for low, high in self.first if low < longest / 2)
        return near + sum(min(high, longest) - low for low, high in self.second if low < longest)

    def bends(self, longest: float) -> list[float]:
        """Return the lengths of line at which the terrain begins to grow or shrink at another rate, sorted."""
        marks = {2 * mark for stretch in self.first for mark in stretch}
        for stretch in self.second:
            for mark in stretch:
                marks |= {mark, 2 * mark}
        return sorted(mark for mark in marks if 0.0 < mark < longest)

    def in_range(self, policy: MeasuringPolicy, n: float, longest: float) -> list[Stretch]:
        """Return the lengths of line, up to `longest`, whose range is within `n`."""
        if self.at_most(longest) < 1.0 - policy.tolerance:
            return [(0.0, longest)]
        found: list[Stretch] = []
        for begin, end, low, high, most in self._pieces(policy, n, longest):
            span = _below(begin, end, low, high, most)
            if span is None:
                continue
            if found and span[0] - found[-1][1] < _SAME:
                found[-1] = (found[-1][0], span[1])
            else:
                found.append(span)
        return found

    def slack(self, policy: MeasuringPolicy, n: float, near: float, far: float) -> tuple[float, float]:
        """Return the least and the most inches of terrain still to spare among the lines from `near` to `far` long.

        A line is within range `n` exactly when it has some to spare.
        """
        least, most_spare = np.inf, -np.inf
        for _, _, low, high, most in self._pieces(policy, n, far, near):
            least = min(least, most - low, most - high)
            most_spare = max(most_spare, most - low, most - high)
        return least, most_spare

    def _pieces(
        self, policy: MeasuringPolicy, n: float, longest: float, shortest: float = 0.0
    ) -> list[tuple[float, float, float, float, float]]:
        """Return the pieces of a ray along which terrain changes evenly and whole inches do not.

        Each is where it begins and ends, the terrain of a line to either end, and what its terrain must stay below.
        """
        tolerance = policy.tolerance
        whole = [k - tolerance for k in range(1, int(longest + 1.0) + 1) if k - tolerance < longest]
        marks = sorted({*whole, *self.bends(longest), longest})
        begin, low = shortest, self.terrain(shortest)
        found = []
        for end in marks:
            if end <= shortest and end < longest:
                continue
            high = self.terrain(end)
            paid = int((begin + end) / 2 + tolerance)
            found.append((begin, end, low, high, n - paid + 1.0 - tolerance))
            begin, low = end, high
        return found


def _below(begin: float, end: float, low: float, high: float, most: float) -> Stretch | None:
    """Return the part of a piece on which a value that runs from `low` to `high` stays below `most`."""
    if low >= most and high >= most:
        return None
    if low < most and high < most:
        return begin, end
    turn = begin + (end - begin) * (most - low) / (high - low)
    return (begin, turn) if low < most else (turn, end)

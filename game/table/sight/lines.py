"""Straight lines from one disc to another, with their ends, tangents and crossings.

A line is given by `n`, the unit vector to its left, and `d`, so that its points p have n·p = d. Inches along a line
count from its point nearest to the coordinate origin.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.shapes import Bounds
from game.table.sight.arcs import Part
from game.table.sight.solids import TOUCH
from game.table.terrain.area import Floats, Point

Bools = NDArray[np.bool_]
Segment = tuple[Point, Point]
Rim = tuple[float, float, float]

# The signs of the two tangents of a pair.
_BOTH_WAYS = np.array([[1.0], [-1.0]])
_NO_POINTS = np.zeros((0, 2))


class Ends(NamedTuple):
    """The discs that a line joins, in inches. Of the second, only the part in all half planes of `part` counts."""

    x: float
    y: float
    radius: float
    to_x: float
    to_y: float
    to_radius: float
    part: Part = ()

    def narrowed(self) -> "Ends | None":
        """Return these ends without half planes that contain the whole second disc, or None if one excludes it."""
        dx, dy, radius = self.to_x - self.x, self.to_y - self.y, self.to_radius
        depths = [normal[0] * dx + normal[1] * dy for normal in self.part]
        if any(depth < -radius - TOUCH for depth in depths):
            return None
        return self._replace(part=tuple(normal for normal, depth in zip(self.part, depths) if depth < radius))


class Lines(NamedTuple):
    """Lines that join two discs: normals, offsets, and the inches at which they leave the first and meet the second."""

    nx: Floats
    ny: Floats
    d: Floats
    leave: Floats
    meet: Floats

    def select(self, which: Bools) -> "Lines":
        """Return the lines that `which` marks as True."""
        return Lines(*(column[which] for column in self))

    def segment(self, number: int) -> Segment:
        """Return a line's start and end, which are the same point if the discs overlap."""
        nx, ny, d, leave, meet = (float(column[number]) for column in self)
        if meet < leave:
            leave = meet = (leave + meet) / 2
        return (nx * d + ny * leave, ny * d - nx * leave), (nx * d + ny * meet, ny * d - nx * meet)


def stacked(arrays: Iterable[Floats]) -> Floats:
    """Return the points of several arrays (N, 2) in one array."""
    return np.concatenate((_NO_POINTS, *arrays))


@lru_cache(maxsize=256)
def pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first and the second number of every pair of numbers below `count`."""
    return np.triu_indices(count, 1)


def tangents(
    first: Floats, signed: Floats, second: Floats, to_signed: Floats
) -> tuple[Floats, Floats, Floats, NDArray[np.intp]]:
    """Return the lines that touch both rims of each pair on given sides: normals, offsets, numbers of the pairs.

    Centres are (N, 2); radii are positive for rims left of the line. A pair has two such lines, opposite ways, or none.
    """
    x, y = second[:, 0] - first[:, 0], second[:, 1] - first[:, 1]
    square, difference = x * x + y * y, to_signed - signed
    discriminant = square - difference * difference
    real = np.flatnonzero((discriminant > 0.0) & (square > 1e-18))
    x, y, square, difference = x[real], y[real], square[real], difference[real]
    root = np.sqrt(discriminant[real]) * _BOTH_WAYS
    nx, ny = (difference * x - root * y) / square, (difference * y + root * x) / square
    d = nx * first[real, 0] + ny * first[real, 1] - signed[real]
    return nx.ravel(), ny.ravel(), d.ravel(), np.concatenate((real, real))


def crossings(lines: Lines, starts: Floats, ends: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Return the crossings of lines with edges: the numbers of line and edge, and the inches along the line."""
    normals = np.stack((lines.nx, lines.ny))
    start_sides, end_sides = starts @ normals - lines.d, ends @ normals - lines.d
    column, row = np.nonzero((start_sides > 0.0) != (end_sides > 0.0))
    start_side, end_side = start_sides[column, row], end_sides[column, row]
    points = starts[column] + (ends[column] - starts[column]) * (start_side / (start_side - end_side))[:, None]
    return row, column, lines.ny[row] * points[:, 0] - lines.nx[row] * points[:, 1]


def line_points(starts: Floats, ends: Floats, line: tuple[float, float, float]) -> list[Point]:
    """Return the points at which edges cross the line of all points p with n·p = d."""
    nx, ny, d = line
    start_sides, end_sides = starts @ (nx, ny) - d, ends @ (nx, ny) - d
    crossed = np.flatnonzero((start_sides > 0.0) != (end_sides > 0.0))
    share = (start_sides[crossed] / (start_sides[crossed] - end_sides[crossed]))[:, None]
    return [(px, py) for px, py in (starts[crossed] + (ends[crossed] - starts[crossed]) * share).tolist()]


def through_rounds(lines: Lines, rounds: Floats) -> tuple[Floats, Floats]:
    """Return the inches along lines (L, D) at which they enter and leave discs (D, 3); NaN for a miss."""
    nx, ny = lines.nx[:, None], lines.ny[:, None]
    x, y, radius = rounds.T
    offset = nx * x + ny * y - lines.d[:, None]
    squared_half_chord = (radius - TOUCH) ** 2 - offset * offset
    foot, half = ny * x - nx * y, np.sqrt(np.where(squared_half_chord > 0.0, squared_half_chord, np.nan))
    return foot - half, foot + half


def stopped_by(lines: Lines, rounds: Floats) -> Bools:
    """Return which discs stop which lines between their ends (L, D)."""
    near, far = through_rounds(lines, rounds)
    return np.asarray((far > lines.leave[:, None] + TOUCH) & (near < lines.meet[:, None] - TOUCH))


def flanks(one: Rim, other: Rim) -> list[Point]:
    """Return the unit normals of the left and right outer tangents of two discs; none if one contains the other."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    distance = math.hypot(dx, dy)
    if distance <= abs(one[2] - other[2]):
        return []
    ux, uy, lean = dx / distance, dy / distance, (one[2] - other[2]) / distance
    sine = math.sqrt(1.0 - lean * lean)
    return [(lean * ux - side * sine * uy, lean * uy + side * sine * ux) for side in (1.0, -1.0)]


def hull(ends: Ends, dx: float, dy: float, far: float) -> list[tuple[float, float, float]]:
    """Return half planes n·p <= most that bound the hull of both ends: two flanks, then behind and beyond."""
    ux, uy = dx / far, dy / far
    normals = flanks((ends.x, ends.y, ends.radius), (ends.to_x, ends.to_y, ends.to_radius))
    sides = [(nx, ny, nx * ends.x + ny * ends.y + ends.radius) for nx, ny in normals]
    behind_start = -ux, -uy, -ux * ends.x - uy * ends.y + max(ends.radius, ends.to_radius - far)
    beyond_end = ux, uy, ux * ends.to_x + uy * ends.to_y + max(ends.to_radius, ends.radius - far)
    return [*sides, behind_start, beyond_end]


def meets(box: Bounds, other: Bounds) -> bool:
    """Return whether two boxes meet."""
    return box[0] <= other[2] and box[2] >= other[0] and box[1] <= other[3] and box[3] >= other[1]


def touches(box: Bounds, x: float, y: float, radius: float) -> bool:
    """Return whether a box meets the bounding box of a disc."""
    return box[0] <= x + radius and box[2] >= x - radius and box[1] <= y + radius and box[3] >= y - radius

"""The straight lines along which the distance between two shapes may be measured, shortest first."""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.shapes import Disc
from game.table.terrain.area import Floats, Point, Ring, polygons_of, rings_of
from game.table.terrain.battlefield import Piece

# Lines whose lengths differ by less (inches) count as equally short; of these, the line with less terrain counts.
EQUALLY_SHORT = 1e-7


class Line(NamedTuple):
    """A straight line from one shape to another, in inches."""

    start: Point
    end: Point
    inches: float

    def reversed(self) -> "Line":
        """Return the same line measured from the other end."""
        return Line(self.end, self.start, self.inches)


class Outlined:
    """A measured shape of terrain, whose outline has straight edges. Distances are measured to its edges."""

    __slots__ = ("edges", "geometry")

    def __init__(self, geometry: BaseGeometry) -> None:
        self.geometry = geometry
        rings: list[Ring] = [ring for polygon in polygons_of(geometry) for ring in rings_of(polygon)]
        self.edges = [(a, b) for ring in rings for a, b in pairwise(ring)]

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is in the shape."""
        return bool(self.geometry.intersects(shapely.Point(x, y)))

    def cast(self, x: float, y: float, ux: float, uy: float) -> float:
        """Return the inches from (x, y) along the unit vector (ux, uy) to the shape; infinity if it is missed."""
        if self.covers(x, y):
            return 0.0
        best = math.inf
        for (ax, ay), (bx, by) in self.edges:
            ex, ey = bx - ax, by - ay
            across = ux * ey - uy * ex
            if abs(across) < 1e-15:
                continue
            along = ((ax - x) * ey - (ay - y) * ex) / across
            share = ((ax - x) * uy - (ay - y) * ux) / across
            if along >= 0.0 and -1e-12 <= share <= 1.0 + 1e-12:
                best = min(best, along)
        return best

    def corners(self) -> Iterator[Point]:
        """Yield the corners of the outline."""
        return (start for start, _end in self.edges)


class Round:
    """A measured disc. Its radius is 0 for a point, or if the rulebook measures from centres."""

    __slots__ = ("radius", "x", "y")

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x, self.y, self.radius = x, y, radius

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is in the disc."""
        return math.hypot(x - self.x, y - self.y) <= self.radius

    def cast(self, x: float, y: float, ux: float, uy: float) -> float:
        """Return the inches from (x, y) along the unit vector (ux, uy) to the disc; infinity if it is missed."""
        dx, dy = self.x - x, self.y - y
        if dx * dx + dy * dy <= self.radius * self.radius:
            return 0.0
        middle = dx * ux + dy * uy
        offset = dx * uy - dy * ux
        room = (self.radius + 1e-9) ** 2 - offset * offset
        if middle < 0.0 or room < 0.0:
            return math.inf
        return max(middle - math.sqrt(room), 0.0)


Shape = Round | Outlined


def shape_of(measured: Disc | Piece, from_edges: bool) -> Shape:
    """Return the shape used to measure a base (its disc, or its centre) or a terrain piece (its outline)."""
    if isinstance(measured, Disc):
        return Round(measured.x, measured.y, measured.radius if from_edges else 0.0)
    return _outlined(measured)


@lru_cache(maxsize=256)
def _outlined(piece: Piece) -> "Outlined":
    return Outlined(piece.shape)


def closest_on(a: Point, b: Point, x: float, y: float) -> Point:
    """Return the point of the segment from a to b that is nearest to (x, y)."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    share = 0.0 if square == 0.0 else max(0.0, min(1.0, ((x - a[0]) * ex + (y - a[1]) * ey) / square))
    return a[0] + share * ex, a[1] + share * ey


def radial(disc: Round, end: Point) -> Line:
    """Return the line from the disc's closest point to `end`; it has length 0 if the disc covers `end`."""
    dx, dy = end[0] - disc.x, end[1] - disc.y
    far = math.hypot(dx, dy)
    if far <= disc.radius:
        return Line(end, end, 0.0)
    share = disc.radius / far
    return Line((disc.x + dx * share, disc.y + dy * share), end, far - disc.radius)


def between_rounds(a: Round | Disc, b: Round | Disc) -> Line:
    """Return the shortest line between two discs; it has length 0 if they touch or overlap."""
    dx, dy = b.x - a.x, b.y - a.y
    far = math.hypot(dx, dy)
    inches = far - a.radius - b.radius
    if inches <= 0.0:
        share = 0.5 if far == 0.0 else min(1.0, max(0.0, (far + a.radius - b.radius) / (2 * far)))
        touch = (a.x + dx * share, a.y + dy * share)
        return Line(touch, touch, 0.0)
    start = (a.x + dx * a.radius / far, a.y + dy * a.radius / far)
    end = (b.x - dx * b.radius / far, b.y - dy * b.radius / far)
    return Line(start, end, inches)


def _to_outline(disc: Round, outline: Outlined) -> list[Line]:
    if outline.covers(disc.x, disc.y):
        return [Line((disc.x, disc.y), (disc.x, disc.y), 0.0)]
    return [radial(disc, closest_on(a, b, disc.x, disc.y)) for a, b in outline.edges]


def _between_outlines(a: Outlined, b: Outlined) -> list[Line]:
    if a.geometry.intersects(b.geometry):
        touch = a.geometry.intersection(b.geometry).representative_point()
        return [Line((touch.x, touch.y), (touch.x, touch.y), 0.0)]
    forth = [radial(Round(*c, 0.0), closest_on(p, q, *c)) for c in a.corners() for p, q in b.edges]
    back = [radial(Round(*c, 0.0), closest_on(p, q, *c)).reversed() for c in b.corners() for p, q in a.edges]
    return forth + back


def direct_lines(a: Shape, b: Shape) -> list[Line]:
    """Return the locally shortest lines between two shapes, shortest first."""
    if isinstance(a, Round):
        if isinstance(b, Round):
            return [between_rounds(a, b)]
        lines = _to_outline(a, b)
    elif isinstance(b, Round):
        lines = [line.reversed() for line in _to_outline(b, a)]
    else:
        lines = _between_outlines(a, b)
    return sorted(lines, key=lambda line: line.inches)


def rim_crossings(centre: Point, radius: float, starts: Floats, ends: Floats) -> list[Point]:
    """Return the points at which edges, given by starts and ends (E, 2), cross the rim of a disc."""
    from_centre, step = starts - centre, ends - starts
    a = (step * step).sum(axis=1)
    half_b = (from_centre * step).sum(axis=1)
    root = half_b * half_b - a * ((from_centre * from_centre).sum(axis=1) - radius * radius)
    crossing = np.flatnonzero((root > 0.0) & (a > 0.0) & (radius > 0.0))
    points = []
    for sign in (-1.0, 1.0):
        share = (sign * np.sqrt(root[crossing]) - half_b[crossing]) / a[crossing]
        on_edge = (share >= 0.0) & (share <= 1.0)
        points += (starts[crossing] + step[crossing] * share[:, None])[on_edge].tolist()
    return [(x, y) for x, y in points]

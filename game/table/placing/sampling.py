"""Spots in drawn areas: random ones, all equally likely, and the legal one nearest to a spot."""

import random
from bisect import bisect_left
from collections.abc import Iterable, Iterator

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position, position
from game.table.placing.places import LegalSpots, Spot, first_legal
from game.table.shapes import Bounds

Triangles = tuple[list[list[list[float]]], list[float]]
"""The corners of triangles, and the running sum of their areas."""


def triangles_of(geometry: BaseGeometry) -> Triangles | None:
    """Return a geometry cut into triangles, or None if it has no area."""
    if geometry.is_empty or shapely.area(geometry) <= 0.0:
        return None
    triangles = shapely.constrained_delaunay_triangles(geometry)
    corners = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    (ax, ay), (bx, by), (cx, cy) = corners.transpose(1, 2, 0)
    areas = np.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
    return corners.tolist(), np.cumsum(areas).tolist()


def in_a_box(box: Bounds, rng: random.Random, tries: int) -> Iterator[Position]:
    """Yield `tries` random spots from a box."""
    x0, y0, x1, y1 = box
    for _attempt in range(tries):
        yield position(x0 + (x1 - x0) * rng.random(), y0 + (y1 - y0) * rng.random())


def draws(triangles: Triangles | None, rng: random.Random, tries: int) -> Iterator[Position]:
    """Yield `tries` random spots in triangles, all equally likely; none if `triangles` is None."""
    if triangles is not None:
        for _attempt in range(tries):
            yield _in_a_triangle(*triangles, rng)


def insets(drawn: BaseGeometry, inches: Iterable[float]) -> Iterator[BaseGeometry]:
    """Yield a drawn area, then the area without its outermost inches, because its outline may be slightly too large."""
    yield drawn
    yield from (shapely.buffer(drawn, -less, quad_segs=2) for less in inches)


def nearest_in(places: LegalSpots, areas: Iterable[BaseGeometry], where: Spot) -> Position | None:
    """Return the spot nearest to `where` in the first area in which this spot is legal, or None."""
    lines = (shapely.shortest_line(area, shapely.Point(where)) for area in areas if not area.is_empty)
    return first_legal(places, (shapely.get_coordinates(line)[0].tolist() for line in lines))


def _in_a_triangle(corners: list[list[list[float]]], sums: list[float], rng: random.Random) -> Position:
    """Return a random spot in the triangles, all equally likely."""
    (ax, ay), (bx, by), (cx, cy) = corners[bisect_left(sums, rng.random() * sums[-1])]
    share_b, share_c = rng.random(), rng.random()
    if share_b + share_c > 1.0:
        share_b, share_c = 1.0 - share_b, 1.0 - share_c
    return position(ax + (bx - ax) * share_b + (cx - ax) * share_c, ay + (by - ay) * share_b + (cy - ay) * share_c)

"""Terrain that stops sight, prepared as corners that a line can touch, and as edges moved slightly inside."""

import math
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.shapes import Bounds
from game.table.terrain.area import Floats, polygons_of, rings_of
from game.table.terrain.battlefield import Piece

TOUCH = 1e-9
"""Inches by which a line may enter a blocker and still only touch it. Touching never stops a line."""
# The limit for sharp corners, whose tips would otherwise move too far inside.
_SHARPEST = 1e-3


class Solid:
    """A shape with straight edges that stops sight, in inches.

    `corners` are its convex corners (C, 2), and `before` and `behind` their neighbours. `starts` and `ends` (E, 2) are
    its edges moved inward by `TOUCH`, with the shape on their left.
    """

    __slots__ = (
        "before", "behind", "box", "corners", "edges", "ends", "geometry", "is_convex", "name", "outline", "starts"
    )  # fmt: skip

    def __init__(self, geometry: BaseGeometry, name: str = "") -> None:
        self.name = name
        polygons = polygons_of(geometry)
        self.geometry = shapely.MultiPolygon(polygons)
        self.box: Bounds = self.geometry.bounds if polygons else (math.inf, math.inf, -math.inf, -math.inf)
        rings = [
            np.asarray(ring[:-1]) for polygon in polygons for ring in rings_of(shapely.remove_repeated_points(polygon))
        ]
        points = np.concatenate(rings) if rings else np.zeros((0, 2))
        before = np.concatenate([np.roll(ring, 1, axis=0) for ring in rings]) if rings else points
        after = np.concatenate([np.roll(ring, -1, axis=0) for ring in rings]) if rings else points
        self.outline = points, after
        edges_in, edges_out = points - before, after - points
        bulging = edges_in[:, 0] * edges_out[:, 1] - edges_in[:, 1] * edges_out[:, 0] > 0.0
        self.corners, self.before, self.behind = points[bulging], before[bulging], after[bulging]
        self.is_convex = len(polygons) == 1 and bool(bulging.all())
        self.starts = points + _steps_inward(edges_in, edges_out)
        order = np.concatenate(_next_corners(rings)) if rings else np.zeros(0, dtype=np.intp)
        self.ends = self.starts[order]
        self.edges: list[list[float]] = np.hstack((self.starts, self.ends)).tolist()


def _steps_inward(edges_in: Floats, edges_out: Floats) -> Floats:
    """Return the step that moves each corner between two edges `TOUCH` inside both."""
    normals = [
        np.stack((-edge[:, 1], edge[:, 0]), axis=1) / np.hypot(*edge.T)[:, None] for edge in (edges_in, edges_out)
    ]
    spread = np.maximum(1.0 + (normals[0] * normals[1]).sum(axis=1), _SHARPEST)
    step: Floats = TOUCH * (normals[0] + normals[1]) / spread[:, None]
    return step


def _next_corners(rings: list[Floats]) -> list[np.ndarray[tuple[int], np.dtype[np.intp]]]:
    """Return the number of the corner after each corner of each ring, counted over all rings."""
    starts = np.cumsum([0, *(len(ring) for ring in rings)])
    return [start + np.roll(np.arange(len(ring)), -1) for start, ring in zip(starts, rings)]


@lru_cache(maxsize=1024)
def solid_of(piece: Piece) -> Solid:
    """Return a terrain piece, with area and barricades, as one blocker."""
    return Solid(piece.shape, piece.name or piece.id)

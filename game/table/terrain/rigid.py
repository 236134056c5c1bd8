"""Turning and moving a terrain piece as a rigid shape."""

import math
from dataclasses import replace
from functools import lru_cache

import shapely

from game.table.lattice import snap
from game.table.terrain.battlefield import Area, Piece


def centred(piece: Piece) -> Piece:
    """Return the piece moved so that its anchor, the centroid of its hull, is the origin."""
    middle = piece.shape.convex_hull.centroid
    return placed(piece, -middle.x, -middle.y, 0.0)


def placed(piece: Piece, x: float, y: float, degrees: float) -> Piece:
    """Return the piece turned counter-clockwise about the origin, then moved by (x, y) inches, on the lattice."""
    turn = math.radians(degrees)
    cosine, sine = math.cos(turn), math.sin(turn)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        px, py = point
        return snap(x + px * cosine - py * sine), snap(y + px * sine + py * cosine)

    areas = tuple(
        Area(tuple(map(at, area.outline)), tuple(tuple(map(at, hole)) for hole in area.holes)) for area in piece.area
    )
    barricades = tuple(replace(barricade, line=tuple(map(at, barricade.line))) for barricade in piece.barricades)
    return replace(piece, area=areas, barricades=barricades)


@lru_cache(maxsize=2_000)
def across(piece: Piece) -> float:
    """Return the greatest distance between two points of a piece, in inches."""
    corners = shapely.get_coordinates(piece.shape.convex_hull)
    return max(math.dist(a, b) for a in corners for b in corners)

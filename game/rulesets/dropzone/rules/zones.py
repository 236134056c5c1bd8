"""Deployment zones: the edges and corners of the table, with their own edge lines (D-DEP, D-SCO, R-32)."""

from __future__ import annotations

from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.table.terrain.battlefield import Battlefield
from game.wording import N_

EDGES: Final = {"south": N_("the south edge"), "north": N_("the north edge"),
                "west": N_("the west edge"), "east": N_("the east edge")}  # fmt: skip
CORNERS: Final = {"south-west": N_("the south-west corner"), "north-east": N_("the north-east corner"),
                  "south-east": N_("the south-east corner"), "north-west": N_("the north-west corner")}  # fmt: skip
ZONES: Final = {**EDGES, **CORNERS}
"""The names of all zones; the first two edges and the first two corners are opposite each other."""
DEPTH: Final = 6.0
"""Inches from its edge to the end of a zone for Direct Deployment (R-32)."""
CORNER: Final = 12.0
"""Inches of a corner: from its point, and along both edges (R-32)."""
Line = tuple[tuple[float, float], tuple[float, float]]


def lines(field: Battlefield, zone: str) -> dict[str, Line]:
    """Return the lines of table edge that belong to a zone, by the name of the edge (D-DEP-5, R-32)."""
    width, height = field.width, field.height
    if zone not in CORNERS:
        return {zone: {"south": ((0.0, 0.0), (width, 0.0)), "north": ((0.0, height), (width, height)),
                       "west": ((0.0, 0.0), (0.0, height)), "east": ((width, 0.0), (width, height))}[zone]}  # fmt: skip
    level, side = zone.split("-")
    x, y = width if side == "east" else 0.0, height if level == "north" else 0.0
    inward_x, inward_y = (-CORNER if x else CORNER), (-CORNER if y else CORNER)
    return {level: ((x, y), (x + inward_x, y)), side: ((x, y), (x, y + inward_y))}


def along(field: Battlefield, zone: str, inches: float) -> BaseGeometry:
    """Return the part of the table within some inches of a zone's edges (D-SPEC-INF)."""
    stretches = shapely.MultiLineString([*lines(field, zone).values()])
    return field.table.intersection(stretches.buffer(inches))


def area(field: Battlefield, zone: str) -> BaseGeometry:
    """Return the ground on which units of a zone are Directly Deployed: a strip or a corner (D-DEP-4, R-32)."""
    if zone not in CORNERS:
        return along(field, zone, DEPTH)
    (corner, _end), *_others = lines(field, zone).values()
    return field.table.intersection(shapely.Point(corner).buffer(CORNER))


def gap(field: Battlefield, zone: str, x: float, y: float) -> float:
    """Return the inches from a spot to the nearest edge of a zone."""
    return min(float(shapely.LineString(line).distance(shapely.Point(x, y))) for line in lines(field, zone).values())

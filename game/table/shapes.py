"""The round objects on a table: bases, markers, tokens and bare points."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

Bounds = tuple[float, float, float, float]
"""The west, south, east and north edges of a box, in inches."""


class Disc(NamedTuple):
    """A base, marker, token or point, with its centre and radius in inches, and its level.

    `facing` is in hundredths of a degree, 0 = east, counter-clockwise; None without a facing.
    """

    x: float
    y: float
    radius: float
    name: str = ""
    kind: str = "base"
    level: int = 0
    facing: int | None = None

    def moved_to(self, x: float, y: float) -> "Disc":
        """Return the same disc with its centre at (x, y), in inches."""
        return Disc(x, y, *self[2:])

    def is_within(self, shape: BaseGeometry, slack: float) -> bool:
        """Return whether the disc is wholly in a shape. Its rim, but not its centre, may be `slack` inches outside."""
        centre = shapely.Point(self.x, self.y)
        return bool(shape.contains(centre) and shape.boundary.distance(centre) >= self.radius - slack)


def rims_meet(one: Sequence[float], other: Sequence[float]) -> list[tuple[float, float]]:
    """Return the two points at which the rims of discs (x, y, radius) meet; they are equal if the rims only touch."""
    (ax, ay, radius), (bx, by, other_radius) = one, other
    distance = math.hypot(bx - ax, by - ay)
    if distance == 0.0 or not abs(radius - other_radius) <= distance <= radius + other_radius:
        return []
    to_foot = (distance * distance + radius * radius - other_radius * other_radius) / (2 * distance)
    half_chord = math.sqrt(max(radius * radius - to_foot * to_foot, 0.0))
    ux, uy = (bx - ax) / distance, (by - ay) / distance
    return [(ax + ux * to_foot - uy * side, ay + uy * to_foot + ux * side) for side in (half_chord, -half_chord)]


def gap(a: Disc, b: Disc) -> float:
    """Return the inches between the rims of two discs; negative if they overlap."""
    return math.hypot(b.x - a.x, b.y - a.y) - a.radius - b.radius

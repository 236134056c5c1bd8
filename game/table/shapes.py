"""The round objects on a table: bases, markers, tokens and bare points."""

import math
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

Bounds = tuple[float, float, float, float]
"""A box by its west, south, east and north edges, in inches."""


class Disc(NamedTuple):
    """A base, marker, token or point: centre and radius in inches, and its terrain level.

    `facing` is in hundredths of a degree, 0 = east, counter-clockwise; None for a thing without a facing.
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

    def facing_to(self, facing: int | None) -> "Disc":
        """Return the same disc with another facing, in hundredths of a degree."""
        return Disc(*self[:6], facing)

    def is_within(self, shape: BaseGeometry, slack: float) -> bool:
        """Return whether the whole disc lies in a shape; it may stick out by `slack` inches, its centre may not."""
        centre = shapely.Point(self.x, self.y)
        return bool(shape.contains(centre) and shape.boundary.distance(centre) >= self.radius - slack)


def gap(a: Disc, b: Disc) -> float:
    """Return the inches between two rims; negative when the discs overlap."""
    return math.hypot(b.x - a.x, b.y - a.y) - a.radius - b.radius

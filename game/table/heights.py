"""The heights of bodies above the table, and of the surfaces that carry them."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

import shapely

from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex
from game.table.terrain.battlefield import Battlefield

Height = TypeVar("Height", bound=float)
"""A height in inches, or a number of levels."""


class Body(NamedTuple):
    """A footprint with a height, from `base` up, in inches. Bodies of one `group` do not block each other's sight."""

    footprint: Disc
    base: float
    height: float
    group: str = ""


class Surface(NamedTuple, Generic[Height]):
    """A flat surface that carries bases, and its height."""

    height: Height
    area: AreaIndex

    def is_under(self, x: float, y: float) -> bool:
        """Return whether the surface is under a point."""
        return not self.area.occupancy.box_is_clear(x, y, x, y) and bool(shapely.intersects_xy(self.area.union, x, y))


class Relief(Generic[Height]):
    """The surfaces of a table above its ground.

    With `slack`, a surface carries a footprint if at most `slack` inches of it hang over; without, if its centre is on
    the surface.
    """

    def __init__(self, ground: Height, surfaces: Iterable[Surface[Height]], slack: float | None = None) -> None:
        self._ground, self._slack = ground, slack
        self._surfaces = sorted(surfaces, key=lambda surface: -surface.height)
        self.top: Height = self._surfaces[0].height if self._surfaces else ground

    def is_under(self, height: Height, x: float, y: float) -> bool:
        """Return whether the ground or a surface at exactly this height is under a point."""
        if height <= self._ground:
            return height == self._ground
        is_there = False  # a loop, because a comprehension takes three times as long and this is called often
        for surface in self._surfaces:
            is_there = is_there or (surface.height == height and surface.is_under(x, y))
        return is_there

    def carries(self, height: Height, footprint: Disc) -> bool:
        """Return whether the ground or a surface at exactly this height carries a footprint."""
        if self._slack is None or height <= self._ground:
            return self.is_under(height, footprint.x, footprint.y)
        return any(surface.height == height and self._holds(surface, footprint) for surface in self._surfaces)

    def below(self, footprint: Disc, most: float = math.inf) -> Height:
        """Return the height of the highest surface, at most `most`, that carries a footprint, or else of the ground."""
        heights = (s.height for s in self._surfaces if s.height <= most and self._holds(s, footprint))
        return next(heights, self._ground)

    def _holds(self, surface: Surface[Height], footprint: Disc) -> bool:
        """Return whether a surface carries a footprint."""
        if not surface.is_under(footprint.x, footprint.y):
            return False
        return self._slack is None or footprint.is_within(surface.area.union, self._slack)


@lru_cache(maxsize=128)
def relief_of(field: Battlefield) -> Relief[int]:
    """Return the levels of a table. Above the ground, area terrain carries a base if its centre is on it."""
    levels = {level for piece in field.pieces if piece.area and not piece.decoration for level in piece.levels}
    return Relief(0, [Surface(level, field.area(level)) for level in levels])

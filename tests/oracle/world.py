"""The plain numbers an oracle works on: discs, polygons with holes, barricade lines, a table's size."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from tests.oracle.lengths import Floats, Polygon


class Circle(NamedTuple):
    """A base, marker or point: centre and radius in inches."""

    x: float
    y: float
    radius: float

    @property
    def centre(self) -> Floats:
        """The centre as an array of shape (2,)."""
        return np.array([self.x, self.y])


@dataclass(frozen=True)
class Wall:
    """A barricade: a bent line of some width in inches, flat ends, mitred bends."""

    line: tuple[tuple[float, float], ...]
    width: float
    impassable: bool = False

    def polygon(self, grow: float = 0.0) -> Polygon:
        """The outline, its faces and ends moved outward by `grow` inches (inward if negative)."""
        return _wall_polygon(self.line, self.width, grow)


@cache
def _wall_polygon(line: tuple[tuple[float, float], ...], width: float, grow: float) -> Polygon:
    points = [np.array(point) for point in line]
    units = [(b - a) / np.linalg.norm(b - a) for a, b in itertools.pairwise(points)]
    points[0] = points[0] - grow * units[0]
    points[-1] = points[-1] + grow * units[-1]
    normals = [np.array([-unit[1], unit[0]]) for unit in units]
    half = width / 2 + grow
    left, right = [], []
    for index, point in enumerate(points):
        before, after = normals[max(index - 1, 0)], normals[min(index, len(normals) - 1)]
        reach = half * (before + after) / (1.0 + float(before @ after))
        left.append(point + reach)
        right.append(point - reach)
    return Polygon((np.array(left + right[::-1]),))


@dataclass(frozen=True, eq=False)
class World:
    """One table: size, pieces of area terrain (each one or several polygons), barricades, bases and markers."""

    width: float
    height: float
    pieces: tuple[tuple[Polygon, ...], ...] = ()
    walls: tuple[Wall, ...] = ()
    bases: tuple[Circle, ...] = ()
    markers: tuple[Circle, ...] = field(default=())

    @property
    def areas(self) -> tuple[Polygon, ...]:
        """Every polygon of area terrain."""
        return tuple(polygon for piece in self.pieces for polygon in piece)

    def impassable(self, grow: float = 0.0) -> tuple[Polygon, ...]:
        """Outlines of the impassable barricades, grown by `grow` inches."""
        return tuple(wall.polygon(grow) for wall in self.walls if wall.impassable)


def rim(circle: Circle, count: int, grow: float = 0.0) -> Floats:
    """Points evenly on the rim of a circle whose radius is grown by `grow` inches, shape (count, 2)."""
    angle = np.arange(count) * (2 * math.pi / count)
    return circle.centre + max(circle.radius + grow, 0.0) * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def corners(polygons: Sequence[Polygon]) -> Floats:
    """All corners of some polygons, shape (n, 2)."""
    return np.concatenate([np.empty((0, 2)), *[polygon.corners for polygon in polygons]])

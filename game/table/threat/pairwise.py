"""Verdicts on many strikes at once, which are pairs of a base's spot and a target, as the ruler measures."""

import math

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from game.cached import cached_property
from game.table.measuring.detours import BLOCKED
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.area import Floats, SplitArea, polygons_of

Flags = NDArray[np.bool_]


class Strikes:
    """Strikes of a base at range `n` against points, or discs of radius `girth`, measured by a ruler between levels.

    Between levels, the range may fall as a line grows. Spots inside a region may then strike targets that no spot on
    its outline strikes; such strikes are `uneven`.
    """

    def __init__(self, ruler: Ruler, base: Disc, n: float, girth: float = 0.0) -> None:
        self.policy, self.n = ruler.policy, n
        self.span = base.radius if ruler.policy.from_edges else 0.0
        self.girth = girth if ruler.policy.from_edges else 0.0
        self.limit = ruler.policy.limit(n)
        self.reach = self.span + self.girth + self.limit
        self._terrain, self._walls = ruler.area(base.level), ruler.walls
        self.uneven = isinstance(self._terrain, SplitArea)
        self.walled = not ruler.walls.occupancy.is_empty
        # All points of a smaller hole (square inches) in a move region are in range of its rim, unless there are walls.
        self.least_hole = 0.0 if self.walled else math.pi * (self.span + 0.5) ** 2

    @cached_property
    def _corners(self) -> Floats:
        return np.unique(self._walls.corners, axis=0)

    def judge(self, ends: Floats, targets: Floats) -> tuple[Flags, Floats]:
        """Return for S pairs of a base's centre and a target whether they are in range, and the excess of terrain."""
        step = targets - ends
        apart = np.hypot(step[:, 0], step[:, 1])
        inches = np.maximum(apart - self.span - self.girth, 0.0)
        unit = step / np.maximum(apart, 1e-12)[:, None]
        starts = ends + unit * np.minimum(self.span, apart)[:, None]
        stops = starts + unit * inches[:, None]
        if self.walled:
            self._go_round_corners(ends, targets, starts, stops, inches)
        reached = np.isfinite(inches)
        terrain = np.zeros(len(inches))
        terrain[reached] = self._terrain.inside_lengths(starts[reached], stops[reached])
        finite_inches = np.where(reached, inches, 0.0)
        struck = reached & (self.policy.costs(finite_inches, terrain) <= self.policy.most(self.n))
        return struck, np.where(reached, terrain - self.policy.terrain_limits(finite_inches, self.n), np.inf)

    def _go_round_corners(self, ends: Floats, targets: Floats, starts: Floats, stops: Floats, inches: Floats) -> None:
        """Replace blocked lines by the shortest clear lines through a wall's corner, or by infinite ones."""
        hidden = np.flatnonzero(self._walls.inside_lengths(starts, stops) > BLOCKED)
        inches[hidden] = np.inf
        for corner in self._corners if hidden.size else ():
            from_end, from_target = ends[hidden] - corner, targets[hidden] - corner
            far, near = np.hypot(*from_end.T), np.hypot(*from_target.T)
            at = np.flatnonzero(
                (far + near - self.span - self.girth < self.limit + self.span) & (far > self.span) & (near > self.girth)
            )
            if not at.size:
                continue
            unit = -from_target[at] / np.maximum(near[at], 1e-12)[:, None]
            first = corner + unit * _met(from_end[at], unit, self.span)[:, None]
            last = targets[hidden[at]] + unit * self.girth
            length = np.hypot(*(last - first).T)
            shorter = np.isfinite(length) & (length < inches[hidden[at]]) & (length < self.limit)
            at, first, last, length = hidden[at[shorter]], first[shorter], last[shorter], length[shorter]
            clear = self._walls.inside_lengths(first, last) <= BLOCKED
            at = at[clear]
            inches[at], starts[at], stops[at] = length[clear], first[clear], last[clear]


def _met(middle: Floats, unit: Floats, radius: float) -> Floats:
    """Return the inches along rays from a corner to their first point in a disc; NaN if they miss it."""
    along = (middle * unit).sum(axis=1)
    aside = middle[:, 0] * unit[:, 1] - middle[:, 1] * unit[:, 0]
    room = radius * radius - aside * aside
    inches = along - np.sqrt(np.maximum(room, 0.0))
    return np.where((room >= -1e-12) & (inches >= 0.0), inches, np.nan)


def outline_of(geometry: BaseGeometry, spacing: float) -> tuple[Floats, Floats]:
    """Return spots (C, 2) along the outlines of a region, with every corner, and outward unit vectors there."""
    spots, normals = [np.zeros((0, 2))], [np.zeros((0, 2))]
    turned = [orient(polygon) for polygon in polygons_of(geometry)]  # inside on the left
    for ring in [ring for polygon in turned for ring in (polygon.exterior, *polygon.interiors)]:
        along = shapely.get_coordinates(shapely.segmentize(ring, spacing))
        if len(along) < 4:
            continue
        along = along[:-1]
        tangent = np.roll(along, -1, axis=0) - np.roll(along, 1, axis=0)
        length = np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-12)
        spots.append(along)
        normals.append(np.stack((tangent[:, 1], -tangent[:, 0]), axis=1) / length[:, None])
    return np.concatenate(spots), np.concatenate(normals)


def inside_of(geometry: BaseGeometry, spacing: float) -> Floats:
    """Return the spots (C, 2) of a grid inside a region."""
    if geometry.is_empty:
        return np.zeros((0, 2))
    x0, y0, x1, y1 = geometry.bounds
    xs, ys = (axis.ravel() for axis in np.meshgrid(np.arange(x0, x1, spacing), np.arange(y0, y1, spacing)))
    inside = shapely.contains_xy(geometry, xs, ys)
    return np.stack((xs[inside], ys[inside]), axis=1)


def without_holes(geometry: BaseGeometry, least_hole: float) -> BaseGeometry:
    """Return a region with holes of up to `least_hole` square inches filled."""
    parts = polygons_of(geometry)
    if least_hole <= 0.0 or not shapely.get_num_interior_rings(parts).any():
        return geometry
    rings, owners = shapely.get_rings(parts, return_index=True)
    outside = np.concatenate(([True], np.diff(owners) > 0))
    remaining = outside | (shapely.area(shapely.polygons(rings)) > least_hole)
    if remaining.all():
        return geometry
    holes = remaining & ~outside
    filled = [shapely.polygons(part.exterior, rings[holes & (owners == n)]) for n, part in enumerate(parts)]
    return filled[0] if len(filled) == 1 else shapely.union_all(filled)

"""Many strikes at once: is a point, or a disc round it, in range of a base at one spot or another?

The same arithmetic as the ruler's, for long lists of pairs. A line that an impassable barricade blocks goes round
the corner that makes it shortest, as the ruler has it.
"""

import math
from weakref import WeakKeyDictionary

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from game.table.measuring.detours import BLOCKED
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex, Floats, SplitArea, polygons_of, rings_of

Flags = NDArray[np.bool_]

# So many lines at once keep the arithmetic in the fast memory.
_AT_ONCE = 1024


class Edges:
    """The outlines of terrain, made ready for thousands of lines at once."""

    def __init__(self, area: AreaIndex) -> None:
        rings = [np.asarray(ring) for polygon in area.polygons for ring in rings_of(polygon)]
        # The corners ring by ring, each ring's first again at its end: an edge leads from one corner to the next.
        self._corners = np.concatenate(rings) if rings else np.zeros((0, 2))
        self._edge = np.ones(max(len(self._corners) - 1, 0), dtype=bool)
        self._edge[np.cumsum([len(ring) for ring in rings], dtype=np.intp)[:-1] - 1] = False
        # A line's row times these tells on which side of it each corner lies, and how far.
        ones = np.ones(len(self._corners))
        self._aside = np.stack((self._corners[:, 1], -self._corners[:, 0], -ones))

    def lengths(self, starts: Floats, ends: Floats) -> Floats:
        """Return the inches of each of S segments, (S, 2) starts and ends, that lie in terrain."""
        total = np.zeros(len(starts))
        if not self._edge.size:
            return total
        for begin in range(0, len(starts), _AT_ONCE):
            part = slice(begin, begin + _AT_ONCE)
            total[part] = self._lengths(starts[part], ends[part])
        return total

    def _lengths(self, starts: Floats, ends: Floats) -> Floats:
        step = ends - starts
        length = np.hypot(step[:, 0], step[:, 1])
        unit = step / np.maximum(length, 1e-12)[:, None]
        ux, uy = unit[:, 0], unit[:, 1]
        aside = np.stack((ux, uy, ux * starts[:, 1] - uy * starts[:, 0]), axis=1) @ self._aside
        left = aside > 0.0
        row, column = np.divmod(np.flatnonzero((left[:, :-1] ^ left[:, 1:]) & self._edge), len(self._edge))
        one, other = aside[row, column], aside[row, column + 1]
        near, far = self._corners[column], self._corners[column + 1]
        share = (one / (one - other))[:, None]
        met = near + (far - near) * share - starts[row]
        place = np.clip(met[:, 0] * ux[row] + met[:, 1] * uy[row], 0.0, length[row])
        signed = np.where(other > 0.0, place, -place)
        return np.maximum(np.bincount(row, weights=signed, minlength=len(starts)), 0.0)


class HalvedEdges:
    """The outlines of the terrain of two levels, for lines from the first to the second."""

    def __init__(self, area: SplitArea) -> None:
        self._first, self._second = edges_of(area.first), edges_of(area.second)

    def lengths(self, starts: Floats, ends: Floats) -> Floats:
        """Return the inches of each of S segments, (S, 2) starts and ends, that count as terrain."""
        middles = (starts + ends) / 2
        return self._first.lengths(starts, middles) + self._second.lengths(middles, ends)


_KNOWN: "WeakKeyDictionary[AreaIndex, Edges | HalvedEdges]" = WeakKeyDictionary()


def edges_of(area: AreaIndex) -> Edges | HalvedEdges:
    """Return the outlines of a table's terrain, prepared once."""
    found = _KNOWN.get(area)
    if found is None:
        found = _KNOWN[area] = HalvedEdges(area) if isinstance(area, SplitArea) else Edges(area)
    return found


class Strikes:
    """Strikes of a base at range `n` against discs of radius `victim` (points, if 0).

    The ruler is the one between the levels of the two, or of a table without levels. Along a line between levels the
    range may fall again as the line grows, so that a spot inside of a region may strike where none on its outline
    does: such strikes are `uneven`.
    """

    def __init__(self, ruler: Ruler, base: Disc, n: float, victim: float = 0.0) -> None:
        self.policy, self.n = ruler.policy, n
        edges = ruler.policy.from_edges
        self.span, self.victim = (base.radius, victim) if edges else (0.0, 0.0)
        self.limit = ruler.policy.limit(n)
        self.reach = self.span + self.victim + self.limit
        area = ruler.area(base.level)
        self.uneven = isinstance(area, SplitArea)
        self._terrain = edges_of(area)
        self._walls = edges_of(ruler.walls)
        self.walled = not ruler.walls.occupancy.is_empty
        # What lies in so small a hole of a move region is in range of its rim, unless there are walls.
        self.least_hole = 0.0 if self.walled else math.pi * (self.span + 0.5) ** 2
        self._corners = np.unique(ruler.walls.corners, axis=0) if self.walled else np.zeros((0, 2))

    def judge(self, ends: Floats, targets: Floats) -> tuple[Flags, Floats]:
        """Judge S pairs of a base's middle and a target's: in range or not, and inches of terrain too many.

        The inches are negative where there is room for more terrain.
        """
        starts, stops, inches = self._lines(ends, targets)
        if self.walled:
            starts, stops, inches = self._round_corners(ends, targets, starts, stops, inches)
        reached = np.isfinite(inches)
        terrain = np.zeros(len(inches))
        terrain[reached] = self._terrain.lengths(starts[reached], stops[reached])
        known = np.where(reached, inches, 0.0)
        struck = reached & (self.policy.costs(known, terrain) <= self.policy.most(self.n))
        return struck, np.where(reached, terrain - self.policy.terrain_limits(known, self.n), np.inf)

    def _lines(self, ends: Floats, targets: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the direct lines from rim to rim: starts, stops and inches."""
        step = targets - ends
        apart = np.hypot(step[:, 0], step[:, 1])
        inches = np.maximum(apart - self.span - self.victim, 0.0)
        unit = step / np.maximum(apart, 1e-12)[:, None]
        starts = ends + unit * np.minimum(self.span, apart)[:, None]
        return starts, starts + unit * inches[:, None], inches

    def _round_corners(
        self, ends: Floats, targets: Floats, starts: Floats, stops: Floats, inches: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Replace blocked lines by the shortest clear ones that touch a wall's corner; without any, infinity."""
        hidden = np.flatnonzero(self._walls.lengths(starts, stops) > BLOCKED)
        if not hidden.size:
            return starts, stops, inches
        best = np.full(len(hidden), np.inf)
        begin, finish = starts[hidden], stops[hidden]
        for corner in self._corners:
            from_end, from_target = ends[hidden] - corner, targets[hidden] - corner
            far, near = np.hypot(*from_end.T), np.hypot(*from_target.T)
            close = far + near - self.span - self.victim < self.limit + self.span + self.victim
            at = np.flatnonzero(close & (far > self.span) & (near > self.victim))
            if not at.size:
                continue
            line = _through(from_end[at], from_target[at], self.span, self.victim)
            length = np.hypot(*(line[1] - line[0]).T)
            shorter = np.isfinite(length) & (length < best[at]) & (length < self.limit)
            at, first, last, length = at[shorter], line[0][shorter] + corner, line[1][shorter] + corner, length[shorter]
            clear = self._walls.lengths(first, last) <= BLOCKED
            at = at[clear]
            best[at], begin[at], finish[at] = length[clear], first[clear], last[clear]
        inches, starts, stops = inches.copy(), starts.copy(), stops.copy()
        inches[hidden], starts[hidden], stops[hidden] = best, begin, finish
        return starts, stops, inches


def _through(one: Floats, other: Floats, span: float, victim: float) -> tuple[Floats, Floats]:
    """Return the lines from disc to disc, their middles given off a corner, that run through the corner.

    Against a point there is one such line. Against a disc it is the one whose two ends look at the middles most
    evenly, which is the shortest where the discs are alike.
    """
    share = victim / (span + victim) if victim > 0.0 else 0.0
    towards = -other / np.maximum(np.hypot(*other.T), 1e-12)[:, None]
    away = one / np.maximum(np.hypot(*one.T), 1e-12)[:, None]
    turn = np.arctan2(towards[:, 0] * away[:, 1] - towards[:, 1] * away[:, 0], (towards * away).sum(axis=1))
    bearing = np.arctan2(towards[:, 1], towards[:, 0]) + turn * share
    unit = np.stack((np.cos(bearing), np.sin(bearing)), axis=1)
    first = _met(one, unit, span)
    last = _met(other, -unit, victim)
    return unit * first[:, None], -unit * last[:, None]


def _met(middle: Floats, unit: Floats, radius: float) -> Floats:
    """Return the inches from the corner along rays to where each meets a disc first; not a number where it does not."""
    along = (middle * unit).sum(axis=1)
    aside = middle[:, 0] * unit[:, 1] - middle[:, 1] * unit[:, 0]
    room = radius * radius - aside * aside
    met = along - np.sqrt(np.maximum(room, 0.0))
    return np.where((room >= -1e-12) & (met >= 0.0), met, np.nan)


def outline_of(geometry: BaseGeometry, spacing: float, least_hole: float = 0.0) -> tuple[Floats, Floats]:
    """Return spots along the outlines of a region, (C, 2), and which way is out there, (C, 2) unit vectors.

    Every corner is among them. Holes of no more than `least_hole` square inches are left out.
    """
    spots, normals = [], []
    for ring in _rings(geometry, least_hole):
        along = shapely.get_coordinates(shapely.segmentize(ring, spacing))
        if len(along) < 4:
            continue
        along = along[:-1]
        tangent = np.roll(along, -1, axis=0) - np.roll(along, 1, axis=0)
        length = np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-12)
        spots.append(along)
        normals.append(np.stack((tangent[:, 1], -tangent[:, 0]), axis=1) / length[:, None])
    if not spots:
        return np.zeros((0, 2)), np.zeros((0, 2))
    return np.concatenate(spots), np.concatenate(normals)


def inside_of(geometry: BaseGeometry, spacing: float) -> Floats:
    """Return spots inside of a region, (C, 2), on a grid."""
    if geometry.is_empty:
        return np.zeros((0, 2))
    x0, y0, x1, y1 = geometry.bounds
    xs, ys = (each.ravel() for each in np.meshgrid(np.arange(x0, x1, spacing), np.arange(y0, y1, spacing)))
    shapely.prepare(geometry)
    inside = shapely.contains_xy(geometry, xs, ys)
    return np.stack((xs[inside], ys[inside]), axis=1)


def without_holes(geometry: BaseGeometry, least_hole: float) -> BaseGeometry:
    """Return a region with the holes of no more than `least_hole` square inches filled."""
    parts = polygons_of(geometry)
    if least_hole <= 0.0 or not shapely.get_num_interior_rings(parts).any():
        return geometry
    rings, owners = shapely.get_rings(parts, return_index=True)
    outside = np.concatenate(([True], np.diff(owners) > 0))
    kept = outside | (shapely.area(shapely.polygons(rings)) > least_hole)
    if kept.all():
        return geometry
    holes = kept & ~outside
    filled = [shapely.polygons(part.exterior, rings[holes & (owners == n)]) for n, part in enumerate(parts)]
    return filled[0] if len(filled) == 1 else shapely.union_all(filled)


def _rings(geometry: BaseGeometry, least_hole: float) -> list[shapely.LinearRing]:
    """Return the outlines, what is inside always on their left."""
    turned = [orient(polygon) for polygon in polygons_of(without_holes(geometry, least_hole))]
    return [ring for polygon in turned for ring in (polygon.exterior, *polygon.interiors)]

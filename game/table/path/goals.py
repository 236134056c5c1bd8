"""The goals of paths: discs or convex polygons for the centre of a base, and the last runs that lead into them.

The shortest path into a disc ends with a run towards its centre, or at a point where a solid cuts its rim. A polygon is
treated the same way: its rim consists of arcs that are nearly straight, and of corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry import Polygon

from game.cached import cached_property
from game.table.lattice import Position
from game.table.path.crossings import distance, edges_of
from game.table.path.field import Floats, Ints, on_rim, rings_from
from game.table.path.path import Point
from game.table.path.policy import Ground
from game.table.path.search import Search
from game.table.path.tangents import TURN, interruptions
from game.table.shapes import Disc

_FLAT: Final = 2000.0
"""The radius in inches of arcs in place of a polygon's edges; they bulge by at most half a thousandth of an inch."""
_FEWER: Final = 5e-3
"""Inches by which a polygon may be larger or smaller than requested, so that it needs fewer corners."""
_ON: Final = 1e-9
"""Radians of tolerance for a bearing on an arc."""


class _Rim(NamedTuple):
    """A part of a goal's rim: an arc about a centre, from the bearing `low` over `width` radians."""

    x: float
    y: float
    radius: float
    low: float
    width: float


class Goal:
    """A disc or a convex polygon in which the centre of a base must end."""

    def __init__(self, shape: Disc | Polygon) -> None:
        self.shape = shape

    @cached_property
    def disc(self) -> Disc:
        """A disc that contains it."""
        return Ground("", self.shape).disc

    def gap(self, at: Position) -> float:
        """Return the inches from a spot to it, negative inside."""
        return distance(self.shape, *at)

    def larger(self, inches: float) -> Goal:
        """Return the goal grown by some inches; a polygon has fewer corners then, and may be slightly larger still."""
        if isinstance(self.shape, Disc):
            return Goal(self.shape._replace(radius=self.shape.radius + inches))
        return Goal(shapely.buffer(shapely.simplify(self.shape, _FEWER), inches + _FEWER, join_style="mitre"))

    def smaller(self, inches: float) -> Goal | None:
        """Return the goal shrunk by some inches, a polygon perhaps by slightly more; None if nothing is left of it."""
        if isinstance(self.shape, Disc):
            return Goal(self.shape._replace(radius=self.shape.radius - inches))
        shape = shapely.buffer(shapely.simplify(self.shape, _FEWER), -inches, join_style="mitre")
        return None if shape.is_empty else Goal(shape)

    def straight_entry(self, start: Position) -> Point:
        """Return the point at which the shortest straight run from a spot enters the goal."""
        if isinstance(self.shape, Disc):
            x, y, radius = self.shape[:3]
            share = 1.0 - radius / max(math.dist(start, (x, y)), radius)
            return start.x + share * (x - start.x), start.y + share * (y - start.y)
        x, y = shapely.get_coordinates(shapely.shortest_line(self.shape, shapely.Point(start)))[0].tolist()
        return x, y

    @cached_property
    def _rims(self) -> list[_Rim]:
        """The rim as arcs: all round for a disc, and a nearly straight arc for each edge of a polygon."""
        if isinstance(self.shape, Disc):
            return [_Rim(*self.shape[:3], 0.0, TURN)]
        return [_flat_arc(*edge) for edge in edges_of(self.shape).tolist()]

    @cached_property
    def _corners(self) -> Floats:
        """The corners of a polygon; a disc has none."""
        return np.zeros((0, 2)) if isinstance(self.shape, Disc) else edges_of(self.shape)[:, :2]

    def runs_into(self, search: Search, limit: float) -> Iterator[tuple[float, Point, int]]:
        """Yield last runs into the goal (cost, point, arrival) within a cost limit; the cheapest one is among them.

        A path that begins in a polygon has none.
        """
        if not len(search.arrivals.number):
            return
        field = search.field
        runs = [_runs_to_arc(search, rim, limit) for rim in self._rims]
        starts, ends, costs, arrivals = (np.concatenate(column) for column in zip(*runs, strict=True))
        clear = field.clear(starts, ends) & field.free(ends)
        for index in np.flatnonzero(clear & (costs <= limit)).tolist():
            yield float(costs[index]), (float(ends[index, 0]), float(ends[index, 1])), int(arrivals[index])
        corners = np.concatenate((self._crossed(search), self._corners))
        corners = corners[field.free(corners)]
        least, corner_arrivals = search.costs(corners, limit)
        for index in np.flatnonzero(least <= limit).tolist():
            yield float(least[index]), (float(corners[index, 0]), float(corners[index, 1])), int(corner_arrivals[index])

    def _crossed(self, search: Search) -> Floats:
        """Return the points at which solids cross the rim."""
        number, bearings = interruptions(search.field, rings_from([(*rim, False) for rim in self._rims]))
        x, y, radius, low, width = np.array(self._rims)[number].T
        is_on_arc = np.remainder(bearings - low, TURN) <= width
        return on_rim(x[is_on_arc], y[is_on_arc], radius[is_on_arc], bearings[is_on_arc])


def _flat_arc(ax: float, ay: float, bx: float, by: float) -> _Rim:
    """Return a nearly straight arc from one point to another, with its centre on the left."""
    dx, dy = (bx - ax) / 2, (by - ay) / 2
    half = math.hypot(dx, dy)
    scale = math.sqrt(_FLAT * _FLAT - half * half) / half
    x, y = ax + dx - dy * scale, ay + dy + dx * scale
    return _Rim(x, y, _FLAT, math.atan2(ay - y, ax - x), 2 * math.asin(half / _FLAT))


def _runs_to_arc(search: Search, rim: _Rim, limit: float) -> tuple[Floats, Floats, Floats, Ints]:
    """Return runs towards the centre of an arc that meet it: their starts and ends, their costs, and arrivals."""
    centre = np.array(rim[:2])
    arrivals, turned, costs = search.arrivals.leaving_for(*rim[:2], limit + rim.radius, search.arcs)
    starts = search.arrivals.spots(arrivals, turned)
    distance = np.hypot(*(starts - centre).T)
    share = np.minimum(rim.radius / np.maximum(distance, 1e-12), 1.0)
    ends = centre + (starts - centre) * share[:, None]
    costs = costs - distance * share
    if rim.width < TURN:
        bearing = np.arctan2(ends[:, 1] - centre[1], ends[:, 0] - centre[0])
        reaches_arc = np.remainder(bearing - rim.low + _ON, TURN) <= rim.width + 2 * _ON
        reaches_arc &= distance >= rim.radius  # a run to the other side of a polygon has met this one before
        return starts[reaches_arc], ends[reaches_arc], costs[reaches_arc], arrivals[reaches_arc]
    return starts, ends, costs, arrivals

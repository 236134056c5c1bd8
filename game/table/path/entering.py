"""The ends of a base that enters from anywhere on a straight line, such as an edge of the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.path.field import grown
from game.table.path.path import Path
from game.table.path.policy import PathPolicy, near_to
from game.table.path.region import PathRegion
from game.table.path.straight import straight_path_is_legal
from game.table.placing.places import Spot, Verdict, first_legal
from game.table.placing.sampling import draws, nearest_in, triangles_of
from game.table.shapes import Bounds
from game.table.terrain.area import polygons_of

_STARTS = 64
"""The number of cached regions, each of a single start."""
_DARTS = 40
"""The most random ends tried."""
_BESIDE, _FINE, _INSIDE = 0.02, 0.02, 0.002
"""Inches from the corners of rims, off rims that are drawn with fewer corners, and within the border of legal ends."""
_HALVINGS = 8
"""The halvings between a legal spot of a line and an illegal one."""

Run = tuple[float, float]
"""The first and the last inches across the line of some legal ends."""


class EntryRegion:
    """All ends of the paths of a base that start on a line from `one` to `other`, in inches.

    A path starts where the line is nearest to its end, so an end behind an obstacle needs a path around it from there.
    Several policies are alternatives.
    """

    def __init__(self, one: Spot, other: Spot, *policies: PathPolicy) -> None:
        self.line, self.policies = LineString([one, other]), policies
        self._from = lru_cache(maxsize=_STARTS)(lambda start: PathRegion(start, *policies))

    def start(self, where: Spot) -> Position:
        """Return the spot of the line at which the path to a spot starts."""
        foot = self.line.interpolate(self.line.project(shapely.Point(where)))
        return position(foot.x, foot.y)

    def verdict(self, where: Spot) -> Verdict:
        """Return whether a path leads to a spot; "unknown" if that needs a search."""
        return self._from(self.start(where)).verdict(where)

    def find(self, where: Spot | None = None) -> Path | None:
        """Return a legal path to a spot (by default to any), or None if none was found."""
        if where is None:
            spot = self.sample(Random(0))
            return None if spot is None else self.find(spot)
        return self._from(self.start(where)).find(where)

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against ending at a spot."""
        return self._from(self.start(where)).why_not(where)

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The ends as drawn: the ground between lines across the starts, each as deep as straight paths lead."""
        lines = [(mark, self._runs(mark)) for mark in self._marks()]
        strips = [strip for line, next_line in pairwise(lines) for strip in self._between(line, next_line)]
        rounds = [self._from(position(*corner)).geometry for corner in self.line.coords]
        beyond_ends = [shapely.difference(area, self.line.buffer(self._reach, cap_style="flat")) for area in rounds]
        return shapely.intersection(shapely.union_all([*strips, *beyond_ends]), self._within_reach)

    @cached_property
    def _rims(self) -> BaseGeometry:
        """The outlines of all grounds near the line, grown by the base."""
        grounds = (ground for policy in self.policies for ground in policy.grounds)
        areas = [grown(ground, self.policies[0].radius, 0.0) for ground in grounds]
        near = [area for area in areas if shapely.distance(area, self.line) < self._reach]
        strip = self.line.buffer(self._reach, cap_style="flat")
        return shapely.union_all(shapely.intersection(shapely.simplify(shapely.boundary(near), _FINE), strip))

    def _marks(self) -> list[float]:
        """Return the inches along the line at which ends are sought: at both sides of each corner of a rim."""
        corners = shapely.get_coordinates(self._rims)
        edges = shapely.line_locate_point(self.line, shapely.points(corners)) if len(corners) else np.array([])
        marks = np.concatenate([edges - _BESIDE, edges + _BESIDE])
        inside = marks[(marks > 0.0) & (marks < self.line.length)]
        return [0.0, *np.unique(np.round(inside, 2)).tolist(), self.line.length]

    def _at(self, inches: float, deep: float) -> Spot:
        """Return the spot that is so deep on the table, so many inches along the line."""
        (ax, ay), (ux, uy), (inward_x, inward_y) = self._axes
        return ax + ux * inches + inward_x * deep, ay + uy * inches + inward_y * deep

    @cached_property
    def _axes(self) -> tuple[Spot, Spot, Spot]:
        """The start of the line, and one inch along it and into the table."""
        (ax, ay), (bx, by) = self.line.coords
        ux, uy = (bx - ax) / self.line.length, (by - ay) / self.line.length
        west, south, east, north = self.policies[0].bounds
        side = 1.0 if ((west + east) / 2 - ax) * -uy + ((south + north) / 2 - ay) * ux > 0.0 else -1.0
        return (ax, ay), (ux, uy), (-uy * side, ux * side)

    def _runs(self, inches: float) -> list[Run]:
        """Return the depths between which ends are legal, so many inches along the line.

        Nothing changes between the rims that a path crosses, but that it grows too long.
        """
        inward_line = shapely.LineString([self._at(inches, 0.0), self._at(inches, self._reach)])
        box = inward_line.buffer(_BESIDE).bounds
        policies = [policy.but(grounds=near_to(policy, box, policy.radius)) for policy in self.policies]
        start = position(*self._at(inches, 0.0))

        def legal(deep: float) -> bool:
            return straight_path_is_legal(start, position(*self._at(inches, deep)), policies)

        crossings = shapely.get_coordinates(inward_line.intersection(self._rims)).tolist()
        depths = {
            0.0,
            *(policy.budget for policy in self.policies),
            *(inward_line.project(shapely.Point(x, y)) for x, y in crossings),
        }
        runs: list[Run] = []
        for low, high in pairwise(sorted(depths)):
            last = _last_legal(legal, low + _INSIDE, high - _INSIDE)
            if last is None:
                continue
            joined = runs and runs[-1][1] > low - 2 * _INSIDE
            first = runs.pop()[0] if joined else low + _INSIDE
            runs.append((first, last))
        return runs

    def _between(self, one: tuple[float, list[Run]], other: tuple[float, list[Run]]) -> Iterator[BaseGeometry]:
        """Yield the ground between the runs of two neighbouring lines: from run to run, or what is legal on both."""
        (left, runs), (right, next_runs) = one, other
        same = len(runs) == len(next_runs)
        for number, (near, far) in enumerate(runs):
            for next_number, (next_near, next_far) in enumerate(next_runs):
                both = max(near, next_near), min(far, next_far)
                if both[0] >= both[1] or (same and number != next_number):
                    continue
                (a, b), (c, d) = ((near, far), (next_near, next_far)) if same else (both, both)
                corners = [self._at(left, a), self._at(left, b), self._at(right, d), self._at(right, c)]
                yield shapely.Polygon(corners)

    @property
    def _reach(self) -> float:
        """The most inches of a path."""
        return max(policy.budget for policy in self.policies)

    @cached_property
    def _within_reach(self) -> BaseGeometry:
        """The ground within reach of the line, without ground on which no base may end; some of it is not legal."""
        reach = self._reach
        west, south, east, north = self.policies[0].bounds
        table = shapely.box(west, south, east, north).buffer(-self.policies[0].radius)
        ground_in_reach = table.intersection(self.line.buffer(reach, cap_style="flat").union(self.line.buffer(reach)))
        for ground in self.policies[0].grounds:
            if ground.solid or not ground.rest:
                shape = ground.shape
                if isinstance(shape, tuple):
                    shape = shapely.Point(shape.x, shape.y).buffer(shape.radius)
                ground_in_reach = ground_in_reach.difference(
                    shape.buffer(ground.distance_kept(self.policies[0].radius))
                )
        return ground_in_reach

    @property
    def excluded(self) -> dict[str, BaseGeometry]:
        """Nothing, because causes are not drawn; the reasons are given for each spot."""
        return {}

    def nearest(self, where: Spot) -> Position | None:
        """Return the legal end nearest to a spot, or None if none was found."""
        if self.find(where) is not None:
            return position(*where)
        inside = (polygon.representative_point() for polygon in polygons_of(self.geometry))
        nearest_first = sorted(((point.x, point.y) for point in inside), key=lambda spot: math.dist(spot, where))
        return nearest_in(self, [self.geometry], where) or first_legal(self, nearest_first)

    @property
    def bounds(self) -> Bounds:
        """The box of all spots that may be ends."""
        reach, inset = self._reach, self.policies[0].radius
        west, south, east, north = self.policies[0].bounds
        x0, y0, x1, y1 = self.line.bounds
        return (
            max(x0 - reach, west + inset), max(y0 - reach, south + inset),
            min(x1 + reach, east - inset), min(y1 + reach, north - inset),
        )  # fmt: skip

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal end, or None if none was found."""
        return first_legal(self, draws(triangles_of(self._within_reach), rng, _DARTS))


def _last_legal(legal: Callable[[float], bool], first: float, last: float) -> float | None:
    """Return the last legal depth of several, of which all up to some one are legal; None without one."""
    if first > last or not legal(first):
        return None
    if legal(last):
        return last
    for _halving in range(_HALVINGS):
        middle = (first + last) / 2
        first, last = (middle, last) if legal(middle) else (first, middle)
    return first

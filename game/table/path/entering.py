"""The ends of a base that enters from anywhere on a straight line, such as an edge of the table."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.path.path import Path
from game.table.path.policy import PathPolicy
from game.table.path.region import PathRegion
from game.table.placing.places import Spot, Verdict, first_legal
from game.table.placing.sampling import draws, nearest_in, triangles_of
from game.table.shapes import Bounds
from game.table.terrain.area import polygons_of

_STARTS = 64
"""The number of cached regions, each of a single start."""
_DARTS = 40
"""The most random ends tried."""


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
        """The ends as drawn: the ground within reach of the line, without ground on which no base may end."""
        reach = max(policy.budget for policy in self.policies)
        west, south, east, north = self.policies[0].bounds
        table = shapely.box(west, south, east, north).buffer(-self.policies[0].radius)
        ends = table.intersection(self.line.buffer(reach, cap_style="flat").union(self.line.buffer(reach)))
        for ground in self.policies[0].grounds:
            if ground.solid or not ground.rest:
                shape = shapely.Point(ground.shape.x, ground.shape.y).buffer(ground.shape.radius) if isinstance(
                    ground.shape, tuple) else ground.shape  # fmt: skip
                ends = ends.difference(shape.buffer(ground.distance_kept(self.policies[0].radius)))
        return ends

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
        reach, inset = max(policy.budget for policy in self.policies), self.policies[0].radius
        west, south, east, north = self.policies[0].bounds
        x0, y0, x1, y1 = self.line.bounds
        return (
            max(x0 - reach, west + inset), max(y0 - reach, south + inset),
            min(x1 + reach, east - inset), min(y1 + reach, north - inset),
        )  # fmt: skip

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal end, or None if none was found."""
        return first_legal(self, draws(triangles_of(self.geometry), rng, _DARTS))

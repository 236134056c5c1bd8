"""Areas in which members of a moving unit may end, by free room and budget. They are drawn quickly, for searches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.layout.effort import PATH_STEPS, Effort
from game.table.path.fans import run_lengths
from game.table.path.field import SPARE, Field, grown, grown_shape
from game.table.path.judge import allows
from game.table.path.path import Path
from game.table.path.policy import PathPolicy, near_to
from game.table.path.region import PathRegion
from game.table.path.straight import is_surely_legal
from game.table.placing.places import ExactSpots, Spot, is_legal
from game.table.placing.sampling import insets, nearest_in
from game.table.shapes import Bounds

_QUARTER: Final = 8
"""The number of chords with which a quarter turn is drawn."""
_RAYS: Final = 96
_SET_BACK: Final = (2e-3, 2e-2)
"""Inches by which spots on the outline are moved inside if they are not legal there."""
_TURNS: Final = np.arange(_RAYS) * (2 * math.pi / _RAYS)
_UNIT: Final = np.stack((np.cos(_TURNS), np.sin(_TURNS)), axis=1)


class Room:
    """The area that a unit's grounds leave free for centres. Members with the same base and grounds share a drawing."""

    def __init__(self, regions: Sequence[PathRegion]) -> None:
        self._regions = regions
        self._barred = dict[tuple[int, float, bool], BaseGeometry]()

    def free(self, region: PathRegion, *, straight: bool) -> BaseGeometry:
        """Return the approximate area of a base's ends: by `straight` paths, or else all ends within the budget."""
        area = shapely.union_all([self._free(region.start, policy, straight=straight) for policy in region.policies])
        shapely.prepare(area)
        return area

    def _free(self, start: Position, policy: PathPolicy, *, straight: bool) -> BaseGeometry:
        if straight:
            area: BaseGeometry = straight_reach(start, policy)
        else:
            west, south, east, north = policy.bounds
            r = policy.radius
            area = shapely.Point(start).buffer(policy.budget, quad_segs=_QUARTER)
            area = shapely.intersection(area, shapely.box(west + r, south + r, east - r, north - r))
        for end in policy.ends:
            if math.isfinite(end.most):
                drawn = [grown_shape(shape, policy.radius + end.most, _QUARTER) for shape in end.shapes]
                area = shapely.intersection(shapely.make_valid(area), shapely.union_all(drawn))
        barred = self._drawn(policy, straight=straight)
        return area if barred.is_empty else shapely.difference(shapely.make_valid(area), barred)

    def _drawn(self, policy: PathPolicy, *, straight: bool) -> BaseGeometry:
        """Return the area in which no member with this base may end; with `straight`, without solid grounds."""
        key = id(policy.grounds), policy.radius, straight
        if key not in self._barred:
            box = self._box
            barred = [ground for ground in policy.grounds if not ground.rest or (ground.solid and not straight)]
            near = [ground for ground in barred if ground.is_near(box, ground.distance_kept(policy.radius))]
            drawn = shapely.union_all([grown(ground, policy.radius, quarter=_QUARTER) for ground in near])
            shapely.prepare(drawn)
            self._barred[key] = drawn
        return self._barred[key]

    @cached_property
    def _box(self) -> Bounds:
        """A box around all spots that any member may reach."""
        reach = [(*region.start, max(policy.budget for policy in region.policies)) for region in self._regions]
        return (
            min(x - far for x, _y, far in reach),
            min(y - far for _x, y, far in reach),
            max(x + far for x, _y, far in reach),
            max(y + far for _x, y, far in reach),
        )


class FreeEnds(ExactSpots):
    """The spots where a member may end, drawn by free room. Without a `search`, verdicts are for straight paths."""

    def __init__(self, region: PathRegion, room: Room, effort: Effort, *, search: bool) -> None:
        self.region, self.search, self._room, self._effort = region, search, room, effort

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The drawn area of legal centres, in inches; the verdict is more exact."""
        return self._room.free(self.region, straight=not self.search)

    def _allows(self, x: float, y: float) -> bool:
        start, at = self.region.start, Position(x, y)
        if self.search:
            self._effort.spend(PATH_STEPS)
            return is_legal(self.region, at)
        return any(
            is_surely_legal(policy, start, at) if policy.goes_straight else allows(Path.through([start, at]), policy)
            for policy in self._near
        )

    @cached_property
    def _near(self) -> list[PathPolicy]:
        """The policies, with only the grounds that the base may reach."""
        (x, y), policies = self.region.start, list[PathPolicy]()
        for policy in self.region.policies:
            far = policy.budget
            box = x - far, y - far, x + far, y + far
            has_named_grounds = any(stage.names for stage in policy.stages)
            policies.append(policy if has_named_grounds else policy.but(grounds=near_to(policy, box, SPARE)))
        return policies

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against a spot; none if it is legal."""
        return self.region.why_not(where)

    def sample(self, rng: Random) -> Position | None:
        """Return a legal spot at random, or None if none was found."""
        return self.region.sample(rng)

    def nearest(self, where: Spot) -> Position | None:
        """Return a legal spot near `where`, or None if none was found."""
        return self.find(where) or nearest_in(self, insets(self.geometry, _SET_BACK), where)


def straight_reach(start: Position, policy: PathPolicy) -> shapely.Polygon:
    """Return the approximate area (inches) of centres to which straight paths lead that no solid ground blocks."""
    solid = policy.but(grounds=tuple(ground for ground in policy.grounds if ground.solid))
    field, starts = Field(solid, start, policy.budget), np.tile(start, (_RAYS, 1))
    far, _ends = run_lengths(field, starts, _UNIT, np.full(_RAYS, policy.budget))
    return shapely.Polygon(starts + far[:, None] * _UNIT)

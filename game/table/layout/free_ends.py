"""Where the members of a moving unit may end as far as room and budget go: quick to draw, for a search to look at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.shapes import Disc
from game.table.ways.field import grown
from game.table.ways.policy import Ground, WayPolicy
from game.table.ways.region import WayRegion

_QUARTER: Final = 8
"""Chords of a quarter of a rim as drawn."""
_SET_BACK: Final = (2e-3, 2e-2)
"""Inches by which spots on the outline are moved inside, where those on it are not legal."""


class Room:
    """What the grounds of a unit leave free for centres; members with the same base and grounds share a drawing."""

    def __init__(self, regions: Sequence[WayRegion]) -> None:
        self._regions = regions
        self._barred = dict[tuple[int, float], BaseGeometry]()

    def free(self, region: WayRegion) -> BaseGeometry:
        """Return where a base may end if its way is no longer than the budget as the crow flies; approximate."""
        return shapely.union_all([self._free(region.start, policy) for policy in region.policies])

    def _free(self, start: Position, policy: WayPolicy) -> BaseGeometry:
        west, south, east, north = policy.bounds
        r = policy.radius
        near: BaseGeometry = shapely.Point(start).buffer(policy.budget, quad_segs=_QUARTER)
        near = shapely.intersection(near, shapely.box(west + r, south + r, east - r, north - r))
        for end in policy.ends:
            if math.isfinite(end.most):
                drawn = [_grown(shape, r + end.most) for shape in end.shapes]
                near = shapely.intersection(near, shapely.union_all(drawn))
        key = id(policy.grounds), r
        if key not in self._barred:
            self._barred[key] = self._drawn(policy.grounds, r)
        free = shapely.difference(near, self._barred[key])
        shapely.prepare(free)
        return free

    def _drawn(self, grounds: tuple[Ground, ...], radius: float) -> BaseGeometry:
        """Return where no member with such a base may end, as far as any of them may come."""
        boxes = [
            shapely.box(x - far, y - far, x + far, y + far).bounds
            for region in self._regions
            for (x, y), far in [(region.start, max(policy.budget for policy in region.policies))]
        ]
        west, south, east, north = zip(*boxes)
        box = min(west), min(south), max(east), max(north)
        barred = [ground for ground in grounds if ground.solid or not ground.rest]
        near = [ground for ground in barred if ground.is_near(box, ground.distance_kept(radius))]
        drawn = shapely.union_all([grown(ground, radius, quarter=_QUARTER) for ground in near])
        shapely.prepare(drawn)
        return drawn


class FreeEnds:
    """Where a member may end: the room there is, drawn; the verdict is that of its ways, of the straight one alone."""

    def __init__(self, region: WayRegion, room: Room, *, search: bool) -> None:
        self.region, self.search, self._room = region, search, room

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The legal centres as drawn, in inches; the verdict is finer."""
        return self._room.free(self.region)

    def contains(self, x: float, y: float) -> bool:
        """Return whether the base may end at (x, y), in inches; straight only, unless other ways are searched for."""
        return self.region.contains(x, y) if self.search else self.region.allows_straight(position(x, y))

    def why_not(self, x: float, y: float) -> list[Refusal]:
        """Return every reason against (x, y); empty when it is legal."""
        return self.region.why_not(x, y)

    def nearest(self, x: float, y: float) -> Position | None:
        """Return a legal spot near (x, y), or None if none was found."""
        if self.contains(x, y):
            return position(x, y)
        for inches in (0.0, *_SET_BACK):
            ground = self.geometry if inches == 0.0 else shapely.buffer(self.geometry, -inches, quad_segs=2)
            if not ground.is_empty:
                near = shapely.get_coordinates(shapely.shortest_line(ground, shapely.Point(x, y)))[0].tolist()
                if self.contains(*near):
                    return position(*near)
        return None


def _grown(shape: Disc | shapely.Polygon, inches: float) -> BaseGeometry:
    if isinstance(shape, Disc):
        return shapely.Point(shape.x, shape.y).buffer(shape.radius + inches, quad_segs=_QUARTER)
    return shape.buffer(inches, quad_segs=_QUARTER)

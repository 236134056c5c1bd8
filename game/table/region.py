"""Where a disc may be put: an exact verdict, every reason against a spot, the nearest spot, and the shape of it all."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.area import polygons_of
from game.table.clearances import Bounds, Condition, reaches
from game.table.lattice import Position, position, snap
from game.table.shapes import Disc

_REJECTIONS = 48
# Inches by which a spot on the outline is moved inside, ever further until the exact verdict agrees.
_SET_BACK = (2e-4, 6e-4, 2e-3, 6e-3, 2e-2)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a spot is refused: the cause's key, plain words, the inches missing and the rule broken."""

    cause: str
    message: str
    short_by: float
    rule: str


class Region:
    """All legal centres of a disc of one radius under some conditions, in inches.

    The verdict is exact and needs no geometry; the geometry is built when first asked for. `around` is where the
    disc stands now, if it does. Conditions are best given in the order of what they cost: a range is worked out only
    where those before it leave something.
    """

    def __init__(self, radius: float, conditions: Sequence[Condition], around: Disc | None = None) -> None:
        self.radius = radius
        self.conditions = tuple(conditions)
        self.around = around
        self._whole: Region | None = None
        self._judged_legal: tuple[float, float] | None = None

    def narrowed(self, further: Condition) -> "Region":
        """Return the region under one more condition; what is known of this one is not worked out again."""
        return Region(self.radius, (*self.conditions, further), self.around).part_of(self)

    def part_of(self, whole: "Region") -> Self:
        """Note a region under some of the conditions of this one, which it is the more of; return this one."""
        self._whole = whole
        if whole._judged_legal is not None:  # it may be legal here too
            self.contains(*whole._judged_legal)
        return self

    @property
    def whole(self) -> "Region | None":
        """The region that this one is known to be a part of."""
        return self._whole

    def contains(self, x: float, y: float) -> bool:
        """Whether the lattice spot nearest to (x, y) is legal."""
        x, y = snap(x), snap(y)
        if (x, y) == self._judged_legal:  # a spot that was sampled, snapped to or asked about is asked about again
            return True
        for condition in self.conditions:
            if not condition.allows(x, y):
                return False
        self._judged_legal = (x, y)
        return True

    def why_not(self, x: float, y: float) -> list[Reason]:
        """Return every reason against the lattice spot nearest to (x, y); nothing when it is legal."""
        x, y = snap(x), snap(y)
        return [
            Reason(cause, condition.message(x, y), condition.short_by(x, y), rule)
            for condition in self.conditions
            if not condition.allows(x, y)
            for cause, rule in (_blame(condition, x, y),)
        ]

    @cached_property
    def bounds(self) -> Bounds | None:
        """The box that every condition's bounds share; None when it is empty or nothing bounds it."""
        boxes = [condition.bounds for condition in self.conditions if condition.bounds is not None]
        if not boxes:
            return None
        west, south, east, north = zip(*boxes)
        box = max(west), max(south), min(east), min(north)
        return box if box[0] <= box[2] and box[1] <= box[3] else None

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The legal centres; empty if no condition bounds them."""
        if self.bounds is None:
            return Polygon()
        known = self._whole is not None and "geometry" in self._whole.__dict__
        conditions = self._unsettled if known else self._by_cost
        ranges = [condition for condition in conditions if reaches(condition)]
        first = conditions.index(ranges[0]) if ranges else len(conditions)
        legal: BaseGeometry = self._whole.geometry if self._whole is not None and known else shapely.box(*self.bounds)
        for condition in ranges:
            legal = shapely.intersection(legal, condition.outer())
        legal = _narrowed(legal, [each for each in conditions[:first] if each not in ranges])
        for condition in ranges:
            allowed = legal if legal.is_empty else condition.allowed_in(legal.bounds)
            legal = legal if allowed is None else shapely.intersection(legal, allowed)
        legal = _narrowed(legal, [each for each in conditions[first:] if each not in ranges])
        shapely.prepare(legal)
        return legal

    @property
    def _unsettled(self) -> tuple[Condition, ...]:
        """The conditions by which this region is narrower than the one that it is a part of."""
        settled = self._whole.conditions if self._whole is not None else ()
        return tuple(condition for condition in self.conditions if condition not in settled)

    @property
    def _by_cost(self) -> tuple[Condition, ...]:
        """The conditions, of those that cost most the ones first by which this region is narrower than another."""
        if self._whole is None:
            return self.conditions
        further = self._unsettled
        others = [condition for condition in self.conditions if condition not in further]
        first = next((at for at, condition in enumerate(others) if reaches(condition)), len(others))
        return (*others[:first], *further, *others[first:])

    @property
    def parts(self) -> list[Polygon]:
        """The separate parts of the region, with their holes."""
        return polygons_of(self.geometry)

    @property
    def area(self) -> float:
        """Square inches of legal centres."""
        return float(shapely.area(self.geometry))

    @property
    def is_empty(self) -> bool:
        """Whether there is no legal spot; the middle of each part is tried first."""
        if self.around is not None and self.contains(self.around.x, self.around.y):
            return False
        middles = (part.representative_point() for part in self.parts)
        return not any(self.contains(spot.x, spot.y) for spot in middles) and self.nearest(*self._middle) is None

    @property
    def _middle(self) -> tuple[float, float]:
        if self.around is not None:
            return self.around.x, self.around.y
        x0, y0, x1, y1 = self.bounds or (0.0, 0.0, 0.0, 0.0)
        return (x0 + x1) / 2, (y0 + y1) / 2

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """For each cause, the centres within reach that it forbids.

        Within reach is what the range conditions allow, beyond the table's edge too; for the range itself, what it
        would allow on a bare table. Without a condition of range, within reach is the box of the bounds.
        """
        ranges = [condition for condition in self.conditions if reaches(condition)]
        allowed = [geometry for geometry in (condition.allowed() for condition in ranges) if geometry is not None]
        if ranges:
            envelope = shapely.intersection_all([condition.envelope() for condition in ranges])
        else:
            envelope = shapely.box(*self.bounds) if self.bounds else Polygon()
        reach = shapely.intersection_all([envelope, *allowed])
        found: dict[str, BaseGeometry] = {}
        for condition in self.conditions:
            if reaches(condition):
                shares = condition.excluded(envelope)
            else:
                shares = {condition.cause: _forbidden_part(condition, reach)}
            for cause, geometry in shares.items():
                if shapely.area(geometry) > 0.0:
                    found[cause] = shapely.union(found[cause], geometry) if cause in found else geometry
        return found

    def nearest(self, x: float, y: float) -> Position | None:
        """Return the legal lattice spot nearest to (x, y), or None if the region is empty.

        A spot on the outline is set back inside by little more than one lattice step, so the answer is that much
        farther than the nearest point in the plane.
        """
        if self.contains(x, y):
            return position(x, y)
        target = shapely.Point(x, y)
        for inches in _SET_BACK:
            found = self._nearest_in(self._inset(inches), target)
            if found is not None:
                return found
        return self._last_resort(target)

    def _inset(self, inches: float) -> BaseGeometry:
        if inches not in self._insets:
            inset = shapely.buffer(self.geometry, -inches, quad_segs=2)
            shapely.prepare(inset)
            self._insets[inches] = inset
        return self._insets[inches]

    @cached_property
    def _insets(self) -> dict[float, BaseGeometry]:
        return {}

    def _nearest_in(self, geometry: BaseGeometry, target: shapely.Point) -> Position | None:
        if geometry.is_empty:
            return None
        line = shapely.get_coordinates(shapely.shortest_line(geometry, target))
        spot = position(float(line[0, 0]), float(line[0, 1]))
        return spot if self.contains(*spot) else None

    def _last_resort(self, target: shapely.Point) -> Position | None:
        """Try every corner and the middle of every part, nearest first, and where the disc stands now."""
        tries = [(float(x), float(y)) for x, y in shapely.get_coordinates(self.geometry)]
        tries += [(middle.x, middle.y) for middle in (part.representative_point() for part in self.parts)]
        if self.around is not None:
            tries.append((self.around.x, self.around.y))
        tries.sort(key=lambda spot: (spot[0] - target.x) ** 2 + (spot[1] - target.y) ** 2)
        return next((position(*spot) for spot in tries if self.contains(*spot)), None)

    def sample(self, rng: random.Random) -> Position | None:
        """Return a legal lattice spot, each as likely as any other; None if the region is empty.

        Spots in the bounds are drawn until one is legal; the geometry is built only when that fails too often.
        """
        if self.bounds is None:
            return None
        x0, y0, x1, y1 = self.bounds
        for _ in range(_REJECTIONS):
            x, y = snap(x0 + (x1 - x0) * rng.random()), snap(y0 + (y1 - y0) * rng.random())
            if self.contains(x, y):
                return Position(x, y)
        if self._triangles is not None:
            corners, sums = self._triangles
            for _ in range(_REJECTIONS):
                spot = _in_a_triangle(corners, sums, rng)
                if self.contains(*spot):
                    return spot
        return self.nearest(*self._middle)

    @cached_property
    def _triangles(self) -> tuple[list[list[list[float]]], list[float]] | None:
        """The region cut into triangles, with the running sum of their areas."""
        if self.geometry.is_empty or self.area <= 0.0:
            return None
        triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(self.geometry))
        corners = [shapely.get_coordinates(triangle)[:3].tolist() for triangle in triangles]
        return corners, np.cumsum(shapely.area(triangles)).tolist()


def _narrowed(legal: BaseGeometry, conditions: Sequence[Condition]) -> BaseGeometry:
    """Return what conditions that are no ranges leave of a geometry."""
    for condition in conditions:
        allowed = condition.allowed()
        if allowed is not None:
            legal = shapely.intersection(legal, allowed)
    bars = [condition for condition in conditions if condition.allowed() is None]
    if legal.is_empty or not bars:
        return legal
    return shapely.difference(legal, shapely.union_all([bar.forbidden(legal.bounds) for bar in bars]))


def _blame(condition: Condition, x: float, y: float) -> tuple[str, str]:
    return condition.blame(x, y) if reaches(condition) else (condition.cause, condition.rule)


def _forbidden_part(condition: Condition, reach: BaseGeometry) -> BaseGeometry:
    return reach if reach.is_empty else shapely.intersection(reach, condition.forbidden(reach.bounds))


def _in_a_triangle(corners: list[list[list[float]]], sums: list[float], rng: random.Random) -> Position:
    """Return a spot in one of the triangles, every spot as likely as any other."""
    (ax, ay), (bx, by), (cx, cy) = corners[int(np.searchsorted(sums, rng.random() * sums[-1]))]
    u, v = rng.random(), rng.random()
    if u + v > 1.0:
        u, v = 1.0 - u, 1.0 - v
    return position(ax + (bx - ax) * u + (cx - ax) * v, ay + (by - ay) * u + (cy - ay) * v)

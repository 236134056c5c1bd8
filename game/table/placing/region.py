"""The legal centres of a disc under several conditions."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Self

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.placing.condition import Condition, Ranged
from game.table.placing.places import ExactSpots, Spot, first_legal
from game.table.placing.sampling import Triangles, draws, in_a_box, nearest_in, triangles_of
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import polygons_of

# The numbers of random spots tried before building the geometry, and inside the geometry before giving up.
_DARTS, _REJECTIONS = 24, 48
# Inches added because chords may be inside a round outline.
_SPARE = 0.01
# Inches by which a spot on the outline is moved inside, until the exact verdict is legal.
_SET_BACK = (2e-4, 6e-4, 2e-3, 6e-3, 2e-2)


class Region(ExactSpots):
    """All legal centres of a disc of one radius under several conditions, in inches.

    The verdict is exact and needs no geometry. The geometry is built at its first use. `around` is the disc at its
    present place, if any. Conditions are best given in order of cost. With the conditions of `oblongs.py`, the region
    is that of a base that is not round, in one facing, whose farthest point is `radius` inches from its centre.
    """

    def __init__(self, radius: float, conditions: Sequence[Condition], around: Disc | None = None) -> None:
        self.radius = radius
        self.conditions = tuple(conditions)
        self.around = around
        # Cheap conditions come first. Of the others, the one added last is usually the most restrictive.
        costly = [condition for condition in self.conditions if condition.costly]
        self._in_order = (*(condition for condition in self.conditions if not condition.costly), *reversed(costly))
        self._whole: Region | None = None
        self._judged_legal: tuple[float, float] | None = None

    def __copy__(self) -> Self:
        """Return a copy with all results so far; later results are not shared."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._whole = copy.copy(self._whole)
        return twin

    def narrowed(self, further: Condition) -> "Region":
        """Return the region under one more condition, which reuses the results of this region."""
        return Region(self.radius, (*self.conditions, further), self.around).part_of(self)

    def part_of(self, whole: "Region") -> Self:
        """Declare `whole` a superset, which has only some of this region's conditions; return this region."""
        self._whole = whole
        spot = whole._judged_legal
        if spot is not None and all(condition.allows(*spot) for condition in self._further_conditions):
            self._judged_legal = spot
        return self

    @property
    def whole(self) -> "Region | None":
        """The known superset of this region, if any."""
        return self._whole

    def _allows(self, x: float, y: float) -> bool:
        """Return whether all conditions allow a centre."""
        if (x, y) == self._judged_legal:  # the last legal spot is often judged again
            return True
        for condition in self._in_order:
            if not condition.allows(x, y):
                return False
        part: Region | None = self
        while part is not None:  # the spot is legal in all supersets too
            part._judged_legal = (x, y)
            part = part._whole
        return True

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against the lattice spot nearest to `where`; none if it is legal."""
        x, y = position(*where)
        return [condition.why_not(x, y) for condition in self.conditions if not condition.allows(x, y)]

    @cached_property
    def bounds(self) -> Bounds | None:
        """The intersection of all conditions' bounds, or None if it is empty or there are no bounds."""
        boxes = [condition.bounds for condition in self.conditions if condition.bounds is not None]
        if not boxes:
            return None
        west, south, east, north = zip(*boxes)
        box = max(west), max(south), min(east), min(north)
        return box if box[0] <= box[2] and box[1] <= box[3] else None

    @property
    def is_outlined(self) -> bool:
        """Whether the geometry was built, which makes parts of it cheap."""
        return "geometry" in self.__dict__

    @cached_property
    def geometry(self) -> BaseGeometry:
        """The area of legal centres; empty if no condition has bounds."""
        legal = self._rough if "_rough" in self.__dict__ else self._open
        for condition in self._on_an_empty_table[1]:
            if condition.costly:
                legal = _allowed_part(legal, [condition])
        shapely.prepare(legal)
        return legal

    @cached_property
    def _on_an_empty_table(self) -> tuple[BaseGeometry, list[Condition]]:
        """An area that contains all legal centres, as if there were no terrain, and the conditions not yet applied."""
        whole, further = self._whole, list(self._in_order)
        legal: BaseGeometry
        if whole is None:
            legal = Polygon() if self.bounds is None else shapely.box(*self.bounds)
        elif whole.is_outlined:
            legal, further = whole.geometry, [condition for condition in further if condition not in whole.conditions]
        else:
            legal, settled = whole._on_an_empty_table
            further = [c for c in further if c in settled or c not in whole.conditions]
        remaining = []
        for condition in further:
            allowed = None if condition.costly or legal.is_empty else condition.allowed(legal.bounds)
            if allowed is not None:
                legal = _intersection(legal, allowed)
            else:
                remaining.append(condition)
        for condition in self._further_conditions:
            if isinstance(condition, Ranged) and not legal.is_empty:
                legal = _intersection(legal, condition.envelope(_SPARE))
        return legal, remaining

    @cached_property
    def _open(self) -> BaseGeometry:
        """An area, quick to compute, that contains all legal centres; ranges in it are those of an empty table."""
        legal, further = self._on_an_empty_table
        return _allowed_part(legal, [condition for condition in further if not condition.costly])

    @cached_property
    def _rough(self) -> BaseGeometry:
        """An area that contains all legal centres and is quick to draw, with area terrain sampled along a few rays."""
        legal, further = self._on_an_empty_table
        if self._whole is not None and "_rough" in self._whole.__dict__:
            legal = _intersection(legal, self._whole._rough)
            further = [condition for condition in further if condition not in self._whole.conditions]
        for condition in further:
            if condition.costly and not legal.is_empty:
                legal = _polygons_only(condition.roughly(legal))
        return _allowed_part(legal, [condition for condition in further if not condition.costly])

    @cached_property
    def _rough_triangles(self) -> Triangles | None:
        """The rough region as triangles."""
        return triangles_of(self._rough)

    @property
    def _further_conditions(self) -> tuple[Condition, ...]:
        """The conditions of this region that its superset does not have."""
        settled = self._whole.conditions if self._whole is not None else ()
        return tuple(condition for condition in self.conditions if condition not in settled)

    def find(self, where: Spot | None = None) -> Position | None:
        """Return the lattice spot nearest to `where` if it is legal; without `where`, the last legal spot, or any."""
        if where is not None:
            return super().find(where)
        return self._any_spot if self._judged_legal is None else Position(*self._judged_legal)

    @cached_property
    def _any_spot(self) -> Position | None:
        """Any legal spot, or None if the region is empty."""
        present = self.around  # the present spot is often legal and quickly judged
        stays = None if present is None else self.find(present[:2])
        return self.sample(Random(0)) if stays is None else stays

    @property
    def _middle_spot(self) -> tuple[float, float]:
        """The centre of the present disc, or of the bounds."""
        if self.around is not None:
            return self.around.x, self.around.y
        x0, y0, x1, y1 = self.bounds or (0.0, 0.0, 0.0, 0.0)
        return (x0 + x1) / 2, (y0 + y1) / 2

    @cached_property
    def excluded(self) -> dict[str, BaseGeometry]:
        """The centres within reach that each cause forbids.

        Centres are within reach if the conditions of range allow them, even beyond the table's edge. A condition of
        range itself is measured against the reach on an empty table. Without such conditions, the box of the bounds is
        the reach.
        """
        ranges = [condition for condition in self.conditions if isinstance(condition, Ranged)]
        allowed = [geometry for geometry in (condition.allowed() for condition in ranges) if geometry is not None]
        if ranges:
            envelope = shapely.intersection_all([condition.envelope() for condition in ranges])
        else:
            envelope = shapely.box(*self.bounds) if self.bounds else Polygon()
        reach = shapely.intersection_all([envelope, *allowed])
        by_cause: dict[str, BaseGeometry] = {}
        for condition in self.conditions:
            if isinstance(condition, Ranged):
                parts = condition.excluded(envelope)
            else:
                parts = {condition.cause: _forbidden_part(condition, reach)}
            for cause, geometry in parts.items():
                if shapely.area(geometry) > 0.0:
                    by_cause[cause] = shapely.union(by_cause[cause], geometry) if cause in by_cause else geometry
        return by_cause

    def nearest(self, where: Spot) -> Position | None:
        """Return the legal lattice spot nearest to `where`, or None if the region is empty.

        A spot on the outline is moved inside by little more than a lattice step, so that the result may be farther than
        the nearest legal point by as much.
        """
        if (spot := self.find(where)) is not None:
            return spot
        return nearest_in(self, map(self._inset, _SET_BACK), where) or self._last_resort(shapely.Point(where))

    def _inset(self, inches: float) -> BaseGeometry:
        """Return the drawn region without its outermost inches, from a cache."""
        if inches not in self._insets:
            inset = shapely.buffer(self.geometry, -inches, quad_segs=2)
            shapely.prepare(inset)
            self._insets[inches] = inset
        return self._insets[inches]

    @cached_property
    def _insets(self) -> dict[float, BaseGeometry]:
        """The drawn regions without their outermost inches."""
        return {}

    def _last_resort(self, target: shapely.Point) -> Position | None:
        """Return the nearest legal spot among all corners, the middles of all parts, and known spots, or None."""
        candidates = [(float(x), float(y)) for x, y in shapely.get_coordinates(self.geometry)]
        middles = (part.representative_point() for part in polygons_of(self.geometry))
        candidates += [(middle.x, middle.y) for middle in middles]
        if self.around is not None:
            candidates.append((self.around.x, self.around.y))
        if self._judged_legal is not None:  # it may be outside the drawn area
            candidates.append(self._judged_legal)
        candidates.sort(key=lambda spot: (spot[0] - target.x) ** 2 + (spot[1] - target.y) ** 2)
        return first_legal(self, candidates)

    def sample(self, rng: Random) -> Position | None:
        """Return a random legal lattice spot, all equally likely, or None if the region is empty.

        Spots are drawn from smaller and more costly shapes until one is legal.
        """
        spot = next((spot for spot in self._random_spots(rng) if self._allows(*spot)), None)
        return self.nearest(self._middle_spot) if spot is None and self.bounds is not None else spot

    def _random_spots(self, rng: Random) -> Iterator[Position]:
        """Yield random spots from a series of shapes, which become smaller and more costly."""
        if not self.is_outlined and self.bounds is not None:
            if self._whole is None:
                yield from in_a_box(self.bounds, rng, _DARTS)
                yield from draws(triangles_of(self._open), rng, _DARTS)
            else:  # a part of another region is hit so rarely that its open area is not worth drawing
                yield from self.possible_spots(in_a_box(self.bounds, rng, _DARTS))
            yield from draws(self._rough_triangles, rng, _DARTS)
        yield from draws(self._triangles, rng, _REJECTIONS)

    def possible_spots(self, spots: Iterable[Position]) -> list[Position]:
        """Return the spots that are left after quick checks of all spots together."""
        centres = np.array([*spots]).reshape(-1, 2)
        for condition in self._in_order:
            if len(centres):
                centres = centres[condition.could_allow(centres)]
        return [Position(x, y) for x, y in centres.tolist()]

    @cached_property
    def _triangles(self) -> Triangles | None:
        """The drawn region as triangles."""
        return triangles_of(self.geometry)


def _intersection(first: BaseGeometry, second: BaseGeometry) -> BaseGeometry:
    """Return the polygons in which two geometries overlap."""
    return _polygons_only(shapely.intersection(first, second))


def _polygons_only(geometry: BaseGeometry) -> BaseGeometry:
    """Return only the polygons of a geometry, because mixed geometries break overlays."""
    if isinstance(geometry, Polygon | MultiPolygon):
        return geometry
    return MultiPolygon(polygons_of(geometry))


def _allowed_part(legal: BaseGeometry, conditions: Sequence[Condition]) -> BaseGeometry:
    """Return the part of a geometry that all of the conditions allow."""
    forbidding = []
    for condition in conditions:
        allowed = None if legal.is_empty else condition.allowed(legal.bounds)
        if allowed is not None:
            legal = _intersection(legal, allowed)
        else:
            forbidding.append(condition)
    if legal.is_empty or not forbidding:
        return legal
    forbidden = [area for condition in forbidding if not (area := condition.forbidden(legal.bounds)).is_empty]
    if not forbidden:
        return legal
    # A union is costly even for a single shape.
    return _polygons_only(
        shapely.difference(legal, forbidden[0] if len(forbidden) == 1 else shapely.union_all(forbidden))
    )


def _forbidden_part(condition: Condition, reach: BaseGeometry) -> BaseGeometry:
    """Return the part of an area that a condition forbids."""
    return reach if reach.is_empty else shapely.intersection(reach, condition.forbidden(reach.bounds))

"""Conditions on placing a base of any shape, in one facing, with the texts and tolerances of those for discs.

The spot of the base passed in does not matter, only its size, shape and facing. The functions at the end choose the
conditions for discs where all bases are round.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.table.footprints import (
    Footprint,
    centres_near,
    centres_over,
    clearance,
    clearance_of_shape,
    half_box,
    overhang,
    overlaps,
)
from game.table.placing.clearances import CONTACT, ClearOf, OnTable
from game.table.placing.condition import Condition, too_near
from game.table.placing.solids import ClearOfShape, InsideShape, NearShape
from game.table.shapes import Bounds, Disc
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _

_QUARTER: Final = 32
"""The number of chords per quarter turn of grown shapes."""
_OUTWARD: Final = 1.0 / math.cos(math.pi / (4 * _QUARTER))
"""The factor by which grown shapes are larger, so that their chords lie outside the true outline."""


class OblongOnTable(Condition):
    """The condition that no part of the base hangs over the edge of the table."""

    cause = N_("off the table")

    def __init__(self, battlefield: Battlefield, base: Footprint, rule: str = "") -> None:
        self.rule = rule
        half_width, half_height = half_box(base)
        self._box = half_width, half_height, battlefield.width - half_width, battlefield.height - half_height
        self.bounds = self._box

    def key(self, box: Bounds) -> object:
        return self._box

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= CONTACT

    def short_by(self, x: float, y: float) -> float:
        west, south, east, north = self._box
        over_x, over_y = max(west - x, x - east), max(south - y, y - north)
        return math.hypot(over_x, over_y) if over_x > 0.0 and over_y > 0.0 else max(over_x, over_y)

    def message(self, x: float, y: float, short: float) -> str:
        return _("hangs over the edge of the table by {amount}", amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        west, south, east, north = self._box
        return shapely.box(*self._box) if west <= east and south <= north else shapely.Polygon()


class OblongClearOf(Condition):
    """The condition that the base is at least `inches` from any other given base on its level."""

    def __init__(
        self, others: Sequence[Footprint], base: Footprint, cause: str, rule: str = "", inches: float = 0.0
    ) -> None:
        self.cause, self.rule, self._base, self._inches = cause, rule, base, inches
        self._others = [other for other in others if other.level == base.level]
        self._discs = [
            (other, other.x, other.y, (other.radius + base.radius + inches) ** 2) for other in self._others
        ]  # a centre outside these discs is surely far enough

    def _near(self, x: float, y: float) -> Iterator[Footprint]:
        """Yield the other bases that the base at a spot overlaps or is too near to."""
        base, slack = None, CONTACT - self._inches
        for other, to_x, to_y, square in self._discs:
            if (to_x - x) ** 2 + (to_y - y) ** 2 < square:
                base = base or self._base.moved_to(x, y)
                if overlaps(base, other, slack):
                    yield other

    def allows(self, x: float, y: float) -> bool:
        return next(self._near(x, y), None) is None

    def short_by(self, x: float, y: float) -> float:
        base = self._base.moved_to(x, y)
        return max((self._inches - clearance(base, other) for other in self._others), default=-math.inf)

    def message(self, x: float, y: float, short: float) -> str:
        return too_near(", ".join(other.name or other.kind for other in self._near(x, y)), self._inches, short)

    def forbidden(self, box: Bounds) -> BaseGeometry:
        """Return the area of centres in a box at which the base is too near to another."""
        west, south, east, north = box
        grown = []
        for other in self._others:
            reach = other.radius + self._base.radius + self._inches
            if west - reach <= other.x <= east + reach and south - reach <= other.y <= north + reach:
                grown.append(centres_near(self._base, other, self._inches))
        return shapely.union_all(grown)


class OblongNear(Condition):
    """The condition that the base is at most `inches` from one of the other bases, called `name` together."""

    cause = N_("too far away")
    costly = True

    def __init__(self, others: Sequence[Footprint], inches: float, base: Footprint, name: str, rule: str = "") -> None:
        self._others, self._inches, self._base, self._name, self.rule = tuple(others), inches, base, name, rule
        if others:
            reaches = [(other.x, other.y, other.radius + base.radius + inches) for other in others]
            self.bounds = (
                min(x - reach for x, _y, reach in reaches),
                min(y - reach for _x, y, reach in reaches),
                max(x + reach for x, _y, reach in reaches),
                max(y + reach for _x, y, reach in reaches),
            )

    def allows(self, x: float, y: float) -> bool:
        base, inches = self._base.moved_to(x, y), self._inches
        return any(overlaps(base, other, -inches - CONTACT) for other in self._others)

    def short_by(self, x: float, y: float) -> float:
        base = self._base.moved_to(x, y)
        return min((clearance(base, other) for other in self._others), default=math.inf) - self._inches

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far from {name}", amount=missing(short), name=self._name)

    @cached_property
    def _area(self) -> BaseGeometry:
        """The area of allowed centres."""
        return shapely.union_all([centres_near(self._base, other, self._inches) for other in self._others])

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area


class OblongClearOfShape(Condition):
    """The condition that the base is at least `inches` from a shape, called `name` in refusals."""

    def __init__(
        self, shape: BaseGeometry, base: Footprint, name: str, cause: str, rule: str = "", inches: float = 0.0
    ) -> None:
        shapely.prepare(shape)
        self._shape, self._base, self._name, self.cause, self.rule = shape, base, name, cause, rule
        self._inches = inches

    def allows(self, x: float, y: float) -> bool:
        if not self._shape.distance(shapely.Point(x, y)) < self._base.radius + self._inches:  # NaN for an empty shape
            return True
        return self.short_by(x, y) <= CONTACT

    def short_by(self, x: float, y: float) -> float:
        return self._inches - clearance_of_shape(self._base.moved_to(x, y), self._shape)

    def message(self, x: float, y: float, short: float) -> str:
        return too_near(_(self._name), self._inches, short)

    def forbidden(self, box: Bounds) -> BaseGeometry:
        grown = self._shape.buffer(self._inches * _OUTWARD, quad_segs=_QUARTER) if self._inches else self._shape
        return centres_over(self._base, grown)


class OblongNearShape(Condition):
    """The condition that the base is at most `inches` from a shape, called `name` in refusals."""

    cause = N_("too far away")

    def __init__(self, shape: BaseGeometry, inches: float, base: Footprint, name: str, rule: str = "") -> None:
        self._shape, self._inches, self._base, self._name, self.rule = shape, inches, base, name, rule
        west, south, east, north = shape.bounds
        reach = inches + base.radius
        self.bounds = None if shape.is_empty else (west - reach, south - reach, east + reach, north + reach)

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= CONTACT

    def short_by(self, x: float, y: float) -> float:
        return clearance_of_shape(self._base.moved_to(x, y), self._shape) - self._inches

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far from {zone}", zone=_(self._name), amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return centres_over(self._base, self._shape.buffer(self._inches * _OUTWARD, quad_segs=_QUARTER))


class OblongInside(Condition):
    """The condition that the base is wholly inside a shape, called `name` in refusals."""

    cause = N_("outside")

    def __init__(self, shape: BaseGeometry, base: Footprint, name: str, rule: str = "") -> None:
        shapely.prepare(shape)
        self._shape, self._base, self._name, self.rule = shape, base, name, rule
        west, south, east, north = shape.bounds
        half_width, half_height = half_box(base)
        box = west + half_width, south + half_height, east - half_width, north - half_height
        self.bounds = box if box[0] <= box[2] and box[1] <= box[3] else None

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= CONTACT

    def short_by(self, x: float, y: float) -> float:
        return overhang(self._base.moved_to(x, y), self._shape)

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} outside {zone}", zone=_(self._name), amount=missing(short))

    @cached_property
    def _area(self) -> BaseGeometry:
        """The area of allowed centres."""
        return shapely.difference(self._shape, centres_over(self._base, self._shape.boundary))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area


def on_table(battlefield: Battlefield, base: Footprint, rule: str) -> Condition:
    """Return the condition that no part of a base hangs over the edge of the table."""
    return OnTable(battlefield, base.radius, rule) if isinstance(base, Disc) else OblongOnTable(battlefield, base, rule)


def clear_of(others: Sequence[Footprint], base: Footprint, cause: str, rule: str, inches: float = 0.0) -> Condition:
    """Return the condition that a base is at least some inches from all others."""
    discs = [other for other in others if isinstance(other, Disc)]
    if not isinstance(base, Disc) or len(discs) < len(others):
        return OblongClearOf(others, base, cause, rule, inches)
    grown = [disc._replace(radius=disc.radius + inches) for disc in discs] if inches else discs
    return ClearOf(grown, base.radius, cause, rule, apart=inches)


def clear_of_shape(
    shape: BaseGeometry, base: Footprint, name: str, cause: str, rule: str, inches: float = 0.0
) -> Condition:
    """Return the condition that a base is at least some inches from a shape."""
    if isinstance(base, Disc):
        return ClearOfShape(shape, base.radius + inches, name, cause, rule, apart=inches)
    return OblongClearOfShape(shape, base, name, cause, rule, inches)


def inside_shape(shape: BaseGeometry, base: Footprint, name: str, rule: str) -> Condition:
    """Return the condition that a base is wholly inside a shape, which is convex."""
    if isinstance(base, Disc):
        return InsideShape(shape, base.radius, name, rule)
    return OblongInside(shape, base, name, rule)


def near_shape(shape: BaseGeometry, inches: float, base: Footprint, name: str, rule: str) -> Condition:
    """Return the condition that a base is at most some inches from a shape."""
    if isinstance(base, Disc):
        return NearShape(shape, inches, base.radius, name, rule)
    return OblongNearShape(shape, inches, base, name, rule)

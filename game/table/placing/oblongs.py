"""Conditions on placing a base that is not round, in one facing, with the words and tolerances of those for discs.

The base is given anywhere; only its size, shape and facing count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.table.footprints import (
    Footprint,
    Oblong,
    centres_near,
    centres_over,
    clearance,
    clearance_of_shape,
    half_box,
    overhang,
    overlaps,
)
from game.table.placing.clearances import CONTACT
from game.table.placing.condition import Condition
from game.table.shapes import Bounds
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _


class OblongOnTable(Condition):
    """The condition that no part of the base hangs over the edge of the table."""

    cause = N_("off the table")

    def __init__(self, battlefield: Battlefield, base: Oblong, rule: str = "") -> None:
        self.rule = rule
        across, up = half_box(base)
        self._box = across, up, battlefield.width - across, battlefield.height - up
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
    """The condition that the base does not overlap any other given base on its level; touching is allowed."""

    def __init__(self, others: Sequence[Footprint], base: Oblong, cause: str, rule: str = "") -> None:
        self.cause, self.rule, self._base = cause, rule, base
        self._others = [other for other in others if other.level == base.level]

    def allows(self, x: float, y: float) -> bool:
        base = self._base.moved_to(x, y)
        return not any(overlaps(base, other, CONTACT) for other in self._others)

    def short_by(self, x: float, y: float) -> float:
        base = self._base.moved_to(x, y)
        return max((-clearance(base, other) for other in self._others), default=-math.inf)

    def message(self, x: float, y: float, short: float) -> str:
        base = self._base.moved_to(x, y)
        names = ", ".join(other.name or other.kind for other in self._others if overlaps(base, other, CONTACT))
        return _("overlaps {names} by {amount}", names=names, amount=missing(short))

    def forbidden(self, box: Bounds) -> BaseGeometry:
        west, south, east, north = box
        grown = []
        for other in self._others:
            far = other.radius + self._base.radius
            if west - far <= other.x <= east + far and south - far <= other.y <= north + far:
                grown.append(centres_near(self._base, other, 0.0))
        return shapely.union_all(grown)


class OblongNear(Condition):
    """The condition that the base is at most `inches` from one of some bases; `name` is theirs."""

    cause = N_("too far away")
    costly = True

    def __init__(self, others: Sequence[Footprint], inches: float, base: Oblong, name: str, rule: str = "") -> None:
        self._others, self._inches, self._base, self._name, self.rule = tuple(others), inches, base, name, rule
        if others:
            far = [(other.x, other.y, other.radius + base.radius + inches) for other in others]
            self.bounds = (
                min(x - most for x, _y, most in far),
                min(y - most for _x, y, most in far),
                max(x + most for x, _y, most in far),
                max(y + most for _x, y, most in far),
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
        return shapely.union_all([centres_near(self._base, other, self._inches) for other in self._others])

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area


class OblongClearOfShape(Condition):
    """The condition that the base does not overlap a shape, called `name` in refusals; touching is allowed."""

    def __init__(self, shape: BaseGeometry, base: Oblong, name: str, cause: str, rule: str = "") -> None:
        shapely.prepare(shape)
        self._shape, self._base, self._name, self.cause, self.rule = shape, base, name, cause, rule

    def allows(self, x: float, y: float) -> bool:
        if not self._shape.distance(shapely.Point(x, y)) < self._base.radius:  # NaN for an empty shape
            return True
        return self.short_by(x, y) <= CONTACT

    def short_by(self, x: float, y: float) -> float:
        return -clearance_of_shape(self._base.moved_to(x, y), self._shape)

    def message(self, x: float, y: float, short: float) -> str:
        return _("overlaps {names} by {amount}", names=_(self._name), amount=missing(short))

    def forbidden(self, box: Bounds) -> BaseGeometry:
        return centres_over(self._base, self._shape)


class OblongInside(Condition):
    """The condition that the base is wholly inside a shape, called `name` in refusals."""

    cause = N_("outside")

    def __init__(self, shape: BaseGeometry, base: Oblong, name: str, rule: str = "") -> None:
        shapely.prepare(shape)
        self._shape, self._base, self._name, self.rule = shape, base, name, rule
        west, south, east, north = shape.bounds
        across, up = half_box(base)
        box = west + across, south + up, east - across, north - up
        self.bounds = box if box[0] <= box[2] and box[1] <= box[3] else None

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= CONTACT

    def short_by(self, x: float, y: float) -> float:
        return overhang(self._base.moved_to(x, y), self._shape)

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} outside {zone}", zone=_(self._name), amount=missing(short))

    @cached_property
    def _area(self) -> BaseGeometry:
        return shapely.difference(self._shape, centres_over(self._base, self._shape.boundary))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._area

"""Conditions that a disc keeps clear of a shape, is wholly inside it, or is near it."""

from __future__ import annotations

import math

import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.table.placing.clearances import CONTACT
from game.table.placing.condition import Condition, too_near
from game.table.shapes import Bounds
from game.wording import N_, _

_QUARTER = 32
"""The number of chords per quarter turn of grown shapes."""
_OUTWARD = 1.0 / math.cos(math.pi / (4 * _QUARTER))
"""The factor by which grown shapes are larger, so that their chords lie outside the true outline."""


class ClearOfShape(Condition):
    """The condition that the disc does not overlap a shape, called `name` in refusals; touching is allowed.

    If the radius includes a gap that must be kept, `apart` is that gap in inches, for refusals.
    """

    def __init__(
        self, shape: BaseGeometry, radius: float, name: str, cause: str, rule: str = "", *, apart: float = 0.0
    ) -> None:
        shapely.prepare(shape)
        self._shape, self._radius, self._name, self._apart = shape, radius, name, apart
        self._box = shape.bounds
        self.cause, self.rule = cause, rule

    def allows(self, x: float, y: float) -> bool:
        west, south, east, north = self._box
        if max(west - x, x - east, south - y, y - north) >= self._radius:
            return True
        # The distance to an empty shape is NaN, and the comparison False.
        return not self._shape.distance(shapely.Point(x, y)) < self._radius - CONTACT

    def short_by(self, x: float, y: float) -> float:
        spot = shapely.Point(x, y)
        gap = self._shape.distance(spot)
        return float(self._radius + (-gap if gap > 0.0 else self._shape.boundary.distance(spot)))

    def message(self, x: float, y: float, short: float) -> str:
        return too_near(_(self._name), self._apart, short)

    def forbidden(self, box: Bounds) -> BaseGeometry:
        return self._shape.buffer(self._radius * _OUTWARD, quad_segs=_QUARTER)


class NearShape(Condition):
    """The condition that the rim of the disc is at most `inches` from a shape, called `name` in refusals."""

    cause = N_("too far away")

    def __init__(self, shape: BaseGeometry, inches: float, radius: float, name: str, rule: str = "") -> None:
        self._shape, self._reach, self._name, self.rule = shape, inches + radius, name, rule
        west, south, east, north = shape.bounds
        box = west - self._reach, south - self._reach, east + self._reach, north + self._reach
        self.bounds = None if shape.is_empty else box

    def allows(self, x: float, y: float) -> bool:
        return self.short_by(x, y) <= CONTACT

    def short_by(self, x: float, y: float) -> float:
        return math.inf if self._shape.is_empty else float(self._shape.distance(shapely.Point(x, y))) - self._reach

    def message(self, x: float, y: float, short: float) -> str:
        return _("{amount} too far from {zone}", zone=_(self._name), amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._shape.buffer(self._reach, quad_segs=_QUARTER)


class InsideShape(NearShape):
    """The condition that the disc is wholly inside a convex shape, called `name` in refusals."""

    cause = N_("outside")

    def __init__(self, shape: BaseGeometry, radius: float, name: str, rule: str = "") -> None:
        super().__init__(shape.buffer(-radius, join_style="mitre"), 0.0, 0.0, name, rule)

    def message(self, x: float, y: float, short: float) -> str:
        if math.isinf(short):
            return _("does not fit into {zone}", zone=_(self._name))
        return _("{amount} outside {zone}", zone=_(self._name), amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._shape

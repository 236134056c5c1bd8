"""What every demand on the place of a disc answers, and a demand of which one part must hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeGuard

import shapely
from shapely.geometry.base import BaseGeometry

from game.refusal import Refusal
from game.table.shapes import Bounds


class Condition(Protocol):
    """One demand on the centre of a disc that is to be placed; coordinates in inches."""

    @property
    def cause(self) -> str:
        """Short key of the refusal."""

    @property
    def rule(self) -> str:
        """Rule id cited by a refusal."""

    @property
    def bounds(self) -> Bounds | None:
        """A box outside of which nothing is allowed, or None."""

    @property
    def costly(self) -> bool:
        """Whether its shape is expensive, and therefore built last, only for what the others leave."""

    def allows(self, x: float, y: float) -> bool:
        """Return the exact verdict on a centre."""

    def short_by(self, x: float, y: float) -> float:
        """Return the inches missing; at most 0 where the condition is satisfied."""

    def why_not(self, x: float, y: float) -> Refusal:
        """Return the refusal of a centre that is not allowed."""

    def allowed(self, box: Bounds | None = None) -> BaseGeometry | None:
        """Return the allowed centres, which may be left out beyond a box; None when only `forbidden` bounds them."""

    def forbidden(self, box: Bounds) -> BaseGeometry:
        """Return the forbidden centres inside a box."""


class Ranged(Condition, Protocol):
    """A condition of range: it bounds how far away a disc may be put at all."""

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        """Return the centres that would be allowed on a bare table, grown by so many inches."""

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        """Return what of an envelope is refused, by cause."""


def is_ranged(condition: Condition) -> TypeGuard[Ranged]:
    """Return whether a condition is one of range; faster than `isinstance` of a protocol."""
    return hasattr(type(condition), "envelope")


class AnyOf:
    """At least one of several conditions holds: within range of one of several origins, say."""

    costly = True

    def __init__(self, conditions: Sequence[Condition]) -> None:
        if not conditions:
            raise ValueError("any of what? give at least one condition")
        self.conditions = tuple(conditions)
        self.cause = conditions[0].cause
        self.rule = conditions[0].rule
        boxes = [condition.bounds for condition in conditions]
        known = [box for box in boxes if box is not None]
        self.bounds: Bounds | None = None
        if len(known) == len(boxes):
            west, south, east, north = zip(*known)
            self.bounds = min(west), min(south), max(east), max(north)

    def allows(self, x: float, y: float) -> bool:
        """Return the exact verdict on a centre."""
        return any(condition.allows(x, y) for condition in self.conditions)

    def _nearest(self, x: float, y: float) -> Condition:
        return min(self.conditions, key=lambda condition: condition.short_by(x, y))

    def short_by(self, x: float, y: float) -> float:
        """Return the inches missing to the condition that lacks least."""
        return self._nearest(x, y).short_by(x, y)

    def why_not(self, x: float, y: float) -> Refusal:
        """Return the refusal by the condition that lacks least."""
        return self._nearest(x, y).why_not(x, y)

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        """Return the centres that one of them would allow on a bare table, grown by so many inches."""
        each = [c.envelope(spare) if is_ranged(c) else c.allowed() for c in self.conditions]
        return shapely.union_all([geometry for geometry in each if geometry is not None])

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        """Return what of an envelope none of them allows."""
        return {self.cause: shapely.intersection(envelope, self.forbidden(envelope.bounds))}

    def allowed(self, box: Bounds | None = None) -> BaseGeometry | None:
        """Return the union of what each allows; None if one of them bounds nothing."""
        each = [condition.allowed(box) for condition in self.conditions]
        known = [geometry for geometry in each if geometry is not None]
        return shapely.union_all(known) if len(known) == len(each) else None

    def forbidden(self, box: Bounds) -> BaseGeometry:
        """Return what all of them forbid inside a box."""
        return shapely.intersection_all([condition.forbidden(box) for condition in self.conditions])

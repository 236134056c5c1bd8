"""A condition made of several, of which one must hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.table.mosaic import Sieve
from game.table.placing.clearances import Condition, foresighted, reaches
from game.table.shapes import Bounds
from game.table.sieves import sieve_of
from game.table.terrain.area import Floats


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

    def promising(self, spots: Floats) -> NDArray[np.bool_]:
        """Return which of some centres, (S, 2), one of them seems to allow."""
        hopes = np.zeros(len(spots), dtype=bool)
        for condition in self.conditions:
            hopes |= condition.promising(spots) if foresighted(condition) else True
        return hopes

    def _nearest(self, x: float, y: float) -> Condition:
        return min(self.conditions, key=lambda condition: condition.short_by(x, y))

    def short_by(self, x: float, y: float) -> float:
        """Return the inches missing to the condition that lacks least."""
        return self._nearest(x, y).short_by(x, y)

    def message(self, x: float, y: float) -> str:
        """Say what is wrong with the condition that lacks least."""
        return self._nearest(x, y).message(x, y)

    def blame(self, x: float, y: float) -> tuple[str, str]:
        """Return the cause and the rule given by the condition that lacks least."""
        nearest = self._nearest(x, y)
        return nearest.blame(x, y) if reaches(nearest) else (nearest.cause, nearest.rule)

    def envelope(self) -> BaseGeometry:
        """Return the centres that one of them would allow on a bare table."""
        each = [c.envelope() if reaches(c) else c.allowed() for c in self.conditions]
        return shapely.union_all([geometry for geometry in each if geometry is not None])

    def outer(self) -> BaseGeometry:
        """Return a shape, cheap to make, outside of which none of them allows a centre."""
        each = [c.outer() if reaches(c) else c.allowed() for c in self.conditions]
        return shapely.union_all([geometry for geometry in each if geometry is not None])

    def allowed_in(self, bounds: Bounds) -> BaseGeometry | None:
        """Return the union of what each allows; outside of a box it may be left out."""
        each = [c.allowed_in(bounds) if reaches(c) else c.allowed() for c in self.conditions]
        known = [geometry for geometry in each if geometry is not None]
        return shapely.union_all(known) if len(known) == len(each) else None

    def sieve(self, bounds: Bounds) -> Sieve:
        """Return a sieve for squares in a box."""
        sieves = [sieve_of(condition, bounds) for condition in self.conditions]

        def kept(middles: Floats, around: float) -> NDArray[np.bool_]:
            mask = np.zeros(len(middles), dtype=bool)
            for sieve in sieves:
                mask |= True if sieve is None else sieve(middles, around)
            return mask

        return kept

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        """Return what of an envelope none of them allows."""
        return {self.cause: shapely.intersection(envelope, self.forbidden(envelope.bounds))}

    def allowed(self) -> BaseGeometry | None:
        """Return the union of what each allows; None if one of them bounds nothing."""
        each = [condition.allowed() for condition in self.conditions]
        known = [geometry for geometry in each if geometry is not None]
        return shapely.union_all(known) if len(known) == len(each) else None

    def forbidden(self, bounds: Bounds) -> BaseGeometry:
        """Return what all of them forbid inside a box."""
        return shapely.intersection_all([condition.forbidden(bounds) for condition in self.conditions])

"""The interface of all conditions on placing a disc, and the condition that at least one of several holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.lengths import missing, size
from game.refusal import Refusal
from game.table.measuring.ruler import LevelOutOfRange
from game.table.shapes import Bounds
from game.table.terrain.area import Floats
from game.wording import _


def too_near(names: str, apart: float, short: float) -> str:
    """Return the text that a base overlaps others, or that the gap to them must be more than `apart` inches."""
    if apart <= 0.0:
        return _("overlaps {names} by {amount}", names=names, amount=missing(short))
    facts = {"names": names, "inches": size(round(apart, 2)), "amount": missing(short)}
    return _("must be more than {inches} from {names}: {amount} too close", **facts)


class Condition(ABC):
    """A condition on the centre of a disc to be placed; coordinates in inches.

    `cause` is the short key of its refusals, `rule` their rule. No centre outside `bounds` is allowed. The shape of a
    `costly` condition is built last, and only within the area that other conditions allow.
    """

    cause: str
    rule: str = ""
    bounds: Bounds | None = None
    costly: bool = False

    @abstractmethod
    def allows(self, x: float, y: float) -> bool:
        """Return the exact verdict on a centre."""

    def could_allow(self, centres: Floats) -> NDArray[np.bool_]:
        """Return which centres (S, 2) may be allowed, by quick checks of all of them together."""
        return np.ones(len(centres), dtype=bool)

    @abstractmethod
    def short_by(self, x: float, y: float) -> float:
        """Return the inches by which a centre misses the condition; at most 0 if it meets it."""

    @abstractmethod
    def message(self, x: float, y: float, short: float) -> str:
        """Return the text of the refusal of a centre that misses the condition by `short` inches."""

    def why_not(self, x: float, y: float) -> Refusal:
        """Return the refusal of a centre that is not allowed."""
        short = self.short_by(x, y)
        return Refusal(self.message(x, y, short), self.rule, self.cause, short)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry | None:
        """Return the area of allowed centres (perhaps only inside `box`), or None if only `forbidden` has an area."""
        return None

    def forbidden(self, box: Bounds) -> BaseGeometry:
        """Return the area of forbidden centres inside a box; it may extend beyond the box."""
        all_of_box, allowed = shapely.box(*box), self.allowed()
        return all_of_box if allowed is None else shapely.difference(all_of_box, allowed)

    def roughly(self, legal: BaseGeometry) -> BaseGeometry:
        """Return an area that contains the allowed part of a geometry (not empty) and is quicker to draw."""
        return legal

    def for_level(self, level: int) -> Condition | None:
        """Return this condition for a disc on another level; None if it does not matter there.

        Raises `LevelOutOfRange` if no disc on that level can meet it.
        """
        return self

    def key(self, box: Bounds) -> object:
        """Return all on which verdicts in a box depend; conditions of one class with equal keys give equal verdicts."""
        return self


class Ranged(Condition):
    """A condition that limits the distance at which a disc may be placed."""

    costly = True

    @abstractmethod
    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        """Return the area allowed on an empty table, grown by `spare` inches."""

    @abstractmethod
    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        """Return the forbidden parts of an envelope by cause."""


class AnyOf(Ranged):
    """The condition that at least one of several conditions holds, such as being in range of one of several origins."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        if not conditions:
            raise ValueError("any of what? give at least one condition")
        self.conditions = tuple(conditions)
        self.cause = conditions[0].cause
        self.rule = conditions[0].rule
        boxes = [condition.bounds for condition in conditions]
        bounded = [box for box in boxes if box is not None]
        if len(bounded) == len(boxes):
            west, south, east, north = zip(*bounded)
            self.bounds = min(west), min(south), max(east), max(north)

    def allows(self, x: float, y: float) -> bool:
        return any(condition.allows(x, y) for condition in self.conditions)

    def could_allow(self, centres: Floats) -> NDArray[np.bool_]:
        return np.asarray(np.any([condition.could_allow(centres) for condition in self.conditions], axis=0))

    def for_level(self, level: int) -> AnyOf | None:
        conditions = []
        for condition in self.conditions:
            with suppress(LevelOutOfRange):
                conditions.append(condition.for_level(level))
        if not conditions:
            raise LevelOutOfRange(_("level {level} is out of range", level=level))
        on_level = [demand for demand in conditions if demand is not None]
        return AnyOf(on_level) if len(on_level) == len(conditions) else None

    def _nearest(self, x: float, y: float) -> Condition:
        """Return the condition that a centre misses by the least."""
        return min(self.conditions, key=lambda condition: condition.short_by(x, y))

    def short_by(self, x: float, y: float) -> float:
        return self._nearest(x, y).short_by(x, y)

    def message(self, x: float, y: float, short: float) -> str:
        return self._nearest(x, y).message(x, y, short)

    def why_not(self, x: float, y: float) -> Refusal:
        return self._nearest(x, y).why_not(x, y)

    def envelope(self, spare: float = 0.0) -> BaseGeometry:
        areas = [c.envelope(spare) if isinstance(c, Ranged) else c.allowed() for c in self.conditions]
        return shapely.union_all([geometry for geometry in areas if geometry is not None])

    def excluded(self, envelope: BaseGeometry) -> dict[str, BaseGeometry]:
        return {self.cause: shapely.intersection(envelope, self.forbidden(envelope.bounds))}

    def allowed(self, box: Bounds | None = None) -> BaseGeometry | None:
        areas = [condition.allowed(box) for condition in self.conditions]
        bounded = [geometry for geometry in areas if geometry is not None]
        return shapely.union_all(bounded) if len(bounded) == len(areas) else None

    def roughly(self, legal: BaseGeometry) -> BaseGeometry:
        return shapely.union_all([condition.roughly(legal) for condition in self.conditions])

    def forbidden(self, box: Bounds) -> BaseGeometry:
        return shapely.intersection_all([condition.forbidden(box) for condition in self.conditions])

"""Conditions by level: a range condition on another level, and the surfaces to stand on."""

from __future__ import annotations

import math

import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.table.lattice import LATTICE_STEP
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.ranges import BeyondRange, OutsideRange, WithinRange
from game.table.shapes import Bounds
from game.table.terrain.battlefield import Battlefield
from game.wording import N_, _


def on_level(condition: Condition, level: int) -> Condition | None:
    """Return this condition for a disc on another level, None if it has no effect there.

    Raises `LevelOutOfRange` if no disc on that level can meet it.
    """
    if isinstance(condition, AnyOf):
        return _any_on_level(condition, level)
    if isinstance(condition, WithinRange | OutsideRange | BeyondRange):
        if condition.ruler.between(condition.origin.level, level) is not None:
            return condition.for_level(level)
        if isinstance(condition, WithinRange):
            raise LevelOutOfRange(
                _("level {level} is out of range of level {origin}", level=level, origin=condition.origin.level)
            )
        return None
    return condition


class LevelOutOfRange(ValueError):
    """No disc on that level is within the required range: it is more than one level away."""


def _any_on_level(condition: AnyOf, level: int) -> Condition | None:
    demands = []
    for part in condition.conditions:
        try:
            demand = on_level(part, level)
        except LevelOutOfRange:
            continue
        if demand is None:
            return None
        demands.append(demand)
    if not demands:
        raise LevelOutOfRange(_("level {level} is out of range of every origin", level=level))
    return AnyOf(demands)


class Nowhere(Condition):
    """No centre is allowed: the required origin is out of range from this level."""

    cause = "out of range"

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def allows(self, x: float, y: float) -> bool:
        return False

    def short_by(self, x: float, y: float) -> float:
        return math.inf

    def message(self, x: float, y: float, short: float) -> str:
        return _("out of range: more than one level away")

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return shapely.Polygon()


class OnSurface(Condition):
    """There is a surface under the disc's centre on a level; or, with `inside_out`, there is none."""

    def __init__(self, battlefield: Battlefield, level: int, rule: str = "", *, inside_out: bool = False) -> None:
        self.cause = N_("ground below") if inside_out else N_("nothing to stand on")
        self.rule = rule
        self._battlefield, self._level, self._inside_out = battlefield, level, inside_out
        area = battlefield.area(level) if level else None
        self._surface: BaseGeometry = area.union if area else battlefield.table
        whole = area.bounds if area else (0.0, 0.0, battlefield.width, battlefield.height)
        self.bounds = None if inside_out else whole

    def allows(self, x: float, y: float) -> bool:
        return self._battlefield.has_surface(self._level, x, y) is not self._inside_out

    def short_by(self, x: float, y: float) -> float:
        away = float(shapely.distance(self._surface, shapely.Point(x, y)))
        if self._inside_out:
            inside = float(shapely.distance(shapely.boundary(self._surface), shapely.Point(x, y)))
            return -away if self.allows(x, y) else max(inside, LATTICE_STEP)
        return 0.0 if self.allows(x, y) else max(away, LATTICE_STEP)

    def message(self, x: float, y: float, short: float) -> str:
        if self._inside_out:
            return _("there is something to stand on at level {level}: no fall", level=self._level)
        words = N_("there is nothing to stand on at level {level}, {amount} off its edge")
        return _(words, level=self._level, amount=missing(short))

    def allowed(self, box: Bounds | None = None) -> BaseGeometry | None:
        return None if self._inside_out else self._surface

    def forbidden(self, box: Bounds) -> BaseGeometry:
        whole = shapely.box(*box)
        inside = shapely.intersection if self._inside_out else shapely.difference
        return inside(whole, self._surface)

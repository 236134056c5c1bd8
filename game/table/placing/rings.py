"""The condition that a centre lies in a ring round a spot, and a condition that is never met."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import starmap

import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.table.lattice import LATTICE_STEP, Position, position
from game.table.placing.condition import Condition
from game.table.shapes import Bounds, Disc, rims_meet
from game.wording import N_, _

# Narrower rings are drawn with this width, in inches.
_BAND = 0.08
# The number of spots tried all round a ring.
_SPOTS = 72
# Inches of tolerance.
_SPARE = 1e-9


class Never(Condition):
    """A condition that allows no centre, for a reason given as text."""

    costly = True

    def __init__(self, text: str, rule: str = "", cause: str = N_("not possible")) -> None:
        self.text, self.rule, self.cause = text, rule, cause

    def allows(self, x: float, y: float) -> bool:
        return False

    def short_by(self, x: float, y: float) -> float:
        return math.inf

    def message(self, x: float, y: float, short: float) -> str:
        return self.text

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return shapely.Polygon()


class Ring(Condition):
    """The condition that the centre is `least` to `most` inches from a disc's centre, such as in contact with it."""

    costly = True
    cause = N_("out of range")

    def __init__(self, around: Disc, most: float, least: float = 0.0, rule: str = "", text: str = "") -> None:
        self.around, self.most, self.least, self.rule = around, most, least, rule
        self.text = text or N_("{amount} too far from {name}")
        self.bounds = around.x - most, around.y - most, around.x + most, around.y + most

    def _inches_from_middle(self, x: float, y: float) -> float:
        """Return the inches from the centre of the disc to (x, y)."""
        return math.hypot(x - self.around.x, y - self.around.y)

    def allows(self, x: float, y: float) -> bool:
        return self.least - _SPARE <= self._inches_from_middle(x, y) <= self.most + _SPARE

    def short_by(self, x: float, y: float) -> float:
        distance = self._inches_from_middle(x, y)
        return 0.0 if self.allows(x, y) else max(distance - self.most, self.least - distance, LATTICE_STEP)

    def message(self, x: float, y: float, short: float) -> str:
        text = self.text if self._inches_from_middle(x, y) > self.most else N_("{amount} too close to {name}")
        return _(text, amount=missing(short), name=self.around.name)

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        middle = shapely.Point(self.around.x, self.around.y)
        disc: BaseGeometry = middle.buffer(max(self.most, self.least + _BAND), quad_segs=32)
        return disc if self.least <= 0.0 else disc.difference(middle.buffer(self.least, quad_segs=32))

    def spots(self) -> Iterator[Position]:
        """Yield spots all round the ring, in the middle between its rims."""
        radius = (self.least + self.most) / 2
        for step in range(_SPOTS):
            turn = 2 * math.pi * step / _SPOTS
            yield position(self.around.x + radius * math.cos(turn), self.around.y + radius * math.sin(turn))

    def crossings(self, other: Ring) -> Iterator[Position]:
        """Return the spots at which two rings cross, each measured halfway between its rims."""
        first, second = ((*ring.around[:2], (ring.least + ring.most) / 2) for ring in (self, other))
        return starmap(position, rims_meet(first, second))

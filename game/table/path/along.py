"""The legal points on a path, for events that happen to a base while it moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import LATTICE_STEP, Position, position
from game.table.path.judge import turning_points
from game.table.path.path import Leg, Path
from game.table.placing.places import Spot, Verdict
from game.wording import N_, _

TOLERANCE: Final = LATTICE_STEP
"""Inches that a spot may be off the path, because it is rounded to the lattice."""
_MARK: Final = 0.05
"""Inches between the points through which spans are drawn."""

Span = tuple[float, float]


class AlongPath:
    """The points of a path, perhaps only within some spans (inches from its start).

    The proof that a point is legal is the path up to the point. If the path passes a point several times, the first
    time within a span counts. Raises `ValueError` without spans, or for a span that is not on the path.
    """

    def __init__(self, path: Path, spans: Sequence[Span] | None = None, rule: str = "") -> None:
        self.path, self.rule = path, rule
        self.spans = ((0.0, path.inches),) if spans is None else tuple(sorted(spans))
        if not self.spans or not all(0.0 <= low <= high <= path.inches + TOLERANCE for low, high in self.spans):
            raise ValueError(f"spans lie on the path of {path.inches} inches, not {self.spans}")
        self._parts = [part for low, high in self.spans for part in _parts(path, low, high)]
        self._weights = [high - low + 1e-9 for _number, _leg, _before, low, high in self._parts]

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the lattice spot nearest to `where` is a legal point, "yes" or "no"."""
        return "yes" if _nearest_on_parts(self._parts, position(*where))[0] <= TOLERANCE else "no"

    def find(self, where: Spot | None = None) -> Path | None:
        """Return the path up to the lattice spot nearest to `where`, by default to the first legal point, or None."""
        spot = self._spot_at(self.spans[0][0]) if where is None else position(*where)
        if self.verdict(spot) == "no":
            return None
        parts_at_spot = (part for part in self._parts if _nearest_on_parts([part], spot)[0] <= TOLERANCE)
        number, leg, before, _low, _high = next(parts_at_spot)
        _far, inches = _nearest_on_parts([(number, leg, before, 0.0, leg.inches)], spot)
        share = (inches - before) / leg.inches if leg.inches else 0.0
        legs = self.path.legs[:number]
        ends, turns = [*(leg.end for leg in legs), spot], [*(leg.turn for leg in legs), leg.turn * share]
        return Path.through([self.path.start, *ends], turns)

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return the refusal of a spot that is off the spans, by its distance from them; none for a legal spot."""
        off = _nearest_on_parts(self._parts, position(*where))[0]
        text = _("{amount} from where it must end", amount=missing(off))
        return [Refusal(text, self.rule, N_("wrong end point"), off)] if off > TOLERANCE else []

    def nearest(self, where: Spot) -> Position:
        """Return the legal point nearest to `where`."""
        closest = (self._spot_at(_nearest_on_parts([part], where)[1]) for part in self._parts)
        return min(closest, key=lambda spot: math.dist(spot, where))

    def onward(self, where: Spot, inches: float) -> Position:
        """Return the point some inches further along the path than the one nearest to `where`; negative inches go back.

        Between two spans, it is the near end of the next span in that direction; beyond the last span, it is its end.
        """
        mark = _nearest_on_parts(self._parts, where)[1] + inches
        if inches < 0.0:
            marks_before = (min(high, mark) for low, high in reversed(self.spans) if low <= mark)
            return self._spot_at(next(marks_before, self.spans[0][0]))
        marks_after = (max(low, mark) for low, high in self.spans if mark <= high)
        return self._spot_at(next(marks_after, self.spans[-1][1]))

    def sample(self, rng: Random) -> Position:
        """Return a random legal point, all equally likely."""
        [(_number, _leg, before, low, high)] = rng.choices(self._parts, self._weights)
        return self._spot_at(before + rng.uniform(low, high))

    @property
    def geometry(self) -> BaseGeometry:
        """The spans as lines, for drawing."""
        return shapely.union_all([shapely.LineString(map(self.path.at, _dense_inches(*span))) for span in self.spans])

    @property
    def excluded(self) -> dict[str, BaseGeometry]:
        """Nothing, because causes of forbidden points are not drawn."""
        return {}

    def _spot_at(self, inches: float) -> Position:
        """Return the lattice spot nearest to the point that many inches along the path."""
        return position(*self.path.at(inches))


Part = tuple[int, Leg, float, float, float]
"""A stretch of a leg: its number, the leg, the inches of the path before it, and its start and end on the leg."""


def _parts(path: Path, low: float, high: float) -> Iterator[Part]:
    """Yield the stretches of the legs inside a span."""
    before = 0.0
    for number, leg in enumerate(path.legs or (Leg(path.start, path.start),)):
        if before <= high and before + leg.inches >= low:
            yield number, leg, before, max(low - before, 0.0), min(high - before, leg.inches)
        before += leg.inches


def _nearest_on_parts(parts: Sequence[Part], where: Spot) -> tuple[float, float]:
    """Return the distance from a spot to the nearest point of stretches, and that point's inches on the path."""
    closest = ((leg, before, _nearest_on_leg(leg, where, low, high)) for _number, leg, before, low, high in parts)
    return min((math.dist(leg.at(inches), where), before + inches) for leg, before, inches in closest)


def _nearest_on_leg(leg: Leg, where: Spot, low: float, high: float) -> float:
    """Return the inches along a leg, between two bounds, at which it is nearest to a spot."""
    turning = (inches for inches, _spot in turning_points(leg, *where) if low < inches < high)
    return min([low, high, *turning], key=lambda inches: math.dist(leg.at(inches), where))


def _dense_inches(low: float, high: float) -> list[float]:
    """Return dense points of a span including its ends, in inches."""
    return list(np.linspace(low, high, max(2, math.ceil((high - low) / _MARK) + 1)).tolist())

"""A point on a path: LegalPlaces on a curve, for what happens to a base while it moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import LATTICE_STEP, Position, position
from game.table.path.judge import turning_points
from game.table.path.path import Leg, Path
from game.table.placing.condition import Condition
from game.table.placing.places import Spot, Verdict
from game.wording import N_, _

TOLERANCE: Final = LATTICE_STEP
"""Inches that a spot may be off the path: it is rounded to the lattice."""
_MARK: Final = 0.05
"""Inches between the points where conditions are tried; what they allow only between two of these may be missed."""
_HALVINGS: Final = 9
"""How often the stretch from an allowed point to a forbidden one is halved: to about a lattice step."""
_TRIES: Final = 48
"""Random points drawn before one of those known to be allowed is taken."""

Span = tuple[float, float]


class AlongPath:
    """The points of a path, or of some spans of it in inches from its start, that meet some conditions.

    The proof that a point is legal is the path up to that point. If the path passes a point several times, the first
    time within a span counts. Raise `ValueError` for no span, or one that is not on the path.
    """

    def __init__(
        self, path: Path, spans: Sequence[Span] | None = None, conditions: Sequence[Condition] = (), rule: str = ""
    ) -> None:
        self.path, self.conditions, self.rule = path, tuple(conditions), rule
        self.spans = ((0.0, path.inches),) if spans is None else tuple(sorted(spans))
        if not self.spans or not all(0.0 <= low <= high <= path.inches + TOLERANCE for low, high in self.spans):
            raise ValueError(f"spans lie on the path of {path.inches} inches, not {self.spans}")
        self._parts = [part for low, high in self.spans for part in _parts(path, low, high)]
        self._weights = [high - low + 1e-9 for _number, _leg, _before, low, high in self._parts]

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the lattice spot nearest to one is a legal point; it is never unknown."""
        spot = position(*where)
        return "yes" if _nearest(self._parts, spot)[0] <= TOLERANCE and self._allows(spot) else "no"

    def find(self, where: Spot | None = None) -> Path | None:
        """Return the path up to a legal point: the lattice spot nearest to one, or any; None if it is not legal."""
        spot = next(iter(self._ends), None) if where is None else position(*where)
        if spot is None or self.verdict(spot) == "no":
            return None
        on = (part for part in self._parts if _nearest([part], spot)[0] <= TOLERANCE)
        number, leg, before, _low, _high = next(on)
        _far, inches = _nearest([(number, leg, before, 0.0, leg.inches)], spot)
        share = (inches - before) / leg.inches if leg.inches else 0.0
        ends = [*(each.end for each in self.path.legs[:number]), spot]
        return Path.through(
            [self.path.start, *ends], [*(each.turn for each in self.path.legs[:number]), leg.turn * share]
        )

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return how far a spot is from where a point can be chosen, and the conditions that it does not meet."""
        spot = position(*where)
        off = _nearest(self._parts, spot)[0]
        text = _("{amount} from where it must end", amount=missing(off))
        far = [Refusal(text, self.rule, N_("wrong end point"), off)] if off > TOLERANCE else []
        return [*far, *(each.why_not(*spot) for each in self.conditions if not each.allows(*spot))]

    def nearest(self, where: Spot) -> Position | None:
        """Return the legal point nearest to a spot, or None if there is none."""
        closest = (self._at(_nearest([part], where)[1]) for part in self._parts)
        tried = [*filter(self._allows, closest), *(self._ends if self.conditions else ())]
        return min(tried, key=lambda spot: math.dist(spot, where), default=None)

    def sample(self, rng: Random) -> Position | None:
        """Return a legal point at random, each as likely as any other, or None if there is none."""
        for _try in range(_TRIES):
            [(_number, _leg, before, low, high)] = rng.choices(self._parts, self._weights)
            if self._allows(spot := self._at(before + rng.uniform(low, high))):
                return spot
        return rng.choice(self._ends) if self._ends else None

    @property
    def geometry(self) -> BaseGeometry:
        """The spans for drawing; the conditions are judged, but not drawn."""
        return shapely.union_all([shapely.LineString(map(self.path.at, _marks(*span))) for span in self.spans])

    @property
    def excluded(self) -> dict[str, BaseGeometry]:
        """No cause of a forbidden point is drawn."""
        return {}

    def _at(self, inches: float) -> Position:
        return position(*self.path.at(inches))

    def _allows(self, spot: Position) -> bool:
        return all(condition.allows(*spot) for condition in self.conditions)

    @cached_property
    def _ends(self) -> list[Position]:
        """Legal points from the start on: those at marks, and the last ones before a condition forbids more."""
        found = []
        for span in self.spans:
            marks = [(inches, self._allows(self._at(inches))) for inches in _marks(*span)]
            found += [self._at(inches) for inches, is_legal in marks if is_legal]
            edges = (sorted(pair, key=itemgetter(1)) for pair in pairwise(marks) if pair[0][1] is not pair[1][1])
            found += [self._at(self._last(inside, outside)) for (outside, _no), (inside, _yes) in edges]
        return found

    def _last(self, inside: float, outside: float) -> float:
        """Return about the last legal point between a legal point and an illegal one, in inches from the start."""
        for _halving in range(_HALVINGS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if self._allows(self._at(middle)) else (inside, middle)
        return inside


Part = tuple[int, Leg, float, float, float]
"""A stretch of a leg: its number, the leg, the inches of the path before it, and its start and end on the leg."""


def _parts(path: Path, low: float, high: float) -> Iterator[Part]:
    """Yield the stretches of the legs that lie in a span."""
    before = 0.0
    for number, leg in enumerate(path.legs or (Leg(path.start, path.start),)):
        if before <= high and before + leg.inches >= low:
            yield number, leg, before, max(low - before, 0.0), min(high - before, leg.inches)
        before += leg.inches


def _nearest(parts: Sequence[Part], where: Spot) -> tuple[float, float]:
    """Return how far the nearest point of some stretches is from a spot, and where it is on the path, in inches."""
    found = ((leg, before, _closest(leg, where, low, high)) for _number, leg, before, low, high in parts)
    return min((math.dist(leg.at(inches), where), before + inches) for leg, before, inches in found)


def _closest(leg: Leg, where: Spot, low: float, high: float) -> float:
    """Return how far along a leg it is nearest to a spot, in inches between two bounds."""
    turning = (inches for inches, _spot in turning_points(leg, *where) if low < inches < high)
    return min([low, high, *turning], key=lambda inches: math.dist(leg.at(inches), where))


def _marks(low: float, high: float) -> list[float]:
    """Return points of a span, in inches: dense ones, with its ends."""
    return list(np.linspace(low, high, max(2, math.ceil((high - low) / _MARK) + 1)).tolist())

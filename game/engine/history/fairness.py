"""How even the dice of a game fell: counts by size and face, and the chance of so uneven a fall with fair dice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from game.engine.core.events import Event

ENOUGH: Final = 5
"""Times every face should be expected before the test means much."""
_TINY: Final = 1e-300


@dataclass(frozen=True)
class Throw:
    """One die as an event tells of it. `subject` is the piece or player it was rolled for, where that is told."""

    sides: int
    faces: tuple[int, ...]
    result: int
    subject: str = ""
    purpose: str = ""


@dataclass(frozen=True)
class Tally:
    """How often dice of one size showed each face, Pearson's statistic, and the chance of one as high by fair dice."""

    sides: int
    counts: tuple[int, ...]
    statistic: float
    p: float

    @property
    def rolls(self) -> int:
        """How many faces were shown."""
        return sum(self.counts)

    @property
    def telling(self) -> bool:
        """Whether there were enough rolls for the p-value to mean much."""
        return self.rolls >= ENOUGH * self.sides


def throws(events: Iterable[Event]) -> Iterator[Throw]:
    """Yield every die that events tell of, in order, whatever rulebook they come from."""
    for event in events:
        plain = event.plain()
        subject = str(plain.get("model") or plain.get("piece") or plain.get("player") or "")
        purpose = str(plain.get("purpose") or plain.get("table") or "")
        for roll in _rolls(plain):
            yield Throw(int(roll["sides"]), tuple(map(int, roll["faces"])), int(roll["result"]), subject, purpose)


def _rolls(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if {"sides", "faces", "result"} <= value.keys():
            yield value
            return
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _rolls(part)


def tallies(events: Iterable[Event]) -> list[Tally]:
    """Return a tally for every size of die that was rolled, smallest first. Every face shown counts, rerolls too."""
    counts: dict[int, list[int]] = {}
    for throw in throws(events):
        row = counts.setdefault(throw.sides, [0] * throw.sides)
        for face in throw.faces:
            row[face - 1] += 1
    return [tally(row) for _unused, row in sorted(counts.items())]


def tally(counts: Iterable[int]) -> Tally:
    """Return the tally of a die that showed its faces so often."""
    row = tuple(counts)
    statistic = chi_square(row)
    return Tally(len(row), row, statistic, p_value(statistic, len(row) - 1))


def chi_square(counts: tuple[int, ...]) -> float:
    """Return Pearson's statistic against all faces being equally likely; 0 when nothing was rolled."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def p_value(statistic: float, freedom: int) -> float:
    """Return the chance that a chi-square variable of so many degrees of freedom is at least `statistic`."""
    return upper_gamma(freedom / 2, statistic / 2) if freedom > 0 else 1.0


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x) for a > 0, to about 1e-12."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """Return the power series of the lower function over its scale; converges fast for x < a + 1."""
    term = total = 1.0 / a
    step = a
    while abs(term) > abs(total) * 1e-16:
        step += 1
        term *= x / step
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Return the continued fraction of the upper function over its scale, by Lentz; converges fast for x >= a + 1."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value = d
    for n in range(1, 1000):
        factor = -n * (n - a)
        b += 2
        d = 1 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        value *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return value

"""The result of a pool of dice (B-TEST-1 to B-TEST-3), and the dice on the table while a player decides (B-TEST-5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from game.engine.core.pools import Pool

if TYPE_CHECKING:
    from game.rulesets.bushido.rules.state import Model

SIDES = 6
"""The sides of every die (B-GEN-4)."""
SUPPORTS = 2
"""The most supporting dice, which add 1 each (B-TEST-2)."""


class Result(NamedTuple):
    """The result of a pool, and the number of dice that count in ties (B-TEST-10)."""

    value: int
    counted: int


def summed(parts: Sequence[int], modifier: int = 0) -> str:
    """Return numbers and a modifier as a sum: "4 + 1 + 0 - 1"."""
    text = " + ".join(map(str, parts))
    return f"{text} {'+' if modifier > 0 else '-'} {abs(modifier)}" if modifier else text


class Scale(NamedTuple):
    """The rules that turn the faces of a pool into a result, with the number of highest dice that are `taken` away.

    If a number must be reached, results below `least` or above `most` are all alike, and the counting dice do not
    matter.
    """

    modifier: int = 0
    supports: int = SUPPORTS
    keeps_ones: bool = False
    taken: int = 0
    least: int | None = None
    most: int = 99

    def counting(self, faces: Sequence[int]) -> list[int]:
        """Return the faces that count, highest first, without the dice taken away (B-TEST-6, B-TR-29, B-TR-58).

        1s are discarded (B-TEST-1) unless `keeps_ones` is set (B-TR-72).
        """
        remaining = sorted(faces, reverse=True)[self.taken :]
        return [face for face in remaining if face > 1 or self.keeps_ones]

    def result(self, faces: Sequence[int]) -> Result:
        """Return the result of dice: the highest face, 1 for each supporting die, and the modifier (B-TEST-2).

        Without any counting die, the result is 0 and the modifier does not count (B-TEST-3).
        """
        value, counting = 0, self.counting(faces)
        if counting:
            value = counting[0] + min(self.supports, len(counting) - 1) + self.modifier
        return Result(value, len(counting)) if self.least is None else Result(min(self.most, max(self.least, value)), 0)

    def sum_of(self, faces: Sequence[int]) -> str:
        """Return what each die adds to the result as a sum, the highest first: "4 + 1 + 0" (B-TEST-2)."""
        counting, others = self.counting(faces), max(0, len(faces) - self.taken)
        if counting:
            others -= 1
        parts = [*counting[:1], *(int(number < min(self.supports, len(counting) - 1)) for number in range(others))]
        return summed(parts, self.modifier if counting else 0)

    def worked(self, faces: Sequence[int]) -> str:
        """Return how these faces come to their result: "4 + 1 + 0 = 5", or the result alone."""
        parts, value = self.sum_of(faces), str(self.result(faces).value)
        return value if parts in ("", value) else f"{parts} = {value}"


def compensated(one: int, other: int) -> tuple[int, int]:
    """Return the numbers of dice of an opposed test, raised equally so that both have a die (B-TEST-4)."""
    missing = max(0, 1 - min(one, other))
    return one + missing, other + missing


def beats(one: Result, other: Result, *, one_is_active: bool) -> bool:
    """Return whether result `one` wins. Ties go to more counting dice, then to the active player (B-TEST-10)."""
    if one.value != other.value:
        return one.value > other.value
    if one.counted != other.counted:
        return one.counted > other.counted
    return one_is_active


MOST_RESULT: Final = 99
"""A number higher than any result."""


class KiTest(NamedTuple):
    """A Ki test before its roll: against a `number`, or opposed by another model with some `dice`.

    `total` is the number of dice that the model has before the limit. The test is rolled `must_repeat` times more if it
    is passed, and once more if it fails and `may_repeat` is set.
    """

    number: int = 0
    modifier: int = 0
    must_repeat: int = 0
    may_repeat: bool = False
    other: Model | None = None
    dice: int = 0
    role: Literal["active", "passive"] = "active"
    total: int = 0


@dataclass(frozen=True)
class Lying:
    """The pools on the table while a player decides on rerolls, by name, with the scale of each.

    `test` is what a pool without a name is rolled for. `again` are the rerolled dice, as pool and index. `wins` returns
    whether faces would win an opposed test as the dice lie.
    """

    pools: dict[str, Pool]
    scales: Mapping[str, Scale]
    test: str = ""
    again: set[str] = field(default_factory=set)
    wins: Callable[[Sequence[int]], bool] | None = None

"""The result of a pool (B-TEST-1 to B-TEST-3), exactly and as a distribution."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from game.engine.core.pools import outcomes

SIDES = 6
"""Sides of every die (B-GEN-4)."""
SUPPORTS = 2
"""The most dice beside the highest that add one each (B-TEST-2)."""


class Result(NamedTuple):
    """The result of a pool and the number of dice that count, for ties (B-TEST-10)."""

    value: int
    counted: int


def result(faces: Sequence[int], modifier: int = 0, *, supports: int = SUPPORTS, keeps_ones: bool = False) -> Result:
    """Return what dice are worth: the highest, one for each supporting die, and a modifier (B-TEST-2).

    Natural 1s are discarded (B-TEST-1) unless they are kept (B-TR-72). Without a die left the result is 0 and no
    modifier applies (B-TEST-3).
    """
    left = [face for face in faces if face > 1 or keeps_ones]
    if not left:
        return Result(0, 0)
    return Result(max(left) + min(supports, len(left) - 1) + modifier, len(left))


@lru_cache(maxsize=4_000)
def distribution(
    count: int, modifier: int = 0, supports: int = SUPPORTS, keeps_ones: bool = False, without_highest: int = 0
) -> dict[Result, int]:
    """Return the number of cases of each result of a pool of `count` D6, out of `6 ** count`.

    `without_highest` dice, the highest, are taken away before the result (B-TEST-6).
    """

    def worth(faces: tuple[int, ...]) -> Result:
        left = without_the_highest(faces, without_highest)
        return result(left, modifier, supports=supports, keeps_ones=keeps_ones)

    return outcomes(SIDES, count, worth)


def without_the_highest(faces: Sequence[int], dice: int) -> tuple[int, ...]:
    """Return the faces less the highest `dice` of them (B-TEST-6, B-TR-29, B-TR-58)."""
    return tuple(sorted(faces)[: max(0, len(faces) - dice)]) if dice else tuple(faces)


def compensated(one: int, other: int) -> tuple[int, int]:
    """Return two pools of an opposed test, raised together until both have a die (B-TEST-4)."""
    missing = max(0, 1 - min(one, other))
    return one + missing, other + missing


def beats(one: Result, other: Result, *, one_is_active: bool) -> bool:
    """Return whether the first result wins: higher, or more dice counted, or the active player's (B-TEST-10)."""
    if one.value != other.value:
        return one.value > other.value
    if one.counted != other.counted:
        return one.counted > other.counted
    return one_is_active

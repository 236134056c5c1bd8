"""Pools of several dice rolled at once for one purpose. Each die has its own key and can be rerolled alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple, TypeVar

from game.engine.core.dice import Dice, RollCounter

SPLIT = ("attack", "defence")
"""The purposes of the two parts of a split pool; all dice of both sides are rolled at once."""
Outcome = TypeVar("Outcome", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice rolled together. `dice` has all faces that each die showed; the last one counts."""

    key: str
    sides: int
    dice: tuple[tuple[int, ...], ...]

    @property
    def faces(self) -> tuple[int, ...]:
        """The face of each die that counts."""
        return tuple(faces[-1] for faces in self.dice)

    @property
    def shown(self) -> str:
        """The faces in words; a rerolled die lists all of its faces."""
        return ", ".join("→".join(map(str, shown)) for shown in self.dice) or "–"


def roll_pool(dice: Dice, counter: RollCounter, sides: int, count: int, key: str) -> Pool:
    """Roll `count` dice for the purpose `key`."""
    return Pool(key, sides, tuple((dice.roll(counter, sides, f"{key}/{index}"),) for index in range(count)))


def rerolled(dice: Dice, counter: RollCounter, pool: Pool, indices: Sequence[int]) -> Pool:
    """Return the pool with the dice at these indices rerolled."""
    new_faces = {index: dice.roll(counter, pool.sides, f"{pool.key}/{index}") for index in indices}
    return replace(
        pool,
        dice=tuple(
            (*faces, new_faces[index]) if index in new_faces else faces for index, faces in enumerate(pool.dice)
        ),
    )


def least_face(counts: Callable[[int], object]) -> int:
    """Return the lowest face of a D6 that counts, or 0 if no face does."""
    return next((face for face in range(1, 7) if counts(face)), 0)


def common_face(dice: Iterable[Callable[[int], object]]) -> int:
    """Return the lowest face that counts if it is the same for several D6; otherwise 0, also if no face counts."""
    faces = {least_face(counts) for counts in dice}
    return faces.pop() if len(faces) == 1 else 0


class Throw(NamedTuple):
    """The faces of several dice in ascending order, and the number of cases in which the dice show them."""

    faces: tuple[int, ...]
    cases: int


@cache
def throws(sides: int, count: int) -> tuple[Throw, ...]:
    """Return every roll of `count` equal dice."""
    return tuple(
        Throw(faces, factorial(count) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(range(1, sides + 1), count)
    )


def outcomes(sides: int, count: int, outcome: Callable[[tuple[int, ...]], Outcome]) -> dict[Outcome, int]:
    """Return the number of cases of each outcome of a pool, out of `sides ** count`."""
    totals: dict[Outcome, int] = {}
    for faces, cases in throws(sides, count):
        result = outcome(faces)
        totals[result] = totals.get(result, 0) + cases
    return totals

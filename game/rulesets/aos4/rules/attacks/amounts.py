"""Random amounts: D3, 2D6, D3+2 (A-DICE-1). All amounts of one kind are rolled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.core.dice import Dice, RollCounter
from game.engine.core.pools import Pool, roll_pool
from game.rulesets.aos4.documents.amounts import Amount

SIDES = 6
"""The sides of every die; a D3 is a halved D6 (A-DICE-1)."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Amounts whose dice were rolled together: the dice (none for plain numbers), and each amount."""

    pool: Pool
    values: tuple[int, ...]

    @property
    def total(self) -> int:
        """All amounts together."""
        return sum(self.values)


def modified(amount: Amount, by: int) -> Amount:
    """Return an amount with a number added; a plain number is never brought below 1 (A-DICE-8)."""
    plus = amount.plus + by
    return Amount(amount.count, amount.sides, plus if amount.is_random or not by else max(1, plus))


def worth(amount: Amount, face: int) -> int:
    """Return the value of a face of one die of an amount: a D3 is a D6 halved, rounded up (A-DICE-1)."""
    return (face + 1) // 2 if amount.sides == 3 else face


def value(amount: Amount, thrown: int) -> int:
    """Return an amount from the total of its dice; a random one is never below 1 (A-DICE-8)."""
    return max(1, thrown + amount.plus) if amount.is_random else amount.plus


def roll_amounts(dice: Dice, counter: RollCounter, amounts: Sequence[Amount], key: str) -> Rolled:
    """Roll the dice of all amounts at once for the purpose `key`, the dice of the first amount first."""
    pool = roll_pool(dice, counter, SIDES, sum(each.count for each in amounts), key)
    values, start = [], 0
    for each in amounts:
        values.append(value(each, sum(worth(each, face) for face in pool.faces[start : start + each.count])))
        start += each.count
    return Rolled(pool, tuple(values))

"""Random amounts such as D3, 2D6 or D3+2 (A-DICE-1). All amounts of one kind are rolled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.core.dice import Dice, RollCounter
from game.engine.core.pools import Pool, roll_pool
from game.rulesets.aos4.documents.amounts import Amount

SIDES = 6
"""The number of sides of every die. A D3 is a halved D6 (A-DICE-1)."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Amounts whose dice were rolled together. Plain numbers add no dice to the pool."""

    pool: Pool
    values: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all amounts."""
        return sum(self.values)


def modified(amount: Amount, by: int) -> Amount:
    """Return the sum of an amount and a number. A plain number never sinks below 1 (A-DICE-8)."""
    plus = amount.plus + by
    return Amount(amount.count, amount.sides, plus if amount.is_random or not by else max(1, plus))


def worth(amount: Amount, face: int) -> int:
    """Return the value of a die's face in an amount. A D3 is a D6 halved, rounded up (A-DICE-1)."""
    return (face + 1) // 2 if amount.sides == 3 else face


def value(amount: Amount, thrown: int) -> int:
    """Return the value of an amount from the total of its dice. A random amount is at least 1 (A-DICE-8)."""
    return max(1, thrown + amount.plus) if amount.is_random else amount.plus


def roll_amounts(dice: Dice, counter: RollCounter, amounts: Sequence[Amount], key: str) -> Rolled:
    """Roll the dice of all amounts at once, in the order of the amounts. `key` is the purpose of the roll."""
    pool = roll_pool(dice, counter, SIDES, sum(amount.count for amount in amounts), key)
    values, start = [], 0
    for each in amounts:
        values.append(value(each, sum(worth(each, face) for face in pool.faces[start : start + each.count])))
        start += each.count
    return Rolled(pool, tuple(values))

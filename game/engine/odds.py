"""Exact odds of single dice and of what several of them do together; never sampled.

A distribution is a list of probabilities indexed by result. The parameters of `die` are those of
`game.engine.dice.roll_die`, so that what is rolled and what is computed cannot drift apart.
"""

from __future__ import annotations

from functools import cache

Distribution = tuple[float, ...]


@cache
def die(sides: int, reroll_at_most: int = 0, zero_at_most: int = 0) -> Distribution:
    """Return P(result = i) for i in 0..sides of one die with compulsory rerolls and zeroed faces.

    Raises `ValueError` when every face would be rolled again for ever.
    """
    standing = range(max(0, reroll_at_most) + 1, sides + 1)
    if not standing:
        raise ValueError(f"a d{sides} that rerolls {reroll_at_most} or less never stands")
    chances = [0.0] * (sides + 1)
    for face in standing:
        chances[0 if face <= zero_at_most else face] += 1.0 / len(standing)
    return tuple(chances)


@cache
def at_least(distribution: Distribution, value: int) -> float:
    """Return P(result >= value)."""
    return sum(distribution[max(0, value) :])


@cache
def duel(first: Distribution, second: Distribution) -> Distribution:
    """Return P(first - second = d) as a tuple indexed by d + len(second) - 1."""
    spread = [0.0] * (len(first) + len(second) - 1)
    for a, chance_a in enumerate(first):
        for b, chance_b in enumerate(second):
            spread[a - b + len(second) - 1] += chance_a * chance_b
    return tuple(spread)

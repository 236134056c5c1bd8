"""Exact odds, never sampled; `die` takes the same parameters as `game.engine.core.dice.roll_die`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from math import lcm, prod


@dataclass(frozen=True, slots=True)
class Chance:
    """A number of cases out of `total` equally likely ones."""

    weight: int
    total: int

    @property
    def fraction(self) -> Fraction:
        """The chance as a fraction in lowest terms."""
        return Fraction(self.weight, self.total)

    def __float__(self) -> float:
        return self.weight / self.total

    def __format__(self, spec: str) -> str:
        return format(float(self), spec)


def mixed(ways: Sequence[tuple[int, Chance]]) -> Chance:
    """Return the overall chance of something whose chance differs between several numbers of cases."""
    common = lcm(*(chance.total for _cases, chance in ways))
    weight = sum(cases * chance.weight * (common // chance.total) for cases, chance in ways)
    return Chance(weight, common * sum(cases for cases, _chance in ways))


@dataclass(frozen=True, slots=True)
class Distribution:
    """The number of cases for each result out of `total` equally likely ones: `weights[i]` for the result i."""

    weights: tuple[int, ...]
    total: int

    def chance(self, result: int) -> Chance:
        """Return P(result)."""
        return Chance(self.weights[result] if 0 <= result < len(self.weights) else 0, self.total)

    def at_least(self, result: int) -> Chance:
        """Return P(result or more)."""
        return Chance(sum(self.weights[max(0, result) :]), self.total)

    def chances(self) -> Iterator[tuple[int, Chance]]:
        """Yield every possible result with its chance."""
        return ((result, Chance(weight, self.total)) for result, weight in enumerate(self.weights) if weight)

    @property
    def mean(self) -> float:
        """The expected result."""
        return sum(result * weight for result, weight in enumerate(self.weights)) / self.total


@cache
def die(sides: int, reroll_at_most: int = 0, zero_at_most: int = 0) -> Distribution:
    """Return the results 0..sides of a die with rerolls and zeroed faces; `ValueError` if every face is rerolled."""
    standing = range(max(0, reroll_at_most) + 1, sides + 1)
    if not standing:
        raise ValueError(f"a d{sides} that rerolls {reroll_at_most} or less never stands")
    weights = [0] * (sides + 1)
    for face in standing:
        weights[0 if face <= zero_at_most else face] += 1
    return Distribution(tuple(weights), len(standing))


@dataclass(frozen=True, slots=True)
class Margins:
    """The cases in which one die beats another, by difference; `top`: those with the loser's die on its top face."""

    weights: tuple[int, ...]
    top: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """Several dice; the single highest wins: `wins[i]` cases for die i, `margins[i][j]` its lead over die j."""

    total: int
    wins: tuple[int, ...]
    margins: tuple[tuple[Margins, ...], ...]

    @property
    def tied(self) -> Chance:
        """The chance of a tie."""
        return Chance(self.total - sum(self.wins), self.total)


@lru_cache(maxsize=1024)
def single_highest(dice: tuple[Distribution, ...]) -> Contest:
    """Return the exact contest of two or more dice; the time grows with the square of their number."""
    below = [(0, *accumulate(each.weights)) for each in dice]  # below[k][r]: cases of die k below r
    everyone = range(len(dice))
    wins = []
    margins = []
    for i in everyone:
        others = [k for k in everyone if k != i]
        under = [below[k] for k in others]
        wins.append(sum(_cases(dice[i], result, under) for result in range(1, len(dice[i].weights))))
        row = []
        for j in everyone:
            rest = [below[k] for k in others if k != j]
            row.append(_margins(dice[i], dice[j], rest) if i != j else Margins((), ()))
        margins.append(tuple(row))
    return Contest(prod(each.total for each in dice), tuple(wins), tuple(margins))


def _margins(winner: Distribution, loser: Distribution, rest: list[tuple[int, ...]]) -> Margins:
    weights = [0] * len(winner.weights)
    top = [0] * len(winner.weights)
    highest = len(loser.weights) - 1
    for result in range(1, len(winner.weights)):
        cases = _cases(winner, result, rest)
        if cases:
            for lower, weight in enumerate(loser.weights[:result]):
                weights[result - lower] += cases * weight
            if result > highest:
                top[result - highest] += cases * loser.weights[highest]
    return Margins(tuple(weights), tuple(top))


def _cases(winner: Distribution, result: int, rest: list[tuple[int, ...]]) -> int:
    # The winner shows `result` and all others less.
    cases = winner.weights[result]
    for under in rest:
        cases *= under[min(result, len(under) - 1)]
    return cases

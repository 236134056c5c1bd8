"""Exact odds, without sampling. `die` takes the same parameters as `game.engine.core.dice.roll_die`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from math import lcm, prod


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of an outcome that occurs in `weight` out of `total` equally likely cases."""

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


def mixed(groups: Sequence[tuple[int, Chance]]) -> Chance:
    """Return the overall chance for several groups of cases, given as the size and the chance of each group."""
    common = lcm(*(chance.total for _cases, chance in groups))
    weight = sum(cases * chance.weight * (common // chance.total) for cases, chance in groups)
    return Chance(weight, common * sum(cases for cases, _chance in groups))


@dataclass(frozen=True, slots=True)
class Distribution:
    """The odds of each result: `weights[i]` of `total` equally likely cases have the result i."""

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
    final_faces = range(max(0, reroll_at_most) + 1, sides + 1)
    if not final_faces:
        raise ValueError(f"a d{sides} that rerolls {reroll_at_most} or less never stands")
    weights = [0] * (sides + 1)
    for face in final_faces:
        weights[0 if face <= zero_at_most else face] += 1
    return Distribution(tuple(weights), len(final_faces))


@dataclass(frozen=True, slots=True)
class Margins:
    """The number of cases in which one die beats another, by difference.

    `top` counts only the cases in which the loser shows its highest face.
    """

    weights: tuple[int, ...]
    top: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest that the single highest die wins. `margins[i][j]` has the `wins[i]` cases by i's lead over die j."""

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
    below = [(0, *accumulate(die_odds.weights)) for die_odds in dice]  # below[k][r]: cases of die k below r
    everyone = range(len(dice))
    wins = []
    margins = []
    for winner in everyone:
        others = [other for other in everyone if other != winner]
        cases_below = [below[other] for other in others]  # the others' cases below each result
        wins.append(
            sum(_winning_cases(dice[winner], result, cases_below) for result in range(1, len(dice[winner].weights)))
        )
        margins_of_winner = []
        for rival in everyone:
            cases_below_both = [below[other] for other in others if other != rival]
            margins_of_winner.append(
                _winning_margins(dice[winner], dice[rival], cases_below_both) if winner != rival else Margins((), ())
            )
        margins.append(tuple(margins_of_winner))
    return Contest(prod(die_odds.total for die_odds in dice), tuple(wins), tuple(margins))


def _winning_margins(winner: Distribution, loser: Distribution, rest: list[tuple[int, ...]]) -> Margins:
    """Return the cases in which `winner` beats `loser` and all others, by the difference between the two."""
    weights = [0] * len(winner.weights)
    top = [0] * len(winner.weights)
    highest = len(loser.weights) - 1
    for result in range(1, len(winner.weights)):
        cases = _winning_cases(winner, result, rest)
        if cases:
            for lower, weight in enumerate(loser.weights[:result]):
                weights[result - lower] += cases * weight
            if result > highest:
                top[result - highest] += cases * loser.weights[highest]
    return Margins(tuple(weights), tuple(top))


def _winning_cases(winner: Distribution, result: int, rest: list[tuple[int, ...]]) -> int:
    # The number of cases in which the winner shows `result` and all others less; `rest` has their cases below a result.
    cases = winner.weights[result]
    for cases_below in rest:
        cases *= cases_below[min(result, len(cases_below) - 1)]
    return cases

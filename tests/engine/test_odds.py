"""Contests of several dice against looking at every combination."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from game.engine.core.odds import Chance, Distribution, die, mixed, single_highest


def enumerated(dice: tuple[Distribution, ...]) -> list[tuple[int, ...]]:
    faces = [[result for result, weight in enumerate(each.weights) for _ in range(weight)] for each in dice]
    return list(product(*faces))


@pytest.mark.parametrize(
    "dice",
    [
        (die(6), die(8)),
        (die(12, 3), die(6, 0, 4)),
        (die(4), die(4), die(4)),
        (die(6, 1, 3), die(8, 0, 3), die(4, 2)),
        (die(6), die(4, 1), die(8, 3, 4), die(6, 0, 3)),
    ],
)
def test_a_contest_agrees_with_every_combination_of_faces(dice: tuple[Distribution, ...]) -> None:
    contest = single_highest(dice)
    cases = enumerated(dice)
    assert contest.total == len(cases)
    won = [case.index(max(case)) if case.count(max(case)) == 1 else None for case in cases]
    assert contest.tied == Chance(won.count(None), len(cases))
    for winner in range(len(dice)):
        assert contest.wins[winner] == won.count(winner)
        for loser in range(len(dice)):
            margins = contest.margins[winner][loser]
            if loser == winner:
                assert margins.weights == ()
                continue
            beaten = [case for case, who in zip(cases, won, strict=True) if who == winner]
            top = [case for case in beaten if case[loser] == len(dice[loser].weights) - 1]
            for difference, weight in enumerate(margins.weights):
                assert weight == sum(case[winner] - case[loser] == difference for case in beaten)
                assert margins.top[difference] == sum(case[winner] - case[loser] == difference for case in top)


def test_nobody_wins_when_all_show_nothing() -> None:
    blank = die(6, zero_at_most=6)
    contest = single_highest((blank, blank))
    assert (contest.wins, float(contest.tied)) == ((0, 0), 1.0)


def test_chances_are_fractions_floats_and_texts() -> None:
    chance = Chance(3, 12)
    assert (chance.fraction, float(chance), f"{chance:.0%}") == (Fraction(1, 4), 0.25, "25%")


def test_parts_of_a_distribution_add_up() -> None:
    d6 = die(6, zero_at_most=4)
    assert d6.at_least(1).fraction == Fraction(1, 3)
    assert [float(d6.at_least(-3)), float(d6.at_least(7))] == [1.0, 0.0]
    assert (d6.chance(5), d6.chance(9)) == (Chance(1, 6), Chance(0, 6))
    assert dict(d6.chances()) == {0: Chance(4, 6), 5: Chance(1, 6), 6: Chance(1, 6)}
    assert d6.mean == pytest.approx(11 / 6)


def test_a_chance_that_differs_by_case_is_mixed() -> None:
    assert mixed([(2, Chance(1, 3)), (3, Chance(1, 4))]) == Chance(17, 60)
    assert mixed([(1, Chance(1, 2)), (1, Chance(0, 6))]) == Chance(3, 12)


def test_results_that_a_die_does_not_have_never_come() -> None:
    d6 = die(6)
    assert [d6.chance(result).weight for result in (-1, 0, 1, 6, 7)] == [0, 0, 1, 1, 0]
    assert [d6.at_least(result).weight for result in (0, 1, 2, 6)] == [6, 6, 5, 1]
    assert die(6, -2) == die(6, 0) == Distribution((0, 1, 1, 1, 1, 1, 1), 6)
    assert die(6, 5) == Distribution((0, 0, 0, 0, 0, 0, 1), 1)
    with pytest.raises(ValueError, match="a d6 that rerolls 6 or less never stands"):
        die(6, 6)

"""The odds of rolls that must reach a number, against every face counted here."""

from __future__ import annotations

from itertools import product

import pytest

from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.odds.exact import casting_odds, chanting_odds, reaching, unbinding_chance
from game.rulesets.aos4.rules.magic import chanting_roll, is_answered, is_cast, is_miscast, is_unbound

PAIRS = list(product(range(1, 7), repeat=2))


@pytest.mark.parametrize("needed", range(2, 14))
@pytest.mark.parametrize("bonus", [0, 1])
def test_a_chg_2_and_a_ab_19_charges(needed: int, bonus: int) -> None:
    """A charge roll, with Lit Path and with Forward to Victory, which is used where the first roll falls short."""
    once = sum(sum(pair) + bonus >= needed for pair in PAIRS) / 36
    assert reaching(needed, bonus=bonus) == pytest.approx(once)
    twice = sum(max(sum(first), sum(second)) + bonus >= needed for first in PAIRS for second in PAIRS) / 36**2
    assert reaching(needed, bonus=bonus, reroll=True) == pytest.approx(twice)


@pytest.mark.parametrize(
    ("inches", "roll"), [(9.689, 10), (9.0, 9), (9.0005, 9), (9.002, 10), (1.5, 2), (-0.2, 2), (12.002, 13)]
)
def test_a_chg_3_a_charge_over_inches_needs_the_next_whole_roll(inches: float, roll: int) -> None:
    """W-15, within the tolerance of A-GEO-4."""
    assert reaching(inches) == pytest.approx(sum(sum(pair) >= roll for pair in PAIRS) / 36)


def test_other_rolls_reach_numbers_too() -> None:
    assert reaching(4, amount=amount("D6")) == pytest.approx(0.5)
    assert reaching(2, amount=amount("D3"), reroll=True) == pytest.approx(8 / 9)


def test_w_36_casting_and_unbinding() -> None:
    """W-36: A-MAG-3, A-MAG-7."""
    assert is_cast((4, 3), 0, 6)
    assert (is_unbound(7, 7), is_unbound(8, 7)) == (False, True)
    assert not is_cast((2, 3), 0, 6)


def test_w_37_a_miscast_fails_whatever_is_added() -> None:
    """W-37: A-MAG-4."""
    assert is_miscast((1, 1))
    assert not is_cast((1, 1), 5, 5)
    assert not is_miscast((1, 2))
    assert is_miscast((1, 4, 1))


@pytest.mark.parametrize(("needed", "bonus", "unbinding"), [(6, 0, 0), (5, 1, None), (2, 0, 1), (9, 2, 0), (13, 0, 0)])
def test_a_mag_8_odds_of_a_spell(needed: int, bonus: int, unbinding: int | None) -> None:
    cast = [pair for pair in PAIRS if pair != (1, 1) and sum(pair) + bonus >= needed]
    against = PAIRS if unbinding is not None else []
    broken = sum(sum(other) + (unbinding or 0) > sum(pair) + bonus for pair in cast for other in against)
    odds = casting_odds(needed, bonus, unbinding=unbinding)
    assert odds == pytest.approx((len(cast) / 36, 1 / 36, len(cast) / 36 - broken / 36**2))


def test_a_mag_7_chance_to_unbind() -> None:
    assert unbinding_chance(7) == pytest.approx(15 / 36)
    assert unbinding_chance(7, 1) == pytest.approx(21 / 36)
    assert unbinding_chance(12) == 0.0


def test_a_pray_2_and_a_pray_5_the_chanting_roll() -> None:
    """W-40, W-41: a natural 1 fails whatever is added; what counts is at least 1."""
    assert chanting_roll(1, 1) is None
    assert chanting_roll(4, -1) == 3
    assert chanting_roll(2, -3) == 1


def test_a_pray_3_and_a_pray_6_answers() -> None:
    """W-39: with 2 ritual points 5 reaches 4, with 5 a total of 8 reaches the better effect."""
    assert is_answered(3, 2, 4)
    assert not is_answered(3, 2, 8)
    assert is_answered(3, 5, 8)


def test_odds_of_a_prayer() -> None:
    """A-PRAY-2, A-PRAY-3, A-PRAY-6: 2 ritual points, 4 to answer, 7 for more."""
    odds = chanting_odds(4, 2, better=7)
    assert odds[:3] == pytest.approx((1 / 6, 5 / 6, 2 / 6))
    assert odds.banked.tolist() == pytest.approx([2 / 18, 1 / 18, 0, 0, 1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6])
    assert chanting_odds(4, bonus=-1)[:3] == pytest.approx((1 / 6, 2 / 6, 0))

"""The odds of volleys equal what is counted out, and what is thrown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from game.engine.core.dice import RollCounter
from game.engine.core.shares import Shares, mapped, mean, of
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.weapon_abilities import Crit
from game.rulesets.aos4.odds.exact import of_amount, volley_odds
from game.rulesets.aos4.rules.attacks.batch import Attacker, Batch, Target, batch_of
from game.rulesets.aos4.rules.attacks.damaging import Body, suffer
from game.rulesets.aos4.rules.attacks.volleys import resolve
from tests.every_throw import throws
from tests.rulesets.aos4.attack_kit import AXE, LANCE, TALONS
from tests.samples import some
from tools.witnesses.volleys import counted, differences, main, situations, thrown

CRITS: tuple[Crit, ...] = ("", "2 hits", "auto-wound", "mortal")
NUMBERS = ("1", "2", "3", "D3", "D6", "2D3", "D3+2")


def anything(rng: Random) -> tuple[list[Batch], Body]:
    """One to three small batches against anybody."""
    batches = [
        Batch(
            "any",
            tuple(amount(rng.choice(("0", "1", "2", "3", "D3"))) for _weapon in range(rng.choice((1, 1, 2)))),
            rng.randint(2, 6),
            rng.randint(2, 6),
            Amount(rng.randint(0, 1), rng.choice((3, 6)), rng.randint(-2, 3))
            if rng.random() < 0.4
            else amount(rng.choice(NUMBERS)),
            save=rng.choice((None, 2, 3, 4, 5, 6)),
            hit_modifier=rng.randint(-1, 1),
            wound_modifier=rng.randint(-1, 1),
            save_modifier=rng.randint(-4, 1),
            crit=rng.choice(CRITS),
        )
        for _batch in range(rng.randint(1, 3))
    ]
    batches = [replace(each, damage=amount("1")) if each.damage.least < 0 else each for each in batches]
    health = rng.randint(1, 5)
    body = Body(health, rng.randint(1, 8), rng.randrange(health), rng.choice((None, 3, 4, 5, 6)))
    return batches, body


def assert_equal(shares: Shares, expected: Mapping[int, Fraction | float]) -> None:
    assert len(shares) > max(result for result, chance in expected.items() if chance)
    for result, share in enumerate(shares):
        assert float(share) == pytest.approx(float(expected.get(result, 0)), rel=1e-9, abs=1e-14), result


@pytest.mark.parametrize("seed", range(some(60)))
def test_odds_are_those_counted_out(seed: int) -> None:
    """A-ATK-1, A-DMG-3 and A-DMG-5: points, points after wards, models slain."""
    batches, body = anything(Random(seed))
    odds = volley_odds(batches, body)
    for shares, expected in zip((odds.points, odds.allocated, odds.slain), counted(batches, body)):
        assert_equal(shares, expected)
        assert float(shares.sum()) == pytest.approx(1.0)
    assert len(odds.slain) == body.models + 1
    assert odds.destroyed == odds.slain[body.models]


PAIR = Batch("pair", (amount("2"),), 6, 6, amount("1"))
SINGLE = Batch("single", (amount("1"),), 5, 4, amount("2"), save=4)


@pytest.mark.parametrize("crit", CRITS)
@pytest.mark.parametrize(("alike", "ward"), [(PAIR, 6), (SINGLE, None)], ids=["pair", "single"])
def test_odds_are_those_of_every_throw_of_the_resolver(alike: Batch, ward: int | None, crit: Crit) -> None:
    batch, body = replace(alike, crit=crit), Body(1, 2, ward=ward)
    points: dict[int, Fraction] = {}
    slain: dict[int, Fraction] = {}
    for dice in throws():
        counter = RollCounter()
        volley = resolve(batch, dice, counter, "unit")
        _wards, _removed, losses = suffer(dice, counter, body, volley.points, "unit")
        chance = Fraction(1, 6 ** len(dice.sides))
        points[volley.points] = points.get(volley.points, Fraction(0)) + chance
        slain[losses.slain] = slain.get(losses.slain, Fraction(0)) + chance
    odds = volley_odds([batch], body)
    assert_equal(odds.points, points)
    assert_equal(odds.slain, slain)


@pytest.mark.parametrize("name", situations())
def test_odds_are_those_of_volleys_thrown(name: str) -> None:
    """A-DICE-9: thrown in batches; `tools/witnesses/volleys.py` throws all of the million."""
    batches, body = situations()[name]
    tallies = thrown(batches, body, np.random.default_rng(7), some(300_000))
    assert list(differences(volley_odds(batches, body), tallies)) == []


def test_the_witness_sees_what_is_off_by_little() -> None:
    batches, body = situations()["plain against a save"]
    tallies = thrown(batches, body, np.random.default_rng(7), some(200_000))
    other = [replace(batches[0], wound_modifier=1)]
    assert len(list(differences(volley_odds(other, body), tallies))) > 3


@dataclass
class Quick:
    """Dice of one stream: nothing is undone here."""

    rng: Random

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        return 1 + int(self.rng.random() * sides)


@pytest.mark.parametrize("name", ["two hits, a ward", "mortal and normal in one pool"])
def test_odds_are_those_of_the_resolver_itself(name: str) -> None:
    batches, body = situations()[name]
    dice, counter = Quick(Random(3)), RollCounter()
    tallies = [np.zeros(200, dtype=np.int64) for _each in range(3)]
    for _volley in range(some(10_000)):
        points = sum(resolve(batch, dice, counter, "unit").points for batch in batches)
        _wards, removed, losses = suffer(dice, counter, body, points, "unit")
        for tally, result in zip(tallies, (points, points - removed, losses.slain)):
            tally[result] += 1
    assert list(differences(volley_odds(batches, body), tallies)) == []


def test_no_attacks_do_nothing() -> None:
    odds = volley_odds([], Body(2, 3, 1, ward=5))
    assert (mean(odds.points), mean(odds.allocated), mean(odds.slain), odds.destroyed) == (0.0, 0.0, 0.0, 0.0)
    assert odds.slain.tolist() == [1.0, 0.0, 0.0, 0.0]


def test_a_dmg_2_and_a_amb_28_mortal_damage_in_the_same_pool() -> None:
    batch = Batch("none", (Amount(plus=0),), 4, 4, Amount(plus=1))
    odds = volley_odds([batch], Body(2, 3, ward=4), (amount("D3"), amount("1")))
    assert_equal(odds.points, {2: 1 / 3, 3: 1 / 3, 4: 1 / 3})
    assert mean(odds.allocated) == pytest.approx(1.5)
    assert odds.slain[2] == pytest.approx(1 / 3 / 16)


@pytest.mark.parametrize(
    ("weapon", "weapons", "target", "attacker", "expected"),
    [
        (AXE, 1, Target(4), Attacker(), 3 * (2 / 6 + 2 * 1 / 6) * (4 / 6) * (4 / 6) * 2),
        (LANCE, 2, Target(None), Attacker(charged=True), 6 * (4 / 6) * (4 / 6) * 2),
        (TALONS, 3, Target(5), Attacker(), 6 * (3 / 6) * (3 / 6) * (4 / 6)),
    ],
)
def test_expected_points_of_the_starter_forces(
    weapon: object, weapons: int, target: Target, attacker: Attacker, expected: float
) -> None:
    batch = batch_of(weapon, weapons, target, attacker)  # type: ignore[arg-type]
    assert mean(volley_odds([batch], Body(2, 10)).points) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("D3", [0, 1 / 3, 1 / 3, 1 / 3]), ("3", [0, 0, 0, 1]), ("D3+2", [0, 0, 0, 1 / 3, 1 / 3, 1 / 3])],
)
def test_a_dice_1_shares_of_amounts(text: str, expected: Sequence[float]) -> None:
    assert of_amount(amount(text)).tolist() == pytest.approx(expected)


def test_a_dice_8_a_lowered_amount_is_never_below_one() -> None:
    assert of_amount(Amount(1, 6, -3)).tolist() == pytest.approx([0, 4 / 6, 1 / 6, 1 / 6])


def test_shares_of_what_becomes_of_results() -> None:
    assert mapped(of({1: 0.25, 2: 0.25, 3: 0.5}), lambda result: result // 2).tolist() == [0.25, 0.75]
    with pytest.raises(ValueError, match="below 0"):
        of({-1: 1.0})


def test_the_witness_tells_whether_anything_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--volleys", "2000"]) == 0
    assert capsys.readouterr().out.count("2000 volleys, 0 shares differ") == len(situations())

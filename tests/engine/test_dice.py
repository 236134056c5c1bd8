"""Dice: the same key the same face, whatever else was rolled; scripts that must be exactly used up; exact odds."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from game.engine.core.dice import (
    Dice,
    FallenDice,
    KeyedDice,
    NotedDice,
    RollCounter,
    ScriptedDice,
    UnplannedRoll,
    UnusedRolls,
    draw,
    other_dice,
    roll_die,
)
from game.engine.core.odds import die

SIZES = (4, 6, 8, 10, 12, 20)
CHI_SQUARE_999 = {3: 16.27, 5: 20.52, 7: 24.32, 9: 27.88, 11: 31.26, 19: 43.82}
"""By degrees of freedom: exceeded by fair dice once in a thousand."""


def faces(dice: Dice, sides: int, keys: list[str]) -> list[int]:
    counter = RollCounter()
    return [dice.roll(counter, sides, key) for key in keys]


def chi_square(found: list[int], sides: int) -> float:
    expected = len(found) / sides
    return sum((found.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))


def test_the_same_seed_and_key_show_the_same_faces() -> None:
    keys = ["round 1/wick/attack", "round 1/wick/attack", "round 1/gull/attack"]
    assert faces(KeyedDice(7), 12, keys) == faces(KeyedDice(7), 12, keys)


def test_a_key_shows_the_same_face_whatever_was_rolled_before() -> None:
    wanted = [f"key {number}" for number in range(40)]
    alone = [KeyedDice(3).roll(RollCounter(), 12, key) for key in wanted]
    forwards, backwards = faces(KeyedDice(3), 12, wanted), faces(KeyedDice(3), 12, wanted[::-1])[::-1]
    assert alone == forwards == backwards


def test_the_second_roll_of_a_key_is_another_roll() -> None:
    dice = KeyedDice(1)
    pairs = [faces(dice, 12, [key, key]) for key in map(str, range(60))]
    assert sum(first == second for first, second in pairs) < 15


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 12, "round 1/wick/attack"), (1, 12, "round 1/wick/recovery")),
        ((1, 12, "round 1/wick/attack"), (1, 12, "round 2/wick/attack")),
        ((1, 12, "round 1/wick/attack"), (2, 12, "round 1/wick/attack")),
    ],
    ids=["purpose", "round", "seed"],
)
def test_another_purpose_round_or_seed_is_another_roll(one: tuple[int, int, str], other: tuple[int, int, str]) -> None:
    def row(seed: int, sides: int, key: str) -> list[int]:
        return faces(KeyedDice(seed), sides, [key] * 30)

    assert row(*one) != row(*other)


def test_keys_that_run_together_in_text_stay_apart() -> None:
    one = [KeyedDice(1).roll(RollCounter(by_key={"a|1": 0}), 12, f"a|1|{n}") for n in range(30)]
    other = [KeyedDice(1).roll(RollCounter(by_key={"a": 1}), 12, f"a|{n}") for n in range(30)]
    assert one != other


@pytest.mark.parametrize("sides", SIZES)
def test_faces_are_uniform_over_keys_counts_and_seeds(sides: int) -> None:
    many = 400 * sides
    by_key = [KeyedDice(5).roll(RollCounter(), sides, f"key {number}") for number in range(many)]
    by_count = faces(KeyedDice(5), sides, ["one key"] * many)
    by_seed = [KeyedDice(seed).roll(RollCounter(), sides, "one key") for seed in range(many)]
    for found in (by_key, by_count, by_seed):
        assert set(found) == set(range(1, sides + 1))
        assert chi_square(found, sides) < CHI_SQUARE_999[sides - 1]


def test_following_faces_are_independent() -> None:
    row = faces(KeyedDice(11), 6, ["one key"] * 7201)
    pairs = [6 * (first - 1) + second for first, second in pairwise(row)]
    assert chi_square(pairs, 36) < 66.62  # 35 degrees of freedom


def test_the_counter_counts_in_all_and_by_key() -> None:
    counter = RollCounter()
    for key in ("a", "b", "a"):
        KeyedDice(0).roll(counter, 6, key)
    assert (counter.total, counter.by_key) == (3, {"a": 2, "b": 1})
    assert counter.clone().next_for("a") == 2
    assert counter.by_key == {"a": 2, "b": 1}


def test_a_script_shows_its_faces_in_order_and_no_more() -> None:
    dice, counter = ScriptedDice.of([3, 6]), RollCounter()
    assert [dice.roll(counter, 6, "any"), dice.roll(counter, 6, "other")] == [3, 6]
    dice.require_used(counter)
    with pytest.raises(UnplannedRoll, match=r"roll 3 \(d6 for third\) is not in the script of 2 dice"):
        dice.roll(counter, 6, "third")


def test_a_script_refuses_a_die_too_small_for_its_face() -> None:
    with pytest.raises(UnplannedRoll, match="scripted roll 1 is 7, but a d6 is rolled for attack"):
        ScriptedDice.of([7]).roll(RollCounter(), 6, "attack")
    with pytest.raises(UnplannedRoll, match="scripted roll 1 is 0"):
        ScriptedDice.of([0]).roll(RollCounter(), 6, "attack")


def test_a_script_may_say_what_each_die_is_for() -> None:
    dice, counter = ScriptedDice((3, 4, 5), ("wick/attack", "")), RollCounter()
    assert dice.roll(counter, 8, "round 1/wick/attack") == 3
    assert dice.roll(counter, 8, "round 1/gull/attack") == 4  # an empty purpose fits all
    assert dice.roll(counter, 8, "round 1/gull/recovery") == 5  # so does one left out at the end
    with pytest.raises(UnplannedRoll, match="scripted roll 1 is for 'recovery', but round 1/wick/attack is rolled"):
        ScriptedDice((3,), ("recovery",)).roll(RollCounter(), 8, "round 1/wick/attack")


def test_a_script_counts_from_its_start() -> None:
    counter = RollCounter(total=10)
    dice = ScriptedDice((2, 5), start=10)
    assert dice.roll(counter, 6, "first") == 2
    with pytest.raises(UnusedRolls, match="1 scripted dice were not rolled: 5"):
        dice.require_used(counter)
    assert dice.roll(counter, 6, "second") == 5
    dice.require_used(counter)


def test_rerolls_go_on_until_a_face_stands() -> None:
    counter = RollCounter()
    rolled = roll_die(ScriptedDice.of([1, 2, 1, 4]), counter, 6, "attack", reroll_at_most=2)
    assert (rolled.faces, rolled.face, rolled.result, counter.total) == ((1, 2, 1, 4), 4, 4, 4)


def test_low_faces_count_as_zero_after_the_rerolls() -> None:
    rolled = roll_die(ScriptedDice.of([1, 2]), RollCounter(), 6, "test", reroll_at_most=1, zero_at_most=3)
    assert (rolled.faces, rolled.face, rolled.result) == ((1, 2), 2, 0)
    assert roll_die(ScriptedDice.of([4]), RollCounter(), 6, "test", zero_at_most=3).result == 4


@pytest.mark.parametrize("reroll", [6, 7])
def test_a_die_that_never_stands_is_refused_and_not_rolled(reroll: int) -> None:
    counter = RollCounter()
    with pytest.raises(ValueError, match=f"a d6 that rerolls {reroll} or less never stands"):
        roll_die(KeyedDice(1), counter, 6, "attack", reroll_at_most=reroll)
    assert counter.total == 0
    with pytest.raises(ValueError, match="never stands"):
        die(6, reroll_at_most=reroll)


@pytest.mark.parametrize("sides", [6, 8, 12])
@pytest.mark.parametrize("reroll", [-1, 0, 1, 3])
@pytest.mark.parametrize("zero", [-1, 0, 2, 4, 12])
def test_odds_agree_with_what_is_rolled(sides: int, reroll: int, zero: int) -> None:
    """Every first face is as likely; a face that is rolled again leaves the rest as likely as before."""
    counts, standing = [0] * (sides + 1), 0
    for face in range(1, sides + 1):
        # After a face in the reroll range another is needed; the script's last face always stands.
        script = ScriptedDice.of([face] if face > reroll else [face, sides])
        rolled = roll_die(script, RollCounter(), sides, "x", reroll_at_most=reroll, zero_at_most=zero)
        assert len(rolled.faces) == (1 if face > reroll else 2)
        if face > reroll:
            counts[rolled.result] += 1
            standing += 1
    assert die(sides, reroll, zero).weights == tuple(counts)
    assert die(sides, reroll, zero).total == standing


def test_the_faces_of_a_seed_are_those_of_every_version() -> None:
    counter = RollCounter()
    shown = [KeyedDice(7).roll(counter, sides, "round 1/ann") for sides in (6, 6, 20, 100, 2)]
    assert shown == [3, 4, 14, 6, 2]


def test_what_falls_in_a_copy_falls_again_and_anything_else_comes_from_other_dice() -> None:
    noted, counter = NotedDice(ScriptedDice.of([3, 4, 5])), RollCounter()
    assert [noted.roll(counter, sides, key) for sides, key in ((6, "a"), (6, "a"), (8, "b"))] == [3, 4, 5]
    assert noted.order == [3, 4, 5]
    assert noted.faces == {("a", 0, 6): 3, ("a", 1, 6): 4, ("b", 0, 8): 5}
    dice, again = other_dice(noted, 9), RollCounter()
    assert isinstance(dice, FallenDice)
    assert dice.after == other_dice(NotedDice(KeyedDice(1)), 9) == KeyedDice(~9)
    assert [dice.roll(again, sides, key) for sides, key in ((8, "b"), (6, "a"), (6, "a"))] == [5, 3, 4]
    assert (again.total, again.by_key) == (3, {"b": 1, "a": 2})
    fresh = RollCounter(3, {"b": 1, "a": 2})
    assert dice.roll(again, 6, "a") == KeyedDice(~9).roll(fresh, 6, "a")
    assert again.equals(fresh)
    other = RollCounter()
    assert dice.roll(other, 20, "b") == KeyedDice(~9).roll(RollCounter(), 20, "b")  # another die of that purpose


def test_a_script_that_was_begun_counts_what_is_left_of_it() -> None:
    dice, counter = ScriptedDice((1, 2), (), 3), RollCounter(3)
    with pytest.raises(UnusedRolls, match="2 scripted dice were not rolled: 1, 2"):
        dice.require_used(counter)
    dice.roll(counter, 6, "a")
    with pytest.raises(UnusedRolls, match="1 scripted dice were not rolled: 2"):
        dice.require_used(counter)
    dice.roll(counter, 6, "a")
    dice.require_used(counter)
    with pytest.raises(UnplannedRoll, match=r"roll 3 \(d6 for a\) is not in the script of 2 dice"):
        dice.roll(counter, 6, "a")
    for face, fits in ((1, True), (6, True), (7, False), (0, False)):
        script = ScriptedDice.of([face])
        if fits:
            assert script.roll(RollCounter(), 6, "k") == face
        else:
            with pytest.raises(UnplannedRoll, match=f"scripted roll 1 is {face}, but a d6 is rolled for k"):
                script.roll(RollCounter(), 6, "k")
    roll = roll_die(ScriptedDice.of([1, 2, 3]), RollCounter(), 6, "k", reroll_at_most=2, zero_at_most=3)
    assert (roll.faces, roll.face, roll.result) == ((1, 2, 3), 3, 0)


def test_what_is_drawn_is_among_what_is_left_each_as_likely_and_never_twice() -> None:
    first = Counter[str]()
    for seed in range(400):
        counter, left = RollCounter(), ["ace", "king", "ten", "two"]
        for _card in range(4):
            card = draw(KeyedDice(seed), counter, left, "ann draws")
            if len(left) == 4:
                first[card] += 1
            left.remove(card)
        assert not left
    assert min(first.values()) > 70
    with pytest.raises(ValueError, match="nothing is left to draw for ann draws"):
        draw(KeyedDice(1), RollCounter(), [], "ann draws")


def test_the_place_that_is_drawn_is_the_face_of_a_die_of_as_many_sides() -> None:
    counter = RollCounter()
    assert draw(ScriptedDice.of([3]), counter, ["ace", "king", "ten"], "ann draws") == "ten"
    assert counter.by_key == {"ann draws": 1}

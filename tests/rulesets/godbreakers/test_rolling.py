"""Rolling dice: rerolls, challenging rolls, tests, Triumph and ascension (G-ROLL)."""

import pytest

from game.engine.core.dice import roll_die
from game.rulesets.godbreakers.rules import events as core
from game.rulesets.godbreakers.rules.events import Ascended, Damaged, DieRaised, Rolled, Triumphed
from game.rulesets.godbreakers.rules.rolls import roll, settle_triumphs
from game.rulesets.godbreakers.rules.rolls import test as make_test
from tests.rulesets.godbreakers.kit import FAR, A, B, begin, godbreaker, objective, of_kind, shard, treasure, unaligned


@pytest.mark.parametrize("die", [6, 8, 10, 12])
def test_g_roll_1_a_model_rolls_one_die_of_its_own_size(die: int) -> None:
    play = begin(godbreaker("Raven", A, 5, 5, die), dice=[1])
    assert roll(play.game, play.model("Raven"), "recovery") == 1
    (rolled,) = of_kind(play.game.events, Rolled)
    assert (rolled.roll.sides, rolled.roll.faces) == (die, (1,))


def test_g_roll_2_and_q11_a_face_in_reroll_range_is_rolled_again_until_it_stands() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), dice=[2, 1, 2, 3])
    play.state.rolls.total = 0
    rolled = roll_die(play.dice, play.state.rolls, 6, "a test", reroll_at_most=2, zero_at_most=3)
    assert rolled.faces == (2, 1, 2, 3)
    assert rolled.result == 0


@pytest.mark.parametrize(("face", "result"), [(1, 0), (2, 0), (3, 0), (4, 4), (6, 6)])
def test_g_roll_3_on_a_challenging_roll_1_2_and_3_count_as_0(face: int, result: int) -> None:
    play = begin(godbreaker("Raven", A, 5, 5), dice=[face, face])
    raven = play.model("Raven")
    assert roll(play.game, raven, "attack", challenging=True) == result
    assert roll(play.game, raven, "attack") == face


@pytest.mark.parametrize(("face", "success"), [(1, False), (3, False), (4, True), (5, True)])
def test_g_roll_4_a_test_is_challenging_and_succeeds_above_0(face: int, success: bool) -> None:
    play = begin(godbreaker("Raven", A, 5, 5), dice=[face])
    assert make_test(play.game, play.model("Raven"), "Steady Hand", rule="G-ROLL-4") is success
    (tested,) = of_kind(play.game.events, core.Tested)
    assert (tested.test, tested.success) == ("Steady Hand", success)


def test_g_roll_4_an_outcome_that_is_not_given_does_nothing() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), objective(10, 10), dice=[3])
    happened = play.act("Raven", "sunder", ["objective"])
    assert play.state.markers["objective"].on_table
    assert of_kind(happened, Damaged) == []


def test_g_roll_5_the_highest_face_removes_all_damage_at_once_and_raises_the_die_after_the_action() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 8, damage=5), godbreaker("Nova", B, 11, 10, 8), dice=[8, 3])
    kinds = [event.kind for event in play.act("Raven", "engage", ["nova"])]
    assert (play.model("Raven").damage, play.model("Raven").die) == (0, 10)
    assert kinds.index("Triumphed") < kinds.index("Damaged") < kinds.index("Disengaged") < kinds.index("DieRaised")


def test_g_roll_5_damage_dealt_after_the_triumph_stays() -> None:
    # Nova triumphs, yet her result of 6 is beaten by 8: what she takes comes after.
    play = begin(
        godbreaker("Raven", A, 10, 10, 10), godbreaker("Nova", B, 11, 10, 6, damage=5), dice=[8, 6], priority=[A, B]
    )
    play.act("Raven", "engage", ["nova"])
    assert (play.model("Nova").damage, play.model("Nova").die) == (2, 8)


@pytest.mark.parametrize("step", ["initiative", "recovery"])
def test_g_roll_5_any_roll_counts(step: str) -> None:
    raven = godbreaker("Raven", A, 10, 10, leader=True, damage=3)
    if step == "initiative":
        play = begin(raven, step="initiative", players=1, dice=[6])
    else:
        play = begin(raven, step="recovery", players=1, dice=[6, 1])
    assert (play.model("Raven").damage, play.model("Raven").die) == (0, 8)


def test_g_roll_5_a_test_can_bring_a_triumph_too() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10, damage=2), objective(10, 10), dice=[6])
    play.act("Raven", "sunder", ["objective"])
    assert (play.model("Raven").damage, play.model("Raven").die) == (0, 8)


def test_g_roll_5_the_second_action_is_rolled_with_the_raised_die() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 6), godbreaker("Nova", B, 11, 10, 12), dice=[6, 1, 7, 1])
    happened = play.act("Raven", "engage", ["nova"], "engage", ["nova"])
    assert [event.roll.sides for event in of_kind(happened, Rolled) if event.model == "raven"] == [6, 8]


def test_g_roll_5_only_godbreakers_triumph() -> None:
    play = begin(unaligned("Wolf", 10, 10, 8, damage=9), godbreaker("Raven", A, *FAR), step="recovery", dice=[8])
    assert of_kind(play.session.events, Triumphed) == []
    assert play.model("Wolf").place == "casualty"


def test_g_roll_6_a_d12_ascends_when_the_action_is_resolved_with_its_tokens() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 12, damage=4),
        godbreaker("Nova", B, 11, 10, 8),
        treasure("gold", "raven"),
        dice=[12, 3],
    )
    happened = play.act("Raven", "engage", ["nova"])
    raven = play.model("Raven")
    assert (raven.place, raven.die, raven.damage) == ("ascended", 12, 0)
    assert play.state.tokens["gold"].holder == "raven"
    assert play.model("Nova").damage == 9
    kinds = [event.kind for event in happened]
    assert kinds.index("Damaged") < kinds.index("Disengaged") < kinds.index("Ascended")
    assert "Casualty" not in kinds


def test_q15_who_leaves_in_its_own_activation_acts_no_more() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 12), godbreaker("Nova", B, 11, 10, 8), dice=[12, 3])
    play.act("Raven", "engage", ["nova"])
    assert play.asked == (B, "G-ACT-1")


def test_q5_several_triumphs_in_one_action_each_raise_the_die_but_never_beyond_12() -> None:
    play = begin(godbreaker("Raven", A, 5, 5, 6), dice=[6, 6])
    raven = play.model("Raven")
    for _ in range(2):
        roll(play.game, raven, "attack")
    assert raven.die == 6
    settle_triumphs(play.game)
    assert raven.die == 10
    raven.raises = 2
    settle_triumphs(play.game)
    assert (raven.die, raven.on_table) == (12, True)
    assert of_kind(play.game.events, Ascended) == []


def test_q14_a_raise_is_kept_by_a_model_that_is_removed() -> None:
    play = begin(godbreaker("Raven", A, 5, 5, 6), dice=[6])
    raven = play.model("Raven")
    roll(play.game, raven, "attack")
    raven.place = "casualty"
    settle_triumphs(play.game)
    assert raven.die == 8
    assert [event.die for event in of_kind(play.game.events, DieRaised)] == [8]


def test_g_roll_6_the_next_round_is_played_without_the_ascended() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10, 12, damage=1, leader=True),
        godbreaker("Wren", A, 5, 5),
        godbreaker("Nova", B, *FAR, leader=True),
        shard(A, 25, 15),
        step="recovery",
        dice=[12, 3, 4],
    )
    assert play.model("Raven").place == "ascended"
    assert play.asked == (A, "G-INI-1")
    assert play.candidates == ["wren"]
    play.answer(["wren"])

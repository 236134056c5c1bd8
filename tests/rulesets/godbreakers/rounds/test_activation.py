"""The Activation phase (G-ACT)."""

import pytest

from game.engine.core.decisions import Choose
from game.rulesets.godbreakers.rules.events import Activated
from tests.rulesets.godbreakers.kit import FAR, A, B, C, Play, begin, forgotten, godbreaker, hoard, of_kind, unaligned


def order_of_activation(play: Play) -> list[str]:
    """End every activation at once; return who was activated in what order, up to the end of the phase."""
    order: list[str] = []
    while not play.session.finished and play.decision.rule in ("G-ACT-1", "G-ACT-2"):
        picked = play.candidates[0]
        order += [event.model for event in of_kind(play.answer([picked]), Activated)]
        assert isinstance(play.decision, Choose)
        play.answer("end" if "end" in play.options else "nothing")
    return order


def test_g_act_1_players_alternate_one_model_at_a_time_and_who_has_none_left_is_passed_over() -> None:
    play = begin(
        godbreaker("A1", A, 2, 2),
        godbreaker("B1", B, 5, 2),
        godbreaker("B2", B, 8, 2),
        godbreaker("B3", B, 11, 2),
        godbreaker("C1", C, 14, 2),
        godbreaker("C2", C, 17, 2),
        players=3,
        priority=[C, A, B],
        step="activation",
    )
    assert order_of_activation(play) == ["c1", "a1", "b1", "c2", "b2", "b3"]


def test_g_act_2_wild_models_come_last_in_an_order_their_handler_chooses() -> None:
    # D6 and far from everybody: nothing is asked of a Cowardly model.
    play = begin(
        unaligned("One", 2, 10, 6),
        unaligned("Two", 5, 10, 6),
        godbreaker("A1", A, 2, 2),
        godbreaker("B1", B, 25, 15),
        godbreaker("B2", B, 25, 10),
    )
    play.answer(["a1"], "end", ["b1"], "end", ["b2"], "end")
    assert play.asked == (B, "G-ACT-2")
    assert play.candidates == ["one", "two"]
    play.answer(["two"], "nothing")
    assert play.candidates == ["one"]


def test_g_act_3_no_model_is_activated_twice_in_a_round() -> None:
    play = begin(godbreaker("A1", A, 2, 2), godbreaker("A2", A, 5, 2), godbreaker("B1", B, 25, 15))
    play.answer(["a1"], "end", ["b1"], "end")
    assert play.candidates == ["a2"]
    (refusal,) = play.refused(["a1"])
    assert refusal.rule == "G-ACT-3"


def test_g_act_3_a_model_that_enters_during_the_phase_is_still_activated() -> None:
    play = begin(
        godbreaker("Raven", A, 10, 10), godbreaker("Nova", B, *FAR), hoard(A, 11.9, 10), priority=[A, B], dice=[3]
    )
    play.act("Raven", "plunder", [8.9, 10], "end")
    play.answer(["nova"], "end")
    assert play.asked == (B, "G-ACT-2")
    assert play.candidates == ["forgotten-1"]


@pytest.mark.parametrize(
    ("actions", "rest"),
    [(("move", [6, 5], "move", [7, 5]), 0), (("end",), 2), (("move", [6, 5], "end"), 1)],
    ids=["the same twice", "none", "one"],
)
def test_g_act_4_a_godbreaker_performs_up_to_two_actions(actions: tuple[str | list[float], ...], rest: int) -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15))
    play.answer(["raven"], *actions)
    assert play.asked == (B, "G-ACT-1")
    assert play.model("Raven").x == 7 - rest


def test_g_act_4_actions_come_in_any_order() -> None:
    raven, nova = godbreaker("Raven", A, 5, 5, 8), godbreaker("Nova", B, 6, 5)
    play = begin(raven, nova, dice=[5, 4, 7])
    play.act("Raven", "engage", ["nova"], "move", [4, 5])
    assert play.asked == (B, "G-ACT-1")
    assert (play.model("Nova").damage, play.model("Raven").x) == (1, 4)


def test_g_act_4_an_unaligned_model_performs_up_to_one() -> None:
    play = begin(unaligned("Pet", 5, 5, owner=A), godbreaker("Nova", B, 25, 15))
    play.answer(["pet"])
    assert "end" in play.options
    play.answer("move", [6, 5])
    assert play.asked == (B, "G-ACT-1")


def test_g_act_4_a_wild_model_acts_once() -> None:
    play = begin(forgotten("Grim", 10, 10), godbreaker("Nova", A, 11, 10), unaligned("Wolf", *FAR), dice=[5, 2])
    play.answer(["nova"], "end", ["grim"], "engage", ["nova"])
    assert play.asked == (B, "G-ACT-2")
    assert play.candidates == ["wolf"]


def test_q24_any_action_may_be_forgone_but_no_activation() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15))
    (refusal,) = play.refused([])
    assert refusal.rule == "G-ACT-1"
    assert play.decision.shortcuts == ()
    play.answer(["raven"], "end")


def test_g_act_1_one_does_not_activate_what_is_not_ones_own() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15), unaligned("Wolf", *FAR))
    reasons = {name: play.refused([name])[0] for name in ("nova", "wolf", "nobody")}
    assert {name: reason.rule for name, reason in reasons.items()} == {
        "nova": "G-ACT-1",
        "wolf": "G-ACT-2",
        "nobody": "G-ACT-1",
    }
    assert len({reason.text for reason in reasons.values()}) == 3


def test_g_act_4_what_cannot_be_done_is_listed_with_its_reason() -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15))
    play.answer(["raven"])
    assert play.options == ["move", "end"]
    rules = {key: play.refusal(key).rule for key in ("engage", "sunder", "hand-off", "plunder")}
    assert rules == {
        "engage": "G-ENG-1",
        "sunder": "G-SPEC-1",
        "hand-off": "G-SPEC-2",
        "plunder": "G-SCN-THE-SCORE",
    }
    for key in rules:
        assert play.refused(key) == [play.refusal(key)]

"""Reactions left by hand are settled once by their player: never, not this phase, always, or asked each time."""

from __future__ import annotations

from pathlib import Path

from game.engine.core.decisions import Choose
from game.engine.core.windows import PASS
from game.engine.history.undo_policy import standing_orders
from game.play.session_model import SessionModel
from inchwise_conformance.typed import conversation
from tests.rulesets.aos4.battles import A, B, Battle
from tests.rulesets.aos4.test_questions_nobody_asks import ability, battle, begin

GROAN = ability("groan", "Reaction: Opponent declared a Move ability", "anyMovement", "It is sad.", "Hullbreakers")
SNARL = ability("snarl", "Reaction: Opponent declared a Move ability", "anyMovement", "It is loud.", "Hullbreakers")
FAR = ability("howl", "Reaction: Opponent declared a Move ability", "anyMovement", "It is sad.", "Hullbreakers",
              "Pick an enemy unit in combat with this unit to be the target.")  # fmt: skip
MOVE = "normal-move"


def asked(*abilities: object, phase: str = "movement") -> Battle:
    """Pikes are about to move, and their opponent may react by hand."""
    made = battle(*abilities, phase=phase)  # type: ignore[arg-type]
    made.put("beaconwright", (40, 2))
    return begin(made).use(MOVE, "wallward-pikes")


def model_of(made: Battle) -> SessionModel:
    return SessionModel(made.session, lambda session: None, Path())


def settled(made: Battle, how: str, number: int = 0) -> SessionModel:
    model = model_of(made)
    assert model.settle(model.topics[number], how)
    return model


def test_what_a_player_never_wants_is_not_asked_again() -> None:
    made = asked(GROAN)
    assert (made.asked.player, [topic.name for topic in model_of(made).topics]) == (B, ["Groan"])
    assert settled(made, "never").said == {B: PASS}
    assert made.asked.player == A
    assert made.session.journal[-1] == PASS
    made.session.undo()
    assert made.asked.player == B, "the order goes with the answer that it gave"


def test_not_this_phase_ends_with_the_phase() -> None:
    made = asked(GROAN)
    settled(made, "phase")
    timing = f"never-groan.phase-1-{made.game.state.turn}-{made.game.state.phase}"
    assert standing_orders(made.session, B) == {timing: "Groan: not this phase"}
    made.session.passing[B] = {"never-groan.phase-1-1-0": 0}
    made.session.undo()
    assert made.asked.player == B, "an order of an earlier phase counts no more"


def test_a_question_with_something_else_to_offer_is_still_asked() -> None:
    made = asked(GROAN, SNARL)
    settled(made, "never")
    assert made.asked.player == B
    settled(made, "never", 1)
    assert made.asked.player == A


def test_what_is_always_wanted_is_asked_even_where_its_text_rules_it_out() -> None:
    made = asked(FAR)
    assert made.asked.player == A, "no enemy is in combat with the hullbreakers"
    made.session.undo()
    made.session.passing[B] = {"always-howl": 0}
    made.use(MOVE, "wallward-pikes")
    assert made.asked.player == B
    model = settled(made, "")
    assert (model.standing_answer(model.topics[0]), made.session.passing[B]) == ("", {})


def test_reactions_that_the_rules_know_have_no_standing_answers() -> None:
    made = begin(battle(phase="movement")).use("run", "wallward-pikes")
    assert isinstance(made.asked, Choose)
    assert made.reactions() == ["at-the-double wallward-pikes"]
    assert made.asked.topics == ()


def test_standing_answers_are_given_as_text(tmp_path: Path) -> None:
    session = asked(GROAN).session
    printed = conversation(session, tmp_path, "standing", "standing 1 sometimes", "standing 1 never")
    assert "  1. Groan: each" in printed
    assert "Type a number and one of: each, always, never, phase." in printed
    assert session.passing[B] == {"never-groan": 1}

"""Which model acts is asked first, then what it does (B-MAIN-3, B-ACT-4)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Pick
from game.engine.core.dice import KeyedDice
from game.engine.routes import route_starts
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.turn.main import PASS_TOKEN, activation
from tests.rulesets.bushido.bushido_kit import Moment, card, fight_session, moment, skirmish_session, warband


def three() -> Moment:
    at = moment(south=warband(card("A"), card("B"), card("C"), faction="South"))
    for name, x in (("a", 3.0), ("b", 6.0), ("c", 9.0)):
        at.put(name, x, 3.0)
    at.put("ferry-brute", 20.0, 20.0)
    return at


def test_b_main_3_a_model_is_picked_then_its_action() -> None:
    at = three()
    at["c"].counters = 0
    at.game.state.passes["south"] = 1
    at.run(activation(at.game), ["south.b"], "south.b wait")
    who, how = at.asked
    assert isinstance(who, Pick)
    assert who.candidates == ("south.a", "south.b")
    assert [option.key for option in who.shortcuts] == [PASS_TOKEN]
    [refusal] = who.why_not(["south.c"])
    assert (refusal.rule, refusal.text) == ("B-ACT-4", "C has no activation counters")
    assert isinstance(how, Choose)
    assert how.about == "south.b"
    assert {option.subject for option in how.options if option.subject} == {("south.b",)}
    letters = [option.letter for option in how.options if option.letter]
    assert len(set(letters)) == len(letters)
    assert at["b"].counters == 1


def test_b_main_3_only_impetuous_models_are_picked_while_there_are_any() -> None:
    at = three()
    at["a"].markers["Impetuous"] = [0]
    at["b"].markers["Impetuous"] = [0]
    at.run(activation(at.game), ["south.a"], "south.a wait")
    [refusal] = at.asked[0].why_not(["south.c"])
    assert refusal.text == "an Impetuous model goes first: A and B"
    assert "Impetuous" not in at["a"].markers


def test_b_main_3_a_pass_token_takes_the_place_of_an_activation() -> None:
    at = three()
    at.game.state.passes["south"] = 1
    at.run(activation(at.game), PASS_TOKEN)
    assert at.game.state.passes["south"] == 0
    assert [event.kind for event in at.game.events] == ["Passed"]
    assert at.game.state.active_player == "north"


@pytest.mark.parametrize("act", ["south.a wait", PASS_TOKEN])
@pytest.mark.parametrize(
    ("ki", "answers"),
    [(4, ["pass", "", "pass"]), (2, ["south.a/Rush the Bank", ["south.a"], "", None]), (1, ["", None])],
)
def test_b_eng_2_and_b_main_5_active_feats_have_a_window_before_and_one_after_the_action(
    act: str, ki: int, answers: list[Any]
) -> None:
    """Steps 2.1 and 5 of the turn sheet; who can use nothing is not asked (any more)."""
    feat = {"name": "Rush the Bank", "timing": "Active", "ki": 2, "subject": "Target", "range_in": 6}
    at = moment(south=warband(card("A", feats=[feat], types=["Mudwater"]), faction="South"))
    at.put("a", 3.0, 3.0, ki=ki)
    at.put("ferry-brute", 20.0, 20.0)
    at.game.state.passes["south"] = 1
    at.run(activation(at.game), *(act if each == "" else each for each in answers if each is not None))
    asked = [each.rule for each in at.asked]
    assert [rule for rule in asked if rule in ("B-KI-2", "B-MAIN-3")] == (
        ["B-KI-2", "B-MAIN-3", "B-KI-2"] if ki == 4 else ["B-KI-2", "B-MAIN-3"] if ki == 2 else ["B-MAIN-3"]
    )


def test_one_model_alone_is_not_asked_about() -> None:
    session = fight_session()
    decision = session.pending()
    assert isinstance(decision, Choose)
    assert decision.about == "ann.bell-warden"
    assert "bell-warden stand-up" in str([option.key for option in decision.options])
    assert list(route_starts(session))


def windows_of(agreed: str) -> list[tuple[str, list[str]]]:
    """Return who is asked for feats before an exchange of two models without any Ki, and the answers there are."""
    plan = GamePlan(("Ann", "Bob"), "idols", agreed=(("windows", agreed),))
    begun = fight_session()
    session = Session(RULESET, RULESET.new_setup(plan), KeyedDice(7), state=begun.state.clone())
    found = []
    while not session.pending().secret:
        decision = session.pending()
        assert isinstance(decision, Choose)
        if decision.rule == "B-KI-2":
            found.append((decision.player, [option.key for option in decision.options]))
        session.answer(decision.options[-1].key if decision.rule == "B-KI-2" else decision.options[0].key)
    return found


def test_who_can_use_no_feat_is_asked_only_if_that_is_agreed() -> None:
    """B-KI-7, B-KI-11: everybody sees that neither has Ki, so nothing is given away by passing."""
    assert windows_of("needed") == []
    always = windows_of("always")
    assert always
    assert all(options == ["pass"] for _player, options in always)
    assert {player for player, _options in always} == {"ann", "bob"}


@pytest.mark.parametrize("scenario", ["idols", "keii", "seikyuu"])
def test_every_piece_that_cannot_be_picked_has_its_reason(scenario: str) -> None:
    """No refusal of a game says only that something cannot be picked here."""
    session, rng, picks = skirmish_session(scenario=scenario), Random(scenario), 0
    while not session.finished and picks < 60:
        decision = session.pending()
        if isinstance(decision, Pick):
            picks += 1
            for model in session.game.on_table():
                if model.id not in decision.candidates:
                    [refusal, *_more] = decision.why_not([model.id])
                    assert not refusal.text.startswith("only "), decision.prompt
        session.answer(random_answer(decision, rng))
    assert picks

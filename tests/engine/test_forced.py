"""What has one possible answer only is not asked: it is answered, stays in the journal, and undo goes past it."""

from __future__ import annotations

from random import Random

import pytest

from game import rulesets
from game.engine.core.decisions import Allocate, Decision, Option, Order, Pick, only_answer
from game.engine.core.dice import KeyedDice
from game.engine.history.undo_policy import undo_effect
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.samples import few

BOOKS = ["godbreakers", "bushido", "aos4", "dropzone"]


def began(book: str) -> Session:
    ruleset = rulesets.load(book)
    offers = ruleset.offers()
    plan = GamePlan(("Ann", "Bob"), offers.scenarios[0].name, offers.maps[0].name)
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(5))


def pick(*candidates: str, **more: object) -> Pick:
    fields: dict[str, object] = {"player": "ann", "prompt": "Pick", "rule": "X-1", "candidates": candidates, **more}
    return Pick(**fields)  # type: ignore[arg-type]  # fields of many kinds


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (pick("wick"), ["wick"]),
        (pick("wick", "ember"), None),
        (pick("wick", "ember", minimum=2, maximum=2), ["wick", "ember"]),
        (pick("wick", minimum=0), None),
        (pick("wick", shortcuts=[Option("pass", "Pass")]), None),
        (pick("wick", secret=True), None),
        (pick("wick", private=True), None),
        (pick("wick", window="reaction"), None),
        (Order(player="ann", prompt="Order", rule="X-1", items=("a",)), ["a"]),
        (Order(player="ann", prompt="Order", rule="X-1", items=("a", "b")), None),
        (Allocate(player="ann", prompt="Share", rule="X-1", limits={"a": 2, "b": 1}, total=3), {"a": 2, "b": 1}),
        (Allocate(player="ann", prompt="Share", rule="X-1", limits={"a": 2, "b": 2}, total=3), None),
    ],
    ids=str,
)
def test_only_what_leaves_no_choice_and_hides_nothing_has_one_answer(decision: Decision, answer: object) -> None:
    assert only_answer(decision) == answer


@pytest.mark.parametrize("book", few(BOOKS))
def test_a_game_without_forced_questions_is_the_same_game_when_replayed(book: str) -> None:
    session, rng, asked = began(book), Random(3), 0
    players = frozenset(session.ruleset.players(session.setup))
    session.forced = players
    for _answer in range(400):
        if session.finished:
            break
        decision = session.pending()
        assert asked == 0 or only_answer(decision) is None, decision.plain()
        session.answer(random_answer(decision, rng))
        asked += 1
    assert len(session.journal) > asked or book == "aos4"  # where nothing is forced for long
    again = began(book)
    for entry in session.journal:
        again.give(entry)
    assert again.state.digest() == session.state.digest()
    assert [event.plain() for event in again.events] == [event.plain() for event in session.events]


def test_undo_goes_past_what_was_not_asked() -> None:
    session = begin(godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 10, 11.2, 8), dice=[7, 3]).session
    session.forced = frozenset(session.ruleset.players(session.setup))
    assert only_answer(session.pending()) == ["nova"]
    session.answer(["nova"])
    before = list(session.journal)
    session.answer("engage")
    assert session.journal == [*before, "engage", ["scoria"]], "her only enemy"
    back = undo_effect(session, "free")
    assert back is not None
    assert back.entries == 2, "what she was asked, and what followed from it"
    session.undo()
    assert session.journal == before
    assert session.pending().rule == "G-ACT-4"
    assert only_answer(session.pending()) is None


def test_a_gesture_names_even_the_only_target() -> None:
    session = begin(godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 10, 11.2, 8), dice=[7, 3]).session
    session.forced = frozenset(session.ruleset.players(session.setup))
    session.answer_all([["nova"], "engage", ["scoria"]])
    assert session.journal[:3] == [["nova"], "engage", ["scoria"]]
    assert session.forced

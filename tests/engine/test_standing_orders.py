"""Standing orders: a player lets every window of a timing go by, and nothing tells what they could have done."""

from __future__ import annotations

import json

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.windows import PASS
from game.engine.history.undo_policy import undo_effect
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.finished import rest_differs
from game.engine.saving.loading import load_save
from game.engine.saving.saves import save_document
from game.engine.session import Session
from tests.toy.toy_rulebook import Toy, ToyGame, ToySetup, ToyState


def question(player: str, *keys: str, window: str = "") -> Choose:
    options = tuple(Option(key, key) for key in keys)
    return Choose(player=player, prompt="What?", rule="T-1", options=options, window=window)


class Asking(Toy):
    """Ann acts six times; after each time Bob may respond, whatever he holds."""

    def play(self, game: ToyGame) -> Flow:
        yield CHECKPOINT
        while len(game.state.answers) < 12:
            game.state.answers.append((yield question("ann", "strike", "wait")))
            game.state.answers.append((yield question("bob", "parry", PASS, window="after-a-blow")))
            yield CHECKPOINT
        game.state.winners = ["ann"]


def begun() -> Session:
    return Session(Asking(), ToySetup(), KeyedDice(1), state=ToyState())


def test_who_lets_a_timing_go_by_is_not_asked_at_it_again() -> None:
    session = begun()
    session.answer("strike")
    assert session.pending().player == "bob"
    session.pass_at("bob", "after-a-blow")
    assert session.pending().player == "ann", "the window that is open goes by too"
    session.answer("wait")
    session.answer("strike")
    assert session.journal == ["strike", PASS, "wait", PASS, "strike", PASS]
    session.pass_at("bob", "after-a-blow", passes=False)
    session.answer("strike")
    assert session.pending().player == "bob"
    session.answer("parry")
    assert session.journal[-2:] == ["strike", "parry"]


@pytest.mark.parametrize(("player", "window"), [("ann", "after-a-blow"), ("bob", "before-a-blow"), ("bob", "")])
def test_an_order_holds_for_its_player_and_timing_alone(player: str, window: str) -> None:
    session = begun()
    session.pass_at(player, window)
    session.answer("strike")
    assert session.pending().player == "bob"
    assert session.journal == ["strike"]


def test_undo_goes_back_past_what_went_by_to_the_answer_of_a_person() -> None:
    session = begun()
    session.answer("strike")
    session.answer(PASS)
    session.pass_at("bob", "after-a-blow")
    session.answer("wait")
    session.answer("strike")
    back = undo_effect(session)
    assert back is not None
    assert (back.entries, back.player) == (2, "ann")
    session.undo()
    assert session.journal == ["strike", PASS, "wait", PASS]
    session.answer("strike")
    assert session.journal[-2:] == ["strike", PASS], "the order stands"
    session.undo(3)
    assert session.journal == ["strike", PASS]
    session.undo()
    assert session.journal == ["strike"]
    assert session.pending().player == "bob", "the order was given later than this"


def test_undoing_an_order_undoes_the_answer_that_gave_it_and_no_more() -> None:
    session = begun()
    session.answer("strike")
    session.pass_at("bob", "after-a-blow")
    assert session.journal == ["strike", PASS]
    back = undo_effect(session)
    assert back is not None
    assert (back.entries, back.player) == (1, "bob")


def test_an_order_is_saved_and_its_seal_tells_a_changed_one() -> None:
    session = begun()
    session.pass_at("bob", "after-a-blow")
    session.answer("strike")
    document = plain(save_document(session))
    assert document["passing"] == {"bob": {"after-a-blow": 0}}
    read = parse_document(json.dumps(document), SaveDocument, "a save")
    again, difference = load_save(read, lambda name, file: Asking(), "a save")
    assert difference is None
    assert rest_differs(again, read) is None
    changed = read.model_copy(update={"passing": {"bob": {"after-a-blow": 1}}})
    assert rest_differs(again, changed) is not None
    unknown = read.model_copy(update={"passing": {"cy": {}}})
    with pytest.raises(DocumentError, match="cy"):
        load_save(unknown, lambda name, file: Asking(), "a save")
    again.answer("strike")
    assert again.journal == ["strike", PASS, "strike", PASS]


def test_a_client_is_told_the_timing() -> None:
    session = begun()
    session.answer("strike")
    assert session.pending().plain()["window"] == "after-a-blow"
    session.answer(PASS)
    assert "window" not in session.pending().plain()


def test_shortcuts_are_looked_for_only_where_a_player_has_left_placing_to_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They may take a search: random play of Bushido was a third slower while they were."""
    session = begun()
    asked = list[str]()
    monkeypatch.setattr(Choose, "deploys", property(lambda decision: asked.append(decision.player)))
    session.answer("strike")
    session.answer("parry")
    assert asked == []
    session.deploying["ann"] = -1
    session.answer("strike")
    session.answer("parry")
    assert asked == ["ann"]

"""What a rulebook keeps secret in its state: sealed in saves, dealt anew in copies for whoever may not know it."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.hidden import _sealed, fork_for, sealed_state, unsealed, unsealed_state
from game.engine.rulebook.facets import PrivateFact, Secrets
from game.engine.rulebook.view import TableView
from game.engine.saving.documents import PositionDocument, SaveDocument, plain
from game.engine.saving.loading import give_answers, load_save, start_of, verify
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import Toy, ToyGame


class Notes(Secrets[ToyGame]):
    """Nobody but Ann may know where her first piece stands, for her first four answers."""

    def private(self, game: ToyGame) -> dict[str, PrivateFact]:
        return {"spot of a1": PrivateFact("ann", [("spots", "a1")])} if len(game.state.answers) < 4 else {}

    def redraw_secrets(self, game: ToyGame, now: ToyGame, viewer: str, rng: Random) -> None:
        if viewer != "ann" and self.private(now):
            game.state.spots["a1"] = (rng.uniform(1.0, 4.0), 1.0)


class Noted(Toy):
    """The toy with a private fact."""

    secrets = Notes()

    def view(self, game: ToyGame) -> TableView:
        view = super().view(game)
        return replace(view, pieces=tuple(piece for piece in view.pieces if piece.id != "a1"))


def found(name: str, file: str) -> Noted:
    return Noted()


def game(answers: int = 2) -> Session:
    session = toy_session(rules=Noted())
    for answer in ("walk", ["a1"], [], [3.0, 3.0])[:answers]:
        session.answer(answer)
    return session


def test_a_save_is_sealed_while_something_is_secret_and_opens_again() -> None:
    session = game()
    document = plain(save_document(session))
    state = document["checkpoint"]["state"]
    assert set(state["spots"]["a1"]) == {"sealed"}
    open_ = session.marks[-1].state.plain()
    assert {**state, "spots": {**state["spots"], "a1": open_["spots"]["a1"]}} == json.loads(json.dumps(open_))
    assert document["journal"] == ["walk", ["a1"]]
    read = parse_document(json.dumps(document), SaveDocument, "a save")
    loaded, difference = load_save(read, found, "a save")
    assert difference is None
    assert (loaded.journal, loaded.state.plain()) == (session.journal, session.state.plain())
    assert verify(read, found, "a save")[1] == []


def test_a_position_is_sealed_too() -> None:
    document = plain(position_document(game()))
    assert set(document["state"]["spots"]["a1"]) == {"sealed"}
    read = parse_document(json.dumps(document), PositionDocument, "a position")
    again = start_of(read, found, "a position")
    give_answers(again, read, "a position")
    assert again.state.plain() == game().state.plain()


def test_nothing_is_sealed_once_nothing_is_secret() -> None:
    document = plain(save_document(game(4)))
    assert document["journal"][0] == "walk"
    assert "sealed" not in json.dumps(document)


def test_a_copy_for_whoever_may_not_know_is_dealt_anew() -> None:
    session = game()
    real = session.state.spots["a1"]
    dealt = {fork_for("bob", session, seed).state.spots["a1"] for seed in range(5)}
    assert real not in dealt
    assert len(dealt) == 5
    assert fork_for("bob", session, 3).state.spots == fork_for("bob", session, 3).state.spots
    assert fork_for("ann", session, 3).state.spots["a1"] == real
    assert session.state.spots["a1"] == real


def test_the_same_value_is_sealed_differently_in_another_game() -> None:
    one, other = game(2), game(2)
    other.undo(2)
    other.answer("wait")
    other.answer(["a1"])
    first, second = (sealed_state(each, each.state)["spots"]["a1"] for each in (one, other))
    assert first != second
    assert unsealed(first) == unsealed(second) == [*one.state.spots["a1"]]


def test_a_state_that_an_earlier_version_sealed_whole_is_opened() -> None:
    state = json.loads(json.dumps(game().state.plain()))
    whole = _sealed(state, b"01234567")
    assert set(whole) == {"sealed"}
    assert unsealed_state(whole) == state


@pytest.mark.parametrize("seal", ["", "no digits", "00", 7, "ff" * 200])
def test_a_broken_seal_is_refused(seal: object) -> None:
    with pytest.raises(DocumentError, match="cannot be opened"):
        unsealed_state({"sealed": seal})

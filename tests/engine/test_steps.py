"""The steps of a sandbox one by one, for a rulebook whose only edit puts a piece somewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Interrupt
from game.engine.rulebook.editing import NO_EDITS, Correction, Edit
from game.engine.sandbox import MOST_STEPS, Sandbox, sandbox_from
from game.engine.saving.saves import position_document
from game.engine.session import Session
from game.refusal import Refusal
from game.table.documents import TerrainPiece
from game.table.terrain.kit import KIT
from tests.toy.toy_rulebook import FIELD, Answered, Toy, ToyGame, ToySetup, ToyState


class Spots:
    """A piece may not be put down at x = 13."""

    def why_not(self, game: ToyGame, edit: Edit) -> list[Refusal]:
        return [Refusal("unlucky", "E-1"), Refusal("cursed", "E-2")] if edit.get("x") == 13 else []

    def why_no_sandbox(self, edit: Edit) -> list[Refusal]:
        return []

    def apply(self, game: ToyGame, correction: Correction) -> None:
        edit = correction.edit
        game.state.spots[edit["piece"]] = (edit["x"], edit["y"])
        game.events.append(Answered(edit["piece"], f"{edit['x']}, turned by {edit.get('degrees')}"))

    def moved(self, game: ToyGame, piece: str, x: float, y: float) -> Edit:
        return {"do": "put", "piece": piece, "x": x, "y": y}


class Bench:
    """A free table has no answers on it."""

    edits = Spots()

    def free_state(self, setup: ToySetup, state: ToyState) -> ToyState:
        free = state.clone()
        free.answers = []
        return free

    def built(self, setup: ToySetup, piece: TerrainPiece) -> tuple[ToySetup, str]:
        if len(setup.players) == 4:
            raise DocumentError("setup", "map", "is full")
        return setup.model_copy(update={"players": (*setup.players, f"wall-{len(setup.players)}")}), "a1"

    def opening(self, setup: ToySetup, state: ToyState, rounds: int, begun: bool) -> tuple[ToySetup, ToyState]:
        return setup, replace(state, answers=["begun" if begun else "fresh", rounds])


class Editable(Toy):
    """The toy with one edit."""

    editor: Any = Bench()
    """The rest of what an editor does is not needed here."""


WALL = KIT[0].document()


@pytest.fixture
def box() -> Sandbox:
    return Sandbox(Editable(), ToySetup(), ToyState(answers=["as before"]))


def put(x: float, piece: str = "a1") -> Edit:
    return {"do": "put", "piece": piece, "x": x, "y": 1.0}


def x_of(session: Session, piece: str = "a1") -> float:
    return float(session.state.spots[piece][0])


def asked(session: Session) -> tuple[str, str, str]:
    decision: Any = session.pending()
    return decision.title, decision.prompt, decision.about


def whole(box: Sandbox) -> tuple[Any, ...]:
    return (
        box.state.digest(),
        box.setup,
        [*box.journal],
        [event.plain() for event in box.events],
        box.marks[-1].digest(),
    )


def test_a_sandbox_is_free_and_a_referees_table_keeps_what_is_under_way(box: Sandbox) -> None:
    assert box.state.answers == []
    assert asked(box) == ("Sandbox", "Drag, drop and change whatever you like", "")
    assert box.dice == KeyedDice(0)
    assert (box.journal, box.events, box.awaiting, box.finished, len(box.marks)) == ([], [], None, False, 1)
    given = ToyState(answers=["as before"])
    table = Sandbox(Editable(), ToySetup(), given, free=False)
    assert table.state.answers == ["as before"]
    assert asked(table) == ("Referee", "Fix what went wrong; then every player is asked to agree", "")
    table.change(put(3.0))
    assert given.spots["a1"] != (3.0, 1.0)
    with pytest.raises(DocumentError) as caught:
        Sandbox(Toy(), ToySetup(), ToyState())
    assert (caught.value.file, caught.value.reason) == ("toy", NO_EDITS)


def test_a_copy_is_of_the_same_kind_and_its_own(box: Sandbox) -> None:
    box.change(put(3.0))
    twin = box.fork()
    assert isinstance(twin, Sandbox)
    assert (twin.state.digest(), twin.setup) == (box.state.digest(), box.setup)
    twin.change(put(4.0))
    assert x_of(box) == 3.0
    table = Sandbox(Editable(), ToySetup(), ToyState(answers=["as before"]), free=False)
    copy = table.fork()
    assert copy.state.answers == ["as before"]  # so that aids show the game as it is
    assert asked(copy)[0] == "Referee"
    assert sandbox_from(copy).state.answers == []


def test_a_piece_that_is_looked_at_stays_so_through_all_steps(box: Sandbox) -> None:
    box.focus("b1")
    assert asked(box)[2] == "b1"
    box.change(put(3.0))
    box.undo()
    assert asked(box)[2] == "b1"
    box.focus("")
    assert asked(box)[2] == ""


def test_an_edit_is_a_step_with_its_events(box: Sandbox) -> None:
    before = whole(box)
    events = box.change(put(3.0))
    assert [event.plain()["text"] for event in events] == ["3.0, turned by None"]
    assert (box.journal, x_of(box), box.first_known, len(box.marks)) == ([put(3.0)], 3.0, 0, 1)
    assert [event.plain()["text"] for event in box.answer({**put(4.0)})] == ["4.0, turned by None"]
    assert position_document(box).state == box.state.plain()
    with pytest.raises(IllegalAnswer) as caught:
        box.change(put(13.0))
    assert [each.rule for each in caught.value.refusals] == ["E-1", "E-2"]
    assert (x_of(box), len(box.journal), box.can_redo) == (4.0, 2, False)
    box.undo(0)
    assert len(box.journal) == 2
    for entries in (-1, 3):
        with pytest.raises(ValueError, match=f"cannot undo {entries} steps: 2 are known"):
            box.undo(entries)
    box.rewind(1)
    assert (x_of(box), box.can_redo) == (3.0, True)
    box.rewind(0)
    assert whole(box) == before


def test_steps_taken_back_are_done_again_in_order_until_something_new_is_done(box: Sandbox) -> None:
    moments = [whole(box)]
    for x in (3.0, 4.0, 5.0):
        box.change(put(x))
        moments.append(whole(box))
    box.undo(2)
    assert whole(box) == moments[1]
    box.redo()
    assert whole(box) == moments[2]
    box.undo()
    assert whole(box) == moments[1]
    box.redo()
    box.redo()
    assert (whole(box), box.can_redo) == (moments[3], False)
    with pytest.raises(ValueError, match="nothing to redo"):
        box.redo()
    box.undo(3)
    assert whole(box) == moments[0]
    box.change(put(6.0))
    assert not box.can_redo


def test_what_is_built_and_what_is_laid_are_steps_too(box: Sandbox) -> None:
    box.change(put(3.0))
    before = whole(box)
    box.build(WALL, 7.0, 8.0)
    assert box.journal[-1] == {"do": "build", "piece": "a1", "x": 7.0, "y": 8.0, "degrees": 0}
    assert (box.setup.players[-1], box.state.spots["a1"], box.events[-1].plain()["text"]) == (
        "wall-2", (7.0, 8.0), "7.0, turned by 0",
    )  # fmt: skip
    assert len(box.events) == 2
    assert position_document(box).state == box.state.plain()
    box.build(WALL, 8.0, 8.0, 30)
    assert box.events[-1].plain()["text"] == "8.0, turned by 30"
    built = whole(box)
    with pytest.raises(IllegalAnswer, match="is full"):
        box.build(WALL, 9.0, 8.0)
    with pytest.raises(IllegalAnswer, match="unlucky"):
        Sandbox(Editable(), ToySetup(), ToyState()).build(WALL, 13.0, 8.0)
    assert whole(box) == built
    box.lay(ToySetup(players=("cy",)), ToyState(answers=["x"], spots={"a1": (9.0, 9.0)}))
    assert (box.journal[-1], box.setup.players, box.state.answers, x_of(box)) == ({"do": "lay"}, ("cy",), [], 9.0)
    assert len(box.events) == 3
    laid = whole(box)
    box.undo()
    assert whole(box) == built
    box.redo()
    assert whole(box) == laid
    box.undo(3)
    assert whole(box) == before
    assert FIELD.width > 13.0


def test_only_so_many_steps_can_be_taken_back(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_STEPS == 500
    monkeypatch.setattr("game.engine.sandbox.MOST_STEPS", 3)
    for x in range(5):
        box.change(put(float(x)))
    assert (len(box.journal), box.first_known) == (5, 2)
    with pytest.raises(ValueError, match="cannot undo 4 steps: 3 are known"):
        box.undo(4)
    box.undo(3)
    assert x_of(box) == 1.0


def test_nothing_but_edits_is_taken(box: Sandbox) -> None:
    for answer in ("end", ["a1"]):
        with pytest.raises(IllegalAnswer, match="only edits"):
            box.answer(answer)
    with pytest.raises(IllegalAnswer, match="only edits"):
        box.interrupt(Interrupt("concede", "ann"))


def test_a_game_begins_from_the_table_with_its_seed(box: Sandbox) -> None:
    box.change(put(3.0))
    session = box.start_game(7, 4)
    assert (session.dice, session.state.answers, x_of(session)) == (KeyedDice(7), ["fresh", 4], 3.0)
    assert box.start_game(7, 4, begun=True).state.answers == ["begun", 4]
    session.state.spots["a1"] = (9.0, 9.0)
    assert x_of(box) == 3.0

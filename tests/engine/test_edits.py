"""Edits as documents: read, tried on a copy, folded and carried out, with an event for each fact that changed."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from game.documents.error import DocumentError
from game.engine.core.decisions import MalformedAnswer
from game.engine.core.events import Corrected
from game.engine.kit.editable import EditDocument, Edits, Inches, Row, Sort, Who
from game.engine.rulebook.editing import Correction
from game.refusal import Refusal

Table = dict[str, dict[str, str]]
"""Facts by piece and name."""


class Put(EditDocument[Table]):
    do: Literal["put"] = "put"
    folds_by: ClassVar[str | None] = "piece"
    piece: Who
    x: Inches

    def why_not(self, game: Table) -> list[Refusal]:
        return [Refusal("asleep"), Refusal("stuck")] if self.piece == "sleeper" else []

    def carry_out(self, game: Table) -> None:
        game.setdefault(self.piece, {"die": "D6"})["place"] = f"{self.x:g}"


class Swap(EditDocument[Table]):
    do: Literal["swap"] = "swap"
    one: Who

    def carry_out(self, game: Table) -> None:
        game.pop(self.one)


def require_sound(game: Table) -> None:
    if any(facts.get("place") == "13" for facts in game.values()):
        raise DocumentError("the table", "", "unlucky")


def copied(game: Table) -> Table:
    return {piece: dict(facts) for piece, facts in game.items()}


EVERYTHING: Sort[Table, dict[str, str]] = Sort(
    "", "piece", lambda game: game, (Row(lambda game, facts: facts.items()),)
)
EDITS: Edits[Table] = Edits((EVERYTHING,), (Put, Swap), copied, require_sound, lambda game, piece: piece)


def table() -> Table:
    return {"a": {"place": "1", "die": "D8"}, "ruin:3": {"place": "2"}}


def put(piece: str, x: float) -> dict[str, Any]:
    return {"do": "put", "piece": piece, "x": x}


@pytest.mark.parametrize(
    "edit",
    [{}, {"do": "put"}, {"do": "eat"}, {**put("a", 1.0), "more": 1}, put("a", 500.5), put("a", -500.5),
     put("x" * 61, 1.0), {**put("a", 1.0), "x": object()}],
)  # fmt: skip
def test_what_is_no_edit_is_malformed(edit: dict[str, Any]) -> None:
    with pytest.raises(MalformedAnswer):
        EDITS.read(edit)
    with pytest.raises(MalformedAnswer):
        EDITS.why_not(table(), edit)


def test_an_edit_is_read_up_to_its_limits() -> None:
    for edit in (put("a", 500.0), put("a", -500.0), put("x" * 60, 1.0)):
        assert EDITS.read(edit) == Put(piece=edit["piece"], x=edit["x"])


def test_an_edit_is_tried_on_a_copy() -> None:
    game = table()
    assert EDITS.why_not(game, put("a", 3.0)) == []
    assert [each.text for each in EDITS.why_not(game, put("a", 13.0))] == ["unlucky"]
    assert [each.text for each in EDITS.why_not(game, put("sleeper", 13.0))] == ["asleep", "stuck"]
    assert EDITS.supposed(game, put("a", 13.0))["a"]["place"] == "13"
    assert game == table()


def test_of_steps_of_the_same_fact_only_the_last_remains() -> None:
    edits = [
        put("a", 1.0), {**put("a", 2.0), "facing": 3}, {"do": "put", "piece": "a", "x": 4.0}, put("b", 1.0),
        put("a", 5.0), {"do": "swap", "one": "a"}, {"do": "swap", "one": "a"}, {"do": "unknown"}, {"do": "unknown"}, {},
        put("a", 6.0),
    ]  # fmt: skip
    assert EDITS.folded(edits) == [
        {**put("a", 4.0), "facing": 3}, put("b", 1.0), put("a", 5.0), {"do": "swap", "one": "a"},
        {"do": "swap", "one": "a"}, {"do": "unknown"}, {"do": "unknown"}, {}, put("a", 6.0),
    ]  # fmt: skip
    assert EDITS.folded([]) == []
    folded: list[Any] = [*EDITS.folded([edits[0]])]
    folded[0]["x"] = 9.0
    assert edits[0]["x"] == 1.0


def test_every_fact_that_changed_is_an_event_with_who_asked_and_who_agreed() -> None:
    game = table()

    def events(edit: dict[str, Any]) -> list[Corrected]:
        told = EDITS.carried_out(game, Correction(edit, "ann", ("bob",)))
        return [event for event in told if isinstance(event, Corrected)]

    who: dict[str, Any] = {"player": "ann", "agreed": ("bob",)}
    assert events(put("a", 3.0)) == [Corrected(piece="a", fact="place", before="1", after="3", **who)]
    assert events(put("a", 3.0)) == []
    assert events(put("ruin:3", 4.0)) == [Corrected(piece="ruin:3", fact="place", before="2", after="4", **who)]
    # Of a new piece only its place is told; of one that is removed everything.
    assert events(put("new", 5.0)) == [Corrected(piece="new", fact="place", before="", after="5", **who)]
    assert events({"do": "swap", "one": "a"}) == [
        Corrected(piece="a", fact="place", before="3", after="", **who),
        Corrected(piece="a", fact="die", before="D8", after="", **who),
    ]

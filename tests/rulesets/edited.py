"""What edits must hold in every rulebook that has an editor: in a sandbox and in a running game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.editing import Correction, Edit, TableEdits
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.loading import load_save, open_sandbox
from game.engine.saving.position_text import position_text, read_position_text
from game.engine.saving.saves import position_document, save_document
from game.engine.session import Session
from game.players.random_player import random_answer

PEOPLE = ("Ann", "Bob")
About = Callable[[Session], Sequence[str]]
"""The pieces, units and markers of a game that may be edited, by id."""


def told(session: Session, edit: dict[str, Any]) -> list[str]:
    """Correct a game; return what is told of it."""
    events = session.correct(Correction(edit, "ann", ("ann", "bob")))
    return [session.ruleset.tell(session.game, event) for event in events if event.kind == "Corrected"]


def begun(name: str, seed: int, **plan: Any) -> Session:
    """Return a new game of a rulebook between Ann and Bob; `plan` has more of its `GamePlan`."""
    book = rulesets.load(name)
    return Session(book, book.new_setup(GamePlan(PEOPLE, **plan)), KeyedDice(seed))


def empty_table_is_refused(name: str, width: float, height: float, rule: str) -> None:
    """Require that a rulebook refuses an empty table of a size."""
    editor = rulesets.load(name).editor
    assert editor is not None
    with pytest.raises(DocumentError, match=rule):
        editor.bare_setup(width, height, GamePlan(PEOPLE))


def correction_is_told_saved_and_taken_back(session: Session, edit: dict[str, Any]) -> None:
    """Correct a game; require that it is told, sound, in the save, and that undo restores the state."""
    before = session.state.digest()
    lines = told(session, edit)
    assert lines
    assert all(line.startswith("Correction: ") and line.endswith("(agreed by Ann and Bob)") for line in lines)
    assert not session.ruleset.violations(session.game)
    again, difference = load_save(save_document(session), rulesets.find, "save")
    assert difference is None
    assert again.state.digest() == session.state.digest()
    assert [event.plain() for event in again.events] == [event.plain() for event in session.events]
    session.undo()
    assert session.state.digest() == before


def refused(box: Sandbox, edit: dict[str, Any]) -> list[str]:
    """Return the rules against an edit, or its other reasons; it must be refused and change nothing."""
    before = box.state.digest()
    with pytest.raises(IllegalAnswer) as caught:
        box.change(edit)
    assert box.state.digest() == before
    return [each.rule or each.text for each in caught.value.refusals]


def every_knob_is_allowed(box: Sandbox, about: Sequence[str]) -> None:
    """Require knobs for the table and for each of some things, all of which may be turned."""
    for each in ("", *about):
        knobs = box.edits.knobs(box.game, each)
        assert knobs
        assert len({knob.id for knob in knobs}) == len(knobs)
        for knob in knobs:
            for edit in (knob.less, knob.more):
                assert edit is None or not box.edits.why_not(box.game, edit), (knob.id, edit)


def any_moment_can_be_edited(session: Session, seed: int, about: About) -> None:
    """Play a game at random; every 15 answers open it as a sandbox and a position, and turn some knobs."""
    rng = Random(seed)
    while not session.finished:
        box = sandbox_from(session)
        assert not box.ruleset.violations(box.game)
        again = open_sandbox(read_position_text(position_text(position_document(box))), rulesets.find, "position")
        assert again.state.digest() == box.state.digest()
        for each in ("", *rng.sample(about(session), 3)):
            edit = rng.choice([*_edits(box.edits, box.game, each)])
            against = box.edits.why_not(box.game, edit)
            assert not against, (edit, against)
            box.change(edit)
        _play(session, rng, 15)


def corrections_hold_together(
    session: Session, seed: int, about: About, share: float, but: Collection[str] = ()
) -> None:
    """Play a game at random, correcting it now and then by any knob `but` some; it stays sound and can be restored."""
    book, rng, corrections = session.ruleset, Random(seed), 0
    assert book.editor is not None
    while not session.finished:
        found = _edits(book.editor.edits, session.game, rng.choice(["", *about(session)]), but)
        if found and not session.why_no_correction() and rng.random() < share:
            session.correct(Correction(rng.choice(found), "ann", ("ann", "bob")))
            corrections += 1
            assert not book.violations(session.game)
        else:
            _play(session, rng, 1)
    assert corrections > 3
    again, difference = load_save(save_document(session), rulesets.find, "save")
    assert difference is None
    assert again.state.digest() == session.state.digest()


def _edits(kinds: TableEdits[Any], game: Any, about: str, but: Collection[str] = ()) -> list[Edit]:
    knobs = [knob for knob in kinds.knobs(game, about) if knob.id not in but]
    return [edit for knob in knobs for edit in (knob.less, knob.more) if edit]


def _play(session: Session, rng: Random, decisions: int) -> None:
    for _turn in range(decisions):
        if not session.finished:
            session.answer(random_answer(session.pending(), rng))

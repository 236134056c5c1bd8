"""What a save has no room for is refused before it is made: an answer, a note, a referee's correction."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.documents.files import json_text, write_json
from game.documents.limits import MAX_BYTES, MOST_VALUES
from game.documents.reading import load_document, parse_document
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.dice import KeyedDice
from game.engine.core.events import NoteDocument
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving import saves
from game.engine.saving.documents import MOST_NOTES, SaveDocument
from game.engine.saving.loading import load_game
from game.engine.saving.saves import SizeGuard, add_note, file_data, note_in_file, save_document, save_game, save_size
from game.engine.session import Session
from game.players.new_session import start
from game.players.random_player import random_answer
from tests.commands.calls import refusal
from tests.samples import few
from tests.toy.sessions import toy_session


def note(letters: int) -> NoteDocument:
    return NoteDocument(entries=0, events=0, text="x" * letters)


def fill(session: Session, room: int) -> None:
    """Keep so many notes on a game that its save has room for these bytes and hardly any more."""
    each = len(json_text(note(2000).model_dump(mode="json")).encode())
    session.notes = [note(2000)] * ((MAX_BYTES - room - save_size(session).bytes) // each)
    last = MAX_BYTES - room - save_size(session).bytes - (each - 2000)
    if last > 0:
        session.notes.append(note(last))


def new_game(rounds: int = 3) -> Session:
    ruleset = rulesets.load("godbreakers")
    return Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), rounds=rounds)), KeyedDice(4))


def play_on(session: Session, answers: int) -> None:
    rng = Random(4)
    for _ in range(answers):
        session.answer(random_answer(session.pending(), rng))


def test_an_answer_that_the_save_has_no_room_for_is_refused_and_nothing_has_changed(tmp_path: Path) -> None:
    session = new_game()
    fill(session, 2_000)
    save_game(session, tmp_path / "full.json")
    loaded, _ = load_game(tmp_path / "full.json", rulesets.find)
    with pytest.raises(IllegalAnswer, match="larger than 5,000,000 bytes"):
        play_on(loaded, 40)
    journal = list(loaded.journal)
    assert 0 < len(journal) < 40
    rerun = new_game()
    for entry in journal:
        rerun.answer(entry)
    assert loaded.state.digest() == rerun.state.digest()
    assert loaded.pending().plain() == rerun.pending().plain()
    save_game(loaded, tmp_path / "full.json")
    again, difference = load_game(tmp_path / "full.json", rulesets.find)
    assert (difference, again.journal) == (None, journal)
    del again.notes[0]
    again.answer(random_answer(again.pending(), Random(5)))


def test_a_note_that_the_save_has_no_room_for_is_refused(tmp_path: Path) -> None:
    session = toy_session()
    fill(session, 700)
    kept = list(session.notes)
    with pytest.raises(DocumentError, match="larger than 5,000,000 bytes"):
        add_note(session, note(1000))
    assert session.notes == kept
    add_note(session, note(100))
    save_game(session, tmp_path / "full.json")
    before = (tmp_path / "full.json").read_bytes()
    with pytest.raises(OSError, match="larger than 5,000,000 bytes"):
        note_in_file(tmp_path / "full.json", note(1000), session.journal)
    assert (tmp_path / "full.json").read_bytes() == before
    line = refusal("replay", write_of_a_game(tmp_path), "--annotate", "y" * 2000)
    assert "would be larger than 5,000,000 bytes" in line


def write_of_a_game(folder: Path) -> Path:
    """A game of a real rulebook whose save has next to no room left."""
    session = new_game()
    fill(session, 1_000)
    save_game(session, folder / "game.json")
    return folder / "game.json"


def test_more_notes_than_are_read_are_refused(tmp_path: Path) -> None:
    session = toy_session()
    session.notes = [note(1)] * MOST_NOTES
    save_game(session, tmp_path / "game.json")
    with pytest.raises(DocumentError, match=f"already has {MOST_NOTES}"):
        note_in_file(tmp_path / "game.json", note(1), [])
    with pytest.raises(DocumentError) as caught:
        add_note(session, note(1))
    assert caught.value.where == "notes"
    assert len(load_document(tmp_path / "game.json", SaveDocument).notes) == len(session.notes) == MOST_NOTES


def test_more_values_than_are_read_are_refused(tmp_path: Path) -> None:
    session = toy_session()
    session.guard = SizeGuard()
    session.seats = {}
    session.notes = [NoteDocument(entries=0, events=0, text="," * 2_000)] * (MOST_VALUES // 2_000)
    with pytest.raises(IllegalAnswer, match="more than 60,000 values"):
        session.answer("walk")
    with pytest.raises(OSError, match="more than 60,000 values"):
        save_game(session, tmp_path / "game.json")
    assert not list(tmp_path.iterdir())
    session.notes.pop()
    session.answer("walk")
    save_game(session, tmp_path / "game.json")
    assert len(load_document(tmp_path / "game.json", SaveDocument).journal) == 1


def test_a_note_on_another_game_than_the_file_holds_by_now_is_refused(tmp_path: Path) -> None:
    session = toy_session()
    save_game(session, tmp_path / "game.json")
    late = NoteDocument(entries=1, events=0, text="late")
    with pytest.raises(DocumentError, match="has changed since it was opened"):
        note_in_file(tmp_path / "game.json", late, ["4"])


def test_a_correction_that_the_save_has_no_room_for_is_refused() -> None:
    ruleset = rulesets.load("godbreakers")
    session = start(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), rounds=3)), ("human", "human"), 4)
    rng = Random(4)
    while not session.state.round or session.why_no_correction():
        session.answer(random_answer(session.pending(), rng))
    model = next(iter(session.state.models))
    assert ruleset.editor is not None
    edit = next(knob.more for knob in ruleset.editor.edits.knobs(session.game, model) if knob.more is not None)
    correction = Correction(edit, "ann", ("ann", "bob"))
    fill(session, 100)
    session.guard = SizeGuard()
    before = session.state.digest(), list(session.journal)
    with pytest.raises(IllegalAnswer, match="larger than 5,000,000 bytes"):
        session.correct(correction)
    assert (session.state.digest(), session.journal) == before
    session.notes.clear()
    session.correct(correction)
    assert session.state.digest() != before[0]


def test_a_light_game_is_weighed_now_and_then_only(monkeypatch: pytest.MonkeyPatch) -> None:
    weighings: list[int] = []

    def weigh(session: Session) -> saves.SaveSize:
        weighings.append(len(session.journal))
        return saves.SaveSize(1_000, 100)

    monkeypatch.setattr(saves, "save_size", weigh)
    session = new_game()
    session.guard = SizeGuard()
    play_on(session, 100)
    assert len(weighings) <= len(session.events) // SizeGuard.SELDOM
    session.notes = [note(10)]
    session.guard = SizeGuard()
    weighings.clear()
    play_on(session, 5)
    assert len(weighings) == 1, "a game with notes is weighed at once"


def test_ctrl_c_in_the_midst_of_an_answer_leaves_the_game_as_it_stood() -> None:
    session = toy_session()
    session.answer("walk")
    before = session.state.digest(), list(session.journal), session.pending().plain()

    def interrupted(_: Session) -> None:
        raise KeyboardInterrupt

    session.guard = interrupted
    with pytest.raises(KeyboardInterrupt):
        play_on(session, 1)
    assert (session.state.digest(), session.journal, session.pending().plain()) == before


def test_ctrl_c_in_the_midst_of_an_undo_takes_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session = toy_session()
    play_on(session, 5)
    before = session.state.digest(), list(session.journal), list(session.marks), session.pending().plain()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(session, "_start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.undo()
    assert (session.state.digest(), session.journal, session.marks, session.pending().plain()) == before
    play_on(session, 1)
    session.undo()
    assert (session.state.digest(), session.journal) == before[:2]


@pytest.mark.parametrize("scenario", few(["trap", "tragedy"]))
def test_seven_rounds_of_four_seats_take_less_than_200_kilobytes_and_tell_all_that_happened(
    scenario: str, tmp_path: Path
) -> None:
    ruleset = rulesets.load("godbreakers")
    plan = GamePlan(("Ann", "Bob", "Cyd", "Dan"), rounds=7, scenario=scenario)
    session, rng = Session(ruleset, ruleset.new_setup(plan), KeyedDice(7)), Random(7)
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
    save_game(session, tmp_path / "game.json")
    assert (tmp_path / "game.json").stat().st_size < 180_000
    document = load_document(tmp_path / "game.json", SaveDocument)
    assert document.forms
    assert list(document.happened() or ()) == [event.plain() for event in session.events]
    assert file_data(document) == json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    session.rewind(10)  # a short game is written in full, over the long one
    save_game(session, tmp_path / "game.json")
    assert load_document(tmp_path / "game.json", SaveDocument).forms == ()
    assert {path.name for path in tmp_path.iterdir()} == {"game.json", "game.previous.json"}


@pytest.mark.parametrize(
    ("event", "where"),
    [
        ([], "events[0]"),
        ([9], "events[0]"),
        ([True], "events[0]"),
        ([0, 1], "events[0]"),
        ({"event": "Laid"}, "events[0]"),
    ],
)
def test_a_packed_event_without_its_form_is_refused(event: object, where: str) -> None:
    content = file_data(save_document(toy_session())) | {"version": 2, "events": [event]}
    content["forms"] = [{"event": "Laid", "rule": "T-1", "paths": ["player", "roll/faces"]}]
    with pytest.raises(DocumentError) as caught:
        parse_document(json.dumps(content), SaveDocument, "a save")
    assert caught.value.where == where


def test_nothing_that_is_written_is_larger_than_what_is_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="could not be opened again"):
        write_json(tmp_path / "x.json", ["x" * MAX_BYTES])

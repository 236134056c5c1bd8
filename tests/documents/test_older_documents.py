"""What the program of commit 378edde wrote still loads, goes on and is saved again: one document of every kind.

Of commits e757e4b8 and 6d12eadb there are battles of Age of Sigmar by the rules of versions 1 and 3.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game import rulesets
from game.documents.files import write_json
from game.documents.reading import load_document
from game.engine.saving.documents import PositionDocument, SaveDocument
from game.engine.saving.loading import give_answers, load_game, start_of
from game.engine.saving.saves import position_document, save_game
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.prefs.memory import Memory, recall, remember
from game.ui.prefs.settings import Options, keep_changes, load_options
from tests.commands.calls import call, call_json

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
OLD, CHARGE, SPLIT = FIXTURES / "378edde", FIXTURES / "e757e4b8" / "charge.json", FIXTURES / "6d12eadb" / "split.json"


def play_on(session: Session, answers: int) -> None:
    rng = Random(1)
    for _ in range(answers):
        if session.decision is not None:
            session.answer(random_answer(session.decision, rng))


@pytest.mark.parametrize("name", ["unfinished", "deployed"])
def test_a_saved_game_loads_goes_on_and_is_saved_again(name: str, tmp_path: Path) -> None:
    document = load_document(OLD / f"{name}.json", SaveDocument)
    session, changed = load_game(OLD / f"{name}.json", rulesets.find)
    assert session.journal == list(document.journal)
    assert session.state.digest() != session.ruleset.begin(session.setup).digest()
    assert session.seats == dict(document.seats)
    assert [note.text for note in session.notes] == [note.text for note in document.notes]
    play_on(session, 40)
    save_game(session, tmp_path / "again.json", "again")
    again, difference = load_game(tmp_path / "again.json", rulesets.find)
    assert (difference is None) == (changed is None)  # where the rules have changed, that stays so
    assert again.journal[: len(document.journal)] == list(document.journal)
    assert (again.state.digest(), again.seats, again.clocks) == (session.state.digest(), session.seats, session.clocks)


@pytest.mark.parametrize(
    ("file", "version", "differs"),
    [  # a charge that reached nobody was asked about; who of a split unit went was not
        (CHARGE, "1", "at entry 37 (A-REACT-2): ReachedNobody happens, but AbilityUsed was recorded"),
        (SPLIT, "3", "at entry 5 (A-TURN-2): Slain was recorded but does not happen"),
    ],
)
def test_a_chg_6_and_a_coh_4_a_battle_of_older_rules_says_where_they_differ_and_goes_on(
    file: Path, version: str, differs: str, tmp_path: Path
) -> None:
    document = load_document(file, SaveDocument)
    session, difference = load_game(file, rulesets.find)
    assert (document.rules_version, session.ruleset.version) == (version, "4")
    assert difference is not None
    assert str(difference) == differs
    assert session.journal == list(document.journal)
    assert session.first_known == document.checkpoint.entries
    play_on(session, 20)
    save_game(session, tmp_path / "again.json")
    again, changed = load_game(tmp_path / "again.json", rulesets.find)
    assert load_document(tmp_path / "again.json", SaveDocument).rules_version == "4"
    assert changed is not None, "its beginning is still of the older rules"
    assert again.state.digest() == session.state.digest()


def test_a_saved_game_can_be_taken_back_into_its_history() -> None:
    session, difference = load_game(OLD / "unfinished.json", rulesets.find)
    known = session.first_known
    assert (known == 0) == (difference is None)
    if known == 0:
        session.rewind(20)
        assert session.decision is not None


def test_a_position_loads_and_is_kept_again(tmp_path: Path) -> None:
    document = load_document(OLD / "position.json", PositionDocument)
    session = start_of(document, rulesets.find, "old")
    give_answers(session, document, "old")
    assert session.decision is not None
    write_json(tmp_path / "again.json", position_document(session, document.note).model_dump(mode="json"))
    again = load_document(tmp_path / "again.json", PositionDocument)
    assert (again.note, again.answers) == (document.note, document.answers)
    play_on(session, 10)


def test_a_saga_of_several_games_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    saga = tmp_path / "saga.json"
    saga.write_bytes((OLD / "saga.json").read_bytes())
    before = call_json("saga", "show", saga)["saga"]
    assert before["games"] == 3
    options = ("--circle", "kettleblack", "--circle", "the-mended", "--players", "random,random")
    played = call("saga", "play", saga, *options, "--seed", "9", "--headless", "--out", tmp_path / "battle")
    assert played.exit_code == 0, played.output
    after = call_json("saga", "apply", saga, tmp_path / "battle" / "replay.json")["saga"]
    assert after["games"] == 4
    undone = call_json("saga", "undo", saga, "--game")["saga"]
    assert undone == before


def test_a_circle_of_ones_own_is_checked_and_plays(tmp_path: Path) -> None:
    assert call("circle", "check", OLD / "circle.json").output == f"{OLD / 'circle.json'}: ok, The Low Road\n"
    options = ("--roster", OLD / "circle.json", "--roster", "kettleblack", "--players", "random,random")
    played = call("play", *options, "--rounds", "3", "--seed", "2", "--headless", "--out", tmp_path)
    assert played.exit_code == 0, played.output


def test_the_settings_load_and_keep_what_was_set(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes((OLD / "settings.json").read_bytes())
    options, complaint = load_options(path)
    assert (complaint, options) == ("", Options(odds=False, undo="free", clock_total=45, volume=40, look="club"))
    keep_changes(options, Options(odds=False, undo="free", clock_total=45, volume=80, look="club"), path)
    kept, old = (json.loads(each.read_text(encoding="utf-8")) for each in (path, OLD / "settings.json"))
    assert kept | {"volume": 40} == kept | old
    new = {"ask", "ask_forced", "coach", "cores", "letters", "pace", "rosters", "score_card", "think", "view"}
    assert kept.keys() - old.keys() == new


def test_the_window_stands_where_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    (tmp_path / "window.json").write_bytes((OLD / "window.json").read_bytes())
    remember(fullscreen=True)
    assert recall() == Memory(size=(1400, 900), position=(20, 30), fullscreen=True)


def test_the_one_game_that_was_saved_automatically_is_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    (tmp_path / "autosave.json").write_bytes((OLD / "unfinished.json").read_bytes())
    journal = json.loads((OLD / "unfinished.json").read_text(encoding="utf-8"))["journal"]
    played = call("play", "--continue", "--headless", "--out", tmp_path / "battle")
    assert played.exit_code == 0, played.output
    replay = json.loads((tmp_path / "battle" / "replay.json").read_text(encoding="utf-8"))
    assert replay["finished"]
    assert replay["journal"][: len(journal) - 1] == journal[:-1]

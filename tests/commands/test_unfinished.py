"""A game that was not finished is never lost to a new one."""

import json
import os

import pytest

from game import rulesets
from game.documents.files import autosave_path, saves_folder
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.saves import load_game, save_game
from game.engine.session import Session
from game.players.new_session import put_aside
from game.ui.menu.entries import why_no_game_to_continue as why_not


@pytest.fixture(autouse=True)
def _own_home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))


def test_an_unfinished_game_is_kept_when_a_new_one_begins() -> None:
    ruleset = rulesets.load(rulesets.DEFAULT)
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    save_game(session, autosave_path(), "autosave")
    kept = put_aside()
    assert kept is not None
    assert not autosave_path().exists()
    again, difference = load_game(kept, rulesets.find)
    assert difference is None
    assert again.pending().plain() == session.pending().plain()


def test_a_finished_game_is_kept_for_its_replay_and_no_game_is_no_trouble() -> None:
    assert put_aside() is None
    autosave_path().write_text(json.dumps({"finished": True}), encoding="utf-8")
    assert put_aside() is None
    assert not autosave_path().exists()
    assert [path.name.split()[0] for path in saves_folder().glob("*.json")] == ["finished"]


def test_two_games_of_the_same_moment_are_both_kept() -> None:
    for number in range(2):
        autosave_path().write_text(json.dumps({"finished": False, "number": number}), encoding="utf-8")
        os.utime(autosave_path(), (1e9, 1e9))
        put_aside()
    assert len(list(saves_folder().glob("*.json"))) == 2


def test_what_cannot_be_read_is_kept_too() -> None:
    autosave_path().write_text("{cut sho", encoding="utf-8")
    kept = put_aside()
    assert kept is not None
    assert kept.read_text(encoding="utf-8") == "{cut sho"


@pytest.mark.parametrize(
    "content", ["[" * 5000, '{"a":' * 900, '{"finished": ' + "9" * 5000 + "}", "[" + "[]," * 300_000]
)
def test_an_autosave_that_cannot_be_read_is_kept_whatever_its_age(content: str) -> None:
    autosave_path().write_text(content, encoding="utf-8")
    for seconds in (-(10**9), 1.2e12):
        os.utime(autosave_path(), (seconds, seconds))
        kept = put_aside()
        assert kept is not None
        assert kept.read_text(encoding="utf-8") == content
        kept.rename(autosave_path())
    assert "cannot be read as a game" in why_not()

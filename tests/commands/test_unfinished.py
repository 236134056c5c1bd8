"""A game that was not finished is never lost to a new one."""

import json

import pytest

from game import rulesets
from game.commands.play import keep_unfinished
from game.engine.dice import KeyedDice
from game.engine.files import autosave_path
from game.engine.ruleset import GamePlan
from game.engine.saves import load_game, save_game
from game.engine.session import Session


@pytest.fixture(autouse=True)
def _own_home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))


def test_an_unfinished_game_is_kept_when_a_new_one_begins() -> None:
    ruleset = rulesets.load(rulesets.names()[0])
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    save_game(session, autosave_path(), "autosave")
    kept = keep_unfinished()
    assert kept is not None
    assert not autosave_path().exists()
    again, difference = load_game(kept, rulesets.find)
    assert difference is None
    assert again.pending().plain() == session.pending().plain()


def test_a_finished_game_and_no_game_stay_where_they_are() -> None:
    assert keep_unfinished() is None
    autosave_path().write_text(json.dumps({"finished": True}), encoding="utf-8")
    assert keep_unfinished() is None
    assert autosave_path().exists()


def test_what_cannot_be_read_is_kept_too() -> None:
    autosave_path().write_text("{cut sho", encoding="utf-8")
    kept = keep_unfinished()
    assert kept is not None
    assert kept.read_text(encoding="utf-8") == "{cut sho"

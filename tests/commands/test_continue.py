"""`play --continue`: where the last save of a game cannot be read, the one before it; and nothing is thrown away."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents import locks
from game.documents.files import previous_of
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving import autosaves
from game.engine.saving.autosaves import autosaved, autosaves_folder
from game.engine.saving.loading import load_game
from game.engine.session import Session
from game.players.random_player import random_answer
from tests.commands.calls import call, refusal


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


@pytest.fixture
def left() -> Path:
    """A game that was left, saved twice: after four answers and after eight."""
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), rounds=3)), KeyedDice(4))
    own, rng = autosaves.new_autosave(), Random(4)
    for _ in range(2):
        for _ in range(4):
            session.answer(random_answer(session.pending(), rng))
        own(session)
    own.let_go()
    return own.path


def answers(path: Path) -> list[Any]:
    found: list[Any] = json.loads(path.read_text(encoding="utf-8"))["journal"]
    return found


UNREADABLE = {
    "{cut sho": "damaged",
    "\x00" * 2_000: "damaged",
    '{"format": "inchwise-save", "version": 99}': "newer",
}


@pytest.mark.parametrize("content", UNREADABLE)
def test_where_the_last_save_cannot_be_read_the_one_before_goes_on(content: str, left: Path) -> None:
    before = answers(previous_of(left))
    left.write_text(content, encoding="utf-8")
    result = call("play", "--text", "--continue")
    assert result.exit_code == 0, result.output
    kept = left.with_name(f"{left.stem}.{UNREADABLE[content]}.json")
    assert kept.read_text(encoding="utf-8") == content
    assert kept.name in result.stderr
    assert answers(left) == answers(previous_of(left)) == before
    assert len(autosaved()) == 1


def test_where_neither_can_be_read_the_last_one_is_named_and_both_stay(left: Path) -> None:
    files = [left, previous_of(left)]
    for path in files:
        path.write_text("{cut sho", encoding="utf-8")
    line = refusal("play", "--text", "--continue")
    assert line.startswith(f"{left}: at line 1 column 2: is not JSON")
    assert [path.read_text(encoding="utf-8") for path in files] == ["{cut sho"] * 2
    assert autosaves.take_over(left) is not None, "it is held by nobody any more"


@pytest.mark.parametrize(
    "content", ["[" * 5000, '{"a":' * 900, '{"finished": ' + "9" * 5000 + "}", "[" + "[]," * 300_000]
)
@pytest.mark.parametrize("seconds", [-(10**9), 1.2e12])
def test_what_cannot_be_read_at_all_is_left_alone_whatever_its_age(content: str, seconds: float) -> None:
    path = autosaves.legacy_path()
    path.write_text(content, encoding="utf-8")
    os.utime(path, (seconds, seconds))
    assert "cannot be read as a game" in autosaves.why_no_game_to_continue()
    assert refusal("play", "--text", "--continue").startswith(f"{path}: ")
    own = autosaves.new_autosave()
    own.let_go()
    autosaves.clear_old_games()
    assert path.read_text(encoding="utf-8") == content


def test_a_save_that_is_named_is_not_replaced_by_another(left: Path) -> None:
    left.write_text("{cut sho", encoding="utf-8")
    assert "is not JSON" in refusal("play", "--text", "--load", left)
    assert left.read_text(encoding="utf-8") == "{cut sho"


def test_a_game_that_saved_itself_goes_on_in_its_own_file_when_it_is_named(left: Path) -> None:
    journal = answers(left)
    assert call("play", "--text", "--load", left).exit_code == 0
    assert [(path, answers(path)) for path in autosaved()] == [(left, journal)]


def test_one_that_somebody_plays_goes_on_in_another_file_when_it_is_named(left: Path) -> None:
    own = autosaves.take_over(left)
    assert own is not None
    assert call("play", "--text", "--load", left).exit_code == 0
    assert sorted(answers(path) for path in autosaved()) == [answers(left)] * 2
    own.let_go()


def test_a_note_on_a_game_that_somebody_plays_is_refused_and_nothing_is_written_over(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "WAIT", 0.1)
    own = autosaves.take_over(left)
    assert own is not None
    before = left.read_bytes()
    assert "another program is using it" in refusal("replay", left, "--annotate", "late")
    assert left.read_bytes() == before
    own.let_go()
    assert call("replay", left, "--annotate", "late").exit_code == 0


def test_without_a_game_there_is_nothing_to_continue() -> None:
    assert str(autosaves_folder()) in refusal("play", "--continue")


def test_a_headless_game_leaves_the_one_that_goes_on_alone(left: Path, tmp_path: Path) -> None:
    before = left.read_bytes()
    assert call("play", "--continue", "--headless", "--out", tmp_path / "battle").exit_code == 0
    assert left.read_bytes() == before
    session, _ = load_game(tmp_path / "battle" / "replay.json", rulesets.find)
    assert session.finished

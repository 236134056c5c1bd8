"""Whatever is written is a regular file, whole or not at all; nothing else that has the name is touched."""

from __future__ import annotations

import json
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving import autosaves
from game.engine.saving.saves import save_game
from game.engine.session import Session
from tests.commands.calls import PLACEMENT, call, refusal


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved game."""
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(1))
    session.answer("auto-deploy")
    path = tmp_path_factory.mktemp("saved") / "game.json"
    save_game(session, path)
    return path


OUTPUTS: dict[str, list[str]] = {
    "branch": ["replay", "SAVE", "--at", "start", "--branch", "OUT"],
    "html": ["replay", "SAVE", "--html", "OUT"],
    "gif": ["replay", "SAVE", "--gif", "OUT"],
    "mp4": ["replay", "SAVE", "--mp4", "OUT"],
    "png": ["replay", "SAVE", "--png", "OUT.png"],
    "reach": ["reach", str(PLACEMENT), "--model", "Marrow", "--png", "OUT"],
    "sandbox": ["sandbox", "stone-ford", "--out", "OUT"],
    "saga": ["saga", "new", "OUT", "--name", "Ours", "--circle", "the-mended"],
    "circle": ["circle", "new", "--name", "The Low Road", "--out", "OUT"],
}
"""Commands that write a file."""


def writing(name: str, saved: Path, out: Path) -> list[str]:
    return [
        each.replace("SAVE", str(saved)).replace("OUT.png", "OUT").replace("OUT", str(out)) for each in OUTPUTS[name]
    ]


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_link_or_a_pipe_is_not_replaced(name: str, saved: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    for target, reason in ((mine, "link"), (tmp_path / "nowhere", "link"), (None, "pipe")):
        out = tmp_path / f"out-{reason}.png"
        if target is None:
            os.mkfifo(out)
        else:
            out.symlink_to(target)
        line = refusal(*writing(name, saved, out))
        assert str(out) in line
        assert reason in line or "exists already" in line
        assert out.is_symlink() if target is not None else stat.S_ISFIFO(out.stat().st_mode)
        out.unlink()
        assert mine.read_text(encoding="utf-8") == "mine"
        assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_device_is_not_replaced(saved: Path) -> None:
    for name in ("gif", "sandbox", "reach"):
        assert "/dev/null: " in refusal(*writing(name, saved, Path("/dev/null")))
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name not in ("saga", "circle")])
def test_the_old_file_survives_a_full_disk(
    name: str, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    out = tmp_path / "old.png"
    out.write_text("old", encoding="utf-8")
    with full_disk():
        line = refusal(*writing(name, saved, out))
    assert str(out) in line
    assert out.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["old.png"]


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond 700 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (700, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_link_to_a_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    assert call("sandbox", "stone-ford", "--out", tmp_path / "link" / "p.json").exit_code == 0
    assert json.loads((tmp_path / "folder" / "p.json").read_text(encoding="utf-8"))["format"] == "inchwise-position"


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--headless", "--players", "random,random", "--rounds", "3", "--out", "LINK"],
        ["replay", "SAVE", "--png", "LINK"],
    ],
)
def test_a_folder_to_write_to_is_no_link(arguments: list[str], saved: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "folder")
    line = refusal(*(each.replace("SAVE", str(saved)).replace("LINK", str(link)) for each in arguments))
    assert line == f"{link}: cannot be read or written: it is a link - name the folder itself"
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_folder_in_a_folder_that_is_a_link_is_written_to(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "folder")
    assert call("replay", saved, "--step", "1", "--png", link / "pictures").exit_code == 0
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["pictures"]


def test_a_game_that_another_program_plays_is_not_written_over(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    other = autosaves.new_autosave()
    other.path.write_text("other", encoding="utf-8")
    for name in ("branch", "sandbox"):
        line = refusal(*writing(name, saved, other.path))
        assert line == f"{other.path}: cannot be read or written: " + BUSY
    assert other.path.read_text(encoding="utf-8") == "other"
    other.let_go()
    assert call(*writing("branch", saved, other.path)).exit_code == 0


BUSY = "another program is using it - try again when that is done"

"""The player's data in the window: one file with everything, taken over again, and a check of all files."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game.documents.files import home
from game.ui.pages.data import DataScreen
from tests.ui.driver import PATIENCE, Hands


def finish(hands: Hands) -> list[str]:
    """Let the work come to its end; return what the topmost sheet says."""
    end = time.monotonic() + PATIENCE
    while hands.top._job is not None:
        assert time.monotonic() < end
        hands.frame()
    hands.frame()
    sheet = hands.top.sheets[-1]
    chapters = getattr(sheet, "chapters", ())
    return [line.text for line in (*sheet.lines, *(line for chapter in chapters for line in chapter.lines))]


@pytest.mark.usefixtures("dummy_display")
def test_everything_is_saved_taken_over_and_checked_by_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (home() / "maps").mkdir()
    (home() / "maps" / "mine.json").write_text("{", encoding="utf-8")
    hands = Hands()
    hands.window.go(DataScreen(hands.window))
    hands.frame()
    hands.key("s")
    hands.frame()
    hands.key("return")
    said = finish(hands)
    (archive,) = tmp_path.glob("inchwise-*.zip")
    assert said == [f"Written: {archive}"]
    (home() / "maps" / "mine.json").write_text("[", encoding="utf-8")
    hands.key("escape")
    hands.key("a")
    hands.frame()
    hands.top.sheets[-1].picked(str(archive))
    assert any("mine (2).json" in text for text in finish(hands))
    hands.key("escape")
    hands.key("escape")  # the sheet of files, which nothing was taken from
    archive.write_bytes(b"nothing")
    hands.top._import(str(archive))
    assert any("is not a readable archive" in text for text in finish(hands))
    hands.key("escape")
    hands.key("c")
    said = finish(hands)
    assert any(text.startswith("Broken: maps/mine.json") for text in said)

"""Sheets that ask for a line of text or a file: by keys alone, by mouse alone, with whatever lies in the folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.ui.widgets import dialogs
from game.ui.widgets.dialogs import FileSheet, TextField, TextSheet
from game.ui.widgets.sheet import question
from game.ui.widgets.theme import Theme
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def key_down(name: str, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=mod, unicode="")


def keys(line: TextField, *names: str, mod: int = 0) -> None:
    for name in names:
        line.handle(key_down(name, mod))


def text_of(typed: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.TEXTINPUT, text=typed)


def ask_file(driver: Driver, folder: Path, then: Callable[[str], None]) -> None:
    """Ask for an existing file."""
    driver.scene.focus.show(FileSheet(driver.scene.window.theme, "Open", folder=folder, picked=then))


def sheet_of(driver: Driver) -> FileSheet:
    sheet = driver.scene.focus.sheets[-1]
    assert isinstance(sheet, FileSheet)
    return sheet


# -- a line of text ------------------------------------------------------------------------------


def test_typing_replaces_what_was_suggested_and_the_caret_moves(dummy_display: None) -> None:
    line = TextField("a name")
    line.handle(text_of("abc"))
    keys(line, "left", "left")
    line.handle(text_of("x"))
    assert line.text == "axbc"
    keys(line, "delete", "end", "backspace")
    assert line.text == "ax"
    keys(line, "home")
    keys(line, "right", mod=pygame.KMOD_SHIFT)
    assert line.selected == "a"
    line.handle(text_of(""))
    assert line.text == "x"


def test_the_clipboard_is_cut_copied_and_pasted_as_one_line(dummy_display: None) -> None:
    line = TextField("whole")
    keys(line, "x", mod=pygame.KMOD_CTRL)
    assert (line.text, dialogs.copied_text()) == ("", "whole")
    dialogs.copy_text("two\nlines\x07")
    keys(line, "v", mod=pygame.KMOD_CTRL)
    assert line.text == "two lines"


def test_a_line_takes_no_more_than_it_holds(dummy_display: None) -> None:
    line = TextField("", longest=5)
    line.handle(text_of("far too long"))
    assert line.text == "far t"


def test_a_click_puts_the_caret_where_it_falls(dummy_display: None) -> None:
    line, target = TextField("wide words"), pygame.Surface((300, 60))
    line.draw(target, Theme(), pygame.Rect(10, 10, 280, 40))
    line.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(12, 30), button=1))
    assert (line.caret, line.selected) == (0, "")
    line.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(280, 30), button=1))
    assert line.caret == len("wide words")


def test_the_key_that_asks_is_not_typed(window: Window) -> None:
    driver = window(toy_session(3))
    taken: list[str] = []
    driver.scene.focus.ask_text("Name", "old", taken.append)
    driver.handle(text_of("t"))
    sheet = driver.scene.focus.sheets[-1]
    assert isinstance(sheet, TextSheet)
    assert sheet.line.text == "old"
    driver.keys("n", "e", "w", "space", "1")
    assert sheet.line.text == "new1"
    driver.key("return")
    assert taken == ["new1"]
    assert not driver.dialog_open()


def test_a_text_is_refused_and_taken_by_the_mouse_alone(window: Window) -> None:
    driver = window(toy_session())
    taken: list[str] = []
    for row in ("Cancel", "OK"):
        driver.scene.focus.ask_text("Name", "old", taken.append)
        driver.frame()
        driver.press_row(row)
        assert not driver.dialog_open()
    assert taken == ["old"]


# -- a file --------------------------------------------------------------------------------------


def test_a_game_is_saved_by_the_mouse_alone(window: Window) -> None:
    driver = window(toy_session())
    driver.click(driver.scene.bar.tools.shown["menu"].rect.center)
    driver.press_row("Save the game")
    assert sheet_of(driver).aside is not None
    driver.press_row("Save toy-0.json")
    assert not driver.dialog_open()
    assert driver.scene.model.notice.title == "Saved as toy-0.json"


def test_a_file_that_is_there_is_replaced_only_when_said_twice(window: Window, tmp_path: Path) -> None:
    (tmp_path / "toy-0.json").write_text("before", encoding="utf-8")
    driver = window(toy_session())
    driver.keys("ctrl+s", "return")
    assert driver.dialog_open()
    assert driver.row("toy-0.json already exists")
    assert (tmp_path / "toy-0.json").read_text(encoding="utf-8") == "before"
    driver.handle(text_of("other"))
    assert driver.row("Save other")
    driver.key("escape")
    driver.keys("ctrl+s", "return", "return")
    assert (tmp_path / "toy-0.json").read_text(encoding="utf-8") != "before"


def test_a_suffix_is_added_before_a_file_of_that_name_is_replaced(window: Window, tmp_path: Path) -> None:
    (tmp_path / "round 1.5.json").write_text("before", encoding="utf-8")
    driver = window(toy_session())
    driver.key("ctrl+s")
    sheet_of(driver).line.fill("round 1.5")
    driver.key("return")
    assert driver.dialog_open()
    assert (tmp_path / "round 1.5.json").read_text(encoding="utf-8") == "before"
    driver.key("return")
    assert (tmp_path / "round 1.5.json").read_text(encoding="utf-8") != "before"
    driver.key("ctrl+s")
    sheet_of(driver).line.fill("/")
    driver.key("return")
    assert sheet_of(driver).folder == Path("/")


@pytest.mark.parametrize(
    ("typed", "why"), [("con", "for a device"), ("a:b", "':'"), ("round 1/2", "there is no folder")]
)
def test_a_name_that_cannot_be_is_refused_before_anything_is_written(
    window: Window, tmp_path: Path, typed: str, why: str
) -> None:
    driver = window(toy_session())
    before = sorted(tmp_path.rglob("*"))
    driver.key("ctrl+s")
    sheet_of(driver).line.fill(typed)
    driver.key("return")
    assert driver.dialog_open()
    assert why in sheet_of(driver).lines[-1].text
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_folders_are_walked_and_a_file_is_chosen(window: Window, tmp_path: Path, by: str) -> None:
    below = tmp_path / "tables" / "old"
    below.mkdir(parents=True)
    (below / "one.json").write_text("{}", encoding="utf-8")
    (below / "notes.txt").write_text("", encoding="utf-8")
    (below / "lost.json").symlink_to(below / "nowhere")
    driver, taken = window(toy_session()), list[str]()
    ask_file(driver, tmp_path / "tables", taken.append)
    driver.frame()

    def take(start: str) -> None:
        if by == "mouse":
            driver.press_row(start)
            return
        while (marked := sheet_of(driver).list.current()) is None or not marked.label.startswith(start):
            driver.key("down")
        driver.key("return")

    take("Up one folder")
    assert sheet_of(driver).folder == tmp_path
    take("tables")
    take("old")
    assert [row.label for row in sheet_of(driver).list.actions[2:]] == ["Up one folder", "one.json"]
    take("one.json")
    assert taken == [str(below / "one.json")]
    assert not driver.scene.focus.sheets


def test_what_is_no_file_is_told_and_asked_again(window: Window, tmp_path: Path) -> None:
    driver, taken = window(toy_session()), list[str]()
    ask_file(driver, tmp_path, taken.append)
    driver.keys("return", "return")
    assert "Name a file" in driver.told()
    driver.write("nowhere.json")
    assert "No such file: nowhere.json" in driver.told()
    driver.write("x" * 900)
    driver.write(str(tmp_path))
    assert sheet_of(driver).folder == tmp_path
    assert taken == []
    driver.key("escape")
    assert not driver.dialog_open()


def test_a_folder_that_cannot_be_read_is_told(window: Window, tmp_path: Path) -> None:
    driver = window(toy_session())
    ask_file(driver, tmp_path / "gone", lambda text: None)
    driver.frame()
    assert "No such file" in driver.told()


@pytest.mark.skipif(os.name != "posix", reason="names of files that are no text")
def test_hostile_names_are_shown_escaped_and_open_all_the_same(window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    names = [b"a\nb.json", b"\xff\xfe.json", "\u202egnp.json".encode(), b"{0}.json", b"l" * 240 + b".json"]
    for name in names:
        (folder / os.fsdecode(name)).write_bytes(b"{}")
    driver, taken = window(toy_session()), list[str]()
    for start in ("a\\nb", "\\udcff", "\\u202e", "{0}", "lll"):
        ask_file(driver, folder, taken.append)
        driver.frame()
        driver.press_row(start)
    assert [os.fsencode(Path(path).name) for path in taken] == names


def test_a_crowded_folder_is_listed_in_part_and_says_so(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "MOST_ROWS", 5)
    for number in range(8):
        (tmp_path / f"{number}.json").write_text("", encoding="utf-8")
    driver = window(toy_session())
    ask_file(driver, tmp_path, lambda text: None)
    labels = [row.label for row in sheet_of(driver).list.actions]
    assert len(labels) == 2 + 1 + 5 + 1
    assert labels[-1] == "3 more"


def test_enter_does_what_its_row_says_even_if_another_row_is_the_first(window: Window) -> None:
    done: list[str] = []
    sheet = question(
        window(toy_session(3)).scene.window.theme, "Concede", [], "Yes", lambda: done.append("yes"), grave=True
    )
    sheet.handle(key_down("return"))
    assert (sheet.closed, done) == (True, [])

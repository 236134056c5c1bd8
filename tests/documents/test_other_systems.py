"""What differs on Windows and macOS, simulated here: folders, file names, locks, processes, languages, fonts, keys."""

from __future__ import annotations

import ctypes
import ntpath
import os
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import pygame
import pytest
from platformdirs.macos import MacOS
from platformdirs.windows import Windows

from game import wording
from game.documents import files, locks
from game.ui.widgets import keys, typeface


class OnWindows:
    """The module `os` as Windows has it, as far as files matter: no folder can be opened, and a kill ends a process."""

    name = "nt"

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: Path, *given: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return os.open(path, *given)

    def kill(self, process: int, number: int) -> None:
        raise AssertionError(f"process {process} would be ended by {number}")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (files, locks):
        monkeypatch.setattr(module, "os", OnWindows())


@pytest.mark.parametrize(
    ("system", "home", "cache"),
    [
        (MacOS, "Library/Application Support/inchwise", "Library/Caches/inchwise"),
        (Windows, "inchwise", "inchwise/Cache"),
    ],
)
def test_data_and_cache_are_where_each_system_wants_them(
    system: type[Any], home: str, cache: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(files.HOME_VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _name: str(tmp_path))
    of_system: dict[str, Callable[..., Path]] = {
        "user_data_path": lambda name, **given: system(name, **given).user_data_path,
        "user_cache_path": lambda name, **given: system(name, **given).user_cache_path,
    }
    for name, found in of_system.items():
        monkeypatch.setattr(platformdirs, name, found)
    assert files.home_path().relative_to(tmp_path) == Path(home)
    assert files.cache_folder("grounds").relative_to(tmp_path) == Path(cache, "grounds")


@pytest.mark.usefixtures("windows")
def test_windows_writes_a_file_in_a_folder_that_it_cannot_open(tmp_path: Path) -> None:
    files.write_text(tmp_path / "game.json", "first")
    files.write_text(tmp_path / "game.json", "second")
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "second"
    assert (tmp_path / "game.previous.json").read_text(encoding="utf-8") == "first"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.usefixtures("windows")
def test_windows_ends_no_process_to_see_whether_it_runs(tmp_path: Path) -> None:
    (tmp_path / ".game.json.1-abcdefgh.part").write_text("unfinished", encoding="utf-8")
    assert list(files.left_over_files(tmp_path)) == []


def test_files_have_the_same_bytes_on_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a line of a text ends is left to the system only if nothing is said of it."""
    written, asked = Path.write_text, list[Any]()

    def write(path: Path, text: str, **how: Any) -> int:
        asked.append((how["encoding"], how["newline"]))
        return written(path, text, **how)

    monkeypatch.setattr(Path, "write_text", write)
    files.write_text(tmp_path / "game.json", "one\ntwo\n")
    assert asked == [("utf-8", "\n")]


@pytest.mark.usefixtures("windows")
def test_a_lock_whose_file_cannot_be_removed_while_it_is_open_is_let_go_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(13, "The process cannot access the file because it is being used", path)

    monkeypatch.setattr(OnWindows, "unlink", staticmethod(refuse), raising=False)
    path = tmp_path / "game.json"
    first = locks.hold(path)
    assert first is not None
    assert locks.hold(path) is None
    first.let_go()
    second = locks.hold(path)
    assert second is not None
    second.let_go()


def test_a_file_that_another_program_has_open_is_named_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("old", encoding="utf-8")

    def refuse(aside: Path, target: Path) -> Path:
        raise PermissionError(13, "Access is denied", str(aside), None, str(target))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(PermissionError) as refused, files.replacing(path) as aside:
        aside.write_text("new", encoding="utf-8")
    assert refused.value.filename == str(path)
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    assert path.read_text(encoding="utf-8") == "old"


def test_windows_is_asked_for_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    german = types.SimpleNamespace(kernel32=types.SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x0407))
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(ctypes, "windll", german, raising=False)
    for name in (wording.VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert wording._of_this_computer() == "de_DE"


@pytest.mark.parametrize(
    ("system", "folder"),
    [("win32", "Fonts"), ("win32", "Microsoft/Windows/Fonts"), ("darwin", "Library/Fonts")],
)
def test_fonts_are_where_each_system_has_them(
    system: str, folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    font = tmp_path / folder / "Arial.TTF"
    font.parent.mkdir(parents=True)
    font.touch()
    for name in ("HOME", "WINDIR", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("sys.platform", system)
    if system == "win32":
        monkeypatch.setattr(os.path, "expandvars", ntpath.expandvars)
    typeface.system_fonts.cache_clear()
    try:
        assert str(font) in typeface.system_fonts()
    finally:
        typeface.system_fonts.cache_clear()


@pytest.mark.parametrize("held", [pygame.KMOD_LCTRL, pygame.KMOD_LMETA])
def test_the_command_key_of_a_mac_does_what_ctrl_does(held: int) -> None:
    pressed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_z, mod=held, unicode="")
    assert keys.key_name(pressed) == "ctrl+z"

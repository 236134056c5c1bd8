"""Writing files: at every moment the old one or the new one is whole, and nothing else is left lying about."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.documents import files


def content(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_the_version_before_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.json"
    for number in (1, 2, 3):
        files.write_json(path, {"number": number, "text": "é"})
    assert content(path.parent) == {
        "game.json": '{"number":3,"text":"é"}\n',
        "game.previous.json": '{"number":2,"text":"é"}\n',
    }
    assert files.previous_of(path) == path.with_name("game.previous.json")


def breaking(name: str, when: Callable[..., bool] = lambda *_: True) -> Callable[..., Any]:
    """A stand-in for a function of the system that fails as a full disk does."""
    original = getattr(os, name, None) or getattr(shutil, name)

    def fails(*arguments: Any, **named: Any) -> Any:
        if when(*arguments):
            raise OSError(28, "No space left on device")
        return original(*arguments, **named)

    return fails


FAILURES: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "flush": (os, "fsync", breaking("fsync")),
    "keeping the old one": (shutil, "copy2", breaking("copy2")),
    "naming the old one": (os, "rename", breaking("rename", lambda _, to: "previous" in str(to))),
    "naming the new one": (os, "rename", breaking("rename", lambda _, to: "previous" not in str(to))),
}


@pytest.fixture(params=FAILURES)
def _failing_disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, broken = FAILURES[request.param]
    monkeypatch.setattr(module, name, broken)
    # Path.replace and os.replace are the same system call; both fail where renaming does.
    if name == "rename":
        monkeypatch.setattr(os, "replace", broken)


@pytest.mark.usefixtures("_failing_disk")
def test_a_failure_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"old": true}', encoding="utf-8")
    with pytest.raises(OSError, match="No space left"):
        files.write_json(path, {"new": True})
    left = content(tmp_path)
    assert left.pop("game.json") == '{"old": true}'
    assert left in ({}, {"game.previous.json": '{"old": true}'})


def test_a_failure_of_the_first_writing_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", breaking("fsync"))
    with pytest.raises(OSError, match="No space left"):
        files.write_text(tmp_path / "report.md", "text")
    assert content(tmp_path) == {}


def test_an_interrupted_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "game.json"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write_text(path, "new")
    assert content(tmp_path) == {"game.json": "old"}


def test_what_cannot_be_written_as_json_does_not_touch_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    files.write_json(path, [1])
    with pytest.raises(TypeError):
        files.write_json(path, {"odd": object()})
    assert json.loads(path.read_text(encoding="utf-8")) == [1]
    assert list(content(tmp_path)) == ["game.json"]


def test_who_looks_for_pictures_never_finds_half_a_one(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    with files.replacing(path) as aside:
        aside.write_bytes(b"half")
        assert aside.parent == tmp_path
        assert list(tmp_path.glob("*.png")) == []
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_way_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "game.json").mkdir()
    with pytest.raises(OSError, match="directory"):
        files.write_text(tmp_path / "game.json", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("write", [files.write_text, lambda path, text: files.replacing(path).__enter__()])
def test_a_refusal_names_the_file_that_was_asked_for(write: Callable[[Path, str], object], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(OSError) as caught:
        write(tmp_path / "file" / "game.json", "text")
    assert caught.value.filename == str(tmp_path / "file" / "game.json")


@pytest.mark.parametrize(("seconds", "year"), [(-(10**9), 1970), (0, 1970), (1.2e12, 9987), (10**9, 2001)])
def test_any_time_of_a_file_has_a_year(seconds: float, year: int) -> None:
    class Odd(type(Path())):  # type: ignore[misc]  # a path of this system; which class that is, is known here only
        def stat(self, *, follow_symlinks: bool = True) -> SimpleNamespace:
            return SimpleNamespace(st_mtime=seconds)

    assert abs(files.modified(Odd("game.json")).year - year) <= 1


def test_home_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(files.HOME_VARIABLE, str(tmp_path / "here"))
    assert files.autosave_path() == tmp_path / "here" / "autosave.json"
    assert files.saves_folder() == tmp_path / "here" / "saves"
    assert files.saves_folder().is_dir()

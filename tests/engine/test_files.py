"""Writing files: at every moment the old one or the new one is whole, and nothing else is left lying about."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from stat import S_IFREG
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from game.documents import files, reading
from game.documents.limits import MAX_BYTES


def content(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_the_version_before_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
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


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_at_any_line_leaves_the_old_or_the_new_file_and_no_litter(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    finished = False
    for number in count():
        path.write_text("old", encoding="utf-8")
        lines = iter(range(number))

        def interrupt(frame: FrameType, event: str, _: object, lines: Iterator[int] = lines) -> Any:
            if frame.f_code.co_filename == files.__file__ and event == "line" and next(lines, None) is None:
                sys.settrace(None)
                raise KeyboardInterrupt
            return interrupt

        sys.settrace(interrupt)
        try:
            files.write_text(path, "new")
            finished = True
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        assert path.read_text(encoding="utf-8") in ("old", "new")
        left = {name for name in content(tmp_path) if name.startswith(".")}
        assert len(left) <= 1  # before the file aside was known by name; the next start sweeps it
        for name in left:
            os.utime(tmp_path / name, (0, 0))
        files.remove_temporary_files(tmp_path)
        assert set(content(tmp_path)) <= {"game.json", "game.previous.json"}
        if finished:
            assert number > 15
            return


def test_what_is_too_large_to_be_read_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    room = MAX_BYTES - len('{"a":""}\n')
    files.write_json(path, {"a": "x" * room})
    assert len(reading.read_text(path)) == MAX_BYTES
    before = path.read_bytes()
    with pytest.raises(OSError, match="larger than 5,000,000 bytes") as caught:
        files.write_json(path, {"a": "é" + "x" * (room - 1)})
    assert (caught.value.filename, path.read_bytes()) == (str(path), before)
    assert list(content(tmp_path)) == ["game.json"]


@pytest.mark.parametrize(
    "text", ['{"format": "f", "version": 2, "a": 1}', '{"a": [1, {"version": 0}], "version": 2, "format": "f"}']
)
def test_a_file_of_a_newer_version_is_set_aside_and_never_written_over(text: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for number in (1, 2):
        path.write_text(text, encoding="utf-8")
        files.write_json(path, {"format": "f", "version": 1, "number": number})
        files.write_json(path, {"format": "f", "version": 1, "number": -number})
    found = content(tmp_path)
    assert found["settings.newer.json"] == found["settings.newer-2.json"] == text
    assert json.loads(found["settings.json"])["number"] == -2
    assert {path.name for path in tmp_path.iterdir() if not files.is_beside(path)} == {"settings.json"}


def test_what_killed_writers_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    gone = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True
    )
    names = {
        "gone": f".game.json.{gone.stdout.strip()}-abcd1234.part",
        "gone while keeping": f".game.json.{gone.stdout.strip()}-abcd1234.old",
        "ours": f".game.json.{os.getpid()}-abcd1234.part",
        "an older program's": ".game.json.abcd1234",
        "a stranger's": ".bashrc",
        "a lock": ".game.json.lock",
        "a game": "game.json",
    }
    for name in names.values():
        (tmp_path / name).write_text("", encoding="utf-8")
    files.remove_temporary_files(tmp_path, "other.json")
    assert set(content(tmp_path)) == set(names.values())
    files.remove_temporary_files(tmp_path)
    assert set(content(tmp_path)) == set(names.values()) - {names["gone"], names["gone while keeping"]}
    for name in content(tmp_path):
        os.utime(tmp_path / name, (0, 0))
    files.remove_temporary_files(tmp_path, "game.json")
    assert set(content(tmp_path)) == {".bashrc", ".game.json.lock", "game.json"}


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
def test_any_time_of_a_file_has_a_year(seconds: float, year: int, tmp_path: Path) -> None:
    class Odd(type(Path())):  # type: ignore[misc]  # a path of this system; which class that is, is known here only
        def stat(self, *, follow_symlinks: bool = True) -> SimpleNamespace:
            return SimpleNamespace(st_mtime=seconds, st_mode=S_IFREG)

    (tmp_path / "game.json").write_text("{}", encoding="utf-8")
    assert abs(datetime.fromtimestamp(files.when_saved(Odd(tmp_path / "game.json"))).year - year) <= 1


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("2001-09-09T01:46:40+00:00", 1e9),
        ("2001-09-09T01:46:40.250+00:00", 1e9 + 0.25),
        ("2001-09-09T03:46:40+02:00", 1e9),
        ("yesterday, at eight", 5.0),
        ("9999-99-99T99:99:99+00:00", 5.0),
        ("", 5.0),
    ],
)
def test_a_document_says_itself_when_it_was_saved(said: str, seconds: float, tmp_path: Path) -> None:
    """Copies and clouds change the times of files."""
    path = tmp_path / "game.json"
    words = {"format": "inchwise-save", "title": 'saved_at": "1990-01-01T00:00:00+00:00"', "saved_at": said}
    path.write_text(json.dumps(words), encoding="utf-8")
    os.utime(path, (5, 5))
    assert files.when_saved(path) == seconds


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *((name, "a device") for name in ("CON", "nul.json", "Com1.txt", "LPT9", "aux .json", "COM².json", "conin$")),
        *((f"a{letter}b.json", repr(letter)) for letter in '<>:"\\|?*'),
        ("a\tb.json", "no '\\t'"),
        ("game.json ", "blank or dot"),
        ("game.", "blank or dot"),
    ],
)
def test_a_name_that_windows_refuses_is_refused_everywhere(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(OSError) as caught:
        files.write_text(tmp_path / name, "text")
    assert words in str(caught.value.strerror)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / name).write_text("from elsewhere", encoding="utf-8")
    files.write_text(tmp_path / name, "text")  # what is there already can be saved again
    assert (tmp_path / name).read_text(encoding="utf-8") == "text"


@pytest.mark.parametrize(
    "name", ["console.json", "my game.json", "nulls", "com10.json", "a.b.c", "Größe ′ ″.json", "com"]
)
def test_any_other_name_is_taken(name: str, tmp_path: Path) -> None:
    files.write_text(tmp_path / name, "text")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_slash_in_a_name_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*round 1"):
        files.write_json(tmp_path / "round 1" / "2.json", {})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["CON", "Nul", "com1", "...", "a/b:c", "Old Guard", "  ", "x" * 99])
def test_the_file_of_a_title_can_be_written_everywhere(title: str, tmp_path: Path) -> None:
    stem = files.stem_of(title, "roster")
    assert files.why_not_name(f"{stem}.json") == ""
    assert stem == stem.strip("-. ")
    assert 0 < len(stem) <= files.LONGEST_STEM + len("-roster")


def test_home_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(files.HOME_VARIABLE, str(tmp_path / "here"))
    assert files.saves_folder() == tmp_path / "here" / "saves"
    assert files.saves_folder().is_dir()


def test_when_a_pipe_was_saved_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening one waits until somebody writes: the lists of saves and files in the window never came."""
    os.mkfifo(tmp_path / "pipe.json")
    monkeypatch.setattr(Path, "open", lambda path, _mode: pytest.fail(f"{path} is opened"))
    with pytest.raises(OSError, match="it is a device or a pipe, not a file"):
        files.when_saved(tmp_path / "pipe.json")

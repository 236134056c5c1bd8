"""Rosters by name: bundled ones first, then people's own, and what can only be a file is read as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.documents.error import DocumentError
from game.documents.rosters import rosters_folder
from game.engine.kit.rosters import ByName

BUNDLED = {"lamps": "the bundled one"}


def read(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if text == "broken":
        raise DocumentError(str(path), "", "is broken")
    return text


BY_NAME = ByName("toy", lambda: BUNDLED, BUNDLED.get, read, "no {name!r} - there are {known}", (".json", ".ros"))


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of people's own rosters; the working directory is another."""
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    own = rosters_folder("toy")
    own.mkdir(parents=True, exist_ok=True)
    return own


def test_a_bundled_roster_comes_before_a_persons_own(folder: Path) -> None:
    (folder / "lamps.json").write_text("mine", encoding="utf-8")
    (folder / "tides.json").write_text("mine", encoding="utf-8")
    assert (BY_NAME.find("lamps"), BY_NAME.find("tides")) == ("the bundled one", "mine")


def test_a_file_in_the_working_directory_is_read_even_without_a_suffix() -> None:
    Path("lamps").write_text("of a file", encoding="utf-8")
    assert BY_NAME.find("lamps") == "of a file"


@pytest.mark.parametrize("name", ["nowhere.json", "no/where"])
def test_what_can_only_be_a_file_must_be_there(name: str) -> None:
    with pytest.raises(FileNotFoundError):
        BY_NAME.find(name)


def test_a_name_that_nothing_has_is_refused_with_those_that_there_are(folder: Path) -> None:
    (folder / "tides.json").write_text("mine", encoding="utf-8")
    with pytest.raises(DocumentError, match="no '" + "x" * 60 + "' - there are lamps, tides"):
        BY_NAME.find("x" * 99)


def test_of_two_files_of_a_name_the_one_that_is_listed_is_the_one_that_is_found(folder: Path) -> None:
    for suffix in (".ros", ".json"):
        (folder / f"tides{suffix}").write_text(suffix, encoding="utf-8")
    assert BY_NAME.own() == {"tides": BY_NAME.find("tides")}


def test_own_rosters_that_cannot_be_read_are_left_out_but_not_found_in_silence(folder: Path) -> None:
    (folder / "tides.json").write_text("broken", encoding="utf-8")
    assert BY_NAME.own() == {}
    assert [path.stem for path in BY_NAME.files()] == ["tides"]
    with pytest.raises(DocumentError, match="is broken"):
        BY_NAME.find("tides")

"""Rosters by name: bundled ones first, then people's own, and what can only be a file is read as one."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from game.documents.error import DocumentError
from game.documents.reading import Document
from game.documents.rosters import rosters_folder
from game.engine.kit.rosters import ByName


class Roster(Document):
    """A roster of nothing but its name."""

    format: Literal["toy-roster"] = "toy-roster"
    version: Literal[1] = 1
    name: str


BUNDLED = {"lamps": Roster(name="the bundled one")}


def foreign(path: Path) -> tuple[Roster, tuple[str, ...]]:
    return Roster(name=path.suffix), ("is of another program",)


BY_NAME = ByName("toy", Roster, lambda: BUNDLED, BUNDLED.__getitem__, "no {name!r} - there are {known}", foreign)


def write(path: Path, name: str) -> None:
    path.write_text(Roster(name=name).model_dump_json(), encoding="utf-8")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of people's own rosters; the working directory is another."""
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    own = rosters_folder("toy")
    own.mkdir(parents=True, exist_ok=True)
    return own


def test_a_bundled_roster_comes_before_a_persons_own(folder: Path) -> None:
    write(folder / "lamps.json", "mine")
    write(folder / "tides.json", "mine")
    assert (BY_NAME.find("lamps").name, BY_NAME.find("tides").name) == ("the bundled one", "mine")
    assert [(key, roster.name) for key, roster in BY_NAME.all()] == [
        ("lamps", "the bundled one"), ("lamps", "mine"), ("tides", "mine"),
    ]  # fmt: skip


def test_a_file_in_the_working_directory_is_read_even_without_a_suffix() -> None:
    write(Path("lamps"), "of a file")
    assert BY_NAME.find("lamps").name == "of a file"


def test_only_a_file_of_another_program_is_read_as_one_with_what_is_odd_about_it() -> None:
    write(Path("ours.json"), "ours")
    for name, text in (("theirs.json", '{"roster": {}}'), ("theirs.ros", "")):
        Path(name).write_text(text, encoding="utf-8")
        assert BY_NAME.opened(name) == (Roster(name=Path(name).suffix), ("is of another program",))
    assert BY_NAME.opened("ours.json") == (Roster(name="ours"), ())


@pytest.mark.parametrize("name", ["nowhere.json", "no/where"])
def test_what_can_only_be_a_file_must_be_there(name: str) -> None:
    with pytest.raises(FileNotFoundError):
        BY_NAME.find(name)


def test_a_name_that_nothing_has_is_refused_with_those_that_there_are(folder: Path) -> None:
    write(folder / "tides.json", "mine")
    with pytest.raises(DocumentError, match="no '" + "x" * 60 + "' - there are lamps, tides"):
        BY_NAME.find("x" * 99)


def test_of_two_files_of_a_name_the_one_that_is_listed_is_the_one_that_is_found(folder: Path) -> None:
    for suffix in (".ros", ".json"):
        write(folder / f"tides{suffix}", "mine")
    assert BY_NAME.own() == {"tides": BY_NAME.find("tides")}


def test_own_rosters_that_cannot_be_read_are_left_out_but_not_found_in_silence(folder: Path) -> None:
    (folder / "tides.json").write_text("broken", encoding="utf-8")
    assert BY_NAME.own() == {}
    assert [path.stem for path in BY_NAME.files()] == ["tides"]
    with pytest.raises(DocumentError, match="is not JSON"):
        BY_NAME.find("tides")

"""`desktop`: an entry that desktops can read and that starts the program, with its icons; all of it can be removed."""

from __future__ import annotations

import configparser
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from game import __version__
from game.cli import main
from game.commands import desktop


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share"


def call(*words: str) -> Result:
    return CliRunner().invoke(main, ["desktop", *words])


def written(share: Path) -> dict[str, str]:
    """What the entry says, by its keys."""
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys are as they are written
    parser.read(share / "applications" / "inchwise.desktop", encoding="utf-8")
    return dict(parser["Desktop Entry"])


def test_an_entry_starts_the_program_from_any_folder(
    share: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(desktop.__file__).parents[2]))
    assert call("install").exit_code == 0
    entry = written(share)
    words = shlex.split(entry["Exec"])
    said = subprocess.run([*words, "--version"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert said == f"inchwise, version {__version__}\n"
    assert (entry["Type"], entry["Icon"], entry["StartupWMClass"]) == ("Application", "inchwise", "inchwise")


def test_icons_have_the_size_of_their_folder(share: Path) -> None:
    call("install")
    places = {path.relative_to(share / "icons" / "hicolor"): path for path in share.rglob("inchwise.*g")}
    assert {str(place) for place in places} == {
        "scalable/apps/inchwise.svg",
        *(f"{side}x{side}/apps/inchwise.png" for side in (32, 48, 128, 256)),
    }
    for place, path in places.items():
        if path.suffix == ".png":
            with Image.open(path) as picture:
                assert f"{picture.width}x{picture.height}" == place.parts[0]


def test_installing_again_replaces_and_removing_leaves_nothing(share: Path) -> None:
    call("install")
    before = {path: path.read_bytes() for path in share.rglob("*") if path.is_file()}
    call("install")
    assert {path: path.read_bytes() for path in share.rglob("*") if path.is_file()} == before
    assert call("uninstall").exit_code == 0
    assert [path for path in share.rglob("*") if path.is_file()] == []
    again = call("uninstall")
    assert (again.exit_code, "is not there" in again.output) == (2, True)


def test_the_program_of_an_application_is_its_own_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert desktop.program() == (sys.executable,)


def test_words_are_quoted_as_entries_want_them() -> None:
    assert desktop.quoted("/opt/my games/inchwise") == '"/opt/my games/inchwise"'
    assert desktop.quoted('50% of "$x"') == r'"50%% of \\"\\$x\\""'


def test_a_relative_folder_of_data_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "share")
    assert desktop.data_folder() == Path.home() / ".local" / "share"


def test_a_file_in_the_way_is_named_in_one_line(share: Path) -> None:
    share.mkdir()
    (share / "icons").write_text("no folder")
    refused = call("install")
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert str(share / "icons") in refused.output


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_are_told_what_to_do_instead(system: str, share: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", system)
    refused = call("install")
    assert (refused.exit_code, "make a shortcut" in refused.output) == (2, True)
    assert not share.exists()

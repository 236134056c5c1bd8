"""Everything of a player in one archive, merged without a loss; and a doctor who names what is broken."""

from __future__ import annotations

import json
import re
import shutil
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.documents.files import home, write_json
from game.engine.saving.records import best_results
from game.play.archive import CONTENTS, FILES, FOLDERS, VERSION
from tests.commands.calls import ROOT, call, call_json, refusal

OLD = ROOT / "tests" / "fixtures" / "378edde"
DRILLS = {"format": "inchwise-drills", "version": 1}
RECORDS = {"format": "inchwise-records", "version": 1}
EFFECTS = {"format": "inchwise-aos4-effects", "version": 1}


def use(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    monkeypatch.setenv("INCHWISE_HOME", str(folder))
    return home()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The data folder of a player with a few documents."""
    top = use(monkeypatch, tmp_path / "here")
    for name in ("saves", "maps", "rosters/godbreakers", "libraries/aos4"):
        (top / name).mkdir(parents=True)
    shutil.copy(OLD / "unfinished.json", top / "saves" / "game.json")
    shutil.copy(ROOT / "maps" / "hollow-wood.json", top / "maps" / "mine.json")
    with zipfile.ZipFile(top / "libraries" / "aos4" / "own.profiles", "w") as library:
        library.writestr("library.json", "{}")
    write_json(top / "settings.json", {"format": "inchwise-settings", "version": 1})
    write_json(top / "drills.json", DRILLS | {"rounds": [drilled("2026-02-01")]})
    (top / "cache").mkdir()
    (top / "cache" / "ground.jpg").write_bytes(b"made again")
    return top


def drilled(day: str) -> dict[str, Any]:
    return {"day": day, "ruleset": "godbreakers", "seconds": 60, "kinds": {"range": [3, 4]}}


def best(points: int) -> dict[str, Any]:
    kind = {"ruleset": "godbreakers", "scenario": "s", "map": "m", "roster": "r", "rounds": 3}
    return {**kind, "points": points, "won": True, "degree": "", "at": ""}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def zipped(path: Path, files: dict[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_every_folder_and_file_that_the_program_uses_is_in_the_table() -> None:
    used = set()
    for path in (ROOT / "game").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        used |= set(re.findall(r'home(?:_path)?\(\) / "([^"]+)"', text))
        if re.search(r"home(?:_path)?\(\) / FOLDER", text):
            used |= set(re.findall(r'^FOLDER: Final = "([^"]+)"', text, re.MULTILINE))
    assert used - {*FOLDERS, *FILES} == {"exports"}
    assert {*FOLDERS, *FILES} <= used


def test_an_archive_brings_everything_to_another_computer_and_only_once(
    here: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    archive = tmp_path / "all.zip"
    assert call("data", "export", archive).exit_code == 0
    there = use(monkeypatch, tmp_path / "there")
    merged = call_json("data", "import", archive)
    before = {name: content for name, content in contents(here).items() if not name.startswith("cache")}
    assert contents(there) == before
    assert sorted(merged["new"]) == sorted(before)
    assert "already exists" in refusal("data", "export", archive)
    again = call_json("data", "import", archive)
    assert sorted(again["same"]) == sorted(before)
    assert contents(there) == before


@pytest.mark.parametrize("name", ["a\\b.json", "1/2/3/4/5/6.json", "a\nb.json"])
def test_what_could_not_be_read_again_is_named_before_an_archive_is_written(
    name: str, here: Path, tmp_path: Path
) -> None:
    path = here / "maps" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}", encoding="utf-8")
    assert "could not be read from an archive again" in refusal("data", "export", tmp_path / "all.zip")
    assert not (tmp_path / "all.zip").exists()


def test_what_differs_comes_under_another_name_and_nothing_is_lost(here: Path, tmp_path: Path) -> None:
    before = contents(here)
    other = {
        "saves/game.json": "another",
        "saves/game.previous.json": "older",
        "rosters/godbreakers/low.draft.json": "theirs",
        "settings.json": '{"format": "inchwise-settings", "version": 1, "sound": false}',
    }
    (here / "rosters" / "godbreakers" / "low.draft.json").write_text("mine", encoding="utf-8")
    (here / "saves" / "game.previous.json").write_text("mine", encoding="utf-8")
    before = after = contents(here)
    archive = zipped(tmp_path / "other.zip", {**other})
    for _time in range(2):
        result = call("data", "import", archive)
        assert result.exit_code == 0
        after = contents(here)
        assert before.items() <= after.items()
        assert {after[name].decode() for name in after.keys() - before.keys()} == set(other.values())
    assert {*after} - {*before} == {
        "saves/game (2).json",
        "saves/game.previous-2.json",
        "rosters/godbreakers/low (2).draft.json",
        "settings (2).json",
    }
    said = call("data", "import", zipped(tmp_path / "third.zip", {"saves/game.json": "third"})).stdout
    assert "saves/game (3).json" in said


def test_results_and_decisions_of_both_are_joined(here: Path, tmp_path: Path) -> None:
    write_json(here / "records.json", RECORDS | {"best": [best(7)]})
    (here / "effects").mkdir()
    mine = EFFECTS | {"accepted": {"a" * 16: {"handler": "one"}}, "refused": ["b" * 16]}
    write_json(here / "effects" / "aos4.json", mine)
    theirs = EFFECTS | {"accepted": {"a" * 16: {"handler": "two"}, "c" * 16: {}}, "refused": ["b" * 16, "d" * 16]}
    files = {
        "records.json": json.dumps(RECORDS | {"best": [best(9), best(5) | {"map": "n"}]}),
        "drills.json": json.dumps(DRILLS | {"rounds": [drilled("2026-01-01"), drilled("2026-02-01")]}),
        "effects/aos4.json": json.dumps(theirs),
    }
    merged = call_json("data", "import", zipped(tmp_path / "other.zip", {**files}))
    assert sorted(merged["joined"]) == sorted(files)
    assert sorted((one.map, one.points) for one in best_results()) == [("m", 9), ("n", 5)]
    rounds = json.loads((here / "drills.json").read_text())["rounds"]
    assert [one["day"] for one in rounds] == ["2026-01-01", "2026-02-01"]
    effects = json.loads((here / "effects" / "aos4.json").read_text())
    assert effects["accepted"] == {"a" * 16: {"handler": "one"}, "c" * 16: {}}
    assert effects["refused"] == ["b" * 16, "d" * 16]


@pytest.mark.parametrize(
    "theirs",
    [
        '{"format": "inchwise-aos4-effects", "version": 1, "accepted": [1]}',
        '{"format": "inchwise-aos4-effects", "version": 1, "accepted": {"short": {}}}',
        '{"format": "inchwise-aos4-effects", "version": 1, "refused": [[1]]}',
        '{"format": "inchwise-map", "version": 1}',
        "[1]",
    ],
)
def test_decisions_that_cannot_be_read_leave_those_here_as_they_are(theirs: str, here: Path, tmp_path: Path) -> None:
    (here / "effects").mkdir()
    path = here / "effects" / "aos4.json"
    write_json(path, EFFECTS | {"accepted": {"a" * 16: {"handler": "one"}}})
    mine = path.read_bytes()
    merged = call_json("data", "import", zipped(tmp_path / "other.zip", {"effects/aos4.json": theirs}))
    assert merged["renamed"] == [["effects/aos4.json", "effects/aos4 (2).json"]]
    assert path.read_bytes() == mine


def test_a_file_that_has_no_room_does_not_keep_out_the_others(here: Path, tmp_path: Path) -> None:
    (here / "rosters" / "link.json").symlink_to(tmp_path / "elsewhere.json")
    (here / "rosters" / "a").write_text("mine", encoding="utf-8")
    bad = {
        "maps/b?.json": "{}",
        f"maps/{'l' * 230}.json": "{}",
        "rosters/a/b.json": "{}",
        "maps/mine.json/b.json": "{}",
    }
    bad |= {"rosters/link.json": "{}", "rosters/godbreakers": "{}"}
    files = {"maps/a.json": "{}", **bad, "saves/z.json": "{}"}
    merged = call_json("data", "import", zipped(tmp_path / "other.zip", {**files}))
    assert merged["new"] == ["maps/a.json", "saves/z.json"]
    assert {name for name, _reason in merged["refused"]} == set(bad)
    assert not (tmp_path / "elsewhere.json").exists()
    said = call("data", "import", tmp_path / "other.zip").stdout
    assert "maps/b?.json was not taken: Windows allows no '?'" in said


def test_a_folder_of_an_older_version_packed_by_hand_is_taken(here: Path, tmp_path: Path) -> None:
    old = {f"inchwise/saves/{path.name}": path.read_bytes() for path in OLD.glob("*.json")}
    extra: dict[str, bytes | str] = {"inchwise/notes.txt": "mine", "inchwise/saves/.DS_Store": "x"}
    merged = call_json("data", "import", zipped(tmp_path / "old.zip", {**old, **extra}))
    assert sorted(merged["new"]) == sorted(name.removeprefix("inchwise/") for name in old)
    assert sorted(merged["ignored"]) == sorted(extra)


def with_entry(path: Path, **changes: Any) -> Path:
    entry = zipfile.ZipInfo("saves/a.json")
    for name, value in changes.items():
        setattr(entry, name, value)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    return path


def damaged(path: Path) -> Path:
    zipped(path, {"saves/a.json": "{}" * 4000, "saves/b.json": "[]"})
    content = bytearray(path.read_bytes())
    content[45] ^= 255
    path.write_bytes(content)
    return path


def long_list(path: Path) -> Path:
    zipped(path, {"saves/a.json": "{}"})
    content = bytearray(path.read_bytes())
    content[-10:-6] = struct.pack("<I", 20_000_000)
    path.write_bytes(content)
    return path


def twice(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("saves/a.json", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("saves/a.json", "2")
    return path


def cut(path: Path) -> Path:
    path.write_bytes(zipped(path, {"saves/a.json": "{}"}).read_bytes()[:40])
    return path


NEWER = json.dumps({"format": "inchwise-data", "version": VERSION + 1, "program": "9.0"})
BAD: dict[str, tuple[Callable[[Path], Path], str]] = {
    "up": (lambda path: zipped(path, {"saves/ok.json": "1", "saves/../../evil.json": "x"}), "leads outside"),
    "root": (lambda path: zipped(path, {"/etc/evil.json": "x"}), "leads outside"),
    "drive": (lambda path: with_entry(path, filename="C:\\evil.json"), "leads outside"),
    "link": (lambda path: with_entry(path, external_attr=(stat.S_IFLNK | 0o777) << 16), "is a link"),
    "bomb": (lambda path: zipped(path, {"saves/a.json": b"0" * 9_000_000}), "unpacks to far more"),
    "newer": (lambda path: zipped(path, {CONTENTS: NEWER, "saves/a.json": "{}"}), "newer version of the program (9.0)"),
    "foreign": (lambda path: zipped(path, {"holiday.txt": "x"}), "holds no data of inchwise"),
    "damaged": (damaged, "is damaged"),
    "long list": (long_list, "more than 20,000 files"),
    "twice": (twice, "two files of one name"),
    "cut": (cut, "is not a readable archive"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_broken_or_hostile_archive_is_refused_in_one_line_and_changes_nothing(
    name: str, here: Path, tmp_path: Path
) -> None:
    before = contents(tmp_path)
    make, reason = BAD[name]
    archive = make(tmp_path / "bad.zip")
    line = refusal("data", "import", archive)
    assert reason in line
    assert str(archive) in line
    archive.unlink()
    assert contents(tmp_path) == before


def test_the_doctor_says_what_is_where_and_that_all_is_well(here: Path) -> None:
    result = call("doctor")
    assert result.exit_code == 0, result.stdout
    assert "All is well." in result.stdout
    assert str(here) in result.stdout
    assert "shapely: " in result.stdout
    assert re.search(r"saved games: 1 file, \S+ kB, in ", result.stdout)
    places = {place["path"]: place["files"] for place in call_json("doctor")["places"]}
    assert places[str(here / "maps")] == 1


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("saves/game.json", "fix what the reason says"),
        ("settings.json", "begins a new one"),
        ("maps/mine.json", "fix what the reason says"),
        ("libraries/aos4/own.profiles", "fix what the reason says"),
    ],
)
def test_the_doctor_finds_what_is_broken_and_says_how_to_repair_it(name: str, cure: str, here: Path) -> None:
    path = here / name
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    result = call("doctor")
    assert result.exit_code == 1
    assert f"Broken: {name}: " in result.stdout
    assert cure in result.stdout
    if name != "saves/game.json":
        return
    before = path.with_name("game.previous.json")
    before.write_bytes(whole)
    assert "rename game.previous.json to game.json" in call("doctor").stdout
    before.replace(path)
    assert call("doctor").exit_code == 0


def test_the_doctor_names_a_library_whose_list_of_files_is_damaged(here: Path) -> None:
    path = here / "libraries" / "aos4" / "own.profiles"
    content = bytearray(path.read_bytes())
    content[content.find(b"PK\x01\x02")] = 0
    path.write_bytes(content)
    result = call("doctor")
    assert result.exit_code == 1
    assert "Broken: libraries/aos4/own.profiles: is damaged" in result.stdout


def test_the_doctor_finds_half_written_and_newer_files(here: Path) -> None:
    (here / "saves" / ".game.json.999999999-abcdefgh.part").write_text("{", encoding="utf-8")
    (here / "saves" / "game.damaged.json").write_text("{", encoding="utf-8")
    write_json(here / "settings.json", {"format": "inchwise-settings", "version": 99})
    result = call("doctor")
    assert result.exit_code == 1
    assert "was not written to its end" in result.stdout
    assert "saves/game.damaged.json was set aside" in result.stdout
    assert "install the newest version" in result.stdout

"""`roster library`, `roster profile`, and lists as text on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from game.cli import main
from game.documents.rosters import own_rosters
from tests.commands.calls import call, call_json, refusal, write

CATALOGUES = Path(__file__).parents[1] / "rulesets" / "aos4" / "documents" / "fixtures" / "library"
BOOK = ("--ruleset", "aos4")
LIST = (
    "Low Road 430/1000 pts\nTideborn\nRegiment 1\nReef Warden (310)\n• General\nEmber Guard (120)\n"
    "Odd words, said at length.\n"
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def piped(text: str, *arguments: str) -> Result:
    """Run a command with a text on standard input."""
    return CliRunner().invoke(main, [*arguments], input=text)


def test_a_library_is_added_listed_used_and_removed(tmp_path: Path) -> None:
    file = write(tmp_path, LIST, "list.txt")
    assert call("roster", *BOOK, "library").output.startswith("You have no libraries.")
    added = call("roster", *BOOK, "library", "add", CATALOGUES)
    assert added.output.splitlines()[0] == "Added library: 2 catalogues, 5 units"
    assert "Distant Shores" in added.output
    assert call_json("roster", *BOOK, "library") == [{"name": "library", "catalogues": 2, "units": 5}]
    told = call("roster", *BOOK, "check", file).output
    assert told.startswith(f"{file}: ok, Low Road")
    assert "line 7 is not understood: 'Odd words, said at length.'" in told
    assert "Move 5″, Health 6, Save 3+, Control 2" in call("roster", *BOOK, "show", file).output
    assert call("roster", *BOOK, "library", "remove", "library").output == "library is removed\n"
    assert "no library has that name" in refusal("roster", *BOOK, "library", "remove", "library")


def test_an_unfinished_list_is_read_shown_imported_and_listed_but_does_not_play(tmp_path: Path) -> None:
    file = write(tmp_path, LIST, "list.txt")
    reason = "2 units read: 2 need a profile (Reef Warden and Ember Guard) - add a library"
    checked = call("roster", *BOOK, "check", file)
    assert checked.exit_code == 0
    assert f"{file}: read, Low Road, but not finished: {reason}" in checked.output
    [verdict] = call_json("roster", *BOOK, "check", file)
    assert (verdict["ok"], verdict["finished"], verdict["list"]["points"]) == (True, False, 430)
    assert "Not finished: 2 units read: 2 need a profile" in call("roster", *BOOK, "show", file).output
    assert [unit["name"] for unit in call_json("roster", *BOOK, "show", file)["regiments"][0]["units"]] == [
        "Reef Warden",
        "Ember Guard",
    ]
    assert "Low Road is now yours: list - not finished" in call("roster", *BOOK, "import", file).output
    assert "not finished: 2 units read: 2 need a profile" in call("roster", *BOOK, "list").output
    assert reason in refusal(
        "play", "--headless", *BOOK, "--out", str(tmp_path / "out"), "--roster", file, "--roster", file
    )


def test_a_list_on_standard_input_is_checked_and_kept_under_its_own_name() -> None:
    call("roster", *BOOK, "library", "add", CATALOGUES)
    assert "-: ok, Low Road" in piped(LIST, "roster", *BOOK, "check", "-").output
    for stem in ("low-road", "low-road-2"):
        assert f"Low Road is now yours: {stem}" in piped(LIST, "roster", *BOOK, "import", "-").output
    assert [path.read_text(encoding="utf-8") for path in own_rosters("aos4", (".txt",))] == [LIST, LIST]
    refused = piped("hello", "roster", *BOOK, "import", "-")
    assert refused.exit_code == 2
    assert "standard input: is not a list that can be read" in refused.output or "pasted list" in refused.output


def test_included_units_stand_in_until_a_library_has_the_units(tmp_path: Path) -> None:
    file = write(tmp_path, LIST, "list.txt")
    told = call("roster", *BOOK, "profile", "stand-in", file).output
    assert "Reef Warden: values of" in told
    army = call_json("roster", *BOOK, "show", file)
    assert [unit["name"] for unit in army["regiments"][0]["units"]] == [
        "Reef Warden (stand-in)",
        "Ember Guard (stand-in)",
    ]
    assert "has all its profiles" in call("roster", *BOOK, "profile", "stand-in", file).output
    call("roster", *BOOK, "library", "add", CATALOGUES)
    army = call_json("roster", *BOOK, "show", file)
    assert [unit["name"] for unit in army["regiments"][0]["units"]] == ["Reef Warden", "Ember Guard"]


def test_a_profile_is_typed_listed_and_removed(tmp_path: Path) -> None:
    file = write(tmp_path, "name: Reef Warden\nhealth: 7\nkeywords: HERO\nweapons: 'Hook: 2 4+ 3+ 1 1'\n", "w.yaml")
    other = write(tmp_path, {"name": "Ember Guard", "health": 2, "models": 5}, "g.json")
    for path in (file, other):
        assert "is saved" in call("roster", *BOOK, "profile", "add", path).output
    assert call_json("roster", *BOOK, "profile") == ["Ember Guard", "Reef Warden"]
    army = call_json("roster", *BOOK, "show", write(tmp_path, LIST, "list.txt"))
    assert [unit["health"] for unit in army["regiments"][0]["units"]] == [7, 2]
    assert "is removed" in call("roster", *BOOK, "profile", "remove", "Ember Guard").output
    assert "no profile of yours has that name" in refusal("roster", *BOOK, "profile", "remove", "Ember Guard")
    bad = write(tmp_path, "name: Gull\nhealth: 7\nweapons: Beak\n", "bad.yaml")
    assert refusal("roster", *BOOK, "profile", "add", bad).startswith(f"{bad}: at weapons[0]: 'Beak' is not a weapon")


def test_other_rulebooks_have_no_libraries_or_profiles_of_their_own_form(tmp_path: Path) -> None:
    assert "has no libraries" in refusal("roster", "library")
    sheet = write(tmp_path, "name: Barge\ntype: Skimmer\nweapons:\n  - 'Hook: CQ, 2 shots, E 4'\n", "barge.yaml")
    assert "Barge is saved" in call("roster", "--ruleset", "dropzone", "profile", "add", sheet).output
    assert call("roster", "--ruleset", "dropzone", "profile").output == "Barge\n"
    wrong = write(tmp_path, "name: Barge\ntype: Boat\n", "boat.yaml")
    assert "type: is not a type of unit" in refusal("roster", "--ruleset", "dropzone", "profile", "add", wrong)
    assert "is for the game system" in refusal("roster", "--ruleset", "dropzone", "library", "add", CATALOGUES)
    assert "No such file" in refusal("roster", *BOOK, "library", "add", tmp_path / "nothing")


def test_a_text_list_may_have_any_suffix_and_is_kept_with_one_that_says_so(tmp_path: Path) -> None:
    call("roster", *BOOK, "import", write(tmp_path, LIST, "mine.dat"))
    assert [path.name for path in own_rosters("aos4", (".txt",))] == ["mine.dat.txt"]
    assert call("check", write(tmp_path, LIST, "list.md")).output.startswith(f"{tmp_path / 'list.md'}: ok, a roster")

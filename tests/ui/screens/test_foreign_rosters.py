"""Rosters of other programs in the form of a new game: taken in there, and what is passed over is said there."""

from __future__ import annotations

from itertools import repeat
from pathlib import Path
from typing import NoReturn

import pygame
import pytest

from game.documents.battlescribe.libraries import Libraries, add_library
from game.documents.error import DocumentError
from game.documents.rosters import own_rosters, rosters_folder
from game.rulesets.aos4.documents.catalogue import ARMIES
from game.rulesets.aos4.documents.importing.army import read_roster
from game.rulesets.aos4.documents.importing.profiles import gathering, own_profiles
from game.rulesets.aos4.rosters.listing import Armies
from game.ui.menu.new_game import NewGameScreen
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.widgets.dialogs import copy_text
from game.ui.widgets.sheet import ReaderSheet
from tests.rulesets.aos4.documents.foreign_lists import CASES, Case
from tests.rulesets.aos4.documents.test_libraries import FOLDER as CATALOGUES
from tests.ui.driver import Hands

pytestmark = pytest.mark.usefixtures("dummy_display")


def at_the_seats() -> Hands:
    """Hands at the sheet that says who plays with which army."""
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window, NewGameDraft(book="aos4")))
    hands.frame()
    hands.key("1")
    return hands


def read(hands: Hands) -> str:
    """Return the lines of the sheet on top."""
    sheet = hands.top.sheets[-1]
    if isinstance(sheet, ReaderSheet):
        return "\n".join(line.text for chapter in sheet.chapters for line in chapter.lines)
    return hands.told()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_file_is_imported_in_the_form_which_says_what_is_passed_over(case: Case, tmp_path: Path) -> None:
    path = tmp_path / case.file
    path.write_bytes(case.content)
    hands = at_the_seats()
    hands.press_row("Import a file")
    hands.write(str(path))
    assert case.says in read(hands)
    if case.refused:
        assert str(path) in read(hands)
        assert own_rosters("aos4", (path.suffix,)) == []
        return
    if case.unfinished:
        assert [path.stem for path in own_rosters("aos4", (path.suffix,))] == ["list"]
        return
    assert hands.top.sheets[-1].title == "Player 1 plays with List"
    hands.key("escape")
    hands.key("1")
    row = next(row for row, _rect in hands.top.sheets[-1].list.rows() if "about List" in row.label)
    hands.press_row(row.label)
    assert case.says in read(hands)
    hands.key("escape")
    hands.key("return")
    assert hands.top.scene.model.session.setup.document.players[0].army.name == "List"


def test_own_files_that_cannot_be_read_are_named_in_the_form() -> None:
    (rosters_folder("aos4") / "torn.ros").write_text("<roster", encoding="utf-8")
    hands = at_the_seats()
    hands.press_row("1 file cannot be read")
    assert "torn.ros" in read(hands)
    assert "is not XML" in read(hands)


def test_a_rulebook_that_makes_its_rosters_has_no_such_row() -> None:
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window))
    hands.frame()
    hands.key("1")
    assert not any(row[0].id == "import" for row in hands.top.sheets[-1].list.rows())


LIST = "Low Road 400/1000 pts\nTideborn\n\nRegiment 1\nReef Warden (310)\n• General\n1 x Gull (90)\n"


def test_a_list_is_pasted_and_plays_once_its_profiles_are_typed() -> None:
    copy_text(LIST)
    hands = at_the_seats()
    hands.press_row("Paste a list")
    assert "2 units need a profile (Reef Warden and Gull)" in read(hands)
    for unit in ("Reef Warden", "Gull"):
        hands.press_row(f"Type the profile of {unit}")
        for field, text in (("Health", "6"), ("Weapons", "Hook: 2 4+ 3+ 1 1"), ("Keywords", "HERO, INFANTRY")):
            hands.press_row(field)
            hands.write(text)
        hands.press_row("Save it")
    assert hands.top.sheets[-1].title == "Player 1 plays with Low Road"
    hands.key("escape")
    army = ARMIES.find("low-road")
    assert [(unit.name, unit.points, unit.health, unit.general) for unit in army.units] == [
        ("Reef Warden", 310, 6, True),
        ("Gull", 90, 6, False),
    ]
    hands.key("return")
    assert hands.top.scene.model.session.setup.document.players[0].army.name == "Low Road"


def test_a_pasted_list_plays_at_once_with_stand_ins_which_a_library_replaces() -> None:
    copy_text(LIST.replace("1 x Gull", "Ember Guard"))
    hands = at_the_seats()
    hands.press_row("Paste a list")
    assert "roster" not in read(hands), "commands have no place in the window"
    hands.press_row("Play it with stand-ins")
    assert hands.top.sheets[-1].title == "Player 1 plays with Low Road"
    assert "Reef Warden plays with the values of" in read(hands)
    army = ARMIES.find("low-road")
    assert [unit.name for unit in army.units] == ["Reef Warden (stand-in)", "Ember Guard (stand-in)"]
    assert "HERO" in army.regiments[0].units[0].keywords, "a hero stands in for the leader"
    hands.key("escape")
    hands.key("return")
    session = hands.top.scene.model.session
    assert session.setup.document.players[0].army.name == "Low Road"
    assert session.pending() is not None

    gathered = gathering()
    add_library(CATALOGUES, "aos4", gathered.system, gathered.game)
    assert [unit.name for unit in ARMIES.find("low-road").units] == ["Reef Warden", "Ember Guard"]


def test_a_profile_begins_with_the_values_of_another_unit() -> None:
    copy_text(LIST)
    hands = at_the_seats()
    hands.press_row("Paste a list")
    hands.press_row("Type the profile of Gull")
    hands.press_row("Begin with the values of another unit")
    hands.press_row("Duskmoth Riders")
    hands.press_row("Health")
    hands.write("9")
    hands.press_row("Save it")
    [gull] = own_profiles().documents
    lent = next(unit for unit in Armies().gathering().known() if unit.name == "Duskmoth Riders").values
    assert (gull.name, gull.health, gull.move, gull.stands_in) == ("Gull", 9, lent["move"], "")
    assert "\n".join(gull.weapons) == lent["weapons"]


def test_a_typed_profile_that_is_none_says_why_and_is_not_kept() -> None:
    copy_text(LIST)
    hands = at_the_seats()
    hands.press_row("Paste a list")
    hands.press_row("Type the profile of Gull")
    hands.press_row("Health")
    hands.write("many")
    hands.press_row("Save it")
    assert "Health: must be a whole number" in read(hands)
    assert not own_profiles().documents
    hands.key("return")
    assert hands.top.sheets[-1].list.current().id == "field:health"
    hands.key("escape")
    assert "2 units need a profile" in read(hands), "the list is shown again"


def test_a_clipboard_without_a_list_is_refused_in_words() -> None:
    for text, told in (("", "holds no text"), ("hello", "is not a list that can be read")):
        copy_text(text)
        hands = at_the_seats()
        hands.press_row("Paste a list")
        assert told in read(hands)


def test_an_army_is_exported_from_the_form_of_a_new_game(tmp_path: Path) -> None:
    hands = at_the_seats()
    hands.press_row("Export The Lantern Concord")
    hands.press_row("For other programs")
    hands.write(str(tmp_path / "concord"))
    army, _remarks = read_roster(tmp_path / "concord.json")
    assert (army.name, army.points) == ("The Lantern Concord", 500)


def test_adding_a_library_shows_its_progress_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.documents.battlescribe.libraries.catalogue_files", lambda _path: repeat(("", b"", 0.5)))
    monkeypatch.setattr("game.documents.battlescribe.libraries.read_catalogue", lambda *_file: refused())
    hands = at_the_seats()
    hands.press_row("Libraries of profiles")
    hands.press_row("Add a folder")
    hands.key("ctrl+a")
    hands.handle(pygame.event.Event(pygame.TEXTINPUT, text=str(CATALOGUES)))
    hands.press("return")
    hands.tick()
    assert hands.top.busy
    assert hands.top.sheets[-1].title == "Reading library"
    hands.press("escape")
    hands.frame()
    assert not hands.top.busy
    assert Libraries("aos4").listed() == []


def refused() -> NoReturn:
    raise DocumentError("a.cat", "", "is not a catalogue")


def test_a_library_is_added_and_removed_in_the_window() -> None:
    copy_text(LIST.replace("1 x Gull", "Ember Guard"))
    hands = at_the_seats()
    hands.press_row("Paste a list")
    hands.press_row("Add catalogues")
    hands.press_row("Add a folder of catalogues")
    hands.write(str(CATALOGUES))
    assert "2 catalogues, 5 units" in read(hands)
    assert ARMIES.find("low-road").points == 400
    [name] = [name for name, _catalogues, _units in Libraries("aos4").listed()]
    hands.top.sheets[1:] = []
    hands.key("1")
    hands.press_row("Libraries of profiles")
    hands.press_row(f"Remove {name}: 2 catalogues, 5 units")
    assert Libraries("aos4").listed() == []

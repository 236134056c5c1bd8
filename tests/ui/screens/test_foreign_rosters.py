"""Rosters of other programs in the form of a new game: taken in there, and what is passed over is said there."""

from __future__ import annotations

import json
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
from game.rulesets.aos4.documents.importing.values import GAME_SYSTEM
from game.rulesets.aos4.rosters.listing import Armies
from game.ui.menu.new_game import NewGameScreen
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.widgets.dialogs import copy_text
from game.ui.widgets.sheet import ReaderSheet
from tests.rulesets.aos4.documents.foreign_lists import CASES, Case
from tests.rulesets.aos4.documents.test_libraries import FOLDER as CATALOGUES
from tests.ui.driver import Hands

pytestmark = pytest.mark.usefixtures("dummy_display")


def at_the_seats(book: str = "aos4") -> Hands:
    """Hands at the sheet that says who plays with which army."""
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window, NewGameDraft(book=book)))
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
    hands.keys("escape", "escape")  # back to the armies, and to the game
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


def typed(hands: Hands, **values: str) -> None:
    """Type values into the form on top, by the starts of its rows, and save it."""
    for field, text in values.items():
        hands.press_row(field)
        hands.write(text)
    hands.press_row("Save it")


def pasted(text: str, book: str = "aos4") -> Hands:
    """Hands at the sheet that a pasted list leads to."""
    copy_text(text)
    hands = at_the_seats(book)
    hands.press_row("Paste a list")
    return hands


def test_a_list_is_pasted_and_plays_once_its_profiles_are_typed() -> None:
    hands = pasted(LIST)
    assert "2 units read: 2 need a profile (Reef Warden and Gull)" in read(hands)
    hands.press_row("Type it in")
    hands.press_row("Reef Warden")
    numbers = {"Move": "5", "Health": "6", "Save": "4+", "Control": "2"}
    typed(hands, **numbers, Weapons="Hook: 2 4+ 3+ 1 1", Keywords="HERO, INFANTRY")
    assert hands.top.sheets[-1].title == "Gull", "the last one is typed next"
    hands.key("escape")
    assert "2 units read: 1 has a profile (1 typed by you), 1 needs a profile (Gull)" in read(hands)
    hands.press_row("Type it in")
    typed(hands, **numbers)
    assert hands.top.sheets[-1].title == "Player 1 plays with Low Road"
    assert "2 units read: 2 have profiles (2 typed by you)" in read(hands)
    hands.key("escape")
    army = ARMIES.find("low-road")
    assert [(unit.name, unit.points, unit.health, unit.general) for unit in army.units] == [
        ("Reef Warden", 310, 6, True),
        ("Gull", 90, 6, False),
    ]
    hands.key("return")
    assert hands.top.scene.model.session.setup.document.players[0].army.name == "Low Road"

    hands = pasted(LIST.replace("Low Road", "High Road"))
    assert hands.top.sheets[-1].title == "Player 1 plays with High Road", "the next list finds what was typed"


def test_a_pasted_list_plays_at_once_with_stand_ins_which_a_library_replaces() -> None:
    hands = pasted(LIST.replace("1 x Gull", "Ember Guard"))
    assert "roster" not in read(hands), "commands have no place in the window"
    hands.press_row("Play it like this")
    assert hands.top.sheets[-1].title == "Player 1 plays with Low Road"
    assert "2 units read: 2 have profiles (2 with a stand-in)" in read(hands)
    assert "Reef Warden: values of" in read(hands)
    army = ARMIES.find("low-road")
    assert [unit.name for unit in army.units] == ["Reef Warden (stand-in)", "Ember Guard (stand-in)"]
    assert "HERO" in army.regiments[0].units[0].keywords, "a hero stands in for the leader"
    assert not {"LANTERN CONCORD", "BRINEBACK TITHE"} & set(army.regiments[0].units[0].keywords)
    hands.key("escape")
    hands.key("return")
    session = hands.top.scene.model.session
    assert session.setup.document.players[0].army.name == "Low Road"
    assert session.pending() is not None

    gathered = gathering()
    add_library(CATALOGUES, "aos4", gathered.system, gathered.game)
    army, remarks = ARMIES.opened("low-road")
    assert [unit.name for unit in army.units] == ["Reef Warden", "Ember Guard"]
    assert remarks[0] == "2 units read: 2 have profiles (2 from Tideborn - Library)"


@pytest.mark.parametrize(("has_library", "clicks"), [(True, 6), (False, 7)])
def test_a_pasted_list_takes_few_clicks_from_the_menu_to_a_game_that_asks(has_library: bool, clicks: int) -> None:
    if has_library:
        gathered = gathering()
        add_library(CATALOGUES, "aos4", gathered.system, gathered.game)
    copy_text(LIST.replace("1 x Gull", "Ember Guard"))
    hands = Hands()
    hands.window.home()
    hands.frame()
    rows = ["Age of Sigmar", "New game", "The Lantern Concord", "Paste a list", "Play it like this", "Continue", "Play"]
    if has_library:
        rows.remove("Play it like this")
    for row in rows:
        hands.press_row(row)
    assert len(rows) == clicks
    assert hands.top.scene.model.session.pending() is not None
    assert hands.top.scene.model.session.setup.document.players[0].army.name == "Low Road"


def test_an_army_of_stand_ins_plays_its_hero_phase() -> None:
    hands = pasted(LIST)
    hands.press_row("Play it like this")
    hands.key("return")
    hands.top.drafting.change(deploy=True)
    hands.key("return")
    hands.press_row("the south")
    hands.press_row("Player 1 goes first")
    state = hands.top.scene.model.session.state
    assert (state.phase_name, state.active) == ("hero", "player-1")
    assert "Rally: Gull (stand-in)" in hands.row("Rally: Gull")[0].label
    hands.press_row("Sacred Rites: Reef Warden (stand-in)")
    while hands.top.scene.model.session.state.phase_name == "hero":
        hands.press_row("Done: Hero phase")
    assert hands.top.scene.model.session.state.active == "player-1"


def test_a_stand_in_has_as_many_models_as_the_list_says() -> None:
    hands = pasted(LIST.replace("1 x Gull", "17 x Gull"))
    hands.press_row("Play it like this")
    assert [(unit.name, unit.size) for unit in ARMIES.find("low-road").units][1:] == [("Gull (stand-in)", 17)]


def test_a_stand_in_is_typed_over_and_removed_in_the_window() -> None:
    hands = pasted(LIST)
    hands.press_row("Play it like this")
    hands.press_row("Change typed profiles")
    hands.press_row("Gull")
    typed(hands, Health="9")
    assert "2 units read: 2 have profiles (1 with a stand-in and 1 typed by you)" in read(hands)
    assert [unit.health for unit in ARMIES.find("low-road").units if unit.name == "Gull"] == [9]
    hands.press_row("Change typed profiles")
    hands.press_row("Gull")
    hands.press_row("Remove this profile")
    assert "1 needs a profile (Gull)" in read(hands)


def exported(points: dict[str, int]) -> str:
    """Return an export of New Recruit that only names its units, the first of which leads; with their points."""
    forces = [
        {
            "name": "Regiment",
            "selections": [
                {
                    "name": name,
                    "type": "unit",
                    "number": 1,
                    "costs": [{"name": "pts", "typeId": "points", "value": cost}],
                    "categories": [{"name": "HERO"}] if not place else [],
                    "selections": [{"name": name, "type": "model", "number": 4 if place else 1}],
                }
                for place, (name, cost) in enumerate(points.items())
            ],
        }
    ]
    top = {"name": "Pack", "catalogueName": "Tideborn", "forces": forces}
    roster = {"name": "Low Road", "gameSystemId": GAME_SYSTEM, "gameSystemRevision": 1, "forces": [top]}
    return json.dumps({"roster": roster})


def test_an_export_without_profiles_is_pasted_and_plays_at_once_with_stand_ins() -> None:
    hands = pasted(exported({"Reef Warden": 120, "Gull": 150}))
    assert "2 units read: 2 need a profile (Reef Warden and Gull)" in read(hands)
    hands.press_row("Play it like this")
    assert hands.top.sheets[-1].title == "Player 1 plays with Low Road"
    army = ARMIES.find("low-road")
    assert [(unit.name, unit.points, unit.size) for unit in army.units] == [
        ("Reef Warden (stand-in)", 120, 1),
        ("Gull (stand-in)", 150, 4),
    ]
    assert "Reef Warden: values of Tide Reeve" in read(hands), "a hero stands in for a hero"
    assert "Gull: values of Duskmoth Riders" in read(hands), "a unit of as many points stands in"
    hands.key("return")
    hands.key("return")
    assert hands.top.scene.model.session.pending() is not None


def test_an_export_without_profiles_finds_them_in_a_library() -> None:
    gathered = gathering()
    add_library(CATALOGUES, "aos4", gathered.system, gathered.game)
    hands = pasted(exported({"Reef Warden": 310, "Ember Guard": 90}))
    assert hands.top.sheets[-1].title == "Player 1 plays with Low Road"
    assert "2 units read: 2 have profiles (2 from Tideborn - Library)" in read(hands)


def test_a_profile_begins_with_the_values_of_another_unit() -> None:
    hands = pasted(LIST)
    hands.press_row("Type it in")
    hands.press_row("Gull")
    hands.press_row("Begin with the values of another unit")
    hands.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode=""))
    hands.handle(pygame.event.Event(pygame.TEXTINPUT, text="moth"))
    assert [row[0].label for row in hands.top.sheets[-1].list.rows()] == ["Duskmoth Riders", "Cancel"]
    hands.key("return")
    typed(hands, Health="9")
    [gull] = own_profiles().documents
    lent = next(unit for unit in Armies().gathering().known() if unit.name == "Duskmoth Riders").values
    assert (gull.name, gull.health, gull.move, gull.stands_in) == ("Gull", 9, lent["move"], "")
    assert "\n".join(gull.weapons) == lent["weapons"]


def test_a_weapon_of_the_other_unit_is_changed_removed_or_added_and_a_wrong_one_is_lit() -> None:
    hands = pasted(LIST)
    hands.press_row("Type it in")
    hands.press_row("Gull")
    hands.press_row("Begin with the values of another unit")
    hands.press_row("Tide Reeve")
    hands.press_row("Another weapon")
    hands.write("Beak: 3 4+ 4+ - 1")
    hands.press_row("Weapons: Anchor")
    hands.write("Claw: 2 4+ many")
    hands.press_row("Save it")
    assert "is not a weapon" in read(hands)
    hands.key("return")
    assert hands.top.sheets[-1].list.current().label == "Weapons: Claw: 2 4+ many"
    hands.key("return")
    hands.write("")
    hands.press_row("Save it")
    [gull] = own_profiles().documents
    assert gull.weapons == ("Beak: 3 4+ 4+ - 1",)


def test_a_profile_begins_with_the_values_of_a_unit_in_a_library() -> None:
    gathered = gathering()
    add_library(CATALOGUES, "aos4", gathered.system, gathered.game)
    hands = pasted(LIST)
    hands.press_row("Type it in")
    assert hands.top.sheets[-1].title == "Gull", "the only unit that lacks a profile is typed at once"
    hands.press_row("Begin with the values of another unit")
    hands.press_row("Ember Guard")
    hands.press_row("Save it")
    [gull] = own_profiles().documents
    assert (gull.health, gull.save, gull.models, gull.weapons) == (2, "4+", 5, ("Spear: 2 4+ 3+ 1 1",))
    assert "2 units read: 2 have profiles (1 from Tideborn - Library and 1 typed by you)" in read(hands)


def test_a_typed_profile_that_is_none_says_why_and_is_not_kept() -> None:
    hands = pasted(LIST)
    hands.press_row("Type it in")
    hands.press_row("Gull")
    typed(hands, Health="many")
    assert "Missing: Move, Save and Control" in read(hands)
    hands.key("return")
    assert hands.top.sheets[-1].list.current().id == "field:move"
    typed(hands, Move="5", Save="4+", Control="-")
    assert "Health: must be a whole number" in read(hands)
    assert not own_profiles().documents
    hands.key("return")
    assert hands.top.sheets[-1].list.current().id == "field:health"
    hands.key("escape")
    assert hands.top.sheets[-1].title == "Which unit?"
    hands.key("escape")
    assert "2 need a profile" in read(hands), "the list is shown again"
    hands.key("escape")
    assert hands.top.sheets[-1].list.current().label == "Paste a list"
    assert "1 list is not finished" in [row.label for row in hands.top.sheets[-1].list.actions]


def test_a_stat_sheet_of_dropzone_commander_begins_with_that_of_another_unit() -> None:
    hands = pasted("Strike 75/500 pts\nHarbour Guard\n\nHQ (75 pts)\n5x Scout Cars - 75pts\n", "dropzone")
    assert "1 unit read: 1 needs a profile (Scout Cars)" in read(hands)
    hands.press_row("Type it in")
    hands.press_row("Begin with the values of another unit")
    hands.key("return")
    typed(hands, Armour="many")
    hands.key("return")
    assert hands.top.sheets[-1].list.current().id == "field:armour"
    typed(hands, Armour="7")
    assert hands.top.sheets[-1].title == "Player 1 plays with Strike"


def test_what_fails_on_the_page_of_armies_leads_back_to_its_row() -> None:
    copy_text("")
    hands = at_the_seats()
    hands.press_row("Paste a list")
    hands.key("return")
    assert hands.top.sheets[-1].title == "Army"
    assert hands.top.sheets[-1].list.current().label == "Paste a list"
    for row in ("Libraries of profiles", "Import a file", "Export The Lantern Concord"):
        hands.press_row(row)
        hands.key("escape")
        assert hands.top.sheets[-1].list.current().label.startswith(row)


def test_catalogues_that_cannot_be_added_lead_back_to_their_folder(tmp_path: Path) -> None:
    (tmp_path / "torn.cat").write_text("<catalogue", encoding="utf-8")
    hands = pasted(LIST)
    hands.press_row("Add a catalogue")
    hands.write(str(tmp_path / "torn.cat"))
    assert "could not be added" in hands.top.sheets[-1].title
    hands.key("return")
    assert hands.top.sheets[-1].folder == tmp_path
    assert hands.top.sheets[-1].list.current().label == "torn.cat"
    hands.key("escape")
    assert "2 need a profile" in read(hands)


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
    hands.press_row("Add a catalogue")
    hands.write(str(CATALOGUES))  # opens the folder
    hands.press_row("All catalogues in this folder")
    assert "2 catalogues, 5 units" in read(hands)
    hands.key("return")
    assert hands.top.sheets[-1].title == "Player 1 plays with Low Road"
    assert ARMIES.find("low-road").points == 400
    [name] = [name for name, _catalogues, _units in Libraries("aos4").listed()]
    hands.top.sheets[1:] = []
    hands.key("1")
    hands.press_row("Libraries of profiles")
    hands.press_row(f"Remove {name}: 2 catalogues, 5 units")
    assert Libraries("aos4").listed() == []

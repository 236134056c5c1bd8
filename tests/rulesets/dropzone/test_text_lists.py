"""Army lists as text: read, written, and given stat sheets from libraries or typed profiles. All names are made up."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from game.documents.battlescribe.libraries import add_library
from game.documents.battlescribe.tree import read_xml
from game.documents.error import DocumentError, UnfinishedError
from game.engine.rosters import rosters_of
from game.rulesets import load
from game.rulesets.dropzone.documents.armies import ArmyDocument
from game.rulesets.dropzone.documents.catalogue import ARMIES, NAMES, bundled_army
from game.rulesets.dropzone.documents.exporting import roster_json
from game.rulesets.dropzone.documents.importing import GAME, GAME_SYSTEM
from game.rulesets.dropzone.documents.profiles import gathering, own_profiles, profile_of
from game.rulesets.dropzone.documents.text_list import ArmyList, ListedSquad, list_text, listed, parse_list
from game.rulesets.dropzone.rosters.listing import Armies
from tests.rulesets.dropzone.test_importing import ARMY, ROSTER, _entry


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


LIST = """\
Harbour Strike 345/500 pts
Harbour Guard

HQ (210 pts)
Lantern Carrier [90pts]: Commander (CV 3) (65pts), Long mast
5x Scout Cars - 75pts

Frontline 1
3 Dockers (60)
- in Barge
• Commander: Ann Gull, Command Value 2

Auxiliaries
Barge (30 pts)
Created with New Recruit
"""


def plain(army: ArmyList) -> ArmyList:
    """Return what a list says, without where."""

    def bare(squads: list[ListedSquad]) -> list[ListedSquad]:
        return [replace(squad, line=0) for squad in squads]

    groups = [replace(group, squads=bare(group.squads)) for group in army.groups]
    return replace(army, remarks=[], groups=groups, auxiliaries=bare(army.auxiliaries))


def test_battlegroups_squads_commanders_and_notes_are_read() -> None:
    army = parse_list(LIST)
    assert (army.name, army.faction, army.points, army.limit) == ("Harbour Strike", "Harbour Guard", 345, 500)
    assert [group.kind for group in army.groups] == ["HQ", "Frontline"]
    assert [(each.name, each.size, each.points, each.commander, each.value) for each in army.squads] == [
        ("Lantern Carrier", 1, 90, "Commander", 3),
        ("Scout Cars", 5, 75, "", 0),
        ("Dockers", 3, 60, "Ann Gull", 2),
        ("Barge", 1, 30, "", 0),
    ]
    assert [each.notes for each in army.squads] == [("Long mast",), (), ("in Barge",), ()]
    assert army.remarks == []


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_army_is_the_same_list_after_its_text(name: str) -> None:
    army = listed(bundled_army(name))
    assert plain(parse_list("\n".join(list_text(army)))) == plain(army)


def test_a_list_is_the_same_after_its_text() -> None:
    army = parse_list(LIST)
    assert plain(parse_list("\n".join(list_text(army)))) == plain(army)


def test_lines_that_are_not_understood_are_named_and_other_texts_are_no_lists() -> None:
    remarks = parse_list(f"One\nTwo\nThree, a line too many\n{LIST}").remarks
    assert remarks[0] == "line 3 is not understood: 'Three, a line too many'"
    assert not parse_list("A letter to my aunt\n\nDear aunt, I am well.").groups


def test_a_list_without_profiles_is_unfinished_and_names_its_units() -> None:
    with pytest.raises(UnfinishedError) as unfinished:
        ARMIES.pasted(LIST, "pasted")
    error = unfinished.value
    assert error.reason.startswith("4 units read: 4 need a profile (Lantern Carrier, Scout Cars, Dockers and Barge)")
    assert [each["line"] for each in error.facts["missing"]] == [5, 6, 9, 14]
    assert "  5 × Scout Cars - needs a profile" in error.lines


CAR = {"type": "Tank", "category": "Scout", "move": "4-9", "armour": "8", "damage": "1", "countermeasures": "A, P5+",
       "weapons": "Twin Gun: arc F/S, range 24/12, 2 shots, Acc 3+, E 6, AA-1"}  # fmt: skip


def test_typed_stat_sheets_finish_a_list() -> None:
    keep = gathering().keep
    assert keep is not None
    keep({"name": "Scout Cars", **CAR})
    keep({"name": "Lantern Carrier", "type": "Tank", "category": "Command"})
    keep({"name": "Dockers", "type": "Infantry 3+", "category": "Troops", "requires": "1 Infantry"})
    keep({"name": "Barge", "type": "Skimmer", "category": "Auxiliary", "carries": "4 Infantry"})
    army, _remarks = ARMIES.pasted(LIST, "pasted")
    assert [(squad.id, squad.size) for squad in army.squads] == [
        ("lantern-carrier", 1),
        ("scout-cars", 5),
        ("dockers", 3),
        ("barge", 1),
    ]
    car = army.sheet(next(squad for squad in army.squads if squad.id == "scout-cars"))
    assert (car.points, car.move, car.armour, car.active, car.passive) == (15, (4.0, 9.0), 8, True, 5)
    assert [(gun.name, gun.shots, gun.special) for gun in car.weapons] == [("Twin Gun", 2, ("AA-1",))]
    assert [(each.name, each.value, each.unit) for each in army.commanders] == [
        ("Commander", 3, "lantern-carrier"),
        ("Ann Gull", 2, "dockers-1"),
    ]
    assert army.aboard == {f"dockers-{number}": "barge" for number in (1, 2, 3)}
    assert (army.limit, army.faction) == (500, "Harbour Guard")
    assert sorted(gathering().profiles()) == ["Barge", "Dockers", "Lantern Carrier", "Scout Cars"]
    remove = gathering().remove
    assert remove is not None
    remove("Barge")
    assert own_profiles().find("Barge") is None


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("type", "Boat", "is not a type of unit"),
        ("move", "far", "write it like"),
        ("weapons", "Gun: loud", "write it like"),
        ("category", "Navy", "is not a category"),
        ("colour", "red", "is not a field of a profile"),
    ],
)
def test_a_typed_stat_sheet_that_cannot_be_read_names_the_field(field: str, value: str, says: str) -> None:
    with pytest.raises(DocumentError, match=f"{field}: .*{says}"):
        profile_of({"name": "Boat", **CAR, field: value}, "boat.yaml")


def test_a_profile_says_what_it_is_or_what_it_is_like() -> None:
    with pytest.raises(DocumentError, match="type: is missing"):
        profile_of({"name": "Boat"}, "boat.yaml")
    assert profile_of({"name": "Boat", "like": "Barge"}, "boat.yaml").like == "Barge"


def test_a_library_gives_a_list_its_stat_sheets(tmp_path: Path) -> None:
    forces = read_xml(ROSTER.read_bytes(), "").all("forces")
    entries = "".join(_entry(selection) for force in forces for selection in force.all("selections"))
    (tmp_path / "harbour.cat").write_text(
        f'<catalogue id="c" name="Harbour Guard" gameSystemId="{GAME_SYSTEM}"><sharedSelectionEntries>{entries}'
        "</sharedSelectionEntries></catalogue>",
        encoding="utf-8",
    )
    add_library(tmp_path / "harbour.cat", "dropzone", GAME_SYSTEM, GAME)
    rover, *_others = ARMY.units
    army, _remarks = ARMIES.pasted(f"Mine 90/500 pts\nHarbour Guard\nFrontline\n3 × {rover.name} (90)\n", "pasted")
    [squad] = army.squads
    sheet = army.sheet(squad)
    assert (squad.size, sheet.points, sheet.move, sheet.armour) == (3, 30, rover.move, rover.armour)
    assert sheet.weapons == rover.weapons
    lent = Armies().gathering()
    assert rover.name in lent.others()
    other = profile_of({"name": "Raft", **lent.values(rover.name)}, "raft").unit
    assert other is not None
    assert (other.move, other.armour, other.weapons) == (rover.move, rover.armour, rover.weapons)


@pytest.mark.parametrize("name", NAMES)
def test_a_roster_for_other_programs_is_read_back_as_the_same_army(name: str, tmp_path: Path) -> None:
    army = bundled_army(name)
    (tmp_path / "army.json").write_text(json.dumps(roster_json(army)), encoding="utf-8")
    back, _remarks = ARMIES.read(tmp_path / "army.json")
    kept = {"id", "squad", "radius", "height", "actions", "becomes"}

    def squads(army: ArmyDocument) -> list[object]:
        return [(army.sheet(squad).model_dump(exclude=kept), squad.size) for squad in army.squads]

    assert squads(back) == squads(army)
    assert [group.kind for group in back.groups] == [group.kind for group in army.groups]
    assert [(each.name, each.value) for each in back.commanders] == [(e.name, e.value) for e in army.commanders]
    assert (back.name, back.faction, back.points, back.limit) == (army.name, army.faction, army.points, army.limit)


def test_the_list_in_text_is_what_is_exported() -> None:
    rosters = rosters_of(load("dropzone"))
    assert rosters is not None
    text = "\n".join(rosters.text(bundled_army("cinder-line")))
    assert re.search(r"^3 × Rifle Section \(60\)$", text, re.MULTILINE)

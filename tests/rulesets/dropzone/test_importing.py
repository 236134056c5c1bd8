"""Rosters of other programs: fields by their names, battlegroups, cargo that is assumed, and what is refused."""

from __future__ import annotations

import zipfile
from pathlib import Path
from random import Random

import pytest

from game.documents.error import DocumentError
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.documents.catalogue import read_army
from game.rulesets.dropzone.documents.importing.profiles import parts, requirement, sizes
from game.rulesets.dropzone.documents.legality import breaches
from game.rulesets.dropzone.documents.sheets import UnitDocument

ROSTER = Path(__file__).parent / "fixtures" / "harbour-watch.ros"
ARMY, ODD = read_army(ROSTER)


def sheet(name: str) -> UnitDocument:
    return next(each for each in ARMY.units if each.id == name)


def test_d_army_2_forces_are_battlegroups_and_auxiliaries_belong_to_none() -> None:
    assert (ARMY.name, ARMY.faction, ARMY.limit, ARMY.points) == ("Harbour Watch", "Harbour Guard", 700, 615)
    assert [group.kind for group in ARMY.groups] == ["HQ", "Frontline", "Armour"]
    assert [(squad.unit, squad.size) for squad in ARMY.groups[0].squads] == [("beacon-rover", 1), ("gull-drone", 4)]
    assert [(squad.unit, squad.size) for squad in ARMY.auxiliaries] == [("petrel-dropship", 2), ("skiff-carrier", 2)]
    assert breaches(ARMY) == []


def test_d_unit_2_profiles_are_read_by_the_names_of_their_fields() -> None:
    """D-UNIT-8."""
    drone, crew, ship = sheet("gull-drone"), sheet("salvage-crew"), sheet("petrel-dropship")
    assert (drone.move, drone.active, drone.evasion, drone.armour, drone.damage) == ((0, 12), True, 1, 9, 1)
    assert (drone.type, drone.category, drone.points, drone.radius) == ("Skimmer", "Scout", 15, 0.5)
    assert (crew.type, crew.fortitude, crew.passive, crew.active) == ("Infantry", 3, 5, False)
    assert crew.rules["dodge"].value == 5
    assert ship.type == "Aircraft"
    assert ship.carries == {"Tank": 6}
    assert ship.rules["rapid insertion"].value == 6
    assert ship.rules["rapid insertion"].rule == "D-SPEC-RAP"


def test_d_unit_3_weapons_have_ranges_arcs_limits_of_movement_and_special_rules() -> None:
    pier, deck = sheet("breakwater-tank").weapons
    assert (pier.full, pier.countered, pier.arc, pier.silent_beyond) == (None, 24, ("F", "SL"), 6)
    assert (deck.full, deck.arc, deck.shots, deck.accuracy, deck.energy) == (24, ("F", "SR"), 3, 3, 6)
    torches, hooks = sheet("salvage-crew").weapons
    assert (torches.silent_beyond, torches.special, hooks.cq) == (0, ("Flame", "Penetrative"), True)
    lance, burst = sheet("gull-drone").weapons
    assert lance.silent_beyond is None
    assert burst.special == ("Alt-1", "Cover (Soft, Body)")


def test_d_army_7_a_commander_is_named_by_the_file_and_rides_a_unit() -> None:
    assert [(each.name, each.value, each.unit) for each in ARMY.commanders] == [("Admiral Venn", 3, "beacon-rover")]


def test_d_trans_6_cargo_that_the_file_leaves_open_is_assumed_and_said() -> None:
    aboard = {squad.unit: squad.aboard for squad in ARMY.squads if squad.aboard}
    assert aboard == {
        "dockhand-militia": ("skiff-carrier-1",),
        "salvage-crew": ("skiff-carrier-2",),
        "breakwater-tank": ("petrel-dropship-1",),
        "lantern-mortar": ("petrel-dropship-2",),
    }
    assert any(text.startswith("the file does not say who rides where; assumed: Dockhand Militia in") for text in ODD)


def test_what_is_not_understood_is_said() -> None:
    assert "Lantern Shells: Shots is '*'; 1 is assumed" in ODD
    assert "Salvage Crew: 'Grappling Lines' is used by hand" in ODD
    assert len(ODD) == 3


def test_d_trans_1_sizes_name_symbols_one_or_several() -> None:
    assert sizes("4 Infantry/Screamer, 2 Vampire") == {"Infantry/Screamer": 4, "Vampire": 2}
    assert requirement("2 Tank/Wheel") == {"Tank": 2, "Wheel": 2}
    assert sizes("-") == {}
    assert parts("Area, Devastator-2 (Infantry, Scenery)") == ["Area", "Devastator-2 (Infantry, Scenery)"]
    carrier, militia = sheet("skiff-carrier"), sheet("dockhand-militia")
    assert carrier.hold_for(militia) == ("Infantry/Screamer", 1)
    assert carrier.hold_for(carrier) is None


def test_zipped_and_in_json_it_is_the_same_army(tmp_path: Path) -> None:
    packed = tmp_path / "harbour-watch.rosz"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(ROSTER, "harbour-watch.ros")
    assert read_army(packed) == (ARMY, ODD)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('typeName="Vehicle"', 'typeName="Land Unit"', "was made for the first edition"),
        ('typeName="Vehicle"', 'typeName="Behemoth"', "has a Behemoth, which cannot be played yet"),
        ("6d58e2c7-f67a-3e19-7acf-5b8a58cf919c", "0000", "is for the game system"),
        ('type="unit"', 'type="upgrade"', "holds no battlegroup with a unit"),
    ],
)
def test_a_roster_that_cannot_be_played_is_refused(tmp_path: Path, before: str, after: str, reason: str) -> None:
    text = ROSTER.read_text(encoding="utf-8").replace(before, after)
    if before == 'type="unit"':
        text = text.replace('type="model"', 'type="upgrade"')
    file = tmp_path / "broken.ros"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError, match=reason):
        read_army(file)


def test_an_army_from_a_file_plays_a_battle() -> None:
    plan = GamePlan(("Ann", "Bob"), rounds=2, rosters=(str(ROSTER),))
    session, rng = Session(RULESET, RULESET.new_setup(plan), KeyedDice(3)), Random(5)
    while not session.finished:
        session.answer(random_answer(session.pending(), rng))
        assert RULESET.violations(session.game) == []
    assert session.setup.document.players[0].army == ARMY

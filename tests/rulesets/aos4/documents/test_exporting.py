"""Armies given out and read back: as a list in text, and as a roster like New Recruit's (A-IMP-12)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.rulesets.aos4.documents.armies import ArmyDocument, CharacteristicsDocument, UnitDocument
from game.rulesets.aos4.documents.catalogue import NAMES, bundled_army
from game.rulesets.aos4.documents.exporting import list_text, listed, roster_json
from game.rulesets.aos4.documents.importing.army import read_roster
from game.rulesets.aos4.documents.importing.text_list import ArmyList, ListedUnit, parse_list
from tests.rulesets.aos4.battles import changed
from tests.rulesets.aos4.documents.test_text_lists import NEW_APP, VARIANTS

FIXTURES = Path(__file__).parent / "fixtures"
OWN = ("lamps.ros", "ebb.json", "minimal.ros")


def plain(army: ArmyList) -> ArmyList:
    """Return what a list says, without where it says so and which program wrote it."""

    def bare(units: tuple[ListedUnit, ...]) -> tuple[ListedUnit, ...]:
        return tuple(replace(unit, line=0, doubtful=False) for unit in units)

    regiments = tuple(replace(each, line=0, points=None, units=bare(each.units)) for each in army.regiments)
    flat = {name: bare(getattr(army, name)) for name in ("auxiliaries", "terrain", "manifestations")}
    return replace(army, maker="", remarks=(), formed=True, regiments=regiments, **flat)  # type: ignore[arg-type]


def again(army: ArmyList) -> ArmyList:
    return parse_list("\n".join(list_text(army)))


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_army_is_the_same_list_after_its_text(name: str) -> None:
    army = listed(bundled_army(name))
    assert plain(again(army)) == plain(army)
    assert again(army).remarks == ()


@pytest.mark.parametrize("file", OWN)
def test_an_imported_roster_is_the_same_list_after_its_text(file: str) -> None:
    army = listed(read_roster(FIXTURES / file)[0])
    assert plain(again(army)) == plain(army)


@pytest.mark.parametrize("text", [NEW_APP, *VARIANTS.values()], ids=["app", *VARIANTS])
def test_a_list_in_any_form_is_the_same_after_its_text(text: str) -> None:
    army = parse_list(text)
    assert plain(again(army)) == plain(army)


@pytest.mark.parametrize("file", OWN)
def test_a_roster_for_other_programs_is_read_back_as_the_same_army(file: str, tmp_path: Path) -> None:
    army, _warnings = read_roster(FIXTURES / file)
    (tmp_path / "army.json").write_text(json.dumps(roster_json(army)), encoding="utf-8")
    back, _warnings = read_roster(tmp_path / "army.json")
    assert sorted_weapons(back) == sorted_weapons(army)


def sorted_weapons(army: ArmyDocument) -> ArmyDocument:
    for unit in (*army.units, *army.terrain, *army.manifestations):
        army = changed(army, unit.id, weapons=tuple(sorted(unit.weapons, key=lambda weapon: weapon.name)))
    return army


@pytest.mark.parametrize("name", NAMES)
def test_an_own_army_keeps_everything_that_is_printed(name: str, tmp_path: Path) -> None:
    army = bundled_army(name)
    (tmp_path / "army.json").write_text(json.dumps(roster_json(army)), encoding="utf-8")
    back, _warnings = read_roster(tmp_path / "army.json")

    def printed(unit: UnitDocument) -> object:
        return unit.model_dump(exclude={"id", "abilities"}), [ability.effect for ability in unit.abilities]

    def units(army: ArmyDocument) -> list[UnitDocument]:
        return [*army.units, *army.terrain, *army.manifestations]

    assert [*map(printed, units(back))] == [*map(printed, units(army))]
    assert {ability.name for pack in army.packs for ability in pack.abilities} <= {each.name for each in back.abilities}
    assert (back.name, back.faction, back.points, back.limit) == (army.name, army.faction, army.points, army.limit)


def test_models_of_their_own_and_weapons_by_hand_come_back(tmp_path: Path) -> None:
    army = bundled_army("brineback-tithe")
    unit = next(each for each in army.units if each.id == "hullbreakers")
    own = CharacteristicsDocument(move="4", health=5, save=None, control=3)
    first = unit.models[0].model_copy(update={"count": 1, "name": "Warden", "own": own})
    axe = unit.weapons[0].model_copy(update={"hit": 0, "by_hand": True})
    army = changed(army, "hullbreakers", models=(first, *unit.models[1:]), weapons=(axe, *unit.weapons[1:]))
    (tmp_path / "army.json").write_text(json.dumps(roster_json(army)), encoding="utf-8")
    [back] = [each for each in read_roster(tmp_path / "army.json")[0].units if each.name == unit.name]
    assert (back.models[0].name, back.models[0].own) == ("Warden", own)
    assert back.weapons[0] == axe


def test_weapons_that_only_some_models_have_are_notes() -> None:
    [unit] = [each for each in listed(read_roster(FIXTURES / "lamps.ros")[0]).units if "Slingers" in each.name]
    assert unit.notes == ("7 × Glass-bolt Sling", "3 × Glare Mortar")

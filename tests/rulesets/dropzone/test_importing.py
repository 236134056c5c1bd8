"""Rosters of other programs: fields by their names, battlegroups, cargo that is assumed, and what is refused."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

import pytest

from game.documents.battlescribe.libraries import add_library
from game.documents.battlescribe.tree import Element, read_xml
from game.documents.error import DocumentError
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.documents.armies import breaches
from game.rulesets.dropzone.documents.catalogue import ARMIES
from game.rulesets.dropzone.documents.importing import GAME, GAME_SYSTEM, parts, requirement, sizes
from game.rulesets.dropzone.documents.sheets import UnitDocument

ROSTER = Path(__file__).parent / "fixtures" / "harbour-watch.ros"
ARMY, ODD = ARMIES.read(ROSTER)


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


@pytest.mark.parametrize(
    ("unit", "radius", "height"),
    [
        ("beacon-rover", 0.8, 1.25),
        ("gull-drone", 0.5, 0.75),
        ("salvage-crew", 0.5, 0.6),
        ("breakwater-tank", 0.6, 1.0),
        ("lantern-mortar", 0.9, 3.0),
        ("petrel-dropship", 1.0, 1.0),
    ],
)
def test_d_geo_3_tokens_get_the_sizes_of_their_classes(unit: str, radius: float, height: float) -> None:
    assert (sheet(unit).radius, sheet(unit).height) == (radius, height)


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
    assert ARMIES.read(packed) == (ARMY, ODD)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('typeName="Vehicle"', 'typeName="Land Unit"', "was made for the first edition"),
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
        ARMIES.read(file)


def test_an_army_from_a_file_plays_a_battle() -> None:
    plan = GamePlan(("Ann", "Bob"), rounds=2, rosters=(str(ROSTER),))
    session, rng = Session(RULESET, RULESET.new_setup(plan), KeyedDice(3)), Random(5)
    while not session.finished:
        session.answer(random_answer(session.pending(), rng))
        assert RULESET.violations(session.game) == []
    assert session.setup.document.players[0].army == ARMY


def profile(kind: str, title: str, **fields: str | tuple[str, ...]) -> str:
    """Return a profile; several values are several fields of the same name."""
    told = [(name, each) for name, given in fields.items() for each in ((given,) if isinstance(given, str) else given)]
    inner = "".join(f'<characteristic name="{name.replace("_", " ")}">{text}</characteristic>' for name, text in told)
    return f'<profile name="{title}" typeName="{kind}"><characteristics>{inner}</characteristics></profile>'


def with_behemoth(tmp_path: Path, *zones: str) -> Path:
    """Return a roster with a further battlegroup: a Behemoth whose zones are profiles beside its own."""
    weapons = "".join(
        profile("Weapon", title, Arc=arc, Shots="2", Acc="3+", E="9", Special=special, **{"M&amp;F": "-"},
                **{"R(F)": "24\"", "R(C)": "12\""})
        for title, arc, special in (("Harpoon Battery", "F/S (Left)", "-"), ("Winch", "R", "Structural"))
    )  # fmt: skip
    body = profile(
        "Behemoth", "Leviathan", Move='8"', Countermeasures="A, P5+", Armour="15", Type="Behemoth",
        Special='Resilient, Spread-3"',
    )  # fmt: skip
    parts = f"""<selection name="parts" number="1" type="upgrade">
      <profiles>{"".join(zones)}{weapons}</profiles></selection>"""
    inner = f"""<selection name="Leviathan" number="1" type="model"><profiles>{body}</profiles>
      <selections>{parts}</selections></selection>"""
    model = f"""<selection name="Leviathan" number="1" type="unit">
      <categories><category name="Behemoth" primary="true"/></categories>
      <costs><cost name="pts" typeId="points" value="300.0"/></costs><selections>{inner}</selections></selection>"""
    force = (
        f'<force name="War Engine Battlegroup" catalogueName="Harbour Guard"><selections>{model}</selections></force>'
    )
    text = ROSTER.read_text(encoding="utf-8")
    place = text.rindex("</forces>")
    file = tmp_path / "leviathan.ros"
    file.write_text(text[:place] + force + text[place:], encoding="utf-8")
    return file


def test_d_beh_8_the_zones_of_a_behemoth_are_profiles_beside_its_own(tmp_path: Path) -> None:
    file = with_behemoth(
        tmp_path,
        profile("Any Hull", "Leviathan", Hull=("6", "6"), Crippled="It loses the **Resilient** special rule"),
        profile(
            "Any Legs", "Leviathan", Legs="9", Crippled_Result='Its Move is less by 2". Once all are gone, it stops.'
        ),
        profile(
            "Any Weapons", "x", Weapons=("4", "4", "4"), Crippled_Result="One Harpoon Battery cannot be used again."
        ),
    )
    army, odd = ARMIES.read(file)
    found = next(each for each in army.units if each.is_behemoth)
    assert (found.category, found.squad, found.damage, found.radius, found.spread) == ("Behemoth", (1, 1), 21, 2.0, 3.0)
    assert (found.armour, found.passive, found.active, found.move, found.points) == (15, 5, True, (0, 8), 300)
    hull, legs, guns = found.zones
    assert (hull.points, hull.thresholds, hull.loses) == (6, 2, "Resilient")
    assert (legs.points, legs.thresholds, legs.move) == (9, 1, 2)
    assert (guns.thresholds, guns.silences, guns.weapons) == (3, "one", ("Harpoon Battery",))
    assert "Leviathan: 'Once all are gone, it stops' is used by hand" in odd
    assert not any("DP" in text for text in odd)
    assert army.groups[-1].kind == "War Engine"
    assert not {each.rule for each in breaches(army)} & {"D-ARMY-2", "D-ARMY-3"}


def test_d_beh_9_what_being_crippled_costs_is_read_from_its_words(tmp_path: Path) -> None:
    text = (
        "Its Armour drops by 3, and its Passive Countermeasures by 1. Any weapon cannot be used, all of its arcs too."
    )
    file = with_behemoth(tmp_path, profile("Any Hull", "Leviathan", Hull="8", Crippled=text))
    army, odd = ARMIES.read(file)
    hull = next(each for each in army.units if each.is_behemoth).zones[0]
    assert (hull.armour, hull.passive, hull.silences, hull.weapons) == (3, 1, "arc", ())
    assert "Leviathan: its zone Legs is missing; it has 1 damage point" in odd


def _entry(selection: Element) -> str:
    """Return what was chosen as the entry of a catalogue, of which at least as many are chosen."""
    profiles = "".join(
        f'<profile name="{each.get("name")}" typeName="{each.get("typeName")}" id="p"><characteristics>'
        + "".join(
            f'<characteristic name="{escape(field.get("name"))}">{escape(field.text)}</characteristic>'
            for field in each.all("characteristics")
        )
        + "</characteristics></profile>"
        for each in selection.all("profiles")
    )
    least = f'<constraint type="min" value="{selection.get("number")}" field="selections" scope="parent" id="m"/>'
    inner = "".join(map(_entry, selection.all("selections")))
    facts = f'name="{selection.get("name")}" type="{selection.get("type")}" id="{selection.get("id")}"'
    return (
        f"<selectionEntry {facts}><constraints>{least}</constraints><profiles>{profiles}</profiles>"
        f"<selectionEntries>{inner}</selectionEntries></selectionEntry>"
    )


def test_units_without_profiles_get_them_from_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    text = ROSTER.read_text(encoding="utf-8")
    bare = tmp_path / "bare.ros"
    bare.write_text(re.sub("<profiles>.*?</profiles>", "", text), encoding="utf-8")
    with pytest.raises(DocumentError, match=r"has no profiles of its units \(Beacon Rover, .* - add a library"):
        ARMIES.read(bare)
    forces = read_xml(text.encode(), "").all("forces")
    entries = "".join(_entry(selection) for force in forces for selection in force.all("selections"))
    (tmp_path / "harbour.cat").write_text(
        f'<catalogue id="c" name="Harbour Guard" gameSystemId="{GAME_SYSTEM}"><sharedSelectionEntries>{entries}'
        "</sharedSelectionEntries></catalogue>",
        encoding="utf-8",
    )
    add_library(tmp_path / "harbour.cat", "dropzone", GAME_SYSTEM, GAME)
    army = ARMIES.read(bare)[0]
    assert [(squad.unit, squad.size) for squad in army.squads] == [(squad.unit, squad.size) for squad in ARMY.squads]
    assert [(each.name, each.move, each.weapons) for each in army.units] == [
        (each.name, each.move, each.weapons) for each in ARMY.units
    ]

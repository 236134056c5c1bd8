"""Units of one's own in the army editor: typed entry by entry as on stat sheets, checked at once (D-UNIT-2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import TypeAdapter

from game.documents.error import DocumentError
from game.documents.reading import validate_plain
from game.rulesets.dropzone.documents.armies import breaches
from game.rulesets.dropzone.documents.catalogue import NAMES, bundled_army
from game.rulesets.dropzone.documents.notation import weapon, weapon_text, zone_text
from game.rulesets.dropzone.documents.notation import zone as typed_zone
from game.rulesets.dropzone.documents.sheets import WeaponDocument, ZoneDocument
from game.rulesets.dropzone.rosters.editor import ArmyEditor
from game.rulesets.dropzone.rosters.listing import ArmyDraft

EDITOR = ArmyEditor()
OWN = "own.new-unit."
WHOLE = (
    "name=The Third Wave", "faction=Cinder Line", "limit=700", "groups.hq=1", "groups.frontline=1", "groups.armour=1",
    "add.hq=bastion", "add.frontline=rifle", "add.armour=anvil",
)  # fmt: skip


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))


def after(draft: ArmyDraft, *answers: str) -> ArmyDraft:
    for each in answers:
        step, _equals, answer = each.partition("=")
        draft = EDITOR.answer(draft, step, answer)
    return draft


def begun(*answers: str) -> ArmyDraft:
    return after(EDITOR.begin(1), *WHOLE, *answers)


def refusal(draft: ArmyDraft, answer: str) -> str:
    with pytest.raises(DocumentError) as refused:
        after(draft, answer)
    assert refused.value.where == answer.partition("=")[0]
    return refused.value.reason


def test_a_unit_of_ones_own_is_typed_entry_by_entry_and_checked_at_once() -> None:
    """D-UNIT-2, D-UNIT-3."""
    own = OWN
    draft = begun(
        "new-unit=empty", f"{own}name=Kite Scout", f"{own}points=22", f"{own}squad=1-4", f"{own}move=4-8",
        f"{own}countermeasures=A, P5+, E+2", f"{own}armour=9", f"{own}damage=2", f"{own}type=Skimmer",
        f"{own}category=Scout", f"{own}special=Relay Mast, Rare", f"{own}requires=1 V/W", f"{own}radius=0.5",
        f"{own}weapon-1=Needle: M&F 4, arc F/S, range ∞/12, 3 shots, Acc 4+, E 6, AA-1",
        f"{own}weapon-new=Blades: CQ, 2 shots, Acc -, E 4", "add.hq=new-unit",
    )  # fmt: skip
    sheet = next(each for each in draft.army().units if each.id == "new-unit")
    assert (sheet.name, sheet.points, sheet.squad, sheet.move) == ("Kite Scout", 22, (1, 4), (4.0, 8.0))
    assert (sheet.active, sheet.passive, sheet.evasion, sheet.type, sheet.category) == (True, 5, 2, "Skimmer", "Scout")
    assert (sheet.special, sheet.requires) == (("Relay Mast", "Rare"), {"V": 1, "W": 1})
    assert [(each.name, each.full, each.countered, each.cq) for each in sheet.weapons] == [
        ("Needle", None, 12.0, False), ("Blades", None, None, True),
    ]  # fmt: skip
    assert (sheet.weapons[0].arc, sheet.weapons[0].accuracy, sheet.weapons[1].accuracy) == (("F", "SL", "SR"), 4, None)
    assert sheet in EDITOR.finish(draft).units
    again = EDITOR.reopen(EDITOR.finish(draft), 1)
    assert again.own == ("new-unit",), "it can be changed again"
    for bad in (
        f"{own}armour=high",
        f"{own}move=far",
        f"{own}countermeasures=X",
        f"{own}weapon-1=Needle",
        f"{own}name=",
    ):
        assert refusal(draft, bad)
    assert "unknown" in refusal(draft, f"{own}weapon-1=Needle: arc up, range 12")
    gone = after(draft, f"{own}drop=drop")
    assert "new-unit" not in {squad.unit for squad in gone.squads}


COLOSSUS = (
    "new-unit=empty", f"{OWN}name=Tower of Noon", f"{OWN}type=Behemoth", f"{OWN}special=Spread 2, Foresight",
    f"{OWN}armour=13", f"{OWN}points=150", f"{OWN}weapon-1=Lance: arc F, range 42, 1 shot, Acc 2+, E 13",
    f"{OWN}weapon-new=Halo: arc F/S/R, range 18/9, 5 shots, Acc 3+, E 5, AA-2",
    f"{OWN}zone-Hull=4 points, 3 thresholds, Armour -1, Passive -1, loses Foresight",
    f"{OWN}zone-Legs=4 points, 2 thresholds, Move -2.5",
    f"{OWN}zone-Weapons=5 points, silences arc (Lance, Halo)",
)  # fmt: skip


def test_a_behemoth_of_ones_own_is_typed_in_with_its_damage_zones() -> None:
    """D-BEH-1, D-BEH-8, D-BEH-9, D-BEH-11."""
    draft = begun(*COLOSSUS)
    sheet = next(each for each in draft.units if each.id == "new-unit")
    assert (sheet.type, sheet.category, sheet.squad, sheet.requires) == ("Behemoth", "Behemoth", (1, 1), {})
    assert [(each.zone, each.points, each.thresholds) for each in sheet.zones] == [
        ("Hull", 4, 3), ("Legs", 4, 2), ("Weapons", 5, 1),
    ]  # fmt: skip
    hull, legs, weapons = sheet.zones
    assert (hull.armour, hull.passive, hull.loses, legs.move) == (1, 1, "Foresight", 2.5)
    assert (weapons.silences, weapons.weapons) == ("arc", ("Lance", "Halo"))
    assert sheet.damage == 8 + 5
    step = f"{OWN}zone-Weapons"
    assert next(each.value for each in EDITOR.steps(draft) if each.id == step) == (
        "5 points, 1 threshold, silences arc (Lance, Halo)"
    )
    army = EDITOR.finish(after(draft, "groups.war-engine=1", "add.war-engine=new-unit"))
    assert sheet in army.units
    assert EDITOR.reopen(army, 1).own == ("new-unit",)
    tank = next(each for each in after(draft, f"{OWN}type=Tank").units if each.id == "new-unit")
    assert (tank.type, tank.category, tank.zones) == ("Tank", "Standard", ())


@pytest.mark.parametrize(
    ("answer", "rule", "words"),
    [
        (f"{OWN}squad=1-3", "D-BEH-1", "alone in its squad"),
        (f"{OWN}damage=30", "D-BEH-11", "two weaker zones"),
        (f"{OWN}requires=6 Tank", "D-TRANS-1", "no Transport carries a Behemoth"),
        (f"{OWN}category=Heavy", "D-BEH-1", "has the category Behemoth"),
        (f"{OWN}zone-Hull=strong", "", "write it like"),
        (f"{OWN}zone-Hull=2 thresholds", "", "write it like"),
        (f"{OWN}zone-Hull=4 points, Armour 1", "", "write it like"),
        (f"{OWN}zone-Hull=400 points", "", "30"),
        (f"{OWN}zone-Legs=4 points, loses Dodge", "", "Dodge"),
        (f"{OWN}zone-Weapons=4 points, silences one (Gun)", "", "Gun"),
        (f"{OWN}weapon-1=-", "", "Lance"),
        (f"{OWN}special=Spread 2", "", "Foresight"),
        ("add.hq=new-unit", "D-ARMY-3", "is not available"),
    ],
)
def test_every_reason_why_an_entry_of_a_behemoth_is_not_legal_is_shown(answer: str, rule: str, words: str) -> None:
    found = refusal(begun(*COLOSSUS), answer)
    assert words in found
    assert rule in found


def test_only_the_type_behemoth_has_its_category() -> None:
    """D-BEH-1."""
    assert "only for the type Behemoth" in refusal(begun("new-unit=empty"), f"{OWN}category=Behemoth")


@pytest.mark.parametrize("name", NAMES)
def test_the_notation_of_damage_zones_gives_what_it_was_written_from(name: str) -> None:
    for each in (zone for sheet in bundled_army(name).units for zone in sheet.zones):
        plain = {"zone": each.zone, **typed_zone(zone_text(each))}
        assert validate_plain(TypeAdapter(ZoneDocument), plain, "zone") == each


@pytest.mark.parametrize("name", NAMES)
def test_the_notation_of_weapons_gives_what_it_was_written_from(name: str) -> None:
    for sheet in bundled_army(name).units:
        for each in sheet.weapons:
            assert validate_plain(TypeAdapter(WeaponDocument), weapon(weapon_text(each)), "weapon") == each


def test_d_trans_4_a_transport_starts_with_squads_of_one_battlegroup() -> None:
    army = bundled_army("cinder-line")
    assert not breaches(army)
    rifles = next(squad for squad in army.squads if squad.aboard)
    [carrier] = rifles.aboard
    other = next(group for group in army.groups if rifles not in group.squads)
    astray = other.squads[0].model_copy(update={"aboard": (carrier,)})
    moved = other.model_copy(update={"squads": (astray, *other.squads[1:])})
    groups = tuple(moved if group is other else group for group in army.groups)
    assert "D-TRANS-4" in [each.rule for each in breaches(army.model_copy(update={"groups": groups}))]

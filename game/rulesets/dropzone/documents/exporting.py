"""The export of armies as rosters like New Recruit's, which the importer reads back as the same armies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from game.documents.battlescribe.tree import Element, to_json
from game.rulesets.dropzone.documents.armies import ArmyDocument, SquadDocument
from game.rulesets.dropzone.documents.importing import ARCS, COMMANDER, GAME, GAME_SYSTEM, WEAPON
from game.rulesets.dropzone.documents.notation import countermeasures_text, sizes_text
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument, ZoneDocument
from game.wording import numeral


def roster_json(army: ArmyDocument) -> dict[str, Any]:
    """Return an army as a roster in JSON, with everything printed on its stat sheets."""
    squad = partial(_squad, army)
    groups = [
        Element("force", {"name": f"{group.kind} Battlegroup"}, "", {"selections": [*map(squad, group.squads)]})
        for group in army.groups
    ]
    top = Element("force", {"name": "Army", "catalogueName": army.faction})
    top.lists = {"selections": [*map(squad, army.auxiliaries)], "forces": groups}
    root = Element("roster", {"name": army.name, "gameSystemId": GAME_SYSTEM, "gameSystemName": GAME,
                              "generatedBy": "inchwise"})  # fmt: skip
    root.lists = {"costs": [_points(army.points)], "costLimits": [_points(army.limit)], "forces": [top]}
    return {"roster": to_json(root)}


def _points(points: int) -> Element:
    return Element("cost", {"name": "pts", "typeId": "points", "value": str(points)})


def _squad(army: ArmyDocument, squad: SquadDocument) -> Element:
    """Return a squad as a selection: its units with stat sheet and weapons, and its Commanders."""
    sheet = army.sheet(squad)
    units = Element("selection", {"name": sheet.name, "type": "model", "number": str(squad.size)})
    units.lists["profiles"] = [_sheet(sheet), *map(_weapon, sheet.weapons), *map(_zone, sheet.zones)]
    selection = Element("selection", {"name": sheet.name, "type": "unit", "number": "1"})
    leaders = []
    for leader in army.commanders:
        if leader.unit in squad.units:
            upgrade = Element("selection", {"name": leader.name, "type": "upgrade", "number": "1"})
            profile = _profile(COMMANDER, leader.name, [("Command Value", str(leader.value))])
            upgrade.lists = {"profiles": [profile], "costs": [_points(leader.points)]}
            leaders.append(upgrade)
    selection.lists = {
        "categories": [Element("category", {"name": sheet.category, "primary": "true"})],
        "selections": [units, *leaders],
        "costs": [_points(sheet.points * squad.size)],
    }
    return selection


def _profile(kind: str, name: str, printed: Iterable[tuple[str, str]]) -> Element:
    """Return a profile with its printed fields."""
    profile = Element("profile", {"name": name, "typeName": kind})
    profile.lists["characteristics"] = [Element("characteristic", {"name": key}, text) for key, text in printed]
    return profile


def _sheet(sheet: UnitDocument) -> Element:
    """Return the printed fields of a stat sheet as a profile."""
    least, most = (numeral(inches, "g") for inches in sheet.move)
    single = sheet.move[0] == 0 or (sheet.move[0] == sheet.move[1] and "fast" in sheet.rules)
    texts = [
        ("Type", f"{sheet.type} {sheet.fortitude}+" if sheet.is_infantry else sheet.type),
        ("Move", f'{most}"' if single else f'{least}-{most}"'),
        ("CM", countermeasures_text(sheet)),
        ("A", str(sheet.armour)),
        ("DP", str(sheet.damage)),
        ("Special", ", ".join(sheet.special) or "-"),
        ("Transport Requirement", sizes_text(sheet.requires)),
        ("Transport Capacity", sizes_text(sheet.carries)),
    ]
    return _profile("Behemoth" if sheet.is_behemoth else "Unit", sheet.name, texts)


def _weapon(weapon: WeaponDocument) -> Element:
    """Return the printed numbers of a weapon as a profile."""
    arc = next((name for name, arcs in ARCS.items() if {*arcs} == {*weapon.arc}), "F/S/R")
    full, countered = ("∞" if inches is None else numeral(inches, "g") for inches in (weapon.full, weapon.countered))
    if weapon.cq:
        full = countered = "CQ"
    texts = [
        ("M&F", "-" if weapon.silent_beyond is None else numeral(weapon.silent_beyond, "g")),
        ("Arc", arc),
        ("R(F)", full),
        ("R(C)", countered),
        ("Shots", str(weapon.shots)),
        ("Acc", "-" if weapon.accuracy is None else f"{weapon.accuracy}+"),
        ("E", str(weapon.energy)),
        ("Special", ", ".join(weapon.special) or "-"),
    ]
    return _profile(WEAPON, weapon.name, texts)


def _zone(zone: ZoneDocument) -> Element:
    """Return a damage zone as a profile: a field for each threshold, and the costs of being Crippled as a text."""
    costs = ". ".join(_crippling_sentences(zone))
    texts = [*[(zone.zone, str(zone.points))] * zone.thresholds, *([(f"Crippled {zone.zone}", costs)] if costs else [])]
    return _profile("Damage Zone", f"{zone.zone}", texts)


def _crippling_sentences(zone: ZoneDocument) -> Iterator[str]:
    """Yield the costs of being Crippled as sentences that the importer understands."""
    losses = (("Armour", zone.armour), ("Move", zone.move), ("Passive", zone.passive))
    yield from (f"{name} is reduced by {numeral(amount, 'g')}" for name, amount in losses if amount)
    if zone.loses:
        yield f"It loses the {zone.loses} special rule"
    if zone.silences:
        weapon = " or ".join(zone.weapons) or "One weapon"
        arcs = " and others of the same arcs" if zone.silences == "arc" else ""
        yield f"{weapon}{arcs} cannot be used"

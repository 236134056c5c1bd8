"""Writes armies for other programs: as a list in text, and as a roster in New Recruit's format (A-IMP-12).

The readers in `importing` read both back to the same army.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from game.documents.battlescribe.tree import Element, to_json
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import (
    ArmyDocument,
    CharacteristicsDocument,
    ModelsDocument,
    RegimentDocument,
    UnitDocument,
    WeaponDocument,
)
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.text_list import ArmyList, ListedRegiment, ListedUnit, section_of

MAKER: Final = "inchwise"
_RENOWN: Final = re.compile(r"regiments? of renown:?\s+(?=\S)", re.IGNORECASE)


# -- lists as text ---------------------------------------------------------------------------------


def listed(army: ArmyDocument) -> ArmyList:
    """Return the contents of a text list for an army."""
    regiments, number = [], 0
    for regiment in army.regiments:
        has_general = any(unit.general for unit in regiment.units)
        if not regiment.renown and not has_general:
            number += 1
        label = "General's Regiment" if has_general else f"Regiment {number}"
        if regiment.renown or regiment.name.casefold() != "regiment":
            label = _RENOWN.sub("", regiment.name)
        regiments.append(_listed_regiment(regiment, label))
    return ArmyList(
        name=army.name,
        faction=army.faction,
        formation=army.formation,
        battlepack=army.battlepack,
        points=army.points,
        limit=army.limit or None,
        lores=army.lores,
        regiments=tuple(regiments),
        auxiliaries=tuple(map(_listed_unit, army.auxiliaries)),
        terrain=tuple(map(_listed_unit, army.terrain)),
        manifestations=tuple(map(_listed_unit, army.manifestations)),
    )


def _listed_regiment(regiment: RegimentDocument, label: str) -> ListedRegiment:
    """Return a regiment for a list; one of renown has its points at its first unit only."""
    units = tuple(map(_listed_unit, regiment.units))
    if regiment.renown:  # the points of the whole regiment are printed at its first unit
        points = sum(unit.points for unit in regiment.units) or None
        units = tuple(replace(unit, points=None if number else points) for number, unit in enumerate(units))
    return ListedRegiment(label, 0, units, regiment.renown)


def _listed_unit(unit: UnitDocument) -> ListedUnit:
    """Return a unit for a list, with its enhancements or differing weapons as notes."""
    notes = unit.chosen or tuple(_differing_weapons(unit))
    return ListedUnit(
        unit.name, 0, unit.points or None, general=unit.general, reinforced=unit.reinforced, notes=notes
    )  # fmt: skip


def _differing_weapons(unit: UnitDocument) -> Iterator[str]:
    """Yield the weapons that only some models of a unit have, with their number."""
    for weapon in unit.weapons:
        bearers = sum(group.count for group in unit.models if weapon.name in group.weapons)
        if 0 < bearers < unit.size:
            yield f"{bearers} × {weapon.name}"


def list_text(army: ArmyList) -> Iterator[str]:
    """Yield a list as lines of text, in a form that list builders use."""
    yield from _head(army)
    renown = False
    number = 0
    for regiment in army.regiments:
        if regiment.renown:
            if not renown:
                yield from ("-----", "Regiments of Renown")
            renown = True
            yield from _renown_lines(regiment)
            continue
        renown = False
        number += 1
        heading = section_of(regiment.name)
        is_heading = heading is not None and heading[0] == "regiments"
        yield from ("-----", regiment.name if is_heading else f"Regiment {number}: {regiment.name}")
        for unit in regiment.units:
            yield from _unit_lines(unit)
    sections = (
        ("Auxiliary Units", army.auxiliaries),
        ("Faction Terrain", army.terrain),
        ("Manifestations", army.manifestations),
    )
    for title, units in sections:
        if units:
            yield from ("-----", title)
        for unit in units:
            yield from _unit_lines(unit)
    yield from ("-----", f"Created with {MAKER}")


def _head(army: ArmyList) -> Iterator[str]:
    """Yield the lines at the beginning of a list: name, points, faction and so on."""
    if army.points is not None and army.limit:
        yield f"{army.name} {army.points}/{army.limit} pts".strip()
    elif army.name:
        yield f"Name: {army.name}" if army.points is None else f"{army.name} ({army.points} pts)"
    yield "-----"
    facts = (
        ("Grand Alliance", army.alliance),
        ("Faction", army.faction),
        ("Battle Formation", army.formation),
        ("Battlepack", army.battlepack),
        ("Drops", army.drops),
    )
    yield from (f"{key}: {value}" for key, value in facts if value not in ("", None))
    for lore in army.lores:
        heading = section_of(lore)
        yield lore if heading is not None and heading[0] == "lores" and heading[2] else f"Lore - {lore}"
    yield from (f"Battle Tactic Cards: {card}" for card in army.tactics)


def _renown_lines(regiment: ListedRegiment) -> Iterator[str]:
    """Yield a regiment of renown as lines, with the points of all its units in its heading."""
    points = sum(unit.points or 0 for unit in regiment.units)
    yield f"{regiment.name} ({points})"
    for unit in regiment.units:
        yield from _unit_lines(replace(unit, points=None))


def _unit_lines(unit: ListedUnit) -> Iterator[str]:
    """Yield a unit as a line, and its notes as lines with bullets."""
    count = f"{unit.count} × " if unit.count is not None else ""
    yield f"{count}{unit.name}" + (f" ({unit.points})" if unit.points is not None else "")
    notes = [*["General"] * unit.general, *["Reinforced"] * unit.reinforced, *unit.notes]
    yield from (f"• {note}" for note in notes)


# -- rosters like New Recruit's --------------------------------------------------------------------

KINDS: Final = {
    "normal": "Ability (Activated)",
    "passive": "Ability (Passive)",
    "spell": "Ability (Spell)",
    "prayer": "Ability (Prayer)",
    "command": "Ability (Command)",
    "card": "Battle Tactic Card",
}
NUMBERS: Final = ("number", "value")
"""The attributes that are numbers in JSON."""


def roster_json(army: ArmyDocument) -> dict[str, Any]:
    """Return an army as a roster in JSON, with everything printed on its warscrolls."""
    return {"roster": _with_numbers(to_json(roster(army)))}


def _with_numbers(element: dict[str, Any]) -> dict[str, Any]:
    """Return an element in JSON form with texts of digits replaced by numbers where programs expect them."""
    for key, value in element.items():
        if isinstance(value, list):
            element[key] = [_with_numbers(child) for child in value]
        elif key in NUMBERS and value.isdecimal():
            element[key] = int(value)
    return element


def roster(army: ArmyDocument) -> Element:
    """Return an army as the tree of a roster."""
    forces = [_force(regiment) for regiment in army.regiments]
    if army.auxiliaries:
        title = {"name": "Auxiliary Units", "entryId": values.AUXILIARIES}
        forces.append(Element("force", title, "", {"selections": [_unit(unit) for unit in army.auxiliaries]}))
    army_abilities = [*army.abilities, *(ability for pack in army.packs for ability in pack.abilities)]
    choices = [_chosen("Battle Formation", army.formation)] if army.formation else []
    for lore in army.lores:
        kind, _dash, name = lore.rpartition(" - ")
        choices.append(_chosen(kind or "Lore", name))
    if army_abilities:
        army_rules = Element("selection", {"name": "Army Rules", "type": "upgrade", "number": "1"})
        army_rules.lists["profiles"] = [*map(_ability, army_abilities)]
        choices.append(army_rules)
    terrain = [_unit(unit, terrain=True) for unit in army.terrain]
    summoned = [_unit(unit, kind="Manifestation") for unit in army.manifestations]
    top = Element("force", {"name": army.battlepack, "catalogueName": army.faction})
    top.lists = {"selections": [*choices, *terrain, *summoned], "forces": forces}
    root = Element("roster", {"name": army.name, "gameSystemId": values.GAME_SYSTEM, "gameSystemName": values.GAME,
                              "gameSystemRevision": "1", "generatedBy": MAKER})  # fmt: skip
    root.lists = {"costs": [_points(army.points + sum(unit.points for unit in army.manifestations))], "forces": [top]}
    if army.limit:
        root.lists["costLimits"] = [_points(army.limit)]
    return root


def _points(points: int) -> Element:
    return Element("cost", {"name": "pts", "typeId": "points", "value": str(points)})


def _chosen(kind: str, name: str) -> Element:
    """Return the upgrade of a kind such as a lore or formation, with the chosen one inside."""
    inner = Element("selection", {"name": name, "type": "upgrade", "number": "1"})
    return Element("selection", {"name": kind, "type": "upgrade", "number": "1"}, "", {"selections": [inner]})


def _force(regiment: RegimentDocument) -> Element:
    units = [_unit(unit, leads=not number) for number, unit in enumerate(regiment.units)]
    identity = {} if regiment.renown else {"entryId": values.REGIMENT}
    return Element("force", {"name": regiment.name, **identity}, "", {"selections": units})


def _unit(unit: UnitDocument, *, kind: str = "Unit", leads: bool = False, terrain: bool = False) -> Element:
    """Return a unit as a selection, with its warscroll, models, weapons and abilities."""
    selection = Element("selection", {"name": unit.name, "type": "unit", "number": "1"})
    added_categories = [values.LEADER] * leads + [values.TERRAIN] * (terrain and values.TERRAIN not in unit.keywords)
    categories = [Element("category", {"name": word}) for word in (*unit.keywords, *added_categories)]
    marks = [("General", values.GENERAL)] * unit.general + [("Reinforced", values.REINFORCED)] * unit.reinforced
    upgrades = [
        Element("selection", {"name": name, "entryId": identity, "type": "upgrade"}) for name, identity in marks
    ]
    upgrades += [Element("selection", {"name": name, "type": "upgrade", "number": "1"}) for name in unit.chosen]
    profiles = [_statistics(kind, unit.name, unit.characteristics, unit.banishment)]
    profiles += [_ability(ability, named=unit.name not in ability.used_by) for ability in unit.abilities]
    selection.lists = {
        "profiles": profiles,
        "categories": categories,
        "selections": [*(_models(unit, group) for group in unit.models), *upgrades],
        "costs": [_points(unit.points)],
    }
    return selection


def _base(group: ModelsDocument) -> str:
    """Return the size of a base as catalogues give it."""
    size = f"{group.base_mm:g}mm" if group.base_wide_mm is None else f"{group.base_mm:g} x {group.base_wide_mm:g}mm"
    return f"Rectangular, {size}" if group.base_shape == "rectangle" else size


def _models(unit: UnitDocument, group: ModelsDocument) -> Element:
    """Return a group of models as a selection, with weapons, titles and bases."""
    count = 1 if unit.apart else group.count  # the texts of a manifestation give its number of parts
    number = {"type": "model", "number": str(count)}
    selection = Element("selection", {"name": group.name or unit.name, **number})
    weapon_indices = {weapon.name: number for number, weapon in enumerate(unit.weapons)}
    upgrades = []
    for name, copies in Counter(group.weapons).items():
        upgrade = Element("selection", {"name": name, "type": "upgrade", "number": str(count * copies)})
        upgrade.lists["profiles"] = [_weapon(unit.weapons[weapon_indices[name]], f"{unit.id}-{weapon_indices[name]}")]
        upgrades.append(upgrade)
    number = {"type": "upgrade", "number": str(count)}
    upgrades += [Element("selection", {"name": title.title(), **number}) for title in group.titles]
    selection.lists["selections"] = upgrades
    if not group.assumed_base:
        selection.lists["rules"] = [Element("rule", {"name": "Base Size", "description": _base(group)})]
    if group.own is not None:
        selection.lists["profiles"] = [_statistics("Unit", group.name or unit.name, group.own)]
    return selection


def _profile(kind: str, name: str, printed: Iterable[tuple[str, str]], identity: str = "") -> Element:
    """Return a profile with these characteristics; empty ones are left out."""
    profile = Element("profile", {"name": name, "typeName": kind} | ({"id": identity} if identity else {}))
    profile.lists["characteristics"] = [Element("characteristic", {"name": key}, text) for key, text in printed if text]
    return profile


def _statistics(kind: str, name: str, printed: CharacteristicsDocument, banishment: int = 0) -> Element:
    """Return a profile with the characteristics of a unit."""
    texts = [
        ("Move", "-" if printed.move is None else f'{printed.move}"'),
        ("Health", str(printed.health)),
        ("Save", f"{printed.save}+" if printed.save else "-"),
        ("Control", "-" if printed.control is None else str(printed.control)),
        ("Banishment", f"{banishment}+" if banishment else ""),
    ]
    return _profile(kind, name, texts)


def _weapon(weapon: WeaponDocument, identity: str) -> Element:
    """Return the profile of a weapon. For a weapon used by hand, a roll that the program cannot make is "*"."""
    hit, wound = (f"{face}+" if face else "-" for face in (weapon.hit, weapon.wound))
    if weapon.by_hand:
        hit, wound = (hit, "*") if weapon.hit else ("*", wound)
    texts = [
        ("Rng", f'{weapon.range_in}"' if weapon.range_in is not None else ""),
        ("Atk", weapon.attacks),
        ("Hit", hit),
        ("Wnd", wound),
        ("Rnd", str(weapon.rend) if weapon.rend else "-"),
        ("Dmg", weapon.damage),
        ("Ability", ", ".join(weapon.abilities) or "-"),
    ]
    return _profile("Ranged Weapon" if weapon.is_ranged else "Melee Weapon", weapon.name, texts, identity)


def _ability(ability: AbilityDocument, *, named: bool = True) -> Element:
    """Return the profile of an ability; with `named`, it names its users."""
    value = {"spell": "Casting Value", "prayer": "Chanting Value"}.get(ability.kind, "")
    texts = [
        ("Timing", ability.timing),
        ("Declare", ability.declare),
        ("Effect", ability.effect),
        ("Keywords", ", ".join(ability.keywords)),
        ("Used By", ", ".join(ability.used_by) if named else ""),
        (value, str(ability.value) if value and ability.value else ""),
        ("Cost", str(ability.cost) if ability.kind == "command" else ""),
    ]
    return _profile(KINDS[ability.kind], ability.name, texts)

"""Armies written for other programs: as a list in text, and as a roster like New Recruit's (A-IMP-12).

Both are read back to the same army by the readers in `importing`.
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
    """Return what a list in text says of an army."""
    regiments, number = [], 0
    for regiment in army.regiments:
        led = any(unit.general for unit in regiment.units)
        number += not regiment.renown and not led
        label = "General's Regiment" if led else f"Regiment {number}"
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
    units = tuple(map(_listed_unit, regiment.units))
    if regiment.renown:  # it has its points as a whole
        points = sum(unit.points for unit in regiment.units) or None
        units = tuple(replace(unit, points=None if number else points) for number, unit in enumerate(units))
    return ListedRegiment(label, 0, units, regiment.renown)


def _listed_unit(unit: UnitDocument) -> ListedUnit:
    notes = unit.chosen or tuple(_differing_weapons(unit))
    return ListedUnit(
        unit.name, 0, unit.points or None, general=unit.general, reinforced=unit.reinforced, notes=notes
    )  # fmt: skip


def _differing_weapons(unit: UnitDocument) -> Iterator[str]:
    """Yield the weapons that only some models of a unit have, with how many."""
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
        found = section_of(regiment.name)
        known = found is not None and found[0] == "regiments"
        yield from ("-----", regiment.name if known else f"Regiment {number}: {regiment.name}")
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
        found = section_of(lore)
        yield lore if found is not None and found[0] == "lores" and found[2] else f"Lore - {lore}"
    yield from (f"Battle Tactic Cards: {card}" for card in army.tactics)


def _renown_lines(regiment: ListedRegiment) -> Iterator[str]:
    points = sum(unit.points or 0 for unit in regiment.units)
    yield f"{regiment.name} ({points})"
    for unit in regiment.units:
        yield from _unit_lines(replace(unit, points=None))


def _unit_lines(unit: ListedUnit) -> Iterator[str]:
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
    """Return an army as a roster in JSON, which says everything that is printed on its warscrolls."""
    return {"roster": _with_numbers(to_json(roster(army)))}


def _with_numbers(plain: dict[str, Any]) -> dict[str, Any]:
    for key, value in plain.items():
        if isinstance(value, list):
            plain[key] = [_with_numbers(each) for each in value]
        elif key in NUMBERS and value.isdecimal():
            plain[key] = int(value)
    return plain


def roster(army: ArmyDocument) -> Element:
    """Return an army as the tree of a roster."""
    inner = [_force(regiment) for regiment in army.regiments]
    if army.auxiliaries:
        title = {"name": "Auxiliary Units", "entryId": values.AUXILIARIES}
        inner.append(Element("force", title, "", {"selections": [_unit(unit) for unit in army.auxiliaries]}))
    own = [*army.abilities, *(ability for pack in army.packs for ability in pack.abilities)]
    chosen = [_chosen("Battle Formation", army.formation)] if army.formation else []
    for lore in army.lores:
        kind, _dash, name = lore.rpartition(" - ")
        chosen.append(_chosen(kind or "Lore", name))
    if own:
        army_rules = Element("selection", {"name": "Army Rules", "type": "upgrade", "number": "1"})
        army_rules.lists["profiles"] = [*map(_ability, own)]
        chosen.append(army_rules)
    terrain = [_unit(unit, terrain=True) for unit in army.terrain]
    summoned = [_unit(unit, kind="Manifestation") for unit in army.manifestations]
    top = Element("force", {"name": army.battlepack, "catalogueName": army.faction})
    top.lists = {"selections": [*chosen, *terrain, *summoned], "forces": inner}
    root = Element("roster", {"name": army.name, "gameSystemId": values.GAME_SYSTEM, "gameSystemName": values.GAME,
                              "gameSystemRevision": "1", "generatedBy": MAKER})  # fmt: skip
    root.lists = {"costs": [_points(army.points + sum(unit.points for unit in army.manifestations))], "forces": [top]}
    if army.limit:
        root.lists["costLimits"] = [_points(army.limit)]
    return root


def _points(points: int) -> Element:
    return Element("cost", {"name": "pts", "typeId": "points", "value": str(points)})


def _chosen(kind: str, name: str) -> Element:
    """Return an upgrade of a kind, as lores and formations are chosen."""
    inner = Element("selection", {"name": name, "type": "upgrade", "number": "1"})
    return Element("selection", {"name": kind, "type": "upgrade", "number": "1"}, "", {"selections": [inner]})


def _force(regiment: RegimentDocument) -> Element:
    units = [_unit(unit, leads=not number) for number, unit in enumerate(regiment.units)]
    identity = {} if regiment.renown else {"entryId": values.REGIMENT}
    return Element("force", {"name": regiment.name, **identity}, "", {"selections": units})


def _unit(unit: UnitDocument, *, kind: str = "Unit", leads: bool = False, terrain: bool = False) -> Element:
    """Return a unit as a selection, with its warscroll, models, weapons and abilities."""
    made = Element("selection", {"name": unit.name, "type": "unit", "number": "1"})
    more = [values.LEADER] * leads + [values.TERRAIN] * (terrain and values.TERRAIN not in unit.keywords)
    categories = [Element("category", {"name": word}) for word in (*unit.keywords, *more)]
    marks = [("General", values.GENERAL)] * unit.general + [("Reinforced", values.REINFORCED)] * unit.reinforced
    upgrades = [Element("selection", {"name": name, "entryId": each, "type": "upgrade"}) for name, each in marks]
    upgrades += [Element("selection", {"name": name, "type": "upgrade", "number": "1"}) for name in unit.chosen]
    profiles = [_statistics(kind, unit.name, unit.characteristics, unit.banishment)]
    profiles += [_ability(ability, named=unit.name not in ability.used_by) for ability in unit.abilities]
    made.lists = {
        "profiles": profiles,
        "categories": categories,
        "selections": [*(_models(unit, group) for group in unit.models), *upgrades],
        "costs": [_points(unit.points)],
    }
    return made


def _base(group: ModelsDocument) -> str:
    """Return the size of a base as catalogues give it."""
    size = f"{group.base_mm:g}mm" if group.base_wide_mm is None else f"{group.base_mm:g} x {group.base_wide_mm:g}mm"
    return f"Rectangular, {size}" if group.base_shape == "rectangle" else size


def _models(unit: UnitDocument, group: ModelsDocument) -> Element:
    count = 1 if unit.apart else group.count  # the parts of a manifestation come from its texts
    number = {"type": "model", "number": str(count)}
    made = Element("selection", {"name": group.name or unit.name, **number})
    places = {weapon.name: number for number, weapon in enumerate(unit.weapons)}
    inner = []
    for name, times in Counter(group.weapons).items():
        upgrade = Element("selection", {"name": name, "type": "upgrade", "number": str(count * times)})
        upgrade.lists["profiles"] = [_weapon(unit.weapons[places[name]], f"{unit.id}-{places[name]}")]
        inner.append(upgrade)
    number = {"type": "upgrade", "number": str(count)}
    inner += [Element("selection", {"name": title.title(), **number}) for title in group.titles]
    made.lists["selections"] = inner
    if not group.assumed_base:
        made.lists["rules"] = [Element("rule", {"name": "Base Size", "description": _base(group)})]
    if group.own is not None:
        made.lists["profiles"] = [_statistics("Unit", group.name or unit.name, group.own)]
    return made


def _profile(kind: str, name: str, printed: Iterable[tuple[str, str]], identity: str = "") -> Element:
    made = Element("profile", {"name": name, "typeName": kind} | ({"id": identity} if identity else {}))
    made.lists["characteristics"] = [Element("characteristic", {"name": key}, text) for key, text in printed if text]
    return made


def _statistics(kind: str, name: str, printed: CharacteristicsDocument, banishment: int = 0) -> Element:
    texts = [
        ("Move", "-" if printed.move is None else f'{printed.move}"'),
        ("Health", str(printed.health)),
        ("Save", f"{printed.save}+" if printed.save else "-"),
        ("Control", "-" if printed.control is None else str(printed.control)),
        ("Banishment", f"{banishment}+" if banishment else ""),
    ]
    return _profile(kind, name, texts)


def _weapon(weapon: WeaponDocument, identity: str) -> Element:
    """Return the profile of a weapon; for one that is used by hand, what cannot be rolled for is "*"."""
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

"""Armies for printing: warscrolls with their numbers, weapons and abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from game.engine.rulebook.printing import PrintedPart, PrintedRoster, PrintedRule, PrintedTable, PrintedUnit, counted
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import (
    ArmyDocument,
    CharacteristicsDocument,
    ModelsDocument,
    UnitDocument,
    WeaponDocument,
)
from game.rulesets.aos4.documents.army_text import points_line, usable
from game.wording import N_, _, ngettext

NOTHING: Final = "–"
"""The sign for a missing number."""
_MELEE: Final = (N_("Melee weapons"), N_("Atk"), N_("Hit"), N_("Wnd"), N_("Rnd"), N_("Dmg"))
_RANGED: Final = (N_("Ranged weapons"), N_("Rng"), *_MELEE[1:])


def printed(army: ArmyDocument) -> PrintedRoster:
    """Return an army for printing."""
    army_facts = " · ".join(filter(None, [army.faction, army.formation, army.battlepack, points_line(army)]))
    pack_abilities = list(usable(army))
    groups = [
        *((regiment.name, regiment.units) for regiment in army.regiments),
        (_("Auxiliary units"), army.auxiliaries),
        (_("Faction terrain"), army.terrain),
        (_("Manifestations"), army.manifestations),
    ]
    parts = [PrintedPart(title, counted(_unit(unit) for unit in units)) for title, units in groups if units]
    rules = tuple(_rule(ability) for ability in (*army.abilities, *pack_abilities))
    return PrintedRoster(army.name, (army_facts, *army.lores), tuple(parts), rules, N_("Abilities of the army"))


def _unit(unit: UnitDocument) -> PrintedUnit:
    """Return a unit for printing."""
    size = ngettext("{n} model", "{n} models", unit.size, n=unit.size)
    points = [ngettext("{n} point", "{n} points", unit.points, n=unit.points)] if unit.points else []
    marks = [_("general")] * unit.general + [_("reinforced")] * unit.reinforced
    return PrintedUnit(
        unit.name,
        " · ".join([*marks, size, *points]),
        _figures(unit.characteristics, unit.banishment),
        tuple(_lines(unit)),
        tuple(_tables(unit)),
        tuple(map(_rule, unit.abilities)),
        ", ".join(unit.keywords),
    )


def _figures(numbers: CharacteristicsDocument, banishment: int = 0) -> tuple[tuple[str, str], ...]:
    """Return characteristics as pairs of a value and its name."""
    figures = [
        (NOTHING if numbers.move is None else f"{numbers.move}″", _("Move")),
        (str(numbers.health), _("Health")),
        (f"{numbers.save}+" if numbers.save else NOTHING, _("Save")),
        (NOTHING if numbers.control is None else str(numbers.control), _("Control")),
    ]
    if banishment:
        figures.append((f"{banishment}+", _("Banishment")))
    return tuple(figures)


def _lines(unit: UnitDocument) -> Iterator[str]:
    """Yield lines about a unit's enhancements, and about its models if they differ."""
    if unit.chosen:
        yield _("Chosen: {names}", names=", ".join(unit.chosen))
    if len(unit.models) > 1 and not any(group.own for group in unit.models):
        yield " · ".join(_models(unit, group) for group in unit.models)
    elif len(unit.models) > 1:
        yield from (_models(unit, group) for group in unit.models)


def _models(unit: UnitDocument, group: ModelsDocument) -> str:
    """Return a group of models in words: number, name, titles, weapons, own characteristics."""
    parts = [group.name, *(_(title) for title in group.titles)]
    if {*group.weapons} != {weapon.name for weapon in unit.weapons}:
        parts += dict.fromkeys(group.weapons)
    if group.own is not None:
        parts += [f"{word} {value}" for value, word in _figures(group.own)]
    text = ", ".join(filter(None, parts))
    return f"{group.count} × {text}" if text else ngettext("{n} model", "{n} models", group.count, n=group.count)


def _tables(unit: UnitDocument) -> Iterator[PrintedTable]:
    """Yield the tables of a unit's ranged and melee weapons."""
    for head, ranged in ((_RANGED, True), (_MELEE, False)):
        rows = tuple(_weapon(weapon) for weapon in unit.weapons if weapon.is_ranged == ranged)
        if rows:
            yield PrintedTable(tuple(map(_, head)), rows)


def _weapon(weapon: WeaponDocument) -> tuple[str, ...]:
    """Return a weapon as the cells of a row."""
    name = ", ".join(_of_weapon(weapon))
    reach = (f"{weapon.range_in}″",) if weapon.range_in is not None else ()
    needed = (f"{face}+" if face else NOTHING for face in (weapon.hit, weapon.wound))
    return (name, *reach, weapon.attacks, *needed, str(weapon.rend or NOTHING), weapon.damage)


def _of_weapon(weapon: WeaponDocument) -> Iterable[str]:
    hand = [_("by hand")] if weapon.by_hand else []
    return (f"**{weapon.name}**", *weapon.abilities, *hand)


def _rule(ability: AbilityDocument) -> PrintedRule:
    """Return an ability for printing."""
    prices = [ngettext("{n} command point", "{n} command points", ability.cost, n=ability.cost)] if ability.cost else []
    prices += [_("value {value}", value=ability.value)] if ability.value else []
    when = ", ".join([*filter(None, [ability.timing]), *prices])
    return PrintedRule(ability.name, when, "\n".join(filter(None, [ability.declare, ability.effect])))

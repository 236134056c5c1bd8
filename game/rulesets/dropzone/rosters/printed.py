"""Armies for printing: stat sheets of squads in their battlegroups, with weapons and special rules in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final, get_args

from game.engine.rulebook.printing import PrintedPart, PrintedRoster, PrintedRule, PrintedTable, PrintedUnit, counted
from game.rulesets.dropzone.documents.armies import GROUP_NAMES, ArmyDocument, CommanderDocument, SquadDocument, size_of
from game.rulesets.dropzone.documents.notation import countermeasures_text
from game.rulesets.dropzone.documents.sheets import Arc, UnitDocument, WeaponDocument, special
from game.rulesets.dropzone.rules.setup import unit_name
from game.rulesets.dropzone.view.event_text import RULES
from game.rulesets.dropzone.view.table import unit_lines
from game.wording import N_, _, ngettext, numeral

_HEAD: Final = (N_("Weapons"), N_("M&F"), N_("Arc"), N_("R(F)"), N_("R(C)"), N_("Sh"), N_("Ac"), N_("E"))
_IN_WORDS: Final = ("D-CQ-7", "D-TRANS-1", "D-BEH-8", "D-BEH-9", "D-BEH-10")
"""The rules of the lines of a stat sheet that are printed as text, because no figure tells them."""
ANY: Final = "∞"
DOTS: Final = "…"
"""Shown in place of a name or faction that is still open."""


def printed(army: ArmyDocument) -> PrintedRoster:
    """Return an army for printing."""
    lines = (summary(army), character(army), *(commander_line(army, commander) for commander in army.commanders))
    parts = [PrintedPart(title, counted(_unit(army, squad) for squad in squads)) for title, squads in sections(army)]
    return PrintedRoster(army.name, lines, tuple(parts))


def sections(army: ArmyDocument) -> list[tuple[str, Sequence[SquadDocument]]]:
    """Return the squads of an army in parts with their headings: its battlegroups, then any Auxiliary squads."""
    groups = [(_(GROUP_NAMES[group.kind]), group.squads) for group in army.groups]
    return [*groups, (_("Auxiliary squads"), army.auxiliaries)] if army.auxiliaries else [*groups]


def summary(army: ArmyDocument) -> str:
    """Return an army in one line: its faction, its points and the size of game."""
    size, faction = _(size_of(army.limit).name), army.faction or DOTS
    return _("{faction}, {points} of {limit} points: {size}", faction=faction, points=army.points, limit=army.limit,
             size=size)  # fmt: skip


def character(army: ArmyDocument) -> str:
    """Return in a sentence what an army is like: its size, speed and Armour on average, and its longest range."""
    sheets = [army.sheet(squad) for squad in army.squads for _unit_of_squad in range(squad.size)]
    if not sheets:
        return ""
    move, armour = (
        numeral(round(fmean(values)), "g") for values in zip(*((each.move[1], each.armour) for each in sheets))
    )
    ranges = (weapon.full for sheet in sheets for weapon in sheet.weapons if weapon.full is not None)
    facts = {"move": f"{move}″", "armour": armour, "range": f"{numeral(max(ranges, default=0.0), 'g')}″",
             "flying": sum(sheet.is_aircraft for sheet in sheets), "n": len(sheets)}  # fmt: skip
    return _("On average its units move {move} and have Armour {armour}. {flying} of {n} fly, and the longest range is "
             "{range}.", **facts)  # fmt: skip


def commander_line(army: ArmyDocument, leader: CommanderDocument) -> str:
    """Return a Commander of an army in one line."""
    unit = unit_name(army, leader.unit)
    words = {"name": leader.name, "value": leader.value, "points": leader.points, "unit": unit}
    return _("{name}, Command Value {value}, {points} points, in {unit}", **words)


def _unit(army: ArmyDocument, squad: SquadDocument) -> PrintedUnit:
    """Return a squad for printing: its figures, weapons and special rules."""
    sheet = army.sheet(squad)
    points = sheet.points * squad.size
    size = ngettext("{n} unit", "{n} units", squad.size, n=squad.size)
    note = [size, ngettext("{n} point", "{n} points", points, n=points), _(sheet.category), _(sheet.type)]
    least, most = (numeral(inches, "g") for inches in sheet.move)
    figures = (
        (f"{most}″" if least == "0" else f"{least}–{most}″", _("Move")),
        (str(sheet.armour), _("Armour")),
        (str(sheet.damage), _("Damage")),
        (countermeasures_text(sheet), _("Counter")),
    )
    lines = tuple(line.text for line in unit_lines(sheet) if line.rule in _IN_WORDS)
    rows = tuple(map(_weapon, sheet.weapons))
    tables = (PrintedTable(tuple(map(_, _HEAD)), rows),) if rows else ()
    return PrintedUnit(sheet.name, " · ".join(note), figures, lines, tables, tuple(_rules(sheet)))


def _weapon(weapon: WeaponDocument) -> tuple[str, ...]:
    """Return the row of a weapon: its name with special rules, then its numbers."""
    silent = "–" if weapon.silent_beyond is None else f"{numeral(weapon.silent_beyond, 'g')}″"
    ranges = [ANY if inches is None else f"{numeral(inches, 'g')}″" for inches in (weapon.full, weapon.countered)]
    accuracy = "–" if weapon.accuracy is None else f"{weapon.accuracy}+"
    name = ", ".join((f"**{weapon.name}**", *weapon.special))
    if weapon.cq:
        return name, "–", _("CQ"), "–", "–", str(weapon.shots), "–", str(weapon.energy)
    return name, silent, _arc(weapon.arc), *ranges, str(weapon.shots), accuracy, str(weapon.energy)


def _arc(arcs: Sequence[Arc]) -> str:
    """Return the arcs of a weapon, both sides as one."""
    sides = {"SL", "SR"} <= {*arcs}
    if sides and len(arcs) == len(get_args(Arc)):
        return _("all")
    return "/".join(dict.fromkeys("S" if sides and arc in ("SL", "SR") else arc for arc in arcs))


def _rules(sheet: UnitDocument) -> Iterator[PrintedRule]:
    """Yield the special rules of a unit and its weapons, each once, then its own actions."""
    texts = dict.fromkeys((*sheet.special, *(text for weapon in sheet.weapons for text in weapon.special)))
    for text in texts:
        rule = special(text).rule
        yield PrintedRule(text, "", RULES.wording(rule) if rule else "")
    for action in sheet.actions:
        yield PrintedRule(action.name, "", action.text)

"""An army for display: its squads with their stat sheets, and the wording of their special rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.view import Line
from game.rulesets.dropzone.documents.armies import ArmyDocument, SquadDocument
from game.rulesets.dropzone.documents.legality import breaches, size_of
from game.rulesets.dropzone.documents.special import UNIT_RULES, WEAPON_RULES, special
from game.rulesets.dropzone.rosters.drafts import ArmyDraft
from game.rulesets.dropzone.rules.setup import GROUP_NAMES
from game.rulesets.dropzone.view.reference import RULES
from game.rulesets.dropzone.view.sheets import unit_lines
from game.wording import _, ngettext, series

DOTS: Final = "…"
"""Stands for what is open in a draft."""


def card_of(army: ArmyDocument) -> Card:
    """Return an army for display; rules that it breaks are among its lines."""
    return _card(army, tuple(Line(breach.text, breach.rule, "warning") for breach in breaches(army)))


def draft_card(draft: ArmyDraft) -> Card:
    """Return an army in the making for display, as far as it is made."""
    return _card(draft.army(), ())


def _card(army: ArmyDocument, broken: tuple[Line, ...]) -> Card:
    facts = {"faction": army.faction or DOTS, "points": army.points, "limit": army.limit,
             "size": _(size_of(army.limit).name)}  # fmt: skip
    squads = [*army.squads]
    units = sum(squad.size for squad in squads)
    lines = [
        Line(_("{faction}, {points} of {limit} points: {size}", **facts), "D-ARMY-10"),
        Line(f"{_count_squads(len(squads))}, {_count_units(units)}", "D-UNIT-2"),
    ]
    for commander in army.commanders:
        words = {"name": commander.name, "value": commander.value, "points": commander.points, "unit": commander.unit}
        lines.append(Line(_("{name}, Command Value {value}, {points} points, in {unit}", **words), "D-ARMY-7"))
    members = [_member(army, squad, _(GROUP_NAMES[group.kind])) for group in army.groups for squad in group.squads] + [
        _member(army, squad, _("Auxiliary")) for squad in army.auxiliaries
    ]
    return Card(army.name or DOTS, (*lines, *broken), "", tuple(members), tuple(_wordings(army)))


def _count_squads(n: int) -> str:
    return ngettext("{n} squad", "{n} squads", n)


def _count_units(n: int) -> str:
    return ngettext("{n} unit", "{n} units", n)


def _member(army: ArmyDocument, squad: SquadDocument, group: str) -> MemberCard:
    """Return a squad for display; its figure is its points."""
    sheet = army.sheet(squad)
    aboard = _("in {transport}", transport=series(sorted(set(squad.aboard)))) if squad.aboard else ""
    count = f"× {squad.size}" if squad.size > 1 else ""
    note = ", ".join(part for part in (count, group, aboard) if part)
    led = any(each.unit in squad.units for each in army.commanders)
    return MemberCard(sheet.name, "base", str(sheet.points * squad.size), led, tuple(unit_lines(sheet)), note)


def _wordings(army: ArmyDocument) -> Iterator[Line]:
    """Yield the wording of each special rule once."""
    seen: set[str] = set()
    for sheet in army.units:
        for text in (*sheet.special, *(each for weapon in sheet.weapons for each in weapon.special)):
            name = special(text).name
            rule = UNIT_RULES.get(name) or WEAPON_RULES.get(name, "")
            if rule and rule not in seen:
                seen.add(rule)
                yield Line(f"{text}: {RULES.wording(rule)}", rule, icon="trait")

"""A roster as it is printed: units with figures, tables and rules, for pages and for cards to cut out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.engine.rulebook.making import Card
from game.wording import N_, _


class PrintedTable(NamedTuple):
    """A table of a unit, such as its weapons: a heading for each column, then rows of cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class PrintedRule(NamedTuple):
    """A rule of a unit: its name, when it is used (often ""), and its text, in which **marks** set words apart."""

    name: str
    when: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class PrintedUnit:
    """A unit on paper: a note beside its name, figures with their labels, tables, rules and keywords.

    `lines` are facts, one line each; `times` is the number of equal units in the roster.
    """

    name: str
    note: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()
    tables: tuple[PrintedTable, ...] = ()
    rules: tuple[PrintedRule, ...] = ()
    tags: str = ""
    times: int = 1


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """Units under a heading, such as a regiment."""

    title: str
    units: tuple[PrintedUnit, ...]


@dataclass(frozen=True, slots=True)
class PrintedRoster:
    """A roster: lines about it, its parts, and the rules that belong to all of them."""

    title: str
    lines: tuple[str, ...]
    parts: tuple[PrintedPart, ...]
    rules: tuple[PrintedRule, ...] = ()
    rules_title: str = N_("Rules")


def printed_card(card: Card) -> PrintedRoster:
    """Return a roster for printing, from its card; the traits of its members are explained at the end."""
    units = []
    for member in card.members:
        rules, lines = [], []
        for line in member.traits:
            if card.wording(line):
                rules.append(PrintedRule(line.text, "", card.wording(line)))
            else:
                lines.append(line.text)
        note = ", ".join(part for part in (_("leader") if member.leader else "", member.note) if part)
        units.append(
            PrintedUnit(member.name, note, figures=((member.value, ""),), lines=tuple(lines), rules=tuple(rules))
        )
    lines = [*(line.text for line in card.lines), *filter(None, [card.strength])]
    return PrintedRoster(card.title, tuple(lines), (PrintedPart("", counted(units)),), _wordings(card))


def _wordings(card: Card) -> tuple[PrintedRule, ...]:
    """Return the explained words that are not the trait of any member."""
    of_members = {line.rule for member in card.members for line in member.traits if card.wording(line)}
    others = (line.text.partition(": ") for line in card.wordings if line.rule not in of_members)
    return tuple(PrintedRule(name, "", text) for name, _colon, text in others)


def counted(units: Iterable[PrintedUnit]) -> tuple[PrintedUnit, ...]:
    """Return each different unit once, in order, with the number of equal units."""
    times = Counter(units)
    return tuple(replace(unit, times=number) for unit, number in times.items())

"""Warbands for display and for printing: their cards, and the full texts of all entries on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from game.engine.rulebook.making import Card, MemberCard
from game.engine.rulebook.printing import PrintedPart, PrintedRoster, PrintedRule, PrintedTable, PrintedUnit
from game.engine.rulebook.view import Line
from game.rulesets.bushido.rules.registry import TRAITS
from game.rulesets.bushido.warbands.profiles import ProfileDocument, WarbandDocument, WeaponDocument
from game.rulesets.bushido.warbands.roster_text import ki_numbers, statistic, statistics, weapon_line, weapon_numbers
from game.rulesets.bushido.warbands.traits import SPECIALS, term
from game.wording import N_, _, ngettext

DOTS: Final = "…"
"""The text for an open choice in a draft."""
_ROWS: Final[Mapping[str, Any]] = {**TRAITS, **SPECIALS}


def card_of(warband: WarbandDocument) -> Card:
    """Return a warband for display."""
    models = sum(profile.count for profile in warband.models)
    facts = {"faction": warband.faction or DOTS, "rice": warband.rice, "limit": warband.rice_limit}
    lines = [
        Line(_("Faction {faction}, {rice} of {limit} rice", **facts), "B-WARB-3"),
        Line(ngettext("{n} model", "{n} models", models, n=models), "B-WARB-4"),
    ]
    if warband.theme is not None:
        lines.append(Line(_("Theme: {name}", name=warband.theme.name), "B-WARB-6"))
    bought: list[Any] = [*warband.terrain, *warband.events]
    lines += [Line(_("{card}, {rice} rice", card=card.name, rice=card.rice), "B-WARB-6") for card in bought]
    members = tuple(map(member_of, warband.models))
    wordings = {line.rule: line for profile in warband.models for line in _wordings(profile)}
    return Card(warband.name or DOTS, tuple(lines), "", members, tuple(wordings.values()))


def member_of(profile: ProfileDocument) -> MemberCard:
    """Return a card of a warband for display, with its rice in the picture."""
    note = f"× {profile.count}" if profile.count > 1 else ""
    return MemberCard(profile.name, "base", str(profile.rice), "Leader" in profile.types, tuple(_lines(profile)), note)


def _lines(profile: ProfileDocument) -> Iterator[Line]:
    """Yield the statistics, traits, weapons and feats of a card."""
    yield Line(statistics(profile), "B-STAT-2", icon="ready")
    for entry in profile.traits:
        yield Line(entry, rule_of(entry), icon="trait")
    for weapon in profile.weapons:
        yield Line(weapon_line(weapon), "B-STAT-3", icon="engaged")
    for feat in profile.feats:
        facts = {"name": feat.name, "ki": feat.ki, "timing": _(feat.timing)}
        yield Line(_("{name} ({ki} Ki, {timing})", **facts), "B-KI-1", icon="token")


def rule_of(entry: str) -> str:
    """Return the rule of a trait or special of a card, or "" if the rules do not know it."""
    row = _ROWS.get(term(entry).name)
    return "" if row is None else str(row.rule)


def wordings(profile: ProfileDocument) -> Iterator[tuple[str, str]]:
    """Yield the traits and specials of a card as printed, each with its text."""
    entries = [*profile.traits, *(entry for weapon in profile.weapons for entry in (*weapon.traits, *weapon.specials))]
    for entry in entries:
        if row := _ROWS.get(term(entry).name):
            yield entry, _(row.text)


def _wordings(profile: ProfileDocument) -> Iterator[Line]:
    """Yield the full texts of the traits, specials and feats of a card."""
    for entry, text in wordings(profile):
        yield Line(f"{_(term(entry).name)}: {text}", rule_of(entry), icon="trait")
    for feat in profile.feats:
        yield Line(f"{feat.name}: {_(feat.effect)}", "", icon="token")


# -- printed ---------------------------------------------------------------------------------------


_HEAD: Final = (N_("Weapons"), N_("Range"), N_("Strength"))


def printed(warband: WarbandDocument) -> PrintedRoster:
    """Return a warband for printing."""
    lines = tuple(line.text for line in card_of(warband).lines)
    return PrintedRoster(warband.name, lines, (PrintedPart("", tuple(map(_unit, warband.models))),))


def _unit(profile: ProfileDocument) -> PrintedUnit:
    """Return a card for printing."""
    facts = [_("{n} rice", n=profile.rice), *profile.types, f"{profile.base_mm} mm"]
    figures = [
        (statistic(profile.melee), _("Melee")),
        (statistic(profile.ranged), _("Ranged")),
        (statistic(profile.move), _("Move")),
        (ki_numbers(profile.ki), _("Ki")),
        (str(profile.wounds), _("Wounds")),
    ]
    table = PrintedTable(tuple(map(_, _HEAD)), tuple(map(_weapon, profile.weapons)))
    rules = tuple(_rules(profile))
    return PrintedUnit(
        profile.name, " · ".join(facts), tuple(figures), (), (table,), rules, times=profile.count
    )  # fmt: skip


def _weapon(weapon: WeaponDocument) -> tuple[str, ...]:
    """Return a weapon as the cells of a printed row: name with traits, range, strength."""
    name = ", ".join((f"**{weapon.name}**", *weapon.traits, *weapon.specials))
    reach, strength = weapon_numbers(weapon)
    return name, reach or "–", strength


def _rules(profile: ProfileDocument) -> Iterator[PrintedRule]:
    """Yield the traits of a card and its weapons, each once, then its feats."""
    for name, text in dict(wordings(profile)).items():
        yield PrintedRule(name, "", text)
    for feat in profile.feats:
        when = _("{ki} Ki, {timing}", ki=feat.ki, timing=_(feat.timing))
        yield PrintedRule(feat.name, when, _(feat.effect))

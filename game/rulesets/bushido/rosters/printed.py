"""Warbands for printing: profile cards with statistics, weapons, traits and feats in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.rulebook.printing import PrintedPart, PrintedRoster, PrintedRule, PrintedTable, PrintedUnit
from game.rulesets.bushido.rosters.show import card_of, wordings
from game.rulesets.bushido.warbands.profiles import ProfileDocument, WarbandDocument, WeaponDocument
from game.rulesets.bushido.warbands.roster_text import statistic
from game.wording import N_, _

_HEAD: Final = (N_("Weapons"), N_("Range"), N_("Strength"))


def printed(warband: WarbandDocument) -> PrintedRoster:
    """Return a warband for printing."""
    lines = tuple(line.text for line in card_of(warband).lines)
    return PrintedRoster(warband.name, lines, (PrintedPart("", tuple(map(_unit, warband.models))),))


def _unit(profile: ProfileDocument) -> PrintedUnit:
    facts = [_("{n} rice", n=profile.rice), *profile.types, f"{profile.base_mm} mm"]
    figures = [
        (statistic(profile.melee), _("Melee")),
        (statistic(profile.ranged), _("Ranged")),
        (statistic(profile.move), _("Move")),
        (f"{profile.ki.value}/{profile.ki.max}", _("Ki")),
        (str(profile.wounds), _("Wounds")),
    ]
    table = PrintedTable(tuple(map(_, _HEAD)), tuple(map(_weapon, profile.weapons)))
    rules = tuple(_rules(profile))
    return PrintedUnit(
        profile.name, " · ".join(facts), tuple(figures), (), (table,), rules, times=profile.count
    )  # fmt: skip


def _weapon(weapon: WeaponDocument) -> tuple[str, ...]:
    name = ", ".join((f"**{weapon.name}**", *weapon.traits, *weapon.specials))
    strength = weapon.strength if weapon.strength == "Sp" else f"{weapon.strength:+d}"
    return name, "/".join(f"{inches:g}" for inches in weapon.bands or ()) or "–", strength


def _rules(profile: ProfileDocument) -> Iterator[PrintedRule]:
    """Yield the traits of a card and its weapons, each once, then its feats."""
    for name, text in dict(wordings(profile)).items():
        yield PrintedRule(name, "", text)
    for feat in profile.feats:
        when = _("{ki} Ki, {timing}", ki=feat.ki, timing=_(feat.timing))
        yield PrintedRule(feat.name, when, _(feat.effect))

"""Warbands in words: their cards as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.rulesets.bushido.warbands.profiles import (
    KiDocument,
    ProfileDocument,
    StatisticDocument,
    WarbandDocument,
    WeaponDocument,
)
from game.wording import N_, _


def sheet(warband: WarbandDocument) -> Iterator[str]:
    """Yield a warband as lines of text: each card with its weapons and feats, then theme, terrain and events."""
    facts = {"name": warband.name, "faction": warband.faction, "rice": warband.rice, "limit": warband.rice_limit}
    yield _("{name}, faction {faction}, {rice} of {limit} rice", **facts)
    for profile in warband.models:
        yield from card_lines(profile)
    if warband.theme is not None:
        yield "  " + _("theme: {name}", name=warband.theme.name)
    for terrain in warband.terrain:
        yield "  " + _("terrain: {name}, {rice} rice", name=terrain.name, rice=terrain.rice)
    for event in warband.events:
        yield "  " + _("event: {name}, {rice} rice", name=event.name, rice=event.rice)


def card_lines(profile: ProfileDocument) -> Iterator[str]:
    """Yield a profile card as lines of text (B-STAT-2)."""
    count = f"{profile.count} × " if profile.count > 1 else ""
    yield _("  {count}{name}, {rice} rice", count=count, name=profile.name, rice=profile.rice)
    yield f"    {statistics(profile)}"
    if profile.traits:
        yield f"    {', '.join(profile.traits)}"
    for weapon in profile.weapons:
        yield f"    {weapon_line(weapon)}"
    for feat in profile.feats:
        yield "    " + _("{name} ({ki} Ki, {timing}): {effect}", name=feat.name, ki=feat.ki, timing=_(feat.timing),
                         effect=_(feat.effect))  # fmt: skip


def statistics(profile: ProfileDocument) -> str:
    """Return the statistics of a profile card in one line."""
    facts = {name: statistic(getattr(profile, name)) for name in ("melee", "ranged", "move")}
    ki, wounds = ki_numbers(profile.ki), profile.wounds
    return _("melee {melee}, ranged {ranged}, move {move}, Ki {ki}, wounds {wounds}", ki=ki, wounds=wounds, **facts)


def statistic(statistic: StatisticDocument) -> str:
    """Return a statistic as printed: its value, and the Ki of a boost in brackets."""
    if statistic.value is None:
        return "-"
    return f"{statistic.value} ({statistic.boost})" if statistic.boost is not None else str(statistic.value)


def ki_numbers(ki: KiDocument, *, boost: bool = False) -> str:
    """Return Ki as printed: its gain and its maximum, with `boost` also the Ki of a boost in brackets."""
    return f"{ki.value}/{ki.max}" + (f" ({ki.boost})" if boost and ki.boost is not None else "")


WEAPON_COLUMNS: Final = (
    (N_("Range"), N_("Range: how far its short, medium and long bands reach, in inches")),
    (N_("Str"), N_("Strength: added to its damage rolls; Sp is special, see its traits")),
)


def weapon_numbers(weapon: WeaponDocument) -> tuple[str, str]:
    """Return the numbers of a weapon for `WEAPON_COLUMNS`: its bands, if it has any, and its strength."""
    strength = weapon.strength if weapon.strength == "Sp" else f"{weapon.strength:+d}"
    return "/".join(map(str, weapon.bands or ())), strength


def weapon_line(weapon: WeaponDocument) -> str:
    """Return a weapon in one line: strength, bands, traits, specials."""
    reach, strength = weapon_numbers(weapon)
    bands = [_("range {bands}", bands=reach)] if reach else []
    parts = [_("strength {strength}", strength=strength), *bands, *weapon.traits, *weapon.specials]
    return f"{weapon.name}: {', '.join(parts)}"

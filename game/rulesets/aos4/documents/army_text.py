"""Armies as lines of text, with their warscrolls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from game.rulesets.aos4.documents.abilities import POWERS, AbilityDocument, unmarked
from game.rulesets.aos4.documents.armies import (
    ArmyDocument,
    CharacteristicsDocument,
    ModelsDocument,
    UnitDocument,
    WeaponDocument,
    together,
)
from game.rulesets.aos4.documents.params import USER
from game.rulesets.aos4.documents.phrases import fits
from game.wording import N_, _, ngettext

_FRIENDLY: Final = re.compile(r"\bfriendly (?P<all>\*\*[^*]+\*\*(?:(?:,| or|, or) \*\*[^*]+\*\*)*)", re.IGNORECASE)
_MARKED: Final = re.compile(r"\*\*([^*]+)\*\*")

PARTS: Final = {
    "auxiliaries": N_("Auxiliary units:"),
    "terrain": N_("Faction terrain:"),
    "manifestations": N_("Manifestations:"),
}
"""The units of an army outside regiments, with their headings."""


def may_use(ability: AbilityDocument, unit: UnitDocument) -> bool:
    """Return whether a unit may use an ability of a pack, judged by its name and keywords.

    The users are named by `usedBy`, else by `user` in `params`, else by the keywords of a friendly unit in the
    declaration. Spells are for a WIZARD, prayers for a PRIEST (A-MAG-1, A-PRAY-1).
    """
    if not has_all(unit, POWERS.get(ability.kind, "")):
        return False
    if ability.used_by:
        return any(name.casefold() == unit.name.casefold() or has_all(unit, name) for name in ability.used_by)
    if "user" in ability.params:
        words = {unit.name.upper(), *(word.partition(" (")[0].upper() for word in unit.keywords)}
        return fits(words, USER.of(ability.params))
    asked = _FRIENDLY.search(ability.declare)
    return asked is None or any(has_all(unit, words) for words in _MARKED.findall(asked["all"]))


def has_all(unit: UnitDocument, words: str) -> bool:
    """Return whether a unit has every keyword in a row of keywords such as "LANTERN CONCORD WIZARD"."""
    unmatched = f" {' '.join(words.upper().split())} "
    for keyword in sorted({word.partition(" (")[0].upper() for word in unit.keywords}, key=len, reverse=True):
        unmatched = unmatched.replace(f" {keyword} ", " ")
    return not unmatched.strip()


def usable(army: ArmyDocument) -> Iterator[AbilityDocument]:
    """Yield the abilities of an army's packs that any of its units may use."""
    units = (*army.units, *army.terrain, *army.manifestations)
    for ability in together(army.packs):
        if any(may_use(ability, unit) for unit in units):
            yield ability


def sheet(army: ArmyDocument) -> Iterator[str]:
    """Yield an army as lines of text: each unit with models, weapons and abilities, then the army's own abilities."""
    facts = {"name": army.name, "faction": army.faction, "points": points_line(army)}
    yield _("{name}, faction {faction}, {points}", **facts)
    if army.battlepack:
        yield "  " + _("battlepack: {name}", name=army.battlepack)
    for regiment in army.regiments:
        yield _("{name}:", name=regiment.name)
        for unit in regiment.units:
            yield from unit_lines(unit)
    for part, title in PARTS.items():
        units: tuple[UnitDocument, ...] = getattr(army, part)
        if units:
            yield _(title)
        for unit in units:
            yield from unit_lines(unit)
    army_abilities = (*army.abilities, *usable(army))
    if army_abilities:
        yield _("Abilities of the army:")
    for ability in army_abilities:
        yield from ability_lines(ability, "  ")


def points_line(army: ArmyDocument) -> str:
    """Return the points of an army, and its limit if it has one."""
    if army.limit:
        return _("{points} of {limit} points", points=army.points, limit=army.limit)
    return ngettext("{n} point", "{n} points", army.points, n=army.points)


def unit_lines(unit: UnitDocument) -> Iterator[str]:
    """Yield a warscroll as lines of text."""
    titles = [_("general")] * unit.general + [_("reinforced")] * unit.reinforced
    titles_in_brackets = f" ({', '.join(titles)})" if titles else ""
    yield "  " + _("{name}{more}, {points} points", name=unit.name, more=titles_in_brackets, points=unit.points)
    yield f"    {statistics_line(unit)}"
    if unit.keywords:
        yield f"    {', '.join(unit.keywords)}"
    for group in unit.models:
        yield f"    {models_line(group)}"
    for weapon in unit.weapons:
        yield f"    {weapon_line(weapon)}"
    for ability in unit.abilities:
        yield from ability_lines(ability, "    ")


def statistics_line(unit: UnitDocument) -> str:
    """Return the characteristics of a unit in one line."""
    line = _printed_line(unit.characteristics)
    return line + (", " + _("Banishment {value}+", value=unit.banishment) if unit.banishment else "")


def _printed_line(printed: CharacteristicsDocument) -> str:
    """Return characteristics in one line."""
    facts = {
        "move": "-" if printed.move is None else f"{printed.move}″",
        "health": printed.health,
        "save": "-" if printed.save is None else f"{printed.save}+",
        "control": "-" if printed.control is None else printed.control,
    }
    return _("Move {move}, Health {health}, Save {save}, Control {control}", **facts)


def models_line(group: ModelsDocument) -> str:
    """Return equal models in one line: number, base, name, titles, weapons, own characteristics."""
    base = base_line(group)
    weapons = [name if count == 1 else f"{count} × {name}" for name, count in Counter(group.weapons).items()]
    name = [group.name] if group.name else []
    line = ", ".join([f"{group.count} × {base}", *name, *(_(title) for title in group.titles), *weapons])
    return line if group.own is None else f"{line} ({_printed_line(group.own)})"


def base_line(group: ModelsDocument) -> str:
    """Return the base of a group of models in words."""
    size = {"mm": group.base_mm, "wide": group.base_wide_mm}
    if group.base_shape == "oval":
        return _("oval, {mm:g} × {wide:g} mm", **size)
    if group.base_shape == "rectangle":
        return _("rectangle, {mm:g} × {wide:g} mm", **size)
    return _("{mm:g} mm, assumed", **size) if group.assumed_base else _("{mm:g} mm", **size)


def base_lines(unit: UnitDocument, *, as_discs: bool) -> Iterator[str]:
    """Yield a line for each base of a unit that is not round: its size, or the disc used in older games."""
    for base, disc in dict.fromkeys((base_line(group), group.disc_mm) for group in unit.models if group.base_wide_mm):
        text = N_("{unit}: its base ({base}) is played as a round base of {disc:g} mm (A-AMB-4)")
        yield _(text, unit=unit.name, base=base, disc=disc) if as_discs else _("Base: {base}", base=base)


def weapon_line(weapon: WeaponDocument) -> str:
    """Return a weapon in one line."""
    facts = {
        "attacks": weapon.attacks,
        "hit": f"{weapon.hit}+" if weapon.hit else "-",
        "wound": f"{weapon.wound}+" if weapon.wound else "-",
        "rend": weapon.rend or "-",
        "damage": weapon.damage,
    }
    reach = [_("range {inches}″", inches=weapon.range_in)] if weapon.is_ranged else []
    line = _("attacks {attacks}, hit {hit}, wound {wound}, rend {rend}, damage {damage}", **facts)
    hand = [_("by hand")] if weapon.by_hand else []
    return f"{weapon.name}: {', '.join([*reach, line, *weapon.abilities, *hand])}"


def ability_lines(ability: AbilityDocument, indent: str) -> Iterator[str]:
    """Yield an ability as lines of text: timing and cost, declaration, effect."""
    parts = [ability.timing] if ability.timing else []
    if ability.kind == "command":
        parts.append(ngettext("{n} command point", "{n} command points", ability.cost, n=ability.cost))
    if ability.value:
        parts.append(_("value {value}", value=ability.value))
    yield f"{indent}{ability.name}" + (f" ({'; '.join(parts)})" if parts else "")
    for text in (ability.declare, ability.effect):
        for line in unmarked(text).splitlines():
            yield f"{indent}  {line}"

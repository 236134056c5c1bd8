"""Warscroll cards: what a unit is and can, and what is upon it now."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.rulebook.view import Line
from game.rulesets.aos4.documents.armies import UnitDocument, WeaponDocument
from game.rulesets.aos4.documents.texts import unmarked
from game.rulesets.aos4.rules.abilities.resolving import BY_HAND, rules_of
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.effects import effect_text
from game.wording import _, ngettext


def card(game: Game, unit: Unit) -> tuple[Line, ...]:
    """Return a unit's card: characteristics, weapons, keywords, abilities, and what lasts on it."""
    sheet = game.card(unit)
    return (
        Line(characteristics(sheet), "A-STATE-3"),
        *(Line(weapon_line(each), "A-ATK-1") for each in sheet.weapons),
        Line(", ".join(sheet.keywords), "A-KEY-10"),
        *_abilities(game, unit),
        *(Line(effect_text(game, unit, each), "A-TURN-5", "warning") for each in unit.effects),
        *_counts(game, unit),
    )


def characteristics(sheet: UnitDocument) -> str:
    """Return Move, Health, Save, Control of a warscroll in one line; "-" where it has none."""
    parts = [
        _("Move {move}", move=f"{sheet.move}″" if sheet.move is not None else "-"),
        _("Health {health}", health=sheet.health),
        _("Save {save}", save=f"{sheet.save}+" if sheet.save is not None else "-"),
        _("Control {control}", control=sheet.control if sheet.control is not None else "-"),
    ]
    if sheet.banishment:
        parts.append(_("Banishment {banishment}", banishment=f"{sheet.banishment}+"))
    return " · ".join(parts)


def weapon_line(weapon: WeaponDocument) -> str:
    """Return a weapon in one line, in the order of a warscroll."""
    reach = f"{weapon.range_in}″" if weapon.range_in is not None else _("combat")
    numbers = [
        _("{n} attacks", n=weapon.attacks),
        _("hit {n}", n=f"{weapon.hit}+") if weapon.hit else _("hit -"),
        _("wound {n}", n=f"{weapon.wound}+") if weapon.wound else _("wound -"),
        _("rend {n}", n=weapon.rend or "-"),
        _("damage {n}", n=weapon.damage),
    ]
    return f"{weapon.name}, {reach}: {', '.join((*numbers, *weapon.abilities))}"


def _abilities(game: Game, unit: Unit) -> Iterator[Line]:
    """Yield the abilities that are this unit's own; those the players carry out by hand say so (A-IMP-8)."""
    for spec in game.setup.abilities[unit.owner].values():
        if unit.name not in spec.used_by:
            continue
        by_hand = spec.kind != "passive" and rules_of(spec) is BY_HAND
        note = _(" (by hand)") if by_hand else ""
        yield Line(f"{_(spec.name)}{note}, {_(spec.timing)}: {unmarked(_(spec.effect))}", "A-ABIL-1")


def _counts(game: Game, unit: Unit) -> Iterator[Line]:
    if unit.damage:
        text = ngettext("{n} damage point suffered", "{n} damage points suffered", unit.damage, n=unit.damage)
        yield Line(text, "A-DMG-5", "warning")
    if unit.slain:
        yield Line(ngettext("{n} model slain", "{n} models slain", len(unit.slain), n=len(unit.slain)), "A-DMG-5")
    if game.number(unit, "PRIEST"):
        yield Line(ngettext("{n} ritual point", "{n} ritual points", unit.ritual, n=unit.ritual), "A-PRAY-3")

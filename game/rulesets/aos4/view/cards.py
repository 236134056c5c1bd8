"""Warscroll cards with the current effects on a unit."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core.decisions import Choose, Decision
from game.engine.rulebook.view import Line
from game.rulesets.aos4.documents.abilities import AbilityDocument, unmarked
from game.rulesets.aos4.documents.armies import UnitDocument, WeaponDocument
from game.rulesets.aos4.documents.catalogue import core_abilities
from game.rulesets.aos4.documents.params import MODIFIED, UNTIL
from game.rulesets.aos4.documents.timing import timing_words
from game.rulesets.aos4.rules.abilities import current
from game.rulesets.aos4.rules.abilities.limits import ATTUNED
from game.rulesets.aos4.rules.abilities.resolving import BY_HAND, rules_of
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.state import Effect, Unit
from game.wording import N_, _, ngettext


def card(game: Game, unit: Unit) -> tuple[Line, ...]:
    """Return a unit's characteristics, weapons, keywords, abilities and current effects."""
    sheet, known = game.card(unit), game.setup.abilities[unit.owner].values()
    return (
        Line(characteristics(sheet), "A-STATE-3"),
        *(Line(weapon_line(weapon), "A-ATK-1") for weapon in sheet.weapons),
        Line(", ".join(sheet.keywords), "A-KEY-10"),
        *(ability_line(spec) for spec in known if game.setup.names_unit(spec, unit)),
        *(Line(effect_text(game, unit, effect), "A-TURN-5", "warning") for effect in unit.effects),
        *_counts(game, unit),
    )


def characteristics(sheet: UnitDocument) -> str:
    """Return the characteristics of a warscroll in one line, with "-" for a missing one."""
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
    """Return a weapon's numbers and abilities in one line, in the order of a warscroll."""
    reach = f"{weapon.range_in}″" if weapon.range_in is not None else _("melee")
    numbers = [
        ngettext("{n} attack", "{n} attacks", 1 if weapon.attacks == "1" else 2, n=weapon.attacks),
        _("hit {n}", n=f"{weapon.hit}+") if weapon.hit else _("hit -"),
        _("wound {n}", n=f"{weapon.wound}+") if weapon.wound else _("wound -"),
        _("rend {n}", n=weapon.rend or "-"),
        _("damage {n}", n=weapon.damage),
    ]
    return f"{weapon.name}, {reach}: {', '.join((*numbers, *weapon.abilities))}"


def ability_line(spec: AbilityDocument, *, ticked: bool = False) -> Line:
    """Return an ability with its timing, price and text. Abilities by hand are marked (A-IMP-8)."""
    by_hand = spec.kind != "passive" and rules_of(spec) is BY_HAND
    marks = [*([_("completed")] if ticked else []), *([_("by hand")] if by_hand else [])]
    prices = [
        *([ngettext("{n} command point", "{n} command points", spec.cost, n=spec.cost)] if spec.cost else []),
        *([_("value {n}", n=spec.value)] if spec.value else []),
    ]
    name = f"{_(spec.name)} ({', '.join(marks)})" if marks else _(spec.name)
    head = ", ".join((name, *([timing_words(spec.timing)] if spec.timing else []), *prices))
    text = " ".join(unmarked(_(part)).strip() for part in (spec.declare, spec.effect) if part.strip())
    return Line(f"{head}: {text}", "A-IMP-8" if by_hand else "A-ABIL-1", "good" if ticked else "plain")


def army_lines(game: Game, player: str) -> Iterator[Line]:
    """Yield the battle tactic cards of a player, then other abilities that name no unit (A-IMP-15)."""
    specs = [spec for spec in game.setup.abilities[player].values() if not spec.used_by and not _is_core(spec)]
    for spec in sorted(specs, key=lambda spec: spec.kind != "card"):
        yield ability_line(spec, ticked=spec.id in game.state.ticked[player])


def _counts(game: Game, unit: Unit) -> Iterator[Line]:
    if unit.damage:
        text = ngettext("{n} damage point suffered", "{n} damage points suffered", unit.damage, n=unit.damage)
        yield Line(text, "A-DMG-5", "warning")
    if unit.slain:
        yield Line(ngettext("{n} model slain", "{n} models slain", len(unit.slain), n=len(unit.slain)), "A-DMG-5")
    if game.number(unit, "PRIEST"):
        yield Line(ngettext("{n} ritual point", "{n} ritual points", unit.ritual, n=unit.ritual), "A-PRAY-3")


def ability_text(game: Game, decision: Decision, option: str = "") -> Line | None:
    """Return the text of an option's ability or of the ability in use. Core abilities have none, but rules."""
    if option:
        known = game.setup.abilities[decision.player] if isinstance(decision, Choose) else {}
        spec = known.get(option.partition(" ")[0])
    else:
        use = current(game)
        spec = use.spec if use is not None else None
    return ability_line(spec) if spec is not None and not _is_core(spec) else None


def _is_core(spec: AbilityDocument) -> bool:
    return spec.id in core_abilities()


WHAT = {**MODIFIED, ATTUNED: N_("unbinding and banishing as a WIZARD (1)")}


def effect_text(game: Game, unit: Unit, effect: Effect) -> str:
    """Return a description of a lasting effect with its ability and duration."""
    spec = game.setup.abilities[effect.player].get(effect.source)
    source = _(spec.name) if spec is not None else effect.source
    until = _(UNTIL[effect.until])
    if effect.what == HAS:
        return _("{source}: {keyword} {until}", source=source, keyword=effect.keyword, until=until)
    what = _(WHAT.get(effect.what, effect.what))
    amount = f"{effect.amount:+d}"
    return _("{source}: {amount} to {what} {until}", source=source, amount=amount, what=what, until=until)

"""The parts of the numbers of attacks: every modifier with the rule that gives it (A-ATK, A-DICE, A-WPN)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.engine.rulebook.view import Line
from game.rulesets.aos4.rules.abilities import REGISTRY
from game.rulesets.aos4.rules.attacks.assigning import Aimed
from game.rulesets.aos4.rules.attacks.batch import Batch, Modifier, limited
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.attacks.eligible import is_guarded
from game.rulesets.aos4.rules.attacks.guarded import GUARDED_TO_HIT
from game.rulesets.aos4.rules.attacks.volleys import COVER_TO_HIT, batches_at, lasting, target_of
from game.rulesets.aos4.rules.attacks.weapon_abilities import weapon_abilities
from game.rulesets.aos4.rules.core.shooting import ALL_OUT_ATTACK, COVERING_FIRE
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit, of_unit
from game.rulesets.aos4.view.effects import effect_text
from game.wording import N_, _, ngettext

CRITS: Final = {
    "2 hits": (N_("critical hits count twice"), "A-WPN-1"),
    "auto-wound": (N_("critical hits wound without a roll"), "A-WPN-2"),
    "mortal": (N_("critical hits inflict mortal damage"), "A-WPN-3"),
}
OF_THE_ABILITY: Final = (
    (COVERING_FIRE, N_("Covering Fire"), "A-AB-17"),
    (ALL_OUT_ATTACK, N_("All-out Attack"), "A-AB-20"),
)
"""The modifier of an ability to its own hit rolls, with its name and rule."""


def made_of(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    """Yield the numbers of every batch of attacks against a target, then their parts, each cause once."""
    batches = [batch for _target, batch in batches_at(game, unit, aimed, hit)]
    for each, batch in zip(aimed, batches, strict=True):
        yield Line(_numbers(each, batch), "A-ATK-1")
    found = [
        *_to_hit(game, unit, target, aimed, hit),
        *_limits(game, unit, target, aimed, hit),
        *_of_weapons(game, unit, target, aimed),
        *_of_target(game, target),
    ]
    yield from {(line.text, line.rule): line for line in found}.values()


def _numbers(aimed: Aimed, batch: Batch) -> str:
    attacks = " + ".join(str(each) for each in batch.attacks)
    save = _("save {number}", number=needed(batch.save, batch.save_modifier)) if batch.save else _("no save")
    return ngettext(
        "{weapon}, {n} model: {attacks} attacks, hit {hit}, wound {wound}, {save}, damage {damage}",
        "{weapon}, {n} models: {attacks} attacks, hit {hit}, wound {wound}, {save}, damage {damage}",
        len(aimed.models),
        weapon=batch.weapon,
        attacks=attacks,
        hit=needed(batch.hit, batch.hit_modifier),
        wound=needed(batch.wound, batch.wound_modifier),
        save=save,
        damage=str(batch.damage),
    )


def needed(number: int, net: int) -> str:
    """Return the number that a roll needs, with its modifier."""
    return f"{number}+ ({net:+d})" if net else f"{number}+"


def _to_hit(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    for effect in unit.effects:
        if effect.what in ("hit", "wound"):
            rules = REGISTRY.get(effect.source)
            yield Line(effect_text(game, unit, effect), rules.rule if rules else "A-TURN-5", _tone(effect.amount))
    for part, name, rule in OF_THE_ABILITY:
        if hit == part:
            net = part.net(companion=False)
            yield Line(_("{ability}: {amount} to hit", ability=_(name), amount=f"{net:+d}"), rule, _tone(net))
    covered = sum(len(each.models) for each in aimed if each.target in each.group.covered)
    if covered:
        text = ngettext(
            "{unit} in cover from {n} model: {amount} to hit",
            "{unit} in cover from {n} models: {amount} to hit",
            covered,
            unit=target.name,
            amount=COVER_TO_HIT.other,
        )
        yield Line(text, "A-TAB-1", "warning")
    if is_guarded(game, target) and any(each.group.weapon.is_ranged for each in aimed):
        text = _("{unit} is guarded: {amount} to hit", unit=target.name, amount=GUARDED_TO_HIT.other)
        yield Line(text, "A-KEY-4", "warning")


def _tone(amount: int) -> str:
    return "good" if amount > 0 else "warning"


def _limits(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Iterator[Line]:
    """Yield where the modifiers of a roll exceed the limit (A-DICE-4, A-DICE-5)."""
    for each in aimed:
        raw = (hit + lasting(unit, "hit")).net(companion=weapon_abilities(each.group.weapon.abilities).companion)
        raw += COVER_TO_HIT.other if each.target in each.group.covered else 0
        raw += GUARDED_TO_HIT.other if each.group.weapon.is_ranged and is_guarded(game, target) else 0
        if raw != limited(raw):
            text = _("hit rolls: {amount} counts as {limit}", amount=f"{raw:+d}", limit=f"{limited(raw):+d}")
            yield Line(text, "A-DICE-4")


def _of_weapons(game: Game, unit: Unit, target: Unit, aimed: Sequence[Aimed]) -> Iterator[Line]:
    facts, meets = game.models(unit), target_of(game, target)
    for each in aimed:
        weapon, found = each.group.weapon, weapon_abilities(each.group.weapon.abilities)
        for crit in found.crits[:1]:
            text, rule = CRITS[crit]
            yield Line(f"{weapon.name}: {_(text)}", rule)
        if len(found.crits) > 1:
            yield Line(_("{weapon}: calculated with its first critical effect", weapon=weapon.name), "A-WPN-8")
        if found.charge_damage and game.charged(unit):
            text = _("{weapon}: {amount} damage after a charge", weapon=weapon.name, amount=f"{found.charge_damage:+d}")
            yield Line(text, "A-WPN-4", "good")
        if rend := found.rend_against(meets.keywords, charged=meets.charged):
            text = _(
                "{weapon}: {amount} rend against {unit}", weapon=weapon.name, amount=f"{rend:+d}", unit=target.name
            )
            yield Line(text, "A-WPN-5", "good")
        if found.companion:
            yield Line(_("{weapon}: friendly bonuses do not count", weapon=weapon.name), "A-WPN-6")
        elif champions := sum("champion" in facts[model].titles for model in each.models):
            text = ngettext("{weapon}: {n} extra attack from a champion", "{weapon}: {n} extra attacks from champions",
                            champions, weapon=weapon.name)  # fmt: skip
            yield Line(text, "A-KEY-6", "good")


def _of_target(game: Game, target: Unit) -> Iterator[Line]:
    for effect in target.effects:
        if effect.what == "save":
            rules = REGISTRY.get(effect.source)
            yield Line(effect_text(game, target, effect), rules.rule if rules else "A-DICE-5", "warning")
    body = body_of(game, target)
    if body.ward is not None:
        text = of_unit("{unit} has a ward of {ward}", "{unit} have a ward of {ward}", target, ward=f"{body.ward}+")
        yield Line(text, "A-DMG-3", "warning")
    text = ngettext("{unit}: {n} point of damage destroys the unit", "{unit}: {n} points of damage destroy the unit",
                    body.left, unit=target.name)  # fmt: skip
    yield Line(text, "A-DMG-5", "quiet")

"""Attacks carried out: batches with their modifiers, rolled one after another, then damage (A-ATK, A-DMG)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.assigning import Aimed
from game.rulesets.aos4.rules.attacks.batch import Attacker, Batch, Modifier, Target, batch_of, modifier, picks
from game.rulesets.aos4.rules.attacks.damaging import inflict
from game.rulesets.aos4.rules.attacks.eligible import is_guarded
from game.rulesets.aos4.rules.attacks.guarded import GUARDED_TO_HIT
from game.rulesets.aos4.rules.attacks.resolve import resolve
from game.rulesets.aos4.rules.attacks.weapon_abilities import Crit
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.wording import _

COVER_TO_HIT = modifier(-1, friendly=False)
"""The modifier of Cover to hit rolls, in melee too (A-TAB-1, A-AMB-32)."""


def batches_at(
    game: Game, unit: Unit, aimed: Sequence[Aimed], hit: Modifier, crits: dict[str, Crit] | None = None
) -> list[tuple[Unit, Batch]]:
    """Return the batches of some attacks with their targets; `hit` is this ability's modifier to hit rolls."""
    return [(game.state.units[each.target], _batch(game, unit, each, hit, crits or {})) for each in aimed]


def _batch(game: Game, unit: Unit, aimed: Aimed, hit: Modifier, crits: dict[str, Crit]) -> Batch:
    weapon, target = aimed.group.weapon, game.state.units[aimed.target]
    facts = game.models(unit)
    if aimed.target in aimed.group.covered:
        hit = hit + COVER_TO_HIT
    if weapon.is_ranged and is_guarded(game, target):
        hit = hit + GUARDED_TO_HIT
    batch = batch_of(
        weapon,
        len(aimed.models),
        target_of(game, target),
        attacker_of(game, unit, hit),
        champions=sum("champion" in facts[model].titles for model in aimed.models),
        crit=crits.get(weapon.name),
        cap_bonus_before_rend=game.setup.document.options.save_cap == "before",
    )
    return batch if aimed.share is None else replace(batch, attacks=(Amount(plus=aimed.share),))


def attacker_of(game: Game, unit: Unit, hit: Modifier) -> Attacker:
    """Return the attacker's side of a unit's attacks, besides its weapons."""
    return Attacker(
        hit=hit + lasting(unit, "hit"),
        wound=lasting(unit, "wound"),
        charged=game.charged(unit),
        champions_of_beasts=game.has(unit, "BEAST"),
    )


def target_of(game: Game, unit: Unit) -> Target:
    """Return the target's side of attacks against a unit."""
    return Target(
        game.card(unit).save, game.bonus(unit, "save"), frozenset(game.keywords(unit)), charged=game.charged(unit)
    )


def lasting(unit: Unit, what: str) -> Modifier:
    """Return the modifier of lasting effects to a roll of a unit's attacks (A-WPN-6)."""
    found = Modifier()
    for effect in unit.effects:
        if effect.what == what:
            found = found + modifier(effect.amount, friendly=effect.player == unit.owner)
    return found


def pick_crits(game: Game, unit: Unit, aimed: Sequence[Aimed]) -> Asking[dict[str, Crit]]:
    """Ask which critical effect a weapon with several has, once for each (A-WPN-8)."""
    found: dict[str, Crit] = {}
    for each in aimed:
        crits = picks(each.group.weapon)
        if not crits or each.group.weapon.name in found:
            continue
        options = [Option(crit, _("Crit ({crit})", crit=crit), "A-WPN-8") for crit in crits]
        prompt = _("Choose a critical effect for the {weapon}", weapon=each.group.weapon.name)
        found[each.group.weapon.name] = yield Choose(
            player=unit.owner, prompt=prompt, rule="A-WPN-8", about=unit.id, options=options
        )
    return found


def attack(game: Game, unit: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Flow:
    """Roll all attacks, then resolve the damage of each target in the attacker's order (A-ATK-7, A-DMG-9)."""
    crits = yield from pick_crits(game, unit, aimed)
    pools: dict[str, int] = {}
    for number, (target, batch) in enumerate(batches_at(game, unit, aimed, hit, crits)):
        rolled = resolve(batch, game.dice, game.state.rolls, game.key(unit, f"{batch.weapon}/{number}"))
        game.emit(
            events.Attacked(
                unit=unit.id,
                target=target.id,
                weapon=batch.weapon,
                attacks=rolled.attacks,
                attack_pool=rolled.attack_rolls.pool,
                hit_pool=rolled.hit_pool,
                hits=rolled.hits,
                mortal_pool=rolled.mortal_rolls.pool,
                wound_pool=rolled.wound_pool,
                wounds=rolled.wounds,
                save_pool=rolled.save_pool,
                unsaved=rolled.unsaved,
                damage_pool=rolled.damage_rolls.pool,
                damage=rolled.damage,
                mortal=rolled.mortal,
                rule="A-ATK-1",
            )
        )
        pools[target.id] = pools.get(target.id, 0) + rolled.points
    waiting = [game.state.units[identity] for identity, points in pools.items() if points]
    while waiting:
        target = yield from _next_pool(game, unit, waiting)
        waiting.remove(target)
        yield from inflict(game, target, pools[target.id], "damage")


def _next_pool(game: Game, unit: Unit, waiting: Sequence[Unit]) -> Asking[Unit]:
    """Ask whose damage is resolved next, if several units were damaged (A-DMG-9)."""
    if len(waiting) == 1:
        return waiting[0]
    options = [Option(each.id, each.name, "A-DMG-9", tuple(each.at), hand="piece") for each in waiting]
    prompt = _("Which unit takes its damage first?")
    key = yield Choose(player=unit.owner, prompt=prompt, rule="A-DMG-9", about=unit.id, options=options)
    return game.state.units[key]

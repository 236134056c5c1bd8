"""The dice of attacks, batch by batch, and then the damage (A-ATK, A-DMG)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import Dice, RollCounter
from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import least_face, roll_pool
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.documents.params import DICE
from game.rulesets.aos4.documents.weapon_abilities import Crit
from game.rulesets.aos4.rules import events, mixed
from game.rulesets.aos4.rules.attacks.assigning import Aimed
from game.rulesets.aos4.rules.attacks.batch import (
    SIDES,
    Batch,
    Modifier,
    batch_of,
    modifier,
    picks,
    roll_amounts,
)
from game.rulesets.aos4.rules.attacks.damaging import inflict, mortal_damage
from game.rulesets.aos4.rules.attacks.eligible import GUARDED_TO_HIT, is_guarded
from game.rulesets.aos4.rules.attacks.modifiers import applies, attacker_of, target_of, weapon_of
from game.rulesets.aos4.rules.conditions import note_aim, shed_note
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.state import Unit
from game.wording import N_, _


def resolve(
    batch: Batch, dice: Dice, counter: RollCounter, key: str, unit: str = "", target: str = ""
) -> events.Attacked:
    """Roll all dice of a batch up to the damage (A-WPN-1, A-WPN-2).

    `key` names the round, unit and weapon. The event is about the attacks of a `unit` on a `target`.
    """
    attack_pool, attacks = roll_amounts(dice, counter, batch.attacks, f"{key}/attacks")
    hit = roll_pool(dice, counter, SIDES, attacks, f"{key}/hit")
    critical = sum(map(batch.is_critical, hit.faces))
    struck = sum(map(batch.hits, hit.faces))
    mortal = critical if batch.crit == "mortal" else 0
    mortal_pool, mortal_damage = roll_amounts(dice, counter, (batch.damage,) * mortal, f"{key}/mortal")
    hits = struck + (critical if batch.crit == "2 hits" else 0)
    automatic = critical if batch.crit == "auto-wound" else 0
    wound = roll_pool(dice, counter, SIDES, hits - mortal - automatic, f"{key}/wound")
    wounds = automatic + sum(map(batch.wounds, wound.faces))
    save = roll_pool(dice, counter, SIDES, 0 if batch.save is None else wounds, f"{key}/save")
    unsaved = wounds - sum(map(batch.saves, save.faces))
    damage_pool, damage = roll_amounts(dice, counter, (batch.damage,) * unsaved, f"{key}/damage")
    return events.Attacked(
        unit=unit,
        target=target,
        weapon=batch.weapon,
        attacks=attacks,
        attack_pool=attack_pool,
        hit_pool=hit,
        hits=hits,
        mortal_pool=mortal_pool,
        mortal=mortal_damage,
        wound_pool=wound,
        wounds=wounds,
        save_pool=save,
        unsaved=unsaved,
        damage_pool=damage_pool,
        damage=damage,
        hits_on=least_face(batch.hits),
        wounds_on=least_face(batch.wounds),
        saves_on=least_face(batch.saves),
        rule="A-ATK-1",
    )


COVER_TO_HIT = modifier(-1, friendly=False)
"""The modifier of Cover to hit rolls, also in melee (A-TAB-1, A-AMB-32)."""


def batch_at(game: Game, unit: Unit, aimed: Aimed, hit: Modifier, crits: Mapping[str, Crit] | None = None) -> Batch:
    """Return a batch of attacks. `hit` is the ability's modifier to hit rolls, `crits` the chosen critical effects."""
    printed, target = aimed.group.weapon, game.state.units[aimed.target]
    weapon, models = weapon_of(game, unit, printed, target), game.models(unit)
    batch = batch_of(
        weapon,
        len(aimed.models),
        target_of(game, target, printed, unit),
        attacker_of(game, unit, hit + sheltered(game, aimed), printed, target),
        champions=sum("champion" in models[model].titles for model in aimed.models),
        crit=(crits or {}).get(weapon.name),
        cap_bonus_before_rend=game.setup.document.options.save_cap == "before",
    )
    return batch if aimed.share is None else replace(batch, attacks=(Amount(plus=aimed.share),))


def sheltered(game: Game, aimed: Aimed) -> Modifier:
    """Return the modifier to hit rolls from the cover and the guards of a target."""
    hit = COVER_TO_HIT if aimed.target in aimed.group.covered else Modifier()
    guarded = aimed.group.weapon.is_ranged and is_guarded(game, game.state.units[aimed.target])
    return hit + GUARDED_TO_HIT if guarded else hit


def pick_crits(game: Game, unit: Unit, aimed: Sequence[Aimed]) -> Asking[dict[str, Crit]]:
    """Return the player's choices of critical effects, for weapons that have several (A-WPN-8)."""
    chosen: dict[str, Crit] = {}
    for attacks in aimed:
        weapon = weapon_of(game, unit, attacks.group.weapon, game.state.units[attacks.target])
        crits = picks(weapon)
        if not crits or weapon.name in chosen:
            continue
        options = [Option(crit, _("Crit ({crit})", crit=crit), "A-WPN-8") for crit in crits]
        prompt = _("Choose a critical effect for the {weapon}", weapon=weapon.name)
        question = Choose(player=unit.owner, prompt=prompt, rule="A-WPN-8", about=unit.id, options=options)
        chosen[weapon.name] = yield question
    return chosen


def attack(game: Game, unit: Unit, aimed: Sequence[Aimed], hit: Modifier) -> Flow:
    """Roll all attacks, then resolve each target's damage in the attacker's order (A-ATK-7, A-DMG-9)."""
    crits = yield from pick_crits(game, unit, aimed)
    pools, backlash = dict[str, list[int]](), 0
    batches = [batch_at(game, unit, attacks, hit, crits) for attacks in aimed]
    for number, (attacks, batch) in enumerate(zip(aimed, batches)):
        key = game.key(unit, f"{batch.weapon}/{number}")
        volley = resolve(batch, game.dice, game.state.rolls, key, unit.id, attacks.target)
        game.emit(volley)
        # Each target has two sums: points with ward rolls, and points of piercing attacks without.
        pools.setdefault(attacks.target, [0, 0])[batch.pierces] += volley.points
        backlash += _backlash(game, unit, attacks, volley)
        if 1 in volley.save_pool.faces:
            _shed(game, game.state.units[attacks.target])
    waiting = [game.state.units[identity] for identity, points in pools.items() if any(points)]
    kind = "shooting" if any(attacks.group.weapon.is_ranged for attacks in aimed) else "combat"
    note_aim(game, unit, [attacks.target for attacks in aimed], kind)
    while waiting:
        prompt, usual = _("Which unit takes its damage first?"), partial(_any_first, game, waiting)
        target = yield from pick_unit(game, unit, waiting, prompt, "A-DMG-9", usual)
        waiting.remove(target)
        points, unwarded = pools[target.id]
        avengers = _avengers(game, unit, target, aimed[0].group.weapon)  # before any model is removed
        yield from inflict(game, target, points, "damage", unwarded=unwarded, by=unit, kind=kind)
        backlash += _avenged(game, unit, target, avengers)
    yield from mortal_damage(game, unit, backlash, "backlash")


BACKLASH: Final = {"hit 1": ("hit_pool", 1), "save 1": ("save_pool", 1), "save 6": ("save_pool", 6)}
"""The natural faces of rolls that may hurt an attacker, by the name of the effect (A-DMG-2)."""


def _backlash(game: Game, unit: Unit, attacks: Aimed, volley: events.Attacked) -> int:
    """Return the mortal damage to the attacker for natural faces of its rolls, by effects on the target or itself."""
    target, weapon, points = game.state.units[attacks.target], attacks.group.weapon, 0
    for name, (pool, face) in BACKLASH.items():
        for influence in game.influences(target, f"backlash {name}"):
            if applies(game, influence.scope, weapon, target, unit):
                points += influence.amount * getattr(volley, pool).faces.count(face)
    for influence in game.influences(unit, "backfire 1"):
        if applies(game, influence.scope, weapon, unit, target):
            points += influence.amount * volley.hit_pool.faces.count(1)
    return points


def _shed(game: Game, unit: Unit) -> None:
    """Remove the tokens that a unit loses for a save roll of 1."""
    for influence in game.influences(unit, "sheds"):
        game.state.uses.note(shed_note(unit, influence.keyword), "battle")


def _avengers(game: Game, unit: Unit, target: Unit, weapon: WeaponDocument) -> dict[str, tuple[int, ...]]:
    """Return the target's models whose death hurts the near attacker, each with the needed rolls of its dice."""
    needed_by_effect = [
        (influence.amount,) * _dice_of_avengers(game, target, DICE.of(influence.scope))
        for influence in game.influences(target, "backlash slain")
        if applies(game, influence.scope, weapon, target, unit)
    ]
    if not needed_by_effect:
        return {}
    gaps = game.positions.gaps(unit, target).min(axis=0)
    dice_of_model = min(needed_by_effect, key=lambda dice: (-len(dice), dice))  # the most dice, then the lowest number
    return {model: dice_of_model for model, gap in zip(target.at, gaps) if gap <= COMBAT_RANGE + TOLERANCE}


def _dice_of_avengers(game: Game, unit: Unit, dice: str) -> int:
    """Return the number of dice that are rolled for each slain model of a unit."""
    return mixed.health(game, unit) if dice == "target health" else int(dice or 1)


def _avenged(game: Game, unit: Unit, target: Unit, avengers: Mapping[str, tuple[int, ...]]) -> int:
    """Return the mortal damage to the attacker from the slain models of a target, with one or more dice for each."""
    needed_rolls = [needed for model, dice in avengers.items() if model not in target.at for needed in dice]
    if not needed_rolls:
        return 0
    pool = game.throw(target, len(needed_rolls), "backlash")
    successes = sum(face >= needed for face, needed in zip(pool.faces, needed_rolls))
    return game.rolled(target, N_("backlash"), pool, successes, needed=needed_rolls[0], rule="A-DMG-2")


def _any_first(game: Game, waiting: Sequence[Unit]) -> str | None:
    """Return the first of these units if no aura makes the order of damage matter, else None."""
    auras = [aura for auras_of_value in game.setup.auras.values() for aura in auras_of_value]
    if any(game.setup.names_unit(aura.spec, unit) for aura in auras for unit in waiting):
        return None
    return waiting[0].id


def pick_unit(
    game: Game,
    unit: Unit,
    targets: Sequence[Unit],
    prompt: str,
    rule: str,
    usual: Callable[[], str | None] | None = None,
) -> Asking[Unit]:
    """Return one of these units, chosen by the player of `unit` if there are several."""
    if len(targets) == 1:
        return targets[0]
    options = [Option(target.id, target.name, rule, tuple(target.at), hand="piece") for target in targets]
    key = yield Choose(player=unit.owner, prompt=prompt, rule=rule, about=unit.id, options=options, usual=usual)
    return game.state.units[key]

"""The changes of attacks by effects: modifiers, replaced characteristics and weapon abilities (A-ABIL-6, A-WPN-6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.documents.params import OF_ATTACKS
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.documents.weapon_abilities import weapon_abilities
from game.rulesets.aos4.rules import mixed
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER, Attacker, Modifier, Target, modifier
from game.rulesets.aos4.rules.conditions import Params, meets, names
from game.rulesets.aos4.rules.game import Game, Influence
from game.rulesets.aos4.rules.state import Unit

COMPANIONS: Final = "companion weapons"
"""The name of all Companion weapons."""
SET_OF_WEAPONS: Final = ("attacks", "rend", "damage")
"""The characteristics of weapons that effects may replace."""
DOUBLED: Final = ("attacks", "damage")
"""The characteristics of weapons that effects may double."""


def applies(game: Game, scope: Params, weapon: WeaponDocument, unit: Unit, other: Unit | None) -> bool:
    """Return whether an effect on a unit with this scope counts for attacks with a weapon, by the unit or at it.

    `other` is the unit on the other side of the attack, or None if it is not known yet.
    """
    kind, weapons = params.ATTACKS.of(scope), params.WEAPONS.of(scope)
    if kind and (kind == "shooting") != weapon.is_ranged:
        return False
    if weapons and not _is_among(weapon, weapons):
        return False
    against, when = params.AGAINST.of(scope), params.WHEN.of(scope)
    if not against and not when:
        return True
    return other is not None and fits(names(game, other), against) and meets(game, other, when, unit)


def _is_among(weapon: WeaponDocument, names: tuple[str, ...]) -> bool:
    """Return whether a weapon has one of these names, or is a Companion weapon and the names include these."""
    if COMPANIONS in map(str.casefold, names) and weapon_abilities(weapon.abilities).companion:
        return True
    return _plain(weapon.name) in map(_plain, names)


@lru_cache(maxsize=512)
def _plain(name: str) -> str:
    """Return the name of a weapon without case, blanks, signs and plural, for comparison."""
    return re.sub(r"[\W_]", "", name.casefold()).removesuffix("s")


def attack_modifier(
    game: Game, unit: Unit, what: str, weapon: WeaponDocument, target: Unit | None, *, gains_only: bool = False
) -> Modifier:
    """Return the sum of all effects on a value of a unit's attacks with a weapon (A-WPN-6)."""
    total = NO_MODIFIER
    for influence in _of(game, unit, what, weapon, target):
        if influence.amount > 0 or not gains_only:
            total = total + _modifier(influence, unit)
    return total


def _modifier(influence: Influence, attacker: Unit) -> Modifier:
    """Return an effect as a modifier. An effect that names its weapons also counts for Companion weapons."""
    named = params.COMPANION.of(influence.scope) or bool(params.WEAPONS.of(influence.scope))
    return modifier(influence.amount, friendly=influence.player == attacker.owner and not named)


def attacker_of(game: Game, unit: Unit, hit: Modifier, weapon: WeaponDocument, target: Unit | None) -> Attacker:
    """Return a unit's numbers as an attacker with a weapon; `hit` is the ability's modifier to hit rolls."""
    total = {value: attack_modifier(game, unit, value, weapon, target) for value in OF_ATTACKS}
    all_hit = hit + total["hit"]
    if any(True for _none in _of(game, unit, "no hit malus", weapon, target)):
        gains = attack_modifier(game, unit, "hit", weapon, target, gains_only=True)
        all_hit = gains + Modifier(max(0, hit.own), max(0, hit.other))
    if any(True for _none in _of(game, unit, "no wound malus", weapon, target)):
        total["wound"] = attack_modifier(game, unit, "wound", weapon, target, gains_only=True)
    limits = (limit.keyword for limit in _of(game, unit, "most attacks set", weapon, target))
    return Attacker(
        hit=all_hit,
        wound=total["wound"],
        attacks=total["attacks"],
        rend=total["rend"],
        damage=total["damage"],
        charged=game.charged(unit) and not any(True for _one in _of(game, unit, "no charge damage", weapon, target)),
        champions_of_beasts=game.has(unit, "BEAST"),
        critical_from=6 - max((extra.amount for extra in _of(game, unit, "critical", weapon, target)), default=0),
        scores_criticals=not any(True for _none in _of(game, unit, "no critical", weapon, target)),
        fails_wound_to=max((extra.amount for extra in _of(game, unit, "wound miss", weapon, target)), default=1),
        fails_to=max((extra.amount for extra in _of(game, unit, "miss", weapon, target)), default=1),
        most_attacks=min(map(int, limits), default=100),
        pierces=any(True for _one in _of(game, unit, "pierces", weapon, target)),
    )


def _of(game: Game, unit: Unit, what: str, weapon: WeaponDocument, target: Unit | None) -> Iterator[Influence]:
    """Yield the effects on a value of a unit's attacks with a weapon, both on the unit and on the target."""
    own = (effect for effect in game.influences(unit, what) if _is_picked(effect, weapon))
    yield from (effect for effect in own if applies(game, effect.scope, weapon, unit, target))
    if target is not None:
        taken = game.influences(target, f"{what} taken")
        yield from (
            effect
            for effect in taken
            if effect.by in ("", unit.id) and applies(game, effect.scope, weapon, target, unit)
        )


def _is_picked(influence: Influence, weapon: WeaponDocument) -> bool:
    """Return whether an effect counts for a weapon: it is not for one picked weapon, or for this one."""
    return not influence.weapon or _is_among(weapon, (influence.weapon,))


def target_of(game: Game, unit: Unit, weapon: WeaponDocument | None = None, attacker: Unit | None = None) -> Target:
    """Return a unit's numbers as the target of attacks with a weapon, or of any attacks."""
    amounts = [
        influence.amount
        for influence in game.influences(unit, "save")
        if weapon is None or applies(game, influence.scope, weapon, unit, attacker)
    ]
    if game.bonus(unit, "no save bonus"):
        amounts = [amount for amount in amounts if amount < 0]
    unhindered = game.bonus(unit, "no save malus") > 0
    if unhindered:
        amounts = [amount for amount in amounts if amount > 0]
    return Target(
        mixed.save(game, unit),
        sum(amounts),
        frozenset(game.keywords(unit)),
        charged=game.charged(unit),
        unhindered=unhindered,
    )


def weapon_of(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit | None = None) -> WeaponDocument:
    """Return a weapon with replaced characteristics and given weapon abilities, as effects change it."""
    replaced: dict[str, str] = {}
    for characteristic in SET_OF_WEAPONS:
        for influence in _of(game, unit, f"{characteristic} set", weapon, target):
            replaced[characteristic] = influence.keyword
    for characteristic in DOUBLED:
        doubles = _of(game, unit, f"double {characteristic}", weapon, target)
        if any(not _modifier_is_ignored(effect, unit, weapon) for effect in doubles):
            replaced[characteristic] = _doubled(replaced.get(characteristic) or str(getattr(weapon, characteristic)))
    stripped = any(True for _none in _of(game, unit, "no abilities", weapon, target))
    lent_abilities = [
        influence.keyword
        for influence in _of(game, unit, "weapon", weapon, target)
        if not _modifier_is_ignored(influence, unit, weapon)
    ]
    if not (replaced or lent_abilities or stripped):
        return weapon
    return _changed(weapon, tuple(sorted(replaced.items())), tuple(lent_abilities), stripped=stripped)


def _doubled(text: str) -> str:
    """Return twice an amount."""
    number = amount(text)
    return str(Amount(2 * number.count, number.sides, 2 * number.plus))


def _modifier_is_ignored(influence: Influence, unit: Unit, weapon: WeaponDocument) -> bool:
    """Return whether a Companion weapon ignores the weapon ability that an effect gives (A-WPN-6)."""
    if influence.player != unit.owner or not weapon_abilities(weapon.abilities).companion:
        return False
    return not (params.COMPANION.of(influence.scope) or params.WEAPONS.of(influence.scope))


@lru_cache(maxsize=512)
def _changed(
    weapon: WeaponDocument, replaced: tuple[tuple[str, str], ...], given: tuple[str, ...], *, stripped: bool
) -> WeaponDocument:
    """Return a weapon with these changes; `stripped` removes all abilities except Companion."""
    fields = {name: int(text) if name == "rend" else text for name, text in replaced}
    added = tuple(ability for ability in dict.fromkeys(given) if ability not in weapon.abilities)
    abilities = (*weapon.abilities, *added)
    if stripped:
        abilities = tuple(ability for ability in abilities if ability.casefold() == "companion")
    return weapon.model_copy(update={**fields, "abilities": abilities})

"""Batches: attacks that are equal in every number, and the meaning of a die's face for them (A-ATK, A-DICE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.rules.attacks.amounts import modified
from game.rulesets.aos4.rules.attacks.weapon_abilities import Crit, WeaponAbilities, weapon_abilities

LIMIT: Final = 1
"""The net modifier of a hit or wound roll is at most this either way, that of a save at most this (A-DICE-4)."""

Reroll = Literal["none", "ones", "failures"]
"""Which dice are rerolled, once each: none, natural 1s, or all that would fail after modifiers (A-DICE-2)."""


Amounts = tuple[Amount, ...]
"""Numbers of attacks: one sum, or an amount per weapon if they are random."""


@dataclass(frozen=True, slots=True)
class Rerolls:
    """Which dice of each roll are rerolled: hits and wounds by the attacker, saves by the target's commander."""

    hit: Reroll = "none"
    wound: Reroll = "none"
    save: Reroll = "none"


@dataclass(frozen=True, slots=True)
class Modifier:
    """The sum of abilities' modifiers to a roll or characteristic.

    `own` are bonuses of the attacker's side, which a Companion weapon ignores; `other` is everything else (A-WPN-6).
    """

    own: int = 0
    other: int = 0

    def __add__(self, more: Modifier) -> Modifier:
        return Modifier(self.own + more.own, self.other + more.other)

    def net(self, *, companion: bool) -> int:
        """Return the sum that applies to a weapon."""
        return self.other if companion else self.own + self.other


def modifier(number: int, *, friendly: bool) -> Modifier:
    """Return the modifier of one ability, of the attacker's own side or not (A-WPN-6)."""
    return Modifier(own=number) if friendly and number > 0 else Modifier(other=number)


@dataclass(frozen=True, slots=True)
class Target:
    """The target's side of an attack: its save (None for "-"), modifiers of its save rolls, and its keywords.

    `keywords` are names in capitals, without their numbers; `charged`: the target charged this turn.
    """

    save: int | None
    save_bonus: int = 0
    keywords: frozenset[str] = frozenset()
    charged: bool = False


@dataclass(frozen=True, slots=True)
class Attacker:
    """The attacker's side besides its weapons: modifiers, and whether it charged this turn.

    `champions_of_beasts`: its champions add attacks to Companion weapons too (A-KEY-6).
    """

    hit: Modifier = Modifier()
    wound: Modifier = Modifier()
    attacks: Modifier = Modifier()
    rend: Modifier = Modifier()
    damage: Modifier = Modifier()
    charged: bool = False
    champions_of_beasts: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """Equal attacks (A-DICE-9), with all modifiers settled and limited.

    `attacks` has the sum of a plain number of attacks, or one random amount per weapon (A-ATK-5, A-ATK-6); then the
    numbers that hit, wound and save rolls need, `save` None for "-"; `save_modifier` includes the rend.
    """

    weapon: str
    attacks: tuple[Amount, ...]
    hit: int
    wound: int
    damage: Amount
    rend: int = 0
    save: int | None = None
    hit_modifier: int = 0
    wound_modifier: int = 0
    save_modifier: int = 0
    crit: Crit = ""
    rerolls: Rerolls = Rerolls()

    def hits(self, face: int) -> bool:
        """Return whether a natural face hits: never 1, always 6 (A-ATK-2, A-AMB-27)."""
        return is_critical(face) or _passes(face, self.hit_modifier, self.hit)

    def wounds(self, face: int) -> bool:
        """Return whether a natural face wounds: never on 1 (A-ATK-3)."""
        return _passes(face, self.wound_modifier, self.wound)

    def saves(self, face: int) -> bool:
        """Return whether a natural face saves: never on 1, nor if the save is "-" (A-ATK-4)."""
        return self.save is not None and _passes(face, self.save_modifier, self.save)


def is_critical(face: int) -> bool:
    """Return whether a natural face of a hit roll is a critical hit (A-ATK-2, A-DICE-3)."""
    return face == 6


def rolls_again(policy: Reroll, face: int, *, success: bool) -> bool:
    """Return whether a die with this face is rerolled (A-DICE-2)."""
    return face == 1 if policy == "ones" else not success and policy == "failures"


def limited(net: int) -> int:
    """Return the net modifier of a hit or wound roll within its limits (A-DICE-4)."""
    return max(-LIMIT, min(LIMIT, net))


def save_modifier(bonus: int, rend: int, *, cap_bonus_before_rend: bool = False) -> int:
    """Return the net modifier of a save roll, never better than +1 (A-DICE-5).

    `cap_bonus_before_rend`: the bonus alone is limited, and rend counts in full against what is left (A-AMB-26).
    """
    return min(LIMIT, bonus) - rend if cap_bonus_before_rend else min(LIMIT, bonus - rend)


def can_be_rolled(weapon: WeaponDocument) -> bool:
    """Return whether the rules can roll for a weapon; otherwise it is used by hand (A-IMP-25)."""
    return not weapon.by_hand and bool(weapon.hit and weapon.wound)


def batch_of(
    weapon: WeaponDocument,
    weapons: int,
    target: Target,
    attacker: Attacker = Attacker(),
    *,
    champions: int = 0,
    crit: Crit | None = None,
    rerolls: Rerolls = Rerolls(),
    cap_bonus_before_rend: bool = False,
) -> Batch:
    """Return the attacks of some weapons of a kind at one target, `champions` of them wielded by champions.

    `crit` is the attacker's choice if a weapon has several (A-WPN-6), otherwise its first. `ValueError` for a weapon
    that cannot be rolled for, or a crit that it lacks.
    """
    if not can_be_rolled(weapon):
        raise ValueError(f"{weapon.name} is used by hand")
    abilities = weapon_abilities(weapon.abilities)
    if crit is not None and crit not in abilities.crits:
        raise ValueError(f"{weapon.name} has no Crit ({crit})")
    companion = abilities.companion
    rend = _rend(weapon, abilities, target, attacker)
    more_damage = attacker.damage.net(companion=companion) + (abilities.charge_damage if attacker.charged else 0)
    return Batch(
        weapon=weapon.name,
        attacks=attacks_of(weapon, weapons, champions, attacker),
        hit=weapon.hit,
        wound=weapon.wound,
        damage=modified(amount(weapon.damage), more_damage),
        rend=rend,
        save=target.save,
        hit_modifier=limited(attacker.hit.net(companion=companion)),
        wound_modifier=limited(attacker.wound.net(companion=companion)),
        save_modifier=save_modifier(target.save_bonus, rend, cap_bonus_before_rend=cap_bonus_before_rend),
        crit=crit if crit is not None else (*abilities.crits, "")[0],
        rerolls=rerolls,
    )


def picks(weapon: WeaponDocument) -> tuple[Crit, ...]:
    """Return the crits of which the attacker chooses one before rolling; none if there is no choice (A-WPN-6)."""
    crits = weapon_abilities(weapon.abilities).crits
    return crits if len(crits) > 1 else ()


def _rend(weapon: WeaponDocument, abilities: WeaponAbilities, target: Target, attacker: Attacker) -> int:
    """Return the rend, never below 0 (A-DICE-8), with what the weapon adds against this target (A-WPN-5)."""
    added = attacker.rend.net(companion=abilities.companion)
    return max(0, weapon.rend + added + abilities.rend_against(target.keywords, charged=target.charged))


def attacks_of(weapon: WeaponDocument, weapons: int, champions: int, attacker: Attacker = Attacker()) -> Amounts:
    """Return the numbers of attacks: one sum, or an amount per weapon if they are random (A-ATK-6, A-KEY-6)."""
    companion = weapon_abilities(weapon.abilities).companion
    printed, added = amount(weapon.attacks), attacker.attacks.net(companion=companion)
    more = 0 if companion and not attacker.champions_of_beasts else 1
    each = (modified(printed, added + more),) * champions + (modified(printed, added),) * (weapons - champions)
    return each if printed.is_random else (Amount(plus=sum(one.plus for one in each)),)


def _passes(face: int, net: int, needed: int) -> bool:
    return face > 1 and face + net >= needed

"""Batches of attacks that are equal in every number, with the results of each die face (A-ATK, A-DICE).

At the beginning: random amounts such as D3, 2D6 or D3+2. All amounts of one kind are rolled together (A-DICE-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from game.engine.core.dice import Dice, RollCounter
from game.engine.core.pools import Pool, roll_pool
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.armies import WeaponDocument
from game.rulesets.aos4.documents.weapon_abilities import Crit, WeaponAbilities, weapon_abilities

SIDES = 6
"""The number of sides of every die. A D3 is a halved D6 (A-DICE-1)."""


def modified(amount: Amount, by: int) -> Amount:
    """Return the sum of an amount and a number. A plain number never sinks below 1 (A-DICE-8)."""
    plus = amount.plus + by
    return Amount(amount.count, amount.sides, plus if amount.is_random or not by else max(1, plus))


def worth(amount: Amount, face: int) -> int:
    """Return the value of a die's face in an amount. A D3 is a D6 halved, rounded up (A-DICE-1)."""
    return (face + 1) // 2 if amount.sides == 3 else face


def value(amount: Amount, thrown: int) -> int:
    """Return the value of an amount from the total of its dice. A random amount is at least 1 (A-DICE-8)."""
    return max(1, thrown + amount.plus) if amount.is_random else amount.plus


def roll_amounts(dice: Dice, counter: RollCounter, amounts: Sequence[Amount], key: str) -> tuple[Pool, int]:
    """Roll the dice of all amounts at once, in their order, and return the dice and the sum of the amounts.

    `key` is the purpose of the roll.
    """
    pool = roll_pool(dice, counter, SIDES, sum(amount.count for amount in amounts), key)
    faces = iter(pool.faces)
    thrown = [sum(worth(amount, face) for face in islice(faces, amount.count)) for amount in amounts]
    return pool, sum(map(value, amounts, thrown))


LIMIT: Final = 1
"""The highest net modifier of a roll. It is also the lowest for hit and wound rolls, as a malus (A-DICE-4)."""

Amounts = tuple[Amount, ...]
"""Numbers of attacks. This is one sum, or an amount per weapon if they are random."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """The sum of all modifiers of a roll or characteristic.

    `own` is the sum of the attacker's own bonuses, which a Companion weapon ignores. `other` is the rest (A-WPN-6).
    """

    own: int = 0
    other: int = 0

    def __add__(self, more: Modifier) -> Modifier:
        return Modifier(self.own + more.own, self.other + more.other)

    def net(self, *, companion: bool) -> int:
        """Return the modifier that applies to a weapon."""
        return self.other if companion else self.own + self.other


NO_MODIFIER: Final = Modifier()
"""The modifier that changes nothing."""


def modifier(number: int, *, friendly: bool) -> Modifier:
    """Return the modifier of one ability. `friendly` means that the ability is the attacker's own (A-WPN-6)."""
    return Modifier(own=number) if friendly and number > 0 else Modifier(other=number)


@dataclass(frozen=True, slots=True)
class Target:
    """The target's numbers for an attack. `save` is None for "-".

    `keywords` are in capitals without numbers. `charged`: the target charged this turn. `unhindered`: negative
    modifiers to its save rolls, including rend, are ignored.
    """

    save: int | None
    save_bonus: int = 0
    keywords: frozenset[str] = frozenset()
    charged: bool = False
    unhindered: bool = False


@dataclass(frozen=True, slots=True)
class Attacker:
    """The attacker's modifiers, and other facts about its attacks.

    `charged`: it charged this turn. `champions_of_beasts`: its champions also add attacks to Companion weapons
    (A-KEY-6). Natural faces from `critical_from` are critical hits; without `scores_criticals`, these have no extra
    effect. Natural faces up to `fails_to` never hit, up to `fails_wound_to` never wound. `pierces`: no ward rolls
    against its attacks. A weapon has at most `most_attacks`.
    """

    hit: Modifier = Modifier()
    wound: Modifier = Modifier()
    attacks: Modifier = Modifier()
    rend: Modifier = Modifier()
    damage: Modifier = Modifier()
    charged: bool = False
    champions_of_beasts: bool = False
    critical_from: int = 6
    scores_criticals: bool = True
    fails_to: int = 1
    fails_wound_to: int = 1
    pierces: bool = False
    most_attacks: int = 100


@dataclass(frozen=True, slots=True)
class Batch:
    """Attacks that are equal in every number, with all modifiers applied and limited (A-DICE-9).

    `attacks` is one sum, or an amount per weapon if they are random (A-ATK-5, A-ATK-6). `hit`, `wound` and `save` are
    the results that the rolls need; `save` is None for "-". `save_modifier` includes the rend.
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
    critical_from: int = 6
    fails_to: int = 1
    fails_wound_to: int = 1
    pierces: bool = False

    def is_critical(self, face: int) -> bool:
        """Return whether a natural face of a hit roll is a critical hit (A-ATK-2, A-DICE-3)."""
        return face >= self.critical_from and face > self.fails_to

    def hits(self, face: int) -> bool:
        """Return whether a natural face hits. A 1 never hits, and a 6 always does (A-ATK-2, A-AMB-27)."""
        passes = face > self.fails_to and _passes(face, self.hit_modifier, self.hit)
        return self.is_critical(face) or passes

    def wounds(self, face: int) -> bool:
        """Return whether a natural face wounds. A 1 never wounds (A-ATK-3)."""
        if face <= self.fails_wound_to:
            return False
        return _passes(face, self.wound_modifier, self.wound)

    def saves(self, face: int) -> bool:
        """Return whether a natural face saves. A 1 never saves, and a save of "-" never succeeds (A-ATK-4)."""
        return self.save is not None and _passes(face, self.save_modifier, self.save)


def limited(net: int) -> int:
    """Return the net modifier of a hit or wound roll within its limits (A-DICE-4)."""
    return max(-LIMIT, min(LIMIT, net))


def save_modifier(bonus: int, rend: int, *, cap_bonus_before_rend: bool = False) -> int:
    """Return the net modifier of a save roll, which is never better than +1 (A-DICE-5).

    With `cap_bonus_before_rend`, the bonus is limited first and the full rend is subtracted after that (A-AMB-26).
    """
    return min(LIMIT, bonus) - rend if cap_bonus_before_rend else min(LIMIT, bonus - rend)


def can_be_rolled(weapon: WeaponDocument) -> bool:
    """Return whether the program can roll for a weapon. Other weapons are used by hand (A-IMP-25)."""
    return not weapon.by_hand and bool(weapon.hit and weapon.wound)


def batch_of(
    weapon: WeaponDocument,
    weapons: int,
    target: Target,
    attacker: Attacker = Attacker(),
    *,
    champions: int = 0,
    crit: Crit | None = None,
    cap_bonus_before_rend: bool = False,
) -> Batch:
    """Return the attacks at one target with weapons of one kind; champions wield `champions` of them.

    `crit` is the attacker's choice of a critical effect (A-WPN-6); None means the first. Raises `ValueError` for a
    weapon that the program cannot roll for, and for a crit that the weapon does not have.
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
        save_modifier=save_modifier(
            target.save_bonus, 0 if target.unhindered else rend, cap_bonus_before_rend=cap_bonus_before_rend
        ),
        crit=(crit if crit is not None else (*abilities.crits, "")[0]) if attacker.scores_criticals else "",
        critical_from=attacker.critical_from,
        fails_to=attacker.fails_to,
        fails_wound_to=attacker.fails_wound_to,
        pierces=attacker.pierces,
    )


def picks(weapon: WeaponDocument) -> tuple[Crit, ...]:
    """Return the critical effects among which the attacker must choose, or () if there is no choice (A-WPN-6)."""
    crits = weapon_abilities(weapon.abilities).crits
    return crits if len(crits) > 1 else ()


def _rend(weapon: WeaponDocument, abilities: WeaponAbilities, target: Target, attacker: Attacker) -> int:
    """Return the rend with the weapon's extra rend against this target, never below 0 (A-DICE-8, A-WPN-5)."""
    added = attacker.rend.net(companion=abilities.companion)
    return max(0, weapon.rend + added + abilities.rend_against(target.keywords, charged=target.charged))


def attacks_of(weapon: WeaponDocument, weapons: int, champions: int, attacker: Attacker = Attacker()) -> Amounts:
    """Return the numbers of attacks of these weapons, one amount per weapon if they are random (A-ATK-6, A-KEY-6)."""
    companion = weapon_abilities(weapon.abilities).companion
    printed, added = amount(weapon.attacks), attacker.attacks.net(companion=companion)
    champion_bonus = 0 if companion and not attacker.champions_of_beasts else 1
    amounts = (modified(printed, added + champion_bonus),) * champions + (modified(printed, added),) * (
        weapons - champions
    )
    if not printed.is_random:
        amounts = tuple(Amount(plus=min(number.plus, attacker.most_attacks)) for number in amounts)
    return amounts if printed.is_random else (Amount(plus=sum(number.plus for number in amounts)),)


def _passes(face: int, net: int, needed: int) -> bool:
    """Return whether a face with a modifier reaches the needed number; a 1 never does."""
    return face > 1 and face + net >= needed

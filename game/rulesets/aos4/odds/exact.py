"""Exact odds of rolls that must reach a number, and of volleys.

"Shares" are the chances of the numbers 0, 1, 2 and so on. Rolls are charges, casting and unbinding, and chanting
(A-CHG, A-MAG, A-PRAY). A volley has odds for points of damage before and after wards, models slain and the destruction
of the target (A-ATK, A-DMG). Attacks are independent of one another, and so are the points of damage of one attack, so
their odds combine as a product. `Batch` gives the result of each face, as for real rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final, NamedTuple

import numpy as np

from game.engine.core.pools import outcomes
from game.engine.core.shares import NOTHING, Shares, at_least, mapped, of, power, repeated, thinned
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.rules.attacks.batch import SIDES, Batch, value, worth
from game.rulesets.aos4.rules.attacks.damaging import Body, warded
from game.rulesets.aos4.rules.magic import CASTING_DICE, chanting_roll, is_answered, is_cast, is_miscast, is_unbound
from game.rulesets.aos4.rules.rulings import TOLERANCE

FACES: Final = range(1, SIDES + 1)


@lru_cache(maxsize=256)
def of_amount(amount: Amount) -> Shares:
    """Return the chances of each value of an amount, random or not (A-DICE-1)."""
    die = np.zeros(SIDES + 1)
    for face in FACES:
        die[worth(amount, face)] += 1.0 / SIDES
    if amount.dropped:
        sums = [sum(sorted(faces)[amount.dropped :]) for faces in product(FACES, repeat=amount.count)]
        return mapped(np.bincount(sums) / len(sums), lambda thrown: value(amount, thrown))
    return mapped(power(die, amount.count), lambda thrown: value(amount, thrown))


TWO_DICE: Final = Amount(CASTING_DICE)
_LOST: Final = Amount(1, 3)
"""The ritual points lost by a failed chanting roll (A-PRAY-2)."""


class CastingOdds(NamedTuple):
    """The chances of a casting roll: cast, miscast, and cast and not unbound. Otherwise it fails."""

    cast: float
    miscast: float
    stands: float


class ChantingOdds(NamedTuple):
    """The chances of a chanting roll: it fails, can be answered, or can be answered with the better effect.

    `banked` has the chances of each number of ritual points after the roll, if the prayer is never answered.
    """

    failed: float
    answered: float
    better: float
    banked: Shares


def reaching(needed: float, *, bonus: int = 0, reroll: bool = False, amount: Amount = TWO_DICE) -> float:
    """Return the chance that a roll with a bonus is at least `needed`; with `reroll`, a lower roll is rerolled once.

    For a charge, `needed` is the distance in inches, `amount` 2D6 and `reroll` Forward to Victory (A-CHG-2, A-AB-19).
    For a banishment, the bonus includes the number of the opponent's other manifestations (A-AB-11).
    """
    chance = at_least(of_amount(amount), ceil(needed - bonus - TOLERANCE))
    return chance + (1.0 - chance) * chance if reroll else chance


def casting_odds(needed: int, bonus: int = 0, *, unbinding: int | None = None) -> CastingOdds:
    """Return the odds of a casting roll. `unbinding` is the bonus of the unit that will try to unbind it, if any."""
    cases = len(FACES) ** CASTING_DICE
    cast = miscast = not_unbound = 0.0
    for faces in product(FACES, repeat=CASTING_DICE):
        miscast += is_miscast(faces) / cases
        if is_cast(faces, bonus, needed):
            cast += 1 / cases
            unbound = 0.0 if unbinding is None else unbinding_chance(sum(faces) + bonus, unbinding)
            not_unbound += (1.0 - unbound) / cases
    return CastingOdds(cast, miscast, not_unbound)


def unbinding_chance(casting_roll: int, bonus: int = 0) -> float:
    """Return the chance to unbind a spell with this casting roll (A-MAG-7)."""
    unbound = outcomes(SIDES, CASTING_DICE, lambda faces: is_unbound(sum(faces) + bonus, casting_roll))
    return unbound.get(True, 0) / int(SIDES**CASTING_DICE)


def chanting_odds(needed: int, ritual: int = 0, bonus: int = 0, *, better: int | None = None) -> ChantingOdds:
    """Return the odds of a priest's chanting roll. `better` is the value for the better effect, if any (A-PRAY-6)."""
    failed = answered = better_answered = 0.0
    banked: dict[int, float] = {}
    for face in FACES:
        roll = chanting_roll(face, bonus)
        if roll is None:
            failed += 1 / SIDES
            for lost_points, chance in enumerate(of_amount(_LOST)):
                remaining = max(0, ritual - lost_points)
                banked[remaining] = banked.get(remaining, 0.0) + float(chance) / SIDES
        else:
            answered += is_answered(roll, ritual, needed) / SIDES
            better_answered += (better is not None and is_answered(roll, ritual, better)) / SIDES
            banked[ritual + roll] = banked.get(ritual + roll, 0.0) + 1 / SIDES
    return ChantingOdds(failed, answered, better_answered, of(banked))


@dataclass(frozen=True, slots=True, eq=False)
class VolleyOdds:
    """The chances of each number of points before wards, of points after wards, and of models slain."""

    points: Shares
    allocated: Shares
    slain: Shares

    @property
    def destroyed(self) -> float:
        """The chance that no model is left."""
        return float(self.slain[-1])


def volley_odds(batches: Sequence[Batch], body: Body, mortal: Sequence[Amount] = ()) -> VolleyOdds:
    """Return the odds of all batches at one target, whose damage points form one pool (A-DMG-1, A-AMB-28).

    `mortal` are additional amounts of mortal damage (A-DMG-2).
    """
    points = _pool(batches, mortal, 1.0)
    ward = body.ward
    allocated = points if ward is None else _pool(batches, mortal, 1.0 - chance_of(lambda face: warded(face, ward)))
    if body.spared:
        allocated = mapped(allocated, lambda point: max(0, point - body.spared))
    return VolleyOdds(points, allocated, slain(allocated, body))


def slain(allocated: Shares, body: Body) -> Shares:
    """Return the chance of each number of models slain, from the chance of each number of unwarded points (A-DMG-5)."""
    models = np.searchsorted(np.cumsum(body.healths), body.damage + np.arange(len(allocated)), side="right")
    return np.bincount(models, weights=allocated, minlength=body.models + 1).astype(np.float64, copy=False)


def _pool(batches: Sequence[Batch], mortal: Sequence[Amount], kept: float) -> Shares:
    """Return the chances of each number of points of all batches; each point remains with the chance `kept`."""
    pooled = NOTHING
    for batch in batches:
        damage = _attack(batch, 1.0 if batch.pierces else kept)
        fixed_attacks = sum(amount.plus for amount in batch.attacks if not amount.is_random)
        pooled = np.convolve(pooled, power(damage, fixed_attacks))
        for amount, weapons in Counter(amount for amount in batch.attacks if amount.is_random).items():
            pooled = np.convolve(pooled, power(repeated(of_amount(amount), damage), weapons))
    for amount in mortal:
        pooled = np.convolve(pooled, thinned(of_amount(amount), kept))
    return pooled


@lru_cache(maxsize=512)
def _attack(batch: Batch, kept: float) -> Shares:
    """Return the chances of each number of points of one attack; each point remains with chance `kept` (A-ATK-1)."""
    critical = chance_of(batch.is_critical)
    normal_hit = chance_of(batch.hits) - critical
    damage = thinned(of_amount(batch.damage), kept)
    wound = _perhaps(1.0 - chance_of(batch.saves), damage)
    hit = _perhaps(chance_of(batch.wounds), wound)
    of_critical = {"": hit, "2 hits": np.convolve(hit, hit), "auto-wound": wound, "mortal": damage}[batch.crit]
    shares = np.zeros(max(len(hit), len(of_critical)))
    shares[: len(hit)] += normal_hit * hit
    shares[: len(of_critical)] += critical * of_critical
    shares[0] += 1.0 - normal_hit - critical
    return shares


def chance_of(success: Callable[[int], bool]) -> float:
    """Return the chance of success of one die."""
    return sum(map(success, FACES)) / len(FACES)


def _perhaps(chance: float, shares: Shares) -> Shares:
    """Return the chances of results that come with a certain chance, and are 0 otherwise."""
    mixed = chance * shares
    mixed[0] += 1.0 - chance
    return mixed

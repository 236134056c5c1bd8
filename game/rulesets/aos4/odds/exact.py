"""Exact odds of rolls that must reach a number, and of volleys.

Rolls are charges, casting and unbinding, and chanting (A-CHG, A-MAG, A-PRAY). For a volley: points of damage before and
after wards, models slain, the target destroyed (A-ATK, A-DMG). Attacks are independent of one another, and so are the
points of damage of one attack, so their odds combine as a product. `Batch` says what each face does, as for real rolls.
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
    """Return the shares of an amount, random or not (A-DICE-1)."""
    die = np.zeros(SIDES + 1)
    for face in FACES:
        die[worth(amount, face)] += 1.0 / SIDES
    if amount.dropped:
        sums = [sum(sorted(faces)[amount.dropped :]) for faces in product(FACES, repeat=amount.count)]
        return mapped(np.bincount(sums) / len(sums), lambda thrown: value(amount, thrown))
    return mapped(power(die, amount.count), lambda thrown: value(amount, thrown))


TWO_DICE: Final = Amount(CASTING_DICE)
_LOST: Final = Amount(1, 3)
"""Ritual points that a failed chant costs (A-PRAY-2)."""


class CastingOdds(NamedTuple):
    """The chances of a casting roll: cast, miscast, and cast and not unbound; else it fails."""

    cast: float
    miscast: float
    stands: float


class ChantingOdds(NamedTuple):
    """The chances of a chanting roll: it fails, can be answered, can be answered with the better effect.

    `banked` are the shares of ritual points after it, if it is never answered.
    """

    failed: float
    answered: float
    better: float
    banked: Shares


def reaching(needed: float, *, bonus: int = 0, reroll: bool = False, amount: Amount = TWO_DICE) -> float:
    """Return the chance that a roll with a bonus is at least `needed`; `reroll`: it is rolled again if it is not.

    For a charge, `needed` is the way in inches, `amount` 2D6, `reroll` Forward to Victory (A-CHG-2, A-AB-19); for a
    banishment the number of the opponent's other manifestations is in the bonus (A-AB-11).
    """
    chance = at_least(of_amount(amount), ceil(needed - bonus - TOLERANCE))
    return chance + (1.0 - chance) * chance if reroll else chance


def casting_odds(needed: int, bonus: int = 0, *, unbinding: int | None = None) -> CastingOdds:
    """Return the odds of a casting roll; `unbinding` is the bonus of the unit that will try to unbind it, if any."""
    cases = len(FACES) ** CASTING_DICE
    cast = miscast = stands = 0.0
    for faces in product(FACES, repeat=CASTING_DICE):
        miscast += is_miscast(faces) / cases
        if is_cast(faces, bonus, needed):
            cast += 1 / cases
            unbound = 0.0 if unbinding is None else unbinding_chance(sum(faces) + bonus, unbinding)
            stands += (1.0 - unbound) / cases
    return CastingOdds(cast, miscast, stands)


def unbinding_chance(casting_roll: int, bonus: int = 0) -> float:
    """Return the chance to unbind a spell with this casting roll (A-MAG-7)."""
    unbound = outcomes(SIDES, CASTING_DICE, lambda faces: is_unbound(sum(faces) + bonus, casting_roll))
    return unbound.get(True, 0) / int(SIDES**CASTING_DICE)


def chanting_odds(needed: int, ritual: int = 0, bonus: int = 0, *, better: int | None = None) -> ChantingOdds:
    """Return the odds of a chanting roll of a priest with ritual points; `better` is a second value (A-PRAY-6)."""
    failed = answered = more = 0.0
    banked: dict[int, float] = {}
    for face in FACES:
        roll = chanting_roll(face, bonus)
        if roll is None:
            failed += 1 / SIDES
            for lost, chance in enumerate(of_amount(_LOST)):
                left = max(0, ritual - lost)
                banked[left] = banked.get(left, 0.0) + float(chance) / SIDES
        else:
            answered += is_answered(roll, ritual, needed) / SIDES
            more += (better is not None and is_answered(roll, ritual, better)) / SIDES
            banked[ritual + roll] = banked.get(ritual + roll, 0.0) + 1 / SIDES
    return ChantingOdds(failed, answered, more, of(banked))


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
    """Return the odds of batches at one target, whose points gather in one pool (A-DMG-1, A-AMB-28).

    `mortal` are amounts of mortal damage that come with them (A-DMG-2).
    """
    points = _pool(batches, mortal, 1.0)
    ward = body.ward
    allocated = points if ward is None else _pool(batches, mortal, 1.0 - chance_of(lambda face: warded(face, ward)))
    if body.spared:
        allocated = mapped(allocated, lambda point: max(0, point - body.spared))
    return VolleyOdds(points, allocated, slain(allocated, body))


def slain(allocated: Shares, body: Body) -> Shares:
    """Return the chance of each number of models slain, from those of each number of unwarded points (A-DMG-5)."""
    models = np.searchsorted(np.cumsum(body.healths), body.damage + np.arange(len(allocated)), side="right")
    return np.bincount(models, weights=allocated, minlength=body.models + 1).astype(np.float64, copy=False)


def _pool(batches: Sequence[Batch], mortal: Sequence[Amount], kept: float) -> Shares:
    """Return the shares of points of all batches, each point staying with this chance."""
    pooled = NOTHING
    for batch in batches:
        damage = _attack(batch, 1.0 if batch.pierces else kept)
        plain = sum(amount.plus for amount in batch.attacks if not amount.is_random)
        pooled = np.convolve(pooled, power(damage, plain))
        for amount, weapons in Counter(amount for amount in batch.attacks if amount.is_random).items():
            pooled = np.convolve(pooled, power(repeated(of_amount(amount), damage), weapons))
    for amount in mortal:
        pooled = np.convolve(pooled, thinned(of_amount(amount), kept))
    return pooled


@lru_cache(maxsize=512)
def _attack(batch: Batch, kept: float) -> Shares:
    """Return the shares of points of one attack of a batch, each point staying with this chance (A-ATK-1)."""
    critical = chance_of(batch.is_critical)
    struck = chance_of(batch.hits) - critical
    damage = thinned(of_amount(batch.damage), kept)
    wound = _perhaps(1.0 - chance_of(batch.saves), damage)
    hit = _perhaps(chance_of(batch.wounds), wound)
    of_critical = {"": hit, "2 hits": np.convolve(hit, hit), "auto-wound": wound, "mortal": damage}[batch.crit]
    shares = np.zeros(max(len(hit), len(of_critical)))
    shares[: len(hit)] += struck * hit
    shares[: len(of_critical)] += critical * of_critical
    shares[0] += 1.0 - struck - critical
    return shares


def chance_of(success: Callable[[int], bool]) -> float:
    """Return the chance of success of one die."""
    return sum(map(success, FACES)) / len(FACES)


def _perhaps(chance: float, shares: Shares) -> Shares:
    """Return the shares of results that come with a chance, else 0."""
    mixed = chance * shares
    mixed[0] += 1.0 - chance
    return mixed

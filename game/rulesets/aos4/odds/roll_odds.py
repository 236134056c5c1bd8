"""Exact odds of rolls that must reach a number: charges, casting and unbinding, chanting (A-CHG, A-MAG, A-PRAY)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final, NamedTuple

import numpy as np

from game.engine.core.pools import outcomes
from game.engine.core.shares import Shares, at_least, mapped, of, power
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.rules.attacks.batch import SIDES, value, worth
from game.rulesets.aos4.rules.magic import CASTING_DICE, chanting_roll, is_answered, is_cast, is_miscast, is_unbound
from game.rulesets.aos4.rules.rulings import TOLERANCE

FACES: Final = range(1, SIDES + 1)


@lru_cache(maxsize=256)
def of_amount(amount: Amount) -> Shares:
    """Return the shares of an amount, random or not (A-DICE-1)."""
    die = np.zeros(SIDES + 1)
    for face in FACES:
        die[worth(amount, face)] += 1.0 / SIDES
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

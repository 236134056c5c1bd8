"""Shares of amounts: the chance of every result of a number that may be rolled."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from game.engine.core.shares import Shares, mapped, power
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.rules.attacks.amounts import SIDES, value, worth

FACES: Final = range(1, SIDES + 1)


@lru_cache(maxsize=256)
def of_amount(amount: Amount) -> Shares:
    """Return the shares of an amount, random or not (A-DICE-1)."""
    die = np.zeros(SIDES + 1)
    for face in FACES:
        die[worth(amount, face)] += 1.0 / SIDES
    return mapped(power(die, amount.count), lambda thrown: value(amount, thrown))

"""Exact odds of a volley: points of damage before and after wards, models slain, the target destroyed (A-ATK, A-DMG).

Attacks, and the points of one, are independent of one another, so the whole is a product of what one attack may do.
Every face is judged by the batch itself, as when it is rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.engine.core.shares import NOTHING, Shares, power, repeated, thinned
from game.rulesets.aos4.documents.amounts import Amount
from game.rulesets.aos4.odds.roll_odds import FACES, of_amount
from game.rulesets.aos4.rules.attacks.batch import Batch, is_critical
from game.rulesets.aos4.rules.attacks.damaging import Body, warded


@dataclass(frozen=True, slots=True, eq=False)
class VolleyOdds:
    """The shares of points that go into the pool, of those that no ward removes, and of models slain."""

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
    return VolleyOdds(points, allocated, slain(allocated, body))


def slain(allocated: Shares, body: Body) -> Shares:
    """Return the shares of models slain by points that no ward removes, up to all of them (A-DMG-5)."""
    models = np.minimum((body.damage + np.arange(len(allocated))) // body.health, body.models)
    return np.bincount(models, weights=allocated, minlength=body.models + 1).astype(np.float64, copy=False)


def _pool(batches: Sequence[Batch], mortal: Sequence[Amount], kept: float) -> Shares:
    """Return the shares of points of all batches, each point staying with this chance."""
    found = NOTHING
    for batch in batches:
        each = _attack(batch, kept)
        plain = sum(amount.plus for amount in batch.attacks if not amount.is_random)
        found = np.convolve(found, power(each, plain))
        for amount, weapons in Counter(amount for amount in batch.attacks if amount.is_random).items():
            found = np.convolve(found, power(repeated(of_amount(amount), each), weapons))
    for amount in mortal:
        found = np.convolve(found, thinned(of_amount(amount), kept))
    return found


@lru_cache(maxsize=512)
def _attack(batch: Batch, kept: float) -> Shares:
    """Return the shares of points of one attack of a batch, each point staying with this chance (A-ATK-1)."""
    critical = chance_of(is_critical)
    struck = chance_of(batch.hits) - critical
    damage = thinned(of_amount(batch.damage), kept)
    wound = _perhaps(1.0 - chance_of(batch.saves), damage)
    hit = _perhaps(chance_of(batch.wounds), wound)
    of_critical = {"": hit, "2 hits": np.convolve(hit, hit), "auto-wound": wound, "mortal": damage}[batch.crit]
    found = np.zeros(max(len(hit), len(of_critical)))
    found[: len(hit)] += struck * hit
    found[: len(of_critical)] += critical * of_critical
    found[0] += 1.0 - struck - critical
    return found


def chance_of(success: Callable[[int], bool]) -> float:
    """Return the chance of success of one die."""
    return sum(map(success, FACES)) / len(FACES)


def _perhaps(chance: float, shares: Shares) -> Shares:
    """Return the shares of results that come with a chance, else 0."""
    found = chance * shares
    found[0] += 1.0 - chance
    return found

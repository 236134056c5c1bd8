"""Exact odds of a volley of Age of Sigmar: 40 attacks in three batches and a ward, beside counting out 8."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.weapon_abilities import Crit
from game.rulesets.aos4.odds import exact
from game.rulesets.aos4.rules.attacks.batch import Batch
from game.rulesets.aos4.rules.attacks.damaging import Body
from tools.timing import timed
from tools.witnesses.volleys import counted

Columns = tuple[str, str, list[float], str, str, float, str]
VOLLEYS = 200
CRITS: tuple[Crit, ...] = ("", "2 hits", "auto-wound", "mortal")
DAMAGES = ("1", "2", "D3", "D3+2", "D6")


def volleys() -> Iterator[tuple[tuple[Batch, ...], Body]]:
    """Yield volleys of 40 attacks on average in three batches, one with a random number of attacks."""
    rng = random.Random(1)
    for number in range(VOLLEYS):
        attacks = ((Amount(plus=20),), (Amount(plus=13),), (amount("D6"), amount("D6")))
        yield tuple(_batch(rng, f"{number}", each) for each in attacks), Body(2, 10, 1, ward=rng.choice((4, 5, 6)))


def _batch(rng: random.Random, name: str, attacks: tuple[Amount, ...]) -> Batch:
    hit, wound, save = (rng.randint(3, 5) for _roll in range(3))
    damage, crit = amount(rng.choice(DAMAGES)), rng.choice(CRITS)
    return Batch(name, attacks, hit, wound, damage, 1, save, rng.randint(-1, 1), 0, -1, crit)


def measure_odds_aos4() -> Iterator[Columns]:
    """Yield a row for volleys never asked about before, and one for known ones."""
    cases = list(volleys())
    (first, *_others), body = cases[0]
    base = timed(partial(counted, (replace(first, attacks=(Amount(plus=8),)),), body))
    for label, cold in (("new batches", True), ("known batches", False)):
        samples = [_sample(batches, body, cold=cold) for batches, body in cases]
        note = f"{len(samples)} volleys, worst {max(samples):.2f}"
        yield f"odds of a volley of 40 attacks, {label}", "ms", samples, "must 5, aim 1", "counting out 8", base, note


def _sample(batches: Sequence[Batch], body: Body, *, cold: bool) -> float:
    if cold:
        exact._attack.cache_clear()
        exact.of_amount.cache_clear()
    started = time.process_time()  # its own time: the machine may be busy
    exact.volley_odds(batches, body)
    return (time.process_time() - started) * 1000

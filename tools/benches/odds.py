"""Exact odds of engages, cold and warm, beside counting out every combination of dice."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

from game.engine.core.odds import single_highest
from game.rulesets.godbreakers.odds.duel import Fighter
from game.rulesets.godbreakers.odds.odds import engage_odds
from tools.timing import timed
from tools.witnesses.odds import Side, bout_of, count_out

Columns = tuple[str, str, list[float], str, str, float, str]
TRAITS = ("Brutal", "Deadly", "Defensive", "Tough")


def measure_odds() -> Iterator[Columns]:
    """Return rows for one engage and for three and four d12s; the baseline counts out every combination."""
    rng = random.Random(1)
    duels = [[_anybody(rng), _anybody(rng)] for _ in range(200)]
    yield _row("odds of an engage, new dice", duels, "must 0.3", cold=True)
    yield _row("odds of an engage, known dice", duels, "must 0.3", cold=False)
    for opponents in (3, 4):
        crowds = [[Side(Fighter(12, {"Merciless": 3})), *(Side(Fighter(12)) for _ in range(opponents))]] * 20
        yield _row(
            f"odds against {opponents} d12s, new dice", crowds, "must 5", cold=True, counts=2 if opponents == 3 else 0
        )


def _anybody(rng: random.Random) -> Side:
    traits = {name: rng.randint(1, 3) for name in rng.sample(TRAITS, 2)}
    return Side(Fighter(rng.choice((6, 8, 10, 12)), traits, damage=rng.randrange(5)), challenging=rng.random() < 0.3)


def _row(name: str, fights: list[list[Side]], promise: str, *, cold: bool, counts: int = 9) -> Columns:
    samples = []
    for sides in fights:
        bout = bout_of(sides)
        if cold:
            single_highest.cache_clear()
        else:
            engage_odds(bout, bout.attacker, *bout.defenders)
        samples.append(timed(lambda bout=bout: engage_odds(bout, bout.attacker, *bout.defenders)))  # type: ignore[misc]
    if not counts:
        return name, "ms", samples, promise, "", 0.0, "counting out takes a dozen times that against 3"
    counted = [timed(lambda sides=sides: count_out(sides)) for sides in fights[:counts]]  # type: ignore[misc]
    return name, "ms", samples, promise, "counting out", statistics.median(counted), ""

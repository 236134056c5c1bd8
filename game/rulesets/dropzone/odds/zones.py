"""The exact odds of fire at the damage zones of a Behemoth, with all that follows from being Crippled (D-BEH-9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from math import prod

import numpy as np

from game.engine.core.shares import NOTHING, Shares, at_least
from game.rulesets.dropzone.odds.volleys import Harm
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Unit

Counts = tuple[int, ...]


def zone_harm(game: Game, behemoth: Unit, struck: Mapping[str, Shares]) -> Harm:
    """Return the harm to a Behemoth from the shares of points at its zones; the attacker chooses what is best."""
    zones = game.sheet(behemoth).zones
    lefts = tuple(each.whole - behemoth.zones.get(each.zone, 0) for each in zones)
    wholes, steps = tuple(each.whole for each in zones), tuple(each.points for each in zones)
    times = tuple(behemoth.crippled.get(each.zone, 0) for each in zones)
    each_zone = [_capped(struck.get(zone.zone, NOTHING), left) for zone, left in zip(zones, lefts, strict=True)]
    points, fatal = np.zeros(sum(lefts) + 1), 0.0
    for losses in product(*(range(len(shares)) for shares in each_zone)):
        chance = prod(float(shares[lost]) for shares, lost in zip(each_zone, losses, strict=True))
        if chance:
            after = tuple(left - lost for left, lost in zip(lefts, losses, strict=True))
            dead, rest = _settled(after, wholes, steps, times)
            points[sum(lefts) - rest] += chance
            fatal += chance * dead
    return Harm(points, sum(lefts), fatal)


def _capped(points: Shares, left: int) -> Shares:
    """Return the shares of points that a zone loses, at most those that it has left."""
    found = np.zeros(left + 1)
    found[: min(left, len(points))] = points[:left]
    found[left] = at_least(points, left)
    return found


@lru_cache(maxsize=50_000)
def _settled(lefts: Counts, wholes: Counts, steps: Counts, times: Counts) -> tuple[bool, int]:
    """Return whether a Behemoth is destroyed after all that follows, and the points left in its zones (D-BEH-9)."""
    if sum(not left for left in lefts) > 1:
        return True, sum(lefts)
    due = (n for n, left in enumerate(lefts) if (wholes[n] - left) // steps[n] > times[n])
    number = next(due, None)
    if number is None:
        return False, sum(lefts)
    then = tuple(count + (n == number) for n, count in enumerate(times))
    others = [n for n, left in enumerate(lefts) if left and n != number]
    after = [tuple(left - (n == other) for n, left in enumerate(lefts)) for other in others] or [lefts]
    return max((_settled(each, wholes, steps, then) for each in after), key=lambda way: (way[0], -way[1]))

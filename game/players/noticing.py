"""Players that overlook answers still notice a helpful answer, if there is one."""

import random
from collections.abc import Sequence
from typing import Final

from game.engine.rulebook.view import Prospect

HELPS: Final = 0.1
"""The least gain of a helpful answer, in the game's points."""
HARMS: Final = -0.1
"""The gain, in the game's points, above which an answer does no harm."""


def with_noticed(seen: Sequence[Prospect], prospects: Sequence[Prospect], rng: random.Random) -> list[Prospect]:
    """Return the answers seen; if none of them helps, add a helpful one of all prospects, or else a harmless one."""
    for least in (HELPS, HARMS):
        if above(least, seen):
            return [*seen]
        if better := above(least, prospects):
            return [*seen, rng.choice(better)]
    return [*(seen or prospects)]


def above(least: float, prospects: Sequence[Prospect]) -> list[Prospect]:
    """Return the prospects whose worth is above `least`."""
    return [prospect for prospect in prospects if prospect.worth > least]

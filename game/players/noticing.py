"""A player that does not see everything sees something that helps, if there is such an answer."""

import random
from collections.abc import Sequence
from typing import Final

from game.engine.rulebook.view import Prospect

HELPS: Final = 0.1
"""The least gain of an answer that helps, in the game's points."""
HARMS: Final = -0.1
"""The most an answer adds, in the game's points, if it does harm."""


def noticed(seen: Sequence[Prospect], found: Sequence[Prospect], rng: random.Random) -> list[Prospect]:
    """Return the answers seen out of all, and one that helps, or else one that does no harm, if none of those does."""
    for least in (HELPS, HARMS):
        if above(least, seen):
            return [*seen]
        if others := above(least, found):
            return [*seen, rng.choice(others)]
    return [*(seen or found)]


def above(least: float, found: Sequence[Prospect]) -> list[Prospect]:
    """Return the answers with a value above a limit."""
    return [each for each in found if each.worth > least]

"""What a player sees who does not see everything: something that helps, if anything does."""

import random
from collections.abc import Sequence
from typing import Final

from game.engine.rulebook.view import Prospect

HELPS: Final = 0.1
"""What an answer must bring, in the game's points, to help."""
HARMS: Final = -0.1
"""What it brings at most, in the game's points, if it does harm."""


def noticed(seen: Sequence[Prospect], found: Sequence[Prospect], rng: random.Random) -> list[Prospect]:
    """Return what is seen of all answers, and one that helps, or at least does no harm, if none of those does."""
    for least in (HELPS, HARMS):
        if above(least, seen):
            return [*seen]
        if others := above(least, found):
            return [*seen, rng.choice(others)]
    return [*(seen or found)]


def above(least: float, found: Sequence[Prospect]) -> list[Prospect]:
    """Return the answers that are worth more than so much."""
    return [each for each in found if each.worth > least]

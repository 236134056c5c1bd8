"""The answers worth considering and their expected gain: exact odds for dice, the position for the rest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from game.engine.core.decisions import Arrange, Choose, Decision, Place
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.rulesets.dropzone.ai.arrangements import arranged
from game.rulesets.dropzone.ai.options import Asked, option
from game.rulesets.dropzone.rules.game import Game
from game.wording import _

POINTS: Final = 6
"""The points of a path that are considered for Reaction Fire."""


def prospects(game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield the answers worth considering, each with its expected value in victory points and the reason.

    With a `share` below 1, only that share of the spots is considered.
    """
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, share)
    elif isinstance(decision, Choose):
        asked = Asked(game, decision, rng, share)
        for each in decision.options:
            rated = option(asked, each)
            yield Prospect(each.key, rated.worth, rated.why, rated.scored and each.key != PASS, rated.settled)
    elif isinstance(decision, Place):
        yield from _placed(game, decision, rng)


def _placed(game: Game, decision: Place, rng: random.Random) -> Iterator[Prospect]:
    """Yield points of an Aircraft's path to fire at: far from one's own units, on which it may crash (D-RF-2)."""
    own = [each for each in game.on_table() if each.owner == decision.player and not each.airborne]
    for _time in range(POINTS):
        spot = decision.region.sample(rng)
        if spot is not None:
            near = min(((each.x - spot.x) ** 2 + (each.y - spot.y) ** 2 for each in own), default=99.0)
            why = _("where its wreck hits nothing of ours")
            yield Prospect([spot.x, spot.y], min(0.0, near / 4.0 - 1.0) / 100, why, scored=False)


def candidates(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield the few answers worth trying on copies of the game; spots are searched thoroughly first."""
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, thorough=True)
    else:
        yield from prospects(game, decision, rng)


def reason(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return the measured reasons for an answer."""
    if prospect.why:
        return prospect.why
    found = (each.why for each in prospects(game, decision, random.Random(0)) if each.answer == prospect.answer)
    return next(found, "")

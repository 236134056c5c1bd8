"""The answers worth considering and their expected gain: exact odds for dice, the position for the rest."""

from __future__ import annotations

import math
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
"""The spots that are considered for Reaction Fire, and for a Behemoth to drop on."""
LOST: Final = 99.0
CRUSHED: Final = 1.0
"""Inches to nobody, and victory points that a Behemoth costs which drops on its own side."""


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
    elif isinstance(decision, Place) and decision.rule == "D-BEH-3":
        yield from _dropped(game, decision, rng)
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


def _dropped(game: Game, decision: Place, rng: random.Random) -> Iterator[Prospect]:
    """Yield spots for a Behemoth to drop on: near enemies, on none of its own side (D-BEH-3)."""
    foes = [each for each in game.on_table() if each.owner != decision.player and not each.airborne]
    own = [each for each in game.on_table() if each.owner == decision.player and not each.airborne]
    for _time in range(POINTS):
        spot = decision.region.sample(rng)
        if spot is not None:
            near, crushed = (
                min((math.dist((each.x, each.y), spot) for each in some), default=LOST) for some in (foes, own)
            )
            value = 1.0 / (2.0 + near) - (
                CRUSHED if crushed < game.sheet(game.state.units[decision.about]).spread else 0.0
            )
            yield Prospect([spot.x, spot.y], value, _("near enemies"))


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

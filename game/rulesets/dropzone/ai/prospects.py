"""The answers worth considering and their expected gain: exact odds for dice, the position for the rest."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.engine.core.decisions import Arrange, Choose, Decision, Place
from game.engine.core.windows import PASS
from game.engine.rulebook import facets
from game.engine.rulebook.view import Prospect
from game.rulesets.dropzone.ai import position
from game.rulesets.dropzone.ai.arrangements import arranged
from game.rulesets.dropzone.ai.options import Asked, option
from game.rulesets.dropzone.ai.strength import seeing
from game.rulesets.dropzone.rules.game import Game
from game.wording import _

POINTS: Final = 6
"""The spots that are considered for Reaction Fire, and for a Behemoth to drop on."""


def prospects(game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
    """Yield the answers worth considering, each with its expected value in victory points and the reason.

    With a `share` below 1, only that share of the spots is considered.
    """
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, share)
    elif isinstance(decision, Choose):
        yield from _chosen(Asked(game, decision, rng, share))
    elif isinstance(decision, Place):
        yield from _placed(game, decision, rng)


def _chosen(asked: Asked) -> Iterator[Prospect]:
    for each in asked.decision.options:
        worth, why, settled, scored, foreseen = option(asked, each)
        yield Prospect(each.key, worth, why, scored and each.key != PASS, settled, settled, foreseen)


def _placed(game: Game, decision: Place, rng: random.Random) -> Iterator[Prospect]:
    """Yield points of an Aircraft's path to fire at, where it crashes on nobody of one's own (D-RF-2).

    A Behemoth drops where it crushes nobody of its own side, near enemies (D-BEH-3).
    """
    grounded = [each for each in game.on_table() if not each.airborne]
    own = [each for each in grounded if each.owner == decision.player]
    for _time in range(POINTS):
        spot = decision.region.sample(rng)
        if spot is None:
            continue
        near = min(((each.x - spot.x) ** 2 + (each.y - spot.y) ** 2 for each in own), default=99.0)
        value, why = min(0.0, near / 4.0 - 1.0), _("where its wreck hits nothing of ours")
        if decision.rule == "D-BEH-3":
            far = min((math.dist((each.x, each.y), spot) for each in grounded if each not in own), default=99.0)
            value = 100 * min(0.0, near - 9) - far
            why = _("near enemies, on nobody of ours")
        drops = decision.rule == "D-BEH-3"
        yield Prospect([spot.x, spot.y], value / 100, why, scored=drops, settled=not drops, final=not drops)


def candidates(game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
    """Yield the few answers worth trying on copies of the game; spots are searched thoroughly first."""
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, thorough=True)
    elif isinstance(decision, Choose):
        yield from _chosen(Asked(game, decision, rng, ahead=True))
    else:
        yield from prospects(game, decision, rng)


@dataclass(frozen=True)
class Judge(facets.Judge[Game]):
    """Rates answers and positions; `far` for those who plan for the whole battle.

    Near its end they value what can still be won with units, not the units, and expect no fire after it.
    """

    far: bool = False
    acting = staticmethod(position.acting)

    def prospects(self, game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
        with seeing(far=self.far):
            every = [*prospects(game, decision, rng, share)]  # at once: nobody else sees as far meanwhile
        yield from every

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        with seeing(far=self.far):
            every = [*candidates(game, decision, rng)]
        yield from every

    def worth(self, game: Game, player: str) -> float:
        with seeing(far=self.far):
            return position.worth(game, player)

    def styled(self, style: facets.Style) -> Judge:
        return Judge(far=style == "wary")

"""The judges, which rate answers for computer players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.engine.core.decisions import Decision
from game.engine.rulebook import facets
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai import evaluation, position, reasons
from game.rulesets.godbreakers.ai.position import ALL, FAR, NEAR, Sight
from game.rulesets.godbreakers.rules.game import Game


@dataclass(frozen=True)
class Judge(facets.Judge[Game]):
    """Rates answers and positions for a computer player with this sight."""

    sight: Sight
    reason = staticmethod(reasons.reason)
    acting = staticmethod(position.acting)

    def worth(self, game: Game, player: str) -> float:
        return self.sight.worth(game, player)()

    def prospects(self, game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
        return evaluation.prospects(game, decision, rng, share, self.sight)

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        return evaluation.candidates(game, decision, rng, self.sight)

    def styled(self, style: facets.Style) -> Judge:
        return Judge(NEAR if style == "near" else ALL)


JUDGE: Final = Judge(FAR)

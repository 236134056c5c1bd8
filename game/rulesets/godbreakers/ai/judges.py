"""The judges: the rulebook's own, and those of players who look less far or expect everything others may do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.engine.core.decisions import Decision
from game.engine.rulebook import facets
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai import candidates, evaluation, position, reasons
from game.rulesets.godbreakers.ai.sight import ALL, FAR, NEAR, Sight
from game.rulesets.godbreakers.rules.game import Game


@dataclass(frozen=True)
class Judge(facets.Judge[Game]):
    """Rates answers and positions for players who look this far."""

    sight: Sight
    prospects = staticmethod(evaluation.prospects)
    reason = staticmethod(reasons.reason)
    acting = staticmethod(position.acting)

    def worth(self, game: Game, player: str) -> float:
        return position.worth_at_end(game, player) if game.state.result else self.sight.worth(game, player)()

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        return candidates.candidates(game, decision, rng, self.sight)

    def styled(self, style: facets.Style) -> Judge:
        return Judge(NEAR if style == "near" else ALL)


JUDGE: Final = Judge(FAR)

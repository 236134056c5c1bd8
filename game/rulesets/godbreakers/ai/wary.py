"""The judge for players who reckon with all that others may do to their models."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.engine.core.decisions import Decision
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai import candidates, evaluation, position, reasons
from game.rulesets.godbreakers.ai.muster import WARY
from game.rulesets.godbreakers.rules.game import Game


class WaryJudge:
    """Judges as everybody does, but expects others to strike wherever they can."""

    prospects = staticmethod(evaluation.prospects)
    reason = staticmethod(reasons.reason)
    acting = staticmethod(position.acting)

    def worth(self, game: Game, player: str) -> float:
        return position.worth(game, player, fear=WARY)

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        return candidates.candidates(game, decision, rng, fear=WARY)

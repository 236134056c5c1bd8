"""The judges for players who look less far than others, or reckon with all that others may do to their models."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from game.engine.core.decisions import Decision
from game.engine.rulebook.abilities import Sight as Level
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai import candidates, evaluation, position, reasons
from game.rulesets.godbreakers.ai.sight import ALL, NEAR, Sight
from game.rulesets.godbreakers.rules.game import Game


def judge(sight: Level) -> Judge:
    """Return the judge for players who look so far."""
    return Judge(NEAR if sight == "near" else ALL)


@dataclass(frozen=True)
class Judge:
    """Judges as everybody does, but looks less far, or farther."""

    sight: Sight
    prospects = staticmethod(evaluation.prospects)
    reason = staticmethod(reasons.reason)
    acting = staticmethod(position.acting)

    def worth(self, game: Game, player: str) -> float:
        """Return what a position is worth to a player."""
        return position.worth_at_end(game, player) if game.state.result else self.sight.worth(game, player)()

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        """Yield the answers worth trying on copies of the game."""
        return candidates.candidates(game, decision, rng, self.sight)

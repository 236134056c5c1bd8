"""The sight of a judging player: the value of positions for that player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.rulesets.godbreakers.ai import position
from game.rulesets.godbreakers.ai.muster import FEAR, WARY, mustered
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model

Worth = Callable[[], float]
"""Returns the VP that a game is worth to a player as it stands."""


@dataclass(frozen=True)
class Sight:
    """Judges positions: `fear` is the assumed chance that an enemy that can strike a model does so.

    `later` is whether markers count in later rounds, too.
    """

    fear: float
    later: bool = True

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Worth:
        """Return a function for the value of a game; only its moving model may stand elsewhere by then."""
        return partial(position.worth, game, player, mustered(game, moving, self.fear, later=self.later))


FAR: Final = Sight(FEAR)
ALL: Final = Sight(WARY)
NEAR: Final = Sight(WARY, later=False)

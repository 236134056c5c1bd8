"""How far somebody looks who judges: what positions are worth to them."""

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
"""Returns the VP that a game is worth to a player as it stands then."""


@dataclass(frozen=True)
class Sight:
    """Judges positions: `fear` is how likely whoever can strike a model is taken to do so.

    `later` is whether markers count in later rounds, too.
    """

    fear: float
    later: bool = True

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Worth:
        """Return what gives the worth of a game; of its models only the one that moves may stand elsewhere by then."""
        return partial(position.worth, game, player, mustered(game, moving, self.fear, later=self.later))


FAR: Final = Sight(FEAR)
ALL: Final = Sight(WARY)
NEAR: Final = Sight(WARY, later=False)

"""How far somebody looks who judges: what positions are worth to them, and fights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.rulesets.godbreakers.ai import position
from game.rulesets.godbreakers.ai.evaluation import engage_worth
from game.rulesets.godbreakers.ai.fights import fight_worth
from game.rulesets.godbreakers.ai.muster import FEAR, WARY, mustered
from game.rulesets.godbreakers.ai.present import present_worth
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model

Worth = Callable[[], float]
"""Returns the VP that a game is worth to a player as it stands then."""


@dataclass(frozen=True)
class Farsighted:
    """Looks to the end of the game; `fear` is how likely whoever can strike a model is taken to do so."""

    fear: float
    fight = staticmethod(fight_worth)

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Worth:
        """Return what gives the worth of a game; of its models only the one that moves may stand elsewhere by then."""
        return partial(position.worth, game, player, mustered(game, moving, self.fear))


@dataclass(frozen=True)
class Nearsighted:
    """Looks at what is there when an activation ends."""

    fight = staticmethod(engage_worth)

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Worth:
        """Return what gives the worth of a game."""
        return partial(present_worth, game, player)


Sight = Farsighted | Nearsighted
FAR: Final = Farsighted(FEAR)
ALL: Final = Farsighted(WARY)
NEAR: Final = Nearsighted()

"""How far somebody looks who judges: what positions are worth to them, and fights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.rulesets.godbreakers.ai import position
from game.rulesets.godbreakers.ai.evaluation import engage_worth
from game.rulesets.godbreakers.ai.fights import fight_worth
from game.rulesets.godbreakers.ai.muster import FEAR, WARY, mustered
from game.rulesets.godbreakers.ai.present import present_worth
from game.rulesets.godbreakers.odds.odds import EngageOdds
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model

Worth = Callable[[], float]
"""Returns the VP that a game is worth to a player as it stands then."""


@dataclass(frozen=True)
class Farsighted:
    """Looks to the end of the game; `fear` is how likely whoever can strike a model is taken to do so."""

    fear: float

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Worth:
        """Return what gives the worth of a game; of its models only the one that moves may stand elsewhere by then."""
        return partial(position.worth, game, player, mustered(game, moving, self.fear))

    def fight(self, game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
        """Return the expected change in VP of an engage with these odds."""
        return fight_worth(game, player, model, opponents, odds)


@dataclass(frozen=True)
class Nearsighted:
    """Looks at what is there when an activation ends."""

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Worth:
        """Return what gives the worth of a game."""
        return partial(present_worth, game, player)

    def fight(self, game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
        """Return the expected change in VP of an engage with these odds."""
        return engage_worth(game, player, model, opponents, odds)


Sight = Farsighted | Nearsighted
FAR: Final = Farsighted(FEAR)
ALL: Final = Farsighted(WARY)
NEAR: Final = Nearsighted()

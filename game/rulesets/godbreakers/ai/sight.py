"""How a computer player looks at a position when it rates the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.rulesets.godbreakers.ai import position
from game.rulesets.godbreakers.ai.muster import FEAR, WARY, gather_facts
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model

Worth = Callable[[], float]
"""A function that returns the value of a game in its current state, in VP."""


@dataclass(frozen=True)
class Sight:
    """The assumptions for rating positions. `fear` is the assumed chance that an enemy in reach strikes a model.

    `later` is whether markers count in later rounds.
    """

    fear: float
    later: bool = True

    def worth(self, game: Game, player: str, moving: Model | None = None) -> Worth:
        """Return a function for the value of a game. Between calls, only the moving model may change its spot."""
        return partial(position.worth, game, player, gather_facts(game, moving, self.fear, later=self.later))


FAR: Final = Sight(FEAR)
ALL: Final = Sight(WARY)
NEAR: Final = Sight(WARY, later=False)

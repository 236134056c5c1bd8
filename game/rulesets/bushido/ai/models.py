"""The value of a model to its side, from its rice, wounds, counters and Ki."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import LAST_TURN, longest
from game.rulesets.bushido.rules.state import Model

RICE: Final = 10.0
"""The amount of rice that is worth as much as a reached goal of the scenario."""
ALIVE: Final = 0.4
"""The share of a model's value for being in play. The rest is the value of its unmarked boxes."""
COUNTER: Final = 0.08
KI: Final = 0.03
"""The values of an activation counter and of a Ki token."""
STATES: Final = {
    "Prone": 0.15,
    "Stunned": 0.1,
    "Poisoned": 0.15,
    "Bleeding": 0.15,
    "On Fire": 0.15,
    "Frightened": 0.1,
    "Held": 0.15,
}
"""The cost of states, as a share of a model's value."""
MOST_HARM: Final = 0.7
"""The highest total cost of states."""


class Worth(NamedTuple):
    """The value of a model: for each unmarked box and for being in play. `left` is its number of unmarked boxes."""

    box: float
    life: float
    left: int

    @property
    def whole(self) -> float:
        """The total value."""
        return self.box * self.left + self.life

    def lost(self, boxes: float, gone: float) -> float:
        """Return the average loss of its side, for a number of boxes and a chance of leaving the game."""
        return boxes * self.box + gone * self.life


def worth_of(game: Game, model: Model) -> Worth:
    """Return the value of a model to its side."""
    card = game.card(model)
    harm = sum(STATES.get(name, 0.0) for name, markers in model.markers.items() if markers)
    rice = card.rice / RICE * lasting(game) * (1.0 - min(MOST_HARM, harm))
    life = ALIVE * rice + COUNTER * model.counters + KI * model.ki
    return Worth((1.0 - ALIVE) * rice / max(1, card.wounds), life, game.left(model))


def lasting(game: Game) -> float:
    """Return the weight of models, which falls with every turn because only victory points win."""
    return 0.3 + 0.7 * max(0, longest(game.setup) - game.state.turn + 1) / LAST_TURN

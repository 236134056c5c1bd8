"""The value of a whole position to a player: victory points won and to come, and the models of both sides."""

from __future__ import annotations

from typing import Final

from game.rulesets.bushido.ai.awards import is_wiped_out, to_come
from game.rulesets.bushido.ai.fights import best_fight
from game.rulesets.bushido.ai.goals import goals, pull
from game.rulesets.bushido.ai.models import worth_of
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import MOST_VICTORY

VICTORY: Final = 5.0
"""The value of a victory point."""
WON: Final = (MOST_VICTORY + 1) * VICTORY
"""The value of winning the game: more than all victory points."""
GOING: Final = 1.0
"""The weight of being near goals; that of zones is in the points that they will bring."""
THREAT: Final = 0.6
"""The weight of the best fight that the next side can begin."""
TOKEN: Final = 0.05
"""The value of a pass token: acting later is worth little, acting for nothing is worth less."""


def acting(game: Game) -> tuple[int, str] | None:
    """Return the activation in progress: the turn, and the id of the model that acts or is about to choose."""
    model = game.state.active or game.picked
    return (game.state.turn, model) if model else None


def worth(game: Game, player: str) -> float:
    """Return the expected lead, in goals reached."""
    state, foe = game.state, game.other(player)
    if state.result is not None:
        return WON * (2 * (player in state.result.winners) / max(1, len(state.result.winners)) - 1)
    victory = state.victory.get(player, 0) - state.victory.get(foe, 0) + to_come(game, player)
    if is_wiped_out(game):  # the game is over at the end of this turn (B-END-4)
        return WON * max(-1.0, min(1.0, victory))
    upcoming = foe if (state.active_player == player) == (acting(game) is not None) else player
    threat = THREAT * best_fight(game, upcoming) * (1 if upcoming == player else -1)
    return VICTORY * victory + threat + _holdings(game, player) - _holdings(game, foe)


def _holdings(game: Game, player: str) -> float:
    models = [each for each in game.models if each.side == player and each.in_play]
    found = TOKEN * game.state.passes.get(player, 0) + sum(worth_of(game, each).whole for each in models)
    if scenarios.find(game.setup.document.scenario).zones:
        return found
    there = (pull(game, each, each.x, each.y, goals(game, each, done=True)) for each in models if each.on_table)
    return found + GOING * sum(there)

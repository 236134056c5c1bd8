"""What a whole position is worth to a player: victory points, what is held, models and their way to what is to do."""

from __future__ import annotations

from typing import Final

from game.rulesets.bushido.ai.fights import RICE
from game.rulesets.bushido.ai.goals import goals, pull
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import worth as points_of
from game.rulesets.bushido.rules.state import Model

WON: Final = 60.0
"""What the game won counts for."""
VICTORY: Final = 5.0
"""What a victory point counts for."""
POINT: Final = 0.4
"""What a point held counts for while it may still bring a victory point."""
ENOUGH: Final = 4.0
"""Points of a lead beyond which more are of little use."""
COUNTER: Final = 0.08
KI: Final = 0.04
GOING: Final = 0.5
"""What counters, Ki, and the nearness of goals count for."""
STATES: Final = {"Prone": 0.15, "Stunned": 0.1, "Poison": 0.15, "Bleed": 0.15, "Fire": 0.15, "Frightened": 0.1}
"""What states cost, as a part of a model's worth."""


def acting(game: Game) -> tuple[int, str] | None:
    """Return the activation in progress: the turn, and the id of the active model."""
    return (game.state.turn, game.state.active) if game.state.active else None


def worth(game: Game, player: str) -> float:
    """Return the lead to be expected, in goals reached."""
    state, foe = game.state, game.other(player)
    if state.result is not None:
        return WON * (2 * (player in state.result.winners) / max(1, len(state.result.winners)) - 1)
    return _value(game, player) - _value(game, foe) + _lead(game, player)


def _lead(game: Game, player: str) -> float:
    scenario, foe = scenarios.find(game.setup.document.scenario), game.other(player)
    lead = scenario.tally(game, player) - scenario.tally(game, foe)
    still = any(turn >= game.state.turn for turn in scenario.awards(game))
    counted = max(-ENOUGH, min(ENOUGH, lead)) + 0.2 * lead
    return VICTORY * (game.state.victory.get(player, 0) - game.state.victory.get(foe, 0)) + POINT * counted * still


def _value(game: Game, player: str) -> float:
    held = sum(
        points_of(game, player, "") / scenarios.NEUTRAL
        for each in game.state.objectives.values()
        if each.friendly_to == player
    )
    return held + sum(_model(game, each) for each in game.state.models.values() if each.side == player and each.in_play)


def _model(game: Game, model: Model) -> float:
    left = game.left(model)
    share = left / max(1, left + model.wounds)
    harm = sum(STATES.get(name, 0.0) for name, markers in model.markers.items() if markers)
    value = game.card(model).rice / RICE * (0.4 + 0.6 * share) * max(0.3, 1.0 - harm)
    value += COUNTER * model.counters + KI * model.ki
    if model.on_table:
        value += GOING * pull(game, model, model.x, model.y, goals(game, model))
    return value

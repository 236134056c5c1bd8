"""The End Phase (B-END-1 to B-END-5)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.engine.kit.playing import Result
from game.rulesets.bushido.rules import events, rulings, scenarios
from game.rulesets.bushido.rules.dice.tests import fear_test
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.damage import marked
from game.rulesets.bushido.rules.registry import STATES
from game.rulesets.bushido.rules.state import Model

KEPT_MARKERS = 2


def ending_phase(game: Game) -> Flow:
    """Carry out the End Phase step by step."""
    yield from end_effects(game)
    for model in _in_order(game):
        for state in rulings.BURNING:
            suffer(game, model, state)
    expire(game)
    yield from score(game)
    game.state.passes = dict.fromkeys(game.state.players, 0)
    if game.state.result is None:
        game.state.step = "starting"


def _in_order(game: Game) -> list[Model]:
    """Return the models in play, beginning with those of the first player (B-END-1)."""
    return [model for player in game.in_order(game.state.first_player) for model in game.in_play(player)]


def end_effects(game: Game) -> Flow:
    """Carry out step 1 of the End Phase, harmful effects first (B-END-1)."""
    for model in _in_order(game):
        if game.left(model) == 0:  # Last Stand (B-TR-33)
            game.kill(model, "B-TR-33")
    for model in _in_order(game):
        healed = game.total(model, "regenerates")
        if healed:
            game.heal(model, healed)
        for state in list(model.markers):
            if STATES[state].fades != 0:
                game.unmark(model, state, STATES[state].fades)
        yield from calm_down(game, model)


def calm_down(game: Game, model: Model) -> Flow:
    """Let a Frightened model repeat its fear test. If it passes, it loses the state (B-STATE-8)."""
    if not model.has("Frightened"):
        return
    number = max(model.markers["Frightened"])
    passed = number <= 0 or (yield from fear_test(game, model, number))
    if passed:
        game.unmark(model, "Frightened")


def suffer(game: Game, model: Model, state: str) -> None:
    """Wound a model for the markers of a state, until at most two markers are left (B-END-2)."""
    condition = STATES[state]
    while model.in_play and model.has(state):
        value = max(model.markers[state])
        game.unmark(model, state, 1)
        tough = 0 if condition.ignores_tough else game.total(model, "tough")
        boxes = marked(value, tough=tough, durable=game.any(model, "durable"))
        game.wound(model, boxes, "B-END-2", burning=condition.ignores_tough)
        if len(model.markers.get(state, [])) <= KEPT_MARKERS:
            return


def expire(game: Game) -> None:
    """End the effects that last until the end of the turn (B-END-3, B-GEN-6)."""
    game.expire("turn")
    for model in game.state.models.values():
        model.ran, model.shots = False, 0


def score(game: Game) -> Flow:
    """Award scenario points, then victory points, and end the game if it is over (B-END-4)."""
    yield from scenarios.of(game).ending(game)
    if reason := scenarios.why_over(game):
        finish(game, reason)


def finish(game: Game, reason: str) -> None:
    """End the game. The player with more victory points wins, and a tie is a draw (B-END-4)."""
    victory = game.state.victory
    most = max(victory.values())
    end(game, [player for player in game.state.players if victory[player] == most], reason)


def end(game: Game, winners: list[str], reason: str) -> None:
    """End the game with some winners. Several winners mean a draw."""
    game.state.result, game.state.step = Result(winners, reason, "B-END-4"), "over"
    game.emit(events.Ended(winners=tuple(winners), reason=reason))

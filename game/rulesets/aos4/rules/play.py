"""The course of a battle from its state on: one step after another, each a checkpoint (A-RND-2)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.flow import CHECKPOINT, Flow, Interrupt, Interrupted
from game.engine.kit.registry import load
from game.rulesets.aos4.rules import battleplans, core, events
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.objectives import let_terrain_control_lapse
from game.rulesets.aos4.rules.phases.deployment import choose_territories, deploy, deploy_terrain, deployed
from game.rulesets.aos4.rules.phases.rounds import begin_round, close_round, end, open_round
from game.rulesets.aos4.rules.phases.turns import begin_turn, play_phase
from game.rulesets.aos4.rules.state import Step
from game.wording import keep

load(battleplans.__name__, core.__name__)

STEPS: dict[Step, Callable[[Game], Flow]] = {
    "territories": choose_territories,
    "terrain": deploy_terrain,
    "deploying": deploy,
    "deployed": deployed,
    "round": begin_round,
    "opening": open_round,
    "turn": begin_turn,
    "phase": play_phase,
    "closing": close_round,
}


def play(game: Game) -> Flow:
    """Play on from the state until the battle is over."""
    while game.state.step != "over":
        yield CHECKPOINT
        try:
            yield from STEPS[game.state.step](game)
            let_terrain_control_lapse(game)
        except Interrupted as interrupted:
            declared(game, interrupted.interrupt)
    yield CHECKPOINT


def declared(game: Game, interrupt: Interrupt) -> None:
    """End the battle as it was declared: one player gives up, or both agree to a draw."""
    drawn = interrupt.kind == "draw"
    winners = [*game.state.players] if drawn else [game.other(interrupt.player)]
    reason = keep("a draw by agreement") if drawn else keep("the other player conceded")
    game.emit(events.Conceded(player=interrupt.player, how=interrupt.kind))
    end(game, winners, reason, "A-EBR-3")

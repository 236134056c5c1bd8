"""The course of a battle from its state on: one step after another, each with a checkpoint (D-ENG-1)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.flow import CHECKPOINT, Flow, Interrupt, Interrupted
from game.engine.kit.registry import load
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.deployment import choose_zones, deploy
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.rounds.activation import act, activation
from game.rulesets.dropzone.rules.rounds.command import before_the_round, deal
from game.rulesets.dropzone.rules.rounds.round_up import end, initiate, round_up
from game.rulesets.dropzone.rules.state import Step
from game.wording import keep

load(scenarios.__name__)

STEPS: dict[Step, Callable[[Game], Flow]] = {
    "zones": choose_zones,
    "deploying": deploy,
    "initiation": initiate,
    "cards": deal,
    "effects": before_the_round,
    "activation": activation,
    "group": act,
    "round-up": round_up,
}


def play(game: Game) -> Flow:
    """Continue from the state until the battle is over (D-SETUP-1, D-RND-2, D-ENG-1)."""
    while game.state.step != "over":
        game.state.asked = []
        yield CHECKPOINT
        try:
            yield from STEPS[game.state.step](game)
        except Interrupted as interrupted:
            declared(game, interrupted.interrupt)
    yield CHECKPOINT


def declared(game: Game, interrupt: Interrupt) -> None:
    """End the battle as declared: a player concedes, or all agree to a draw."""
    drawn = interrupt.kind == "draw"
    winners = [each for each in game.state.players if drawn or each != interrupt.player]
    game.emit(events.Conceded(player=interrupt.player, how=interrupt.kind))
    end(game, winners, keep("a draw by agreement") if drawn else keep("the other player conceded"), "D-WIN-4")

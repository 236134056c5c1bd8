"""The course of a game as a series of steps with a checkpoint before each (B-ENG-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.engine.core.flow import CHECKPOINT, Flow, Interrupt, Interrupted
from game.engine.kit.playing import declared_outcome
from game.engine.kit.registry import load
from game.rulesets.bushido.rules import actions, conditions, events, scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.registry import EFFECTS
from game.rulesets.bushido.rules.setup_phase.deployment import setup_step
from game.rulesets.bushido.rules.state import Step
from game.rulesets.bushido.rules.turn.main import activation, end, ending_phase, finish, main_phase, starting_phase

load(actions.__name__)
EFFECTS.bind(vars(conditions))


STEPS: dict[Step, Callable[[Game], Flow]] = {
    "setup": setup_step,
    "starting": starting_phase,
    "main": main_phase,
    "activation": activation,
    "ending": ending_phase,
}
TURN: Final[tuple[Step, ...]] = ("starting", "main", "activation")
"""The steps of a turn that do not begin once the third victory point has been awarded (B-END-4c)."""


def play(game: Game) -> Flow:
    """Play from the current state until the game is over."""
    while game.state.step != "over":
        yield CHECKPOINT
        if game.state.step in TURN and scenarios.all_given(game):
            finish(game, scenarios.why_over(game))  # a position or a referee may have ended the game
            continue
        try:
            yield from STEPS[game.state.step](game)
        except Interrupted as interruption:
            end_as_declared(game, interruption.interrupt)
    yield CHECKPOINT


def end_as_declared(game: Game, interrupt: Interrupt) -> None:
    """End the game because a player concedes or both agree to a draw."""
    game.state.active = ""
    game.emit(events.Conceded(player=interrupt.player, how=interrupt.kind))
    end(game, *declared_outcome(interrupt, game.state.players))

"""The course of a game from its state on: one step after another, each a checkpoint (B-ENG-1)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.flow import CHECKPOINT, Flow, Interrupted
from game.rulesets.bushido.rules import actions, feats, scenarios, specials, states, traits
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Step
from game.rulesets.bushido.rules.turn.ending import ending_phase
from game.rulesets.bushido.rules.turn.main import activation, main_phase
from game.rulesets.bushido.rules.turn.starting import starting_phase

for _registry in (actions, feats, scenarios, specials, states, traits):
    _registry.load_all()


def setup_step(game: Game) -> Flow:
    """Carry out the next task of the setup (B-SETUP)."""
    yield from ()
    game.state.step = "starting"


STEPS: dict[Step, Callable[[Game], Flow]] = {
    "setup": setup_step,
    "starting": starting_phase,
    "main": main_phase,
    "activation": activation,
    "ending": ending_phase,
}


def play(game: Game) -> Flow:
    """Play on from the state until the game is over."""
    while game.state.step != "over":
        yield CHECKPOINT
        try:
            yield from STEPS[game.state.step](game)
        except Interrupted:
            game.state.step = "over"
    yield CHECKPOINT

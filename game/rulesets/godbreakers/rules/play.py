"""The course of a game as a series of steps with a checkpoint before each (G-RND)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.flow import CHECKPOINT, Flow, Interrupt, Interrupted
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.activation import activation_step, end_activation
from game.rulesets.godbreakers.rules.rounds.dressing import dressing_tasks
from game.rulesets.godbreakers.rules.rounds.initiative import (
    begin_round,
    initiative_phase,
    ordering_phase,
    starting_phase,
)
from game.rulesets.godbreakers.rules.rounds.recovery import recovery_begins, recovery_phase
from game.rulesets.godbreakers.rules.rounds.resolution import (
    concede,
    decide_by_score,
    finish,
    nomination,
    resolution_phase,
)
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Step
from game.wording import keep


def setup_step(game: Game) -> Flow:
    """Carry out the next task of the setup. The table is dressed first, then come the scenario's tasks (G-SCN-1)."""
    tasks = [*dressing_tasks(game), *scenario_of(game).tasks(game)]
    if game.state.setup_done < len(tasks):
        yield from tasks[game.state.setup_done]()
        game.state.setup_done += 1
    if game.state.setup_done >= len(tasks):
        game.state.step = "round"


STEPS: dict[Step, Callable[[Game], Flow]] = {
    "setup": setup_step,
    "round": begin_round,
    "initiative": initiative_phase,
    "ordering": ordering_phase,
    "starting": starting_phase,
    "activation": activation_step,
    "recovery": recovery_begins,
    "recovering": recovery_phase,
    "resolution": resolution_phase,
    "nomination": nomination,
}


def play(game: Game) -> Flow:
    """Play from the current state until the game is over (G-RND-2)."""
    while True:
        yield CHECKPOINT
        if game.state.step == "over":
            return
        try:
            yield from STEPS[game.state.step](game)
        except Interrupted as interruption:
            unwind(game, interruption.interrupt)


def unwind(game: Game, interrupt: Interrupt) -> None:
    """End the current activation, if any, and carry out a declaration such as conceding."""
    active = game.state.models.get(game.state.active)
    if active is not None:
        end_activation(game, active)
    if interrupt.kind == "concede":
        concede(game, interrupt.player)
    elif interrupt.kind == "draw":
        finish(game, game.playing(), keep("a draw by agreement"), "G-RND-1")
    else:
        decide_by_score(game)

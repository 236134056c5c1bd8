"""The course of a game from its state on: one step after another, each a checkpoint (G-RND)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.flow import CHECKPOINT, Flow, Interrupt, Interrupted
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.activation import activation_step, end_activation
from game.rulesets.godbreakers.rules.rounds.dressing import turns
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
    """Carry out the next task of the setup: the dressing of the table, then the scenario's (G-SCN-1)."""
    tasks = [*turns(game), *scenario_of(game).tasks(game)]
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
    """Play on from the state until the game is over (G-RND-2)."""
    while True:
        yield CHECKPOINT
        if game.state.step == "over":
            return
        try:
            yield from STEPS[game.state.step](game)
        except Interrupted as declared:
            unwind(game, declared.interrupt)


def unwind(game: Game, interrupt: Interrupt) -> None:
    """Close what was under way and carry out the declaration."""
    active = game.state.models.get(game.state.active)
    if active is not None:
        end_activation(game, active)
    if interrupt.kind == "concede":
        concede(game, interrupt.player)
    elif interrupt.kind == "draw":
        finish(game, game.playing(), keep("a draw by agreement"), "G-RND-1")
    else:
        decide_by_score(game)

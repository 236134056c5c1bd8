"""The loop of a battle over its steps, with a checkpoint before each (A-RND-2)."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.core.flow import Flow, Interrupt
from game.engine.core.options import Option
from game.engine.core.windows import PASS
from game.engine.kit.playing import declared_outcome, play_in_steps
from game.engine.kit.registry import load
from game.rulesets.aos4.documents.catalogue import core_abilities
from game.rulesets.aos4.rules import battleplans, core, events
from game.rulesets.aos4.rules.abilities import REGISTRY
from game.rulesets.aos4.rules.attacks.assigning import SHARE
from game.rulesets.aos4.rules.attacks.damaging import SUGGESTED
from game.rulesets.aos4.rules.core.attacking import NO_CHARGE
from game.rulesets.aos4.rules.core.moves import STAY
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.magic import BANK
from game.rulesets.aos4.rules.objectives import let_terrain_control_lapse
from game.rulesets.aos4.rules.phases.deployment import (
    AUTO,
    choose_territories,
    deploy,
    deploy_terrain,
    use_deployment_abilities,
)
from game.rulesets.aos4.rules.phases.turns import begin_round, begin_turn, close_round, end, open_round, play_phase
from game.rulesets.aos4.rules.state import Step
from game.wording import _


def lettered() -> list[Option]:
    """Return all options with a letter on the keyboard: core abilities first, then other answers."""
    abilities = [(REGISTRY[spec.id], spec) for spec in core_abilities().values() if spec.id in REGISTRY]
    return [
        *(Option(spec.id, _(spec.name), rules.rule, letter=rules.letter) for rules, spec in abilities if rules.letter),
        Option(PASS, _("Done with the phase; no reaction"), "A-TURN-3", letter="d"),
        Option(STAY, _("Stay where they are"), "A-MOVE-1", letter="h"),
        Option(NO_CHARGE, _("Do not charge"), "A-CHG-6", letter="h"),
        AUTO.shown(),
        Option(SHARE, _("Split the attacks"), "A-TGT-2", letter="shift+a"),
        Option(SUGGESTED, _("Those farthest from the enemy"), "A-DMG-6", letter="shift+y"),
        Option(BANK, _("Bank the ritual points"), "A-PRAY-3", letter="q"),
    ]


load(battleplans.__name__, core.__name__)

STEPS: dict[Step, Callable[[Game], Flow]] = {
    "territories": choose_territories,
    "terrain": deploy_terrain,
    "deploying": deploy,
    "deployed": use_deployment_abilities,
    "round": begin_round,
    "opening": open_round,
    "turn": begin_turn,
    "phase": play_phase,
    "closing": close_round,
}


def play(game: Game) -> Flow:
    """Play from the current state until the battle is over."""
    return play_in_steps(game, _step, end_as_declared)


def _step(game: Game) -> Flow:
    yield from STEPS[game.state.step](game)
    let_terrain_control_lapse(game)


def end_as_declared(game: Game, interrupt: Interrupt) -> None:
    """End the battle because a player concedes or both agree to a draw."""
    game.emit(events.Conceded(player=interrupt.player, how=interrupt.kind))
    end(game, *declared_outcome(interrupt, game.state.players), "A-EBR-3")

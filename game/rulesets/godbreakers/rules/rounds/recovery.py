"""The Recovery phase (G-REC)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import remove_casualty
from game.rulesets.godbreakers.rules.events import Recovered
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import RECOVERY, roll, settle_triumphs
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Trait, trait_amounts
from game.wording import _


def recovery_begins(game: Game) -> Flow:
    """Remove the damage that traits remove before the recovery rolls (Q27)."""
    for model in game.standing():
        for trait, amount in list(damage_shed(game, model)):
            removed = min(amount, model.damage)
            if removed:
                model.damage -= removed
                game.emit(Recovered(model=model.id, removed=removed, left=model.damage, rule=trait.rule))
    game.state.step = "recovering"
    yield from ()


def damage_shed(game: Game, model: Model) -> Iterator[tuple[Trait, int]]:
    """Yield each trait that has yet to remove damage before the recovery roll, and the amount (Q27)."""
    if game.state.step != "recovering":
        yield from trait_amounts(game, model, "sheds")


def recovery_phase(game: Game) -> Flow:
    """Let every damaged model recover: each player's models by priority, then wild models (G-REC-1, Q26)."""
    for owner in (*game.state.priority, ""):
        yield from recover_models(game, owner)
    game.state.step = "resolution"


def recover_models(game: Game, owner: str) -> Flow:
    """Let the player pick damaged models one by one. Each recovers or is removed at once (Q26)."""
    while damaged := [model for model in game.standing() if model.owner == owner and model.damage > 0]:
        model = damaged[0]
        if len(damaged) > 1:
            prompt = _(
                "Which of your damaged models recovers next?" if owner else "Which damaged wild model recovers next?"
            )
            [model] = yield from pick(owner or game.wild_handler, prompt, damaged, rule="G-REC-1")
        yield from recover(game, model)


def recover(game: Game, model: Model) -> Flow:
    """Make a recovery roll, which removes that much damage. A model that is still damaged is removed (G-REC-1)."""
    before = model.damage
    hard = scenario_of(game).challenges_recovery(game, model)
    result = roll(game, model, RECOVERY, challenging=hard)
    model.damage = max(0, model.damage - result)
    game.emit(Recovered(model=model.id, removed=before - model.damage, left=model.damage))
    if model.damage > 0:
        yield from remove_casualty(game, model)
    settle_triumphs(game)

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
from game.rulesets.godbreakers.rules.traits import Trait, saying
from game.wording import _


def recovery_begins(game: Game) -> Flow:
    """Do everything that precedes the recovery rolls (Q27)."""
    for model in game.standing():
        for trait, sheds in list(shedding(game, model)):
            removed = min(sheds, model.damage)
            if removed:
                model.damage -= removed
                game.emit(Recovered(model=model.id, removed=removed, left=model.damage, rule=trait.rule))
    game.state.step = "recovering"
    yield from ()


def shedding(game: Game, model: Model) -> Iterator[tuple[Trait, int]]:
    """Yield each trait that removes damage before the recovery roll, and how much; nothing once that is done (Q27)."""
    if game.state.step != "recovering":
        yield from saying(game, model, "sheds")


def recovery_phase(game: Game) -> Flow:
    """Let every damaged model roll: in priority order each player's, then the wild ones (G-REC-1, Q26)."""
    for owner in (*game.state.priority, ""):
        yield from recover_models(game, owner)
    game.state.step = "resolution"


def recover_models(game: Game, owner: str) -> Flow:
    """Let the player pick one damaged model after another (Q26); each recovers or is removed at once."""
    while damaged := [model for model in game.standing() if model.owner == owner and model.damage > 0]:
        model = damaged[0]
        if len(damaged) > 1:
            prompt = _(
                "Which of your damaged models recovers next?" if owner else "Which damaged wild model recovers next?"
            )
            [model] = yield from pick(owner or game.wild_handler, prompt, damaged, rule="G-REC-1")
        yield from recover(game, model)


def recover(game: Game, model: Model) -> Flow:
    """Make a recovery roll: damage falls by the result, and what is left removes the model (G-REC-1)."""
    before = model.damage
    hard = scenario_of(game).challenges_recovery(game, model)
    result = roll(game, model, RECOVERY, challenging=hard)
    model.damage = max(0, model.damage - result)
    game.emit(Recovered(model=model.id, removed=before - model.damage, left=model.damage))
    if model.damage > 0:
        yield from remove_casualty(game, model)
    settle_triumphs(game)

"""Which model holds which, and when a Held model is released (B-STATE-9)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model

HELD_BY = "Held by"


def hold(game: Game, holder: Model, model: Model) -> None:
    """Give a model the Held marker and note its holder."""
    game.mark(model, "Held", 0)
    if model.has("Held"):
        model.effects = [each for each in model.effects if each.entry != HELD_BY]
        game.lend(model, HELD_BY, "game", holder.id)


def release(game: Game, fighters: tuple[Model, ...] = ()) -> None:
    """Release every Held model whose holder does not touch it, or is one of two `fighters` and fights another model."""
    for model in game.state.models.values():
        if model.has("Held"):
            holders = [game.state.models[each.source] for each in model.effects if each.entry == HELD_BY]
            found = holders or game.touching(model)
            held = [each for each in found if each.on_table and model.on_table and game.within(model, each, 0.0)]
            if not [each for each in held if not (each in fighters and model not in fighters)]:
                let_go(game, model)


def let_go(game: Game, model: Model) -> None:
    """Take the Held marker from a model."""
    game.unmark(model, "Held")
    model.effects = [each for each in model.effects if each.entry != HELD_BY]

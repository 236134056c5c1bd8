"""The holders of Held models, and the release of Held models (B-STATE-9)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model

HELD_BY = "Held by"


def hold(game: Game, holder: Model, model: Model) -> None:
    """Give a model the Held marker and record its holder."""
    game.mark(model, "Held", 0)
    if model.has("Held"):
        model.effects = [effect for effect in model.effects if effect.entry != HELD_BY]
        game.lend(model, HELD_BY, "game", holder.id)


def release(game: Game, fighters: tuple[Model, ...] = ()) -> None:
    """Release Held models without a holder in contact. A holder among the `fighters` releases other models."""
    for model in game.state.models.values():
        if model.has("Held"):
            holders = [game.state.models[effect.source] for effect in model.effects if effect.entry == HELD_BY]
            found = holders or game.touching(model)
            held = [
                holder for holder in found if holder.on_table and model.on_table and game.within(model, holder, 0.0)
            ]
            if not [holder for holder in held if not (holder in fighters and model not in fighters)]:
                let_go(game, model)


def let_go(game: Game, model: Model) -> None:
    """Remove the Held marker and the record of the holder."""
    game.unmark(model, "Held")
    model.effects = [effect for effect in model.effects if effect.entry != HELD_BY]

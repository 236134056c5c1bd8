"""What a Berserk model must do (B-STATE-1)."""

from __future__ import annotations

from collections.abc import Sequence

from game.rulesets.bushido.rules.actions import REGISTRY
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model

FORCED = ("melee", "charge", "run")


def berserk_actions(game: Game, model: Model) -> Sequence[str]:
    """Return the action that a Berserk model must declare: the first possible one; nothing if it is free to choose."""
    if not model.has("Berserk"):
        return ()
    return next(((key,) for key in FORCED if REGISTRY[key].why_not(game, model) is None), ())


def the_nearest(game: Game, model: Model, found: list[Model]) -> list[Model]:
    """Return the candidates of an action: for a Berserk model only the nearest of them (B-STATE-1)."""
    if not model.has("Berserk") or not found:
        return found
    return [min(found, key=lambda each: game.apart(model, each))]

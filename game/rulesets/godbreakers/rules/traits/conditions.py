"""The conditions under which the numbers of traits apply. Rows refer to them by name."""

from __future__ import annotations

from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import movement_range
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Ranked


def active(game: Game, model: Model, trait: Ranked, purpose: str) -> bool:
    """Return whether the model is active."""
    return model.id == game.state.active


def inactive(game: Game, model: Model, trait: Ranked, purpose: str) -> bool:
    """Return whether the model is not active."""
    return model.id != game.state.active


def friend_in_movement_range(game: Game, holder: Model, trait: Ranked, roller: Model) -> bool:
    """Return whether `roller` is a friend within the holder's movement range (Q10)."""
    return game.friendly(holder, roller) and game.reaches(holder, roller, movement_range(game, holder))

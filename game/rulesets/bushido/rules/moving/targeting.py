"""Reasons why a model cannot target another (B-GEN-7)."""

from __future__ import annotations

from game.lengths import length, missing
from game.refusal import Refusal
from game.rulesets.bushido.rules.dice.tests import beyond_doubt
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import hidden, sees
from game.rulesets.bushido.rules.state import Model
from game.wording import _


def may_target(game: Game, model: Model, other: Model) -> bool:
    """Return whether a model can target another. It can always target itself (B-GEN-7)."""
    return why_no_target(game, model, other) is None


def why_no_target(game: Game, model: Model, other: Model) -> Refusal | None:
    """Return why a model cannot target another, or None (B-GEN-7, B-GEO-11, B-STATE-3, B-STATE-7, B-TR-11)."""
    if other is model:
        return None
    if not sees(game, model, other):
        if model.has("Blind"):
            text = _("{model} is Blind and sees only what is in base contact with it", model=model.name)
            return Refusal(text, "B-STATE-3")
        return Refusal(_("{model} does not see {other}", model=model.name, other=other.name), "B-GEO-11")
    return None if other.side == model.side else why_concealed(game, model, other)


def too_far(game: Game, model: Model, other: Model, inches: float, rule: str) -> Refusal | None:
    """Return the refusal of a model that is farther away than some inches, or None if it is not (B-GEO-3)."""
    if game.within(model, other, inches):
        return None
    amount = missing(game.apart(model, other) - inches)
    return Refusal(
        _("{other} is {amount} too far from {model}", other=other.name, amount=amount, model=model.name), rule
    )


def not_touching(game: Game, model: Model, other: Model, rule: str) -> Refusal | None:
    """Return the refusal of a model that is not in base contact, or None if it is (B-GEN-11)."""
    if game.within(model, other, 0.0):
        return None
    return Refusal(_("{other} is not in base contact with {model}", other=other.name, model=model.name), rule)


def why_concealed(game: Game, model: Model, enemy: Model) -> Refusal | None:
    """Return why an enemy in sight is concealed from a model, or None if it is not (B-STATE-7, B-TR-11)."""
    names = {"model": model.name, "enemy": enemy.name}
    if beyond_doubt(game, model, enemy):
        return Refusal(_("{enemy} is Disguised, and {model} does not have enough Ki to notice", **names), "B-STATE-7")
    if hidden(game, model, enemy):
        camouflage = game.named(enemy, "Camouflage")
        far = length(0 if camouflage is None else camouflage.inches)
        text = _("{enemy} is in cover, and its Camouflage hides it from {model} beyond {far}", far=far, **names)
        return Refusal(text, "B-TR-11")
    return None

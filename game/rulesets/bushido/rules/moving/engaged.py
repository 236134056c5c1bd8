"""Enemies in base contact that limit a model's choice of actions (B-ACT-5, B-ACT-30)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model


def disregarded(game: Game, model: Model) -> list[Model]:
    """Return the enemies in base contact that a model may ignore.

    These are Prone (B-ACT-30) and Immobilised (B-STATE-10) enemies. An Agile model may ignore all but leaves (B-TR-2).
    """
    agile = game.any(model, "agile")
    return [foe for foe in game.touching(model) if agile or foe.has("Prone") or foe.has("Immobilised")]


def engaged_with(game: Game, model: Model, *, leaving: bool = True) -> list[Model]:
    """Return the enemies in base contact that a model may not ignore.

    `leaving` means that the action begins with a movement.
    """
    agile = game.any(model, "agile") and leaving
    return [foe for foe in game.touching(model) if not (agile or foe.has("Prone") or foe.has("Immobilised"))]

"""Which enemies in base contact bind a model when it chooses its action (B-ACT-5, B-ACT-30)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.state import Model


def disregarded(game: Game, model: Model) -> list[Model]:
    """Return the enemies in base contact that a model may ignore.

    Those that are Prone (B-ACT-30) or Immobilised (B-STATE-10); all for an Agile model, which must leave (B-TR-2).
    """
    agile = game.any(model, "agile")
    return [foe for foe in game.touching(model) if agile or foe.has("Prone") or foe.has("Immobilised")]


def engaged_with(game: Game, model: Model, *, leaving: bool = True) -> list[Model]:
    """Return the enemies in base contact that bind a model; `leaving`: whether the action begins with a movement."""
    agile = game.any(model, "agile") and leaving
    return [foe for foe in game.touching(model) if not (agile or foe.has("Prone") or foe.has("Immobilised"))]

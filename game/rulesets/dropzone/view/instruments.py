"""The rules of paths as the instruments of the table take them."""

from __future__ import annotations

from collections.abc import Sequence

from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.policies import budget, policies
from game.table.path.policy import PathPolicy
from game.table.shapes import Disc


def paths(game: Game, mover: Disc, inches: float) -> Sequence[PathPolicy]:
    """Return the rules of a move of a base: those of its unit, or else of a unit on the ground, if there is one."""
    units = game.state.units
    unit = units.get(mover.name) or min(units.values(), key=lambda each: game.sheet(each).is_aircraft)
    return [each.but(radius=mover.radius) for each in policies(game, unit, inches)]


def stride(game: Game, piece: str) -> float | None:
    """Return the inches of a unit's move (D-MOVE-1)."""
    unit = game.state.units.get(piece)
    return budget(game, unit) if unit is not None and unit.alive else None

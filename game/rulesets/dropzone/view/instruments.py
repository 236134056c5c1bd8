"""The rules of paths as the instruments of the table take them, with names that people read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.policies import budget, policies
from game.rulesets.dropzone.rules.state import Unit
from game.table.path.policy import Ground, PathPolicy
from game.table.shapes import Disc
from game.wording import _


def paths(game: Game, mover: Disc, inches: float) -> Sequence[PathPolicy]:
    """Return the rules of a move of a base: of its unit, or else of any unit of its size on the ground."""
    unit = game.state.units.get(mover.name)
    if unit is None:
        unit = next((each for each in game.on_table() if not game.sheet(each).is_aircraft), None)
        if unit is None:
            return ()
    found = policies(game, unit, inches)
    return [each.but(radius=mover.radius, grounds=tuple(_named(game, ground) for ground in each.grounds))
            for each in found]  # fmt: skip


def _named(game: Game, ground: Ground) -> Ground:
    unit = game.state.units.get(ground.name)
    return replace(ground, name=unit.name if unit is not None else _(ground.name))


def stride(game: Game, piece: str) -> float | None:
    """Return the inches of a unit's move (D-MOVE-1)."""
    unit: Unit | None = game.state.units.get(piece)
    return budget(game, unit) if unit is not None and unit.alive else None

"""Distances in three dimensions, where the players agreed on them: who stands wholly on a flat top is so high up.

Combat range and coherency stay horizontal (A-TERR-6, A-GEO-7).
"""

from __future__ import annotations

import numpy as np

from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.rulings import TOLERANCE
from game.rulesets.aos4.rules.sieges import is_wholly_on
from game.rulesets.aos4.rules.state import Unit
from game.table.shapes import Disc
from game.table.terrain.area import Floats


def counts(game: Game) -> bool:
    """Return whether heights count in this battle."""
    return game.setup.document.options.elevation == "on"


def height_of(game: Game, disc: Disc) -> float:
    """Return how high up a base is, in inches: the flat top that it is wholly on (A-TERR-6)."""
    tops = (each for each in game.features() if "flat-top" in each.does and not each.is_low)
    return max((each.height for each in tops if is_wholly_on(each, (disc,))), default=0.0)


def within(game: Game, one: Unit, other: Unit, inches: float) -> bool:
    """Return whether any part of a unit is within some inches of another (A-GEO-5)."""
    if not counts(game) or not game.positions.within(one, other, inches):
        return game.positions.within(one, other, inches)
    return bool((_raised(game, one, other, game.positions.gaps(one, other)) <= inches + TOLERANCE).any())


def wholly_within(game: Game, one: Unit, reference: Unit, inches: float) -> bool:
    """Return whether every part of a unit is within some inches of another (A-GEO-5)."""
    if not counts(game) or not game.positions.wholly_within(one, reference, inches):
        return game.positions.wholly_within(one, reference, inches)
    reach = np.maximum(game.positions.reach(one, reference), 0.0)
    return bool((_raised(game, one, reference, reach).min(axis=1) <= inches + TOLERANCE).all())


def gap(game: Game, one: Unit, other: Unit) -> float:
    """Return the inches between two units."""
    if not counts(game):
        return game.positions.gap(one, other)
    return float(gaps(game, one, other).min())


def gaps(game: Game, one: Unit, other: Unit) -> Floats:
    """Return the inches between the models of two units (n x m)."""
    flat = game.positions.gaps(one, other)
    return _raised(game, one, other, flat) if counts(game) else flat


def _raised(game: Game, one: Unit, other: Unit, flat: Floats) -> Floats:
    """Return distances between models (n x m) with their difference in height (A-TERR-6)."""
    here, there = (np.array([height_of(game, disc) for disc in game.positions.bases(unit).discs])
                   for unit in (one, other))  # fmt: skip
    found: Floats = np.hypot(flat, here[:, None] - there[None, :])
    return found

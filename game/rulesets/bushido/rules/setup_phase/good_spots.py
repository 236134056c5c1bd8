"""Where the rulebook deploys a model for its player: ahead, towards a goal, apart from its friends."""

from __future__ import annotations

import hashlib
import math
from random import Random
from typing import Final

from game.engine.core.decisions import LegalSpots
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import find
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import Position

SAMPLES: Final = 24
APART: Final = 1.5
"""Inches of gap that friends leave between them."""


def good_spot(game: Game, model: Model, where: LegalSpots) -> Position | None:
    """Return the best of some legal spots, determined by the table alone; None if none was found."""
    x, y = goal(game, model)
    source = Random(hashlib.blake2b(f"{model.id}|{game.state.setup_done}".encode(), digest_size=8).digest())
    spots = [spot for spot in (where.sample(source) for _sample in range(SAMPLES)) if spot is not None]
    nearest = where.nearest((x, y))
    if nearest is not None:
        spots.append(nearest)

    def cost(spot: Position) -> float:
        gaps = [math.dist(spot, (each.x, each.y)) - each.radius - model.radius for each in game.of(model.side)]
        crowd = math.fsum(max(0.0, APART - gap) for gap in gaps)
        return round(math.dist(spot, (x, y)) + 3.0 * crowd, 6)

    return min(spots, key=cost, default=None)


def goal(game: Game, model: Model) -> tuple[float, float]:
    """Return a model's goal: a player's models share out objectives and zones; without these, the middle."""
    field = game.ruler.battlefield
    spots = [(each.x, each.y) for each in game.state.objectives.values()]
    spots += [(x, y) for _name, x, y, _radius, _side in find(game.setup.document.scenario).zones]
    own = [each.id for each in game.state.models.values() if each.side == model.side]
    return spots[own.index(model.id) % len(spots)] if spots else (field.width / 2, field.height / 2)

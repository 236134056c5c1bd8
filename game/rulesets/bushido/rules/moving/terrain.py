"""The terrain that stands now: what no model may enter, what a base touches, high ground (B-TERR)."""

from __future__ import annotations

from typing import Final

import shapely

from game.rulesets.bushido.rules.game import SIZES, Game
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.terrain import Feature, features
from game.table.sight.lines import touches

RANKS: Final = {size: rank for rank, size in enumerate(SIZES)}
"""How high each size is on the ladder (B-GEO-8)."""


def standing(game: Game) -> list[Feature]:
    """Return the terrain that is on the table now, without what was destroyed (B-TERR-9)."""
    gone = game.state.destroyed
    return [each for each in features(game.ruler.battlefield) if each.piece.id not in gone]


def beside(game: Game, model: Model) -> list[Feature]:
    """Return the Destructible terrain that a base touches (B-TERR-9)."""
    spot = shapely.Point(model.x, model.y)
    return [
        each
        for each in standing(game)
        if each.destructible and shapely.distance(each.piece.shape, spot) <= model.radius + TOLERANCE
    ]


def impassable(game: Game) -> list[Feature]:
    """Return the terrain that no model enters (B-TERR-3)."""
    return [each for each in standing(game) if each.passage == "impassable"]


def high_ground(game: Game, model: Model, at: tuple[float, float] | None = None) -> Feature | None:
    """Return the Enhancing terrain on which a model stands with its centre, the highest of several (B-TERR-8)."""
    x, y = at or (model.x, model.y)
    found = [
        each
        for each in standing(game)
        if each.visibility == "enhancing"
        and touches(each.box, x, y, 0.0)
        and shapely.intersects(each.piece.shape, shapely.Point(x, y))
    ]
    return max(found, key=lambda each: SIZES.index(each.size), default=None)


def at_least(size: str, other: str) -> bool:
    """Return whether a size is at least another one on the ladder (B-GEO-8)."""
    return RANKS[size] >= RANKS[other]

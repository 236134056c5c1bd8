"""The current terrain, and queries about it (B-TERR)."""

from __future__ import annotations

from typing import Final

import shapely

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.rules.terrain import SIZES, Feature, features
from game.table.sight.lines import touches

RANKS: Final = {size: rank for rank, size in enumerate(SIZES)}
"""The rank of each size, smallest first (B-GEO-8)."""


def standing(game: Game) -> list[Feature]:
    """Return the terrain on the table that has not been destroyed (B-TERR-9)."""
    destroyed = game.state.destroyed
    return [feature for feature in features(game.ruler.battlefield) if feature.piece.id not in destroyed]


def beside(game: Game, model: Model) -> list[Feature]:
    """Return the Destructible terrain that a model touches (B-TERR-9)."""
    spot = shapely.Point(model.x, model.y)
    return [
        feature
        for feature in standing(game)
        if feature.destructible and shapely.distance(feature.piece.shape, spot) <= model.radius + TOLERANCE
    ]


def impassable(game: Game) -> list[Feature]:
    """Return the Impassable terrain (B-TERR-3)."""
    return [feature for feature in standing(game) if feature.passage == "impassable"]


def high_ground(game: Game, model: Model, at: tuple[float, float] | None = None) -> Feature | None:
    """Return the highest Enhancing terrain under a model's centre, or under the point `at`, or None (B-TERR-8)."""
    x, y = at or (model.x, model.y)
    found = [
        feature
        for feature in standing(game)
        if feature.visibility == "enhancing"
        and touches(feature.box, x, y, 0.0)
        and shapely.intersects(feature.piece.shape, shapely.Point(x, y))
    ]
    return max(found, key=lambda piece: RANKS[piece.size], default=None)


def smaller(game: Game, one: Model, other: Model) -> bool:
    """Return whether a model is smaller than another (B-GEO-8)."""
    return RANKS[game.size(one)] < RANKS[game.size(other)]

"""Terrain: passage, visibility and size of each piece, as the map's traits give them (B-TERR)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import shapely
from shapely.geometry import Polygon

from game.rulesets.bushido.rules.game import SIZES, Game
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.state import Model
from game.table.shapes import Bounds
from game.table.sight.lines import touches
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Piece

RANKS: Final = {size: rank for rank, size in enumerate(SIZES)}
"""How high each size stands on the ladder (B-GEO-8)."""
PASSAGES = ("normal", "difficult", "impassable", "ideal")
VISIBILITIES = ("clear", "blocking", "obscuring", "enhancing")


class Feature(NamedTuple):
    """A piece of terrain with its three traits (B-TERR)."""

    piece: Piece
    passage: str
    visibility: str
    size: str
    destructible: bool
    polygons: tuple[Polygon, ...]
    box: Bounds
    """The parts of the piece and the box about it, in inches."""


@lru_cache(maxsize=16)
def features(setup: Setup) -> tuple[Feature, ...]:
    """Return the terrain of a table; a piece without traits is Normal, Clear and of size Zero."""
    traits = {piece.id: piece.traits for piece in setup.document.map.terrain}
    return tuple(
        Feature(
            piece,
            str(traits[piece.id].get("bushido.passage", "normal")),
            str(traits[piece.id].get("bushido.visibility", "clear")),
            str(traits[piece.id].get("bushido.size", "zero")),
            traits[piece.id].get("bushido.destructible", False) in (True, "yes"),
            tuple(polygons_of(piece.shape)),
            piece.shape.bounds,
        )
        for piece in setup.ruler.battlefield.pieces
        if not piece.decoration and piece.id in traits
    )


def standing(game: Game) -> list[Feature]:
    """Return the terrain that is on the table now, without what was destroyed (B-TERR-9)."""
    gone = game.state.destroyed
    return [each for each in features(game.setup) if each.piece.id not in gone]


def beside(game: Game, model: Model) -> list[Feature]:
    """Return the Destructible terrain that a base touches (B-TERR-9)."""
    spot = shapely.Point(model.x, model.y)
    return [
        each
        for each in standing(game)
        if each.destructible and shapely.distance(each.piece.shape, spot) <= model.radius + TOLERANCE
    ]


def impassable(game: Game) -> list[Feature]:
    """Return the terrain that nothing enters (B-TERR-3)."""
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
    """Return whether a size is at least another on the ladder (B-GEO-8)."""
    return RANKS[size] >= RANKS[other]

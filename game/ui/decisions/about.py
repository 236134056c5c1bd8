"""The subjects of rows: the thing under the cursor, and the rows that a click on it takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.play.session_model import SessionModel
from game.table.heights import relief_of
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from game.table.terrain.battlefield import Piece as TerrainPiece
from game.ui.board.camera import Spot
from game.ui.widgets.menu_item import MenuItem

NEAR: Final = 0.2
"""Inches from a terrain piece within which a click still means it: a barricade may be narrow."""


@dataclass(frozen=True)
class Thing:
    """The thing under the cursor: a piece with its unit and player, or terrain, topmost first, and the level."""

    piece: str = ""
    unit: str = ""
    player: str = ""
    terrain: tuple[str, ...] = ()
    level: int | None = None


def thing_at(model: SessionModel, spot: Spot, piece: str) -> Thing:
    """Return the thing at a spot of the table (inches), with a piece or none."""
    if piece:
        view = model.units.standing(piece)
        return Thing(piece, model.units.whole(piece), view.owner if view is not None else "")
    point, field = shapely.Point(spot), model.battlefield
    pieces = [each for each in field.pieces if not each.decoration]
    inches = shapely.distance([each.shape for each in pieces], point)  # all at once, because the mouse moves often
    near = sorted((far, -max(each.levels), each.id) for each, far in zip(pieces, inches, strict=True) if far <= NEAR)
    terrain = tuple(identity for _far, _level, identity in near)
    return Thing(terrain=terrain, level=relief_of(field).below(Disc(*spot, 0.0)))


def rows_about(rows: Iterable[MenuItem], thing: Thing) -> list[MenuItem]:
    """Return the rows about a thing: those about the piece itself if there are any, else about its player and so on."""
    enabled = [row for row in rows if row.enabled]
    ways = [[row for row in enabled if each in row.subject] for each in (thing.piece, thing.unit) if each]
    ways += [[row for row in enabled if thing.player in row.about.players]] if thing.player else []
    ways += [[row for row in enabled if identity in row.about.terrain] for identity in thing.terrain]
    ways += [[row for row in enabled if row.about.level == thing.level]] if thing.level is not None else []
    return next((way for way in ways if way), [])


def terrain_in(rows: Iterable[MenuItem], field: Battlefield) -> dict[str, TerrainPiece]:
    """Return the terrain on the table that rows are about, by its id."""
    named = {identity for row in rows if row.enabled for identity in row.about.terrain}
    return {each.id: each for each in field.pieces if each.id in named}


@lru_cache(maxsize=32)
def surface(field: Battlefield, level: int) -> BaseGeometry:
    """Return the part of the table where a model stands on a level, and on none above it."""
    if level == 0:
        return shapely.difference(field.table, _raised(field, 1))
    return shapely.difference(_raised(field, level, level), _raised(field, level + 1))


def _raised(field: Battlefield, lowest: int, highest: int = 99) -> BaseGeometry:
    areas = [
        each.area_shape
        for each in field.pieces
        if each.area and not each.decoration and any(lowest <= level <= highest for level in each.levels)
    ]
    return shapely.union_all(areas) if areas else shapely.Polygon()

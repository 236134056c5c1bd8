"""Terrain in words: what kind a piece is of, where it lies, and the corners of its outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import shapely

from game.lengths import coordinates, length
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Piece
from game.wording import _

FINE: Final = 0.15
"""Inches by which an outline may be told coarser than it is: curves have no end of corners."""


def kinds(terrain: Piece) -> str:
    """Return the kinds of a piece of terrain, for measuring and moving."""
    if terrain.decoration:
        return _("decoration only")
    found = {
        _("area terrain"): bool(terrain.area),
        _("impassable walls"): any(wall.impassable for wall in terrain.barricades),
        _("barricades"): any(not wall.impassable for wall in terrain.barricades),
        **{_("on level {level}", level=level): True for level in terrain.levels if level},
    }
    return ", ".join(kind for kind, fits in found.items() if fits) or _("decoration only")


def outlines(terrain: Piece) -> Iterator[str]:
    """Yield where a piece of terrain lies: the corners of its areas, and the bends of its barricades."""
    for polygon in polygons_of(shapely.simplify(terrain.area_shape, FINE)):
        yield _("area {corners}", corners=_spots(polygon.exterior.coords[:-1]))
    for wall in terrain.barricades:
        yield _("barricade {corners}, {width} wide", corners=_spots(wall.line), width=length(wall.width))


def _spots(corners: Iterable[tuple[float, ...]]) -> str:
    return " - ".join(coordinates(corner[0], corner[1], 1) for corner in corners)

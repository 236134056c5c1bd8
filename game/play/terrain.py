"""Terrain in words: the kinds of a terrain piece and the corners of its outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import shapely

from game.lengths import coordinates, length
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Piece
from game.wording import _

FINE: Final = 0.15
"""Inches by which a described outline may differ from the real one, so that curves have few corners."""


def kinds(terrain: Piece) -> str:
    """Return the kinds of a terrain piece that matter for measuring and moving, in words."""
    if terrain.decoration:
        return _("decoration only")
    applies = {
        _("area terrain"): bool(terrain.area),
        _("impassable walls"): any(wall.impassable for wall in terrain.barricades),
        _("barricades"): any(not wall.impassable for wall in terrain.barricades),
        **{_("on level {level}", level=level): True for level in terrain.levels if level},
    }
    return ", ".join(kind for kind, fits in applies.items() if fits) or _("decoration only")


def outlines(terrain: Piece) -> Iterator[str]:
    """Yield the outline of a terrain piece in words: corners of its areas and bends of its barricades."""
    for polygon in polygons_of(shapely.simplify(terrain.area_shape, FINE)):
        yield _("area {corners}", corners=_spots(polygon.exterior.coords[:-1]))
    for wall in terrain.barricades:
        yield _("barricade {corners}, {width} wide", corners=_spots(wall.line), width=length(wall.width))


def _spots(corners: Iterable[tuple[float, ...]]) -> str:
    return " - ".join(coordinates(corner[0], corner[1], 1) for corner in corners)

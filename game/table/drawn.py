"""Making a map document from a prepared table with its present terrain."""

from __future__ import annotations

from collections.abc import Sequence

from game.table.documents import Area, BarricadeLine, MapDocument, Point, TerrainPiece
from game.table.lattice import snap
from game.table.terrain.battlefield import Battlefield, Piece


def map_now(document: MapDocument, field: Battlefield) -> MapDocument:
    """Return a map with the terrain that is now on its table, without pieces beside it."""
    unit = document.unit
    terrain = tuple(_part(piece, unit) for piece in field.pieces)
    return document.model_copy(update={"terrain": terrain, "dressing": (), "deployment": ()})


def _part(piece: Piece, unit: float) -> TerrainPiece:
    """Return the document of a piece in inches, given the inches of a unit."""

    def inches(line: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((max(0.0, snap(x * unit)), max(0.0, snap(y * unit))) for x, y in line)

    return TerrainPiece(
        id=piece.id,
        name=piece.name,
        look=piece.look,
        levels=piece.levels,
        area=tuple(
            Area(outline=inches(area.outline), holes=tuple(inches(hole) for hole in area.holes)) for area in piece.area
        ),
        barricades=tuple(
            BarricadeLine(
                line=inches(barricade.line),
                width=barricade.width * unit,
                impassable=barricade.impassable,
                name="" if barricade.name == piece.name else barricade.name,
                height=barricade.height * unit,
            )
            for barricade in piece.barricades
        ),
        decoration=piece.decoration,
        traits=dict(piece.traits),
        height=piece.height * unit,
    )

"""Saves the table of a game as a map of the user's own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.session import Session
from game.table.documents import Area, BarricadeLine, MapDocument, Point, TerrainPiece
from game.table.lattice import snap
from game.table.maps.files import save_map
from game.table.terrain.battlefield import Battlefield, Piece
from game.wording import _


def keep_map(session: Session, path: Path) -> None:
    """Save the table of a game as a map named after its file; raise `DocumentError`, `OSError`."""
    plain = session.ruleset.plain_setup(session.setup).get("map")
    if not isinstance(plain, dict):
        raise DocumentError(str(path), "", _("this game is not played on a map"))
    document = map_now(parse_document(json.dumps(plain), MapDocument, "map"), session.game.ruler.battlefield)
    renamed = document.model_copy(update={"name": path.stem[:80].replace("-", " ").strip().title() or document.name})
    save_map(renamed, path)


def map_now(document: MapDocument, field: Battlefield) -> MapDocument:
    """Return a map with the terrain as it is on its table now, without pieces beside the table."""
    unit = document.unit
    terrain = tuple(_terrain_document(piece, unit) for piece in field.pieces)
    return document.model_copy(update={"terrain": terrain, "dressing": (), "deployment": ()})


def _terrain_document(piece: Piece, unit: float) -> TerrainPiece:
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

"""Pieces of terrain to build a table from: a few shapes, each a document centred on its anchor, in inches."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from game.cached import cached_property
from game.table.documents import TerrainPiece
from game.table.lattice import snap
from game.table.terrain.battlefield import Area, Barricade, Piece
from game.table.terrain.rigid import centred
from game.wording import N_, _

Point = tuple[float, float]

_ASIDE: Final = 10.0
"""Inches added to all coordinates of a document, so that none is negative."""


@dataclass(frozen=True)
class Pattern:
    """A shape of the kit: its id, its name, its outline and its barricades as lines with a width."""

    id: str
    name: str
    look: Literal["wood", "ruin", "marsh", "hedge", "wall", "rock"]
    outline: tuple[Point, ...] = ()
    lines: tuple[tuple[Point, ...], ...] = ()
    width: float = 0.25
    impassable: bool = False
    levels: tuple[int, ...] = (0,)

    @cached_property
    def piece(self) -> Piece:
        """The piece, centred on its anchor."""
        area = (Area(self.outline),) if self.outline else ()
        lines = tuple(Barricade(line, self.width, self.impassable, _(self.name), self.id) for line in self.lines)
        return centred(Piece(self.id, _(self.name), area, lines, self.levels, look=self.look))

    def document(self, unit: float = 1.0) -> TerrainPiece:
        """Return the document of the piece for a map with a unit of `unit` inches, not yet placed on the table."""

        def moved(points: Sequence[Point]) -> list[list[float]]:
            return [[snap(_ASIDE + x * unit), snap(_ASIDE + y * unit)] for x, y in points]

        plain: dict[str, Any] = {"id": self.id, "name": _(self.name), "look": self.look, "levels": list(self.levels)}
        if self.outline:
            plain["area"] = [{"outline": moved(self.outline)}]
        if self.lines:
            plain["barricades"] = [
                {"line": moved(line), "width": self.width * unit, "impassable": self.impassable} for line in self.lines
            ]
        return TerrainPiece.model_validate_json(json.dumps(plain))


def _round(radius: float, wobble: float, corners: int = 14) -> tuple[Point, ...]:
    spots = []
    for corner in range(corners):
        reach = radius * (1 + wobble * math.sin(2.4 * corner))
        turn = math.tau * corner / corners
        spots.append((snap(reach * math.cos(turn)), snap(reach * math.sin(turn))))
    return tuple(spots)


def _box(width: float, height: float) -> tuple[Point, ...]:
    return ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))


KIT: Final = (
    Pattern("copse", N_("Copse"), "wood", _round(1.5, 0.12)),
    Pattern("wood", N_("Wood"), "wood", _round(3.0, 0.1, 18)),
    Pattern("marsh", N_("Marsh"), "marsh", _round(2.5, 0.2, 16)),
    Pattern("rubble", N_("Ruins"), "ruin", _box(4.0, 3.0), (((-2.0, -1.4), (-2.0, 1.4), (1.0, 1.4)),)),
    Pattern("hedge", N_("Hedge"), "hedge", lines=(((-2.5, 0.0), (2.5, 0.0)),), width=0.4),
    Pattern("wall", N_("Wall"), "wall", lines=(((-2.0, 0.0), (2.0, 0.0)),)),
    Pattern("corner", N_("Corner of a wall"), "wall", lines=(((-1.5, 1.5), (-1.5, -1.5), (1.5, -1.5)),)),
    Pattern("high-wall", N_("High wall (impassable)"), "wall", lines=(((-2.5, 0.0), (2.5, 0.0)),), impassable=True),
    Pattern("terrace", N_("Terrace (level 1)"), "rock", _box(6.0, 5.0), levels=(1,)),
)
"""The shapes of the kit, the least obstructive first."""

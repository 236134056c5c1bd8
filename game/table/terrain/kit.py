"""A kit of terrain pieces for building a table: a few shapes in inches, centred on their anchors."""

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from game.cached import cached_property
from game.table.documents import TerrainPiece
from game.table.lattice import snap
from game.table.looks import Look
from game.table.terrain.battlefield import Area, Barricade, Piece
from game.table.terrain.rigid import centred
from game.wording import N_, _

Point = tuple[float, float]

_ASIDE: Final = 10.0
"""Inches added to all coordinates of a document, so that they are not negative."""


@dataclass(frozen=True)
class Pattern:
    """A shape of a kit: an outline of area, barricades as lines with a width, and traits for a rulebook.

    Lengths are in inches; areas and barricades are `height` high.
    """

    id: str
    name: str
    look: Look
    outline: tuple[Point, ...] = ()
    lines: tuple[tuple[Point, ...], ...] = ()
    width: float = 0.25
    impassable: bool = False
    levels: tuple[int, ...] = (0,)
    traits: Mapping[str, str | bool] = field(default_factory=dict, hash=False)
    height: float = 0.0

    @cached_property
    def piece(self) -> Piece:
        """The piece, centred on its anchor."""
        area = (Area(self.outline),) if self.outline else ()
        lines = tuple(
            Barricade(line, self.width, self.impassable, _(self.name), self.id, self.height) for line in self.lines
        )
        looks: dict[str, Any] = {"look": self.look, "traits": self.traits, "height": self.height}
        return centred(Piece(self.id, _(self.name), area, lines, self.levels, **looks))

    def document(self, unit: float = 1.0) -> TerrainPiece:
        """Return the document of the piece for a map with a unit of `unit` inches, not yet placed on the table."""

        def moved(points: Sequence[Point]) -> list[list[float]]:
            return [[snap(_ASIDE + x * unit), snap(_ASIDE + y * unit)] for x, y in points]

        fields: dict[str, Any] = {"id": self.id, "name": _(self.name), "look": self.look, "levels": list(self.levels)}
        fields |= {"traits": dict(self.traits), "height": self.height}
        if self.outline:
            fields["area"] = [{"outline": moved(self.outline)}]
        if self.lines:
            shared = {"width": self.width * unit, "impassable": self.impassable, "height": self.height}
            fields["barricades"] = [{"line": moved(line), **shared} for line in self.lines]
        return TerrainPiece.model_validate_json(json.dumps(fields))


def numbered(piece: TerrainPiece, used_ids: Collection[str]) -> TerrainPiece:
    """Return a piece whose id and name end with the first number that makes the id unused."""
    number = next(n for n in count(1) if f"{piece.id}-{n}" not in used_ids)
    return piece.model_copy(update={"id": f"{piece.id}-{number}", "name": f"{piece.name} {number}"})


def round_outline(radius: float, wobble: float, corners: int = 14) -> tuple[Point, ...]:
    """Return an uneven round outline about the origin, in inches; its radius varies by the part `wobble`."""
    spots = []
    for corner in range(corners):
        reach = radius * (1 + wobble * math.sin(2.4 * corner))
        turn = math.tau * corner / corners
        spots.append((snap(reach * math.cos(turn)), snap(reach * math.sin(turn))))
    return tuple(spots)


def box_outline(width: float, height: float) -> tuple[Point, ...]:
    """Return a rectangle about the origin, in inches."""
    return ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))


KIT: Final = (
    Pattern("copse", N_("Copse"), "wood", round_outline(1.5, 0.12)),
    Pattern("wood", N_("Wood"), "wood", round_outline(3.0, 0.1, 18)),
    Pattern("marsh", N_("Marsh"), "marsh", round_outline(2.5, 0.2, 16)),
    Pattern("rubble", N_("Ruins"), "ruin", box_outline(4.0, 3.0), (((-2.0, -1.4), (-2.0, 1.4), (1.0, 1.4)),)),
    Pattern("hedge", N_("Hedge"), "hedge", lines=(((-2.5, 0.0), (2.5, 0.0)),), width=0.4),
    Pattern("wall", N_("Wall"), "wall", lines=(((-2.0, 0.0), (2.0, 0.0)),)),
    Pattern("corner", N_("Wall corner"), "wall", lines=(((-1.5, 1.5), (-1.5, -1.5), (1.5, -1.5)),)),
    Pattern("high-wall", N_("High wall (impassable)"), "wall", lines=(((-2.5, 0.0), (2.5, 0.0)),), impassable=True),
    Pattern("terrace", N_("Terrace (level 1)"), "rock", box_outline(6.0, 5.0), levels=(1,)),
)
"""The shapes of the kit, beginning with the least obstructive."""

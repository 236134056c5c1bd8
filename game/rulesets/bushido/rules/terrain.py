"""The traits of terrain pieces: passage, visibility and size (B-TERR-1 to B-TERR-11), and the starter set of pieces.

Pieces on a map have the traits `bushido.passage`, `bushido.visibility`, `bushido.size` and `bushido.destructible`. The
defaults are normal, clear, zero and not destructible. An impassable barricade without traits is a wall.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.looks import Look
from game.table.shapes import Bounds
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Battlefield, Piece
from game.table.terrain.kit import Pattern, Point, box_outline, round_outline
from game.wording import N_

PASSAGES: Final = ("normal", "difficult", "impassable", "ideal")
VISIBILITIES: Final = ("clear", "blocking", "obscuring", "enhancing")
SIZES: Final = ("zero", "tiny", "small", "medium", "large", "huge")
"""The sizes of models and terrain, smallest first (B-GEO-8)."""
PASSAGE, VISIBILITY = "bushido.passage", "bushido.visibility"
SIZE, DESTRUCTIBLE = "bushido.size", "bushido.destructible"
TRAITS: Final = {
    "normal": ("", "B-TERR-1"),
    "difficult": (N_("Difficult"), "B-TERR-2"),
    "impassable": (N_("Impassable"), "B-TERR-3"),
    "ideal": (N_("Ideal"), "B-TERR-4"),
    "clear": ("", "B-TERR-5"),
    "blocking": (N_("Blocking"), "B-TERR-6"),
    "obscuring": (N_("Obscuring"), "B-TERR-7"),
    "enhancing": (N_("Enhancing"), "B-TERR-8"),
    "destructible": (N_("Destructible"), "B-TERR-9"),
}
"""The name and rule of every trait of terrain. Traits without an effect have no name."""
VALUES: Final = {PASSAGE: PASSAGES, VISIBILITY: VISIBILITIES, SIZE: SIZES}


def passage(piece: Piece) -> str:
    """Return the passage of a piece, one of `PASSAGES` (B-TERR-1)."""
    return str(
        piece.traits.get(PASSAGE, "impassable" if any(line.impassable for line in piece.barricades) else "normal")
    )


def visibility(piece: Piece) -> str:
    """Return the effect of a piece on sight, one of `VISIBILITIES` (B-TERR-5, B-TERR-6, B-TERR-7, B-TERR-8)."""
    return str(piece.traits.get(VISIBILITY, "blocking" if piece.barricades else "clear"))


def size(piece: Piece) -> str:
    """Return the size of a piece, one of `SIZES`."""
    return str(piece.traits.get(SIZE, "small" if piece.barricades else "zero"))


def is_impassable(piece: Piece) -> bool:
    """Return whether a piece is Impassable (B-TERR-3)."""
    return not piece.decoration and passage(piece) == "impassable"


class Feature(NamedTuple):
    """A terrain piece with its traits (B-TERR)."""

    piece: Piece
    passage: str
    visibility: str
    size: str
    destructible: bool
    polygons: tuple[Polygon, ...]
    box: Bounds
    """The box around the piece, in inches."""


@lru_cache(maxsize=32)
def features(field: Battlefield) -> tuple[Feature, ...]:
    """Return the terrain pieces of a table with their traits, without decoration."""
    return tuple(
        Feature(
            piece,
            passage(piece),
            visibility(piece),
            size(piece),
            bool(piece.traits.get(DESTRUCTIBLE)),
            tuple(polygons_of(piece.shape)),
            piece.shape.bounds,
        )
        for piece in field.pieces
        if not piece.decoration
    )


@lru_cache(maxsize=32)
def impassable(field: Battlefield) -> BaseGeometry:
    """Return the union of all Impassable terrain on a table, in inches (B-TERR-3)."""
    return shapely.union_all([piece.shape for piece in field.pieces if is_impassable(piece)])


def _piece(name: str, title: str, look: Look, outline: tuple[Point, ...], traits: str) -> Pattern:
    """Return a piece of the starter set. `traits` has its passage, visibility and size."""
    passage, visibility, size = traits.split()
    return Pattern(name, title, look, outline, traits={PASSAGE: passage, VISIBILITY: visibility, SIZE: size})


STARTER: Final = (
    _piece("pond", N_("Pond"), "water", round_outline(2.2, 0.12, 18), "difficult clear zero"),
    _piece("field", N_("Tilled field"), "field", box_outline(5.0, 3.5), "difficult clear zero"),
    _piece("road", N_("Paved road"), "rubble", box_outline(7.0, 1.8), "ideal clear zero"),
    _piece("hedge", N_("Low hedge"), "hedge", box_outline(4.5, 0.6), "difficult blocking tiny"),
    _piece("wall", N_("Wall"), "wall", box_outline(4.0, 0.5), "impassable blocking small"),
    _piece("statue", N_("Statue"), "rock", box_outline(1.6, 1.6), "impassable blocking medium"),
    _piece("tree", N_("Single tree"), "wood", round_outline(0.9, 0.08), "impassable blocking large"),
    _piece("hill", N_("Hill"), "crater", round_outline(2.8, 0.1, 20), "normal enhancing large"),
    _piece("bamboo", N_("Bamboo stand"), "wood", round_outline(2.2, 0.15, 16), "difficult obscuring huge"),
    _piece("fog", N_("Fog bank"), "marsh", round_outline(2.5, 0.18, 18), "normal obscuring huge"),
    _piece("house", N_("House"), "building", box_outline(4.0, 3.0), "impassable blocking huge"),
)
"""The starter set. The last text of a piece is its passage, visibility and size (B-TERR-11)."""

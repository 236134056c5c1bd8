"""Terrain moved from its position on the map by players or edits: the new position, the table, and free room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from game.engine.core.records import Record
from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import snap
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Battlefield, Piece
from game.table.terrain.rigid import placed
from game.wording import N_, _

HAIR: Final = 1e-6
"""Inches too small to count."""
MOST_RULERS: Final = 64
"""The most prepared tables in memory, each with different terrain. Edits and lookahead use the same tables again."""


@dataclass(eq=False, frozen=True)
class Laid(Record):
    """A terrain piece that is not at its position on the map: its anchor in inches and its turn in degrees."""

    id: str
    x: float
    y: float
    degrees: int

    def clone(self) -> Self:
        """Return this object itself, because it never changes."""
        return self


class LaidRulers:
    """The rulers of a table with different terrain. `pieces` are those that can be laid, centred on their anchors."""

    def __init__(self, ruler: Ruler, pieces: Mapping[str, Piece]) -> None:
        self._ruler, self._pieces = ruler, pieces
        self._cache: dict[tuple[object, ...], Ruler] = {}

    def on(self, laid: Sequence[Laid], gone: Sequence[str]) -> Ruler:
        """Return the ruler of the table with laid pieces in their new places and without those that are `gone`."""
        if not laid and not gone:
            return self._ruler
        key = (*((moved.id, moved.x, moved.y, moved.degrees) for moved in laid), *gone)
        ruler = self._cache.get(key)
        if ruler is None:
            field, lifted = self._ruler.battlefield, {*gone, *(moved.id for moved in laid)}
            pieces = [piece for piece in field.pieces if piece.id not in lifted]
            pieces += [placed(self._pieces[moved.id], moved.x, moved.y, moved.degrees) for moved in laid]
            if len(self._cache) >= MOST_RULERS:
                self._cache.clear()
            ruler = self._cache[key] = Ruler(replace(field, pieces=tuple(pieces)), self._ruler.policy)
        return ruler


def lying(field: Battlefield, laid: Sequence[Laid], piece: str) -> tuple[float, float, int] | None:
    """Return anchor (x, y) and turn (degrees) of a terrain piece, or None if it is not on the table."""
    for moved in laid:
        if moved.id == piece:
            return moved.x, moved.y, moved.degrees
    on_map = next((terrain for terrain in field.pieces if terrain.id == piece and not terrain.decoration), None)
    if on_map is None:
        return None
    middle = on_map.shape.convex_hull.centroid
    return snap(middle.x), snap(middle.y), 0


def why_off_the_table(field: Battlefield, terrain: Piece, rule: str) -> list[Refusal]:
    """Return a refusal if a terrain piece hangs over the edge of the table at its new position."""
    west, south, east, north = terrain.shape.bounds
    overhang = max(-west, -south, east - field.width, north - field.height)
    if overhang <= HAIR:
        return []
    text = _("hangs over the edge of the table by {amount}", amount=missing(overhang))
    return [Refusal(text, rule, N_("off the table"), overhang)]


def why_not_free(field: Battlefield, moved: Piece, rule: str) -> list[Refusal]:
    """Return the reasons against a terrain piece at its new position: over the edge, or touching other pieces."""
    others = (piece for piece in field.pieces if piece.id != moved.id and not piece.decoration)
    return why_off_the_table(field, moved, rule) + [
        Refusal(_("touches or overlaps {piece}", piece=terrain.name), rule)
        for terrain in others
        if moved.shape.distance(terrain.shape) <= HAIR
    ]

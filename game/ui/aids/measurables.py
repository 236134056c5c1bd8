"""Whatever one can measure from or to: pieces, the ghost of one that is being placed, terrain, bare points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import shapely

from game.engine.rulebook.view import PieceView
from game.lengths import coordinates
from game.table.lattice import snap
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.ui.board.draw_context import Spot
from game.ui.board.pieces import drawn_radius
from game.ui.model.session_model import SessionModel
from game.wording import _

Measured = Disc | Piece
_RANKS = {"base": 2, "token": 1, "marker": 0}


@dataclass(frozen=True)
class Measurable:
    """Something to measure: a piece or terrain by its id, a bare point by its spot.

    A ghost is a piece where it would be put; while nobody places it, it is the piece where it stands.
    """

    sort: Literal["piece", "ghost", "terrain", "point"]
    id: str = ""
    spot: Spot = (0.0, 0.0)


class Measurables:
    """Finds things on the table and knows where they are now. `ghost` returns the piece that is being placed."""

    def __init__(self, model: SessionModel, ghost: Callable[[], PieceView | None]) -> None:
        self.model = model
        self.ghost = ghost

    # -- finding -------------------------------------------------------------------------------

    def at(self, spot: Spot, bare: bool = False) -> Measurable:
        """Return the topmost thing at a spot: the ghost, a piece, terrain; with `bare` always the point."""
        if not bare:
            ghost = self.ghost()
            if ghost is not None and _covers(ghost, spot):
                return Measurable("ghost", ghost.id)
            hits = [piece for piece in self.model.pieces.values() if _covers(piece, spot)]
            if hits:
                return Measurable("piece", max(hits, key=lambda piece: _RANKS.get(piece.kind, 0)).id)
            terrain = [piece for piece in self._terrain() if shapely.intersects_xy(piece.shape, *spot)]
            if terrain:
                return Measurable("terrain", min(terrain, key=lambda piece: shapely.area(piece.shape)).id)
        field = self.model.battlefield
        x, y = snap(max(0.0, min(field.width, spot[0]))), snap(max(0.0, min(field.height, spot[1])))
        return Measurable("point", spot=(x, y))

    def everything(self) -> list[Measurable]:
        """Return all things that have a name: the ghost, bases, markers, tokens, terrain."""
        ghost = self.ghost()
        pieces = sorted(self.model.view.pieces, key=lambda piece: -_RANKS.get(piece.kind, 0))
        found = [Measurable("ghost", ghost.id)] if ghost is not None else []
        found += [Measurable("piece", piece.id) for piece in pieces]
        return found + [Measurable("terrain", piece.id) for piece in self._terrain()]

    def _terrain(self) -> list[Piece]:
        return [piece for piece in self.model.battlefield.pieces if not piece.decoration]

    # -- as they are now -----------------------------------------------------------------------

    def piece(self, measurable: Measurable) -> PieceView | None:
        """Return the piece a thing is, where it is now or would be put; None for terrain, points and what is gone."""
        if measurable.sort == "ghost":
            ghost = self.ghost()
            if ghost is not None and ghost.id == measurable.id:
                return ghost
        return self.model.pieces.get(measurable.id) if measurable.sort in ("piece", "ghost") else None

    def measured(self, measurable: Measurable) -> Measured | None:
        """Return a thing as the ruler takes it; None when it has left the table."""
        if measurable.sort == "point":
            return Disc(*measurable.spot, 0.0, self.name(measurable), "point", self._level(measurable.spot))
        if measurable.sort == "terrain":
            return next((piece for piece in self.model.battlefield.pieces if piece.id == measurable.id), None)
        piece = self.piece(measurable)
        return Disc(piece.x, piece.y, piece.radius, piece.name, piece.kind, piece.level) if piece is not None else None

    def _level(self, spot: Spot) -> int:
        """Return the level of a bare point."""
        return highest_surface(self.model.session.game.ruler, spot)

    def spot(self, measurable: Measurable) -> Spot | None:
        """Return the middle of a thing, None when it has left the table."""
        found = self.measured(measurable)
        if isinstance(found, Piece):
            middle = found.shape.representative_point()
            return middle.x, middle.y
        return (found.x, found.y) if found is not None else None

    def name(self, measurable: Measurable) -> str:
        """Return what people call a thing."""
        if measurable.sort == "point":
            return f"({coordinates(*measurable.spot)})"
        if measurable.sort == "terrain":
            found = self.measured(measurable)
            return found.name or measurable.id if found is not None else measurable.id
        name = self.model.name_of(measurable.id)
        ghost = self.ghost() if measurable.sort == "ghost" else None
        return _("{name} (there)", name=name) if ghost is not None and ghost.id == measurable.id else name


def highest_surface(ruler: Ruler, spot: Spot) -> int:
    """Return the highest level with something to stand on at a spot; 0 where levels do not count."""
    return ruler.battlefield.surface_below(ruler.battlefield.highest_level, *spot) if ruler.policy.levels else 0


def _covers(piece: PieceView, spot: Spot) -> bool:
    return (piece.x - spot[0]) ** 2 + (piece.y - spot[1]) ** 2 <= drawn_radius(piece) ** 2

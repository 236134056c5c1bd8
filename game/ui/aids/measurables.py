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
from game.ui.board.stacking import covers, top_down, topmost
from game.ui.model.session_model import Desk
from game.wording import _

Measured = Disc | Piece


@dataclass(frozen=True)
class Thing:
    """Something to measure: a piece or terrain by its id, a bare point by its spot.

    A ghost is a piece where it would be put; while nobody places it, it is the piece where it stands.
    """

    sort: Literal["piece", "ghost", "terrain", "point"]
    id: str = ""
    spot: Spot = (0.0, 0.0)


class Things:
    """Finds things on the table and knows where they are now. `ghost` returns the piece that is being placed."""

    def __init__(self, desk: Desk, ghost: Callable[[], PieceView | None]) -> None:
        self.desk = desk
        self.ghost = ghost

    # -- finding -------------------------------------------------------------------------------

    def at(self, spot: Spot, bare: bool = False) -> Thing:
        """Return the topmost thing at a spot: the ghost, a piece, terrain; with `bare` always the point."""
        if not bare:
            ghost = self.ghost()
            if ghost is not None and covers(ghost, spot):
                return Thing("ghost", ghost.id)
            piece = topmost(self.desk.pieces.values(), spot)
            if piece is not None:
                return Thing("piece", piece.id)
            terrain = [each for each in self._terrain() if shapely.intersects_xy(each.shape, *spot)]
            if terrain:
                return Thing("terrain", min(terrain, key=lambda each: shapely.area(each.shape)).id)
        field = self.desk.battlefield
        x, y = snap(max(0.0, min(field.width, spot[0]))), snap(max(0.0, min(field.height, spot[1])))
        return Thing("point", spot=(x, y))

    def everything(self) -> list[Thing]:
        """Return all things that have a name: the ghost, bases, markers, tokens, terrain."""
        ghost = self.ghost()
        found = [Thing("ghost", ghost.id)] if ghost is not None else []
        found += [Thing("piece", piece.id) for piece in top_down(self.desk.view.pieces)]
        return found + [Thing("terrain", piece.id) for piece in self._terrain()]

    def _terrain(self) -> list[Piece]:
        return [piece for piece in self.desk.battlefield.pieces if not piece.decoration]

    # -- as they are now -----------------------------------------------------------------------

    def piece(self, thing: Thing) -> PieceView | None:
        """Return the piece a thing is, where it is now or would be put; None for terrain, points and what is gone."""
        if thing.sort == "ghost":
            ghost = self.ghost()
            if ghost is not None and ghost.id == thing.id:
                return ghost
        return self.desk.pieces.get(thing.id) if thing.sort in ("piece", "ghost") else None

    def measured(self, thing: Thing) -> Measured | None:
        """Return a thing as the ruler takes it; None when it has left the table."""
        if thing.sort == "point":
            return Disc(*thing.spot, 0.0, self.name(thing), "point", self._level(thing.spot))
        if thing.sort == "terrain":
            return next((piece for piece in self.desk.battlefield.pieces if piece.id == thing.id), None)
        piece = self.piece(thing)
        return Disc(piece.x, piece.y, piece.radius, piece.name, piece.kind, piece.level) if piece is not None else None

    def _level(self, spot: Spot) -> int:
        """Return the level of a bare point."""
        return highest_surface(self.desk.session.game.ruler, spot)

    def spot(self, thing: Thing) -> Spot | None:
        """Return the middle of a thing, None when it has left the table."""
        found = self.measured(thing)
        if isinstance(found, Piece):
            middle = found.shape.representative_point()
            return middle.x, middle.y
        return (found.x, found.y) if found is not None else None

    def name(self, thing: Thing) -> str:
        """Return what people call a thing."""
        if thing.sort == "point":
            return f"({coordinates(*thing.spot)})"
        if thing.sort == "terrain":
            found = self.measured(thing)
            return found.name or thing.id if found is not None else thing.id
        name = self.desk.name_of(thing.id)
        ghost = self.ghost() if thing.sort == "ghost" else None
        return _("{name} (there)", name=name) if ghost is not None and ghost.id == thing.id else name


def highest_surface(ruler: Ruler, spot: Spot) -> int:
    """Return the highest level with something to stand on at a spot; 0 where levels do not count."""
    return ruler.battlefield.surface_below(ruler.battlefield.highest_level, *spot) if ruler.policy.levels else 0

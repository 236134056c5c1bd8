"""Which piece lies on top of which: the one order in which pieces are drawn, pointed at and listed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.engine.rulebook.view import PieceView
from game.ui.board.pieces import drawn_radius

_RANKS: Final = {"marker": 0, "token": 1, "base": 2}


def bottom_up(pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return pieces in the order in which they are drawn: level by level markers, tokens, bases."""
    return sorted(pieces, key=lambda piece: (piece.level, _RANKS.get(piece.kind, 0)))


def top_down(pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return pieces as they are listed and gone through: bases, tokens, markers, each kind in its own order."""
    return sorted(pieces, key=lambda piece: -_RANKS.get(piece.kind, 0))


def covers(piece: PieceView, spot: tuple[float, float]) -> bool:
    """Say whether a piece is drawn over a spot (inches)."""
    return (piece.x - spot[0]) ** 2 + (piece.y - spot[1]) ** 2 <= drawn_radius(piece) ** 2


def topmost(pieces: Iterable[PieceView], spot: tuple[float, float]) -> PieceView | None:
    """Return the piece that is seen at a spot (inches), None where there is none."""
    return next(reversed(bottom_up(piece for piece in pieces if covers(piece, spot))), None)

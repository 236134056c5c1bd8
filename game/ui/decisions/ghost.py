"""Ghost: pieces at proposed spots, for previews, threats, stakes, rulers and the sandbox."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.rulebook.view import PieceView, Preview
from game.ui.board.camera import Spot


@dataclass(frozen=True)
class Ghost:
    """Pieces with a proposed place, facing and level; `spot` is that of the piece in hand. Empty: nothing is proposed.

    `start` is the spot at which the piece stands or was first offered (for several pieces, `spot` and `start` are their
    middles, in inches). `away` has the pieces that are drawn faintly where they really stand, `unit` the unit whose
    ranges move along, and `move_to` puts the ghost elsewhere.
    """

    pieces: tuple[PieceView, ...] = ()
    start: Spot = (0.0, 0.0)
    spot: Spot = (0.0, 0.0)
    away: frozenset[str] = frozenset()
    unit: str = ""
    move_to: Callable[[Spot, bool], None] | None = None
    preview: Callable[[], Preview] | None = None
    """Returns the consequences of the proposed spot, if a decision of the game places the piece."""
    shown: bool = True

    @property
    def level(self) -> int:
        """The proposed level of the table."""
        return self.pieces[0].level if self.pieces else 0

    @property
    def placed(self) -> PieceView | None:
        """The shown piece that a decision of the game places; None without one."""
        return self.pieces[0] if self.preview is not None and self.shown else None

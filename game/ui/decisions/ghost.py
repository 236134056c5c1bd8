"""The table as it would be: what previews, threats, stakes, rulers and the sandbox ask of a piece or unit in hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.rulebook.view import PieceView, Preview
from game.ui.board.camera import Spot


@dataclass(frozen=True)
class Ghost:
    """Pieces with the place, facing and level that are proposed for them; `spot` is that of the piece in hand.

    `start` is where it stands or was first offered; of several pieces both are their middles (inches). `away` names the
    pieces shown faintly where they stand, `unit` the unit whose ranges move along. `move_to` puts the ghost elsewhere.
    Without arguments, nothing is proposed.
    """

    pieces: tuple[PieceView, ...] = ()
    start: Spot = (0.0, 0.0)
    spot: Spot = (0.0, 0.0)
    away: frozenset[str] = frozenset()
    unit: str = ""
    move_to: Callable[[Spot, bool], None] | None = None
    preview: Callable[[], Preview] | None = None
    """Returns the consequences, if a decision of the game puts a piece there."""
    shown: bool = True

    @property
    def level(self) -> int:
        """The proposed level of the table."""
        return self.pieces[0].level if self.pieces else 0

    @property
    def placed(self) -> PieceView | None:
        """The piece that a decision of the game puts there, as soon as it is shown, or None without one."""
        return self.pieces[0] if self.preview is not None and self.shown else None

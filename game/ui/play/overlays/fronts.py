"""The front arc and the zone of the inspected piece."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.board.overlays import Overlay
from game.ui.decisions.control import Control
from game.ui.play.focus import Focus
from game.ui.play.part import OverlayPart


class Fronts(OverlayPart):
    """The front arc and the zone of control of a standing piece, but not of a piece being placed."""

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._control = Control()

    def overlays(self) -> Sequence[Overlay]:
        focus, model, inspection = self.focus, self.focus.model, self.focus.inspection
        looked_at = inspection.selected or inspection.hovered or inspection.piece()
        piece = model.units.standing(looked_at) or model.pieces.get(looked_at)
        if piece is None or not focus.options.region or focus.animation.playing or focus.hands.shown is not None:
            return []
        if inspection.closed or focus.asking.on or (focus.would_flash and not inspection.hovered):
            return []
        if focus.placing and focus.drawn is not None and piece.id == focus.drawn.decision.about:
            return []
        moving = {model.units.whole(each) for each in focus.ghost.away}
        if piece.unit and (piece.id in moving or not (inspection.selected or inspection.hovered)):
            return []  # a unit's zone is where it stands, which matters to others, and not while it leaves
        return self._control.front(model.session, model.version, piece)

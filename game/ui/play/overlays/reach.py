"""Overlays of the reach of a piece, and of its front arc and zone of control."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from game.ui.aids.inspection import Overlays
from game.ui.board.overlays import Overlay
from game.ui.decisions.control import Control
from game.ui.play.focus import Focus
from game.ui.play.overlays.choices import choosable
from game.ui.play.part import OverlayPart
from game.wording import N_


class Reach(OverlayPart):
    """The areas where a piece can move and strike, unless the decision draws something more important."""

    title: ClassVar = N_("Reach and odds")
    code: ClassVar = ("aids.inspection:*", "aids.odds_plate:*", "play.hands:odds")

    def overlays(self) -> Overlays:
        focus = self.focus
        inspection, controller, hand = focus.inspection, focus.drawn, focus.hands.shown
        piece = hand.piece if hand is not None and focus.hands.held is None else inspection.piece()
        if not piece or focus.asking.on or focus.placing or focus.animation.playing or focus.would_flash:
            return None, None
        if controller is not None and controller.draws_reach:
            return None, None
        lead = inspection.lead()
        if piece == focus.about and lead is None and choosable(focus):
            return None, None  # areas to choose are more important now
        if piece == focus.about and piece in focus.model.view.units and not inspection.selected:
            return None, None  # the decision that moves the unit will show its reach
        choosing = focus.is_direct and controller is not None and controller.decision.kind != "place"
        movable = piece == focus.about and choosing and focus.hands.ahead() is not None
        move, attack = inspection.overlays(piece, focus.camera.scale, looked_at=not movable)
        move = lead or move
        return move if focus.options.region else None, attack if focus.options.threat else None

    def tick(self, now: float) -> bool:
        return self.focus.inspection.waiting

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"inspect": partial(self._inspect, 1), "inspect_back": partial(self._inspect, -1)}

    def _inspect(self, by: int) -> None:
        piece = self.focus.inspection.next(by)
        if piece is not None:
            self.focus.camera.show(piece.x, piece.y)

    def close(self) -> None:
        self.focus.inspection.close()


class Fronts(OverlayPart):
    """The front arc and the zone of control of a piece on the table, but not of one being placed."""

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
        moving = {model.units.whole(model_id) for model_id in focus.ghost.away}
        if piece.unit and (piece.id in moving or not (inspection.selected or inspection.hovered)):
            return []  # a unit's zone matters to others: not while it moves, and only if looked at
        return self._control.front(model.session, model.version, piece)

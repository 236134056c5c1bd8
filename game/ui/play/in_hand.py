"""What a table's input goes to: the pending decision, a piece or an aid in hand, the piece aimed at."""

from __future__ import annotations

from game.engine.questions.asking import Best
from game.ui.aids.asking import Asking
from game.ui.aids.guard import Guard
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.board.camera import Camera, Spot
from game.ui.board.pieces import topmost
from game.ui.decisions import Controller
from game.ui.decisions.base import Tool
from game.ui.model.session_model import SessionModel
from game.ui.panel.layout import Layout
from game.ui.play.hands import Hands
from game.ui.play.show import Show
from game.ui.strip.strip import Strip


class InHand:
    """The part of a scene that says what is in hand, and what the mouse points at."""

    model: SessionModel
    camera: Camera
    layout: Layout
    strip: Strip
    mouse: tuple[int, int]
    asked: Controller | None
    hands: Hands
    measuring: Measuring
    asking: Asking
    guard: Guard
    inspection: Inspection
    staging: Show
    watching: bool
    pointing: bool

    @property
    def under_mouse(self) -> str:
        """The piece under the mouse, on the table or on the rosters; an empty string for none."""
        spot = self.mouse_spot
        return self.piece_at(spot) if spot is not None else self.strip.at(self.mouse)

    def piece_at(self, spot: Spot) -> str:
        """Return the id of the topmost piece under a spot in inches, or an empty string."""
        found = topmost(self.model.pieces.values(), spot)
        return found.id if found is not None else ""

    @property
    def mouse_spot(self) -> Spot | None:
        """The mouse's spot on the table, in inches; None if it is elsewhere."""
        return self.camera.to_table(*self.mouse) if self.layout.table.collidepoint(self.mouse) else None

    @property
    def controller(self) -> Controller | None:
        """The controller of the piece in hand, else of the pending decision; None if no person decides here."""
        return self.asked if self.hands.held is None else self.hands.held.ghost

    @property
    def drawn(self) -> Controller | None:
        """The controller that draws on the table; None once something that was drawn there went wrong."""
        return self.controller if self.guard.overlays else None

    @property
    def is_direct(self) -> bool:
        """Whether pieces may be picked up now."""
        if self.asked is None or self.tool is not None or self.watching or self.staging.playing:
            return False
        return self.asked.direct

    @property
    def input_target(self) -> Tool | None:
        """The tool for mouse and keys on the table: an aid while it is in hand, else the controller."""
        return self.tool or self.controller

    def take_best(self, piece: str, best: Best) -> bool:
        """Hold a piece above the best spot until that is confirmed; return whether it may be put there now."""
        asked = self.asked is not None and self.asked.offer(piece, (best.x, best.y))
        return asked or self.hands.offer(piece, best)

    @property
    def tool(self) -> Measuring | Asking | None:
        """The aid in hand: the tape measure, or a question; None without one."""
        return next((each for each in (self.measuring, self.asking) if each.on), None)

    @property
    def aimed(self) -> str:
        """The piece under the mouse if a click on it answers more than one decision at once."""
        piece = self.inspection.hovered
        if not piece or not self.pointing or self.mouse_spot is None:
            return ""
        return piece if self.is_direct and self.hands.aims(piece, wait=False) else ""

"""Handling the strip of rosters: clicks, the wheel and keys. A click there does what a click on the piece would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import pygame

from game.ui.aids.inspection import Inspection
from game.ui.board.camera import Camera
from game.ui.decisions.base import Tool
from game.ui.play.hands import Hands
from game.ui.play.host import TableHost
from game.ui.prefs.settings import Options
from game.ui.strip.strip import FOLD, FORTH, Strip
from game.ui.widgets.keys import Press

_ALONG = {"left": -1, "right": 1}
_ACROSS = {"up": -1, "down": 1}


class RosterHost(TableHost, Protocol):
    """A table with rosters."""

    options: Options
    inspection: Inspection
    strip: Strip
    hands: Hands
    camera: Camera

    @property
    def input_target(self) -> Tool | None:
        """The tool for mouse and keys on the table."""

    @property
    def is_direct(self) -> bool:
        """Whether pieces may be picked up now."""

    def refresh_panel(self) -> None:
        """Update the layout."""

    def point(self) -> None:
        """Update the piece under the mouse."""


class RosterHands:
    """Mouse and keys on a table's rosters.

    `pressed` says whether the mouse button went down there, `lifted` on which piece.
    """

    def __init__(self, scene: RosterHost) -> None:
        self.scene = scene
        self.pressed, self.lifted = False, ""

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands of the rosters, by name."""
        return {"strip": self._go_there, FOLD: self._fold}

    def _go_there(self) -> None:
        """Give the keys to the rosters, opened if need be."""
        scene = self.scene
        if not scene.options.rosters:
            self._fold()
            scene.refresh_panel()
        about = scene.inspection.piece()
        scene.inspection.focused = about if scene.strip.piece(about) is not None else scene.strip.step("", 1)

    def _fold(self) -> None:
        window = self.scene.window
        self.scene.inspection.focused = ""
        window.choose(replace(window.options, rosters=not window.options.rosters))

    def key(self, press: Press) -> bool:
        """Move along the rosters while they have the keys: arrows, Enter takes, Space ticks; return whether it did."""
        inspection, strip, focused = self.scene.inspection, self.scene.strip, self.scene.inspection.focused
        if not focused:
            return False
        if press.command in _ALONG:
            self._focus(strip.step(focused, _ALONG[press.command]))
        elif press.command in _ACROSS:
            self._focus(strip.step_side(focused, _ACROSS[press.command]))
        else:
            if press.command != "tick":
                inspection.focused = ""
            if press.command in ("confirm", "tick"):
                self.take(focused)
            return press.command in ("confirm", "tick", "step_back", "strip")
        return True

    def _focus(self, identity: str) -> None:
        self.scene.inspection.focused = identity
        piece = self.scene.model.units.standing(identity)
        if piece is not None:
            self.scene.camera.show(piece.x, piece.y)

    def press(self, pixel: tuple[int, int]) -> None:
        """Remember what of the rosters a button goes down on."""
        self.pressed = self.scene.layout.strip.collidepoint(pixel)
        self.lifted = self.scene.strip.at(pixel) if self.pressed else ""

    def carry(self, pixel: tuple[int, int]) -> bool:
        """Take a piece that is dragged onto the table from the rosters, for the first time; return whether it was."""
        model, piece = self.scene.model, self.lifted
        if not self.pressed or piece not in model.reserve or not self.scene.layout.table.collidepoint(pixel):
            return False
        self.pressed, self.lifted = False, ""
        self.take(piece)
        return True

    def release(self, event: pygame.event.Event) -> bool:
        """Handle a button that is let go where it went down, on the rosters; return whether it was."""
        scene, strip, pressed = self.scene, self.scene.strip, self.pressed
        self.pressed = False
        if not pressed or not scene.layout.strip.collidepoint(event.pos) or event.button not in (1, 3):
            return False
        button, piece = strip.button_at(event.pos), strip.at(event.pos)
        scene.inspection.focused = ""
        if event.button == 3:
            scene.inspection.selected = piece if scene.model.units.standing(piece) is not None else ""
        elif button == FOLD:
            self._fold()
        elif button:
            strip.turn(1 if button == FORTH else -1)
        elif piece:
            self.take(piece)
        return True

    def take(self, identity: str) -> None:
        """Do what a click on a piece would: answer with it, or switch to it; else look at it. It attacks nobody."""
        scene, hand, piece = self.scene, self.scene.input_target, self.scene.model.units.standing(identity)
        took: list[bool] = []
        if scene.is_direct:
            scene.call(lambda: took.append(scene.hands.past_window(identity)))
        if any(took):
            pass
        elif hand is not None and scene.is_direct and hand.marks().get(identity) in ("candidate", "chosen"):
            spot = (piece.x, piece.y) if piece is not None else (0.0, 0.0)
            scene.call(lambda: took.append(hand.click(spot, identity)))
        elif scene.is_direct:
            scene.hands.cancel()
            scene.call(lambda: took.append(scene.hands.switch(identity)))
        piece = scene.model.units.standing(identity)
        if piece is None:
            return
        scene.camera.show(piece.x, piece.y)
        scene.inspection.selected = "" if any(took) else identity

    def scroll(self, by: int) -> None:
        """Scroll by turns of the wheel."""
        self.scene.strip.scroll(-by * self.scene.window.theme.px(5))
        self.scene.point()

"""Overlay of the tape measure and its pinned rulers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.ui.aids.measuring import draw_rulers
from game.ui.board.overlays import Entry
from game.ui.play.part import Part
from game.ui.widgets.keys import shift_held
from game.ui.widgets.layers import Canvas
from game.wording import N_


class Measured(Part):
    """The tape measure with its pinned rulers: rings below the pieces, rulers above them."""

    depth = 5
    height = 1
    title: ClassVar = N_("The tape measure")
    code: ClassVar = ("aids.measuring:*", "aids.instruments:*")

    def under(self, target: Canvas) -> None:
        for overlay in self.focus.measuring.overlays(self.focus.camera.scale):
            overlay.draw(target, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        if not self.focus.sheets:
            draw_rulers(self.focus.measuring, target, self.focus.context)

    def input(self, event: pygame.event.Event) -> bool:
        """Resize the ring in hand; some systems turn the wheel sideways while Shift is held."""
        used = event.type == pygame.MOUSEWHEEL and self.focus.measuring.on
        used = used and shift_held()
        if used:
            self.focus.measuring.resize_ring(event.y or event.x)
        return used

    def tick(self, now: float) -> bool:
        return self.focus.measuring.waiting(now)

    def legend(self) -> Sequence[Entry]:
        return self.focus.measuring.legend(self.focus.camera.scale)

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"measure": self._toggle}

    def aids(self) -> Sequence[str]:
        return ("measure",) if self.focus.measuring.on else ()

    def _toggle(self) -> None:
        self.focus.asking.on = False
        self.focus.measuring.toggle(self.focus.inspection.selected or self.focus.inspection.piece())

    def close(self) -> None:
        self.focus.measuring.close()

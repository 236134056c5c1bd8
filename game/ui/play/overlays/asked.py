"""The answer to a question asked backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.ui.aids.asking import FitsOverlay
from game.ui.aids.asking_view import draw_answer
from game.ui.play.part import OverlayPart
from game.wording import N_


class Asked(OverlayPart):
    """The area that fits the question below the pieces, the best spot above them."""

    height = 2
    title: ClassVar = N_("Asking")
    code: ClassVar = ("aids.asking*:*",)

    def overlays(self) -> Sequence[FitsOverlay | None]:
        return (self.focus.asking.overlay(),) if self.focus.asking.on else ()

    def draw(self, target: pygame.Surface) -> None:
        if not self.focus.sheets:
            draw_answer(self.focus.asking, target, self.focus.context)

    def tick(self, now: float) -> bool:
        return self.focus.asking.waiting(now)

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"ask": self._toggle}

    def _toggle(self) -> None:
        self.focus.measuring.on = False
        self.focus.asking.toggle(self.focus.inspection.selected or self.focus.inspection.piece())

    def close(self) -> None:
        self.focus.asking.escape()

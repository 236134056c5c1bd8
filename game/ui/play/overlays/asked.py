"""Overlay of the answer to a question about the best spot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import pygame

from game.lengths import counted
from game.ui.aids.asking import FITS, Asking
from game.ui.board.overlays import AreaOverlay, draw_pill
from game.ui.board.ruler_art import draw_dotted
from game.ui.decisions.base import DrawContext
from game.ui.play.part import OverlayPart
from game.ui.widgets.theme import BAD
from game.wording import N_, _


class Asked(OverlayPart):
    """The area that fits the question, below the pieces, and the best spot, above them."""

    height = 2
    title: ClassVar = N_("Asking")
    code: ClassVar = ("aids.asking:*",)

    def overlays(self) -> Sequence[AreaOverlay | None]:
        return (self.focus.asking.overlay(),) if self.focus.asking.on else ()

    def draw(self, target: pygame.Surface) -> None:
        if not self.focus.sheets:
            draw_answer(self.focus.asking, target, self.focus.context)

    def tick(self, now: float) -> bool:
        return self.focus.asking.waiting(now)

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"ask": self._toggle}

    def aids(self) -> Sequence[str]:
        return ("ask",) if self.focus.asking.on else ()

    def _toggle(self) -> None:
        self.focus.measuring.on = False
        self.focus.asking.toggle(self.focus.inspection.selected or self.focus.inspection.piece())

    def close(self) -> None:
        self.focus.asking.escape()


_LABELLED: Final = 3
"""The most lines with a label of their range; more labels would hide the table."""

_LEAST: Final = 4
"""The least length of a line with a label, in units of the theme."""


def draw_answer(asking: Asking, target: pygame.Surface, context: DrawContext) -> None:
    """Draw the best spot, and lines from the enemies that could reach it."""
    ghost = next(iter(asking.ghost.pieces), None)
    if ghost is None:
        return
    camera, theme, verdicts = context.camera, context.theme, asking.verdicts()
    context.draw_ghost(target, ghost, legal=True)
    lines = (
        [proof.receipt for proof in verdicts[1].proofs if proof.reaches and proof.receipt is not None]
        if verdicts
        else []
    )
    for number, receipt in enumerate(lines):
        start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
        draw_dotted(target, start, end, BAD, length=4.0, width=2)
        is_long = math.dist(start, end) > theme.px(_LEAST)  # a short line is described in the dock only
        if number < _LABELLED and receipt.range is not None and is_long:
            draw_pill(target, counted(receipt.range), start, theme, BAD)
    x, y = camera.to_screen(ghost.x, ghost.y)
    draw_pill(target, _("best spot"), (x, y + ghost.radius * camera.scale + theme.px(2)), theme, FITS.colour)

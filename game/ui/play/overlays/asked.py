"""Overlay of the answer to a question about the best spot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import pygame

from game.lengths import counted
from game.ui.aids.asking import FITS, Asking
from game.ui.board.camera import Spot
from game.ui.board.labels import hidden
from game.ui.board.overlays import AreaOverlay, draw_pill, pill_box
from game.ui.board.ruler_art import draw_dotted
from game.ui.decisions.base import DrawContext
from game.ui.play.part import OverlayPart
from game.ui.widgets.theme import BAD, Theme
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

SHARES: Final = (0.0, 0.25, 0.5, 0.75)
"""The parts of a line at which its label may be."""
_LEAST: Final = 4
"""The least length of a line with a label, in units of the theme."""


def draw_answer(asking: Asking, target: pygame.Surface, context: DrawContext) -> None:
    """Draw the best spot, and lines from the enemies that could reach it."""
    ghost = next(iter(asking.ghost.pieces), None)
    if ghost is None:
        return
    camera, theme, verdicts = context.camera, context.theme, asking.verdicts()
    context.draw_ghost(target, ghost, legal=True)
    proofs = verdicts[1].proofs if verdicts else []
    lines = [proof.receipt for proof in proofs if proof.reaches and proof.receipt is not None]
    pieces = [camera.base(piece.radius, (piece.x, piece.y)) for piece in (*asking.model.pieces.values(), ghost)]
    occupied = [*pieces, *context.sprites.names.shown]
    for number, receipt in enumerate(lines):
        start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
        draw_dotted(target, start, end, BAD, length=4.0, width=2)
        is_long = math.dist(start, end) > theme.px(_LEAST)  # a short line is described in the dock only
        if number < _LABELLED and receipt.range is not None and is_long:
            text = counted(receipt.range)
            label_spots = [pygame.Vector2(start).lerp(end, share) for share in SHARES]
            occupied.append(draw_pill(target, text, freest(text, label_spots, occupied, target, theme), theme, BAD))
    base = pieces[-1]
    words = _("best spot")
    wide, high = (length / 2 + theme.px(0.5) for length in pill_box(words, theme).size)
    label_spots_around = (
        (base.centerx, base.bottom + high),
        (base.centerx, base.top - high),
        (base.right + wide, base.centery),
        (base.left - wide, base.centery),
    )
    draw_pill(target, words, freest(words, label_spots_around, occupied, target, theme), theme, FITS.colour)


def freest(
    text: str,
    spots: Sequence[Spot | pygame.Vector2],
    taken: Sequence[pygame.Rect],
    target: pygame.Surface,
    theme: Theme,
) -> Spot:
    """Return the first of the middles from which a text on a pill hides the least of what is shown already."""
    box = pill_box(text, theme)

    def hides(spot: Spot | pygame.Vector2) -> int:
        return hidden(box.move_to(center=spot).clamp(target.get_clip()), taken)

    x, y = min(spots, key=hides)
    return x, y

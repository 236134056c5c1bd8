"""Overlay of buttons beside a clicked piece, one for each thing that the active piece could do to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import pygame

from game.ui.decisions.base import NOTHING_BETWEEN
from game.ui.play.focus import Focus, bases
from game.ui.play.hands import DEED
from game.ui.play.part import Part, Plate
from game.ui.widgets.actions import MenuItem, Row
from game.ui.widgets.text import draw_plate
from game.ui.widgets.theme import SLATE, SLATE_LINE
from game.ui.widgets.tooltip import clear_place

WIDE: Final = 32
"""The width of a button in units of the theme."""


class DeedPlates(Part):
    """Shows the several rows of the dock that are about a clicked piece beside that piece too, to be clicked there."""

    height: ClassVar = 9

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._buttons: list[tuple[MenuItem, pygame.Rect]] = []
        self.rect = pygame.Rect(0, 0, 0, 0)

    def offered(self) -> tuple[str, list[MenuItem]]:
        """Return a clicked piece and the rows about it, with their keys; no rows while something else is shown."""
        focus = self.focus
        if not focus.shows_aids or focus.sheets or focus.tool is not None or focus.hands.held is not None:
            return "", []
        rows = focus.actions.actions
        if (deeds := focus.hands.deeds) is not None:
            return deeds.piece, [row for row in rows if row.id.startswith(DEED)]
        piece, ids = focus.asked.between if focus.asked is not None else NOTHING_BETWEEN
        return piece, [row for row in rows if row.id in ids]

    def draw(self, target: pygame.Surface) -> None:
        piece, rows = self.offered()
        self._buttons, self.rect = [], pygame.Rect(0, 0, 0, 0)
        units = self.focus.model.units
        place_of_piece = bases(self.focus, units.parts(units.whole(piece)))[:1] if rows else []
        if not place_of_piece:
            return
        theme, gap, width = self.theme, self.theme.px(0.5), self.theme.px(WIDE)
        drawn = [Row(theme, row, width) for row in rows]
        size = width + 2 * gap, sum(row.height + gap for row in drawn) + gap
        pieces = bases(self.focus, self.focus.animation.view.pieces)
        names = self.focus.context.sprites.names.shown
        self.rect = clear_place(size, place_of_piece[0].center, gap, self.focus.layout.table, [*pieces, *names])
        draw_plate(target, self.rect, (*SLATE, 236), SLATE_LINE, theme.px(1))
        y = self.rect.top + gap
        for row in drawn:
            place = pygame.Rect(self.rect.left + gap, y, width, row.height)
            hovered = self.focus.pointing and place.collidepoint(self.focus.mouse)
            if hovered:
                self.focus.actions.hover(row.action.id)  # its odds are shown
            row.draw(target, place, marked=False, hovered=hovered)
            self._buttons.append((row.action, place))
            y = place.bottom + gap

    def input(self, event: pygame.event.Event) -> bool:
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) or not self.covers(event.pos):
            return False
        row = next((row for row, place in self._buttons if place.collidepoint(event.pos)), None)
        if row is not None and event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.focus.take(row)
        return True

    def covers(self, pixel: tuple[int, int]) -> bool:
        return bool(self.rect.width) and bool(self.offered()[1]) and self.rect.collidepoint(pixel)

    def covering(self) -> Sequence[Plate]:
        return [("card", self.rect)] if self.rect.width else []

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.rect] if self.rect.width else []

"""The odds of the answer under the mouse, on a plate above the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pygame

from game.engine.rulebook.view import OddsView
from game.ui.aids.odds_plate import OddsPlate, room_of
from game.ui.play.marks import bases, concerned
from game.ui.play.part import Part


class Odds(Part):
    """The odds of a click on the piece under the mouse, and tables of odds, if a plate of them fits on the table."""

    height: ClassVar = 9
    beside: OddsView | None = None
    """The odds on the plate."""

    def build(self) -> None:
        self.plate = OddsPlate(self.theme)

    def weigh(self) -> OddsView | None:
        """Adopt the odds of the answer under consideration; return them if they belong into the panel."""
        odds = self.focus.odds()
        wanted = odds is not None and bool(self.focus.aimed or odds.grids)
        fits = (
            odds is not None and wanted and self.plate.fitted(odds, room_of(self.focus.layout.table, self.theme).size)
        )
        self.beside = odds if fits else None
        return None if fits else odds

    def draw(self, target: pygame.Surface) -> None:
        focus, odds = self.focus, self.beside if not self.focus.sheets else None
        if odds is None:
            self.plate.rect.size = (0, 0)
            return
        others, names = bases(focus, focus.model.pieces.values()), focus.context.sprites.names.shown
        things = concerned(focus, focus.rings), [focus.animation.tray.rect], [*others, *names]
        self.plate.draw(target, target.get_clip(), odds, focus.mouse, *things, yields=not focus.aimed)

    def covers(self, pixel: tuple[int, int]) -> bool:
        return self.plate.rect.collidepoint(pixel) and not self.plate.faint

    def vital(self) -> Sequence[pygame.Rect]:
        return [self.plate.rect]

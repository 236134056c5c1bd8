"""Parts above the table: the tray with the dice of the latest answer, and the stack of sheets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

import pygame

from game.ui.animation.beats import FLOAT
from game.ui.board.dice_tray import DiceTray
from game.ui.dock.layout import clear_of_handles
from game.ui.play.focus import bases, carried, concerned
from game.ui.play.part import Part, Plate
from game.ui.widgets.theme import sharpen

AROUND = 3
"""Units of the theme around a base for its ring, marks and name."""


class Dice(Part):
    """The dice tray, placed beside the pieces that rolled where it hides no piece in question, and few others."""

    height: ClassVar = 8

    @property
    def tray(self) -> DiceTray:
        """The tray into which the playing events roll dice."""
        return self.focus.animation.tray

    def build(self) -> None:
        self.focus.animation.dress(DiceTray(self.theme), self.focus.options, watching=self.focus.watched)

    def draw(self, target: pygame.Surface) -> None:
        focus, margin, tray = self.focus, self.theme.px(2 * AROUND), self.tray
        decision = focus.model.decision if focus.model.bot is None and not focus.watched else None
        tray.asked, tray.in_question = decision is not None, decision is not None and decision.on_dice
        in_question = [*concerned(focus, focus.rings), *bases(focus, carried(focus))] if tray.dice else []
        clear = [base.inflate(margin, margin) for base in in_question]
        pieces = focus.animation.view.pieces if tray.dice else ()
        units = focus.animation.units
        rolled = bases(focus, [piece for die in tray.dice for piece in units.parts(die.throw.subject)])
        height_above = round(FLOAT * focus.camera.scale) + margin
        clear += [
            pygame.Rect(base.left, base.top - height_above, base.width, base.height + height_above) for base in rolled
        ]
        roller_centre = rolled[0].unionall(rolled[1:]).center if rolled else None
        others = [*bases(focus, pieces), *focus.context.sprites.names.shown]
        tray.place(clear_of_handles(target.get_clip(), focus.size, self.theme), clear, others, roller_centre)
        tray.draw(target, time.monotonic(), yields=tray.yields(focus.mouse, focus.mouse_since))

    def covering(self) -> Sequence[Plate]:
        return [("dice", self.tray.rect)] if self.tray.dice and not self.focus.sheets else []

    def covers(self, pixel: tuple[int, int]) -> bool:
        tray = self.tray
        return bool(tray.dice) and tray.rect.collidepoint(pixel) and not tray.yields(pixel, self.focus.mouse_since)


class SheetStack(Part):
    """The open sheets. The topmost one is shown and takes all input."""

    def over(self, target: pygame.Surface) -> None:
        focus = self.focus
        if not focus.sheets:
            return
        sheet, tray = focus.sheets[-1], focus.animation.tray
        room = focus.layout.window.clip(target.get_rect())
        sheet.place(room)
        sheet.draw(target.subsurface(room))
        if focus.window.look.sharp:
            sharpen(target, sheet.rect)
        if not sheet.rect.colliderect(tray.rect):
            tray.draw(target, time.monotonic())  # dice stay visible beside a hand-over

    def input(self, event: pygame.event.Event) -> bool:
        sheets = self.focus.sheets
        if not sheets:
            return False
        sheet = sheets[-1]
        sheet.handle(event)
        if sheet.closed:
            sheets.remove(sheet)
        return True

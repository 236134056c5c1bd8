"""The sheets over a table."""

from __future__ import annotations

import time

import pygame

from game.ui.play.part import Part
from game.ui.widgets.looks import sharpen


class SheetStack(Part):
    """Shows the topmost sheet, which takes all input."""

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

"""A die thrown while a roster is made: it tumbles, lands, and only then says what it gave."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import pygame

from game.engine.history.fairness import Throw
from game.engine.rulebook.making import DieThrown
from game.engine.rulebook.view import Line
from game.ui.board.dice_tray import DiceTray, Die
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Figure, Sheet
from game.ui.widgets.theme import LAMP, Theme
from game.wording import _


@dataclass
class TrayFigure(Figure):
    """A dice tray inside a sheet."""

    tray: DiceTray

    def height(self, theme: Theme, width: int) -> int:
        self.tray.place(pygame.Rect(0, 0, width, theme.px(60)))
        return self.tray.rect.height

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        self.tray.place(rect)
        self.tray.rect.center = rect.center
        self.tray.draw(target, time.monotonic())


@dataclass
class ThrowSheet(Sheet):
    """The tray with one die; a key or a click shows the result at once, the next one goes on."""

    thrown: DieThrown | None = None
    rule: str = ""
    tray: DiceTray = field(default_factory=lambda: DiceTray(Theme()))

    def tick(self) -> bool:
        """Return whether the die still moves; once it lies, say what it gave."""
        running = self.tray.running(time.monotonic())
        if not running and not self.lines and self.thrown is not None:
            told = _("A {face}: {gave}", face=self.thrown.face, gave=self.thrown.gave)
            self.lines = (Line(told, self.rule, "good"),)
        return running

    def take(self, action: MenuItem | None) -> None:
        if self.tray.running(time.monotonic()):
            self.tray.skip(time.monotonic())
            self.tick()
            return
        super().take(action)


def throw_sheet(theme: Theme, motion: str, thrown: DieThrown, rule: str, name: str) -> ThrowSheet:
    """Return a sheet on which a die falls for the member of a name."""
    tray = DiceTray(theme, motion)
    throw = Throw(thrown.sides, (thrown.face,), thrown.face, purpose=thrown.purpose)
    tray.throw([Die(throw, name, LAMP)], time.monotonic())
    go = [MenuItem("go", _("Continue"), "return", primary=True)]
    return ThrowSheet(
        theme, thrown.purpose, actions=go, figure=TrayFigure(tray), any_key=True, thrown=thrown, rule=rule, tray=tray
    )

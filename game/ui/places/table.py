"""The table: a game in play, with everything around it."""

from __future__ import annotations

import pygame

from game.ui.desk import Desk
from game.ui.drawing import Painter
from game.ui.input import Input
from game.ui.messages import notice
from game.ui.scene import Scene
from game.ui.sheet import Sheet
from game.ui.sheets import greeting
from game.ui.window import Stopwatch, Window


class TablePlace:
    """A scene with its input and its painter; the game is saved automatically when it is left."""

    def __init__(self, window: Window, desk: Desk, greeting_text: str = "") -> None:
        self.window = window
        self.scene = Scene(desk, window)
        self.input = Input(self.scene)
        self.painter = Painter()
        self._watch = Stopwatch()
        if greeting_text:
            self.scene.show(greeting(self.scene, greeting_text))

    @property
    def sheets(self) -> list[Sheet]:
        """What lies over the table, the topmost last."""
        return self.scene.sheets

    def enter(self) -> None:
        """Become the topmost place."""
        self.input.release()

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event."""
        self.input.handle(event)

    def tick(self) -> bool:
        """Let bots think, dice tumble and people be told of trouble."""
        scene = self.scene
        lively = scene.tick()
        scene.manager.update(self._watch.lap())
        self._tell_trouble()
        return lively

    def _tell_trouble(self) -> None:
        scene, window = self.scene, self.window
        trouble = scene.desk.trouble + window.trouble
        if trouble:
            scene.desk.trouble, window.trouble = [], []
            scene.show(notice(scene.theme, trouble))
            window.stale = True

    def paint(self, target: pygame.Surface) -> None:
        """Paint one frame."""
        self.painter.paint(target, self.scene)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the table out for another size."""
        self.scene.resize(size)

    def dress(self) -> None:
        """Take over the options, the look and the interface scale of the window."""
        self.scene.dress()

    def leave(self) -> None:
        """Save the game."""
        self.scene.desk.keep()

"""What all places with a table have in common: a scene, its input and its painter."""

from __future__ import annotations

import pygame

from game.ui.play.input import Input
from game.ui.play.painter import Painter
from game.ui.play.scene import TableScene
from game.ui.shell.window import Stopwatch, Window
from game.ui.widgets.messages import notice
from game.ui.widgets.sheet import Sheet


class SceneScreen:
    """A scene that fills the window."""

    def __init__(self, window: Window, scene: TableScene) -> None:
        self.window = window
        self.scene = scene
        self.input = Input(scene)
        self.painter = Painter()
        self._watch = Stopwatch()

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
        trouble = scene.model.trouble + window.trouble
        if trouble:
            scene.model.trouble, window.trouble = [], []
            scene.show(notice(scene.theme, trouble))
            window.stale = True

    def paint(self, target: pygame.Surface) -> None:
        """Paint one frame."""
        self.painter.paint(target, self.scene)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the table out for another size."""
        self.scene.resize(size)

    def apply_options(self) -> None:
        """Take over the options, the look and the interface scale of the window."""
        self.scene.apply_options()

    def leave(self) -> None:
        """Nothing is lost by leaving."""

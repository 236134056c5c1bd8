"""Screens with a table: a scene that fills the window, and the one of a game in play."""

from __future__ import annotations

import pygame

from game.lengths import count_in
from game.ui.model.session_model import SessionModel
from game.ui.play.dice_sheet import ask_dice
from game.ui.play.input import Input
from game.ui.play.painter import Painter
from game.ui.play.scene import TableScene
from game.ui.play.sheets import greeting, result
from game.ui.shell.window import Window
from game.ui.widgets.sheet import Sheet, notice


class SceneScreen:
    """A scene with its input and its painter."""

    def __init__(self, window: Window, scene: TableScene) -> None:
        self.window = window
        self.scene = scene
        self.input = Input(scene)
        self.painter = Painter()
        self._watch = pygame.time.Clock()

    @property
    def sheets(self) -> list[Sheet]:
        """What lies over the table, the topmost last."""
        return self.scene.sheets

    def enter(self) -> None:
        """Become the topmost screen."""
        count_in(self.scene.model.session.ruleset.terms.unit)
        self.input.release()

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event."""
        self.input.handle(event)

    def tick(self) -> bool:
        """Let bots think and dice tumble; report trouble."""
        scene = self.scene
        lively = scene.tick()
        ask_dice(scene, lambda: self.input.commands.do("menu"))
        if scene.model.session.finished and not scene.result_shown:
            scene.result_shown = lively = True
            scene.show(result(scene, self.input.commands.from_menu))
        scene.manager.update(min(0.1, self._watch.tick() / 1000))
        self._report_trouble()
        return lively

    def _report_trouble(self) -> None:
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


class TableScreen(SceneScreen):
    """The scene of a game; it is saved automatically when it is left."""

    def __init__(self, window: Window, model: SessionModel, greeting_text: str = "") -> None:
        super().__init__(window, TableScene(model, window))
        if greeting_text:
            self.scene.show(greeting(self.scene, greeting_text))

    def leave(self) -> None:
        self.scene.model.leave()

"""The table: a game in play, with everything around it."""

from __future__ import annotations

from game.ui.model.session_model import SessionModel
from game.ui.play.scene import TableScene
from game.ui.play.screen import SceneScreen
from game.ui.play.sheets import greeting
from game.ui.shell.window import Window


class TableScreen(SceneScreen):
    """The scene of a game; it is saved automatically when it is left."""

    def __init__(self, window: Window, model: SessionModel, greeting_text: str = "") -> None:
        super().__init__(window, TableScene(model, window))
        if greeting_text:
            self.scene.show(greeting(self.scene, greeting_text))

    def leave(self) -> None:
        """Save the game, and let it go."""
        self.scene.model.leave()

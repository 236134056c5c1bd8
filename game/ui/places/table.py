"""The table: a game in play, with everything around it."""

from __future__ import annotations

from game.ui.desk import Desk
from game.ui.places.scene_place import ScenePlace
from game.ui.scene import Scene
from game.ui.sheets import greeting
from game.ui.window import Window


class TablePlace(ScenePlace):
    """The scene of a game; it is saved automatically when it is left."""

    def __init__(self, window: Window, desk: Desk, greeting_text: str = "") -> None:
        super().__init__(window, Scene(desk, window))
        if greeting_text:
            self.scene.show(greeting(self.scene, greeting_text))

    def leave(self) -> None:
        """Save the game."""
        self.scene.desk.keep()

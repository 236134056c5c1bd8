"""New game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("new", mark("New game"), order=20, shortcut="n")
def new_game(window: Window) -> None:
    """Put a new game together."""
    from game.ui.places.new_game import NewGamePlace

    window.go(NewGamePlace(window))

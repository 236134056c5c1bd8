"""New game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("new", N_("New game"), order=20, shortcut="n")
def new_game(window: Window) -> None:
    """Put a new game together."""
    from game.ui.menu.new_game import NewGameScreen

    window.go(NewGameScreen(window))

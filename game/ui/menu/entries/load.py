"""Load: the games that were saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_, _

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("load", N_("Load a game"), order=30, shortcut="l")
def load(window: Window) -> None:
    """Show the saved games; the one that is chosen comes to the table."""
    from game.ui.menu.opening import OpeningScreen
    from game.ui.menu.saved_games_screen import SavedGamesScreen
    from game.ui.play.open_game import resume

    def go_on(where: Window, path: Path) -> None:
        where.go(OpeningScreen(where, path, lambda *opened: resume(where, *opened)))

    window.go(SavedGamesScreen(window, _("Load a game"), go_on))

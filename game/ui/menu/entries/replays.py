"""Replays: games to be looked at again, from their beginning to their end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_, _

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("replays", N_("Replays"), order=40, shortcut="p")
def replays(window: Window) -> None:
    """Show the games that are over; the one that is chosen can be looked at from beginning to end."""
    from game.ui.menu.saved_games_screen import SavedGamesScreen
    from game.ui.replay.retracing import RetracingScreen

    def look(where: Window, path: Path) -> None:
        where.go(RetracingScreen(where, path))

    window.go(SavedGamesScreen(window, _("Replays"), look, finished=True))

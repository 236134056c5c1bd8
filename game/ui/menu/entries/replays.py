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
    """Show the saved games; the one that is chosen can be looked at from its beginning to where it stands."""
    from game.ui.menu.shelf import ShelfPlace
    from game.ui.replay.retracing import RetracingPlace

    def look(where: Window, path: Path) -> None:
        where.go(RetracingPlace(where, path))

    note = _("Any saved game, over or not, can be looked at from its beginning to where it stands.")
    window.go(ShelfPlace(window, _("Replays"), look, note))

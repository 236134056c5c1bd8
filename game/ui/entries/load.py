"""Load: the games that were saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark, say

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("load", mark("Load a game"), order=30, shortcut="l")
def load(window: Window) -> None:
    """Show the saved games; the one that is chosen comes to the table."""
    from game.ui.games import resume
    from game.ui.places.opening import OpeningPlace
    from game.ui.places.shelf import ShelfPlace

    def go_on(where: Window, path: Path) -> None:
        where.go(OpeningPlace(where, path, lambda *opened: resume(where, *opened)))

    window.go(ShelfPlace(window, say("Load a game"), go_on))

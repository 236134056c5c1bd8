"""Replays: games to be looked at again, from their beginning to their end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark, say

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("replays", mark("Replays"), order=40, shortcut="p")
def replays(window: Window) -> None:
    """Show the games that are over; the one that is chosen can be looked at from beginning to end."""
    from game.ui.places.retracing import RetracingPlace
    from game.ui.places.shelf import ShelfPlace

    def look(where: Window, path: Path) -> None:
        where.go(RetracingPlace(where, path))

    window.go(ShelfPlace(window, say("Replays"), look, finished=True))

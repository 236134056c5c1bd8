"""Quit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("quit", mark("Quit"), order=100, shortcut="q")
def leave(window: Window) -> None:
    """Close the window."""
    window.quit()

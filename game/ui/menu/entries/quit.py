"""Quit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("quit", N_("Quit"), order=100, shortcut="q")
def leave(window: Window) -> None:
    """Close the window."""
    window.quit()

"""The sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("sandbox", mark("Sandbox"), order=35, shortcut="b")
def sandbox(window: Window) -> None:
    """Open the sandbox as it was left."""
    from game.ui.places.sandbox import last_sandbox

    window.go(last_sandbox(window))

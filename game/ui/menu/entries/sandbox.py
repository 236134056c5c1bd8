"""The sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("sandbox", N_("Sandbox"), order=35, shortcut="b")
def sandbox(window: Window) -> None:
    """Open the sandbox as it was left."""
    from game.ui.sandbox.screen import last_sandbox

    window.go(last_sandbox(window))

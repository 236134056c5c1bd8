"""Keys and signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("help", N_("Keys and signs"), order=80, shortcut="k")
def keys_and_signs(window: Window) -> None:
    """Show every key, and what is drawn over a table."""
    from game.ui.pages.help import help_sheet
    from game.ui.shell.sheet_screen import OneSheetScreen

    window.go(OneSheetScreen(window, help_sheet))

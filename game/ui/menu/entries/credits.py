"""Credits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("credits", N_("Credits"), order=90, shortcut="d")
def credits_of_all(window: Window) -> None:
    """Show whom everything here is owed to."""
    from game.ui.pages.credits import credits_sheet
    from game.ui.shell.sheet_screen import OneSheetScreen

    window.go(OneSheetScreen(window, credits_sheet))

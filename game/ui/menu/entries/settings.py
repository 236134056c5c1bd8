"""Settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.menu.entries import entry
from game.wording import N_

if TYPE_CHECKING:
    from game.ui.shell.window import Window


@entry("settings", N_("Settings"), order=70, shortcut="s")
def settings(window: Window) -> None:
    """Show every setting."""
    from game.ui.pages.settings import settings_sheet
    from game.ui.shell.sheet_screen import OneSheetScreen

    window.go(OneSheetScreen(window, settings_sheet))

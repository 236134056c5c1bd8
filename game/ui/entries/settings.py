"""Settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("settings", mark("Settings"), order=70, shortcut="s")
def settings(window: Window) -> None:
    """Show every setting."""
    from game.ui.places.one_sheet import OneSheetPlace
    from game.ui.settings_sheet import settings_sheet

    window.go(OneSheetPlace(window, settings_sheet))

"""Keys and signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("help", mark("Keys and signs"), order=80, shortcut="k")
def keys_and_signs(window: Window) -> None:
    """Show every key, and what is drawn over a table."""
    from game.ui.help import help_sheet
    from game.ui.places.one_sheet import OneSheetPlace

    window.go(OneSheetPlace(window, help_sheet))

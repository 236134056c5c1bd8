"""Credits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.entries import entry
from game.wording import mark

if TYPE_CHECKING:
    from game.ui.window import Window


@entry("credits", mark("Credits"), order=90, shortcut="d")
def credits_of_all(window: Window) -> None:
    """Show whom everything here is owed to."""
    from game.ui.credits import credits_sheet
    from game.ui.places.one_sheet import OneSheetPlace

    window.go(OneSheetPlace(window, credits_sheet))

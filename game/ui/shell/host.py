"""What can show sheets: a table, or a screen that is made of sheets."""

from __future__ import annotations

from typing import Protocol

from game.ui.shell.window import Window
from game.ui.widgets.sheet import Sheet


class SheetHost(Protocol):
    """Shows sheets one upon the other; the topmost takes input."""

    @property
    def window(self) -> Window:
        """The window."""

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""

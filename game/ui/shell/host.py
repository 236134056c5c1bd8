"""Where a sheet can be shown: over a table, or in a place that is made of sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.ui.shell.window import Window
    from game.ui.widgets.sheet import Sheet


class SheetHost(Protocol):
    """Whoever shows sheets one upon the other, the topmost taking input."""

    @property
    def window(self) -> Window:
        """The window it stands in."""

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""

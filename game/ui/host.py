"""Where a sheet can be shown: over a table, or in a place that is made of sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.ui.sheet import Sheet
    from game.ui.window import Window


class Host(Protocol):
    """Whoever shows sheets one upon the other, the topmost taking input."""

    @property
    def window(self) -> Window:
        """The window it stands in."""

    def show(self, sheet: Sheet) -> None:
        """Put a sheet on top."""

"""A place that is one sheet: settings, help, credits. The same sheets are shown over a table too."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.shell.host import SheetHost
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.sheet import Sheet


class OneSheetScreen(SheetScreen):
    """Shows the sheet that `build` returns for this place; closing it goes back."""

    def __init__(self, window: Window, build: Callable[[SheetHost], Sheet]) -> None:
        super().__init__(window)
        self._build = build

    def first(self) -> Sheet:
        """Return the sheet."""
        return self._build(self)

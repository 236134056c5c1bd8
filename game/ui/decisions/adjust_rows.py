"""Rows of which one is selected and changed, until all of them together are confirmed."""

from __future__ import annotations

from typing import ClassVar

from game.engine.core.decisions import Answer
from game.ui.decisions.base import SHORTCUT, Controller
from game.ui.widgets.keys import Press
from game.ui.widgets.menu_item import MenuItem

CONFIRM = "confirm"
ITEM = "item:"
"""Marks the id of the action that selects a row."""


class RowsController(Controller):
    """Left and Right change the selected row, so do two actions; `forth` is the id of the one that Right does."""

    forth: ClassVar[str] = ""

    def answer(self) -> Answer:
        """Return the answer as the rows stand."""
        raise NotImplementedError

    def select(self, item: str) -> None:
        """Select a row."""
        raise NotImplementedError

    def change(self, by: int) -> None:
        """Change the selected row by one step forth (1) or back (-1), where it can be."""
        raise NotImplementedError

    def perform(self, action: MenuItem) -> None:
        if action.id.startswith(SHORTCUT):
            super().perform(action)
        elif action.id == CONFIRM:
            self.model.answer(self.answer())
        elif action.id.startswith(ITEM):
            self.select(action.id.removeprefix(ITEM))
        else:
            self.change(1 if action.id == self.forth else -1)

    def enter(self, current: MenuItem | None) -> None:
        if current is None or current.id.startswith(ITEM):
            self.model.answer(self.answer())
        else:
            self.perform(current)

    def space(self, current: MenuItem | None) -> None:
        if current is not None:
            self.perform(current)

    def key(self, press: Press) -> bool:
        if press.command in ("left", "right") and not press.shift:
            self.change(1 if press.command == "right" else -1)
            return True
        return False

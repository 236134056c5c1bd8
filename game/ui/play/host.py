"""What the sheets and the commands of a table use of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.ui.model.session_model import SessionModel
from game.ui.play.layout import Layout
from game.ui.play.recap import RecapStep
from game.ui.shell.sheet_screen import SheetHost
from game.ui.widgets.actions import ActionList
from game.ui.widgets.dialogs import Dialogs
from game.ui.widgets.sheet import Sheet


class TableHost(SheetHost, Protocol):
    """A table with sheets over it: the game, whose turn it was, and the window; nothing of how it is drawn."""

    model: SessionModel
    dialogs: Dialogs
    sheets: list[Sheet]
    size: tuple[int, int]
    layout: Layout
    actions: ActionList
    last_person: str
    result_shown: bool

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that change nothing but what is seen of the table: their names, and what they do."""

    def call(self, wanted: Callable[[], Any]) -> None:
        """Do something that may change the session, and follow it."""

    def recap(self) -> list[RecapStep]:
        """Return what happened since the person who decides now last did."""

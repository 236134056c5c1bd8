"""The part of a table that its sheets and commands use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.play.session_model import SessionModel
from game.ui.panel.layout import Layout
from game.ui.play.log import EventLog
from game.ui.play.recap import RecapStep
from game.ui.score.card import CardWatch
from game.ui.shell.sheet_screen import SheetHost
from game.ui.widgets.actions import ActionList
from game.ui.widgets.dialogs import Dialogs
from game.ui.widgets.sheet import Sheet


class TableHost(SheetHost, Protocol):
    """A table with sheets over it: the game, the previous decider, and the window; no drawing."""

    model: SessionModel
    dialogs: Dialogs
    sheets: list[Sheet]
    size: tuple[int, int]
    layout: Layout
    actions: ActionList
    log: EventLog
    last_person: str
    result_shown: bool
    cards: CardWatch

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return the commands that change only the view of the table, by name."""

    def call(self, wanted: Callable[[], Any]) -> None:
        """Run a function that may change the session, then update the table."""

    def recap(self) -> list[RecapStep]:
        """Return the events since the deciding person's last decision."""

    def refresh_panel(self) -> None:
        """Update the layout."""

"""What the sheets of a table may ask of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.ui.model.session_model import SessionModel
from game.ui.play.layout import Layout
from game.ui.play.recap import RecapStep
from game.ui.prefs.settings import Options
from game.ui.shell.sheet_screen import SheetHost
from game.ui.widgets.dialogs import Dialogs
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import Theme


class TableHost(SheetHost, Protocol):
    """A table with sheets over it: the game, whose turn it was, and the window; nothing of how it is drawn."""

    model: SessionModel
    dialogs: Dialogs
    sheets: list[Sheet]
    size: tuple[int, int]
    layout: Layout
    last_person: str

    @property
    def options(self) -> Options:
        """What the people at this screen have chosen."""

    @property
    def theme(self) -> Theme:
        """Type and spacing of the window."""

    def call(self, wanted: Callable[[], Any]) -> None:
        """Do something that may change the session, and follow it."""

    def recap(self) -> list[RecapStep]:
        """Return what happened since the person who decides now last did."""

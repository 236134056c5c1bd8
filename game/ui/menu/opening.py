"""Opening a saved game by replaying it, with a progress bar and a way to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final

import pygame

from game.documents.error import DocumentError
from game.documents.files import previous_of
from game.documents.reading import load_document
from game.engine.saving.autosaves import Autosave, fall_back, newest
from game.engine.saving.documents import SaveDocument
from game.engine.saving.loading import Difference, loading_steps
from game.engine.session import Session
from game.rulesets import find
from game.ui.menu.menu import why_no_game_to_continue
from game.ui.shell.jobs import Progress
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.dialogs import shown_name
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.wording import _

SLICE: Final = 0.012
"""Seconds of work in each frame."""
UNSEEN: Final = 0.2
"""Seconds before its sheet is shown."""

Then = Callable[[Path, Session, Difference | None], None]


class OpeningScreen(SheetScreen):
    """Opens the game saved at `path`, then passes it to `then` or else shows its table instead; Escape stops it."""

    def __init__(self, window: Window, path: Path, then: Then | None = None) -> None:
        super().__init__(window)
        self.path = path
        self._then = then
        self._bar = Progress()
        self._began = time.monotonic()
        self._steps: Generator[float, None, Any] | None = None

    def first(self) -> Sheet:
        stop = MenuItem("close", _("Stop"), "escape")
        return Sheet(self.theme, _("Opening {name}", name=shown_name(self.path.stem)), (), [stop], figure=self._bar)

    def tick(self) -> bool:
        if self.window.top is self:
            try:
                self._work()
            except (DocumentError, OSError) as error:
                self._failed(error)
        return True

    def _failed(self, error: DocumentError | OSError) -> None:
        self.window.trouble.append(_("The game was not opened: {error}", error=error))
        self.window.back()

    def begin(self) -> Generator[float, None, Any]:
        """Return the work in slices, each with the share done; its result goes to `opened`."""
        return loading_steps(load_document(self.path, SaveDocument), find, str(self.path))

    def opened(self, result: Any) -> None:
        """Show the opened game instead of this screen."""
        session, difference = result
        if self._then is not None:
            self._then(self.path, session, difference)
        else:
            self.to_table(session, difference)

    def to_table(self, session: Session, difference: Difference | None) -> None:
        """Show the table of the game."""
        self.window.open("resumed-table", instead=True, path=self.path, session=session, difference=difference)

    def _work(self) -> None:
        self._steps = self._steps or self.begin()
        until = time.monotonic() + SLICE
        try:
            while time.monotonic() < until:
                self._bar.share = next(self._steps)
        except StopIteration as done:
            self.opened(done.value)

    def paint(self, target: pygame.Surface) -> None:
        if time.monotonic() - self._began < UNSEEN:
            sheets, self.sheets = self.sheets, []
            super().paint(target)
            self.sheets = sheets
        else:
            super().paint(target)


class ContinuingScreen(OpeningScreen):
    """Opens an autosaved game, locked from now on; if it cannot be read, its previous version."""

    def __init__(self, window: Window, own: Autosave) -> None:
        super().__init__(window, own.path)
        self._own: Autosave | None = own
        self._unread: DocumentError | OSError | None = None

    def _failed(self, error: DocumentError | OSError) -> None:
        before = previous_of(self.path)
        if self._unread is None and before.exists():
            self._unread, self._steps, self.path = error, None, before
        else:
            super()._failed(self._unread or error)

    def to_table(self, session: Session, difference: Difference | None) -> None:
        own = self._own
        assert own is not None
        if self._unread is not None:
            self.window.trouble.append(fall_back(own.path, self._unread))
        self._own = None
        self.window.open("resumed-table", instead=True, path=own.path, session=session, difference=difference, own=own)

    def leave(self) -> None:
        if self._own is not None:
            self._own.let_go()


def last_game(window: Window) -> ContinuingScreen | None:
    """Open the newest autosaved game that no process plays; report if there is none."""
    own = newest()
    if own is None:
        window.trouble.append(_("The game was not opened: {error}", error=why_no_game_to_continue()))
        return None
    return ContinuingScreen(window, own)

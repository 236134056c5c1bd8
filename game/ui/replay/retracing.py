"""A saved game is played again for the time machine, every answer judged anew; that can be watched and stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from game.documents.reading import load_document
from game.engine.core.events import NoteDocument
from game.engine.history.timeline import Retrace
from game.engine.saving.documents import SaveDocument
from game.engine.saving.saves import note_in_file
from game.rulesets import find
from game.ui.menu.opening import SLICE, OpeningScreen
from game.ui.replay.screen import ReplayScreen
from game.ui.shell.window import Window


class RetracingScreen(OpeningScreen):
    """Plays the game saved at `path` again, then shows the time machine instead of itself."""

    def __init__(self, window: Window, path: Path) -> None:
        super().__init__(window, path, lambda *opened: None)
        self._retrace: Retrace | None = None
        self._parts: Iterator[tuple[int, int]] = iter(())

    def _work(self) -> None:
        if self._retrace is None:
            document = load_document(self.path, SaveDocument)
            self._retrace = Retrace(document, find, str(self.path))
            self._parts = self._retrace.steps()
        until = time.monotonic() + SLICE
        while time.monotonic() < until:
            part = next(self._parts, None)
            if part is None:
                self.window.swap(self._opened(self._retrace))
                return
            self._bar.share = part[0] / max(1, part[1])

    def _opened(self, retrace: Retrace) -> ReplayScreen:
        def keep(note: NoteDocument) -> None:
            note_in_file(self.path, note, retrace.document.journal)

        return ReplayScreen(self.window, retrace.timeline(), keep, retrace.differences)

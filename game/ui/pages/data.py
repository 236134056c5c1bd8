"""The page of a player's data: export as one archive, import of an archive, and a check of all files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path

import pygame

from game.documents.files import home_path
from game.engine.rulebook.view import Line
from game.play.archive import Merged, export_data, import_data, merged_lines
from game.ui.model.doctor import Health, examine, health_lines
from game.ui.shell.jobs import Job, in_thread
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.dialogs import FileSheet
from game.ui.widgets.sheet import ReaderSheet, Section, Sheet
from game.wording import _

SUFFIX = ".zip"


class DataScreen(SheetScreen):
    """Asks for an action on the player's data, and shows its progress."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._job: Job | None = None

    def first(self) -> Sheet:
        rows = [
            MenuItem("export", _("Save everything as one file"), "s", act=partial(self._above, self._ask_export)),
            MenuItem("import", _("Add data from such a file"), "a", act=partial(self._above, self._ask_import)),
            MenuItem("doctor", _("Check all files"), "c", act=partial(self._above, self._examine)),
            MenuItem("close", _("Back"), "escape"),
        ]
        lines = [
            Line(_("Settings, games, rosters, maps, libraries, results and campaigns. Nothing of yours is replaced.")),
            Line(str(home_path()), tone="quiet"),
        ]
        return Sheet(self.theme, _("Your data"), lines, rows, wide=84)

    def _above(self, act: Callable[[], None]) -> None:
        """Do an action above the first sheet, which the chosen row has closed."""
        self.show(self.first())
        act()

    def tick(self) -> bool:
        if self._job is not None:
            self._job.work()
            if not self._job.running:
                self._job = None
        return super().tick() or self._job is not None

    def leave(self) -> None:
        if self._job is not None:
            self._job.stop()

    def _ask_export(self) -> None:
        name = f"inchwise-{date.today().isoformat()}{SUFFIX}"
        title = _("Save everything as one file")
        sheet = FileSheet(self.theme, title, text=name, folder=Path.home(), suffix=SUFFIX, existing=False)
        sheet.picked = self._export
        self.show(sheet)

    def _export(self, text: str) -> None:
        path = Path(text)
        self._run(_("Writing {name}", name=path.name), export_data(path), lambda: [_("Written: {name}", name=path)])

    def _ask_import(self) -> None:
        self.ask_file(_("Add data from such a file"), Path.home(), self._import, (SUFFIX,))

    def _import(self, text: str) -> None:
        merged = Merged()
        steps = import_data(Path(text), merged)
        self._run(_("Reading {name}", name=Path(text).name), steps, lambda: [*merged_lines(merged)])

    def _run(self, title: str, steps: Iterator[tuple[int, int]], lines: Callable[[], list[str]]) -> None:
        """Do long work; report its `lines` at the end, or the reason of its failure."""
        self._begin(title, steps, lambda: self.report(lines(), _("Done"), good=True))

    def _examine(self) -> None:
        """Check all files and show the result."""
        health = Health()

        def show_result() -> None:
            lines = sorted(health_lines(health), key=lambda line: line.tone == "plain")  # broken files first
            chapter = Section(_("Check all files"), tuple(lines))
            rows = [MenuItem("close", _("Back"), "escape")]
            self.show(ReaderSheet(self.theme, _("Your data"), (), rows, chapters=[chapter], wide=120, size="small"))

        self._begin(_("Check all files"), examine(health, pygame.display.get_driver()), show_result)

    def _begin(self, title: str, steps: Iterator[tuple[int, int]], done: Callable[[], None]) -> None:
        """Do long work under a sheet with its progress; call `done` at the end."""

        def finished() -> None:
            self.sheets.remove(sheet)
            done()

        def failed(error: Exception) -> None:
            self.sheets.remove(sheet)
            self.report([str(error)], _("Not possible"))

        self._job = Job(title, in_thread(steps, "data"), finished, failed, lambda: None)
        sheet = self._job.sheet(self.theme)
        self.show(sheet)

"""Exporting a roster from a screen: the forms to choose from, the file, and the work beside the frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from game.documents.error import DocumentError
from game.documents.files import stem_of
from game.engine.rosters import rosters_of
from game.engine.rulebook.facets import Rosters
from game.engine.rulebook.ruleset import AnyRuleset
from game.play.roster_files import FORMS, Form, roster_text, why_not, write_roster
from game.ui.shell.jobs import threaded
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.dialogs import FileSheet, copy_text
from game.ui.widgets.sheet import Sheet
from game.wording import _

TEXT = FORMS[0]


@dataclass
class RosterExport:
    """Exports one roster from a screen. `picture` writes it as a picture, if the screen can."""

    screen: SheetScreen
    book: AnyRuleset
    roster: Any
    picture: Callable[[Path], None] | None = None

    @property
    def _rosters(self) -> Rosters[Any]:
        rosters = rosters_of(self.book)
        assert rosters is not None  # there would be none to show
        return rosters

    def show(self) -> None:
        """Show the forms in which the roster can be written."""
        rosters, without = self._rosters, {"png"} if self.picture is None else set[str]()
        without |= {"newrecruit"} if rosters.exchange(self.roster) is None else set()
        rows = [MenuItem("copy", _("Copy the list as text"), primary=True, act=self._copy)]
        rows += [
            MenuItem(
                form.name,
                _(form.title),
                reason=why_not(rosters, self.roster, form),
                act=partial(self._ask_file, form),
            )
            for form in FORMS
            if form.name not in without
        ]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        title = _("Export {title}", title=self.roster.name)
        self.screen.show(Sheet(self.screen.theme, title, (), rows, wide=84))

    def _copy(self) -> None:
        copy_text(roster_text(self._rosters, self.roster, TEXT))
        self.screen.report([_("{title} is on the clipboard.", title=self.roster.name)], _("Copied"))

    def _ask_file(self, form: Form) -> None:
        def picked(file: str) -> None:
            self._write(form, Path(file))

        name = f"{stem_of(self.roster.name, 'roster')}{form.suffix}"
        sheet = FileSheet(self.screen.theme, _("Save as"), text=name, picked=picked, suffix=form.suffix)
        sheet.folder, sheet.existing = Path.cwd(), False
        self.screen.show(sheet)

    def _write(self, form: Form, path: Path) -> None:
        if form.suffix == ".png":
            self._write_picture(path)
            return
        rosters = self._rosters
        work = threaded(lambda progress: write_roster(rosters, self.roster, form, path, progress), "export")
        self.screen.run(_("Writing {name}", name=path.name), work, partial(self._done, path), self._failed)

    def _write_picture(self, path: Path) -> None:
        assert self.picture is not None  # offered only then
        try:
            self.picture(path)
        except (DocumentError, OSError) as error:
            self._failed(error)
            return
        self._done(path)

    def _done(self, path: Path) -> None:
        self.screen.report([_("{title} is in {file}", title=self.roster.name, file=path)], _("Saved"))

    def _failed(self, error: Exception) -> None:
        self.screen.report([str(error)], _("It could not be saved"))

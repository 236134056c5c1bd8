"""The export of a roster from a screen: its forms to choose from, the file, and the work in a thread."""

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
    """Exports a roster from a screen; `picture` writes it as a picture, if the screen can."""

    screen: SheetScreen
    book: AnyRuleset
    roster: Any
    picture: Callable[[Path], None] | None = None

    @property
    def _rosters(self) -> Rosters[Any]:
        rosters = rosters_of(self.book)
        assert rosters is not None  # a roster exists, so its rulebook has rosters
        return rosters

    def show(self) -> None:
        """Show the forms in which the roster can be written."""
        rosters, impossible = self._rosters, set[str]()
        if self.picture is None:
            impossible.add("png")
        if rosters.exchange(self.roster) is None:
            impossible.add("newrecruit")
        rows = [MenuItem("copy", _("Copy the list as text"), primary=True, act=self._copy)]
        rows += [
            MenuItem(
                form.name,
                _(form.title),
                reason=why_not(rosters, self.roster, form),
                act=partial(self._ask_file, form),
            )
            for form in FORMS
            if form.name not in impossible
        ]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        title = _("Export {title}", title=self.roster.name)
        self.screen.show(Sheet(self.screen.theme, title, (), rows, wide=84))

    def _copy(self) -> None:
        copy_text(roster_text(self._rosters, self.roster, TEXT))
        self.screen.report([_("{title} is on the clipboard.", title=self.roster.name)], _("Copied"), good=True)

    def _ask_file(self, form: Form) -> None:
        """Ask for the file of a form."""

        def write(file: str) -> None:
            self._write_file(form, Path(file))

        name = f"{stem_of(self.roster.name, 'roster')}{form.suffix}"
        sheet = FileSheet(self.screen.theme, _("Save as"), text=name, picked=write, suffix=form.suffix)
        sheet.folder, sheet.existing = Path.cwd(), False
        self.screen.show(sheet)

    def _write_file(self, form: Form, path: Path) -> None:
        """Write the roster in a form to a file: a picture at once, all else in a thread."""
        if form.suffix == ".png":
            self._write_picture(path)
            return
        rosters = self._rosters
        write_in_thread = threaded(lambda progress: write_roster(rosters, self.roster, form, path, progress), "export")
        self.screen.run(_("Writing {name}", name=path.name), write_in_thread, partial(self._done, path), self._failed)

    def _write_picture(self, path: Path) -> None:
        assert self.picture is not None  # otherwise the form is not offered
        try:
            self.picture(path)
        except (DocumentError, OSError) as error:
            self._failed(error)
            return
        self._done(path)

    def _done(self, path: Path) -> None:
        self.screen.report([_("{title} is in {file}", title=self.roster.name, file=path)], _("Saved"), good=True)

    def _failed(self, error: Exception) -> None:
        self.screen.report([str(error)], _("It could not be saved"))

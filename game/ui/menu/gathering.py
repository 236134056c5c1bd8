"""Lists pasted as text, and profiles that they lack: from libraries of catalogues, or typed in a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from game.documents.battlescribe.catalogues import SUFFIXES as CATALOGUES
from game.documents.battlescribe.libraries import Added, Libraries, add_library, library_words, remove_library
from game.documents.error import DocumentError, UnfinishedError
from game.documents.rosters import own_rosters
from game.engine.rosters import ImportedRoster, import_text, rosters_of
from game.engine.rulebook.facets import Gathering
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.ui.shell.jobs import threaded
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.dialogs import FileSheet, copied_text
from game.ui.widgets.sheet import FormSheet, ReaderSheet, Section, Sheet
from game.wording import _, ngettext

MOST_SHOWN: Final = 30
"""The most rows for units without profiles."""


def gathering_of(book: AnyRuleset) -> Gathering | None:
    """Return the rulebook's ways to get missing profiles; None if its lists contain all profiles."""
    rosters = rosters_of(book)
    return rosters.gathering() if rosters is not None else None


class Gatherer:
    """Pastes lists and collects profiles on sheets of a screen; calls `changed` when rosters may have changed."""

    def __init__(self, screen: SheetScreen, book: AnyRuleset, changed: Callable[[], None]) -> None:
        self.screen, self.book, self.changed = screen, book, changed

    @property
    def _gathering(self) -> Gathering:
        gathering = gathering_of(self.book)
        assert gathering is not None  # only such rulebooks have the rows that lead here
        return gathering

    # -- lists -------------------------------------------------------------------------------------

    def paste(self) -> ImportedRoster | None:
        """Import the list on the clipboard and return it; None after a report why that is not possible."""
        text, rosters = copied_text(), rosters_of(self.book)
        if not text.strip() or rosters is None:
            self.screen.report([_("The clipboard holds no text. Copy a list first.")], _("Paste a list"))
            return None
        try:
            roster = import_text(rosters, self.book.name, text, _("list"))
        except (DocumentError, OSError) as error:
            self.screen.report([str(error)], _("It could not be read"))
            return None
        self.changed()
        return roster

    def unfinished(self) -> Mapping[str, UnfinishedError]:
        """Return the player's lists that lack profiles, each as the error of reading it, by file name."""
        rosters, lists = rosters_of(self.book), dict[str, UnfinishedError]()
        if rosters is None:
            return lists
        suffixes = next((kind.suffixes for kind in self._kinds() if kind.name == "roster"), ())
        for path in own_rosters(self.book.name, suffixes):
            try:
                rosters.read(str(path))
            except UnfinishedError as error:
                lists[path.stem] = error
            except (DocumentError, OSError):
                continue  # other pages list files that cannot be read
        return lists

    def _kinds(self) -> Sequence[Any]:
        return self.book.papers.foreign() if self.book.papers is not None else ()

    def rows(self) -> list[MenuItem]:
        """Return the rows for pasting, libraries and unfinished lists."""
        rows = [MenuItem("paste", _("Paste a list"))] if self._gathering.lists else []
        rows.append(MenuItem("libraries", _("Libraries of profiles")))
        if count := len(self.unfinished()):
            text = ngettext("{n} list is not finished", "{n} lists are not finished", count)
            rows.append(MenuItem("unfinished", text))
        return rows

    def show_unfinished(self) -> None:
        """Show the lists that lack profiles; choosing one shows the missing profiles."""
        lists = self.unfinished()
        if len(lists) == 1:
            self.show_list(next(iter(lists)))
            return
        rows = [
            MenuItem(f"list:{name}", error.title, detail=error.reason, act=partial(self.show_list, name))
            for name, error in lists.items()
        ]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        self.screen.show(Sheet(self.screen.theme, _("Not finished"), (), rows, wide=84))

    def show_list(self, name: str) -> None:
        """Show an unfinished list with its missing parts and ways to add them, or report that it is finished."""
        error = self.unfinished().get(name)
        if error is None:
            self.changed()
            self.screen.report([_("{name} has all its profiles now.", name=name)], _("Finished"))
            return
        show_again = partial(self.show_list, name)
        rows = [MenuItem("library", _("Add a library"), primary=True, act=self.libraries)]
        for missing in {profile["unit"]: profile for profile in error.facts.get("missing", ())}.values():
            unit = missing["unit"]
            if len(rows) < MOST_SHOWN:
                rows += [
                    MenuItem(f"like:{unit}:{similar}", _("{unit} is {near}", unit=unit, near=similar),
                             act=partial(self._keep, {"name": unit, "like": similar}, show_again))
                    for similar in missing["near"][:1]
                ]  # fmt: skip
                text = _("Type the profile of {unit}", unit=unit)
                rows.append(MenuItem(f"type:{unit}", text, act=partial(self.type_profile, unit, show_again)))
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        chapters = [
            Section(_("Missing"), (Line(error.reason, tone="warning"), *map(Line, error.remarks))),
            Section(_("The list"), tuple(map(Line, error.lines))),
        ]
        sheet = ReaderSheet(
            self.screen.theme, error.title, (), rows, chapters=chapters, wide=134, size="small", beside=48
        )
        self.screen.show(sheet)

    # -- libraries ---------------------------------------------------------------------------------

    def libraries(self) -> None:
        """Show the player's libraries: add catalogues, or remove a library."""
        libraries = Libraries(self.book.name)
        rows = [
            MenuItem("add", _("Add a file or zip of catalogues"), primary=True, act=self._ask_catalogues),
            MenuItem("folder", _("Add a folder of catalogues"), act=self._ask_folder),
        ]
        for name, catalogues, units in libraries.listed():
            text = _("Remove {library}", library=library_words(name, catalogues, units))
            rows.append(MenuItem(f"remove:{name}", text, act=partial(self._remove, name)))
        lines = [Line(_("Catalogues of BattleScribe give lists as text their profiles. They stay on this computer."))]
        lines += [Line(trouble, tone="bad") for trouble in libraries.troubles]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        self.screen.show(Sheet(self.screen.theme, _("Libraries of profiles"), lines, rows, wide=100))

    def _ask_catalogues(self) -> None:
        sheet = FileSheet(self.screen.theme, _("Catalogues"), folder=Path.home(), suffix=(*CATALOGUES, ".zip"))
        sheet.picked = self._add
        self.screen.show(sheet)

    def _ask_folder(self) -> None:
        self.screen.ask_text(_("The folder of the catalogues"), str(Path.home()), self._add)

    def _add(self, path: str) -> None:
        """Add a library from a file or folder, in a thread with progress."""
        gathering, results = self._gathering, list[Added]()

        def work(progress: Callable[[float], None]) -> None:
            results.append(add_library(Path(path), self.book.name, gathering.system, gathering.game, progress))

        def done() -> None:
            [added] = results
            self.changed()
            words = library_words(added.name, added.catalogues, added.units)
            self.screen.report([words, *added.remarks[:3]], _("The library is added"))

        def failed(error: Exception) -> None:
            self.screen.report([str(error)], _("The library could not be added"))

        self.screen.run(_("Reading {name}", name=Path(path).name), threaded(work, "library"), done, failed)

    def _remove(self, name: str) -> None:
        """Remove a library, or report the reason against it."""
        try:
            remove_library(name, self.book.name)
        except (DocumentError, OSError) as error:
            self.screen.report([str(error)], _("Not possible"))
            return
        self.changed()
        self.libraries()

    # -- typed profiles ----------------------------------------------------------------------------

    def type_profile(self, unit: str, then: Callable[[], None]) -> None:
        """Ask for the profile of a unit in a form; call `then` once it is saved."""
        values: dict[str, str] = {}

        def rows() -> list[MenuItem]:
            fields = [
                MenuItem(f"field:{key}", f"{_(title)}: {values[key]}" if key in values else _(title),
                         detail="" if key in values else _("for example {example}", example=example))
                for key, title, example in self._gathering.fields
            ]  # fmt: skip
            save_row = MenuItem("keep", _("Save it"), "return", primary=True)
            return [*fields, save_row, MenuItem("close", _("Cancel"), "escape")]

        def take(row: MenuItem) -> None:
            if row.id == "keep":
                self._keep({"name": unit, **values}, then, show)
            elif row.id.startswith("field:"):
                ask(row.id.removeprefix("field:"))

        def ask(field: str) -> None:
            title, example = next((title, example) for key, title, example in self._gathering.fields if key == field)

            def typed(text: str) -> None:
                several = field == "weapons" and field in values  # each weapon is a line
                values[field] = f"{values[field]}\n{text.strip()}" if several else text.strip()
                self.screen.renew()

            show()
            suggestion = example if field == "weapons" else values.get(field, example)
            self.screen.ask_text(f"{unit} · {_(title)}", suggestion, typed)

        def show() -> None:
            self.screen.show(FormSheet(self.screen.theme, unit, build=rows, perform=take, wide=84))

        show()

    def _keep(
        self, profile: Mapping[str, str], then: Callable[[], None], again: Callable[[], None] | None = None
    ) -> None:
        """Save a profile and call `then`; after a failure, call `again` and report the reason."""
        save = self._gathering.keep
        assert save is not None  # profiles are typed only for such rulebooks
        try:
            save(profile)
        except (DocumentError, OSError) as error:
            if again is not None:
                again()
            self.screen.report([str(error)], _("It could not be saved"))
            return
        self.changed()
        then()

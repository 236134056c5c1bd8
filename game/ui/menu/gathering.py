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
from game.engine.rosters import ImportedRoster, import_text, rosters_of, stand_ins
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
    """Pastes lists and collects profiles on sheets of a screen.

    It calls `changed` when rosters may have changed, and `finished` with the name of a list that has all its profiles.
    """

    def __init__(
        self, screen: SheetScreen, book: AnyRuleset, changed: Callable[[], None], finished: Callable[[str], None]
    ) -> None:
        self.screen, self.book, self.changed, self.finished = screen, book, changed, finished

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
        """Show an unfinished list with its missing parts and ways to add them, or hand over a finished one."""
        error = self.unfinished().get(name)
        if error is None:
            self.changed()
            self.finished(name)
            return
        show_again, borrow = partial(self.show_list, name), partial(self._borrow, error, name)
        rows = [MenuItem("library", _("Add catalogues"), primary=True, act=partial(self.libraries, show_again))]
        if self._gathering.known():
            about = _("Similar units of included armies lend their values, and are marked as stand-ins.")
            rows.append(MenuItem("borrow", _("Play it with stand-ins"), detail=about, act=borrow))
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

    def _borrow(self, error: UnfinishedError, name: str) -> None:
        """Let included units stand in for those that a list lacks."""
        save = self._gathering.keep
        assert save is not None  # profiles are typed for every such rulebook
        try:
            for profile in stand_ins(self._gathering, error):
                save(profile)
        except (DocumentError, OSError) as fault:
            self.screen.report([str(fault)], _("It could not be saved"))
            return
        self.show_list(name)

    # -- libraries ---------------------------------------------------------------------------------

    def libraries(self, then: Callable[[], None] = lambda: None) -> None:
        """Show the player's libraries: add catalogues, and go on with `then`, or remove a library."""
        libraries = Libraries(self.book.name)
        rows = [
            MenuItem(
                "add", _("Add a file or zip of catalogues"), primary=True, act=partial(self._ask_catalogues, then)
            ),
            MenuItem("folder", _("Add a folder of catalogues"), act=partial(self._ask_folder, then)),
        ]
        for name, catalogues, units in libraries.listed():
            text = _("Remove {library}", library=library_words(name, catalogues, units))
            rows.append(MenuItem(f"remove:{name}", text, act=partial(self._remove, name)))
        lines = [Line(_("Catalogues of BattleScribe give lists as text their profiles. They stay on this computer."))]
        lines += [Line(trouble, tone="bad") for trouble in libraries.troubles]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape", act=then)])
        self.screen.show(Sheet(self.screen.theme, _("Libraries of profiles"), lines, rows, wide=100))

    def _ask_catalogues(self, then: Callable[[], None]) -> None:
        sheet = FileSheet(self.screen.theme, _("Catalogues"), folder=Path.home(), suffix=(*CATALOGUES, ".zip"))
        sheet.picked = partial(self._add, then)
        self.screen.show(sheet)

    def _ask_folder(self, then: Callable[[], None]) -> None:
        self.screen.ask_text(_("The folder of the catalogues"), str(Path.home()), partial(self._add, then))

    def _add(self, then: Callable[[], None], path: str) -> None:
        """Add a library from a file or folder, in a thread with progress, and go on with `then`."""
        gathering, results = self._gathering, list[Added]()

        def work(progress: Callable[[float], None]) -> None:
            results.append(add_library(Path(path), self.book.name, gathering.system, gathering.game, progress))

        def done() -> None:
            [added] = results
            self.changed()
            then()
            words = library_words(added.name, added.catalogues, added.units)
            self.screen.report([words, *added.remarks[:3]], _("The library is added"), good=True)

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
        """Ask for the profile of a unit in a form that may begin like another unit; call `then` at the end."""
        values: dict[str, str] = {}
        known = {other.name: other.values for other in self._gathering.known()}

        def rows() -> list[MenuItem]:
            like = MenuItem("like", _("Begin with the values of another unit"))
            fields = [
                MenuItem(f"field:{key}", f"{_(title)}: {values[key]}" if key in values else _(title),
                         detail="" if key in values else _("for example {example}", example=example))
                for key, title, example in self._gathering.fields
            ]  # fmt: skip
            save_row = MenuItem("keep", _("Save it"), "return", primary=True)
            cancel = MenuItem("close", _("Cancel"), "escape", act=then)
            return [*([like] if known else []), *fields, save_row, cancel]

        def take(row: MenuItem) -> None:
            if row.id == "keep":
                self._keep({"name": unit, **values}, then, show)
            elif row.id == "like":
                choices = with_keys(
                    [*(MenuItem(name, name) for name in sorted(known)), MenuItem("close", _("Back"), "escape")]
                )
                show()
                self.screen.show(
                    Sheet(self.screen.theme, _("Values of"), (), choices, then=begin_with, fold=True, wide=84)
                )
            elif row.id.startswith("field:"):
                ask(row.id.removeprefix("field:"))

        def begin_with(name: str) -> None:
            values.update(known[name])
            self.screen.renew()

        def ask(field: str) -> None:
            title, example = next((title, example) for key, title, example in self._gathering.fields if key == field)

            def typed(text: str) -> None:
                several = field == "weapons" and field in values  # each weapon is a line
                values[field] = f"{values[field]}\n{text.strip()}" if several else text.strip()
                self.screen.renew()

            show()
            suggestion = example if field == "weapons" else values.get(field, example)
            self.screen.ask_text(f"{unit} · {_(title)}", suggestion, typed)

        def show(marked: str = "") -> None:
            self.screen.show(FormSheet(self.screen.theme, unit, build=rows, perform=take, marked=marked, wide=84))

        show()

    def _keep(
        self, profile: Mapping[str, str], then: Callable[[], None], again: Callable[[str], None] | None = None
    ) -> None:
        """Save a profile and call `then`; after a failure, call `again` with the row of the fault and report it."""
        save = self._gathering.keep
        assert save is not None  # profiles are typed only for such rulebooks
        try:
            save(profile)
        except (DocumentError, OSError) as error:
            text, field = str(error), ""
            if isinstance(error, DocumentError):
                field = error.where.partition("[")[0]
                title = next((_(title) for key, title, _example in self._gathering.fields if key == field), error.where)
                text = _("{field}: {reason}", field=title, reason=error.reason) if title else error.reason
            if again is not None:
                again(f"field:{field}")
            self.screen.report([text], _("It could not be saved"))
            return
        self.changed()
        then()

"""Lists pasted as text, and profiles that they lack: from libraries of catalogues, lent by other units, or typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from game.ui.menu.profile_form import ProfileForm
from game.ui.shell.jobs import threaded
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.dialogs import ChoiceSheet, FileSheet, copied_text
from game.ui.widgets.sheet import ReaderSheet, Section, Sheet
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
        self.below = sum(not sheet.closed for sheet in screen.sheets)
        """The number of sheets below its own."""

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
        self._page(Sheet(self.screen.theme, _("Not finished"), (), rows, wide=84))

    def show_list(self, name: str) -> None:
        """Show an unfinished list with its missing parts and ways to add them, or hand over a finished one."""
        error = self.unfinished().get(name)
        if error is None:
            self.changed()
            self.finished(name)
            return
        again = partial(self.show_list, name)
        add, type_in = partial(self._ask_catalogues, again, again), partial(self._type_in, name)
        rows = [
            MenuItem("library", _("Add a catalogue"), primary=True, act=add),
            MenuItem("type", _("Type it in"), act=type_in),
        ]
        if self._gathering.known():
            about = _("Similar units of included armies lend their values, and are marked as stand-ins.")
            borrow = partial(self._keep, stand_ins(self._gathering, error), again)
            rows.append(MenuItem("borrow", _("Play it like this"), detail=about, act=borrow))
        for missing in _lacking(error):
            for similar in missing["near"][:1]:
                profiles = [{"name": missing["unit"], "like": similar}]
                text = _("{unit} is {near}", unit=missing["unit"], near=similar)
                rows.append(MenuItem(f"like:{text}", text, act=partial(self._keep, profiles, again)))
        rows = with_keys([*rows[:MOST_SHOWN], MenuItem("close", _("Back"), "escape")])
        chapters = [
            Section(_("Missing"), (Line(error.reason, tone="warning"), *map(Line, error.remarks))),
            Section(_("The list"), tuple(map(Line, error.lines))),
        ]
        self._page(ReaderSheet(
            self.screen.theme, error.title, (), rows, chapters=chapters, wide=134, size="small", beside=48
        ))  # fmt: skip

    def _page(self, sheet: Sheet) -> None:
        """Show a page in place of all earlier ones."""
        self.screen.sheets[:] = [other for other in self.screen.sheets if not other.closed][: self.below]
        self.screen.show(sheet)

    def _keep(self, profiles: Iterable[Mapping[str, str]], then: Callable[[], None]) -> None:
        """Save profiles that are not typed, and go on with `then`; report a failure there."""
        save, trouble = self._gathering.keep, ""
        assert save is not None  # profiles are typed only for such rulebooks
        try:
            for profile in profiles:
                save(profile)
        except (DocumentError, OSError) as error:
            trouble = str(error)
        self.changed()
        then()
        if trouble:
            self.screen.report([trouble], _("It could not be saved"))

    # -- libraries ---------------------------------------------------------------------------------

    def libraries(self) -> None:
        """Show the player's libraries and profiles: add catalogues, remove a library, or change a profile."""
        libraries, again = Libraries(self.book.name), self.libraries
        add, folder = partial(self._ask_catalogues, again, again), partial(self._ask_folder, again)
        rows = [
            MenuItem("add", _("Add a file or zip of catalogues"), primary=True, act=add),
            MenuItem("folder", _("Add a folder of catalogues"), act=folder),
        ]
        for name, catalogues, units in libraries.listed():
            text = _("Remove {library}", library=library_words(name, catalogues, units))
            rows.append(MenuItem(f"remove:{name}", text, act=partial(self._remove, name)))
        rows += self._profile_rows(self.libraries, self.libraries)
        lines = [Line(_("Catalogues of BattleScribe give lists as text their profiles. They stay on this computer."))]
        lines += [Line(trouble, tone="bad") for trouble in libraries.troubles]
        rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
        self._page(Sheet(self.screen.theme, _("Libraries of profiles"), lines, rows, wide=100))

    def _ask_catalogues(self, here: Callable[[], None], then: Callable[[], None], last: Path | None = None) -> None:
        """Ask for catalogues over the page `here`, and go on with `then` when they are added.

        `last` is the file that was refused.
        """
        here()
        sheet = FileSheet(
            self.screen.theme, _("Catalogues"), folder=Path.home() if last is None else last.parent,
            suffix=(*CATALOGUES, ".zip"), whole=_("All catalogues in this folder"),
            marked="" if last is None else f"file:{last.name}",
        )  # fmt: skip
        sheet.picked = partial(self._add, then, partial(self._ask_catalogues, here, then))
        self.screen.show(sheet)

    def _ask_folder(self, then: Callable[[], None], folder: Path | None = None) -> None:
        self.libraries()
        add = partial(self._add, then, partial(self._ask_folder, then))
        self.screen.ask_text(_("The folder of the catalogues"), str(folder or Path.home()), add)

    def _add(self, then: Callable[[], None], again: Callable[[Path], None], path: str) -> None:
        """Add a library from a file or folder, in a thread with progress, and go on with `then`; or ask `again`."""
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
            again(Path(path))
            self.screen.report([str(error)], _("The library could not be added"))

        self.screen.run(_("Reading {name}", name=Path(path).name), threaded(work, "library"), done, failed)

    def _remove(self, name: str) -> None:
        """Remove a library, or report the reason against it."""
        trouble = ""
        try:
            remove_library(name, self.book.name)
        except (DocumentError, OSError) as error:
            trouble = str(error)
        self.changed()
        self.libraries()
        if trouble:
            self.screen.report([trouble], _("Not possible"))

    # -- typed profiles ----------------------------------------------------------------------------

    def rows_of_finished(self, name: str) -> list[MenuItem]:
        """Return the rows for changing profiles that a finished list may use."""
        return self._profile_rows(partial(self.finished, name), partial(self.show_list, name))

    def _profile_rows(self, here: Callable[[], None], then: Callable[[], None]) -> list[MenuItem]:
        """Return the row for changing the player's profiles from the page `here`, if there are any."""
        names = self._gathering.profiles()
        act = partial(self._ask_unit, here, names, then)
        return [MenuItem("profiles", _("Change typed profiles and stand-ins"), act=act)] if names else []

    def _type_in(self, name: str) -> None:
        """Ask for the profiles that a list lacks, until all are typed."""
        error = self.unfinished().get(name)
        units = [missing["unit"] for missing in _lacking(error)] if error is not None else []
        here, again = partial(self.show_list, name), partial(self._type_in, name)
        if len(units) > 1:
            self._ask_unit(here, units, again)
        else:
            here()
            for unit in units:
                self._type_profile(unit, again)

    def _ask_unit(self, here: Callable[[], None], units: Sequence[str], then: Callable[[], None]) -> None:
        """Ask which of some units is typed, over the page `here`; go on with `then` when it is."""

        def take(unit: str) -> None:
            self._ask_unit(here, units, then)
            self._type_profile(unit, then)

        here()
        title = _("Which unit?")
        self.screen.show(ChoiceSheet(self.screen.theme, title, choices=units, picked=take))

    def _type_profile(self, unit: str, then: Callable[[], None]) -> None:
        """Show the form for the profile of a unit; call `then` when it is saved."""

        def saved() -> None:
            self.changed()
            then()

        ProfileForm(self.screen, self._gathering, unit, saved).show()


def _lacking(error: UnfinishedError) -> Iterable[Mapping[str, Any]]:
    """Return the units that a list lacks, each once."""
    return {missing["unit"]: missing for missing in error.facts.get("missing", ())}.values()

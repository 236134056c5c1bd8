"""The screen of all rosters as cards, from which one is opened, made, imported, changed, copied, printed or deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from game import rulesets
from game.documents.battlescribe.opening import SUFFIXES as ROSTERS
from game.documents.error import DocumentError
from game.documents.faces import SUFFIXES, picture_face
from game.engine.campaigns import campaigns_of
from game.engine.rosters import RosterEntry, RosterShelf, editor_of, import_file, imports_foreign, rosters_of
from game.engine.rulebook.making import Card
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Line
from game.ui.export.rosters import RosterExport
from game.ui.model.campaign_files import kept_campaigns
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.prefs.memory import last_rulebook, recall
from game.ui.rosters.card import CardSheet, save_roster
from game.ui.rosters.faces import FACE, FacePage
from game.ui.rosters.making import MakingScreen
from game.ui.shell.router import Screen, factory
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.dialogs import FileSheet
from game.ui.widgets.sheet import ReaderSheet, Section, Sheet, question
from game.wording import _, within_line

KEPT: Final = "kept:"
"""The prefix of the ids of rosters among the rows."""


class RosterListScreen(SheetScreen):
    """Lists rosters with their cards; the chosen one can be changed, copied, printed or deleted."""

    def __init__(self, window: Window, book: AnyRuleset) -> None:
        super().__init__(window)
        self.book, self.shelf = book, RosterShelf(book)
        self.chosen = ""
        self._games: dict[str, int] = {}
        self._making: MakingScreen | None = None

    def enter(self) -> None:
        self._games = self._games_played()
        if self._making is not None:
            self.chosen, self._making = self._making.kept.name, None
        self.sheets.clear()
        super().enter()

    def _games_played(self) -> dict[str, int]:
        """Return the number of games that each roster, by title, has played in the campaigns of its rulebook."""
        games: dict[str, int] = {}
        campaigns = campaigns_of(self.book)
        if campaigns is not None:
            for campaign in kept_campaigns(campaigns):
                for name, count in campaigns.games(campaign.content).items() if campaign.content is not None else ():
                    games[name] = games.get(name, 0) + count
        return games

    # -- the list ----------------------------------------------------------------------------------

    def first(self) -> Sheet:
        cards: dict[str, tuple[Card, tuple[Line, ...]]] = {}
        rows = [
            MenuItem("make", _("Make a new one"), "m", act=self._begin),
            MenuItem("import", _("Import a file"), "i", act=self._ask_for_file),
        ]
        groups = (
            (_("Your own"), self.shelf.own()),
            (_("Unfinished"), self.shelf.unfinished()),
            (_("Included with the program: copy one to change it"), self.shelf.bundled()),
        )
        for heading, entries in groups:
            if entries:
                rows.append(MenuItem(f"part:{heading}", heading, heading=True))
            for entry in entries:
                identity = f"{KEPT}{entry.name}"
                text = entry.trouble or (_("changes in progress") if entry.changing else "")
                rows.append(MenuItem(identity, entry.title, detail=text, act=partial(self._open, entry.name)))
                if not entry.trouble:
                    cards[identity] = self._card(entry), self._facts(entry)
        other_books = [
            MenuItem(book.name, f"{_(book.title)}: {_(book.terms.rosters)}", act=partial(self._turn_to, book))
            for book in rulesets.usable()
            if editor_of(book) is not None and book.name != self.book.name
        ]
        rows += [MenuItem("part:books", _("Other rulebooks"), heading=True), *other_books] if other_books else []
        rows.append(MenuItem("close", _("Back"), "escape"))
        title, marked = _(self.book.terms.rosters), f"{KEPT}{self.chosen}"
        return CardSheet(self.theme, title, (), rows, wide=134, marked=marked, cards=cards, share=42)

    def _card(self, entry: RosterEntry) -> Card:
        return self.shelf.card(entry)

    def _facts(self, entry: RosterEntry) -> tuple[Line, ...]:
        """Return the number of campaign games of a roster as a line; () if there are no campaigns."""
        if campaigns_of(self.book) is None or entry.roster is None:
            return ()
        campaign = within_line(_(self.book.terms.campaign))
        played = {"campaign": campaign, "n": self._games.get(entry.title, 0)}
        return (Line(_("Games played in a {campaign}: {n}", **played)),)

    def _begin(self) -> None:
        self._try(lambda: self._make(self.shelf.begin()), _("It could not be made"))

    def _ask_for_file(self) -> None:
        self.show(self.first())
        self.ask_file(_("Import a file"), Path.cwd(), self._brought, ROSTERS)

    def _turn_to(self, book: AnyRuleset) -> None:
        self.book, self.chosen = book, ""
        self.shelf, self._games = RosterShelf(book), self._games_played()
        self.show(self.first())

    def _open(self, name: str) -> None:
        self.chosen = name
        self._try(self._show_chosen, _("It cannot be opened"))

    def _brought(self, file: str) -> None:
        self._try(lambda: self._import(file), _("It could not be imported"))

    def _import(self, file: str) -> None:
        """Import a roster, in another program's format without changes, and show notes on it."""
        rosters = rosters_of(self.book)
        if rosters is None or not imports_foreign(self.book):
            self._listed(self.shelf.take_in(file))
            return
        roster = import_file(rosters, self.book.name, Path(file))
        self._listed(self.shelf.find(roster.name))
        if roster.remarks:
            title = self.shelf.find(roster.name).title
            self.report([*roster.remarks], _("{title} is now yours: {name}", title=title, name=roster.name), good=True)

    def _listed(self, entry: RosterEntry) -> None:
        self.chosen = entry.name
        self.replace(self.first())

    def _try(self, do: Callable[[], None], title: str) -> None:
        """Call a function; on failure show the list with the reason."""
        try:
            do()
        except (DocumentError, OSError) as error:
            self.replace(self.first())
            self.report([str(error)], title)

    def _make(self, entry: RosterEntry) -> None:
        self._making = MakingScreen(self.window, self.book, self.shelf, entry)
        self.window.go(self._making)

    # -- one roster --------------------------------------------------------------------------------

    def _show_chosen(self) -> None:
        """Show the chosen roster with its commands, or its fault if it cannot be read."""
        entry = self.shelf.find(self.chosen)
        rows = with_keys(
            [*self._deeds(entry), MenuItem("close", _("Back"), "escape", act=lambda: self.show(self.first()))]
        )
        chapters = [] if entry.trouble else self._chapters(entry)
        if entry.trouble:
            chapters = [Section(entry.title, (Line(entry.trouble, tone="bad"),))]
        self.replace(
            ReaderSheet(self.theme, entry.title, (), rows, chapters=chapters, wide=134, size="small", beside=40)
        )

    def _chapters(self, entry: RosterEntry) -> list[Section]:
        """Return the facts of a roster and of its members as chapters."""
        card = self._card(entry)
        about = [*card.lines, *self._facts(entry)]
        if card.strength:
            about.append(Line(card.strength, tone="good"))
        chapters = [Section(_("About"), tuple(about))]
        for member in card.members:
            rank = _("leader") if member.leader else ""
            title = " · ".join(part for part in (member.name, member.value, rank, member.note) if part)
            lines = []
            for line in member.traits:
                words = card.wording(line)
                lines.append(Line(f"{line.text}: {words}" if words else line.text, line.rule, line.tone))
            chapters.append(Section(title, tuple(lines)))
        return chapters

    def _deeds(self, entry: RosterEntry) -> list[MenuItem]:
        """Return the rows of the commands for a roster; impossible ones have a reason."""
        change = partial(self._do, lambda entry: self._make(self.shelf.reopen(entry.name)))
        is_bundled = not entry.own and entry.roster is not None
        why_fixed = _("it is included with the program - copy it to change it") if is_bundled else ""
        delete = MenuItem("delete", _("Delete it"), reason=why_fixed, act=partial(self._do, self._ask_delete))
        if entry.roster is None:
            why_broken = _("damaged") if entry.trouble else ""
            return [MenuItem("change", _("Finish making it"), primary=True, reason=why_broken, act=change), delete]
        why_foreign = _("it is a file of another program - copy it to change it") if entry.foreign else ""
        why_not = self.shelf.editor.why_not_reopen(entry.roster) if entry.own else None
        why_unchangeable = (why_fixed or why_foreign) if why_not is None else f"{why_not.text} ({why_not.rule})"
        return [
            MenuItem("change", _("Change"), primary=not why_unchangeable, reason=why_unchangeable, act=change),
            MenuItem("play", _("Play with it"), "p", act=partial(self._do, self._play)),
            MenuItem("copy", _("Copy"), primary=bool(why_unchangeable), act=partial(self._do, self._ask_copy)),
            MenuItem("rename", _("Rename"), reason=why_fixed or why_foreign, act=partial(self._do, self._ask_name)),
            MenuItem("faces", _("Faces"), reason=why_fixed or why_foreign, act=partial(self._do, self._show_faces)),
            MenuItem("export", _("Export …"), act=partial(self._do, self._export)),
            delete,
        ]

    def _do(self, deed: Callable[[RosterEntry], None]) -> None:
        """Show the list, and do something with the chosen roster."""
        self.show(self.first())
        self._try(lambda: deed(self.shelf.find(self.chosen)), _("Not possible"))

    def _play(self, entry: RosterEntry) -> None:
        """Begin a new game of the rulebook in which the first player has a roster."""
        drafting = NewGameDraft(recall().draft, self.book.name)
        if drafting.ruleset.name != self.book.name:
            drafting.take_ruleset(self.book.name)
        drafting.give(0, "roster", entry.name)
        self.window.open("new", drafting=drafting)

    def _ask_copy(self, entry: RosterEntry) -> None:
        self._ask(_("Copy"), self.shelf.free_title(entry.title), lambda title: self.shelf.copy(entry.name, title))

    def _ask_name(self, entry: RosterEntry) -> None:
        self._ask(_("Rename"), entry.title, lambda title: self.shelf.rename(entry.name, title))

    def _show_faces(self, entry: RosterEntry) -> None:
        self.show(FacePage(self.theme, entry.title, (), (), self._choose_face, shelf=self.shelf, roster=entry))

    def _ask_delete(self, entry: RosterEntry) -> None:
        texts = [_("Games and campaigns that began with it keep their own copies.")]
        ask, no = _("Delete {title} for good?", title=entry.title), _("No, keep it")
        self.show(question(self.theme, ask, texts, _("Delete it"), lambda: self._delete(entry), no))

    def _ask(self, title: str, text: str, do: Callable[[str], RosterEntry]) -> None:
        """Ask for a title, then list the roster that `do` makes with it."""
        self.ask_text(title, text, lambda typed: self._try(lambda: self._listed(do(typed)), _("Not possible")))

    def _choose_face(self, action: MenuItem) -> None:
        """Give the marked member a sigil or a picture, and show it."""
        page = self.sheets[-1]
        assert isinstance(page, FacePage)

        def choose(face: Callable[[], str]) -> None:
            try:
                page.choose(face())
                self.sheets[0] = self.first()  # its card shows the new face
                self.sheets[0].place(self.rect)
            except (DocumentError, OSError) as error:
                self.report([str(error)], _("Not possible"))

        if action.id == "picture":
            title = _("A picture for {name}", name=page.member)
            file_sheet = FileSheet(self.theme, title, folder=Path.home(), suffix=SUFFIXES)
            file_sheet.picked = lambda file: choose(lambda: picture_face(file))
            self.show(file_sheet)
        elif action.id.startswith(FACE):
            choose(lambda: action.id.removeprefix(FACE))

    def _delete(self, entry: RosterEntry) -> None:
        def delete() -> None:
            self.shelf.delete(entry.name)
            self.replace(self.first())

        self._try(delete, _("It could not be deleted"))

    def _export(self, entry: RosterEntry) -> None:
        def picture(path: Path) -> None:
            save_roster(self.shelf.card(entry), path)

        RosterExport(self, self.book, entry.roster, picture).show()


def rosters_screen(window: Window, book: AnyRuleset | None = None) -> Screen | None:
    """Return the rosters of a rulebook, by default of the one played last; raise `DocumentError`.

    If rosters can only be imported, a new game begins with them instead.
    """
    last = book or last_rulebook(lambda rulebook: editor_of(rulebook) is not None or imports_foreign(rulebook))
    return RosterListScreen(window, last) if editor_of(last) is not None else factory("lists")(window)

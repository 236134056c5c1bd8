"""The main menu: its entries in order, each opening the screen of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.documents.files import previous_of
from game.engine.saving import autosaves
from game.ui.prefs.memory import recall
from game.ui.shell.router import factory
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import ink
from game.ui.widgets.theme import INK_QUIET, LAMP, PAPER
from game.wording import N_, _

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset, Terms


class Entry(NamedTuple):
    """A row of the main menu: the name of its screen, its label (marked by `N_`) and its key.

    `why_not` returns why it cannot open now; `called` returns a rulebook's own label, `fits` whether it has the entry.
    """

    name: str
    label: str
    shortcut: str
    why_not: Callable[[], str] = str
    called: Callable[[Terms], str] | None = None
    fits: Callable[[AnyRuleset], bool] = lambda book: True

    def title(self, book: AnyRuleset | None) -> str:
        """Return its label, in the rulebook's words if the rulebook is known."""
        return _(self.label if book is None or self.called is None else self.called(book.terms))


def has_rosters_to_make(book: AnyRuleset) -> bool:
    """Return whether rosters of a rulebook can be made."""
    return book.papers is not None and book.papers.roster_editor() is not None


def why_no_game_to_continue() -> str:
    """Return why there is no game to continue, or "" if there is one."""
    if not autosaves.autosaved():
        return _("there is no unfinished game")
    own = autosaves.newest()
    if own is None:
        return _("it is being played in another window")
    own.let_go()
    finished = autosaves.is_finished(own.path)
    if finished is None and not previous_of(own.path).exists():
        return _("{name} cannot be read as a game", name=own.path.name)
    return _("the last game is over") if finished else ""


QUIT: Final = "quit"
"""The entry that closes the window instead of opening a screen."""
ENTRIES: Final = (
    Entry("continue", N_("Continue"), "c", why_no_game_to_continue),
    Entry("new", N_("New game"), "n"),
    Entry("lesson", N_("Learn to play"), "t"),
    Entry("load", N_("Load a game"), "l"),
    Entry("drills", N_("Drills"), "i"),
    Entry("sandbox", N_("Sandbox"), "b"),
    Entry("replays", N_("Replays"), "p"),
    Entry("campaigns", N_("Campaign"), "a", called=lambda terms: terms.campaign),
    Entry("rosters", N_("Rosters"), "o", called=lambda terms: terms.rosters, fits=has_rosters_to_make),
    Entry("records", N_("Best solo results"), "e"),
    Entry("rules", N_("Rules"), "r"),
    Entry("settings", N_("Settings"), "s"),
    Entry("help", N_("Keys and signs"), "k"),
    Entry("credits", N_("Credits"), "d"),
    Entry(QUIT, N_("Quit"), "q"),
)


HEADS: Final = ((14, 3), (9, 3), (6, 1))
"""Units of the theme above the rows and below them: the first pair that leaves room for every row."""

GAMES: Final = ("new", "load")
"""Entries after which there is a game to continue."""


@dataclass
class MenuSheet(Sheet):
    """The rows of the menu, at the left of the table; Escape does not close it."""

    tall: bool = False

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        wide = min(theme.px(46), window.width)
        self.list.columns = 1
        if self.list.height(wide - theme.px(10)) + theme.px(sum(HEADS[-1])) > window.height:
            self.list.columns, wide = 2, min(theme.px(72), window.width)
        self.rect = pygame.Rect(window.left, window.top, wide, window.height)
        inner = wide - theme.px(10)
        room = window.height - self.list.height(inner)
        heads = next((heads for heads in HEADS if theme.px(sum(heads)) <= room), HEADS[-1])
        self.tall = heads == HEADS[0]
        top, high = self.rect.top + theme.px(heads[0]), self.rect.height - theme.px(heads[0]) - theme.px(heads[1])
        self.list.place(pygame.Rect(self.rect.left + theme.px(5), top, inner, high))

    def draw(self, target: pygame.Surface) -> None:
        theme = self.theme
        panel = pygame.Surface(self.rect.size, pygame.SRCALPHA, 32)
        panel.fill((20, 23, 28, 226))
        target.blit(panel, self.rect)
        pygame.draw.line(target, LAMP, self.rect.topright, self.rect.bottomright, max(1, theme.px(0.25)))
        name = theme.font_px(theme.px(6 if self.tall else 4.5), "semibold").render("inchwise", True, PAPER)
        left = self.rect.left + theme.px(5)
        above = theme.px(3) if self.tall else (self.list.rect.top - name.get_height()) // 2
        target.blit(name, (left, self.rect.top + above))
        if self.tall:
            line = ink(theme, _("Miniatures on a table, measured to the inch"), "small", "regular", INK_QUIET)
            target.blit(line, (left, self.rect.top + theme.px(11.25)))
        self.list.draw(target)


class MenuScreen(SheetScreen):
    """The main menu as a screen."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._marked = ""
        self._book: AnyRuleset | None = None

    def first(self) -> Sheet:
        from game import rulesets

        draft = recall().draft
        self._book = rulesets.loaded(draft.ruleset if draft is not None else rulesets.DEFAULT)
        entries = [each for each in ENTRIES if self._book is None or each.fits(self._book)]
        rows = [MenuItem(each.name, each.title(self._book), each.shortcut, reason=each.why_not()) for each in entries]
        return MenuSheet(self.theme, "inchwise", (), rows, self._open, marked=self._marked)

    def _open(self, action: MenuItem) -> None:
        self._marked = "" if action.id in GAMES else action.id
        if action.id == QUIT:
            self.window.quit()
        else:
            self.window.open(action.id)

    def enter(self) -> None:
        super().enter()
        if self.window.spare is None:
            self.window.spare = self._get_ready()

    def _get_ready(self) -> Iterator[None]:
        """Load slow parts in the order in which they are needed.

        Not in a thread: libraries whose modules import one another break if two threads load them.
        """
        import filelock  # noqa: F401  # preload

        yield
        factory("new")
        yield
        from game import rulesets

        for name in rulesets.names():
            try:
                book = rulesets.load(name)
            except rulesets.BrokenRulebook as error:
                self.window.trouble.append(str(error))
            else:
                with suppress(Exception):  # a caller that asks for what it offers gets the error
                    book.offers()
            yield
        self._settle()
        yield
        factory("new-table")

    def _settle(self) -> None:
        """Use the rulebook's own labels, now that it is loaded."""
        if self._book is None and len(self.sheets) == 1:  # none while something has been opened from it
            cursor = self.sheets[0].list.cursor
            self.replace(self.first())
            self.sheets[0].list.cursor = cursor
        self.window.stale = True

    def emptied(self) -> None:
        self.enter()

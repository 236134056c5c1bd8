"""The main menu: five groups of entries, the game that was left, and the covers of the rulebooks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game import __version__, rulesets
from game.documents.error import DocumentError
from game.engine.saving import autosaves
from game.resources import resource
from game.ui.prefs.memory import recall, remember
from game.ui.prefs.settings import following
from game.ui.shell.router import factory
from game.ui.shell.sheet_screen import SheetScreen
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import CHORD, shortcut_of
from game.ui.widgets.text import ink, line_height, wrap
from game.ui.widgets.theme import INK_QUIET, PAPER
from game.ui.widgets.tiles import Page, Paint, Tile, rounded
from game.wording import N_, _, ngettext

if TYPE_CHECKING:
    from game.engine.rulebook.ruleset import AnyRuleset, Terms
    from game.ui.menu.saved_games import Reader, Saved
    from game.ui.widgets.theme import Ground


class Entry(NamedTuple):
    """An entry of a group: the name of its screen, its label and a sentence about it (marked by `N_`), and its key.

    The key opens it from every page of the menu. `called` returns a rulebook's own label, `fits` whether it has it.
    """

    name: str
    label: str
    shortcut: str
    group: str
    text: str = ""
    called: Callable[[Terms], str] | None = None
    fits: Callable[[AnyRuleset], bool] = lambda book: True

    def title(self, book: AnyRuleset | None) -> str:
        """Return its label, in the rulebook's words if the rulebook is known."""
        return _(self.label if book is None or self.called is None else self.called(book.terms))


def has_rosters(book: AnyRuleset) -> bool:
    """Return whether rosters of a rulebook can be made or imported."""
    papers = book.papers
    if papers is None:
        return False
    return papers.roster_editor() is not None or any(kind.name == "roster" for kind in papers.foreign())


def has_editor(book: AnyRuleset) -> bool:
    """Return whether maps for a rulebook can be drawn."""
    return book.editor is not None


PLAY, QUIT, QUICK, COVER = "play", "quit", "quick", "cover:"
"""The group that is open at first; entries that open no screen of their name; the prefix of the ids of covers."""
GROUPS: Final = {
    PLAY: (N_("Play"), "p"),
    "learn": (N_("Learn"), "l"),
    "practise": (N_("Practise"), "r"),
    "build": (N_("Build"), "b"),
    "back": (N_("Look back"), "k"),
}
"""The label and the key of every group, by the name of its icon."""
ENTRIES: Final = (
    Entry("continue", N_("Continue"), "c", PLAY),
    Entry(QUICK, N_("Play now"), "y", PLAY),
    Entry("new", N_("New game"), "n", PLAY),
    Entry("load", N_("Load a game"), "g", PLAY),
    Entry("campaigns", N_("Campaign"), "a", PLAY, called=lambda terms: terms.campaign),
    Entry("lesson", N_("Learn to play"), "t", "learn", N_("A small game against a Recruit, explained step by step.")),
    Entry("new-lesson", N_("Start over"), "w", "learn", N_("The same lesson from its first step.")),
    Entry("rules", N_("Rules"), "u", "learn", N_("All rules, to read and to search.")),
    Entry("help", N_("Keys and signs"), "h", "learn", N_("What every key does, and every sign on the table means.")),
    Entry("drills", N_("Drills"), "i", "practise", N_("Short questions: measure, judge the odds, find the best move.")),
    Entry("sandbox", N_("Sandbox"), "x", "practise", N_("A table where you can set up and try anything.")),
    Entry(
        "rosters",
        N_("Rosters"),
        "o",
        "build",
        N_("Make or import your own, change and print them."),
        lambda terms: terms.rosters,
        has_rosters,
    ),
    Entry("draw", N_("Draw a map"), "f", "build", N_("Draw a table of your own and play on it."), fits=has_editor),
    Entry("maps", N_("Maps"), "m", "build", N_("Change your own maps, or a copy of any other.")),
    Entry("replays", N_("Replays"), "v", "back", N_("Watch any saved game again, move by move.")),
    Entry("records", N_("Best solo results"), "e", "back", N_("Your best games without an opponent.")),
    Entry("data", N_("Your data"), "z", "back", N_("Everything of yours in one file, and a check of all files.")),
    Entry("settings", N_("Settings"), "s", ""),
    Entry(QUIT, N_("Quit"), "q", ""),
    Entry("credits", N_("Credits"), "d", ""),
)
"""Every entry; those of no group are always shown."""
GAMES: Final = ("new", "load", "lesson", "new-lesson", QUICK)
"""Entries after which there is a game to continue."""


@lru_cache(maxsize=12)
def cover_picture(name: str) -> pygame.Surface | None:
    """Return the picture of a rulebook's cover, or None if it has none. Shared: do not modify it."""
    path = resource(f"assets/covers/{name}.jpg")
    return pygame.image.load(path) if path.exists() else None


def paint_cover(name: str, radius: int) -> Paint:
    """Return the painter of a rulebook's cover."""

    def paint(target: pygame.Surface, rect: pygame.Rect) -> None:
        picture = cover_picture(name)
        if picture is not None and rect.width > 0 < rect.height:
            target.blit(rounded(picture, rect.size, radius), rect)

    return paint


def ago(seconds: float) -> str:
    """Return how long ago a game was left."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return ngettext("left {n} minute ago", "left {n} minutes ago", minutes)
    if minutes < 48 * 60:
        return ngettext("left {n} hour ago", "left {n} hours ago", minutes // 60)
    return ngettext("left {n} day ago", "left {n} days ago", minutes // (24 * 60))


@dataclass
class Next:
    """The table on which the next quick game of a rulebook is played: it is painted while the menu is shown."""

    book: str = ""
    ground: Ground | None = None

    def paint(self, book: str, lay: Callable[[Ground], Ground]) -> None:
        """Paint it in the background, in a look, unless it is painted."""
        from game.ui.board.grounds import GROUNDS
        from game.ui.board.picture import map_ground
        from game.ui.model.new_game_draft import NewGameDraft

        if book != self.book:
            bare = map_ground(NewGameDraft(None, book).draft.map)
            self.book, self.ground = book, lay(bare) if bare is not None else None
        if self.ground is not None and self.ground.lit:
            GROUNDS.of(self.ground)


@dataclass
class Left:
    """The game that was left: why it cannot be continued, and what is known of it once it is read."""

    why_not: str
    saved: Saved | None = None
    reader: Reader | None = None
    laid: bool = False
    lit: bool = False

    def read(self, lay: Callable[[Ground], Ground]) -> bool:
        """Read the game in the background, then paint its table in a look; return whether that is to be shown now."""
        if self.why_not or (self.saved is not None and self.saved.trouble):
            return False
        from game.ui.board.grounds import GROUNDS
        from game.ui.menu.saved_games import Reader, saved_games

        if self.reader is None or self.saved is None:
            self.reader = Reader()
            newest = autosaves.autosaved()[:1]
            self.saved = next((each for each in saved_games() if each.path in newest), None)
        if self.saved is None or self.reader.want([self.saved]) or self.saved.ground is None:
            return False
        if not self.laid:
            self.laid, self.saved.ground = True, lay(self.saved.ground)
        if not self.lit and (not self.saved.ground.lit or GROUNDS.of(self.saved.ground) is not None):
            self.lit, self.saved.picture = True, None
        return self.reader.paint(self.saved)

    def text(self) -> str:
        """Return the lines about the game: scenario and round, scores, how long ago it was left."""
        if self.saved is None or self.saved.view is None:
            return ""
        view = self.saved.view
        scores = [f"{player.name} {player.score}" for player in view.players]
        facts = [*scores, ago(time.time() - self.saved.when)]
        game = ", ".join(filter(None, (view.title, view.round_text)))
        turn = _("{player}'s turn", player=self.saved.turn) if self.saved.turn else ""
        return f"{' · '.join(filter(None, (game, turn)))}\n{' · '.join(facts)}"


@dataclass
class MenuSheet(Page):
    """The menu: groups at the left, what the open one offers at the right. Left and right go through the rulebooks."""

    screen: MenuScreen = field(kw_only=True)

    def tiles(self) -> list[Tile]:
        theme, window = self.theme, self.rect
        self.roomy, self.tall = window.width >= theme.px(128), window.height >= theme.px(84)
        edge = theme.px(5 if self.roomy else 2)
        wide = min(theme.px(49.5), (window.width - 3 * edge) * (38 if self.roomy else 42) // 100)
        right = edge + wide + theme.px(6 if self.roomy else 2)
        top = theme.px(5 if self.tall else 1.5)
        page = pygame.Rect(right, top, window.width - edge - right, window.height - 2 * top)
        return [*self._groups(pygame.Rect(edge, 0, wide, window.height)), *self._page(page)]

    def _item(self, entry: Entry, text: str = "", reason: str = "") -> MenuItem:
        return MenuItem(entry.name, entry.title(self.screen.book), entry.shortcut, reason=reason, detail=text)

    def _groups(self, column: pygame.Rect) -> Iterator[Tile]:
        theme, tall = self.theme, self.tall
        top, foot = theme.px(18.5 if tall else 6.5), theme.px(7 if tall else 4)
        gap, low = theme.px(1.25 if tall else 0.5), theme.px(5.75 if tall else 4.25)
        high = min(theme.px(9.75), (column.height - top - foot - low) // len(GROUPS) - gap)
        y = column.top + top
        for name, (label, key) in GROUPS.items():
            titles = [entry.title(self.screen.book) for entry in self.screen.entries(name) if entry.name != "continue"]
            item = MenuItem(name, _(label), key, detail=" · ".join(titles))
            rect = pygame.Rect(column.left, y, column.width, high)
            yield Tile(item, rect, f"menu-{name}", "large", brass=name == self.screen.group)
            y += high + gap
        half = (column.width - gap) // 2
        always = {entry.name: entry for entry in self.screen.entries("")}
        for number, name in enumerate(("settings", QUIT)):
            rect = pygame.Rect(column.left + number * (half + gap), y, half, low)
            yield Tile(self._item(always[name]), rect, f"menu-{name}")
        credit = f"{__version__} · {always['credits'].title(None)}"
        wide = ink(theme, credit, "small", "semibold").get_width() + theme.px(4)
        place = pygame.Rect(column.left, y + low + gap // 2, wide, theme.px(3))
        yield Tile(MenuItem("credits", credit, always["credits"].shortcut), place, size="small", plain=True)

    def _page(self, page: pygame.Rect) -> Iterator[Tile]:
        if self.screen.group == PLAY:
            yield from self._play(page)
            return
        theme = self.theme
        gap, y = theme.px(1.25), page.top + theme.px(13.5 if self.tall else 5)
        title = MenuItem("", _(GROUPS[self.screen.group][0]), heading=True)
        yield Tile(title, pygame.Rect(page.left, y - theme.px(6), page.width, theme.px(5)), size="huge", plain=True)
        entries = self.screen.entries(self.screen.group)
        high = min(theme.px(9.75 if self.tall else 8.5), (page.bottom - y) // max(1, len(entries)) - gap)
        for entry in entries:
            yield Tile(self._item(entry, self._text(entry)), pygame.Rect(page.left, y, page.width, high), size="large")
            y += high + gap

    def _text(self, entry: Entry) -> str:
        """Return the sentence about an entry; of a lesson that was left, where it goes on."""
        book = self.screen.book
        step = self.screen.lesson_step(book.name) if entry.name == "lesson" and book is not None else 0
        if entry.name == "lesson" and book is not None and not step:
            return _("{rulebook}: {text}", rulebook=_(book.title), text=_(entry.text))
        if not step or book is None or book.papers is None or book.papers.lesson is None:
            return _(entry.text)
        on = _("Go on at step {n} of {count}.", n=step, count=len(book.papers.lesson().steps))
        return _("{rulebook}: {text}", rulebook=_(book.title), text=on)

    def _play(self, page: pygame.Rect) -> Iterator[Tile]:
        theme, screen = self.theme, self.screen
        gap = theme.px(1.25 if self.tall else 0.75)
        entries = {entry.name: entry for entry in screen.entries(PLAY)}
        left = screen.left
        going = not left.why_not
        high = theme.px(16 if going and self.tall else 6.5 if self.tall else 5.25)
        rect = pygame.Rect(page.topleft, (page.width, high))
        item = self._item(entries.pop("continue"), left.text(), left.why_not)
        item = replace(item, value=_("Go on") if going and self.tall else "")
        picture = left.saved.picture if left.saved is not None else None
        show = partial(_show_picture, picture, theme.px(1)) if picture is not None and self.tall else None
        size = "large" if going else "heading" if self.tall else "body"
        brass = going and not item.value
        yield Tile(item, rect, "menu-play" if brass else "", size, brass=brass, paint=show, side="left")
        columns = 4 if page.width >= theme.px(80) else 2
        rows = -(-len(entries) // columns)
        low = theme.px(6.5 if self.tall else 4.5)
        buttons = page.bottom - rows * low - (rows - 1) * theme.px(0.5)
        chosen = rulesets.cover(screen.chosen) if screen.chosen else None
        story = _(chosen.text) if chosen is not None else _("Choose a rulebook.")
        lines = len(wrap(theme, story, page.width, "heading", "title-bold"))
        told = pygame.Rect(page.left, 0, page.width, lines * line_height(theme, "heading") + theme.px(0.5))
        told.bottom = buttons - gap // 2
        yield Tile(MenuItem("", story, heading=True), told, size="heading", plain=True)
        top = rect.bottom + gap
        if self.tall:
            head = pygame.Rect(page.left, top, page.width // 2, theme.px(4))
            yield Tile(MenuItem("", _("Rulebook"), heading=True), head, size="large", plain=True)
            note = MenuItem("", _("left and right keys"), heading=True)
            wide = ink(theme, note.label, "small", "semibold").get_width() + 2
            yield Tile(note, pygame.Rect(page.right - wide, top, wide, theme.px(4)), size="small", plain=True)
            top = head.bottom + theme.px(0.5)
        yield from self._covers(pygame.Rect(page.left, top, page.width, told.top - gap // 2 - top))
        wide = (page.width - (columns - 1) * gap) // columns
        for number, entry in enumerate(entries.values()):
            row, column = divmod(number, columns)
            place = pygame.Rect(page.left + column * (wide + gap), buttons + row * (low + theme.px(0.5)), wide, low)
            yield Tile(self._item(entry), place, "menu-play" if entry.name == QUICK else "", brass=entry.name == QUICK)

    def _covers(self, room: pygame.Rect) -> Iterator[Tile]:
        theme, names = self.theme, rulesets.names()
        gap = theme.px(2 if self.tall else 0.75)
        columns = max(1, min(len(names), (room.width + gap) // (theme.px(17) + gap)))
        rows = -(-len(names) // columns)
        columns = -(-len(names) // rows)  # so that the last row is not left almost empty
        wide, high = (room.width - (columns - 1) * gap) // columns, (room.height - (rows - 1) * gap) // rows
        for number, name in enumerate(names):
            row, column = divmod(number, columns)
            cover, on = rulesets.cover(name), name == self.screen.chosen
            place = pygame.Rect(room.left + column * (wide + gap), room.top + row * (high + gap), wide, high)
            beside = high < wide * 11 // 10
            item = MenuItem(COVER + name, _(cover.title), detail="" if beside else _(cover.label), ticked=on)
            paint = paint_cover(name, theme.px(1))
            yield Tile(item, place, size="heading", brass=on, paint=paint, side="left" if beside else "top")

    def _key(self, event: pygame.event.Event) -> None:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.screen.turn(1 if event.key == pygame.K_RIGHT else -1)
            self.place(self.rect)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.list.step(-1 if event.key == pygame.K_UP else 1)
        elif not self._opened_by_letter(event):
            super()._key(event)

    def _opened_by_letter(self, event: pygame.event.Event) -> bool:
        """Open an entry of another group by its letter; return whether there is one."""
        name = shortcut_of(event.key)
        held = event.mod & CHORD
        shown = [action.id for action in self.list.actions]
        entry = next((each for each in self.screen.entries() if each.shortcut == name and not held), None)
        if entry is None or entry.name in shown:
            return False
        self.take(self._item(entry))
        return True

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        theme = self.theme
        left = theme.px(5 if self.roomy else 2)
        name = theme.font_px(theme.px(8 if self.tall else 4), "title-bold").render("inchwise", True, PAPER)
        target.blit(name, (left, theme.px(1.5 if self.tall else 0.25)))
        if self.tall:
            line = ink(theme, _("Miniatures on a table, measured to the inch"), "small", "regular", INK_QUIET)
            target.blit(line, (left, theme.px(14)))


def _show_picture(picture: pygame.Surface, radius: int, target: pygame.Surface, rect: pygame.Rect) -> None:
    target.blit(rounded(picture, rect.size, radius), rect)


class MenuScreen(SheetScreen):
    """The main menu as a screen. `group` is the open group, `chosen` the name of the rulebook, "" for none."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.group = PLAY
        self.chosen = ""
        self.left, self.next = Left(""), Next()
        self._lessons: dict[str, int] = {}
        self._after_game = True

    @property
    def book(self) -> AnyRuleset | None:
        """The chosen rulebook, as soon as it is loaded."""
        return rulesets.loaded(self.chosen)

    def entries(self, group: str | None = None) -> list[Entry]:
        """Return the entries of a group, or all, as far as the rulebook has them; "Start over" if a lesson was left."""
        book = self.book
        hidden = () if self.lesson_step(self.chosen) else ("new-lesson",)
        shown = [each for each in ENTRIES if each.name not in hidden and group in (None, each.group)]
        return [each for each in shown if book is None or each.fits(book)]

    def lesson_step(self, ruleset: str) -> int:
        """Return the step, from 1 on, at which the lesson of a rulebook was left, or 0 if it was finished.

        Files are read once a visit, as soon as the rulebook is loaded.
        """
        book = rulesets.loaded(ruleset)
        if book is None or book.papers is None or book.papers.lesson is None:
            return 0
        if ruleset not in self._lessons:
            left = autosaves.lesson_left(ruleset)
            step = 0 if left is None else autosaves.lesson_step(left)
            self._lessons[ruleset] = step if step <= len(book.papers.lesson().steps) else 0
        return self._lessons[ruleset]

    def first(self) -> MenuSheet:
        return MenuSheet(self.theme, "inchwise", perform=self._open, screen=self)

    def _open(self, action: MenuItem) -> None:
        name = action.id
        if name in GROUPS:
            self.group = name
        elif name.startswith(COVER):
            self._choose(name.removeprefix(COVER))
        elif name == QUIT:
            self.window.quit()
        else:
            self._after_game = name in GAMES
            if name == QUICK:
                self._play_now()
            else:
                self.window.open(name)

    def turn(self, by: int) -> None:
        """Choose the next rulebook."""
        names = rulesets.names()
        self._choose(following(names, self.chosen, by) if self.chosen in names else names[0])

    def _choose(self, name: str) -> None:
        self.chosen = name
        try:
            remember(rulebook=name)
        except OSError as error:
            self.window.trouble.append(str(error))

    def _play_now(self) -> None:
        """Begin a game of the chosen rulebook against a Recruit at once."""
        from game.ui.model.new_game_draft import quick_game

        try:
            self.window.open("new-table", session=quick_game(self.chosen, recall().draft))
        except (DocumentError, OSError) as error:
            self.window.trouble.append(str(error))

    def enter(self) -> None:
        self.left, self._lessons = Left(autosaves.why_no_game_to_continue()), {}
        self.chosen = recall().chosen
        if self.chosen not in rulesets.names():
            self.chosen = ""
        super().enter()
        if self._after_game:
            self._after_game, self.group = False, PLAY
            self.sheets[0].place(self.rect)
            self.sheets[0].list.mark(QUICK if self.left.why_not else "continue")
        if self.window.spare is None:
            self.window.spare = self._get_ready()

    def tick(self) -> bool:
        lively = super().tick()
        if self._ready and self.window.top is self:
            if self.left.read(self.window.look.lay):
                self.window.stale = True
            if self.book is not None:
                self.next.paint(self.book.name, self.window.look.lay)
        return lively

    _ready = False
    """Whether everything is loaded that reading a game needs."""

    def _get_ready(self) -> Iterator[None]:
        """Load slow parts in the order in which they are needed.

        Not in a thread: libraries whose modules import one another break if two threads load them.
        """
        import filelock  # noqa: F401  # preload

        yield
        factory("new")
        yield
        for name in rulesets.names():
            try:
                book = rulesets.load(name)
            except rulesets.BrokenRulebook as error:
                self.window.trouble.append(str(error))
            else:
                with suppress(Exception):  # a caller that asks for what it offers gets the error
                    book.offers()
            self.window.stale = True
            yield
        factory("new-table")
        yield
        factory("continue")
        MenuScreen._ready = True

    def emptied(self) -> None:
        self.enter()

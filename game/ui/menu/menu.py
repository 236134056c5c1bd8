"""The main menu: groups of entries, the game to continue, and the covers of the rulebooks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game import __version__, rulesets
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
    """An entry of the menu: the name of its screen, its label, its key and group, and a sentence about it.

    Texts are marked by `N_`. The key opens it from every group. `called` returns a rulebook's own label, `fits` whether
    the rulebook has this entry.
    """

    name: str
    label: str
    shortcut: str
    group: str
    text: str = ""
    called: Callable[[Terms], str] | None = None
    fits: Callable[[AnyRuleset], bool] = lambda book: True

    def title(self, book: AnyRuleset | None) -> str:
        """Return the label, in the rulebook's own words if it has some."""
        return _(self.label if book is None or self.called is None else self.called(book.terms))


def has_rosters(book: AnyRuleset) -> bool:
    """Return whether rosters for a rulebook can be made or imported."""
    from game.engine.rosters import editor_of, imports_foreign

    return editor_of(book) is not None or imports_foreign(book)


def has_editor(book: AnyRuleset) -> bool:
    """Return whether maps for a rulebook can be drawn."""
    return book.editor is not None


PLAY, QUIT, QUICK, COVER = "play", "quit", "quick", "cover:"
"""The first group; entries that do not open a screen of their name; the prefix of the ids of covers."""
GROUPS: Final = {
    PLAY: (N_("Play"), "p"),
    "learn": (N_("Learn"), "l"),
    "practise": (N_("Practise"), "r"),
    "build": (N_("Build"), "b"),
    "back": (N_("Look back"), "k"),
}
"""The label and the key of each group, by its name."""
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
"""All entries; those without a group are always visible."""
GAMES: Final = ("new", "load", "lesson", "new-lesson", QUICK)
"""Entries after which there can be a game to continue."""


@lru_cache(maxsize=12)
def cover_picture(name: str) -> pygame.Surface | None:
    """Return the picture of a rulebook's cover; None without one. It is shared: do not modify it."""
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
    """Return a text such as "2 hours ago" for the time since a game was left."""
    minutes = round(seconds / 60)
    if not minutes:
        return _("left just now")
    if minutes < 60:
        return ngettext("left {n} minute ago", "left {n} minutes ago", minutes)
    if minutes < 48 * 60:
        return ngettext("left {n} hour ago", "left {n} hours ago", minutes // 60)
    return ngettext("left {n} day ago", "left {n} days ago", minutes // (24 * 60))


@dataclass
class Next:
    """The table of the next quick game, painted in the background while the menu is shown."""

    book: str = ""
    ground: Ground | None = None

    def paint(self, book: str, lay: Callable[[Ground], Ground]) -> None:
        """Paint the table of a rulebook in the background unless that is done; `lay` puts it into the present look."""
        from game.ui.board.grounds import GROUNDS
        from game.ui.board.picture import map_ground
        from game.ui.model.new_game_draft import NewGameDraft

        if book != self.book:
            ground = map_ground(NewGameDraft(None, book).draft.map)
            self.book, self.ground = book, lay(ground) if ground is not None else None
        if self.ground is not None and self.ground.lit:
            GROUNDS.of(self.ground)


@dataclass
class Left:
    """The game to continue: why that is not possible, or its facts once it is read."""

    why_not: str
    saved: Saved | None = None
    reader: Reader | None = None
    laid: bool = False
    lit: bool = False

    def read(self, lay: Callable[[Ground], Ground]) -> bool:
        """Read the game in the background, then paint its table; return whether the menu must be drawn again.

        `lay` puts the table into the present look.
        """
        if self.why_not or (self.saved is not None and self.saved.trouble):
            return False
        from game.ui.board.grounds import GROUNDS
        from game.ui.menu.saved_games import Reader, saved_games

        if self.reader is None or self.saved is None:
            self.reader = Reader()
            path = autosaves.game_to_continue()
            self.saved = next((candidate for candidate in saved_games() if candidate.path == path), None)
        if self.saved is None or self.reader.want([self.saved]) or self.saved.ground is None:
            return False
        if not self.laid:
            self.laid, self.saved.ground = True, lay(self.saved.ground)
        if not self.lit and (not self.saved.ground.lit or GROUNDS.of(self.saved.ground) is not None):
            self.lit, self.saved.picture = True, None
        return self.reader.paint(self.saved)

    def text(self) -> str:
        """Return lines about the game: scenario, round and turn; scores and how long ago it was left."""
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
    """The menu: groups at the left, the entries of the open group at the right. Left and Right change the rulebook."""

    screen: MenuScreen = field(kw_only=True)

    def tiles(self) -> list[Tile]:
        theme, window = self.theme, self.rect
        self.roomy, self.tall = window.width >= theme.px(128), window.height >= theme.px(84)
        edge = theme.px(5 if self.roomy else 2)
        width = min(theme.px(49.5), (window.width - 3 * edge) * (38 if self.roomy else 42) // 100)
        right = edge + width + theme.px(6 if self.roomy else 2)
        top = theme.px(5 if self.tall else 1.5)
        page = pygame.Rect(right, top, window.width - edge - right, window.height - 2 * top)
        return [*self._groups(pygame.Rect(edge, 0, width, window.height)), *self._page(page)]

    def _item(self, entry: Entry, text: str = "", reason: str = "") -> MenuItem:
        return MenuItem(entry.name, entry.title(self.screen.book), entry.shortcut, reason=reason, detail=text)

    def _groups(self, column: pygame.Rect) -> Iterator[Tile]:
        """Yield the column of groups, with settings, quit and credits below."""
        theme, tall = self.theme, self.tall
        top, bottom_margin = theme.px(18.5 if tall else 6.5), theme.px(7 if tall else 4)
        gap, low_height = theme.px(1.25 if tall else 0.5), theme.px(5.75 if tall else 4.25)
        height = min(theme.px(9.75), (column.height - top - bottom_margin - low_height) // len(GROUPS) - gap)
        y = column.top + top
        for name, (label, key) in GROUPS.items():
            titles = [entry.title(self.screen.book) for entry in self.screen.entries(name) if entry.name != "continue"]
            item = MenuItem(name, _(label), key, detail=" · ".join(titles))
            rect = pygame.Rect(column.left, y, column.width, height)
            yield Tile(item, rect, f"menu-{name}", "large", brass=name == self.screen.group)
            y += height + gap
        half = (column.width - gap) // 2
        always = {entry.name: entry for entry in self.screen.entries("")}
        for number, name in enumerate(("settings", QUIT)):
            rect = pygame.Rect(column.left + number * (half + gap), y, half, low_height)
            yield Tile(self._item(always[name]), rect, f"menu-{name}")
        credit = f"{__version__} · {always['credits'].title(None)}"
        width = ink(theme, credit, "small", "semibold").get_width() + theme.px(4)
        place = pygame.Rect(column.left, y + low_height + gap // 2, width, theme.px(3))
        yield Tile(MenuItem("credits", credit, always["credits"].shortcut), place, size="small", plain=True)

    def _page(self, page: pygame.Rect) -> Iterator[Tile]:
        """Yield the title and the entries of the open group."""
        if self.screen.group == PLAY:
            yield from self._play(page)
            return
        theme = self.theme
        gap, y = theme.px(1.25), page.top + theme.px(13.5 if self.tall else 5)
        title = MenuItem("", _(GROUPS[self.screen.group][0]), heading=True)
        yield Tile(title, pygame.Rect(page.left, y - theme.px(6), page.width, theme.px(5)), size="huge", plain=True)
        entries = self.screen.entries(self.screen.group)
        height = min(theme.px(9.75 if self.tall else 8.5), (page.bottom - y) // max(1, len(entries)) - gap)
        for entry in entries:
            yield Tile(
                self._item(entry, self._text(entry)), pygame.Rect(page.left, y, page.width, height), size="large"
            )
            y += height + gap

    def _text(self, entry: Entry) -> str:
        """Return the sentence about an entry; for an unfinished lesson, the step at which it goes on."""
        book = self.screen.book
        step = self.screen.lesson_step(book.name) if entry.name == "lesson" and book is not None else 0
        if entry.name == "lesson" and book is not None and not step:
            return _("{rulebook}: {text}", rulebook=_(book.title), text=_(entry.text))
        if not step or book is None or book.papers is None or book.papers.lesson is None:
            return _(entry.text)
        sentence = _("Go on at step {n} of {count}.", n=step, count=len(book.papers.lesson().steps))
        return _("{rulebook}: {text}", rulebook=_(book.title), text=sentence)

    def _play(self, page: pygame.Rect) -> Iterator[Tile]:
        """Yield the group "Play": the game to continue, the covers, the rulebook's story and the buttons."""
        theme, screen = self.theme, self.screen
        gap = theme.px(1.25 if self.tall else 0.75)
        entries = {entry.name: entry for entry in screen.entries(PLAY)}
        left = screen.left
        can_continue = not left.why_not
        without_picture = 6.5 if self.tall else 5.25
        height = theme.px(16 if can_continue and self.tall else without_picture)
        rect = pygame.Rect(page.topleft, (page.width, height))
        item = self._item(entries.pop("continue"), left.text(), left.why_not)
        item = replace(item, value=_("Go on") if can_continue and self.tall else "")
        picture = left.saved.picture if left.saved is not None else None
        show = partial(_show_picture, picture, theme.px(1)) if picture is not None and self.tall else None
        small = "heading" if self.tall else "body"
        size = "large" if can_continue else small
        brass = can_continue and not item.value
        yield Tile(item, rect, "menu-play" if brass else "", size, brass=brass, paint=show, side="left")
        columns = 4 if page.width >= theme.px(80) else 2
        rows = -(-len(entries) // columns)
        button_height = theme.px(6.5 if self.tall else 4.5)
        buttons = page.bottom - rows * button_height - (rows - 1) * theme.px(0.5)
        chosen = rulesets.cover(screen.chosen) if screen.chosen else None
        story = _(chosen.text) if chosen is not None else _("Choose a rulebook.")
        lines = len(wrap(theme, story, page.width, "heading", "title-bold"))
        story_rect = pygame.Rect(page.left, 0, page.width, lines * line_height(theme, "heading") + theme.px(0.5))
        story_rect.bottom = buttons - gap // 2
        yield Tile(MenuItem("", story, heading=True), story_rect, size="heading", plain=True)
        top = rect.bottom + gap
        if self.tall:
            head = pygame.Rect(page.left, top, page.width // 2, theme.px(4))
            yield Tile(MenuItem("", _("Rulebook"), heading=True), head, size="large", plain=True)
            note = MenuItem("", _("left and right keys"), heading=True)
            width = ink(theme, note.label, "small", "semibold").get_width() + 2
            yield Tile(note, pygame.Rect(page.right - width, top, width, theme.px(4)), size="small", plain=True)
            top = head.bottom + theme.px(0.5)
        yield from self._covers(pygame.Rect(page.left, top, page.width, story_rect.top - gap // 2 - top))
        width = (page.width - (columns - 1) * gap) // columns
        for number, entry in enumerate(entries.values()):
            row, column = divmod(number, columns)
            place = pygame.Rect(
                page.left + column * (width + gap),
                buttons + row * (button_height + theme.px(0.5)),
                width,
                button_height,
            )
            yield Tile(self._item(entry), place, "menu-play" if entry.name == QUICK else "", brass=entry.name == QUICK)

    def _covers(self, area: pygame.Rect) -> Iterator[Tile]:
        """Yield the covers of all rulebooks in a grid."""
        theme, names = self.theme, rulesets.names()
        gap = theme.px(2 if self.tall else 0.75)
        columns = max(1, min(len(names), (area.width + gap) // (theme.px(17) + gap)))
        rows = -(-len(names) // columns)
        columns = -(-len(names) // rows)  # fewer columns if the last row would be almost empty
        width, height = (area.width - (columns - 1) * gap) // columns, (area.height - (rows - 1) * gap) // rows
        for number, name in enumerate(names):
            row, column = divmod(number, columns)
            cover, is_chosen = rulesets.cover(name), name == self.screen.chosen
            place = pygame.Rect(area.left + column * (width + gap), area.top + row * (height + gap), width, height)
            is_beside = height < width * 11 // 10
            item = MenuItem(COVER + name, _(cover.title), detail="" if is_beside else _(cover.label), ticked=is_chosen)
            paint = paint_cover(name, theme.px(1))
            yield Tile(item, place, size="heading", brass=is_chosen, paint=paint, side="left" if is_beside else "top")

    def _key(self, event: pygame.event.Event) -> None:
        """Turn to another group, move the cursor, or open an entry by its letter."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.screen.turn(1 if event.key == pygame.K_RIGHT else -1)
            self.place(self.rect)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.list.step(-1 if event.key == pygame.K_UP else 1)
        elif not self._opened_by_letter(event):
            super()._key(event)

    def _opened_by_letter(self, event: pygame.event.Event) -> bool:
        """Open an entry of another group by its letter; return whether there was one."""
        name = shortcut_of(event.key)
        has_modifier = event.mod & CHORD
        names = [action.id for action in self.list.actions]
        entry = next(
            (candidate for candidate in self.screen.entries() if candidate.shortcut == name and not has_modifier), None
        )
        if entry is None or entry.name in names:
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
    """The main menu. `group` is the open group, `chosen` the name of the rulebook, or ""."""

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
        """Return the entries of a group, or all of them, that the rulebook has.

        "Start over" is among them only if a lesson was left unfinished.
        """
        book = self.book
        hidden = () if self.lesson_step(self.chosen) else ("new-lesson",)
        visible_entries = [entry for entry in ENTRIES if entry.name not in hidden and group in (None, entry.group)]
        return [entry for entry in visible_entries if book is None or entry.fits(book)]

    def lesson_step(self, ruleset: str) -> int:
        """Return the step (from 1) at which a rulebook's lesson was left, or 0 without an unfinished lesson.

        Files are read once for each visit of the menu, and only once the rulebook is loaded.
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
        """Open a group, choose a cover, or open the screen of an entry."""
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
                self.window.open("play-now", book=self.chosen)
            else:
                self.window.open(name)

    def turn(self, by: int) -> None:
        """Choose the rulebook `by` places after the present one."""
        names = rulesets.names()
        self._choose(following(names, self.chosen, by) if self.chosen in names else names[0])

    def _choose(self, name: str) -> None:
        """Choose a rulebook and remember the choice."""
        self.chosen = name
        try:
            remember(rulebook=name)
        except OSError as error:
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
    """Whether all modules that read a game are loaded."""

    def _get_ready(self) -> Iterator[None]:
        """Load slow modules one by one, in the order in which they are needed.

        Not in a thread, because libraries whose modules import one another break if two threads load them.
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
                with suppress(Exception):  # a page that needs the offers will report the error
                    book.offers()
            self.window.stale = True
            yield
        factory("new-table")
        yield
        factory("continue")
        MenuScreen._ready = True

    def emptied(self) -> None:
        self.enter()

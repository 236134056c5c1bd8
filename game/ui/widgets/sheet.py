"""Sheets over a screen: hand-over, menu, help, questions, the result, pages to read; the top one takes the input."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Protocol

import pygame

from game.engine.rulebook.view import Line
from game.ui.widgets.actions import ActionList, MenuItem, action_of_key, with_keys
from game.ui.widgets.text import ScrollView, blit_at, clipped, draw_plate, ink, line_height, shorten, wrap
from game.ui.widgets.theme import BAD, INK, INK_QUIET, LAMP, SLATE, SLATE_LINE, TONES, Colour, Theme
from game.wording import _

VEIL = (10, 11, 14, 120)
LEAPS: Final = {
    pygame.K_PAGEDOWN: (1, False),
    pygame.K_PAGEUP: (-1, False),
    pygame.K_END: (1, True),
    pygame.K_HOME: (-1, True),
}
"""Keys that move the cursor by a page or to an end: the direction, and whether to the end."""
ASIDE: Final = 44
"""Width of the picture beside the rows in units of the theme; at most half the sheet."""


def dim(target: pygame.Surface, colour: tuple[int, int, int, int]) -> None:
    """Lay a transparent colour over a whole picture."""
    target.blit(_veil(target.get_size(), colour), (0, 0))


@lru_cache(maxsize=2)  # every frame may darken a page and a sheet over it
def _veil(size: tuple[int, int], colour: tuple[int, int, int, int]) -> pygame.Surface:
    veil = pygame.Surface(size, pygame.SRCALPHA, 32)
    veil.fill(colour)
    return veil


class Figure(Protocol):
    """A picture between the lines and the actions of a sheet."""

    def height(self, theme: Theme, width: int) -> int:
        """Return the height in pixels of the picture at a width."""

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the picture into a rectangle of that height."""


@dataclass
class Sheet:
    """A title, lines and actions; the cursor begins on the row `marked`, else on the one for Enter, else on the first.

    `perform` takes the chosen action, `then` its id unless that is "close"; both are called after the action's `act`.
    With `any_key`, every key or click that no row uses chooses the first action. Rows that `fold` take two or three
    columns if the window is too low for one. `figure` is a picture above the rows, `aside` one to the right of them.
    """

    theme: Theme
    title: str
    lines: Sequence[Line] = ()
    actions: Sequence[MenuItem] = ()
    perform: Callable[[MenuItem], None] = lambda action: None
    then: Callable[[str], None] = lambda name: None
    accent: Colour = LAMP
    any_key: bool = False
    fold: bool = False
    wide: float = 54
    figure: Figure | None = None
    aside: Figure | None = None
    size: str = "body"
    veil: bool = True
    marked: str = ""
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    closed: bool = False

    def __post_init__(self) -> None:
        self.list = ActionList(self.theme, list(self.actions))
        self.list.mark(self.marked or next((row.id for row in self.list.actions if row.shortcut == "return"), ""))
        if self.list.current() is None:
            self.list.step(1)
        self.list.view.offset = 0  # the layout is unknown before `place`

    def take(self, action: MenuItem | None) -> None:
        """Carry out an action and close the sheet."""
        if action is None or not action.enabled:
            return
        self.closed = True
        action.do()
        self.perform(action)
        if action.id != "close":
            self.then(action.id)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether something may have changed."""
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEMOTION:
            self.list.hovered = self.list.at(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            index = self.list.at(event.pos)
            if index >= 0 or self.any_key:
                self.take(self.list.actions[max(0, index)])
        elif event.type == pygame.MOUSEWHEEL:
            self.list.scroll(-event.y * self.theme.px(5))
        else:
            return False
        return True

    def _key(self, event: pygame.event.Event) -> None:
        """Handle a key: close the sheet, move the cursor, or carry out a row."""
        modifiers = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT)
        if self.any_key:
            if event.key not in modifiers:
                self.take(action_of_key(self.list.actions, event) or self.list.actions[0])
        elif event.key == pygame.K_ESCAPE:
            self.take(next((action for action in self.list.actions if action.id == "close"), None))
        elif event.key in (pygame.K_TAB, pygame.K_DOWN, pygame.K_UP):
            back = event.key == pygame.K_UP or (event.key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT)
            self.list.step(-1 if back else 1)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and self.list.columns > 1:
            self.list.across()
        elif event.key in LEAPS:
            self.list.leap(*LEAPS[event.key])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.take(self.list.current())
        else:
            self.take(action_of_key(self.list.actions, event))

    def place(self, window: pygame.Rect) -> None:
        """Centre the sheet in the window, with more columns or smaller gaps if it is too high."""
        self.list.columns, self.list.tight = 1, False
        limit = window.height - self.theme.px(4)
        if self._fit(window, self.wide) > limit and self.fold:
            for self.list.columns in (2, 3):
                if self._fit(window, self.wide * (0.2 + 0.8 * self.list.columns)) <= limit:
                    break
        elif self.list.height(self.list.rect.width) > self.list.rect.height:
            self.list.tight = True
            if self.list.height(self.list.rect.width) <= self.list.rect.height:
                self._fit(window, self.wide)
            else:
                self.list.tight = False  # it must scroll anyhow

    def _fit(self, window: pygame.Rect, wide: float) -> int:
        """Centre the sheet at a width in units of the theme; return its wanted height in pixels."""
        theme = self.theme
        width = min(theme.px(wide), window.width - theme.px(4))
        inner_width = width - theme.px(6)
        text_height = self._text_height(inner_width)
        if self.figure is not None:
            text_height += self.figure.height(theme, inner_width) + theme.px(2)
        head_height = theme.px(8)
        aside_width = min(theme.px(ASIDE), width // 2) if self.aside is not None else 0
        rows_height = self.list.height(inner_width - aside_width)
        if self.aside is not None:
            rows_height = max(rows_height, self.aside.height(theme, aside_width - theme.px(3)))
        wanted_height = head_height + text_height + rows_height + theme.px(4)
        limit = window.height - theme.px(4)
        height = (
            wanted_height if wanted_height <= limit else min(wanted_height - theme.px(1), window.height - theme.px(1))
        )
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = window.center
        top = self.rect.top + head_height + text_height + theme.px(1)
        bottom = self.rect.bottom - theme.px(2)
        self.list.place(pygame.Rect(self.rect.left + theme.px(3), top, inner_width - aside_width, max(0, bottom - top)))
        return wanted_height

    def _rows(self, inner: int) -> list[tuple[str, Colour, str]]:
        """Return the wrapped lines with their colours; the rule of a line is beside its first row."""
        rows: list[tuple[str, Colour, str]] = []
        for line in self.lines:
            note_width = self.theme.font("small").size(line.rule)[0] + self.theme.px(2) if line.rule else 0
            for index, text in enumerate(wrap(self.theme, line.text, inner - note_width, self.size)):
                rows.append((text, TONES.get(line.tone, INK), "" if index else line.rule))
        return rows

    def _text_height(self, inner: int) -> int:
        return len(self._rows(inner)) * line_height(self.theme, self.size)

    def draw_veil(self, target: pygame.Surface) -> None:
        dim(target, VEIL)

    def draw_frame(self, target: pygame.Surface) -> None:
        """Dim the screen below, if the sheet has a veil, and draw the empty sheet with its title."""
        theme = self.theme
        if self.veil:
            self.draw_veil(target)
        draw_plate(target, self.rect, SLATE, SLATE_LINE, theme.px(1.5))
        accent_bar = pygame.Rect(self.rect.left, self.rect.top + theme.px(2), theme.px(0.75), theme.px(4.5))
        pygame.draw.rect(target, self.accent, accent_bar)
        title_width = self.rect.width - theme.px(6)
        size = "large" if theme.font("large", "title").size(self.title)[0] <= title_width else "body"
        title = ink(theme, shorten(theme, self.title, title_width, size, "title"), size, "title")
        blit_at(target, title, midleft=(self.rect.left + theme.px(3), accent_bar.centery))

    def draw(self, target: pygame.Surface) -> None:
        theme = self.theme
        self.draw_frame(target)
        inner = self.rect.width - theme.px(6)
        x, y = self.rect.left + theme.px(3), self.rect.top + theme.px(8)
        with clipped(target, self.rect):
            for text, colour, rule in self._rows(inner):
                target.blit(ink(theme, text, self.size, "regular", colour), (x, y))
                note = ink(theme, rule, "small", "semibold", INK_QUIET)
                blit_at(target, note, topright=(x + inner, y + theme.px(0.25)))
                y += line_height(theme, self.size)
            if self.figure is not None:
                # The difference of the two rounded lengths is the gap that `_fit` reckons with.
                y += theme.px(9) - theme.px(8)
                self.figure.draw(target, theme, pygame.Rect(x, y, inner, self.figure.height(theme, inner)))
        self.list.draw(target)
        if self.aside is not None:
            rows = self.list.rect
            left = rows.right + theme.px(3)
            width = self.rect.right - theme.px(3) - left
            height = min(self.aside.height(theme, width), rows.height)
            self.aside.draw(target, theme, pygame.Rect(left, rows.top, width, height))


@dataclass
class FormSheet(Sheet):
    """A sheet of settings: `build` returns its rows; `turn` changes a row with a value or tick by 1 or -1.

    Any other row closes the sheet and goes to `perform`.
    """

    build: Callable[[], Sequence[MenuItem]] = field(default=lambda: ())
    turn: Callable[[MenuItem, int], None] = field(default=lambda action, by: None)
    _clicked: tuple[str, int, tuple[int, int]] | None = None
    """The id of the row last turned by a click, its step, and its pixel, until the mouse moves."""

    def __post_init__(self) -> None:
        self.actions = with_keys(self.build())
        super().__post_init__()

    def renew(self) -> None:
        """Rebuild the rows; the cursor keeps its row."""
        self.list.set(with_keys(self.build()))

    def take(self, action: MenuItem | None) -> None:
        if not self._turn(action, 1):
            super().take(action)

    def _key(self, event: pygame.event.Event) -> None:
        action = action_of_key(self.list.actions, event)
        if action is not None and not self.list.shows(action):  # the row that the key changes must be in view
            self.list.mark(action.id)
        super()._key(event)

    def _turn(self, action: MenuItem | None, by: int) -> bool:
        """Change the value or tick of a row by a step; return whether it has one."""
        if action is None or not action.enabled or (not action.value and action.ticked is None):
            return False
        self.turn(action, by)
        self.renew()
        return True

    def place(self, window: pygame.Rect) -> None:
        """Centre the sheet; scroll so that the row turned by the mouse stays under the mouse, if possible."""
        super().place(window)
        if self._clicked is not None:
            name, _by, spot = self._clicked
            for action, rect in self.list.rows():
                if action.id == name:
                    self.list.view.by(self.list.row(action).value_rect(rect).centery - spot[1])

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._turn(self.list.current(), 1 if event.key == pygame.K_RIGHT else -1)
            return True
        strayed = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP) and self._strays(event.pos)
        if strayed or event.type in (pygame.KEYDOWN, pygame.MOUSEWHEEL):
            self._clicked = None
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            # Further clicks with the mouse at rest turn the same row, even if the list has moved.
            clicked = self._clicked or self._clicked_at(event.pos)
            action = next((row for row in self.list.actions if clicked is not None and row.id == clicked[0]), None)
            if clicked is not None and self._turn(action, clicked[1]):
                self._clicked = clicked
                return True
        return super().handle(event)

    def _strays(self, pixel: tuple[int, int]) -> bool:
        """Return whether the mouse has left the pixel of the click, by more than a hand trembles."""
        return self._clicked is not None and math.dist(self._clicked[2], pixel) > self.theme.px(1)

    def _clicked_at(self, pixel: tuple[int, int]) -> tuple[str, int, tuple[int, int]] | None:
        """Return the row with a value at a pixel, the step of a click on it, and the pixel; or None."""
        if (index := self.list.at(pixel)) < 0:
            return None
        action, rect = self.list.rows()[index]
        if not action.enabled or not action.value:
            return None
        self.list.cursor = index
        value = self.list.row(action).value_rect(rect)
        return action.id, -1 if 0 <= pixel[0] - value.left < value.width // 3 else 1, pixel


@dataclass
class PopupSheet(Sheet):
    """A menu beside the pixel `at`; a click outside closes it."""

    at: tuple[int, int] = (0, 0)
    veil: bool = False

    def place(self, window: pygame.Rect) -> None:
        super().place(window)
        centred = self.rect.copy()
        self.rect.topleft = self.at
        self.rect.clamp_ip(window)
        self.list.place(self.list.rect.move(self.rect.left - centred.left, self.rect.top - centred.top))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and not self.rect.collidepoint(event.pos):
            self.closed = True
        return super().handle(event)


def notice(theme: Theme, texts: Sequence[str], title: str = "", *, good: bool = False) -> Sheet:
    """Return a sheet with an error, or with `good` news."""
    row = MenuItem("close", _("Continue"), "return", primary=True)
    lines = [Line(text) for text in texts]
    return Sheet(theme, title or _("Something went wrong"), lines, [row], accent=LAMP if good else BAD, wide=64)


def question(
    theme: Theme,
    title: str,
    texts: Sequence[str],
    label: str,
    perform: Callable[[], None],
    no: str = "",
    *,
    grave: bool = False,
) -> Sheet:
    """Return a sheet that asks before an irreversible action; `no` labels the refusal.

    If the action is `grave`, Enter refuses.
    """
    rows = [
        MenuItem("yes", label, "y" if grave else "return", primary=not grave),
        MenuItem("close", no or _("No, keep playing"), "return" if grave else "escape", primary=grave),
    ]
    return Sheet(theme, title, [Line(text) for text in texts], rows, then=lambda name: perform())


COLUMN: Final = 50
"""Minimum width of a column in units of the theme."""
_SCROLL: Final = {pygame.K_DOWN: 0.1, pygame.K_UP: -0.1, pygame.K_PAGEDOWN: 0.9, pygame.K_PAGEUP: -0.9}
"""The share of the view's height by which a key scrolls."""


@dataclass(frozen=True)
class Section:
    """Some lines under a title; `tone` colours the title.

    In the drawer `first` ones stand above the others, and `last` ones below the legend.
    """

    title: str
    lines: tuple[Line, ...] = ()
    tone: str = "plain"
    first: bool = False
    last: bool = False


@dataclass(frozen=True)
class _Row:
    text: str
    note: str = ""
    tone: str = "plain"
    head: bool = False


@dataclass
class ReaderSheet(Sheet):
    """A sheet to read: PgUp, PgDn, Home, End and the wheel scroll; Tab moves among the actions below.

    With `beside` the actions are in a column of that many units to the left, if the window is wide enough, and the
    arrow keys move among them; without it, the arrow keys scroll. If the text is too long at the width `wide`, the
    sheet takes the first of the widths `wider` at which it fits, or the last for which the window has room.
    """

    chapters: Sequence[Section] = ()
    columns: int = 1
    beside: float = 0
    wider: Sequence[float] = ()
    view: ScrollView = field(default_factory=ScrollView)

    def place(self, window: pygame.Rect) -> None:
        self._place(window, self.wide)
        for width in self.wider:
            if self.whole > self.view.room.height and window.width >= self.theme.px(width + 4):
                self._place(window, width)

    def _place(self, window: pygame.Rect, wide: float) -> None:
        """Centre the sheet in the window at a width in units of the theme."""
        theme = self.theme
        width = min(theme.px(wide), window.width - theme.px(4))
        inner_width, head_height, limit = width - theme.px(6), theme.px(8), window.height - theme.px(4)
        left_width = theme.px(self.beside) if inner_width >= theme.px(self.beside + COLUMN + 5) else 0
        below_height = 0 if left_width else min(self.list.height(inner_width), limit // 3) + theme.px(3)
        side = left_width + theme.px(5) if left_width else 0
        self._lay_out(inner_width - side)
        rows_height = self.list.height(left_width) if left_width else 0
        height = min(head_height + max(self.whole, rows_height) + below_height + theme.px(2), limit)
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.center = window.center
        x, y = self.rect.left + theme.px(3), self.rect.top + head_height
        body = pygame.Rect(
            x + side, y, inner_width - side, height - head_height - below_height - (theme.px(2) if left_width else 0)
        )
        self.view.fit(body, self.whole)
        if left_width:
            self.list.place(pygame.Rect(x, y, left_width, body.height))
        else:
            top = body.bottom + theme.px(1.5)
            self.list.place(pygame.Rect(x, top, inner_width, self.rect.bottom - theme.px(1.5) - top))

    def _lay_out(self, inner: int) -> None:
        """Distribute the chapters among as many columns as fit."""
        gap = self.theme.px(5)
        count = max(1, min(self.columns, (inner + gap) // (self.theme.px(COLUMN) + gap)))
        self._wide = (inner - (count - 1) * gap) // count
        blocks = [self._block(chapter) for chapter in self.chapters]
        share = sum(map(len, blocks)) / count
        columns: list[list[_Row]] = [[]]
        for block in blocks:
            if columns[-1] and len(columns[-1]) + len(block) / 2 > share and len(columns) < count:
                columns.append([])
            columns[-1] += block
        self._columns = columns

    def _block(self, chapter: Section) -> list[_Row]:
        """Return the rows of a chapter, with an empty one at the end."""
        theme = self.theme
        title_lines = wrap(theme, chapter.title, self._wide, "small", "semibold") if chapter.title else ()
        rows = [_Row(text, head=True) for text in title_lines]
        for line in chapter.lines:
            note_width = theme.font("small", "semibold").size(line.rule)[0] + theme.px(2) if line.rule else 0
            note_below = note_width > self._wide * 6 // 10
            text_width = self._wide if note_below else self._wide - note_width
            texts = wrap(theme, line.text, text_width, self.size)
            rows += [
                _Row(text, "" if index or note_below else line.rule, line.tone) for index, text in enumerate(texts)
            ]
            if note_below:
                rows += [_Row(text, tone="quiet") for text in wrap(theme, line.rule, self._wide, "small")]
        return [*rows, _Row("")]

    @property
    def whole(self) -> int:
        """The height in pixels of all columns."""
        rows = max(len(rows) for rows in self._columns) - 1  # without the space below the last chapter
        return max(0, rows) * line_height(self.theme, self.size)

    def handle(self, event: pygame.event.Event) -> bool:
        moves_cursor = self.beside and event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN)
        if event.type == pygame.MOUSEWHEEL and not self.list.rect.collidepoint(pygame.mouse.get_pos()):
            self.view.by(-event.y * self.theme.px(6))
        elif event.type == pygame.KEYDOWN and event.key in _SCROLL and not moves_cursor:
            self.view.by(round(_SCROLL[event.key] * self.view.room.height))
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_HOME, pygame.K_END):
            self.view.by(self.whole if event.key == pygame.K_END else -self.whole)
        else:
            return super().handle(event)
        return True

    def draw(self, target: pygame.Surface) -> None:
        self.draw_frame(target)
        step, body = line_height(self.theme, self.size), self.view.room
        with self.view.drawn(target, self.theme, 1):
            for number, rows in enumerate(self._columns):
                x, y = body.left + number * (self._wide + self.theme.px(5)), self.view.top
                for row in rows:
                    if y + step > body.top and y < body.bottom:
                        self._draw_row(target, row, x, y)
                    y += step
        self.list.draw(target)

    def _draw_row(self, target: pygame.Surface, row: _Row, x: int, y: int) -> None:
        """Draw a heading, or a line of text with its note at the right."""
        if row.head:
            offset = line_height(self.theme, self.size) - line_height(self.theme, "small")
            target.blit(ink(self.theme, row.text, "small", "semibold", LAMP), (x, y + offset))
            return
        target.blit(ink(self.theme, row.text, self.size, "regular", TONES.get(row.tone, INK)), (x, y))
        blit_at(target, ink(self.theme, row.note, "small", "semibold", INK_QUIET), topright=(x + self._wide, y))


def columns_sheet(theme: Theme, title: str, chapters: Sequence[Section]) -> ReaderSheet:
    """Return a sheet of chapters in columns of small type, in a wider sheet if they are too high."""
    back = MenuItem("close", _("Back"), "escape")
    wider = (174, 220)
    return ReaderSheet(theme, title, actions=[back], columns=3, wide=116, wider=wider, size="small", chapters=chapters)

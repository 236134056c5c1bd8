"""A reading sheet: chapters of lines in columns, scrolled if they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.engine.rulebook.view import Line
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.scrollbar import ScrollView
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import blit_at, ink, line_height, wrap
from game.ui.widgets.theme import INK, INK_QUIET, LAMP, TONES, Theme
from game.wording import _

COLUMN: Final = 50
"""Minimum width of a column in units of the theme."""
_SCROLL: Final = {pygame.K_DOWN: 0.1, pygame.K_UP: -0.1, pygame.K_PAGEDOWN: 0.9, pygame.K_PAGEUP: -0.9}
"""The share of its height that a key scrolls."""


@dataclass(frozen=True)
class Section:
    """A few lines under a title; `tone` colours the title.

    In the panel those that come `first` are seen whole, and those that come `last` stand below the legend.
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
    """PgUp, PgDn, Home, End and the wheel scroll; Tab moves among the actions below.

    With `beside` the actions are in a column of that many units to the left, if the window is wide enough, and
    the arrows move among them; without, the arrows scroll. It is `wider` than `wide` where it does not fit otherwise
    and the window is as wide as that.
    """

    chapters: Sequence[Section] = ()
    columns: int = 1
    beside: float = 0
    wider: float = 0
    view: ScrollView = field(default_factory=ScrollView)

    def place(self, window: pygame.Rect) -> None:
        self._place(window, self.wide)
        if self.wider and self.whole > self.view.room.height and window.width >= self.theme.px(self.wider + 4):
            self._place(window, self.wider)

    def _place(self, window: pygame.Rect, wide: float) -> None:
        """Centre the sheet in the window, at a width in units of the theme."""
        theme = self.theme
        width = min(theme.px(wide), window.width - theme.px(4))
        inner, head, most = width - theme.px(6), theme.px(8), window.height - theme.px(4)
        left = theme.px(self.beside) if inner >= theme.px(self.beside + COLUMN + 5) else 0
        below = 0 if left else min(self.list.height(inner), most // 3) + theme.px(3)
        side = left + theme.px(5) if left else 0
        self._lay_out(inner - side)
        rows = self.list.height(left) if left else 0
        high = min(head + max(self.whole, rows) + below + theme.px(2), most)
        self.rect = pygame.Rect(0, 0, width, high)
        self.rect.center = window.center
        x, y = self.rect.left + theme.px(3), self.rect.top + head
        body = pygame.Rect(x + side, y, inner - side, high - head - below - (theme.px(2) if left else 0))
        self.view.fit(body, self.whole)
        if left:
            self.list.place(pygame.Rect(x, y, left, body.height))
        else:
            top = body.bottom + theme.px(1.5)
            self.list.place(pygame.Rect(x, top, inner, self.rect.bottom - theme.px(1.5) - top))

    def _lay_out(self, inner: int) -> None:
        gap = self.theme.px(5)
        count = max(1, min(self.columns, (inner + gap) // (self.theme.px(COLUMN) + gap)))
        self._wide = (inner - (count - 1) * gap) // count
        blocks = [self._block(chapter) for chapter in self.chapters]
        share = sum(map(len, blocks)) / count
        found: list[list[_Row]] = [[]]
        for block in blocks:
            if found[-1] and len(found[-1]) + len(block) / 2 > share and len(found) < count:
                found.append([])
            found[-1] += block
        self._columns = found

    def _block(self, chapter: Section) -> list[_Row]:
        theme = self.theme
        heads = wrap(theme, chapter.title, self._wide, "small", "semibold") if chapter.title else ()
        rows = [_Row(text, head=True) for text in heads]
        for line in chapter.lines:
            note = theme.font("small", "semibold").size(line.rule)[0] + theme.px(2) if line.rule else 0
            apart = note > self._wide * 6 // 10
            room = self._wide if apart else self._wide - note
            texts = wrap(theme, line.text, room, self.size)
            rows += [_Row(text, "" if number or apart else line.rule, line.tone) for number, text in enumerate(texts)]
            if apart:
                rows += [_Row(text, tone="quiet") for text in wrap(theme, line.rule, self._wide, "small")]
        return [*rows, _Row("")]

    @property
    def whole(self) -> int:
        rows = max(len(rows) for rows in self._columns) - 1  # without the space below the last chapter
        return max(0, rows) * line_height(self.theme, self.size)

    def handle(self, event: pygame.event.Event) -> bool:
        walks = self.beside and event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN)
        if event.type == pygame.MOUSEWHEEL and not self.list.rect.collidepoint(pygame.mouse.get_pos()):
            self.view.by(-event.y * self.theme.px(6))
        elif event.type == pygame.KEYDOWN and event.key in _SCROLL and not walks:
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
        if row.head:
            below = line_height(self.theme, self.size) - line_height(self.theme, "small")
            target.blit(ink(self.theme, row.text, "small", "semibold", LAMP), (x, y + below))
            return
        target.blit(ink(self.theme, row.text, self.size, "regular", TONES.get(row.tone, INK)), (x, y))
        blit_at(target, ink(self.theme, row.note, "small", "semibold", INK_QUIET), topright=(x + self._wide, y))


def columns_sheet(theme: Theme, title: str, chapters: Sequence[Section]) -> ReaderSheet:
    """Return chapters in two columns of small type, in three if that is too high for a wide window."""
    back = MenuItem("close", _("Back"), "escape")
    return ReaderSheet(theme, title, actions=[back], columns=3, wide=116, wider=174, size="small", chapters=chapters)

"""Tiles: actions as buttons and cards at places of their own, and pages made of them that fill the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pygame

from game.ui.widgets.actions import ActionList, MenuItem
from game.ui.widgets.keys import key_label
from game.ui.widgets.sheet import Sheet, dim
from game.ui.widgets.signs import stamp
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, round_corners, shorten, wrap
from game.ui.widgets.theme import (
    DARK,
    INK,
    INK_FAINT,
    INK_QUIET,
    LAMP,
    SHADOW,
    SLATE,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    Colour,
    Theme,
    mix,
)

SMALLER: Final = {"huge": "large", "large": "heading", "heading": "body", "body": "small"}
"""The next smaller type size, for words that do not fit."""
TITLED: Final = ("huge", "large", "heading")
"""The type sizes that have the type of titles."""

NIGHT: Final = (*SHADOW, 170)
"""What darkens the picture behind a page."""

Paint = Callable[[pygame.Surface, pygame.Rect], None]


@lru_cache(maxsize=24)
def rounded(picture: pygame.Surface, size: tuple[int, int], radius: int) -> pygame.Surface:
    """Return the middle of a picture that fills a size, with round corners. Shared: do not modify it."""
    scale = max(size[0] / picture.get_width(), size[1] / picture.get_height())
    whole = pygame.transform.smoothscale(
        picture, (max(size[0], round(picture.get_width() * scale)), max(size[1], round(picture.get_height() * scale)))
    )
    filled = pygame.Surface(size, pygame.SRCALPHA, 32)
    blit_at(filled, whole, center=(size[0] // 2, size[1] // 2))
    return round_corners(filled, radius)


def fitting(theme: Theme, text: str, width: int, size: str, lines: int = 1) -> tuple[str, list[str]]:
    """Return the largest type size up to `size` in which a text fits into a width and some lines, and these lines.

    In the smallest size what is too long is cut with an ellipsis.
    """
    while True:
        weight = "title-bold" if size in TITLED else "semibold"
        rows = wrap(theme, text, width, size, weight)
        if len(rows) <= lines and all(theme.font(size, weight).size(row)[0] <= width for row in rows):
            return size, list(rows)
        if size not in SMALLER:
            kept = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
            return size, [shorten(theme, row, width, size, weight) for row in kept]
        size = SMALLER[size]


@dataclass(frozen=True)
class Tile:
    """An action at a place in the window, with an `icon` before its words, or a picture painted above or beside them.

    `size` is the type size of its label. `brass` tiles stand out: the chosen one of several, and what most people want
    next. `plain` ones are words without a plate, `tinted` ones a plate of another colour, those of `centred` ones are
    in the middle; without an action they are only read. A value is written on a button at the right end. `side` is
    where the picture is: "top", "left", "below", or "whole" if the words are left out; below a picture there is room
    for so many `lines` of the label.
    """

    action: MenuItem
    rect: pygame.Rect
    icon: str = ""
    size: str = "body"
    brass: bool = False
    plain: bool = False
    centred: bool = False
    tinted: Colour | None = None
    paint: Paint | None = None
    side: str = "top"
    lines: int = 2

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, marked: bool, hovered: bool) -> None:
        """Draw it, with a ring if it is marked by the keyboard."""
        radius = theme.px(1.25)
        if not self.plain:
            self._draw_plate(target, theme, rect, hovered=hovered, radius=radius)
        if self.paint is None:
            self._draw_words(target, theme, rect)
        else:
            self._draw_pictured(target, theme, rect, self.paint)
        if self.brass and self.paint is not None:
            pygame.draw.rect(target, LAMP, rect, theme.px(0.375), radius)
        if marked:
            inner = DARK if self.brass and not self.plain else INK
            pygame.draw.rect(target, inner, rect, max(2, theme.px(0.375)), radius)
            pygame.draw.rect(target, INK, rect.inflate(theme.px(0.75), theme.px(0.75)), max(2, theme.px(0.25)), radius)

    def _draw_plate(
        self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, hovered: bool, radius: int
    ) -> None:
        fill = self.tinted or (SLATE_RAISED if self.action.enabled else SLATE)
        if self._filled:
            fill = LAMP
        if hovered and self.action.enabled:
            fill = mix(fill, INK, 0.25) if self._filled else SLATE_HOVER
        draw_plate(target, rect, fill, mix(fill, INK, 0.18) if self.tinted else SLATE_LINE, radius)

    @property
    def _filled(self) -> bool:
        """Whether the whole plate is of brass: a button, not a picture."""
        return self.brass and self.paint is None

    def _draw_pictured(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, paint: Paint) -> None:
        inner = rect.inflate(-theme.px(0.75), -theme.px(0.75))
        if self.side == "whole":
            paint(target, inner)
            return
        if self.side == "left":
            wide = min(inner.width * 3 // 10, inner.height * 3 // 2)
            paint(target, pygame.Rect(inner.topleft, (wide, inner.height)))
            words = pygame.Rect(inner.left + wide, rect.top, inner.width - wide, rect.height)
            self._draw_words(target, theme, words)
            return
        if self.side == "below":
            words = pygame.Rect(rect.topleft, (rect.width, min(rect.height, theme.px(6))))
            paint(
                target, pygame.Rect(inner.left, words.bottom, inner.width, rect.bottom - words.bottom - theme.px(0.5))
            )
            self._draw_words(target, theme, words)
            return
        wide = inner.width - theme.px(1)
        size, rows = fitting(theme, self.action.label, wide, self.size, self.lines)
        details = fitting(theme, self.action.detail, wide, "small", 2)[1] if self.action.detail else []
        below = len(details) * line_height(theme, "small")
        room = self.lines * line_height(theme, self.size) + below + theme.px(1)
        paint(target, pygame.Rect(inner.topleft, (inner.width, inner.height - room)))
        y = inner.bottom - (room + len(rows) * line_height(theme, size) + below) // 2
        tint = LAMP if self.brass else INK
        for row in rows:
            text = ink(theme, row, size, "title-bold" if size in TITLED else "semibold", tint)
            blit_at(target, text, midtop=(rect.centerx, y))
            y += line_height(theme, size)
        for row in details:
            blit_at(target, ink(theme, row, "small", "regular", INK_QUIET), midtop=(rect.centerx, y))
            y += line_height(theme, "small")

    def _draw_words(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        action = self.action
        tint, quiet, mark = (DARK, DARK, DARK) if self._filled else (INK, INK_QUIET, LAMP)
        if not (action.enabled or action.heading):
            tint = quiet = mark = INK_FAINT
        room = rect.inflate(0 if self.plain else -theme.px(2.5 if rect.width >= theme.px(16) else 1), 0)
        if action.value:
            room.width -= self._draw_button(target, theme, room) + theme.px(1)
        elif action.shortcut:
            key = ink(theme, key_label(action.shortcut), "small", "bold", quiet)
            y = rect.centery if rect.height < theme.px(8) else rect.top + theme.px(3)
            room.width -= blit_at(target, key, midright=(room.right, y)).width + theme.px(1)
        if self.centred:
            words = theme.font(self.size, "title-bold").size(action.label)[0] + theme.px(7 if self.icon else 0)
            room.left = max(room.left, rect.centerx - words // 2)
        side = min(theme.px(4.5), rect.height * 45 // 100)
        more = side + theme.px(2 if rect.height >= theme.px(8) else 0.75)
        if self.icon and not action.label:
            stamp(target, self.icon, rect.centerx, rect.centery, side, mark)
            return
        longest = max(action.label.split(" "), key=len)
        if (
            self.icon and theme.font("small", "semibold").size(longest)[0] <= room.width - more
        ):  # else words need it all
            stamp(target, self.icon, room.left + side / 2, rect.centery, side, mark)
            room.left, room.width = room.left + more, room.width - more
        most = max(1, min(3, rect.height // line_height(theme, self.size)))
        size, rows = fitting(theme, action.label, room.width, self.size, most) if action.label else ("small", [])
        detail = action.reason or action.detail
        fit = max(0, (rect.height - len(rows) * line_height(theme, size)) // line_height(theme, "small"))
        details = list(wrap(theme, detail, room.width, "small")) if detail and fit else []
        if len(details) > fit:  # a reason is needed, other words are not
            rest = shorten(theme, " ".join(details[fit - 1 :]), room.width, "small")
            details = [*details[: fit - 1], rest] if action.reason else []
        high = len(rows) * line_height(theme, size) + len(details) * line_height(theme, "small")
        y = rect.centery - high // 2
        for row in rows:
            target.blit(ink(theme, row, size, "title-bold" if size in TITLED else "semibold", tint), (room.left, y))
            y += line_height(theme, size)
        for row in details:
            target.blit(ink(theme, row, "small", "regular", quiet), (room.left, y))
            y += line_height(theme, "small")

    def _draw_button(self, target: pygame.Surface, theme: Theme, room: pygame.Rect) -> int:
        """Draw a brass button with the value and the key at the right end; return its width."""
        words = ink(theme, self.action.value, "body", "bold", DARK)
        key = ink(theme, key_label(self.action.shortcut), "small", "bold", DARK)
        button = pygame.Rect(0, 0, words.get_width() + key.get_width() + theme.px(8), min(room.height, theme.px(6)))
        button.midright = room.midright
        pygame.draw.rect(target, LAMP, button, border_radius=theme.px(1.25))
        stamp(target, "menu-play", button.left + theme.px(2.5), button.centery, theme.px(2), DARK)
        blit_at(target, words, midleft=(button.left + theme.px(4.5), button.centery))
        blit_at(target, key, midright=(button.right - theme.px(1.5), button.centery))
        return button.width


@dataclass
class TileList(ActionList):
    """Tiles as the rows of a list: they scroll together if they do not fit."""

    tiles: list[Tile] = field(default_factory=list)

    def show(self, tiles: Sequence[Tile], room: pygame.Rect) -> None:
        """Show other tiles in a rectangle of the window; the cursor stays on an action of the same id."""
        self.tiles = list(tiles)
        self.set([tile.action for tile in tiles])
        self.place(room)

    def height(self, width: int) -> int:
        return max((tile.rect.bottom for tile in self.tiles), default=self.rect.top) - self.rect.top

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        return [(tile.action, tile.rect.move(0, -self.view.offset)) for tile in self.tiles]

    def at(self, spot: tuple[int, int]) -> int:
        """Return the index of the topmost enabled tile under a pixel, or -1."""
        under = [n for n, (action, rect) in enumerate(self.rows()) if action.enabled and rect.collidepoint(spot)]
        return under[-1] if under else -1

    def toward(self, right: int, down: int) -> None:
        """Move the keyboard cursor to the nearest enabled tile in a direction."""
        rows = self.rows()
        if not 0 <= self.cursor < len(rows):
            self.step(1)
            return
        here = rows[self.cursor][1]

        def away(rect: pygame.Rect) -> float:
            """Return how far a tile is in the direction; room between them across it counts threefold."""
            ahead = (rect.centerx - here.centerx) * right + (rect.centery - here.centery) * down
            if ahead <= (here.width if right else here.height) // 4:
                return float("inf")
            if down:
                return ahead + 3 * max(0, rect.left - here.right, here.left - rect.right)
            return ahead + 3 * max(0, rect.top - here.bottom, here.top - rect.bottom)

        others = [n for n, (action, rect) in enumerate(rows) if action.enabled and n != self.cursor]
        nearest = min(others, key=lambda n: away(rows[n][1]), default=self.cursor)
        if away(rows[nearest][1]) < float("inf"):
            self.hovered, self.cursor = -1, nearest
            self.show_cursor()

    def draw(self, target: pygame.Surface) -> None:
        self.clamp()
        with self.view.drawn(target, self.theme, -1):
            for index, tile in enumerate(self.tiles):
                rect = tile.rect.move(0, -self.view.offset)
                if rect.colliderect(self.rect):
                    tile.draw(target, self.theme, rect, marked=index == self.cursor, hovered=index == self.hovered)


ARROWS: Final = {
    pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)
}  # fmt: skip
"""The direction of every arrow key: to the right, and down."""


@dataclass
class Page(Sheet):
    """Fills the window with tiles, which a subclass lays out; it stays until "close" is taken. Arrows go to a tile."""

    def __post_init__(self) -> None:
        self.list: TileList = TileList(self.theme)

    def tiles(self) -> list[Tile]:
        """Return the tiles for the window `rect`."""
        raise NotImplementedError

    def place(self, window: pygame.Rect) -> None:
        first = not self.list.tiles
        self.rect = window.copy()
        self.list.show(self.tiles(), window.inflate(0, -2))
        if first and self.marked:
            self.list.mark(self.marked)

    def take(self, action: MenuItem | None) -> None:
        if action is None or not action.enabled:
            return
        self.closed = action.id == "close"
        action.do()
        self.perform(action)
        self.place(self.rect)

    def _key(self, event: pygame.event.Event) -> None:
        if event.key in ARROWS:
            self.list.toward(*ARROWS[event.key])
        else:
            super()._key(event)

    def draw(self, target: pygame.Surface) -> None:
        dim(target, NIGHT)
        self.list.draw(target)

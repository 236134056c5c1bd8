"""Tiles: actions as buttons and cards at their own places, and pages of tiles that fill the window."""

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
"""The next smaller type size, for text that does not fit."""
TITLED: Final = ("huge", "large", "heading")
"""The type sizes that use the font of titles."""

NIGHT: Final = (*SHADOW, 170)
"""The colour that darkens the picture behind a page."""

Paint = Callable[[pygame.Surface, pygame.Rect], None]


@lru_cache(maxsize=24)
def rounded(picture: pygame.Surface, size: tuple[int, int], radius: int) -> pygame.Surface:
    """Return the middle of a picture scaled to fill a size, with round corners; shared, so do not modify it."""
    scale = max(size[0] / picture.get_width(), size[1] / picture.get_height())
    scaled = pygame.transform.smoothscale(
        picture, (max(size[0], round(picture.get_width() * scale)), max(size[1], round(picture.get_height() * scale)))
    )
    cut = pygame.Surface(size, pygame.SRCALPHA, 32)
    blit_at(cut, scaled, center=(size[0] // 2, size[1] // 2))
    return round_corners(cut, radius)


def fitting(theme: Theme, text: str, width: int, size: str, lines: int = 1) -> tuple[str, list[str]]:
    """Return the largest type size up to `size` in which a text fits a width and a number of lines, and the lines.

    If it does not fit in the smallest size either, it is cut with an ellipsis.
    """
    while True:
        weight = "title-bold" if size in TITLED else "semibold"
        rows = wrap(theme, text, width, size, weight)
        if len(rows) <= lines and all(theme.font(size, weight).size(row)[0] <= width for row in rows):
            return size, list(rows)
        if size not in SMALLER:
            last_rows = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
            return size, [shorten(theme, row, width, size, weight) for row in last_rows]
        size = SMALLER[size]


def has_room(theme: Theme, label: str, width: int) -> bool:
    """Return whether no word of a label is cut off on a tile of a width."""
    room = width - _rims(theme, width)
    return all(theme.font("small", "semibold").size(word)[0] <= room for word in label.split())


def _rims(theme: Theme, width: int) -> int:
    """Return the width without text on a tile, on both sides together."""
    return theme.px(2.5 if width >= theme.px(16) else 1)


def _high(theme: Theme, size: str, rows: Sequence[str], details: Sequence[str]) -> int:
    """Return the height of the rows of a label with details below."""
    return len(rows) * line_height(theme, size) + len(details) * line_height(theme, "small")


@dataclass(frozen=True)
class Tile:
    """An action at a place in the window, with an `icon` before its label, or a picture above or beside it.

    `size` is the type size of the label. A `brass` tile stands out: the chosen one of several, or the usual next step.
    A `plain` one has no plate, a `tinted` one a plate of another colour, a `centred` one its text in the middle. A
    value is written on a button at the right end. `side` is the place of the picture, "top", "left", "below", or
    "whole" without any text; a label below a picture has room for a number of `lines`.
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
        """Draw the tile into a rectangle, with a ring if the keyboard has marked it."""
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
            if not self.plain:  # without a plate, words begin at its edge
                pygame.draw.rect(target, DARK if self.brass else INK, rect, max(2, theme.px(0.375)), radius)
            pygame.draw.rect(target, INK, rect.inflate(theme.px(0.75), theme.px(0.75)), max(2, theme.px(0.25)), radius)

    def _draw_plate(
        self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, *, hovered: bool, radius: int
    ) -> None:
        """Draw the plate in the colour for the tile's state."""
        fill = self.tinted or (SLATE_RAISED if self.action.enabled else SLATE)
        if self._filled:
            fill = LAMP
        if hovered and self.action.enabled:
            fill = mix(fill, INK, 0.25) if self._filled else SLATE_HOVER
        draw_plate(target, rect, fill, mix(fill, INK, 0.18) if self.tinted else SLATE_LINE, radius)

    @property
    def _filled(self) -> bool:
        """Whether the whole plate is of brass: that of a button without a picture."""
        return self.brass and self.paint is None

    def _draw_pictured(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, paint: Paint) -> None:
        """Draw the picture and the text at their sides of the tile."""
        inside = rect.inflate(-theme.px(0.75), -theme.px(0.75))
        if self.side == "whole":
            paint(target, inside)
            return
        if self.side == "left":
            width = min(inside.width * 3 // 10, inside.height * 3 // 2)
            paint(target, pygame.Rect(inside.topleft, (width, inside.height)))
            text_rect = pygame.Rect(inside.left + width, rect.top, inside.width - width, rect.height)
            self._draw_words(target, theme, text_rect)
            return
        if self.side == "below":
            text_rect = pygame.Rect(rect.topleft, (rect.width, min(rect.height, theme.px(6))))
            paint(
                target,
                pygame.Rect(
                    inside.left, text_rect.bottom, inside.width, rect.bottom - text_rect.bottom - theme.px(0.5)
                ),
            )
            self._draw_words(target, theme, text_rect)
            return
        width = inside.width - theme.px(1)
        size, rows = fitting(theme, self.action.label, width, self.size, self.lines)
        details = fitting(theme, self.action.detail, width, "small", 2)[1] if self.action.detail else []
        details_height = len(details) * line_height(theme, "small")
        text_height = self.lines * line_height(theme, self.size) + details_height + theme.px(1)
        paint(target, pygame.Rect(inside.topleft, (inside.width, inside.height - text_height)))
        y = inside.bottom - (text_height + len(rows) * line_height(theme, size) + details_height) // 2
        tint = LAMP if self.brass else INK
        for row in rows:
            text = ink(theme, row, size, "title-bold" if size in TITLED else "semibold", tint)
            blit_at(target, text, midtop=(rect.centerx, y))
            y += line_height(theme, size)
        for row in details:
            blit_at(target, ink(theme, row, "small", "regular", INK_QUIET), midtop=(rect.centerx, y))
            y += line_height(theme, "small")

    def _draw_words(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the icon, the label, the detail or reason, and the value or the key."""
        action = self.action
        tint, quiet_tint, icon_tint = (DARK, DARK, DARK) if self._filled else (INK, INK_QUIET, LAMP)
        if not (action.enabled or action.heading):
            tint = quiet_tint = icon_tint = INK_FAINT
        text_rect = rect.inflate(0 if self.plain else -_rims(theme, rect.width), 0)
        if action.value:
            text_rect.width -= self._draw_button(target, theme, text_rect) + theme.px(1)
        right, key_bottom = text_rect.right, rect.top
        if action.shortcut and not action.value:
            key = ink(theme, key_label(action.shortcut), "small", "bold", quiet_tint)
            y = rect.centery if rect.height < theme.px(8) else rect.top + theme.px(3)
            place = blit_at(target, key, midright=(right, y))
            key_bottom, text_rect.width = place.bottom, text_rect.width - place.width - theme.px(1)
        if self.centred:
            label_width = theme.font(self.size, "title-bold").size(action.label)[0] + theme.px(7 if self.icon else 0)
            text_rect.left = max(text_rect.left, rect.centerx - label_width // 2)
        side = min(theme.px(4.5), rect.height * 45 // 100)
        icon_width = side + theme.px(2 if rect.height >= theme.px(8) else 0.75)
        if self.icon and not action.label:
            stamp(target, self.icon, rect.centerx, rect.centery, side, icon_tint)
            return
        longest = max(action.label.split(" "), key=len)
        has_room = theme.font("small", "semibold").size(longest)[0] <= text_rect.width - icon_width
        if self.icon and has_room:
            stamp(target, self.icon, text_rect.left + side / 2, rect.centery, side, icon_tint)
            text_rect.left, text_rect.width = text_rect.left + icon_width, text_rect.width - icon_width
        # the key is beside the label, so that below it details may be as wide as the tile
        wide = right - text_rect.left if rect.height >= theme.px(8) and not action.value else text_rect.width
        size, rows, details = self._wording(theme, rect.height, text_rect.width, wide)
        y = rect.centery - _high(theme, size, rows, details) // 2
        if details and y + _high(theme, size, rows, ()) < key_bottom:  # they begin beside the key
            size, rows, details = self._wording(theme, rect.height, text_rect.width, text_rect.width)
            y = rect.centery - _high(theme, size, rows, details) // 2
        for row in rows:
            weight = "title-bold" if size in TITLED else "semibold"
            target.blit(ink(theme, row, size, weight, tint), (text_rect.left, y))
            y += line_height(theme, size)
        for row in details:
            target.blit(ink(theme, row, "small", "regular", quiet_tint), (text_rect.left, y))
            y += line_height(theme, "small")

    def _wording(self, theme: Theme, height: int, width: int, wide: int) -> tuple[str, list[str], list[str]]:
        """Return the size and rows of the label for a width, and the rows of what is below it, which may be `wide`."""
        action, detail = self.action, self.action.reason or self.action.detail
        most_rows = max(1, min(3, height // line_height(theme, self.size)))
        size, rows = fitting(theme, action.label, width, self.size, most_rows) if action.label else ("small", [])
        details = list(wrap(theme, detail, wide, "small")) if detail else []
        while details and size in SMALLER and _high(theme, size, rows, details) > height - theme.px(1):
            size = SMALLER[size]
            size, rows = fitting(theme, action.label, width, size, most_rows)
        most_details = max(0, (height - len(rows) * line_height(theme, size)) // line_height(theme, "small"))
        if len(details) > most_details:  # a reason is shortened, a detail left out
            last_line = shorten(theme, " ".join(details[most_details - 1 :]), wide, "small")
            details = [*details[: most_details - 1], last_line] if action.reason and most_details else []
        return size, rows, details

    def _draw_button(self, target: pygame.Surface, theme: Theme, room: pygame.Rect) -> int:
        """Draw a brass button with the value and the key at the right end; return its width."""
        value = ink(theme, self.action.value, "body", "bold", DARK)
        key = ink(theme, key_label(self.action.shortcut), "small", "bold", DARK)
        button = pygame.Rect(0, 0, value.get_width() + key.get_width() + theme.px(8), min(room.height, theme.px(6)))
        button.midright = room.midright
        pygame.draw.rect(target, LAMP, button, border_radius=theme.px(1.25))
        stamp(target, "menu-play", button.left + theme.px(2.5), button.centery, theme.px(2), DARK)
        blit_at(target, value, midleft=(button.left + theme.px(4.5), button.centery))
        blit_at(target, key, midright=(button.right - theme.px(1.5), button.centery))
        return button.width


@dataclass
class TileList(ActionList):
    """Tiles as the rows of a list, which scroll together if they do not fit."""

    tiles: list[Tile] = field(default_factory=list)

    def show(self, tiles: Sequence[Tile], room: pygame.Rect) -> None:
        """Show other tiles in a rectangle of the window, with the cursor on the same id."""
        self.tiles = list(tiles)
        self.set([tile.action for tile in tiles])
        self.place(room)

    def height(self, width: int) -> int:
        return max((tile.rect.bottom for tile in self.tiles), default=self.rect.top) - self.rect.top

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        return [(tile.action, tile.rect.move(0, -self.view.offset)) for tile in self.tiles]

    def at(self, spot: tuple[int, int]) -> int:
        """Return the index of the topmost enabled tile under a pixel, or -1."""
        indices = [
            index for index, (action, rect) in enumerate(self.rows()) if action.enabled and rect.collidepoint(spot)
        ]
        return indices[-1] if indices else -1

    def toward(self, right: int, down: int) -> None:
        """Move the keyboard cursor to the nearest enabled tile in a direction."""
        rows = self.rows()
        if not 0 <= self.cursor < len(rows):
            self.step(1)
            return
        current_rect = rows[self.cursor][1]

        def distance(rect: pygame.Rect) -> float:
            """Return the distance of a tile in the direction; a gap across the direction counts threefold."""
            forward = (rect.centerx - current_rect.centerx) * right + (rect.centery - current_rect.centery) * down
            if forward <= (current_rect.width if right else current_rect.height) // 4:
                return float("inf")
            if down:
                return forward + 3 * max(0, rect.left - current_rect.right, current_rect.left - rect.right)
            return forward + 3 * max(0, rect.top - current_rect.bottom, current_rect.top - rect.bottom)

        candidates = [index for index, (action, rect) in enumerate(rows) if action.enabled and index != self.cursor]
        nearest = min(candidates, key=lambda index: distance(rows[index][1]), default=self.cursor)
        if distance(rows[nearest][1]) < float("inf"):
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
"""The direction of every arrow key, as steps to the right and down."""


@dataclass
class Page(Sheet):
    """A sheet that fills the window with tiles, which a subclass lays out; it stays open until "close" is chosen."""

    def __post_init__(self) -> None:
        self.list: TileList = TileList(self.theme)

    def tiles(self) -> list[Tile]:
        """Return the tiles for the window `rect`."""
        raise NotImplementedError

    def place(self, window: pygame.Rect) -> None:
        first_time = not self.list.tiles
        self.rect = window.copy()
        self.list.show(self.tiles(), window.inflate(0, -2))
        if first_time and self.marked:
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

"""Text on surfaces: rendered once and cached, wrapped to a width, clipped and scrolled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pygame

from game.ui.widgets.theme import INK, SLATE_LINE, Colour, Theme, mix

_SUBSTITUTES: Final = str.maketrans({"→": "›", "←": "‹", "★": "*", "✓": "·", "\t": " ", "\0": "�"}) | dict.fromkeys(
    range(0xD800, 0xE000), "�"
)
"""Substitutes for characters that the bundled font lacks, or that no font can draw, as in names of files."""

_UNIT: Final = re.compile(r"(?<=\d) +(?=[^\W\d]{1,2}\b)| +(?=\S{1,3}$)")
"""The spaces before a unit ("30 cm") or a short last word, which must not begin a line."""
_WIDE: Final = re.compile("([\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff])")
"""A sign of a script that is written without blanks, after which a line may end."""
_TOGETHER: Final = "\N{NO-BREAK SPACE}"

_theme: Theme = Theme()


@lru_cache(maxsize=800)
def _ink(text: str, pixels: int, weight: str, colour: Colour) -> pygame.Surface:
    return _theme.font_px(pixels, weight).render(text.translate(_SUBSTITUTES), True, colour)


@lru_cache(maxsize=600)
def _wrapped(text: str, pixels: int, weight: str, width: int) -> tuple[str, ...]:
    """Return a text in lines no wider than a width, filled word by word."""
    font = _theme.font_px(pixels, weight)
    lines: list[str] = []
    for paragraph in text.translate(_SUBSTITUTES).split("\n"):
        current = ""
        for blank, word in _words(_UNIT.sub(_TOGETHER, paragraph)):
            longer = f"{current}{blank}{word}".strip()
            if current and font.size(longer)[0] > width:
                lines.append(current)
                current = word
            else:
                current = longer
        lines.append(current)
    return tuple(lines)


def _words(paragraph: str) -> Iterator[tuple[str, str]]:
    """Yield the parts that may stand alone on a line, each with the blank before it.

    They are words, and single signs of scripts that are written without blanks.
    """
    for word in filter(None, paragraph.split(" ")):
        blank = " "
        for piece in _WIDE.split(word) if _WIDE.search(word) else (word,):
            if piece:
                yield blank, piece
                blank = ""


def ink(
    theme: Theme, text: str, size: str | int = "body", weight: str = "regular", colour: Colour = INK
) -> pygame.Surface:
    """Return a line of text as a picture; shared, so do not modify it."""
    return _ink(text, theme.size(size), weight, colour)


def wrap(theme: Theme, text: str, width: int, size: str | int = "body", weight: str = "regular") -> tuple[str, ...]:
    """Return the text in lines no wider than `width` pixels; a single longer word keeps its line."""
    return _wrapped(text, theme.size(size), weight, width)


def line_height(theme: Theme, size: str | int = "body") -> int:
    """Return the distance in pixels from one line to the next."""
    return round(theme.size(size) * 1.4)


@contextmanager
def clipped(target: pygame.Surface, room: pygame.Rect) -> Iterator[None]:
    """Clip drawing to a rectangle within a `with` block."""
    clip = target.get_clip()
    target.set_clip(room)
    yield
    target.set_clip(clip)


def shorten(theme: Theme, text: str, width: int, size: str | int = "body", weight: str = "regular") -> str:
    """Return the text, cut with an ellipsis if it is wider than `width` pixels."""
    font, text = theme.font(size, weight), text.translate(_SUBSTITUTES)
    if font.size(text)[0] <= width:
        return text
    while text and font.size(text + "…")[0] > width:
        text = text[:-1]
    return text.rstrip() + "…"


def write(
    target: pygame.Surface,
    theme: Theme,
    text: str,
    spot: tuple[int, int],
    width: int,
    size: str | int = "body",
    weight: str = "regular",
    colour: Colour = INK,
) -> int:
    """Write wrapped text with its top left corner at `spot`; return the y below it."""
    x, y = spot
    for line in wrap(theme, text, width, size, weight):
        target.blit(ink(theme, line, size, weight, colour), (x, y))
        y += line_height(theme, size)
    return y


def blit_at(target: pygame.Surface, picture: pygame.Surface, **anchor: tuple[float, float]) -> pygame.Rect:
    """Blit a picture with a corner, side or middle at a pixel, as in `topright=(x, y)`; return its rectangle."""
    return target.blit(picture, picture.get_rect(**anchor))


def draw_plate(
    target: pygame.Surface, rect: pygame.Rect, fill: pygame.typing.ColorLike, edge: Colour, radius: int, width: int = 1
) -> None:
    """Draw a plate for text: a filled rectangle with round corners and an edge."""
    pygame.draw.rect(target, fill, rect, border_radius=radius)
    pygame.draw.rect(target, edge, rect, width, border_radius=radius)


def fading(size: tuple[int, int], top: Colour, bottom: Colour, bend: float = 1.0) -> pygame.Surface:
    """Return a picture with a gradient from its top to its bottom; a larger `bend` moves the change upwards."""
    column = pygame.Surface((1, size[1]))
    for y in range(size[1]):
        column.set_at((0, y), mix(bottom, top, (1.0 - y / max(1, size[1] - 1)) ** bend))
    return pygame.transform.scale(column, size)


def round_corners(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """Return a copy of a picture with round corners, transparent outside them."""
    copy = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    copy.blit(picture, (0, 0))
    mask = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=radius)
    copy.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return copy


@dataclass
class ScrollView:
    """A view of a content `whole` pixels high in the rectangle `room`, scrolled down by `offset` pixels."""

    room: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    whole: int = 0
    offset: int = 0

    @property
    def top(self) -> int:
        """The pixel of the window at which the content begins, perhaps above the room."""
        return self.room.top - self.offset

    def fit(self, room: pygame.Rect, whole: int) -> None:
        """Take another room or content height, and keep the position as far as possible."""
        self.room, self.whole = room.copy(), whole
        self.by(0)

    def by(self, pixels: int) -> bool:
        """Scroll down by some pixels, or up if negative; return whether the position changed."""
        before = self.offset
        self.offset = max(0, min(before + pixels, self.whole - self.room.height))
        return self.offset != before

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll a range of pixels of the window into the room, or its upper part if it is too high."""
        missing_below, missing_above = max(0, bottom - self.room.bottom), self.room.top - top
        self.by(min(missing_below, max(0, -missing_above)) - max(0, missing_above))

    @contextmanager
    def drawn(self, target: pygame.Surface, theme: Theme, away: float = 0.5) -> Iterator[None]:
        """Clip to the room while the content is drawn; then draw the scrollbar if needed, `away` steps to the right."""
        with clipped(target, self.room.clip(target.get_clip())):
            yield
        if self.whole > self.room.height > 0:
            bar_height = max(theme.px(3), self.room.height * self.room.height // self.whole)
            top = self.room.top + (self.room.height - bar_height) * self.offset // (self.whole - self.room.height)
            bar = pygame.Rect(self.room.right + theme.px(away), top, max(3, theme.px(0.5)), bar_height)
            pygame.draw.rect(target, SLATE_LINE, bar, border_radius=bar.width // 2)

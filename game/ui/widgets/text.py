"""Text on surfaces: rendered once and cached, wrapped to a width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

import pygame

from game.ui.widgets.theme import INK, Colour, Theme

_SUBSTITUTES: Final = str.maketrans({"→": "›", "←": "‹", "★": "*", "✓": "·", "\t": " ", "\0": "�"}) | dict.fromkeys(
    range(0xD800, 0xE000), "�"
)
"""Characters the bundled font lacks, or that no font can draw: names of files may hold anything."""

_UNIT: Final = re.compile(r"(?<=\d) +(?=[^\W\d]{1,2}\b)| +(?=\S{1,3}$)")
"""The spaces before a unit ("30 cm") or a short last word, which must not begin a line."""
_WIDE: Final = re.compile("([\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff])")
"""Signs of scripts that are written without blanks: a line may end at each."""
_TOGETHER: Final = "\N{NO-BREAK SPACE}"

_theme: Theme = Theme()


@lru_cache(maxsize=1500)
def _ink(text: str, pixels: int, weight: str, colour: Colour) -> pygame.Surface:
    return _theme.font_px(pixels, weight).render(text.translate(_SUBSTITUTES), True, colour)


@lru_cache(maxsize=600)
def _wrapped(text: str, pixels: int, weight: str, width: int) -> tuple[str, ...]:
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
    """Yield what may stand alone on a line, with the blank before it: words, and signs of scripts without blanks."""
    for word in filter(None, paragraph.split(" ")):
        blank = " "
        for part in _WIDE.split(word) if _WIDE.search(word) else (word,):
            if part:
                yield blank, part
                blank = ""


def ink(theme: Theme, text: str, size: str = "body", weight: str = "regular", colour: Colour = INK) -> pygame.Surface:
    """Return one line of text as a picture. Shared: do not modify it."""
    return _ink(text, theme.size(size), weight, colour)


def wrap(theme: Theme, text: str, width: int, size: str = "body", weight: str = "regular") -> tuple[str, ...]:
    """Return the text in lines no wider than `width` pixels (a single longer word keeps its line)."""
    return _wrapped(text, theme.size(size), weight, width)


def line_height(theme: Theme, size: str = "body") -> int:
    """Return the pixels from one line to the next."""
    return round(theme.size(size) * 1.4)


@contextmanager
def clipped(target: pygame.Surface, room: pygame.Rect) -> Iterator[None]:
    """Clip drawing to a rectangle within a `with` block."""
    clip = target.get_clip()
    target.set_clip(room)
    yield
    target.set_clip(clip)


def shorten(theme: Theme, text: str, width: int, size: str = "body", weight: str = "regular") -> str:
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
    size: str = "body",
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

"""Text on surfaces: rendered once and cached, wrapped to a width, as a tooltip."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

import pygame

from game.engine.rulebook.view import Line
from game.ui.widgets.theme import INK, INK_FAINT, SLATE, SLATE_LINE, TONES, Colour, Theme

_SUBSTITUTES: Final = str.maketrans({"→": "›", "←": "‹", "★": "*", "✓": "·", "\t": " ", "\0": "�"}) | dict.fromkeys(
    range(0xD800, 0xE000), "�"
)
"""Characters the bundled font lacks, or that no font can draw: names of files may hold anything."""

_UNIT: Final = re.compile(r"(?<=\d) +(?=[^\W\d]{1,2}\b)| +(?=\S{1,3}$)")
"""The spaces before a unit ("30 cm") or a short last word, which must not begin a line."""
_TOGETHER: Final = "\N{NO-BREAK SPACE}"

_theme: Theme = Theme()


@lru_cache(maxsize=1500)
def _ink(text: str, pixels: int, weight: str, colour: Colour) -> pygame.Surface:
    return _theme.font_px(pixels, weight).render(text, True, colour)


@lru_cache(maxsize=600)
def _wrapped(text: str, pixels: int, weight: str, width: int) -> tuple[str, ...]:
    font = _theme.font_px(pixels, weight)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word in filter(None, _UNIT.sub(_TOGETHER, paragraph).split(" ")):
            longer = f"{current} {word}".strip()
            if current and font.size(longer)[0] > width:
                lines.append(current)
                current = word
            else:
                current = longer
        lines.append(current)
    return tuple(lines)


def ink(theme: Theme, text: str, size: str = "body", weight: str = "regular", colour: Colour = INK) -> pygame.Surface:
    """Return one line of text as a picture. Shared: do not modify it."""
    return _ink(text.translate(_SUBSTITUTES), theme.size(size), weight, colour)


def wrap(theme: Theme, text: str, width: int, size: str = "body", weight: str = "regular") -> tuple[str, ...]:
    """Return the text in lines no wider than `width` pixels (a single longer word keeps its line)."""
    return _wrapped(text.translate(_SUBSTITUTES), theme.size(size), weight, width)


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


def draw_tooltip(
    target: pygame.Surface,
    theme: Theme,
    spot: tuple[int, int],
    title: str,
    lines: Sequence[Line],
    beside: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a tooltip near a pixel, inside the window and clear of the rectangles `beside`; return its own."""
    width, pad = theme.px(38), theme.px(1.25)
    rows = [("semibold", "plain", text, "") for text in wrap(theme, title, width, "small")]
    for line in lines:
        room = width - (theme.font("small").size(line.rule)[0] + theme.px(1) if line.rule else 0)
        for number, text in enumerate(wrap(theme, line.text, room, "small")):
            rows.append(("regular", line.tone, text, "" if number else line.rule))
    inks = [
        (ink(theme, text, "small", weight, TONES.get(tone, INK)), ink(theme, rule, "small", "regular", INK_FAINT))
        for weight, tone, text, rule in rows
    ]
    widest = max(text.get_width() + (rule.get_width() + theme.px(2) if rule.get_width() else 0) for text, rule in inks)
    high = line_height(theme, "small")
    box = pygame.Rect(spot[0] + theme.px(2), spot[1] + theme.px(2), widest + 2 * pad, high * len(inks) + 2 * pad)
    if box.right > target.get_width():
        box.right = spot[0] - theme.px(1)
    if box.bottom > target.get_height():
        box.bottom = spot[1] - theme.px(1)
    for other in sorted(beside, key=lambda rect: -rect.left):
        if box.colliderect(other) and other.left > box.width:
            box.right = min(spot[0] - theme.px(1), other.left)
    box.clamp_ip(target.get_rect())
    pygame.draw.rect(target, SLATE, box, border_radius=theme.px(0.75))
    pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=theme.px(0.75))
    for number, (words, citation) in enumerate(inks):
        y = box.top + pad + number * high
        target.blit(words, (box.left + pad, y))
        blit_at(target, citation, topright=(box.right - pad, y))
    return box

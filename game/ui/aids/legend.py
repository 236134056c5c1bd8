"""The legend: all patterns on the table with their meaning, painted by the same code as on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame
import shapely

from game.ui.board.overlays import Entry
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame
from game.ui.widgets.text import ink, line_height, wrap
from game.ui.widgets.theme import Colour, Theme
from game.wording import language

SWATCH: Final = (3.5, 2.25)
"""Width and height of a swatch in units of the theme."""
SCALE: Final = 28.0
"""Pixels per inch in swatches, about as on a table in a normal window."""
_swatches = Memo[pygame.Surface](80)


def legend_height(theme: Theme, entries: Sequence[Entry], width: int) -> int:
    """Return the height in pixels of the entries, in as many columns as fit."""
    columns = _columns(theme, entries, width)
    rows = [entries[start : start + columns] for start in range(0, len(entries), columns)]
    return sum(max(_height(theme, entry, width // columns) for entry in row) for row in rows)


def draw_legend(
    target: pygame.Surface, theme: Theme, entries: Sequence[Entry], spot: tuple[int, int], width: int, ground: Colour
) -> None:
    """Draw the entries in columns, with patterns on the `ground` of the table; rows that would be cut are left out."""
    columns, y, clip = _columns(theme, entries, width), spot[1], target.get_clip()
    for start in range(0, len(entries), columns):
        row = entries[start : start + columns]
        row_height = max(_height(theme, entry, width // columns) for entry in row)
        is_complete = clip.top <= y and y + theme.px(SWATCH[1]) <= clip.bottom
        for number, entry in enumerate(row if is_complete else ()):
            x = spot[0] + number * (width // columns)
            target.blit(swatch(theme, entry, ground), (x, y))
            middle = y + theme.px(SWATCH[1]) // 2
            lines = wrap(theme, entry.label, width // columns - _inset(theme), "small")
            top = middle - line_height(theme, "small") // 2
            for line in lines:
                target.blit(ink(theme, line, "small"), (x + theme.px(SWATCH[0] + 0.5), top))
                top += line_height(theme, "small")
        y += row_height


def swatch(theme: Theme, entry: Entry, ground: Colour) -> pygame.Surface:
    """Return the pattern of an entry on the ground of a table, in a thin frame."""
    size = theme.px(SWATCH[0]), theme.px(SWATCH[1])

    def painted() -> pygame.Surface:
        picture = pygame.Surface(size)
        picture.fill(ground)
        width, height = size[0] / SCALE, size[1] / SCALE
        edge = 3 / SCALE
        box = shapely.box(edge, edge, width - edge, height - edge)
        picture.blit(entry.paint(box, Frame(0.0, height, SCALE, *size)), (0, 0))
        return picture

    return _swatches.of((entry.label, size, ground, language()), painted)


def _columns(theme: Theme, entries: Sequence[Entry], width: int) -> int:
    """Return the number of columns that fit the widest label."""
    widest = max((theme.font("small").size(entry.label)[0] for entry in entries), default=0) + _inset(theme)
    return max(1, min(len(entries), width // widest))


def _inset(theme: Theme) -> int:
    return theme.px(SWATCH[0] + 1)


def _height(theme: Theme, entry: Entry, width: int) -> int:
    lines = len(wrap(theme, entry.label, width - _inset(theme), "small"))
    return max(theme.px(SWATCH[1] + 0.5), lines * line_height(theme, "small"))

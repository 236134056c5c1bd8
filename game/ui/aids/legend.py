"""The legend: every pattern on the table with its meaning, painted by the very code that paints the table."""

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
"""Pixels per inch of the swatches, as of a table in a window of a usual size."""
_swatches = Memo[pygame.Surface](80)


def legend_height(theme: Theme, entries: Sequence[Entry], width: int) -> int:
    """Return the pixels that the entries need below one another, or in columns where there is room."""
    columns = _columns(theme, entries, width)
    rows = [entries[at : at + columns] for at in range(0, len(entries), columns)]
    return sum(max(_height(theme, entry, width // columns) for entry in row) for row in rows)


def draw_legend(
    target: pygame.Surface, theme: Theme, entries: Sequence[Entry], spot: tuple[int, int], width: int, ground: Colour
) -> None:
    """Draw the entries with the ground of the table below their patterns, no row cut by the target's clip."""
    columns, y, seen = _columns(theme, entries, width), spot[1], target.get_clip()
    for at in range(0, len(entries), columns):
        row = entries[at : at + columns]
        high = max(_height(theme, entry, width // columns) for entry in row)
        whole = seen.top <= y and y + theme.px(SWATCH[1]) <= seen.bottom
        for number, entry in enumerate(row if whole else ()):
            x = spot[0] + number * (width // columns)
            target.blit(swatch(theme, entry, ground), (x, y))
            middle = y + theme.px(SWATCH[1]) // 2
            lines = wrap(theme, entry.label, width // columns - _inset(theme), "small")
            top = middle - line_height(theme, "small") // 2
            for line in lines:
                target.blit(ink(theme, line, "small"), (x + theme.px(SWATCH[0] + 0.5), top))
                top += line_height(theme, "small")
        y += high


def swatch(theme: Theme, entry: Entry, ground: Colour) -> pygame.Surface:
    """Return the pattern of an entry on the ground of a table, in a thin frame."""
    size = theme.px(SWATCH[0]), theme.px(SWATCH[1])

    def painted() -> pygame.Surface:
        picture = pygame.Surface(size)
        picture.fill(ground)
        wide, high = size[0] / SCALE, size[1] / SCALE
        edge = 3 / SCALE
        box = shapely.box(edge, edge, wide - edge, high - edge)
        picture.blit(entry.paint(box, Frame(0.0, high, SCALE, *size)), (0, 0))
        return picture

    return _swatches.of((entry.label, size, ground, language()), painted)


def _columns(theme: Theme, entries: Sequence[Entry], width: int) -> int:
    widest = max((theme.font("small").size(entry.label)[0] for entry in entries), default=0) + _inset(theme)
    return max(1, min(len(entries), width // widest))


def _inset(theme: Theme) -> int:
    return theme.px(SWATCH[0] + 1)


def _height(theme: Theme, entry: Entry, width: int) -> int:
    lines = len(wrap(theme, entry.label, width - _inset(theme), "small"))
    return max(theme.px(SWATCH[1] + 0.5), lines * line_height(theme, "small"))

"""The layout of the window: the bar on top, the dock at the left, the table, and the drawer over its right edge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from game.ui.widgets.theme import Theme

SCALES: Final = (1.0, 1.3, 2.0)
"""The interface scales for which these sizes, in pixels, are given; between them they grow evenly."""
BAR, DOCK, DRAWER = (44, 57, 68), (208, 240, 272), (336, 400, 560)
USUAL: Final = (1280, 720)
"""The size of the window from which on, at a scale of 1, dock and drawer grow with it, half as fast."""


@dataclass(frozen=True)
class Layout:
    """The rectangles of a window, in pixels. They do not overlap and fill the window; a closed drawer has no width."""

    window: pygame.Rect
    bar: pygame.Rect
    dock: pygame.Rect
    table: pygame.Rect
    drawer: pygame.Rect

    @classmethod
    def of(cls, size: tuple[int, int], theme: Theme, *, drawer: bool = False) -> Layout:
        """Lay out a window, with the drawer open or not."""
        (width, height), beside = size, DRAWER if drawer else (0, 0, 0)
        bar = pygame.Rect(0, 0, width, _pixels(BAR, size, theme))
        below = height - bar.height
        dock = pygame.Rect(0, bar.bottom, _pixels(DOCK, size, theme), below)
        wide = min(_pixels(beside, size, theme), width - dock.width)
        shut = pygame.Rect(width - wide, bar.bottom, wide, below)
        table = pygame.Rect(dock.right, bar.bottom, width - dock.width - wide, below)
        return cls(pygame.Rect(0, 0, width, height), bar, dock, table, shut)

    def above(self, pixels: int) -> Layout:
        """Return the layout with that many pixels at the lower edge of the table left for something else."""
        table = self.table.copy()
        table.height -= pixels
        return replace(self, table=table)


def grown(size: tuple[int, int], theme: Theme) -> float:
    """Return how much larger than usual everything beside the table is in a window of a size."""
    room = min(have / usual for have, usual in zip(size, USUAL)) / theme.scale
    return 1.0 + max(0.0, room - 1.0) / 2


@lru_cache(maxsize=8)
def _theme(scale: float, sharp: bool) -> Theme:
    return Theme(scale, sharp)


def beside_table(size: tuple[int, int], theme: Theme) -> Theme:
    """Return the type and spacing of everything beside the table in a window of a size."""
    return _theme(theme.scale * grown(size, theme), theme.sharp)


HANDLE: Final = 4.5
"""The width of the buttons that open the drawer, in units of the theme beside the table."""


def clear_of_handles(table: pygame.Rect, size: tuple[int, int], theme: Theme) -> pygame.Rect:
    """Return the table's part of a window of a size without its edges, where the buttons of the drawer are."""
    return table.inflate(-2 * beside_table(size, theme).px(HANDLE + 0.5), 0)


def _pixels(sizes: tuple[int, ...], size: tuple[int, int], theme: Theme) -> int:
    """Return one of the given sizes for a window and its theme."""
    low, high = SCALES[0], SCALES[-1]
    least = float(np.interp(min(max(theme.scale, low), high), SCALES, sizes))
    return round(least * min(1.0, theme.scale / low) * grown(size, theme))

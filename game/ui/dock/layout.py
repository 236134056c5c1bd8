"""The layout of the window: the bar at the top, the dock at the left, the table, and the drawer at its right edge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from game.ui.widgets.theme import Theme

SCALES: Final = (1.0, 1.3, 2.0)
"""The interface scales of the following sizes in pixels, which grow evenly between them."""
BAR, DOCK, DRAWER = (44, 57, 68), (208, 240, 272), (336, 400, 560)
USUAL: Final = (1280, 720)
"""The size above which, at a scale of 1, dock and drawer grow with the window, half as fast."""


@dataclass(frozen=True)
class Layout:
    """The rectangles of a window in pixels, which fill it without overlap; a closed drawer has no width."""

    window: pygame.Rect
    bar: pygame.Rect
    dock: pygame.Rect
    table: pygame.Rect
    drawer: pygame.Rect

    @classmethod
    def of(cls, size: tuple[int, int], theme: Theme, *, drawer: bool = False) -> Layout:
        """Return the layout of a window, with the drawer open or closed."""
        (width, height), drawer_widths = size, DRAWER if drawer else (0, 0, 0)
        bar = pygame.Rect(0, 0, width, _pixels(BAR, size, theme))
        height_below = height - bar.height
        dock = pygame.Rect(0, bar.bottom, _pixels(DOCK, size, theme), height_below)
        drawer_width = min(_pixels(drawer_widths, size, theme), width - dock.width)
        drawer_rect = pygame.Rect(width - drawer_width, bar.bottom, drawer_width, height_below)
        table = pygame.Rect(dock.right, bar.bottom, width - dock.width - drawer_width, height_below)
        return cls(pygame.Rect(0, 0, width, height), bar, dock, table, drawer_rect)

    def above(self, pixels: int) -> Layout:
        """Return the layout with some pixels less at the lower edge of the table."""
        table = self.table.copy()
        table.height -= pixels
        return replace(self, table=table)


def grown(size: tuple[int, int], theme: Theme) -> float:
    """Return the factor by which everything beside the table is enlarged in a window of a size."""
    ratio = min(length / usual_length for length, usual_length in zip(size, USUAL)) / theme.scale
    return 1.0 + max(0.0, ratio - 1.0) / 2


@lru_cache(maxsize=8)
def _theme(scale: float, sharp: bool) -> Theme:
    return Theme(scale, sharp)


def beside_table(size: tuple[int, int], theme: Theme) -> Theme:
    """Return the theme of everything beside the table in a window of a size."""
    return _theme(theme.scale * grown(size, theme), theme.sharp)


HANDLE: Final = 4.5
"""The width of the buttons that open the drawer, in units of the theme beside the table."""


def clear_of_handles(table: pygame.Rect, size: tuple[int, int], theme: Theme) -> pygame.Rect:
    """Return the table of a window without its left and right edges, where the drawer's buttons are."""
    return table.inflate(-2 * beside_table(size, theme).px(HANDLE + 0.5), 0)


def _pixels(sizes: tuple[int, ...], size: tuple[int, int], theme: Theme) -> int:
    """Return the size for a window and its theme, of sizes for the `SCALES`."""
    least_scale, greatest_scale = SCALES[0], SCALES[-1]
    unenlarged = float(np.interp(min(max(theme.scale, least_scale), greatest_scale), SCALES, sizes))
    return round(unenlarged * min(1.0, theme.scale / least_scale) * grown(size, theme))

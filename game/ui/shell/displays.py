"""The displays of the desktop, and which of them a window is on."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Final

import pygame

REACHABLE: Final = 100
"""The fewest pixels of a window's upper edge, and below it, that must be on a display."""
_MIDDLE_OF: Final = 0x2FFF0000
"""The position that SDL takes for the middle of the first display; the other displays' positions follow."""
_PROBE: Final = 64


def displays() -> list[pygame.Rect]:
    """Return where the displays lie on the desktop, in pixels."""
    found = []
    for number, size in enumerate(pygame.display.get_desktop_sizes()):
        middle = _MIDDLE_OF + number
        with warnings.catch_warnings():  # its successor needs another way of drawing
            warnings.simplefilter("ignore", DeprecationWarning)
            hidden = pygame.Window("", (_PROBE, _PROBE), position=(middle, middle), hidden=True)
        left, top = hidden.position
        hidden.destroy()
        found.append(pygame.Rect((left - (size[0] - _PROBE) // 2, top - (size[1] - _PROBE) // 2), size))
    return found


def display_of(place: tuple[int, int], size: tuple[int, int], among: Sequence[pygame.Rect]) -> pygame.Rect | None:
    """Return the display on which a window with a size and place (pixels) can be reached, or None if there is none."""
    upper = pygame.Rect(place, (size[0], 1))
    shares = [(display.clip(upper).width, display) for display in among if display.bottom - place[1] >= REACHABLE]
    wide, display = max(shares, key=lambda share: share[0], default=(0, None))
    return display if wide >= min(REACHABLE, size[0]) else None

"""The layout of the window: the bar on top, the rosters, the table, the panel with decision, details and log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.widgets.theme import Theme

STRIP: Final = 6.0
FOLDED: Final = 2.0
"""Units of the theme of the strip of rosters, and of what is left of it when it is folded."""
LOW: Final = 60
"""Units of the theme below which a panel is too low for all its parts."""


@dataclass(frozen=True)
class Layout:
    """The rectangles of a window, in pixels. They do not overlap and fill the window."""

    window: pygame.Rect
    bar: pygame.Rect
    strip: pygame.Rect
    table: pygame.Rect
    decision: pygame.Rect
    details: pygame.Rect
    log: pygame.Rect

    @classmethod
    def of(cls, size: tuple[int, int], theme: Theme, decision_height: int = 0, strip: float = STRIP) -> Layout:
        """Lay out a window; the decision takes the height it needs, up to a little over half of the panel.

        With large type in a low window, the log gives up room to the decision as needed. The rosters are `strip` units
        of the theme high.
        """
        width, height = size
        bar = pygame.Rect(0, 0, width, theme.px(8))
        wide = max(theme.px(42), min(theme.px(54), width // 4))
        left, top, high = width - wide, bar.bottom, height - bar.bottom
        log_high, details_high = max(theme.px(16), high * 25 // 100), theme.px(11)
        if high < theme.px(LOW):
            spare = high - details_high - max(decision_height, theme.px(12))
            log_high = min(log_high, spare) if spare >= theme.px(9) else 0
        most = high - log_high - details_high
        decided = max(theme.px(12), min(decision_height or most // 2, most))
        decision = pygame.Rect(left, top, wide, decided)
        log = pygame.Rect(left, height - log_high, wide, log_high)
        details = pygame.Rect(left, decision.bottom, wide, log.top - decision.bottom)
        rosters = pygame.Rect(0, top, left, theme.px(strip))
        table = pygame.Rect(0, rosters.bottom, left, height - rosters.bottom)
        return cls(pygame.Rect(0, 0, width, height), bar, rosters, table, decision, details, log)

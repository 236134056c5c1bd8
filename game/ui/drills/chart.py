"""The results of drills as bars: a row for each of the latest days, and one for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.drills.drill import TITLES
from game.drills.results import Round, by_day, by_kind
from game.ui.widgets.text import ink, line_height
from game.ui.widgets.theme import INK_QUIET, LAMP, SLATE_LINE, Theme
from game.wording import _

DAYS: Final = 5
"""Days shown, the latest."""


@dataclass(frozen=True)
class ResultsChart:
    """Bars of right answers among those asked: full lamps on an outline, with the numbers in words."""

    rounds: Sequence[Round]

    def _rows(self) -> list[tuple[str, int, int, str]]:
        """Return the rows: label, right, asked, and what is told beside the bar."""
        days = [
            (day, right, asked, _("{each:.0f} s each", each=seconds / asked if asked else 0.0))
            for day, right, asked, seconds in by_day(self.rounds)[-DAYS:]
        ]
        kinds = by_kind(self.rounds)
        return [*days, *((_(title), *kinds[kind], "") for kind, title in TITLES.items() if kind in kinds)]

    def height(self, theme: Theme, width: int) -> int:
        return max(1, len(self._rows())) * self._high(theme) + theme.px(1)

    @staticmethod
    def _high(theme: Theme) -> int:
        return line_height(theme, "small") + theme.px(0.4)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the rows below one another."""
        rows, high = self._rows(), self._high(theme)
        if not rows:
            target.blit(ink(theme, _("No drills yet"), "small", "regular", INK_QUIET), rect.topleft)
        for number, (label, right, asked, more) in enumerate(rows):
            top = rect.top + number * high
            target.blit(ink(theme, label, "small"), (rect.left, top))
            box = pygame.Rect(rect.left + rect.width * 2 // 5, top, rect.width // 3, high - theme.px(0.8))
            full = pygame.Rect(box)
            full.width = round(box.width * right / asked) if asked else 0
            pygame.draw.rect(target, LAMP, full, border_radius=3)
            pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=3)
            told = _("{right} of {asked}", right=right, asked=asked) + (f", {more}" if more else "")
            target.blit(ink(theme, told, "small"), (box.right + theme.px(1), top))

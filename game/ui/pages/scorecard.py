"""A scorecard as a sheet: how fair the table is, the ground, and both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.engine.questions.scorecard import Scorecard
from game.engine.questions.scorecard_words import fairness_line, ground_lines, side_lines, summary
from game.engine.rulebook.view import Line
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import ReaderSheet, Section
from game.ui.widgets.text import blit_at
from game.ui.widgets.theme import Theme
from game.wording import _

PICTURE: Final = 56
WORDS: Final = 78
HIGH: Final = 62
"""The least width of the picture, the width of the words beside it, and the least height, in units of the theme."""
SHAPE: Final = 0.7
"""The height of a table's picture for its width, roughly."""


def chapters_of(card: Scorecard) -> list[Section]:
    """Return a scorecard in chapters."""
    one, two = card.sides
    first = Section(_("In short"), (fairness_line(card), Line(summary(card))))
    sides = [Section(side.name, tuple(side_lines(card, side, other))) for side, other in ((one, two), (two, one))]
    return [first, Section(_("The ground"), tuple(ground_lines(card))), *sides]


def scorecard_sheet(theme: Theme, card: Scorecard) -> ReaderSheet:
    """Return a scorecard in words."""
    back = with_keys([MenuItem("close", _("Back"), "escape")])
    return ReaderSheet(theme, _("Scorecard"), (), back, chapters=chapters_of(card), wide=118, size="small")


@dataclass
class PicturedSheet(ReaderSheet):
    """A scorecard with a picture of the table below its actions, where the window is wide enough."""

    paint: Callable[[tuple[int, int]], pygame.Surface] = pygame.Surface
    _least: int = 0
    _picture: tuple[tuple[int, int], pygame.Surface] | None = None

    def place(self, window: pygame.Rect) -> None:
        """Centre the sheet, with as much room for the picture as the window has."""
        unit = self.theme.px(1)
        high = window.height / unit - 14
        self.beside = max(PICTURE, min(window.width / unit - WORDS - 16, high / SHAPE - 10))
        self.wide = self.beside + WORDS + 11
        self._least = round(min(max(HIGH, self.beside * SHAPE + 10), high) * unit)
        super().place(window)

    @property
    def whole(self) -> int:
        return max(super().whole, self._least)

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        room = self.list.rect.copy()
        high = self.list.height(room.width) + self.theme.px(1.5)
        room.top, room.height = room.top + high, room.height - high
        if room.width > self.theme.px(self.beside) or min(room.size) < self.theme.px(12):
            return
        if self._picture is None or self._picture[0] != room.size:
            self._picture = room.size, self.paint(room.size)
        picture = self._picture[1]
        share = min(room.width / picture.get_width(), room.height / picture.get_height())
        size = round(picture.get_width() * share), round(picture.get_height() * share)
        blit_at(target, pygame.transform.smoothscale(picture, size), topleft=room.topleft)

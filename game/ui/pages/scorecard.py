"""A scorecard as a sheet: the fairness of the table, its ground, and both sides."""

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
"""Least width of the picture, width of the text beside it, and least height, in units of the theme."""
SHAPE: Final = 0.7
"""The rough height of a table's picture for each unit of its width."""


def chapters_of(card: Scorecard) -> list[Section]:
    """Return the chapters of a scorecard."""
    first_side, second_side = card.sides
    overview = Section(_("In short"), (fairness_line(card), Line(summary(card))))
    sides = [
        Section(side.name, tuple(side_lines(card, side, other)))
        for side, other in ((first_side, second_side), (second_side, first_side))
    ]
    return [overview, Section(_("The ground"), tuple(ground_lines(card))), *sides]


def scorecard_sheet(theme: Theme, card: Scorecard) -> ReaderSheet:
    """Return a scorecard as a sheet of text."""
    back = with_keys([MenuItem("close", _("Back"), "escape")])
    return ReaderSheet(theme, _("Scorecard"), (), back, chapters=chapters_of(card), wide=118, size="small")


@dataclass
class PicturedSheet(ReaderSheet):
    """A scorecard with a picture of the table below its actions, if the window is wide enough."""

    paint: Callable[[tuple[int, int]], pygame.Surface] = pygame.Surface
    _least: int = 0
    _picture: tuple[tuple[int, int], pygame.Surface] | None = None

    def place(self, window: pygame.Rect) -> None:
        """Centre the sheet, with as much room for the picture as the window has."""
        unit = self.theme.px(1)
        most_height = window.height / unit - 14
        self.beside = max(PICTURE, min(window.width / unit - WORDS - 16, most_height / SHAPE - 10))
        self.wide = self.beside + WORDS + 11
        self._least = round(min(max(HIGH, self.beside * SHAPE + 10), most_height) * unit)
        super().place(window)

    @property
    def whole(self) -> int:
        return max(super().whole, self._least)

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        picture_rect = self.list.rect.copy()
        rows_height = self.list.height(picture_rect.width) + self.theme.px(1.5)
        picture_rect.top, picture_rect.height = picture_rect.top + rows_height, picture_rect.height - rows_height
        if picture_rect.width > self.theme.px(self.beside) or min(picture_rect.size) < self.theme.px(12):
            return
        if self._picture is None or self._picture[0] != picture_rect.size:
            self._picture = picture_rect.size, self.paint(picture_rect.size)
        picture = self._picture[1]
        share = min(picture_rect.width / picture.get_width(), picture_rect.height / picture.get_height())
        size = round(picture.get_width() * share), round(picture.get_height() * share)
        blit_at(target, pygame.transform.smoothscale(picture, size), topleft=picture_rect.topleft)

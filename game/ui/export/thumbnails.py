"""Small pictures of tables for sheets, painted when they are first looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.engine.rulebook.view import TableView
from game.engine.session import Session
from game.play.session_model import palette_of
from game.ui.board.picture import render_table
from game.ui.widgets.looks import Ground
from game.ui.widgets.text import blit_at, ink, line_height, wrap
from game.ui.widgets.theme import INK_QUIET, SLATE_LINE, SLATE_RAISED, Colour, Theme

PICTURE: Final = (640, 480)
"""Maximum size of a picture in pixels; it is shown at any size below."""
Fact = tuple[str, Colour]


class TableFigure:
    """The picture of a game's table, with facts below it."""

    def __init__(self, session: Session, view: TableView, facts: Sequence[str] = ()) -> None:
        self._session, self._view = session, view
        self._facts = [(fact, INK_QUIET) for fact in facts if fact]
        self._picture: pygame.Surface | None = None

    def height(self, theme: Theme, width: int) -> int:
        facts = sum(len(wrap(theme, text, width, "small")) for text, _tint in self._facts)
        return width * 3 // 4 + theme.px(1) + facts * line_height(theme, "small")

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        if self._picture is None:
            ground = Ground.of(self._session.game.ruler.battlefield, palette_of(self._session))
            self._picture = render_table(self._view, ground, PICTURE)
        draw_pictured(target, theme, rect, self._picture, self._facts)


def draw_pictured(
    target: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    picture: pygame.Surface | None,
    facts: Sequence[Fact],
    instead: str = "",
) -> None:
    """Draw a picture as wide as a rectangle, or some words `instead`, and below it what there is room for of facts."""
    frame = pygame.Rect(rect.left, rect.top, rect.width, rect.width * 3 // 4)
    if picture is not None:
        frame = picture.get_rect().fit(frame).move_to(topleft=frame.topleft)
        target.blit(pygame.transform.smoothscale(picture, frame.size), frame)
    else:
        pygame.draw.rect(target, SLATE_RAISED, frame, border_radius=theme.px(0.75))
        blit_at(target, ink(theme, instead, "small", "regular", INK_QUIET), center=frame.center)
    pygame.draw.rect(target, SLATE_LINE, frame, 1)
    y = frame.bottom + theme.px(1)
    for text, tint in facts:
        for row in wrap(theme, text, rect.width, "small"):
            if y + line_height(theme, "small") <= rect.bottom:
                target.blit(ink(theme, row, "small", "regular", tint), (rect.left, y))
            y += line_height(theme, "small")

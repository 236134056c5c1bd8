"""The page at the end of a game: scores by round, losses, luck; and its rows, the turning points among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.engine.history.scores import rounds_of, turning_points
from game.engine.rulebook.view import PlayerView
from game.engine.session import Session
from game.lab.summary import LUCK, luck_table, turn_text
from game.ui.score.chart import Grid, ScoreChart
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import line_height, wrap, write
from game.ui.widgets.theme import INK_QUIET, Theme
from game.wording import _

TURN: Final = "turn:"
"""Prefix of the id of a row that leads to a turning point; the number of its events follows."""
ROWS: Final = 50
"""Width of the rows in units of the theme."""
WIDE: Final = 150


def players_of(session: Session) -> list[PlayerView]:
    """Return the players in the order of their seats."""
    known = {player.id: player for player in session.ruleset.view(session.game).players}
    return [known[player] for player in session.ruleset.players(session.setup) if player in known]


def luck_grid(session: Session) -> Grid:
    """Return the table of what was lost, of what excelled, and of luck."""
    players = players_of(session)
    head, cells = luck_table(session)
    return Grid(players, head, [cells[player.id] for player in players])


def turn_rows(session: Session) -> list[MenuItem]:
    """Return a row for each turning point, under a heading."""
    rows = [MenuItem(f"{TURN}{turn.events}", turn_text(session, turn)) for turn in turning_points(session)]
    return [MenuItem("turns", _("Turning points: click to see the moment"), heading=True), *rows] if rows else []


@dataclass
class Figures:
    """The chart of the scores over the table of losses and luck."""

    chart: ScoreChart
    luck: Grid

    @classmethod
    def of(cls, session: Session) -> Figures:
        """Return the figures of a game."""
        points = _(session.ruleset.terms.points)
        return cls(ScoreChart(players_of(session), rounds_of(session), points), luck_grid(session))

    def height(self, theme: Theme, width: int) -> int:
        """Return the height it would like to have, in pixels."""
        lines = theme.px(18) if len(self.chart.rounds) > 1 else 0
        return lines + self.chart.grid.height(theme, width) + self._below(theme, width)

    def _below(self, theme: Theme, width: int) -> int:
        note = len(wrap(theme, _(LUCK), width, "small")) * line_height(theme, "small")
        return theme.px(3) + self.luck.height(theme, width) + note

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw them; the lines of the chart get the height that is left."""
        if len(self.chart.rounds) < 2:
            rect = pygame.Rect(rect.topleft, (rect.width, min(rect.height, self.height(theme, rect.width))))
        below = self._below(theme, rect.width)
        self.chart.draw(target, theme, pygame.Rect(rect.left, rect.top, rect.width, rect.height - below))
        grid = self.luck.height(theme, rect.width)
        top = rect.bottom - below + theme.px(2)
        self.luck.draw(target, theme, pygame.Rect(rect.left, top, rect.width, grid))
        spot = rect.left, top + grid + theme.px(0.5)
        write(target, theme, _(LUCK), spot, rect.width, "small", colour=INK_QUIET)


@dataclass
class EndingSheet(Sheet):
    """A sheet with its figures to the left of the rows."""

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        width = min(theme.px(WIDE), window.width - theme.px(2))
        rows = min(theme.px(ROWS), width * 2 // 5)
        self._inner = pygame.Rect(0, 0, width - rows - theme.px(8), 0)
        head = theme.px(8) + self._text_height(width - theme.px(6)) + theme.px(1)
        liked = self.figure.height(theme, self._inner.width) if self.figure is not None else 0
        body = min(max(liked, self.list.height(rows)), window.height - head - theme.px(4))
        self.rect = pygame.Rect(0, 0, width, head + body + theme.px(2))
        self.rect.center = window.center
        top = self.rect.top + head
        self._inner.topleft, self._inner.height = (self.rect.left + theme.px(3), top), body
        self.list.place(pygame.Rect(self.rect.right - theme.px(3) - rows, top, rows, body))

    def draw(self, target: pygame.Surface) -> None:
        theme, figure, self.figure = self.theme, self.figure, None
        super().draw(target)
        self.figure = figure
        if figure is not None:
            figure.draw(target, theme, self._inner)

"""The page at the end of a game: scores by round, losses, luck; and its rows, the turning points among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pygame

from game.engine.history.scores import RoundScore, rounds_of, turning_points
from game.engine.rulebook.view import PlayerView
from game.engine.session import Session
from game.lab.summary import LUCK, luck_table, number, round_name, turn_text
from game.ui.widgets.memo import Memo
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.signs import dashed, player_sign
from game.ui.widgets.text import blit_at, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, SLATE_LINE, Theme, colour_of
from game.wording import _

NAME: Final = 0.28
"""The share of a table's width that the names take."""
LEAST: Final = 9
"""The least height of the lines, in units of the theme."""


@dataclass
class Grid:
    """A table: a head of figures, and a row of them for each player after their sign and name."""

    players: Sequence[PlayerView]
    head: Sequence[str]
    cells: Sequence[Sequence[str]]
    strong: int = -1
    """The column in bold."""

    def height(self, theme: Theme, width: int) -> int:
        """Return its height in pixels."""
        return self._head(theme, width) + len(self.players) * line_height(theme)

    def columns(self, width: int) -> list[tuple[int, int]]:
        """Return the limits of every column, from the left edge."""
        left, count = round(width * NAME), max(1, len(self.head))
        edges = [left + round((width - left) * at / count) for at in range(count + 1)]
        return list(pairwise(edges))

    def _heads(self, theme: Theme, width: int) -> list[tuple[str, ...]]:
        columns = self.columns(width)
        return [
            wrap(theme, text, right - left - theme.px(0.5), "small") for text, (left, right) in zip(self.head, columns)
        ]

    def _head(self, theme: Theme, width: int) -> int:
        return max((len(lines) for lines in self._heads(theme, width)), default=0) * line_height(theme, "small")

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw it into a rectangle of its height."""
        columns, bottom = self.columns(rect.width), rect.top + self._head(theme, rect.width)
        for lines, (left, right) in zip(self._heads(theme, rect.width), columns, strict=True):
            y = bottom - len(lines) * line_height(theme, "small")
            for line in lines:
                text = ink(theme, shorten(theme, line, right - left, "small"), "small", "regular", INK_QUIET)
                blit_at(target, text, midtop=(rect.left + (left + right) // 2, y))
                y += line_height(theme, "small")
        pygame.draw.line(target, SLATE_LINE, (rect.left, bottom), (rect.right, bottom))
        for place, (player, row) in enumerate(zip(self.players, self.cells, strict=True)):
            y = bottom + place * line_height(theme)
            middle = y + line_height(theme) // 2
            player_sign(target, place, (rect.left + theme.px(1), middle), theme.px(0.7), colour_of(player.colour))
            name = shorten(theme, player.name, round(rect.width * NAME) - theme.px(3), "body")
            target.blit(ink(theme, name), (rect.left + theme.px(2.5), y))
            for at, (cell, (left, right)) in enumerate(zip(row, columns, strict=True)):
                weight = "bold" if at == self.strong else "regular"
                blit_at(target, ink(theme, cell, "body", weight), midtop=(rect.left + (left + right) // 2, y))


@dataclass
class ScoreChart:
    """The scores by round; the lines take what height there is, none if it is too little."""

    players: Sequence[PlayerView]
    rounds: Sequence[RoundScore]
    points: str
    _pictures: Memo[pygame.Surface] = field(default_factory=lambda: Memo(4), repr=False)

    @property
    def grid(self) -> Grid:
        """The table below the lines."""
        head = [round_name(each) for each in self.rounds] if len(self.rounds) > 1 else [self.points]
        cells = [[number(each.after[player.id]) for each in self.rounds] for player in self.players]
        return Grid(self.players, head, cells, len(self.rounds) - 1)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the table at the bottom of a rectangle, the lines above it."""
        grid = self.grid
        below = pygame.Rect(rect.left, 0, rect.width, grid.height(theme, rect.width))
        below.bottom = rect.bottom
        grid.draw(target, theme, below)
        room = pygame.Rect(rect.left, rect.top, rect.width, below.top - rect.top - theme.px(0.5))
        if room.height >= theme.px(LEAST) and len(self.rounds) > 1:
            self._lines(target, theme, room, [(left + right) / 2 for left, right in grid.columns(rect.width)])

    def _lines(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, columns: Sequence[float]) -> None:
        scores = [score for each in self.rounds for score in each.after.values()]
        low, high = min(0, *scores), max(1, *scores)
        pad = theme.px(1.5)

        def level(score: float) -> float:
            return pad + (rect.height - 2 * pad) * (high - score) / (high - low)

        for score in sorted({low, 0, high}):
            y = rect.top + round(level(score))
            left = rect.left + round(columns[0]) - theme.px(1)
            pygame.draw.line(target, SLATE_LINE, (left, y), (rect.right, y))
            text = ink(theme, number(score), "small", "regular", INK_FAINT if score else INK_QUIET)
            blit_at(target, text, midright=(left - theme.px(0.75), y))
        head = ink(theme, _("Score over time"), "small", "semibold", INK)
        target.blit(head, (rect.left, rect.top))

        def drawn() -> pygame.Surface:
            picture = pygame.Surface((rect.width * 2, rect.height * 2), pygame.SRCALPHA, 32)
            for place, player in enumerate(self.players):
                aside = (place - (len(self.players) - 1) / 2) * theme.px(1)  # equal scores are seen side by side
                points = [
                    (2 * x + aside, 2 * level(each.after[player.id]) + aside)
                    for x, each in zip(columns, self.rounds, strict=True)
                ]
                colour = colour_of(player.colour)
                dashed(picture, place, points, max(2, theme.px(0.6)), colour)
                for point in points:
                    player_sign(picture, place, point, theme.px(1.4), colour)
            return pygame.transform.smoothscale(picture, rect.size)

        target.blit(self._pictures.of((rect.size, theme.scale), drawn), rect)


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

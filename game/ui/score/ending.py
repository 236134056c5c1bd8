"""Pages of scores: the card of a round, and the page at the end of a game with its turning points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

import pygame

from game.engine.core.events import Deed, Event
from game.engine.history.scores import RoundScore, ScoreLine, closed_rounds, rounds_of, turning_points
from game.engine.rulebook.view import Line, PlayerView
from game.engine.session import Session
from game.lab.summary import LUCK, luck_table, number, round_name, round_title, turn_text
from game.play.spoken_deeds import fell
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.signs import dashed, player_sign
from game.ui.widgets.text import blit_at, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import BAD, GOOD, INK, INK_FAINT, INK_QUIET, SLATE_LINE, Colour, Theme, colour_of
from game.wording import N_, _, ngettext, series

COLUMN: Final = 40
"""Width of a player's column in units of the theme, if there is room."""


def worth_colour(points: int) -> Colour:
    """Return the colour of a gain, a loss, or nothing."""
    return GOOD if points > 0 else BAD if points < 0 else INK_QUIET


@dataclass
class Columns:
    """A column for each player: the points of the round, the totals, and a line for everything that brought points.

    It is at most `most` pixels high: lines that do not fit are summed up.
    """

    players: Sequence[PlayerView]
    score: RoundScore
    points: str
    most: int = 100_000

    def _wide(self, theme: Theme, width: int) -> int:
        return (width - (len(self.players) - 1) * theme.px(2)) // max(1, len(self.players))

    @staticmethod
    def _lines(theme: Theme, line: ScoreLine, wide: int) -> list[tuple[str, str]]:
        """Return the lines of a reason, with the rule beside the first, or on a line of its own if it is long."""
        rule = theme.font("small").size(line.rule)[0] + theme.px(1)
        beside = rule <= wide // 3
        parts = wrap(theme, line.reason, wide - theme.px(5) - (rule if beside else 0), "small")
        found = [(part, "" if number or not beside else line.rule) for number, part in enumerate(parts)]
        return found if beside or not line.rule else [*found, ("", line.rule)]

    @staticmethod
    def _head(theme: Theme) -> int:
        return theme.px(1.5) + line_height(theme) + line_height(theme, "large") + theme.px(1)

    def height(self, theme: Theme, width: int) -> int:
        wide, high = self._wide(theme, width), line_height(theme, "small")
        rows = [sum(len(self._lines(theme, line, wide)) for line in self.score.of(each.id)) for each in self.players]
        return min(self.most, self._head(theme) + max(1, *rows, 0) * high + theme.px(0.5))

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        rect = pygame.Rect(rect.left, rect.top + theme.px(1), rect.width, rect.height - theme.px(1))
        wide = self._wide(theme, rect.width)
        for place, player in enumerate(self.players):
            left = rect.left + place * (wide + theme.px(2))
            self._column(target, theme, place, player, pygame.Rect(left, rect.top, wide, rect.height))

    def _column(self, target: pygame.Surface, theme: Theme, place: int, player: PlayerView, box: pygame.Rect) -> None:
        before, after, lines = self.score.before[player.id], self.score.after[player.id], self.score.of(player.id)
        colour, y, high = colour_of(player.colour), box.top + theme.px(0.5), line_height(theme, "small")
        pygame.draw.line(target, colour, box.topleft, (box.right, box.top), max(2, theme.px(0.25)))
        middle = y + line_height(theme) // 2
        player_sign(target, place, (box.left + theme.px(0.9), middle), theme.px(0.75), colour)
        name = shorten(theme, player.name, box.width - theme.px(2.5), "body", "semibold")
        target.blit(ink(theme, name, "body", "semibold"), (box.left + theme.px(2.5), y))
        y += line_height(theme)
        gain = ink(theme, number(after - before, sign=True), "large", "semibold", worth_colour(after - before))
        target.blit(gain, (box.left, y))
        total = ink(theme, f"{number(before)} › {number(after)} {self.points}", "body", "regular", INK_QUIET)
        blit_at(target, total, bottomright=(box.right, y + gain.get_height() - theme.px(0.25)))
        y += line_height(theme, "large") + theme.px(1)
        if not lines:
            target.blit(ink(theme, _("nothing"), "small", "regular", INK_FAINT), (box.left, y))
        for at, line in enumerate(lines):
            parts, rest = self._lines(theme, line, box.width), lines[at:]
            more = high if len(rest) > 1 else 0
            if y + len(parts) * high + more > box.bottom:
                gained = number(sum(each.points for each in rest), sign=True)
                text = ngettext("{n} more: {points}", "{n} more: {points}", len(rest), points=gained)
                target.blit(ink(theme, text, "small", "regular", INK_QUIET), (box.left, y))
                return
            worth = ink(theme, number(line.points, sign=True), "small", "semibold", worth_colour(line.points))
            blit_at(target, worth, topright=(box.left + theme.px(3.5), y))
            for part, rule in parts:
                target.blit(ink(theme, part, "small"), (box.left + theme.px(5), y))
                blit_at(target, ink(theme, rule, "small", "regular", INK_FAINT), topright=(box.right, y))
                y += high
        pygame.draw.line(target, SLATE_LINE, (box.left, box.bottom), (box.right, box.bottom))


@dataclass
class ScoreSheet(Sheet):
    """The sheet of a card, no higher than the window."""

    def place(self, window: pygame.Rect) -> None:
        if isinstance(self.figure, Columns):
            self.figure.most = 100_000
            over = self._fit(window, self.wide) - (window.height - self.theme.px(4))
            if over > 0:
                inner = self.rect.width - self.theme.px(6)
                self.figure.most = max(self.theme.px(8), self.figure.height(self.theme, inner) - over)
        super().place(window)


def score_sheet(theme: Theme, session: Session, score: RoundScore, later: RoundScore | None) -> Sheet:
    """Return the card of a round and of who leads the `later` one; any key or click goes on."""
    ruleset, game = session.ruleset, session.game
    known = {player.id: player for player in ruleset.view(game).players}
    players = [known[player] for player in score.after if player in known]
    points, score = _(ruleset.terms.points), explained(session, score)
    lines = [Line(_standing(score, {player.id: player.name for player in players}, points)), *_fallen(session, score)]
    if later is not None and later.led_by >= 0:
        event = session.events[later.led_by]
        lines.append(Line(ruleset.tell(game, event), event.rule))
    lines.append(Line(_("Any key or click to continue."), tone="quiet"))
    text = (
        N_("{round} is scored") if score.lines or score.before != score.after else N_("{round} is over: nobody scores")
    )
    title = _(text, round=round_title(session, score))
    go = MenuItem("close", _("Continue"), "return", primary=True)
    wide = max(54, COLUMN * len(players) + 6)
    return ScoreSheet(theme, title, lines, [go], any_key=True, wide=wide, figure=Columns(players, score, points))


def explained(session: Session, score: RoundScore) -> RoundScore:
    """Return a score in which lines account for all points: for what was achieved in the round, or else is held."""
    ruleset, game = session.ruleset, session.game
    events = {number: session.events[number] for number in range(score.first, min(score.end, len(session.events)))}
    lines = [
        line if line.reason else line._replace(reason=ruleset.tell(game, events[line.event])) for line in score.lines
    ]
    for player, before in score.before.items():
        rest = score.after[player] - before - sum(line.points for line in score.of(player))
        if rest:
            lines.append(_held(session, player, rest, events))
    return replace(score, lines=lines)


def _held(session: Session, player: str, points: int, events: Mapping[int, Event]) -> ScoreLine:
    """Return the line of points that no event scored: for feats of the player, or else for what is held now."""
    marks = {number: session.ruleset.landmark(event) for number, event in events.items()}
    feats = [number for number, mark in marks.items() if mark and (mark.sort, mark.subject) == ("feat", player)]
    if not feats or points < 0:
        reason = _("holds more than before") if points > 0 else _("holds less than before")
        return ScoreLine(player, points, reason, "", max(events, default=0))
    reason = series([session.ruleset.tell(session.game, events[number]) for number in feats])
    return ScoreLine(player, points, reason, events[feats[-1]].rule, feats[-1])


def _fallen(session: Session, score: RoundScore) -> list[Line]:
    """Return a line for each piece that was removed in a phase of the round, because damage was left to it."""
    view = session.ruleset.view(session.game)
    names = {piece.id: piece.name for piece in (*view.pieces, *view.reserve, *view.lost)}
    lines, kept = list[Line](), dict[str, Deed]()
    for event in session.events[score.first : score.end]:
        deed = event.deed()
        if deed is not None and deed.sort == "keeps":
            kept |= dict.fromkeys(deed.to, deed)
        elif deed is not None and deed.sort in ("hurts", "removes"):
            last = [(name, kept.pop(name)) for name in deed.to if name in kept]
            if deed.sort == "removes":
                lines += [Line(fell(names.get(name, name), each), event.rule, "bad") for name, each in last]
    return lines


def _standing(score: RoundScore, names: dict[str, str], points: str) -> str:
    ahead = [names[player] for player in score.leaders if player in names]
    best = score.after[score.leaders[0]] if score.leaders else 0
    if len(ahead) == 1 and len(names) > 1:
        return _("{name} is ahead with {best} {points}.", name=ahead[0], best=best, points=points)
    if len(ahead) == 1:
        return _("{name} has {best} {points}.", name=ahead[0], best=best, points=points)
    return _("{names} are tied at {best} {points}.", names=series(ahead), best=best, points=points)


@dataclass
class CardWatch:
    """Knows up to which event the cards of a game have been shown."""

    session: Session | None = None
    events: int = 0

    def follow(self, session: Session) -> list[tuple[RoundScore, RoundScore | None]]:
        """Return the rounds closed since the last call, each with the next one; none of a game just opened."""
        known, self.session, before = session is self.session, session, self.events
        self.events = len(session.events)
        if not known or self.events <= before:
            return []
        marks = (session.ruleset.landmark(event) for event in session.events[before:])
        if not any(mark is not None and mark.sort in ("round", "ending") for mark in marks):
            return []
        return closed_rounds(rounds_of(session), before)


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

"""Pages of scores: the card of a round, and the page at the end of a game with its turning points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

import pygame

from game.engine.core.events import Deed, Event
from game.engine.history.scores import RoundScore, ScoreLine, closed_rounds, closed_turns, rounds_of, turning_points
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
    """Return the colour of a gain, a loss, or neither."""
    if points == 0:
        return INK_QUIET
    return GOOD if points > 0 else BAD


@dataclass
class Columns:
    """A column for each player: the points of the round, the totals, and a line for each source of points.

    It is at most `most` pixels high; lines that do not fit are summed up in one.
    """

    players: Sequence[PlayerView]
    score: RoundScore
    points: str
    most: int = 100_000

    def _wide(self, theme: Theme, width: int) -> int:
        return (width - (len(self.players) - 1) * theme.px(2)) // max(1, len(self.players))

    @staticmethod
    def _lines(theme: Theme, line: ScoreLine, width: int) -> list[tuple[str, str]]:
        """Return the wrapped reason of points; its rule is beside the first line, or if long, on its own line."""
        rule_width = theme.font("small").size(line.rule)[0] + theme.px(1)
        is_beside = rule_width <= width // 3
        parts = wrap(theme, line.reason, width - theme.px(5) - (rule_width if is_beside else 0), "small")
        lines = [(part, "" if index or not is_beside else line.rule) for index, part in enumerate(parts)]
        return lines if is_beside or not line.rule else [*lines, ("", line.rule)]

    @staticmethod
    def _head(theme: Theme) -> int:
        return theme.px(1.5) + line_height(theme) + line_height(theme, "large") + theme.px(1)

    def height(self, theme: Theme, width: int) -> int:
        column_width, row_height = self._wide(theme, width), line_height(theme, "small")
        row_counts = [
            sum(len(self._lines(theme, line, column_width)) for line in self.score.of(player.id))
            for player in self.players
        ]
        return min(self.most, self._head(theme) + max(1, *row_counts, 0) * row_height + theme.px(0.5))

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        rect = pygame.Rect(rect.left, rect.top + theme.px(1), rect.width, rect.height - theme.px(1))
        column_width = self._wide(theme, rect.width)
        for index, player in enumerate(self.players):
            left = rect.left + index * (column_width + theme.px(2))
            self._column(target, theme, index, player, pygame.Rect(left, rect.top, column_width, rect.height))

    def _column(
        self, target: pygame.Surface, theme: Theme, player_index: int, player: PlayerView, box: pygame.Rect
    ) -> None:
        """Draw the column of the player with an index."""
        old_points, new_points, lines = (
            self.score.before[player.id],
            self.score.after[player.id],
            self.score.of(player.id),
        )
        colour, y, row_height = colour_of(player.colour), box.top + theme.px(0.5), line_height(theme, "small")
        pygame.draw.line(target, colour, box.topleft, (box.right, box.top), max(2, theme.px(0.25)))
        middle = y + line_height(theme) // 2
        player_sign(target, player_index, (box.left + theme.px(0.9), middle), theme.px(0.75), colour)
        name = shorten(theme, player.name, box.width - theme.px(2.5), "body", "semibold")
        target.blit(ink(theme, name, "body", "semibold"), (box.left + theme.px(2.5), y))
        y += line_height(theme)
        gain = ink(
            theme,
            number(new_points - old_points, sign=True),
            "large",
            "semibold",
            worth_colour(new_points - old_points),
        )
        target.blit(gain, (box.left, y))
        total = ink(theme, f"{number(old_points)} › {number(new_points)} {self.points}", "body", "regular", INK_QUIET)
        blit_at(target, total, bottomright=(box.right, y + gain.get_height() - theme.px(0.25)))
        y += line_height(theme, "large") + theme.px(1)
        if not lines:
            target.blit(ink(theme, _("nothing"), "small", "regular", INK_FAINT), (box.left, y))
        for index, line in enumerate(lines):
            parts, remaining = self._lines(theme, line, box.width), lines[index:]
            sum_height = row_height if len(remaining) > 1 else 0
            # The last row is needed for the sum unless this line is the last.
            if y + len(parts) * row_height + sum_height > box.bottom:
                gained = number(sum(other_line.points for other_line in remaining), sign=True)
                text = ngettext("{n} more: {points}", "{n} more: {points}", len(remaining), points=gained)
                target.blit(ink(theme, text, "small", "regular", INK_QUIET), (box.left, y))
                return
            line_points = ink(theme, number(line.points, sign=True), "small", "semibold", worth_colour(line.points))
            blit_at(target, line_points, topright=(box.left + theme.px(3.5), y))
            for part, rule in parts:
                target.blit(ink(theme, part, "small"), (box.left + theme.px(5), y))
                blit_at(target, ink(theme, rule, "small", "regular", INK_FAINT), topright=(box.right, y))
                y += row_height
        pygame.draw.line(target, SLATE_LINE, (box.left, box.bottom), (box.right, box.bottom))


@dataclass
class ScoreSheet(Sheet):
    """The sheet of a card, no higher than the window."""

    def place(self, window: pygame.Rect) -> None:
        if isinstance(self.figure, Columns):
            self.figure.most = 100_000
            excess = self._fit(window, self.wide) - (window.height - self.theme.px(4))
            if excess > 0:
                inner_width = self.rect.width - self.theme.px(6)
                self.figure.most = max(self.theme.px(8), self.figure.height(self.theme, inner_width) - excess)
        super().place(window)


def score_sheet(
    theme: Theme, session: Session, score: RoundScore, later: RoundScore | None, turn_of: str = ""
) -> Sheet:
    """Return the card of a round and of the leader of the `later` one, or of a player's turn; any key closes it."""
    ruleset, game = session.ruleset, session.game
    player_of = {player.id: player for player in ruleset.view(game).players}
    players = [player_of[player] for player in score.after if player in player_of]
    points, score = _(ruleset.terms.points), explained(session, score)
    lines = [Line(_standing(score, {player.id: player.name for player in players}, points))]
    lines += _fallen(session, score)
    if later is not None and later.led_by >= 0:
        event = session.events[later.led_by]
        lines.append(Line(_("Next round: {event}", event=ruleset.tell(game, event)), event.rule))
    has_scored = bool(score.lines) or score.before != score.after
    if not has_scored and (aim := ruleset.view(game).aim) is not None:
        lines.append(aim)  # it says when the next points are scored
    lines.append(Line(_("Any key or click to continue."), tone="quiet"))
    name = round_title(session, score)
    if turn_of in player_of:
        title = _("{round}, {player}'s turn, is scored", round=name, player=player_of[turn_of].name)
    else:
        title = _(N_("{round} is scored") if has_scored else N_("{round} is over: nobody scores"), round=name)
    row = MenuItem("close", _("Continue"), "return", primary=True)
    width = max(54, COLUMN * len(players) + 6)
    return ScoreSheet(theme, title, lines, [row], any_key=True, wide=width, figure=Columns(players, score, points))


def explained(session: Session, score: RoundScore) -> RoundScore:
    """Return a score with lines for all points: for feats in the round, or for possessions at its end."""
    ruleset, game = session.ruleset, session.game
    events = {index: session.events[index] for index in range(score.first, min(score.end, len(session.events)))}
    lines = [
        line if line.reason else line._replace(reason=ruleset.tell(game, events[line.event])) for line in score.lines
    ]
    for player, old_points in score.before.items():
        unexplained = score.after[player] - old_points - sum(line.points for line in score.of(player))
        if unexplained:
            lines.append(_held(session, player, unexplained, events))
    return replace(score, lines=lines)


def _held(session: Session, player: str, points: int, events: Mapping[int, Event]) -> ScoreLine:
    """Return the line for points that no event scored: for feats of the player, or else for possessions."""
    marks = {number: session.ruleset.landmark(event) for number, event in events.items()}
    feats = [number for number, mark in marks.items() if mark and (mark.sort, mark.subject) == ("feat", player)]
    if not feats or points < 0:
        reason = _("holds more than before") if points > 0 else _("holds less than before")
        return ScoreLine(player, points, reason, "", max(events, default=0))
    reason = series([session.ruleset.tell(session.game, events[number]) for number in feats])
    return ScoreLine(player, points, reason, events[feats[-1]].rule, feats[-1])


def _fallen(session: Session, score: RoundScore) -> list[Line]:
    """Return a line for each piece that was removed in a phase of the round because damage was left on it, for each
    that left the table without being lost, and for all else that belongs on the card.
    """
    view = session.ruleset.view(session.game)
    names = {piece.id: piece.name for piece in (*view.pieces, *view.reserve, *view.lost)}
    lines, deeds_of_damage = list[Line](), dict[str, Deed]()
    for event in session.events[score.first : score.end]:
        deed = event.deed()
        if deed is not None and deed.sort == "keeps":
            deeds_of_damage |= dict.fromkeys(deed.to, deed)
        elif event.on_card or (deed is not None and deed.sort == "leaves"):
            lines.append(Line(session.ruleset.tell(session.game, event), event.rule))
        elif deed is not None and deed.sort in ("hurts", "removes"):
            left_with_damage = [(name, deeds_of_damage.pop(name)) for name in deed.to if name in deeds_of_damage]
            if deed.sort == "removes":
                for name, cause in left_with_damage:  # a wild model is in no list once it is gone
                    gone = session.ruleset.tell(session.game, event)
                    lines.append(Line(fell(names[name], cause) if name in names else gone, event.rule))
    return lines


def _standing(score: RoundScore, names: dict[str, str], points: str) -> str:
    """Return a text about the leaders of a round and their points."""
    leaders = [names[player] for player in score.leaders if player in names]
    best = score.after[score.leaders[0]] if score.leaders else 0
    if len(leaders) == 1 and len(names) > 1:
        second_best = max(points_of for player, points_of in score.after.items() if player not in score.leaders)
        facts = {"name": leaders[0], "best": best, "points": points, "rest": second_best}
        return _("{name} leads, {best} to {rest} {points}.", **facts)
    if len(leaders) == 1:
        return _("{name} has {best} {points}.", name=leaders[0], best=best, points=points)
    return _("{names} are tied at {best} {points}.", names=series(leaders), best=best, points=points)


@dataclass
class CardWatch:
    """Remembers the event up to which the cards of a game have been shown."""

    session: Session | None = None
    events: int = 0

    def follow(self, session: Session) -> list[tuple[RoundScore, RoundScore | None, str]]:
        """Return the turns and rounds that ended since the last call, in order; none of a game just opened.

        Each turn with points has its player, each round the next round.
        """
        same_game, self.session, known_events = session is self.session, session, self.events
        self.events = len(session.events)
        if not same_game or self.events <= known_events:
            return []
        marks = (session.ruleset.landmark(event) for event in session.events[known_events:])
        if not any(mark is not None and mark.sort in ("round", "lead", "ending") for mark in marks):
            return []
        rounds = rounds_of(session)
        ended = [
            *((turn, None, player) for turn, player in closed_turns(rounds, known_events)),
            *((score, later, "") for score, later in closed_rounds(rounds, known_events)),
        ]
        return sorted(ended, key=lambda card: card[0].end)


NAME: Final = 0.28
"""The share of a table's width for the names."""
LEAST: Final = 9
"""The least height of the lines, in units of the theme."""


@dataclass
class Grid:
    """A table with a head, and a row of figures for each player after the player's sign and name."""

    players: Sequence[PlayerView]
    head: Sequence[str]
    cells: Sequence[Sequence[str]]
    strong: int = -1
    """The column in bold."""

    def height(self, theme: Theme, width: int) -> int:
        """Return the height in pixels."""
        return self._head(theme, width) + len(self.players) * line_height(theme)

    def columns(self, width: int) -> list[tuple[int, int]]:
        """Return the limits of every column, from the left edge of the table."""
        left, count = round(width * NAME), max(1, len(self.head))
        edges = [left + round((width - left) * index / count) for index in range(count + 1)]
        return list(pairwise(edges))

    def _heads(self, theme: Theme, width: int) -> list[tuple[str, ...]]:
        columns = self.columns(width)
        return [
            wrap(theme, text, right - left - theme.px(0.5), "small") for text, (left, right) in zip(self.head, columns)
        ]

    def _head(self, theme: Theme, width: int) -> int:
        return max((len(lines) for lines in self._heads(theme, width)), default=0) * line_height(theme, "small")

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the table into a rectangle of its height."""
        columns, bottom = self.columns(rect.width), rect.top + self._head(theme, rect.width)
        for lines, (left, right) in zip(self._heads(theme, rect.width), columns, strict=True):
            y = bottom - len(lines) * line_height(theme, "small")
            for line in lines:
                text = ink(theme, shorten(theme, line, right - left, "small"), "small", "regular", INK_QUIET)
                blit_at(target, text, midtop=(rect.left + (left + right) // 2, y))
                y += line_height(theme, "small")
        pygame.draw.line(target, SLATE_LINE, (rect.left, bottom), (rect.right, bottom))
        for player_index, (player, row) in enumerate(zip(self.players, self.cells, strict=True)):
            y = bottom + player_index * line_height(theme)
            middle = y + line_height(theme) // 2
            player_sign(
                target, player_index, (rect.left + theme.px(1), middle), theme.px(0.7), colour_of(player.colour)
            )
            name = shorten(theme, player.name, round(rect.width * NAME) - theme.px(3), "body")
            target.blit(ink(theme, name), (rect.left + theme.px(2.5), y))
            for column, (cell, (left, right)) in enumerate(zip(row, columns, strict=True)):
                weight = "bold" if column == self.strong else "regular"
                blit_at(target, ink(theme, cell, "body", weight), midtop=(rect.left + (left + right) // 2, y))


@dataclass
class ScoreChart:
    """The scores by round: a table below lines, which take the remaining height if that is enough."""

    players: Sequence[PlayerView]
    rounds: Sequence[RoundScore]
    points: str
    _pictures: Memo[pygame.Surface] = field(default_factory=lambda: Memo(4), repr=False)

    @property
    def grid(self) -> Grid:
        """The table below the lines."""
        head = [round_name(score) for score in self.rounds] if len(self.rounds) > 1 else [self.points]
        cells = [[number(score.after[player.id]) for score in self.rounds] for player in self.players]
        return Grid(self.players, head, cells, len(self.rounds) - 1)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the table at the bottom of a rectangle, the lines above it."""
        grid = self.grid
        table_rect = pygame.Rect(rect.left, 0, rect.width, grid.height(theme, rect.width))
        table_rect.bottom = rect.bottom
        grid.draw(target, theme, table_rect)
        lines_rect = pygame.Rect(rect.left, rect.top, rect.width, table_rect.top - rect.top - theme.px(0.5))
        if lines_rect.height >= theme.px(LEAST) and len(self.rounds) > 1:
            self._lines(target, theme, lines_rect, [(left + right) / 2 for left, right in grid.columns(rect.width)])

    def _lines(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect, columns: Sequence[float]) -> None:
        """Draw the lines of the scores, with levels at the least, zero and the greatest score."""
        scores = [score for round_score in self.rounds for score in round_score.after.values()]
        low, high = min(0, *scores), max(1, *scores)
        padding = theme.px(1.5)

        def level(score: float) -> float:
            return padding + (rect.height - 2 * padding) * (high - score) / (high - low)

        for score in sorted({low, 0, high}):
            y = rect.top + round(level(score))
            left = rect.left + round(columns[0]) - theme.px(1)
            pygame.draw.line(target, SLATE_LINE, (left, y), (rect.right, y))
            text = ink(theme, number(score), "small", "regular", INK_FAINT if score else INK_QUIET)
            blit_at(target, text, midright=(left - theme.px(0.75), y))
        title = ink(theme, _("Score over time"), "small", "semibold", INK)
        target.blit(title, (rect.left, rect.top))

        def painted() -> pygame.Surface:
            picture = pygame.Surface((rect.width * 2, rect.height * 2), pygame.SRCALPHA, 32)
            for player_index, player in enumerate(self.players):
                # equal scores lie side by side
                offset = (player_index - (len(self.players) - 1) / 2) * theme.px(1)
                points = [
                    (2 * x + offset, 2 * level(round_score.after[player.id]) + offset)
                    for x, round_score in zip(columns, self.rounds, strict=True)
                ]
                colour = colour_of(player.colour)
                dashed(picture, player_index, points, max(2, theme.px(0.6)), colour)
                for point in points:
                    player_sign(picture, player_index, point, theme.px(1.4), colour)
            return pygame.transform.smoothscale(picture, rect.size)

        target.blit(self._pictures.of((rect.size, theme.scale), painted), rect)


TURN: Final = "turn:"
"""Prefix of the id of a row for a turning point, before its number of events."""
ROWS: Final = 50
"""Width of the rows in units of the theme."""
WIDE: Final = 150


def players_of(session: Session) -> list[PlayerView]:
    """Return the players in the order of their seats."""
    player_of = {player.id: player for player in session.ruleset.view(session.game).players}
    return [player_of[player] for player in session.ruleset.players(session.setup) if player in player_of]


def luck_grid(session: Session) -> Grid:
    """Return the table of losses, best results, and luck."""
    players = players_of(session)
    head, cells = luck_table(session)
    return Grid(players, head, [cells[player.id] for player in players])


def turn_rows(session: Session) -> list[MenuItem]:
    """Return a row for each turning point, under a heading."""
    rows = [MenuItem(f"{TURN}{turn.events}", turn_text(session, turn)) for turn in turning_points(session)]
    return [MenuItem("turns", _("Turning points: click to see the moment"), heading=True), *rows] if rows else []


@dataclass
class Figures:
    """The chart of the scores above the table of losses and luck."""

    chart: ScoreChart
    luck: Grid

    @classmethod
    def of(cls, session: Session) -> Figures:
        """Return the figures of a game."""
        points = _(session.ruleset.terms.points)
        return cls(ScoreChart(players_of(session), rounds_of(session), points), luck_grid(session))

    def height(self, theme: Theme, width: int) -> int:
        """Return the wanted height in pixels."""
        lines = theme.px(18) if len(self.chart.rounds) > 1 else 0
        return lines + self.chart.grid.height(theme, width) + self._below(theme, width)

    def _below(self, theme: Theme, width: int) -> int:
        note_height = len(wrap(theme, _(LUCK), width, "small")) * line_height(theme, "small")
        return theme.px(3) + self.luck.height(theme, width) + note_height

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw chart and table; the lines of the chart get the remaining height."""
        if len(self.chart.rounds) < 2:
            rect = pygame.Rect(rect.topleft, (rect.width, min(rect.height, self.height(theme, rect.width))))
        height_below = self._below(theme, rect.width)
        self.chart.draw(target, theme, pygame.Rect(rect.left, rect.top, rect.width, rect.height - height_below))
        grid_height = self.luck.height(theme, rect.width)
        top = rect.bottom - height_below + theme.px(2)
        self.luck.draw(target, theme, pygame.Rect(rect.left, top, rect.width, grid_height))
        spot = rect.left, top + grid_height + theme.px(0.5)
        write(target, theme, _(LUCK), spot, rect.width, "small", colour=INK_QUIET)


@dataclass
class EndingSheet(Sheet):
    """A sheet with its figures to the left of the rows."""

    def place(self, window: pygame.Rect) -> None:
        theme = self.theme
        width = min(theme.px(WIDE), window.width - theme.px(2))
        rows_width = min(theme.px(ROWS), width * 2 // 5)
        self._inner = pygame.Rect(0, 0, width - rows_width - theme.px(8), 0)
        head_height = theme.px(8) + self._text_height(width - theme.px(6)) + theme.px(1)
        wanted_height = self.figure.height(theme, self._inner.width) if self.figure is not None else 0
        body_height = min(max(wanted_height, self.list.height(rows_width)), window.height - head_height - theme.px(4))
        self.rect = pygame.Rect(0, 0, width, head_height + body_height + theme.px(2))
        self.rect.center = window.center
        top = self.rect.top + head_height
        self._inner.topleft, self._inner.height = (self.rect.left + theme.px(3), top), body_height
        self.list.place(pygame.Rect(self.rect.right - theme.px(3) - rows_width, top, rows_width, body_height))

    def draw(self, target: pygame.Surface) -> None:
        # The base class would draw the figure above the rows.
        theme, figure, self.figure = self.theme, self.figure, None
        super().draw(target)
        self.figure = figure
        if figure is not None:
            figure.draw(target, theme, self._inner)

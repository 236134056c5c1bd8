"""The card of a round: what each player's things brought, the totals before and after, and who leads next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.engine.history.scores import RoundScore, ScoreLine, closed_rounds, rounds_of
from game.engine.rulebook.view import Line, PlayerView
from game.engine.session import Session
from game.lab.summary import number, round_title
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.signs import player_sign
from game.ui.widgets.text import blit_at, ink, line_height, shorten, wrap
from game.ui.widgets.theme import BAD, GOOD, INK_FAINT, INK_QUIET, SLATE_LINE, Colour, Theme, colour_of
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
    points = _(ruleset.terms.points)
    lines = [Line(_standing(score, {player.id: player.name for player in players}, points))]
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

"""The fairness page: counts of each face of the dice in this game, and how surprising they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.engine.history.fairness import Tally, tallies
from game.engine.rulebook.view import Line
from game.engine.session import Session
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.signs import icon
from game.ui.widgets.text import blit_at, ink, line_height
from game.ui.widgets.theme import GOOD, INK, INK_FAINT, INK_QUIET, LAMP, SLATE, SLATE_RAISED, WARNING, Theme
from game.wording import _, ngettext

SURPRISING = 0.01


@dataclass(frozen=True)
class Bars:
    """A row of bars for every size of die, each with a line at the expected count."""

    rows: Sequence[Tally]

    def height(self, theme: Theme, width: int) -> int:
        return len(self.rows) * self._row(theme)

    @staticmethod
    def _row(theme: Theme) -> int:
        return theme.px(7.5) + 2 * line_height(theme, "small")

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number, tally in enumerate(self.rows):
            top = rect.top + number * self._row(theme)
            self._tally(target, theme, tally, pygame.Rect(rect.left, top, rect.width, self._row(theme)))

    def _tally(self, target: pygame.Surface, theme: Theme, tally: Tally, box: pygame.Rect) -> None:
        head, beside = line_height(theme, "small"), box.left + theme.px(5)
        target.blit(icon(f"die-d{tally.sides}", theme.px(4), LAMP), (box.left, box.top + head))
        target.blit(ink(theme, _("d{die}", die=tally.sides), "body", "semibold"), (beside, box.top + head))
        rolled = ink(theme, ngettext("{n} roll", "{n} rolls", tally.rolls), "small", "regular", INK_QUIET)
        target.blit(rolled, (beside, box.top + head + line_height(theme)))
        verdict, colour = judge(tally)
        words = ink(theme, verdict, "small", "regular", colour)
        blit_at(target, words, topright=(box.right, box.top - theme.px(0.25)))
        left, high = box.left + theme.px(14), theme.px(6)
        base = box.top + head + high
        step = (box.right - left) / tally.sides
        most = max(*tally.counts, 1)
        for face, count in enumerate(tally.counts):
            bar = pygame.Rect(0, 0, max(3, round(step * 0.62)), round(high * count / most) if count else 0)
            bar.midbottom = (round(left + step * (face + 0.5)), base)
            ground = pygame.Rect(bar.left, base - high, bar.width, high)
            pygame.draw.rect(target, SLATE_RAISED, ground, border_radius=theme.px(0.25))
            pygame.draw.rect(target, LAMP, bar, border_radius=theme.px(0.25))
            blit_at(target, ink(theme, str(face + 1), "small", "regular", INK_FAINT), midtop=(bar.centerx, base + 1))
            inside = bar.height > theme.px(2.25)
            figure = ink(theme, str(count), "small", "bold", SLATE if inside else INK)
            blit_at(target, figure, midbottom=(bar.centerx, base if inside else bar.top))
        line = round(base - high * tally.rolls / tally.sides / most)
        pygame.draw.line(target, INK_QUIET, (left, line), (box.right, line), max(1, theme.px(0.125)))


def judge(tally: Tally) -> tuple[str, tuple[int, int, int]]:
    """Return the verdict of a chi-square test on the counts, and its colour."""
    figures = _("chi-square {statistic:.1f}, p = {p:.3f}", statistic=tally.statistic, p=tally.p)
    if not tally.meaningful:
        return _("{figures}: too few rolls to tell", figures=figures), INK_QUIET
    if tally.p < SURPRISING:
        games = round(1 / max(tally.p, 1e-9))
        return _("{figures}: one fair game in {n} is this uneven", figures=figures, n=games), WARNING
    return _("{figures}: nothing unusual", figures=figures), GOOD


def fairness_sheet(theme: Theme, session: Session) -> Sheet:
    """Return the page, ready to be shown."""
    rows = tallies(session.events)
    texts = [_("No die has been rolled yet.")]
    if rows:
        faces = _("Every face rolled in this game, rerolls included. The line marks the same count for every face.")
        texts = [faces, _("p is the chance that fair dice fall at least as unevenly as these did.")]
    lines = [Line(text, tone="quiet") for text in texts]
    action = MenuItem("close", _("Back to the table"), "escape")
    return Sheet(theme, _("How evenly the dice fell"), lines, [action], wide=84, figure=Bars(rows))

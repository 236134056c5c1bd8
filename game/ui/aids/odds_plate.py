"""The odds plate: the possible outcomes of an answer, as bars with figures, before it is given."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import pygame

from game.engine.rulebook.view import RARE, Grid, Likelihood, OddsView, Spread, percent
from game.ui.widgets.signs import draw_pips
from game.ui.widgets.text import blit_at, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, SLATE_LINE, SLATE_RAISED, TONES, Theme
from game.wording import _

NARROWEST = 32
"""The least width of one of two sides next to each other."""
TALLEST = 160


@dataclass(frozen=True)
class OddsArt:
    """Draws odds in one size of type."""

    theme: Theme

    def draw(self, target: pygame.Surface, odds: OddsView, box: pygame.Rect) -> int:
        """Draw both sides, side by side if there is room; return the y below."""
        theme, gap, back = self.theme, self.theme.px(2), odds.reverse
        half = (box.width - gap) // 2
        if back is not None and half >= theme.px(NARROWEST):
            left = self._side(target, odds, pygame.Rect(box.topleft, (half, 0)))
            right = self._side(target, back, pygame.Rect(box.left + half + gap, box.top, half, 0))
            pygame.draw.line(target, SLATE_LINE, (box.centerx, box.top), (box.centerx, max(left, right)))
            return max(left, right)
        y = self._side(target, odds, box)
        if back is None:
            return y
        y += theme.px(1)
        pygame.draw.line(target, SLATE_LINE, (box.left, y), (box.right, y))
        return self._side(target, back, pygame.Rect(box.left, y + theme.px(1), box.width, 0))

    def _side(self, target: pygame.Surface, odds: OddsView, box: pygame.Rect) -> int:
        theme, pad, left, width = self.theme, self.theme.px(1.5), box.left, box.width
        y = write(target, theme, odds.title, box.topleft, width, "small", "semibold")
        if odds.outcomes:
            y = self._outcomes(target, odds.outcomes, pygame.Rect(left, y + theme.px(0.25), width, theme.px(1.75)))
        half = (width + pad) // 2
        for start in range(0, len(odds.spreads), 2):
            boxes = (pygame.Rect(left + half * n, y, half - pad, 0) for n in range(2))
            pair = zip(odds.spreads[start : start + 2], boxes, strict=False)
            y = max(self._spread(target, spread, box) for spread, box in pair)
        for chance in odds.chances:
            y = self._chance(target, chance, pygame.Rect(left, y, width, line_height(theme, "small")))
        for grid in odds.grids:
            y = self._grid(target, grid, pygame.Rect(left, y + theme.px(0.5), width, 0))
        return y

    def _outcomes(self, target: pygame.Surface, outcomes: Sequence[Likelihood], bar: pygame.Rect) -> int:
        """Draw one bar divided among the outcomes, each with its name and share below."""
        theme = self.theme
        edges = [round(bar.width * share) for share in (0.0, *accumulate(each.share for each in outcomes))]
        for chance, left, right in zip(outcomes, edges, edges[1:], strict=False):
            part = pygame.Rect(bar.left + left, bar.top, max(0, right - left - 1), bar.height)
            pygame.draw.rect(target, _colour(chance.tone), part, border_radius=theme.px(0.25))
        y, step = bar.bottom + theme.px(0.25), bar.width / len(outcomes)
        labels = [f"{chance.label} {percent(chance.share)}" for chance in outcomes]
        if any(ink(theme, label, "small", "semibold").get_width() > step - theme.px(0.5) for label in labels):
            for label, chance in zip(labels, outcomes, strict=True):  # too long to be side by side
                y = write(target, theme, label, (bar.left, y), bar.width, "small", "semibold", _colour(chance.tone))
            return y + theme.px(0.5)
        for number, chance in enumerate(outcomes):
            text = ink(theme, labels[number], "small", "semibold", _colour(chance.tone))
            last = number == len(outcomes) - 1
            left = bar.left + round(step * number)
            at = left if number == 0 else left + (round(step) - text.get_width()) // (1 if last else 2)
            target.blit(text, (at, y))
        return y + line_height(theme, "small") + theme.px(0.5)

    def _spread(self, target: pygame.Surface, spread: Spread, box: pygame.Rect) -> int:
        """Draw a bar for every amount above 0, its figure below and its share above if there is room."""
        theme = self.theme
        high, row = theme.px(4.5), line_height(theme, "small")
        y = write(target, theme, spread.label, box.topleft, box.width, "small", colour=INK_QUIET)
        nothing = _("none {percent}", percent=percent(sum(spread.shares[:1])))
        target.blit(ink(theme, nothing, "small", "semibold", INK_QUIET), (box.left, y))
        amounts = shown(spread)
        most = max((spread.shares[n] for n in amounts), default=1.0) or 1.0
        step = min(theme.px(4), box.width / max(1, len(amounts)))
        wordy = bool(amounts) and step >= theme.font("small").size("100%")[0]
        top = y + (2 if wordy else 1) * row + theme.px(0.25)
        figures = figured(amounts, step, theme)
        for number, n in enumerate(amounts):
            middle = round(box.left + step * (number + 0.5))
            bar = pygame.Rect(0, 0, max(3, round(step * 0.7)), max(1, round(high * spread.shares[n] / most)))
            bar.midbottom = (middle, top + high)
            pygame.draw.rect(target, SLATE_RAISED, pygame.Rect(bar.left, top, bar.width, high))
            pygame.draw.rect(target, _colour(spread.tone), bar)
            if wordy:
                share = ink(theme, percent(spread.shares[n]), "small", "regular", INK_FAINT)
                blit_at(target, share, midbottom=(middle, bar.top))
            if n in figures:
                figure = ink(theme, str(n), "small", "regular", INK)
                blit_at(target, figure, midtop=(middle, top + high))
        return top + high + (row if amounts else -high) + theme.px(0.5)

    def _chance(self, target: pygame.Surface, chance: Likelihood, box: pygame.Rect) -> int:
        theme = self.theme
        share = ink(theme, percent(chance.share), "small", "semibold", _colour(chance.tone))
        blit_at(target, share, topright=box.topright)
        bar = pygame.Rect(box.right - theme.px(16), 0, theme.px(11), theme.px(0.75))
        bar.centery = box.centery
        room = bar.left - box.left - theme.px(1)
        pygame.draw.rect(target, SLATE_RAISED, bar, border_radius=theme.px(0.25))
        filled = pygame.Rect(bar.left, bar.top, round(bar.width * chance.share), bar.height)
        pygame.draw.rect(target, _colour(chance.tone), filled, border_radius=theme.px(0.25))
        return write(target, theme, chance.label, box.topleft, room, "small")

    def _grid(self, target: pygame.Surface, grid: Grid, box: pygame.Rect) -> int:
        """Draw a table: heads, then rows, with the considered one lit up."""
        theme, y, high = self.theme, box.top, line_height(self.theme, "small") + self.theme.px(0.25)
        if grid.title:
            y = write(target, theme, grid.title, (box.left, y), box.width, "small", colour=INK_QUIET) + theme.px(0.25)
        first, wide = self._columns(grid, box.width)
        rights = [box.left + first + right for right in accumulate(wide)]
        heads = [wrap(theme, head, each - theme.px(0.5), "small") for head, each in zip(grid.heads[1:], wide)]
        target.blit(ink(theme, grid.heads[0], "small", "regular", INK_QUIET), (box.left, y))
        for right, lines in zip(rights, heads, strict=True):
            for number, text in enumerate(lines):
                words = ink(theme, text, "small", "regular", INK_QUIET)
                blit_at(target, words, topright=(right, y + number * line_height(theme, "small")))
        y += max((len(lines) for lines in heads), default=1) * line_height(theme, "small") + theme.px(0.25)
        pygame.draw.line(target, SLATE_LINE, (box.left, y), (box.right, y))
        for row in grid.rows:
            weight, colour = "semibold" if row.marked else "regular", _colour(row.tone)
            above = not row.dice and theme.font("small", weight).size(row.label)[0] > first  # of its numbers
            line = pygame.Rect(box.left, y, box.width, high)
            if row.marked:
                lit = pygame.Rect(line.topleft, (line.width, high + above * line_height(theme, "small")))
                pygame.draw.rect(target, SLATE_RAISED, lit.inflate(theme.px(1), 0), border_radius=theme.px(0.5))
            left = draw_pips(target, theme, row.dice, box.left, line.centery)
            left += theme.px(0.5) if row.dice else 0
            label = shorten(theme, row.label, box.left + (box.width if above else first) - left, "small")
            blit_at(target, ink(theme, label, "small", weight, INK), midleft=(left, line.centery))
            line.top += above * line_height(theme, "small")
            for right, text in zip(rights, row.cells, strict=True):
                blit_at(target, ink(theme, text, "small", weight, colour), midright=(right, line.centery))
            y = line.bottom
        return y + theme.px(0.5)

    def _columns(self, grid: Grid, width: int) -> tuple[int, list[int]]:
        """Return the width of the first column and of each other one: equal if their words fit then."""
        first, count = width * 42 // 100, max(1, len(grid.heads) - 1)
        each = (width - first) // count
        needs = list[int]()
        for number, head in enumerate(grid.heads[1:]):
            words = [*wrap(self.theme, head, 1, "small"), *(row.cells[number] for row in grid.rows)]
            widest = max((ink(self.theme, word, "small").get_width() for word in words), default=0)
            needs.append(widest + self.theme.px(1))
        if max(needs, default=0) <= each:
            return first, [each] * len(needs)
        first = max(0, min(first, width - sum(needs)))
        spare = max(0, width - first - sum(needs)) // count
        return first, [need + spare for need in needs]


def shown(spread: Spread) -> range:
    """Return the amounts worth a bar: from the first above 0 to the last that is not negligible."""
    likely = [n for n, share in enumerate(spread.shares) if n and share >= RARE]
    return range(likely[0], likely[-1] + 1) if likely else range(0)


def figured(amounts: range, step: float, theme: Theme) -> range:
    """Return the amounts whose figures fit under bars `step` pixels apart: all, if possible."""
    widest = max((theme.font("small").size(str(n))[0] for n in amounts), default=0)
    return amounts[:: math.ceil((widest + theme.px(0.5)) / step)]


def _colour(tone: str) -> tuple[int, int, int]:
    return INK_QUIET if tone == "plain" else TONES.get(tone, INK)

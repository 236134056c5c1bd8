"""The odds plate: bars with numbers for the possible outcomes of an answer, shown before it is given."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import pygame

from game.engine.rulebook.view import RARE, Grid, Likelihood, OddsView, Spread
from game.ui.widgets.signs import draw_pips
from game.ui.widgets.text import blit_at, ink, line_height, shorten, wrap, write
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, SLATE_LINE, SLATE_RAISED, TONES, Theme
from game.wording import _, percent

NARROWEST = 32
"""The least width, in units of the theme, of each of two sides shown side by side."""
TALLEST = 160


@dataclass(frozen=True)
class OddsArt:
    """Draws odds at one size of type."""

    theme: Theme

    def draw(self, target: pygame.Surface, odds: OddsView, box: pygame.Rect) -> int:
        """Draw the odds and those of the answering attack, side by side if there is room; return the y below."""
        theme, gap, reverse = self.theme, self.theme.px(2), odds.reverse
        half = (box.width - gap) // 2
        if reverse is not None and half >= theme.px(NARROWEST):
            left = self._draw_side(target, odds, pygame.Rect(box.topleft, (half, 0)))
            right = self._draw_side(target, reverse, pygame.Rect(box.left + half + gap, box.top, half, 0))
            pygame.draw.line(target, SLATE_LINE, (box.centerx, box.top), (box.centerx, max(left, right)))
            return max(left, right)
        y = self._draw_side(target, odds, box)
        if reverse is None:
            return y
        y += theme.px(1)
        pygame.draw.line(target, SLATE_LINE, (box.left, y), (box.right, y))
        return self._draw_side(target, reverse, pygame.Rect(box.left, y + theme.px(1), box.width, 0))

    def _draw_side(self, target: pygame.Surface, odds: OddsView, box: pygame.Rect) -> int:
        """Draw one side: title, outcomes, spreads, chances and tables; return the y below."""
        theme, gap, left, width = self.theme, self.theme.px(1.5), box.left, box.width
        y = write(target, theme, odds.title, box.topleft, width, "small", "semibold")
        if odds.outcomes:
            y = self._draw_outcomes(target, odds.outcomes, pygame.Rect(left, y + theme.px(0.25), width, theme.px(1.75)))
        half = (width + gap) // 2
        for start in range(0, len(odds.spreads), 2):
            boxes = (pygame.Rect(left + half * n, y, half - gap, 0) for n in range(2))
            pair = zip(odds.spreads[start : start + 2], boxes, strict=False)
            y = max(self._draw_spread(target, spread, box) for spread, box in pair)
        for chance in odds.chances:
            y = self._draw_chance(target, chance, pygame.Rect(left, y, width, line_height(theme, "small")))
        for grid in odds.grids:
            y = self._draw_grid(target, grid, pygame.Rect(left, y + theme.px(0.5), width, 0))
        return y

    def _draw_outcomes(self, target: pygame.Surface, outcomes: Sequence[Likelihood], bar: pygame.Rect) -> int:
        """Draw a bar divided among the outcomes by chance, with their names and chances below; return the y below."""
        theme = self.theme
        edges = [round(bar.width * share) for share in (0.0, *accumulate(outcome.share for outcome in outcomes))]
        for chance, left, right in zip(outcomes, edges, edges[1:], strict=False):
            part = pygame.Rect(bar.left + left, bar.top, max(0, right - left - 1), bar.height)
            pygame.draw.rect(target, _colour(chance.tone), part, border_radius=theme.px(0.25))
        y, step = bar.bottom + theme.px(0.25), bar.width / len(outcomes)
        labels = [f"{chance.label} {percent(chance.share)}" for chance in outcomes]
        if any(ink(theme, label, "small", "semibold").get_width() > step - theme.px(0.5) for label in labels):
            for label, chance in zip(labels, outcomes, strict=True):  # too long for one row
                y = write(target, theme, label, (bar.left, y), bar.width, "small", "semibold", _colour(chance.tone))
            return y + theme.px(0.5)
        for number, chance in enumerate(outcomes):
            text = ink(theme, labels[number], "small", "semibold", _colour(chance.tone))
            last = number == len(outcomes) - 1
            left = bar.left + round(step * number)
            text_left = left if number == 0 else left + (round(step) - text.get_width()) // (1 if last else 2)
            target.blit(text, (text_left, y))
        return y + line_height(theme, "small") + theme.px(0.5)

    def _draw_spread(self, target: pygame.Surface, spread: Spread, box: pygame.Rect) -> int:
        """Draw a bar for each amount above 0, with the amount below it and, if there is room, its chance above it."""
        theme = self.theme
        bar_height, line = theme.px(4.5), line_height(theme, "small")
        y = write(target, theme, spread.label, box.topleft, box.width, "small", colour=INK_QUIET)
        nothing = _("none {percent}", percent=percent(sum(spread.shares[:1])))
        target.blit(ink(theme, nothing, "small", "semibold", INK_QUIET), (box.left, y))
        amounts = shown(spread)
        highest = max((spread.shares[amount] for amount in amounts), default=1.0) or 1.0
        step = min(theme.px(4), box.width / max(1, len(amounts)))
        has_labels = bool(amounts) and step >= theme.font("small").size("100%")[0]
        top = y + (2 if has_labels else 1) * line + theme.px(0.25)
        figures = figured(amounts, step, theme)
        for number, amount in enumerate(amounts):
            middle = round(box.left + step * (number + 0.5))
            bar = pygame.Rect(
                0, 0, max(3, round(step * 0.7)), max(1, round(bar_height * spread.shares[amount] / highest))
            )
            bar.midbottom = (middle, top + bar_height)
            pygame.draw.rect(target, SLATE_RAISED, pygame.Rect(bar.left, top, bar.width, bar_height))
            pygame.draw.rect(target, _colour(spread.tone), bar)
            if has_labels:
                share = ink(theme, percent(spread.shares[amount]), "small", "regular", INK_FAINT)
                blit_at(target, share, midbottom=(middle, bar.top))
            if amount in figures:
                figure = ink(theme, str(amount), "small", "regular", INK)
                blit_at(target, figure, midtop=(middle, top + bar_height))
        return top + bar_height + (line if amounts else -bar_height) + theme.px(0.5)

    def _draw_chance(self, target: pygame.Surface, chance: Likelihood, box: pygame.Rect) -> int:
        """Draw a chance as a bar with its label and percentage; return the y below."""
        theme = self.theme
        share = ink(theme, percent(chance.share), "small", "semibold", _colour(chance.tone))
        blit_at(target, share, topright=box.topright)
        bar = pygame.Rect(box.right - theme.px(16), 0, theme.px(11), theme.px(0.75))
        bar.centery = box.centery
        label_width = bar.left - box.left - theme.px(1)
        pygame.draw.rect(target, SLATE_RAISED, bar, border_radius=theme.px(0.25))
        filled = pygame.Rect(bar.left, bar.top, round(bar.width * chance.share), bar.height)
        pygame.draw.rect(target, _colour(chance.tone), filled, border_radius=theme.px(0.25))
        return write(target, theme, chance.label, box.topleft, label_width, "small")

    def _draw_grid(self, target: pygame.Surface, grid: Grid, box: pygame.Rect) -> int:
        """Draw a table: the heads, then the rows; the row under consideration is highlighted. Return the y below."""
        theme, y, row_height = self.theme, box.top, line_height(self.theme, "small") + self.theme.px(0.25)
        if grid.title:
            y = write(target, theme, grid.title, (box.left, y), box.width, "small", colour=INK_QUIET) + theme.px(0.25)
        first_width, widths = self._column_widths(grid, box.width)
        rights = [box.left + first_width + right for right in accumulate(widths)]
        heads = [
            wrap(theme, head, column_width - theme.px(0.5), "small")
            for head, column_width in zip(grid.heads[1:], widths)
        ]
        target.blit(ink(theme, grid.heads[0], "small", "regular", INK_QUIET), (box.left, y))
        for right, lines in zip(rights, heads, strict=True):
            for number, text in enumerate(lines):
                words = ink(theme, text, "small", "regular", INK_QUIET)
                blit_at(target, words, topright=(right, y + number * line_height(theme, "small")))
        y += max((len(lines) for lines in heads), default=1) * line_height(theme, "small") + theme.px(0.25)
        pygame.draw.line(target, SLATE_LINE, (box.left, y), (box.right, y))
        for row in grid.rows:
            weight, colour = "semibold" if row.marked else "regular", _colour(row.tone)
            # a label that is too long for its column has a line of its own above the numbers
            has_own_line = not row.dice and theme.font("small", weight).size(row.label)[0] > first_width
            label_height = line_height(theme, "small") if has_own_line else 0
            line = pygame.Rect(box.left, y, box.width, row_height)
            if row.marked:
                highlight = pygame.Rect(line.topleft, (line.width, row_height + label_height))
                pygame.draw.rect(target, SLATE_RAISED, highlight.inflate(theme.px(1), 0), border_radius=theme.px(0.5))
            left = draw_pips(target, theme, row.dice, box.left, line.centery)
            left += theme.px(0.5) if row.dice else 0
            label = shorten(theme, row.label, box.left + (box.width if has_own_line else first_width) - left, "small")
            blit_at(target, ink(theme, label, "small", weight, INK), midleft=(left, line.centery))
            line.top += label_height
            for right, text in zip(rights, row.cells, strict=True):
                blit_at(target, ink(theme, text, "small", weight, colour), midright=(right, line.centery))
            y = line.bottom
        return y + theme.px(0.5)

    def _column_widths(self, grid: Grid, width: int) -> tuple[int, list[int]]:
        """Return the width of the first column and of each other one; these are equal if their words fit."""
        first_width, count = width * 42 // 100, max(1, len(grid.heads) - 1)
        equal_width = (width - first_width) // count
        needed_widths = list[int]()
        for number, head in enumerate(grid.heads[1:]):
            words = [*wrap(self.theme, head, 1, "small"), *(row.cells[number] for row in grid.rows)]
            widest = max((ink(self.theme, word, "small").get_width() for word in words), default=0)
            needed_widths.append(widest + self.theme.px(1))
        if max(needed_widths, default=0) <= equal_width:
            return first_width, [equal_width] * len(needed_widths)
        first_width = max(0, min(first_width, width - sum(needed_widths)))
        extra_width = max(0, width - first_width - sum(needed_widths)) // count
        return first_width, [need + extra_width for need in needed_widths]


def shown(spread: Spread) -> range:
    """Return the amounts that are drawn as bars: from the first to the last above 0 with a chance that matters."""
    likely = [n for n, share in enumerate(spread.shares) if n and share >= RARE]
    return range(likely[0], likely[-1] + 1) if likely else range(0)


def figured(amounts: range, step: float, theme: Theme) -> range:
    """Return the amounts whose numbers fit under bars `step` pixels apart: all, every second, every third and so on."""
    widest = max((theme.font("small").size(str(n))[0] for n in amounts), default=0)
    return amounts[:: math.ceil((widest + theme.px(0.5)) / step)]


def _colour(tone: str) -> tuple[int, int, int]:
    return INK_QUIET if tone == "plain" else TONES.get(tone, INK)

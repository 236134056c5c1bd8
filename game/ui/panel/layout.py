"""The layout of the window: bar and rosters on top, the table, the panel as a stack of decision, aids, details, log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.widgets.theme import Theme


@dataclass(frozen=True)
class Part:
    """A part of a column; heights in pixels.

    `ranks` say when its minimum and its wish are served, the lowest first. One that is `whole` gets at least its
    minimum or nothing.
    """

    name: str
    least: int
    wish: int
    ranks: tuple[int, int]
    whole: bool = False


def stacked(room: pygame.Rect, parts: Sequence[Part]) -> dict[str, pygame.Rect]:
    """Return the rectangle of every part, from the top down; spare room goes to the last part that has any."""
    left, given = room.height, dict.fromkeys((part.name for part in parts), 0)
    claims = [(rank, upto, part) for part in parts for rank, upto in zip(part.ranks, (part.least, part.wish))]
    for _rank, upto, part in sorted(claims, key=lambda claim: claim[0]):
        if part.whole and given[part.name] + left < part.least:
            continue
        more = max(0, min(upto - given[part.name], left))
        given[part.name], left = given[part.name] + more, left - more
    shown = [part.name for part in parts if given[part.name]]
    if shown:
        given[shown[-1]] += left
    rects, top = {}, room.top
    for name, high in given.items():
        rects[name] = pygame.Rect(room.left, top, room.width, high)
        top += high
    return rects


ROSTERS: Final = 6.0
FOLDED: Final = 2.0
"""Units of the theme of the rosters, and of what is left of it when it is folded."""
LEAST_DECISION: Final = 12
LEAST_DETAILS: Final = (11, 7)
"""Without and with an aid above them."""
LEAST_LOG: Final = 11
"""Minimum heights of the parts of the panel in units of the theme; the log, which gives way first, has that or none."""


@dataclass(frozen=True)
class Wants:
    """The sizes that parts of the panel need, in pixels: minimum and wish of decision and aid, and all the details."""

    decision: tuple[int, int] = (0, 0)
    aid: tuple[int, int] = (0, 0)
    details: int = 0


@dataclass(frozen=True)
class Layout:
    """The rectangles of a window, in pixels. They do not overlap and fill the window."""

    window: pygame.Rect
    bar: pygame.Rect
    rosters: pygame.Rect
    phases: pygame.Rect
    table: pygame.Rect
    decision: pygame.Rect
    aid: pygame.Rect
    details: pygame.Rect
    log: pygame.Rect

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        theme: Theme,
        wants: Wants | None = None,
        rosters: float = ROSTERS,
        phases: float = 0.0,
    ) -> Layout:
        """Lay out a window, with the `rosters` and the `phases` that many units of the theme high.

        Odds and receipts come before all other facts, and the log has what is left.
        """
        width, height = size
        bar = pygame.Rect(0, 0, width, theme.px(5.5))
        wide, wants = panel_width(size, theme), wants or Wants()
        column = pygame.Rect(width - wide, bar.bottom, wide, height - bar.bottom)
        decided = max(theme.px(LEAST_DECISION), wants.decision[0])
        parts = (
            Part("decision", decided, wants.decision[1], (0, 3)),
            Part("aid", *wants.aid, (1, 4)),
            Part("details", theme.px(LEAST_DETAILS[bool(wants.aid[0])]), wants.details, (2, 6)),
            Part("log", theme.px(LEAST_LOG), height, (5, 7), whole=True),
        )
        above = pygame.Rect(0, bar.bottom, column.left, theme.px(rosters))
        below = pygame.Rect(0, above.bottom, column.left, theme.px(phases))
        table = pygame.Rect(0, below.bottom, column.left, height - below.bottom)
        return cls(pygame.Rect(0, 0, width, height), bar, above, below, table, **stacked(column, parts))


def panel_width(size: tuple[int, int], theme: Theme) -> int:
    """Return the width of the panel in pixels."""
    return max(theme.px(42), min(theme.px(54), size[0] // 4))

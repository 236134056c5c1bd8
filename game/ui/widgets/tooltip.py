"""Tooltips: a few lines near the mouse, clear of what must stay in view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.engine.rulebook.view import Line
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, wrap
from game.ui.widgets.theme import INK, INK_FAINT, SLATE, SLATE_LINE, TONES, Theme

Numbers = NDArray[Any]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

WIDTHS: Final = (38, 60)
"""The greatest widths of a tooltip that are tried, in units of the theme."""
MORE: Final = Line("...", tone="quiet")
"""The last line of a tooltip that has no room for all its lines."""
STEP: Final = 12
"""Pixels between the places that are tried."""
CLOSE: Final = 96.0
"""Pixels around the spot in which a free place is looked for first."""


def draw_tooltip(
    target: pygame.Surface,
    theme: Theme,
    spot: tuple[int, int],
    title: str,
    lines: Sequence[Line],
    avoid: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a tooltip near a pixel, inside the window and clear of the rectangles to `avoid`; return its own.

    Where it finds no clear place, it is drawn wider, and then with fewer lines.
    """
    pad, high = theme.px(1.25), line_height(theme, "small")
    most = target.get_width() // 2 - 3 * pad  # so that it fits beside what fills half of the window
    sizes = [(min(theme.px(wide), most), len(lines)) for wide in WIDTHS]
    sizes += [(sizes[0][0], count) for count in range(len(lines) - 1, 0, -1)]
    inks, box = list[tuple[pygame.Surface, pygame.Surface]](), pygame.Rect(0, 0, 0, 0)
    for width, count in sizes:
        inks = _inks(theme, title, lines[:count] if count == len(lines) else (*lines[:count], MORE), width)
        widest = max(text.get_width() + (rule.get_width() and rule.get_width() + theme.px(2)) for text, rule in inks)
        box = clear_place((widest + 2 * pad, high * len(inks) + 2 * pad), spot, theme.px(2), target.get_rect(), avoid)
        if box.collidelist(avoid) < 0:
            break
    draw_plate(target, box, SLATE, SLATE_LINE, theme.px(0.75))
    for number, (words, citation) in enumerate(inks):
        y = box.top + pad + number * high
        target.blit(words, (box.left + pad, y))
        blit_at(target, citation, topright=(box.right - pad, y))
    return box


def _inks(theme: Theme, title: str, lines: Sequence[Line], width: int) -> list[tuple[pygame.Surface, pygame.Surface]]:
    """Return the wrapped rows of a tooltip: the pictures of their words and of the rule beside them."""
    rows = [("semibold", "plain", text, "") for text in wrap(theme, title, width, "small")]
    for line in lines:
        room = width - (theme.font("small").size(line.rule)[0] + theme.px(1) if line.rule else 0)
        for number, text in enumerate(wrap(theme, line.text, room, "small")):
            rows.append(("regular", line.tone, text, "" if number else line.rule))
    return [
        (ink(theme, text, "small", weight, TONES.get(tone, INK)), ink(theme, rule, "small", "regular", INK_FAINT))
        for weight, tone, text, rule in rows
    ]


def clear_place(
    size: tuple[int, int], spot: tuple[int, int], away: int, room: pygame.Rect, avoid: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Return where a box of some size lies nearest to a spot (pixels) inside a room, over nothing that is to `avoid`.

    Where it cannot lie free, it hides as few pixels of all that as possible.
    """
    usual = pygame.Rect((spot[0] + away, spot[1] + away), size).clamp(room)
    hand = pygame.Rect(spot, (0, 0)).inflate(away, away)
    avoid = [*avoid, hand]
    if usual.collidelist(avoid) < 0 or usual.width > room.width or usual.height > room.height:
        return usual
    boxes = tuple((rect.left, rect.top, rect.right, rect.bottom) for rect in avoid)
    return pygame.Rect(_clearest(usual.size, spot, (room.left, room.top, room.right, room.bottom), boxes), size)


@lru_cache(maxsize=32)  # a tooltip is drawn in every frame, and stays where it is
def _clearest(size: tuple[int, int], spot: tuple[int, int], room: Box, avoid: tuple[Box, ...]) -> tuple[int, int]:
    """Return the corner of the place that hides least of what is to avoid; of those, of the nearest one."""
    west, north, east, south = room[0], room[1], room[2] - size[0], room[3] - size[1]
    lefts, tops = (np.append(np.arange(low, high, STEP), high) for low, high in ((west, east), (north, south)))
    aside, off = _gap(lefts, size[0], spot[0]), _gap(tops, size[1], spot[1])
    corner, cost = _least(lefts[aside <= CLOSE], tops[off <= CLOSE], size, spot, avoid)
    if cost > CLOSE:  # what is free close to the spot is nearer than all that is farther off
        corner, _cost = _least(lefts, tops, size, spot, avoid)
    return corner


def _least(
    lefts: Numbers, tops: Numbers, size: tuple[int, int], spot: tuple[int, int], avoid: tuple[Box, ...]
) -> tuple[tuple[int, int], float]:
    """Return the best corner among some, and its cost: the pixels from the spot, and far more for each that it hides.

    There is no corner where the spot is out of view: then the cost is infinite.
    """
    if not lefts.size or not tops.size:
        return (0, 0), math.inf
    area = lefts[0], tops[0], lefts[-1] + size[0], tops[-1] + size[1]
    boxes = [box for box in avoid if box[0] < area[2] and box[2] > area[0] and box[1] < area[3] and box[3] > area[1]]
    across = _shared(lefts, size[0], [(box[0], box[2]) for box in boxes])
    down = _shared(tops, size[1], [(box[1], box[3]) for box in boxes])
    hidden = np.einsum("ik,jk->ij", across, down)  # too small for the threads of a product of matrices
    apart = np.hypot(_gap(lefts, size[0], spot[0])[:, None], _gap(tops, size[1], spot[1])[None, :])
    cost = hidden * 1e5 + apart
    x, y = np.unravel_index(np.argmin(cost), cost.shape)
    return (int(lefts[x]), int(tops[y])), float(cost[x, y])


def _shared(starts: Numbers, length: int, spans: list[tuple[int, int]]) -> Numbers:
    """Return how many pixels of each span each stretch from a start covers, by [start, span]."""
    low, high = np.array(spans, dtype=float).reshape(-1, 2).T
    found = np.minimum(starts[:, None] + length, high[None, :]) - np.maximum(starts[:, None], low[None, :])
    covered: Numbers = np.clip(found, 0.0, None)
    return covered


def _gap(starts: Numbers, length: int, spot: int) -> Numbers:
    """Return how far each stretch from a start is from a spot."""
    apart: Numbers = np.maximum(0, np.maximum(starts - spot, spot - starts - length))
    return apart

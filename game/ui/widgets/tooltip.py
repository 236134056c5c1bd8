"""Tooltips: some lines near the mouse, clear of everything that must stay in view."""

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
"""The greatest widths of a tooltip to try, in units of the theme."""
MORE: Final = Line("...", tone="quiet")
"""The last line of a tooltip without room for all its lines."""
STEP: Final = 12
"""Pixels between the places to try."""
CLOSE: Final = 96.0
"""Pixels around the spot within which free places are tried first."""


def draw_tooltip(
    target: pygame.Surface,
    theme: Theme,
    spot: tuple[int, int],
    title: str,
    lines: Sequence[Line],
    avoid: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a tooltip near a pixel, inside the window and clear of the rectangles to `avoid`; return its rectangle.

    Without a clear place it is drawn wider, and then with fewer lines.
    """
    padding, row_height = theme.px(1.25), line_height(theme, "small")
    widest_allowed = target.get_width() // 2 - 3 * padding  # it must fit beside a panel that fills half of the window
    sizes = [(min(theme.px(greatest), widest_allowed), len(lines)) for greatest in WIDTHS]
    sizes += [(sizes[0][0], count) for count in range(len(lines) - 1, 0, -1)]
    inks, box = list[tuple[pygame.Surface, pygame.Surface]](), pygame.Rect(0, 0, 0, 0)
    for width, count in sizes:
        inks = _inks(theme, title, lines[:count] if count == len(lines) else (*lines[:count], MORE), width)
        widest = max(
            text.get_width() + (theme.px(2) + rule.get_width() if rule.get_width() else 0) for text, rule in inks
        )
        box = clear_place(
            (widest + 2 * padding, row_height * len(inks) + 2 * padding), spot, theme.px(2), target.get_rect(), avoid
        )
        if box.collidelist(avoid) < 0:
            break
    draw_plate(target, box, SLATE, SLATE_LINE, theme.px(0.75))
    for index, (words, citation) in enumerate(inks):
        y = box.top + padding + index * row_height
        target.blit(words, (box.left + padding, y))
        blit_at(target, citation, topright=(box.right - padding, y))
    return box


def _inks(theme: Theme, title: str, lines: Sequence[Line], width: int) -> list[tuple[pygame.Surface, pygame.Surface]]:
    """Return the wrapped rows of a tooltip: the pictures of the text and of the rule beside it."""
    rows = [("semibold", "plain", text, "") for text in wrap(theme, title, width, "small")]
    for line in lines:
        text_width = width - (theme.font("small").size(line.rule)[0] + theme.px(1) if line.rule else 0)
        for index, text in enumerate(wrap(theme, line.text, text_width, "small")):
            rows.append(("regular", line.tone, text, "" if index else line.rule))
    return [
        (ink(theme, text, "small", weight, TONES.get(tone, INK)), ink(theme, rule, "small", "regular", INK_FAINT))
        for weight, tone, text, rule in rows
    ]


def clear_place(
    size: tuple[int, int], spot: tuple[int, int], distance: int, room: pygame.Rect, avoid: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Return the rectangle of some size nearest to a spot (pixels) inside a room, clear of everything to `avoid`.

    If there is no clear place, it hides as few pixels of all that as possible.
    """
    usual = pygame.Rect((spot[0] + distance, spot[1] + distance), size).clamp(room)
    mouse_rect = pygame.Rect(spot, (0, 0)).inflate(distance, distance)
    avoid = [*avoid, mouse_rect]
    if usual.collidelist(avoid) < 0 or usual.width > room.width or usual.height > room.height:
        return usual
    boxes = tuple((rect.left, rect.top, rect.right, rect.bottom) for rect in avoid)
    return pygame.Rect(_clearest(usual.size, spot, (room.left, room.top, room.right, room.bottom), boxes), size)


@lru_cache(maxsize=32)  # a tooltip is drawn anew in every frame
def _clearest(size: tuple[int, int], spot: tuple[int, int], room: Box, avoid: tuple[Box, ...]) -> tuple[int, int]:
    """Return the corner that hides least of everything to avoid; of several, the nearest one."""
    west, north, east, south = room[0], room[1], room[2] - size[0], room[3] - size[1]
    lefts, tops = (np.append(np.arange(first, last, STEP), last) for first, last in ((west, east), (north, south)))
    x_gaps, y_gaps = _gap(lefts, size[0], spot[0]), _gap(tops, size[1], spot[1])
    corner, cost = _least(lefts[x_gaps <= CLOSE], tops[y_gaps <= CLOSE], size, spot, avoid)
    if cost > CLOSE:  # a free place close to the spot needs no search farther off
        corner, _cost = _least(lefts, tops, size, spot, avoid)
    return corner


def _least(
    lefts: Numbers, tops: Numbers, size: tuple[int, int], spot: tuple[int, int], avoid: tuple[Box, ...]
) -> tuple[tuple[int, int], float]:
    """Return the best of some corners with its cost: its distance in pixels, and far more for each hidden pixel.

    Without corners the cost is infinite.
    """
    if not lefts.size or not tops.size:
        return (0, 0), math.inf
    reach = lefts[0], tops[0], lefts[-1] + size[0], tops[-1] + size[1]
    boxes = [
        box for box in avoid if box[0] < reach[2] and box[2] > reach[0] and box[1] < reach[3] and box[3] > reach[1]
    ]
    shared_widths = _shared(lefts, size[0], [(box[0], box[2]) for box in boxes])
    shared_heights = _shared(tops, size[1], [(box[1], box[3]) for box in boxes])
    hidden = np.einsum(
        "ik,jk->ij", shared_widths, shared_heights
    )  # a matrix product would start threads, too slow for so little
    distances = np.hypot(_gap(lefts, size[0], spot[0])[:, None], _gap(tops, size[1], spot[1])[None, :])
    cost = hidden * 1e5 + distances
    x, y = np.unravel_index(np.argmin(cost), cost.shape)
    return (int(lefts[x]), int(tops[y])), float(cost[x, y])


def _shared(starts: Numbers, length: int, spans: list[tuple[int, int]]) -> Numbers:
    """Return the pixels that each stretch from a start shares with each span, by [start, span]."""
    low, high = np.array(spans, dtype=float).reshape(-1, 2).T
    overlaps = np.minimum(starts[:, None] + length, high[None, :]) - np.maximum(starts[:, None], low[None, :])
    covered: Numbers = np.clip(overlaps, 0.0, None)
    return covered


def _gap(starts: Numbers, length: int, spot: int) -> Numbers:
    """Return the distance of each stretch from a spot."""
    distances: Numbers = np.maximum(0, np.maximum(starts - spot, spot - starts - length))
    return distances

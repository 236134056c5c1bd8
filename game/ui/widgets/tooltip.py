"""Tooltips: a few lines near the mouse, clear of what must stay in view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.engine.rulebook.view import Line
from game.ui.widgets.text import blit_at, ink, line_height, wrap
from game.ui.widgets.theme import INK, INK_FAINT, SLATE, SLATE_LINE, TONES, Theme

Numbers = NDArray[Any]

STEP: Final = 12
"""Pixels between the places that are tried."""


def draw_tooltip(
    target: pygame.Surface,
    theme: Theme,
    spot: tuple[int, int],
    title: str,
    lines: Sequence[Line],
    avoid: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a tooltip near a pixel, inside the window and clear of the rectangles to `avoid`; return its own."""
    width, pad = theme.px(38), theme.px(1.25)
    rows = [("semibold", "plain", text, "") for text in wrap(theme, title, width, "small")]
    for line in lines:
        room = width - (theme.font("small").size(line.rule)[0] + theme.px(1) if line.rule else 0)
        for number, text in enumerate(wrap(theme, line.text, room, "small")):
            rows.append(("regular", line.tone, text, "" if number else line.rule))
    inks = [
        (ink(theme, text, "small", weight, TONES.get(tone, INK)), ink(theme, rule, "small", "regular", INK_FAINT))
        for weight, tone, text, rule in rows
    ]
    widest = max(text.get_width() + (rule.get_width() + theme.px(2) if rule.get_width() else 0) for text, rule in inks)
    high = line_height(theme, "small")
    box = clear_place((widest + 2 * pad, high * len(inks) + 2 * pad), spot, theme.px(2), target.get_rect(), avoid)
    pygame.draw.rect(target, SLATE, box, border_radius=theme.px(0.75))
    pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=theme.px(0.75))
    for number, (words, citation) in enumerate(inks):
        y = box.top + pad + number * high
        target.blit(words, (box.left + pad, y))
        blit_at(target, citation, topright=(box.right - pad, y))
    return box


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
    lefts = np.append(np.arange(room.left, room.right - usual.width, STEP), room.right - usual.width)
    tops = np.append(np.arange(room.top, room.bottom - usual.height, STEP), room.bottom - usual.height)
    across = _shared(lefts, usual.width, [(rect.left, rect.right) for rect in avoid])
    down = _shared(tops, usual.height, [(rect.top, rect.bottom) for rect in avoid])
    hidden = across @ down.T
    apart = np.hypot(_gap(lefts, usual.width, spot[0])[:, None], _gap(tops, usual.height, spot[1])[None, :])
    x, y = np.unravel_index(np.argmin(hidden * 1e5 + apart), hidden.shape)
    return pygame.Rect((int(lefts[x]), int(tops[y])), size)


def _shared(starts: Numbers, length: int, spans: list[tuple[int, int]]) -> Numbers:
    """Return how many pixels of each span each stretch from a start covers, by [start, span]."""
    low, high = np.array(spans, dtype=float).T
    found = np.minimum(starts[:, None] + length, high[None, :]) - np.maximum(starts[:, None], low[None, :])
    covered: Numbers = np.clip(found, 0.0, None)
    return covered


def _gap(starts: Numbers, length: int, spot: int) -> Numbers:
    """Return how far each stretch from a start is from a spot."""
    apart: Numbers = np.maximum(0, np.maximum(starts - spot, spot - starts - length))
    return apart

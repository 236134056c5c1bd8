"""A small plate of text beside the mouse."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.rulebook.view import Line
from game.ui.widgets.text import ink, line_height, put, wrap
from game.ui.widgets.theme import INK, INK_FAINT, SLATE, SLATE_LINE, TONES, Theme


def draw_tooltip(
    target: pygame.Surface,
    theme: Theme,
    spot: tuple[int, int],
    title: str,
    lines: Sequence[Line],
    beside: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Draw a tooltip near a pixel, inside the window and not over what is `beside`; return where it is."""
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
    box = pygame.Rect(spot[0] + theme.px(2), spot[1] + theme.px(2), widest + 2 * pad, high * len(inks) + 2 * pad)
    if box.right > target.get_width():
        box.right = spot[0] - theme.px(1)
    if box.bottom > target.get_height():
        box.bottom = spot[1] - theme.px(1)
    for other in sorted(beside, key=lambda rect: -rect.left):
        if box.colliderect(other) and other.left > box.width:
            box.right = min(spot[0] - theme.px(1), other.left)
    box.clamp_ip(target.get_rect())
    pygame.draw.rect(target, SLATE, box, border_radius=theme.px(0.75))
    pygame.draw.rect(target, SLATE_LINE, box, 1, border_radius=theme.px(0.75))
    for number, (words, citation) in enumerate(inks):
        y = box.top + pad + number * high
        target.blit(words, (box.left + pad, y))
        put(target, citation, topright=(box.right - pad, y))
    return box

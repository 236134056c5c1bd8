"""The bar beside what is longer than its room."""

from __future__ import annotations

import pygame

from game.ui.widgets.theme import SLATE_LINE, Theme


def draw_scrollbar(
    target: pygame.Surface, theme: Theme, room: pygame.Rect, whole: int, scrolled: int, away: float = 0.5
) -> None:
    """Show to the right of `room` which part of `whole` pixels is in view, `away` steps off; nothing where all is."""
    if not whole > room.height > 0:
        return
    high = max(theme.px(3), room.height * room.height // whole)
    top = room.top + (room.height - high) * scrolled // (whole - room.height)
    bar = pygame.Rect(room.right + theme.px(away), top, max(3, theme.px(0.5)), high)
    pygame.draw.rect(target, SLATE_LINE, bar, border_radius=bar.width // 2)

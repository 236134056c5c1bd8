"""Scrolling: showing a part of long content, with a scrollbar."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pygame

from game.ui.widgets.text import clipped
from game.ui.widgets.theme import SLATE_LINE, Theme


@dataclass
class ScrollView:
    """Shows a part of `whole` pixels in the rectangle `room`, from `offset` pixels on."""

    room: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    whole: int = 0
    offset: int = 0

    @property
    def top(self) -> int:
        """The pixel of the window where the content begins, perhaps above the room."""
        return self.room.top - self.offset

    def fit(self, room: pygame.Rect, whole: int) -> None:
        """Adopt another room or content height, keeping the position as far as possible."""
        self.room, self.whole = room.copy(), whole
        self.by(0)

    def by(self, pixels: int) -> bool:
        """Scroll down by `pixels`, up when negative; return whether anything moved."""
        before = self.offset
        self.offset = max(0, min(before + pixels, self.whole - self.room.height))
        return self.offset != before

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll so that these pixels of the window come into the room, the upper ones if it is too low for all."""
        below, above = max(0, bottom - self.room.bottom), self.room.top - top
        self.by(min(below, max(0, -above)) - max(0, above))

    @contextmanager
    def drawn(self, target: pygame.Surface, theme: Theme, away: float = 0.5) -> Iterator[None]:
        """Clip to the room while the content is drawn; then draw the bar if needed, `away` steps to the right."""
        with clipped(target, self.room.clip(target.get_clip())):
            yield
        if self.whole > self.room.height > 0:
            high = max(theme.px(3), self.room.height * self.room.height // self.whole)
            top = self.room.top + (self.room.height - high) * self.offset // (self.whole - self.room.height)
            bar = pygame.Rect(self.room.right + theme.px(away), top, max(3, theme.px(0.5)), high)
            pygame.draw.rect(target, SLATE_LINE, bar, border_radius=bar.width // 2)

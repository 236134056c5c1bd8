"""What a place must do to be shown in the window."""

from __future__ import annotations

from typing import Protocol

import pygame


class Screen(Protocol):
    """Something that fills the window: the main menu, a table, a sandbox. Only the topmost one lives."""

    def enter(self) -> None:
        """Become the topmost place, for the first time or again."""

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event; pygame.QUIT asks the place to leave, and it may ask people first."""

    def tick(self) -> bool:
        """Let time pass; say whether anything is under way that needs another frame."""

    def paint(self, target: pygame.Surface) -> None:
        """Paint one frame."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out anew for another size of the window."""

    def apply_options(self) -> None:
        """Take over other options, another look or another interface scale of the window."""

    def leave(self) -> None:
        """Be dropped: keep whatever must not be lost."""

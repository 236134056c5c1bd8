"""The system's clipboard, or one of our own if there is none."""

from __future__ import annotations

import contextlib

import pygame

_own = ""


def copy(text: str) -> None:
    """Put a text on the clipboard."""
    global _own  # noqa: PLW0603 - fallback without a system clipboard
    _own = text
    with contextlib.suppress(pygame.error, ValueError):  # no window system, or no text: use only our own
        pygame.scrap.put_text(text)


def pasted() -> str:
    """Return the text on the clipboard, empty where there is none."""
    try:
        found = pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except pygame.error:
        found = ""
    return found or _own

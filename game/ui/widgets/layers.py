"""Layers: blits that are identical frame after frame are kept as one picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

Place = tuple[int, int] | pygame.Rect
Blit = tuple[pygame.Surface, tuple[int, int], pygame.Rect, int | None]
"""A picture, its position, its clip rectangle, and its alpha."""


class Canvas(Protocol):
    """A target of blits: a surface, or layers that are blitted later."""

    def blit(self, source: pygame.Surface, dest: Place) -> pygame.Rect:
        """Blit a picture."""

    def get_clip(self) -> pygame.Rect:
        """Return the clip rectangle in pixels."""


class Layers:
    """Collects blits and shows them; the result is cached once it is the same twice.

    A picture must not be repainted after its blit; its alpha may change.
    """

    def __init__(self) -> None:
        self._clip = pygame.Rect(0, 0, 0, 0)
        self._blits: list[Blit] = []
        self._before = self._blits
        self._kept: pygame.Surface | None = None
        self._part: tuple[object, list[Blit]] = (None, [])

    def set_clip(self, clip: pygame.Rect) -> None:
        """Clip later blits to a rectangle."""
        self._clip = clip.copy()

    def get_clip(self) -> pygame.Rect:
        return self._clip

    def blit(self, source: pygame.Surface, dest: Place) -> pygame.Rect:
        spot = (dest[0], dest[1])
        self._blits.append((source, spot, self._clip, source.get_alpha()))
        return source.get_rect(topleft=spot)

    def part(self, key: object, draw: Callable[[Canvas], None]) -> None:
        """Draw a part, or repeat its last blits if its key is unchanged."""
        if self._part[0] != (key, self._clip):
            start = len(self._blits)
            draw(self)
            self._part = ((key, self._clip), self._blits[start:])
        else:
            self._blits += self._part[1]

    def show(self, target: pygame.Surface, view: pygame.Rect) -> None:
        """Blit everything within a view, which the first picture covers, and start again."""
        blits, before, clip = self._blits, self._before, target.get_clip()
        self._blits, self._before = [], blits
        if blits != before:
            self._kept = None
        if self._kept is not None and self._kept.get_size() == view.size:
            target.blit(self._kept, view)
            return
        for source, spot, seen, alpha in blits:
            target.set_clip(seen)
            if source.get_alpha() != alpha:
                source.set_alpha(alpha)
            target.blit(source, spot)
        target.set_clip(clip)
        if blits == before:
            self._kept = target.subsurface(view).copy()

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


class Kept:
    """A part of the screen, kept as a picture once its key is the same twice."""

    def __init__(self) -> None:
        self._key: object = None
        self._picture: pygame.Surface | None = None
        self._room: pygame.Surface | None = None

    def show(self, target: pygame.Surface, view: pygame.Rect, key: object, draw: Callable[[], None]) -> None:
        """Blit the picture if the key is still the same; otherwise draw the part."""
        same = key == self._key
        self._key = key
        if same and self._picture is not None and self._picture.get_size() == view.size:
            target.blit(self._picture, view)
            return
        draw()
        self._picture = self._copied(target, view) if same else None

    def _copied(self, target: pygame.Surface, view: pygame.Rect) -> pygame.Surface:
        """Return a copy of a part of the target; new memory for so many pixels would take longer than copying them."""
        room = self._room
        if room is None or room.get_size() != view.size or target.get_flags() & pygame.SRCALPHA:
            self._room = target.subsurface(view).copy()
            return self._room
        room.blit(target, (0, 0), view)
        return room


class Layers:
    """Collects blits and shows them, those that repeat from kept pictures: one of the ground, one of everything.

    A picture must not be repainted after its blit; its alpha may change.
    """

    def __init__(self) -> None:
        self._clip = pygame.Rect(0, 0, 0, 0)
        self._blits: list[Blit] = []
        self._part: tuple[object, list[Blit]] = (None, [])
        self._below = 0
        self._ground, self._whole = Kept(), Kept()

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
        """Draw what changes more often than the ground below, or repeat its last blits if its key is unchanged."""
        self._below = len(self._blits)
        if self._part[0] != (key, self._clip):
            draw(self)
            self._part = ((key, self._clip), self._blits[self._below :])
        else:
            self._blits += self._part[1]

    def show(self, target: pygame.Surface, view: pygame.Rect) -> None:
        """Blit everything within a view, which the first picture covers, and start again."""
        blits, ground, clip = self._blits, self._blits[: self._below], target.get_clip()
        self._blits, self._below = [], 0

        def draw() -> None:
            self._ground.show(target, view, ground, lambda: _blit(target, ground))
            _blit(target, blits[len(ground) :])

        target.set_clip(view)
        self._whole.show(target, view, blits, draw)
        target.set_clip(clip)


def _blit(target: pygame.Surface, blits: list[Blit]) -> None:
    for source, spot, seen, alpha in blits:
        target.set_clip(seen)
        if source.get_alpha() != alpha:
            source.set_alpha(alpha)
        target.blit(source, spot)

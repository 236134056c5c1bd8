"""Pictures of blits that are the same frame after frame."""

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
    """A part of the screen, kept as a picture once its key is the same twice, or `at_once` if it is small."""

    def __init__(self, *, at_once: bool = False) -> None:
        self._at_once = at_once
        self._key: object = None
        self._picture: pygame.Surface | None = None
        self._room: pygame.Surface | None = None

    def picture(self, view: pygame.Rect, key: object) -> pygame.Surface | None:
        """Return the picture if it is of this key and of the size of a view, else None."""
        valid = self._picture is not None and self._picture.get_size() == view.size and key == self._key
        return self._picture if valid else None

    def show(self, target: pygame.Surface, view: pygame.Rect, key: object, draw: Callable[[], None]) -> None:
        """Blit the picture if it is of this key; otherwise draw the part, and keep its picture."""
        if (picture := self.picture(view, key)) is not None:
            target.blit(picture, view)
            return
        is_same, self._key = key == self._key, key
        draw()
        self._picture = self._copied(target, view) if is_same or self._at_once else None

    def _copied(self, target: pygame.Surface, view: pygame.Rect) -> pygame.Surface:
        """Return a copy of a part of the target.

        It reuses memory, since new memory for this many pixels would take longer than copying them.
        """
        buffer = self._room
        if buffer is None or buffer.get_size() != view.size or target.get_flags() & pygame.SRCALPHA:
            self._room = target.subsurface(view).copy()
            return self._room
        buffer.blit(target, (0, 0), view)
        return buffer


class Layers:
    """Collects blits and shows them with two kept pictures: the ground, and everything, repaired where it changes.

    A surface must not be painted on after its blit; its alpha may change. `picture` is the second one, None at first.
    """

    def __init__(self) -> None:
        self._clip = pygame.Rect(0, 0, 0, 0)
        self._blits: list[Blit] = []
        self._part: tuple[object, list[Blit]] = (None, [])
        self._below: int | None = None
        self._above: list[Blit] = []
        self.picture: pygame.Surface | None = None
        self._ground, self._whole, self._still = Kept(), Kept(), Kept()
        self._last: object = None

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
        """Draw a part that changes more often than the ground; repeat its last blits if its key is unchanged."""
        self._below = len(self._blits)
        if self._part[0] != (key, self._clip):
            draw(self)
            self._part = ((key, self._clip), self._blits[self._below :])
        else:
            self._blits += self._part[1]

    def show(
        self, target: pygame.Surface, view: pygame.Rect, key: object = None, over: Callable[[], None] | None = None
    ) -> None:
        """Blit everything within a view, then forget the blits; the first picture must cover the view.

        `over` draws on top, and once nothing moves, its result is kept under a key with the rest.
        """
        clip, state = target.get_clip(), (key, self._blits, self._below)
        unchanged, self._last = key is not None and state == self._last, state
        self._blits, self._below = [], None

        def draw() -> None:
            self._show(target, view, *state[1:])
            if over is not None:
                over()

        target.set_clip(view)
        if unchanged:
            self._still.show(target, view, state, draw)
        else:
            draw()
        target.set_clip(clip)

    def _show(self, target: pygame.Surface, view: pygame.Rect, blits: list[Blit], below: int | None) -> None:
        """Show some blits, of which those before the number `below` are the ground."""
        ground = blits[:below]
        foreground = blits[len(ground) :]

        def draw() -> None:
            self._ground.show(target, view, ground, lambda: _blit(target, ground))
            _blit(target, foreground)

        full_picture, ground_picture = self._whole.picture(view, ground), self._ground.picture(view, ground)
        if full_picture is not None and ground_picture is not None:
            _mend(full_picture, ground_picture, view, self._above, foreground)
        self._whole.show(target, view, ground, draw)
        self._above, self.picture = foreground, self._whole.picture(view, ground)
        target.set_clip(view)


def _blit(target: pygame.Surface, blits: list[Blit]) -> None:
    for source, spot, clip, alpha in blits:
        target.set_clip(clip)
        if source.get_alpha() != alpha:
            source.set_alpha(alpha)
        target.blit(source, spot)


def _mend(picture: pygame.Surface, bare: pygame.Surface, view: pygame.Rect, old: list[Blit], new: list[Blit]) -> None:
    """Repair the picture of a view wherever its blits differ from the old ones; `bare` is its ground."""
    if old == new:
        return
    rects = [_place(blit, view) for blit in new]
    for changed_rect in _changed(old, new, view):
        picture.set_clip(changed_rect)
        picture.blit(bare, (0, 0))
        for index in changed_rect.collidelistall(rects):
            source, (x, y), _seen, alpha = new[index]
            _blit(picture, [(source, (x - view.left, y - view.top), changed_rect.clip(rects[index]), alpha)])
    picture.set_clip(None)


def _changed(old: list[Blit], new: list[Blit], view: pygame.Rect) -> list[pygame.Rect]:
    """Return the rectangles in a view where blits differ.

    If the lists differ in length, that is everything between their equal ends.
    """
    shorter = min(len(old), len(new))
    equal_at_start = next((offset for offset in range(shorter) if old[offset] != new[offset]), shorter)
    equal_at_end = next(
        (offset for offset in range(shorter - equal_at_start) if old[-1 - offset] != new[-1 - offset]),
        shorter - equal_at_start,
    )
    old_part, new_part = old[equal_at_start : len(old) - equal_at_end], new[equal_at_start : len(new) - equal_at_end]
    if len(old_part) == len(new_part):
        pairs = [pair for pair in zip(old_part, new_part, strict=True) if pair[0] != pair[1]]
        old_part, new_part = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    rects: list[pygame.Rect] = []
    for place in (_place(blit, view) for blit in (*old_part, *new_part)):
        if (overlapping := place.collidelist(rects)) >= 0:
            rects[overlapping].union_ip(place)
        elif place:
            rects.append(place)
    return rects


def _place(blit: Blit, view: pygame.Rect) -> pygame.Rect:
    """Return the visible rectangle of a blit, in pixels of a view."""
    source, spot, clip, _alpha = blit
    return source.get_rect(topleft=spot).clip(clip).move(-view.left, -view.top)

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
    """A part of the screen, kept as a picture once its key is the same twice; a small one `at_once`."""

    def __init__(self, *, at_once: bool = False) -> None:
        self._at_once = at_once
        self._key: object = None
        self._picture: pygame.Surface | None = None
        self._room: pygame.Surface | None = None

    def picture(self, view: pygame.Rect, key: object) -> pygame.Surface | None:
        """Return the picture of a view if it is kept under that key."""
        kept = self._picture is not None and self._picture.get_size() == view.size and key == self._key
        return self._picture if kept else None

    def show(self, target: pygame.Surface, view: pygame.Rect, key: object, draw: Callable[[], None]) -> None:
        """Blit the picture if the key is still the same; otherwise draw the part."""
        if (picture := self.picture(view, key)) is not None:
            target.blit(picture, view)
            return
        same, self._key = key == self._key, key
        draw()
        self._picture = self._copied(target, view) if same or self._at_once else None

    def _copied(self, target: pygame.Surface, view: pygame.Rect) -> pygame.Surface:
        """Return a copy of a part of the target.

        It reuses memory, since new memory for this many pixels would take longer than copying them.
        """
        room = self._room
        if room is None or room.get_size() != view.size or target.get_flags() & pygame.SRCALPHA:
            self._room = target.subsurface(view).copy()
            return self._room
        room.blit(target, (0, 0), view)
        return room


class Layers:
    """Collects blits and shows them from two kept pictures: of the ground, and of everything, mended where it changes.

    A picture must not be repainted after its blit; its alpha may change. `picture` is the second one, None until kept.
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
        """Draw a part that changes more often than the ground below; repeat its last blits if its key is unchanged."""
        self._below = len(self._blits)
        if self._part[0] != (key, self._clip):
            draw(self)
            self._part = ((key, self._clip), self._blits[self._below :])
        else:
            self._blits += self._part[1]

    def show(
        self, target: pygame.Surface, view: pygame.Rect, key: object = None, over: Callable[[], None] | None = None
    ) -> None:
        """Blit everything within a view, which the first picture covers, and start again.

        What is drawn `over` it is kept with it, under a key, as soon as nothing moves.
        """
        clip, now = target.get_clip(), (key, self._blits, self._below)
        still, self._last = key is not None and now == self._last, now
        self._blits, self._below = [], None

        def draw() -> None:
            self._show(target, view, *now[1:])
            if over is not None:
                over()

        target.set_clip(view)
        if still:
            self._still.show(target, view, now, draw)
        else:
            draw()
        target.set_clip(clip)

    def _show(self, target: pygame.Surface, view: pygame.Rect, blits: list[Blit], below: int | None) -> None:
        ground = blits[:below]
        above = blits[len(ground) :]

        def draw() -> None:
            self._ground.show(target, view, ground, lambda: _blit(target, ground))
            _blit(target, above)

        whole, bare = self._whole.picture(view, ground), self._ground.picture(view, ground)
        if whole is not None and bare is not None:
            _mend(whole, bare, view, self._above, above)
        self._whole.show(target, view, ground, draw)
        self._above, self.picture = above, self._whole.picture(view, ground)
        target.set_clip(view)


def _blit(target: pygame.Surface, blits: list[Blit]) -> None:
    for source, spot, seen, alpha in blits:
        target.set_clip(seen)
        if source.get_alpha() != alpha:
            source.set_alpha(alpha)
        target.blit(source, spot)


def _mend(whole: pygame.Surface, bare: pygame.Surface, view: pygame.Rect, old: list[Blit], new: list[Blit]) -> None:
    """Mend the picture of a `whole` view, above whose `bare` ground other blits lie now, wherever they differ."""
    if old == new:
        return
    places = [_place(blit, view) for blit in new]
    for dirty in _changed(old, new, view):
        whole.set_clip(dirty)
        whole.blit(bare, (0, 0))
        for number in dirty.collidelistall(places):
            source, (x, y), _seen, alpha = new[number]
            _blit(whole, [(source, (x - view.left, y - view.top), dirty.clip(places[number]), alpha)])
    whole.set_clip(None)


def _changed(old: list[Blit], new: list[Blit], view: pygame.Rect) -> list[pygame.Rect]:
    """Return where blits differ, in pixels of a view; of two lists of other lengths, all between their like ends."""
    ends = min(len(old), len(new))
    first = next((at for at in range(ends) if old[at] != new[at]), ends)
    last = next((at for at in range(ends - first) if old[-1 - at] != new[-1 - at]), ends - first)
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    if len(before) == len(after):
        pairs = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        before, after = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    found: list[pygame.Rect] = []
    for place in (_place(blit, view) for blit in (*before, *after)):
        if (near := place.collidelist(found)) >= 0:
            found[near].union_ip(place)
        elif place:
            found.append(place)
    return found


def _place(blit: Blit, view: pygame.Rect) -> pygame.Rect:
    """Return where a blit is seen, in pixels of a view."""
    source, spot, seen, _alpha = blit
    return source.get_rect(topleft=spot).clip(seen).move(-view.left, -view.top)

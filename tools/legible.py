"""Reads what a window has written: words cut off at the side, out of the window, or over other words or icons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any, Final
from unittest import mock

import pygame

from game.ui.widgets import signs
from game.ui.widgets import text as texts
from game.ui.widgets.layers import Kept

SLACK: Final = 2
"""Pixels by which letters may reach over an edge, or into other letters."""


@dataclass(frozen=True)
class Words:
    """A line of text on the screen: where its ink is, and the part of the window to which it was clipped."""

    text: str
    ink: pygame.Rect
    clip: pygame.Rect


class _Page:
    """What was written, in order; what is painted over is gone."""

    def __init__(self) -> None:
        self.words: list[Words] = []
        self.icons: list[Words] = []
        self.inks: dict[int, tuple[str, pygame.Surface]] = {}

    def write(self, target: pygame.Surface, source: pygame.Surface, rect: pygame.Rect) -> None:
        """Note a blit: of words, or of a picture that hides words."""
        left, top = target.get_abs_offset()
        if id(source) in self.inks:
            text = self.inks[id(source)][0]
            ink = source.get_bounding_rect().move(rect.topleft).move(left, top)
            if text.strip() and ink.size != (0, 0):
                kind = self.icons if text.endswith(".svg") else self.words
                kind.append(Words(text, ink, target.get_clip().move(left, top)))
        elif not source.get_flags() & pygame.SRCALPHA and source.get_alpha() in (None, 255):
            self.cover(rect.move(left, top))

    def cover(self, rect: pygame.Rect) -> None:
        """Forget the words and icons under something larger."""
        for kind in (self.words, self.icons):
            kind[:] = [each for each in kind if not (each.ink.colliderect(rect) and _area(rect) > _area(each.ink))]

    def faults(self, size: tuple[int, int]) -> Iterator[str]:
        """Yield what cannot be read."""
        window = pygame.Rect((0, 0), size)
        shown = [each for each in self.words if each.ink.colliderect(each.clip.clip(window))]
        for each in shown:
            room, ink = each.clip.clip(window), each.ink
            if ink.left < room.left - SLACK or ink.right > room.right + SLACK:
                yield f"cut off at the side: {each.text!r} at {tuple(ink)} in {tuple(room)}"
            elif each.clip.contains(window) and (ink.top < -SLACK or ink.bottom > window.bottom + SLACK):
                yield f"out of the window: {each.text!r} at {tuple(ink)}"
        for one, other in (*combinations(shown, 2), *product(shown, self.icons)):
            both = one.ink.clip(one.clip).clip(other.ink.clip(other.clip))
            if one.text != other.text and both.width > SLACK and both.height > SLACK:
                yield f"one over another: {one.text!r} at {tuple(one.ink)} and {other.text!r} at {tuple(other.ink)}"


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height


def faults(paint: Callable[[pygame.Surface], object], size: tuple[int, int]) -> Sequence[str]:
    """Paint a window of a size once more, and return what cannot be read in it."""
    page = _Page()
    ink, rectangle, load = texts._ink, pygame.draw.rect, pygame.image.load_sized_svg
    signs.icon.cache_clear()

    class Sheet(pygame.Surface):
        def blit(
            self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
        ) -> pygame.Rect:
            rect = super().blit(source, dest, area, special_flags)
            spot = dest.topleft if isinstance(dest, pygame.Rect) else (round(dest[0]), round(dest[1]))
            page.write(self, source, source.get_rect(topleft=spot))
            return rect

    def inked(text: str, *look: Any) -> pygame.Surface:
        surface: pygame.Surface = ink(text, *look)
        page.inks[id(surface)] = text, surface
        return surface

    def loaded(file: str, size: tuple[int, int]) -> pygame.Surface:
        surface = load(file, size)
        if not Path(file).name.startswith("die"):  # it bears its number
            page.inks[id(surface)] = Path(file).name, surface
        return surface

    def drawn(surface: pygame.Surface, colour: Any, rect: Any, width: int = 0, *more: Any, **look: Any) -> pygame.Rect:
        if width == 0 and isinstance(surface, Sheet):
            page.cover(pygame.Rect(rect).move(surface.get_abs_offset()))
        return rectangle(surface, colour, rect, width, *more, **look)

    patches: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
        (texts, "_ink", inked),
        (pygame.draw, "rect", drawn),
        (pygame.image, "load_sized_svg", loaded),
        (Kept, "show", lambda kept, target, view, key, draw: draw()),
    )
    with ExitStack() as stack:
        for patch in patches:
            stack.enter_context(mock.patch.object(*patch))
        paint(Sheet(size))
    return list(page.faults(size))

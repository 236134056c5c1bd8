"""Every text that a window paints: what it says, where it lands, and what of it can be seen.

For a while every surface of pygame notes the texts that are blitted onto it, a window that is opened meanwhile too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import pygame

from game.ui.widgets.theme import Theme
from tests.ui import shared


@dataclass(frozen=True)
class Written:
    """A text as it was painted. `visible` is the part of its box that the clip let through, in pixels."""

    text: str
    box: tuple[int, int, int, int]
    visible: tuple[int, int, int, int]
    on: int = field(repr=False)

    @property
    def whole(self) -> bool:
        """Whether all of it is seen."""
        return self.box == self.visible

    @property
    def narrowed(self) -> bool:
        """Whether its beginning or its end is missing although it stands in view."""
        return self.visible[2] < self.box[2] and self.visible[3] > 0


class _Noted(pygame.Surface):
    """A surface that knows which text it shows, and notes which texts come onto it."""

    told: str = ""
    notes: list[Written]

    def blit(self, source: pygame.Surface, dest: Any = (0, 0), *more: Any, **named: Any) -> Any:
        """Blit as ever; note a text."""
        said = getattr(source, "told", "")
        if said.strip():
            corner = dest.topleft if isinstance(dest, pygame.Rect | pygame.FRect) else (dest[0], dest[1])
            box = source.get_rect(topleft=(round(corner[0]), round(corner[1])))
            seen = box.clip(self.get_clip())
            _notes.append(Written(said, (*box,), (*seen,), id(self)))
        return super().blit(source, dest, *more, **named)


_notes: list[Written] = []
_Plain = pygame.Surface


class _Font(pygame.font.Font):
    def render(self, text: Any, *more: Any, **named: Any) -> pygame.Surface:
        """Render as ever, onto a surface that knows its text."""
        plain = super().render(text, *more, **named)
        noted = _Noted(plain.get_size(), pygame.SRCALPHA, 32)
        _Plain.blit(noted, plain, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
        noted.told = str(text)
        return noted


@contextmanager
def noted() -> Iterator[list[Written]]:
    """Note every text that is painted meanwhile; open the window within: the display itself notes none."""
    opened = pygame.display.set_mode

    def set_mode(*given: Any, **named: Any) -> pygame.Surface:
        return _Noted(opened(*given, **named).get_size())

    _forget()
    _notes.clear()
    with (
        shared.alone(),
        mock.patch.object(pygame, "Surface", _Noted),
        mock.patch.object(pygame.font, "Font", _Font),
        mock.patch.object(pygame.display, "set_mode", set_mode),
    ):
        yield _notes
    _forget()


def _forget() -> None:
    """Forget fonts and pictures that outlive a window: what was painted before, or with these fonts, tells nothing."""
    for name, module in [*sys.modules.items()]:
        for value in [*vars(module).values()] if name.startswith("game.ui") else ():
            if isinstance(value, Theme):
                value._fonts.clear()
            elif hasattr(value, "cache_clear") and value.__module__ == name:
                value.cache_clear()

"""Every text that a window paints: what it says, where it lands, and what of it can be seen.

For a while every surface of pygame notes the texts that are blitted onto it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import pygame

from game.ui.board import table_art
from game.ui.widgets import text as written


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
    """Note every text that is painted meanwhile; open the window within, so that nothing is kept from before."""

    def forget() -> None:
        written._ink.cache_clear()
        written._theme._fonts.clear()
        table_art._shared.cache_clear()

    forget()
    _notes.clear()
    with mock.patch.object(pygame, "Surface", _Noted), mock.patch.object(pygame.font, "Font", _Font):
        yield _notes
    forget()

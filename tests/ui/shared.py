"""What every window reads or paints alike is read or painted once for all tests: fonts, bases, flat tables.

Each depends on its key alone, as it does in a window, which keeps it for as long as it is open.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from unittest import mock

import pygame
import pytest

from game.lengths import of_an_inch
from game.table.terrain.battlefield import Battlefield
from game.ui.board import pieces, table_art
from game.ui.widgets import theme
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import Ground, Theme
from game.ui.widgets.typeface import Typeface

BASES = 1500
"""Pictures of bases that are kept, most of them of some kilobytes."""
TABLES = 20
"""Pictures of tables that are kept, of some megabytes."""
BARE = Battlefield(1.0, 1.0)

_begin, _paint = pieces.Sprites.__init__, table_art.paint_table
_font = cache(Typeface)
_bases = dict[object, Memo[pygame.Surface]]()


@dataclass(frozen=True)
class _Table:
    """A ground, known by what lies on it."""

    content: object
    colours: Ground
    inch: float
    ground: Ground = field(compare=False)


@lru_cache(TABLES)
def _painted(table: _Table, scale: float) -> pygame.Surface:
    return _paint(table.ground, scale)


def _table(ground: Ground, scale: float) -> pygame.Surface:
    known = ground.battlefield
    content = known.width, known.height, known.unit, known.pieces
    return _painted(_Table(content, replace(ground, battlefield=BARE), of_an_inch(), ground), scale)


class _Pictures(Memo[pygame.Surface]):
    """The pictures of a window, of which those of bases are everybody's; a portrait's key leaves out its sigil."""

    def __init__(self, bases: Memo[pygame.Surface]) -> None:
        super().__init__(pieces.KEPT)
        self._bases = bases

    def of(self, question: Hashable, find: Callable[[], pygame.Surface]) -> pygame.Surface:
        shared = isinstance(question, tuple) and question[0] == "base"
        return self._bases.of(question, find) if shared else super().of(question, find)


def _sprites(self: pieces.Sprites, look: Theme) -> None:
    _begin(self, look)
    self._pictures = _Pictures(_bases.setdefault((look.scale, look.sharp), Memo(BASES)))


def share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let windows share what they read and paint."""
    monkeypatch.setattr(theme, "Typeface", _font)
    monkeypatch.setattr(pieces.Sprites, "__init__", _sprites)
    monkeypatch.setattr(table_art, "paint_table", _table)


@contextmanager
def alone() -> Iterator[None]:
    """Let windows read and paint everything themselves meanwhile."""
    with (
        mock.patch.object(theme, "Typeface", Typeface),
        mock.patch.object(pieces.Sprites, "__init__", _begin),
        mock.patch.object(table_art, "paint_table", _paint),
    ):
        yield

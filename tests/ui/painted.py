"""Tables that are painted once for all tests of a run: every test opens its own, and most of them look the same."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

import pygame

from game.table.terrain.battlefield import Battlefield
from game.ui.board.memo import Memo
from game.ui.board.table_art import paint_table
from game.ui.widgets.looks import Ground

EMPTY = Battlefield(1.0, 1.0)
KEPT = 40
"""Pictures that are kept, of about three megabytes each."""


class Painted:
    """Stands in for what the table's painter keeps: a table is known by what lies on it, not by which object it is."""

    def __init__(self) -> None:
        self._pictures = Memo[pygame.Surface](KEPT)

    def __call__(self, ground: Ground, scale: float, inch: float) -> pygame.Surface:
        """Return the picture of a table."""
        field = ground.battlefield
        known: Hashable = (repr(field.__reduce__()[1]), replace(ground, battlefield=EMPTY), scale, inch)
        return self._pictures.of(known, lambda: paint_table(ground, scale))

    def forget(self) -> None:
        """Have every table painted anew."""
        self._pictures = Memo[pygame.Surface](KEPT)

    def cache_clear(self) -> None:
        """Keep everything: there is no text in these pictures but the numbers on the rim."""


PAINTED = Painted()

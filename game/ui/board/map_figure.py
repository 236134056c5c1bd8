"""A map in small, with lines of text below: what a new game will be played on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.documents.error import DocumentError
from game.engine.rulebook.view import Line
from game.resources import find_map
from game.table.documents import load_map
from game.table.terrain.battlefield import Battlefield
from game.ui.board.table_art import paint_table
from game.ui.widgets.looks import Ground
from game.ui.widgets.text import ink, line_height, wrap
from game.ui.widgets.theme import INK_FAINT, TONES, Theme


@lru_cache(maxsize=12)
def map_picture(name: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture of a bundled map or a map file, as large as fits; None where it cannot be read."""
    try:
        document = load_map(find_map(name))
    except (DocumentError, OSError):
        return None
    field = Battlefield.from_map(document)
    palette = document.palette.model_dump(exclude_none=True)
    scale = min(size[0] / (field.width + 1.4), size[1] / (field.height + 1.4))
    # Painted at twice its size and shrunk: letters and hatching stay soft and small.
    large = paint_table(Ground.of(field, palette), scale * 2, Theme())
    return pygame.transform.smoothscale(large, (large.get_width() // 2, large.get_height() // 2))


class MapFigure:
    """A map and what is said of it."""

    def __init__(self, name: str, lines: Sequence[Line]) -> None:
        self.name = name
        self.lines = tuple(lines)

    def height(self, theme: Theme, width: int) -> int:
        """Return the pixels it takes at that width."""
        return width * 3 // 4 + self._text_height(theme, width) + theme.px(1)

    def _text_height(self, theme: Theme, width: int) -> int:
        rows = sum(len(wrap(theme, line.text, width, "small")) for line in self.lines)
        return rows * line_height(theme, "small") + len(self.lines) * theme.px(0.5)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        """Draw the map, and below it the lines."""
        text = self._text_height(theme, rect.width)
        picture = map_picture(self.name, (rect.width, max(theme.px(12), rect.height - text - theme.px(1))))
        y = rect.top
        if picture is not None:
            target.blit(picture, picture.get_rect(midtop=rect.midtop))
            y += picture.get_height() + theme.px(1)
        for line in self.lines:
            for number, row in enumerate(wrap(theme, line.text, rect.width, "small")):
                if y + line_height(theme, "small") > rect.bottom:
                    return
                tint = TONES.get(line.tone, INK_FAINT)
                weight = "semibold" if line.rule == "title" and number == 0 else "regular"
                target.blit(ink(theme, row, "small", weight, tint), (rect.left, y))
                y += line_height(theme, "small")
            y += theme.px(0.5)

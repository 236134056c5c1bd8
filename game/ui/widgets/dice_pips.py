"""Small dice in a row: how many of each colour an answer would throw. Colours differ in shape too."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pygame

from game.engine.core.decisions import DicePool
from game.ui.widgets.theme import PAPER, SHADOW, Colour, Theme

COLOURS: Final[Mapping[str, Colour]] = {"attack": (216, 84, 66), "defence": (98, 152, 214)}
"""The colours of dice by the names that rulebooks give them."""
OTHER: Final[Colour] = (190, 186, 176)
SIZE, GAP = 1.75, 0.375
"""Width of a die, and the room beside it, in units of the theme."""


def pips_width(theme: Theme, dice: DicePool) -> int:
    """Return the width of a row of dice in pixels."""
    return sum(count for _colour, count in dice) * theme.px(SIZE + GAP)


def draw_pips(target: pygame.Surface, theme: Theme, dice: DicePool, left: int, middle: int) -> int:
    """Draw a row of dice from a left edge; return the x beyond it. Those of attack are pointed, of defence round."""
    size = theme.px(SIZE)
    for colour, count in dice:
        picture = _die(colour, size)
        for _each in range(count):
            target.blit(picture, (left, middle - size // 2))
            left += theme.px(SIZE + GAP)
    return left


@lru_cache(maxsize=32)
def _die(colour: str, size: int) -> pygame.Surface:
    fine = 4
    wide = size * fine
    canvas = pygame.Surface((wide, wide), pygame.SRCALPHA, 32)
    box = canvas.get_rect().inflate(-fine, -fine)
    fill = COLOURS.get(colour, OTHER)
    if colour == "defence":
        pygame.draw.circle(canvas, SHADOW, box.center, box.width // 2)
        pygame.draw.circle(canvas, fill, box.center, box.width // 2 - fine)
        pygame.draw.circle(canvas, PAPER, box.center, box.width // 5)
    else:
        pygame.draw.rect(canvas, SHADOW, box, border_radius=fine)
        pygame.draw.rect(canvas, fill, box.inflate(-2 * fine, -2 * fine), border_radius=fine)
        for step in (-1, 1):
            spot = box.centerx + step * box.width // 5, box.centery - step * box.width // 5
            pygame.draw.circle(canvas, PAPER, spot, box.width // 9)
    return pygame.transform.smoothscale(canvas, (size, size))

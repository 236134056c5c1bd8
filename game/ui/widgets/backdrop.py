"""What lies behind the sheets of a screen: a club table seen from above, in the dark."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from game.resources import resource
from game.ui.widgets.theme import SHADOW

PICTURE: Final = "assets/pictures/table.jpg"
"""A real game, drawn by `python tools/screenshots.py --backdrop`."""
DIM: Final = 118
"""How much of the picture is darkened, of 255."""


@lru_cache(maxsize=2)
def backdrop(size: tuple[int, int], plain: bool) -> pygame.Surface:
    """Return the backdrop at a size; a `plain` one, for high contrast, is nothing but dark. Do not change it."""
    surface = pygame.Surface(size)
    surface.fill((4, 4, 6) if plain else SHADOW)
    path = resource(PICTURE)
    if plain or not path.exists():
        return surface
    picture = pygame.image.load(path)
    scale = max(size[0] / picture.get_width(), size[1] / picture.get_height())
    fitting = (round(picture.get_width() * scale), round(picture.get_height() * scale))
    picture = pygame.transform.smoothscale(picture, fitting)
    surface.blit(picture, picture.get_rect(center=(size[0] // 2, size[1] // 2)))
    veil = pygame.Surface(size, pygame.SRCALPHA, 32)
    veil.fill((*SHADOW, DIM))
    surface.blit(veil, (0, 0))
    return surface

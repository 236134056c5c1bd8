"""Icons drawn for this project: white and grey SVG, rendered at the required size and tinted."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from game.resources import resource
from game.ui.widgets.text import blit_at
from game.ui.widgets.theme import Colour

FALLBACKS: Final = ("die", "marker", "title", "token", "trait")
"""Families with a plain icon for members without one of their own."""


@lru_cache(maxsize=200)
def _file(name: str) -> str:
    family = name.partition("-")[0]
    known = next((each for each in (name, family) if has_icon(each) and each in (name, *FALLBACKS)), "")
    return str(resource(f"assets/icons/{known}.svg"))


def has_icon(name: str) -> bool:
    """Return whether a name such as "trait-ranged" or "engaged" has an icon of its own."""
    return (resource("assets/icons") / f"{name}.svg").is_file()


@lru_cache(maxsize=800)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return the icon `size` pixels wide, its white in `colour`. Shared: do not modify it.

    A name without an icon takes that of its family ("trait-…" that of "trait"), else a plain disc.
    """
    side = max(2, size)
    try:
        picture = pygame.image.load_sized_svg(_file(name), (side, side))
    except (OSError, pygame.error):
        picture = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        pygame.draw.circle(picture, "white", (side / 2, side / 2), side * 0.4)
    picture.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def stamp(canvas: pygame.Surface, name: str, x: float, y: float, size: float, colour: Colour) -> None:
    """Draw an icon, `size` pixels wide, with its middle at (x, y)."""
    blit_at(canvas, icon(name, round(size), colour), center=(round(x), round(y)))

"""Icons drawn for this project: white and grey SVG, rendered at the size that is needed and tinted."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from game.resources import resource
from game.ui.widgets.theme import Colour

FALLBACKS: Final = ("die", "marker", "token", "trait")
"""Families whose plain member stands for any that has no icon of its own."""


@lru_cache(maxsize=200)
def _file(name: str) -> str | None:
    folder = resource("assets/icons")
    for known in (name, name.partition("-")[0]):
        if (known == name or known in FALLBACKS) and (folder / f"{known}.svg").is_file():
            return str(folder / f"{known}.svg")
    return None


def has_icon(name: str) -> bool:
    """Say whether there is an icon of its own for a name such as "trait-ranged" or "engaged"."""
    return (resource("assets/icons") / f"{name}.svg").is_file()


@lru_cache(maxsize=800)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return the icon `size` pixels wide, its white in `colour`. Do not change it: it is shared.

    A name without an icon takes that of its family ("trait-…" that of "trait"); raises `ValueError` where there
    is none of either.
    """
    path = _file(name)
    if path is None:
        raise ValueError(f"there is no icon called {name!r}")
    picture = pygame.image.load_sized_svg(path, (max(2, size), max(2, size)))
    picture.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def stamp(canvas: pygame.Surface, name: str, x: float, y: float, size: float, colour: Colour) -> None:
    """Draw an icon, `size` pixels wide, with its middle at (x, y)."""
    picture = icon(name, round(size), colour)
    canvas.blit(picture, picture.get_rect(center=(round(x), round(y))))

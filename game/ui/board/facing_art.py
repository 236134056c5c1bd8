"""Facing on the table: the pointer on a base, the arc it looks over, the handle by which it is turned."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import pygame

from game.table.facing import radians_of
from game.table.shapes import Disc
from game.table.sight.arcs import sector
from game.ui.board.camera import Camera, Spot
from game.ui.widgets.layers import Canvas
from game.ui.widgets.theme import LAMP, PAPER, SHADOW, Colour

FINE: Final = 3
HANDLE: Final = 0.45
"""Inches from the rim of a base to the handle that turns it."""
_STEP: Final = 100
"""Hundredths of a degree between pointers that are drawn separately."""
_VEIL: Final = 26


def draw_pointer(target: Canvas, centre: Spot, radius: float, facing: int, alpha: int = 255) -> None:
    """Draw the pointer on the rim of a base of `radius` pixels."""
    picture = _pointer(round(radius * 2), round(facing / _STEP) * _STEP)
    picture.set_alpha(alpha)
    target.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))))


@lru_cache(maxsize=512)
def _pointer(size: int, facing: int) -> pygame.Surface:
    r = size * FINE / 2
    half = math.ceil(r * 1.4)
    canvas = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32)
    turn = radians_of(facing)

    def corner(far: float, aside: float) -> Spot:
        return half + r * far * math.cos(turn + aside), half - r * far * math.sin(turn + aside)

    for tip, foot, wide, colour in ((1.32, 0.9, 0.36, SHADOW), (1.24, 0.95, 0.29, PAPER)):
        pygame.draw.polygon(canvas, colour, [corner(tip, 0.0), corner(foot, wide), corner(foot, -wide)])
    return pygame.transform.smoothscale(canvas, (2 * half // FINE, 2 * half // FINE))


def draw_arc(
    target: pygame.Surface, camera: Camera, disc: Disc, width: float, reach: float, colour: Colour = LAMP
) -> None:
    """Draw the arc of `width` degrees a base looks over, `reach` inches from its centre."""
    spots = [camera.to_screen(x, y) for x, y in sector(disc, width, reach).exterior.coords]
    west, north = min(x for x, _y in spots), min(y for _x, y in spots)
    size = max(x for x, _y in spots) - west + 2, max(y for _x, y in spots) - north + 2
    if max(size) > 8192.0:
        return  # zoomed in so far that only a part of its edge would be in view
    veil = pygame.Surface((round(size[0]), round(size[1])), pygame.SRCALPHA, 32)
    corners = [(x - west, y - north) for x, y in spots]
    pygame.draw.polygon(veil, (*colour, _VEIL), corners)
    pygame.draw.aalines(veil, (*colour, 150), True, corners)
    target.blit(veil, (round(west), round(north)))


def handle_of(x: float, y: float, radius: float, facing: int) -> Spot:
    """Return where the handle of a base lies, in inches."""
    turn, far = radians_of(facing), radius + HANDLE
    return x + far * math.cos(turn), y + far * math.sin(turn)


def draw_handle(target: pygame.Surface, start: Spot, end: Spot, size: int) -> None:
    """Draw a handle at a pixel, joined to the base by a stem."""
    pygame.draw.line(target, SHADOW, start, end, 5)
    pygame.draw.line(target, LAMP, start, end, 3)
    pygame.draw.circle(target, SHADOW, end, size + 2)
    pygame.draw.circle(target, LAMP, end, size)
    pygame.draw.circle(target, PAPER, end, max(1, size - 3))

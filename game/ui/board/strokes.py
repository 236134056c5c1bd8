"""Strokes for drawing bases, markers and rings, on canvases larger than the final pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import pygame

from game.ui.board.camera import Spot
from game.ui.widgets.theme import PAPER, SHADOW, SLATE, Colour, Theme, mix

FINE: Final = 3
"""The factor by which pictures are drawn larger before they are shrunk, which smooths all edges."""
ROOM: Final = 1.7
"""Half the width of a picture, in radii of the base, which leaves space for shadow, glow and badges."""
ROOM_LEAST: Final = 20
"""The least pixels around a base with badges."""
_TYPE: Final = Theme()


def figure(canvas: pygame.Surface, text: str, x: float, y: float, height: float, colour: Colour) -> None:
    """Draw a number or text with its middle at a pixel, about `height` pixels high."""
    if not text:
        return
    size = max(6, round(height * (1.0 if len(text) < 2 else 0.86)))
    ink = _TYPE.font_px(size, "bold").render(text, True, colour)
    box = ink.get_bounding_rect()
    canvas.blit(ink, (x - box.centerx, y - box.centery))


def shaded(r: float, *, roomy: bool = False) -> tuple[pygame.Surface, float]:
    """Return a canvas with the shadow of a base of radius `r`, and the coordinate of its middle; see `canvas_for`."""
    canvas = _shaded(r, roomy)
    return canvas.copy(), canvas.get_width() / 2


@lru_cache(maxsize=16)
def _shaded(r: float, roomy: bool) -> pygame.Surface:
    canvas, c = canvas_for(r, roomy=roomy)
    shadow(canvas, c, r)
    return canvas


def canvas_for(r: float, *, roomy: bool = False) -> tuple[pygame.Surface, float]:
    """Return a canvas for a base of radius `r`, and the coordinate of its middle; `roomy`: for badges of fixed size."""
    half, room = (math.ceil(max(r * ROOM, r + least) / FINE) * FINE for least in (0, ROOM_LEAST * FINE))
    half += (
        (room - half) % (2 * FINE) if not roomy else room - half
    )  # the same remainder, so that both kinds are shrunk to the same pixels
    return pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32), float(half)


def shrunk(canvas: pygame.Surface) -> pygame.Surface:
    """Return a canvas shrunk to its final size."""
    # Premultiply alpha for shrinking: otherwise transparent black bleeds into every edge.
    size = canvas.get_width() // FINE, canvas.get_height() // FINE
    small = pygame.transform.smoothscale(canvas.premul_alpha(), size)
    colours = pygame.surfarray.pixels3d(small)
    alpha = pygame.surfarray.array_alpha(small)
    edge = (alpha > 0) & (alpha < 255)  # other pixels would not change
    colours[edge] = (colours[edge] * 255.0 / alpha[edge].astype("float32")[:, None]).clip(0, 255).astype("uint8")
    del colours
    return small


def halo(canvas: pygame.Surface, centre: Spot, colour: Colour, alpha: int, radii: Iterable[float]) -> None:
    """Stack transparent discs, for an edge that fades out."""
    for radius in radii:
        veil = pygame.Surface(canvas.get_size(), pygame.SRCALPHA, 32)
        pygame.draw.circle(veil, (*colour, alpha), centre, radius)
        canvas.blit(veil, (0, 0))


def shadow(canvas: pygame.Surface, c: float, r: float) -> None:
    """Draw the shadow of a base."""
    halo(canvas, (c + r * 0.1, c + r * 0.15), SHADOW, 15, (r * (1.22 - 0.035 * step) for step in range(8)))


def rim(canvas: pygame.Surface, c: float, r: float, colour: Colour, pattern: str) -> None:
    """Draw the rim of a base in a player's colour and pattern."""
    width = max(2, round(r * 0.19))
    if pattern == "solid":
        pygame.draw.circle(canvas, colour, (c, c), r * 0.97, width)
    elif pattern == "double":
        pygame.draw.circle(canvas, colour, (c, c), r * 0.97, round(width * 0.42))
        pygame.draw.circle(canvas, colour, (c, c), r * 0.8, round(width * 0.36))
    else:
        pygame.draw.circle(canvas, mix(colour, SHADOW, 0.62), (c, c), r * 0.97, width)
        count = {"dashed": 10, "ticks": 24}.get(pattern, 16)
        for number in range(count):
            if pattern == "dotted":
                angle = math.tau * number / count
                spot = c + r * 0.875 * math.sin(angle), c - r * 0.875 * math.cos(angle)
                pygame.draw.circle(canvas, colour, spot, r * 0.085)
            else:
                span = 5.0 if pattern == "ticks" else 24.0
                draw_stretch(canvas, colour, c, r * 0.97, r * 0.78, number * 360 / count - span / 2, span)


def draw_stretch(
    canvas: pygame.Surface, colour: Colour, c: float, outer: float, inner: float, start: float, span: float
) -> None:
    """Fill a part of a ring around (c, c), from `start` over `span` degrees; radii are in pixels."""
    angles = [math.radians(start + span * step / 6) for step in range(7)]
    ring = [(c + outer * math.cos(angle), c + outer * math.sin(angle)) for angle in angles]
    ring += [(c + inner * math.cos(angle), c + inner * math.sin(angle)) for angle in reversed(angles)]
    pygame.draw.polygon(canvas, colour, ring)


def badge(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """Draw a round badge with a dark edge."""
    pygame.draw.circle(canvas, SHADOW, (x, y), r * 1.12)
    pygame.draw.circle(canvas, colour, (x, y), r)


def plaque(canvas: pygame.Surface, x: float, y: float, r: float) -> None:
    """Draw a square with a rim, which is easy to distinguish from the round badges."""
    box = pygame.Rect(0, 0, round(2 * r), round(2 * r))
    box.center = round(x), round(y)
    pygame.draw.rect(canvas, PAPER, box.inflate(round(r * 0.4), round(r * 0.4)), border_radius=round(r * 0.55))
    pygame.draw.rect(canvas, SLATE, box, border_radius=round(r * 0.4))


@lru_cache(maxsize=100)
def paint_ring(radius: int, colour: Colour, style: str) -> pygame.Surface:
    """Return a ring around a base of a radius in pixels, in a style: "solid", "dashed" or "glow"."""
    rim = radius * FINE
    half = rim + 8 * FINE
    canvas = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA, 32)
    if style == "dashed":
        for tick in range(12):
            draw_stretch(canvas, SHADOW, half, rim + 6 * FINE, rim + FINE, tick * 30.0 - 2.0, 22.0)
        for tick in range(12):
            draw_stretch(canvas, colour, half, rim + 5 * FINE, rim + 2 * FINE, tick * 30.0, 18.0)
    elif style == "glow":
        halo(canvas, (half, half), colour, 42, (rim + (8 - step) * FINE for step in range(6)))
        pygame.draw.circle(canvas, SHADOW, (half, half), rim + 3 * FINE)
        pygame.draw.circle(canvas, colour, (half, half), rim + 2 * FINE)
        pygame.draw.circle(canvas, (0, 0, 0, 0), (half, half), rim)
    else:
        pygame.draw.circle(canvas, SHADOW, (half, half), rim + 6 * FINE, 5 * FINE)
        pygame.draw.circle(canvas, colour, (half, half), rim + 5 * FINE, 3 * FINE)
    return shrunk(canvas)

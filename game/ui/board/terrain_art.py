"""What terrain looks like: a tint for every look and the small things drawn into it (canopies, stones, waves)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.ui.board.camera import Spot
from game.ui.widgets.raster import Frame
from game.ui.widgets.theme import Colour, mix

TINTS: Final[dict[str, Colour]] = {
    "wood": (64, 98, 62),
    "hedge": (72, 106, 62),
    "field": (156, 138, 78),
    "water": (70, 116, 142),
    "marsh": (86, 108, 88),
    "ruin": (132, 122, 112),
    "building": (124, 110, 102),
    "rubble": (128, 120, 110),
    "rock": (116, 114, 116),
    "crater": (92, 78, 68),
    "wall": (118, 106, 94),
}
PATTERNS: Final[dict[str, tuple[str, float]]] = {
    "water": ("horizontal", 0.30),
    "marsh": ("horizontal", 0.38),
    "field": ("vertical", 0.30),
    "ruin": ("brick", 0.46),
    "building": ("brick", 0.46),
}
"""Hatching of a look and its spacing in inches; every other look is hatched diagonally."""
DIAGONAL: Final = ("diagonal", 0.34)

Artist = Callable[[pygame.Surface, random.Random, float, float, float, Colour], None]


def scatter(geometry: BaseGeometry, rng: random.Random, distance: float, most: int = 260) -> list[Spot]:
    """Return spots inside the geometry, no two closer than `distance` inches, the same ones every time."""
    shapely.prepare(geometry)
    west, south, east, north = geometry.bounds
    spots: list[Spot] = []
    wanted = min(most, int(geometry.area / (distance * distance)) + 1)
    for _unused in range(wanted * 6):
        x, y = rng.uniform(west, east), rng.uniform(south, north)
        near = any((x - a) ** 2 + (y - b) ** 2 < distance * distance for a, b in spots)
        if not near and shapely.contains_xy(geometry, x, y):
            spots.append((x, y))
            if len(spots) >= wanted:
                break
    return spots


def draw_motifs(canvas: pygame.Surface, frame: Frame, look: str, geometry: BaseGeometry, seed: int) -> None:
    """Draw the small things of a look onto a transparent canvas that covers the frame."""
    if look not in _ARTISTS:
        return
    artist, size, distance, inset = _ARTISTS[look]
    inside = geometry.buffer(-inset)
    if inside.is_empty:
        return
    rng = random.Random(seed)
    tint = TINTS.get(look, (128, 120, 110))
    for x, y in sorted(scatter(inside, rng, distance), key=lambda spot: -spot[1]):
        px, py = frame.at(x, y)
        artist(canvas, rng, px, py, size * frame.scale * rng.uniform(0.75, 1.2), tint)


def _canopy(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    shade = rng.uniform(-0.1, 0.12)
    body = mix(tint, (20, 34, 22) if shade < 0 else (170, 190, 120), abs(shade))
    _disc(canvas, (14, 20, 14, 90), x + size * 0.16, y + size * 0.2, size)
    _disc(canvas, (*mix(body, (12, 22, 14), 0.35), 255), x, y, size)
    _disc(canvas, (*body, 255), x - size * 0.06, y - size * 0.08, size * 0.86)
    _disc(canvas, (*mix(body, (206, 216, 150), 0.22), 255), x - size * 0.24, y - size * 0.28, size * 0.42)


def _stone(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    turn, corners = rng.uniform(0, 360), rng.randint(5, 7)
    points = [pygame.Vector2(size * rng.uniform(0.7, 1.0), 0).rotate(turn + k * 360 / corners) for k in range(corners)]
    shade = mix(tint, (224, 218, 206), rng.uniform(0.05, 0.4))
    low = [(x + p.x + size * 0.2, y + p.y + size * 0.26) for p in points]
    top = [(x + p.x, y + p.y) for p in points]
    cap = [(x + p.x * 0.6 - size * 0.1, y + p.y * 0.6 - size * 0.14) for p in points]
    pygame.draw.polygon(canvas, (16, 14, 14, 110), low)
    pygame.draw.polygon(canvas, (*mix(shade, (40, 36, 34), 0.25), 255), top)
    pygame.draw.polygon(canvas, (*shade, 255), cap)


def _wave(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    light = (*mix(tint, (214, 232, 238), 0.5), 150)
    for part in (-0.5, 0.5):
        box = pygame.Rect(0, 0, max(3, round(size)), max(2, round(size * 0.5)))
        box.center = (round(x + part * size), round(y))
        pygame.draw.arc(canvas, light, box, 0.2, 2.9, max(1, round(size * 0.09)))


def _reed(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    shade = (*mix(tint, (210, 206, 140), 0.4), 190)
    for lean in (-0.35, 0.0, 0.35):
        pygame.draw.line(canvas, shade, (x, y), (x + lean * size, y - size), max(1, round(size * 0.1)))


def _crack(canvas: pygame.Surface, rng: random.Random, x: float, y: float, size: float, tint: Colour) -> None:
    end = pygame.Vector2(size, 0).rotate(rng.uniform(0, 360))
    shade = (*mix(tint, (20, 16, 14), 0.5), 130)
    pygame.draw.line(canvas, shade, (x, y), (x + end.x, y + end.y), max(1, round(size * 0.1)))


def _disc(canvas: pygame.Surface, colour: tuple[int, int, int, int], x: float, y: float, radius: float) -> None:
    pygame.draw.circle(canvas, colour, (x, y), max(1.0, radius))


# look: who draws, size in inches, least distance between two, how far inside the outline
_ARTISTS: Final[dict[str, tuple[Artist, float, float, float]]] = {
    "wood": (_canopy, 0.42, 0.78, 0.36),
    "hedge": (_canopy, 0.26, 0.38, 0.18),
    "rubble": (_stone, 0.17, 0.46, 0.2),
    "rock": (_stone, 0.34, 0.8, 0.3),
    "ruin": (_stone, 0.12, 0.9, 0.25),
    "water": (_wave, 0.34, 1.15, 0.45),
    "marsh": (_reed, 0.3, 0.6, 0.25),
    "crater": (_crack, 0.3, 0.5, 0.3),
}

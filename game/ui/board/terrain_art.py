"""The motifs drawn into terrain: canopies, stones, waves."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.looks import Appearance
from game.ui.board.camera import Spot
from game.ui.widgets.raster import Frame
from game.ui.widgets.theme import Colour, mix

Artist = Callable[[pygame.Surface, random.Random, float, float, float, Colour], None]


def scatter(geometry: BaseGeometry, rng: random.Random, distance: float, most: int = 260) -> list[Spot]:
    """Return spots inside the geometry, no two closer than `distance` inches, the same ones every time."""
    shapely.prepare(geometry)
    west, south, east, north = geometry.bounds
    spots: list[Spot] = []
    cells: dict[tuple[int, int], list[Spot]] = defaultdict(list)  # squares as wide as that: near is next door
    wanted = min(most, int(geometry.area / (distance * distance)) + 1)
    for _attempt in range(wanted * 6):
        x, y = rng.uniform(west, east), rng.uniform(south, north)
        across, up = int((x - west) / distance), int((y - south) / distance)
        around = (cells.get((across + i, up + j), ()) for i in (-1, 0, 1) for j in (-1, 0, 1))
        near = any((x - a) ** 2 + (y - b) ** 2 < distance * distance for cell in around for a, b in cell)
        if not near and shapely.contains_xy(geometry, x, y):
            spots.append((x, y))
            cells[across, up].append((x, y))
            if len(spots) >= wanted:
                break
    return spots


def draw_motifs(canvas: pygame.Surface, frame: Frame, look: Appearance, geometry: BaseGeometry, seed: int) -> None:
    """Draw the motifs of a look onto a transparent canvas that covers the frame."""
    if not look.motif:
        return
    inside = geometry.buffer(-look.inset)
    if inside.is_empty:
        return
    rng = random.Random(seed)
    for x, y in sorted(scatter(inside, rng, look.apart), key=lambda spot: -spot[1]):
        px, py = frame.at(x, y)
        ARTISTS[look.motif](canvas, rng, px, py, look.size * frame.scale * rng.uniform(0.75, 1.2), look.tint)


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


ARTISTS: Final[dict[str, Artist]] = {
    "canopy": _canopy,
    "stone": _stone,
    "wave": _wave,
    "reed": _reed,
    "crack": _crack,
}
"""What draws each motif."""

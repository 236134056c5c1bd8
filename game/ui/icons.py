"""Shapes drawn for this program: dice, stars, markers, tokens. All fit a circle of radius `r` about (x, y)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import pygame

from game.ui.theme import PAPER, SHADOW, Colour, mix

Points = list[tuple[float, float]]


def regular(x: float, y: float, r: float, corners: int, turn: float = -90.0) -> Points:
    """Return a regular polygon; its first corner lies at `turn` degrees (-90 is up)."""
    angles = [math.radians(turn + 360 * k / corners) for k in range(corners)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]


def star(x: float, y: float, r: float) -> Points:
    """Return a five-pointed star, one point up."""
    outer, inner = regular(x, y, r, 5), regular(x, y, r * 0.45, 5, -54.0)
    return [corner for pair in zip(outer, inner, strict=True) for corner in pair]


def die_outline(sides: str, x: float, y: float, r: float) -> Points:
    """Return the silhouette of a die: "d6" square, "d8" diamond, "d10" kite, "d12" pentagon, others round."""
    if sides == "d6":
        return regular(x, y, r * 1.12, 4, -45.0)
    if sides == "d8":
        return [(x, y - r * 1.12), (x + r * 0.98, y), (x, y + r * 1.12), (x - r * 0.98, y)]
    if sides == "d10":
        return [(x, y - r * 1.1), (x + r, y - r * 0.1), (x + r * 0.62, y + r * 0.78), (x, y + r * 1.06),
                (x - r * 0.62, y + r * 0.78), (x - r, y - r * 0.1)]  # fmt: skip
    if sides == "d12":
        return regular(x, y + r * 0.04, r * 1.1, 5)
    return regular(x, y, r, 24)


def shard(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """A standing crystal."""
    left = [(x, y - r), (x - r * 0.5, y - r * 0.25), (x - r * 0.34, y + r * 0.75), (x, y + r)]
    right = [(x, y - r), (x + r * 0.5, y - r * 0.35), (x + r * 0.34, y + r * 0.75), (x, y + r)]
    pygame.draw.polygon(canvas, mix(colour, PAPER, 0.45), left)
    pygame.draw.polygon(canvas, mix(colour, SHADOW, 0.12), right)
    pygame.draw.lines(canvas, mix(colour, PAPER, 0.8), False, [(x, y - r), (x, y + r)], max(1, round(r * 0.07)))


def objective(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """A banner on a pole."""
    pole = max(2, round(r * 0.14))
    pygame.draw.line(canvas, PAPER, (x - r * 0.45, y - r * 0.9), (x - r * 0.45, y + r * 0.95), pole)
    cloth = [(x - r * 0.45, y - r * 0.85), (x + r * 0.75, y - r * 0.55), (x + r * 0.4, y - r * 0.2),
             (x + r * 0.75, y + r * 0.2), (x - r * 0.45, y + r * 0.12)]  # fmt: skip
    pygame.draw.polygon(canvas, mix(colour, PAPER, 0.3), cloth)


def hoard(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """A chest with a clasp."""
    body = pygame.Rect(0, 0, round(r * 1.5), round(r * 0.8))
    body.midtop = (round(x), round(y))
    lid = pygame.Rect(0, 0, round(r * 1.5), round(r * 1.1))
    lid.midtop = (round(x), round(y - r * 0.75))
    edge = max(1, round(r * 0.08))
    pygame.draw.rect(canvas, mix(colour, PAPER, 0.35), lid, border_radius=round(r * 0.4))
    pygame.draw.rect(canvas, mix(colour, SHADOW, 0.15), body, border_radius=round(r * 0.1))
    pygame.draw.line(canvas, SHADOW, body.topleft, body.topright, edge * 2)
    pygame.draw.circle(canvas, PAPER, (x, y + r * 0.1), r * 0.18)


def hexagon(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """What stands for any marker that has no picture of its own."""
    pygame.draw.polygon(canvas, mix(colour, PAPER, 0.3), regular(x, y, r * 0.9, 6))
    pygame.draw.polygon(canvas, mix(colour, SHADOW, 0.2), regular(x, y, r * 0.5, 6))


def coin(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """A stack of two coins."""
    gold = (226, 178, 72)
    for dy in (r * 0.22, -r * 0.18):
        pygame.draw.circle(canvas, mix(gold, SHADOW, 0.55), (x, y + dy + r * 0.1), r * 0.78)
        pygame.draw.circle(canvas, gold, (x, y + dy), r * 0.78)
    pygame.draw.circle(canvas, mix(gold, PAPER, 0.5), (x, y - r * 0.18), r * 0.5, max(1, round(r * 0.1)))


def trophy(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """A cup."""
    silver = (206, 212, 222)
    bowl = [
        (x - r * 0.7, y - r * 0.8),
        (x + r * 0.7, y - r * 0.8),
        (x + r * 0.25, y + r * 0.2),
        (x - r * 0.25, y + r * 0.2),
    ]
    pygame.draw.polygon(canvas, silver, bowl)
    pygame.draw.line(canvas, silver, (x, y), (x, y + r * 0.8), max(2, round(r * 0.22)))
    pygame.draw.line(canvas, silver, (x - r * 0.5, y + r * 0.8), (x + r * 0.5, y + r * 0.8), max(2, round(r * 0.22)))


def bead(canvas: pygame.Surface, x: float, y: float, r: float, colour: Colour) -> None:
    """What stands for any token that has no picture of its own."""
    pygame.draw.circle(canvas, mix(colour, SHADOW, 0.3), (x, y), r * 0.85)
    pygame.draw.circle(canvas, mix(colour, PAPER, 0.4), (x - r * 0.15, y - r * 0.2), r * 0.5)


Icon = Callable[[pygame.Surface, float, float, float, Colour], None]

MARKERS: Final[dict[str, Icon]] = {"shard": shard, "objective": objective, "hoard": hoard}
TOKENS: Final[dict[str, Icon]] = {"treasure": coin, "plunder": coin, "gold": coin, "trophy": trophy}


def icon_for(kind: str, symbol: str) -> Icon:
    """Return the picture of a marker or token of that symbol."""
    if kind == "marker":
        return MARKERS.get(symbol, hexagon)
    return TOKENS.get(symbol, bead)

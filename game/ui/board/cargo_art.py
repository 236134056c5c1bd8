"""The chips of what pieces carry: discs on their rims in the colour and pattern of their owner, with a number."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import pygame

from game.engine.rulebook.view import Chip, PieceView

SHARE: Final = 0.45
"""The radius of a chip, in radii of its piece."""
LEAST: Final = 8
"""The smallest radius of a chip in pixels at scale 1: its number stays readable."""
OFF: Final = 0.35
"""How far the middle of a chip is off the rim, in radii of the chip: it leaves the number of its piece readable."""
FIRST: Final = 150.0
"""The direction of the first chip from the middle, in degrees; the others follow counter-clockwise."""
ROUND: Final = 300.0
"""The most degrees that all chips take up."""


def chip_places(
    piece: PieceView, centre: tuple[float, float], radius: float, least: float = LEAST
) -> Iterator[tuple[Chip, pygame.Rect]]:
    """Yield the chips of a piece, whose body is drawn at a pixel with a radius in pixels, and their places."""
    r = max(radius * SHARE, least)
    far = radius + OFF * r
    step = min(2 * math.degrees(math.asin(min(1.0, r / far))), ROUND / max(1, len(piece.cargo)))
    for number, chip in enumerate(piece.cargo):
        turn = math.radians(FIRST + number * step)
        place = pygame.Rect(0, 0, round(2 * r), round(2 * r))
        place.center = round(centre[0] + far * math.cos(turn)), round(centre[1] - far * math.sin(turn))
        yield chip, place

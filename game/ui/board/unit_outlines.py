"""The outline that ties the models of a unit together: round all their bases, across the gaps between them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame
import shapely

from game.engine.rulebook.view import PieceView
from game.ui.board.camera import Camera, Spot
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import SHADOW, Colour

AWAY: Final = 0.22
"""Inches from the bases to their outline."""
HOLLOW: Final = 0.3
"""The closeness of the outline to its unit, from 0 to 1, which would be its convex hull."""
MARGIN: Final = 4
"""Pixels around an outline in its picture."""
WIDTHS: Final = {"solid": 2, "dashed": 2, "glow": 3, "thin": 1}
DASH: Final = 7
"""Pixels of a dash, and of the gap after it."""
KEPT: Final = 120
Ring = tuple[Spot, ...]


class UnitOutlines:
    """Draws outlines of units; each is worked out once as long as its models stand alike, and painted once a zoom."""

    def __init__(self) -> None:
        self._rings = Memo[Ring](KEPT)
        self._pictures = Memo[tuple[pygame.Surface, Spot]](KEPT)

    def draw(
        self, target: Canvas, models: Sequence[PieceView], camera: Camera, colour: Colour, style: str = "thin"
    ) -> None:
        """Blit the outline of some models: style "solid", "dashed", "glow" or "thin"."""
        if not models:
            return
        first = models[0]
        stand = tuple((round(each.x - first.x, 2), round(each.y - first.y, 2), each.radius) for each in models)
        picture, (left, top) = self._pictures.of(
            (stand, camera.scale, colour, style), partial(self._paint, stand, camera.scale, colour, style)
        )
        x, y = camera.to_screen(first.x, first.y)
        target.blit(picture, (round(x + left), round(y + top)))

    def _paint(
        self, stand: Sequence[tuple[float, float, float]], scale: float, colour: Colour, style: str
    ) -> tuple[pygame.Surface, Spot]:
        """Return the picture of an outline, and where its corner is from the middle of the first model."""
        ring = [(x * scale, -y * scale) for x, y in self._rings.of(stand, partial(outline, stand))]
        across, down = [x for x, _y in ring], [y for _x, y in ring]
        left, top = min(across) - MARGIN, min(down) - MARGIN
        size = round(max(across) - left) + MARGIN, round(max(down) - top) + MARGIN
        picture = pygame.Surface(size, pygame.SRCALPHA, 32)
        _stroke(picture, [(x - left, y - top) for x, y in ring], colour, style)
        return picture, (left, top)


def outline(stand: Sequence[tuple[float, float, float]]) -> Ring:
    """Return the ring about bases, (x, y, radius) in inches each, in inches."""
    hull = shapely.concave_hull(shapely.multipoints([(x, y) for x, y, _radius in stand]), HOLLOW)
    around = shapely.buffer(hull, max(radius for _x, _y, radius in stand) + AWAY, quad_segs=4)
    return tuple(map(tuple, shapely.get_coordinates(around.exterior).tolist()))


def _stroke(picture: pygame.Surface, ring: Sequence[Spot], colour: Colour, style: str) -> None:
    width = WIDTHS[style]
    if style == "glow":
        pygame.draw.lines(picture, (*colour, 70), True, ring, width + 5)
    pygame.draw.lines(picture, (*SHADOW, 200), True, ring, width + 2)
    if style == "dashed":
        for part in _dashes(ring):
            pygame.draw.lines(picture, colour, False, part, width)
        return
    pygame.draw.lines(picture, colour, True, ring, width)
    if width < WIDTHS["glow"]:
        pygame.draw.aalines(picture, colour, True, ring)


def _dashes(ring: Sequence[Spot]) -> list[list[Spot]]:
    """Return the dashes along a closed ring of pixels."""
    line = shapely.LinearRing(ring)
    count = max(2, round(line.length / (2 * DASH)))
    step = line.length / count
    found = []
    for number in range(count):
        along = [number * step + share * step / 4 for share in (0.0, 1.0, 2.0)]
        found.append([(point.x, point.y) for point in shapely.line_interpolate_point(line, along)])
    return found

"""What is drawn of measures: rulers with their receipts, range rings, lines to whoever is closest."""

from __future__ import annotations

from typing import Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.lengths import counted
from game.table.measuring.receipt import Receipt
from game.ui.board.camera import Camera
from game.ui.board.draw_context import Spot
from game.ui.board.overlays import TERRAIN_LEG, Overlay, draw_line, draw_pill
from game.ui.widgets.raster import Frame, dashes, outlined, polygons
from game.ui.widgets.text import ink
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, Colour, Theme
from game.wording import _

RING: Final[Colour] = (196, 170, 246)
CLOSEST: Final[Colour] = (255, 146, 120)


class RingOverlay(Overlay):
    """The outline of all points in range of something: long dashes, labelled with the range."""

    def __init__(self, geometry: BaseGeometry) -> None:
        super().__init__()
        self.geometry = geometry

    def bounds(self) -> tuple[float, float, float, float] | None:
        return None if self.geometry.is_empty else self.geometry.bounds

    def top(self, camera: Camera) -> Spot | None:
        """Return the northernmost spot of the ring on the table, in inches: where its label goes."""
        spots = [(x, y) for polygon in polygons(self.geometry) for x, y, *_unused in polygon.exterior.coords]
        inside = [(x, y) for x, y in spots if 0 <= x <= camera.width and 0 <= y <= camera.height]
        return max(inside, key=lambda spot: spot[1], default=None)

    def paint(self, frame: Frame) -> pygame.Surface:
        return outlined(self.geometry, frame, RING, 3.0, 11.0)


def draw_ruler(target: pygame.Surface, receipt: Receipt, camera: Camera, theme: Theme, label: str) -> pygame.Rect:
    """Draw a pinned measure with its legs; its number and its range stand in the middle: return where.

    Legs in terrain are dashed amber; where no line is free, the direct one is shown in short red dashes.
    """
    start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
    if receipt.range is None:
        draw_barred(target, start, end)
    for leg in receipt.legs if receipt.range is not None else ():
        terrain = leg.kind == "area"
        ends = camera.to_screen(*leg.start), camera.to_screen(*leg.end)
        draw_line(target, *ends, TERRAIN_LEG if terrain else PAPER, dashed=terrain)
    for spot in (start, end):
        pygame.draw.circle(target, SHADOW, spot, 4)
        pygame.draw.circle(target, PAPER, spot, 3)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    short = abs(end[0] - start[0]) + abs(end[1] - start[1]) < theme.px(16)
    place = (middle[0], middle[1] - theme.px(3.5)) if short else middle
    colour = PAPER if receipt.range is not None else BAD
    text = counted(receipt.range) if receipt.range is not None else _("blocked")
    box = draw_pill(target, text, (place[0] + theme.px(1), place[1]), theme, colour)
    draw_badge(target, label, (box.left - theme.px(0.5), box.centery), theme)
    return box.union(box.move(-theme.px(1.5), 0))


def draw_badge(target: pygame.Surface, label: str, centre: Spot, theme: Theme, colour: Colour = LAMP) -> None:
    """Write a number on a small disc."""
    words = ink(theme, label, "small", "bold", SHADOW)
    radius = max(theme.px(1.1), words.get_width() // 2 + theme.px(0.5))
    pygame.draw.circle(target, SHADOW, centre, radius + 1)
    pygame.draw.circle(target, colour, centre, radius)
    target.blit(words, words.get_rect(center=(round(centre[0]), round(centre[1]))))


def draw_closest(target: pygame.Surface, receipt: Receipt, camera: Camera, theme: Theme, *, tie: bool) -> None:
    """Draw a line to whoever is closest: dotted, labelled with the range and with whether several tie."""
    start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
    draw_dotted(target, start, end, CLOSEST)
    units = _("cut off") if receipt.range is None else counted(receipt.range)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + theme.px(2)
    draw_pill(target, _("closest, {units} (tie)" if tie else "closest, {units}", units=units), middle, theme, CLOSEST)


def draw_dotted(target: pygame.Surface, start: Spot, end: Spot, colour: Colour) -> None:
    """Draw a line of dots that reads on any ground."""
    for piece in dashes([start, end], 3.0):
        pygame.draw.line(target, SHADOW, piece[0], piece[-1], 6)
        pygame.draw.line(target, colour, piece[0], piece[-1], 3)


def draw_crosshair(target: pygame.Surface, centre: Spot, theme: Theme) -> None:
    """Mark a bare point."""
    arm, gap = theme.px(1.5), theme.px(0.4)
    for width, colour in ((4, SHADOW), (2, LAMP)):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near = centre[0] + dx * gap, centre[1] + dy * gap
            pygame.draw.line(target, colour, near, (centre[0] + dx * arm, centre[1] + dy * arm), width)


def draw_outline(target: pygame.Surface, geometry: BaseGeometry, camera: Camera) -> None:
    """Trace the outline of a piece of terrain."""
    for polygon in polygons(geometry):
        corners = [camera.to_screen(x, y) for x, y, *_unused in polygon.exterior.coords]
        pygame.draw.lines(target, SHADOW, True, corners, 5)
        pygame.draw.lines(target, LAMP, True, corners, 2)


def draw_barred(target: pygame.Surface, start: Spot, end: Spot) -> None:
    """Draw the line that would count if nothing stood in its way: short red dashes."""
    for piece in dashes([start, end], 4.0):
        pygame.draw.line(target, SHADOW, piece[0], piece[-1], 5)
        pygame.draw.line(target, BAD, piece[0], piece[-1], 2)

"""Drawing measurements: lines with their receipts, paths, pinned rulers, and lines to the closest enemies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.lengths import counted, shown_in, tape
from game.table.measuring.receipt import Receipt
from game.ui.board.camera import Camera, Spot
from game.ui.board.overlays import draw_pill
from game.ui.widgets.raster import dashes, polygons
from game.ui.widgets.text import blit_at, ink
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, Colour, Theme
from game.wording import _

TERRAIN_LEG: Final[Colour] = (244, 190, 92)
CLOSEST: Final[Colour] = (255, 146, 120)
LEG: Final = 0.75
"""The least length, in inches, of a leg of a path that gets its own label."""


def draw_receipt(
    target: pygame.Surface,
    receipt: Receipt,
    camera: Camera,
    theme: Theme,
    *,
    clearance: float = 0.0,
    labelled: bool = True,
) -> pygame.Rect:
    """Draw a measurement with its legs, and its label `clearance` pixels past its end; return the label's rectangle."""
    start, end = _draw_measure(target, receipt, camera)
    if not labelled:
        return pygame.Rect(end, (0, 0))
    colour = PAPER if receipt.range is not None else BAD
    return draw_pill(target, receipt_text(receipt), beyond(start, end, clearance, theme), theme, colour)


def beyond(start: Spot, end: Spot, clearance: float, theme: Theme) -> Spot:
    """Return the place of a line's label: `clearance` pixels past its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    distance = clearance + theme.px(3)
    if length < 1.0:
        return end[0], end[1] - distance
    # sideways more distance is needed, because labels are wider than high
    distance += theme.px(9) * abs(dx) / length
    return end[0] + dx / length * distance, end[1] + dy / length * distance


def _draw_measure(target: pygame.Surface, receipt: Receipt, camera: Camera) -> tuple[Spot, Spot]:
    """Draw a measurement as a line between two dots; return the dots.

    Legs in terrain are dashed in amber; if every line is blocked, the direct one has short red dashes.
    """
    start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
    if receipt.range is None:
        draw_barred(target, start, end)
    for leg in receipt.legs:
        terrain = leg.kind == "area"
        ends = camera.to_screen(*leg.start), camera.to_screen(*leg.end)
        draw_line(target, *ends, TERRAIN_LEG if terrain else PAPER, dashed=terrain)
    for spot in (start, end):
        pygame.draw.circle(target, SHADOW, spot, 4)
        pygame.draw.circle(target, PAPER, spot, 3)
    return start, end


def draw_path(
    target: pygame.Surface,
    path: Sequence[Spot],
    inches: float,
    camera: Camera,
    theme: Theme,
    *,
    clearance: float = 0.0,
    labelled: bool = True,
    legs: bool = False,
) -> pygame.Rect:
    """Draw a path by its corners in inches, with its length `clearance` pixels past its end; return the label's place.

    The length is given, because corners only approximate curves. With `legs`, long legs have their own lengths.
    """
    spots = [camera.to_screen(*corner) for corner in path]
    for start, end in pairwise(spots):
        pygame.draw.line(target, SHADOW, start, end, 5)
    for start, end in pairwise(spots):
        pygame.draw.line(target, PAPER, start, end, 2)
    for spot in (spots[0], spots[-1]):
        pygame.draw.circle(target, SHADOW, spot, 4)
        pygame.draw.circle(target, PAPER, spot, 3)
    for leg, (start, end) in zip(pairwise(path), pairwise(spots)) if legs and len(path) > 2 else ():
        if math.dist(*leg) >= LEG:
            draw_pill(target, tape(math.dist(*leg)), ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), theme)
    if not labelled:
        return pygame.Rect(spots[-1], (0, 0))
    label_spot = beyond(spots[-2] if len(spots) > 1 else spots[0], spots[-1], clearance, theme)
    return draw_pill(target, tape(inches), label_spot, theme)


def receipt_text(receipt: Receipt) -> str:
    """Return the measured length and the range, such as `7.42″ = 7″`."""
    inches = tape(receipt.inches)
    if receipt.terrain_inches >= 0.01:
        inches += _(", {terrain_inches} of it in terrain", terrain_inches=tape(receipt.terrain_inches))
    if receipt.range is None:
        return _("{inches} blocked", inches=inches)
    if not receipt.margin:  # nothing is rounded
        return inches
    if shown_in() == "units":  # in units the length and the range would look alike
        return _("{inches}, counts as {range}", inches=inches, range=counted(receipt.range))
    return f"{inches} = {counted(receipt.range)}"


def draw_ruler(target: pygame.Surface, receipt: Receipt, camera: Camera, theme: Theme, label: str = "") -> pygame.Rect:
    """Draw a measurement with its range, and its number if it is pinned, at the middle; return the label's place."""
    start, end = _draw_measure(target, receipt, camera)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if abs(end[0] - start[0]) + abs(end[1] - start[1]) < theme.px(16):
        y -= theme.px(3.5)
    colour = PAPER if receipt.range is not None else BAD
    text = counted(receipt.range) if receipt.range is not None else _("blocked")
    box = draw_pill(target, text, (x + theme.px(1), y), theme, colour)
    if not label:
        return box
    _draw_badge(target, label, (box.left - theme.px(0.5), box.centery), theme)
    return box.union(box.move(-theme.px(1.5), 0))


def _draw_badge(target: pygame.Surface, label: str, centre: tuple[int, int], theme: Theme) -> None:
    words = ink(theme, label, "small", "bold", SHADOW)
    radius = max(theme.px(1.1), words.get_width() // 2 + theme.px(0.5))
    pygame.draw.circle(target, SHADOW, centre, radius + 1)
    pygame.draw.circle(target, LAMP, centre, radius)
    blit_at(target, words, center=centre)


def draw_closest(target: pygame.Surface, receipt: Receipt, camera: Camera, theme: Theme, *, tie: bool) -> None:
    """Draw a dotted line to the closest enemy, labelled with the range and whether several tie."""
    start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
    draw_dotted(target, start, end, CLOSEST)
    units = _("cut off") if receipt.range is None else counted(receipt.range)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + theme.px(2)
    draw_pill(target, _("closest, {units} (tie)" if tie else "closest, {units}", units=units), middle, theme, CLOSEST)


def draw_line(target: pygame.Surface, start: Spot, end: Spot, colour: Colour, *, dashed: bool = False) -> None:
    """Draw a line on a darker one, legible on any ground; if `dashed`, in dashes."""
    pygame.draw.line(target, SHADOW, start, end, 5)
    for piece in dashes([start, end], 7.0) if dashed else [[start, end]]:
        pygame.draw.line(target, colour, piece[0], piece[-1], 2)


def draw_dotted(
    target: pygame.Surface, start: Spot, end: Spot, colour: Colour, *, length: float = 3.0, width: int = 3
) -> None:
    """Draw a dotted line on a darker one; `length` is that of the dots or dashes in pixels."""
    for piece in dashes([start, end], length):
        pygame.draw.line(target, SHADOW, piece[0], piece[-1], width + 3)
        pygame.draw.line(target, colour, piece[0], piece[-1], width)


def draw_barred(target: pygame.Surface, start: Spot, end: Spot) -> None:
    """Draw a blocked line in short red dashes."""
    draw_dotted(target, start, end, BAD, length=4.0, width=2)


def draw_crosshair(target: pygame.Surface, centre: Spot, theme: Theme) -> None:
    """Mark a point of the table with a crosshair."""
    arm, gap = theme.px(1.5), theme.px(0.4)
    for width, colour in ((4, SHADOW), (2, LAMP)):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near = centre[0] + dx * gap, centre[1] + dy * gap
            pygame.draw.line(target, colour, near, (centre[0] + dx * arm, centre[1] + dy * arm), width)


def draw_outline(
    target: pygame.Surface, geometry: BaseGeometry, camera: Camera, colour: Colour = LAMP, veil: int = 0
) -> None:
    """Trace the outline of a terrain piece; a `veil` from 1 to 255 fills it."""
    for polygon in polygons(geometry):
        corners = [camera.to_screen(corner[0], corner[1]) for corner in polygon.exterior.coords]
        if veil:
            left, top = min(x for x, _y in corners), min(y for _x, y in corners)
            size = max(x for x, _y in corners) - left + 1, max(y for _x, y in corners) - top + 1
            sheet = pygame.Surface(size, pygame.SRCALPHA)
            pygame.draw.polygon(sheet, (*colour, veil), [(x - left, y - top) for x, y in corners])
            target.blit(sheet, (left, top))
        pygame.draw.lines(target, SHADOW, True, corners, 5)
        pygame.draw.lines(target, colour, True, corners, 2)

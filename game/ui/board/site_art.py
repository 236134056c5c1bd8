"""Buildings as pictures: their sides, dashed, and the plate with who is inside and what is left of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import pygame
import shapely

from game.engine.rulebook.view import SiteView, SlotView
from game.ui.board.overlays import Entry, Overlay
from game.ui.board.pieces import NOBODYS, Liveries, paint_swatch
from game.ui.widgets.raster import Frame, dashes
from game.ui.widgets.text import ink
from game.ui.widgets.theme import BAD, GOOD, INK, SHADOW, SLATE, SLATE_LINE, WARNING, Colour, Theme, mix
from game.wording import _

INSET: Final = 0.2
"""Inches inside its outline at which a side is drawn."""
CORNER: Final = 0.6
"""Inches that its ends stay off the corners."""
DASH: Final = 5.0


class Side(NamedTuple):
    """How a side is drawn: in bold if it is held, pointed at or offered."""

    slot: SlotView
    colour: Colour
    bold: bool


class SidesOverlay(Overlay):
    """The sides of a building where units may be, dashed just inside its outline."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self.sides = [side for side in sides if side.slot.start != side.slot.end]
        spots = [spot for side in self.sides for spot in (side.slot.start, side.slot.end)]
        super().__init__(shapely.MultiPoint(spots).envelope)

    def legend(self) -> tuple[Entry, ...]:
        return (Entry(_("sides of a building"), lambda ground, frame: _of_sample(ground.bounds).paint(frame)),)

    def paint(self, frame: Frame) -> pygame.Surface:
        canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
        for slot, colour, bold in self.sides:
            length = math.dist(slot.start, slot.end)
            corner = min(CORNER, length / 6)
            dx, dy = (slot.end[0] - slot.start[0]) / length, (slot.end[1] - slot.start[1]) / length
            ends = [(x - dy * INSET + by * dx, y + dx * INSET + by * dy)
                    for (x, y), by in ((slot.start, corner), (slot.end, -corner))]  # fmt: skip
            for stretch in dashes([frame.at(*spot) for spot in ends], DASH):
                pygame.draw.line(canvas, SHADOW, stretch[0], stretch[-1], 5 if bold else 3)
                pygame.draw.line(canvas, colour, stretch[0], stretch[-1], 3 if bold else 1)
        return canvas


def _of_sample(bounds: tuple[float, ...]) -> SidesOverlay:
    west, south, east, _north = bounds
    return SidesOverlay([Side(SlotView("", "", (west, south), (east, south)), INK, True)])


def paint_plate(theme: Theme, site: SiteView, counts: Mapping[str, int], owners: Liveries) -> pygame.Surface:
    """Return the plate of a building: places taken of all, each player's number, tokens, and a bar of what is left."""
    px, parts = theme.px, [*_numbers(theme, site, counts, owners)]
    gap, pad = px(0.5), px(0.75)
    wide = max(px(4), sum(each.get_width() + gap for each in parts) - gap)
    high, bar = max((each.get_height() for each in parts), default=0), px(0.75)
    plate = pygame.Surface((wide + 2 * pad, high + bar + px(1)), pygame.SRCALPHA, 32)
    pygame.draw.rect(plate, (*SLATE, 225), plate.get_rect(), border_radius=px(0.75))
    pygame.draw.rect(plate, SLATE_LINE, plate.get_rect(), 1, border_radius=px(0.75))
    x = pad
    for each in parts:
        plate.blit(each, (x, px(0.25) + (high - each.get_height()) // 2))
        x += each.get_width() + gap
    _bar(plate, pygame.Rect(pad, plate.get_height() - bar - px(0.5), wide, bar), site.left / max(1, site.most))
    return plate


def _numbers(theme: Theme, site: SiteView, counts: Mapping[str, int], owners: Liveries) -> Iterator[pygame.Surface]:
    """Yield the parts of the upper row; the players are named where there are several."""
    for player, count in counts.items() if len(counts) > 1 else ():
        yield paint_swatch(owners.get(player, NOBODYS), theme.px(1.75))
        yield ink(theme, str(count), "small", "semibold", INK)
    if site.places:
        taken = str(site.taken) if len(counts) < 2 else ""
        yield ink(theme, f"{taken}/{site.places}", "small", "semibold", INK)
    if site.tokens:
        yield _token(theme.px(1.5))
        yield ink(theme, str(site.tokens), "small", "semibold", WARNING)


def _bar(plate: pygame.Surface, room: pygame.Rect, share: float) -> None:
    """Draw a bar: full for what is left, hatched for what is lost."""
    kept = plate.get_clip()
    lost = pygame.Rect(room.left + round(room.width * share), room.top, 0, room.height)
    lost.width = room.right - lost.left
    pygame.draw.rect(plate, mix(SLATE, BAD, 0.25), room)
    plate.set_clip(lost)
    for x in range(lost.left, lost.right + room.height, 4):
        pygame.draw.line(plate, BAD, (x, room.top), (x - room.height, room.bottom - 1))
    plate.set_clip(kept)
    pygame.draw.rect(plate, GOOD, pygame.Rect(room.left, room.top, lost.left - room.left, room.height))
    pygame.draw.rect(plate, SHADOW, room, 1)


def _token(size: int) -> pygame.Surface:
    """Paint the sign of a token: a triangle."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    pygame.draw.polygon(picture, WARNING, [(size / 2, 1), (size - 1, size - 1), (0, size - 1)])
    return picture

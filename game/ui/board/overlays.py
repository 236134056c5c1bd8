"""Overlays on the table: legal regions and causes of illegal spots, attack reach, range rings, labels."""

from __future__ import annotations

import math
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import ReachView
from game.table.placing.region import Region
from game.table.placing.terrain_region import TerrainRegion
from game.ui.board.camera import Camera, Spot
from game.ui.board.memo import Memo
from game.ui.widgets.layers import Canvas
from game.ui.widgets.looks import sharpen
from game.ui.widgets.raster import Frame, area_mask, frame_of, hatched, outlined, pattern, polygons, tinted
from game.ui.widgets.text import blit_at, ink
from game.ui.widgets.theme import BAD, CAUSES, GOOD, LAMP, OTHER_CAUSE, PAPER, SHADOW, SLATE, Colour, Theme, mix
from game.wording import N_, _, language

LEGAL: Final[Colour] = (146, 208, 240)
ATTACK: Final[Colour] = (240, 132, 98)
RING: Final[Colour] = (196, 170, 246)
LOOKED_AT: Final[Colour] = (232, 226, 240)
SHADES: Final[tuple[tuple[Colour, str, float], ...]] = (
    ((244, 210, 130), "waves", 20.0),
    ((244, 164, 106), "waves", 13.0),
    ((248, 140, 140), "waves", 9.5),
)
"""Of the threat map, for 1, 2, and 3 or more threats: colour, pattern and its spacing in pixels."""
SIGNS: Final[dict[str, tuple[Colour, str, float]]] = {
    N_("legal"): (LEGAL, "fill", 0.0),
    N_("can be chosen"): (LEGAL, "frame", 0.0),
    N_("could move here"): (LOOKED_AT, "ticks", 6.0),
    N_("could strike here"): (ATTACK, "dots", 6.0),
    N_("one enemy could strike"): (*SHADES[0][:2], 10.0),
    N_("two could"): (*SHADES[1][:2], 6.5),
    N_("three or more could"): (*SHADES[2][:2], 4.0),
    N_("would be hurt"): (BAD, "hurt", 0.0),
    N_("would be helped"): (GOOD, "helped", 0.0),
}
"""What a legend explains besides causes of illegal spots: colour, pattern or sign, and the pattern's spacing there."""
PATCH: Final[Colour] = (58, 62, 66)
"""The ground of the patterns in a legend."""
SMALLEST: Final = 0.02
"""Square inches below which an excluded part gets no pattern."""
DOTS: Final = 300
"""Approximate number of dots that show a reach."""
APART: Final = (11.0, 30.0)
"""Least and most pixels between these dots."""
PILL_EDGE: Final[Colour] = (90, 98, 112)
COMMONEST: Final = ("out of range", "too close", "nothing to stand on")
"""Causes that fill half the table and matter least."""
_legends = Memo[pygame.Surface](20)


class Overlay:
    """A picture fixed to the table covering `extent` (inches), painted once per zoom."""

    def __init__(self, extent: BaseGeometry) -> None:
        self.extent = extent
        self._painted = Memo[pygame.Surface]()

    def paint(self, frame: Frame) -> pygame.Surface:
        """Return the picture for a frame."""
        raise NotImplementedError

    def ready(self, scale: float) -> tuple[Frame, pygame.Surface] | None:
        """Return place and picture for `scale` pixels an inch; None if nothing is covered."""
        if self.extent.is_empty:
            return None
        frame = frame_of(self.extent.bounds, scale, 4)
        return frame, self._painted.of(scale, lambda: self.paint(frame))

    def draw(self, target: Canvas, camera: Camera) -> None:
        """Blit it where the camera sees it."""
        ready = self.ready(camera.scale)
        if ready is not None:
            left, top = camera.to_screen(ready[0].west, ready[0].north)
            target.blit(ready[1], (round(left), round(top)))


class RegionOverlay(Overlay):
    """The legal places of a piece's centre, and the excluded parts, patterned by cause.

    One that is only `looked_at`, as nobody may choose a place in it now, has another colour, a pattern and a broken
    outline.
    """

    def __init__(self, region: Region | TerrainRegion, *, reasons: bool = True, looked_at: bool = False) -> None:
        self.region, self.looked_at = region, looked_at
        self._outlines = Memo[pygame.Surface]()
        self.excluded = {
            cause: geometry
            for cause, geometry in (region.excluded.items() if reasons else ())
            if cause != "off the table" and shapely.area(geometry) >= SMALLEST
        }
        legal = region.geometry
        super().__init__(shapely.union_all([legal, *self.excluded.values()]) if self.excluded else legal)

    def paint(self, frame: Frame) -> pygame.Surface:
        canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
        for cause, geometry in self.excluded.items():
            colour, kind = CAUSES.get(cause, OTHER_CAUSE)
            mask = area_mask(geometry, frame)
            quiet = cause in COMMONEST
            canvas.blit(tinted(mask, SHADOW, 0.12 if quiet else 0.18), (0, 0))
            canvas.blit(hatched(mask, kind, frame, colour, 20.0 if quiet else 9.0, 1.0), (0, 0))
        mask = area_mask(self.region.geometry, frame)
        if self.looked_at:
            canvas.blit(tinted(mask, LOOKED_AT, 0.08), (0, 0))
            canvas.blit(hatched(mask, "ticks", frame, LOOKED_AT, 14.0, 1.0), (0, 0))
        else:
            canvas.blit(tinted(mask, LEGAL, 0.14), (0, 0))
        canvas.blit(self._outline(frame), (0, 0))
        return canvas

    def _outline(self, frame: Frame) -> pygame.Surface:
        if self.looked_at:
            return outlined(self.region.geometry, frame, LOOKED_AT, 2.0, 6.0)
        return outlined(self.region.geometry, frame, LEGAL, 2.0)

    def draw_outline(self, target: Canvas, camera: Camera) -> None:
        """Blit its outline once more, above what was drawn over it."""
        ready = self.ready(camera.scale)
        if ready is not None:
            picture = self._outlines.of(camera.scale, lambda: self._outline(ready[0]))
            left, top = camera.to_screen(ready[0].west, ready[0].north)
            target.blit(picture, (round(left), round(top)))


class ChoiceOverlay(Overlay):
    """The outline of terrain or a level that can be chosen; the `chosen` one has another colour and may be `filled`."""

    def __init__(self, extent: BaseGeometry, *, chosen: bool, filled: bool) -> None:
        super().__init__(extent)
        self._chosen, self._filled = chosen, chosen and filled

    def paint(self, frame: Frame) -> pygame.Surface:
        colour = LAMP if self._chosen else LEGAL
        canvas = tinted(area_mask(self.extent, frame), colour, 0.22 if self._filled else 0.0)
        canvas.blit(outlined(self.extent, frame, colour, 4.0), (0, 0))
        return canvas


class AttackOverlay(Overlay):
    """The points a piece could strike from its place: dotted, with a dashed outline."""

    def paint(self, frame: Frame) -> pygame.Surface:
        mask = area_mask(self.extent, frame)
        apart = min(max(APART[0], math.sqrt(float(mask.sum()) / DOTS)), APART[1])
        dots = hatched(mask, "dots", frame, ATTACK, apart, 1.2)
        dots.blit(outlined(self.extent, frame, ATTACK, 2.0, 9.0), (0, 0))
        return dots


class RingOverlay(Overlay):
    """The outline of all points in range of an object: long dashes, labelled with the range."""

    def top(self, camera: Camera) -> Spot | None:
        """Return the northernmost spot of the ring on the table, in inches: where its label goes."""
        spots = [(corner[0], corner[1]) for polygon in polygons(self.extent) for corner in polygon.exterior.coords]
        inside = [(x, y) for x, y in spots if 0 <= x <= camera.width and 0 <= y <= camera.height]
        return max(inside, key=lambda spot: spot[1], default=None)

    def paint(self, frame: Frame) -> pygame.Surface:
        return outlined(self.extent, frame, RING, 3.0, 11.0)


def reach_overlays(reach: ReachView, *, looked_at: bool = False) -> tuple[RegionOverlay | None, AttackOverlay | None]:
    """Return overlays of the legal moves of a piece, without excluded parts, and of its attack range."""
    move = RegionOverlay(reach.move, reasons=False, looked_at=looked_at) if reach.move is not None else None
    return move, AttackOverlay(reach.attack) if reach.attack is not None else None


def draw_pill(target: pygame.Surface, text: str, centre: Spot, theme: Theme, colour: Colour = PAPER) -> pygame.Rect:
    """Write a short text on a dark pill; kept inside the visible part of the table."""
    words = ink(theme, text, "small", "semibold", colour)
    box = words.get_rect().inflate(theme.px(2), theme.px(0.75))
    box.center = (round(centre[0]), round(centre[1]))
    box.clamp_ip(target.get_clip())
    pygame.draw.rect(target, theme.tone(SLATE), box, border_radius=box.height // 2)
    pygame.draw.rect(target, theme.tone(PILL_EDGE), box, 1, border_radius=box.height // 2)
    blit_at(target, words, center=box.center)
    return box


def legend_corner(causes: list[str], view: pygame.Rect, avoid: list[pygame.Rect], theme: Theme) -> str:
    """Return the corner of the table where a legend hides least of `avoid`, by its pygame name."""
    picture = _legend(tuple(causes), theme)

    def hidden(corner: str) -> int:
        box = _corner(picture, view, corner, theme)
        parts = [box.clip(rect) for rect in avoid]
        return sum(part.width * part.height for part in parts)

    return min(("bottomleft", "bottomright", "topleft", "topright"), key=hidden)


def draw_legend(target: pygame.Surface, causes: list[str], view: pygame.Rect, corner: str, theme: Theme) -> None:
    """Explain the patterns in view."""
    picture = _legend(tuple(causes), theme)
    target.blit(picture, _corner(picture, view, corner, theme))


def _corner(picture: pygame.Surface, view: pygame.Rect, name: str, theme: Theme) -> pygame.Rect:
    inner = view.inflate(-theme.px(3), -theme.px(3))
    return picture.get_rect(**{name: getattr(inner, name)})


def _legend(causes: tuple[str, ...], theme: Theme) -> pygame.Surface:
    key = causes, theme.scale, theme.sharp, language()
    return _legends.of(key, lambda: _painted_legend(causes, theme))


def _painted_legend(causes: tuple[str, ...], theme: Theme) -> pygame.Surface:
    font = theme.font("small")
    rows = [(_(name), *(SIGNS.get(name) or (*CAUSES.get(name, OTHER_CAUSE), 6.0))) for name in causes]
    high, swatch = theme.px(2.5), theme.px(2)
    width = max(font.size(row[0])[0] for row in rows) + swatch + theme.px(3.5)
    veil = pygame.Surface((width, high * len(rows) + theme.px(1)), pygame.SRCALPHA, 32)
    pygame.draw.rect(veil, (*SLATE, 255 if theme.sharp else 225), veil.get_rect(), border_radius=theme.px(0.75))
    for row, (text, colour, kind, spacing) in enumerate(rows):
        y = theme.px(0.5) + row * high
        box = pygame.Rect(theme.px(1), 0, swatch, swatch - theme.px(0.5))
        box.centery = y + high // 2
        draw_swatch(veil, colour, kind, spacing, box)
        words = font.render(text, True, PAPER)
        veil.blit(words, (theme.px(2) + swatch, y + (high - words.get_height()) // 2))
    if theme.sharp:
        sharpen(veil, veil.get_rect())
    return veil


def draw_swatch(target: pygame.Surface, colour: Colour, kind: str, spacing: float, box: pygame.Rect) -> None:
    """Draw what a row of a legend explains: a patch of a pattern, or a sign."""
    if kind in ("hurt", "helped"):
        draw_sign(target, kind, box.center, box.height * 0.5)
        return
    target.fill(PATCH, box)
    if kind == "fill":
        pygame.draw.rect(target, mix(PATCH, colour, 0.5), box)
    elif kind != "frame":
        frame = Frame(0.0, 0.0, 1.0, box.width, box.height)
        target.blit(tinted(pattern(kind, frame, spacing, 1.4), colour, 0.9), box)
    pygame.draw.rect(target, colour, box, 3 if kind == "frame" else 1)


def draw_sign(target: pygame.Surface, kind: str, centre: Spot, radius: float) -> None:
    """Draw a small sign: a burst for "hurt", a plus for "helped"."""
    if kind == "hurt":
        spots = []
        for step in range(16):
            far, turn = radius * (0.5 if step % 2 else 1.0), math.tau * step / 16
            spots.append((centre[0] + far * math.sin(turn), centre[1] - far * math.cos(turn)))
        pygame.draw.polygon(target, BAD, spots)
        return
    wide = max(2, round(radius * 0.6))
    for across, along in ((radius, 0.0), (0.0, radius)):
        start, end = (centre[0] - across, centre[1] - along), (centre[0] + across, centre[1] + along)
        pygame.draw.line(target, GOOD, start, end, wide)


def draw_cross(target: pygame.Surface, centre: Spot, radius: float) -> None:
    """Cross out a spot that is not legal."""
    arm = radius * math.sqrt(0.5)
    for sign in (-1, 1):
        ends = ((centre[0] - arm, centre[1] - sign * arm), (centre[0] + arm, centre[1] + sign * arm))
        pygame.draw.line(target, SHADOW, *ends, 5)
        pygame.draw.line(target, BAD, *ends, 3)

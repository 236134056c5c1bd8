"""What is drawn over the table: legal regions and why not, attack reach, the receipt of a measure."""

from __future__ import annotations

import math
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.lengths import counted, shown_in, tape
from game.table.measuring.receipt import Receipt
from game.table.placing.region import Region
from game.ui.board.camera import Camera
from game.ui.widgets.layers import Canvas
from game.ui.widgets.looks import sharpen
from game.ui.widgets.raster import Frame, area_mask, dashes, frame_of, hatched, outlined, pattern, tinted
from game.ui.widgets.text import ink
from game.ui.widgets.theme import BAD, CAUSES, OTHER_CAUSE, PAPER, SHADOW, SLATE, Colour, Theme, mix
from game.wording import _, language

LEGAL: Final[Colour] = (146, 208, 240)
ATTACK: Final[Colour] = (240, 132, 98)
TERRAIN_LEG: Final[Colour] = (244, 190, 92)
SMALLEST: Final = 0.02
"""Square inches below which an excluded part is not worth a pattern."""
DOTS: Final = 300
"""How many dots show a reach, about."""
APART: Final = (11.0, 30.0)
"""Pixels from one of them to the next, at the least and at the most."""
PILL_EDGE: Final[Colour] = (90, 98, 112)
COMMONEST: Final = ("out of range", "too close", "nothing to stand on")
"""Causes that fill half the table, and are the least worth looking at."""


class Overlay:
    """A picture fixed to the table, painted once per zoom."""

    def __init__(self) -> None:
        self._painted: tuple[float, Frame, pygame.Surface] | None = None

    def bounds(self) -> tuple[float, float, float, float] | None:
        """Return the box it needs, in inches, or None when there is nothing to draw."""
        raise NotImplementedError

    def paint(self, frame: Frame) -> pygame.Surface:
        """Return the picture for a frame."""
        raise NotImplementedError

    def ready(self, scale: float) -> tuple[Frame, pygame.Surface] | None:
        """Return the picture for so many pixels an inch and where it lies, painting it unless it is; None without."""
        bounds = self.bounds()
        if bounds is None:
            return None
        if self._painted is None or self._painted[0] != scale:
            frame = frame_of(bounds, scale, 4)
            self._painted = (scale, frame, self.paint(frame))
        return self._painted[1:]

    def draw(self, target: Canvas, camera: Camera) -> None:
        """Blit it where the camera sees it."""
        ready = self.ready(camera.scale)
        if ready is None:
            return
        frame, picture = ready
        left, top = camera.to_screen(frame.west, frame.north)
        target.blit(picture, (round(left), round(top)))


class RegionOverlay(Overlay):
    """The legal end positions of a piece's middle, and the parts that are out, patterned by cause."""

    def __init__(self, region: Region, colour: Colour = LEGAL, *, reasons: bool = True) -> None:
        super().__init__()
        self.region = region
        self.colour = colour
        whole = region.geometry
        self.excluded = {
            cause: geometry
            for cause, geometry in (region.excluded.items() if reasons else ())
            if cause != "off the table" and shapely.area(geometry) >= SMALLEST
        }
        self._whole = shapely.union_all([whole, *self.excluded.values()]) if self.excluded else whole

    def bounds(self) -> tuple[float, float, float, float] | None:
        return None if self._whole.is_empty else self._whole.bounds

    def paint(self, frame: Frame) -> pygame.Surface:
        canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
        for cause, geometry in self.excluded.items():
            colour, kind = CAUSES.get(cause, OTHER_CAUSE)
            mask = area_mask(geometry, frame)
            quiet = cause in COMMONEST
            canvas.blit(tinted(mask, SHADOW, 0.12 if quiet else 0.18), (0, 0))
            canvas.blit(hatched(mask, kind, frame, colour, 20.0 if quiet else 9.0, 1.0), (0, 0))
        legal = self.region.geometry
        canvas.blit(tinted(area_mask(legal, frame), self.colour, 0.14), (0, 0))
        canvas.blit(outlined(legal, frame, self.colour, 2.0), (0, 0))
        return canvas


class AttackOverlay(Overlay):
    """The points a piece could strike from where it stands: dotted, with a dashed outline."""

    def __init__(self, geometry: BaseGeometry, colour: Colour = ATTACK) -> None:
        super().__init__()
        self.geometry = geometry
        self.colour = colour

    def bounds(self) -> tuple[float, float, float, float] | None:
        return None if self.geometry.is_empty else self.geometry.bounds

    def paint(self, frame: Frame) -> pygame.Surface:
        mask = area_mask(self.geometry, frame)
        apart = min(max(APART[0], math.sqrt(float(mask.sum()) / DOTS)), APART[1])
        dots = hatched(mask, "dots", frame, self.colour, apart, 1.2)
        dots.blit(outlined(self.geometry, frame, self.colour, 2.0, 9.0), (0, 0))
        return dots


def draw_receipt(
    target: pygame.Surface,
    receipt: Receipt,
    camera: Camera,
    theme: Theme,
    *,
    legal: bool = True,
    clearance: float = 0.0,
) -> None:
    """Draw the line of a measure with its legs, and inches and range past its end, `clearance` pixels off."""
    for leg in receipt.legs:
        start, end = camera.to_screen(*leg.start), camera.to_screen(*leg.end)
        terrain = leg.kind == "area"
        draw_line(target, start, end, TERRAIN_LEG if terrain else PAPER, dashed=terrain)
    start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
    for spot in (start, end):
        pygame.draw.circle(target, SHADOW, spot, 4)
        pygame.draw.circle(target, PAPER, spot, 3)
    draw_pill(target, receipt_text(receipt), _beyond(start, end, clearance, theme), theme, PAPER if legal else BAD)


def _beyond(
    start: tuple[float, float], end: tuple[float, float], clearance: float, theme: Theme
) -> tuple[float, float]:
    """Return a spot past the end of a line, so far that a text there covers neither end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length < 1.0:
        return end[0], end[1] - clearance - theme.px(3)
    # A text is wider than high: sideways it needs more room.
    away = clearance + theme.px(3) + theme.px(9) * abs(dx) / length
    return end[0] + dx / length * away, end[1] + dy / length * away


def receipt_text(receipt: Receipt) -> str:
    """Return what the tape shows and the range as people read them: `7.42″ = 7″`."""
    inches = tape(receipt.inches)
    if receipt.terrain_inches >= 0.01:
        inches += _(", {terrain_inches} of it in terrain", terrain_inches=tape(receipt.terrain_inches))
    if receipt.range is None:
        return _("{inches} blocked", inches=inches)
    if shown_in() == "units":  # what the tape shows and what counts would look like the same thing
        return _("{inches}, counts {range}", inches=inches, range=counted(receipt.range))
    return f"{inches} = {counted(receipt.range)}"


def draw_line(
    target: pygame.Surface,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: Colour,
    *,
    dashed: bool = False,
) -> None:
    """Draw a line that reads on any ground, dashed where it costs more."""
    pygame.draw.line(target, SHADOW, start, end, 5)
    for a, b in ((piece[0], piece[-1]) for piece in (dashes([start, end], 7.0) if dashed else [[start, end]])):
        pygame.draw.line(target, colour, a, b, 2)


def draw_pill(
    target: pygame.Surface, text: str, centre: tuple[float, float], theme: Theme, colour: Colour = PAPER
) -> pygame.Rect:
    """Write a short text on a dark pill; kept inside the visible part of the table."""
    words = ink(theme, text, "small", "semibold", colour)
    box = words.get_rect().inflate(theme.px(2), theme.px(0.75))
    box.center = (round(centre[0]), round(centre[1]))
    box.clamp_ip(target.get_clip())
    pygame.draw.rect(target, theme.tone(SLATE), box, border_radius=box.height // 2)
    pygame.draw.rect(target, theme.tone(PILL_EDGE), box, 1, border_radius=box.height // 2)
    target.blit(words, words.get_rect(center=box.center))
    return box


def legend_corner(causes: list[str], view: pygame.Rect, avoid: list[pygame.Rect], theme: Theme) -> str:
    """Return the corner of the table where a legend hides least of what is to be avoided, as pygame names it."""
    picture = _legend(tuple(causes), theme)
    hidden = {
        name: sum(
            part.width * part.height for part in (_corner(picture, view, name, theme).clip(rect) for rect in avoid)
        )
        for name in ("bottomleft", "bottomright", "topleft", "topright")
    }
    return min(hidden, key=lambda name: hidden[name])


def draw_legend(target: pygame.Surface, causes: list[str], view: pygame.Rect, corner: str, theme: Theme) -> None:
    """Explain the patterns in view."""
    picture = _legend(tuple(causes), theme)
    target.blit(picture, _corner(picture, view, corner, theme))


def _corner(picture: pygame.Surface, view: pygame.Rect, name: str, theme: Theme) -> pygame.Rect:
    inner = view.inflate(-theme.px(3), -theme.px(3))
    return picture.get_rect(**{name: getattr(inner, name)})


_legends: dict[tuple[object, ...], pygame.Surface] = {}


def _legend(causes: tuple[str, ...], theme: Theme) -> pygame.Surface:
    key = causes, theme.scale, theme.sharp, language()
    known = _legends.get(key)
    if known is not None:
        return known
    font = theme.font("small")
    rows: list[tuple[str, Colour, str]] = [(_("legal"), LEGAL, "fill")]
    rows += [(_(cause), *CAUSES.get(cause, OTHER_CAUSE)) for cause in causes]
    high, swatch = theme.px(2.5), theme.px(2)
    width = max(font.size(text)[0] for text, *_look in rows) + swatch + theme.px(3.5)
    veil = pygame.Surface((width, high * len(rows) + theme.px(1)), pygame.SRCALPHA, 32)
    pygame.draw.rect(veil, (*SLATE, 255 if theme.sharp else 225), veil.get_rect(), border_radius=theme.px(0.75))
    for row, (text, colour, kind) in enumerate(rows):
        y = theme.px(0.5) + row * high
        frame = Frame(0.0, 0.0, 1.0, swatch, swatch - theme.px(0.5))
        box = pygame.Rect(theme.px(1), y + (high - frame.height) // 2, frame.width, frame.height)
        veil.fill((58, 62, 66), box)
        if kind == "fill":
            pygame.draw.rect(veil, mix((58, 62, 66), colour, 0.5), box)
        else:
            veil.blit(tinted(pattern(kind, frame, 6.0, 1.4), colour, 0.9), box)
        pygame.draw.rect(veil, colour, box, 1)
        words = font.render(text, True, PAPER)
        veil.blit(words, (theme.px(2) + swatch, y + (high - words.get_height()) // 2))
    if theme.sharp:
        sharpen(veil, veil.get_rect())
    _legends[key] = veil
    return veil


def draw_cross(target: pygame.Surface, centre: tuple[float, float], radius: float) -> None:
    """Cross a spot out: nothing may stand here."""
    arm = radius * math.sqrt(0.5)
    for sign in (-1, 1):
        ends = ((centre[0] - arm, centre[1] - sign * arm), (centre[0] + arm, centre[1] + sign * arm))
        pygame.draw.line(target, SHADOW, *ends, 5)
        pygame.draw.line(target, BAD, *ends, 3)

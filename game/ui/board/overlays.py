"""Overlays: pictures fixed to the table, such as legal spots, reasons of illegal ones, reach and range rings."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle
from typing import Any, ClassVar, Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import ReachView
from game.table.placing.places import DrawnPlaces
from game.ui.board.camera import Camera, Spot
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame, area_mask, frame_of, hatched, outlined, tinted
from game.ui.widgets.tasks import Task
from game.ui.widgets.text import blit_at, draw_plate, ink
from game.ui.widgets.theme import BAD, CAUSES, LAMP, OTHER_CAUSES, PAPER, SHADOW, SLATE, Colour, Theme
from game.wording import N_, _

MOMENT: Final = 0.004
"""Seconds that a frame waits for an overlay being painted, so that small ones appear at once."""
_awaited: set[Task[Any]] = set()
LEGAL: Final[Colour] = (173, 224, 249)
ATTACK: Final[Colour] = (240, 132, 98)
RING: Final[Colour] = (196, 170, 246)
LOOKED_AT: Final[Colour] = (232, 226, 240)
SMALLEST: Final = 0.02
"""Square inches below which an area of illegal spots gets no pattern."""
LINE: Final = 0.06
"""Inches drawn on either side of legal spots that form only a line."""
DOTS: Final = 300
"""The approximate number of dots that show a reach."""
APART: Final = (11.0, 30.0)
"""The least and the most pixels between these dots."""
PILL_EDGE: Final[Colour] = (90, 98, 112)
COMMONEST: Final = {"out of range": 20.0, "too close": 20.0, "nothing to stand on": 20.0, "in the way": 14.0}
"""Causes that fill half the table and matter least, with the wider spacing of their patterns in pixels.

The pattern of "in the way" has a smaller one: lines of bricks farther apart would leave strips without any line.
"""


@dataclass(frozen=True)
class Entry:
    """A row of the legend: its text, and the function that paints its pattern over an area in a frame."""

    label: str
    paint: Callable[[BaseGeometry, Frame], pygame.Surface] = field(compare=False)


@dataclass(frozen=True)
class Sample:
    """An area shown as if it were a region: legal, or excluded for a cause."""

    geometry: BaseGeometry
    excluded: Mapping[str, BaseGeometry] = field(default_factory=dict)


class Overlay(ABC):
    """A picture fixed to the table, covering `extent` (inches), painted once for a scale, explained in the legend."""

    meaning: ClassVar[str] = ""
    """Its text in the legend, if that is always the same."""

    def __init__(self, extent: BaseGeometry) -> None:
        self.extent = extent
        self._painted = Memo[tuple[Frame, pygame.Surface] | None]()
        self._painting: Task[object] | None = None
        self._latest: tuple[Frame, pygame.Surface] | None = None

    @abstractmethod
    def paint(self, frame: Frame) -> pygame.Surface:
        """Return the picture for a frame."""

    def legend(self) -> tuple[Entry, ...]:
        """Return the legend entries of its patterns."""
        return (Entry(_(self.meaning), self.sample),)

    def sample(self, ground: BaseGeometry, frame: Frame) -> pygame.Surface:
        """Return its pattern over another area."""
        other = copy(self)
        other.extent = ground
        return other.paint(frame)

    def ready(self, scale: float) -> tuple[Frame, pygame.Surface] | None:
        """Return the frame and the picture for `scale` pixels an inch; None if the area is empty."""
        return self._painted.of(scale, lambda: self._paint_all(scale))

    def _paint_all(self, scale: float) -> tuple[Frame, pygame.Surface] | None:
        if self.extent.is_empty:
            return None
        frame = frame_of(self.extent.bounds, scale, 4)
        return frame, self.paint(frame)

    def show(self, target: Canvas, camera: Camera) -> None:
        """Draw it once a thread has painted it for the first time; see `awaited`."""
        if self._painting is None:
            self._paint_aside(camera.scale)
        if self._painting is not None and self._painting.done:
            self._painting.result()
            self.draw(target, camera)
        elif self._latest is not None:
            self.draw(target, camera)

    def draw(self, target: Canvas, camera: Camera) -> None:
        """Draw it where the camera sees it, stretched from another scale until a thread has painted it for this one."""
        if self._latest is not None and self._painted.get(camera.scale) is None:
            if not camera.draft or camera.glide is not None:
                self._paint_aside(camera.view.scale)
            if self._painted.get(camera.scale) is None:
                self._stretch(target, camera, *self._latest)
                return
        ready = self._latest = self.ready(camera.scale)
        if ready is not None:
            left, top = camera.to_screen(ready[0].west, ready[0].north)
            target.blit(ready[1], (round(left), round(top)))

    def _paint_aside(self, scale: float) -> None:
        """Let a thread paint it for a scale, one scale at a time; raise the error of the last painting, if any."""
        if self._painting is not None and self._painting.done:
            self._painting.result()
        if self._painting is None or self._painting.done:
            self._painting = Task(partial(self.ready, scale), "overlay")
        is_there(self._painting)

    def _stretch(self, target: Canvas, camera: Camera, frame: Frame, picture: pygame.Surface) -> None:
        """Draw the visible part of a picture that was painted for another scale."""
        factor, view = frame.scale / camera.scale, target.get_clip()
        left, top = camera.to_screen(frame.west, frame.north)
        visible = pygame.Rect((view.left - left) * factor, (view.top - top) * factor, view.w * factor, view.h * factor)
        visible = visible.inflate(2, 2).clip(picture.get_rect())
        if visible.width and visible.height:
            size = round(visible.width / factor), round(visible.height / factor)
            place = round(visible.left / factor + left), round(visible.top / factor + top)
            target.blit(pygame.transform.scale(picture.subsurface(visible), size), place)


def is_there(work: Task[Any]) -> bool:
    """Return whether work on an overlay ends within a moment; if it does not, `awaited` returns True."""
    if not work.wait(MOMENT):
        _awaited.add(work)
    return work.done


def awaited() -> bool:
    """Return whether an overlay is being computed or painted, or was since the last call."""
    was_awaited = bool(_awaited)
    _awaited.difference_update([task for task in _awaited if task.done])
    return was_awaited


class RegionOverlay(Overlay):
    """The legal spots of a piece's centre, and illegal areas with patterns by cause.

    A region that is only `looked_at`, because none of its spots can be chosen now, has another colour, a pattern and a
    dashed outline.
    """

    def __init__(self, region: DrawnPlaces, *, reasons: bool = True, looked_at: bool = False) -> None:
        self.region, self.looked_at = region, looked_at
        self._outlines = Memo[pygame.Surface]()
        self.excluded = {
            cause: geometry
            for cause, geometry in (region.excluded.items() if reasons else ())
            if cause != "off the table" and shapely.area(geometry) >= SMALLEST
        }
        self._legal = legal = _visible(region.geometry)
        super().__init__(shapely.union_all([legal, *self.excluded.values()]) if self.excluded else legal)

    def legend(self) -> tuple[Entry, ...]:
        looked_at = self.looked_at
        return (
            Entry(
                _("could move here") if looked_at else _("legal"),
                lambda ground, frame: RegionOverlay(Sample(ground), looked_at=looked_at).paint(frame),
            ),
            *(Entry(_(cause), partial(_picture_of_excluded, cause, style)) for cause, style in self._styles()),
        )

    def paint(self, frame: Frame) -> pygame.Surface:
        canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
        for cause, style in self._styles():
            canvas.blit(_picture_of_excluded(cause, style, self.excluded[cause], frame), (0, 0))
        mask = area_mask(self._legal, frame)
        if self.looked_at:
            canvas.blit(tinted(mask, LOOKED_AT, 0.08), (0, 0))
            canvas.blit(hatched(mask, "ticks", frame, LOOKED_AT, 14.0, 1.0), (0, 0))
        else:
            canvas.blit(tinted(mask, LEGAL, 0.14), (0, 0))
        canvas.blit(self._outline(frame), (0, 0))
        return canvas

    def _styles(self) -> list[tuple[str, tuple[Colour, str]]]:
        """Return each cause with its own colour and pattern."""
        others = cycle(OTHER_CAUSES)
        return [(cause, CAUSES.get(cause) or next(others)) for cause in self.excluded]

    def _outline(self, frame: Frame) -> pygame.Surface:
        if self.looked_at:
            return outlined(self._legal, frame, LOOKED_AT, 2.0, 6.0)
        return outlined(self._legal, frame, LEGAL, 2.0)

    def draw_outline(self, target: Canvas, camera: Camera) -> None:
        """Draw its outline again above later drawings, if it is shown."""
        ready = self.ready(camera.scale) if self._painting is None or self._painting.done else None
        if ready is not None:
            picture = self._outlines.of(camera.scale, lambda: self._outline(ready[0]))
            left, top = camera.to_screen(ready[0].west, ready[0].north)
            target.blit(picture, (round(left), round(top)))


@dataclass(frozen=True)
class Style:
    """The look of an area: outline (with dashes if `dash`), tint and hatching; `meaning` is its text in the legend."""

    colour: Colour
    meaning: str = ""
    tint: float = 0.0
    hatching: str = ""
    spacing: float = 0.0
    width: float = 2.0
    dash: float = 0.0


CHOICE: Final = Style(LEGAL, N_("can be chosen"), width=4.0)
CHOSEN: Final = replace(CHOICE, colour=LAMP)
"""The styles of terrain or a level that can be chosen, and of the chosen one, which may be filled."""
FILLED: Final = replace(CHOSEN, tint=0.22)
RANGE: Final = Style(RING, N_("range ring"), width=3.0, dash=11.0)
"""The style of a range ring: long dashes."""


class AreaOverlay(Overlay):
    """An area drawn in a style; `label` replaces the style's text in the legend."""

    def __init__(self, extent: BaseGeometry, style: Style, label: str = "") -> None:
        super().__init__(extent)
        self.style, self.label = style, label

    def legend(self) -> tuple[Entry, ...]:
        legend_style = CHOICE if self.style in (CHOSEN, FILLED) else self.style
        paint = lambda ground, frame: AreaOverlay(ground, legend_style).paint(frame)  # noqa: E731
        return (Entry(self.label or _(legend_style.meaning), paint),)

    def paint(self, frame: Frame) -> pygame.Surface:
        style, edge = self.style, outlined(self.extent, frame, self.style.colour, self.style.width, self.style.dash)
        if not style.tint:
            return edge
        mask = area_mask(self.extent, frame)
        canvas = tinted(mask, style.colour, style.tint)
        if style.hatching:
            canvas.blit(hatched(mask, style.hatching, frame, style.colour, style.spacing, 1.0), (0, 0))
        canvas.blit(edge, (0, 0))
        return canvas


class AttackOverlay(Overlay):
    """The points that a piece could strike from its place: dotted, with a dashed outline."""

    meaning = N_("could strike here")

    def paint(self, frame: Frame) -> pygame.Surface:
        mask = area_mask(self.extent, frame)
        spacing = min(max(APART[0], math.sqrt(float(mask.sum()) / DOTS)), APART[1])
        dots = hatched(mask, "dots", frame, ATTACK, spacing, 1.2)
        dots.blit(outlined(self.extent, frame, ATTACK, 2.0, 9.0), (0, 0))
        return dots


def _visible(geometry: BaseGeometry) -> BaseGeometry:
    """Return a geometry with lines and points widened so that they are visible."""
    parts = shapely.get_parts(geometry).tolist()
    if all(part.geom_type == "Polygon" for part in parts):
        return geometry
    return shapely.union_all([part if part.geom_type == "Polygon" else part.buffer(LINE) for part in parts])


def _picture_of_excluded(cause: str, style: tuple[Colour, str], ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    """Return the picture of an illegal area, with the pattern of its cause."""
    colour, kind = style
    mask, quiet = area_mask(ground, frame), cause in COMMONEST
    picture = tinted(mask, SHADOW, 0.12 if quiet else 0.18)
    picture.blit(hatched(mask, kind, frame, colour, COMMONEST.get(cause, 9.0), 1.0), (0, 0))
    return picture


def reach_overlays(reach: ReachView, *, looked_at: bool = False) -> tuple[RegionOverlay | None, AttackOverlay | None]:
    """Return the overlays of a piece's legal moves, without illegal areas, and of its attack range."""
    move = RegionOverlay(reach.move, reasons=False, looked_at=looked_at) if reach.move is not None else None
    return move, AttackOverlay(reach.attack) if reach.attack is not None else None


def pill_box(text: str, theme: Theme) -> pygame.Rect:
    """Return a rectangle of the size of a text's pill."""
    return ink(theme, text, "small", "semibold").get_rect().inflate(theme.px(2), theme.px(0.75))


def draw_pill(target: pygame.Surface, text: str, centre: Spot, theme: Theme, colour: Colour = PAPER) -> pygame.Rect:
    """Write a short text on a dark pill, kept inside the visible part of the table; return its rectangle."""
    words = ink(theme, text, "small", "semibold", colour)
    box = pill_box(text, theme)
    box.center = (round(centre[0]), round(centre[1]))
    box.clamp_ip(target.get_clip())
    draw_plate(target, box, theme.tone(SLATE), theme.tone(PILL_EDGE), box.height // 2)
    blit_at(target, words, center=box.center)
    return box


def draw_cross(target: pygame.Surface, centre: Spot, radius: float) -> None:
    """Cross out a spot that is not legal."""
    arm = radius * math.sqrt(0.5)
    for sign in (-1, 1):
        line = ((centre[0] - arm, centre[1] - sign * arm), (centre[0] + arm, centre[1] + sign * arm))
        pygame.draw.line(target, SHADOW, *line, 5)
        pygame.draw.line(target, BAD, *line, 3)

"""The surroundings of the selected or moving unit: bands of chance, ranges of abilities with their units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import RangeView
from game.ui.board.camera import Camera, Spot
from game.ui.board.labels import hidden
from game.ui.board.overlays import Entry, Overlay, draw_pill, pill_box
from game.ui.widgets.raster import Frame, outlined, polygons
from game.ui.widgets.theme import PAPER, SHADOW, TONES, Colour, Theme
from game.wording import N_, _, ngettext

CHANCE: Final[Colour] = (250, 196, 92)
DASHES: Final = (0.0, 16.0, 9.0, 4.0)
"""Pixels of the dashes of the bands; the likeliest band is unbroken."""
HELD: Final[Colour] = (150, 222, 196)
RIM: Final = 0.25
"""Inches between the two lines of a range in which units must be wholly."""
DASH: Final = 0.6
"""Inches of the dashes of a range that moves."""
SIDES: Final = (
    ("midbottom", "midtop"),
    ("midtop", "midbottom"),
    ("midleft", "midright"),
    ("midright", "midleft"),
    ("bottomleft", "topleft"),
    ("bottomright", "topright"),
    ("topleft", "bottomleft"),
    ("topright", "bottomright"),
)
"""Which point of a note lies at which point of the box it is about, the usual place first."""
NAMED: Final = 2
"""The most abilities named where a unit is in the ranges of several; the others are counted."""


class BandOverlay(Overlay):
    """The edge of the ground reached with a chance: unbroken where it is likely, in ever shorter dashes."""

    def __init__(self, extent: BaseGeometry, label: str, number: int) -> None:
        super().__init__(extent)
        self.label, self.number = label, number

    def legend(self) -> tuple[Entry, ...]:
        number, text = self.number, _("reached by a charge: {roll}", roll=self.label)
        return (Entry(text, lambda ground, frame: BandOverlay(ground, text, number).paint(frame)),)

    def paint(self, frame: Frame) -> pygame.Surface:
        return outlined(self.extent, frame, CHANCE, 2.0, DASHES[min(self.number, len(DASHES) - 1)])


class RangeOverlay(Overlay):
    """The range of an ability: one dashed line; two unbroken ones where units must be wholly within."""

    def __init__(self, extent: BaseGeometry, label: str, *, wholly: bool) -> None:
        super().__init__(extent)
        self.label, self.wholly = label, wholly

    def legend(self) -> tuple[Entry, ...]:
        wholly = self.wholly
        text = N_("the whole unit must be inside") if wholly else N_("any part of the unit inside is enough")
        return (Entry(_(text), lambda ground, frame: RangeOverlay(ground, "", wholly=wholly).paint(frame)),)

    def paint(self, frame: Frame) -> pygame.Surface:
        if not self.wholly:
            return outlined(self.extent, frame, HELD, 2.0, 11.0)
        canvas = outlined(self.extent, frame, HELD, 2.5)
        canvas.blit(outlined(self.extent.buffer(-RIM), frame, HELD, 1.0), (0, 0))
        return canvas


def write_beside(
    target: pygame.Surface,
    texts: Sequence[tuple[str, str]],
    box: pygame.Rect,
    taken: Sequence[pygame.Rect],
    theme: Theme,
) -> list[pygame.Rect]:
    """Write lines with their tones above a box, else below or beside it, where they cover least; return their places.

    Places that are `taken` should stay free. Lines too long for that are folded between the ability and its unit.
    """
    folded = [(part, tone) for text, tone in texts for part in text.replace(": ", ":\n").splitlines()]
    tries = [(lines, _freest_beside(target.get_clip(), lines, box, taken, theme)) for lines in (texts, folded)]
    lines, place = min(tries, key=lambda each: hidden(each[1], [*taken, box]))
    high = place.height / len(lines)
    spots = ((text, TONES.get(tone, PAPER), place.top + high * (at + 0.5)) for at, (text, tone) in enumerate(lines))
    return [draw_pill(target, text, (place.centerx, y), theme, colour) for text, colour, y in spots]


def _freest_beside(
    view: pygame.Rect, lines: Sequence[tuple[str, str]], box: pygame.Rect, taken: Sequence[pygame.Rect], theme: Theme
) -> pygame.Rect:
    """Return the place beside a box where some lines cover least."""
    pills, gap = [pill_box(text, theme) for text, _tone in lines], theme.px(0.5)
    high = (pills[0].height + theme.px(0.25)) * len(pills)
    stack, wide = pygame.Rect(0, 0, max(pill.width for pill in pills), high), box.inflate(2 * gap, 2 * gap)
    return min((_beside(stack, side, wide).clamp(view) for side in SIDES), key=lambda each: hidden(each, taken))


def _beside(stack: pygame.Rect, side: tuple[str, str], box: pygame.Rect) -> pygame.Rect:
    own, of_box = side
    place = stack.copy()
    setattr(place, own, getattr(box, of_box))
    return place


def draw_range(target: pygame.Surface, overlay: RangeOverlay, camera: Camera) -> None:
    """Draw a range with lines only, as while it moves: they look as when it is painted."""
    rims = [(overlay.extent, 3 if overlay.wholly else 2)]
    if overlay.wholly:
        rims.append((overlay.extent.buffer(-RIM), 1))
    for extent, width in rims:
        for part in polygons(extent):
            edge = part.exterior if overlay.wholly else shapely.segmentize(part.exterior, DASH)
            rim = shapely.get_coordinates(edge).tolist()
            spots = [camera.to_screen(x, y) for x, y in rim]
            for colour, wide in ((SHADOW, width + 2), (HELD, width)):
                if overlay.wholly:
                    pygame.draw.lines(target, colour, True, spots, wide)
                    continue
                for start in range(0, len(spots) - 1, 2):
                    pygame.draw.line(target, colour, spots[start], spots[start + 1], wide)


def held_by_ranges(unit: str, ranges: Sequence[RangeView]) -> Iterator[tuple[str, str]]:
    """Yield the abilities in whose ranges a unit is, and those in whose ranges it is only partly."""
    words = (
        (True, True, N_("wholly within"), "good"),
        (True, False, N_("must be wholly within"), "warning"),
        (False, True, N_("within"), "good"),
        (False, False, N_("within, not seen"), "warning"),
    )
    for wholly, inside, text, tone in words:
        same = [each for each in ranges if each.wholly == wholly and unit in (each.inside if inside else each.outside)]
        if names := [*dict.fromkeys(each.name for each in same)]:
            more = [ngettext("{n} more", "{n} more", len(names) - NAMED)] if len(names) > NAMED else []
            yield f"{', '.join((*names[:NAMED], *more))}: {_(text)}", tone


def along(extent: BaseGeometry) -> list[Spot]:
    """Return places along the edge of an area in inches, the northernmost first."""
    rims = [shapely.segmentize(each.exterior, 1.0) for each in polygons(extent)]
    return sorted(((x, y) for x, y in shapely.get_coordinates(rims).tolist()), key=lambda spot: -spot[1])


def freest(spots: Iterable[Spot], pill: pygame.Rect, view: pygame.Rect, taken: Sequence[pygame.Rect]) -> Spot | None:
    """Return the first spot where a label is in view and covers nothing, else where it covers least."""
    best: tuple[int, Spot] | None = None
    for x, y in spots:
        pill.center = round(x), round(y)
        if view.contains(pill):
            covered = hidden(pill, taken)
            if not covered:
                return x, y
            if best is None or covered < best[0]:
                best = covered, (x, y)
    return best[1] if best is not None else None

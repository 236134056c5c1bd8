"""Chances and ranges around the selected unit, or the one being arranged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import ChanceView, Line, RangeView
from game.engine.session import Session
from game.engine.still import work_on_copy
from game.lengths import missing
from game.table.lattice import position
from game.ui.board.camera import Camera, Spot
from game.ui.board.labels import hidden
from game.ui.board.overlays import AreaOverlay, Entry, Overlay, Style, awaited, draw_pill, pill_box
from game.ui.decisions.ghost import Ghost
from game.ui.play.focus import Focus, about
from game.ui.play.part import OverlayPart, Tip
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame, outlined, polygons
from game.ui.widgets.tasks import Background
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
LEAST: Final = 0.005
"""Inches from which it is said how much is missing."""
NAMED: Final = 2
"""The most abilities named where a unit is in the ranges of several; the others are counted."""


class BandOverlay(AreaOverlay):
    """The edge of the ground reached with a chance: unbroken where it is likely, in ever shorter dashes."""

    def __init__(self, extent: BaseGeometry, roll: str, number: int) -> None:
        style = Style(CHANCE, dash=DASHES[min(number, len(DASHES) - 1)])
        super().__init__(extent, style, _("reached by a charge: {roll}", roll=roll))
        self.roll = roll


class RangeOverlay(Overlay):
    """The range of an ability: one dashed line; two unbroken ones where units must be wholly within."""

    def __init__(self, extent: BaseGeometry, label: str, *, wholly: bool) -> None:
        super().__init__(extent)
        self.label, self.wholly = label, wholly

    def legend(self) -> tuple[Entry, ...]:
        text = N_("the whole unit must be inside") if self.wholly else N_("any part of the unit inside is enough")
        return (Entry(_(text), self.sample),)

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


def _lacking(unit: str, ranges: Sequence[RangeView], name_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield the ranges in which a unit is only partly: whose they are, and the inches missing, the nearest first."""
    found = sorted({(each.lacks[unit], each.bearer, each.title) for each in ranges})
    for lacks, bearer, title in found[:NAMED]:
        names = dict.fromkeys(each.name for each in ranges if (each.bearer, each.title) == (bearer, title))
        facts = {"abilities": ", ".join(names), "unit": name_of(bearer), "range": title, "missing": missing(lacks)}
        yield _("{abilities} of {unit}: {missing} short of {range}", **facts), "warning"
    if (more := len(found) - NAMED) > 0:
        yield ngettext("{n} more", "{n} more", more), "warning"


def _held(unit: str, ranges: Sequence[RangeView]) -> Iterator[tuple[str, str]]:
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


def _freest(spots: Iterable[Spot], pill: pygame.Rect, view: pygame.Rect, taken: Sequence[pygame.Rect]) -> Spot | None:
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


KEPT: Final = 24
"""Bands and ranges that are kept."""
IN_HAND: Final = 4
"""The weight of covering a base of the moved unit, compared with anything else."""


class Chances(OverlayPart):
    """The bands and ranges of a unit; while it is arranged, only the ranges, which move with it."""

    height = 4
    title: ClassVar = N_("Chances and ranges")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._worker = Background[ChanceView]()
        self._ranges = Memo[Sequence[RangeView]](2)
        self._bands, self._held = Memo[BandOverlay](KEPT), Memo[RangeOverlay](KEPT)
        self._rims = Memo[list[Spot]](KEPT)
        self._labels_drawn: list[tuple[pygame.Rect, Tip]] = []

    def overlays(self) -> Sequence[Overlay]:
        unit, ghost = about(self.focus)
        return () if ghost.unit else self.laid(unit, ghost)  # a moving unit is drawn with lines only

    def legend(self) -> Sequence[Entry]:
        laid = self.laid(*about(self.focus)) if self.focus.rests else ()
        return [entry for overlay in laid for entry in overlay.legend()]

    def tick(self, now: float) -> bool:
        painted = awaited()
        return self._worker.busy or painted

    def chances(self, unit: str) -> ChanceView | None:
        """Return what a unit reaches with a roll, or None if it may not try, and until that is known."""
        session = self.focus.model.session
        if self.closed or session.ruleset.movement is None or not unit:
            return None
        key = id(session), self.focus.model.version, unit
        return self._worker.ask(key, work_on_copy(session, _charges, unit))

    def ranges(self, unit: str, ghost: Ghost) -> Sequence[RangeView]:
        """Return the ranges of a unit's abilities; for one being arranged as if it stood there already."""
        session = self.focus.model.session
        movement, game = session.ruleset.movement, session.game
        if self.closed or movement is None:
            return ()
        if ghost.unit:
            there = {piece.id: position(piece.x, piece.y) for piece in ghost.pieces}
            key = id(session), self.focus.model.version, ghost.unit, tuple(there.items())
            return self._ranges.of(key, lambda: movement.ranges(game, ghost.unit, there))
        key = id(session), self.focus.model.version, unit, ()
        return self._ranges.of(key, lambda: movement.ranges(game, unit)) if unit else ()

    def laid(self, unit: str, ghost: Ghost) -> list[BandOverlay | RangeOverlay]:
        """Return the overlays below the pieces: bands of a unit that stands, and ranges, each area once."""
        found: list[BandOverlay | RangeOverlay] = []
        chances = self.chances(unit) if not ghost.unit else None
        for number, band in enumerate(chances.bands if chances is not None else ()):
            make = partial(BandOverlay, band.area, band.label, number)
            found.append(self._bands.of((band.area, number), make))
        for (area, wholly), label in self._labels(unit, ghost).items():
            found.append(self._held.of((area, wholly, label), partial(RangeOverlay, area, label, wholly=wholly)))
        return found

    def _labels(self, unit: str, ghost: Ghost) -> dict[tuple[BaseGeometry, bool], str]:
        """Return the labels of the ranges; ranges of one area share a label."""
        names: dict[tuple[BaseGeometry, bool], list[RangeView]] = {}
        for each in self.ranges(unit, ghost):
            names.setdefault((each.area, each.wholly), []).append(each)
        return {key: f"{', '.join(each.name for each in same)}: {same[0].title}" for key, same in names.items()}

    def among(self, target: pygame.Surface) -> None:
        """Draw the ranges of a unit as it is being arranged."""
        ghost = about(self.focus)[1]
        for overlay in self.laid("", ghost) if ghost.unit else ():
            if isinstance(overlay, RangeOverlay):
                draw_range(target, overlay, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        """Write the chance on each band, the names of ranges, and beside each unit what it needs or if it is in range.

        Other names and labels stay free.
        """
        camera, theme, (unit, ghost) = self.focus.camera, self.focus.context.theme, about(self.focus)
        self._labels_drawn.clear()
        overlays, told = self.laid(unit, ghost), self.told(unit, ghost)
        if not overlays and not told:
            return
        written = [*self.focus.context.sprites.names.shown, *self.focus.context.readings]
        bases = self._bases(camera, ghost)
        in_hand = [*bases.get(ghost.unit, ()), *self._stands(camera, ghost)] if ghost.unit else []
        taken = [*written, *(base for own in bases.values() for base in own), *IN_HAND * in_hand]
        for overlay in overlays:
            label, colour = (overlay.roll, CHANCE) if isinstance(overlay, BandOverlay) else (overlay.label, HELD)
            rim = self._rims.of(overlay, partial(along, overlay.extent))
            spot = _freest([camera.to_screen(*each) for each in rim], pill_box(label, theme), target.get_clip(), taken)
            if spot is not None:
                taken.append(draw_pill(target, label, spot, theme, colour))
                self._labels_drawn.append((taken[-1], (label, self._meaning(overlay, unit, ghost))))
        for piece, texts in told.items():
            if own := bases.get(piece):
                places = write_beside(target, texts, own[0].unionall(own[1:]), taken, theme)
                taken += places
                lines = [line for each in self.ranges(unit, ghost) if piece in (*each.inside, *each.outside)
                         for line in each.lines]  # fmt: skip
                name = self.focus.model.name_of(piece)
                self._labels_drawn += [(place, (name, tuple(dict.fromkeys(lines)))) for place in places if lines]

    def _meaning(self, overlay: BandOverlay | RangeOverlay, unit: str, ghost: Ghost) -> tuple[Line, ...]:
        """Return what a line around the unit means, in sentences."""
        if isinstance(overlay, BandOverlay):
            return (Line(_("The chance that a charge reaches an enemy as near as this line")),)
        same = [
            each for each in self.ranges(unit, ghost) if (each.area, each.wholly) == (overlay.extent, overlay.wholly)
        ]
        return tuple(dict.fromkeys(line for each in same for line in each.lines))

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        """Return what the label at a pixel means."""
        return next((tip for place, tip in self._labels_drawn if place.collidepoint(pixel)), None)

    def _bases(self, camera: Camera, ghost: Ghost) -> dict[str, list[pygame.Rect]]:
        """Return where the models of units are in the window, by unit; those being arranged where they are to go."""
        found: dict[str, list[pygame.Rect]] = {}
        for piece in {**self.focus.model.pieces, **{each.id: each for each in ghost.pieces}}.values():
            base = camera.base(piece.radius, (piece.x, piece.y))
            found.setdefault(self.focus.model.units.whole(piece.id), []).append(base)
        return found

    def _stands(self, camera: Camera, ghost: Ghost) -> list[pygame.Rect]:
        """Return where the models being arranged still stand: people also look at where they come from."""
        stands = (self.focus.model.pieces.get(each.id) for each in ghost.pieces)
        return [camera.base(piece.radius, (piece.x, piece.y)) for piece in stands if piece is not None]

    def told(self, unit: str, ghost: Ghost) -> dict[str, list[tuple[str, str]]]:
        """Return the texts at units, with their tone."""
        found: dict[str, list[tuple[str, str]]] = {}
        chances = self.chances(unit) if not ghost.unit else None
        for figure in chances.figures if chances is not None else ():
            found.setdefault(figure.piece, []).append((figure.text, figure.tone))
        ranges = self.ranges(unit, ghost)
        if not ghost.unit:  # whom a ring touches is seen; only how it changes in hand is worth words
            ranges = [each if each.wholly else replace(each, inside=()) for each in ranges]
        for held in dict.fromkeys(each for view in ranges for each in (*view.inside, *view.outside)):
            short = [each for each in ranges if each.lacks.get(held, 0.0) >= LEAST]
            found.setdefault(held, []).extend(_lacking(held, short, self.focus.model.name_of))
            found[held].extend(_held(held, [each for each in ranges if each not in short]))
        return found


def _charges(session: Session, unit: str) -> ChanceView | None:
    movement = session.ruleset.movement
    return movement.charges(session.game, unit) if movement is not None else None

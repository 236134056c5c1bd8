"""Overlays around the selected or arranged unit: bands that a charge can reach, and ranges of abilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import ChanceView, Line, RangeView
from game.engine.session import Session
from game.engine.still import work_on_copy
from game.lengths import missing
from game.table.lattice import position
from game.ui.board.camera import Camera, Spot
from game.ui.board.labels import hidden
from game.ui.board.overlays import AreaOverlay, Entry, Overlay, Style, awaited, draw_pill, pill_box
from game.ui.decisions.ghost import Ghost
from game.ui.play.focus import Focus, unit_with_ranges
from game.ui.play.part import OverlayPart, Tip
from game.ui.widgets.keys import details_held
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
"""Inches between the two lines of a range inside which units must be wholly."""
DASH: Final = 0.6
"""The length in inches of the dashes of a range that moves."""
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
"""The least distance in inches that is reported as missing."""
NAMED: Final = 2
"""The most abilities named at a unit that is in the ranges of several; more are counted."""


class BandOverlay(AreaOverlay):
    """The edge of the area that a charge reaches with a roll: unbroken if likely, else with shorter dashes."""

    def __init__(self, extent: BaseGeometry, roll: str, number: int) -> None:
        style = Style(CHANCE, dash=DASHES[min(number, len(DASHES) - 1)])
        super().__init__(extent, style, _("reached by a charge: {roll}", roll=roll))
        self.roll = roll


class RangeOverlay(Overlay):
    """The range of an ability: a dashed line, or two unbroken ones if units must be wholly inside."""

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
    """Write lines with their tones above a box, or below or beside it if they hide less there; return their places.

    They should hide nothing in `taken`. Lines that would are folded between the ability and its unit.
    """
    folded = [(part, tone) for text, tone in texts for part in text.replace(": ", ":\n").splitlines()]
    attempts = [(lines, _freest_beside(target.get_clip(), lines, box, taken, theme)) for lines in (texts, folded)]
    lines, place = min(attempts, key=lambda attempt: hidden(attempt[1], [*taken, box]))
    line_height = place.height / len(lines)
    spots = (
        (text, TONES.get(tone, PAPER), place.top + line_height * (number + 0.5))
        for number, (text, tone) in enumerate(lines)
    )
    return [draw_pill(target, text, (place.centerx, y), theme, colour) for text, colour, y in spots]


def _freest_beside(
    view: pygame.Rect, lines: Sequence[tuple[str, str]], box: pygame.Rect, taken: Sequence[pygame.Rect], theme: Theme
) -> pygame.Rect:
    """Return the place beside a box at which lines of text hide least."""
    pills, gap = [pill_box(text, theme) for text, _tone in lines], theme.px(0.5)
    height = (pills[0].height + theme.px(0.25)) * len(pills)
    stack, surroundings = pygame.Rect(0, 0, max(pill.width for pill in pills), height), box.inflate(2 * gap, 2 * gap)
    return min(
        (_beside(stack, side, surroundings).clamp(view) for side in SIDES), key=lambda place: hidden(place, taken)
    )


def _beside(stack: pygame.Rect, side: tuple[str, str], box: pygame.Rect) -> pygame.Rect:
    """Return the place of a rectangle whose point touches a box as `side` says."""
    own_point, box_point = side
    place = stack.copy()
    setattr(place, own_point, getattr(box, box_point))
    return place


def draw_range(target: pygame.Surface, overlay: RangeOverlay, camera: Camera) -> None:
    """Draw a moving range with lines only, which is quicker; it looks the same as a painted one."""
    rims = [(overlay.extent, 3 if overlay.wholly else 2)]
    if overlay.wholly:
        rims.append((overlay.extent.buffer(-RIM), 1))
    for extent, width in rims:
        for part in polygons(extent):
            edge = part.exterior if overlay.wholly else shapely.segmentize(part.exterior, DASH)
            rim = shapely.get_coordinates(edge).tolist()
            spots = [camera.to_screen(x, y) for x, y in rim]
            for colour, line_width in ((SHADOW, width + 2), (HELD, width)):
                if overlay.wholly:
                    pygame.draw.lines(target, colour, True, spots, line_width)
                    continue
                for start in range(0, len(spots) - 1, 2):  # every other piece is a dash
                    pygame.draw.line(target, colour, spots[start], spots[start + 1], line_width)


def _lacking(unit: str, ranges: Sequence[RangeView], name_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield the ranges in which a unit is only partly: whose they are, and the inches missing, the nearest first."""
    shortfalls = sorted({(aura.lacks[unit], aura.bearer, aura.title) for aura in ranges})
    for lacks, bearer, title in shortfalls[:NAMED]:
        names = dict.fromkeys(aura.name for aura in ranges if (aura.bearer, aura.title) == (bearer, title))
        facts = {"abilities": ", ".join(names), "unit": name_of(bearer), "range": title, "missing": missing(lacks)}
        yield _("{abilities} of {unit}: {missing} short of {range}", **facts), "warning"
    if (rest := len(shortfalls) - NAMED) > 0:
        yield ngettext("{n} more", "{n} more", rest), "warning"


def _held(unit: str, ranges: Sequence[RangeView]) -> Iterator[tuple[str, str]]:
    """Yield lines about a unit: the abilities that it is in range of, and those that it is only partly in range of."""
    words = (
        (True, True, N_("wholly within"), "good"),
        (True, False, N_("must be wholly within"), "warning"),
        (False, True, N_("within"), "good"),
        (False, False, N_("within, not seen"), "warning"),
    )
    for wholly, inside, text, tone in words:
        views = [view for view in ranges if view.wholly == wholly and unit in (view.inside if inside else view.outside)]
        if names := [*dict.fromkeys(view.name for view in views)]:
            rest_in_words = [ngettext("{n} more", "{n} more", len(names) - NAMED)] if len(names) > NAMED else []
            yield f"{', '.join((*names[:NAMED], *rest_in_words))}: {_(text)}", tone


def along(extent: BaseGeometry) -> list[Spot]:
    """Return spots along the edge of an area (in inches), from north to south."""
    rims = [shapely.segmentize(polygon.exterior, 1.0) for polygon in polygons(extent)]
    return sorted(((x, y) for x, y in shapely.get_coordinates(rims).tolist()), key=lambda spot: -spot[1])


def _freest(spots: Iterable[Spot], pill: pygame.Rect, view: pygame.Rect, taken: Sequence[pygame.Rect]) -> Spot | None:
    """Return the first spot where a label is in view and hides nothing, else the one where it hides least."""
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
"""The most bands and ranges that are remembered."""
IN_HAND: Final = 4
"""The weight of hiding a base of the moved unit; hiding anything else weighs 1."""


class Chances(OverlayPart):
    """The bands and ranges of the selected unit; of a unit being arranged only the ranges, which move with it."""

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
        unit, ghost = unit_with_ranges(self.focus)
        return () if ghost.unit else self.laid(unit, ghost)  # ranges of a moving unit are drawn as lines

    def legend(self) -> Sequence[Entry]:
        laid = self.laid(*unit_with_ranges(self.focus)) if self.focus.shows_aids else ()
        return [entry for overlay in laid for entry in overlay.legend()]

    def tick(self, now: float) -> bool:
        painted = awaited()
        return self._worker.busy or painted

    def chances(self, unit: str) -> ChanceView | None:
        """Return the area that a unit reaches with each roll; None if it cannot charge, and until that is known.

        What can only be rolled in another phase is shown only with the details key, and in a sandbox.
        """
        session = self.focus.model.session
        if self.closed or session.ruleset.movement is None or not unit:
            return None
        key = id(session), self.focus.model.version, unit
        found = self._worker.ask(key, work_on_copy(session, _charges, unit))
        on_request = details_held() or isinstance(self.focus.model.decision, Editing)
        return None if found is not None and found.later and not on_request else found

    def ranges(self, unit: str, ghost: Ghost) -> Sequence[RangeView]:
        """Return the ranges of a unit's abilities; for a unit being arranged, from its proposed spots.

        While a unit is in hand, ranges that matter only later are shown only with the details key: they would hide the
        table.
        """
        session = self.focus.model.session
        movement, game = session.ruleset.movement, session.game
        if self.closed or movement is None:
            return ()
        if ghost.unit:
            spots = {piece.id: position(piece.x, piece.y) for piece in ghost.pieces}
            key = id(session), self.focus.model.version, ghost.unit, tuple(spots.items())
            views = self._ranges.of(key, lambda: movement.ranges(game, ghost.unit, spots))
            return [view for view in views if not view.later or details_held()]
        key = id(session), self.focus.model.version, unit, ()
        return self._ranges.of(key, lambda: movement.ranges(game, unit)) if unit else ()

    def laid(self, unit: str, ghost: Ghost) -> list[BandOverlay | RangeOverlay]:
        """Return the overlays below the pieces: bands of a unit that stands, and ranges, with each area once."""
        overlays: list[BandOverlay | RangeOverlay] = []
        chances = self.chances(unit) if not ghost.unit else None
        for number, band in enumerate(chances.bands if chances is not None else ()):
            make = partial(BandOverlay, band.area, band.label, number)
            overlays.append(self._bands.of((band.area, number), make))
        for (area, wholly), label in self._labels(unit, ghost).items():
            overlays.append(self._held.of((area, wholly, label), partial(RangeOverlay, area, label, wholly=wholly)))
        return overlays

    def _labels(self, unit: str, ghost: Ghost) -> dict[tuple[BaseGeometry, bool], str]:
        """Return the label of each range; ranges with the same area share one."""
        names: dict[tuple[BaseGeometry, bool], list[RangeView]] = {}
        for view in self.ranges(unit, ghost):
            names.setdefault((view.area, view.wholly), []).append(view)
        return {key: f"{', '.join(view.name for view in views)}: {views[0].title}" for key, views in names.items()}

    def among(self, target: pygame.Surface) -> None:
        """Draw the ranges of the unit being arranged."""
        ghost = unit_with_ranges(self.focus)[1]
        for overlay in self.laid("", ghost) if ghost.unit else ():
            if isinstance(overlay, RangeOverlay):
                draw_range(target, overlay, self.focus.camera)

    def draw(self, target: pygame.Surface) -> None:
        """Write the roll on each band, the names on ranges, and beside units what they need or are in range of.

        Names and labels of other overlays stay legible.
        """
        camera, theme, (unit, ghost) = self.focus.camera, self.focus.context.theme, unit_with_ranges(self.focus)
        self._labels_drawn.clear()
        overlays, texts_by_unit = self.laid(unit, ghost), self.texts(unit, ghost)
        if not overlays and not texts_by_unit:
            return
        written = [*self.focus.context.sprites.names.shown, *self.focus.context.readings]
        bases = self._bases(camera, ghost)
        in_hand = [*bases.get(ghost.unit, ()), *self._stands(camera, ghost)] if ghost.unit else []
        occupied = [*written, *(base for unit_bases in bases.values() for base in unit_bases), *IN_HAND * in_hand]
        for overlay in overlays:
            label, colour = (overlay.roll, CHANCE) if isinstance(overlay, BandOverlay) else (overlay.label, HELD)
            rim = self._rims.of(overlay, partial(along, overlay.extent))
            spot = _freest(
                [camera.to_screen(*point) for point in rim], pill_box(label, theme), target.get_clip(), occupied
            )
            if spot is not None:
                occupied.append(draw_pill(target, label, spot, theme, colour))
                self.focus.context.readings.append(occupied[-1])
                self._labels_drawn.append((occupied[-1], (label, self._meaning(overlay, unit, ghost))))
        for piece, texts in texts_by_unit.items():
            if unit_bases := bases.get(piece):
                places = write_beside(target, texts, unit_bases[0].unionall(unit_bases[1:]), occupied, theme)
                occupied += places
                lines = [line for aura in self.ranges(unit, ghost) if piece in (*aura.inside, *aura.outside)
                         for line in aura.lines]  # fmt: skip
                name = self.focus.model.name_of(piece)
                self._labels_drawn += [(place, (name, tuple(dict.fromkeys(lines)))) for place in places if lines]

    def _meaning(self, overlay: BandOverlay | RangeOverlay, unit: str, ghost: Ghost) -> tuple[Line, ...]:
        """Return what a line around the unit means, in sentences."""
        if isinstance(overlay, BandOverlay):
            return (Line(_("The chance that a charge reaches an enemy as near as this line")),)
        auras = [
            aura for aura in self.ranges(unit, ghost) if (aura.area, aura.wholly) == (overlay.extent, overlay.wholly)
        ]
        return tuple(dict.fromkeys(line for aura in auras for line in aura.lines))

    def tells(self, pixel: tuple[int, int]) -> Tip | None:
        """Return what the label at a pixel means."""
        return next((tip for place, tip in self._labels_drawn if place.collidepoint(pixel)), None)

    def _bases(self, camera: Camera, ghost: Ghost) -> dict[str, list[pygame.Rect]]:
        """Return the bases of models in the window, by unit; those being arranged at their proposed spots."""
        bases: dict[str, list[pygame.Rect]] = {}
        for piece in {**self.focus.model.pieces, **{proposed.id: proposed for proposed in ghost.pieces}}.values():
            base = camera.base(piece.radius, (piece.x, piece.y))
            bases.setdefault(self.focus.model.units.whole(piece.id), []).append(base)
        return bases

    def _stands(self, camera: Camera, ghost: Ghost) -> list[pygame.Rect]:
        """Return the bases of the models being arranged at their present places, since people also look there."""
        present = (self.focus.model.pieces.get(proposed.id) for proposed in ghost.pieces)
        return [camera.base(piece.radius, (piece.x, piece.y)) for piece in present if piece is not None]

    def texts(self, unit: str, ghost: Ghost) -> dict[str, list[tuple[str, str]]]:
        """Return the lines beside each unit, with their tones."""
        lines: dict[str, list[tuple[str, str]]] = {}
        chances = self.chances(unit) if not ghost.unit else None
        for figure in chances.figures if chances is not None else ():
            lines.setdefault(figure.piece, []).append((figure.text, figure.tone))
        ranges = self.ranges(unit, ghost)
        if not ghost.unit:  # the ring itself shows which units it touches; only changes by a unit in hand need words
            ranges = [view if view.wholly else replace(view, inside=()) for view in ranges]
        for in_range in dict.fromkeys(name for view in ranges for name in (*view.inside, *view.outside)):
            too_short = [view for view in ranges if view.lacks.get(in_range, 0.0) >= LEAST]
            lines.setdefault(in_range, []).extend(_lacking(in_range, too_short, self.focus.model.name_of))
            lines[in_range].extend(_held(in_range, [view for view in ranges if view not in too_short]))
        return lines


def _charges(session: Session, unit: str) -> ChanceView | None:
    movement = session.ruleset.movement
    return movement.charges(session.game, unit) if movement is not None else None

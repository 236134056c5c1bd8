"""What is round the selected unit or the one in hand: bands of chance, and the ranges of abilities, who is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.abilities import Charging, Ranging
from game.engine.rulebook.view import ChanceView, RangeView
from game.engine.session import Session
from game.table.lattice import position
from game.ui.aids.ways import WayWorker
from game.ui.board.camera import Camera, Spot
from game.ui.board.memo import Memo
from game.ui.board.overlays import Entry, Overlay, draw_pill
from game.ui.model.session_model import SessionModel
from game.ui.widgets.raster import Frame, outlined, polygons
from game.ui.widgets.theme import PAPER, SHADOW, TONES, Colour, Theme
from game.wording import N_, _

CHANCE: Final[Colour] = (250, 196, 92)
DASHES: Final = (0.0, 16.0, 9.0, 4.0)
"""Pixels of the dashes of the bands, the likeliest unbroken."""
HELD: Final[Colour] = (150, 222, 196)
RIM: Final = 0.25
"""Inches between the two lines of a range in which others must be wholly."""
DASH: Final = 0.6
"""Inches of the dashes of a range that moves."""
Layout = tuple[str, Mapping[str, Spot]]
"""A unit that is being arranged, and where its models are wanted."""


class BandOverlay(Overlay):
    """The edge of what is reached with a chance: unbroken where it is likely, in ever shorter dashes."""

    def __init__(self, extent: BaseGeometry, label: str, number: int) -> None:
        super().__init__(extent)
        self.label, self.number = label, number

    def legend(self) -> tuple[Entry, ...]:
        number, text = self.number, _("reached by a charge on {throw}", throw=self.label)
        return (Entry(text, lambda ground, frame: BandOverlay(ground, text, number).paint(frame)),)

    def paint(self, frame: Frame) -> pygame.Surface:
        return outlined(self.extent, frame, CHANCE, 2.0, DASHES[min(self.number, len(DASHES) - 1)])


class RangeOverlay(Overlay):
    """The range of an ability: one dashed line; two unbroken ones where whoever counts must be wholly within."""

    def __init__(self, extent: BaseGeometry, label: str, *, wholly: bool) -> None:
        super().__init__(extent)
        self.label, self.wholly = label, wholly

    def legend(self) -> tuple[Entry, ...]:
        wholly = self.wholly
        text = N_("all of a unit must be in it") if wholly else N_("any part of a unit in it is enough")
        return (Entry(_(text), lambda ground, frame: RangeOverlay(ground, "", wholly=wholly).paint(frame)),)

    def paint(self, frame: Frame) -> pygame.Surface:
        if not self.wholly:
            return outlined(self.extent, frame, HELD, 2.0, 11.0)
        canvas = outlined(self.extent, frame, HELD, 2.5)
        canvas.blit(outlined(self.extent.buffer(-RIM), frame, HELD, 1.0), (0, 0))
        return canvas


class Around:
    """The bands and ranges of one unit at a time; bands are worked out in a thread, ranges follow a drag."""

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self._worker = WayWorker()
        self._twin = Memo[Session]()
        self._ranges = Memo[Sequence[RangeView]](2)
        self._overlays = Memo[Overlay](24)

    @property
    def waiting(self) -> bool:
        """Whether bands are being worked out."""
        return self._worker.busy

    def chances(self, unit: str) -> ChanceView | None:
        """Return what a unit reaches by a throw; None if it may not try, and until that is known."""
        session = self.model.session
        if not isinstance(session.ruleset, Charging) or not unit:
            return None
        key = id(session), self.model.version, unit
        twin = self._twin.of(key[:2], session.fork)
        found = self._worker.ask(key, partial(_charges, twin, unit))
        return found if isinstance(found, ChanceView) else None

    def ranges(self, unit: str, layout: Layout | None) -> Sequence[RangeView]:
        """Return the ranges of a unit's abilities; of one being arranged as if it stood so already."""
        session = self.model.session
        book, game = session.ruleset, session.game
        if not isinstance(book, Ranging):
            return ()
        if layout is not None:
            there = {model: position(*spot) for model, spot in layout[1].items()}
            key = id(session), self.model.version, layout[0], tuple(there.items())
            return self._ranges.of(key, lambda: book.ranges(game, layout[0], there))
        key = id(session), self.model.version, unit, ()
        return self._ranges.of(key, lambda: book.ranges(game, unit)) if unit else ()

    def overlays(self, unit: str, layout: Layout | None) -> list[Overlay]:
        """Return what is drawn below the pieces: bands of a unit that stands, and ranges, each ground once."""
        found: list[Overlay] = []
        chances = self.chances(unit) if layout is None else None
        for number, band in enumerate(chances.bands if chances is not None else ()):
            make = partial(BandOverlay, band.area, band.label, number)
            found.append(self._overlays.of((band.area, number), make))
        for (area, wholly), label in self._labels(unit, layout).items():
            found.append(self._overlays.of((area, wholly, label), partial(RangeOverlay, area, label, wholly=wholly)))
        return found

    def _labels(self, unit: str, layout: Layout | None) -> dict[tuple[BaseGeometry, bool], str]:
        """Return what is written at each range: those of one ground share it."""
        names: dict[tuple[BaseGeometry, bool], list[RangeView]] = {}
        for each in self.ranges(unit, layout):
            names.setdefault((each.area, each.wholly), []).append(each)
        return {key: f"{', '.join(each.name for each in same)}: {same[0].title}" for key, same in names.items()}

    # -- what is written

    def draw_labels(
        self, target: pygame.Surface, view: pygame.Rect, camera: Camera, theme: Theme, *about: str | Layout | None
    ) -> None:
        """Write the chance on each band, the names of ranges, and at each unit what it needs or whether it is in."""
        unit, layout = about
        assert isinstance(unit, str)
        assert not isinstance(layout, str)
        taken: list[pygame.Rect] = []
        overlays = self.overlays(unit, layout)
        for overlay in overlays if layout is not None else ():
            if isinstance(overlay, RangeOverlay):
                draw_range(target, overlay, camera)
        for overlay in overlays:  # above every line
            label = overlay.label if isinstance(overlay, BandOverlay | RangeOverlay) else ""
            colour = CHANCE if isinstance(overlay, BandOverlay) else HELD
            room = view.inflate(-theme.px(16), -theme.px(3))
            spot = next((each for each in _along(overlay.extent, camera) if _is_free(each, room, taken, theme)), None)
            if spot is not None:
                taken.append(draw_pill(target, label, spot, theme, colour))
        for piece, texts in self.told(unit, layout).items():
            if not self.model.units.parts(piece):
                continue
            x, y = camera.to_screen(*self._above(piece, layout))
            for number, (text, tone) in enumerate(texts):
                draw_pill(target, text, (x, y - theme.px(1.25 + 2.5 * number)), theme, TONES.get(tone, PAPER))

    def _above(self, unit: str, layout: Layout | None) -> Spot:
        """Return the spot above all models of a unit, of one that is being arranged where they are wanted."""
        wanted = layout[1] if layout is not None and layout[0] == unit else {}
        models = [(*wanted.get(each.id, (each.x, each.y)), each.radius) for each in self.model.units.parts(unit)]
        xs = [x for x, _y, _radius in models]
        return (min(xs) + max(xs)) / 2, max(y + radius for _x, y, radius in models)

    def told(self, unit: str, layout: Layout | None) -> dict[str, list[tuple[str, str]]]:
        """Return what is written at units, with its tone."""
        found: dict[str, list[tuple[str, str]]] = {}
        chances = self.chances(unit) if layout is None else None
        for figure in chances.figures if chances is not None else ():
            found.setdefault(figure.piece, []).append((figure.text, figure.tone))
        ranges = self.ranges(unit, layout)
        for held in dict.fromkeys(each for held_by in ranges for each in (*held_by.inside, *held_by.outside)):
            found.setdefault(held, []).extend(_held(held, ranges))
        return found


def draw_range(target: pygame.Surface, overlay: RangeOverlay, camera: Camera) -> None:
    """Draw a range by lines alone, as while it moves: they look as when it is painted."""
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


def _held(unit: str, ranges: Sequence[RangeView]) -> Iterator[tuple[str, str]]:
    """Yield in which ranges a unit is, and in which only partly; with their names where they differ."""
    alike = len({(each.wholly, unit in each.inside) for each in ranges if unit in (*each.inside, *each.outside)}) == 1
    words = (
        (True, True, N_("wholly within"), "good"),
        (True, False, N_("not wholly within"), "warning"),
        (False, True, N_("within"), "good"),
        (False, False, N_("within, not seen"), "warning"),
    )
    for wholly, inside, text, tone in words:
        same = [each for each in ranges if each.wholly == wholly and unit in (each.inside if inside else each.outside)]
        if same:
            names = "" if alike else ", ".join(each.name for each in same) + ": "
            yield names + _(text), tone


def _charges(session: Session, unit: str) -> ChanceView | bool:
    book = session.ruleset
    return isinstance(book, Charging) and (book.charges(session.game, unit) or False)


def _along(extent: BaseGeometry, camera: Camera) -> list[Spot]:
    """Return places along the edge of an area on the window, the northernmost first."""
    rims = [shapely.segmentize(each.exterior, 1.0) for each in polygons(extent)]
    spots = sorted(shapely.get_coordinates(rims).tolist(), key=lambda spot: -spot[1])
    return [camera.to_screen(x, y) for x, y in spots]


def _is_free(spot: Spot, room: pygame.Rect, taken: Iterable[pygame.Rect], theme: Theme) -> bool:
    """Return whether a label at a spot is in view and covers no other."""
    return bool(room.collidepoint(spot)) and not any(
        each.inflate(theme.px(14), theme.px(2)).collidepoint(spot) for each in taken
    )

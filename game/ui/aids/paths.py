"""Path lengths with the tape measure in hand: paths found in a thread, or drawn by hand."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable
from functools import partial
from typing import Final, cast

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.pathfinding import BARRIERS, Barriers, Pathfinder, PathQuestion, PathReport, has_paths
from game.engine.sighting import disc_of
from game.lengths import counted, length
from game.table.shapes import Disc
from game.ui.aids.measurables import Measurable, Measurables
from game.ui.board.camera import Spot
from game.ui.board.overlays import Entry, Overlay
from game.ui.decisions.base import stepped
from game.ui.decisions.place import REST
from game.ui.widgets.memo import Memo
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.raster import Frame, ruled
from game.ui.widgets.tasks import Background, sound
from game.ui.widgets.theme import PAPER, SHADOW, Colour
from game.wording import N_, _

FIRST_MOVE: Final = 6
LARGEST_MOVE: Final = 60
SAME: Final = 0.15
"""Inches within which a second click means the same spot."""
HINT: Final = N_(
    "Click a base or a spot, then any bends; click twice or Enter: pin. Shift + wheel: limit. Esc: let go."
)
REACHED: Final[Colour] = (226, 236, 100)
_SLIT: Final = 0.03
"""Inches of the slits closed in a drawing: where parts found on different paths meet. Verdicts are exact."""
PLAIN: Final = 0.5
"""Radius of a base that starts from a spot, if no base is on the table."""

Bends = tuple[Spot, ...]


class PathReach(Overlay):
    """Where the centre of a base gets by paths with a given move: tinted, with slanted lines and its edge."""

    def __init__(self, extent: BaseGeometry, inches: float) -> None:
        super().__init__(extent)
        self._inches = inches

    def legend(self) -> tuple[Entry, ...]:
        text = _("reachable within {inches}", inches=counted(self._inches))
        return (Entry(text, self.sample),)

    def paint(self, frame: Frame) -> pygame.Surface:
        return ruled(self.extent, frame, REACHED, 0.14, "counter", 26.0)


class PathRuler:
    """The shown paths: the live one instead of a ruler while it `goes`, with its `bends`; reach with a given move.

    `inches` is the given move, None for any. `radius` is the base that starts from a bare spot. `barriers` is what
    stops a path where the rulebook says nothing.
    """

    def __init__(self, measurables: Measurables) -> None:
        self._measurables = measurables
        self.barriers: Barriers = "impassable"
        self.clear()

    def clear(self) -> None:
        """Show nothing any more."""
        self.goes = False
        self.bends: Bends = ()
        self.inches: int | None = None
        self.radius: float | None = None
        self._worker = Background()
        self._finder = Memo[Pathfinder]()
        self._latest: PathReport | None = None
        self._moved: tuple[Disc | None, float] = (None, 0.0)

    @property
    def says_nothing(self) -> Barriers | None:
        """The obstacles of paths, if the rulebook does not define them."""
        return None if has_paths(self._measurables.model.session) else self.barriers

    @property
    def waiting(self) -> bool:
        """Whether something is being worked out."""
        return self._worker.busy

    def settling(self, now: float) -> bool:
        """Whether the reached ground is to be drawn as soon as its base rests."""
        return self.goes and self.inches is not None and now - self._moved[1] < 2 * REST

    def _found_by(self) -> tuple[Hashable, Pathfinder]:
        """Return the table as it is, and the code that finds paths on a copy of it."""
        model = self._measurables.model
        key = id(model.session), model.version, id(model.view), self.barriers
        return key, self._finder.of(key, lambda: Pathfinder(model.session.fork(), self.barriers))

    def start(self, measurable: Measurable) -> Disc | None:
        """Return the base that sets out, or None for terrain and what has left the table."""
        piece = self._measurables.piece(measurable)
        if piece is not None:
            return disc_of(piece)
        found = self._measurables.measured(measurable)
        return found._replace(radius=self.size) if isinstance(found, Disc) else None

    @property
    def size(self) -> float:
        """Radius of the base that starts from a bare spot (inches)."""
        return self._sizes()[0] if self.radius is None else self.radius

    def _sizes(self) -> list[float]:
        """Return the radii of the bases on the table, the commonest first."""
        found = [piece.radius for piece in self._measurables.model.view.pieces if piece.kind == "base"]
        return sorted(set(found), key=lambda radius: (-found.count(radius), radius)) or [PLAIN]

    def question(self, first: Measurable, second: Measurable, bends: Bends, inches: int | None) -> PathQuestion | None:
        """Return the question about two measurables, or None if no path is possible from or to one."""
        start = self.start(first)
        piece = self._measurables.piece(second)
        spot = self._measurables.spot(second)
        if start is None or spot is None or second.sort == "terrain":
            return None
        end = disc_of(piece) if piece is not None else Disc(*spot, 0.0, self._measurables.name(second), "point")
        return PathQuestion(start, end, bends, inches)

    def report(self, first: Measurable, second: Measurable, bends: Bends, inches: int | None) -> PathReport | None:
        """Return the path between two measurables as they are now, or None while it is being worked out."""
        question = self.question(first, second, bends, inches)
        if question is None:
            return None
        key, finder = self._found_by()
        found = sound(self._worker.ask((key, question), lambda: partial(finder.find, question)))
        return found if isinstance(found, PathReport) else None

    def live(self, first: Measurable | None, cursor: Measurable) -> PathReport | None:
        """Return the path in hand; until it is known, the path to where the cursor was just before."""
        if not self.goes or first is None or first == cursor:
            self._latest = None
            return None
        question = self.question(first, cursor, self.bends, self.inches)
        found = self.report(first, cursor, self.bends, self.inches)
        before = self._latest.question if self._latest is not None else None
        if found is not None:
            self._latest = found
        elif question is None or before is None or _but_for_end(before) != _but_for_end(question):
            self._latest = None
        return self._latest

    def reached(self, first: Measurable | None, scale: float) -> PathReach | None:
        """Return the ground reached with the given move from where something rests, or None while unknown."""
        start = self.start(first) if self.goes and first is not None else None
        now, inches = time.monotonic(), self.inches
        if start != self._moved[0]:
            self._moved = start, now if self._moved[0] is not None else 0.0
        if start is None or inches is None:
            return None
        key, finder = self._found_by()
        if now - self._moved[1] >= REST:
            work = partial(_reach, finder, start, inches, scale)
            found = sound(self._worker.ask((key, start, inches, scale), lambda: work))
            return found if isinstance(found, PathReach) else None
        return None

    def legend(self, *, drawn: bool) -> tuple[Entry, ...]:
        """Return the pattern of a path, if one is `drawn`."""
        return (Entry(_("path of a base"), _swatch),) if drawn else ()

    def actions(self, first: Measurable | None) -> list[MenuItem]:
        """Return the rows of paths: on or off, and what can be chosen about them."""
        rows = [MenuItem("go", _("Paths instead of rulers"), "p", ticked=self.goes)]
        if not self.goes:
            return rows
        given = (
            _("Limit: any length") if self.inches is None else _("Limit: {inches} (, .)", inches=counted(self.inches))
        )
        rows.append(MenuItem("given", given, "r", ticked=self.inches is not None))
        if first is None or first.sort == "point":
            rows.append(MenuItem("size", _("Base size: {length}", length=length(2 * self.size)), "b"))
        if self.says_nothing is not None:
            rows.append(MenuItem("barriers", _(BARRIERS[self.barriers]), "k"))
        return rows

    def perform(self, action: str) -> bool:
        """Perform an action; return whether it was one of paths."""
        if action == "go":
            self.goes, self.bends = not self.goes, ()
        elif action == "given":
            self.inches = FIRST_MOVE if self.inches is None else None
        elif action == "size":
            self.radius = stepped(self._sizes(), self.size, 1)
        elif action == "barriers":
            self.barriers = stepped(cast("list[Barriers]", [*BARRIERS]), self.barriers, 1)
        else:
            return False
        return True

    def resize(self, by: int) -> None:
        """Give more or fewer inches; below 0, any length."""
        given = FIRST_MOVE if self.inches is None else self.inches + by
        self.inches = min(given, LARGEST_MOVE) if given >= 0 else None

    def bend(self, cursor: Measurable) -> bool:
        """Add a bend where the cursor is; return False if it is there already, or on a base."""
        spot = self._measurables.spot(cursor)
        last = self.bends[-1] if self.bends else None
        if spot is None or cursor.sort != "point" or (last is not None and math.dist(last, spot) <= SAME):
            return False
        self.bends = (*self.bends, spot)
        return True

    def ended(self, cursor: Measurable) -> tuple[Bends, Measurable]:
        """Return the bends and the end to pin: a bend where the cursor is, is the end."""
        spot = self._measurables.spot(cursor)
        if self.bends and cursor.sort == "point" and spot is not None and math.dist(self.bends[-1], spot) <= SAME:
            return self.bends[:-1], Measurable("point", spot=self.bends[-1])
        return self.bends, cursor


def _but_for_end(question: PathQuestion) -> tuple[object, ...]:
    return question.start, question.bends, question.inches


def _reach(finder: Pathfinder, start: Disc, inches: float, scale: float) -> PathReach:
    region = finder.region(start, inches)
    whole = region.geometry
    areas = shapely.union_all([whole, whole.buffer(_SLIT, quad_segs=4).buffer(-_SLIT, quad_segs=4)])
    overlay = PathReach(areas, inches)
    overlay.ready(scale)
    return overlay


def _swatch(ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    picture = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    west, south, east, north = shapely.bounds(ground).tolist()
    middle = (south + north) / 2
    corners = (west, south), (west + (east - west) * 0.4, middle), (west + (east - west) * 0.6, middle), (east, north)
    spots = [frame.at(*corner) for corner in corners]
    pygame.draw.lines(picture, SHADOW, False, spots, 5)
    pygame.draw.lines(picture, PAPER, False, spots, 2)
    return picture

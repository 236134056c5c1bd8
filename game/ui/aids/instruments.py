"""Instruments of the tape measure: what can be measured and seen; sight and control; the lengths of paths."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal, cast

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.pathfinding import BARRIERS, Barriers, Pathfinder, PathQuestion, PathReport, has_paths
from game.engine.rulebook.facets import Zone
from game.engine.rulebook.view import PieceView
from game.engine.sighting import Stops, disc_of, has_sight, sight_policy
from game.lengths import coordinates, counted, length
from game.play.session_model import SessionModel
from game.play.spoken_state import base_of as named_base
from game.table.footprints import Footprint, Oblong, clearance, geometry_of
from game.table.heights import relief_of
from game.table.lattice import snap
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.sight.arcs import sector
from game.table.sight.receipt import SightReceipt
from game.table.sight.sight import Sight
from game.table.terrain.battlefield import Piece
from game.ui.board.camera import Spot
from game.ui.board.overlays import AreaOverlay, Entry, Overlay, Style
from game.ui.board.pieces import covers, top_down, topmost
from game.ui.decisions.base import stepped
from game.ui.decisions.control import CONTROLLED, FrontOverlay, zone_of
from game.ui.decisions.place import REST
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame
from game.ui.widgets.tasks import Background
from game.ui.widgets.theme import LAMP, PAPER, SHADOW
from game.wording import N_, _

Measured = Footprint | Piece


@dataclass(frozen=True)
class Measurable:
    """Something to measure: a piece, a unit or terrain by its id, a bare point by its spot.

    A unit is measured from its closest model. A ghost is a piece at its proposed place; while it is not being placed,
    the piece at its real place.
    """

    sort: Literal["piece", "unit", "ghost", "terrain", "point"]
    id: str = ""
    spot: Spot = (0.0, 0.0)


class Rest:
    """Notes where things are: what is drawn around one that moves waits until that rests."""

    def __init__(self) -> None:
        self._since: dict[Measurable, tuple[object, float]] = {}

    def note(self, measurable: Measurable, place: object) -> bool:
        """Note the present place of something; return whether it rests there, or was never elsewhere."""
        now, before = time.monotonic(), self._since.get(measurable)
        if before is None or before[0] != place:
            self._since[measurable] = (place, now if before is not None else 0.0)
        return now - self._since[measurable][1] >= REST

    def ends(self, kept: Iterable[Measurable], now: float) -> bool:
        """Return whether some of these things have moved just now."""
        return any(now - self._since[each][1] < 2 * REST for each in kept if each in self._since)


class Measurables:
    """Finds what can be measured, and its present place. `ghost` returns the piece being placed."""

    def __init__(self, model: SessionModel, ghost: Callable[[], PieceView | None]) -> None:
        self.model = model
        self.ghost = ghost

    def at(self, spot: Spot, bare: bool = False) -> Measurable:
        """Return the topmost object at a spot: the ghost, a piece, terrain; with `bare` always the point."""
        if not bare:
            ghost = self.ghost()
            if ghost is not None and covers(ghost, spot):
                return Measurable("ghost", ghost.id)
            piece = topmost(self.model.pieces.values(), spot)
            if piece is not None:
                return Measurable("piece", piece.id)
            terrain = [each for each in self._terrain() if shapely.intersects_xy(each.shape, *spot)]
            if terrain:
                return Measurable("terrain", min(terrain, key=lambda each: shapely.area(each.shape)).id)
        field = self.model.battlefield
        x, y = snap(max(0.0, min(field.width, spot[0]))), snap(max(0.0, min(field.height, spot[1])))
        return Measurable("point", spot=(x, y))

    def everything(self) -> list[Measurable]:
        """Return everything with a name: the ghost, bases, units, markers, tokens, terrain."""
        ghost = self.ghost()
        found = [Measurable("ghost", ghost.id)] if ghost is not None else []
        found += dict.fromkeys(self.whole(piece.id) for piece in top_down(self.model.view.pieces))
        return found + [Measurable("terrain", piece.id) for piece in self._terrain()]

    def whole(self, piece: str) -> Measurable:
        """Return the unit of a model on the table; any other piece itself."""
        unit = self.model.units.whole(piece)
        return Measurable("unit" if unit in self.model.units.models else "piece", unit)

    def around(self, measurable: Measurable) -> Measurable:
        """Return the thing that a ring goes around: for a model, its unit."""
        return self.whole(measurable.id) if measurable.sort == "piece" else measurable

    def bodies(self, measurable: Measurable) -> tuple[Measured, ...]:
        """Return the bodies to measure: each model of a unit, else the one thing."""
        if measurable.sort == "unit":
            return tuple(map(named_base, self.model.units.parts(measurable.id)))
        found = self.measured(measurable)
        return () if found is None else (found,)

    def closest(self, first: Measurable, second: Measurable) -> tuple[Measured, Measured] | None:
        """Return the two to measure between: of a unit the closest model, or None when one has left the table."""
        pairs = [(one, other) for one in self.bodies(first) for other in self.bodies(second)]
        return min(pairs, key=_gap) if len(pairs) > 1 else next(iter(pairs), None)

    def _terrain(self) -> list[Piece]:
        return [piece for piece in self.model.battlefield.pieces if not piece.decoration]

    def piece(self, measurable: Measurable) -> PieceView | None:
        """Return the piece at its present or proposed place, or None for units, terrain, points and removed pieces."""
        if measurable.sort == "ghost":
            ghost = self.ghost()
            if ghost is not None and ghost.id == measurable.id:
                return ghost
        return self.model.pieces.get(measurable.id) if measurable.sort in ("piece", "ghost") else None

    def measured(self, measurable: Measurable) -> Measured | None:
        """Return the object to pass to the ruler, of a unit its middle model, or None if it has left the table."""
        if measurable.sort == "point":
            level = highest_surface(self.model.session.game.ruler, measurable.spot)
            return Disc(*measurable.spot, 0.0, self.name(measurable), "point", level)
        if measurable.sort == "terrain":
            return next((piece for piece in self.model.battlefield.pieces if piece.id == measurable.id), None)
        piece = self.model.units.middle(measurable.id) if measurable.sort == "unit" else self.piece(measurable)
        return named_base(piece) if piece is not None else None

    def spot(self, measurable: Measurable) -> Spot | None:
        """Return its centre, or None if it has left the table."""
        found = self.measured(measurable)
        if isinstance(found, Piece):
            middle = found.shape.representative_point()
            return middle.x, middle.y
        return (found.x, found.y) if found is not None else None

    def name(self, measurable: Measurable) -> str:
        """Return its displayed name."""
        if measurable.sort == "point":
            return f"({coordinates(*measurable.spot)})"
        if measurable.sort == "terrain":
            found = self.measured(measurable)
            return found.name or measurable.id if found is not None else measurable.id
        name = self.model.name_of(measurable.id)
        ghost = self.ghost() if measurable.sort == "ghost" else None
        return _("{name} (there)", name=name) if ghost is not None and ghost.id == measurable.id else name


def _gap(pair: tuple[Measured, Measured]) -> float:
    """Return the inches between the edges of two objects in a straight line."""
    one, other = pair
    if isinstance(one, Disc) and isinstance(other, Disc):
        return math.dist((one.x, one.y), (other.x, other.y)) - one.radius - other.radius
    if isinstance(one, Disc | Oblong) and isinstance(other, Disc | Oblong):
        return clearance(one, other)
    apart = float(shapely.distance(*map(_outline, pair)))
    return apart - sum(each.radius for each in pair if isinstance(each, Disc))


def _outline(measured: Measured) -> BaseGeometry:
    """Return what an object covers; of a disc only its middle."""
    if isinstance(measured, Piece):
        return measured.shape
    return geometry_of(measured) if isinstance(measured, Oblong) else shapely.Point(measured.x, measured.y)


def highest_surface(ruler: Ruler, spot: Spot) -> int:
    """Return the highest level with a surface at a spot; 0 in games without levels."""
    return relief_of(ruler.battlefield).below(Disc(*spot, 0.0)) if ruler.policy.levels else 0


STOPS: Final[dict[Stops, str]] = {
    "all": N_("In the way: terrain and bases"),
    "terrain": N_("In the way: terrain only"),
    "bases": N_("In the way: bases only"),
}


SEEN: Final = Style(LAMP, N_("can be seen"), tint=0.12, hatching="dots", spacing=22.0)
"""The area that a base sees, brighter and dotted."""


class Sighting:
    """What is shown of sight and control: lines instead of rulers while it `looks`; areas, arcs, zones; limited rings.

    `kept` are the things whose areas in view ("sees"), front arcs ("arc") and zones of control ("zone") stay on the
    table. `stops`: what is in the way where the rulebook says nothing.
    """

    def __init__(self, measurables: Measurables) -> None:
        self._measurables = measurables
        self.stops: Stops = "all"
        self.clear()

    def clear(self) -> None:
        """Show nothing any more."""
        self.looks = self.cuts = False
        self.kept: dict[str, list[Measurable]] = {"sees": [], "arc": [], "zone": []}
        self._sight = Memo[Sight]()
        self._receipts = Memo[SightReceipt](100)
        self._seen = Memo[BaseGeometry](20)
        self._watched = Memo[list[str]](20)
        self._overlays = Memo[Overlay](60)
        self._zones = Memo[Zone | None](60)
        self._rest = Rest()

    def waiting(self, now: float) -> bool:
        """Whether something is to be drawn as soon as its piece rests: a drag draws no areas, arcs and zones."""
        return self._rest.ends([each for kept in self.kept.values() for each in kept], now)

    @property
    def shows(self) -> bool:
        """Whether anything of sight or control is kept on the table."""
        return any(self.kept.values())

    @property
    def sight(self) -> Sight:
        """The instrument, for the table as it is."""
        model = self._measurables.model
        key = model.session, model.version, model.view, self.stops
        return self._sight.of(
            (id(key[0]), key[1], id(key[2]), key[3]), lambda: Sight(sight_policy(model.session, self.stops))
        )

    def disc(self, measurable: Measurable) -> Footprint | None:
        """Return the base that looks or is looked at, by its id, or None for terrain and for things off the table."""
        piece = self._measurables.piece(measurable)
        if piece is not None:
            return piece.base
        found = self._measurables.measured(measurable)
        return found if isinstance(found, Disc | Oblong) else None

    def receipt(self, first: Measurable, second: Measurable) -> SightReceipt | None:
        """Return whether the first sees the second, as they are now, or None if one cannot look or be looked at."""
        a, b, sight = self.disc(first), self.disc(second), self.sight
        if a is None or b is None:
            return None
        return self._receipts.of((a, b, sight), lambda: sight.look(a, b))

    def observers(self, target: Measurable) -> list[str]:
        """Return the ids of the bases that see something where it is or would be."""
        disc, sight = self.disc(target), self.sight
        if disc is None:
            return []

        def found() -> list[str]:
            pieces = self._measurables.model.view.pieces
            bases = (piece.base for piece in pieces if piece.kind == "base" and piece.id != disc.name)
            return [each.name for each in sight.observers(disc, bases)]

        return self._watched.of((disc, sight), found)

    def seen(self, measurable: Measurable) -> BaseGeometry | None:
        """Return all that something sees on the table, or None where it sees nothing."""
        disc, sight = self.disc(measurable), self.sight
        if disc is None:
            return None
        table = self._measurables.model.battlefield.table
        return self._seen.of((disc, sight), lambda: sight.area(disc, table.bounds))

    def cut(self, measurable: Measurable) -> BaseGeometry | None:
        """Return the area to which a ring is limited, or None for the whole ring."""
        return self.seen(measurable) if self.cuts else None

    def overlays(self) -> list[Overlay]:
        """Return the overlays below the pieces, of what rests, or is looked from for the first time."""
        found = []
        for sort, kept in self.kept.items():
            for measurable in kept:
                disc = self.disc(measurable)
                rests = disc is not None and self._rest.note(measurable, disc)
                if disc is not None and (rests or self._seen.get((disc, self.sight)) is not None):
                    found.append(self._overlay(sort, measurable, disc))
        return [each for each in found if each is not None]

    def _overlay(self, sort: str, measurable: Measurable, disc: Footprint) -> Overlay | None:
        model, width = self._measurables.model, self.sight.policy.arc
        if sort == "sees" and (seen := self.seen(measurable)) is not None:
            return self._overlays.of(seen.wkb, lambda: AreaOverlay(seen, SEEN))
        if sort == "arc" and isinstance(disc, Disc) and disc.facing is not None:
            ahead = shapely.intersection(sector(disc, width), model.battlefield.table)
            return self._overlays.of((disc, width), lambda: FrontOverlay(ahead))
        if sort == "zone" and (zone := self._zone(measurable)) is not None:
            return self._overlays.of((zone.title, zone.area), lambda: AreaOverlay(zone.area, CONTROLLED, zone.title))
        return None

    def _zone(self, measurable: Measurable) -> Zone | None:
        """Return the zone of a base where it would stand; the rules are asked once for each place."""
        piece, model = self._measurables.piece(measurable), self._measurables.model
        if piece is None or piece.kind != "base":
            return None
        disc = disc_of(piece)
        return self._zones.of((id(model.session), model.version, disc), lambda: zone_of(model.session, disc))

    def actions(self, cursor: Measurable, *, rings: bool) -> list[MenuItem]:
        """Return the rows for what the cursor points at; `rings`: whether there are any."""
        disc, name = self.disc(cursor), self._measurables.name(cursor)
        blind = "" if disc is not None else _("only pieces and points can look")
        rows = self.line_actions()
        row = MenuItem("sees", _("What {name} sees", name=name), "s", reason=blind, ticked=cursor in self.kept["sees"])
        rows.append(row)
        if isinstance(disc, Disc) and disc.facing is not None:
            rows.append(MenuItem("arc", _("Front arc of {name}", name=name), "a", ticked=cursor in self.kept["arc"]))
        if rings:
            rows.append(MenuItem("cut", _("Limit rings to line of sight"), "z", ticked=self.cuts))
        return rows

    def zone_actions(self, cursor: Measurable) -> list[MenuItem]:
        """Return the row for the zone of what the cursor points at, if it controls anything."""
        zone, kept = self._zone(cursor), cursor in self.kept["zone"]
        if zone is None and not kept:
            return []
        title, rule = (zone.title, zone.rule) if zone is not None else (_("zone"), "")
        text = _("{zone} of {name}", zone=title[:1].upper() + title[1:], name=self._measurables.name(cursor))
        return [MenuItem("zone", text, "o", rule=rule, ticked=kept)]

    def line_actions(self) -> list[MenuItem]:
        """Return the rows for lines of sight."""
        rows = [MenuItem("look", _("Lines of sight instead of rulers"), "l", ticked=self.looks)]
        if (self.looks or self.kept["sees"] or self.cuts) and not has_sight(self._measurables.model.session):
            rows.append(MenuItem("stops", _(STOPS[self.stops]), "k"))
        return rows

    def perform(self, action: str, cursor: Measurable) -> bool:
        """Perform an action; return whether it was one of sight."""
        if action == "look":
            self.looks = not self.looks
        elif action == "cut":
            self.cuts = not self.cuts
        elif action == "stops":
            self.stops = stepped([*STOPS], self.stops, 1)
        elif (kept := self.kept.get(action)) is not None:
            (kept.remove if cursor in kept else kept.append)(cursor)
        else:
            return False
        return True


FIRST_MOVE: Final = 6
LARGEST_MOVE: Final = 60
SAME: Final = 0.15
"""Inches within which a second click means the same spot."""
HINT: Final = N_(
    "Click a base or a spot, then any bends; click twice or Enter: pin. Shift + wheel: limit. Esc: let go."
)
REACHED: Final = Style((226, 236, 100), tint=0.14, hatching="counter", spacing=26.0)
"""Where the centre of a base gets by paths with a given move."""
_SLIT: Final = 0.03
"""Inches of the slits closed in a drawing: where parts found on different paths meet. Verdicts are exact."""
PLAIN: Final = 0.5
"""Radius of a base that starts from a spot, if no base is on the table."""

Bends = tuple[Spot, ...]


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
        self._worker = Background[Any]()
        self._finder = Memo[Pathfinder]()
        self._latest: PathReport | None = None
        self._moved: tuple[Footprint | None, float] = (None, 0.0)

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

    def start(self, measurable: Measurable) -> Footprint | None:
        """Return the base that sets out, or None for terrain and what has left the table."""
        piece = self._measurables.piece(measurable)
        if piece is not None:
            return piece.base
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
        end = piece.base if piece is not None else Disc(*spot, 0.0, self._measurables.name(second), "point")
        return PathQuestion(start, end, bends, inches)

    def report(self, first: Measurable, second: Measurable, bends: Bends, inches: int | None) -> PathReport | None:
        """Return the path between two measurables as they are now, or None while it is being worked out."""
        question = self.question(first, second, bends, inches)
        if question is None:
            return None
        key, finder = self._found_by()
        found: PathReport | None = self._worker.ask((key, question), lambda: partial(finder.find, question))
        return found

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

    def reached(self, first: Measurable | None, scale: float) -> AreaOverlay | None:
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
            reach: AreaOverlay | None = self._worker.ask((key, start, inches, scale), lambda: work)
            return reach
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


def _reach(finder: Pathfinder, start: Footprint, inches: float, scale: float) -> AreaOverlay:
    region = finder.region(start, inches)
    whole = region.geometry
    areas = shapely.union_all([whole, whole.buffer(_SLIT, quad_segs=4).buffer(-_SLIT, quad_segs=4)])
    overlay = AreaOverlay(areas, REACHED, _("reachable within {inches}", inches=counted(inches)))
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

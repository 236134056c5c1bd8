"""Instruments of the tape measure: things to measure, lines of sight and control, and paths with their lengths."""

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
    """Something to measure: a piece, a unit or terrain (by `id`), or a point (by `spot`).

    A unit is measured from its closest model. A "ghost" is a piece at its proposed place, or at its real place while it
    is not being placed.
    """

    sort: Literal["piece", "unit", "ghost", "terrain", "point"]
    id: str = ""
    spot: Spot = (0.0, 0.0)


class Rest:
    """Records when things last moved, because drawings around a moving thing wait until it rests."""

    def __init__(self) -> None:
        self._since: dict[Measurable, tuple[object, float]] = {}

    def note(self, measurable: Measurable, place: object) -> bool:
        """Record the present place of a thing; return whether it has rested there, or never moved."""
        now, place_and_time = time.monotonic(), self._since.get(measurable)
        if place_and_time is None or place_and_time[0] != place:
            self._since[measurable] = (place, now if place_and_time is not None else 0.0)
        return now - self._since[measurable][1] >= REST

    def moved_recently(self, measurables: Iterable[Measurable], now: float) -> bool:
        """Return whether any of these things moved a moment ago, so that what is drawn around it may still change."""
        return any(
            now - self._since[measurable][1] < 2 * REST for measurable in measurables if measurable in self._since
        )


class Measurables:
    """Finds things to measure and their present places. `ghost` returns the piece being placed."""

    def __init__(self, model: SessionModel, ghost: Callable[[], PieceView | None]) -> None:
        self.model = model
        self.ghost = ghost

    def at(self, spot: Spot, bare: bool = False) -> Measurable:
        """Return the topmost thing at a spot: ghost, piece or terrain; with `bare`, or without any, the point."""
        if not bare:
            ghost = self.ghost()
            if ghost is not None and covers(ghost, spot):
                return Measurable("ghost", ghost.id)
            piece = topmost(self.model.pieces.values(), spot)
            if piece is not None:
                return Measurable("piece", piece.id)
            terrain = [
                terrain_piece for terrain_piece in self._terrain() if shapely.intersects_xy(terrain_piece.shape, *spot)
            ]
            if terrain:
                return Measurable(
                    "terrain", min(terrain, key=lambda terrain_piece: shapely.area(terrain_piece.shape)).id
                )
        field = self.model.battlefield
        x, y = snap(max(0.0, min(field.width, spot[0]))), snap(max(0.0, min(field.height, spot[1])))
        return Measurable("point", spot=(x, y))

    def everything(self) -> list[Measurable]:
        """Return all things with a name: the ghost, bases, units, markers, tokens and terrain."""
        ghost = self.ghost()
        measurables = [Measurable("ghost", ghost.id)] if ghost is not None else []
        measurables += dict.fromkeys(self.whole(piece.id) for piece in top_down(self.model.view.pieces))
        return measurables + [Measurable("terrain", piece.id) for piece in self._terrain()]

    def whole(self, piece: str) -> Measurable:
        """Return the unit of a model on the table, or any other piece itself."""
        unit = self.model.units.whole(piece)
        return Measurable("unit" if unit in self.model.units.models else "piece", unit)

    def around(self, measurable: Measurable) -> Measurable:
        """Return what a ring is drawn around: the unit of a model, or any other thing itself."""
        return self.whole(measurable.id) if measurable.sort == "piece" else measurable

    def bodies(self, measurable: Measurable) -> tuple[Measured, ...]:
        """Return the bodies to measure: all models of a unit, or the one thing; () if it has left the table."""
        if measurable.sort == "unit":
            return tuple(map(named_base, self.model.units.parts(measurable.id)))
        body = self.measured(measurable)
        return () if body is None else (body,)

    def closest(self, first: Measurable, second: Measurable) -> tuple[Measured, Measured] | None:
        """Return the closest two bodies of two things; None if one has left the table."""
        pairs = [(body, other_body) for body in self.bodies(first) for other_body in self.bodies(second)]
        return min(pairs, key=_inches_between_edges) if len(pairs) > 1 else next(iter(pairs), None)

    def _terrain(self) -> list[Piece]:
        return [piece for piece in self.model.battlefield.pieces if not piece.decoration]

    def piece(self, measurable: Measurable) -> PieceView | None:
        """Return the piece at its present or proposed place; None for units, terrain, points and removed pieces."""
        if measurable.sort == "ghost":
            ghost = self.ghost()
            if ghost is not None and ghost.id == measurable.id:
                return ghost
        return self.model.pieces.get(measurable.id) if measurable.sort in ("piece", "ghost") else None

    def measured(self, measurable: Measurable) -> Measured | None:
        """Return the body to pass to the ruler (the middle model of a unit); None if it has left the table."""
        if measurable.sort == "point":
            level = highest_surface(self.model.session.game.ruler, measurable.spot)
            return Disc(*measurable.spot, 0.0, self.name(measurable), "point", level)
        if measurable.sort == "terrain":
            return next((piece for piece in self.model.battlefield.pieces if piece.id == measurable.id), None)
        piece = self.model.units.middle(measurable.id) if measurable.sort == "unit" else self.piece(measurable)
        return named_base(piece) if piece is not None else None

    def spot(self, measurable: Measurable) -> Spot | None:
        """Return the centre of a thing, None if it has left the table."""
        body = self.measured(measurable)
        if isinstance(body, Piece):
            middle = body.shape.representative_point()
            return middle.x, middle.y
        return (body.x, body.y) if body is not None else None

    def name(self, measurable: Measurable) -> str:
        """Return the name of a thing for players."""
        if measurable.sort == "point":
            return f"({coordinates(*measurable.spot)})"
        if measurable.sort == "terrain":
            terrain = self.measured(measurable)
            return terrain.name or measurable.id if terrain is not None else measurable.id
        name = self.model.name_of(measurable.id)
        ghost = self.ghost() if measurable.sort == "ghost" else None
        return _("{name} (there)", name=name) if ghost is not None and ghost.id == measurable.id else name


def _inches_between_edges(pair: tuple[Measured, Measured]) -> float:
    """Return the inches between the edges of two bodies in a straight line."""
    one_body, other_body = pair
    if isinstance(one_body, Disc) and isinstance(other_body, Disc):
        return math.dist((one_body.x, one_body.y), (other_body.x, other_body.y)) - one_body.radius - other_body.radius
    if isinstance(one_body, Disc | Oblong) and isinstance(other_body, Disc | Oblong):
        return clearance(one_body, other_body)
    distance = float(shapely.distance(*map(_outline, pair)))
    return distance - sum(body.radius for body in pair if isinstance(body, Disc))


def _outline(measured: Measured) -> BaseGeometry:
    """Return the area of a body; of a disc only its centre."""
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
"""The style of the area that a base sees: brighter, with dots."""


class Sighting:
    """Sight and control on the table: lines of sight instead of rulers while it `looks`, and areas that stay.

    `kept` has the things whose visible areas ("sees"), front arcs ("arc") and zones of control ("zone") stay on the
    table. While it `cuts`, rings are limited to what is seen. `stops` is what blocks sight if the rulebook does not
    say.
    """

    def __init__(self, measurables: Measurables) -> None:
        self._measurables = measurables
        self.stops: Stops = "all"
        self.clear()

    def clear(self) -> None:
        """Remove everything shown."""
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
        """Whether areas, arcs or zones of a dragged piece will be drawn once it rests."""
        return self._rest.moved_recently([thing for things in self.kept.values() for thing in things], now)

    @property
    def shows(self) -> bool:
        """Whether any area, arc or zone stays on the table."""
        return any(self.kept.values())

    @property
    def sight(self) -> Sight:
        """The instrument that judges sight, for the present table."""
        model = self._measurables.model
        key = model.session, model.version, model.view, self.stops
        return self._sight.of(
            (id(key[0]), key[1], id(key[2]), key[3]), lambda: Sight(sight_policy(model.session, self.stops))
        )

    def disc(self, measurable: Measurable) -> Footprint | None:
        """Return the base that looks or is looked at, named by its id; None for terrain and things off the table."""
        piece = self._measurables.piece(measurable)
        if piece is not None:
            return piece.base
        body = self._measurables.measured(measurable)
        return body if isinstance(body, Disc | Oblong) else None

    def receipt(self, first: Measurable, second: Measurable) -> SightReceipt | None:
        """Return the receipt of whether the first sees the second; None if one cannot look or be looked at."""
        observer, target, sight = self.disc(first), self.disc(second), self.sight
        if observer is None or target is None:
            return None
        return self._receipts.of((observer, target, sight), lambda: sight.look(observer, target))

    def observers(self, target: Measurable) -> list[str]:
        """Return the ids of the bases that see a thing at its present or proposed place."""
        disc, sight = self.disc(target), self.sight
        if disc is None:
            return []

        def find() -> list[str]:
            pieces = self._measurables.model.view.pieces
            bases = (piece.base for piece in pieces if piece.kind == "base" and piece.id != disc.name)
            return [observer.name for observer in sight.observers(disc, bases)]

        return self._watched.of((disc, sight), find)

    def seen(self, measurable: Measurable) -> BaseGeometry | None:
        """Return the area of the table that a thing sees; None if it cannot look."""
        disc, sight = self.disc(measurable), self.sight
        if disc is None:
            return None
        table = self._measurables.model.battlefield.table
        return self._seen.of((disc, sight), lambda: sight.area(disc, table.bounds))

    def cut(self, measurable: Measurable) -> BaseGeometry | None:
        """Return the area to which a ring is limited by sight; None if it is not limited."""
        return self.seen(measurable) if self.cuts else None

    def overlays(self) -> list[Overlay]:
        """Return the overlays below the pieces, of things that rest or whose area is known."""
        shown_overlays = []
        for sort, measurables in self.kept.items():
            for measurable in measurables:
                disc = self.disc(measurable)
                rests = disc is not None and self._rest.note(measurable, disc)
                if disc is not None and (rests or self._seen.get((disc, self.sight)) is not None):
                    shown_overlays.append(self._overlay(sort, measurable, disc))
        return [overlay for overlay in shown_overlays if overlay is not None]

    def _overlay(self, sort: str, measurable: Measurable, disc: Footprint) -> Overlay | None:
        """Return the overlay of a thing's visible area, arc or zone; None without one."""
        model, width = self._measurables.model, self.sight.policy.arc
        if sort == "sees" and (visible := self.seen(measurable)) is not None:
            return self._overlays.of(visible.wkb, lambda: AreaOverlay(visible, SEEN))
        if sort == "arc" and isinstance(disc, Disc) and disc.facing is not None:
            front = shapely.intersection(sector(disc, width), model.battlefield.table)
            return self._overlays.of((disc, width), lambda: FrontOverlay(front))
        if sort == "zone" and (zone := self._control_zone(measurable)) is not None:
            return self._overlays.of((zone.title, zone.area), lambda: AreaOverlay(zone.area, CONTROLLED, zone.title))
        return None

    def _control_zone(self, measurable: Measurable) -> Zone | None:
        """Return the zone of a base at its present or proposed place; the rules are asked once for each place."""
        piece, model = self._measurables.piece(measurable), self._measurables.model
        if piece is None or piece.kind != "base":
            return None
        disc = disc_of(piece)
        return self._zones.of((id(model.session), model.version, disc), lambda: zone_of(model.session, disc))

    def actions(self, cursor: Measurable, *, rings: bool) -> list[MenuItem]:
        """Return the rows about sight for the thing under the cursor; `rings`: whether there are rings to limit."""
        disc, name = self.disc(cursor), self._measurables.name(cursor)
        why_blind = "" if disc is not None else _("a line of sight starts from a piece or a point")
        rows = self.line_actions()
        row = MenuItem(
            "sees", _("What is seen from {name}", name=name), "s", reason=why_blind, ticked=cursor in self.kept["sees"]
        )
        rows.append(row)
        if isinstance(disc, Disc) and disc.facing is not None:
            rows.append(MenuItem("arc", _("Front arc of {name}", name=name), "a", ticked=cursor in self.kept["arc"]))
        if rings:
            rows.append(MenuItem("cut", _("Limit rings to line of sight"), "z", ticked=self.cuts))
        return rows

    def zone_actions(self, cursor: Measurable) -> list[MenuItem]:
        """Return the row for the zone of the thing under the cursor; [] if it controls nothing."""
        zone, is_shown = self._control_zone(cursor), cursor in self.kept["zone"]
        if zone is None and not is_shown:
            return []
        title, rule = (zone.title, zone.rule) if zone is not None else (_("zone"), "")
        text = _("{zone} of {name}", zone=title[:1].upper() + title[1:], name=self._measurables.name(cursor))
        return [MenuItem("zone", text, "o", rule=rule, ticked=is_shown)]

    def line_actions(self) -> list[MenuItem]:
        """Return the rows for lines of sight."""
        rows = [MenuItem("look", _("Lines of sight instead of rulers"), "l", ticked=self.looks)]
        if (self.looks or self.kept["sees"] or self.cuts) and not has_sight(self._measurables.model.session):
            rows.append(MenuItem("stops", _(STOPS[self.stops]), "k"))
        return rows

    def perform(self, action: str, cursor: Measurable) -> bool:
        """Perform an action; return whether it was about sight."""
        if action == "look":
            self.looks = not self.looks
        elif action == "cut":
            self.cuts = not self.cuts
        elif action == "stops":
            self.stops = stepped([*STOPS], self.stops, 1)
        elif (measurables := self.kept.get(action)) is not None:
            toggle = measurables.remove if cursor in measurables else measurables.append
            toggle(cursor)
        else:
            return False
        return True


FIRST_MOVE: Final = 6
LARGEST_MOVE: Final = 60
SAME: Final = 0.15
"""Inches within which a second click counts as on the same spot."""
HINT: Final = N_(
    "Click a base or a spot, then any bends; click twice or Enter: pin. Shift + wheel: limit. Esc: let go."
)
REACHED: Final = Style((226, 236, 100), tint=0.14, hatching="counter", spacing=26.0)
"""The style of the area that the centre of a base reaches with a given move."""
_SLIT: Final = 0.03
"""Gaps up to this many inches, where areas of different paths meet, are closed in the drawing. Verdicts are exact."""
PLAIN: Final = 0.5
"""The radius of a base that starts from a point, if no base is on the table."""

Bends = tuple[Spot, ...]


class PathRuler:
    """Paths on the table: a path instead of a ruler while it `goes`, with its `bends`, and the reach of a move.

    `inches` is the given move, None for any. `radius` is that of the base that starts from a point. `barriers` is what
    stops a path if the rulebook does not say.
    """

    def __init__(self, measurables: Measurables) -> None:
        self._measurables = measurables
        self.barriers: Barriers = "impassable"
        self.clear()

    def clear(self) -> None:
        """Remove everything shown."""
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
        """The chosen barriers if the rulebook does not define any, else None."""
        return None if has_paths(self._measurables.model.session) else self.barriers

    @property
    def waiting(self) -> bool:
        """Whether a path or an area is being computed."""
        return self._worker.busy

    def settling(self, now: float) -> bool:
        """Whether the reached area will be drawn as soon as its base rests."""
        return self.goes and self.inches is not None and now - self._moved[1] < 2 * REST

    def _current_finder(self) -> tuple[Hashable, Pathfinder]:
        """Return a key of the present table, and the finder of paths on a copy of it."""
        model = self._measurables.model
        key = id(model.session), model.version, id(model.view), self.barriers
        return key, self._finder.of(key, lambda: Pathfinder(model.session.fork(), self.barriers))

    def start(self, measurable: Measurable) -> Footprint | None:
        """Return the base that starts the path; None for terrain and for things that have left the table."""
        piece = self._measurables.piece(measurable)
        if piece is not None:
            return piece.base
        body = self._measurables.measured(measurable)
        return body._replace(radius=self.size) if isinstance(body, Disc) else None

    @property
    def size(self) -> float:
        """The radius of the base that starts from a point, in inches."""
        return self._sizes()[0] if self.radius is None else self.radius

    def _sizes(self) -> list[float]:
        """Return the radii of the bases on the table, the most common first."""
        radii = [piece.radius for piece in self._measurables.model.view.pieces if piece.kind == "base"]
        return sorted(set(radii), key=lambda radius: (-radii.count(radius), radius)) or [PLAIN]

    def question(self, first: Measurable, second: Measurable, bends: Bends, inches: int | None) -> PathQuestion | None:
        """Return the question for a path between two things; None if paths cannot start or end at one of them."""
        start = self.start(first)
        piece = self._measurables.piece(second)
        spot = self._measurables.spot(second)
        if start is None or spot is None or second.sort == "terrain":
            return None
        end = piece.base if piece is not None else Disc(*spot, 0.0, self._measurables.name(second), "point")
        return PathQuestion(start, end, bends, inches)

    def report(self, first: Measurable, second: Measurable, bends: Bends, inches: int | None) -> PathReport | None:
        """Return the path between two things at their present places; None while it is computed."""
        question = self.question(first, second, bends, inches)
        if question is None:
            return None
        key, finder = self._current_finder()
        report: PathReport | None = self._worker.ask((key, question), lambda: partial(finder.find, question))
        return report

    def live(self, first: Measurable | None, cursor: Measurable) -> PathReport | None:
        """Return the path in hand; while it is computed, the last computed one, which may end elsewhere."""
        if not self.goes or first is None or first == cursor:
            self._latest = None
            return None
        question = self.question(first, cursor, self.bends, self.inches)
        report = self.report(first, cursor, self.bends, self.inches)
        latest_question = self._latest.question if self._latest is not None else None
        if report is not None:
            self._latest = report
        # The latest path still serves if it has the same question but for its end.
        elif question is None or latest_question is None or _without_end(latest_question) != _without_end(question):
            self._latest = None
        return self._latest

    def reached(self, first: Measurable | None, scale: float) -> AreaOverlay | None:
        """Return the area that a resting base reaches with the given move; None until it is known."""
        start = self.start(first) if self.goes and first is not None else None
        now, inches = time.monotonic(), self.inches
        if start != self._moved[0]:
            self._moved = start, now if self._moved[0] is not None else 0.0
        if start is None or inches is None:
            return None
        key, finder = self._current_finder()
        if now - self._moved[1] >= REST:
            compute = partial(_reach_overlay, finder, start, inches, scale)
            reach: AreaOverlay | None = self._worker.ask((key, start, inches, scale), lambda: compute)
            return reach
        return None

    def legend(self, *, drawn: bool) -> tuple[Entry, ...]:
        """Return the legend entry of a path, if one is `drawn`."""
        return (Entry(_("path of a base"), _path_sample),) if drawn else ()

    def actions(self, first: Measurable | None) -> list[MenuItem]:
        """Return the rows about paths: on or off, and their settings."""
        rows = [MenuItem("go", _("Paths instead of rulers"), "p", ticked=self.goes)]
        if not self.goes:
            return rows
        limit = (
            _("Limit: any length") if self.inches is None else _("Limit: {inches} (, .)", inches=counted(self.inches))
        )
        rows.append(MenuItem("given", limit, "r", ticked=self.inches is not None))
        if first is None or first.sort == "point":
            rows.append(MenuItem("size", _("Base size: {length}", length=length(2 * self.size)), "b"))
        if self.says_nothing is not None:
            rows.append(MenuItem("barriers", _(BARRIERS[self.barriers]), "k"))
        return rows

    def perform(self, action: str) -> bool:
        """Perform an action; return whether it was about paths."""
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
        """Change the given move by a number of inches; below 0 it becomes any length."""
        length = FIRST_MOVE if self.inches is None else self.inches + by
        self.inches = min(length, LARGEST_MOVE) if length >= 0 else None

    def bend(self, cursor: Measurable) -> bool:
        """Add a bend at the cursor; return False if there is one already, or the cursor is on a thing."""
        spot = self._measurables.spot(cursor)
        last = self.bends[-1] if self.bends else None
        if spot is None or cursor.sort != "point" or (last is not None and math.dist(last, spot) <= SAME):
            return False
        self.bends = (*self.bends, spot)
        return True

    def ended(self, cursor: Measurable) -> tuple[Bends, Measurable]:
        """Return the bends and the end to pin; if the last bend is at the cursor, it becomes the end."""
        spot = self._measurables.spot(cursor)
        if self.bends and cursor.sort == "point" and spot is not None and math.dist(self.bends[-1], spot) <= SAME:
            return self.bends[:-1], Measurable("point", spot=self.bends[-1])
        return self.bends, cursor


def _without_end(question: PathQuestion) -> tuple[object, ...]:
    """Return everything in a question except the end of the path."""
    return question.start, question.bends, question.inches


def _reach_overlay(finder: Pathfinder, start: Footprint, inches: float, scale: float) -> AreaOverlay:
    region = finder.region(start, inches)
    area = region.geometry
    without_slits = shapely.union_all([area, area.buffer(_SLIT, quad_segs=4).buffer(-_SLIT, quad_segs=4)])
    overlay = AreaOverlay(without_slits, REACHED, _("reachable within {inches}", inches=counted(inches)))
    overlay.ready(scale)
    return overlay


def _path_sample(ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    """Paint the sample of a path for the legend."""
    picture = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    west, south, east, north = shapely.bounds(ground).tolist()
    middle = (south + north) / 2
    corners = (west, south), (west + (east - west) * 0.4, middle), (west + (east - west) * 0.6, middle), (east, north)
    spots = [frame.at(*corner) for corner in corners]
    pygame.draw.lines(picture, SHADOW, False, spots, 5)
    pygame.draw.lines(picture, PAPER, False, spots, 2)
    return picture

"""The tape measure: rulers between any things, lines of sight, paths, range rings, and the closest enemies.

In hand it takes mouse and keys in place of the decision. Pinned rulers stay and are measured again after every move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import pygame
import shapely

from game.engine.pathfinding import PathReport, path_lines
from game.engine.rulebook.view import Line, PieceView
from game.engine.session import Session
from game.lengths import coordinates, counted, counted_down, missing, tape
from game.play.session_model import SessionModel
from game.table.footprints import Footprint, Oblong, geometry_of
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.receipt import Receipt
from game.table.path.path import Path
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.table.sight.receipt import SightReceipt
from game.table.terrain.battlefield import Piece
from game.ui.aids.instruments import HINT, Bends, Measurable, Measurables, PathRuler, Rest, Sighting
from game.ui.board.camera import Spot
from game.ui.board.overlays import RANGE, RING, AreaOverlay, Entry, Overlay, draw_pill
from game.ui.board.ruler_art import (
    TERRAIN_LEG,
    beyond,
    draw_barred,
    draw_closest,
    draw_crosshair,
    draw_line,
    draw_outline,
    draw_receipt,
    draw_ruler,
    receipt_text,
)
from game.ui.decisions.base import Controller, DrawContext, Tool, nudged, stepped
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import Press
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import dashes
from game.ui.widgets.sheet import Section
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, Colour
from game.wording import N_, _

FIRST_RING: Final = 6
LARGEST_RING: Final = 60
_RESIZE: Final = {"comma": -1, "period": 1}


class PathAsked(NamedTuple):
    """The settings of a path ruler: its bends, and the given move (None: any length)."""

    bends: Bends
    inches: int | None


@dataclass(frozen=True)
class Tape:
    """A tape: pinned under its number, or in hand as number 0; for a line of `sight`, a `path`, or a plain ruler."""

    number: int
    first: Measurable
    second: Measurable
    sight: bool = False
    path: PathAsked | None = None


class Measuring(Tool):
    """The tape measure with its pinned rulers; `on` while it is in hand, `first` is the start of the ruler in hand."""

    title, prompt = N_("Measuring"), N_("Measure anything to anything")
    rulers = N_("Click, or Tab and Enter. Alt or arrows: any free point. Shift + wheel: ring. Esc: let go.")

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self.controller: Controller | None = None
        self.on = False
        self.measurables = Measurables(model, self._ghost)
        self.sighting = Sighting(self.measurables)
        self.paths = PathRuler(self.measurables)
        self._clear()

    @property
    def hint(self) -> str:  # type: ignore[override]
        """The hint below the question in the dock."""
        return HINT if self.paths.goes else self.rulers

    def _clear(self) -> None:
        """Forget all rulers, rings and answers, and put the cursor into the middle of the table."""
        self._session: Session = self.model.session
        self.first: Measurable | None = None
        self.cursor = Measurable("point", spot=(self.model.battlefield.width / 2, self.model.battlefield.height / 2))
        self.pinned: list[Tape] = []
        self.numbers: dict[int, pygame.Rect] = {}  # the number plate of each pinned ruler on screen
        self.rings: dict[Measurable, int] = {}
        self.watched: list[str] = []
        self._receipts = Memo[Receipt](200)
        self._overlays = Memo[AreaOverlay](100)
        self._rest = Rest()
        self._closest = Memo[tuple[str, ...]](100)
        self.sighting.clear()
        self.paths.clear()

    def close(self) -> None:
        """Put the tape measure down and remove everything measured, because something failed."""
        self.on = False
        self._clear()

    def _ghost(self) -> PieceView | None:
        return self.controller.ghost.placed if self.controller is not None else None

    def follow(self, controller: Controller | None) -> None:
        """Adopt the controller of a new decision; in another game, remove everything measured."""
        self.controller = controller
        if self._session is not self.model.session:
            self._clear()

    def stay(self) -> None:
        """Keep pinned rulers in a new session, because it is the same game at another moment."""
        self._session = self.model.session

    def toggle(self, piece: str) -> None:
        """Take the tape measure in hand, starting at the ghost or else at a piece; or put it down."""
        self.on = not self.on
        if not self.on:
            return
        ghost = self._ghost()
        if ghost is not None:
            self.first = Measurable("ghost", ghost.id)
        else:
            self.first = self.measurables.whole(piece) if self.model.units.parts(piece) else None
        self.cursor = self.first or self.cursor

    def escape(self) -> None:
        """Drop the start of the ruler; without one, put the tape measure down."""
        self.on = self.first is not None
        self.first, self.paths.bends = None, ()

    def receipt(self, first: Measurable, second: Measurable) -> Receipt | None:
        """Return the measurement between two things at their present places; None if one has left the table."""
        pair, ruler = self.measurables.closest(first, second), self.model.session.game.ruler
        return self._receipts.of((pair, ruler), lambda: ruler.measure(*pair)) if pair is not None else None

    @property
    def in_hand(self) -> Tape | None:
        """The tape between the start and the cursor; None without a start."""
        if self.first is None or self.first == self.cursor:
            return None
        path = PathAsked(self.paths.bends, self.paths.inches) if self.paths.goes else None
        return Tape(0, self.first, self.cursor, self.sighting.looks, path)

    def live(self) -> Receipt | None:
        """Return the measurement of the ruler in hand; None without one, and for a path."""
        ruler = self.in_hand
        return self.receipt(ruler.first, ruler.second) if ruler is not None and ruler.path is None else None

    def closest(self, piece: str) -> tuple[str, ...]:
        """Return the enemies closest to a piece; the rules are asked once for a state of the game."""
        session = self.model.session
        return self._closest.of((piece, self.model.version), lambda: session.ruleset.closest(session.game, piece))

    def ring(self, measurable: Measurable) -> AreaOverlay | None:
        """Return the overlay of a thing's ring; None if it has left the table or is moving."""
        discs = tuple(body for body in self.measurables.bodies(measurable) if isinstance(body, Disc))
        if not discs:
            return None
        rests = self._rest.note(measurable, discs)
        ruler, inches, sighting = self.model.session.game.ruler, self.rings[measurable], self.sighting
        key = (discs, inches, ruler, sighting.sight if sighting.cuts else None)
        if self._overlays.get(key) is None and not rests:
            return None

        def ring() -> AreaOverlay:
            areas = [Reach(ruler, disc, inches).points for disc in discs]
            table_and_margin = shapely.buffer(self.model.battlefield.table, 0.5, join_style="mitre")
            points = shapely.intersection(
                shapely.union_all(areas) if len(areas) > 1 else areas[0], table_and_margin
            )  # cut off at the table, so that a large ring costs no more to paint
            visible = sighting.cut(measurable)
            return AreaOverlay(points if visible is None else points.intersection(visible), RANGE)

        return self._overlays.of(key, ring)

    def overlays(self, scale: float) -> list[Overlay]:
        """Return the overlays below the pieces at `scale` pixels an inch: reach and zones, the seen area, the rings."""
        reach = self.paths.reached(self.first if self.on else None, scale)
        rings = (self.ring(thing) for thing in self.rings)
        overlays_shown = (reach, *self.sighting.overlays(), *rings)
        return [overlay for overlay in overlays_shown if overlay is not None]

    def legend(self, scale: float) -> list[Entry]:
        """Return the drawn patterns, including a path's, with their meaning."""
        has_live_path = self.paths.goes and self.first not in (None, self.cursor)
        draws_path = has_live_path or any(ruler.path is not None for ruler in self.pinned)
        return [
            *self.paths.legend(drawn=draws_path),
            *(entry for overlay in self.overlays(scale) for entry in overlay.legend()),
        ]

    def waiting(self, now: float) -> bool:
        settles = self.sighting.waiting(now) or self.paths.settling(now)
        return self.paths.waiting or settles or self._rest.moved_recently(self.rings, now)

    def take(self) -> None:
        """Start a ruler at the cursor, or pin the one that has a start."""
        if self.first is None:
            self.first = self.cursor
        elif self.can_pin:
            used_numbers = {ruler.number for ruler in self.pinned}
            number = next(number for number in range(1, len(used_numbers) + 2) if number not in used_numbers)
            bends, end = self.paths.ended(self.cursor)
            path = PathAsked(bends, self.paths.inches) if self.paths.goes else None
            self.pinned.append(Tape(number, self.first, end, self.sighting.looks, path))
            self.first, self.paths.bends = None, ()

    @property
    def can_pin(self) -> bool:
        """Whether the tape in hand has two ends that can be measured."""
        ruler = self.in_hand
        if ruler is None or ruler.path is None:
            return self.live() is not None
        return self.paths.question(ruler.first, ruler.second, (), None) is not None

    def resize_ring(self, by: int) -> None:
        """Change the ring around the thing under the cursor, or for paths the given move. A ring below 0 is removed."""
        if self.paths.goes:
            self.paths.resize(by)
            return
        piece_or_spot = self.measurables.around(self.cursor)
        size = self.rings[piece_or_spot] + by if piece_or_spot in self.rings else FIRST_RING
        if size < 0:
            del self.rings[piece_or_spot]
        elif isinstance(self.measurables.measured(piece_or_spot), Disc):
            self.rings[piece_or_spot] = min(size, LARGEST_RING)

    def actions(self) -> list[MenuItem]:
        name, leave = self.measurables.name(self.cursor), MenuItem("leave", _("Put the tape measure down"), "m")
        if self.first is None:
            label = _("Look from {name}", name=name) if self.sighting.looks else _("Measure from {name}", name=name)
            rows = [MenuItem("take", label, "return", primary=True)]
        else:
            why_not = "" if self.can_pin else _("point at something else")
            label = _("Pin: {first} to {name}", first=self.measurables.name(self.first), name=name)
            rows = [MenuItem("take", label, "return", reason=why_not, primary=True)]
        path_rows, sight_rows = self.paths.actions(self.first), self.sighting.line_actions()
        rows += path_rows if self.paths.goes else self._ring_actions(name)
        if self.first not in (None, self.cursor):  # only few rows, so that the details have room
            line_rows = sight_rows[:1] if self.paths.goes else [*sight_rows, *path_rows]
            return [*rows, *line_rows, leave]
        if self.paths.goes:
            rows += sight_rows[:1]
        else:
            rows += [*self.sighting.actions(self.cursor, rings=bool(self.rings)), *path_rows]
        rows += self.sighting.zone_actions(self.cursor)
        if self.first is not None:
            return [*rows, leave]
        for number in sorted(ruler.number for ruler in self.pinned):
            key = str(number) if number < 10 else ""
            rows.append(MenuItem(f"drop:{number}", _("Remove ruler {number}", number=number), key))
        if self.pinned or self.rings or self.watched or self.sighting.shows:
            rows.append(MenuItem("clear", _("Clear all measurements"), "delete"))
        return [*rows, leave]

    def _ring_actions(self, name: str) -> list[MenuItem]:
        """Return the rows for a ring around the thing under the cursor, and for its closest enemy."""
        rows = []
        why_no_ring = (
            ""
            if isinstance(self.measurables.measured(self.cursor), Disc)
            else _("only pieces and points can have a ring")
        )
        size = self.rings.get(self.measurables.around(self.cursor))
        keys = "" if size is None else _(": {size} (, and .)", size=counted(size))
        label = _("Ring around {name}", name=name) + keys
        rows.append(MenuItem("ring", label, "r", reason=why_no_ring, ticked=size is not None))
        piece = self.measurables.piece(self.cursor)
        if piece is not None and self.cursor.sort == "piece" and piece.kind == "base":
            label = _("Closest enemy to {name}", name=name)
            rows.append(MenuItem("closest", label, "c", ticked=piece.id in self.watched))
        return rows

    def perform(self, action: MenuItem) -> None:
        if action.id == "look":
            self.paths.goes = False
        elif action.id == "go":
            self.sighting.looks = False
            if self.cursor.sort == "terrain":
                self.cursor = self.measurables.at(self.measurables.spot(self.cursor) or self.cursor.spot, bare=True)
        if self.sighting.perform(action.id, self.cursor) or self.paths.perform(action.id):
            return
        if action.id == "take":
            self.take()
        elif action.id == "ring" and (piece_or_spot := self.measurables.around(self.cursor)) in self.rings:
            del self.rings[piece_or_spot]
        elif action.id == "ring":
            self.resize_ring(0)
        elif action.id == "closest":
            toggle = self.watched.remove if self.cursor.id in self.watched else self.watched.append
            toggle(self.cursor.id)
        elif action.id == "clear":
            self.pinned, self.rings, self.watched = [], {}, []
            self.sighting.clear()
        elif action.id == "leave":
            self.on = False
        else:
            self.pinned = [ruler for ruler in self.pinned if action.id != f"drop:{ruler.number}"]

    def enter(self, current: MenuItem | None) -> None:
        if current is not None and current.enabled:
            self.perform(current)
        else:
            self.take()

    def motion(self, spot: Spot, free: bool) -> None:
        self.cursor = self.measurables.at(spot, free)
        piece = self.measurables.piece(self.cursor)
        if self.paths.goes and (piece is None or piece.kind != "base"):  # paths cross terrain and markers
            self.cursor = self.measurables.at(spot, bare=True)

    def click(self, spot: Spot, piece: str) -> bool:
        if self.first is None or not self.paths.goes or not self.paths.bend(self.cursor):
            self.take()
        return True

    def key(self, press: Press) -> bool:
        if press.command == "next":
            other_things = [thing for thing in self.measurables.everything() if thing != self.first]
            self.cursor = stepped(other_things, self.cursor, -1 if press.shift else 1) if other_things else self.cursor
        elif (spot := nudged(self.measurables.spot(self.cursor) or self.cursor.spot, press)) is not None:
            self.cursor = self.measurables.at(spot, bare=True)
        elif press.key in _RESIZE:
            self.resize_ring(_RESIZE[press.key])
        elif press.key == "backspace" and self.paths.bends:
            self.paths.bends = self.paths.bends[:-1]
        elif press.key == "backspace":
            del self.pinned[-1:]
        elif press.key == "v" and self.paths.goes and self.first is not None:
            self.paths.bend(self.cursor)
        else:
            return self._sight_key(press.key)
        return True

    def _sight_key(self, key: str) -> bool:
        """Perform the action of sight or control with this key, even if its row is not shown.

        Return whether there is one.
        """
        rows = [] if self.paths.goes else self.sighting.actions(self.cursor, rings=bool(self.rings))
        rows += self.sighting.zone_actions(self.cursor)
        return any(self.sighting.perform(row.id, self.cursor) for row in rows if row.shortcut == key and row.enabled)

    def focus(self) -> Spot | None:
        return self.measurables.spot(self.cursor)

    def marks(self) -> dict[str, str]:
        if not self.on:
            return {}
        marks = {self.cursor.id: "candidate"} if self.cursor.sort in ("piece", "unit") else {}
        if self.first is not None and self.first.sort in ("piece", "unit"):
            marks[self.first.id] = "chosen"
        return marks


_LEAST = 0.005


Result = PathReport | SightReceipt | Receipt
"""The result of a tape: a path, a line of sight, or a measurement."""


def result_of(measuring: Measuring, ruler: Tape) -> Result | None:
    """Return the present result of a tape; None if an end has left the table, and while a path is computed.

    A line of sight is measured as a ruler if one end cannot look or be looked at.
    """
    both_ends = ruler.first, ruler.second
    if ruler.path is not None:
        return measuring.paths.report(*both_ends, *ruler.path) if ruler.number else measuring.paths.live(*both_ends)
    return (measuring.sighting.receipt(*both_ends) if ruler.sight else None) or measuring.receipt(*both_ends)


def result_lines(measuring: Measuring, ruler: Tape) -> tuple[Line, ...]:
    """Return the result of a tape in words, each line with its rule."""
    ends, result = (ruler.first, ruler.second), result_of(measuring, ruler)
    if ruler.sight:
        return tuple(sight_lines(measuring, *ends))
    if isinstance(result, Receipt):
        return tuple(receipt_lines(result, measuring.model.session.game.ruler.policy))
    if isinstance(result, PathReport):
        return tuple(path_lines(result, measuring.paths.says_nothing))
    if ruler.path is None:
        return ()
    if measuring.paths.question(*ends, (), None) is None:
        return (Line(_("Paths start at bases and points and do not end at terrain"), tone="quiet"),)
    return (Line(_("Looking for a path..."), tone="quiet"),)


def path_text(report: PathReport) -> str:
    """Return the length and cost of a path, and the inches left or missing, in a few words."""
    receipt, refusals = report.receipt, report.refusals
    if receipt is None:
        return _("no path there")
    text = tape(receipt.inches)
    if abs(receipt.cost - receipt.inches) >= _LEAST:
        text = _("{length}, costs {cost}", length=text, cost=tape(receipt.cost))
    if report.left is not None and not refusals:
        return _("{length}, {left} left", length=text, left=tape(max(report.left, 0.0)))
    limit = report.question.inches
    if limit is not None and receipt.cost > limit:
        return _("{length}, {missing} too far", length=text, missing=missing(receipt.cost - limit))
    return _("{length}, not allowed", length=text) if refusals else text


def draw_path(target: pygame.Surface, report: PathReport, context: DrawContext, label: str = "") -> pygame.Rect:
    """Draw a path with its bends, the base at its end, and its length; return the rectangle of the length."""
    camera, theme, question = context.camera, context.theme, report.question
    legal = not report.refusals and report.receipt is not None
    colour = LAMP if legal else BAD
    if report.receipt is None:
        start, end = camera.to_screen(*question.start[:2]), camera.to_screen(*question.end[:2])
        draw_barred(target, start, end)
    else:
        for leg in report.receipt.legs:
            costs_more = any(price.cost >= _LEAST for price in leg.prices)
            spots = [camera.to_screen(*spot) for spot in Path(leg.leg.start, (leg.leg,)).outline()]
            legal_shade = TERRAIN_LEG if costs_more else PAPER
            shade = legal_shade if legal else BAD
            _draw_leg(target, spots, shade, solid=legal and not costs_more)
        path = report.receipt.path
        start, end = camera.to_screen(*path.start), camera.to_screen(*path.end)
        for base in bases_along(report):
            _draw_base_edge(target, base, context, colour)
    for bend in question.bends:
        draw_crosshair(target, camera.to_screen(*bend), theme)
    text = f"{label}. {path_text(report)}" if label else path_text(report)
    return draw_pill(target, text, beyond(start, end, question.start.radius * camera.scale, theme), theme, colour)


def bases_along(report: PathReport) -> list[Footprint]:
    """Return the base at the end of a path, after its bases where it has turned."""
    start, poses, receipt = report.question.start, report.poses, report.receipt
    if not poses or not isinstance(start, Oblong) or receipt is None:
        return [start.moved_to(*receipt.path.end)] if receipt is not None else []
    turned = [(pose, after) for pose, after in pairwise(poses) if pose.facing != after.facing]
    bases = [start.moved_to(*pose[:2]).turned_to(after.facing) for pose, after in turned]
    return [*bases, start.moved_to(*poses[-1][:2]).turned_to(poses[-1].facing)]


def _draw_leg(target: pygame.Surface, spots: list[Spot], colour: Colour, *, solid: bool) -> None:
    """Draw a leg of a path on a darker line; a leg that costs more or is not allowed is dashed."""
    if len(spots) > 1:
        pygame.draw.lines(target, SHADOW, False, spots, 5)
        for piece in [spots] if solid else dashes(spots, 7.0):
            pygame.draw.lines(target, colour, False, piece, 2)


def _draw_base_edge(target: pygame.Surface, base: Footprint, context: DrawContext, colour: Colour) -> None:
    """Draw the edge of the base where it would stand."""
    camera, radius = context.camera, base.radius * context.camera.scale
    centre = camera.to_screen(base.x, base.y)
    if isinstance(base, Oblong):
        corners = [camera.to_screen(x, y) for x, y in shapely.get_coordinates(geometry_of(base, 16)).tolist()]
        for shade, wide in ((SHADOW, 4), (colour, 2)):
            pygame.draw.lines(target, shade, True, corners, wide)
    elif 2.0 < radius < 4096.0:
        pygame.draw.aacircle(target, SHADOW, centre, radius + 1.5, 4)
        pygame.draw.aacircle(target, colour, centre, radius, 2)


def sight_lines(measuring: Measuring, first: Measurable, second: Measurable) -> Iterator[Line]:
    """Yield whether the first sees the second, and why not, each line with its rule."""
    receipt = measuring.sighting.receipt(first, second)
    if receipt is None:
        yield Line(_("Only pieces and points can see and be seen"), tone="quiet")
        return
    name, cite = measuring.measurables.name, measuring.sighting.sight.policy.citation
    pair = {"observer": name(first), "target": name(second)}
    if receipt.seen:
        yield Line(_("{observer} sees {target}", **pair), cite("sight"), "good")
    else:
        yield Line(_("{observer} does not see {target}", **pair), cite("sight"), "bad")
    if receipt.turn > 0.0:
        yield Line(_("It would have to turn by {degrees:.1f}°", degrees=receipt.turn), cite("arc"), "warning")
    if receipt.blocked_by:
        pieces = measuring.model.pieces
        names = _(" and ").join(
            pieces[piece_id].name if piece_id in pieces else piece_id for piece_id in receipt.blocked_by
        )
        yield Line(_("Blocking every line: {names}", names=names), cite("blocked"), "warning")
        text = N_("To see the target without turning, the observer must move at least {inches}")
        yield Line(_(text, inches=tape(receipt.short)), tone="quiet")
    if receipt.cover:
        names = _(" and ").join(receipt.cover)
        yield Line(_("In cover behind {names}", names=names), cite("cover"), "warning")
    if receipt.seen:
        ends = coordinates(*receipt.start), coordinates(*receipt.end)
        yield Line(_("Clear line: {first} to {second}", first=ends[0], second=ends[1]), tone="quiet")


def observer_lines(measuring: Measuring) -> Iterator[Line]:
    """Yield lines about the bases that see the thing under the cursor, and about the next step."""
    pieces, cursor, sighting = measuring.model.pieces, measuring.cursor, measuring.sighting
    if sighting.disc(cursor) is not None:
        names = ", ".join(pieces[observer].name for observer in sighting.observers(cursor)) or _("no piece")
        name = measuring.measurables.name(cursor)
        text = _("{name} is seen by {observers}", name=name, observers=names)
        yield Line(text, sighting.sight.policy.citation("sight"))
    yield Line(_("Click where to begin."), tone="quiet")


def sight_word(receipt: SightReceipt) -> str:
    """Return the outcome of a line of sight in a few words."""
    if receipt.seen:
        return _("seen, in cover") if receipt.cover else _("seen")
    return _("not in the front arc") if receipt.turn > 0.0 else _("not seen")


def draw_sight(target: pygame.Surface, receipt: SightReceipt, context: DrawContext, label: str = "") -> pygame.Rect:
    """Draw a line of sight with its outcome at the middle; return the rectangle of the outcome."""
    camera, theme = context.camera, context.theme
    start, end = camera.to_screen(*receipt.start), camera.to_screen(*receipt.end)
    if receipt.seen:
        draw_line(target, start, end, LAMP)
    else:
        draw_barred(target, start, end)
    for spot in (start, end):
        pygame.draw.circle(target, SHADOW, spot, 4)
        pygame.draw.circle(target, PAPER, spot, 3)
    text = f"{label}. {sight_word(receipt)}" if label else sight_word(receipt)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return draw_pill(target, text, middle, theme, LAMP if receipt.seen else BAD)


def _draw_result(target: pygame.Surface, measuring: Measuring, ruler: Tape, context: DrawContext) -> None:
    """Draw the result of a tape, if it is known; note the rectangle of its label."""
    camera, theme, label = context.camera, context.theme, str(ruler.number or "")
    result = result_of(measuring, ruler)
    if result is None:
        return
    if isinstance(result, PathReport):
        box = draw_path(target, result, context, label)
    elif isinstance(result, SightReceipt):
        box = draw_sight(target, result, context, label)
    elif label:
        box = draw_ruler(target, result, camera, theme, label)
    else:
        piece = measuring.measurables.piece(ruler.second)
        gap = 2 * piece.radius * camera.scale if piece is not None else 0.0
        box = draw_receipt(target, result, camera, theme, clearance=gap)
    if ruler.number:
        measuring.numbers[ruler.number] = box
    context.readings.append(box)


MOST_LEGS: Final = 6


def receipt_lines(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    """Return a measurement in words, each line with its rule."""
    cite = policy.citation
    lines = _range_lines(receipt, policy)
    length = tape(receipt.inches)
    if receipt.range is not None and policy.rounds_down:
        rounded = counted_down(receipt.inches, policy.short_by)
        lines.append(Line(_("{length} rounded down: {whole}", length=length, whole=rounded), cite("range")))
    else:
        lines.append(Line(_("{length} from point to point", length=length), cite("range")))
    if receipt.terrain_inches > 0 and receipt.range is not None and policy.terrain_costs:
        inches = tape(receipt.terrain_inches)
        extra_cost = counted_down(receipt.terrain_inches, policy.short_by)
        text = _("{terrain_inches} of it in terrain: {units} more", terrain_inches=inches, units=extra_cost)
        lines.append(Line(text, cite("terrain")))
    if receipt.range is not None and policy.rounds_down:
        next_range = counted(receipt.range + 1)
        text = _("{margin} farther would be {range}", margin=missing(receipt.margin), range=next_range)
        lines.append(Line(text, cite("range")))
    lines += _leg_lines(receipt)
    first, second = coordinates(*receipt.start), coordinates(*receipt.end)
    lines.append(Line(_("Closest points: {first} and {second}", first=first, second=second), tone="quiet"))
    cited = {line.rule for line in lines}
    lines.extend(Line(_("Also counts here"), rule, "quiet") for rule in receipt.rules if rule not in cited)
    return lines


def _range_lines(receipt: Receipt, policy: MeasuringPolicy) -> list[Line]:
    """Return lines with the range of a measurement, or why it has none, and what blocks the shortest line."""
    walls = _(" and ").join(dict.fromkeys(receipt.blocked_by))
    blocked = policy.citation("blocked")
    if receipt.range is None:
        reason = _("No clear line, blocked by: {walls}", walls=walls) if walls else _("Out of reach of each other")
        return [Line(reason, blocked if walls else policy.citation("levels"), "bad")]
    lines = [Line(_("Range {range}", range=counted(receipt.range)), policy.citation("range"), "good")]
    if walls:
        lines.append(
            Line(_("Blocked on the shortest line: {walls}; another line is clear", walls=walls), blocked, "warning")
        )
    return lines


def _leg_lines(receipt: Receipt) -> list[Line]:
    """Return a line for each leg of a measurement, unless it is a single leg in the open."""
    if len(receipt.legs) < 2 and all(leg.kind == "open" for leg in receipt.legs):
        return []
    lines = []
    for leg in receipt.legs[:MOST_LEGS]:
        inches, pieces = tape(leg.inches), _(" and ").join(leg.pieces) or _("terrain")
        if leg.kind == "open":
            lines.append(Line(_("{inches} in the open", inches=inches), tone="quiet"))
        else:
            lines.append(Line(_("{inches} in {pieces}", inches=inches, pieces=pieces), tone="warning"))
    if len(receipt.legs) > MOST_LEGS:
        lines.append(Line(_("and {legs} more legs", legs=len(receipt.legs) - MOST_LEGS), tone="quiet"))
    return lines


def measuring_sections(measuring: Measuring) -> list[Section]:
    """Return sections for the tape in hand, the pinned ones and the closest enemies."""
    sections = []
    ruler, is_path = measuring.in_hand if measuring.on or not measuring.paths.goes else None, measuring.paths.goes
    if ruler is not None and (lines := result_lines(measuring, ruler)):
        sections.append(Section(_pair(measuring, ruler), lines, first=not ruler.sight))
    elif measuring.on and measuring.sighting.looks:
        sections.append(Section(_("Line of sight"), tuple(observer_lines(measuring))))
    elif measuring.on:
        instruction = _("Click where to begin.") if measuring.first is None else _("Point at where to end.")
        sections.append(Section(_("Path") if is_path else _("Tape measure"), (Line(instruction, tone="quiet"),)))
    if measuring.pinned:
        sections.append(Section(_("Pinned"), tuple(_pinned_line(measuring, ruler) for ruler in measuring.pinned)))
    sections += [_closest_section(measuring, piece) for piece in measuring.watched if piece in measuring.model.pieces]
    return sections


def pinned_text(measuring: Measuring) -> str:
    """Return the ends and the result of the tape that was pinned last, or ""."""
    return _pinned_line(measuring, measuring.pinned[-1]).text.partition(". ")[2] if measuring.pinned else ""


def _pinned_line(measuring: Measuring, ruler: Tape) -> Line:
    """Return a pinned tape as a line: its number, its ends and its result."""
    result, text, tone = result_of(measuring, ruler), _("no longer on the table"), "plain"
    if isinstance(result, PathReport):
        text, tone = path_text(result), "bad" if result.refusals else "plain"
    elif isinstance(result, SightReceipt):
        text = sight_word(result)
    elif result is not None:
        text, tone = receipt_text(result), "bad" if result.range is None else "plain"
    elif ruler.path is not None and measuring.paths.question(ruler.first, ruler.second, (), None) is not None:
        text = _("Looking for a path...")
    return Line(f"{ruler.number}. {_pair(measuring, ruler)}: {text}", tone="quiet" if result is None else tone)


def _pair(measuring: Measuring, ruler: Tape) -> str:
    name = measuring.measurables.name
    return _("{first} to {second}", first=name(ruler.first), second=name(ruler.second))


def _closest_receipts(measuring: Measuring, piece: str) -> dict[str, Receipt]:
    """Return the measurements from a piece to its closest enemies, by their ids."""
    start = Measurable("piece", piece)
    others = measuring.closest(piece) if piece in measuring.model.pieces else ()
    receipts = {other: measuring.receipt(start, Measurable("piece", other)) for other in others}
    return {other: receipt for other, receipt in receipts.items() if receipt is not None}


def _closest_section(measuring: Measuring, piece: str) -> Section:
    """Return the section about the closest enemies of a piece."""
    lines = []
    for other, receipt in _closest_receipts(measuring, piece).items():
        rule = receipt.rules[0] if receipt.rules else ""
        lines.append(Line(f"{measuring.model.name_of(other)}: {receipt_text(receipt)}", rule))
    if len(lines) > 1:
        lines.append(Line(_("These tie: only whole units count"), tone="quiet"))
    if not lines:
        lines.append(Line(_("No enemy is on the table"), tone="quiet"))
    return Section(_("Closest to {name}", name=measuring.model.name_of(piece)), tuple(lines))


def pinned_receipt(measuring: Measuring, mouse: tuple[int, int]) -> tuple[str, tuple[Line, ...]] | None:
    """Return title and lines of the pinned tape whose number is under the mouse; None without one."""
    for ruler in measuring.pinned:
        box = measuring.numbers.get(ruler.number)
        if box is not None and box.collidepoint(mouse) and result_of(measuring, ruler) is not None:
            return _pair(measuring, ruler), result_lines(measuring, ruler)
    return None


def draw_rulers(measuring: Measuring, target: pygame.Surface, context: DrawContext) -> None:
    """Draw all tapes with labels, rings' labels, closest enemies and the cursor, above the pieces."""
    camera, theme = context.camera, context.theme
    for measurable, size in measuring.rings.items():
        overlay = measuring.ring(measurable)
        spots = shapely.get_coordinates(overlay.extent).tolist() if overlay is not None else []
        visible = [(x, y) for x, y in spots if 0 <= x <= camera.width and 0 <= y <= camera.height]
        if visible:
            label = f"{measuring.measurables.name(measurable)}: {counted(size)}"
            draw_pill(target, label, camera.to_screen(*max(visible, key=lambda spot: spot[1])), theme, RING)
    for piece in measuring.watched:
        receipts = _closest_receipts(measuring, piece).values()
        for receipt in receipts:
            draw_closest(target, receipt, camera, theme, tie=len(receipts) > 1)
    for measurable in measuring.sighting.kept["sees"]:
        disc = measuring.sighting.disc(measurable)
        if disc is not None:
            x, y = camera.to_screen(disc.x, disc.y + disc.radius)
            text = _("{name} sees", name=measuring.measurables.name(measurable))
            draw_pill(target, text, (x, y - theme.px(2)), theme, LAMP)
    for ruler in measuring.pinned:
        _draw_result(target, measuring, ruler, context)
    if measuring.on:
        _draw_hand(measuring, target, context)


def _draw_hand(measuring: Measuring, target: pygame.Surface, context: DrawContext) -> None:
    """Draw the tape in hand with its start and the cursor."""
    camera, theme = context.camera, context.theme
    for measurable in (measuring.first, measuring.cursor):
        body = measuring.measurables.measured(measurable) if measurable is not None else None
        if isinstance(body, Disc):
            if body.kind == "point":
                draw_crosshair(target, camera.to_screen(body.x, body.y), theme)
        elif isinstance(body, Piece):
            draw_outline(target, body.shape, camera)
    if (ruler := measuring.in_hand) is not None:
        _draw_result(target, measuring, ruler, context)

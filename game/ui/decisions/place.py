"""Controllers that place a piece: a ghost at the nearest legal spot, its turning, and a piece picked up by hand."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Final

import pygame
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.engine.core.decisions import Answer, Lay, LegalSpots, Place
from game.engine.core.turning import Turning
from game.engine.routes import Route
from game.engine.rulebook.view import Line, PieceView, Preview, Verdict, drawn_as
from game.engine.session import Session
from game.engine.sighting import disc_of, front_arc
from game.lengths import coordinates, with_missing, words
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.table.facing import FULL_TURN, compass_of, facing_towards
from game.table.lattice import Position, position, snap
from game.table.path.along import AlongPath
from game.table.path.policy import CONTACT
from game.table.path.region import DrawnRegion, PathRegion
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.placing.terrain_region import TerrainRegion
from game.ui.board.camera import Box, Spot
from game.ui.board.overlays import Overlay, RegionOverlay, draw_pill, is_there
from game.ui.board.pieces import draw_arc, draw_handle, handle_of
from game.ui.board.ruler_art import draw_line, draw_outline, draw_path
from game.ui.decisions.base import Controller, DrawContext, controls, nudged
from game.ui.decisions.control import ARC, Control, heeded_by
from game.ui.decisions.ghost import Ghost
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import Press
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.signs import has_icon
from game.ui.widgets.tasks import Task
from game.ui.widgets.theme import BAD, LAMP, PAPER
from game.wording import N_, _


class Ground:
    """The legal spots of a decision (`region`) and their overlay.

    `has_causes`: the overlay also shows why other spots are illegal. A region of paths is slow: a thread searches in a
    copy, which then replaces `region`.
    """

    def __init__(self, region: LegalSpots, *, has_causes: bool) -> None:
        self.region, self.has_causes = region, has_causes
        self._overlay: RegionOverlay | None = None
        self._paths: Task[RegionOverlay] | None = None
        self._explaining: Task[RegionOverlay] | None = None

    @property
    def overlay(self) -> RegionOverlay | None:
        """The overlay of the legal spots; None while it is computed, and if they have no area."""
        if self.is_known and self._overlay is None and isinstance(self.region, Region | TerrainRegion | AlongPath):
            self._overlay = RegionOverlay(self.region, reasons=self.has_causes)
        return self._overlay

    @property
    def is_known(self) -> bool:
        """Whether the legal spots are known. For paths, asking starts the search if it has not begun."""
        if not isinstance(self.region, PathRegion) or self._overlay is not None:
            return True
        if self._paths is None:
            self._paths = Task(partial(RegionOverlay, copy(self.region), reasons=self.has_causes), "ground")
            # starts the task
            is_there(self._paths)
        if self._paths.done:
            self.wait()
        return self._overlay is not None

    def wait(self) -> None:
        """Wait until the search for paths ends. Only an answer may wait, never a frame."""
        if not isinstance(self.region, PathRegion) or self._overlay is not None or self._paths is None:
            return
        self._overlay = self._paths.result()
        assert isinstance(self._overlay.region, PathRegion)
        self.region = self._overlay.region

    def knows_nearest(self, spot: Spot) -> bool:
        """Return whether the legal spot nearest to `spot` can be found without waiting for the search."""
        return self.is_known or (isinstance(self.region, PathRegion) and self.region.verdict(spot) == "yes")

    @property
    def explains(self) -> bool:
        """Whether a thread is computing why spots are illegal."""
        return self._explaining is not None and not self.has_causes

    def explain(self, scale: float, *, rests: bool) -> None:
        """Add to the overlay why spots are illegal. A thread computes it once the piece `rests`."""
        if self.has_causes or not isinstance(self.region, Region):
            return
        if self._explaining is None:
            if rests:
                self._explaining = Task(partial(_explained, self.region, scale), "causes")
        elif self._explaining.done:
            self._overlay, self.has_causes = self._explaining.result(), True


def _counting() -> Line:
    """Return the line shown while enemies that could hit a piece are counted; a partial number would mislead."""
    text = _("Counting who could hit you...")
    return Line(text, tone="quiet", verdict=Verdict("answer", text))


def box_of(geometry: BaseGeometry) -> Box | None:
    """Return the box around a geometry; None if it is empty."""
    return None if geometry.is_empty else Box(*geometry.bounds)


def _explained(region: Region, scale: float) -> RegionOverlay:
    """Return the overlay of a region that shows why spots are illegal, already painted for a scale."""
    overlay = RegionOverlay(region)
    overlay.ready(scale)
    return overlay


STEP, FINE_STEP = 1500, 100
"""Hundredths of a degree for one key press or notch of the wheel, without and with Shift."""
DRAWN: Final = 0.3
"""Inches from the piece at which a dragged mouse begins to turn it."""
WAYS: Final = {"turn_left": 1, "turn_right": -1}
"""The steps to the left by which a row turns the piece."""
_FINE: Final = {"q": 1, "e": -1}
_COARSE: Final = {"comma": 1, "period": -1}


class Turner:
    """The final facing of a piece; `wished` is the one that the player chose, or at first its present one.

    While the mouse button is held, `pressed` is the spot of the piece; `drawn` says that the mouse has turned it since.
    """

    def __init__(self, turning: Turning | None, present: int | None, spot: Spot) -> None:
        self.turning = turning
        if present is None:
            present = turning.middle(*spot) if turning is not None else 0
        self.wished = present
        self.pressed: Spot | None = None
        self.drawn = False

    @property
    def is_choice(self) -> bool:
        """Whether the player can choose the facing."""
        return self.turning is not None and self.turning.is_choice

    def at(self, spot: Spot) -> int | None:
        """Return the final facing at a spot: the legal one nearest to the wish; None if the decision has no facing."""
        return None if self.turning is None else self.turning.nearest(*spot, self.wished)

    def turn(self, spot: Spot, steps: float, fine: bool = False) -> bool:
        """Turn the piece to the left by a number of (fine) steps; return whether it can be turned."""
        facing = self.at(spot)
        if facing is not None and self.is_choice:
            self.wished = (facing + round(steps * (FINE_STEP if fine else STEP))) % FULL_TURN
        return self.is_choice

    def key(self, spot: Spot, press: Press) -> bool:
        """Turn the piece if the key does that; return whether it does. Q and E without Shift belong to rows."""
        if press.key in _COARSE:
            return self.turn(spot, _COARSE[press.key])
        return press.shift and press.key in _FINE and self.turn(spot, _FINE[press.key], fine=True)

    def press(self, spot: Spot) -> None:
        """Grab the piece with the mouse, at its spot."""
        self.pressed, self.drawn = (spot if self.is_choice else None), False

    def draw(self, spot: Spot) -> bool:
        """Make the grabbed piece face the mouse; return whether a piece is grabbed."""
        if self.pressed is None:
            return False
        dx, dy = spot[0] - self.pressed[0], spot[1] - self.pressed[1]
        if self.drawn or math.hypot(dx, dy) > DRAWN:
            self.wished, self.drawn = facing_towards(dx, dy), True
        return True

    def release(self) -> bool:
        """Let the piece go; return whether the mouse turned it."""
        drawn, self.pressed, self.drawn = self.drawn, None, False
        return drawn

    def actions(self, spot: Spot) -> list[MenuItem]:
        """Return the rows for turning."""
        facing = self.at(spot)
        if facing is None or not self.is_choice:
            return []
        left = _("Turn left (now facing {bearing:g}°)", bearing=compass_of(facing))
        return [MenuItem("turn_left", left, "q"), MenuItem("turn_right", _("Turn right"), "e")]


BEND, UNBEND = "bend", "unbend"
HINT: Final = N_("Click, or press Enter. P adds a bend where the ghost is, so you can draw your own path.")
TURNING_HINT: Final = N_(
    "Click to place it; press and drag, or use wheel, Q or E, to turn it. P adds a bend at the ghost."
)


class Bends:
    """The corners `at` of a path that the player draws for a piece; empty while the rules choose the path."""

    def __init__(self, place: Place, standing: PieceView | None) -> None:
        self.may_be = place.takes_paths and standing is not None
        self.at: tuple[Position, ...] = ()
        self._start = position(standing.x, standing.y) if standing is not None else Position(0.0, 0.0)

    def rows(self) -> Iterator[MenuItem]:
        """Yield the rows that add and remove a corner."""
        if self.may_be:
            yield MenuItem(BEND, _("Bend the path here"), "p")
        if self.at:
            yield MenuItem(UNBEND, _("Remove the last bend"), "backspace")

    def add(self, spot: Spot) -> None:
        """Add a corner at a spot, unless the path already ends there."""
        if position(*spot) != (self.at or (self._start,))[-1]:
            self.at = (*self.at, position(*spot))

    def remove(self) -> None:
        """Remove the last corner."""
        self.at = self.at[:-1]

    def legal_ends(self, region: LegalSpots) -> LegalSpots:
        """Return the legal ends: those of the drawn path if the player draws one, else the region itself."""
        return DrawnRegion(region, self.at) if self.at and isinstance(region, PathRegion) else region

    def answer(self, spot: Spot, facing: int | None) -> Answer:
        """Return the answer that puts the piece at a spot by this path, with a facing if that is chosen."""
        corners = self.at[:-1] if self.at[-1:] == (spot,) else self.at
        if not corners:
            return [*spot] if facing is None else [*spot, facing]
        return {"at": [*spot], "via": [[*corner] for corner in corners]} | (
            {} if facing is None else {"facing": facing}
        )

    def draw(self, target: pygame.Surface, context: DrawContext, end: Spot, clearance: float) -> None:
        """Draw the path, its continuation to the spot `end`, legal or not, and its length."""
        if self.at:
            drawn = (self._start, *self.at, end)
            inches = sum(math.dist(*leg) for leg in pairwise(drawn))
            context.readings.append(
                draw_path(target, drawn, inches, context.camera, context.theme, clearance=clearance)
            )


COMMIT, NEAREST = "commit", "nearest"
OFF: Final = 1.0
"""Inches between cursor and ghost beyond which a click places nothing."""
REST: Final = 0.12
"""Seconds that the ghost must rest before the rules compute what enemies could do to it there."""
VEIL: Final = 70
"""The opacity of a terrain piece while it is being placed, from 0 to 255."""
BEAD: Final = (0.25, 1.0)
"""Inches that an arrow key moves the chosen point along its path, without and with Shift."""
ON_PATH: Final = N_(
    "Slide the bead along the path with the mouse or the arrow keys (Shift: farther), then click or press Enter."
)
SLICE: Final = 0.004
"""Seconds per frame for computing the outlook, not counting the last step."""


@controls(Place)
class PlaceController(Controller):
    """Places a piece: the ghost follows the mouse to legal spots, and the arrow keys to any spot.

    If the piece moves along a path, `bends` are the corners that the player draws. With a `route`, the decision is a
    later one: the answers that lead to it are given together with the spot.
    """

    hint = N_("Move the mouse and click, or use the arrow keys (Shift: farther) and Enter. Hold Alt to see why not.")

    def __init__(self, model: SessionModel, decision: Place, route: Route | None = None) -> None:
        super().__init__(model, decision)
        self.route = route
        if route is not None:
            self.hint = N_(
                "Drop it where it should end, or press Enter. Esc cancels; so does dropping it on a spot that is not "
                "legal."
            )
        self.session = model.session if route is None else route.session
        self._place = decision
        self.ground = Ground(decision.region, has_causes=route is None)
        self._grounds = Memo[Ground](8)
        self._wanted: Spot | None = None
        self.standing = model.pieces.get(decision.about)
        self.bends = Bends(decision, self.standing)
        self.start = self._start()
        """The spot of the piece; for one not yet on the table, the spot first offered."""
        self.level = int(getattr(self.region, "level", self.standing.level if self.standing is not None else 0))
        """The level of the table on which the piece would end."""
        self.spot = self.start
        standing = None if self.standing is None else self.standing.facing
        self.turner = Turner(decision.turning, standing, self.start)
        if self.turner.is_choice and route is None:
            self.hint = N_(
                "Click to place it; press and drag to turn it. Wheel, Q and E turn it too; or arrows (Shift: farther) "
                "and Enter."
            )
        if self.bends.may_be and route is None:
            self.hint = TURNING_HINT if self.turner.is_choice else HINT
        # a piece on the table gets a ghost only once the mouse moves
        self.shown = self.standing is None
        if self.on_path:
            self.spot, self.shown = self.nearest(self.start) or self.start, True
            self.hint = ON_PATH
        self.instead: tuple[MenuItem, ...] = ()
        """Rows with other actions for a piece in hand; `chosen` is called with the row that the player takes."""
        self.chosen: Callable[[MenuItem], None] = lambda row: None
        self._refused: Notice | None = None  # what was last said against a spot
        self._legal = Memo[bool]()
        self._rows = Memo[list[MenuItem]]()
        self._ghost = Memo[Ghost]()
        self._previews = Memo[Preview](64)
        self._outlook: tuple[Spot | None, Iterator[tuple[Line, ...]], tuple[Line, ...]] = (None, iter(()), ())
        self._looking = False
        self._looked = 0.0
        self._since = 0.0 if route is None else time.monotonic()

    @property
    def region(self) -> LegalSpots:
        """The legal spots: the ends of the drawn path if the player draws one."""
        return self.bends.legal_ends(self.ground.region)

    @property
    def on_path(self) -> bool:
        """Whether a point of a given path is chosen; the ghost slides along it like a bead."""
        return isinstance(self._place.region, AlongPath)

    @property
    def bead(self) -> Spot | None:
        return self.spot if self.on_path else None

    @property
    def overlay(self) -> RegionOverlay | None:
        """The overlay of legal spots. For a piece just picked up, it lacks reasons until the piece rests."""
        return self.ground.overlay

    @property
    def region_box(self) -> Box | None:
        return box_of(self.overlay.region.geometry) if self.overlay is not None else None

    @property
    def seeks_region(self) -> bool:
        return not self.ground.is_known

    @cached_property
    def _arc(self) -> float | None:
        return front_arc(self.session)

    @cached_property
    def zones(self) -> list[Overlay]:
        """The zones that affect the piece on its path."""
        pieces = (
            self.session.ruleset.view(self.session.game).pieces if self.route is not None else self.model.view.pieces
        )
        heeded = heeded_by(self.session, self.decision.about, pieces) if self.standing is not None else []
        return Control().zones(self.session, 0, heeded)

    def _start(self) -> Spot:
        """Return the spot of the piece, or the legal spot nearest to the middle of the table."""
        if self.standing is not None:
            return self.standing.x, self.standing.y
        middle = self.model.battlefield.width / 2, self.model.battlefield.height / 2
        return self.nearest(middle) or middle

    @property
    def legal(self) -> bool:
        """Whether the ghost is at a legal spot; the rules are asked once per spot."""
        key = self.spot, self.bends.at, self.turner.at(self.spot) if self._place.faced is not None else None
        return self._legal.of(key, lambda: is_legal(self.region, self.spot))

    def _turned(self) -> None:
        """Take the legal spots of a base that is not round in its present facing."""
        facing = self.turner.at(self.spot)
        if self._place.faced is not None and facing is not None:
            self.ground = self._grounds.of(facing, lambda: Ground(self._place.facing(facing), has_causes=True))

    def nearest(self, spot: Spot) -> Spot | None:
        """Return the legal spot nearest to `spot`, or None if there is none."""
        end = self.region.nearest(spot)
        return (end.x, end.y) if end else None

    def move_to(self, spot: Spot, free: bool) -> None:
        """Put the ghost at a spot; unless `free`, at the nearest legal spot, as soon as that is known."""
        # every spot is allowed for a drawn path: its end need not be legal yet
        wish = spot
        spot, free = (snap(spot[0]), snap(spot[1])), free or bool(self.bends.at)
        waits = not free and not self.ground.knows_nearest(spot)
        before, self._wanted = self.spot, spot if waits else None
        if not waits:
            if not free:
                spot = self._at_goal(self.nearest(spot) or spot)
            elif not self.bends.at:
                spot = self._place.snapped(*spot)
            self.spot = spot
        self.shown = True
        if self.spot != before:
            self._since = time.monotonic()
        if self.model.notice is self._refused and math.dist(wish, self.spot) <= OFF and self.legal:
            self.model.notice = Notice()  # it was about another spot

    def _at_goal(self, spot: Spot) -> Spot:
        """Return the legal spot in contact with a marker that the decision names as a goal, if `spot` is beside it."""
        goals = [piece for option in self.decision.shortcuts for piece in option.subject]
        for marker in (self.model.pieces[piece] for piece in goals if piece in self.model.pieces):
            distance, touching = (
                math.dist(spot, (marker.x, marker.y)),
                self._piece().radius + marker.radius + CONTACT / 2,
            )
            if marker.kind != "base" and CONTACT < distance - touching <= GOAL:
                share = touching / distance
                x, y = (goal + share * (own - goal) for own, goal in zip(spot, (marker.x, marker.y)))
                beside = position(x, y)
                return (beside.x, beside.y) if is_legal(self.region, beside) else spot
        return spot

    def settle(self) -> None:
        """Put the ghost at the last spot of the mouse, after waiting for the legal spots if needed."""
        if self._wanted is not None:
            self.ground.wait()
            self.move_to(self._wanted, free=False)

    def offer(self, piece: str, spot: Spot) -> bool:
        if piece == self.decision.about:
            self.move_to(spot, free=False)
        return piece == self.decision.about

    @property
    def ghost(self) -> Ghost:
        key = self.model.version, words(), self.spot, self.level, self.turner.at(self.spot), self.shown
        return self._ghost.of(key, self._supposed)  # needed many times a frame

    def _supposed(self) -> Ghost:
        piece, move_to = self._piece(), self.move_to
        return Ghost((piece,), self.start, self.spot, frozenset((piece.id,)), "", move_to, self.preview, self.shown)

    def _piece(self) -> PieceView:
        """Return the piece as it would be placed."""
        identity = self.decision.about
        present = self.standing or self.model.reserve.get(identity)
        if present is not None:
            facing = present.facing if self.turner.turning is None else self.turner.at(self.spot)
            return replace(present, x=self.spot[0], y=self.spot[1], level=self.level, facing=facing)
        # of a piece unknown to the view, only its name and the end of its id are known
        symbol = identity.rsplit(".", 1)[-1]
        kind = "marker" if has_icon(f"marker-{symbol}") else "base"
        size: dict[str, Any] = {"radius": getattr(self.region, "radius", 0.5)}
        if self._place.faced is not None:
            size = drawn_as(self._place.faced.base.turned_to(self.turner.at(self.spot) or 0))
        name = self.model.name_of(identity)
        return PieceView(identity, name, kind, *self.spot, owner=self.decision.player, symbol=symbol, **size)

    def preview(self) -> Preview:
        """Return the preview of the ghost's spot; the rules are asked once per spot."""
        session, place = self.session, self._place
        return self._previews.of(
            (self.spot, self.bends.at, self.turner.at(self.spot)),
            lambda: session.ruleset.preview(session.game, place.settled(self.answer()), *self.spot),
        )

    def supposed(self, pointed: MenuItem | None, piece: str) -> tuple[Session, Answer | None]:
        return self.session, [*self.spot] if self.shown and self.legal and self.rests else None

    def outlook(self) -> tuple[Line, ...]:
        if not self.shown or not self.legal:
            return ()
        self._looked = time.monotonic()
        spot, steps, lines = self._outlook
        if spot != self.spot:
            if time.monotonic() - self._since < REST:
                return ()
            session = self.session
            steps, lines = session.ruleset.outlook(session.game, self.decision, *self.spot), ()
            self._looking = True
        until = time.monotonic() + SLICE
        while self._looking and time.monotonic() < until:
            next_lines = next(steps, None)
            self._looking = next_lines is not None
            lines = lines if next_lines is None else next_lines
        self._outlook = self.spot, steps, lines
        return (_counting(),) if self._looking else lines

    @property
    def rests(self) -> bool:
        """Whether the ghost has not moved for a moment."""
        return time.monotonic() - self._since > REST

    def rest(self) -> None:
        """Treat the ghost as resting, and compute at once the enemies' possible attacks on it."""
        self._since = 0.0
        self.outlook()
        while self._looking:
            self.outlook()

    def waiting(self, now: float) -> bool:
        if self._wanted is not None and self.ground.is_known:
            self.settle()
        if self.ground.explains or (not self.ground.has_causes and now - self._since < 2 * REST):
            return True
        counting = self._looking and now - self._looked < 2 * REST  # stop once the aid is off
        return self.shown and (now - self._since < 2 * REST or counting)

    def actions(self) -> list[MenuItem]:
        key = self.spot, self.bends.at, self.turner.at(self.spot), self.legal, self.instead, words(), self.shown
        return self._rows.of(key, self._actions)  # needed several times a frame

    def _actions(self) -> list[MenuItem]:
        """Return the rows of a placement: place the piece, go to the nearest legal spot, and other ways."""
        why_not = "" if self.legal else _("not a legal spot: choose “Nearest legal spot”")
        if self.route is not None and not self.shown:
            why_not = _("it stays: the mouse is not at a legal spot")
        spot = coordinates(*self.spot)
        label = _("Place at {spot}", spot=spot)
        if self.instead and self.route is not None:
            label = _("{action} to {spot}", action=self.route.steps[-1], spot=spot)
        return [
            MenuItem(COMMIT, label, "return", reason=why_not, primary=True),
            MenuItem(NEAREST, _("Nearest legal spot"), "n"),
            *self.bends.rows(),
            *self.turner.actions(self.spot),
            *self.instead,
            *self.shortcuts(),
        ]

    def perform(self, action: MenuItem) -> None:
        if action.id == COMMIT:
            self.commit()
        elif action.id == NEAREST:
            self.model.notice = Notice()  # the notice was about another spot
            self.move_to(self.spot, free=False)
        elif action.id == BEND:
            self.settle()
            self.bends.add(self.spot)
        elif action.id == UNBEND:
            self.bends.remove()
        elif action.id in WAYS:
            self.wheel(WAYS[action.id])
        elif action in self.instead:
            self.chosen(action)
        else:
            super().perform(action)

    def answer(self) -> Answer:
        """Return the answer that puts the piece at the ghost."""
        return self.answer_at(self.spot)

    def answer_at(self, spot: Spot) -> Answer:
        """Return the answer that puts the piece at a spot by the drawn path, with its facing if that is chosen."""
        return self.bends.answer(spot, self.turner.at(spot) if self.turner.is_choice else None)

    def commit(self) -> None:
        """Answer with the ghost's spot; if it is not legal, show every reason."""
        self.settle()
        if self.legal:
            answer = self.answer()
            self.model.answer(answer) if self.route is None else self.model.take(self.route, answer)
            return
        refusals = tuple(self.decision.why_not(self.answer()))
        text = _("Not a legal spot: choose “Nearest legal spot”")
        if self.bends.may_be:
            text = _("Not a legal spot: choose “Nearest legal spot”, or bend the path here")
        self.model.notice = self._refused = Notice(text, refusals)

    def enter(self, current: MenuItem | None) -> None:
        if current is None:
            self.commit()
        else:
            self.perform(current)

    def lines(self) -> list[Line]:
        if not self.shown:
            return []
        if self.legal:
            return [*self.preview().lines]
        reasons = self.region.why_not(self.spot)
        return [Line(with_missing(reason.text, reason.short_by), reason.rule, "bad") for reason in reasons]

    def motion(self, spot: Spot, free: bool) -> None:
        if self.turner.draw(spot):
            self._turned()
        else:
            self.move_to(spot, free)

    def press(self, spot: Spot, piece: str) -> None:
        if self.shown and math.dist(spot, self.spot) <= OFF:
            self.turner.press(self.spot)

    @property
    def turns(self) -> bool:
        return self.turner.drawn

    @property
    def holds(self) -> bool:
        return self.turner.pressed is not None

    def release(self) -> None:
        self.turner.release()

    def wheel(self, steps: int, fine: bool = False) -> bool:
        turned = self.turner.turn(self.spot, steps, fine)
        self._turned()
        return turned

    def click(self, spot: Spot, piece: str) -> bool:
        if self.turner.release():
            self.commit()
            return True
        self.settle()
        if math.dist(spot, self.spot) > OFF:
            text = _("That spot is not legal. Choose “Nearest legal spot”, then press Enter")
            self.model.notice = self._refused = Notice(text)
            return False
        self.commit()
        return True

    def key(self, press: Press) -> bool:
        spot = nudged(self.spot, press)
        if spot is not None and isinstance(self._place.region, AlongPath):
            self.move_to(self._onward(self._place.region, spot, BEAD[press.shift]), free=False)
        elif spot is not None:
            self.move_to(spot, free=True)
        taken = spot is not None or self.turner.key(self.spot, press)
        self._turned()
        return taken

    def _onward(self, region: AlongPath, towards: Spot, inches: float) -> Spot:
        """Return the point `inches` along the path from the bead, on that side of it which is nearer to `towards`."""
        forward, back = (region.onward(self.spot, sign * inches) for sign in (1, -1))
        return min(forward, back, key=lambda spot: math.dist(spot, towards) if spot != self.spot else math.inf)

    def focus(self) -> Spot | None:
        return self.spot

    def marks(self) -> dict[str, str]:
        contacts = self.preview().contacts if self.shown and self.legal else ()
        return super().marks() | dict.fromkeys(contacts, "contact")

    def shown_region(self, context: DrawContext) -> RegionOverlay | None:
        return self.overlay if context.options.region else None

    def under(self, target: Canvas, context: DrawContext) -> None:
        if self.overlay is not None and context.options.region:
            self.ground.explain(context.camera.scale, rests=self.rests)
            self.overlay.show(target, context.camera)
            for zone in self.zones:
                zone.draw(target, context.camera)

    def grounds(self, context: DrawContext) -> list[Overlay]:
        return self.zones if context.options.region and self.overlay is not None else []

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        if not self.shown:
            return
        piece, camera = self.ghost.pieces[0], context.camera
        centre, radius = camera.to_screen(piece.x, piece.y), piece.radius * camera.scale
        self._draw_facing(target, context, piece)
        self._draw_ghost(target, context, piece)
        if not self.legal:
            self.bends.draw(target, context, self.spot, 2 * radius)
            reasons = self.region.why_not(self.spot)
            text = "; ".join(sorted({_(reason.cause) for reason in reasons})) or _("not legal")
            label_spot = centre[0], centre[1] - radius - context.theme.px(2)
            context.readings.append(draw_pill(target, text, label_spot, context.theme, BAD))
        elif self.standing is None or not context.options.receipts or self.spot == self.start:
            return
        elif not context.draw_preview(target, self.preview(), 2 * radius):
            draw_line(target, camera.to_screen(*self.start), centre, PAPER)

    def over_key(self) -> object:
        return (self, self.ghost.pieces, self.bends.at, self.legal) if self.shown else (self,)

    def _draw_facing(self, target: pygame.Surface, context: DrawContext, piece: PieceView) -> None:
        """Draw the front arc of the ghost, and a handle if the player can turn it."""
        if piece.facing is None or self.turner.turning is None:
            return
        camera, width = context.camera, self._arc
        if width is not None:
            draw_arc(target, camera, disc_of(piece), width, piece.radius + ARC)
        if self.turner.is_choice:
            start, end = (piece.x, piece.y), handle_of(piece.x, piece.y, piece.radius, piece.facing)
            draw_handle(target, camera.to_screen(*start), camera.to_screen(*end), max(4, context.theme.px(0.6)))

    def _draw_ghost(self, target: pygame.Surface, context: DrawContext, piece: PieceView) -> None:
        """Draw the ghost: a piece, or the outlines of a terrain piece."""
        if not isinstance(self.region, TerrainRegion):
            context.draw_ghost(target, piece, legal=self.legal)
            return
        terrain, colour = self.region.at(*self.spot), LAMP if self.legal else BAD
        for shape in (
            *(area.polygon for area in terrain.area),
            *(barricade.polygon for barricade in terrain.barricades),
        ):
            draw_outline(target, shape, context.camera, colour, VEIL)


_TURNS: Final = {"comma": 1, "period": -1}
"""The steps counter-clockwise by which a key turns the piece, as in the sandbox."""
LEFT, RIGHT = "turn-left", "turn-right"


@controls(Lay)
class LayController(PlaceController):
    """Lays a terrain piece on the table. The legal spots shown are those of its anchor, as it is turned now."""

    hint = N_(
        "Click to place it, wheel to turn it; or arrow keys (Shift: farther), . and , and Enter. Hold Alt to see "
        "why not."
    )

    def __init__(self, model: SessionModel, decision: Lay) -> None:
        self.lay, self.degrees = decision, 0
        super().__init__(model, decision)

    def turn(self, steps: int) -> None:
        """Turn the piece counter-clockwise by a number of steps and move it to the nearest legal spot."""
        self.degrees = (self.degrees + steps * self.lay.step) % 360
        self.ground = Ground(self.lay.turned(self.degrees), has_causes=True)
        self._legal = Memo[bool]()
        self.move_to(self.spot, free=False)

    def wheel(self, steps: int, fine: bool = False) -> bool:
        self.turn(steps)
        return True

    def key(self, press: Press) -> bool:
        if press.key not in _TURNS:
            return super().key(press)
        self.turn(_TURNS[press.key])
        return True

    def actions(self) -> list[MenuItem]:
        place, nearest, *shortcuts = super().actions()
        turned = _("turned by {degrees}°", degrees=self.degrees) if self.degrees else ""
        rows = [MenuItem(LEFT, _("Turn it left"), ",", detail=turned), MenuItem(RIGHT, _("Turn it right"), ".")]
        return [place, *rows, nearest, *shortcuts]

    def perform(self, action: MenuItem) -> None:
        if action.id in (LEFT, RIGHT):
            self.turn(1 if action.id == LEFT else -1)
        else:
            super().perform(action)

    def answer_at(self, spot: Spot) -> list[float]:
        return [*spot, self.degrees]


TOUCH = 0.05
"""The widest gap, in inches, at which two bases still count as touching."""
GOAL = 0.2
"""The widest gap, in inches, over which a piece snaps into contact with a marker that the decision names."""
NEAR = 0.15
"""The widest gap, in inches, at which the piece in hand snaps against another piece."""
INSTEAD = "instead:"
"""The prefix of the ids of rows for other actions."""


TOO_FAR: Final = "too far"
"""The cause of a refusal of a spot that is beyond the length of a move."""


class Hand:
    """A piece picked up: its routes with a ghost for each, of which `placing` is the one in use.

    A route is a series of answers that ends with placing the piece. `grip` is the spot by which it was picked up, `at`
    the spot (inches) to which the cursor holds its centre. `rests`: it was let go and waits for a confirmation.
    `against` is the piece that it is held against and may touch, or "".
    """

    def __init__(self, model: SessionModel, routes: Sequence[Route], grip: Spot | None = None) -> None:
        self._model = model
        self._routes = list(routes)
        self._placings: dict[int, PlaceController] = {}
        self._wanted: tuple[str, ...] = ()
        self._again: Callable[[], None] = lambda: None
        self.placing = self._placing(self._routes[0])
        start = self.placing.start
        self._offset = (0.0, 0.0) if grip is None else (start[0] - grip[0], start[1] - grip[1])
        self.at = start
        self.moved = self.rests = False
        self.against = ""
        self._instead: dict[str, tuple[str, ...]] = {}
        self._offer(self._routes)

    def _placing(self, route: Route) -> PlaceController:
        """Return the controller of a route's last decision, made once."""
        if id(route) not in self._placings:
            assert isinstance(route.decision, Place)
            self._placings[id(route)] = ghost = PlaceController(self._model, route.decision, route)
            ghost.chosen = self._choose
        return self._placings[id(route)]

    @property
    def piece(self) -> str:
        return self.placing.decision.about

    def reasons(self, spot: Spot) -> Sequence[Refusal]:
        """Return why the piece cannot be put at a spot; where all its moves are too short, those of the longest."""
        reasons = self.placing.region.why_not(spot)
        if any(reason.cause != TOO_FAR for reason in reasons):
            return reasons
        every = [self._placing(route).region.why_not(spot) for route in self._routes]
        return min(every, key=lambda found: sum(reason.short_by or 0.0 for reason in found), default=reasons)

    def over(self, spot: Spot) -> list[PieceView]:
        """Return the pieces that this one would touch or overlap with the cursor at a spot, nearest first."""
        x, y = spot[0] + self._offset[0], spot[1] + self._offset[1]
        radius = self._model.pieces[self.piece].radius if self.piece in self._model.pieces else 0.0
        touched = []
        for other in self._model.pieces.values():
            gap = math.dist((x, y), (other.x, other.y)) - other.radius - radius
            if other.id != self.piece and gap <= NEAR:
                touched.append((gap, other.id, other))
        return [other for _gap, _id, other in sorted(touched)]

    def follow(self, spot: Spot, free: bool, met: PieceView | None = None, meeting: Sequence[Route] = ()) -> None:
        """Follow the cursor with the ghost of the first route that allows its spot, else with the present ghost.

        If the piece can touch `met` by one of the routes `meeting`, it snaps to the touching spot nearest to the
        cursor. An action that the player chose is tried before others.
        """
        self.moved = True
        self.at = spot[0] + self._offset[0], spot[1] + self._offset[1]
        touching = [] if met is None else self.touching(meeting, met, self.at)
        self.against = met.id if met is not None and touching else ""
        offered = touching or self._routes
        preferred = [route for route in offered if route.steps == self._wanted] or offered
        allowing = (
            preferred if touching else [route for route in preferred if self._placing(route).region.find(self.at)]
        )
        if allowing or self.placing.route not in preferred:
            self.placing = self._placing((allowing or preferred)[0])
        self._offer(offered)
        self.placing.move_to(self.at, free and not touching)
        if self.is_off and self.placing.ground.knows_nearest(self.at):
            self.placing.shown = False  # letting go here would not put it there
        self._again = lambda: self.follow(spot, free, met, meeting)

    def touching(self, routes: Sequence[Route], met: PieceView, at: Spot) -> list[Route]:
        """Return the routes by which the piece, placed as near as possible to the spot `at`, touches `met`."""
        radius = self._model.pieces[self.piece].radius + met.radius + TOUCH
        ends = [(route, self._placing(route).nearest(at)) for route in routes]
        return [route for route, end in ends if end is not None and math.dist(end, (met.x, met.y)) <= radius]

    def _offer(self, routes: Sequence[Route]) -> None:
        """Show the other actions that are possible at this spot as menu rows beside the preview, each with its key."""
        present = self.placing.route.steps if self.placing.route is not None else ()
        by_action = {route.steps: route for route in routes if route.hand and route.steps != present}
        self._instead = {f"{INSTEAD}{steps[-1]}": steps for steps in by_action}
        self.placing.instead = tuple(
            MenuItem(name, by_action[steps].steps[-1], by_action[steps].letter, by_action[steps].decision.rule)
            for name, steps in self._instead.items()
        )

    def _choose(self, row: MenuItem) -> None:
        """Choose another action for the piece in hand."""
        self._wanted = self._instead[row.id]
        self._again()

    @property
    def meets(self) -> bool:
        """Whether it is held against a piece that it may touch."""
        return bool(self.against)

    @property
    def is_off(self) -> bool:
        """Whether the cursor is too far from the ghost for a drop."""
        return not self.meets and math.dist(self.at, self.placing.spot) > OFF

    def go_round(self) -> bool:
        """Put the piece as far as it can get along a detour towards the cursor; return whether there is a detour."""
        for placing in map(self._placing, self._routes):
            region = placing.region
            blocked = isinstance(region, PathRegion) and region.detour(self.at) is not None
            end = region.towards(self.at) if blocked and isinstance(region, PathRegion) else None
            if end is not None:
                self.placing, self.rests = placing, True
                placing.move_to(end, free=False)
                return True
        return False

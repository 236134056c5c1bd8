"""The tape measure: rulers between any two things, range rings, and who is closest; at any time, for anybody.

In hand it takes mouse and keys in place of the decision; what is pinned stays and is measured anew on every move.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import Line, PieceView
from game.engine.session import Session
from game.lengths import counted
from game.table.measuring.receipt import Receipt
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.ui.aids.measurables import Measured, Thing, Things
from game.ui.aids.receipt_text import receipt_lines
from game.ui.board import ruler_art as art
from game.ui.board.draw_context import Spot, Stage
from game.ui.board.overlays import draw_pill, draw_receipt, receipt_text
from game.ui.decisions.place import PlaceController
from game.ui.model.session_model import Desk
from game.ui.play.panel import Section
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.layers import Canvas
from game.wording import N_, _

NUDGE: Final = 0.05
STRIDE: Final = 0.5
FIRST_RING: Final = 6
LARGEST_RING: Final = 60
REST: Final = 0.12
"""Seconds a ghost must rest before its ring is drawn anew."""
_STEPS: Final = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}
_RESIZE: Final = {pygame.K_COMMA: -1, pygame.K_PERIOD: 1}


@dataclass(frozen=True)
class Pinned:
    """A ruler that stays on the table under a number."""

    number: int
    first: Thing
    second: Thing


class Measuring:
    """The tool and everything pinned by it. `on` while it is in hand; `first` is where the live ruler begins."""

    hint = N_("Click, or Tab and Enter. Alt or arrows: a bare point. Shift + wheel: ring. Esc: let go.")

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.placing: PlaceController | None = None
        self.on = False
        self.things = Things(desk, self._ghost)
        self._clear()

    def _clear(self) -> None:
        self._session: Session = self.desk.session
        self.first: Thing | None = None
        self.cursor = Thing("point", spot=(self.desk.battlefield.width / 2, self.desk.battlefield.height / 2))
        self.pinned: list[Pinned] = []
        self.numbers: dict[int, pygame.Rect] = {}  # where on the screen each pinned one is told
        self.rings: dict[Thing, int] = {}
        self.watched: list[str] = []
        self._receipts: dict[tuple[Thing, Thing], tuple[tuple[object, ...], Receipt]] = {}
        self._overlays: dict[Thing, tuple[tuple[object, ...], art.RingOverlay]] = {}
        self._moved: dict[Thing, tuple[Measured, float]] = {}
        self._closest: dict[str, tuple[int, tuple[str, ...]]] = {}

    def _ghost(self) -> PieceView | None:
        placing = self.placing
        return placing.ghost() if placing is not None and placing.shown else None

    # -- in hand -------------------------------------------------------------------------------

    def follow(self, controller: object) -> None:
        """Take over who is being placed; with another game on the table, forget everything pinned."""
        self.placing = controller if isinstance(controller, PlaceController) else None
        if self._session is not self.desk.session:
            self._clear()

    def stay(self) -> None:
        """Keep what is pinned although the session is another: the same game at another moment."""
        self._session = self.desk.session

    def toggle(self, looked_at: str) -> None:
        """Take the tape measure in hand, beginning at the ghost or at the piece that is looked at; or put it down."""
        self.on = not self.on
        if not self.on:
            return
        ghost = self._ghost()
        if ghost is not None:
            self.first = Thing("ghost", ghost.id)
        else:
            self.first = Thing("piece", looked_at) if looked_at in self.desk.pieces else None
        self.cursor = self.first or self.cursor

    def escape(self) -> None:
        """Let go of where the ruler begins; with nothing held, put the tape measure down."""
        if self.first is not None:
            self.first = None
        else:
            self.on = False

    # -- what is measured ----------------------------------------------------------------------

    def receipt(self, first: Thing, second: Thing) -> Receipt | None:
        """Return the receipt between two things as they are now; None when one has left the table."""
        a, b = self.things.measured(first), self.things.measured(second)
        if a is None or b is None:
            return None
        ruler = self.desk.session.game.ruler
        key = (_key(a), _key(b), id(ruler))
        known = self._receipts.get((first, second))
        if known is None or known[0] != key:
            if len(self._receipts) > 200:
                self._receipts.clear()
            known = self._receipts[first, second] = (key, ruler.measure(a, b))
        return known[1]

    def live(self) -> Receipt | None:
        """Return the receipt of the ruler in hand."""
        if self.first is None or self.first == self.cursor:
            return None
        return self.receipt(self.first, self.cursor)

    def closest(self, piece: str) -> tuple[str, ...]:
        """Return the hostile pieces closest to a piece; the rules are asked once per state."""
        known = self._closest.get(piece)
        if known is None or known[0] != self.desk.version:
            session = self.desk.session
            known = self._closest[piece] = (self.desk.version, session.ruleset.closest(session.game, piece))
        return known[1]

    def ring(self, thing: Thing) -> art.RingOverlay | None:
        """Return the ring of a thing; None when it has left the table or has not come to rest."""
        found = self.things.measured(thing)
        if not isinstance(found, Disc):
            return None
        now = time.monotonic()
        seen = self._moved.get(thing)
        if seen is None or seen[0] != found:
            self._moved[thing] = (found, now if seen is not None else 0.0)
        ruler, n = self.desk.session.game.ruler, self.rings[thing]
        key = (found, n, id(ruler))
        known = self._overlays.get(thing)
        if known is None or known[0] != key:
            if now - self._moved[thing][1] < REST:
                return None
            known = self._overlays[thing] = (key, art.RingOverlay(self._near_table(Reach(ruler, found, n).points)))
        return known[1]

    def _near_table(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return what lies on the table and just beyond, so that a large ring costs no more to paint than the table."""
        return shapely.intersection(geometry, shapely.buffer(self.desk.battlefield.table, 0.5, join_style="mitre"))

    def waiting(self, now: float) -> bool:
        """Say whether a ring is still to be drawn."""
        return any(thing in self.rings and now - since < 2 * REST for thing, (_unused, since) in self._moved.items())

    # -- doing ---------------------------------------------------------------------------------

    def take(self) -> None:
        """Begin the ruler at the cursor; with a beginning, pin the ruler."""
        if self.first is None:
            self.first = self.cursor
        elif self.live() is not None:
            self.pinned.append(Pinned(self._free_number(), self.first, self.cursor))
            self.first = None

    def _free_number(self) -> int:
        taken = {ruler.number for ruler in self.pinned}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def resize_ring(self, by: int) -> None:
        """Make the ring around the cursor larger or smaller; below 0 it goes."""
        size = self.rings[self.cursor] + by if self.cursor in self.rings else FIRST_RING
        if size < 0:
            del self.rings[self.cursor]
        elif isinstance(self.things.measured(self.cursor), Disc):
            self.rings[self.cursor] = min(size, LARGEST_RING)

    def actions(self) -> list[MenuItem]:
        """Return what can be done with the tape measure now."""
        name = self.things.name(self.cursor)
        if self.first is None:
            rows = [MenuItem("take", _("Measure from {name}", name=name), "return", primary=True)]
        else:
            same = _("point at something else") if self.live() is None else ""
            label = _("Pin: {first} to {name}", first=self.things.name(self.first), name=name)
            rows = [MenuItem("take", label, "return", reason=same, primary=True)]
        flat = "" if isinstance(self.things.measured(self.cursor), Disc) else _("only pieces and points have one")
        size = self.rings.get(self.cursor)
        keys = "" if size is None else _(": {size} (, and .)", size=counted(size))
        label = _("Ring around {name}", name=name) + keys
        rows.append(MenuItem("ring", label, "r", reason=flat, ticked=size is not None))
        piece = self.things.piece(self.cursor)
        if piece is not None and self.cursor.sort == "piece" and piece.kind == "base":
            rows.append(
                MenuItem("closest", _("Closest hostile to {name}", name=name), "c", ticked=piece.id in self.watched)
            )
        if self.first is not None:  # then the receipt needs the room
            return [*rows, MenuItem("leave", _("Put the tape measure down"), "m")]
        for number in sorted(ruler.number for ruler in self.pinned):
            rows.append(
                MenuItem(
                    f"drop:{number}", _("Remove ruler {number}", number=number), str(number) if number < 10 else ""
                )
            )
        if self.pinned or self.rings or self.watched:
            rows.append(MenuItem("clear", _("Remove everything measured"), "delete"))
        return [*rows, MenuItem("leave", _("Put the tape measure down"), "m")]

    def perform(self, action: MenuItem) -> None:
        """Do what a row says."""
        if action.id == "take":
            self.take()
        elif action.id == "ring" and self.cursor in self.rings:
            del self.rings[self.cursor]
        elif action.id == "ring":
            self.resize_ring(0)
        elif action.id == "closest":
            (self.watched.remove if self.cursor.id in self.watched else self.watched.append)(self.cursor.id)
        elif action.id == "clear":
            self.pinned, self.rings, self.watched = [], {}, []
        elif action.id == "leave":
            self.on = False
        else:
            self.pinned = [ruler for ruler in self.pinned if action.id != f"drop:{ruler.number}"]

    def enter(self, current: MenuItem | None) -> None:
        """Begin or pin, unless the keyboard cursor is on another row."""
        if current is not None and current.enabled:
            self.perform(current)
        else:
            self.take()

    def space(self, current: MenuItem | None) -> None:
        """Do the same as Enter."""
        self.enter(current)

    # -- mouse and keys ------------------------------------------------------------------------

    def motion(self, spot: Spot, free: bool) -> None:
        """Point at what is under the mouse; with `free` at the bare point."""
        self.cursor = self.things.at(spot, free)

    def click(self, spot: Spot, piece: str) -> bool:
        """Begin or pin at what is under the mouse."""
        self.take()
        return True

    def wheel(self, steps: int) -> None:
        """Let the ring around the cursor grow or shrink."""
        self.resize_ring(steps)

    def key(self, event: pygame.event.Event) -> bool:
        """Walk from thing to thing, nudge a bare point, size a ring, take back what was pinned last."""
        if event.mod & pygame.KMOD_CTRL:
            return False
        if event.key == pygame.K_TAB:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in _STEPS:
            step = STRIDE if event.mod & pygame.KMOD_SHIFT else NUDGE
            x, y = self.things.spot(self.cursor) or self.cursor.spot
            dx, dy = _STEPS[event.key]
            self.cursor = self.things.at((x + dx * step, y + dy * step), bare=True)
        elif event.key in _RESIZE:
            self.resize_ring(_RESIZE[event.key])
        elif event.key == pygame.K_BACKSPACE:
            del self.pinned[-1:]
        else:
            return False
        return True

    def _step(self, by: int) -> None:
        found = [thing for thing in self.things.everything() if thing != self.first]
        if found:
            at = found.index(self.cursor) if self.cursor in found else (-1 if by > 0 else 0)
            self.cursor = found[(at + by) % len(found)]

    def focus(self) -> Spot | None:
        """Keep the cursor in view."""
        return self.things.spot(self.cursor)

    # -- telling -------------------------------------------------------------------------------

    def lines(self) -> list[Line]:
        """Return nothing of the decision."""
        return []

    def sections(self) -> list[Section]:
        """Return the live receipt, and what is pinned."""
        policy = self.desk.session.game.ruler.policy
        found = []
        receipt = self.live()
        if receipt is not None and self.first is not None:
            title = _("{first} to {second}", first=self.things.name(self.first), second=self.things.name(self.cursor))
            found.append(Section(title, tuple(receipt_lines(receipt, policy))))
        elif self.on:
            begins = _("Click where to begin.") if self.first is None else _("Point at where to end.")
            found.append(Section(_("Tape measure"), (Line(begins, tone="quiet"),)))
        if self.pinned:
            found.append(Section(_("Pinned"), tuple(map(self._pinned_line, self.pinned))))
        found += [self._closest_section(piece) for piece in self.watched if piece in self.desk.pieces]
        return found

    def _pinned_line(self, ruler: Pinned) -> Line:
        receipt = self.receipt(ruler.first, ruler.second)
        text = receipt_text(receipt) if receipt is not None else _("no longer on the table")
        tone = "quiet" if receipt is None else "bad" if receipt.range is None else "plain"
        names = _("{first} to {second}", first=self.things.name(ruler.first), second=self.things.name(ruler.second))
        return Line(f"{ruler.number}. {names}: {text}", tone=tone)

    def _closest_section(self, piece: str) -> Section:
        lines = []
        for other in self.closest(piece):
            receipt = self.receipt(Thing("piece", piece), Thing("piece", other))
            if receipt is not None:
                rule = receipt.rules[0] if receipt.rules else ""
                lines.append(Line(f"{self.desk.name_of(other)}: {receipt_text(receipt)}", rule))
        if len(lines) > 1:
            lines.append(Line(_("These tie: only whole units count"), tone="quiet"))
        name = self.desk.name_of(piece)
        return Section(
            _("Closest to {name}", name=name),
            tuple(lines or [Line(_("Nobody hostile is on the table"), tone="quiet")]),
        )

    # -- drawing -------------------------------------------------------------------------------

    def marks(self) -> dict[str, str]:
        """Ring where the ruler begins and what is pointed at."""
        if not self.on:
            return {}
        marks = {self.cursor.id: "candidate"} if self.cursor.sort == "piece" else {}
        if self.first is not None and self.first.sort == "piece":
            marks[self.first.id] = "chosen"
        return marks

    def under(self, target: Canvas, stage: Stage) -> None:
        """Draw the rings, below the pieces."""
        for thing in self.rings:
            overlay = self.ring(thing)
            if overlay is not None:
                overlay.draw(target, stage.camera)

    def over(self, target: pygame.Surface, stage: Stage) -> None:
        """Draw rulers, labels and the cursor, above the pieces."""
        camera, theme = stage.camera, stage.theme
        for thing, size in self.rings.items():
            overlay = self.ring(thing)
            top = overlay.top(camera) if overlay is not None else None
            if top is not None:
                draw_pill(
                    target, f"{self.things.name(thing)}: {counted(size)}", camera.to_screen(*top), theme, art.RING
                )
        for piece in self.watched:
            others = self.closest(piece) if piece in self.desk.pieces else ()
            for other in others:
                receipt = self.receipt(Thing("piece", piece), Thing("piece", other))
                if receipt is not None:
                    art.draw_closest(target, receipt, camera, theme, tie=len(others) > 1)
        for ruler in self.pinned:
            receipt = self.receipt(ruler.first, ruler.second)
            if receipt is not None:
                self.numbers[ruler.number] = art.draw_ruler(target, receipt, camera, theme, str(ruler.number))
        if self.on:
            self._draw_hand(target, stage)

    def _draw_hand(self, target: pygame.Surface, stage: Stage) -> None:
        for thing in (self.first, self.cursor):
            found = self.things.measured(thing) if thing is not None else None
            if isinstance(found, Disc):
                if found.kind == "point":
                    art.draw_crosshair(target, stage.camera.to_screen(found.x, found.y), stage.theme)
            elif found is not None:
                art.draw_outline(target, found.shape, stage.camera)
        if (receipt := self.live()) is None:
            return
        piece = self.things.piece(self.cursor)
        away = 2 * piece.radius * stage.camera.scale if piece is not None else 0.0
        if receipt.range is None:
            art.draw_barred(target, stage.camera.to_screen(*receipt.start), stage.camera.to_screen(*receipt.end))
        draw_receipt(target, receipt, stage.camera, stage.theme, legal=receipt.range is not None, clearance=away)


def _key(thing: Measured) -> object:
    return thing if isinstance(thing, Disc) else id(thing)

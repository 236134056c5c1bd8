"""The tape measure: rulers between anything, range rings, and who is closest; at any time, for anybody.

In hand it takes mouse and keys in place of the decision; what is pinned stays and is measured anew on every move.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.lengths import counted
from game.table.measuring.receipt import Receipt
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.ui.aids.measurables import Measurable, Measurables, Measured
from game.ui.board.draw_context import Spot
from game.ui.board.ruler_art import RingOverlay
from game.ui.decisions.base import nudged
from game.ui.decisions.place import PlaceController
from game.ui.model.session_model import SessionModel
from game.ui.widgets.keys import Press
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

FIRST_RING: Final = 6
LARGEST_RING: Final = 60
REST: Final = 0.12
"""Seconds a ghost must rest before its ring is drawn anew."""
_RESIZE: Final = {"comma": -1, "period": 1}


@dataclass(frozen=True)
class Pinned:
    """A ruler that stays on the table under a number."""

    number: int
    first: Measurable
    second: Measurable


class Measuring:
    """The tool and everything pinned by it. `on` while it is in hand; `first` is where the live ruler begins."""

    hint = N_("Click, or Tab and Enter. Alt or arrows: a bare point. Shift + wheel: ring. Esc: let go.")

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self.placing: PlaceController | None = None
        self.on = False
        self.measurables = Measurables(model, self._ghost)
        self._clear()

    def _clear(self) -> None:
        self._session: Session = self.model.session
        self.first: Measurable | None = None
        self.cursor = Measurable("point", spot=(self.model.battlefield.width / 2, self.model.battlefield.height / 2))
        self.pinned: list[Pinned] = []
        self.numbers: dict[int, pygame.Rect] = {}  # where on the screen each pinned one has its number
        self.rings: dict[Measurable, int] = {}
        self.watched: list[str] = []
        self._receipts: dict[tuple[Measurable, Measurable], tuple[tuple[object, ...], Receipt]] = {}
        self._overlays: dict[Measurable, tuple[tuple[object, ...], RingOverlay]] = {}
        self._moved: dict[Measurable, tuple[Measured, float]] = {}
        self._closest: dict[str, tuple[int, tuple[str, ...]]] = {}

    def _ghost(self) -> PieceView | None:
        placing = self.placing
        return placing.ghost() if placing is not None and placing.shown else None

    # -- in hand -------------------------------------------------------------------------------

    def follow(self, controller: object) -> None:
        """Take over who is being placed; with another game on the table, forget everything pinned."""
        self.placing = controller if isinstance(controller, PlaceController) else None
        if self._session is not self.model.session:
            self._clear()

    def stay(self) -> None:
        """Keep what is pinned although the session is another: the same game at another moment."""
        self._session = self.model.session

    def toggle(self, looked_at: str) -> None:
        """Take the tape measure in hand, beginning at the ghost or at the piece that is looked at; or put it down."""
        self.on = not self.on
        if not self.on:
            return
        ghost = self._ghost()
        if ghost is not None:
            self.first = Measurable("ghost", ghost.id)
        else:
            self.first = Measurable("piece", looked_at) if looked_at in self.model.pieces else None
        self.cursor = self.first or self.cursor

    def escape(self) -> None:
        """Let go of where the ruler begins; with nothing held, put the tape measure down."""
        if self.first is not None:
            self.first = None
        else:
            self.on = False

    # -- what is measured ----------------------------------------------------------------------

    def receipt(self, first: Measurable, second: Measurable) -> Receipt | None:
        """Return the receipt between two measurables as they are now; None when one has left the table."""
        a, b = self.measurables.measured(first), self.measurables.measured(second)
        if a is None or b is None:
            return None
        ruler = self.model.session.game.ruler
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
        if known is None or known[0] != self.model.version:
            session = self.model.session
            known = self._closest[piece] = (self.model.version, session.ruleset.closest(session.game, piece))
        return known[1]

    def ring(self, measurable: Measurable) -> RingOverlay | None:
        """Return the ring of a measurable; None when it has left the table or has not come to rest."""
        found = self.measurables.measured(measurable)
        if not isinstance(found, Disc):
            return None
        now = time.monotonic()
        seen = self._moved.get(measurable)
        if seen is None or seen[0] != found:
            self._moved[measurable] = (found, now if seen is not None else 0.0)
        ruler, n = self.model.session.game.ruler, self.rings[measurable]
        key = (found, n, id(ruler))
        known = self._overlays.get(measurable)
        if known is None or known[0] != key:
            if now - self._moved[measurable][1] < REST:
                return None
            known = self._overlays[measurable] = (key, RingOverlay(self._near_table(Reach(ruler, found, n).points)))
        return known[1]

    def _near_table(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return what lies on the table and just beyond, so that a large ring costs no more to paint than the table."""
        return shapely.intersection(geometry, shapely.buffer(self.model.battlefield.table, 0.5, join_style="mitre"))

    def waiting(self, now: float) -> bool:
        """Say whether a ring is still to be drawn."""
        return any(each in self.rings and now - since < 2 * REST for each, (_unused, since) in self._moved.items())

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
        elif isinstance(self.measurables.measured(self.cursor), Disc):
            self.rings[self.cursor] = min(size, LARGEST_RING)

    def actions(self) -> list[MenuItem]:
        """Return what can be done with the tape measure now."""
        name = self.measurables.name(self.cursor)
        if self.first is None:
            rows = [MenuItem("take", _("Measure from {name}", name=name), "return", primary=True)]
        else:
            same = _("point at something else") if self.live() is None else ""
            label = _("Pin: {first} to {name}", first=self.measurables.name(self.first), name=name)
            rows = [MenuItem("take", label, "return", reason=same, primary=True)]
        flat = "" if isinstance(self.measurables.measured(self.cursor), Disc) else _("only pieces and points have one")
        size = self.rings.get(self.cursor)
        keys = "" if size is None else _(": {size} (, and .)", size=counted(size))
        label = _("Ring around {name}", name=name) + keys
        rows.append(MenuItem("ring", label, "r", reason=flat, ticked=size is not None))
        piece = self.measurables.piece(self.cursor)
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
        self.cursor = self.measurables.at(spot, free)

    def click(self, spot: Spot, piece: str) -> bool:
        """Begin or pin at what is under the mouse."""
        self.take()
        return True

    def wheel(self, steps: int) -> None:
        """Let the ring around the cursor grow or shrink."""
        self.resize_ring(steps)

    def key(self, press: Press) -> bool:
        """Walk from one measurable to the next, nudge a bare point, size a ring, take back what was pinned last."""
        if press.command == "next":
            self._step(-1 if press.shift else 1)
        elif (spot := nudged(self.measurables.spot(self.cursor) or self.cursor.spot, press)) is not None:
            self.cursor = self.measurables.at(spot, bare=True)
        elif press.key in _RESIZE:
            self.resize_ring(_RESIZE[press.key])
        elif press.key == "backspace":
            del self.pinned[-1:]
        else:
            return False
        return True

    def _step(self, by: int) -> None:
        found = [measurable for measurable in self.measurables.everything() if measurable != self.first]
        if found:
            at = found.index(self.cursor) if self.cursor in found else (-1 if by > 0 else 0)
            self.cursor = found[(at + by) % len(found)]

    def focus(self) -> Spot | None:
        """Keep the cursor in view."""
        return self.measurables.spot(self.cursor)

    def marks(self) -> dict[str, str]:
        """Ring where the ruler begins and what is pointed at."""
        if not self.on:
            return {}
        marks = {self.cursor.id: "candidate"} if self.cursor.sort == "piece" else {}
        if self.first is not None and self.first.sort == "piece":
            marks[self.first.id] = "chosen"
        return marks


def _key(measurable: Measured) -> object:
    return measurable if isinstance(measurable, Disc) else id(measurable)

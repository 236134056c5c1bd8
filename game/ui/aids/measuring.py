"""The tape measure: rulers between any objects, range rings, and the closest enemies; at any time, for anybody.

In hand it takes mouse and keys in place of the decision; pinned rulers stay and are measured anew on every move.
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
from game.ui.aids.sighting import Sighting
from game.ui.board.camera import Spot
from game.ui.board.memo import Memo
from game.ui.board.overlays import Overlay, RingOverlay
from game.ui.decisions.base import Tool, nudged, stepped
from game.ui.decisions.place import PlaceController
from game.ui.model.session_model import SessionModel
from game.ui.widgets.keys import Press
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

FIRST_RING: Final = 6
LARGEST_RING: Final = 60
REST: Final = 0.12
"""Seconds a ghost must rest before its ring is redrawn."""
_RESIZE: Final = {"comma": -1, "period": 1}


@dataclass(frozen=True)
class Pinned:
    """A ruler kept on the table under a number; a line of `sight` if it looks instead of measuring."""

    number: int
    first: Measurable
    second: Measurable
    sight: bool = False


class Measuring(Tool):
    """The tool and its pinned rulers. `on` while it is in hand; `first` is the start of the live ruler."""

    hint = N_("Click, or Tab and Enter. Alt or arrows: a bare point. Shift + wheel: ring. Esc: let go.")

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self.placing: PlaceController | None = None
        self.on = False
        self.measurables = Measurables(model, self._ghost)
        self.sighting = Sighting(self.measurables)
        self._clear()

    def _clear(self) -> None:
        self._session: Session = self.model.session
        self.first: Measurable | None = None
        self.cursor = Measurable("point", spot=(self.model.battlefield.width / 2, self.model.battlefield.height / 2))
        self.pinned: list[Pinned] = []
        self.numbers: dict[int, pygame.Rect] = {}  # the number plate of each pinned ruler on screen
        self.rings: dict[Measurable, int] = {}
        self.watched: list[str] = []
        self._receipts = Memo[Receipt](200)
        self._overlays = Memo[RingOverlay](100)
        self._moved: dict[Measurable, tuple[Measured, float]] = {}
        self._closest = Memo[tuple[str, ...]](100)
        self.sighting.clear()

    def _ghost(self) -> PieceView | None:
        placing = self.placing
        return placing.ghost() if placing is not None and placing.shown else None

    def follow(self, controller: object) -> None:
        """Adopt the new decision's ghost; with another game on the table, forget everything pinned."""
        self.placing = controller if isinstance(controller, PlaceController) else None
        if self._session is not self.model.session:
            self._clear()

    def stay(self) -> None:
        """Keep pinned rulers although the session changes: it is the same game at another moment."""
        self._session = self.model.session

    def toggle(self, piece: str) -> None:
        """Take the tape measure in hand, starting at the ghost, else at a piece; or put it down."""
        self.on = not self.on
        if not self.on:
            return
        ghost = self._ghost()
        if ghost is not None:
            self.first = Measurable("ghost", ghost.id)
        else:
            self.first = Measurable("piece", piece) if piece in self.model.pieces else None
        self.cursor = self.first or self.cursor

    def escape(self) -> None:
        """Release the start of the ruler; without one, put the tape measure down."""
        self.on = self.first is not None
        self.first = None

    def receipt(self, first: Measurable, second: Measurable) -> Receipt | None:
        """Return the receipt between two measurables as they are now; None when one has left the table."""
        a, b = self.measurables.measured(first), self.measurables.measured(second)
        if a is None or b is None:
            return None
        ruler = self.model.session.game.ruler
        return self._receipts.of((a, b, ruler), lambda: ruler.measure(a, b))

    def live(self) -> Receipt | None:
        """Return the receipt of the ruler in hand."""
        if self.first is None or self.first == self.cursor:
            return None
        return self.receipt(self.first, self.cursor)

    def closest(self, piece: str) -> tuple[str, ...]:
        """Return the hostile pieces closest to a piece; the rules are queried once per state."""
        session = self.model.session
        return self._closest.of((piece, self.model.version), lambda: session.ruleset.closest(session.game, piece))

    def ring(self, measurable: Measurable) -> RingOverlay | None:
        """Return the ring of a measurable; None if it has left the table or is still moving."""
        found = self.measurables.measured(measurable)
        if not isinstance(found, Disc):
            return None
        now = time.monotonic()
        seen = self._moved.get(measurable)
        if seen is None or seen[0] != found:
            self._moved[measurable] = (found, now if seen is not None else 0.0)
        ruler, n, looks = self.model.session.game.ruler, self.rings[measurable], self.sighting
        key = (found, n, ruler, looks.sight if looks.cuts else None)
        if self._overlays.get(key) is None and now - self._moved[measurable][1] < REST:
            return None

        def ring() -> RingOverlay:
            points, cut = self._near_table(Reach(ruler, found, n).points), looks.cut(measurable)
            return RingOverlay(points if cut is None else points.intersection(cut))

        return self._overlays.of(key, ring)

    def overlays(self) -> list[Overlay]:
        """Return what to draw below the pieces: what is seen, then the rings."""
        rings = (self.ring(each) for each in self.rings)
        return [*self.sighting.overlays(), *(ring for ring in rings if ring is not None)]

    def _near_table(self, geometry: BaseGeometry) -> BaseGeometry:
        """Clip to the table and just beyond, so that a large ring costs no more to paint than the table."""
        return shapely.intersection(geometry, shapely.buffer(self.model.battlefield.table, 0.5, join_style="mitre"))

    def waiting(self, now: float) -> bool:
        rings = (moved for each, moved in self._moved.items() if each in self.rings)
        return self.sighting.waiting(now) or any(now - moved[1] < 2 * REST for moved in rings)

    def take(self) -> None:
        """Start the ruler at the cursor; if it has a start, pin it."""
        if self.first is None:
            self.first = self.cursor
        elif self.live() is not None:
            taken = {ruler.number for ruler in self.pinned}
            number = next(number for number in range(1, len(taken) + 2) if number not in taken)
            self.pinned.append(Pinned(number, self.first, self.cursor, self.sighting.looks))
            self.first = None

    def resize_ring(self, by: int) -> None:
        """Enlarge or shrink the ring around the cursor; below 0 it disappears."""
        size = self.rings[self.cursor] + by if self.cursor in self.rings else FIRST_RING
        if size < 0:
            del self.rings[self.cursor]
        elif isinstance(self.measurables.measured(self.cursor), Disc):
            self.rings[self.cursor] = min(size, LARGEST_RING)

    def actions(self) -> list[MenuItem]:
        name, leave = self.measurables.name(self.cursor), MenuItem("leave", _("Put the tape measure down"), "m")
        if self.first is None:
            label = _("Look from {name}", name=name) if self.sighting.looks else _("Measure from {name}", name=name)
            rows = [MenuItem("take", label, "return", primary=True)]
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
            label = _("Closest hostile to {name}", name=name)
            rows.append(MenuItem("closest", label, "c", ticked=piece.id in self.watched))
        if self.first not in (None, self.cursor):  # leave the room to the receipt
            return [*rows, *self.sighting.line_actions(), leave]
        rows += self.sighting.actions(self.cursor, rings=bool(self.rings))
        if self.first is not None:
            return [*rows, leave]
        for number in sorted(ruler.number for ruler in self.pinned):
            key = str(number) if number < 10 else ""
            rows.append(MenuItem(f"drop:{number}", _("Remove ruler {number}", number=number), key))
        if self.pinned or self.rings or self.watched or self.sighting.shows:
            rows.append(MenuItem("clear", _("Remove everything measured"), "delete"))
        return [*rows, leave]

    def perform(self, action: MenuItem) -> None:
        if self.sighting.perform(action.id, self.cursor):
            return
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

    def click(self, spot: Spot, piece: str) -> bool:
        self.take()
        return True

    def key(self, press: Press) -> bool:
        if press.command == "next":
            ring = [each for each in self.measurables.everything() if each != self.first]
            self.cursor = stepped(ring, self.cursor, -1 if press.shift else 1) if ring else self.cursor
        elif (spot := nudged(self.measurables.spot(self.cursor) or self.cursor.spot, press)) is not None:
            self.cursor = self.measurables.at(spot, bare=True)
        elif press.key in _RESIZE:
            self.resize_ring(_RESIZE[press.key])
        elif press.key == "backspace":
            del self.pinned[-1:]
        else:
            return self.sighting.key(press.key, self.cursor, rings=bool(self.rings))
        return True

    def focus(self) -> Spot | None:
        return self.measurables.spot(self.cursor)

    def marks(self) -> dict[str, str]:
        if not self.on:
            return {}
        marks = {self.cursor.id: "candidate"} if self.cursor.sort == "piece" else {}
        if self.first is not None and self.first.sort == "piece":
            marks[self.first.id] = "chosen"
        return marks

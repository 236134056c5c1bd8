"""The tape measure: rulers between any objects, range rings, and the closest enemies; for anyone at any time.

In hand it takes mouse and keys instead of the decision; pinned rulers stay and are measured anew on every move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.lengths import counted
from game.play.session_model import SessionModel
from game.table.measuring.receipt import Receipt
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.ui.aids.measurables import Measurable, Measurables, Rest
from game.ui.aids.paths import HINT, Bends, PathRuler
from game.ui.aids.sighting import Sighting
from game.ui.aids.zones import Zones
from game.ui.board.camera import Spot
from game.ui.board.overlays import Entry, Overlay, RingOverlay
from game.ui.decisions.base import Controller, Tool, nudged, stepped
from game.ui.widgets.keys import Press
from game.ui.widgets.memo import Memo
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _

FIRST_RING: Final = 6
LARGEST_RING: Final = 60
_RESIZE: Final = {"comma": -1, "period": 1}


class PathAsked(NamedTuple):
    """The settings of a path ruler: its bends, and the given move, or None for any."""

    bends: Bends
    inches: int | None


@dataclass(frozen=True)
class Pinned:
    """A ruler kept on the table under a number; a line of `sight`, or a `path`, if it is one."""

    number: int
    first: Measurable
    second: Measurable
    sight: bool = False
    path: PathAsked | None = None


class Measuring(Tool):
    """The tool and its pinned rulers. `on` while it is in hand; `first` is the start of the live ruler."""

    title, prompt = N_("Measuring"), N_("Measure anything to anything")
    rulers = N_("Click, or Tab and Enter. Alt or arrows: any free point. Shift + wheel: ring. Esc: let go.")

    def __init__(self, model: SessionModel) -> None:
        self.model = model
        self.controller: Controller | None = None
        self.on = False
        self.measurables = Measurables(model, self._ghost)
        self.sighting = Sighting(self.measurables)
        self.paths = PathRuler(self.measurables)
        self.zones = Zones(self.measurables)
        self._clear()

    @property
    def hint(self) -> str:  # type: ignore[override]
        """The hint at the foot of the panel's head."""
        return HINT if self.paths.goes else self.rulers

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
        self._rest = Rest()
        self._closest = Memo[tuple[str, ...]](100)
        self.sighting.clear()
        self.paths.clear()
        self.zones.clear()

    def close(self) -> None:
        """Put the tape measure down and remove everything measured: something went wrong there."""
        self.on = False
        self._clear()

    def _ghost(self) -> PieceView | None:
        return self.controller.ghost.placed if self.controller is not None else None

    def follow(self, controller: Controller | None) -> None:
        """Adopt the new decision's ghost; with another game on the table, forget everything pinned."""
        self.controller = controller
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
            self.first = self.measurables.whole(piece) if self.model.units.parts(piece) else None
        self.cursor = self.first or self.cursor

    def escape(self) -> None:
        """Release the start of the ruler; without one, put the tape measure down."""
        self.on = self.first is not None
        self.first, self.paths.bends = None, ()

    def receipt(self, first: Measurable, second: Measurable) -> Receipt | None:
        """Return the details between two measurables as they are now, or None when one has left the table."""
        pair, ruler = self.measurables.closest(first, second), self.model.session.game.ruler
        return self._receipts.of((pair, ruler), lambda: ruler.measure(*pair)) if pair is not None else None

    def live(self) -> Receipt | None:
        """Return the details of the ruler in hand."""
        if self.first is None or self.first == self.cursor or self.paths.goes:
            return None
        return self.receipt(self.first, self.cursor)

    def closest(self, piece: str) -> tuple[str, ...]:
        """Return the hostile pieces closest to a piece; the rules are queried once per state."""
        session = self.model.session
        return self._closest.of((piece, self.model.version), lambda: session.ruleset.closest(session.game, piece))

    def ring(self, measurable: Measurable) -> RingOverlay | None:
        """Return the ring of a measurable, or None if it has left the table or is still moving."""
        discs = tuple(each for each in self.measurables.bodies(measurable) if isinstance(each, Disc))
        if not discs:
            return None
        rests = self._rest.note(measurable, discs)
        ruler, n, looks = self.model.session.game.ruler, self.rings[measurable], self.sighting
        key = (discs, n, ruler, looks.sight if looks.cuts else None)
        if self._overlays.get(key) is None and not rests:
            return None

        def ring() -> RingOverlay:
            reached = [Reach(ruler, disc, n).points for disc in discs]
            points = self._near_table(shapely.union_all(reached) if len(reached) > 1 else reached[0])
            cut = looks.cut(measurable)
            return RingOverlay(points if cut is None else points.intersection(cut))

        return self._overlays.of(key, ring)

    def overlays(self, scale: float) -> list[Overlay]:
        """Return the overlays below the pieces at `scale` pixels an inch: reach and zones, the seen area, the rings."""
        reach = self.paths.reached(self.first if self.on else None, scale)
        rings = (self.ring(each) for each in self.rings)
        found = (reach, *self.zones.overlays(), *self.sighting.overlays(), *rings)
        return [each for each in found if each is not None]

    def legend(self, scale: float) -> list[Entry]:
        """Return the drawn patterns, including a path's, with their meaning."""
        goes = self.paths.goes and self.first not in (None, self.cursor)
        drawn = goes or any(ruler.path is not None for ruler in self.pinned)
        return [*self.paths.legend(drawn=drawn), *(each for shown in self.overlays(scale) for each in shown.legend())]

    def _near_table(self, geometry: BaseGeometry) -> BaseGeometry:
        """Clip to the table and just beyond, so that a large ring costs no more to paint than the table."""
        return shapely.intersection(geometry, shapely.buffer(self.model.battlefield.table, 0.5, join_style="mitre"))

    def waiting(self, now: float) -> bool:
        aids = (self.sighting.waiting, self.zones.waiting, self.paths.settling)
        return self.paths.waiting or any(aid(now) for aid in aids) or self._rest.ends(self.rings, now)

    def take(self) -> None:
        """Start the ruler at the cursor; if it has a start, pin it."""
        if self.first is None:
            self.first = self.cursor
        elif self.can_pin:
            taken = {ruler.number for ruler in self.pinned}
            number = next(number for number in range(1, len(taken) + 2) if number not in taken)
            bends, end = self.paths.ended(self.cursor)
            path = PathAsked(bends, self.paths.inches) if self.paths.goes else None
            self.pinned.append(Pinned(number, self.first, end, self.sighting.looks, path))
            self.first, self.paths.bends = None, ()

    @property
    def can_pin(self) -> bool:
        """Whether there is a ruler, a line or a path in hand."""
        if self.first is None or self.first == self.cursor:
            return False
        if self.paths.goes:
            return self.paths.question(self.first, self.cursor, (), None) is not None
        return self.live() is not None

    def resize_ring(self, by: int) -> None:
        """Enlarge or shrink the ring around the cursor; below 0 it disappears. For paths, change the given move."""
        if self.paths.goes:
            self.paths.resize(by)
            return
        around = self.measurables.around(self.cursor)
        size = self.rings[around] + by if around in self.rings else FIRST_RING
        if size < 0:
            del self.rings[around]
        elif isinstance(self.measurables.measured(around), Disc):
            self.rings[around] = min(size, LARGEST_RING)

    def actions(self) -> list[MenuItem]:
        name, leave = self.measurables.name(self.cursor), MenuItem("leave", _("Put the tape measure down"), "m")
        if self.first is None:
            label = _("Look from {name}", name=name) if self.sighting.looks else _("Measure from {name}", name=name)
            rows = [MenuItem("take", label, "return", primary=True)]
        else:
            same = "" if self.can_pin else _("point at something else")
            label = _("Pin: {first} to {name}", first=self.measurables.name(self.first), name=name)
            rows = [MenuItem("take", label, "return", reason=same, primary=True)]
        paths, lines = self.paths.actions(self.first), self.sighting.line_actions()
        rows += paths if self.paths.goes else self._ring_actions(name)
        if self.first not in (None, self.cursor):  # leave the room to the details
            return [*rows, *(lines[:1] if self.paths.goes else [*lines, *paths]), leave]
        rows += lines[:1] if self.paths.goes else [*self.sighting.actions(self.cursor, rings=bool(self.rings)), *paths]
        rows += self.zones.actions(self.cursor)
        if self.first is not None:
            return [*rows, leave]
        for number in sorted(ruler.number for ruler in self.pinned):
            key = str(number) if number < 10 else ""
            rows.append(MenuItem(f"drop:{number}", _("Remove ruler {number}", number=number), key))
        if self.pinned or self.rings or self.watched or self.sighting.shows or self.zones.kept:
            rows.append(MenuItem("clear", _("Clear all measurements"), "delete"))
        return [*rows, leave]

    def _ring_actions(self, name: str) -> list[MenuItem]:
        """Return the rows for a ring, and the closest enemy, of what the cursor points at."""
        rows = []
        flat = (
            ""
            if isinstance(self.measurables.measured(self.cursor), Disc)
            else _("only pieces and points can have a ring")
        )
        size = self.rings.get(self.measurables.around(self.cursor))
        keys = "" if size is None else _(": {size} (, and .)", size=counted(size))
        label = _("Ring around {name}", name=name) + keys
        rows.append(MenuItem("ring", label, "r", reason=flat, ticked=size is not None))
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
        if (
            self.sighting.perform(action.id, self.cursor)
            or self.paths.perform(action.id)
            or self.zones.perform(action.id, self.cursor)
        ):
            return
        if action.id == "take":
            self.take()
        elif action.id == "ring" and (around := self.measurables.around(self.cursor)) in self.rings:
            del self.rings[around]
        elif action.id == "ring":
            self.resize_ring(0)
        elif action.id == "closest":
            (self.watched.remove if self.cursor.id in self.watched else self.watched.append)(self.cursor.id)
        elif action.id == "clear":
            self.pinned, self.rings, self.watched = [], {}, []
            self.sighting.clear()
            self.zones.clear()
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
        if self.paths.goes and (piece is None or piece.kind != "base"):  # one goes across terrain and markers
            self.cursor = self.measurables.at(spot, bare=True)

    def click(self, spot: Spot, piece: str) -> bool:
        if self.first is None or not self.paths.goes or not self.paths.bend(self.cursor):
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
        elif press.key == "backspace" and self.paths.bends:
            self.paths.bends = self.paths.bends[:-1]
        elif press.key == "backspace":
            del self.pinned[-1:]
        elif press.key == "v" and self.paths.goes and self.first is not None:
            self.paths.bend(self.cursor)
        else:
            looks = not self.paths.goes and self.sighting.key(press.key, self.cursor, rings=bool(self.rings))
            return looks or self.zones.key(press.key, self.cursor)
        return True

    def focus(self) -> Spot | None:
        return self.measurables.spot(self.cursor)

    def marks(self) -> dict[str, str]:
        if not self.on:
            return {}
        marks = {self.cursor.id: "candidate"} if self.cursor.sort in ("piece", "unit") else {}
        if self.first is not None and self.first.sort in ("piece", "unit"):
            marks[self.first.id] = "chosen"
        return marks

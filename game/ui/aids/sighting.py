"""Sight with the tape measure in hand: lines of sight, what a base sees, its front arc, rings limited to that."""

from __future__ import annotations

from typing import Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.sighting import Stops, disc_of, has_sight, sight_policy
from game.table.shapes import Disc
from game.table.sight.arcs import sector
from game.table.sight.receipt import SightReceipt
from game.table.sight.sight import Sight
from game.ui.aids.measurables import Measurable, Measurables, Rest
from game.ui.board.overlays import Overlay
from game.ui.decisions.control import FrontOverlay
from game.ui.widgets.memo import Memo
from game.ui.widgets.menu_item import MenuItem
from game.ui.widgets.raster import Frame, ruled
from game.ui.widgets.theme import LAMP
from game.wording import N_, _

STOPS: Final[dict[Stops, str]] = {
    "all": N_("In the way: terrain and bases"),
    "terrain": N_("In the way: terrain only"),
    "bases": N_("In the way: bases only"),
}


class SeenOverlay(Overlay):
    """The area that a base sees, brighter and dotted, with its edge."""

    meaning = N_("can be seen")

    def paint(self, frame: Frame) -> pygame.Surface:
        return ruled(self.extent, frame, LAMP, 0.12, "dots", 22.0)


class Sighting:
    """What is shown of sight: lines instead of rulers while it `looks`; areas, arcs and rings of what is pointed at.

    `stops`: what is in the way where the rulebook says nothing.
    """

    def __init__(self, measurables: Measurables) -> None:
        self._measurables = measurables
        self.stops: Stops = "all"
        self.clear()

    def clear(self) -> None:
        """Show nothing any more."""
        self.looks = self.cuts = False
        self.areas: list[Measurable] = []
        self.arcs: list[Measurable] = []
        self._sight = Memo[Sight]()
        self._receipts = Memo[SightReceipt](100)
        self._seen = Memo[BaseGeometry](20)
        self._watched = Memo[list[str]](20)
        self._overlays = Memo[Overlay](20)
        self._rest = Rest()

    def _rests(self, measurable: Measurable, disc: Disc) -> bool:
        """Whether something stands still, or is looked from for the first time: a drag draws no areas and arcs."""
        rests = self._rest.note(measurable, disc)
        return rests or self._seen.get((disc, self.sight)) is not None

    def waiting(self, now: float) -> bool:
        """Whether an area or an arc is to be drawn as soon as its piece rests."""
        return self._rest.ends((*self.areas, *self.arcs), now)

    @property
    def shows(self) -> bool:
        """Whether anything of sight is kept on the table."""
        return bool(self.areas or self.arcs)

    @property
    def sight(self) -> Sight:
        """The instrument, for the table as it is."""
        model = self._measurables.model
        key = model.session, model.version, model.view, self.stops
        return self._sight.of(
            (id(key[0]), key[1], id(key[2]), key[3]), lambda: Sight(sight_policy(model.session, self.stops))
        )

    def disc(self, measurable: Measurable) -> Disc | None:
        """Return the disc that looks or is looked at, by its id, or None for terrain and for things off the table."""
        piece = self._measurables.piece(measurable)
        if piece is not None:
            return disc_of(piece)
        found = self._measurables.measured(measurable)
        return found if isinstance(found, Disc) else None

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
            bases = (disc_of(piece) for piece in pieces if piece.kind == "base" and piece.id != disc.name)
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
        """Return the overlays below the pieces: areas, then arcs."""
        found: list[Overlay] = []
        for measurable in self.areas:
            looks = self.disc(measurable)
            seen = self.seen(measurable) if looks is not None and self._rests(measurable, looks) else None
            if seen is not None:
                found.append(self._overlays.of(seen.wkb, lambda seen=seen: SeenOverlay(seen)))  # type: ignore[misc]
        for measurable in self.arcs:
            disc, width = self.disc(measurable), self.sight.policy.arc
            if disc is not None and disc.facing is not None and self._rests(measurable, disc):
                ahead = shapely.intersection(sector(disc, width), self._measurables.model.battlefield.table)
                found.append(self._overlays.of((disc, width), lambda ahead=ahead: FrontOverlay(ahead)))  # type: ignore[misc]
        return found

    def actions(self, cursor: Measurable, *, rings: bool) -> list[MenuItem]:
        """Return the rows for what the cursor points at; `rings`: whether there are any."""
        disc, name = self.disc(cursor), self._measurables.name(cursor)
        blind = "" if disc is not None else _("only pieces and points can look")
        rows = self.line_actions()
        rows.append(MenuItem("sees", _("What {name} sees", name=name), "s", reason=blind, ticked=cursor in self.areas))
        if disc is not None and disc.facing is not None:
            rows.append(MenuItem("arc", _("Front arc of {name}", name=name), "a", ticked=cursor in self.arcs))
        if rings:
            rows.append(MenuItem("cut", _("Limit rings to line of sight"), "z", ticked=self.cuts))
        return rows

    def line_actions(self) -> list[MenuItem]:
        """Return the rows for lines of sight."""
        rows = [MenuItem("look", _("Lines of sight instead of rulers"), "l", ticked=self.looks)]
        if (self.looks or self.areas or self.cuts) and not has_sight(self._measurables.model.session):
            rows.append(MenuItem("stops", _(STOPS[self.stops]), "k"))
        return rows

    def key(self, key: str, cursor: Measurable, *, rings: bool) -> bool:
        """Perform the action of a key, its row in view or not; return whether there is one."""
        rows = (row for row in self.actions(cursor, rings=rings) if row.shortcut == key and row.enabled)
        return any(self.perform(row.id, cursor) for row in rows)

    def perform(self, action: str, cursor: Measurable) -> bool:
        """Perform an action; return whether it was one of sight."""
        if action == "look":
            self.looks = not self.looks
        elif action == "cut":
            self.cuts = not self.cuts
        elif action == "stops":
            order = list(STOPS)
            self.stops = order[(order.index(self.stops) + 1) % len(order)]
        elif action in ("sees", "arc"):
            kept = self.areas if action == "sees" else self.arcs
            (kept.remove if cursor in kept else kept.append)(cursor)
        else:
            return False
        return True

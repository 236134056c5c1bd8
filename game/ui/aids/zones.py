"""Zones controlled by bases, where the rulebook has such zones: kept on the table, and of a selected base."""

from __future__ import annotations

from functools import partial

from game.engine.rulebook.facets import Zone
from game.engine.sighting import disc_of
from game.table.shapes import Disc
from game.ui.aids.measurables import Measurable, Measurables, Rest
from game.ui.decisions.control import ZoneOverlay, zone_of
from game.ui.widgets.memo import Memo
from game.ui.widgets.menu_item import MenuItem
from game.wording import _


class Zones:
    """The zones `kept` on the table. Zones of moving pieces are drawn when they rest."""

    def __init__(self, measurables: Measurables) -> None:
        self._measurables = measurables
        self.clear()

    def clear(self) -> None:
        """Show none any more."""
        self.kept: list[Measurable] = []
        self._overlays = Memo[ZoneOverlay](60)
        self._zones = Memo[Zone | None](60)
        self._rest = Rest()

    def of(self, disc: Disc) -> Zone | None:
        """Return the zone of a base where it would stand; the rules are asked once for each place."""
        model = self._measurables.model
        return self._zones.of((id(model.session), model.version, disc), partial(zone_of, model.session, disc))

    def overlays(self) -> list[ZoneOverlay]:
        """Return the zones to draw below the pieces."""
        found = []
        for measurable in self.kept:
            piece = self._measurables.piece(measurable)
            if piece is not None and self._rest.note(measurable, disc_of(piece)):
                found.append(self.of(disc_of(piece)))
        return [
            self._overlays.of((each.title, each.area), partial(ZoneOverlay, each.area, each.title))
            for each in found
            if each is not None
        ]

    def waiting(self, now: float) -> bool:
        """Whether a zone is to be drawn as soon as its piece rests."""
        return self._rest.ends(self.kept, now)

    def actions(self, cursor: Measurable) -> list[MenuItem]:
        """Return the row for what the cursor points at, if it controls anything."""
        piece = self._measurables.piece(cursor)
        zone = self.of(disc_of(piece)) if piece is not None and piece.kind == "base" else None
        if zone is None and cursor not in self.kept:
            return []
        title, rule = (zone.title, zone.rule) if zone is not None else (_("zone"), "")
        text = _("{zone} of {name}", zone=title[:1].upper() + title[1:], name=self._measurables.name(cursor))
        return [MenuItem("zone", text, "o", rule=rule, ticked=cursor in self.kept)]

    def perform(self, action: str, cursor: Measurable) -> bool:
        """Perform an action; return whether it was one of zones."""
        if action == "zone":
            (self.kept.remove if cursor in self.kept else self.kept.append)(cursor)
        return action == "zone"

    def key(self, key: str, cursor: Measurable) -> bool:
        """Perform the action of a key, its row in view or not; return whether there is one."""
        return any(self.perform(row.id, cursor) for row in self.actions(cursor) if row.shortcut == key)

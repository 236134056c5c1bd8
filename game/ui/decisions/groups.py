"""Rows of options grouped by unit if there are many: choose the unit, then its action."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from game.engine.rulebook.units import Units
from game.ui.widgets.menu_item import MenuItem
from game.wording import _

MANY: Final = 8
"""The number of options about units from which they are grouped, if any unit has several."""
GROUP: Final = "unit:"
"""The prefix of the ids of rows that stand for a unit."""
ALL: Final = "all units"
"""The id of the row that closes a group."""


class Groups:
    """The open group of rows: the rows of a `unit`, the rows with some ids (`kept`), or none."""

    def __init__(self, units: Units) -> None:
        self._units = units
        self.unit = ""
        self.kept: frozenset[str] = frozenset()
        self._found: tuple[object, list[MenuItem]] = (None, [])

    @property
    def is_open(self) -> bool:
        """Whether a group is open."""
        return bool(self.unit or self.kept)

    def open(self, unit: str = "", kept: Collection[str] = ()) -> None:
        """Open the group of a unit, or of the rows with some ids; without either, none."""
        self.unit, self.kept = unit, frozenset(kept)

    def unit_of(self, row: MenuItem) -> str:
        """Return the one unit that a row is about, or "" if it is about none, or several."""
        found = {self._units.whole(piece) for piece in row.subject}
        unit = next(iter(found), "")
        return unit if len(found) == 1 and unit in self._units.models else ""

    def are_many(self, rows: Sequence[MenuItem]) -> bool:
        """Return whether there are enough rows to group them."""
        units = [unit for row in rows if row.enabled and (unit := self.unit_of(row))]
        return len(units) >= MANY and len(units) > len({*units})

    def shown(self, rows: Sequence[MenuItem]) -> list[MenuItem]:
        """Return the rows to show: all rows, one row per unit, or the rows of the open group."""
        key = [*rows], self.unit, self.kept
        if self._found[0] != key:  # a frame asks several times
            self._found = key, self._grouped(rows)
        return [*self._found[1]]

    def _grouped(self, rows: Sequence[MenuItem]) -> list[MenuItem]:
        if not self.are_many(rows):
            return [*rows]
        if not self.is_open:
            return self.overview(rows)
        own = [row for row in rows if row.id in self.kept or (self.unit and self.unit_of(row) == self.unit)]
        others = [row for row in rows if row.enabled and not self.unit_of(row)]
        back = MenuItem(ALL, _("All units"), "escape")
        return [*(row for row in own if row.enabled), back, *others, *(row for row in own if not row.enabled)]

    def overview(self, rows: Sequence[MenuItem]) -> list[MenuItem]:
        """Return a row for each unit with several options, the rows of the others, and why others have none."""
        found, refused = dict[str, list[MenuItem]](), dict[str, MenuItem]()
        for row in rows:
            if row.enabled:
                found.setdefault(self.unit_of(row) or row.id, []).append(row)
            else:
                refused.setdefault(self.unit_of(row) or row.id, row)
        able = [own[0] if len(own) == 1 else self._group(unit, own) for unit, own in found.items()]
        return [*able, *(row for unit, row in refused.items() if unit not in found)]

    def _group(self, unit: str, rows: Sequence[MenuItem]) -> MenuItem:
        name = self._units.cards[unit].name
        told = ", ".join(row.brief or row.label for row in rows)
        return MenuItem(GROUP + unit, name, detail=told, subject=rows[0].subject)

"""The profiles of units that a list only names: from the player, or from libraries; and the units without any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from game.documents.battlescribe.fields import tidy
from game.documents.battlescribe.libraries import Libraries
from game.documents.battlescribe.tree import Element
from game.documents.error import UnfinishedError
from game.documents.typed_profiles import OwnProfiles
from game.wording import N_, _, ngettext, series

MOST_NAMED: Final = 6
"""The most units that a message names."""


class Missing(NamedTuple):
    """A unit without a profile: its name and line number (0 if unknown), and similar names in the libraries.

    `points` and the number of `models` are 0 if unknown. `part` is its part in the army if not any unit can take it, as
    in `KnownUnit`.
    """

    name: str
    line: int
    near: list[str]
    points: int = 0
    part: str = ""
    models: int = 0

    def words(self) -> str:
        """Return a sentence that says which profile is missing."""
        facts = {"n": self.line, "unit": self.name, "names": ", ".join(self.near)}
        text = _("no profile for {unit} - is it {names}?" if self.near else "no profile for {unit}", **facts)
        return _("line {n}: {text}", n=self.line, text=text) if self.line else text


@dataclass
class ListedProfiles:
    """Looks up the profiles of a list's units. Units without one are in `missing`, oddities in `remarks`."""

    libraries: Libraries
    own: OwnProfiles[Any]
    remarks: list[str]
    faction: str = ""
    missing: list[Missing] = field(default_factory=list)
    standing_in: set[str] = field(default_factory=set)
    """The names of the units that play with values of other units."""
    origins: dict[str, str] = field(default_factory=dict)
    """Where the profile of a unit was found, in words, by its name."""
    _read: Counter[str] = field(default_factory=Counter)
    """The number of units with a profile, by its origin."""

    def find(self, name: str) -> tuple[Any, Element | None]:
        """Return the typed profile of a unit, or else its library entry; a stand-in only if no library has the unit."""
        own = self.own.find(name)
        if own is not None and not (own.like or own.stands_in):
            self.origins[name] = _("typed by you")
            return own, None
        entry = self.in_libraries(name)
        if entry is not None or own is None or not own.stands_in:
            return None, entry
        self.standing_in.add(name)
        self.origins[name] = _("with a stand-in")
        self.remark(_("{unit}: values of {other}, as a stand-in", unit=name, other=own.stands_in))
        return own, None

    def shown_name(self, name: str, known_name: str) -> str:
        """Return the name of a unit at the table, which says if it stands in."""
        return _("{name} (stand-in)", name=known_name) if name in self.standing_in else known_name

    def in_libraries(self, name: str) -> Element | None:
        """Return the library entry of a unit, or None; if its name differs slightly, add a remark."""
        match = self.libraries.unit(self.own.renamed(name), self.faction)
        if match is not None and not match.exact:
            text = N_("{unit}: the profile of {other} is used ({catalogue})")
            other = tidy(match.entry.get("name"))
            self.remark(_(text, unit=name, other=other, catalogue=match.catalogue))
        if match is None:
            return None
        self.origins[name] = _("from {catalogue}", catalogue=match.catalogue)
        return match.entry

    def has(self, name: str, *, in_list: bool = False) -> None:
        """Record that a unit has a profile: the one found last under its name, or one `in_list`."""
        self._read[_("in the list itself") if in_list else self.origins[name]] += 1

    def lacks(self, name: str, line: int = 0, points: int = 0, part: str = "", models: int = 0) -> None:
        """Record that a unit has no profile."""
        self.missing.append(Missing(name, line, self.libraries.near(name), points, part, models))

    def summary(self) -> str:
        """Return how many units were read, where their profiles are from, and which units lack one."""
        count, lacking = self._read.total(), len(self.missing)
        text = ngettext("{n} unit read", "{n} units read", count + lacking)
        if count:
            origins = series([_("{n} {origin}", n=number, origin=origin) for origin, number in self._read.items()])
            known = ngettext("{n} has a profile ({origins})", "{n} have profiles ({origins})", count, origins=origins)
            text = _("{text}: {more}", text=text, more=known)
        if lacking:
            names = list(dict.fromkeys(unit.name for unit in self.missing))
            shown = series(names) if len(names) <= MOST_NAMED else f"{', '.join(names[:MOST_NAMED])} …"
            needy = ngettext("{n} needs a profile ({names})", "{n} need a profile ({names})", lacking, names=shown)
            text = _("{text}, {more}" if count else "{text}: {more}", text=text, more=needy)
        return text

    def remark(self, text: str) -> None:
        """Add a remark, unless it was already made."""
        if text not in self.remarks:
            self.remarks.append(text)

    def require_all(
        self, file: str, title: str, lines: Iterable[str], facts: Mapping[str, Any], remarks: Sequence[str]
    ) -> None:
        """Raise `UnfinishedError` if any unit lacks a profile; else add a remark if any is not from the list itself."""
        if not self.missing:
            if self._read.keys() - {_("in the list itself")}:
                self.remarks.insert(0, self.summary())
            return
        missing = [
            {"unit": lacking.name, "line": lacking.line, "near": lacking.near, "points": lacking.points,
             "part": lacking.part, "models": lacking.models}
            for lacking in self.missing
        ]  # fmt: skip
        words = dict.fromkeys(lacking.words() for lacking in self.missing)
        raise UnfinishedError(
            file,
            self.summary(),
            title=title or _("A list"),
            lines=[*lines],
            facts={**facts, "missing": missing},
            remarks=[*words, *remarks],
            cure=_("add a library (`roster library add`) or type them (`roster profile add`)"),
        )

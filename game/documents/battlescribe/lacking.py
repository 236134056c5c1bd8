"""The profiles of units that a list only names: typed by the player, or from libraries; and the units without one."""

from __future__ import annotations

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
    """A unit without a profile: its name and line (0 without lines), and the names most like it in the libraries."""

    name: str
    line: int
    near: list[str]

    def words(self) -> str:
        """Return it as a line for people."""
        facts = {"n": self.line, "unit": self.name, "names": ", ".join(self.near)}
        text = _("{unit} needs a profile - is it {names}?" if self.near else "{unit} needs a profile", **facts)
        return _("line {n}: {text}", n=self.line, text=text) if self.line else text


@dataclass
class ListedProfiles:
    """Finds the profiles of units. What is not found is in `missing`, what is odd in `remarks`."""

    libraries: Libraries
    own: OwnProfiles[Any]
    remarks: list[str]
    faction: str = ""
    missing: list[Missing] = field(default_factory=list)

    def in_libraries(self, name: str) -> Element | None:
        """Return the entry of a unit, or None; note if its name is not quite the same."""
        found = self.libraries.unit(self.own.renamed(name), self.faction)
        if found is not None and not found.exact:
            text = N_("{unit}: the profile of {other} is used ({catalogue})")
            other = tidy(found.entry.get("name"))
            self.remark(_(text, unit=name, other=other, catalogue=found.catalogue))
        return None if found is None else found.entry

    def lacks(self, name: str, line: int = 0) -> None:
        """Note a unit without a profile."""
        self.missing.append(Missing(name, line, self.libraries.near(name)))

    def remark(self, text: str) -> None:
        """Note something odd, once."""
        if text not in self.remarks:
            self.remarks.append(text)

    def require_all(
        self, file: str, title: str, lines: Iterable[str], facts: Mapping[str, Any], remarks: Sequence[str]
    ) -> None:
        """Raise `UnfinishedError` if units lack profiles."""
        if not self.missing:
            return
        missing = [{"unit": each.name, "line": each.line, "near": each.near} for each in self.missing]
        words = dict.fromkeys(each.words() for each in self.missing)
        raise UnfinishedError(
            file,
            _unfinished(list(dict.fromkeys(each.name for each in self.missing))),
            title=title or _("A list"),
            lines=[*lines],
            facts={**facts, "missing": missing},
            remarks=[*words, *remarks],
        )


def _unfinished(names: list[str]) -> str:
    shown = series(names) if len(names) <= MOST_NAMED else f"{', '.join(names[:MOST_NAMED])} …"
    count = ngettext("{n} unit needs a profile", "{n} units need a profile", len(names))
    text = N_("{count} ({names}) - add a library (`roster library add`) or type them (`roster profile add`)")
    return _(text, count=count, names=shown)

"""Units that a list only names, made from the player's libraries and typed profiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from game.documents.battlescribe.choosing import EVERY, Choosing, Wishes
from game.documents.battlescribe.fields import tidy
from game.documents.battlescribe.libraries import Libraries
from game.documents.battlescribe.names import words_key
from game.documents.battlescribe.tree import Element
from game.documents.error import UnfinishedError
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.models import title_of
from game.rulesets.aos4.documents.importing.profiles import OwnProfiles
from game.wording import N_, _, ngettext, series

_NUMBERED: Final = re.compile(
    r"(?P<before>\d{1,2})\s*[x×]?\s+(?P<name>\S.*)|(?P<other>.*\S)\s*[x×]\s*(?P<behind>\d{1,2})"
)
_SHARED: Final = re.compile(r"1/\d+")
NOTES: Final = "notes"
"""The attribute of a unit with what its list notes about it, a line for each."""
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
class Profiles:
    """Finds the profiles of units. What is not found is in `missing`, what is odd in `remarks`."""

    libraries: Libraries
    own: OwnProfiles
    remarks: list[str]
    faction: str = ""
    missing: list[Missing] = field(default_factory=list)

    def entry(self, name: str) -> Element | None:
        """Return the entry of a unit: typed by the player, else from a library."""
        own = self.own.find(name)
        if own is not None:
            return own
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

    def require_all(self, file: str, title: str, lines: Iterable[str], facts: Mapping[str, Any]) -> None:
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
            remarks=[*words, *self.remarks],
        )


def _unfinished(names: list[str]) -> str:
    shown = series(names) if len(names) <= MOST_NAMED else f"{', '.join(names[:MOST_NAMED])} …"
    count = ngettext("{n} unit needs a profile", "{n} units need a profile", len(names), n=len(names))
    text = N_("{count} ({names}) - add a library (`roster library add`) or type them (`roster profile add`)")
    return _(text, count=count, names=shown)


# -- one unit --------------------------------------------------------------------------------------


def wishes_of(note: str) -> Iterator[tuple[str, int]]:
    """Yield the option that a note may mean, with how many: "2 x Hooks", "Hooks x2", "Hooks"."""
    match = _NUMBERED.fullmatch(note)
    if match is None:
        yield note, EVERY
    else:
        yield match["name"] or match["other"], int(match["before"] or match["behind"])


def armed(entry: Element, wishes: Wishes, *, reinforced: bool = False) -> Element:
    """Return the selection of a unit with its usual models, twice as many if reinforced, and options as wished."""
    shared = [tidy(each.get("name")).upper() for each in entry.all("categories") if _SHARED.search(each.get("name"))]

    def titles(option: Element) -> int:
        title = title_of(option)
        if title is None:
            return 0
        return 2 if reinforced and any(word.startswith(title.upper()) for word in shared) else 1

    return Choosing(titles, wishes, 2 if reinforced else 1).selection(entry)


def size_of(selection: Element) -> int:
    """Return how many models a unit has; one without models of its own is one."""
    models = [part for part in selection.all("selections") if part.get("type") == "model"]
    return sum(int(part.get("number") or 1) for part in models) if models else 1


def numbered(entry: Element, count: int | None, *, reinforced: bool) -> tuple[bool, int]:
    """Return whether a unit is reinforced, and how many such units a number in front of its name means (A-ROS-4)."""
    usual = size_of(armed(entry, Wishes()))
    if count is None or count in (1, usual):
        return reinforced, 1
    if count == 2 * usual and usual > 1:
        return True, 1
    return reinforced, count if usual == 1 or count < usual or count % usual else 1


def marked(selection: Element, *, general: bool, reinforced: bool) -> None:
    """Mark a unit as the general or as reinforced, as rosters do."""
    chosen = selection.lists.setdefault("selections", [])
    if general:
        chosen.append(Element("selection", {"name": "General", "entryId": values.GENERAL, "type": "upgrade"}))
    if reinforced:
        chosen.append(Element("selection", {"name": "Reinforced", "entryId": values.REINFORCED, "type": "upgrade"}))


def asked(names: Iterable[tuple[str, int]]) -> Wishes:
    """Return wishes for options by name."""
    return Wishes({words_key(name): count for name, count in names})

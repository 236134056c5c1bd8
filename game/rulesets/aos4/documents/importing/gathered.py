"""Makes units that a list only names, from the player's libraries and typed profiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from game.documents.battlescribe.choosing import EVERY, Choosing, Wishes
from game.documents.battlescribe.fields import tidy
from game.documents.battlescribe.lacking import ListedProfiles
from game.documents.battlescribe.names import words_key
from game.documents.battlescribe.tree import Element
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.models import title_of

_NUMBERED: Final = re.compile(
    r"(?P<before>\d{1,2})\s*[x×]?\s+(?P<name>\S.*)|(?P<other>.*\S)\s*[x×]\s*(?P<behind>\d{1,2})"
)
_SHARED: Final = re.compile(r"1/\d+")
NOTES: Final = "notes"
"""The attribute of a unit with the notes in its list, one on each line."""


class Profiles(ListedProfiles):
    """Finds the profiles of units."""

    def entry(self, name: str) -> Element | None:
        """Return the entry of a unit, typed by the player or else from a library."""
        own, entry = self.find(name)
        return entry if own is None else own.entry()


# -- one unit --------------------------------------------------------------------------------------


def wishes_of(note: str) -> Iterator[tuple[str, int]]:
    """Yield the option that a note may name, with its number: "2 x Hooks", "Hooks x2", "Hooks"."""
    match = _NUMBERED.fullmatch(note)
    if match is None:
        yield note, EVERY
    else:
        yield match["name"] or match["other"], int(match["before"] or match["behind"])


def armed(entry: Element, wishes: Wishes, *, reinforced: bool = False) -> Element:
    """Return the selection of a unit with its usual models, twice as many if reinforced, and the wished options."""
    title_keywords = [
        tidy(category.get("name")).upper()
        for category in entry.all("categories")
        if _SHARED.search(category.get("name"))
    ]

    def titles(option: Element) -> int:
        title = title_of(option)
        if title is None:
            return 0
        return 2 if reinforced and any(word.startswith(title.upper()) for word in title_keywords) else 1

    return Choosing(titles, wishes, 2 if reinforced else 1).selection(entry)


def size_of(selection: Element) -> int:
    """Return the number of models of a unit. A unit without separate models counts as one."""
    models = [part for part in selection.all("selections") if part.get("type") == "model"]
    return sum(int(part.get("number") or 1) for part in models) if models else 1


def numbered(entry: Element, count: int | None, *, reinforced: bool) -> tuple[bool, int]:
    """Return whether a unit is reinforced, and the number of such units, from the number before its name (A-ROS-4)."""
    usual = size_of(armed(entry, Wishes()))
    if count is None or count in (1, usual):
        return reinforced, 1
    if count == 2 * usual and usual > 1:
        return True, 1
    if usual > 1 and count >= usual and count % usual == 0:
        return reinforced, 1  # the number counts models
    return reinforced, count


def marked(selection: Element, *, general: bool, reinforced: bool) -> None:
    """Add the marks of the general and of a reinforced unit in the form that rosters use."""
    chosen = selection.lists.setdefault("selections", [])
    if general:
        chosen.append(Element("selection", {"name": "General", "entryId": values.GENERAL, "type": "upgrade"}))
    if reinforced:
        chosen.append(Element("selection", {"name": "Reinforced", "entryId": values.REINFORCED, "type": "upgrade"}))


def asked(names: Iterable[tuple[str, int]]) -> Wishes:
    """Return wishes for options by name."""
    return Wishes({words_key(name): count for name, count in names})

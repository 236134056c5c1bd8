"""Sizes of bases: from catalogue files where there are some, else assumed by class (A-IMP-31 to A-IMP-33)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from game.documents.battlescribe.fields import tidy
from game.documents.battlescribe.tree import Element

_SIZE: Final = re.compile(r"(?P<long>\d{2,3}(?:\.\d)?)\s*(?:[x×]\s*(?P<wide>\d{2,3}(?:\.\d)?)\s*)?mm", re.IGNORECASE)
_SHARE: Final = re.compile(r"(?P<count>\d{1,3})\s*/\s*\d{1,3}\s+(?P<rest>.*)")
SMALLEST, LARGEST = 20.0, 250.0
LISTS: Final = ("sharedSelectionEntries", "selectionEntries", "selectionEntryGroups", "sharedSelectionEntryGroups")
BASE_SIZE: Final = "Base Size"

BY_CLASS: Final = (
    ("FACTION TERRAIN", 80.0),
    ("MANIFESTATION", 50.0),
    ("MONSTER", 100.0),
    ("WAR MACHINE", 80.0),
    ("CAVALRY", 60.0),
    ("BEAST", 50.0),
    ("HERO", 40.0),
    ("INFANTRY", 32.0),
)
"""What is assumed where nothing says it, in millimetres; the first that fits counts (A-IMP-33)."""


@dataclass(frozen=True)
class BaseText:
    """A text about bases taken apart: a number of models of each size, the rest of the last; none for "Use model"."""

    sizes: tuple[tuple[int, float], ...] = ()
    ovals: tuple[tuple[float, float], ...] = ()
    """Length and width of those that are not round, in millimetres."""

    def of_model(self, index: int) -> float | None:
        """Return the size for the model at a place among those the text is about, or None where it does not say."""
        for count, size in self.sizes:
            if index < count:
                return size
            index -= count
        return self.sizes[-1][1] if self.sizes else None


def circle_for(long: float, wide: float) -> float:
    """Return the millimetres of the circle that stands for an oval (A-AMB-4)."""
    return min(max((long + wide) / 2, SMALLEST), LARGEST)


def base_text(text: str) -> BaseText:
    """Return a text about bases taken apart; of an oval the mean of length and width (A-IMP-32, A-AMB-4)."""
    found: list[tuple[bool, int, float]] = []
    ovals: list[tuple[float, float]] = []
    for line in text.splitlines()[:20]:
        share = _SHARE.match(tidy(line))
        size = _SIZE.search(share["rest"] if share else tidy(line))
        if size is not None:
            long, wide = float(size["long"]), float(size["wide"] or size["long"])
            count = int(share["count"]) if share else 1
            ovals += [(long, wide)] if long != wide else []
            found.append(("champion" not in line.lower(), count, circle_for(long, wide)))
    found.sort(key=itemgetter(0))  # the champion comes first
    return BaseText(tuple((count, size) for _champion, count, size in found), tuple(ovals))


def assumed(keywords: Collection[str]) -> float:
    """Return the size that is assumed for a class of units, in millimetres (A-IMP-33)."""
    return next((size for keyword, size in BY_CLASS if keyword in keywords), 32.0)


def catalogue_bases(catalogues: Iterable[Element]) -> dict[str, BaseText]:
    """Return the base sizes in catalogues, by the id of the entry (A-IMP-31)."""
    found: dict[str, BaseText] = {}
    for catalogue in catalogues:
        stack = [catalogue]
        while stack:
            entry = stack.pop()
            for name in LISTS:
                stack.extend(entry.all(name))
            text = base_rule(entry)
            if text and entry.get("id"):
                found[entry.get("id")] = base_text(text)
    return found


def base_rule(entry: Element) -> str:
    """Return the text of its rule about bases, or "" if it has none."""
    rules = (rule for rule in entry.all("rules") if tidy(rule.get("name")) == BASE_SIZE)
    return next((rule.get("description") for rule in rules), "")


def base_of(selection: Element, known: Mapping[str, BaseText]) -> BaseText:
    """Return what is known of the bases of a selection: from its own rule, or from the catalogues."""
    own = base_rule(selection)
    return base_text(own) if own else known.get(selection.get("entryId").rsplit("::", 1)[-1], BaseText())

"""Single facts of a roster of any game: names, points, fields of profiles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from game.documents.battlescribe.tree import Element
from game.wording import slug

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")
_ODD: Final = str.maketrans({"\u00a0": " ", "\u2011": "-", "\u27dd": None, "\u27de": None})


def tidy(text: str) -> str:
    """Return a roster's text on one line, without editor markup (A-IMP-24)."""
    return " ".join(text.translate(_ODD).replace("**", "").replace("^^", "").split())


def name(text: str, most: int = 80) -> str:
    """Return a text as a name: on one line, without markup, at most `most` characters long."""
    return tidy(_CONTROL.sub(" ", text))[:most].strip()


def identifier(text: str) -> str:
    """Return a text as an id that our documents accept."""
    return slug(name(text), "")[:40].strip("-") or "unnamed"


def free_id(uses: Counter[str], base: str, form: str) -> str:
    """Return an unused id: `base`, or `base` followed by a number formatted with `form`.

    `uses` counts the uses of each name, so that no number is tried twice, however often the name is used.
    """
    candidate = base
    while uses[candidate]:
        uses[base] += 1
        candidate = base + form.format(uses[base])
    uses[candidate] += 1
    return candidate


def fields_of(profile: Element) -> dict[str, str]:
    """Return the characteristics of a profile by name."""
    return {tidy(characteristic.get("name")): characteristic.text for characteristic in profile.all("characteristics")}


def profiles_below(selection: Element) -> Iterator[Element]:
    """Yield the profiles of a selection and of everything chosen below it."""
    for inner in selection.below("selections"):
        yield from inner.all("profiles")


def points_of(selection: Element) -> int:
    """Return the points of a selection and everything below it (A-IMP-23)."""
    total = 0.0
    for inner in selection.below("selections"):
        for cost in inner.all("costs"):
            if cost.get("typeId") == "points" or tidy(cost.get("name")).lower() == "pts":
                total += points(cost.get("value"))
    return min(max(round(total), 0), 5000)


def points(text: str) -> float:
    """Return the number written in a text of points; 0 if it is not a number."""
    try:
        value = float(text[:20] or 0)
    except ValueError:
        return 0.0
    return value if -100_000 < value < 100_000 else 0.0

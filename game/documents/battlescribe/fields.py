"""Single facts of a roster of any game: names, points, fields of profiles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from game.documents.battlescribe.tree import Element

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")
_ODD: Final = str.maketrans({"\u00a0": " ", "\u2011": "-", "\u27dd": None, "\u27de": None})


def tidy(text: str) -> str:
    """Return a text of a roster on one line, without editor markup (A-IMP-24)."""
    return " ".join(text.translate(_ODD).replace("**", "").replace("^^", "").split())


def name(text: str, most: int = 80) -> str:
    """Return a text fit to be a name: one line, tidied, cut."""
    return tidy(_CONTROL.sub(" ", text))[:most].strip()


def identifier(text: str) -> str:
    """Return a text as an id of our documents."""
    return re.sub(r"[^a-z0-9]+", "-", name(text).lower()).strip("-")[:40].strip("-") or "unnamed"


def free_id(taken: Counter[str], base: str, form: str) -> str:
    """Return an unused id: `base`, or `base` followed by a number formatted with `form`.

    `taken` counts the uses of each name, so that no number is tried twice, however often the name is used.
    """
    wanted = base
    while taken[wanted]:
        taken[base] += 1
        wanted = base + form.format(taken[base])
    taken[wanted] += 1
    return wanted


def fields_of(profile: Element) -> dict[str, str]:
    """Return the characteristics of a profile by name."""
    return {tidy(each.get("name")): each.text for each in profile.all("characteristics")}


def profiles_below(selection: Element) -> Iterator[Element]:
    """Yield the profiles of a selection and of everything chosen below it."""
    for each in selection.below("selections"):
        yield from each.all("profiles")


def points_of(selection: Element) -> int:
    """Return the points of a selection and everything below it (A-IMP-23)."""
    total = 0.0
    for each in selection.below("selections"):
        for cost in each.all("costs"):
            if cost.get("typeId") == "points" or tidy(cost.get("name")).lower() == "pts":
                total += points(cost.get("value"))
    return min(max(round(total), 0), 5000)


def points(text: str) -> float:
    """Return a value of points as written; 0 if it is not a number."""
    try:
        value = float(text[:20] or 0)
    except ValueError:
        return 0.0
    return value if -100_000 < value < 100_000 else 0.0

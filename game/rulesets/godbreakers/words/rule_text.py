"""Every rule by its id, in our own words: one list for prompts, log and reference.

Chapters, numbered rules and rulings are in `wording.json`, with links and worked examples. Traits, flaws, scenarios
and their compulsions register theirs with `entry`, so that adding one touches no other file.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from game.rulesets.godbreakers.words.data import read_wording
from game.wording import _


class Entry(NamedTuple):
    """A rule's title and text, in English."""

    title: str
    text: str


_PLAIN: Final = read_wording("words")

CHAPTERS: Final[tuple[tuple[str, str], ...]] = tuple((each["begins"], each["title"]) for each in _PLAIN["chapters"])
"""The beginning of a chapter's rule ids after "G-", and its title; the longest match counts."""

LINKS: Final[dict[str, str]] = {rule: each["links"] for rule, each in _PLAIN["rules"].items() if "links" in each}
"""Links between rules, besides those that name each other; every link goes both ways."""

EXAMPLES: Final[dict[str, list[str]]] = {rule: each.get("examples", []) for rule, each in _PLAIN["rules"].items()}
"""Worked examples by rule."""

_REGISTERED: dict[str, Entry] = {}
"""The entries of traits, flaws, scenarios and compulsions, by id."""


def entry(rule: str, title: str, text: str) -> str:
    """Add a rule to the reference and return its id; raise `ValueError` for an id already used."""
    known = numbered_rules().get(rule) or _REGISTERED.get(rule)
    if known is not None and known != (title, text):
        raise ValueError(f"two rules have the id {rule}")
    _REGISTERED[rule] = Entry(title, text)
    return rule


@cache
def numbered_rules() -> dict[str, Entry]:
    """Return the numbered rules and the rulings by id, in the order of the rulebook."""
    return {rule: Entry(each["title"], each["text"]) for rule, each in _PLAIN["rules"].items() if "text" in each}


def all_entries() -> dict[str, Entry]:
    """Return title and text of every rule and ruling by id, by chapter; registered entries by title."""
    registered = sorted(_REGISTERED.items(), key=lambda each: each[1].title)
    return dict(sorted([*numbered_rules().items(), *registered], key=lambda each: _chapter_number(each[0])))


def all_rules() -> dict[str, str]:
    """Return the wording of every rule and ruling by id, in the order of the reference."""
    return {rule: found.text for rule, found in all_entries().items()}


def wording(rule: str) -> str:
    """Return a rule in our own words, or an empty string for an unknown id."""
    found = _REGISTERED.get(rule) or numbered_rules().get(rule)
    return _(found.text) if found else ""


def chapter(rule: str) -> str:
    """Return the English title of a rule's chapter; an empty string for an unknown id."""
    place = _chapter_number(rule)
    return CHAPTERS[place][1] if place < len(CHAPTERS) else ""


def _chapter_number(rule: str) -> int:
    """Return the index of a rule's chapter; the number of chapters for an unknown id."""
    name = rule.removeprefix("G-")
    fitting = [(len(start), index) for index, (start, title) in enumerate(CHAPTERS) if name.startswith(start)]
    return max(fitting, default=(0, len(CHAPTERS)))[1]

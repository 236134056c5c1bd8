"""Every rule by its id, in our own words: one list for prompts, log and reference.

The numbered rules and the rulings stand in `wording.json`, their titles in `titles.py`. A trait, a flaw, a scenario
or a compulsion of one brings both with it, by `entry`, so that adding one touches no other file.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from game.rulesets.godbreakers.words.titles import TITLES, chapter_number
from game.wording import _


class Entry(NamedTuple):
    """A rule's title and its text, in English."""

    title: str
    text: str


_BROUGHT: dict[str, Entry] = {}
"""What traits, flaws, scenarios and compulsions have brought, by id."""


def entry(rule: str, title: str, text: str) -> str:
    """Put a rule into the reference and return its id; raise `ValueError` for an id that is taken already."""
    known = _entries().get(rule) or _BROUGHT.get(rule)
    if known is not None and known != (title, text):
        raise ValueError(f"two rules have the id {rule}")
    _BROUGHT[rule] = Entry(title, text)
    return rule


@cache
def _entries() -> dict[str, Entry]:
    """The numbered rules and the rulings."""
    text = (files("game.rulesets.godbreakers.words") / "wording.json").read_text(encoding="utf-8")
    rules: dict[str, str] = json.loads(text)
    return {rule: Entry(TITLES.get(rule, ""), words) for rule, words in rules.items()}


def all_entries() -> dict[str, Entry]:
    """Return title and text of every rule and ruling by id: chapter by chapter, what is brought in by its title."""
    brought = sorted(_BROUGHT.items(), key=lambda each: each[1].title)
    return dict(sorted([*_entries().items(), *brought], key=lambda each: chapter_number(each[0])))


def all_rules() -> dict[str, str]:
    """Return the wording of every rule and ruling by id, in the order of the reference."""
    return {rule: found.text for rule, found in all_entries().items()}


def title(rule: str) -> str:
    """Return what a rule is called, or an empty string for an unknown id."""
    found = _BROUGHT.get(rule) or _entries().get(rule)
    return _(found.title) if found else ""


def wording(rule: str) -> str:
    """Return a rule in our own words, or an empty string for an unknown id."""
    found = _BROUGHT.get(rule) or _entries().get(rule)
    return _(found.text) if found else ""

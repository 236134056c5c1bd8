"""Every rule by its id, in our own words: one list for prompts, log and reference.

Chapters and rules are in the wording of `words`; a battleplan has its own text beside the rule that it is played by.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from game.engine.rulebook.reference import Rule
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.words.data import read_wording
from game.wording import _


def rules() -> tuple[Rule, ...]:
    """Return every rule in the order of the rulebook, in the language in use."""
    return tuple(
        Rule(rule, _(each["title"]), _(each["text"]), _(chapter(rule)), links()[rule], _examples(rule))
        for rule, each in entries().items()
    )


def wording(rule: str) -> str:
    """Return a rule in our own words, or an empty string for an unknown id."""
    found = entries().get(rule)
    return _(found["text"]) if found else ""


def entries() -> dict[str, Any]:
    """Return title and text of every rule by id, in the order of the rulebook, in English."""
    found: dict[str, Any] = read_wording("words")["rules"]
    return found


def _examples(rule: str) -> tuple[str, ...]:
    """Return the battleplans that are played by a rule."""
    found = (battleplans.find(name) for name in battleplans.names())
    return tuple(f"{_(each.title)}: {_(each.text)}" for each in found if each.rule == rule)


@cache
def links() -> dict[str, tuple[str, ...]]:
    """Return the rules that each rule names in `see`, both ways, in the order of the rulebook."""
    order = {rule: place for place, rule in enumerate(entries())}
    found: dict[str, set[str]] = {rule: set() for rule in order}
    for rule, each in entries().items():
        for other in each.get("see", "").split():
            found[rule].add(other)
            found[other].add(rule)
    return {rule: tuple(sorted(others, key=order.__getitem__)) for rule, others in found.items()}


def chapter(rule: str) -> str:
    """Return the English title of a rule's chapter, an empty string for an unknown id."""
    family = rule.split("-")[1] if rule.count("-") == 2 else ""
    return next((each["title"] for each in read_wording("words")["chapters"] if each["begins"] == family), "")

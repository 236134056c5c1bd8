"""Every rule by its id, in our own words: one list for prompts, log and reference.

Chapters and numbered rules are in the wording of `words`. Traits, states, specials, actions and scenarios have theirs
where they are defined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from game.engine.rulebook.reference import Rule
from game.rulesets.bushido.rules.registry import STATES, TRAITS
from game.rulesets.bushido.rules.scenarios import REGISTRY as SCENARIOS
from game.rulesets.bushido.rules.specials import REGISTRY as SPECIALS
from game.rulesets.bushido.warbands.feats import CARDS
from game.rulesets.bushido.words.data import read_wording
from game.wording import _

DEFINED: Final[tuple[dict[str, Any], ...]] = (STATES, SPECIALS, TRAITS, CARDS)


class Entry(NamedTuple):
    """A rule's title and text, in English."""

    title: str
    text: str


def rules() -> tuple[Rule, ...]:
    """Return every rule in the order of the rulebook, in the language in use."""
    return tuple(
        Rule(rule, _title(found), _text(found), _(chapter(rule)), see=links().get(rule, ()))
        for rule, found in entries().items()
    )


def wording(rule: str) -> str:
    """Return a rule in our own words, or an empty string for an unknown id."""
    found = entries().get(rule)
    return _text(found) if found else ""


@cache
def entries() -> dict[str, tuple[Entry, ...]]:
    """Return the entries of every rule by id, chapter by chapter, in the order of the numbers."""
    found: dict[str, list[Entry]] = {}
    for rule, each in read_wording("words")["rules"].items():
        found.setdefault(rule, []).append(Entry(each["title"], each["text"]))
    for rule, entry in _defined():
        found.setdefault(rule, []).append(entry)
    return {rule: tuple(found[rule]) for rule in sorted(found, key=_order)}


def _defined() -> Iterator[tuple[str, Entry]]:
    for registry in DEFINED:
        for each in registry.values():
            yield each.rule, Entry(each.name, each.text)
    for scenario in SCENARIOS.values():
        yield scenario.rule, Entry(scenario.title, scenario.text)


def _title(found: tuple[Entry, ...]) -> str:
    return ", ".join(_(each.title) for each in found)


def _text(found: tuple[Entry, ...]) -> str:
    if len(found) == 1:
        return _(found[0].text)
    return " ".join(f"{_(each.title)}: {_(each.text)}" for each in found)


@cache
def links() -> dict[str, tuple[str, ...]]:
    """Return the rules that each rule's text names by id in `see`, both ways, in the order of the rulebook."""
    order = {rule: place for place, rule in enumerate(entries())}
    found: dict[str, set[str]] = {rule: set() for rule in order}
    for rule, each in read_wording("words")["rules"].items():
        for other in each.get("see", "").split():
            found[rule].add(other)
            found[other].add(rule)
    return {rule: tuple(sorted(others, key=order.__getitem__)) for rule, others in found.items()}


def chapter(rule: str) -> str:
    """Return the English title of a rule's chapter, an empty string for an unknown id."""
    found = (each["title"] for each in read_wording("words")["chapters"] if each["begins"] == _family(rule))
    return next(found, "")


def _family(rule: str) -> str:
    first, _dash, rest = rule.partition("-")
    return rest.partition("-")[0] if first == "B" else first


def _order(rule: str) -> tuple[int, str, int, str]:
    families = [each["begins"] for each in read_wording("words")["chapters"]]
    family = _family(rule)
    number = re.match(r"([A-Z]*)(\d+)(.*)", rule.rpartition("-")[2])
    letters, figure, rest = (number[1], int(number[2]), number[3]) if number else ("", 0, rule)
    return families.index(family) if family in families else len(families), letters, figure, rest

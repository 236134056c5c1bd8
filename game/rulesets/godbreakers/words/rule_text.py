"""Texts as data from the `wording.json` in each folder, names as ids, and the text of every rule by its id.

Traits, flaws, scenarios and compulsions register their texts with `entry`, so that a new one needs no change in another
file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeVar

from game.cached import cached_property
from game.engine.kit.wording import Reference, RuleText
from game.engine.kit.wording import read_wording as read_any
from game.engine.rulebook.facets import Parameter, Verb

Run = TypeVar("Run", bound=Callable[..., Any])


read_wording = partial(read_any, "game.rulesets.godbreakers")


def read_verbs(folder: str, runs: dict[str, Run]) -> tuple[Verb[Run], ...]:
    """Return the verbs in the wording of a folder. `runs` maps the name of a verb to its function."""
    verbs = read_wording(folder)["verbs"]
    return tuple(
        Verb(name, verb["text"], tuple(Parameter(**parameter) for parameter in verb["parameters"]), runs[name])
        for name, verb in verbs.items()
    )


NAMED: Final = ("TRAIT-", "FLAW-", "COMP-", "SCN-THE-")
"""The prefixes of ids whose titles are proper names. Such a name in another rule's text becomes a link."""
ALSO_NAMED: Final = ("G-ADV-1", "G-MOVE-3", "G-MOVE-4", "G-SPEC-1", "G-SPEC-2", "G-ROLL-5")

_REGISTERED: dict[str, RuleText] = {}
"""The entries of traits, flaws, scenarios and compulsions, by id."""


class Rules(Reference):
    """The rules of The Godbreaker Saga."""

    def defined(self) -> Iterator[tuple[str, RuleText]]:
        yield from sorted(_REGISTERED.items(), key=lambda item: item[1].title)

    def place(self, rule: str) -> int:
        return self.chapter_number(rule)

    @cached_property
    def _names(self) -> dict[str, re.Pattern[str]]:
        named = (rule for rule in self.entries if rule.removeprefix("G-").startswith(NAMED) or rule in ALSO_NAMED)
        return {rule: re.compile(rf"\b{re.escape(self.entries[rule][0].title)}(?!\w)") for rule in named}

    def linked(self, rule: str) -> Iterator[str]:
        text = self.entries[rule][0].text
        yield from (name for name, pattern in self._names.items() if name != rule and pattern.search(text))
        yield from str(self.words["rules"].get(rule, {}).get("links", "")).split()


RULES: Final = Rules(read_wording("words"), "G-")


def entry(rule: str, title: str, text: str) -> str:
    """Add a rule to the reference and return its id. Raise `ValueError` if the id is already used."""
    words = RULES.words["rules"].get(rule, {})
    existing = _REGISTERED.get(rule) or (RuleText(words["title"], words["text"]) if "text" in words else None)
    if existing is not None and existing != (title, text):
        raise ValueError(f"two rules have the id {rule}")
    if existing is None:
        _REGISTERED[rule] = RuleText(title, text)
        RULES.forget()
    return rule


wording = RULES.wording

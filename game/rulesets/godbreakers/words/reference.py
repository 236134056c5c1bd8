"""The reference: every rule with its title, its chapter, the rules it is linked to and worked examples."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from game.engine.rulebook.reference import Rule
from game.rulesets.godbreakers.words.rule_text import EXAMPLES, LINKS, all_entries, all_rules, chapter
from game.wording import _

NAMED: Final = ("TRAIT-", "FLAW-", "COMP-", "SCN-THE-")
"""The beginnings of ids whose titles are proper names; such a name in another rule's text becomes a link."""
ALSO_NAMED: Final = ("G-ADV-1", "G-MOVE-3", "G-MOVE-4", "G-SPEC-1", "G-SPEC-2", "G-ROLL-5")


def rules() -> tuple[Rule, ...]:
    """Return every rule and ruling in the order of the rulebook, in the language in use."""
    return tuple(
        Rule(
            rule,
            _(found.title),
            _(found.text),
            _(chapter(rule)),
            links()[rule],
            tuple(map(_, EXAMPLES.get(rule, ()))),
        )
        for rule, found in all_entries().items()
    )


@cache
def links() -> dict[str, tuple[str, ...]]:
    """Return the ids of the rules linked to each rule, in the order of the rulebook."""
    found: dict[str, set[str]] = {rule: set() for rule in all_rules()}
    titles = {rule: each.title for rule, each in all_entries().items() if _is_named(rule)}
    named = {rule: re.compile(rf"\b{re.escape(title)}(?!\w)") for rule, title in titles.items()}
    for rule, text in all_rules().items():
        others = [name for name, pattern in named.items() if name != rule and pattern.search(text)]
        for other in (*others, *LINKS.get(rule, "").split()):
            found[rule].add(other)
            found[other].add(rule)
    order = {rule: place for place, rule in enumerate(all_rules())}
    return {rule: tuple(sorted(others, key=order.__getitem__)) for rule, others in found.items()}


def _is_named(rule: str) -> bool:
    return rule.removeprefix("G-").startswith(NAMED) or rule in ALSO_NAMED

"""Every rule by its id, in our own words: one list for prompts, log and reference."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from game.wording import say


@cache
def all_rules() -> dict[str, str]:
    """Return the wording of every rule and ruling by id, in the order of the rulebook."""
    text = (files("game.rulesets.godbreakers") / "wording.json").read_text(encoding="utf-8")
    rules: dict[str, str] = json.loads(text)
    return rules


def wording(rule: str) -> str:
    """Return a rule in our own words, or an empty string for an unknown id."""
    return say(all_rules().get(rule, ""))

"""The text of every rule by its id. Traits, states, specials, cards and scenarios have their texts with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from game.engine.kit.wording import Reference, RuleText, read_wording
from game.rulesets.bushido.rules.registry import STATES, TRAITS
from game.rulesets.bushido.rules.scenarios import REGISTRY as SCENARIOS
from game.rulesets.bushido.warbands.traits import CARDS, SPECIALS

DEFINED: Final[tuple[dict[str, Any], ...]] = (STATES, SPECIALS, TRAITS, CARDS)


class Rules(Reference):
    """The rules of Bushido, in the order of their numbers."""

    def defined(self) -> Iterator[tuple[str, RuleText]]:
        for registry in DEFINED:
            for entry in registry.values():
                yield entry.rule, RuleText(entry.name, entry.text)
        for scenario in SCENARIOS.values():
            yield scenario.rule, RuleText(scenario.title, scenario.text)

    def place(self, rule: str) -> tuple[int, str, int, str]:
        number = re.match(r"([A-Z]*)(\d+)(.*)", rule.rpartition("-")[2])
        letters, figure, rest = (number[1], int(number[2]), number[3]) if number else ("", 0, rule)
        return self.chapter_number(rule), letters, figure, rest


RULES: Final = Rules(read_wording("game.rulesets.bushido", "words"), "B-")

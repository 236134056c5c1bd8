"""The rules by id. A battleplan has its own text beside its rule."""

from __future__ import annotations

from typing import Final

from game.engine.kit.wording import Reference, read_wording
from game.rulesets.aos4.rules.battleplans import REGISTRY as BATTLEPLANS
from game.wording import _


class Rules(Reference):
    """The rules of Age of Sigmar."""

    def examples(self, rule: str) -> tuple[str, ...]:
        """Return the texts of the battleplans with a rule."""
        plans = [plan for plan in BATTLEPLANS.values() if plan.rule == rule]
        return tuple(f"{_(plan.title)}: {_(plan.text)}" for plan in plans)


RULES: Final = Rules(read_wording("game.rulesets.aos4", "words"), "A-")

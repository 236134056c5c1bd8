"""Every rule by id; a battleplan has its own text beside the rule that it is played by."""

from __future__ import annotations

from typing import Final

from game.engine.kit.wording import Reference, read_wording
from game.rulesets.aos4.rules.battleplans import REGISTRY as BATTLEPLANS
from game.wording import _


class Rules(Reference):
    """The rules of Age of Sigmar."""

    def examples(self, rule: str) -> tuple[str, ...]:
        """Return the battleplans that are played by a rule."""
        return tuple(
            f"{_(battleplan.title)}: {_(battleplan.text)}"
            for battleplan in BATTLEPLANS.values()
            if battleplan.rule == rule
        )


RULES: Final = Rules(read_wording("game.rulesets.aos4", "words"), "A-")

"""The rule that heroes near a friendly unit are harder to shoot at (A-KEY-4)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from game.rulesets.aos4.rules.attacks.batch import Modifier, modifier

GUARDED_TO_HIT: Final[Modifier] = modifier(-1, friendly=False)
"""The modifier to hit rolls for shooting at a guarded hero (A-KEY-4)."""


def may_be_guarded(keywords: Collection[str]) -> bool:
    """Return whether other units can guard a unit with these keywords, which are in capitals (A-KEY-4)."""
    return "HERO" in keywords and not {"MONSTER", "WAR MACHINE"} & set(keywords)


def hides_when_guarded(keywords: Collection[str]) -> bool:
    """Return whether distant models cannot shoot at a guarded unit with these keywords (A-KEY-4)."""
    return may_be_guarded(keywords) and "INFANTRY" in keywords

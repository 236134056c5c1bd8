"""The Guarded Hero: harder to hit and to pick out by shooting while a friendly unit that is no hero is by (A-KEY-4)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from game.rulesets.aos4.rules.attacks.batch import Modifier, modifier

GUARDED_TO_HIT: Final[Modifier] = modifier(-1, friendly=False)
"""What shooting at a guarded hero adds to hit rolls (A-KEY-4)."""


def may_be_guarded(keywords: Collection[str]) -> bool:
    """Return whether a unit with these keywords, in capitals, is a hero of the kind that others guard (A-KEY-4)."""
    return "HERO" in keywords and not {"MONSTER", "WAR MACHINE"} & set(keywords)


def hides_when_guarded(keywords: Collection[str]) -> bool:
    """Return whether models far from it cannot pick it for shooting while it is guarded (A-KEY-4)."""
    return may_be_guarded(keywords) and "INFANTRY" in keywords

"""Traits and states by name. They register themselves; the game, which they ask, knows them by name only."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

TRAITS: Final[dict[str, Any]] = {}
"""Each trait of `rules.traits` by its name on cards."""
STATES: Final[dict[str, Any]] = {}
"""Each state of `rules.states` by its name."""


@cache
def speaking(moment: str) -> frozenset[str]:
    """Return the names of the traits that override a moment, a method of `traits.Trait`."""
    return frozenset(
        name for name, trait in TRAITS.items() if getattr(type(trait), moment) is not _silent(trait, moment)
    )


def _silent(trait: object, moment: str) -> object:
    base = type(trait).__mro__[-2]
    return getattr(base, moment)

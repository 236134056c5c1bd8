"""Dice on the table while a player decides about rerolls (B-TEST-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from game.engine.core.pools import Pool

MOST_RESULT: Final = 99
"""A number higher than any result."""


@dataclass(frozen=True)
class Lying:
    """Pools of dice by name, with the test of each. `again` are the rerolled dice, as pool and index.

    `number` is the result to reach, if there is one. Results above `most` are no better than `most`.
    """

    pools: dict[str, Pool]
    tests: Mapping[str, str]
    weapon: str = ""
    number: int | None = None
    modifier: int = 0
    most: int = MOST_RESULT
    again: set[str] = field(default_factory=set)

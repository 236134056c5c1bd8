"""Dice that lie on the table while somebody decides which of them are rolled again (B-TEST-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from game.engine.core.pools import Pool

MOST_RESULT: Final = 99
"""Higher than any result."""


@dataclass(frozen=True)
class Lying:
    """Pools by name, with what each is rolled for; `again` has the dice already rolled again, by pool and number.

    With a `number` to be reached, results below it are all alike, and so are those beyond `most`.
    """

    pools: dict[str, Pool]
    tests: Mapping[str, str]
    weapon: str = ""
    number: int | None = None
    modifier: int = 0
    most: int = MOST_RESULT
    again: set[str] = field(default_factory=set)

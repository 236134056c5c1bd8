"""Games of one player, where a rulebook scores them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SoloResult:
    """What one player reached alone, and in what: the scenario by its name in a plan, map and roster as they call
    themselves. `degree` is how well the rules call it, a kept text; `won` whether it was no loss.
    """

    scenario: str
    map: str
    roster: str
    rounds: int
    points: int
    won: bool
    degree: str = ""

"""Solo games, if a rulebook scores them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SoloResult:
    """The result of a solo game. `scenario` is its name in a plan; `map` and `roster` are titles.

    `degree` is the rules' name for the degree of success, a kept text. `won` is False for a loss.
    """

    scenario: str
    map: str
    roster: str
    rounds: int
    points: int
    won: bool
    degree: str = ""

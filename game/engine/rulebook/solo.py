"""Solo games, if a rulebook scores them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SoloResult:
    """The result of a solo game, with the scenario by its name in a plan, and map and roster by title.

    `degree` is the rules' name for that success, a kept text; `won` says whether it was not a loss.
    """

    scenario: str
    map: str
    roster: str
    rounds: int
    points: int
    won: bool
    degree: str = ""

"""Games of one player, where a rulebook scores them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from game.engine.rulebook.ruleset import Game

GameT_contra = TypeVar("GameT_contra", bound=Game, contravariant=True)


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


@runtime_checkable
class SoloScoring(Protocol[GameT_contra]):
    """Scores games of one player."""

    def solo_result(self, game: GameT_contra) -> SoloResult | None:
        """Return the result of a game of one player that is over; None for any other."""

"""The interface of a bot."""

from collections.abc import Callable
from typing import Protocol

from game.engine.core.decisions import Answer, Decision
from game.engine.session import Session


class Player(Protocol):
    """A bot that answers decisions."""

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        """Return a legal answer to `decision`; `fork` returns a copy of the game with different future dice.

        A copy has this moment, but not how it came about: no journal or events before its last checkpoint. What a bot
        needs of earlier answers it remembers itself, or `answer_with` in `game.players` hands it over, as a plan.
        """

    @property
    def reason(self) -> str:
        """The reason for the last answer, in plain words."""

"""The interface of a bot."""

from collections.abc import Callable
from typing import Protocol

from game.engine.core.decisions import Answer, Decision
from game.engine.session import Session


class Player(Protocol):
    """A bot that answers decisions."""

    def decide(self, decision: Decision, fork: Callable[[], Session]) -> Answer:
        """Return a legal answer to `decision`; `fork` returns a copy of the game with different future dice.

        A copy has no journal or events before its last checkpoint. A bot must remember its own earlier
        answers and does not see those of others. What else it needs, such as its plan, comes from `answer_with` in
        `game.players`.
        """

    @property
    def reason(self) -> str:
        """The reason for the last answer, in plain words."""

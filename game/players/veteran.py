"""The veteran: plans a whole activation by exact expectation, for what it has brought by its end."""

from typing import ClassVar, Final

from game.engine.rulebook.abilities import Sight
from game.players.planner import Planner

TRIES: Final = 32
"""Answers tried on copies of the game for one decision."""


class VeteranPlayer(Planner):
    """Looks no farther than the end of its activation: no later round, and of others only whom they can reach.

    So it acts before anybody can answer, and does not see what the last word of a round is worth.
    """

    sight: ClassVar[Sight | None] = "near"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = TRIES

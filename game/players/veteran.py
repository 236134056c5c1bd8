"""The veteran: plans a whole activation by exact expectation, for what it brings in this round."""

from typing import ClassVar, Final

from game.engine.rulebook.abilities import Sight
from game.players.lookahead import Width
from game.players.planner import Planner

TRIES: Final = 16
"""Answers tried on copies of the game for one decision."""
SPOTS: Final = 8
"""Spots that it looks at to place a piece."""


class VeteranPlayer(Planner):
    """Looks no farther than this round, at a few of all spots, and takes its pieces as they come.

    So it acts before anybody can answer, and does not see what the last word of a round is worth.
    """

    sight: ClassVar[Sight | None] = "near"
    width: ClassVar[Width] = Width(spots_seen=SPOTS, pieces_seen=1)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = TRIES

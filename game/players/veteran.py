"""The veteran: plans a whole activation by exact expectation, for gains within this round."""

from typing import ClassVar, Final

from game.engine.rulebook.facets import Style
from game.players.lookahead import Width
from game.players.planner import Planner

TRIES: Final = 16
"""The number of answers tried on copies of the game for one decision."""
SPOTS: Final = 8
"""The number of spots it looks at to place a piece."""


class VeteranPlayer(Planner):
    """Ignores later rounds, looks at a few of all spots, and takes its pieces as they come.

    It acts before anyone can answer, because it does not think of the last word of a round.
    """

    style: ClassVar[Style | None] = "near"
    width: ClassVar[Width] = Width(spots_seen=SPOTS, pieces_seen=1)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = TRIES

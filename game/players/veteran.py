"""The veteran: plans a whole activation by exact expectation, for gains within this round."""

from typing import ClassVar, Final

from game.engine.rulebook.facets import Style
from game.players.lookahead import Width
from game.players.planner import Planner

TRIES: Final = 16
"""The number of answers tried on copies of the game for one decision."""
SPOTS: Final = 8
"""The number of spots that the veteran looks at to place a piece."""


class VeteranPlayer(Planner):
    """A bot that ignores later rounds, looks at a few of all spots, and activates its pieces in random order.

    It does not save a strong piece for the end of a round, when nobody can reply.
    """

    style: ClassVar[Style | None] = "near"
    width: ClassVar[Width] = Width(spots_seen=SPOTS, pieces_seen=1)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tries = TRIES

"""Paths that players draw themselves, corner by corner: the rules judge them and search for nothing."""

from collections.abc import Sequence
from random import Random

from game.refusal import Refusal
from game.table.lattice import Position
from game.table.places import Spot, Verdict, first_legal
from game.table.ways.judge import WayReceipt, judged
from game.table.ways.region import WayRegion
from game.table.ways.way import Way


class DrawnRegion(WayRegion):
    """The ends of the straight legs through chosen corners: a spot is legal if they lead there legally."""

    def __init__(self, region: WayRegion, corners: Sequence[Position]) -> None:
        super().__init__(region.start, *region.policies)
        self.corners = tuple(corners)

    def _judged(self, where: Spot) -> WayReceipt:
        return judged(Way.through([self.start, *self.corners, where]), self.policies)

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the drawn path on to the lattice spot nearest to one is legal."""
        return "yes" if self._judged(where).is_legal else "no"

    def find(self, where: Spot | None = None) -> Way | None:
        """Return the drawn path on to the lattice spot nearest to one, None if it is not legal."""
        receipt = self._judged((self.corners or [self.start])[-1] if where is None else where)
        return receipt.way if receipt.is_legal else None

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return every reason against the drawn path to a spot; empty when it is legal."""
        return [*self._judged(where).refusals]

    def nearest(self, where: Spot) -> Position | None:
        """Return the spot itself: a path that is drawn ends where it is drawn to; None if it is not legal."""
        return first_legal(self, [where])

    def sample(self, rng: Random) -> Position | None:
        """Return the last corner if the path may end there: no other spot is drawn yet."""
        way = self.find()
        return None if way is None else way.end

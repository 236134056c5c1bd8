"""Paths that players draw themselves, corner by corner: the rules judge them and search for nothing."""

from collections.abc import Sequence
from random import Random

from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.ways.judge import WayReceipt
from game.table.ways.region import WayRegion
from game.table.ways.way import Way


class DrawnRegion(WayRegion):
    """The ends of the straight legs through chosen corners: a spot is legal if they lead there legally."""

    def __init__(self, region: WayRegion, corners: Sequence[Position]) -> None:
        super().__init__(region.start, *region.policies)
        self.corners = tuple(corners)

    def way_to(self, x: float, y: float) -> Way | None:
        """Return the drawn path on to the lattice spot nearest to (x, y), None if it is not legal."""
        receipt = self.drawn(x, y)
        return receipt.way if receipt.is_legal else None

    def drawn(self, x: float, y: float) -> WayReceipt:
        """Return the verdict on the drawn path and what it costs, legal or not."""
        return self.by_hand([*self.corners, position(x, y)])

    def contains(self, x: float, y: float) -> bool:
        """Return whether the drawn path on to the lattice spot nearest to (x, y) is legal."""
        return self.way_to(x, y) is not None

    def witness(self, x: float, y: float) -> Way | None:
        """Return the drawn path to a spot, None if it is not legal."""
        return self.way_to(x, y)

    def receipt(self, x: float, y: float) -> WayReceipt | None:
        """Return the receipt of the drawn path to a spot, None if it is not legal."""
        receipt = self.drawn(x, y)
        return receipt if receipt.is_legal else None

    def why_not(self, x: float, y: float) -> list[Refusal]:
        """Return every reason against the drawn path to a spot; empty when it is legal."""
        return [*self.drawn(x, y).refusals]

    def nearest(self, x: float, y: float) -> Position | None:
        """Return the spot itself: a path that is drawn ends where it is drawn to; None if it is not legal."""
        return position(x, y) if self.contains(x, y) else None

    def sample(self, rng: Random) -> Position | None:
        """Return the last corner if the path may end there: no other spot is drawn yet."""
        return self.nearest(*(self.corners or [self.start])[-1])

"""A unit that moves in one decision: what it may do, the nearest to what is wanted, one at random."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from game.table.lattice import position
from game.table.layout.effort import Effort, Spent
from game.table.layout.finding import found_near, found_quickly
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.policy import Layout
from game.table.layout.steps import Steps
from game.table.layout.straying import as_a_block, strayed

QUICK: Final = 600
"""Steps of a short search."""


class UnitMove(MoveJudge):
    """The arrangements to which a unit may move from where it stands; who is not named stays.

    What is found is no more than what was looked for: where nothing is, a person may still find something.
    """

    def nearest(self, wanted: Layout, fixed: Collection[str] = (), effort: Effort | None = None) -> Steps | None:
        """Return a legal move to an arrangement near a wanted one in which the `fixed` end as wanted; None if none.

        It keeps the formation where it can, and goes straight where it can; where nothing is found near by, anywhere;
        where the `effort` is spent before, they stay if that is legal, else as near as can be to where they stand.
        """
        effort, there = effort or Effort(), {name: position(*wanted[name]) for name in self.starts}
        try:
            found = found_near(self, there, fixed, effort)
            found = strayed(self, Random(0), effort) if found is None and not fixed else found
        except Spent:
            found = None if fixed else self.stay()
        return self._near_here(effort) if found is None and not fixed and there != self.starts else found

    def _near_here(self, effort: Effort) -> Steps | None:
        """Return a legal move to near where the unit stands, with as much `effort` again; None if none was found."""
        effort.again()
        try:
            return found_near(self, dict(self.starts), (), effort)
        except Spent:
            return None

    def quickly(self, wanted: Layout) -> Steps | None:
        """Return a legal move near a wanted arrangement, straight if it can; None if a short search found none."""
        try:
            return found_quickly(self, {name: position(*wanted[name]) for name in self.starts}, Effort(QUICK))
        except Spent:
            return None

    def as_a_block(self, shifts: Sequence[tuple[float, float]]) -> Steps | None:
        """Return the first legal one of some shifts of the whole unit (inches), all straight; None if none is."""
        return as_a_block(self, shifts)

    def sample(self, rng: Random) -> Steps | None:
        """Return a legal move at random, mostly of the whole unit as a block; None if none was found."""
        try:
            return strayed(self, rng)
        except Spent:
            return self.stay()

    def stay(self) -> Steps | None:
        """Return the move in which nobody moves, None if it is not legal."""
        return self.normal(())

"""A unit that moves in one decision: what it may do, the nearest to what is wanted, one at random."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from game.table.layout.effort import Effort, Spent
from game.table.layout.finding import found_near
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.steps import Arrangement, Steps, ends_of, steps_of
from game.table.layout.straying import strayed


class UnitMove(MoveJudge):
    """The arrangements to which a unit may move from where it stands; who is not named stays.

    What is found is no more than what was looked for: where nothing is, a person may still find something.
    """

    def find(self, where: Arrangement | None = None) -> Steps | None:
        """Return a legal move with the ways found; without one asked for, that in which nobody moves, else any."""
        found = super().find(() if where is None else where)
        return self.sample(Random(0)) if found is None and where is None else found

    def nearest(self, where: Arrangement, fixed: Collection[str] = (), effort: Effort | None = None) -> Steps | None:
        """Return a legal move to an arrangement near a wanted one in which the `fixed` end as wanted; None if none.

        It keeps the formation where it can, and goes straight where it can; where nothing is found near by, anywhere;
        where the `effort` is spent before, they stay if that is legal, else as near as can be to where they stand.
        """
        effort, there = effort or Effort(), self.starts | ends_of(steps_of(where))
        try:
            found = found_near(self, there, fixed, effort)
            found = strayed(self, Random(0), effort) if found is None and not fixed else found
        except Spent:
            found = None if fixed else self.find(())
        return self._near_here(effort) if found is None and not fixed and there != self.starts else found

    def _near_here(self, effort: Effort) -> Steps | None:
        """Return a legal move to near where the unit stands, with as much `effort` again; None if none was found."""
        effort.again()
        try:
            return found_near(self, dict(self.starts), (), effort)
        except Spent:
            return None

    def sample(self, rng: Random) -> Steps | None:
        """Return a legal move at random, mostly of the whole unit as a block; None if none was found."""
        try:
            return strayed(self, rng)
        except Spent:
            return self.find(())

"""The limit of a search, counted in steps: the same on every machine. It can be watched and stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST: Final = 4000
"""The most steps of one search: spots looked for beside others, and verdicts that need a search for a path."""
WAY: Final = 4
"""Steps that such a verdict counts for."""


class Spent(Exception):
    """A search has no steps left, or was stopped."""


class Effort:
    """The steps of one search; `stopped` is asked at each step and may take its time, as long as others need theirs."""

    def __init__(self, most: int = MOST, stopped: Callable[[], bool] = lambda: False) -> None:
        self.most, self.steps, self._stopped = most, 0, stopped

    def spend(self, steps: int = 1) -> None:
        """Count steps about to be taken; raise `Spent` if they are too many, or if the search was stopped."""
        self.steps += steps
        if self.steps > self.most or self._stopped():
            raise Spent

    def again(self) -> None:
        """Allow the same number of steps again, for another search."""
        self.most = self.steps + MOST

    @property
    def share(self) -> float:
        """The share of steps taken, from 0 to 1."""
        return min(1.0, self.steps / self.most)

"""The limit of a search, in steps that are the same on every machine; a search can also be watched and stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST: Final = 4000
"""The most steps of one search. A search for spots beside a base takes one step, a verdict with a path several."""
PATH_STEPS: Final = 4
"""The number of steps of a verdict that may need a path."""


class EffortSpent(Exception):
    """Raised if a search used up its steps or was stopped."""


class Effort:
    """The steps of one search. `stopped` is called at each step; it may also pause to leave time for other threads."""

    def __init__(self, most: int = MOST, stopped: Callable[[], bool] = lambda: False) -> None:
        self.most, self.steps, self._stopped = most, 0, stopped

    def spend(self, steps: int = 1) -> None:
        """Count steps before they are made; raise `EffortSpent` if they are too many or the search was stopped."""
        self.steps += steps
        if self.steps > self.most or self._stopped():
            raise EffortSpent

    def renew(self) -> None:
        """Allow `MOST` more steps, for another search."""
        self.most = self.steps + MOST

    @property
    def share(self) -> float:
        """The part of the steps that is used up, from 0 to 1."""
        return min(1.0, self.steps / self.most)

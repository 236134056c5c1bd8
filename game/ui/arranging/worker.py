"""Slow work on an arrangement, done in a thread between frames; a search shows its progress and can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from game.table.layout.effort import Effort, EffortSpent
from game.ui.widgets.tasks import Stop, Task

MOMENT: Final = 0.04
"""Seconds waited at once for what is mostly found by then, to avoid flicker."""
SHOWN_AFTER: Final = 0.25
"""Seconds after which a search shows its progress."""


@dataclass(frozen=True)
class Job:
    """Work to do within an effort, and what happens with its result. A `search` is shown, and may be stopped."""

    find: Callable[[Effort], Any]
    then: Callable[[Any], None]
    search: bool = False


class Worker:
    """Does one job at a time, so that two threads never ask the rules of one decision at once."""

    def __init__(self) -> None:
        self._job: Job | None = None
        self._following: Job | None = None
        self._task: Task[Any] | None = None
        self._stop = Stop()
        self._effort = Effort()
        self._since = 0.0

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do."""
        return self._task is None

    @property
    def searching(self) -> bool:
        """Whether a search is running whose result is still wanted."""
        jobs = (self._following, None if self._stop.ordered else self._job)
        return any(job is not None and job.search for job in jobs)

    @property
    def share(self) -> float | None:
        """The progress of a long search, from 0 to 1, or None without one."""
        shown = self.searching and time.monotonic() - self._since > SHOWN_AFTER
        return self._effort.share if shown else None

    def do(self, job: Job, moment: float = MOMENT) -> None:
        """Do a job in place of all others, as soon as the present work has stopped; wait for it a `moment`."""
        self.stop()
        self._following, self._since = job, time.monotonic()
        self.gather(moment)

    def stop(self) -> bool:
        """Drop the present work and what was to follow; return whether a search was running."""
        searched = self.searching
        self._stop.order()
        self._following = None
        return searched

    def gather(self, moment: float = 0.0) -> None:
        """Collect results, and begin what follows; wait for it a `moment`."""
        until = time.monotonic() + moment
        while self._following is not None or self._task is not None:
            if self._task is None:
                self._begin()
            elif self._task.wait(until - time.monotonic()):
                self._end(self._task)
            else:
                break

    def _begin(self) -> None:
        job, self._job, self._following = self._following, self._following, None
        assert job is not None
        self._stop = Stop()

        self._effort = Effort(stopped=self._stop)
        self._task = Task(partial(job.find, self._effort), "arrangement")

    def _end(self, task: Task[Any]) -> None:
        job, self._job, self._task = self._job, None, None
        try:
            found = task.result()
        except EffortSpent:
            found = None
        if job is not None and not self._stop.ordered:
            job.then(found)

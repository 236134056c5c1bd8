"""Work beside the window: everything that is done in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Task(Generic[Result]):
    """A function called in a thread of its own, which ends with the program at the latest.

    The window asks `done` at every frame and then takes the `result`; it never waits.
    """

    def __init__(self, work: Callable[[], Result], name: str) -> None:
        self._outcome: Future[Result] = Future()
        threading.Thread(target=self._run, args=(work,), name=name, daemon=True).start()

    def _run(self, work: Callable[[], Result]) -> None:
        try:
            self._outcome.set_result(work())
        except Exception as error:  # raised where the result is taken
            self._outcome.set_exception(error)

    @property
    def done(self) -> bool:
        """Whether the result can be taken without waiting."""
        return self._outcome.done()

    def result(self) -> Result:
        """Wait until it is done and return its result, or raise its error."""
        return self._outcome.result()

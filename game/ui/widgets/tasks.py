"""Background work: everything that is done in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Task(Generic[Result]):
    """A function called in a thread, which ends with the program at the latest.

    The window checks `done` at every frame and then takes the `result`; it never waits.
    """

    def __init__(self, work: Callable[[], Result], name: str) -> None:
        self._outcome: Future[Result] = Future()
        threading.Thread(target=self._run, args=(work,), name=name, daemon=True).start()

    def _run(self, work: Callable[[], Result]) -> None:
        try:
            self._outcome.set_result(work())
        except Exception as error:  # raised by `result`
            self._outcome.set_exception(error)

    @property
    def done(self) -> bool:
        """Whether the result is available without waiting."""
        return self._outcome.done()

    def result(self) -> Result:
        """Wait for the result and return it, or raise its error."""
        return self._outcome.result()

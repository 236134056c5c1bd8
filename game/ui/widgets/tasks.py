"""Work beside the window: the one way in which anything is done in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Task(Generic[Result]):
    """A function called in a thread of its own, which ends with the program at the latest.

    The window asks `done` at every frame and then takes the `result`; it never waits.
    """

    def __init__(self, work: Callable[[], Result], name: str) -> None:
        self._work = work
        self._found: list[Result] = []
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except Exception as error:  # raised where the result is taken
            self._error = error

    @property
    def done(self) -> bool:
        """Whether the result can be taken without waiting."""
        return not self._thread.is_alive()

    def result(self) -> Result:
        """Wait until it is done and return what came of it, or raise what went wrong."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._found[0]

"""Background work: everything that is done in a thread."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

Result = TypeVar("Result")

LAST_WAIT: Final = 2.0
"""Seconds to wait for work under way when the program ends: a thread killed inside a library may abort the process."""
_running: set[threading.Thread] = set()


_frames_rest = threading.Event()
_frames_rest.set()
LONGEST_FRAME: Final = 0.1
"""Seconds that work waits for a frame to end, in case none is drawn any more."""


@contextmanager
def frame() -> Iterator[None]:
    """Keep work that gives way from competing with the drawing of a frame: threads share one interpreter."""
    _frames_rest.clear()
    try:
        yield
    finally:
        _frames_rest.set()


def give_way() -> None:
    """Wait until no frame is drawn; to be called by long work, often."""
    if not _frames_rest.is_set():
        _frames_rest.wait(LONGEST_FRAME)


class Task(Generic[Result]):
    """A function called in a thread, which ends with the program at the latest.

    The window checks `done` at every frame and then takes the `result`; it never waits.
    """

    def __init__(self, work: Callable[[], Result], name: str) -> None:
        self._outcome: Future[Result] = Future()
        thread = threading.Thread(target=self._run, args=(work,), name=name, daemon=True)
        _running.add(thread)
        thread.start()

    def _run(self, work: Callable[[], Result]) -> None:
        try:
            self._outcome.set_result(work())
        except Exception as error:  # raised by `result`
            self._outcome.set_exception(error)
        finally:
            _running.discard(threading.current_thread())

    @property
    def done(self) -> bool:
        """Whether the result is available without waiting."""
        return self._outcome.done()

    def wait(self, seconds: float) -> bool:
        """Wait a moment, in which it gives way to no frame; return whether the result is available."""
        if seconds > 0 and not self.done:
            drawn = not _frames_rest.is_set()
            _frames_rest.set()
            wait([self._outcome], seconds)
            if drawn:
                _frames_rest.clear()
        return self.done

    def result(self) -> Result:
        """Wait for the result and return it, or raise its error."""
        return self._outcome.result()


@atexit.register
def _await_running() -> None:
    until = time.monotonic() + LAST_WAIT
    for thread in [*_running]:
        thread.join(max(0.0, until - time.monotonic()))

"""A pool of processes on this computer that ends at once and silently, even while work is waiting."""

import contextlib
import queue
import threading
from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

from joblib._parallel_backends import LokyBackend
from joblib.externals.loky.backend.utils import kill_process_tree

_ended: Final[WeakKeyDictionary[threading.Thread, Mapping[int, Any]]] = WeakKeyDictionary()
"""The threads of ended pools, with the processes that each should end."""


class EndingBackend(LokyBackend):  # type: ignore[misc]
    """joblib's usual pool, but it ends its workers silently when joblib aborts work."""

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """End the workers, then abort as joblib's usual pool does."""
        end_workers(self._workers)
        super().abort_everything(ensure_ready)


def end_workers(executor: Any) -> None:
    """Kill the workers of a loky executor and empty its queue of waiting work.

    loky's thread drops waiting work before it empties the queue, and would fail loudly over the rest of the queue. If
    the thread has just fetched an item, its later errors are not reported, and its workers end anyway.
    """
    if executor is None:
        return
    if (thread := executor._executor_manager_thread) is not None:
        _ended[thread] = executor._processes
    executor._flags.flag_as_shutting_down()  # from now on nothing is added to the queue
    with contextlib.suppress(queue.Empty):
        while True:
            executor._work_ids.get(block=False)
    executor.shutdown(wait=False, kill_workers=True)


def _handle_thread_error(error: threading.ExceptHookArgs) -> None:
    """Kill processes that an ended pool's failed thread should have ended; report other threads' errors."""
    if error.thread is None or error.thread not in _ended:
        _report(error)
        return
    for process in [*_ended[error.thread].values()]:
        with contextlib.suppress(OSError):
            kill_process_tree(process)


_report: Final = threading.excepthook
threading.excepthook = _handle_thread_error

"""A pool of processes on this computer that ends at once and silently, even with work waiting."""

import contextlib
import queue
import threading
from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

from joblib._parallel_backends import LokyBackend
from joblib.externals.loky.backend.utils import kill_process_tree

_ended: Final[WeakKeyDictionary[threading.Thread, Mapping[int, Any]]] = WeakKeyDictionary()
"""The threads of ended pools, and the processes that they should end."""


class EndingBackend(LokyBackend):  # type: ignore[misc]
    """joblib's usual pool; when work is broken off, joblib ends it before anyone else can."""

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """End the workers, then do what joblib does."""
        end_workers(self._workers)
        super().abort_everything(ensure_ready)


def end_workers(executor: Any) -> None:
    """Kill the workers of a loky executor and take waiting work out of its queue.

    loky's thread drops waiting work before it empties the queue, and would fail loudly over anything still in it. It
    may also have just taken some: its later errors are not reported, and its workers end anyway.
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


def _hear(error: threading.ExceptHookArgs) -> None:
    """Do what the thread of an ended pool failed to do; report the errors of all other threads."""
    if error.thread is None or error.thread not in _ended:
        _report(error)
        return
    for process in [*_ended[error.thread].values()]:
        with contextlib.suppress(OSError):
            kill_process_tree(process)


_report: Final = threading.excepthook
threading.excepthook = _hear

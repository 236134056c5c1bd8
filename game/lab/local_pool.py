"""A pool of processes on this computer that ends at once and silently, whatever still waits for it."""

import contextlib
import queue
from typing import Any

from joblib._parallel_backends import LokyBackend


class EndingBackend(LokyBackend):  # type: ignore[misc]
    """joblib's usual pool; when work is broken off, joblib ends it before anybody else can."""

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """End the workers, then do what joblib does."""
        end_workers(self._workers)
        super().abort_everything(ensure_ready)


def end_workers(executor: Any) -> None:
    """Kill the workers of a loky executor and take what is waiting for them out of its queue.

    loky's thread drops waiting work before it empties the queue, and would fail loudly over what it still finds there.
    """
    if executor is None:
        return
    executor._flags.flag_as_shutting_down()  # from now on nothing is added to the queue
    with contextlib.suppress(queue.Empty):
        while True:
            executor._work_ids.get(block=False)
    executor.shutdown(wait=False, kill_workers=True)

"""Work that is spread over processes: in its order, and a process that dies is told."""

from __future__ import annotations

import os
import threading

import pytest
from joblib import Parallel
from joblib.externals import loky

from game.lab.local_pool import EndingBackend, end_workers
from game.lab.workers import WorkersFailed, results_in_order


def test_one_process_takes_one_item_after_another() -> None:
    items = iter(range(3))
    results = results_in_order(str, items)
    assert next(results) == "0"
    assert next(items) == 1, "the next one has not been begun"
    assert list(results) == ["2"]


def test_two_processes_keep_the_order_and_one_that_dies_is_told() -> None:
    assert list(results_in_order(str, range(20), 2)) == [str(number) for number in range(20)]
    with pytest.raises(WorkersFailed, match="a worker stopped before finishing"):
        list(results_in_order(os._exit, [3, 3], 2))


def test_workers_end_without_a_traceback_while_work_is_still_in_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    executor = loky.ProcessPoolExecutor(1)
    assert executor.submit(abs, -1).result() == 1
    thread = executor._executor_manager_thread
    executor._work_ids.put(99)  # loky has dropped the work itself and not yet looked at its number
    end_workers(executor)
    thread.join(20)
    assert (thread.is_alive(), faults) == (False, [])


def test_joblib_itself_breaks_off_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal that comes while joblib waits for a result has it end the pool before anybody else can."""
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    with Parallel(n_jobs=2, backend=EndingBackend()) as parallel:
        executor = parallel._backend._workers
        assert executor.submit(abs, -1).result() == 1
        thread = executor._executor_manager_thread
        executor._work_ids.put(99)
        parallel._backend.abort_everything(ensure_ready=False)
        thread.join(20)
    assert (thread.is_alive(), faults) == (False, [])

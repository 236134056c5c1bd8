"""A pool that is ended says nothing and leaves no process behind, at whatever moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from random import Random

import pytest
from joblib.externals.loky import get_reusable_executor

from game.lab import local_pool
from game.lab.local_pool import end_workers
from tests.samples import some

MOMENTS = some(30)
LATEST = 5.0
"""Seconds after its start at which the program is interrupted at the latest."""
OWN = ("Interrupted.", "games played", "game is played")
"""What the program itself says when it is interrupted."""


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("group", [False, True])
def test_interrupting_says_nothing_but_our_own_line_at_any_moment(group: bool) -> None:
    rng = Random(5)
    command = [sys.executable, "-m", "game", "simulate", "--games", "60", "--jobs", "2", "--players", "random,random"]
    for moment in sorted(rng.uniform(0.2, LATEST) for _moment in range(max(1, MOMENTS // 3))):
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        time.sleep(moment)
        if group:
            os.killpg(program.pid, signal.SIGINT)  # as a terminal does
        else:
            program.send_signal(signal.SIGINT)
        said = program.communicate(timeout=60)[1].decode()
        if program.returncode in (-signal.SIGINT, 0):
            continue  # Python itself was still starting, or all games were played
        others = [line for line in said.splitlines() if line.strip() and not any(own in line for own in OWN)]
        assert others == [], f"after {moment:.2f} s: {said}"
        assert program.returncode == 130


def idle(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_a_thread_that_fails_over_work_that_was_dropped_says_nothing_and_its_workers_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(threading, "excepthook", local_pool._handle_thread_error)  # which the tests have taken over
    executor = get_reusable_executor(max_workers=2)
    for _item in range(40):
        executor.submit(idle, 0.2)
    thread, processes = executor._executor_manager_thread, [*executor._processes.values()]
    taken = [executor._work_ids.get(timeout=5) for _item in range(4)]
    end = executor.shutdown

    def drop(*given: object, **named: object) -> None:
        executor.shutdown = end  # others use this executor after us
        for each in taken:  # as if the thread had just taken them
            executor._pending_work_items.pop(each)
            executor._work_ids.put(each)
        end(*given, **named)

    executor.shutdown = drop
    end_workers(executor)
    thread.join(30)
    assert not thread.is_alive()
    for process in processes:
        process.join(30)
        assert process.exitcode is not None
    assert capfd.readouterr().err == ""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_errors_of_other_threads_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(local_pool, "_report", reported.append)
    monkeypatch.setattr(threading, "excepthook", local_pool._handle_thread_error)
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    assert [error.exc_type for error in reported] == [ZeroDivisionError]

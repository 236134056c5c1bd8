"""Work beside the window is done once, and what goes wrong there is told where its result is taken."""

from __future__ import annotations

import threading

import pytest

from game.ui.widgets.tasks import Task


def test_a_task_works_beside_whoever_asked_for_it() -> None:
    may = threading.Event()
    here = threading.get_ident()

    def work() -> int:
        may.wait()
        return threading.get_ident()

    task = Task(work, "a test")
    assert not task.done
    may.set()
    assert task.result() != here
    assert task.done


def test_what_goes_wrong_is_raised_where_the_result_is_taken() -> None:
    task: Task[float] = Task(lambda: 1 / 0, "a test")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            task.result()
    assert task.done

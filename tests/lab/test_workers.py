"""Work that is spread over processes: in its order, and a process that dies is told."""

from __future__ import annotations

import os

import pytest

from game.lab.workers import WorkersFailed, spread


def test_one_process_takes_one_item_after_another() -> None:
    items = iter(range(3))
    results = spread(str, items)
    assert next(results) == "0"
    assert next(items) == 1, "the next one has not been begun"
    assert list(results) == ["2"]


def test_two_processes_keep_the_order_and_one_that_dies_is_told() -> None:
    assert list(spread(str, range(20), 2)) == [str(number) for number in range(20)]
    with pytest.raises(WorkersFailed, match="a worker ended before its work was done"):
        list(spread(os._exit, [3, 3], 2))

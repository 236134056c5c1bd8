"""How long something takes."""

import time
from collections.abc import Callable


def timed(work: Callable[[], object], repeats: int = 1) -> float:
    """Return milliseconds for one call of `work`, the mean of `repeats`."""
    started = time.perf_counter()
    for _ in range(repeats):
        work()
    return (time.perf_counter() - started) * 1000 / repeats

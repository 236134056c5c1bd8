"""Rare garbage collection, and memory given back. Each collection reads every object; a prepared table has millions."""

import gc
from collections.abc import Callable
from functools import cache
from typing import Final

SELDOM: Final = (20_000, 20, 20)
"""Thresholds for `gc`. Loading leaves little garbage, and copies of a game are freed without the collector."""


def collect_seldom() -> None:
    """Make garbage collection rare in this process, which plays many games or draws frames."""
    gc.set_threshold(*SELDOM)


def tidy_up() -> None:
    """Collect garbage and give memory back while nothing happens: the pause would be noticeable during a drag."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # objects that are alive now are not scanned again until the next time
    give_back()


def give_back() -> None:
    """Return freed memory to the system; the GNU C library keeps it otherwise, because pictures leave holes in it."""
    if (trim := _trim()) is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    """Return the function of the GNU C library for that, None on other systems."""
    import ctypes

    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim

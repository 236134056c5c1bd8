"""Rare garbage collection, and returning memory. Each collection visits millions of objects of a prepared table."""

import gc
from collections.abc import Callable
from functools import cache
from typing import Final

SELDOM: Final = (20_000, 20, 20)
"""Thresholds for `gc`. Loading leaves little garbage, and copies of a game are freed without the collector."""
M_ARENA_MAX: Final = -8
"""The number of the GNU C library's setting for the most heaps of a process."""


def collect_seldom() -> None:
    """Make garbage collection rare in this process, which plays many games or draws frames."""
    gc.set_threshold(*SELDOM)


def share_heaps() -> None:
    """Let all threads of this process share two heaps: what a thread leaves in one of its own is seldom used again."""
    if (adjust := _function("mallopt")) is not None:
        adjust(M_ARENA_MAX, 2)


def tidy_up() -> None:
    """Collect garbage and return memory while nothing happens, because a pause during a drag would be noticed."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # objects that are alive now are not scanned again until the next time
    give_back()


def give_back() -> None:
    """Return freed memory to the system; the GNU C library would keep it, because pictures fragment it."""
    if (trim := _function("malloc_trim")) is not None:
        trim(0)


@cache
def _function(name: str) -> Callable[..., int] | None:
    """Return a function of the GNU C library, None on other systems."""
    import ctypes

    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return function

"""Rare garbage collection. Each collection reads every object, and a prepared table has millions of them."""

import gc
from typing import Final

SELDOM: Final = (20_000, 20, 20)
"""Thresholds for `gc`. Loading leaves little garbage, and copies of a game are freed without the collector."""


def collect_seldom() -> None:
    """Make garbage collection rare in this process, which plays many games or draws frames."""
    gc.set_threshold(*SELDOM)

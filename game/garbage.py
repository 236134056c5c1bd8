"""How often Python looks for garbage: each look reads every object, and a prepared table has millions."""

import gc
from typing import Final

SELDOM: Final = (20_000, 20, 20)
"""Thresholds: loading code and rulebooks leaves little, and a game's copies are gone without a look."""


def collect_seldom() -> None:
    """Collect garbage seldom in this process, which plays many games or draws frames."""
    gc.set_threshold(*SELDOM)

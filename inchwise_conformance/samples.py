"""How much of what is drawn at random a run looks at: one in twelve; with INCHWISE_SAMPLES=1 all of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SHARE = float(os.environ.get("INCHWISE_SAMPLES", "0.0833"))


def some(whole: int) -> int:
    """Return how many of so many samples this run looks at, at least one."""
    return max(1, round(whole * SHARE))


def apart(least: int) -> int:
    """Return how far apart the samples of this run lie, where all of them lie so far apart."""
    return max(1, round(least / SHARE))


def few(cases: Sequence[T], of: int = 2) -> Sequence[T]:
    """Return the cases of a slow test that this run looks at: every second one or so, or all where it looks at all."""
    return cases if SHARE >= 1.0 else cases[::of]

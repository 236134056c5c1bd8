"""How much of what is drawn at random a run looks at: two in ten; INCHWISE_SAMPLES=1 is all, 10 ten times as much."""

from __future__ import annotations

import os

SHARE = float(os.environ.get("INCHWISE_SAMPLES", "0.1"))


def some(whole: int) -> int:
    """Return how many of so many samples this run looks at, at least one."""
    return max(1, round(whole * SHARE))


def apart(least: int) -> int:
    """Return how far apart the samples of this run lie, where all of them lie so far apart."""
    return max(1, round(least / SHARE))

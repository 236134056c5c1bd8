"""The value of an answer, with the reason for it."""

from __future__ import annotations

from typing import NamedTuple


class Rated(NamedTuple):
    """The expected gain of an answer, in victory points, and the reason for it; see `Prospect`.

    With `settled`, it is the exact expectation over all dice up to the end of the activation; with `foreseen`, it is an
    estimate for all of it.
    """

    worth: float
    why: str
    settled: bool = False
    scored: bool = True
    foreseen: bool = False

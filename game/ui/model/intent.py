"""What a drag of a whole unit was meant to lead to: the question that it comes to may follow only after dice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Intent:
    """A unit is to be moved `by` some inches east and north, or to a `foe`, as soon as that is asked."""

    unit: str
    by: tuple[float, float] = (0.0, 0.0)
    foe: str = ""

"""The lattice on which every position lies: whole multiples of 1e-4 inch, equal on every machine."""

from typing import NamedTuple

LATTICE_STEP = 1e-4
_STEPS_PER_INCH = 10_000


class Position(NamedTuple):
    """A spot on the table in inches, origin at the south-west corner, x east and y north."""

    x: float
    y: float


def snap(value: float) -> float:
    """Return the lattice value nearest to `value` (inches); equal lattice integers give equal floats."""
    return round(value * _STEPS_PER_INCH) / _STEPS_PER_INCH


def position(x: float, y: float) -> Position:
    """Return the lattice position nearest to (x, y), in inches."""
    return Position(snap(x), snap(y))

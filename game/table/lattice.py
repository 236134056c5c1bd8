"""The lattice of all positions. Coordinates are whole multiples of 1e-4 inch, equal on every machine."""

import math
from typing import Final, NamedTuple

LATTICE_STEP = 1e-4
_STEPS_PER_INCH = 10_000
_MORE_BITS: Final = 128
"""The number of further binary digits of a root, which is enough to round it like the true root."""


class Position(NamedTuple):
    """A spot on the table in inches from the south-west corner, x east and y north."""

    x: float
    y: float


def snap(value: float) -> float:
    """Return the lattice value nearest to `value` (inches); equal lattice integers give equal floats.

    >>> snap(0.1 + 0.2), snap(1 / 3)
    (0.3, 0.3333)
    """
    return round(value * _STEPS_PER_INCH) / _STEPS_PER_INCH


def position(x: float, y: float) -> Position:
    """Return the lattice position nearest to (x, y), in inches."""
    return Position(snap(x), snap(y))


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the float nearest to the true distance between two points, in inches.

    `math.hypot` is nearly always equal, but its last bit may differ between versions of Python and machines.
    """
    dx, per_dx = (other[0] - one[0]).as_integer_ratio()
    dy, per_dy = (other[1] - one[1]).as_integer_ratio()
    per = max(per_dx, per_dy)  # both are powers of two
    square = (dx * (per // per_dx)) ** 2 + (dy * (per // per_dy)) ** 2
    return math.isqrt(square << 2 * _MORE_BITS) / (per << _MORE_BITS)

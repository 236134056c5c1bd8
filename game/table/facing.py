"""Facings as whole hundredths of a degree, 0 = east, counter-clockwise. They are equal on every machine."""

import math
from typing import Final, NamedTuple

FULL_TURN: Final = 36_000
"""A whole turn in hundredths of a degree."""


class Pose(NamedTuple):
    """A spot in inches and a facing in hundredths of a degree."""

    x: float
    y: float
    facing: int


Poses = tuple[Pose, ...]
"""A path: at each pose, a base turns to the facing of the next pose, and then goes straight to it."""


def facing_of(degrees: float) -> int:
    """Return the facing nearest to an angle in degrees, from 0 to 35,999 hundredths."""
    return round(degrees * 100) % FULL_TURN


def degrees_of(facing: int) -> float:
    """Return a facing in degrees, from 0 up to 360."""
    return facing % FULL_TURN / 100


def radians_of(facing: int) -> float:
    """Return a facing in radians."""
    return math.radians(facing / 100)


def facing_towards(dx: float, dy: float) -> int:
    """Return the facing nearest to the direction (dx, dy)."""
    return facing_of(math.degrees(math.atan2(dy, dx)))


def turn_between(first: int, second: int) -> int:
    """Return the shortest turn from one facing to another, in hundredths from -17,999 to 18,000; left is positive."""
    turn = (second - first) % FULL_TURN
    return turn if turn <= FULL_TURN // 2 else turn - FULL_TURN


def compass_of(facing: int) -> float:
    """Return a facing as a compass bearing for people, in degrees: 0 is north, 90 east.

    >>> compass_of(0), compass_of(9000)
    (90.0, 0.0)
    """
    return (FULL_TURN // 4 - facing) % FULL_TURN / 100


def facing_of_compass(degrees: float) -> int:
    """Return the facing for a compass bearing in degrees: 0 is north, 90 east."""
    return facing_of(90.0 - degrees)

"""Random choices that come out the same on every Python and machine."""

import math
import random
from collections.abc import Sequence
from typing import Final, TypeVar

Thing = TypeVar("Thing")
Point = tuple[float, float]
Ring = tuple[Point, ...]

PLACES: Final = 2
"""The decimal places of every coordinate of a random map, so that rounding on one machine never shows in a file."""


class Source:
    """Random choices from a seed of words. Only `random()` is used, because its sequence is the same everywhere."""

    def __init__(self, *words: object) -> None:
        self._random = random.Random("|".join(map(str, words)))

    def share(self) -> float:
        """Return a number from 0 up to 1."""
        return self._random.random()

    def between(self, low: float, high: float, places: int = PLACES) -> float:
        """Return a rounded number from `low` to `high`."""
        return round(low + (high - low) * self.share(), places)

    def pick(self, things: Sequence[Thing]) -> Thing:
        """Return one of the things at random."""
        return things[min(int(self.share() * len(things)), len(things) - 1)]


def turned(ring: Ring, degrees: float) -> Ring:
    """Return points turned counter-clockwise about the origin, rounded."""
    if degrees % 90 == 0:
        cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(degrees // 90) % 4]
        return tuple((x * cosine - y * sine + 0.0, x * sine + y * cosine + 0.0) for x, y in ring)
    turn = math.radians(degrees)
    cosine_of, sine_of = math.cos(turn), math.sin(turn)
    return tuple(
        (round(x * cosine_of - y * sine_of, PLACES), round(x * sine_of + y * cosine_of, PLACES)) for x, y in ring
    )


def moved(ring: Ring, x: float, y: float) -> Ring:
    """Return points moved by (x, y), rounded."""
    return tuple((round(px + x, PLACES), round(py + y, PLACES)) for px, py in ring)

"""The search for the least value of a function with only one minimum, by the golden section."""

import math
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

_GOLDEN: Final = (math.sqrt(5.0) - 1.0) / 2

Value = TypeVar("Value", float, tuple[float, ...])


def brackets(value: Callable[[float], Value], low: float, high: float) -> Iterator[tuple[float, float, Value, Value]]:
    """Yield narrower and narrower intervals that hold the least value, as low, high, and two values inside."""
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = value(left), value(right)
    while True:
        yield low, high, at_left, at_right
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = value(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = value(right)

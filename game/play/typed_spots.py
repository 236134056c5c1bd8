"""Parsing what people type: spots on the table."""

from __future__ import annotations

import math
import re

from game.lengths import of_an_inch
from game.wording import numeral


class Misread(ValueError):
    """A line cannot be understood; the message gives an example of a correct line."""


def read_place(text: str, start: tuple[float, float]) -> tuple[float, float] | None:
    """Return the spot (inches) given by a text such as `12.5, 8`, or `@45 6.5` for a bearing and a length from `start`.

    Lengths are typed in the displayed unit. Bearings are those of a compass: 0 is north, 90 east. Returns None if the
    text gives no spot.
    """
    decimal_sign = re.escape(numeral(0.5, ".1f")[1])
    matches = _numbers(text, f"[.{decimal_sign}]")
    numbers = matches if len(matches) == 2 else _numbers(text, "[.]")
    if len(numbers) != 2:
        return None
    factor = of_an_inch()
    first, second = numbers[0], numbers[1] / factor
    if max(abs(first), abs(second)) > 1e4:
        return None
    if text.strip().startswith("@"):
        bearing, inches = math.radians(first), second
        return start[0] + inches * math.sin(bearing), start[1] + inches * math.cos(bearing)
    return first / factor, second


def _numbers(text: str, decimal_mark: str) -> list[float]:
    """Return the numbers in a text; `decimal_mark` is a regular expression."""
    return [float(digits.replace(",", ".")) for digits in re.findall(rf"-?\d+(?:{decimal_mark}\d+)?", text)]

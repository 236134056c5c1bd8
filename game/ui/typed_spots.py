"""Spots on the table as people type them."""

from __future__ import annotations

import math
import re

from game.table.lengths import of_an_inch


def read_place(text: str, start: tuple[float, float]) -> tuple[float, float] | None:
    """Return the spot (inches) a text means: `12.5, 8`, or `@45 6.5`, a bearing and a length from `start`.

    Lengths are typed in the measure that is shown. Bearings are those of a compass: 0 is north, 90 east. None when
    the text is neither.
    """
    numbers = re.findall(r"-?\d+(?:\.\d+)?", text)
    if len(numbers) != 2:
        return None
    factor = of_an_inch()
    a, b = float(numbers[0]), float(numbers[1]) / factor
    if max(abs(a), abs(b)) > 1e4:
        return None
    if text.strip().startswith("@"):
        turn = math.radians(a)
        return start[0] + b * math.sin(turn), start[1] + b * math.cos(turn)
    return a / factor, b

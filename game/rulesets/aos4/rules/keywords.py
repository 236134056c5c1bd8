"""Keywords as printed: plain ones, and those with a number: "WIZARD (1)", "WARD (6+)", "CHAMPION (1/5)" (A-KEY).

Keywords without a rule of their own are kept as they are: A-KEY-11, A-KEY-13, A-KEY-14, A-KEY-15.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from game.wording import N_

_NUMBERED = re.compile(r"^(?P<name>.+?)\s*\((?:1/)?(?P<number>\d+)\+?\)$")

TITLES: Final = {"champion": N_("Champion"), "musician": N_("Musician"), "standard bearer": N_("Standard bearer")}
"""The names of some models of a unit."""


@lru_cache(maxsize=512)
def keywords(printed: tuple[str, ...]) -> Mapping[str, int]:
    """Return the keywords of a warscroll in capitals, each with its number, 0 where it has none (A-KEY-1, A-KEY-10)."""
    return dict(map(_taken_apart, printed))


def _taken_apart(text: str) -> tuple[str, int]:
    found = _NUMBERED.match(text.strip())
    return (found["name"].upper(), int(found["number"])) if found else (text.strip().upper(), 0)

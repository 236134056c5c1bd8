"""Coherency: a squad is one group by links between centres (D-COH)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.rulesets.dropzone.documents.sheets import UnitDocument

LINKS: Final = {
    "Infantry": 2.0, "Tank": 3.0, "Skimmer": 3.0, "Walker": 3.0, "Aircraft": 6.0, "Aircraft-S": 6.0, "Behemoth": 6.0,
}  # fmt: skip
"""The inches of a link by type (D-TYPE-1 to D-TYPE-6)."""


def link(sheet: UnitDocument) -> float:
    """Return the longest distance in inches that links two units of a squad; Wide doubles it (D-COH-1, D-SPEC-WID)."""
    return LINKS[sheet.type] * (2 if "wide" in sheet.rules else 1)


def is_coherent(spots: Sequence[tuple[float, float]], inches: float) -> bool:
    """Return whether units at some spots are one group by links of at most so many inches (D-COH-1)."""
    reached, waiting = [*spots[:1]], [*spots[1:]]
    for x, y in reached:
        near = [each for each in waiting if math.hypot(each[0] - x, each[1] - y) <= inches]
        waiting = [each for each in waiting if each not in near]
        reached += near
    return not waiting

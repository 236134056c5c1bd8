"""Arcs of fire from a unit's facing (D-GEO-11)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.rulesets.dropzone.documents.sheets import Arc
from game.table.facing import degrees_of, facing_of, turn_between

MIDDLES: Final[dict[Arc, float]] = {"F": 0.0, "SL": 90.0, "SR": -90.0, "R": 180.0}
"""The middle of each arc, in degrees from the facing, to the left positive."""
HALF: Final = 45.0
"""Half the width of an arc in degrees; its edges belong to it."""
OUTWARD: Final = {"90": 45.0, "180": 90.0}
"""Half the width of the arc out of a side of a Garrison, by what was agreed (R-4)."""
_HAIR: Final = 1e-9


def bearing(facing: int, dx: float, dy: float) -> float:
    """Return the bearing of a direction from a facing, in degrees from -180 to 180."""
    off = math.degrees(math.atan2(dy, dx)) - degrees_of(facing)
    return math.remainder(off, 360.0)


def is_in_arc(arcs: tuple[Arc, ...], facing: int, dx: float, dy: float, half: float = HALF) -> bool:
    """Return whether a direction lies in one of some arcs, `half` to each side; boundaries are of both (D-GEO-11)."""
    off = bearing(facing, dx, dy)
    return any(abs(math.remainder(off - MIDDLES[arc], 360.0)) <= half + _HAIR for arc in arcs)


def are_in_arc(
    arcs: tuple[Arc, ...], facing: int, dx: NDArray[np.float64], dy: NDArray[np.float64], half: float = HALF
) -> NDArray[np.bool_]:
    """Return which of some directions lie in one of some arcs, as `is_in_arc` does for one."""
    off = np.degrees(np.arctan2(dy, dx)) - degrees_of(facing)
    turns = (np.abs((off - MIDDLES[arc] + 180.0) % 360.0 - 180.0) for arc in arcs)
    return np.asarray(np.any([turn <= half + _HAIR for turn in turns], axis=0))


def facing_into(arcs: tuple[Arc, ...], facing: int, dx: float, dy: float) -> int:
    """Return the facing nearest to the present one that has a direction in one of some arcs."""
    if is_in_arc(arcs, facing, dx, dy):
        return facing
    direction = math.degrees(math.atan2(dy, dx))
    edges = (facing_of(direction - MIDDLES[arc] + side * (HALF - 0.01)) for arc in arcs for side in (-1, 1))
    return min(edges, key=lambda each: abs(turn_between(facing, each)))

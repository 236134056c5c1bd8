"""A value for every spot of a table, such as what is seen there: judged on a rough grid, then only where it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from game.table.terrain.area import Floats

ROUGH: Final = 2
"""Every so many steps all spots are judged."""


def over_table(width: float, height: float, step: float, judge: Callable[[Floats], Floats]) -> Floats:
    """Return the values of spots `step` inches apart, rows from the south, columns from the west.

    `judge` returns the values of spots (N, 2). A spot between judged ones that are all equal has their value.
    """
    x, y = (np.arange(0.0, far + step / 2, step) for far in (width, height))
    spots = np.stack(np.meshgrid(x, y), axis=-1)
    every = spots[::ROUGH, ::ROUGH]
    rows, columns, _both = every.shape
    rough = judge(every.reshape(-1, 2)).reshape(rows, columns)
    near = np.pad(rough, 1, mode="edge")
    around = [near[up : up + rows, right : right + columns] for up in (0, 1, 2) for right in (0, 1, 2)]
    block = np.ones((ROUGH, ROUGH))
    values: Floats = np.asarray(np.kron(rough, block)[: len(y), : len(x)], dtype=np.float64)
    unsure = np.kron(np.ptp(around, axis=0) != 0.0, block)[: len(y), : len(x)] > 0.0
    unsure[::ROUGH, ::ROUGH] = False
    if unsure.any():
        values[unsure] = judge(spots[unsure])
    return values

"""A value for every spot of a table, such as the number of eyes that see it.

It is judged on a rough grid first, then only where it changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from game.table.terrain.area import Floats

ROUGH: Final = 2
"""The number of steps between the spots of the rough grid."""


def over_table(width: float, height: float, step: float, judge: Callable[[Floats], Floats]) -> Floats:
    """Return the values of spots `step` inches apart, rows from the south, columns from the west.

    `judge` returns the values of spots (N, 2). A spot between judged ones that are all equal has their value.
    """
    x, y = (np.arange(0.0, extent + step / 2, step) for extent in (width, height))
    spots = np.stack(np.meshgrid(x, y), axis=-1)
    rough_spots = spots[::ROUGH, ::ROUGH]
    rows, columns, _both = rough_spots.shape
    rough = judge(rough_spots.reshape(-1, 2)).reshape(rows, columns)
    padded = np.pad(rough, 1, mode="edge")
    neighbours = [padded[row : row + rows, column : column + columns] for row in (0, 1, 2) for column in (0, 1, 2)]
    block = np.ones((ROUGH, ROUGH))
    values: Floats = np.asarray(np.kron(rough, block)[: len(y), : len(x)], dtype=np.float64)
    unsure = np.kron(np.ptp(neighbours, axis=0) != 0.0, block)[: len(y), : len(x)] > 0.0
    unsure[::ROUGH, ::ROUGH] = False
    if unsure.any():
        values[unsure] = judge(spots[unsure])
    return values

"""Who roughly sees whom: straight lines between spots past the solid pieces, remembered for a table.

The rules look closely (`Seeing`); this is for hundreds of spots where nobody stands yet.
"""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.rulesets.dropzone.rules.features import features
from game.table.terrain.battlefield import Battlefield

HIGH: Final = 2.5
"""The height in inches from which a solid piece is taken to hide what is behind it."""
GRAZED: Final = 0.05
"""Inches by which lines may graze a piece."""
MOST: Final = 200_000
"""The most lines that are remembered for a table."""
Spot = tuple[float, float]


class Walls:
    """The solid pieces of a table as one shape, and the lines that were tested against it."""

    def __init__(self, field: Battlefield) -> None:
        solid = [each.shape for each in features(field) if each.has("solid") and each.height >= HIGH]
        self._shape: BaseGeometry = shapely.union_all(solid).buffer(-GRAZED) if solid else shapely.Polygon()
        shapely.prepare(self._shape)
        self._known: dict[tuple[Spot, Spot], bool] = {}

    def clear(self, ones: list[Spot], others: list[Spot]) -> NDArray[np.bool_]:
        """Return whether nothing solid is between each of some spots and each of others."""
        known = self._known
        if len(known) > MOST:
            known.clear()
        pairs = [(one, other) for one in ones for other in others]
        new = [pair for pair in pairs if pair not in known]
        if new:
            hit: NDArray[np.bool_] = np.asarray(shapely.intersects(self._shape, shapely.linestrings(np.array(new))))
            known.update(zip(new, (~hit).tolist(), strict=True))
        seen = np.array([known[pair] for pair in pairs], dtype=np.bool_)
        return seen.reshape(len(ones), len(others))


_WALLS: Final[WeakKeyDictionary[Battlefield, Walls]] = WeakKeyDictionary()


def walls_of(field: Battlefield) -> Walls:
    """Return the solid pieces of a table."""
    found = _WALLS.get(field)
    if found is None:
        found = _WALLS[field] = Walls(field)
    return found

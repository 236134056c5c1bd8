"""The sides of a Garrison: where its occupants look out, and how they are seen from outside (D-GEO-14)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.rulesets.dropzone.rules.features import Feature
from game.table.facing import facing_towards
from game.table.sight.bodies import Eye

SHARES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The points of an edge from which its occupants look out, and the columns of a wall."""
ROWS: Final = (0.125, 0.375, 0.625, 0.875)
SILL: Final = 0.5
"""Inches of the lowest eye above the ground, and of the highest below the roof."""


class Wall(NamedTuple):
    """A side of a Garrison: its ends in inches, its outward facing, its height, and the group of the piece in sight."""

    number: int
    start: tuple[float, float]
    end: tuple[float, float]
    outward: int
    height: float
    group: str

    def at(self, share: float) -> tuple[float, float]:
        """Return the spot at a share of its length."""
        (ax, ay), (bx, by) = self.start, self.end
        return ax + (bx - ax) * share, ay + (by - ay) * share

    @property
    def middle(self) -> tuple[float, float]:
        return self.at(0.5)

    def is_outside(self, x: float, y: float) -> bool:
        """Return whether a spot is on its outer side."""
        (ax, ay), (bx, by) = self.start, self.end
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0.0

    def eyes(self) -> list[Eye]:
        """Return the points from which its occupants look out."""
        heights = sorted({SILL, self.height / 2, max(SILL, self.height - SILL)})
        return [Eye(*self.at(share), z, self.group, self.outward) for share in SHARES for z in heights]

    def spots(self) -> NDArray[np.float64]:
        """Return the spots of the wall that rays go to, (20, 3), columns within rows."""
        columns = [self.at(share) for share in SHARES]
        return np.array([(x, y, self.height * row) for row in ROWS for x, y in columns], dtype=np.float64)


@lru_cache(maxsize=256)
def _walls(piece: str, ring: tuple[tuple[float, float], ...], height: float) -> tuple[Wall, ...]:
    found = []
    for number, (start, end) in enumerate(pairwise(ring)):
        dx, dy = end[0] - start[0], end[1] - start[1]
        found.append(Wall(number, start, end, facing_towards(dy, -dx), height, f"piece {piece}"))
    return tuple(found)


def walls(feature: Feature) -> tuple[Wall, ...]:
    """Return the sides of a Garrison in their order, counter-clockwise."""
    return _walls(feature.id, feature.ring, feature.height)

"""The rings round which a taut way bends, as columns of numbers."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Rings:
    """The rings round which a taut way bends: centre, radius, and the bearings `low` to `low + width` that are rim.

    Rings of radius 0 are points at which a way may bend. `blocks`: nothing may be inside.
    """

    x: Floats
    y: Floats
    radius: Floats
    low: Floats
    width: Floats
    blocks: Bools

    def __len__(self) -> int:
        return len(self.x)

    def kept(self, mask: Bools) -> "Rings":
        """Return some of the rings."""
        return Rings(*(getattr(self, name)[mask] for name in ("x", "y", "radius", "low", "width", "blocks")))

    def joined(self, more: "Rings") -> "Rings":
        """Return these rings and others, last."""
        names = ("x", "y", "radius", "low", "width", "blocks")
        return Rings(*(np.concatenate((getattr(self, name), getattr(more, name))) for name in names))

    def with_points(self, points: Floats) -> "Rings":
        """Return the rings and further points, last."""
        none, whole = np.zeros(len(points)), np.full(len(points), 2 * math.pi)
        return self.joined(Rings(points[:, 0], points[:, 1], none, none, whole, none > 0.0))


def rings_from(rows: list[tuple[float, float, float, float, float, bool]]) -> Rings:
    """Return rings from rows of x, y, radius, low, width, blocks."""
    table = np.array(rows, dtype=np.float64).reshape(len(rows), 6)
    x, y, radius, low, width, blocks = table.T
    return Rings(x, y, radius, low, width, blocks > 0.0)

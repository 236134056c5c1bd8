"""A coarse raster that tells at once whether anything lies near: most of a table is open."""

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

_MOST_CELLS_ASIDE = 80
_FINEST_CELL = 0.5


class Occupancy:
    """Cells touched by a geometry, as a summed-area table; an empty box is truly empty, an occupied one may not be."""

    __slots__ = ("_columns", "_inverse", "_rows", "_sums", "_x0", "_x1", "_y0", "_y1", "is_empty")

    def __init__(self, geometry: BaseGeometry) -> None:
        self.is_empty = bool(geometry.is_empty)
        self._x0, self._y0, self._x1, self._y1 = (0.0, 0.0, 0.0, 0.0) if self.is_empty else geometry.bounds
        width, height = self._x1 - self._x0, self._y1 - self._y0
        cell = max(_FINEST_CELL, width / _MOST_CELLS_ASIDE, height / _MOST_CELLS_ASIDE)
        self._inverse = 1.0 / cell
        self._columns = int(width * self._inverse) + 1
        self._rows = int(height * self._inverse) + 1
        west = self._x0 + cell * np.arange(self._columns)
        south = self._y0 + cell * np.arange(self._rows)
        wests, souths = np.meshgrid(west, south, indexing="ij")
        touched = np.zeros(wests.shape, dtype=np.int64)
        if not self.is_empty:
            shapely.prepare(geometry)
            slack = 1e-9
            cells = shapely.box(wests - slack, souths - slack, wests + cell + slack, souths + cell + slack)
            touched = shapely.intersects(geometry, cells).astype(np.int64)
        sums = np.zeros((self._columns + 1, self._rows + 1), dtype=np.int64)
        sums[1:, 1:] = touched.cumsum(axis=0).cumsum(axis=1)
        self._sums: list[list[int]] = sums.tolist()

    def box_is_clear(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether nothing lies in the box from (x0, y0) to (x1, y1), inches, corners in order."""
        if self.is_empty or x1 < self._x0 or y1 < self._y0 or x0 > self._x1 or y0 > self._y1:
            return True
        west, south, inverse = self._x0, self._y0, self._inverse
        i0 = int((x0 - west) * inverse) if x0 > west else 0
        j0 = int((y0 - south) * inverse) if y0 > south else 0
        i1, j1 = int((x1 - west) * inverse) + 1, int((y1 - south) * inverse) + 1
        low = self._sums[i0]
        high = self._sums[i1 if i1 < self._columns else -1]
        if j1 > self._rows:  # beyond the last cell the last sum counts
            j1 = -1
        return high[j1] - high[j0] - low[j1] + low[j0] == 0

    def disc_is_clear(self, x: float, y: float, radius: float) -> bool:
        """Whether nothing lies in the square around a disc, in inches."""
        return self.is_empty or self.box_is_clear(x - radius, y - radius, x + radius, y + radius)


def box_of(ax: float, ay: float, bx: float, by: float, margin: float = 0.0) -> tuple[float, float, float, float]:
    """Return the box around two points, widened by `margin` inches."""
    return min(ax, bx) - margin, min(ay, by) - margin, max(ax, bx) + margin, max(ay, by) + margin

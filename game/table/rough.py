"""What lies in range of an origin, roughly: told by one look along few rays, without pinning down where it jumps.

Between two neighbouring rays terrain is taken at its least, or at its most. So the sectors are known to hold all that
is in range, or to hold nothing else, and many a question needs no more: whether anything is left, where to look for it.
"""

from __future__ import annotations

import math

import numpy as np

from game.table.area import Floats
from game.table.compiling import compilable
from game.table.halved_rays import spans_in_range
from game.table.rays import Crossings, Numbers, between_rays, extents, radial_crossings, stretches
from game.table.reach import BESIDE, FIRST, LAST, Reach, Sector
from game.table.ruler import Ruler
from game.table.sectors import Sectors, sectors_of
from game.table.shapes import Disc

_WIDEST = math.radians(2.0)
_RAYS = 32


@compilable
def rays_round(
    centre: tuple[float, float], begin: float, end: float, gaps: int, corners: Floats
) -> tuple[Floats, Numbers]:
    """Return sorted bearings, from one to another in so many even steps and to either side of every corner, (E, 2).

    As every corner has rays beside it, no edge begins or ends between two rays. With them come the numbers of those
    that a gap follows which is not just the two sides of a corner.
    """
    bearings = np.arctan2(corners[:, 1] - centre[1], corners[:, 0] - centre[0])
    bearings = bearings[(bearings >= begin + BESIDE) & (bearings <= end - BESIDE)]
    even = begin + np.arange(gaps + 1) * ((end - begin) / gaps)
    even[-1] = end
    rays = np.unique(np.concatenate((even, bearings - BESIDE, bearings + BESIDE)))
    return rays, np.flatnonzero(np.diff(rays) > 3 * BESIDE)


class RoughReach(Reach):
    """The sectors that hold all points in range `n` of an origin, `outer`, or else those that hold only such.

    Not for an origin with impassable barricades about.
    """

    def __init__(
        self,
        ruler: Ruler,
        origin: Disc,
        n: float,
        level: int | None = None,
        sector: Sector | None = None,
        *,
        outer: bool,
    ) -> None:
        super().__init__(ruler, origin, n, level, sector)
        self._outer = outer

    @property
    def _step(self) -> float:
        """Radians between two rays: the narrower the sector, the closer they are."""
        sector = self._sector
        return _WIDEST if sector is None else min(_WIDEST, (sector.high - sector.low) / _RAYS)

    @property
    def sectors(self) -> Sectors:
        """The stretches in range, sector by sector."""
        centre = self._x, self._y
        if self.in_the_open:
            whole = np.array([self.span + self.limit])
            return sectors_of(centre, np.array([-math.pi, math.pi]), np.zeros(1, int), 0.0 * whole, whole, closed=True)
        closed = self._sector is None
        begin, end = (FIRST, LAST) if self._sector is None else self._sector[:2]
        rays, wide = rays_round(centre, begin, end, 1 + math.ceil((end - begin) / self._step), self._corners)
        bounds = np.append(rays[wide], rays[-1])
        if self._toll is None:
            met, count = self._crossings(rays, self._corners, self._following), len(rays) - 1
            extent = extents(stretches(met, count, self.span), count, self.span, self.limit)[wide] + self.span
            return sectors_of(centre, bounds, np.arange(len(wide)), np.zeros(len(wide)), extent, closed=closed)
        first, second = (self._crossings(rays, *edges) for edges in self._toll.halves)
        first, second = (each._replace(inches=each.inches - self.span) for each in (first, second))
        spans = spans_in_range(self._toll, (first, second), len(rays) - 1).of(wide)
        # Whatever lies nearer than the shortest line of all is in range too: the origin itself.
        low = np.where(spans.low <= 0.0, 0.0, spans.low + self.span)
        return sectors_of(centre, bounds, spans.ray, low, spans.high + self.span, closed=closed)

    def _crossings(self, rays: Floats, corners: Floats, following: Floats) -> Crossings:
        return between_rays(radial_crossings((self._x, self._y), rays, corners, following), rays, least=self._outer)

"""What lies in range of an origin, roughly: told by one look along few rays, without pinning down where it jumps.

Between two neighbouring rays terrain is taken at its least, or at its most. So the shape is known to hold all that is
in range, or to hold nothing else, and many a question needs no more: whether anything is left, where to look for it.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from game.table.area import Floats
from game.table.halved_rays import spans_in_range
from game.table.rays import Crossings, between_rays, extents, radial_crossings, stretches
from game.table.reach import BESIDE, Reach, Sector
from game.table.ruler import Ruler
from game.table.shapes import Disc
from game.table.spans import Spans

_WIDEST = math.radians(2.0)
_RAYS = 32
_ARC = math.radians(8.0)


class RoughReach(Reach):
    """A shape that holds all points in range `n` of an origin, `outer`, or else one that holds only such.

    Not for an origin with impassable barricades about.
    """

    _quarter = 4

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
    def _farthest(self) -> float:
        """Infinity: every corner has rays beside it, so that no edge begins or ends between two rays."""
        return math.inf

    @cached_property
    def _rays(self) -> Floats:
        return np.unique(self._bearings())

    @property
    def _wide(self) -> NDArray[np.bool_]:
        """Which gaps between rays are not just the two sides of a corner."""
        return np.diff(self._rays) > 3 * BESIDE

    def _crossings(self, corners: Floats, following: Floats) -> Crossings:
        met = radial_crossings((self._x, self._y), self._rays, corners, following)
        return between_rays(met, self._rays, least=self._outer)

    @cached_property
    def _outline(self) -> tuple[Floats, Floats]:
        count = len(self._rays) - 1
        met = self._crossings(self._corners, self._following)
        extent = extents(stretches(met, count, self.span), count, self.span, self.limit)[self._wide]
        if self._sector is not None:
            extent = np.clip(extent, *self._window)
        low, high = self._rays[:-1][self._wide], self._rays[1:][self._wide]
        # Neighbours of equal extent are drawn as one, as wide as the arc allows: every corner costs time ever after.
        arc = np.floor(low / _ARC)
        first = np.flatnonzero(np.concatenate(([True], (np.diff(extent) != 0.0) | (np.diff(arc) != 0.0))))
        low, high = low[first], high[np.append(first[1:], len(high)) - 1]
        inches = (extent[first] + self.span) * self._bulge(low, high) if self._outer else extent[first] + self.span
        return np.stack((low, high), axis=1).ravel(), np.repeat(inches, 2)

    @cached_property
    def _several(self) -> tuple[Floats, Spans]:
        toll, count = self._toll, len(self._rays) - 1
        assert toll is not None
        first, second = (self._crossings(*edges) for edges in toll.halves)
        first, second = (met._replace(inches=met.inches - self.span) for met in (first, second))
        spans = spans_in_range(toll, (first, second), count)
        if self._sector is not None:
            spans = spans.cut(*self._window)
        wide = np.flatnonzero(self._wide)
        low, high, spans = self._rays[wide], self._rays[wide + 1], spans.of(wide)
        # Neighbours of equal stretches are drawn as one, as above.
        new = np.flatnonzero(~(spans.repeated() & (np.diff(np.floor(low / _ARC), prepend=np.nan) == 0.0)))
        low, high, spans = low[new], high[np.append(new[1:], len(high)) - 1], spans.of(new)
        factor = self._bulge(low, high)[spans.ray]
        if self._outer:
            spans = spans._replace(high=(spans.high + self.span) * factor - self.span)
        else:
            spans = spans._replace(low=np.where(spans.low > 0.0, (spans.low + self.span) * factor - self.span, 0.0))
        return np.stack((low, high), axis=1).ravel(), spans.doubled()

    def _bulge(self, low: Floats, high: Floats) -> Floats:
        """Return the factors by which the chords of arcs must lie farther out to lie nowhere inside of them."""
        return np.asarray(1.0 / np.cos((high - low) / 2))

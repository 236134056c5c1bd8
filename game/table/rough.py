"""What lies in range of an origin, roughly: told by one look along few rays, without pinning down where it jumps.

Between two neighbouring rays terrain is taken at its least, or at its most. So the sectors are known to hold all that
is in range, or to hold nothing else, and many a question needs no more: whether anything is left, where to look for it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from game.table.compiling import compilable
from game.table.measuring.ruler import Ruler
from game.table.reach.between_levels import Edges, joined
from game.table.reach.between_levels_rays import spans_in_range
from game.table.reach.rays import Crossings, Numbers, Stretches, between_rays, extents, radial_crossings, stretches
from game.table.reach.reach import BESIDE, FIRST, LAST, Reach, Sector
from game.table.sectors import Sectors, sectors_of
from game.table.shapes import Disc
from game.table.terrain.area import Floats

_WIDEST = math.radians(2.0)
_RAYS = 32
_MOST_LOOKS = 400
_LOOKS: dict[tuple[float, ...], tuple[Look, tuple[Edges, ...]]] = {}


@compilable
def rays_round(
    centre: tuple[float, float], begin: float, end: float, gaps: int, corners: Floats
) -> tuple[Floats, Numbers, Floats]:
    """Return sorted bearings, from one to another in so many even steps and to either side of every corner, (E, 2).

    As every corner has rays beside it, no edge begins or ends between two rays. With them come the numbers of those
    that a gap follows which is not just the two sides of a corner, and the bearings that bound these gaps.
    """
    bearings = np.arctan2(corners[:, 1] - centre[1], corners[:, 0] - centre[0])
    beside = np.concatenate((bearings - BESIDE, bearings + BESIDE))
    even = begin + np.arange(gaps + 1) * ((end - begin) / gaps)
    even[-1] = end
    rays = np.unique(np.concatenate((even, beside[(beside > begin) & (beside < end)])))
    wide = np.flatnonzero(np.diff(rays) > 3 * BESIDE)
    return rays, wide, np.append(rays[wide], end)


@compilable
def terrain_between(
    origin: tuple[float, float, float], rays: Floats, wide: Numbers, edges: Edges, *, least: bool
) -> Stretches:
    """Return what of the sectors that follow some of the rays, `wide`, lies in terrain, by the number of the sector.

    The rays run from an origin's centre; inches count from its rim, its radius being told with the centre.
    """
    x, y, span = origin
    met = between_rays(radial_crossings((x, y), rays, *edges), rays, least=least)
    sector = np.full(len(rays), -1)
    sector[wide] = np.arange(len(wide))
    number = sector[met.ray]
    kept = number >= 0  # the gap between the two sides of a corner is none
    met = Crossings(*(each.compress(kept) for each in (number, met.inches - span, *met[2:])))
    return stretches(met, len(wide), 0.0)


class Look(NamedTuple):
    """What sectors round an origin meet, whatever the range: the terrain of one level, or that of two.

    Sector by sector, with the sorted bearings that bound them, one more than there are sectors.
    """

    bounds: Floats
    terrain: tuple[Stretches, ...]


def look_round(
    origin: tuple[float, float, float], bearings: tuple[float, float, int], edges: tuple[Edges, ...], *, least: bool
) -> Look:
    """Look from an origin, told by its centre and radius, between two bearings, in so many steps.

    Between rays terrain is taken at its least or most.
    """
    corners = edges[0][0] if len(edges) == 1 else joined((edges[0], edges[1]))[0]
    rays, wide, bounds = rays_round(origin[:2], *bearings, corners)
    terrain = tuple(terrain_between(origin, rays, wide, each, least=least) for each in edges)
    return Look(bounds, terrain)


class RoughReach(Reach):
    """The sectors that hold all points in range `n` of an origin, `outer`, or else those that hold only such.

    Not for an origin with impassable barricades about.
    """

    def __init__(
        self,
        ruler: Ruler,
        origin: Disc,
        n: float,
        sector: Sector | None = None,
        *,
        outer: bool,
    ) -> None:
        super().__init__(ruler, origin, n, sector=sector)
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
        look, closed = self._look, self._sector is None
        bounds, count = look.bounds, len(look.bounds) - 1
        if self._toll is None:
            extent = extents(look.terrain[0], count, 0.0, self.limit) + self.span
            return sectors_of(centre, bounds, np.arange(count), np.zeros(count), extent, closed=closed)
        spans = spans_in_range(self._toll, (look.terrain[0], look.terrain[1]), count)
        # Whatever lies nearer than the shortest line of all is in range too: the origin itself.
        low = np.where(spans.low <= 0.0, 0.0, spans.low + self.span)
        return sectors_of(centre, bounds, spans.ray, low, spans.high + self.span, closed=closed)

    @property
    def _look(self) -> Look:
        """What is met all round, kept: ranges are asked for again and again from where somebody stands."""
        edges = ((self._corners, self._following),) if self._toll is None else self._toll.halves
        begin, end = (FIRST, LAST) if self._sector is None else self._sector[:2]
        origin, bearings = (self._x, self._y, self.span), (begin, end, 1 + math.ceil((end - begin) / self._step))
        if self._sector is not None:
            return look_round(origin, bearings, edges, least=self._outer)
        # The edges of a neighbourhood are the same arrays each time, and what is kept keeps them alive.
        key = (*origin, self._outer, *(id(corners) for corners, _unused in edges))
        kept = _LOOKS.get(key)
        if kept is None:
            if len(_LOOKS) >= _MOST_LOOKS:
                _LOOKS.clear()
            kept = look_round(origin, bearings, edges, least=self._outer), edges
            _LOOKS[key] = kept
        return kept[0]

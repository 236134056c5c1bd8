"""Stretches along rays that come and go: what is in range between two levels, and its shape."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.area import Floats
from game.table.rays import Numbers
from game.table.refining import unsettled

# A stretch in range shorter than this, and a gap between two, leave no trace in an outline.
_SLIVER = 1e-6
# More than any jump that is not worth a ray: one stretch more or less along the next ray.
_ONE_MORE = 10.0


class Spans(NamedTuple):
    """Stretches along `rays` rays, sorted by ray and along each: the ray's number, where they begin and end (K,)."""

    ray: Numbers
    low: Floats
    high: Floats
    rays: int

    def with_others(self, others: Spans) -> Spans:
        """Return these and others along the same rays, where no ray has stretches of both."""
        ray = np.concatenate((self.ray, others.ray))
        order = np.argsort(ray, kind="stable")
        low, high = np.concatenate((self.low, others.low)), np.concatenate((self.high, others.high))
        return Spans(ray[order], low[order], high[order], self.rays)

    def merged(self, added: Spans, order: Numbers) -> Spans:
        """Return these and those of further rays; `order` sorts all rays, these and then those, by bearing."""
        rank = np.empty(len(order), dtype=np.intp)
        rank[order] = np.arange(len(order))
        mine = self._replace(ray=rank[self.ray], rays=len(order))
        return mine.with_others(added._replace(ray=rank[added.ray + self.rays], rays=len(order)))

    def of(self, kept: Numbers) -> Spans:
        """Return the stretches along some of the rays, numbered anew; `kept` is sorted."""
        number = np.full(self.rays, -1)
        number[kept] = np.arange(len(kept))
        ray = number[self.ray]
        here = ray >= 0
        return Spans(ray[here], self.low[here], self.high[here], len(kept))

    def shifted(self, inches: Floats, room: Floats) -> Spans:
        """Return the stretches moved by so many inches along each ray, (R,), and cut at 0 and at its room, (R,)."""
        low = np.maximum(self.low + inches[self.ray], 0.0)
        high = np.minimum(self.high + inches[self.ray], room[self.ray])
        kept = high > low
        return Spans(self.ray[kept], low[kept], high[kept], self.rays)

    def jumps(self, bearings: Floats, begin: float) -> Numbers:
        """Return the gaps between rays in which a stretch comes, goes, jumps or bends."""
        column = ordinals(self.ray, self.rays)
        ends = np.zeros((self.rays, 2 * int(column.max(initial=-1)) + 3))
        ends[:, 0] = _ONE_MORE * np.bincount(self.ray, minlength=self.rays)
        ends[self.ray, 2 * column + 1], ends[self.ray, 2 * column + 2] = self.low, self.high
        return np.unique(np.concatenate([unsettled(bearings, each, begin) for each in ends.T]))

    def shape(self, centre: tuple[float, float], bearings: Floats, *, closed: bool) -> BaseGeometry:
        """Return the shape of the stretches, rays running from a centre; `closed` where they go all the way round."""
        column = ordinals(self.ray, self.rays)
        size = self.rays, int(column.max(initial=-1)) + 1
        low, high = np.full(size, np.inf), np.full(size, -np.inf)
        low[self.ray, column], high[self.ray, column] = self.low, self.high
        across = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
        pairs = range(size[1])
        first = size[1] > 0 and bool((low[:, 0] <= 0.0).all() and (high[:, 0] > _SLIVER).all())
        found = [_star(centre, across, high[:, 0], closed)] if first else []
        found += [
            _quads(centre, across, (low[:, one], high[:, one]), (low[:, other], high[:, other]), closed)
            for one in pairs
            for other in pairs
            if not (first and one == other == 0)
        ]
        parts = np.concatenate(found) if found else np.zeros(0, dtype=object)
        return shapely.union_all(shapely.buffer(parts, 0.0)) if len(parts) else shapely.Polygon()


def ordinals(ray: Numbers, rays: int) -> Numbers:
    """Return for each entry how many of its ray's come before it; entries are sorted by ray."""
    counts = np.bincount(ray, minlength=rays)
    return np.arange(len(ray)) - (np.cumsum(counts) - counts)[ray]


def _star(centre: tuple[float, float], across: Floats, reach: Floats, closed: bool) -> Floats:
    """Return the one shape of stretches that all begin at the centre."""
    rim = np.array(centre) + across * reach[:, None]
    ring = rim if closed else np.concatenate(((centre,), rim))
    return np.array([shapely.Polygon(ring)]) if len(ring) > 2 else np.zeros(0, dtype=object)


def _quads(
    centre: tuple[float, float],
    across: Floats,
    one: tuple[Floats, Floats],
    other: tuple[Floats, Floats],
    closed: bool,
) -> Floats:
    """Return the shapes between stretches of neighbouring rays: `one` of the first of a pair, `other` of the next."""
    last = len(across) if closed and len(across) > 2 else len(across) - 1
    here = np.arange(max(last, 0))
    after = (here + 1) % len(across) if len(across) else here
    low, high, begin, end = one[0][here], one[1][here], other[0][after], other[1][after]
    met = np.minimum(high, end) - np.maximum(low, begin) > _SLIVER
    here, after = here[met], after[met]
    corners = [
        across[ray] * inches[met][:, None] for ray, inches in ((here, low), (here, high), (after, end), (after, begin))
    ]
    rings = np.stack((*corners, corners[0]), axis=1) + np.array(centre)
    return np.asarray(shapely.polygons(rings)) if len(rings) else np.zeros(0, dtype=object)

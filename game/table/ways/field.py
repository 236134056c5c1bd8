"""What stands about a base on its way: every solid grown by the base's radius, as rings, edges and soft areas."""

import copy
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.table.shapes import Bounds, Disc
from game.table.terrain.area import AreaIndex, rings_of
from game.table.ways.crossings import apart, box_of_shape, edges_of
from game.table.ways.policy import Ground, WayPolicy

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]

SPARE = 3e-4
"""Inches that found ways keep from what they pass, so that they stay legal when they are rounded to the lattice."""
# Inches by which a tangent may dip into the rings it touches: rounding.
_DIP = 1e-6
# Segments judged at once: few enough for the arrays to stay in the processor's cache.
_AT_ONCE = 512
_QUARTER = 16


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

    def with_points(self, points: Floats) -> "Rings":
        """Return the rings and further points, last."""
        none, whole = np.zeros(len(points)), np.full(len(points), 2 * math.pi)
        more = points[:, 0], points[:, 1], none, none, whole, none > 0.0
        names = ("x", "y", "radius", "low", "width", "blocks")
        return Rings(*(np.concatenate((getattr(self, name), each)) for name, each in zip(names, more)))


def _rings_from(rows: list[tuple[float, float, float, float, float, bool]]) -> Rings:
    table = np.array(rows, dtype=np.float64).reshape(-1, 6)
    x, y, radius, low, width, blocks = table.T
    return Rings(x, y, radius, low, width, blocks > 0.0)


class Field:
    """The grounds of a policy near a place, grown for one base; `reach` is how far (inches) a way may lead from there.

    `ignored` grounds are left out.
    """

    def __init__(
        self, policy: WayPolicy, about: tuple[float, float], reach: float, ignored: Iterable[str] = ()
    ) -> None:
        self.policy = policy
        radius = policy.radius
        west, south, east, north = policy.bounds
        inset = radius + SPARE
        self.box: Bounds = (west + inset, south + inset, east - inset, north - inset)
        x, y = about
        here = (x - reach, y - reach, x + reach, y + reach)
        skip = set(ignored)
        self.grounds = [
            ground
            for ground in policy.grounds
            if ground.name not in skip
            and not apart(here, box_of_shape(ground.shape), ground.distance_kept(radius) + SPARE)
        ]
        self.solids = [g for g in self.grounds if g.solid or g.straight_to is not None]
        self.soft = [g for g in self.grounds if g.factor > 1.0 and not g.solid and g.straight_to is None]
        rows: list[tuple[float, float, float, float, float, bool]] = []
        edges: list[Floats] = []
        kept: list[Floats] = []
        for ground in (*self.solids, *self.soft):
            blocks = ground.solid or ground.straight_to is not None
            near = ground.distance_kept(radius) + SPARE
            if isinstance(ground.shape, Disc):
                disc = ground.shape
                rows.append((disc.x, disc.y, disc.radius + near, 0.0, 2 * math.pi, blocks))
                continue
            rows += [(*corner, blocks) for corner in _corners(ground.shape, near)]
            if blocks:
                edges.append(edges_of(ground.shape))
                kept.append(np.full(len(edges[-1]), near))
        self.rings = _rings_from(rows)
        self.edges: Floats = np.concatenate(edges) if edges else np.zeros((0, 4))
        self.kept: Floats = np.concatenate(kept) if kept else np.zeros(0)
        self._hard = self.rings.kept(self.rings.blocks)
        self._weights = _weights(self.soft, radius)

    @property
    def hard(self) -> Rings:
        """The rings that nothing may enter."""
        return self._hard

    @property
    def is_plain(self) -> bool:
        """Whether every inch costs one inch."""
        return not self._weights

    def free(self, points: Floats) -> Bools:
        """Return which points, (P, 2), are in no solid and on the table."""
        west, south, east, north = self.box
        x, y = points[:, :1], points[:, 1:]
        slack = _DIP
        on = (x >= west - slack) & (x <= east + slack) & (y >= south - slack) & (y <= north + slack)
        hard = self._hard
        least = np.maximum(hard.radius - _DIP, 0.0) ** 2
        free = on[:, 0] & ((x - hard.x) ** 2 + (y - hard.y) ** 2 >= least).all(axis=1)
        if len(self.edges):
            ax, ay, bx, by = self.edges.T
            dx, dy = bx - ax, by - ay
            along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
            along = np.clip(along, 0.0, 1.0)
            off = (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
            free &= (off >= (self.kept - _DIP) ** 2).all(axis=1)
            for ground in self.solids:  # deep inside a polygon no edge is near
                if not isinstance(ground.shape, Disc):
                    west, south, east, north = ground.shape.bounds
                    at = np.flatnonzero(
                        free & (x[:, 0] > west) & (x[:, 0] < east) & (y[:, 0] > south) & (y[:, 0] < north)
                    )
                    if at.size:
                        free[at] &= ~shapely.contains_xy(ground.shape, x[at, 0], y[at, 0])
        return np.asarray(free)

    def clear(self, starts: Floats, ends: Floats) -> Bools:
        """Return which segments between free points, (S, 2) each, meet no solid."""
        clear = np.ones(len(starts), dtype=bool)
        for begin in range(0, len(starts), _AT_ONCE):
            part = slice(begin, begin + _AT_ONCE)
            clear[part] = self._clear(starts[part], ends[part])
        return clear

    def _clear(self, starts: Floats, ends: Floats) -> Bools:
        step = ends - starts
        squared = np.maximum((step * step).sum(axis=1), 1e-18)[:, None]
        hard = self._hard
        centres = np.stack((hard.x, hard.y))
        ahead = step @ centres - (step * starts).sum(axis=1)[:, None]
        apart_ = (starts * starts).sum(axis=1)[:, None] - 2 * starts @ centres + (centres * centres).sum(axis=0)
        share = np.clip(ahead / squared, 0.0, 1.0)
        apart_ += share * (share * squared - 2 * ahead)
        clear = (apart_ >= np.maximum(hard.radius - _DIP, 0.0) ** 2).all(axis=1)
        if len(self.edges):
            at = np.flatnonzero(clear)
            clear[at] = ~self._crosses(starts[at], step[at])
        return np.asarray(clear)

    def _crosses(self, starts: Floats, step: Floats) -> Bools:
        """Return which segments cross an edge of a solid."""
        one, other = self.edges[:, :2], self.edges[:, 2:]
        aside = np.stack((-step[:, 1], step[:, 0]), axis=1)
        own = (aside * starts).sum(axis=1)[:, None]
        split = (aside @ one.T - own > 0.0) ^ (aside @ other.T - own > 0.0)
        edge = other - one
        normal = np.stack((-edge[:, 1], edge[:, 0]))
        level = (normal.T * one).sum(axis=1)
        begins = starts @ normal - level
        split &= (begins > 0.0) ^ (begins + step @ normal > 0.0)
        return np.asarray(split.any(axis=1))

    def surcharge(self, starts: Floats, ends: Floats) -> Floats:
        """Return what soft ground adds to the cost of segments, (S, 2) each."""
        extra = np.zeros(len(starts))
        for more, area in self._weights:
            extra += more * area.inside_lengths(starts, ends)
        return extra

    def without_bends(self) -> "Field":
        """Return the same field for straight runs only: nothing to bend round, all of it still in the way."""
        straight = copy.copy(self)
        straight.rings = self.rings.kept(np.zeros(len(self.rings), dtype=bool))
        return straight

    @property
    def weights(self) -> list[tuple[float, AreaIndex]]:
        """The grown soft areas, each with what an inch in it costs more than in those before."""
        return self._weights


def _weights(soft: Sequence[Ground], radius: float) -> list[tuple[float, AreaIndex]]:
    found, below = [], 1.0
    for factor in sorted({ground.factor for ground in soft}):
        areas = [grown(ground, radius) for ground in soft if ground.factor >= factor]
        found.append((factor - below, AreaIndex(areas)))
        below = factor
    return found


def grown(ground: Ground, radius: float, more: float = SPARE) -> BaseGeometry:
    """Return the centres with which a base is in a ground, drawn round about it by chords, never less."""
    near = ground.distance_kept(radius) + more
    wide = 1.0 / math.cos(math.pi / (4 * _QUARTER))
    if isinstance(ground.shape, Disc):
        return shapely.Point(ground.shape.x, ground.shape.y).buffer(
            (ground.shape.radius + near) * wide, quad_segs=_QUARTER
        )
    return ground.shape.buffer(near * wide, quad_segs=_QUARTER) if near > 0.0 else ground.shape


def _corners(shape: shapely.Polygon, near: float) -> list[tuple[float, float, float, float, float]]:
    """Return the rings about the corners round which a base can turn: x, y, radius, first bearing of rim, its width."""
    found = []
    for ring in rings_of(shape):
        points = ring[:-1]
        for number, (x, y) in enumerate(points):
            (ax, ay), (bx, by) = points[number - 1], points[(number + 1) % len(points)]
            first = math.atan2(y - ay, x - ax)
            turn = math.remainder(math.atan2(by - y, bx - x) - first, 2 * math.pi)
            if turn > 1e-9:
                found.append((x, y, near, first - math.pi / 2, turn))
    return found

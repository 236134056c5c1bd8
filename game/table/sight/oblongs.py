"""Sight between bases of any shape past solids: the critical lines of `corridor.py`, for ovals and rectangles too.

If the shortest line is stopped, any open line can be moved towards it until it touches a corner of a solid, or a point
at which a solid crosses the rim of a base. About that point it can be turned until it touches another, a corner of a
rectangle, or the rim of an oval.
"""

import math
from collections.abc import Sequence

import numpy as np
import shapely

from game.cached import cached_property
from game.table.facing import radians_of
from game.table.footprints import Footprint, Oblong, geometry_of, half_box, nearest_points
from game.table.measuring.lines import rim_crossings
from game.table.shapes import Bounds, Disc
from game.table.sight.corridor import first_stop
from game.table.sight.lines import Bools, Lines, Segment, crossings, meets, pairs, stacked
from game.table.sight.solids import TOUCH, Solid
from game.table.terrain.area import Floats

_SAMPLES = np.arange(64) * (math.tau / 64)
_NORMALS: Floats = np.stack((np.cos(_SAMPLES), np.sin(_SAMPLES)))
"""The directions in which what is beyond both bases is left out."""
_LEVEL = 1e-13
"""The least sine of the angle between a line and an edge that are not taken for parallel."""
_AT_CORNER = 1e-8
"""Inches by which a line may miss a rectangle and still count as touching its corner."""

_Bare = tuple[Floats, Floats, Floats]
"""Lines without ends: the normals (x and y), and the offsets."""


def open_line(one: Footprint, other: Footprint, solids: Sequence[Solid]) -> Segment | None:
    """Return an open line from one base to another, or None if solids stop every line; the shortest is tried first."""
    quick = nearest_points(one, other)
    if first_stop(*quick, solids) is None:
        return quick
    rims = _Rim(one), _Rim(other)
    boxes = [rim.box for rim in rims]
    box = (*np.min(boxes, axis=0)[:2].tolist(), *np.max(boxes, axis=0)[2:].tolist())
    near = [solid for solid in solids if meets(solid.box, box)]
    lines = _joining(_critical(rims, near), rims)
    clear = np.flatnonzero(~_are_stopped(lines, near, rims))
    return lines.segment(int(clear[np.argmin((lines.meet - lines.leave)[clear])])) if clear.size else None


class _Rim:
    """The rim of a base, for many lines at once."""

    def __init__(self, base: Footprint) -> None:
        self.base, self.x, self.y = base, base.x, base.y
        turn = radians_of(base.facing) if isinstance(base, Oblong) else 0.0
        self._cos, self._sin = math.cos(turn), math.sin(turn)
        long, wide = (base.length, base.width) if isinstance(base, Oblong) else (2 * base.radius, 2 * base.radius)
        self._half, self._side = long / 2, wide / 2
        self.smooth = isinstance(base, Disc) or base.shape == "oval"
        across, up = half_box(base)
        self.box: Bounds = (self.x - across, self.y - up, self.x + across, self.y + up)

    def _turned(self, dx: Floats, dy: Floats) -> tuple[Floats, Floats]:
        return dx * self._cos + dy * self._sin, dy * self._cos - dx * self._sin

    def _on_table(self, ahead: Floats, aside: Floats) -> Floats:
        xs = self.x + ahead * self._cos - aside * self._sin
        return np.stack((xs, self.y + ahead * self._sin + aside * self._cos), axis=-1)

    def reach(self, nx: Floats, ny: Floats) -> Floats:
        """Return how far an oval reaches in some directions."""
        p, q = self._turned(nx, ny)
        return np.asarray(np.sqrt((self._half * p) ** 2 + (self._side * q) ** 2))

    @cached_property
    def most(self) -> Floats:
        """How far the base reaches from the origin, in the directions of `_NORMALS`."""
        nx, ny = _NORMALS
        p, q = self._turned(nx, ny)
        reach = self.reach(nx, ny) if self.smooth else self._half * abs(p) + self._side * abs(q)
        return np.asarray(nx * self.x + ny * self.y + reach)

    def corners(self) -> Floats:
        """Return the corners of a rectangle; none of an oval."""
        if self.smooth:
            return np.zeros((0, 2))
        signs = np.array(((1, 1), (-1, 1), (-1, -1), (1, -1)))
        return self._on_table(signs[:, 0] * self._half, signs[:, 1] * self._side)

    def tangents(self, points: Floats) -> _Bare:
        """Return the lines through points (P, 2) that touch an oval, which has them only from outside."""
        p, q = self._turned(points[:, 0] - self.x, points[:, 1] - self.y)
        p, q = p / self._half, q / self._side  # in this frame the oval is a disc of radius 1
        square = p * p + q * q
        outside = square > 1.0
        p, q, square = p[outside], q[outside], square[outside]
        root = np.sqrt(square - 1.0)
        touched = [
            self._on_table((p - side * root * q) / square * self._half, (q + side * root * p) / square * self._side)
            for side in (1.0, -1.0)
        ]
        return _through(np.concatenate((points[outside],) * 2), np.concatenate(touched))

    def crossed_by(self, solid: Solid) -> Floats:
        """Return the points at which a solid crosses the rim."""
        if not meets(solid.box, self.box):
            return np.zeros((0, 2))
        if not self.smooth:
            rim = geometry_of(self.base).boundary
            return np.asarray(shapely.get_coordinates(shapely.intersection(rim, solid.geometry.boundary)))
        frames = []
        for spots in solid.outline:
            p, q = self._turned(spots[:, 0] - self.x, spots[:, 1] - self.y)
            frames.append(np.column_stack((p / self._half, q / self._side)))
        met = np.array(rim_crossings(frames[0], frames[1], 0.0, 0.0, 1.0)).reshape(-1, 2)
        return self._on_table(met[:, 0] * self._half, met[:, 1] * self._side)

    def spans(self, nx: Floats, ny: Floats, d: Floats) -> tuple[Floats, Floats, Bools]:
        """Return the inches along lines at which they enter and leave the base, and which of them meet it."""
        p, q = self._turned(nx, ny)
        off, foot = d - nx * self.x - ny * self.y, ny * self.x - nx * self.y
        if self.smooth:
            reach = np.maximum(self.reach(nx, ny), 1e-300)
            share = np.clip(off / reach, -1.0, 1.0)
            middle = foot + share * (self._half**2 - self._side**2) * p * q / reach
            chord = self._half * self._side / reach * np.sqrt(1.0 - share * share)
            return middle - chord, middle + chord, np.abs(off) <= reach + TOUCH
        low, high = np.full(len(d), -np.inf), np.full(len(d), np.inf)
        for at, rate, most in ((p * off, q, self._half), (q * off, -p, self._side)):
            rate = np.where(np.abs(rate) < _LEVEL, _LEVEL, rate)
            ends = np.sort(np.stack(((-most - at) / rate, (most - at) / rate)), axis=0)
            low, high = np.maximum(low, ends[0]), np.minimum(high, ends[1])
        return foot + low, foot + np.maximum(low, high), low <= high + _AT_CORNER


def _through(starts: Floats, ends: Floats) -> _Bare:
    """Return the lines through pairs of points (N, 2)."""
    step = ends - starts
    length = np.hypot(step[:, 0], step[:, 1])
    apart = length > TOUCH
    nx, ny = -step[apart, 1] / length[apart], step[apart, 0] / length[apart]
    return nx, ny, nx * starts[apart, 0] + ny * starts[apart, 1]


def _critical(rims: tuple[_Rim, _Rim], solids: Sequence[Solid]) -> _Bare:
    """Return the lines through two corners, or through a corner and along a rim."""
    crossed = [rim.crossed_by(solid) for rim in rims for solid in solids]
    corners = stacked(solid.corners for solid in solids)
    corners = corners[(_beyond(corners, rims) <= TOUCH).all(axis=1)]
    points = stacked([corners, *(rim.corners() for rim in rims), *crossed])
    one, other = pairs(len(points))
    parts = [_through(points[one], points[other])]
    parts += [rim.tangents(points) for rim in rims if rim.smooth]
    nx, ny, d = (np.concatenate(columns) for columns in zip(*parts))
    return nx, ny, d


def _beyond(points: Floats, rims: tuple[_Rim, _Rim]) -> Floats:
    """Return how far points (P, 2) are beyond the hull of both bases, in each of many directions."""
    return np.asarray(points @ _NORMALS - np.maximum(rims[0].most, rims[1].most))


def _joining(bare: _Bare, rims: tuple[_Rim, _Rim]) -> Lines:
    """Return those lines that meet both bases, from the first to the second."""
    nx, ny, d = bare
    low, high, hit = rims[0].spans(nx, ny, d)
    to_low, to_high, to_hit = rims[1].spans(nx, ny, d)
    sign = np.where(to_low + to_high >= low + high, 1.0, -1.0)
    leave, meet = np.where(sign > 0.0, high, -low), np.where(sign > 0.0, to_low, -to_high)
    return Lines(sign * nx, sign * ny, sign * d, leave, meet).chosen(hit & to_hit & (meet >= leave - _AT_CORNER))


def _are_stopped(lines: Lines, solids: Sequence[Solid], rims: tuple[_Rim, _Rim]) -> Bools:
    """Return which lines a solid stops: it crosses them between their ends, or they begin in it."""
    starts, ends = stacked(solid.starts for solid in solids), stacked(solid.ends for solid in solids)
    owner = np.repeat(np.arange(len(solids)), [len(solid.starts) for solid in solids])
    covering = np.array([meets(solid.box, rims[0].box) for solid in solids], dtype=bool)
    outside = ((_beyond(starts, rims) > TOUCH) & (_beyond(ends, rims) > TOUCH)).any(axis=1)
    kept = np.flatnonzero(~outside | covering[owner])
    row, column, along = crossings(lines, starts[kept], ends[kept])
    stopped = np.zeros(len(lines.d), dtype=bool)
    stopped[row[(along > lines.leave[row]) & (along < lines.meet[row])]] = True
    if covering.any():
        before = (along <= lines.leave[row]) & covering[owner[kept[column]]]
        count = np.zeros((len(lines.d), len(solids)), dtype=np.intp)
        np.add.at(count, (row[before], owner[kept[column[before]]]), 1)
        stopped |= (count % 2 == 1).any(axis=1) & (lines.meet > lines.leave + TOUCH)
    return stopped


def sees(one: Footprint, other: Footprint, solids: Sequence[Solid]) -> bool:
    """Return whether some line from one base to another is open."""
    return open_line(one, other, solids) is not None

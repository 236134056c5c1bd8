"""Sight between bases of any shape past solids: the critical lines of `corridor.py`, for ovals and rectangles too.

If the shortest line is stopped, any open line can be moved towards it until it touches a corner of a solid, or a point
at which a solid crosses the rim of a base. Then it can be turned about that point until it touches another such point,
a corner of a rectangle, or the rim of an oval. So only lines that touch two of these need be tried.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import shapely

from game.table.facing import radians_of
from game.table.footprints import Footprint, Oblong, geometry_of, half_box, nearest_points, outer_tangents
from game.table.measuring.lines import rim_crossings
from game.table.shapes import Bounds, Disc
from game.table.sight.corridor import first_stop
from game.table.sight.lines import Bools, Lines, Segment, crossings, meets, pairs, stacked
from game.table.sight.solids import TOUCH, Solid
from game.table.terrain.area import Floats

_SAMPLES = np.arange(64) * (math.tau / 64)
_NORMALS: Floats = np.stack((np.cos(_SAMPLES), np.sin(_SAMPLES)))
"""The directions in which corners and edges beyond both bases are left out."""
_DOT: Final = 1e-6
"""The least radius of a disc in inches, also used for points."""
_WIDER: Final = 1e-6
"""Inches by which the outermost lines are moved outwards for the test whether a solid reaches over both."""
_BOTH: Floats = np.array(((1.0,), (-1.0,)))
"""The signs of the two tangents from a point."""
_LEVEL = 1e-13
"""The sine of the angle between a line and an edge below which they count as parallel."""
_AT_CORNER = 1e-8
"""Inches by which a line may miss a rectangle and still count as touching its corner."""

_Bare = tuple[Floats, Floats, Floats]
"""Lines without ends: the normals (x and y), and the offsets."""


def open_line(one: Footprint, other: Footprint, solids: Sequence[Solid]) -> Segment | None:
    """Return an open line from one base to another, or None if solids stop every line; the shortest is tried first."""
    shortest = nearest_points(one, other)
    if first_stop(*shortest, solids) is None:
        return shortest
    boxes = [_box_of(one), _box_of(other)]
    west, south, east, north = zip(*boxes, strict=True)
    box = min(west), min(south), max(east), max(north)
    solids = [solid for solid in solids if meets(solid.box, box)]
    flanks = outer_tangents(one, other)
    for flank in flanks:
        if first_stop(*flank, solids) is None:
            return flank
    if len(flanks) == 2 and _is_shut(flanks, solids, boxes):
        return None
    rims = _rims_of(one, other)
    near = _Near(solids, rims, boxes[0])
    lines = _joining(_critical(rims, near), rims)
    open_numbers = np.flatnonzero(~_are_stopped(lines, near))
    return (
        lines.segment(int(open_numbers[np.argmin((lines.meet - lines.leave)[open_numbers])]))
        if open_numbers.size
        else None
    )


def _is_shut(flanks: Sequence[Segment], solids: Sequence[Solid], boxes: Sequence[Bounds]) -> bool:
    """Return whether one solid alone stops every line, as it is convex and reaches over both flanks between the bases.

    The flanks are the lines that touch both bases, the left one first.
    """
    wider = [_beside(flank, side * _WIDER) for flank, side in zip(flanks, (1.0, -1.0), strict=True)]
    return any(
        all(first_stop(*flank, (solid,)) is not None for flank in wider)
        for solid in solids
        if solid.is_convex and not any(meets(solid.box, box) for box in boxes)
    )


def _beside(line: Segment, inches: float) -> Segment:
    """Return a line moved to its left by some inches."""
    (ax, ay), (bx, by) = line
    share = inches / (math.dist(*line) or 1.0)
    dx, dy = (ay - by) * share, (bx - ax) * share
    return (ax + dx, ay + dy), (bx + dx, by + dy)


class _Rim:
    """The rim of one base, or the rims of two ovals (a disc is an oval), for computations with many lines.

    The first axis of all arrays is that of the bases.
    """

    def __init__(self, *bases: Footprint) -> None:
        self._bases = bases
        self.smooth = isinstance(bases[0], Disc) or bases[0].shape == "oval"
        shapes = [
            (base.x, base.y, base.length / 2, base.width / 2, radians_of(base.facing))
            if isinstance(base, Oblong)
            else (base.x, base.y, max(base.radius, _DOT), max(base.radius, _DOT), 0.0)
            for base in bases
        ]
        self._x, self._y, self._half, self._side, turn = np.array(shapes).T[:, :, None]
        self._cos, self._sin = np.cos(turn), np.sin(turn)

    def _turned(self, dx: Floats, dy: Floats) -> tuple[Floats, Floats]:
        """Return vectors of the table in the frame of each base, as components along its length and its width."""
        return dx * self._cos + dy * self._sin, dy * self._cos - dx * self._sin

    def _on_table(self, at: int, ahead: Floats, aside: Floats) -> Floats:
        """Return points in the frame of a base, by its number, as points of the table (n, 2)."""
        x, y, cos, sin = (float(column[at, 0]) for column in (self._x, self._y, self._cos, self._sin))
        return np.stack((x + ahead * cos - aside * sin, y + ahead * sin + aside * cos), axis=-1)

    def most(self) -> Floats:
        """Return the inches that the bases reach from the origin, at most, in each direction of `_NORMALS`."""
        nx, ny = _NORMALS
        axial, lateral = self._turned(nx, ny)
        axial, lateral = self._half * axial, self._side * lateral
        reach = np.sqrt(axial * axial + lateral * lateral) if self.smooth else abs(axial) + abs(lateral)
        return np.asarray((nx * self._x + ny * self._y + reach).max(axis=0))

    def corners(self) -> Floats:
        """Return the corners of a rectangle; ovals have none."""
        if self.smooth:
            return np.zeros((0, 2))
        half, side = float(self._half[0, 0]), float(self._side[0, 0])
        signs = np.array(((1, 1), (-1, 1), (-1, -1), (1, -1)))
        return self._on_table(0, signs[:, 0] * half, signs[:, 1] * side)

    def tangents(self, points: Floats) -> _Bare:
        """Return the lines that touch an oval through points (P, 2); points inside the oval have none."""
        axial, lateral = self._turned(points[:, 0] - self._x, points[:, 1] - self._y)
        axial, lateral = axial / self._half, lateral / self._side  # in this frame an oval is a disc of radius 1
        square = axial * axial + lateral * lateral
        base, point = np.nonzero(square > 1.0)
        axial, lateral, square = axial[base, point], lateral[base, point], square[base, point]
        root = _BOTH * np.sqrt(square - 1.0)
        normal_axial, normal_lateral = (
            (axial - root * lateral) / square / self._half[base, 0],
            (lateral + root * axial) / square / self._side[base, 0],
        )
        cos, sin = self._cos[base, 0], self._sin[base, 0]
        nx, ny = normal_axial * cos - normal_lateral * sin, normal_axial * sin + normal_lateral * cos
        length = np.sqrt(nx * nx + ny * ny)
        d = (1.0 + nx * self._x[base, 0] + ny * self._y[base, 0]) / length
        return (nx / length).ravel(), (ny / length).ravel(), d.ravel()

    def crossed(self, solids: Sequence[Solid]) -> Iterator[Floats]:
        """Yield the points at which each solid crosses each rim."""
        for at, base in enumerate(self._bases):
            box = _box_of(base)
            for solid in solids:
                if meets(solid.box, box):
                    yield self._crossed_by(solid, at)

    def _crossed_by(self, solid: Solid, number: int) -> Floats:
        """Return the points at which a solid crosses the rim of a base, given by its number."""
        if not self.smooth:
            rim = geometry_of(self._bases[number]).boundary
            return np.asarray(shapely.get_coordinates(shapely.intersection(rim, solid.geometry.boundary)))
        half, side = float(self._half[number, 0]), float(self._side[number, 0])
        frames = []
        for spots in solid.outline:
            axial, lateral = self._turned(spots[:, 0] - self._x, spots[:, 1] - self._y)
            frames.append(np.column_stack((axial[number] / half, lateral[number] / side)))
        crossings = np.array(rim_crossings(frames[0], frames[1], 0.0, 0.0, 1.0)).reshape(-1, 2)
        return self._on_table(number, crossings[:, 0] * half, crossings[:, 1] * side)

    def hit(self, nx: Floats, ny: Floats, d: Floats) -> Bools:
        """Return which lines may meet all of the bases; for a rectangle all may, and `spans` decides."""
        if not self.smooth:
            return np.ones(len(d), dtype=bool)
        axial, lateral = self._turned(nx, ny)
        axial, lateral, offset = self._half * axial, self._side * lateral, d - nx * self._x - ny * self._y
        return np.asarray((np.abs(offset) <= np.sqrt(axial * axial + lateral * lateral) + TOUCH).all(axis=0))

    def spans(self, nx: Floats, ny: Floats, d: Floats) -> tuple[Floats, Floats]:
        """Return the inches along lines at which they enter and leave each base; for a miss, it leaves first."""
        axial, lateral = self._turned(nx, ny)
        offset, foot = d - nx * self._x - ny * self._y, ny * self._x - nx * self._y
        if self.smooth:
            reach = np.maximum(np.sqrt((self._half * axial) ** 2 + (self._side * lateral) ** 2), 1e-300)
            share = np.minimum(np.maximum(offset / reach, -1.0), 1.0)
            middle = foot + share * (self._half**2 - self._side**2) * axial * lateral / reach
            chord = self._half * self._side / reach * np.sqrt(1.0 - share * share)
            return middle - chord, middle + chord
        low, high = np.full((1, len(d)), -np.inf), np.full((1, len(d)), np.inf)
        for start, rate, half_size in ((axial * offset, lateral, self._half), (lateral * offset, -axial, self._side)):
            rate = np.where(np.abs(rate) < _LEVEL, _LEVEL, rate)
            marks = np.sort(np.stack(((-half_size - start) / rate, (half_size - start) / rate)), axis=0)
            low, high = np.maximum(low, marks[0]), np.minimum(high, marks[1])
        return foot + low, foot + high


def _rims_of(one: Footprint, other: Footprint) -> list[_Rim]:
    """Return the rims of two bases, as one object if both are ovals."""
    both_smooth = all(isinstance(base, Disc) or base.shape == "oval" for base in (one, other))
    return [_Rim(one, other)] if both_smooth else [_Rim(one), _Rim(other)]


def _box_of(base: Footprint) -> Bounds:
    """Return the box around a base."""
    half_width, half_height = half_box(base)
    return base.x - half_width, base.y - half_height, base.x + half_width, base.y + half_height


class _Near:
    """The solids near two bases, and their corners and edges within the hull of both bases.

    Edges have starts, ends, and the numbers of their solids (`owner`). `covering` says which solids may cover the first
    base; all edges of these are included.
    """

    def __init__(self, solids: Sequence[Solid], rims: Sequence[_Rim], first: Bounds) -> None:
        self.solids = solids
        self.covering = np.array([meets(solid.box, first) for solid in solids], dtype=bool)
        corners, starts = stacked(solid.corners for solid in solids), stacked(solid.starts for solid in solids)
        ends = stacked(solid.ends for solid in solids)
        owner = np.repeat(np.arange(len(solids)), [len(solid.starts) for solid in solids])
        outside_normals = np.concatenate((corners, starts, ends)) @ _NORMALS - np.max(
            [rim.most() for rim in rims], axis=0
        )
        outside_normals = outside_normals > TOUCH
        count, edges = len(corners), len(starts)
        self.corners = corners[~outside_normals[:count].any(axis=1)]
        outside = (outside_normals[count : count + edges] & outside_normals[count + edges :]).any(axis=1)
        is_kept = ~outside | self.covering[owner]
        self.starts, self.ends, self.owner = starts[is_kept], ends[is_kept], owner[is_kept]


def _through(starts: Floats, ends: Floats) -> _Bare:
    """Return the lines through pairs of points (N, 2)."""
    dx, dy = (ends - starts).T
    length = np.sqrt(dx * dx + dy * dy)
    distinct = length > TOUCH
    nx, ny = -dy[distinct] / length[distinct], dx[distinct] / length[distinct]
    return nx, ny, nx * starts[distinct, 0] + ny * starts[distinct, 1]


def _critical(rims: Sequence[_Rim], near: _Near) -> _Bare:
    """Return the lines through two corners, and those through a corner that touch a rim."""
    crossed = (points for rim in rims for points in rim.crossed(near.solids))
    points = stacked([near.corners, *(rim.corners() for rim in rims), *crossed])
    first, second = pairs(len(points))
    parts = [_through(points[first], points[second]), *(rim.tangents(points) for rim in rims if rim.smooth)]
    nx, ny, d = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return nx, ny, d


def _joining(bare: _Bare, rims: Sequence[_Rim]) -> Lines:
    """Return the lines that meet both bases, each from the first base to the second."""
    for rim in rims:
        hit = rim.hit(*bare)
        bare = bare[0][hit], bare[1][hit], bare[2][hit]
    nx, ny, d = bare
    spans = [rim.spans(nx, ny, d) for rim in rims]
    low, high = (np.concatenate(part) for part in zip(*spans, strict=True))
    meets_both = (low <= high + _AT_CORNER).all(axis=0)
    high = np.maximum(low, high)
    sign = np.where(low[1] + high[1] >= low[0] + high[0], 1.0, -1.0)
    leave, meet = np.where(sign > 0.0, high[0], -low[0]), np.where(sign > 0.0, low[1], -high[1])
    return Lines(sign * nx, sign * ny, sign * d, leave, meet).select(meets_both & (meet >= leave - _AT_CORNER))


def _are_stopped(lines: Lines, near: _Near) -> Bools:
    """Return which lines a solid stops, because it crosses them between their ends or covers their beginning."""
    row, column, along = crossings(lines, near.starts, near.ends)
    stopped = np.zeros(len(lines.d), dtype=bool)
    stopped[row[(along > lines.leave[row]) & (along < lines.meet[row])]] = True
    if near.covering.any():
        owner = near.owner[column]
        before = (along <= lines.leave[row]) & near.covering[owner]
        # A line begins in a solid if it has crossed its outline an odd number of times before.
        count = np.zeros((len(lines.d), len(near.solids)), dtype=np.intp)
        np.add.at(count, (row[before], owner[before]), 1)
        stopped |= (count % 2 == 1).any(axis=1) & (lines.meet > lines.leave + TOUCH)
    return stopped


def sees(one: Footprint, other: Footprint, solids: Sequence[Solid]) -> bool:
    """Return whether any line from one base to another is open."""
    return open_line(one, other, solids) is not None

"""The union of all area terrain on a level, and the inches of lines that are in it."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from game.cached import cached_property
from game.table.shapes import Bounds

Floats = NDArray[np.float64]
Edges = tuple[Floats, Floats]
Stretch = tuple[float, float]
Point = tuple[float, float]
Ring = list[Point]
Segment = tuple[float, float, float, float]

# A line along an edge of terrain is measured slightly to either side, and the side with less terrain counts.
GRAZE = 1e-9
_MOST_NEIGHBOURHOODS = 4096
# From this number of corners on, arrays find the edges that a line crosses faster than a loop.
_MANY_CORNERS = 32
# The number of lines measured at once, so that the arrays fit into the processor's cache.
_AT_ONCE = 1024
# The number of edges in a run of an outline, and the inches added to the disc around a run because of rounding.
_RUN, _SPARE = 16, 1e-6
# The coarse grid that quickly recognises open table, because most of a table is open.
_MOST_CELLS_ASIDE = 80
_FINEST_CELL = 0.5


def polygons_of(geometry: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a geometry, without points and lines."""
    if isinstance(geometry, Polygon):
        return [] if geometry.is_empty else [geometry]
    return [part for child in getattr(geometry, "geoms", ()) for part in polygons_of(child)]


def rings_of(polygon: Polygon) -> list[Ring]:
    """Return the closed rings of a polygon, first the outside, then the holes; the shape is always on their left."""
    oriented = orient(polygon)
    rings = (oriented.exterior, *oriented.interiors)
    return [[(x, y) for x, y in shapely.get_coordinates(ring).tolist()] for ring in rings]


class Occupancy:
    """The cells of a grid touched by a geometry, as a summed-area table. It proves boxes clear, but not occupied."""

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
        """Return whether the box from (x0, y0) to (x1, y1), in inches, is certainly empty."""
        if self.is_empty or x1 < self._x0 or y1 < self._y0 or x0 > self._x1 or y0 > self._y1:
            return True
        west, south, inverse = self._x0, self._y0, self._inverse
        i0 = int((x0 - west) * inverse) if x0 > west else 0
        j0 = int((y0 - south) * inverse) if y0 > south else 0
        i1, j1 = int((x1 - west) * inverse) + 1, int((y1 - south) * inverse) + 1
        low = self._sums[i0]
        high = self._sums[i1 if i1 < self._columns else -1]
        if j1 > self._rows:  # beyond the grid; index -1 is the last sum
            j1 = -1
        return high[j1] - high[j0] - low[j1] + low[j0] == 0

    def disc_is_clear(self, x: float, y: float, radius: float) -> bool:
        """Return whether the square around a disc is certainly empty, in inches."""
        return self.box_is_clear(x - radius, y - radius, x + radius, y + radius)


def box_of(ax: float, ay: float, bx: float, by: float, margin: float = 0.0) -> tuple[float, float, float, float]:
    """Return the box around two points, widened by `margin` inches."""
    return min(ax, bx) - margin, min(ay, by) - margin, max(ax, bx) + margin, max(ay, by) + margin


class AreaIndex:
    """The union of area terrain on one level. Edges lead from `corners` to `following` (E, 2), terrain on the left."""

    def __init__(self, areas: Iterable[BaseGeometry]) -> None:
        self.union: BaseGeometry = shapely.union_all(list(areas))
        self.polygons: list[Polygon] = polygons_of(self.union)
        self.union = MultiPolygon(self.polygons)
        self.occupancy = Occupancy(self.union)
        self.bounds: Bounds | None = None if self.occupancy.is_empty else self.union.bounds
        self._shapes = [(*polygon.bounds, rings_of(polygon)) for polygon in self.polygons]
        rings = [ring for shape in self._shapes for ring in shape[-1]]
        starts, ends = (
            [corner for ring in rings for corner in ring[:-1]],
            [corner for ring in rings for corner in ring[1:]],
        )
        self.corners: Floats = np.array(starts, dtype=np.float64).reshape(-1, 2)
        self.following: Floats = np.array(ends, dtype=np.float64).reshape(-1, 2)
        self._owners = [n for n, shape in enumerate(self._shapes) for ring in shape[-1] for corner in ring[1:]]
        self._boxes = [(1 << number, *shape[:4]) for number, shape in enumerate(self._shapes)]
        self._columns = [[_columns(ring) for ring in shape[-1]] for shape in self._shapes]
        # A cache of edges by the set of polygons (as bits), because the same neighbourhoods recur often.
        self._edges: dict[int, tuple[Floats, Floats]] = {}

    def edges_near(self, x0: float, y0: float, x1: float, y1: float) -> tuple[Floats, Floats]:
        """Return the starts and ends (E, 2) of all edges of polygons whose boxes meet a box."""
        near = 0
        for bit, west, south, east, north in self._boxes:
            if west <= x1 and east >= x0 and south <= y1 and north >= y0:
                near |= bit
        edges = self._edges.get(near)
        if edges is None:
            if len(self._edges) >= _MOST_NEIGHBOURHOODS:
                self._edges.clear()
            chosen = np.array([bool(near >> owner & 1) for owner in self._owners], dtype=bool)
            self._edges[near] = edges = self.corners[chosen], self.following[chosen]
        return edges

    def rings_near(self, px: float, py: float, qx: float, qy: float) -> Iterator[tuple[Ring, Floats | None]]:
        """Yield the rings of all polygons whose boxes meet the box of a segment; long rings also as arrays."""
        low_x, high_x = (px, qx) if px < qx else (qx, px)
        low_y, high_y = (py, qy) if py < qy else (qy, py)
        for (x0, y0, x1, y1, rings), columns in zip(self._shapes, self._columns):
            if x0 <= high_x and x1 >= low_x and y0 <= high_y and y1 >= low_y:
                yield from zip(rings, columns)

    def inside_length(self, px: float, py: float, qx: float, qy: float) -> float:
        """Return the inches of the segment from p to q in the interior of the terrain."""
        length = math.hypot(qx - px, qy - py)
        if length < 1e-12 or self.occupancy.box_is_clear(*box_of(px, py, qx, qy)):
            return 0.0
        ux, uy = (qx - px) / length, (qy - py) / length
        total, grazes = _inches_on_one_side(self, (px, py, qx, qy), (ux, uy, length), GRAZE)
        if grazes:
            total = min(total, _inches_on_one_side(self, (px, py, qx, qy), (ux, uy, length), -GRAZE)[0])
        return max(total, 0.0)

    @cached_property
    def _outlines(self) -> "list[tuple[Bounds, _Runs]]":
        """For each polygon its box and the runs of its outline."""
        return [((box[0], box[1], box[2], box[3]), _runs_of(rings)) for *box, rings in self._shapes]

    def inside_lengths(self, starts: Floats, ends: Floats) -> Floats:
        """Return the inches in terrain of many segments, given by starts and ends (S, 2)."""
        total = np.zeros(len(starts))
        low, high = np.minimum(starts, ends), np.maximum(starts, ends)
        (x0, y0), (x1, y1) = low.min(axis=0, initial=np.inf).tolist(), high.max(axis=0, initial=-np.inf).tolist()
        for (west, south, east, north), runs in self._outlines:
            if x0 > east or x1 < west or y0 > north or y1 < south:
                continue
            near = (low[:, 0] <= east) & (high[:, 0] >= west) & (low[:, 1] <= north) & (high[:, 1] >= south)
            segments = np.flatnonzero(near)
            for first in range(0, len(segments), _AT_ONCE):
                part = segments[first : first + _AT_ONCE]
                total[part] += _inches_in_polygon(starts[part], ends[part], runs)
        return total

    def crossings(self, px: float, py: float, qx: float, qy: float) -> list[Stretch]:
        """Return the stretches of the segment from p to q in terrain, in order, as start and end in inches from p."""
        length = math.hypot(qx - px, qy - py)
        if length < 1e-12 or self.occupancy.is_empty:
            return []
        ux, uy = (qx - px) / length, (qy - py) / length
        shortest: list[Stretch] | None = None
        for side in (GRAZE, -GRAZE):
            marks = sorted(
                mark
                for ring, _array in self.rings_near(px, py, qx, qy)
                for mark in _crossing_distances(ring, px, py, ux, uy, side)
            )
            stretches = [
                (max(low, 0.0), min(high, length))
                for low, high in zip(marks[::2], marks[1::2])
                if min(high, length) - max(low, 0.0) > 1e-9
            ]
            # Along an edge of terrain, the side with less terrain counts.
            if shortest is None or math.fsum(high - low for low, high in stretches) < math.fsum(
                high - low for low, high in shortest
            ):
                shortest = stretches
        return shortest or []


def _columns(ring: Ring) -> Floats | None:
    """Return the corners of a long ring as two columns (2, N), or None for a short ring."""
    return np.array(ring).T.copy() if len(ring) >= _MANY_CORNERS else None


def _inches_on_one_side(
    area: AreaIndex, segment: Segment, line: tuple[float, float, float], side: float
) -> tuple[float, bool]:
    """Return the inches in terrain of a segment shifted to one side, and whether its line passes through a corner."""
    px, py = segment[:2]
    ux, uy, length = line
    total, grazes = 0.0, False
    for ring, columns in area.rings_near(*segment):
        if columns is not None:
            total, is_grazed = _inches_on_one_side_of_ring(ring, columns, segment, line, (side, total))
            grazes = grazes or is_grazed
            continue
        bx, by = ring[0]  # also the last corner
        previous = ux * (by - py) - uy * (bx - px)
        was_left = previous > side
        for x, y in ring:
            cross = ux * (y - py) - uy * (x - px)
            left = cross > side
            if left is not was_left:
                place, previous_place = ux * (x - px) + uy * (y - py), ux * (bx - px) + uy * (by - py)
                inches = previous_place + (place - previous_place) * previous / (previous - cross)
                inches = 0.0 if inches < 0.0 else length if inches > length else inches
                # Where the ring crosses to the left, the line leaves the terrain; otherwise, it enters.
                total += inches if left else -inches
            if -GRAZE <= cross <= GRAZE:
                grazes = True
            was_left, previous, bx, by = left, cross, x, y
    return total, grazes


def _inches_on_one_side_of_ring(
    ring: Ring, columns: Floats, segment: Segment, line: tuple[float, float, float], so_far: tuple[float, float]
) -> tuple[float, bool]:
    """Return the result of `_inches_on_one_side`, to the last bit, after one more ring with many corners.

    `so_far` has the shift to the side, and the inches in earlier rings.
    """
    side, total = so_far
    px, py = segment[:2]
    ux, uy, length = line
    cross = ux * (columns[1] - py) - uy * (columns[0] - px)
    left = cross > side
    for index in np.flatnonzero(left[1:] != left[:-1]).tolist():
        (bx, by), (x, y) = ring[index], ring[index + 1]
        previous, following = float(cross[index]), float(cross[index + 1])
        place, previous_place = ux * (x - px) + uy * (y - py), ux * (bx - px) + uy * (by - py)
        inches = previous_place + (place - previous_place) * previous / (previous - following)
        inches = 0.0 if inches < 0.0 else length if inches > length else inches
        total += inches if left[index + 1] else -inches
    return total, bool(np.abs(cross).min() <= GRAZE)


def _crossing_distances(ring: Ring, px: float, py: float, ux: float, uy: float, side: float) -> Iterator[float]:
    """Yield the inches along a line, shifted to one side, at which it crosses a ring."""
    previous = previous_place = 0.0
    was_left: bool | None = None
    for x, y in ring:
        dx, dy = x - px, y - py
        cross = ux * dy - uy * dx
        place = ux * dx + uy * dy
        left = cross > side
        if was_left is not None and left is not was_left:
            yield previous_place + (place - previous_place) * previous / (previous - cross)
        was_left, previous, previous_place = left, cross, place


class _Runs(NamedTuple):
    """The outline of a polygon in runs of `_RUN` edges.

    Each run has its corners (R, _RUN + 1, 2), and which of them start an edge (R, _RUN). The disc around a run, with
    its centre (R, 2) and radius, shows at once which lines miss it.
    """

    corners: Floats
    edge: NDArray[np.bool_]
    centre: Floats
    radius: Floats


def _runs_of(rings: Sequence[Ring]) -> _Runs:
    """Return the outline of a polygon, given by its closed rings, in runs."""
    count = sum(map(len, rings)) - 1
    runs = -(-count // _RUN)
    corners = np.concatenate([np.asarray(ring) for ring in rings])
    edge = np.zeros(runs * _RUN, dtype=bool)
    edge[:count] = True
    edge[np.cumsum([len(ring) for ring in rings], dtype=np.intp)[:-1] - 1] = False
    indices = np.arange(runs)[:, None] * _RUN + np.arange(_RUN + 1)
    run = corners[np.minimum(indices, count)]
    low, high = run.min(axis=1), run.max(axis=1)
    half = (high - low) / 2
    return _Runs(run, edge.reshape(runs, _RUN), low + half, np.hypot(half[:, 0], half[:, 1]) + _SPARE)


def _inches_in_polygon(starts: Floats, ends: Floats, runs: _Runs) -> Floats:
    """Return the inches of each segment in a polygon.

    Sum its signed positions where it crosses the outline: exits add, entries subtract.
    """
    # Measure from the line of each segment, and skip the runs that it does not come near.
    step = ends - starts
    length = np.hypot(step[:, 0], step[:, 1])
    unit = step / np.maximum(length, 1e-12)[:, None]
    ux, uy = unit[:, 0], unit[:, 1]
    start_side = ux * starts[:, 1] - uy * starts[:, 0]
    # Not written as a matrix product: that would start threads for nothing.
    centre_distance = ux[:, None] * runs.centre[:, 1] - uy[:, None] * runs.centre[:, 0] - start_side[:, None]
    near, run = np.divmod(np.flatnonzero(np.abs(centre_distance) <= runs.radius), len(runs.radius))
    # Find the edges whose ends are on different sides of the line.
    corners = runs.corners[run]
    signed_distance = ux[near, None] * corners[:, :, 1]
    signed_distance -= uy[near, None] * corners[:, :, 0]
    signed_distance -= start_side[near, None]
    left = signed_distance > 0.0
    pair, column = np.divmod(np.flatnonzero((left[:, :-1] ^ left[:, 1:]) & runs.edge[run]), _RUN)
    segment, side_a, side_b = near[pair], signed_distance[pair, column], signed_distance[pair, column + 1]
    # Add up where the segments cross those edges.
    start, end = corners[pair, column], corners[pair, column + 1]
    share = (side_a / (side_a - side_b))[:, None]
    crossing = start + (end - start) * share - starts[segment]
    position = np.clip(crossing[:, 0] * ux[segment] + crossing[:, 1] * uy[segment], 0.0, length[segment])
    signed = np.where(side_b > 0.0, position, -position)
    return np.asarray(np.maximum(np.bincount(segment, weights=signed, minlength=len(starts)), 0.0))


def inside_rays(rays: tuple[Floats, Floats, Floats, Floats], corners: Floats, following: Floats) -> Floats:
    """Return the inches of rays from one point that are in terrain, which is on the left of E directed edges.

    `rays` has the components of the unit vectors, and the inches at which each ray begins and ends. `corners` and
    `following` are the ends of the edges (2, E), relative to the point.
    """
    ux, uy, begins, ends = rays
    (ax, ay), (bx, by) = corners, following
    column_x, column_y = ux[:, None], uy[:, None]
    start_offsets, end_offsets = column_x * ay - column_y * ax, column_x * by - column_y * bx
    crossed = np.flatnonzero((start_offsets > 0.0) != (end_offsets > 0.0))
    if not crossed.size:
        return np.zeros(len(ux))
    row, column = np.divmod(crossed, len(ax))
    start_side, end_side = start_offsets.ravel()[crossed], end_offsets.ravel()[crossed]
    ux, uy, begin = ux[row], uy[row], begins[row]
    start_place, end_place = ux * ax[column] + uy * ay[column], ux * bx[column] + uy * by[column]
    crossing = start_place + (end_place - start_place) * (start_side / (start_side - end_side))
    position = np.minimum(np.maximum(crossing, begin), ends[row]) - begin
    signed = np.where(end_side > 0.0, position, -position)
    return np.maximum(np.bincount(row, weights=signed, minlength=len(begins)), 0.0)


class SplitArea(AreaIndex):
    """The area terrain for lines from one level to another; each half of a line counts terrain of its own level."""

    def __init__(self, first: AreaIndex, second: AreaIndex) -> None:
        super().__init__([first.union, second.union])
        self.first, self.second = first, second

    def halves_near(self, x0: float, y0: float, x1: float, y1: float) -> tuple[Edges, Edges]:
        """Return the terrain edges near a box: those of the first and of the second level."""
        return self.first.edges_near(x0, y0, x1, y1), self.second.edges_near(x0, y0, x1, y1)

    def edges_near(self, x0: float, y0: float, x1: float, y1: float) -> Edges:
        return joined(self.halves_near(x0, y0, x1, y1))

    def inside_length(self, px: float, py: float, qx: float, qy: float) -> float:
        mx, my = (px + qx) / 2, (py + qy) / 2
        return self.first.inside_length(px, py, mx, my) + self.second.inside_length(mx, my, qx, qy)

    def inside_lengths(self, starts: Floats, ends: Floats) -> Floats:
        middles = (starts + ends) / 2
        return self.first.inside_lengths(starts, middles) + self.second.inside_lengths(middles, ends)

    def crossings(self, px: float, py: float, qx: float, qy: float) -> list[Stretch]:
        mx, my = (px + qx) / 2, (py + qy) / 2
        half = float(np.hypot(mx - px, my - py))
        beyond = [(low + half, high + half) for low, high in self.second.crossings(mx, my, qx, qy)]
        return self.first.crossings(px, py, mx, my) + beyond


def joined(halves: tuple[Edges, Edges]) -> Edges:
    """Return the edges of both levels in one array."""
    (first, after_first), (second, after_second) = halves
    return np.concatenate((first, second)), np.concatenate((after_first, after_second))

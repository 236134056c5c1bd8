"""The threat region of a base: every point in range of any spot to which it may move.

On a straight line from a target, the nearest legal spot is the best, so only the outline of a move region matters. A
target nearer than half the range is in range despite any terrain, and a target beyond the range without terrain never
is. Only between these limits, and near impassable barricades, grid points are tested against many spots on the outline.
A strike is a pair of a base's spot and a target; many strikes are judged at once, and measured like the ruler does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from game.cached import cached_property
from game.table.measuring.lines import BLOCKED
from game.table.measuring.ruler import Ruler
from game.table.reach.rays import Numbers
from game.table.shapes import Disc
from game.table.terrain.area import Floats, SplitArea, polygons_of

Flags = NDArray[np.bool_]


class Strikes:
    """Judges strikes of a base at range `n` against points, or discs of radius `girth`, as a ruler measures them.

    Between levels, the range may fall as a line grows. Spots inside a region may then strike targets that no spot on
    its outline strikes; such strikes are `uneven`.
    """

    def __init__(self, ruler: Ruler, base: Disc, n: float, girth: float = 0.0) -> None:
        self.policy, self.n = ruler.policy, n
        self.span = base.radius if ruler.policy.from_edges else 0.0
        self.girth = girth if ruler.policy.from_edges else 0.0
        self.limit = ruler.policy.limit(n)
        self.reach = self.span + self.girth + self.limit
        self._terrain, self._walls = ruler.area(base.level), ruler.walls
        self.uneven = isinstance(self._terrain, SplitArea)
        self.walled = not ruler.walls.occupancy.is_empty
        # All points of a smaller hole (square inches) in a move region are in range of its rim, unless there are walls.
        self.least_hole = 0.0 if self.walled else math.pi * (self.span + 0.5) ** 2

    @cached_property
    def _corners(self) -> Floats:
        """The corners of all walls."""
        return np.unique(self._walls.corners, axis=0)

    def judge(self, ends: Floats, targets: Floats) -> tuple[Flags, Floats]:
        """Return for S pairs of a base's centre and a target whether they are in range, and the excess of terrain."""
        step = targets - ends
        distance = np.hypot(step[:, 0], step[:, 1])
        inches = np.maximum(distance - self.span - self.girth, 0.0)
        unit = step / np.maximum(distance, 1e-12)[:, None]
        starts = ends + unit * np.minimum(self.span, distance)[:, None]
        stops = starts + unit * inches[:, None]
        if self.walled:
            self._go_round_corners(ends, targets, starts, stops, inches)
        reached = np.isfinite(inches)
        terrain = np.zeros(len(inches))
        terrain[reached] = self._terrain.inside_lengths(starts[reached], stops[reached])
        finite_inches = np.where(reached, inches, 0.0)
        struck = reached & (self.policy.costs(finite_inches, terrain) <= self.policy.most(self.n))
        return struck, np.where(reached, terrain - self.policy.terrain_limits(finite_inches, self.n), np.inf)

    def _go_round_corners(self, ends: Floats, targets: Floats, starts: Floats, stops: Floats, inches: Floats) -> None:
        """Replace blocked lines by the shortest clear lines through a wall's corner, or by infinite ones."""
        hidden = np.flatnonzero(self._walls.inside_lengths(starts, stops) > BLOCKED)
        inches[hidden] = np.inf
        for corner in self._corners if hidden.size else ():
            # Only pairs near enough to the corner, whose base and target do not cover it.
            from_end, from_target = ends[hidden] - corner, targets[hidden] - corner
            end_distance, target_distance = np.hypot(*from_end.T), np.hypot(*from_target.T)
            rows = np.flatnonzero(
                (end_distance + target_distance - self.span - self.girth < self.limit + self.span)
                & (end_distance > self.span)
                & (target_distance > self.girth)
            )
            if not rows.size:
                continue
            unit = -from_target[rows] / np.maximum(target_distance[rows], 1e-12)[:, None]
            first = corner + unit * _inches_to_disc(from_end[rows], unit, self.span)[:, None]
            last = targets[hidden[rows]] + unit * self.girth
            length = np.hypot(*(last - first).T)
            shorter = np.isfinite(length) & (length < inches[hidden[rows]]) & (length < self.limit)
            rows, first, last, length = hidden[rows[shorter]], first[shorter], last[shorter], length[shorter]
            clear = self._walls.inside_lengths(first, last) <= BLOCKED
            rows = rows[clear]
            inches[rows], starts[rows], stops[rows] = length[clear], first[clear], last[clear]


def _inches_to_disc(middle: Floats, unit: Floats, radius: float) -> Floats:
    """Return the inches along rays from a corner to a disc, whose centre is `middle` relative to it; NaN for a miss."""
    foot = (middle * unit).sum(axis=1)
    offset = middle[:, 0] * unit[:, 1] - middle[:, 1] * unit[:, 0]
    squared_half_chord = radius * radius - offset * offset
    inches = foot - np.sqrt(np.maximum(squared_half_chord, 0.0))
    return np.where((squared_half_chord >= -1e-12) & (inches >= 0.0), inches, np.nan)


def outline_of(geometry: BaseGeometry, spacing: float) -> tuple[Floats, Floats]:
    """Return spots (C, 2) along the outlines of a region, including every corner, and outward unit vectors there."""
    spots, normals = [np.zeros((0, 2))], [np.zeros((0, 2))]
    turned = [orient(polygon) for polygon in polygons_of(geometry)]  # inside on the left
    for ring in [ring for polygon in turned for ring in (polygon.exterior, *polygon.interiors)]:
        points = shapely.get_coordinates(shapely.segmentize(ring, spacing))
        if len(points) < 4:
            continue
        points = points[:-1]
        tangent = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
        length = np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-12)
        spots.append(points)
        normals.append(np.stack((tangent[:, 1], -tangent[:, 0]), axis=1) / length[:, None])
    return np.concatenate(spots), np.concatenate(normals)


def inside_of(geometry: BaseGeometry, spacing: float) -> Floats:
    """Return the spots (C, 2) of a grid inside a region."""
    if geometry.is_empty:
        return np.zeros((0, 2))
    x0, y0, x1, y1 = geometry.bounds
    xs, ys = (axis.ravel() for axis in np.meshgrid(np.arange(x0, x1, spacing), np.arange(y0, y1, spacing)))
    inside = shapely.contains_xy(geometry, xs, ys)
    return np.stack((xs[inside], ys[inside]), axis=1)


def without_holes(geometry: BaseGeometry, least_hole: float) -> BaseGeometry:
    """Return a region with holes of up to `least_hole` square inches filled."""
    parts = polygons_of(geometry)
    if least_hole <= 0.0 or not shapely.get_num_interior_rings(parts).any():
        return geometry
    rings, owners = shapely.get_rings(parts, return_index=True)
    outside = np.concatenate(([True], np.diff(owners) > 0))  # the first ring of each polygon is its exterior
    remaining = outside | (shapely.area(shapely.polygons(rings)) > least_hole)
    if remaining.all():
        return geometry
    holes = remaining & ~outside
    filled = [shapely.polygons(part.exterior, rings[holes & (owners == n)]) for n, part in enumerate(parts)]
    return filled[0] if len(filled) == 1 else shapely.union_all(filled)


Ask = Callable[[Floats, Numbers, Numbers], Flags]
"""Returns which points (M, 2) are inside, given the column and row of the outer node beside each."""


def contour(inside: Flags, origin: tuple[float, float], step: float, ask: Ask) -> BaseGeometry:
    """Return the area of the nodes that are `inside` ([column, row]); nodes at the rim of the grid may not be.

    `origin` is the position of node [0, 0], `step` the inches between nodes. `ask` returns which points (M, 2) between
    an inner and an outer node are inside, given column and row of the outer node. The error of the outline is at most
    a quarter of a step.
    """
    columns, rows = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if not columns.size:
        return shapely.Polygon()
    first_column, first_row = int(columns[0]) - 1, int(rows[0]) - 1
    inside = inside[first_column : columns[-1] + 2, first_row : rows[-1] + 2]
    across = inside[:-1] != inside[1:]
    upward = inside[:, :-1] != inside[:, 1:]
    crossed_edges = across, upward
    places = np.empty((*inside.shape, len(crossed_edges), 2))  # the outline's crossings by column, row, direction
    nodes = []
    for direction, crossed in enumerate(crossed_edges):
        column, row = np.nonzero(crossed)
        nodes.append(np.stack((column, row, np.full(len(column), direction)), axis=1))
    crossings = np.concatenate(nodes)
    column, row, direction = crossings.T
    shift = np.stack((first_column + 0.5 * (direction == 0), first_row + 0.5 * (direction == 1)), axis=1)
    middle = np.array(origin) + step * (crossings[:, :2] + shift)
    node_is_inside = inside[column, row]
    other_column, other_row = column + (direction == 0), row + (direction == 1)
    is_inside = ask(
        middle,
        first_column + np.where(node_is_inside, other_column, column),
        first_row + np.where(node_is_inside, other_row, row),
    )
    # The outline crosses in the half of the edge whose ends differ; a quarter of a step is the middle of that half.
    middle[np.arange(len(middle)), direction] += np.where(is_inside == node_is_inside, 0.25, -0.25) * step
    places[column, row, direction] = middle
    return _area_in_outline(inside, across, upward, places)


def nodes_inside(geometry: BaseGeometry, origin: tuple[float, float], step: float, shape: tuple[int, int]) -> Flags:
    """Return which nodes of a grid (`shape`: columns, rows) are inside areas; nodes on an outline are undefined."""
    rings = shapely.get_rings(shapely.get_parts(geometry))
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    corners = (corners - origin) / step
    joined = ring[:-1] == ring[1:]
    (x, y), (x1, y1) = corners[:-1][joined].T, corners[1:][joined].T
    low, high = (np.clip(np.ceil(end), 0, shape[1]).astype(np.intp) for end in (np.minimum(y, y1), np.maximum(y, y1)))
    # Along a row, every crossed outline switches between inside and outside.
    edge = np.repeat(np.arange(len(x)), high - low)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(high - low) - high, high - low)
    crossing_x = x[edge] + (row - y[edge]) * ((x1 - x)[edge] / (y1 - y)[edge])
    column = np.clip(np.ceil(crossing_x), 0, shape[0]).astype(np.intp)
    turns = np.bincount(column * shape[1] + row, minlength=(shape[0] + 1) * shape[1]).reshape(-1, shape[1])
    return np.asarray(np.cumsum(turns, axis=0)[:-1] % 2 == 1)


def _area_in_outline(inside: Flags, across: Flags, upward: Flags, places: Floats) -> BaseGeometry:
    """Return the area inside an outline, from the places where it crosses a grid."""
    count = across[:, :-1].astype(np.int8) + across[:, 1:] + upward[:-1] + upward[1:]
    column, row = np.nonzero(count)  # the outline crosses few cells
    simple, saddle = count[column, row] == 2, count[column, row] == 4
    south, north = across[column, row], across[column, row + 1]
    west, east = upward[column, row], upward[column + 1, row]
    at_south, at_north = places[column, row, 0], places[column, row + 1, 0]
    at_west, at_east = places[column, row, 1], places[column + 1, row, 1]
    # A cell crossed on all four sides is a saddle; its two inside corners are not connected.
    rising = saddle & inside[column, row]
    falling = saddle & ~inside[column, row]
    joined_crossings = (
        (simple & south & north, at_south, at_north),
        (simple & south & west | rising, at_south, at_west),
        (simple & south & east | falling, at_south, at_east),
        (simple & north & west | falling, at_north, at_west),
        (simple & north & east | rising, at_north, at_east),
        (simple & west & east, at_west, at_east),
    )
    segments = [np.stack((first[chosen], second[chosen]), axis=1) for chosen, first, second in joined_crossings]
    lines = np.asarray(shapely.linestrings(np.concatenate(segments)))
    return cast(BaseGeometry, shapely.build_area(shapely.multilinestrings(lines)))


# The largest error of chords on a round outline, in inches.
FLAT = 0.01
# Inches by which the outline of a move region may be simplified.
_PLAIN = 0.015
# Changes of ends in strips narrower than this (inches) are ignored.
_NARROW = 0.02
_LEAST_STEP = 0.02
# Inches between spots along the outline of a move region; every _STRIDE-th spot is tested first.
_SPACING = 0.12
_STRIDE = 2
# Inches between spots inside a region, if these are tested too.
_INSIDE = 0.35
# Neighbours of a spot are tested too if its excess of terrain is at most this number of inches.
_WORTH = 0.4
_AT_ONCE = 8_000
# Spots whose outward direction points away from a target are tested up to this part of the reach, because of corners.
_BEHIND = -0.3
# A grid point is skipped if all its neighbours are missed by more than this (inches of terrain).
_CLOSE = 0.7
# All targets in a square with this side (inches) are first tested against the spot nearest to its middle.
_CELL = 0.5


@dataclass(frozen=True, slots=True)
class Struck:
    """The points struck from a move region, which are `outer` minus `missed`.

    `plain` is the region with fewer corners, and `filled` is the region without small holes.
    """

    plain: BaseGeometry
    filled: BaseGeometry
    outer: BaseGeometry
    missed: BaseGeometry
    grid: StrikeGrid | None = None

    @classmethod
    def of(
        cls,
        ruler: Ruler,
        base: Disc,
        ends: BaseGeometry,
        n: float,
        tolerance: float = 0.1,
        before: Struck | None = None,
        girth: float = 0.0,
        within: BaseGeometry | None = None,
    ) -> Struck:
        """Return the area of the table that a base strikes at range `n` from any spot in `ends`.

        With a `girth`, it is the area of the centres of discs with that radius that are struck. Outside `within`, it
        need not be exact.

        The outline is accurate to `tolerance` inches, but near terrain or impassable barricades, threatened strips
        narrower than twice that may be missing. `before` is an earlier result for the same base, range and terrain with
        other ends; results that still hold are reused.
        """
        if ends.is_empty:
            return cls(ends, ends, shapely.Polygon(), shapely.Polygon())
        tolerance = max(tolerance, _LEAST_STEP)  # a finer grid would take too long
        strikes = Strikes(ruler, base, n, girth)
        ends = without_holes(ends, strikes.least_hole)
        plain = _simplified(ends)
        change = None
        if before is not None and before.grid is not None:
            same = shapely.equals_exact(before.plain, plain)
            change = Change() if same else Change(_added_parts(before.plain, plain), _added_parts(plain, before.plain))
            if change.come.is_empty and change.gone.is_empty:
                return before
        filled = _with_holes_filled(ends, strikes.reach)
        # Without terrain, only the outermost outline matters, which often stays the same.
        same_outline = before is not None and shapely.equals_exact(before.filled, filled, normalize=True)
        outer = (
            before.outer
            if before is not None and same_outline
            else in_the_open(ruler, _simplified(filled), strikes.reach)
        )
        doubtful = _doubtful_area(ruler, base, plain, strikes, outer)
        if within is not None:
            doubtful = shapely.intersection(doubtful, within)
        if doubtful.is_empty:
            return cls(plain, filled, outer, doubtful)
        grid = StrikeGrid(StrikerSearch(strikes, plain), ruler, tolerance)
        grid.look(doubtful, before.grid if before is not None else None, change)
        return cls(plain, filled, outer, _missed_area(grid, outer), grid)

    @property
    def region(self) -> BaseGeometry:
        """The area of all struck points."""
        return self.outer if self.missed.is_empty else shapely.difference(self.outer, self.missed)


def _simplified(ends: BaseGeometry) -> BaseGeometry:
    """Return a region with fewer corners."""
    plain: BaseGeometry = shapely.simplify(ends, _PLAIN, preserve_topology=False)  # ten times faster than True
    plain = plain if plain.is_valid else shapely.simplify(ends, _PLAIN)
    return plain if polygons_of(plain) else shapely.buffer(ends, _PLAIN / 4, quad_segs=2)  # the ends are only a slit


class Change(NamedTuple):
    """The parts of a region that were added (`come`) and removed (`gone`), without narrow strips."""

    come: BaseGeometry = shapely.Polygon()
    gone: BaseGeometry = shapely.Polygon()


def _added_parts(before: BaseGeometry, after: BaseGeometry) -> BaseGeometry:
    """Return the parts of a later region that an earlier one does not have, without narrow strips."""
    parts = polygons_of(shapely.difference(after, before))
    return shapely.MultiPolygon([part for part in parts if part.area > _NARROW / 2 * part.length])


def in_the_open(ruler: Ruler, ends: BaseGeometry, reach: float) -> BaseGeometry:
    """Return the area of the table that is at most `reach` inches from a spot in `ends`."""
    return shapely.intersection(_grown(ends, reach), ruler.battlefield.table)


def _with_holes_filled(ends: BaseGeometry, inches: float) -> BaseGeometry:
    """Return a region with all holes filled that are smaller than a disc with this radius in inches."""
    return without_holes(ends, math.pi * inches * inches)


def _grown(ends: BaseGeometry, inches: float) -> BaseGeometry:
    """Return the area within some inches of a region."""
    ends = _with_holes_filled(ends, inches)
    chords = math.ceil(math.pi / 4 / math.acos(1.0 - FLAT / max(inches, 2 * FLAT)))
    return shapely.buffer(ends, inches, quad_segs=chords)


def _doubtful_area(ruler: Ruler, base: Disc, ends: BaseGeometry, strikes: Strikes, outer: BaseGeometry) -> BaseGeometry:
    """Return the area in which terrain or walls decide, so that a grid must be tested."""
    areas: list[BaseGeometry] = []
    box = outer.bounds
    if not ruler.area(base.level).occupancy.box_is_clear(*box):
        sure = strikes.span + strikes.girth + ruler.policy.sure(strikes.n)
        if sure < strikes.reach:
            areas.append(shapely.difference(outer, _grown(ends, sure)))
    if strikes.walled and not ruler.walls.occupancy.box_is_clear(*box):
        near = shapely.buffer(ruler.walls.union, strikes.limit, quad_segs=4)
        areas.append(shapely.difference(shapely.intersection(outer, near), _grown(ends, strikes.span + strikes.girth)))
    return shapely.union_all(areas)


class StrikerSearch:
    """Searches the outline of a move region for spots from which targets can be struck."""

    def __init__(self, strikes: Strikes, ends: BaseGeometry) -> None:
        self.strikes = strikes
        self.ends = ends
        self.spots, self._out = outline_of(ends, _SPACING)
        if strikes.uneven:
            inner = inside_of(ends, _INSIDE)
            self.spots = np.concatenate((self.spots, inner))
            self._out = np.concatenate((self._out, np.zeros_like(inner)))

    def strikers(self, targets: Floats) -> tuple[Numbers, Floats]:
        """Return for each target (T, 2) the index of a spot that strikes it, or -1 and the least excess of terrain."""
        strikers, excess = np.full(len(targets), -1), np.zeros(len(targets))
        if not len(self.spots):
            return strikers, excess
        self._test_pairs(targets, np.arange(len(targets)), self._nearest(targets), strikers)
        missed = np.flatnonzero(strikers < 0)
        sparse = np.arange(0, len(self.spots), _STRIDE)
        excess_by_spot = np.full((len(missed), len(sparse)), np.inf)
        rows, columns = self._pairs_worth_testing(targets[missed], sparse)
        excess_by_spot[rows, columns] = self._test_pairs(targets, missed[rows], sparse[columns], strikers)
        keep = strikers[missed] < 0
        missed, excess_by_spot = missed[keep], excess_by_spot[keep]
        if missed.size:
            excess[missed] = excess_by_spot.min(axis=1)
            self._test_spots_between(targets, missed, sparse, excess_by_spot, strikers)
        return strikers, excess

    def _nearest(self, targets: Floats) -> Numbers:
        """Return the index of an approximately nearest spot for each target, computed once for each cell of targets."""
        cells = np.floor(targets / _CELL).astype(np.int64)
        cell_ids, cell = np.unique(cells[:, 0] * 100_003 + cells[:, 1], return_inverse=True)
        middle = np.empty((len(cell_ids), 2))
        middle[cell] = (cells + 0.5) * _CELL
        nearest = np.empty(len(cell_ids), dtype=np.intp)
        for begin in range(0, len(cell_ids), 256):
            x, y = middle[begin : begin + 256].T
            dx, dy = x[:, None] - self.spots[:, 0][None, :], y[:, None] - self.spots[:, 1][None, :]
            nearest[begin : begin + 256] = (dx * dx + dy * dy).argmin(axis=1)
        return np.asarray(nearest[cell])

    def _pairs_worth_testing(self, targets: Floats, which: Numbers) -> tuple[Numbers, Numbers]:
        """Return the pairs of targets and spots in which the spot may strike the target."""
        dx = targets[:, 0][:, None] - self.spots[which, 0][None, :]
        dy = targets[:, 1][:, None] - self.spots[which, 1][None, :]
        near = dx * dx + dy * dy < self.strikes.reach**2
        near &= dx * self._out[which, 0] + dy * self._out[which, 1] > _BEHIND * self.strikes.reach
        rows, columns = np.nonzero(near)
        return rows, columns

    def _test_pairs(self, targets: Floats, which: Numbers, spots: Numbers, strikers: Numbers) -> Floats:
        """Test pairs of targets and spots, note spots that strike, and return the excess of terrain for each pair."""
        excess = np.empty(len(which))
        for first in range(0, len(which), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            target, spot = which[part], spots[part]
            struck, excess[part] = self.strikes.judge(self.spots[spot], targets[target])
            strikers[target[struck]] = spot[struck]
        return excess

    def _test_spots_between(
        self, targets: Floats, missed: Numbers, sparse: Numbers, excess_by_spot: Floats, strikers: Numbers
    ) -> None:
        """Retry targets that no tested spot strikes, using the spots in between. Updates `strikers`.

        A wall may hide a target from all tested spots, but not from a spot between them.
        """
        worth = (excess_by_spot < _WORTH) | self.strikes.walled
        worth |= np.roll(worth, 1, axis=1)  # include all spots between tested ones
        rows, columns = np.nonzero(worth)
        row = np.repeat(rows, _STRIDE - 1)
        spot = (sparse[columns][:, None] - np.arange(1, _STRIDE)[None, :]).ravel()
        step = targets[missed[row]] - self.spots[spot]
        fits = (step**2).sum(axis=1) < self.strikes.reach**2
        fits &= (step * self._out[spot]).sum(axis=1) > _BEHIND * self.strikes.reach
        self._test_pairs(targets, missed[row[fits]], spot[fits], strikers)


class StrikeGrid:
    """A grid over the table: whether each node is `struck`, and by which of `spots`. Even nodes are tested first."""

    def __init__(self, search: StrikerSearch, ruler: Ruler, tolerance: float) -> None:
        self.search = search
        self.step = step = tolerance * math.sqrt(2.0)
        self.origin = (-2 * step, -2 * step)
        # An even number of columns and rows, and more than the table needs, so that every spot has neighbours.
        table = ruler.battlefield
        self.shape = 2 * math.ceil(table.width / step / 2) + 6, 2 * math.ceil(table.height / step / 2) + 6
        self.queried: Flags = np.zeros(self.shape, dtype=bool)
        self.struck: Flags = np.zeros(self.shape, dtype=bool)
        self.spots: Floats = np.zeros((0, 2))
        self.striker: Numbers = np.zeros(self.shape, dtype=np.intp)
        self._excess = np.zeros(self.shape)

    def look(self, doubtful: BaseGeometry, old: StrikeGrid | None = None, change: Change | None = None) -> None:
        """Test the nodes in `doubtful`. `change` is how the ends changed since an `old` grid was tested."""
        self.queried = self._nodes_in(doubtful)
        unknown = self.queried
        if old is not None and change is not None and old.shape == self.shape:
            unknown = self._reuse_results(old, change)
        self._test_nodes(unknown, self.search)

    def at(self, columns: Numbers, rows: Numbers) -> Floats:
        """Return the coordinates (M, 2) of nodes."""
        return np.stack((self.origin[0] + self.step * columns, self.origin[1] + self.step * rows), axis=1)

    def _nodes_in(self, geometry: BaseGeometry) -> Flags:
        """Return which nodes are in a geometry."""
        return nodes_inside(geometry, self.origin, self.step, self.shape)

    def _reuse_results(self, old: StrikeGrid, change: Change) -> Flags:
        """Reuse the results that still hold, and return the nodes whose result is unknown.

        They hold for nodes whose striking spot remains, and for nodes that no spot strikes.
        """
        removed = shapely.buffer(change.gone, _NARROW, quad_segs=2)
        stays = ~shapely.contains_xy(removed, old.spots[:, 0], old.spots[:, 1])
        tested_before = self.queried & old.queried
        self.struck = tested_before & old.struck
        self.struck[self.struck] = stays[old.striker[self.struck]]
        missed = tested_before & ~old.struck
        self._excess[missed] = old._excess[missed]
        self.spots, self.striker = old.spots, old.striker.copy()
        if not change.come.is_empty:
            near = shapely.buffer(change.come, 1.02 * self.search.strikes.reach, quad_segs=4)
            self._test_nodes(missed & self._nodes_in(near), StrikerSearch(self.search.strikes, change.come))
        return np.asarray(self.queried & ~missed & ~self.struck)

    def _test_nodes(self, unknown: Flags, search: StrikerSearch) -> None:
        """Test nodes: first those with even column and row, then those between them."""
        first = len(self.spots)
        self.spots = np.concatenate((self.spots, search.spots))
        even = np.zeros(self.shape, dtype=bool)
        even[::2, ::2] = True
        self._test_from_all_spots(search, first, *np.nonzero(unknown & even))
        self._test_nodes_between(search, first, *np.nonzero(unknown & ~even))

    def _test_nodes_between(self, search: StrikerSearch, first: int, columns: Numbers, rows: Numbers) -> None:
        """Test nodes between tested ones, first from the spots that strike their neighbours, then from all spots."""
        missed = np.arange(len(columns))
        worth = np.zeros(len(columns), dtype=bool)
        for right in (0, 1):
            for up in (0, 1):
                column, row = columns[missed], rows[missed]
                beside = (
                    column + right * (column % 2) - (1 - right) * (column % 2),
                    row + up * (row % 2) - (1 - up) * (row % 2),
                )
                beside_struck = self.struck[beside]
                worth[missed] |= self._excess[beside] < _CLOSE
                column, row, strikers = column[beside_struck], row[beside_struck], self.striker[beside][beside_struck]
                self.struck[column, row] = search.strikes.judge(self.spots[strikers], self.at(column, row))[0]
                self.striker[column, row] = strikers
                missed = missed[~self.struck[columns[missed], rows[missed]]]
        missed = missed[worth[missed]]
        self._test_from_all_spots(search, first, columns[missed], rows[missed])

    def _test_from_all_spots(self, search: StrikerSearch, first: int, columns: Numbers, rows: Numbers) -> None:
        """Test nodes of the grid from all spots of a search, whose first spot has the number `first`."""
        for start in range(0, len(columns), 2048):
            column, row = columns[start : start + 2048], rows[start : start + 2048]
            striker, excess = search.strikers(self.at(column, row))
            self.struck[column, row] = striker >= 0
            self.striker[column, row] = first + striker
            self._excess[column, row] = excess


def _missed_area(grid: StrikeGrid, outer: BaseGeometry) -> BaseGeometry:
    """Return the area of the targets that no spot strikes."""
    missed = grid.queried & ~grid.struck
    # Nodes beyond the outer bound count as missed beside a missed node, because the bound cuts them off anyway.
    with_neighbours = missed.copy()
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            with_neighbours |= np.roll(missed, (right, up), axis=(0, 1))
    outside = with_neighbours & ~missed
    spots = grid.at(*np.nonzero(outside))
    outside[outside] = ~shapely.contains_xy(outer, spots[:, 0], spots[:, 1])

    def ask(points: Floats, columns: Numbers, rows: Numbers) -> Flags:
        """Return which points are missed, tested from the spot that strikes the node beside each."""
        is_missed = ~shapely.contains_xy(outer, points[:, 0], points[:, 1])
        queried = np.flatnonzero(~is_missed & grid.struck[columns, rows])
        strikers = grid.spots[grid.striker[columns[queried], rows[queried]]]
        is_missed[queried] = ~grid.search.strikes.judge(strikers, points[queried])[0]
        return np.asarray(is_missed)

    return contour(missed | outside, grid.origin, grid.step, ask)

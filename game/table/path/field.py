"""The ground around a moving base. It is grown by the base's radius, and consists of rings, edges and soft areas.

A path that must never come nearer to certain points slides along guides, which are rings round these points.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.path.crossings import corners_of, depths, edges_of
from game.table.path.judge import inches_to_enter
from game.table.path.policy import TOUCHING, Ground, PathPolicy, Shape
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import AreaIndex, polygons_of

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
# Inches by which guides are smaller than the rings that they touch, so that a tangent connects the two.
_INSIDE = 2e-5
# Inches by which a path that must lead outward from a point may come nearer to it.
_MOST_LOST = 1e-4
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Rings:
    """The rings round which a shortest path bends: centre, radius, and the bearings of the rim, `low` to `low + width`.

    Rings of radius 0 are points at which a path may bend. `blocks`: no path may lead through the ring.
    """

    x: Floats
    y: Floats
    radius: Floats
    low: Floats
    width: Floats
    blocks: Bools

    def __len__(self) -> int:
        return len(self.x)

    def subset(self, mask: Bools) -> Rings:
        """Return the rings selected by a mask."""
        return Rings(*(getattr(self, name)[mask] for name in self.__dataclass_fields__))

    def joined(self, more: Rings) -> Rings:
        """Return these rings followed by more rings."""
        return Rings(*(np.concatenate((getattr(self, n), getattr(more, n))) for n in self.__dataclass_fields__))

    def with_points(self, points: Floats) -> Rings:
        """Return these rings followed by points."""
        zeros, full_turns = np.zeros(len(points)), np.full(len(points), 2 * math.pi)
        return self.joined(Rings(points[:, 0], points[:, 1], zeros, zeros, full_turns, zeros > 0.0))


def on_rim(x: Floats | float, y: Floats | float, radius: Floats | float, bearing: Floats) -> Floats:
    """Return the points (…, 2) of rims at these bearings from their centres."""
    return np.stack((x + radius * np.cos(bearing), y + radius * np.sin(bearing)), axis=-1)


def rings_from(rows: list[tuple[float, float, float, float, float, bool]]) -> Rings:
    """Return rings from rows of x, y, radius, low, width, blocks."""
    table = np.array(rows, dtype=np.float64).reshape(len(rows), 6)
    x, y, radius, low, width, blocks = table.T
    return Rings(x, y, radius, low, width, blocks > 0.0)


def with_guides(rings: Rings, points: Points, starts: Floats, reach: float) -> Rings:
    """Return the rings, and guides: rings round each point, through the starts and along the outside of every ring.

    Guides do not block paths.
    """
    for px, py in points:
        through = np.hypot(starts[:, 0] - px, starts[:, 1] - py)
        around_rings = np.hypot(rings.x - px, rings.y - py) + rings.radius
        solid = rings.radius > 0.0
        radius = np.concatenate((through, around_rings[solid])) - _INSIDE
        radius = np.unique(radius[(radius > 1e-3) & (radius <= through.max() + reach)])
        zeros = np.zeros(len(radius))
        guides = zeros + px, zeros + py, radius, zeros, zeros + 2 * math.pi, zeros > 0.0
        rings = rings.joined(Rings(*guides))
    return rings


def outward_breaks(rings: Rings, points: Points) -> tuple[Ints, Floats]:
    """Return ring numbers, and the bearings at which their rims begin or cease to lead away from the points."""
    number, bearing = [np.zeros(0, dtype=np.intp)], [np.zeros(0)]
    for px, py in points:
        distance = np.hypot(rings.x - px, rings.y - py)
        at = np.flatnonzero((rings.radius > 0.0) & (distance > 1e-9))
        bearing_from_point = np.arctan2(rings.y[at] - py, rings.x[at] - px)
        number += [at, at]
        bearing += [bearing_from_point, bearing_from_point + math.pi]
    return np.concatenate(number), np.concatenate(bearing)


def runs_outward(starts: Floats, ends: Floats, points: Points) -> Bools:
    """Return which straight runs never come nearer to any of the points than at their start."""
    outward = np.ones(len(starts), dtype=bool)
    step = ends - starts
    squared = np.maximum((step * step).sum(axis=1), 1e-18)
    for px, py in points:
        offset = starts - (px, py)
        share = np.clip(-(offset * step).sum(axis=1) / squared, 0.0, 1.0)
        nearest = np.hypot(*(offset + step * share[:, None]).T)
        outward &= np.hypot(*offset.T) - nearest <= _MOST_LOST
    return outward


def rims_outward(rings: Rings, ring: Ints, bearing: Floats, sense: Floats, points: Points) -> Bools:
    """Return on which rims a path leads outward if it goes on from a bearing, `sense` 1 counter-clockwise or -1."""
    outward = np.ones(len(ring), dtype=bool)
    for px, py in points:
        distance = np.hypot(rings.x[ring] - px, rings.y[ring] - py)
        away = np.arctan2(rings.y[ring] - py, rings.x[ring] - px)
        # The distance changes with minus the sine of the angle between the two bearings.
        outward &= (distance < 1e-9) | (rings.radius[ring] == 0.0) | (-np.sin(bearing - away) * sense >= -1e-6)
    return outward


SPARE = 3e-4
"""Inches that found paths keep from obstacles, so that they stay legal when rounded to the lattice."""
# Inches by which rounding may put a tangent inside the rings that it touches.
_DIP = 1e-6
# The number of segments judged at once, so that the arrays fit into the processor's cache.
_AT_ONCE = 512
# Inches of tolerance when deciding whether a path may reach a ground.
_BESIDE = 0.05
# Chords per quarter of other rims.
_QUARTER = 16
# Chords per quarter of soft ground's rim; many, because a path on the rim pays for inches inside the drawn area.
_SOFT_QUARTER = 96
# The side in inches of squares for which nearby obstacles are listed.
_CELL = 2.0

Near = tuple[list[tuple[float, float, float]], list[tuple[float, float, float, float, float]]]
"""The obstacles near a square: rings as x, y, squared radius, and edges as their ends and squared distance kept."""


class Field:
    """The grounds of a policy near the spot `about`, grown for one base. Paths from there are at most `reach` long.

    `ignored` grounds are left out. A `goal` is a disc in which the centre must end; then grounds that no path to it can
    reach are left out too. `closed` grounds count as solid. No base may enter the rings `hard`. `weights` are the grown
    soft areas, each with its extra cost per inch compared with the areas before it.
    """

    def __init__(
        self,
        policy: PathPolicy,
        about: tuple[float, float],
        reach: float,
        ignored: Iterable[str] = (),
        goal: Disc | None = None,
        closed: Sequence[Ground] = (),
    ) -> None:
        self.policy, self.about, self.goal = policy, about, goal
        radius = policy.radius
        west, south, east, north = policy.bounds
        inset = radius + SPARE
        self.box: Bounds = (west + inset, south + inset, east - inset, north - inset)
        x, y = about
        box_around = (x - reach, y - reach, x + reach, y + reach)
        skip = set(ignored)
        self.grounds = [
            ground
            for ground in policy.grounds
            if ground.name not in skip
            and ground.is_near(box_around, ground.distance_kept(radius) + SPARE)
            and (goal is None or _may_matter(ground, radius, about, goal, reach))
        ]
        self.solids = [ground for ground in self.grounds if ground.solid or ground in closed]
        passable = [ground for ground in self.grounds if ground not in self.solids]
        self.soft = [ground for ground in passable if ground.factor > 1.0]
        self.priced = [ground for ground in passable if ground.enter or ground.leave or ground.once > 0.0]
        rows: list[tuple[float, float, float, float, float, bool]] = []
        edges: list[Floats] = []
        kept: list[Floats] = []
        for ground in (*self.solids, *self.soft, *(g for g in self.priced if g not in self.soft)):
            blocks = ground in self.solids
            grown_by = ground.distance_kept(radius) + SPARE
            if isinstance(ground.shape, Disc):
                disc = ground.shape
                rows.append((disc.x, disc.y, disc.radius + grown_by, 0.0, 2 * math.pi, blocks))
                continue
            # A polygon grown by a disc has its edges moved out and round rims at its convex corners.
            rows += [(x, y, grown_by, low, width, blocks) for x, y, low, width in corners_of(ground.shape)]
            if blocks:
                edges.append(edges_of(ground.shape))
                kept.append(np.full(len(edges[-1]), grown_by))
        self.rings = rings_from(rows)
        self.edges: Floats = np.concatenate(edges) if edges else np.zeros((0, 4))
        self.kept: Floats = np.concatenate(kept) if kept else np.zeros(0)
        self.hard = self.rings.subset(self.rings.blocks)
        self.weights = _soft_areas(self.soft, radius)
        self._prices = [(g.enter + max(g.once, 0.0), g.leave, _outline(g, radius)) for g in self.priced]

    @cached_property
    def probe(self) -> Probe:
        """The fast judge of single spots and runs."""
        return Probe(self.hard, self.solids, (self.edges, self.kept), self.box)

    @cached_property
    def table(self) -> Bounds:
        """The box of legal centres on the table, without spare distance."""
        west, south, east, north = self.policy.bounds
        inset = self.policy.radius - TOUCHING
        return west + inset, south + inset, east - inset, north - inset

    @cached_property
    def tight_probe(self) -> Probe:
        """The judge of single spots that allows contact with the edge of the table."""
        return Probe(self.hard, self.solids, (self.edges, self.kept), self.table)

    @cached_property
    def grown_solids(self) -> list[BaseGeometry]:
        """The areas of centres in solid or closed ground, drawn with chords inside round parts."""
        discs = [(ground.shape, ground) for ground in self.solids if isinstance(ground.shape, Disc)]
        near = [disc.radius + ground.distance_kept(self.policy.radius) for disc, ground in discs]
        middles = shapely.points(np.array([disc[:2] for disc, _ground in discs]).reshape(len(discs), 2))
        not_round = [grown(g, self.policy.radius, 0.0) for g in self.solids if not isinstance(g.shape, Disc)]
        return [*shapely.buffer(middles, near, quad_segs=_QUARTER).tolist(), *not_round]

    @property
    def is_plain(self) -> bool:
        """Whether every inch costs one inch."""
        return not self.weights and not self._prices

    def left_over(self, rings: Rings) -> Floats:
        """Return a lower bound on the inches from each ring to the goal; 0 without a goal."""
        if self.goal is None:
            return np.zeros(len(rings))
        gap = np.hypot(rings.x - self.goal.x, rings.y - self.goal.y) - rings.radius - self.goal.radius
        return np.maximum(gap, 0.0)

    def free(self, points: Floats) -> Bools:
        """Return which points (P, 2) are on the table and not in a solid, so that a base may be there."""
        west, south, east, north = self.table  # up to the edge, because paths out of a tight gap may begin there
        x, y = points[:, :1], points[:, 1:]
        on_table = (x >= west) & (x <= east) & (y >= south) & (y <= north)
        hard = self.hard
        least = np.maximum(hard.radius - _DIP, 0.0) ** 2
        free = on_table[:, 0] & ((x - hard.x) ** 2 + (y - hard.y) ** 2 >= least).all(axis=1)
        if len(self.edges):
            ax, ay, bx, by = self.edges.T
            dx, dy = bx - ax, by - ay
            share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
            share = np.clip(share, 0.0, 1.0)
            squared_gap = (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2
            free &= (squared_gap >= (self.kept - _DIP) ** 2).all(axis=1)
            for ground in self.solids:  # deep inside a polygon, no edge is near
                if not isinstance(ground.shape, Disc):
                    rows = np.flatnonzero(free)
                    free[rows] = depths(ground.shape, x[rows, 0], y[rows, 0]) >= 0.0
        return np.asarray(free)

    def clear(self, starts: Floats, ends: Floats) -> Bools:
        """Return which segments between free points (S, 2) do not meet any solid."""
        clear = np.ones(len(starts), dtype=bool)
        for first in range(0, len(starts), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            clear[part] = self._are_clear(starts[part], ends[part])
        return clear

    def _are_clear(self, starts: Floats, ends: Floats) -> Bools:
        """Return which segments stay clear of all solids. The caller passes as many as fit in one array."""
        step = ends - starts
        squared_length = np.maximum((step * step).sum(axis=1), 1e-18)[:, None]
        hard = self.hard
        centres = np.stack((hard.x, hard.y), axis=1)
        # Squares of differences are expanded, so that no array of segments x centres x 2 is built.
        inches_ahead = outer(step, centres) - (step * starts).sum(axis=1)[:, None]
        squared_gap = (starts * starts).sum(axis=1)[:, None] - 2 * outer(starts, centres)
        squared_gap += (centres * centres).sum(axis=1)
        share = np.clip(inches_ahead / squared_length, 0.0, 1.0)  # where along the segment it is nearest to the centre
        squared_gap += share * (share * squared_length - 2 * inches_ahead)
        clear = (squared_gap >= np.maximum(hard.radius - _DIP, 0.0) ** 2).all(axis=1)
        if len(self.edges):
            rows = np.flatnonzero(clear)
            clear[rows] = ~crossings(self.edges, starts[rows], step[rows])[0].any(axis=1)
        return np.asarray(clear)

    def surcharge_of(self, ax: float, ay: float, bx: float, by: float) -> float:
        """Return the extra cost of soft ground on one run from (ax, ay) to (bx, by)."""
        extra = 0.0
        for rate, area in self.weights:
            extra += rate * area.inside_length(ax, ay, bx, by)
        if self._prices:
            extra += float(self._prices_paid(np.array([[ax, ay]]), np.array([[bx, by]]))[0])
        return extra

    def near_soft(self, x: Floats, y: Floats, radius: Floats) -> Bools:
        """Return which rings may reach soft ground; False is certain."""
        near = np.zeros(len(x), dtype=bool)
        for ground in (*self.soft, *self.priced):
            grown_by = ground.distance_kept(self.policy.radius)
            west, south, east, north = ground.box
            distance = np.hypot(
                np.maximum(np.maximum(west - x, x - east), 0), np.maximum(np.maximum(south - y, y - north), 0)
            )
            near |= distance < radius + grown_by
        return near

    def surcharge(self, starts: Floats, ends: Floats) -> Floats:
        """Return the extra cost of soft ground on segments, given by starts and ends (S, 2)."""
        extra = self._prices_paid(starts, ends)
        for rate, area in self.weights:
            extra += rate * area.inside_lengths(starts, ends)
        return extra

    def _prices_paid(self, starts: Floats, ends: Floats) -> Floats:
        """Return the prices that segments (S, 2) pay for entering and leaving grounds."""
        paid = np.zeros(len(starts))
        for enter, leave, outline in self._prices:
            crossed, from_left = crossings(outline, starts, ends - starts)
            paid += enter * (crossed & ~from_left).sum(axis=1) + leave * (crossed & from_left).sum(axis=1)
        return paid

    def prices_met(self, starts: Floats, ends: Floats) -> Ints:
        """Return the number of prices for entering and leaving that segments (S, 2) pay."""
        counts = np.zeros(len(starts), dtype=np.intp)
        for _enter, _leave, outline in self._prices:
            counts += crossings(outline, starts, ends - starts)[0].sum(axis=1)
        return counts

    def without_bends(self) -> Field:
        """Return the field for straight runs only, without rings to bend round, but with the same obstacles."""
        straight = copy.copy(self)
        straight.rings = self.rings.subset(np.zeros(len(self.rings), dtype=bool))
        return straight


def _may_matter(ground: Ground, radius: float, about: tuple[float, float], goal: Disc, reach: float) -> bool:
    """Return whether a path of at most `reach` inches to a goal may reach a ground."""
    least_inches = inches_to_enter(ground, radius, about) + inches_to_enter(ground, radius, goal[:2]) - goal.radius
    return least_inches <= reach + _BESIDE


def outer(first: Floats, second: Floats) -> Floats:
    """Return the scalar products of all pairs of vectors, without the threads that `@` would start."""
    return np.asarray(first[:, :1] * second[:, 0] + first[:, 1:] * second[:, 1])


def crossings(edges: Floats, starts: Floats, step: Floats) -> tuple[Bools, Bools]:
    """Return which runs cross which edges, and which runs begin on the left of which edges (runs, edges)."""
    first_ends, second_ends = edges[:, :2], edges[:, 2:]
    aside = np.stack((-step[:, 1], step[:, 0]), axis=1)
    side_of_run = (aside * starts).sum(axis=1)[:, None]
    crossed = (outer(aside, first_ends) > side_of_run) ^ (outer(aside, second_ends) > side_of_run)
    edge = second_ends - first_ends
    normal = np.stack((-edge[:, 1], edge[:, 0]), axis=1)
    side_of_start = outer(starts, normal) - (normal * first_ends).sum(axis=1)
    crossed &= (side_of_start > 0.0) ^ (side_of_start + outer(step, normal) > 0.0)
    return crossed, side_of_start > 0.0


def _outline(ground: Ground, radius: float) -> Floats:
    """Return the edges of a grown ground, with the ground on their left."""
    return np.concatenate([edges_of(part) for part in polygons_of(grown(ground, radius, 0.0))])


def _soft_areas(soft: Sequence[Ground], radius: float) -> list[tuple[float, AreaIndex]]:
    """Return the grown areas of soft grounds, each with its extra cost per inch compared with the next cheaper area."""
    weights, below = [], 1.0
    for factor in sorted({ground.factor for ground in soft}):
        areas = [_grown_over(ground, radius) for ground in soft if ground.factor >= factor]
        weights.append((factor - below, AreaIndex(areas)))
        below = factor
    return weights


def grown(ground: Ground, radius: float, more: float = SPARE, quarter: int = _QUARTER) -> BaseGeometry:
    """Return the area of centres at which a base is at most `more` inches from a ground; chords are inside the rim."""
    near = ground.distance_kept(radius) + more
    return grown_shape(ground.shape, near, quarter) if near > 0.0 or isinstance(ground.shape, Disc) else ground.shape


def _grown_over(ground: Ground, radius: float) -> BaseGeometry:
    """Return the area of centres at which a base is in a ground; chords are outside, so no path seems too cheap."""
    round_by = ground.distance_kept(radius) + (ground.shape.radius if isinstance(ground.shape, Disc) else 0.0)
    more = round_by * (1.0 / math.cos(math.pi / 4 / _SOFT_QUARTER) - 1.0)
    return grown(ground, radius, max(more, 0.0), _SOFT_QUARTER)


def grown_shape(shape: Shape, inches: float, quarter: int = _QUARTER) -> BaseGeometry:
    """Return the area within some inches of a shape, with chords inside the round parts."""
    if isinstance(shape, Disc):
        return shapely.Point(shape.x, shape.y).buffer(shape.radius + inches, quad_segs=quarter)
    return shape.buffer(inches, quad_segs=quarter)


class Probe:
    """Judges single spots and runs in a field; for one at a time, this is faster than the methods for many."""

    def __init__(self, hard: Rings, solids: Sequence[Ground], edges: tuple[Floats, Floats], box: Bounds) -> None:
        self._hard, self._edges, self._kept = hard, *edges
        self._shapes = [(*ground.shape.bounds, ground.shape) for ground in solids if not isinstance(ground.shape, Disc)]
        west, south, east, north = box
        self._box = west - _DIP, south - _DIP, east + _DIP, north + _DIP
        self._cells: dict[tuple[int, int], Near] = {}

    def _near(self, i: int, j: int) -> Near:
        """Return the obstacles near a square."""
        cell = self._cells.get((i, j))
        if cell is None:
            west, south = i * _CELL, j * _CELL
            east, north = west + _CELL, south + _CELL
            x, y, radius = self._hard.x, self._hard.y, self._hard.radius
            distance = np.hypot(
                np.maximum(np.maximum(west - x, x - east), 0), np.maximum(np.maximum(south - y, y - north), 0)
            )
            near = distance < radius
            # All distances are squared, so that spots are judged without roots.
            least = np.maximum(radius[near] - _DIP, 0.0) ** 2
            rings = list(zip(x[near].tolist(), y[near].tolist(), least.tolist()))
            edges_all, margin = self._edges, self._kept
            beside = (np.maximum(edges_all[:, 0], edges_all[:, 2]) > west - margin) & (
                np.minimum(edges_all[:, 0], edges_all[:, 2]) < east + margin
            )
            beside &= (np.maximum(edges_all[:, 1], edges_all[:, 3]) > south - margin) & (
                np.minimum(edges_all[:, 1], edges_all[:, 3]) < north + margin
            )
            squared_kept = ((margin[beside] - _DIP) ** 2)[:, None]
            edges = [*map(tuple, np.concatenate((edges_all[beside], squared_kept), axis=1).tolist())]
            cell = self._cells[i, j] = rings, edges
        return cell

    def is_free(self, x: float, y: float) -> bool:
        """Return whether a spot is on the table and not in a solid."""
        west, south, east, north = self._box
        if not (west <= x <= east and south <= y <= north):
            return False
        rings, edges = self._near(math.floor(x / _CELL), math.floor(y / _CELL))
        for cx, cy, least in rings:
            if (x - cx) * (x - cx) + (y - cy) * (y - cy) < least:
                return False
        for ax, ay, bx, by, least in edges:
            dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
            foot, squared = px * dx + py * dy, dx * dx + dy * dy
            if 0.0 < foot < squared:
                offset = px * dy - py * dx
                if offset * offset < least * squared:
                    return False
        for west, south, east, north, shape in self._shapes:
            if west < x < east and south < y < north and depths(shape, np.array([x]), np.array([y]))[0] < 0.0:
                return False
        return True

    def is_clear(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Return whether the run between two free spots does not meet any solid."""
        dx, dy = bx - ax, by - ay
        squared = dx * dx + dy * dy
        if squared < 1e-18:
            return True
        for column, row in _cells_along(ax, ay, bx, by):
            rings, edges = self._near(column, row)
            for cx, cy, least in rings:
                px, py = cx - ax, cy - ay
                foot = px * dx + py * dy
                if 0.0 < foot < squared:
                    offset = px * dy - py * dx
                    if offset * offset < least * squared:
                        return False
            # The run and an edge cross if the ends of each lie on opposite sides of the other.
            for sx, sy, ex, ey, _least in edges:
                start_side = dx * (sy - ay) - dy * (sx - ax)
                end_side = dx * (ey - ay) - dy * (ex - ax)
                if (start_side > 0.0) is not (end_side > 0.0):
                    ux, uy = ex - sx, ey - sy
                    begin_side = ux * (ay - sy) - uy * (ax - sx)
                    finish_side = ux * (by - sy) - uy * (bx - sx)
                    if (begin_side > 0.0) is not (finish_side > 0.0):
                        return False
        return True


def _cells_along(ax: float, ay: float, bx: float, by: float) -> list[tuple[int, int]]:
    """Return the squares that a run crosses, column by column."""
    if bx < ax:
        ax, ay, bx, by = bx, by, ax, ay
    first, last = math.floor(ax / _CELL), math.floor(bx / _CELL)
    if first == last:
        low, high = (ay, by) if ay < by else (by, ay)
        south, north = math.floor((low - 1e-9) / _CELL), math.floor((high + 1e-9) / _CELL)
        return [(first, row) for row in range(south, north + 1)]
    cells = []
    slope = (by - ay) / (bx - ax)
    y = ay
    for column in range(first, last + 1):
        next_y = ay + ((column + 1) * _CELL - ax) * slope if column < last else by
        low, high = (y, next_y) if y < next_y else (next_y, y)
        cells += [
            (column, row) for row in range(math.floor((low - 1e-9) / _CELL), math.floor((high + 1e-9) / _CELL) + 1)
        ]
        y = next_y
    return cells

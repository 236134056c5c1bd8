"""The reachable area, drawn as fans: a fan is a series of straight runs that leave the same ring or source."""

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.path.field import Bools, Field, Floats, Ints, runs_outward
from game.table.path.search import Search
from game.table.path.tangents import chains_of

# Inches by which a chord between two runs may be inside the round border of the reached area.
_SAGITTA = 0.004
# At a point where a path bends, it turns at most _ONWARD radians to either side, which _RUNS runs cover. With less than
# _ANYWHERE inches left, it turns in any direction, because the best bend may be beside the point.
_ONWARD, _RUNS, _ANYWHERE = 1.6, 21, 0.4
_STEP = 2 * _ONWARD / (_RUNS - 1)
# The distance of marks beside a bend or a border, in radians.
_BESIDE = 2e-5
# Fans of fewer inches than this are not drawn.
_LEAST = 1e-2
# The numbers of runs that are examined together for obstacles (few that are close), and for prices (many).
_AT_ONCE, _PAY_AT_ONCE = 256, 2048
# Edges shorter than this part of the distance kept are drawn by their corners, which loses less than 0.001 of it.
_SHORT = 0.08
# The side in inches of squares by which runs are grouped.
_CELL = 3.0
# The most steps that narrow down the length of a run through soft ground, and the inches it may leave unspent.
_NARROWINGS, _SLACK = 9, 1e-3
# The number of further steps if a ground has a price for entering or leaving.
_HALVINGS = 14
# If different obstacles stop neighbouring runs, and their tips are more than _NEXT inches apart, the border between the
# two is narrowed down to one part in _PARTS, _NARROWED times. All is repeated _AGAIN times for obstacles in between.
_NEXT, _PARTS, _NARROWED, _AGAIN = 3e-3, 12, 3, 3
# If a run ends farther (inches, for each repetition) from the line between its neighbours' tips, _BETWEEN more runs
# are added. Round borders are nearly that far off at first.
_BENT, _BETWEEN = (0.024, 0.006, 1e6), 2
SPENT = -1
"""Stands in `met` for a run that the end of the budget ends; the number of prices met is subtracted from it."""


def area_of(search: Search, limit: float) -> BaseGeometry:
    """Return the area of centres that can be reached within a cost limit, with chords inside round parts."""
    fans = list(_all_fans(search, limit))
    if not fans:
        return Polygon()
    number = np.repeat(np.arange(len(fans)), [len(fan.marks) for fan in fans])
    marks, arrivals = np.concatenate([fan.marks for fan in fans]), np.concatenate([fan.arrivals for fan in fans])
    runs = _followed_runs(search, limit, number, marks, arrivals)
    for repetition in range(_AGAIN):
        before, marks = _marks_between_obstacles(search, runs)
        if not search.field.is_plain:
            additions = [(before, marks), _marks_at_bends(runs, _BENT[repetition])]
            additions += [_marks_between_prices(search, limit, runs)] if search.field.priced else []
            before, marks = (np.concatenate(column) for column in zip(*additions))
            order = np.lexsort((marks, before))
            before, marks = before[order], marks[order]
        if not len(before):
            break
        added_runs = _followed_runs(search, limit, runs.fan[before], marks, runs.arrival[before])
        runs = Runs(
            *(np.insert(earlier, before + 1, added_values, axis=0) for earlier, added_values in zip(runs, added_runs))
        )
    first = np.searchsorted(runs.fan, np.arange(len(fans) + 1))
    outlines = [fan.outline(runs, slice(*bounds)) for fan, bounds in zip(fans, pairwise(first.tolist()))]
    number_of_ring = np.repeat(np.arange(len(fans)), [len(outline) for outline in outlines])
    parts = shapely.polygons(shapely.linearrings(np.concatenate(outlines), indices=number_of_ring))
    area = shapely.union_all(shapely.make_valid(parts, method="structure", keep_collapsed=False))
    # A chord between two runs that end at the rim of a round solid cuts into the solid.
    return shapely.difference(area, shapely.union_all(search.field.grown_solids))


class RunFan(NamedTuple):
    """Runs in order that leave one point in many directions, or leave a stretch of rim side by side.

    `marks` are bearings at a point, or else positions along the rim. `arrivals` has the number of each run's arrival.
    """

    marks: Floats
    arrivals: Ints
    is_round: bool

    def outline(self, runs: "Runs", part: slice) -> Floats:
        """Return the corners of the area that the fan's runs sweep; `part` selects its runs among all runs."""
        tips = runs.tip[part]
        # Tangents that leave a rim in one sense never cross, so the strip between rim and tips is a simple polygon.
        return tips if self.is_round else np.concatenate((runs.start[part], tips[::-1]))


class Runs(NamedTuple):
    """The runs of all fans in order, with start, length, tip, and the number of the obstacle that ends them (`met`)."""

    fan: Ints
    mark: Floats
    arrival: Ints
    start: Floats
    far: Floats
    tip: Floats
    met: Ints


def _followed_runs(search: Search, limit: float, fan: Ints, marks: Floats, arrivals: Ints) -> Runs:
    """Return the runs with the given marks, each up to the obstacle or end of the budget that ends it."""
    a = search.arrivals
    turned, starts, bearings = _starts_of_runs(search, arrivals, marks)
    rim_inches = a.radius[arrivals] * turned
    soft = np.flatnonzero(a.soft[arrivals])
    if soft.size:
        soft_arrivals = arrivals[soft]
        paid = search.arcs.inches(
            a.ring[soft_arrivals], a.relative[soft_arrivals] + a.sense[soft_arrivals] * turned[soft]
        )
        rim_inches[soft] = (paid - a.paid[soft_arrivals]) * a.sense[soft_arrivals]
    budgets = np.maximum(limit - a.cost[arrivals] - rim_inches, 0.0)
    unit = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    if search.outward:
        budgets = np.where(runs_outward(starts, starts + unit * budgets[:, None], search.outward), budgets, 0.0)
    lengths, obstacles = run_lengths(search.field, starts, unit, budgets)
    return Runs(fan, marks, arrivals, starts, lengths, starts + unit * lengths[:, None], obstacles)


def _starts_of_runs(search: Search, numbers: Ints, marks: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the angles that runs turn along the rim up to their marks, their starts, and their bearings."""
    a = search.arrivals
    sense, radius = a.sense[numbers], a.radius[numbers]
    is_curved = radius > 0.0
    turned = np.where(is_curved, marks - a.relative[numbers] * sense, 0.0)
    outward = a.low[numbers] + sense * marks  # the bearing of the place on the rim
    bearings = np.where(is_curved, outward + sense * (math.pi / 2), marks)
    x, y = a.x[numbers] + radius * np.cos(outward), a.y[numbers] + radius * np.sin(outward)
    return turned, np.stack((x, y), axis=-1), bearings


def _marks_between_obstacles(search: Search, runs: Runs) -> tuple[Ints, Floats]:
    """Return marks on both sides of each border between obstacles that end runs, and the run before each mark.

    No regular run leads exactly to such a border. Borders with nearly equal tips on both sides are left out.
    """
    gap = runs.mark[1:] - runs.mark[:-1]
    # Next to an obstacle that is just passed, the tips are far apart, with nothing between them.
    ended = np.maximum(runs.met[1:], runs.met[:-1]) > SPENT  # an obstacle ends at least one of the two runs
    ended &= runs.met[1:] != runs.met[:-1]
    rows = (ended & (runs.fan[1:] == runs.fan[:-1]) & (gap > 3 * _BESIDE)).nonzero()[0]
    between_tips = runs.tip[rows + 1] - runs.tip[rows]
    rows = rows[(between_tips * between_tips).sum(axis=1) > _NEXT * _NEXT]
    if not rows.size:
        return rows, gap[:0]
    both_rows = np.concatenate((rows, rows + 1))
    radius = search.arrivals.radius[runs.arrival[rows]]
    arrivals = np.repeat(runs.arrival[rows], _PARTS - 1).reshape(len(rows), _PARTS - 1)

    def is_before(marks: Floats) -> Bools:
        """Return which runs meet the obstacle of the run before them first."""
        _turned, starts, bearings = _starts_of_runs(search, arrivals, marks)
        unit = np.stack((np.cos(bearings), np.sin(bearings)), axis=-1)
        inches_left = np.concatenate((marks, marks)) - runs.mark[both_rows, None]
        inches_left = runs.far[both_rows, None] - np.concatenate((radius, radius))[:, None] * inches_left
        starts_and_units = np.concatenate((starts, starts)), np.concatenate((unit, unit))
        inches = _inches_to(search.field, runs.met[both_rows], *starts_and_units, inches_left)
        return np.asarray(inches[: len(rows)] <= inches[len(rows) :])

    return np.repeat(rows, 2), _marks_on_both_sides(runs.mark[rows], gap[rows], is_before)


def _marks_on_both_sides(low: Floats, gap: Floats, is_before: Callable[[Floats], Bools]) -> Floats:
    """Return marks just before and after the change in each gap; `is_before` returns which marks precede it."""
    steps = np.arange(1, _PARTS) / _PARTS
    for _time in range(_NARROWED):
        before = is_before(low[:, None] + gap[:, None] * steps)
        count = np.where(before.all(axis=1), _PARTS - 1, before.argmin(axis=1))
        gap = gap / _PARTS
        low = low + gap * count
    return np.stack((low, low + gap), axis=1).ravel()


def _marks_between_prices(search: Search, limit: float, runs: Runs) -> tuple[Ints, Floats]:
    """Return marks on both sides of borders between different prices paid, and the runs before them."""
    gap = runs.mark[1:] - runs.mark[:-1]
    prices_differ = (np.maximum(runs.met[1:], runs.met[:-1]) <= SPENT) & (runs.met[1:] != runs.met[:-1])
    rows = (prices_differ & (runs.fan[1:] == runs.fan[:-1]) & (gap > 3 * _BESIDE)).nonzero()[0]
    repeated_rows = np.repeat(rows, _PARTS - 1)

    def is_before(marks: Floats) -> Bools:
        """Return which runs pay the same prices as the run before them."""
        runs_between = _followed_runs(
            search, limit, runs.fan[repeated_rows], marks.ravel(), runs.arrival[repeated_rows]
        )
        return np.asarray(runs_between.met.reshape(marks.shape) == runs.met[rows, None])

    return np.repeat(rows, 2), _marks_on_both_sides(runs.mark[rows], gap[rows], is_before)


def _marks_at_bends(runs: Runs, limit: float) -> tuple[Ints, Floats]:
    """Return marks between runs whose tips at the end of the budget form a bend, and the runs before them.

    Soft ground bends the border of the reached area more than a round border bends.
    """
    to_next_but_one, to_next = runs.tip[2:] - runs.tip[:-2], runs.tip[1:-1] - runs.tip[:-2]
    doubled_area = np.abs(to_next_but_one[:, 0] * to_next[:, 1] - to_next_but_one[:, 1] * to_next[:, 0])
    is_bent = doubled_area > limit * np.hypot(to_next_but_one[:, 0], to_next_but_one[:, 1])
    alike = (runs.met[1:-1] <= SPENT) & (runs.met[2:] == runs.met[1:-1]) & (runs.met[:-2] == runs.met[1:-1])
    bent_rows = (is_bent & alike & (runs.fan[2:] == runs.fan[:-2])).nonzero()[0]
    before = np.unique(np.concatenate((bent_rows, bent_rows + 1)))
    gap = runs.mark[before + 1] - runs.mark[before]
    before, gap = before[gap > 3 * _BESIDE], gap[gap > 3 * _BESIDE]
    steps = np.arange(1, _BETWEEN + 1) / (_BETWEEN + 1)
    return np.repeat(before, _BETWEEN), (runs.mark[before, None] + gap[:, None] * steps).ravel()


def _inches_to(field: Field, obstacles: Ints, starts: Floats, unit: Floats, spent: Floats) -> Floats:
    """Return the inches from runs (N, M, 2) to the obstacle of their row; `spent` where the budget ends first."""
    inches = spent.copy()
    rings, edges = len(field.hard), len(field.edges)
    hard = field.hard
    # Obstacles are numbered: first the rings, then the edges, then the two axes of the table.
    if (rows := ((obstacles >= 0) & (obstacles < rings)).nonzero()[0]).size:
        obstacle = obstacles[rows, None]
        inches[rows] = _inches_to_rings(
            (hard.x[obstacle], hard.y[obstacle], hard.radius[obstacle]), starts[rows], unit[rows]
        )
    if (rows := ((obstacles >= rings) & (obstacles < rings + edges)).nonzero()[0]).size:
        ax, ay, bx, by = field.edges[obstacles[rows] - rings].T[:, :, None]
        inches[rows] = _inches_to_edge(
            (ax, ay, bx, by), field.kept[obstacles[rows] - rings, None], starts[rows], unit[rows]
        )
    for axis in (0, 1):
        if (rows := (obstacles == rings + edges + axis).nonzero()[0]).size:
            inches[rows] = _inches_to_table_edge(field, axis, starts[rows], unit[rows])
    return inches


def _inches_to_rings(rings: tuple[Floats, Floats, Floats], starts: Floats, unit: Floats) -> Floats:
    """Return the inches from each run to its ring (x, y, radius); inf if the run misses it."""
    x, y, radius = rings
    dx, dy, ux, uy = x - starts[..., 0], y - starts[..., 1], unit[..., 0], unit[..., 1]
    foot = dx * ux + dy * uy
    # A run that leaves a rim touches it, so it is blocked only if it is clearly inside.
    squared_half_chord = (radius - 1e-6) ** 2 - (dx * uy - dy * ux) ** 2
    hit = np.maximum(foot - np.sqrt(np.maximum(squared_half_chord, 0.0)), 0.0)
    return np.asarray(np.where((squared_half_chord > 0.0) & (foot > 0.0), hit, np.inf))


def _inches_to_table_edge(field: Field, axis: int, starts: Floats, unit: Floats) -> Floats:
    """Return the inches from runs to the edge of the table along one axis."""
    low_edge, high_edge = field.box[axis], field.box[axis + 2]
    start, rate = starts[..., axis], unit[..., axis]
    inches = np.where(rate > 0.0, high_edge - start, start - low_edge)
    return np.asarray(np.maximum(inches, 0.0) / np.maximum(np.abs(rate), 1e-12))


def _all_fans(search: Search, limit: float) -> Iterator[RunFan]:
    """Yield a fan for each reached point, and a fan for each stretch of rim in each sense."""
    a = search.arrivals
    stretch = search.arcs.stretch(a.ring, a.relative)
    budgets = limit - a.cost
    anywhere = _ANYWHERE * max((ground.factor for ground in search.field.soft), default=1.0)
    for number in np.flatnonzero((a.radius == 0.0) & (budgets > _LEAST)).tolist():
        is_round = bool(a.number[number] >= len(search.tangents) or budgets[number] < anywhere)
        bearings = _round_bearings(search, number, float(budgets[number])) if is_round else _onward(search, number)
        yield RunFan(bearings, np.full(len(bearings), number), is_round)
    t = search.tangents
    # Where tangents leave the rim, neighbouring runs may end far apart, so runs beside these bends are added.
    departing = chains_of(t.stretch, t.sense)
    by_chain = np.argsort(departing, kind="stable")
    departing = departing[by_chain]
    chain, place = chains_of(stretch, a.sense), a.relative * a.sense
    curved = np.flatnonzero((a.radius > 0.0) & (budgets > _LEAST))
    curved = curved[np.lexsort((place[curved], chain[curved]))]
    for group in np.split(curved, np.flatnonzero(np.diff(chain[curved])) + 1) if len(curved) else ():
        first, last = np.searchsorted(departing, chain[group[0]] + np.array([0, 1])).tolist()
        bends = by_chain[first:last]
        strip = _fan_of_a_rim(search, group, limit, t.relative[bends] * t.sense[bends])
        if strip is not None:
            yield strip


def _fan_of_a_rim(search: Search, group: Ints, limit: float, bends: Floats) -> RunFan | None:
    """Return the runs that leave a stretch of rim after its arrivals: regular ones, and runs just beside bends."""
    a = search.arrivals
    place, budgets = (a.relative * a.sense)[group], limit - a.cost[group]
    radius = float(a.radius[group[0]])
    start = float(place[0])
    end = float(place[-1]) + min(float(a.ahead[group[-1]]), float(budgets[-1]) / radius, 1.5 * math.pi)
    if end - start <= 1e-9:
        return None
    # The chord between two tips that are this far apart lies at most _SAGITTA inside the arc.
    step = math.sqrt(8 * _SAGITTA / (float(budgets.max()) + radius))
    count = max(1, math.ceil((end - start) / step))
    regular = np.arange(count + 1) * ((end - start) / count) + start
    bends = start + np.remainder(bends - start, 2 * math.pi)
    marks = np.concatenate((regular[:-1], [end], place, bends - _BESIDE, bends + _BESIDE))
    marks.sort()
    marks = marks[marks.searchsorted(start) : marks.searchsorted(end, side="right")]
    return RunFan(marks, group[place.searchsorted(marks, side="right") - 1], is_round=False)


def _onward(search: Search, number: int) -> Floats:
    """Return bearings close to the direction in which a path arrives at a point where it may bend."""
    tangent = search.arrivals.number[number]
    dx, dy = search.tangents.to_spot[tangent] - search.tangents.spot[tangent]
    return math.atan2(dy, dx) + np.linspace(-_ONWARD, _ONWARD, _RUNS)


def _round_bearings(search: Search, number: int, left: float) -> Floats:
    """Return the bearings of a fan all round a point: regular bearings, and bearings just beside solid rings."""
    a = search.arrivals
    x, y = a.x[number], a.y[number]
    regular = np.arange(0.0, 2 * math.pi, min(math.sqrt(8 * _SAGITTA / left), _STEP))
    hard = search.field.hard
    distance = np.hypot(hard.x - x, hard.y - y)
    near = distance - hard.radius < left
    half = np.arcsin(np.clip(hard.radius[near] / np.maximum(distance[near], 1e-9), 0.0, 1.0))
    middle = np.arctan2(hard.y[near] - y, hard.x[near] - x)
    marks = [regular]
    for inner in (-_BESIDE, _BESIDE):
        marks += [middle - half + inner, middle + half + inner]
    bearings = np.unique(np.remainder(np.concatenate(marks), 2 * math.pi))
    return np.append(bearings, bearings[0] + 2 * math.pi)


def run_lengths(field: Field, starts: Floats, unit: Floats, left: Floats) -> tuple[Floats, Ints]:
    """Return the lengths of runs (inches) from free points, given the budget `left`, and the obstacles that end them.

    Obstacles are numbers: first of the rings, then of the edges, then of the two axes of the table. `SPENT` stands for
    the end of the budget.
    """
    lengths, obstacles = np.zeros(len(starts)), np.full(len(starts), SPENT)
    cells = np.floor(starts / _CELL)
    order = np.lexsort((left, cells[:, 1], cells[:, 0]))  # neighbours together, so that few obstacles are near a group
    for first in range(0, len(starts), _AT_ONCE):
        part = order[first : first + _AT_ONCE]
        lengths[part], obstacles[part] = _lengths_to_obstacles(field, starts[part], unit[part], left[part])
    if not field.is_plain:
        for first in range(0, len(starts), _PAY_AT_ONCE):
            part = order[first : first + _PAY_AT_ONCE]
            paid = _lengths_paid_for(field, starts[part], unit[part], lengths[part], left[part])
            tips = starts[part] + unit[part] * paid[:, None]
            past_tips = tips + unit[part] * 2 * _NEXT
            prices = field.prices_met(starts[part], tips) + field.prices_met(starts[part], past_tips)
            obstacles[part] = np.where(paid < lengths[part] - 1e-9, SPENT - prices, obstacles[part])
            lengths[part] = paid
    return lengths, obstacles


def _lengths_to_obstacles(field: Field, starts: Floats, unit: Floats, left: Floats) -> tuple[Floats, Ints]:
    """Return the lengths of runs up to a solid or the edge of the table, and the numbers of these obstacles."""
    tips = starts + unit * left[:, None]
    low, high = np.minimum(starts, tips).min(axis=0), np.maximum(starts, tips).max(axis=0)
    hard = field.hard
    x, y, radius = hard.x, hard.y, hard.radius
    near = np.flatnonzero(
        (x + radius > low[0]) & (x - radius < high[0]) & (y + radius > low[1]) & (y - radius < high[1])
    )
    result = left, np.full(len(left), SPENT)
    if near.size:
        x, y, radius = x[near], y[near], radius[near] - 1e-6
        ux, uy, sx, sy = unit[:, :1], unit[:, 1:], starts[:, :1], starts[:, 1:]
        offset = ux * y
        offset -= uy * x
        offset -= ux * sy - uy * sx
        # A run that leaves a rim touches it, so it is blocked only if it is clearly inside.
        row, column = np.nonzero(np.abs(offset) < radius)
        foot = (x[column] - sx[row, 0]) * ux[row, 0] + (y[column] - sy[row, 0]) * uy[row, 0]
        is_ahead = foot > 0.0
        row, column, foot = row[is_ahead], column[is_ahead], foot[is_ahead]
        hit = np.maximum(foot - np.sqrt(radius[column] ** 2 - offset[row, column] ** 2), 0.0)
        result = _with_nearer_obstacles(result, row, hit, near[column])
    if len(field.edges):
        edge_numbers = _edges_near(field, low, high)
        result = _with_nearer_obstacles(result, *_edges_met(field, edge_numbers, starts, unit, left))
    for axis in (0, 1):
        rooms = _inches_to_table_edge(field, axis, starts, unit)
        side = len(hard) + len(field.edges) + axis
        result = np.minimum(result[0], rooms), np.where(rooms < result[0], side, result[1])
    return result


def _edges_near(field: Field, low: Floats, high: Floats) -> Ints:
    """Return the edges that runs within a box may meet."""
    corners = field.edges.reshape(len(field.edges), 2, 2)
    margin = field.kept[:, None]
    beside = ((corners.max(axis=1) + margin > low) & (corners.min(axis=1) - margin < high)).all(axis=1)
    # A short edge is hidden between the rings round its corners.
    beside &= np.hypot(*(corners[:, 1] - corners[:, 0]).T) > _SHORT * field.kept
    return np.flatnonzero(beside)


def _with_nearer_obstacles(result: tuple[Floats, Ints], row: Ints, hit: Floats, numbers: Ints) -> tuple[Floats, Ints]:
    """Return the lengths and obstacles of runs after more obstacles were added.

    The runs in the rows `row` meet the obstacles `numbers` after `hit` inches.
    """
    lengths, met = result[0].copy(), result[1].copy()
    sooner = hit < lengths[row]
    row, hit, numbers = row[sooner], hit[sooner], numbers[sooner]
    order = np.argsort(-hit, kind="stable")  # so that the nearest is written last
    lengths[row[order]], met[row[order]] = hit[order], numbers[order]
    return lengths, met


def _edges_met(field: Field, numbers: Ints, starts: Floats, unit: Floats, left: Floats) -> tuple[Ints, Floats, Ints]:
    """Return the runs that meet the grown borders of solid edges, the inches, and the numbers of the edges."""
    edges = field.edges[numbers]
    step = edges[:, 2:] - edges[:, :2]
    ux, uy = (step / np.hypot(step[:, 0], step[:, 1])[:, None]).T
    borders = edges[:, 0] * uy - edges[:, 1] * ux + field.kept[numbers]
    # The shape is on the left of an edge, so outward is on its right.
    speeds = unit[:, :1] * uy
    speeds -= unit[:, 1:] * ux
    heights = starts[:, :1] * uy
    heights -= starts[:, 1:] * ux
    heights -= borders
    row, column = np.nonzero((heights > -1e-6) & (speeds < -1e-12) & (heights < -speeds * left[:, None]))
    edge = edges[column].T
    inches = _inches_to_edge((edge[0], edge[1], edge[2], edge[3]), field.kept[numbers[column]], starts[row], unit[row])
    return row, inches, numbers[column] + len(field.hard)


def _inches_to_edge(edge: tuple[Floats, Floats, Floats, Floats], kept: Floats, starts: Floats, unit: Floats) -> Floats:
    """Return the inches from each run to where it is within `kept` of its edge; inf if it never is."""
    ax, ay, bx, by = edge
    length = np.hypot(bx - ax, by - ay)
    ex, ey = (bx - ax) / length, (by - ay) / length
    ux, uy, dx, dy = unit[..., 0], unit[..., 1], starts[..., 0] - ax, starts[..., 1] - ay
    height, rate = dx * ey - dy * ex - kept, ux * ey - uy * ex
    inward = (rate < -1e-12) & (height > -1e-6)
    inches = np.where(inward, np.maximum(height, 0.0) / np.where(inward, -rate, 1.0), np.inf)
    place = dx * ex + dy * ey + np.where(inward, inches, 0.0) * (ux * ex + uy * ey)
    return np.asarray(np.where((place >= 0.0) & (place <= length), inches, np.inf))


def _lengths_paid_for(field: Field, starts: Floats, unit: Floats, lengths: Floats, left: Floats) -> Floats:
    """Return the lengths of runs for which the budget `left` suffices in soft ground; slightly too short at times."""
    cost = lengths + field.surcharge(starts, starts + unit * lengths[:, None])
    too_costly = np.flatnonzero(cost > left + 1e-9)
    starts, unit, left, lengths = starts[too_costly], unit[too_costly], left[too_costly], lengths.copy()
    high, cost_high = lengths[too_costly], cost[too_costly]
    low = np.maximum(high - (cost_high - left), 0.0)  # an inch costs at least one
    cost_low = low + field.surcharge(starts, starts + unit * low[:, None])
    rows = np.flatnonzero(cost_low < left - _SLACK)
    for step in range(_NARROWINGS + (_HALVINGS if field.priced else 0)):
        if not rows.size:
            break
        shorter, longer = low[rows], high[rows]
        share = (left[rows] - cost_low[rows]) / np.maximum(cost_high[rows] - cost_low[rows], 1e-12)
        # A price for entering or leaving may fall due anywhere between the two, so halving is best in the end.
        middle = shorter + (longer - shorter) * (np.clip(share, 0.02, 0.98) if step < _NARROWINGS else 0.5)
        tips = starts[rows] + unit[rows] * middle[:, None]
        cost = middle + field.surcharge(starts[rows], tips)
        is_paid = cost <= left[rows]
        low[rows], cost_low[rows] = np.where(is_paid, middle, shorter), np.where(is_paid, cost, cost_low[rows])
        high[rows], cost_high[rows] = np.where(is_paid, longer, middle), np.where(is_paid, cost_high[rows], cost)
        rows = rows[(cost_low[rows] < left[rows] - _SLACK) & (high[rows] - low[rows] > _NEXT / 4)]
    lengths[too_costly] = low
    return lengths

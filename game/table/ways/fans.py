"""The area that can be reached, drawn as fans: the runs that leave each rim and source, up to what stops them."""

import math
from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.ways.field import Field, outer
from game.table.ways.outward import runs_outward
from game.table.ways.rings import Floats, Ints
from game.table.ways.search import Search

# Inches by which a chord between two runs may fall short of the round border of what they reach.
_SAGITTA = 0.004
# From a point where a way was bent it turns only a little further: radians to either side, and number of runs.
_ONWARD, _RUNS = 1.2, 15
_BESIDE = 2e-5
# Fans of fewer inches than this are not worth drawing.
_LEAST = 1e-2
_AT_ONCE = 256
# Edges shorter than this share of what is kept from them are drawn by their corners: less than 0.001 of it is lost.
_SHORT = 0.08
_CELL = 3.0
# Steps in which the length of a run through soft ground is narrowed down.
_NARROWINGS = 7


def area_of(search: Search, limit: float) -> BaseGeometry:
    """Return the centres that can be reached within a limit; chords fall short of round parts, never beyond."""
    fans = list(_fans(search, limit))
    if not fans:
        return Polygon()
    starts, bearings, left = (np.concatenate([fan[n] for fan in fans]) for n in range(3))
    unit = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    if search.outward:
        left = np.where(runs_outward(starts, starts + unit * left[:, None], search.outward), left, 0.0)
    tips = starts + unit * lengths(search.field, starts, bearings, left)[:, None]
    parts, first = [], 0
    for own, _bearings, _left, is_round in fans:
        part = slice(first, first := first + len(own))
        # Tangents that leave a rim in one sense never cross, so that the strip between rim and tips is simple.
        parts.append(Polygon(tips[part] if is_round else np.concatenate((own, tips[part][::-1]))))
    area = shapely.union_all(shapely.make_valid(parts, method="structure", keep_collapsed=False))
    # A chord between two runs that end at a rim cuts into what is round.
    return shapely.difference(area, shapely.union_all(search.field.grown_solids))


Fan = tuple[Floats, Floats, Floats, bool]
"""Runs by their starts, bearings, and the inches left for them; whether they leave one point all round."""


def _fans(search: Search, limit: float) -> Iterator[Fan]:
    """Yield the fan of each point that is reached, and one strip for each stretch of rim in each sense."""
    a, stretch = search.arrivals, search.arrival_stretches
    left = limit - a.cost
    for number in np.flatnonzero((a.radius == 0.0) & (left > _LEAST)).tolist():
        whole = bool(a.number[number] >= len(search.tangents))
        bearings = _round_bearings(search, number, float(left[number])) if whole else _onward(search, number)
        starts = np.empty((len(bearings), 2))
        starts[:] = a.x[number], a.y[number]
        yield starts, bearings, np.full(len(bearings), left[number]), whole
    t = search.tangents
    departing = t.stretch * 2 + (t.sense > 0.0)
    by_chain = np.argsort(departing, kind="stable")
    departing = departing[by_chain]
    chain, place = stretch * 2 + (a.sense > 0.0), a.relative * a.sense
    curved = np.flatnonzero((a.radius > 0.0) & (left > _LEAST))
    curved = curved[np.lexsort((place[curved], chain[curved]))]
    for group in np.split(curved, np.flatnonzero(np.diff(chain[curved])) + 1) if len(curved) else ():
        first, last = np.searchsorted(departing, chain[group[0]] + np.array([0, 1])).tolist()
        bends = by_chain[first:last]
        strip = _strip(search, group, limit, t.relative[bends] * t.sense[bends])
        if strip is not None:
            yield strip


def _strip(search: Search, group: Ints, limit: float, bends: Floats) -> Fan | None:
    """Return the runs that leave a stretch of rim, from its arrivals in order: regular ones, and just beside bends."""
    a = search.arrivals
    place, left = (a.relative * a.sense)[group], limit - a.cost[group]
    radius, sense = float(a.radius[group[0]]), float(a.sense[group[0]])
    begin = float(place[0])
    end = float(place[-1]) + min(float(a.ahead[group[-1]]), float(left[-1]) / radius, 1.5 * math.pi)
    if end - begin <= 1e-9:
        return None
    step = math.sqrt(8 * _SAGITTA / (float(left.max()) + radius))
    regular = np.linspace(begin, end, max(2, math.ceil((end - begin) / step) + 1))
    bends = begin + np.remainder(bends - begin, 2 * math.pi)
    marks = np.unique(np.concatenate((regular, place, bends - _BESIDE, bends + _BESIDE)))
    marks = marks[(marks >= begin) & (marks <= end)]
    at = np.searchsorted(place, marks, side="right") - 1
    turned, which = marks - place[at], group[at]
    along = radius * turned
    if a.soft[group[0]]:
        paid = search.arcs.inches(a.ring[which], a.relative[which] + sense * turned)
        along = (paid - a.paid[which]) * sense
    bearings = a.low[which] + a.relative[which] + sense * (turned + math.pi / 2)
    return a.spots(which, turned), bearings, np.maximum(left[at] - along, 0.0), False


def _onward(search: Search, number: int) -> Floats:
    """Return bearings close to the one in which a way arrives at a point where it may bend."""
    came = (
        search.tangents.to_spot[search.arrivals.number[number]] - search.tangents.spot[search.arrivals.number[number]]
    )
    return math.atan2(came[1], came[0]) + np.linspace(-_ONWARD, _ONWARD, _RUNS)


def _round_bearings(search: Search, number: int, left: float) -> Floats:
    """Return the bearings of a fan all round a point: regular ones, and those just beside what it sees."""
    a = search.arrivals
    x, y = a.x[number], a.y[number]
    regular = np.arange(0.0, 2 * math.pi, math.sqrt(8 * _SAGITTA / left))
    hard = search.field.hard
    far = np.hypot(hard.x - x, hard.y - y)
    near = far - hard.radius < left
    half = np.arcsin(np.clip(hard.radius[near] / np.maximum(far[near], 1e-9), 0.0, 1.0))
    middle = np.arctan2(hard.y[near] - y, hard.x[near] - x)
    marks = [regular]
    for inner in (-_BESIDE, _BESIDE):
        marks += [middle - half + inner, middle + half + inner]
    marks += [middle + half * share for share in (-0.9, -0.5, 0.0, 0.5, 0.9)]
    return np.unique(np.remainder(np.concatenate(marks), 2 * math.pi))


def lengths(field: Field, starts: Floats, bearings: Floats, left: Floats) -> Floats:
    """Return how far (inches) runs get from free points on what is left of the budget, before a solid or the edge."""
    far = np.zeros(len(starts))
    cells = np.floor(starts / _CELL)
    order = np.lexsort((left, cells[:, 1], cells[:, 0]))  # neighbours together: little is near all of them
    for begin in range(0, len(starts), _AT_ONCE):
        part = order[begin : begin + _AT_ONCE]
        unit = np.stack((np.cos(bearings[part]), np.sin(bearings[part])), axis=1)
        far[part] = _unhindered(field, starts[part], unit, left[part])
        if not field.is_plain:
            far[part] = _paid(field, starts[part], unit, far[part], left[part])
    return far


def _unhindered(field: Field, starts: Floats, unit: Floats, left: Floats) -> Floats:
    far = left.copy()
    west, south, east, north = field.box
    for axis, low, high in ((0, west, east), (1, south, north)):
        along, at = unit[:, axis], starts[:, axis]
        room = np.where(along > 0.0, high - at, at - low)
        far = np.minimum(far, np.maximum(room, 0.0) / np.maximum(np.abs(along), 1e-12))
    reach = left.max()
    low, high = starts.min(axis=0) - reach, starts.max(axis=0) + reach
    hard = field.hard
    x, y, radius = hard.x, hard.y, hard.radius
    near = (x + radius > low[0]) & (x - radius < high[0]) & (y + radius > low[1]) & (y - radius < high[1])
    dx, dy = x[near] - starts[:, :1], y[near] - starts[:, 1:]
    foot = dx * unit[:, :1] + dy * unit[:, 1:]
    # A run that leaves a rim touches it: only what is clearly inside hinders.
    under = (radius[near] - 1e-6) ** 2 - (dx * unit[:, 1:] - dy * unit[:, :1]) ** 2
    hit = foot - np.sqrt(np.maximum(under, 0.0))
    hit = np.where((under > 0.0) & (foot > 0.0), np.maximum(hit, 0.0), np.inf)
    far = np.minimum(far, hit.min(axis=1, initial=np.inf))
    if not len(field.edges):
        return np.asarray(far)
    ends = field.edges.reshape(-1, 2, 2)
    kept = field.kept[:, None]
    beside = ((ends.max(axis=1) + kept > low) & (ends.min(axis=1) - kept < high)).all(axis=1)
    # Beside a short edge the rings about its corners leave nothing to see.
    beside &= np.hypot(*(ends[:, 1] - ends[:, 0]).T) > _SHORT * field.kept
    return np.asarray(np.minimum(far, _to_edges(field.edges[beside], field.kept[beside], starts, unit)))


def _to_edges(edges: Floats, kept: Floats, starts: Floats, unit: Floats) -> Floats:
    """Return how far runs get to the borders beside the edges of solids."""
    corner = edges[:, :2]
    step = edges[:, 2:] - corner
    length = np.hypot(step[:, 0], step[:, 1])
    along = step / length[:, None]
    normal = np.stack((along[:, 1], -along[:, 0]), axis=1)  # outward: the shape lies on the left
    height = outer(starts, normal) - (corner * normal).sum(axis=1) - kept
    rate = outer(unit, normal)
    inward = (rate < -1e-12) & (height > -1e-6)
    reach = np.where(inward, np.maximum(height, 0.0) / np.where(inward, -rate, 1.0), np.inf)
    place = outer(starts, along) - (corner * along).sum(axis=1) + np.where(inward, reach, 0.0) * outer(unit, along)
    reach = np.where((place >= 0.0) & (place <= length), reach, np.inf)
    return np.asarray(reach.min(axis=1, initial=np.inf))


def _paid(field: Field, starts: Floats, unit: Floats, far: Floats, left: Floats) -> Floats:
    """Return how far runs get on what is left when soft ground costs more: never too far, a little less at worst."""
    dearest = max(1.0 + sum(more for more, _area in field.weights), 1.0)
    far = far.copy()
    dear = np.arange(len(far))
    for step in range(_NARROWINGS):
        cost = far[dear] + field.surcharge(starts[dear], starts[dear] + unit[dear] * far[dear, None])
        over = cost - left[dear]
        dear, over = dear[over > 1e-9], over[over > 1e-9]
        if not dear.size:
            break
        # No inch costs more than the dearest, so that this never comes out too short; none costs less than one.
        far[dear] -= over / dearest if step < _NARROWINGS - 1 else over
    return np.asarray(np.maximum(far, 0.0))

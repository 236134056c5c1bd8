"""The area that can be reached, drawn as fans: the runs that leave each rim and source, up to what stops them."""

import math

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.ways.field import Field, Floats, Ints
from game.table.ways.search import Search

# Radians between the runs of a fan, at most; for points in soft ground, where many fans overlap, coarser.
_STEP, _COARSE = math.pi / 60, math.pi / 20
_BESIDE = 2e-5
_AT_ONCE = 512


def area_of(search: Search, limit: float) -> BaseGeometry:
    """Return the centres that can be reached within a limit; chords fall short of round parts, never beyond."""
    parts = [fan for number in range(len(search.arrivals.number)) for fan in _fan(search, number, limit)]
    return shapely.union_all(parts) if parts else Polygon()


def _fan(search: Search, number: int, limit: float) -> list[BaseGeometry]:
    a = search.arrivals
    left = limit - float(a.cost[number])
    radius = float(a.radius[number])
    if left <= 1e-6:
        return []
    if radius == 0.0:
        coarse = not search.field.is_plain and a.number[number] < len(search.tangents)
        bearings = _round_bearings(search, number, left, _COARSE if coarse else _STEP)
        starts = np.broadcast_to(np.array([a.x[number], a.y[number]]), (len(bearings), 2))
        far = lengths(search.field, starts, bearings, np.full(len(bearings), left))
        tips = starts + np.stack((np.cos(bearings), np.sin(bearings)), axis=1) * far[:, None]
        return [shapely.make_valid(Polygon(tips), method="structure", keep_collapsed=False)]
    widest = min(float(a.ahead[number]), left / radius, 1.5 * math.pi)
    if widest <= 1e-9:
        return []
    turned = _arc_bearings(search, number, widest)
    starts = search.spots(np.full(len(turned), number), turned)
    sense = float(a.sense[number])
    bearings = a.low[number] + a.relative[number] + sense * (turned + math.pi / 2)
    far = lengths(search.field, starts, bearings, left - radius * turned)
    tips = starts + np.stack((np.cos(bearings), np.sin(bearings)), axis=1) * far[:, None]
    # Tangents that leave a rim in one sense never cross, so that the strip between rim and tips is simple.
    return [shapely.make_valid(Polygon(np.concatenate((starts, tips[::-1]))), method="structure", keep_collapsed=False)]


def _round_bearings(search: Search, number: int, left: float, step: float) -> Floats:
    """Return the bearings of a fan all round a point: regular ones, and those just beside what it sees."""
    a = search.arrivals
    x, y = a.x[number], a.y[number]
    regular = np.arange(0.0, 2 * math.pi, step)
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


def _arc_bearings(search: Search, number: int, widest: float) -> Floats:
    """Return the angles along a rim at which runs leave it: regular ones, and those just beside other rims."""
    count = max(2, math.ceil(widest / _STEP) + 1)
    regular = np.linspace(0.0, widest, count)
    a, t = search.arrivals, search.tangents
    mine = (t.ring == a.ring[number]) & (t.sense == a.sense[number])
    bends = np.remainder((t.relative[mine] - a.relative[number]) * a.sense[number], 2 * math.pi)
    marks = np.concatenate((regular, bends - _BESIDE, bends + _BESIDE))
    return np.unique(marks[(marks >= 0.0) & (marks <= widest)])


def lengths(field: Field, starts: Floats, bearings: Floats, left: Floats) -> Floats:
    """Return how far (inches) runs get from free points on what is left of the budget, before a solid or the edge."""
    far = np.zeros(len(starts))
    for begin in range(0, len(starts), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
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
    hard = field.hard
    dx, dy = hard.x - starts[:, :1], hard.y - starts[:, 1:]
    foot = dx * unit[:, :1] + dy * unit[:, 1:]
    # A run that leaves a rim touches it: only what is clearly inside hinders.
    under = (hard.radius - 1e-6) ** 2 - (dx * unit[:, 1:] - dy * unit[:, :1]) ** 2
    hit = foot - np.sqrt(np.maximum(under, 0.0))
    hit = np.where((under > 0.0) & (foot > 0.0), np.maximum(hit, 0.0), np.inf)
    far = np.minimum(far, hit.min(axis=1, initial=np.inf))
    return np.asarray(np.minimum(far, _to_edges(field, starts, unit))) if len(field.edges) else far


def _to_edges(field: Field, starts: Floats, unit: Floats) -> Floats:
    """Return how far runs get to the borders beside the edges of solids."""
    corner = field.edges[:, :2]
    step = field.edges[:, 2:] - corner
    length = np.hypot(step[:, 0], step[:, 1])
    along = step / length[:, None]
    normal = np.stack((along[:, 1], -along[:, 0]), axis=1)  # outward: the shape lies on the left
    height = starts @ normal.T - (corner * normal).sum(axis=1) - field.kept
    rate = unit @ normal.T
    inward = (rate < -1e-12) & (height > -1e-6)
    reach = np.where(inward, np.maximum(height, 0.0) / np.where(inward, -rate, 1.0), np.inf)
    place = starts @ along.T - (corner * along).sum(axis=1) + np.where(inward, reach, 0.0) * (unit @ along.T)
    reach = np.where((place >= 0.0) & (place <= length), reach, np.inf)
    return np.asarray(reach.min(axis=1))


def _paid(field: Field, starts: Floats, unit: Floats, far: Floats, left: Floats) -> Floats:
    """Return how far runs get on what is left when soft ground costs more; by halving, to a thousandth of an inch."""
    low, high = np.zeros(len(far)), far.copy()
    whole = far + field.surcharge(starts, starts + unit * far[:, None])
    low[whole <= left] = far[whole <= left]
    dear: Ints = np.flatnonzero(whole > left)
    for _step in range(14):
        middle = (low[dear] + high[dear]) / 2
        cost = middle + field.surcharge(starts[dear], starts[dear] + unit[dear] * middle[:, None])
        within = cost <= left[dear]
        low[dear[within]] = middle[within]
        high[dear[~within]] = middle[~within]
    return low

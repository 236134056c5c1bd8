"""The area that can be reached, drawn as fans: the runs that leave each rim and source, up to what stops them."""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.ways.field import Field, outer
from game.table.ways.outward import runs_outward
from game.table.ways.rings import Bools, Floats, Ints
from game.table.ways.search import Search
from game.table.ways.way import Point

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
# Further steps where ground asks for a price at once.
_HALVINGS = 14
# Neighbouring runs that different things end are split into so many, so many times, until their tips lie closer than
# this (inches).
_SPLIT, _SPLITS, _NEXT = 12, 3, 3e-3
SPENT = -1
"""What ends a run that is long enough, less the prices that it has paid and those that it meets."""


def area_of(search: Search, limit: float) -> BaseGeometry:
    """Return the centres that can be reached within a limit; chords fall short of round parts, never beyond."""
    fans = list(_fans(search, limit))
    if not fans:
        return Polygon()
    split: Sequence[Fan] = fans
    for times in reversed(range(_SPLITS + 1)):
        _follow(search, split)
        split = [fan for fan in split if times and fan.split()]
        if not split:
            break
    parts = [fan.outline() for fan in fans]
    area = shapely.union_all(shapely.make_valid(parts, method="structure", keep_collapsed=False))
    # A chord between two runs that end at a rim cuts into what is round.
    return shapely.difference(area, shapely.union_all(search.field.grown_solids))


Runs = tuple[Floats, Floats, Floats]
"""Runs by their starts, bearings, and the inches left for them."""


class Fan:
    """Runs that leave one point all round or to one side, or a stretch of rim one beside the other, in order.

    `run` returns the runs that leave at some marks: bearings at a point, else places along the rim. `tips` and `met`
    are how far those come that were followed, and what ends them there.
    """

    def __init__(self, marks: Floats, run: Callable[[Floats], Runs], is_round: bool) -> None:
        self.marks, self.run, self.is_round = marks, run, is_round
        self.fresh: Bools = np.ones(len(marks), dtype=bool)
        self.tips: Floats = np.zeros((len(marks), 2))
        self.met: Ints = np.zeros(len(marks), dtype=np.intp)
        self.added: Bools = np.zeros(len(marks), dtype=bool)

    def split(self) -> bool:
        """Let further runs leave between neighbours that different things end far apart; return whether there are any.

        Where the two meet, neither of them comes.
        """
        # Beside what is just passed by the tips lie far apart, with nothing between.
        which = ((self.met[1:] != self.met[:-1]) & (self.marks[1:] - self.marks[:-1] > 3 * _BESIDE)).nonzero()[0]
        off = self.tips[which + 1] - self.tips[which]
        which = which[(off * off).sum(axis=1) > _NEXT * _NEXT]
        if not which.size:
            return False
        gap = self.marks[which + 1] - self.marks[which]
        marks = (self.marks[which, None] + gap[:, None] * (np.arange(1, _SPLIT) / _SPLIT)).ravel()
        count, more = len(self.marks), len(marks)
        marks = np.concatenate((self.marks, marks))
        order = np.argsort(marks, kind="stable")
        self.marks, self.fresh = marks[order], order >= count
        self.tips = np.concatenate((self.tips, np.zeros((more, 2))))[order]
        self.met = np.concatenate((self.met, np.zeros(more, dtype=np.intp)))[order]
        self.added = np.concatenate((self.added, np.ones(more, dtype=bool)))[order]
        return True

    def thin(self) -> None:
        """Leave out the runs that were added and show nothing: the same thing ends them and both their neighbours."""
        if self.added.any():
            alike = np.zeros(len(self.met), dtype=bool)
            alike[1:-1] = (self.met[1:-1] == self.met[:-2]) & (self.met[1:-1] == self.met[2:])
            kept = ~(alike & self.added)
            self.marks, self.tips = self.marks[kept], self.tips[kept]

    def outline(self) -> Polygon:
        """Return what the runs sweep."""
        self.thin()
        if self.is_round:
            return Polygon(self.tips)
        # Tangents that leave a rim in one sense never cross, so that the strip between rim and tips is simple.
        return Polygon(np.concatenate((self.run(self.marks)[0], self.tips[::-1])))


def _follow(search: Search, fans: Sequence[Fan]) -> None:
    """Follow the fresh runs of some fans, all at once."""
    starts, bearings, left = (
        np.concatenate(column) for column in zip(*(fan.run(fan.marks[fan.fresh]) for fan in fans))
    )
    unit = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    if search.outward:
        left = np.where(runs_outward(starts, starts + unit * left[:, None], search.outward), left, 0.0)
    far, met = lengths(search.field, starts, bearings, left)
    tips, first = starts + unit * far[:, None], 0
    for fan in fans:
        part = slice(first, first := first + int(fan.fresh.sum()))
        fan.tips[fan.fresh], fan.met[fan.fresh] = tips[part], met[part]
        fan.fresh[:] = False


def _fans(search: Search, limit: float) -> Iterator[Fan]:
    """Yield the fan of each point that is reached, and one strip for each stretch of rim in each sense."""
    a, stretch = search.arrivals, search.arrival_stretches
    left = limit - a.cost
    for number in np.flatnonzero((a.radius == 0.0) & (left > _LEAST)).tolist():
        is_round = bool(a.number[number] >= len(search.tangents))
        bearings = _round_bearings(search, number, float(left[number])) if is_round else _onward(search, number)
        yield Fan(bearings, _from_point((a.x[number], a.y[number]), float(left[number])), is_round)
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


def _from_point(at: Point, left: float) -> Callable[[Floats], Runs]:
    def run(bearings: Floats) -> Runs:
        starts = np.empty((len(bearings), 2))
        starts[:] = at
        return starts, bearings, np.full(len(bearings), left)

    return run


def _strip(search: Search, group: Ints, limit: float, bends: Floats) -> Fan | None:
    """Return the runs that leave a stretch of rim, from its arrivals in order: regular ones, and just beside bends."""
    a = search.arrivals
    place, left = (a.relative * a.sense)[group], limit - a.cost[group]
    radius = float(a.radius[group[0]])
    begin = float(place[0])
    end = float(place[-1]) + min(float(a.ahead[group[-1]]), float(left[-1]) / radius, 1.5 * math.pi)
    if end - begin <= 1e-9:
        return None
    step = math.sqrt(8 * _SAGITTA / (float(left.max()) + radius))
    regular = np.linspace(begin, end, max(2, math.ceil((end - begin) / step) + 1))
    bends = begin + np.remainder(bends - begin, 2 * math.pi)
    marks = np.unique(np.concatenate((regular, place, bends - _BESIDE, bends + _BESIDE)))
    return Fan(marks[(marks >= begin) & (marks <= end)], _from_rim(search, group, place, left), is_round=False)


def _from_rim(search: Search, group: Ints, place: Floats, left: Floats) -> Callable[[Floats], Runs]:
    a = search.arrivals
    radius, sense = float(a.radius[group[0]]), float(a.sense[group[0]])

    def run(marks: Floats) -> Runs:
        at = np.searchsorted(place, marks, side="right") - 1
        turned, which = marks - place[at], group[at]
        along = radius * turned
        if a.soft[group[0]]:
            paid = search.arcs.inches(a.ring[which], a.relative[which] + sense * turned)
            along = (paid - a.paid[which]) * sense
        bearings = a.low[which] + a.relative[which] + sense * (turned + math.pi / 2)
        return a.spots(which, turned), bearings, np.maximum(left[at] - along, 0.0)

    return run


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
    bearings = np.unique(np.remainder(np.concatenate(marks), 2 * math.pi))
    return np.append(bearings, bearings[0] + 2 * math.pi)


def lengths(field: Field, starts: Floats, bearings: Floats, left: Floats) -> tuple[Floats, Ints]:
    """Return how far (inches) runs get from free points on what is left of the budget, and what ends them.

    That is the number of a ring, of an edge beyond those, or of a side of the table beyond those; `SPENT` where the
    budget ends.
    """
    far, met = np.zeros(len(starts)), np.full(len(starts), SPENT)
    cells = np.floor(starts / _CELL)
    order = np.lexsort((left, cells[:, 1], cells[:, 0]))  # neighbours together: little is near all of them
    for begin in range(0, len(starts), _AT_ONCE):
        part = order[begin : begin + _AT_ONCE]
        unit = np.stack((np.cos(bearings[part]), np.sin(bearings[part])), axis=1)
        far[part], met[part] = _unhindered(field, starts[part], unit, left[part])
        if not field.is_plain:
            paid = _paid(field, starts[part], unit, far[part], left[part])
            tips = starts[part] + unit * paid[:, None]
            prices = field.prices_met(starts[part], tips) + field.prices_met(starts[part], tips + unit * 2 * _NEXT)
            met[part] = np.where(paid < far[part] - 1e-9, SPENT - prices, met[part])
            far[part] = paid
    return far, met


def _unhindered(field: Field, starts: Floats, unit: Floats, left: Floats) -> tuple[Floats, Ints]:
    """Return how far runs get before a solid or the edge, and what ends them."""
    reach = left.max()
    low, high = starts.min(axis=0) - reach, starts.max(axis=0) + reach
    hard = field.hard
    x, y, radius = hard.x, hard.y, hard.radius
    near = np.flatnonzero(
        (x + radius > low[0]) & (x - radius < high[0]) & (y + radius > low[1]) & (y - radius < high[1])
    )
    dx, dy = x[near] - starts[:, :1], y[near] - starts[:, 1:]
    foot = dx * unit[:, :1] + dy * unit[:, 1:]
    # A run that leaves a rim touches it: only what is clearly inside hinders.
    under = (radius[near] - 1e-6) ** 2 - (dx * unit[:, 1:] - dy * unit[:, :1]) ** 2
    hit = foot - np.sqrt(np.maximum(under, 0.0))
    hit = np.where((under > 0.0) & (foot > 0.0), np.maximum(hit, 0.0), np.inf)
    far, met = _nearer((left, np.full(len(left), SPENT)), hit, near)
    if len(field.edges):
        ends = field.edges.reshape(-1, 2, 2)
        kept = field.kept[:, None]
        beside = ((ends.max(axis=1) + kept > low) & (ends.min(axis=1) - kept < high)).all(axis=1)
        # Beside a short edge the rings about its corners leave nothing to see.
        beside &= np.hypot(*(ends[:, 1] - ends[:, 0]).T) > _SHORT * field.kept
        which = np.flatnonzero(beside)
        hit = _to_edges(field.edges[which], field.kept[which], starts, unit)
        far, met = _nearer((far, met), hit, which + len(hard))
    west, south, east, north = field.box
    rooms = [
        np.maximum(np.where(unit[:, axis] > 0.0, above - starts[:, axis], starts[:, axis] - below), 0.0)
        / np.maximum(np.abs(unit[:, axis]), 1e-12)
        for axis, below, above in ((0, west, east), (1, south, north))
    ]
    sides = len(hard) + len(field.edges) + np.array([0, 1])
    return _nearer((far, met), np.stack(rooms, axis=1), sides)


def _nearer(known: tuple[Floats, Ints], hit: Floats, numbers: Ints) -> tuple[Floats, Ints]:
    """Return how far runs get and what ends them, with further things that may end them sooner, (runs, things)."""
    far, met = known
    if not len(numbers):
        return far, met
    first = hit.argmin(axis=1)
    inches = hit[np.arange(len(hit)), first]
    return np.minimum(far, inches), np.where(inches < far, numbers[first], met)


def _to_edges(edges: Floats, kept: Floats, starts: Floats, unit: Floats) -> Floats:
    """Return how far it is for runs to the borders beside the edges of solids, (runs, edges); inf if they miss them."""
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
    return np.asarray(np.where((place >= 0.0) & (place <= length), reach, np.inf))


def _paid(field: Field, starts: Floats, unit: Floats, far: Floats, left: Floats) -> Floats:
    """Return how far runs get on what is left when soft ground costs more: never too far, a little less at worst."""
    dearest = max(1.0 + sum(more for more, _area in field.weights), 1.0)
    far, sure, dearer = far.copy(), np.zeros(len(far)), np.full(len(far), np.inf)
    which, last = np.arange(len(far)), _NARROWINGS + (_HALVINGS if field.priced else 0) - 1
    for step in range(last + 1):
        over = far[which] + field.surcharge(starts[which], starts[which] + unit[which] * far[which, None]) - left[which]
        fits = over <= 1e-9
        sure[which[fits]], dearer[which[~fits]] = far[which[fits]], far[which[~fits]]
        # What is paid at once, on the way in or out, ends a run between what fits and what does not.
        jumps = np.isfinite(dearer[which]) & (over < -1e-6)
        jumps[jumps] = dearer[which[jumps]] - far[which[jumps]] > _NEXT / 4
        open_ = ~fits | jumps
        which, over = which[open_], over[open_]
        if not which.size:
            break
        # No inch costs more than the dearest, so that this is too short only past a price; none costs less than one.
        less = far[which] - (over / dearest if step < last else over)
        far[which] = np.where(sure[which] > 0.0, (sure[which] + dearer[which]) / 2, np.maximum(less, 0.0))
    return np.where((sure > 0.0) & np.isfinite(dearer), sure, far)

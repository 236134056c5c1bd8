"""The free arcs of rings: where another solid interrupts a rim, and how far one may go on along it."""

import math

import numpy as np

from game.table.ways.field import Field
from game.table.ways.outward import Points, breaks, rims_outward
from game.table.ways.rings import Bools, Floats, Ints, Rings

# Each ring has its own stretch of this length on a line, so that one sorted array holds the breaks of all.
_APART = 40.0
_MIDDLE = 20.0
_CLOSE = 1e-7
TURN = 2 * math.pi
# Chords for which the cost of a rim in soft ground is told; between their ends it is interpolated.
_CHORDS = 192


class FreeArcs:
    """The rims of rings, cut where something interrupts them. Bearings are in radians from each ring's `low`."""

    def __init__(self, field: Field, rings: Rings, outward: Points = ()) -> None:
        ring, bearing = interruptions(field, rings, outward)
        low, width = rings.low.copy(), rings.width.copy()
        whole = width >= TURN - _CLOSE
        # A ring that is rim all round begins at its first break.
        for number in np.unique(ring[whole[ring]]).tolist():
            low[number] = bearing[ring == number][0]
        relative = _relative(bearing, low[ring])
        within = (relative > _CLOSE) & (relative < width[ring] - _CLOSE)
        ring, relative = ring[within], relative[within]
        broken = ~whole
        broken[ring] = True
        broken |= low != rings.low
        self.low, self.width = low, width
        self.cyclic: Bools = ~broken
        every = np.arange(len(rings))
        # A ring without any break goes round for ever.
        first = np.where(self.cyclic, -TURN, 0.0)
        last = np.where(self.cyclic, 2 * TURN, width)
        keys = np.concatenate((self._key(ring, relative), self._key(every, first), self._key(every, last)))
        self.keys: Floats = np.sort(keys)
        self.is_free: Bools = self._free_between(field, rings)
        self.outward_in: dict[float, Bools] = self._leads_outward(rings, outward)
        self._radius = rings.radius
        self._row, self._paid = _paid_along(field, rings, low)
        self.is_soft: Bools = self._row >= 0

    @staticmethod
    def _key(ring: Ints, relative: Floats) -> Floats:
        return np.asarray(ring * _APART + _MIDDLE + relative)

    def _free_between(self, field: Field, rings: Rings) -> Bools:
        """Return for each stretch, named by the break it ends with, whether its middle is free."""
        free = np.zeros(len(self.keys) + 1, dtype=bool)
        middles = (self.keys[1:] + self.keys[:-1]) / 2
        ring = (middles // _APART).astype(np.intp)
        same = (self.keys[1:] // _APART == self.keys[:-1] // _APART) & (np.diff(self.keys) > 1e-12)
        at, ring = np.flatnonzero(same), ring[same]
        bearing = middles[same] - ring * _APART - _MIDDLE + self.low[ring]
        spots = np.stack(
            (
                rings.x[ring] + rings.radius[ring] * np.cos(bearing),
                rings.y[ring] + rings.radius[ring] * np.sin(bearing),
            ),
            axis=1,
        )
        free[at + 1] = field.free(spots)
        return free

    def _leads_outward(self, rings: Rings, outward: Points) -> dict[float, Bools]:
        """Return for each sense on which stretches one may go on: on all unless the way has to lead outward."""
        allowed = {sense: np.ones(len(self.keys) + 1, dtype=bool) for sense in (1.0, -1.0)}
        if outward:
            ring, bearing = self._middles()
            for sense, good in allowed.items():
                good[1:-1] = rims_outward(rings, ring, bearing, np.full(len(ring), sense), outward)
        return allowed

    def _middles(self) -> tuple[Ints, Floats]:
        middles = (self.keys[1:] + self.keys[:-1]) / 2
        ring = (middles // _APART).astype(np.intp)
        return ring, middles - ring * _APART - _MIDDLE + self.low[ring]

    def inches(self, ring: Ints, relative: Floats) -> Floats:
        """Return what it costs to go along rims from where they begin to bearings, which may be whole turns off."""
        plain = np.asarray(self._radius[ring] * relative)
        row = np.broadcast_to(self._row[ring], plain.shape)
        if not len(self._paid):
            return plain
        turns = np.floor(relative / TURN)
        place = (relative - turns * TURN) / TURN * _CHORDS
        before = np.minimum(place.astype(np.intp), _CHORDS - 1)
        low, high = self._paid[row, before], self._paid[row, before + 1]
        paid = low + (high - low) * (place - before) + turns * self._paid[row, -1]
        return np.where(row < 0, plain, paid)

    def relative(self, ring: Ints, bearing: Floats) -> tuple[Floats, Bools]:
        """Return bearings counted from where the rim of their rings begins, and whether they are on the rim."""
        relative = _relative(bearing, self.low[ring])
        relative = np.where(relative > TURN - _CLOSE, relative - TURN, relative)
        on = relative <= self.width[ring] + _CLOSE
        return np.where(self.cyclic[ring], relative, np.clip(relative, 0.0, self.width[ring])), on

    def stretch(self, ring: Ints, relative: Floats) -> Ints:
        """Return the number of the stretch of rim in which bearings lie."""
        inner = np.where(self.cyclic[ring], relative, np.clip(relative, 1e-9, self.width[ring] - 1e-9))
        return np.searchsorted(self.keys, self._key(ring, inner))

    def ends(self, stretch: Ints, ring: Ints) -> tuple[Floats, Floats]:
        """Return the bearings between which stretches of rim lie."""
        base = ring * _APART + _MIDDLE
        return self.keys[stretch - 1] - base, self.keys[stretch] - base


def _paid_along(field: Field, rings: Rings, low: Floats) -> tuple[Ints, Floats]:
    """Return the rows of rings with soft ground around them, -1 for others, and the cost of their rims up to marks."""
    row = np.full(len(rings), -1)
    if field.is_plain:
        return row, np.zeros((0, _CHORDS + 1))
    about = np.flatnonzero((rings.radius > 0.0) & field.near_soft(rings.x, rings.y, rings.radius))
    row[about] = np.arange(len(about))
    bearings = low[about, None] + np.linspace(0.0, TURN, _CHORDS + 1)
    radius = rings.radius[about, None]
    at = np.stack(
        (rings.x[about, None] + radius * np.cos(bearings), rings.y[about, None] + radius * np.sin(bearings)), -1
    )
    extra = field.surcharge(at[:, :-1].reshape(-1, 2), at[:, 1:].reshape(-1, 2)).reshape(len(about), _CHORDS)
    steps = radius * (TURN / _CHORDS) + extra
    return row, np.concatenate((np.zeros((len(about), 1)), np.cumsum(steps, axis=1)), axis=1)


def chains_of(stretch: Ints, sense: Floats) -> Ints:
    """Return a number for each stretch of rim and the sense in which a way goes on along it."""
    return stretch * 2 + (sense > 0.0)


def _relative(bearing: Floats, low: Floats) -> Floats:
    return np.asarray(np.remainder(bearing - low, TURN))


def interruptions(field: Field, rings: Rings, outward: Points = ()) -> tuple[Ints, Floats]:
    """Return where rims cross the border of a solid or the table: rings by number, in order, and bearings."""
    found = [
        _with_rings(rings, field.hard),
        _with_edges(rings, field),
        _with_table(rings, field),
        breaks(rings, outward),
    ]
    ring = np.concatenate([each[0] for each in found])
    bearing = np.concatenate([each[1] for each in found])
    order = np.argsort(ring, kind="stable")
    return ring[order], bearing[order]


def _with_rings(rings: Rings, hard: Rings) -> tuple[Ints, Floats]:
    dx, dy = hard.x - rings.x[:, None], hard.y - rings.y[:, None]
    far = np.hypot(dx, dy)
    own, other = rings.radius[:, None], hard.radius
    met = (far > np.abs(own - other) + _CLOSE) & (far < own + other - _CLOSE)
    row, column = np.nonzero(met)
    far, own = far[row, column], rings.radius[row]
    half = np.arccos(np.clip((far * far + own * own - hard.radius[column] ** 2) / (2 * far * own), -1.0, 1.0))
    middle = np.arctan2(dy[row, column], dx[row, column])
    return np.concatenate((row, row)), np.concatenate((middle - half, middle + half))


def _with_edges(rings: Rings, field: Field) -> tuple[Ints, Floats]:
    ax, ay, bx, by = field.edges.T
    dx, dy = bx - ax, by - ay
    length = np.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    # The border runs on the right of the edge, the shape being on its left.
    height = (rings.x[:, None] - ax) * uy - (rings.y[:, None] - ay) * ux - field.kept
    along = (rings.x[:, None] - ax) * ux + (rings.y[:, None] - ay) * uy
    row, column = np.nonzero(np.abs(height) < rings.radius[:, None] - _CLOSE)
    height, along = height[row, column], along[row, column]
    half = np.sqrt(rings.radius[row] ** 2 - height**2)
    row, column = np.concatenate((row, row)), np.concatenate((column, column))
    height = np.concatenate((height, height))
    along_met = np.concatenate((along - half, along + half))
    shift = np.concatenate((-half, half))
    on = (along_met >= 0.0) & (along_met <= length[column])
    row, column, height, shift = row[on], column[on], height[on], shift[on]
    x = shift * ux[column] - height * uy[column]
    y = shift * uy[column] + height * ux[column]
    return row, np.arctan2(y, x)


def _with_table(rings: Rings, field: Field) -> tuple[Ints, Floats]:
    west, south, east, north = field.box
    rows, bearings = [], []
    for level, middle, quarter in (
        (east, rings.x, 0.0),
        (north, rings.y, 1.0),
        (west, rings.x, 2.0),
        (south, rings.y, 3.0),
    ):
        off = (level - middle) * (1.0 if quarter < 2.0 else -1.0)
        row = np.flatnonzero(np.abs(off) < rings.radius - _CLOSE)
        half = np.arccos(off[row] / rings.radius[row])
        rows += [row, row]
        bearings += [quarter * math.pi / 2 - half, quarter * math.pi / 2 + half]
    return np.concatenate(rows), np.concatenate(bearings)

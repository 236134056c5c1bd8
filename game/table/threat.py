"""Where a base may strike after a move: everything in range of some spot it may move to.

The answer is told for points: a spot belongs to it if the closest point of a victim, lying there, would be in range.
With a victim's radius it is told for the middles of such victims instead.

Along a straight line from a victim the nearest legal spot is the best, so only the outlines of a move region matter.
A victim nearer than half the range is in range whatever lies between, and one beyond the range in the open never
is; only in between, and near impassable barricades, spots on a grid are judged against many spots along the outline.
"""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.area import Floats
from game.table.contours import Flags, contour
from game.table.rays import Numbers
from game.table.reach import between_levels
from game.table.region import Region
from game.table.ruler import Ruler
from game.table.shapes import Disc
from game.table.strikes import Strikes, outline_of, without_holes

_QUARTER = 32
# Inches by which the outline of a move region may be made plainer.
_PLAIN = 0.004
_LEAST_STEP = 0.02
# Inches between spots along the outline of a move region; every so many-th is tried first.
_SPACING = 0.12
_STRIDE = 2
# Spots beside one that has no more than so many inches of terrain too many are looked at too.
_WORTH = 0.4
_AT_ONCE = 8_000
# Spots of an outline may face away from a target by so much of the reach: corners look to either side.
_BEHIND = -0.3
# A spot on the grid is passed over when all around it are missed by more than so many inches of terrain.
_CLOSE = 0.7
# Targets in one square of so many inches begin with the spot nearest to its middle.
_CELL = 0.5


def threat_region(
    ruler: Ruler, base: Disc, move_region: Region, n: float, tolerance: float = 0.1, victim: float = 0.0
) -> BaseGeometry:
    """Return the points in range `n` of the base at some legal spot of a move, or the middles of victims in range.

    The answer keeps to the table. Its outline is off by no more than `tolerance` inches; where terrain or impassable
    barricades are about, threatened strips narrower than twice that may be missing from it.
    """
    ruler = between_levels(ruler, base, None)
    return struck_from(ruler, base, move_region.geometry, n, tolerance, victim)


def struck_from(
    ruler: Ruler, base: Disc, ends: BaseGeometry, n: float, tolerance: float = 0.1, victim: float = 0.0
) -> BaseGeometry:
    """Return what the base can strike from some spot in `ends`; `threat_region` says how exactly."""
    return Struck.of(ruler, base, ends, n, tolerance, victim).region


@dataclass(frozen=True, slots=True)
class Struck:
    """What can be struck from some spots: all that is near enough in the open, less what is missed all the same."""

    ends: BaseGeometry
    outer: BaseGeometry
    missed: BaseGeometry

    @classmethod
    def of(
        cls,
        ruler: Ruler,
        base: Disc,
        ends: BaseGeometry,
        n: float,
        tolerance: float = 0.1,
        victim: float = 0.0,
        before: "Struck | None" = None,
    ) -> "Struck":
        """Work it out; `before` is the answer for the same base, range and terrain, and other ends."""
        if ends.is_empty:
            return cls(ends, shapely.Polygon(), shapely.Polygon())
        tolerance = max(tolerance, _LEAST_STEP)
        strikes = Strikes(ruler, base, n, victim)
        changed = None if before is None else _changed(strikes, before.ends, ends)
        if before is not None and changed is not None and changed.is_empty:
            return cls(ends, before.outer, before.missed)
        plain = shapely.simplify(without_holes(ends, strikes.least_hole), _PLAIN)
        outer = in_the_open(ruler, plain, strikes.reach)
        doubtful = _doubtful(ruler, base, plain, strikes, outer)
        if doubtful.is_empty:
            return cls(ends, outer, doubtful)
        search = Search(strikes, plain)
        if before is None or changed is None:
            return cls(ends, outer, _missed(search, doubtful, outer, tolerance))
        window = shapely.intersection(doubtful, shapely.buffer(changed, 3 * tolerance, quad_segs=2))
        found = shapely.intersection(_missed(search, window, outer, tolerance), changed)
        return cls(ends, outer, shapely.union(shapely.difference(before.missed, changed), found))

    @property
    def region(self) -> BaseGeometry:
        """The region itself."""
        return self.outer if self.missed.is_empty else shapely.difference(self.outer, self.missed)


def _changed(strikes: Strikes, before: BaseGeometry, ends: BaseGeometry) -> BaseGeometry:
    """Return where it matters that ends have come or gone; holes that do not matter are filled."""
    old, new = without_holes(before, strikes.least_hole), without_holes(ends, strikes.least_hole)
    other = shapely.symmetric_difference(old, new)
    return shapely.buffer(other, strikes.reach, quad_segs=8) if other.area > 1e-6 else shapely.Polygon()


def in_the_open(ruler: Ruler, ends: BaseGeometry, reach: float) -> BaseGeometry:
    """Return what is no farther than `reach` from a spot in `ends`, on the table."""
    return shapely.intersection(shapely.buffer(ends, reach, quad_segs=_QUARTER), ruler.battlefield.table)


def _doubtful(ruler: Ruler, base: Disc, ends: BaseGeometry, strikes: Strikes, outer: BaseGeometry) -> BaseGeometry:
    """Return where terrain or an impassable barricade could put something out of range."""
    found: list[BaseGeometry] = []
    box = outer.bounds
    edges = strikes.span + strikes.victim
    if not ruler.area(base.level).occupancy.box_is_clear(*box):
        # A line in terrain all along costs at most twice its inches.
        sure = edges + strikes.limit
        if ruler.policy.rounds_down:
            sure = edges + math.floor(strikes.n / 2) + 1.0
        elif ruler.policy.terrain_costs:
            sure = edges + strikes.n / 2
        if sure < strikes.reach:
            found.append(shapely.difference(outer, shapely.buffer(ends, sure, quad_segs=_QUARTER)))
    if strikes.walled and not ruler.walls.occupancy.box_is_clear(*box):
        near = shapely.buffer(ruler.walls.union, strikes.limit + strikes.victim, quad_segs=4)
        covered = shapely.buffer(ends, strikes.span, quad_segs=_QUARTER)
        found.append(shapely.difference(shapely.intersection(outer, near), covered))
    return shapely.union_all(found)


class Search:
    """Looks for legal spots from which targets can be struck, along the outline of a move region."""

    def __init__(self, strikes: Strikes, ends: BaseGeometry) -> None:
        self.strikes = strikes
        self.spots, self._out = outline_of(ends, _SPACING)

    def strikers(self, targets: Floats) -> tuple[Numbers, Floats]:
        """Return for each of T targets, (T, 2), the number of a spot that strikes it, else -1.

        For those that none strikes also the least inches of terrain too many of those tried; 0 for the others.
        """
        found = np.full(len(targets), -1)
        excess = np.zeros(len(targets))
        if not len(self.spots):
            return found, excess
        nearest = self._nearest(targets)
        self._try(targets, np.arange(len(targets)), nearest, found)
        left = np.flatnonzero(found < 0)
        few = np.arange(0, len(self.spots), _STRIDE)
        over = np.full((len(left), len(few)), np.inf)
        rows, columns = self._pairs(targets[left], few)
        over[rows, columns] = self._try(targets, left[rows], few[columns], found)
        keep = found[left] < 0
        left, over = left[keep], over[keep]
        if left.size:
            excess[left] = over.min(axis=1)
            self._try_beside(targets, left, few, over, found)
        return found, excess

    def struck(self, targets: Floats, spots: Numbers) -> Flags:
        """Say for each target whether the spot of that number strikes it."""
        return self.strikes.judge(self.spots[spots], targets)[0]

    def _nearest(self, targets: Floats) -> Numbers:
        """Return the number of a spot that is nearest to each target, or nearly so: told for cells of targets."""
        cells = np.floor(targets / _CELL).astype(np.int64)
        known, cell = np.unique(cells[:, 0] * 100_003 + cells[:, 1], return_inverse=True)
        middle = np.empty((len(known), 2))
        middle[cell] = (cells + 0.5) * _CELL
        nearest = np.empty(len(known), dtype=np.intp)
        for begin in range(0, len(known), 256):
            x, y = middle[begin : begin + 256].T
            dx, dy = x[:, None] - self.spots[:, 0][None, :], y[:, None] - self.spots[:, 1][None, :]
            nearest[begin : begin + 256] = (dx * dx + dy * dy).argmin(axis=1)
        return np.asarray(nearest[cell])

    def _pairs(self, targets: Floats, which: Numbers) -> tuple[Numbers, Numbers]:
        """Return the pairs of targets and spots that are near enough to, and face, each other."""
        dx = targets[:, 0][:, None] - self.spots[which, 0][None, :]
        dy = targets[:, 1][:, None] - self.spots[which, 1][None, :]
        near = dx * dx + dy * dy < self.strikes.reach**2
        near &= dx * self._out[which, 0] + dy * self._out[which, 1] > _BEHIND * self.strikes.reach
        rows, columns = np.nonzero(near)
        return rows, columns

    def _try(self, targets: Floats, which: Numbers, spots: Numbers, found: Numbers) -> Floats:
        """Judge pairs of targets and spots, and note what is struck; return the inches of terrain too many."""
        excess = np.empty(len(which))
        for begin in range(0, len(which), _AT_ONCE):
            part = slice(begin, begin + _AT_ONCE)
            target, spot = which[part], spots[part]
            struck, excess[part] = self.strikes.judge(self.spots[spot], targets[target])
            found[target[struck]] = spot[struck]
        return excess

    def _try_beside(self, targets: Floats, left: Numbers, few: Numbers, over: Floats, found: Numbers) -> None:
        """Try all the spots between those tried that came near to striking."""
        worth = over < _WORTH
        worth |= np.roll(worth, 1, axis=1)  # the spots up to the next one tried, and from the one before
        rows, columns = np.nonzero(worth)
        row = np.repeat(rows, _STRIDE - 1)
        spot = (few[columns][:, None] - np.arange(1, _STRIDE)[None, :]).ravel()
        step = targets[left[row]] - self.spots[spot]
        fits = (step**2).sum(axis=1) < self.strikes.reach**2
        fits &= (step * self._out[spot]).sum(axis=1) > _BEHIND * self.strikes.reach
        self._try(targets, left[row[fits]], spot[fits], found)


class Grid:
    """Spots on a grid that are struck, or not: every second one is looked into first, the others where it matters."""

    def __init__(self, search: Search, doubtful: BaseGeometry, step: float) -> None:
        self._search = search
        x0, y0, x1, y1 = doubtful.bounds
        self.origin, self.step = (x0 - 2 * step, y0 - 2 * step), step
        # An even number of columns and rows more than the doubt needs, so that every spot has neighbours.
        columns, rows = 2 * math.ceil((x1 - x0) / step / 2) + 6, 2 * math.ceil((y1 - y0) / step / 2) + 6
        self.x, self.y = np.meshgrid(
            self.origin[0] + step * np.arange(columns), self.origin[1] + step * np.arange(rows), indexing="ij"
        )
        shapely.prepare(doubtful)
        self.asked: Flags = np.asarray(shapely.contains_xy(doubtful, self.x, self.y))
        self.striker = np.full(self.asked.shape, -1)
        self._excess = np.zeros(self.asked.shape)
        self._look()

    @property
    def missed(self) -> Flags:
        """Which spots are in doubt and not struck."""
        return np.asarray(self.asked & (self.striker < 0))

    def at(self, columns: Numbers, rows: Numbers) -> Floats:
        """Return the places, (M, 2), of nodes."""
        return np.stack((self.x[columns, rows], self.y[columns, rows]), axis=1)

    def _look(self) -> None:
        every = np.zeros(self.asked.shape, dtype=bool)
        every[::2, ::2] = True
        self._look_into(*np.nonzero(self.asked & every))
        columns, rows = np.nonzero(self.asked & ~every)
        open_ones = np.arange(len(columns))
        worth = np.zeros(len(columns), dtype=bool)
        for right in (0, 1):
            for up in (0, 1):
                i, j = columns[open_ones], rows[open_ones]
                beside = (i + right * (i % 2) - (1 - right) * (i % 2), j + up * (j % 2) - (1 - up) * (j % 2))
                spot = self.striker[beside]
                worth[open_ones] |= ~self.asked[beside] | (spot >= 0) | (self._excess[beside] < _CLOSE)
                able = spot >= 0
                i, j, spot = i[able], j[able], spot[able]
                self.striker[i, j] = np.where(self._search.struck(self.at(i, j), spot), spot, -1)
                open_ones = open_ones[self.striker[columns[open_ones], rows[open_ones]] < 0]
        left = open_ones[worth[open_ones]]
        self._look_into(columns[left], rows[left])

    def _look_into(self, columns: Numbers, rows: Numbers) -> None:
        for begin in range(0, len(columns), 2048):
            i, j = columns[begin : begin + 2048], rows[begin : begin + 2048]
            self.striker[i, j], self._excess[i, j] = self._search.strikers(self.at(i, j))


def _missed(search: Search, doubtful: BaseGeometry, outer: BaseGeometry, tolerance: float) -> BaseGeometry:
    """Return the parts of what is doubtful that no spot strikes, told by a grid."""
    if doubtful.is_empty:
        return shapely.Polygon()
    grid = Grid(search, doubtful, tolerance * math.sqrt(2.0))
    missed = grid.missed
    # Beyond the outer bound whatever lies beside a spot that is missed counts as missed: it is cut off there.
    grown = missed.copy()
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            grown |= np.roll(missed, (right, up), axis=(0, 1))
    shapely.prepare(outer)
    beyond = grown & ~missed
    beyond[beyond] = ~shapely.contains_xy(outer, grid.x[beyond], grid.y[beyond])

    def ask(points: Floats, columns: Numbers, rows: Numbers) -> Flags:
        """Say which points are missed; `columns` and `rows` tell of each which node beside it is not."""
        answer = ~shapely.contains_xy(outer, points[:, 0], points[:, 1])
        spot = grid.striker[columns, rows]
        asked = np.flatnonzero(~answer & (spot >= 0))
        answer[asked] = ~search.struck(points[asked], spot[asked])
        return np.asarray(answer)

    return contour(missed | beyond, grid.origin, grid.step, ask)

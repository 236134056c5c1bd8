"""Sight of bodies with heights. One eye looks at all bodies at once, by rays to points on their silhouettes.

Points and blockers are relative to the eye. Each of T targets has rows and columns of points; seen from above, a ray
depends only on the column. Blockers have numbers: first the bodies, then the prisms.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.table.heights import Body
from game.table.shapes import Disc
from game.table.sight.arcs import in_arc
from game.table.sight.lines import stacked
from game.table.sight.solids import TOUCH, Solid
from game.table.terrain.area import Floats

Bools = NDArray[np.bool_]
Numbers = NDArray[np.intp]

LIT: Final = -1
"""The number that stands for no blocker, if a ray is open."""
MOST_LOOKS: Final = 512
"""The number of cached views."""
# The least horizontal length of a ray in inches. A vertical ray is treated as leaning by this length.
_UPRIGHT: Final = 1e-7
# Radians by which a corner may look wrong, and inches by which a height may be.
_HAIR: Final = 1e-5
# The group numbers of terrain without a group, and of an eye or point with a group that no blocker belongs to.
_NO_GROUP: Final = -1
_UNKNOWN: Final = -2


class Prism(NamedTuple):
    """Terrain that stops rays between two heights, in inches, except rays to and from its `group`."""

    solid: Solid
    base: float = 0.0
    top: float = math.inf
    group: str = ""


class Eye(NamedTuple):
    """An observing point in inches, with its group; `facing` is in hundredths of a degree."""

    x: float
    y: float
    z: float
    group: str = ""
    facing: int | None = None


class Silhouette(NamedTuple):
    """The points of a body to which rays go, as shares of its radius (to the side, as the eye sees it) and height."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]


class Sample(NamedTuple):
    """A point on a silhouette, in inches, and the name of the first blocker of its ray, or None if it is visible."""

    x: float
    y: float
    z: float
    blocker: str | None


@dataclass(frozen=True, slots=True)
class BodyReceipt:
    """The view of a body by an eye: the samples row by row."""

    target: str
    samples: tuple[Sample, ...]

    @property
    def share(self) -> float:
        """The share of the samples that are visible."""
        return sum(sample.blocker is None for sample in self.samples) / len(self.samples)


class Looks(NamedTuple):
    """The view of T bodies by one eye: their numbers, samples (T, rows, columns, 3), and the first blocker of each."""

    targets: Numbers
    samples: Floats
    stops: Numbers
    names: tuple[str, ...]

    @property
    def shares(self) -> Floats:
        """The share of each body's samples that are visible."""
        return np.asarray((self.stops == LIT).mean(axis=(1, 2)))

    def receipts(self) -> dict[int, BodyReceipt]:
        """Return the receipts of all bodies in the view, by number."""
        receipts = {}
        for target, spots, stops in zip(self.targets.tolist(), self.samples, self.stops):
            blockers = [None if stop == LIT else self.names[stop] for stop in stops.ravel().tolist()]
            samples = (Sample(x, y, z, blocker) for (x, y, z), blocker in zip(spots.reshape(-1, 3).tolist(), blockers))
            receipts[target] = BodyReceipt(self.names[target], tuple(samples))
        return receipts


class Prisms:
    """All terrain that stops sight, as arrays that are prepared once for a table. `shields` are those in one piece."""

    def __init__(self, prisms: Iterable[Prism]) -> None:
        self.all = tuple(prism for prism in prisms if len(prism.solid.starts))
        solids = [prism.solid for prism in self.all]
        self.edges = np.hstack([stacked(solid.starts for solid in solids), stacked(solid.ends for solid in solids)]).T
        self.counts = np.array([len(solid.starts) for solid in solids], dtype=np.intp)
        self.firsts = np.cumsum(self.counts) - self.counts
        self.shields = np.flatnonzero([len(solid.geometry.geoms) == 1 for solid in solids])
        west, south, east, north = np.array([solid.box for solid in solids]).reshape(-1, 4).T
        across, up = (east - west) / 2, (north - south) / 2
        self.rounds = np.stack((west + across, south + up, np.sqrt(across * across + up * up)))

    def edges_of(self, prisms: Numbers) -> tuple[Numbers, Numbers]:
        """Return the edges of some prisms as two arrays: the index of the prism among `prisms`, and the edge number."""
        counts = self.counts[prisms]
        owner = np.repeat(np.arange(len(prisms)), counts)
        return owner, np.arange(len(owner)) + np.repeat(self.firsts[prisms] - np.cumsum(counts) + counts, counts)


class _Rays(NamedTuple):
    """Rays to T targets: horizontal vectors (T, C), heights (T, R), and the targets' middles, half widths, groups."""

    x: Floats
    y: Floats
    z: Floats
    middle_x: Floats
    middle_y: Floats
    width: Floats
    group: Numbers


class _Stretches(NamedTuple):
    """The parts of rays inside blockers, seen from above: numbers of ray and blocker, and inches from the eye."""

    ray: Numbers
    blocker: Numbers
    low: Floats
    high: Floats


class Visibility:
    """The views of a fixed set of bodies by eyes. If bodies or terrain change, a new object is needed.

    A ray is not stopped by a blocker that it only touches.
    """

    def __init__(self, bodies: Sequence[Body], prisms: Prisms, silhouette: Silhouette) -> None:
        self._count, self._prisms = len(bodies), prisms
        self._columns, self._rows = np.array(silhouette.columns), np.array(silhouette.rows)
        self._wide = float(np.abs(self._columns).max())
        feet = [body.footprint for body in bodies]
        rounds = np.array([(foot.x, foot.y, foot.radius) for foot in feet], dtype=np.float64).reshape(-1, 3).T
        self._x, self._y, self._radius = np.concatenate((rounds, prisms.rounds), axis=1)
        spans = [*((body.base, body.base + body.height) for body in bodies), *(prism[1:3] for prism in prisms.all)]
        self._base, self._top = np.array(spans, dtype=np.float64).reshape(-1, 2).T
        self.names = (*(foot.name for foot in feet), *(prism.solid.name for prism in prisms.all))
        groups = [*(body.group or body.footprint.name for body in bodies), *(prism.group for prism in prisms.all)]
        self._group_ids = {name: number for number, name in enumerate(filter(None, groups))}
        self._groups = np.array([self._group_ids.get(name, _NO_GROUP) for name in groups], dtype=np.intp)
        self._cache: dict[object, Looks] = {}

    def look(
        self, eye: Eye, reach: float = math.inf, arc: float | None = None, only: tuple[int, ...] | None = None
    ) -> Looks:
        """Return an eye's view of the bodies of other groups.

        Bodies that are certainly beyond `reach` inches, outside the `arc` (degrees), or not in `only` are left out.
        """
        key = eye, reach, arc, only
        if key not in self._cache:
            if len(self._cache) >= MOST_LOOKS:
                self._cache.clear()
            bodies = np.arange(self._count) if only is None else np.array(only, dtype=np.intp)
            self._cache[key] = self._view_of(eye, self._targets_of(eye, bodies, reach, arc))
        return self._cache[key]

    def _targets_of(self, eye: Eye, bodies: Numbers, reach: float, arc: float | None) -> Numbers:
        """Return the bodies that a view may show."""
        x, y, radius = self._x[bodies], self._y[bodies], self._radius[bodies]
        near = self._groups[bodies] != self._group_of(eye.group)
        if reach < math.inf:
            near &= (x - eye.x) ** 2 + (y - eye.y) ** 2 <= (reach + radius) ** 2
        if arc is not None:
            near &= in_arc(Disc(eye.x, eye.y, 0.0, facing=eye.facing), x, y, arc, radius)
        return np.asarray(bodies[near])

    def _group_of(self, name: str) -> int:
        """Return the number of a group."""
        return self._group_ids.get(name, _UNKNOWN)

    def _view_of(self, eye: Eye, targets: Numbers) -> Looks:
        """Return the view of targets."""
        centres = self._x[targets] - eye.x, self._y[targets] - eye.y
        heights = self._base[targets], self._top[targets]
        rays = self._rays_to(centres, self._radius[targets], heights, self._groups[targets])
        samples = np.empty((*rays.z.shape, len(self._columns), 3))
        samples[..., 0], samples[..., 1] = rays.x[:, None] + eye.x, rays.y[:, None] + eye.y
        samples[..., 2] = rays.z[:, :, None]
        return Looks(targets, samples, self._stops(eye, rays, nearest=True), self.names)

    def _rays_to(
        self, centres: tuple[Floats, Floats], radius: Floats, heights: tuple[Floats, Floats], groups: Numbers
    ) -> _Rays:
        """Return the rays to T bodies, whose silhouettes are perpendicular to the line from the eye."""
        (x, y), (base, top) = centres, heights
        far = np.sqrt(x * x + y * y)
        aside = (radius / np.where(far > 0.0, far, 1.0))[:, None] * self._columns
        plan_x, plan_y = x[:, None] - y[:, None] * aside, y[:, None] + x[:, None] * aside
        rows = base[:, None] + (top - base)[:, None] * self._rows
        return _Rays(plan_x, plan_y, rows, x, y, radius * self._wide, groups)

    def shares_at(self, eye: Eye, spots: Floats, radius: float, height: float, group: str = "") -> Floats:
        """Return the visible share of one body at each of some spots: x, y and base, (S, 3), in inches."""
        x, y, base = spots.T
        groups = np.full(len(spots), self._group_of(group))
        centres, sizes = (x - eye.x, y - eye.y), np.full(len(spots), radius)
        rays = self._rays_to(centres, sizes, (base, base + height), groups)
        return np.asarray((self._stops(eye, rays) == LIT).mean(axis=(1, 2)))

    def stops(self, eye: Eye, spots: Floats, group: str = "") -> Numbers:
        """Return the number of the first blocker, or `LIT`, of rays from an eye to points (S, 3) of a group."""
        return self._stops_at(eye, spots, np.full(len(spots), self._group_of(group)), nearest=True)

    def _stops_at(self, eye: Eye, spots: Floats, groups: Numbers, *, nearest: bool = False) -> Numbers:
        """Return the number of the first blocker of rays to points, each with the number of its group."""
        x, y = spots[:, 0] - eye.x, spots[:, 1] - eye.y
        rays = _Rays(x[:, None], y[:, None], spots[:, 2:], x, y, np.zeros(len(spots)), groups)
        return self._stops(eye, rays, nearest=nearest).ravel()

    def glance(self, eye: Eye, bodies: Numbers, foot: float) -> tuple[Floats, Bools, Bools]:
        """Return the visible shares of some bodies of other groups, and two facts of each.

        These are whether its point `foot` inches above the middle of its base is visible, and whether certainly no
        lower eye at the same place sees any of it.
        """
        x, y, radius, groups = self._x[bodies], self._y[bodies], self._radius[bodies], self._groups[bodies]
        centres, heights = (x - eye.x, y - eye.y), (self._base[bodies], self._top[bodies])
        sealed = self._hidden(eye, centres, heights[1], groups, radius * self._wide)
        shares, feet, there = np.zeros(len(bodies)), np.zeros(len(bodies), dtype=np.bool_), np.flatnonzero(~sealed)
        if there.size:
            base, top = heights[0][there], heights[1][there]
            rays = self._rays_to((centres[0][there], centres[1][there]), radius[there], (base, top), groups[there])
            stops = self._stops(eye, rays._replace(z=np.column_stack((rays.z, base + foot))))
            shares[there] = (stops[:, :-1] == LIT).mean(axis=(1, 2))
            feet[there] = stops[:, -1, len(self._columns) // 2] == LIT
            sealed[there] = self._stand_on_ground(stops).all(axis=(1, 2))
        return shares, feet, sealed

    def numbers_of(self, groups: Sequence[str]) -> Numbers:
        """Return the numbers of groups, for `hidden` and `lit`."""
        return np.array([self._group_of(name) for name in groups], dtype=np.intp)

    def hidden(self, eye: Eye, spots: Floats, groups: Numbers) -> Bools:
        """Return which points above the ground, (S, 3), are certainly hidden from an eye and from lower ones there.

        This is fast; some that are hidden are not found.
        """
        x, y, z = spots.T
        return self._hidden(eye, (x - eye.x, y - eye.y), z, groups, np.zeros(len(spots)))

    def lit(self, eye: Eye, spots: Floats, groups: Numbers) -> tuple[Bools, Bools]:
        """Return which points (S, 3), each of a group, an eye sees, and which no lower eye at its place sees either."""
        stops = self._stops_at(eye, spots, groups)
        return np.asarray(stops == LIT), self._stand_on_ground(stops)

    def _hidden(self, eye: Eye, plan: tuple[Floats, Floats], tops: Floats, groups: Numbers, wide: Floats) -> Bools:
        """Return which discs with some tops, `wide` to each side, are certainly hidden from an eye and all lower ones.

        A prism that stands on the ground, higher than the eye and the disc, hides all that is farther than its corners
        and between the outermost of them.
        """
        prisms, hidden = self._prisms, np.zeros(len(groups), dtype=np.bool_)
        shields = prisms.shields + self._count
        x, y, radius = self._x[shields] - eye.x, self._y[shields] - eye.y, self._radius[shields]
        able = (x * x + y * y > radius * radius) & (self._base[shields] <= 0.0) & (self._top[shields] > eye.z + _HAIR)
        able &= self._groups[shields] != self._group_of(eye.group)
        which = prisms.shields[able]
        if not which.size or not hidden.size or eye.z < _HAIR:
            return hidden
        x, y, shields = x[able], y[able], shields[able]
        owner, edge = prisms.edges_of(which)
        ax, ay = prisms.edges[:2, edge] - ((eye.x,), (eye.y,))
        ux, uy, begin = x[owner], y[owner], np.cumsum(prisms.counts[which]) - prisms.counts[which]
        turn = np.arctan2(ux * ay - uy * ax, ux * ax + uy * ay)
        low, high = np.minimum.reduceat(turn, begin) + _HAIR, np.maximum.reduceat(turn, begin) - _HAIR
        far = plan[0] * plan[0] + plan[1] * plan[1]
        aside = np.arctan2(wide, np.sqrt(far))[:, None]
        off = np.arctan2(plan[1], plan[0])[:, None] - np.arctan2(y, x)
        off -= 2 * math.pi * np.rint(off / (2 * math.pi))
        behind = (off - aside > low) & (off + aside < high)
        behind &= far[:, None] > np.maximum.reduceat(ax * ax + ay * ay, begin)
        behind &= (tops[:, None] < self._top[shields] - _HAIR) & (groups[:, None] != self._groups[shields])
        return np.asarray(behind.any(axis=1))

    def _stand_on_ground(self, blockers: Numbers) -> Bools:
        """Return which of some blockers stand on the ground: they also stop all rays from below to the same point."""
        return np.asarray((blockers != LIT) & (self._base[blockers] <= 0.0))

    def _stops(self, eye: Eye, rays: _Rays, *, nearest: bool = False) -> Numbers:
        """Return a blocker of each ray (T, rows, columns), with `nearest` the one nearest to the eye, or `LIT`."""
        targets, columns = rays.x.shape
        first = np.full((targets * columns, rays.z.shape[1]), LIT, dtype=np.intp)
        at, blockers = self._possible_pairs(eye, rays)
        if at.size:
            length = np.sqrt(rays.x * rays.x + rays.y * rays.y)
            steep = length < _UPRIGHT
            if steep.any():
                rays.x[steep], rays.y[steep], length[steep] = _UPRIGHT, 0.0, _UPRIGHT
            units = rays.x / length, rays.y / length
            rounds, inside = blockers < self._count, []
            if rounds.any():
                inside.append(self._in_rounds(eye, units, at[rounds], blockers[rounds]))
            if not rounds.all():
                inside.append(self._in_prisms(eye, units, at[~rounds], blockers[~rounds]))
            both = inside[0] if len(inside) == 1 else _Stretches(*map(np.concatenate, zip(*inside)))
            ray, row, blocker = self._entered(eye, rays, length.ravel(), both, nearest=nearest)
            first[ray, row] = blocker
        return first.reshape(targets, columns, rays.z.shape[1]).transpose(0, 2, 1)

    def _entered(
        self, eye: Eye, rays: _Rays, length: Floats, inside: _Stretches, *, nearest: bool
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return column, row and blocker of rays that enter a blocker, with `nearest` each ray's nearest last."""
        low, high = np.maximum(inside.low, 0.0), np.minimum(inside.high, length[inside.ray])
        crossing = high - low > TOUCH
        ray, blocker, low, high = inside.ray[crossing], inside.blocker[crossing], low[crossing], high[crossing]
        climb = (rays.z[ray // rays.x.shape[1]] - eye.z) / length[ray, None]
        first, last = eye.z + climb * low[:, None], eye.z + climb * high[:, None]
        base, top = self._base[blocker, None], self._top[blocker, None]
        stopped = (np.minimum(first, last) < top - TOUCH) & (np.maximum(first, last) > base + TOUCH)
        at, row = np.nonzero(stopped)
        if nearest:  # a ray from above or below enters through the top or base
            rise = (np.minimum(np.maximum(first, base), top) - first)[at, row]
            entry = low[at] + np.divide(rise, climb[at, row], out=np.zeros_like(rise), where=rise != 0.0)
            order = np.argsort(-entry, kind="stable")
            at, row = at[order], row[order]
        return ray[at], row, blocker[at]

    def _possible_pairs(self, eye: Eye, rays: _Rays) -> tuple[Numbers, Numbers]:
        """Return pairs of target and blocker (indices) in which the blocker may stop rays to the target."""
        far = np.sqrt(rays.middle_x * rays.middle_x + rays.middle_y * rays.middle_y)[:, None]
        far[far < _UPRIGHT] = _UPRIGHT
        lowest, highest = np.minimum(rays.z.min(axis=1), eye.z), np.maximum(rays.z.max(axis=1), eye.z)
        able = self._possible_blockers(eye, (lowest, highest), float(far.max(initial=0.0)))
        x, y, radius = self._x[able] - eye.x, self._y[able] - eye.y, self._radius[able]
        ux, uy = rays.middle_x[:, None] / far, rays.middle_y[:, None] / far
        along, off = ux * x + uy * y, np.abs(ux * y - uy * x)
        wide = rays.width[:, None] * np.minimum((along + radius) / far, 1.0) if rays.width.any() else 0.0
        near = off < radius + wide
        near &= (along > -radius) & (along < far + radius)
        near &= (self._top[able] > lowest[:, None]) & (self._base[able] < highest[:, None])
        near &= self._groups[able] != rays.group[:, None]
        targets, blockers = np.nonzero(near)
        return targets, able[blockers]

    def _possible_blockers(self, eye: Eye, heights: tuple[Floats, Floats], far: float) -> Numbers:
        """Return the blockers that may stop any of some rays, by the heights and the length of these rays."""
        x, y, reach = self._x - eye.x, self._y - eye.y, far + self._radius
        able = (self._top > heights[0].min(initial=math.inf)) & (self._base < heights[1].max(initial=-math.inf))
        return np.flatnonzero(able & (self._groups != self._group_of(eye.group)) & (x * x + y * y < reach * reach))

    def _in_rounds(self, eye: Eye, units: tuple[Floats, Floats], targets: Numbers, blockers: Numbers) -> _Stretches:
        """Return the stretches of rays in bodies."""
        ux, uy = units[0][targets], units[1][targets]
        x, y, radius = (values[blockers, None] for values in (self._x - eye.x, self._y - eye.y, self._radius - TOUCH))
        along, off = ux * x + uy * y, ux * y - uy * x
        room = radius * radius - off * off
        pair, column = np.nonzero(room > 0.0)
        along, half = along[pair, column], np.sqrt(room[pair, column])
        return _Stretches(targets[pair] * ux.shape[1] + column, blockers[pair], along - half, along + half)

    def _in_prisms(self, eye: Eye, units: tuple[Floats, Floats], targets: Numbers, blockers: Numbers) -> _Stretches:
        """Return the stretches of rays in prisms. A line enters and leaves a prism alternately."""
        pair, edge = self._prisms.edges_of(blockers - self._count)
        ax, ay, bx, by = self._prisms.edges[:, edge, None] - (((eye.x,),), ((eye.y,),)) * 2
        ux, uy = units[0][targets[pair]], units[1][targets[pair]]
        one, other = ux * ay - uy * ax, ux * by - uy * bx
        at, column = np.nonzero((one > 0.0) != (other > 0.0))
        near, beyond = one[at, column], other[at, column]
        share = near / (near - beyond)
        x, y = (start[at, 0] + (end[at, 0] - start[at, 0]) * share for start, end in ((ax, bx), (ay, by)))
        along = ux[at, column] * x + uy[at, column] * y
        line = pair[at] * ux.shape[1] + column
        order = np.lexsort((along, line))
        along, pair, column = along[order], pair[at][order][::2], column[order][::2]
        return _Stretches(targets[pair] * ux.shape[1] + column, blockers[pair], along[::2], along[1::2])

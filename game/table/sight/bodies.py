"""The sight of bodies with heights. An eye looks at many bodies at once, by rays to points on their silhouettes.

Points and blockers are relative to the eye. Each of T targets has an eye, and rows and columns of points; seen from
above, a ray depends only on the column. Blockers have numbers: first the bodies, then the prisms.
"""

import math
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from functools import lru_cache
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
# The least distance of a body in inches, so that no division is by 0.
_NEAREST: Final = 1e-300
# The least horizontal length of a ray in inches. A vertical ray is treated as leaning by this length.
_UPRIGHT: Final = 1e-7
# The tolerance for the bearing of a corner in radians, and for a height in inches.
_HAIR: Final = 1e-5
# The group numbers of terrain without a group, and of an eye or point whose group has no blocker.
_NO_GROUP: Final = -1
_UNKNOWN: Final = -2


class Prism(NamedTuple):
    """Terrain that stops rays between two heights, in inches, except rays to and from members of its `group`."""

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
    """The points of a body to which rays go.

    Columns are parts of its radius, to the sides as the eye sees it; rows are parts of its height.
    """

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
    """How an eye sees a body: its samples, row by row."""

    target: str
    samples: tuple[Sample, ...]

    @property
    def share(self) -> float:
        """The part of the samples that is visible, from 0 to 1."""
        return sum(sample.blocker is None for sample in self.samples) / len(self.samples)


class Looks(NamedTuple):
    """The view of T bodies by one eye: their numbers, samples (T, rows, columns, 3), and the first blocker of each."""

    targets: Numbers
    samples: Floats
    stops: Numbers
    names: tuple[str, ...]

    @property
    def shares(self) -> Floats:
        """The part of each body's samples that is visible, from 0 to 1."""
        return np.asarray((self.stops == LIT).mean(axis=(1, 2)))

    def receipts(self) -> dict[int, BodyReceipt]:
        """Return the receipts of all bodies in the view, by number."""
        receipts = {}
        for target, spots, stops in zip(self.targets.tolist(), self.samples, self.stops):
            blockers = [None if stop == LIT else self.names[stop] for stop in stops.ravel().tolist()]
            samples = map(Sample, *spots.reshape(-1, 3).T.tolist(), blockers)
            receipts[target] = BodyReceipt(self.names[target], tuple(samples))
        return receipts


class Prisms:
    """All terrain that stops sight, as arrays that are prepared once for a table. `shields` are prisms in one piece."""

    def __init__(self, prisms: Iterable[Prism]) -> None:
        self.all = tuple(prism for prism in prisms if len(prism.solid.starts))
        solids = [prism.solid for prism in self.all]
        self.edges = np.hstack([stacked(solid.starts for solid in solids), stacked(solid.ends for solid in solids)]).T
        self.counts = np.array([len(solid.starts) for solid in solids], dtype=np.intp)
        self.firsts = np.cumsum(self.counts) - self.counts
        self.shields = np.flatnonzero([len(solid.geometry.geoms) == 1 for solid in solids])
        west, south, east, north = np.array([solid.box for solid in solids]).reshape(-1, 4).T
        half_width, half_height = (east - west) / 2, (north - south) / 2
        self.rounds = np.stack(
            (west + half_width, south + half_height, np.sqrt(half_width * half_width + half_height * half_height))
        )

    def edges_of(self, prisms: Numbers) -> tuple[Numbers, Numbers]:
        """Return the edges of the given prisms as two arrays: the index in `prisms`, and the number of the edge."""
        counts = self.counts[prisms]
        owner = np.arange(len(prisms)).repeat(counts)
        return owner, np.arange(len(owner)) + (self.firsts[prisms] - counts.cumsum() + counts).repeat(counts)


class _Shadows(NamedTuple):
    """What prisms hide from a place: all beyond a squared distance, in a range of bearings.

    The bearings go from `low` to `high`, relative to `middle`.
    """

    prisms: Numbers
    middle: Floats
    low: Floats
    high: Floats
    square: Floats


@lru_cache(maxsize=MOST_LOOKS)
def _shadows(prisms: Prisms, x: float, y: float) -> _Shadows:
    """Return what the shields hide from a place if they are high enough, without shields too near to the place."""
    dx, dy, radius = prisms.rounds[:, prisms.shields] - ((x,), (y,), (0.0,))
    far_enough = dx * dx + dy * dy > radius * radius
    shields, dx, dy = prisms.shields[far_enough], dx[far_enough], dy[far_enough]
    if not shields.size:
        return _Shadows(shields, dx, dx, dx, dx)
    owner, edge = prisms.edges_of(shields)
    ax, ay = prisms.edges[:2, edge] - ((x,), (y,))
    ux, uy, first_edges = dx[owner], dy[owner], prisms.counts[shields].cumsum() - prisms.counts[shields]
    turn = np.arctan2(ux * ay - uy * ax, ux * ax + uy * ay)
    low, high = np.minimum.reduceat(turn, first_edges) + _HAIR, np.maximum.reduceat(turn, first_edges) - _HAIR
    return _Shadows(shields, np.arctan2(dy, dx), low, high, np.maximum.reduceat(ax * ax + ay * ay, first_edges))


class _Eyes(NamedTuple):
    """The eyes of T targets in inches, and the numbers of their groups."""

    x: Floats
    y: Floats
    z: Floats
    group: Numbers

    def select(self, which: Numbers) -> "_Eyes":
        """Return the eyes at these indices."""
        return _Eyes(self.x[which], self.y[which], self.z[which], self.group[which])


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

    A ray is not stopped by a blocker that it only touches. With `see_through`, bodies stop no rays.
    """

    def __init__(
        self, bodies: Sequence[Body], prisms: Prisms, silhouette: Silhouette, *, see_through: bool = False
    ) -> None:
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
        self._first_blocker = len(bodies) if see_through else 0
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
        """Return the bodies that a view includes."""
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

    def _eyes(self, eyes: Sequence[Eye]) -> _Eyes:
        """Return some eyes as arrays."""
        x, y, z = np.array([eye[:3] for eye in eyes], dtype=np.float64).reshape(-1, 3).T
        return _Eyes(x, y, z, self.numbers_of([eye.group for eye in eyes]))

    def _view_of(self, eye: Eye, targets: Numbers) -> Looks:
        """Return an eye's view of targets."""
        eyes = self._one_eye(eye, targets)
        rays = self._rays_to(eyes, targets)
        samples = np.empty((*rays.z.shape, len(self._columns), 3))
        samples[..., 0], samples[..., 1] = rays.x[:, None] + eye.x, rays.y[:, None] + eye.y
        samples[..., 2] = rays.z[:, :, None]
        return Looks(targets, samples, self._stops(eyes, rays, nearest=True), self.names)

    def _rays_to(self, eyes: _Eyes, bodies: Numbers) -> _Rays:
        """Return the rays to T bodies."""
        plan, heights = (self._x[bodies], self._y[bodies]), (self._base[bodies], self._top[bodies])
        return self._silhouettes(eyes, plan, self._radius[bodies], heights, self._groups[bodies])

    def _silhouettes(
        self,
        eyes: _Eyes,
        plan: tuple[Floats, Floats],
        radius: Floats,
        heights: tuple[Floats, Floats],
        groups: Numbers,
    ) -> _Rays:
        """Return the rays to T silhouettes, which are perpendicular to the lines from the eyes."""
        x, y, (base, top) = plan[0] - eyes.x, plan[1] - eyes.y, heights
        distance = np.sqrt(x * x + y * y)
        aside = (radius / np.maximum(distance, _NEAREST))[:, None] * self._columns
        plan_x, plan_y = x[:, None] - y[:, None] * aside, y[:, None] + x[:, None] * aside
        rows = base[:, None] + (top - base)[:, None] * self._rows
        return _Rays(plan_x, plan_y, rows, x, y, radius * self._wide, groups)

    def shares_at(self, eye: Eye, spots: Floats, radius: float, height: float, group: str = "") -> Floats:
        """Return the visible part of one body at each spot: x, y and base height, (S, 3), in inches."""
        x, y, base = spots.T
        eyes, groups = self._one_eye(eye, spots), np.full(len(spots), self._group_of(group))
        rays = self._silhouettes(eyes, (x, y), np.full(len(spots), radius), (base, base + height), groups)
        return np.asarray((self._stops(eyes, rays) == LIT).mean(axis=(1, 2)))

    def stops(self, eye: Eye, spots: Floats, group: str = "") -> Numbers:
        """Return the number of the first blocker, or `LIT`, of rays from an eye to points (S, 3) of a group."""
        return self._stops_at(
            self._one_eye(eye, spots), spots, np.full(len(spots), self._group_of(group)), nearest=True
        )

    def _one_eye(self, eye: Eye, targets: Sized) -> _Eyes:
        """Return the same eye for each of the targets."""
        x, y, z = (np.full(len(targets), inches) for inches in eye[:3])
        return _Eyes(x, y, z, np.full(len(targets), self._group_of(eye.group)))

    def _stops_at(self, eyes: _Eyes, spots: Floats, groups: Numbers, *, nearest: bool = False) -> Numbers:
        """Return a blocker of each ray to points with the given groups, or `LIT`; with `nearest`, the first blocker."""
        x, y = spots[:, 0] - eyes.x, spots[:, 1] - eyes.y
        rays = _Rays(x[:, None], y[:, None], spots[:, 2:], x, y, np.zeros(len(spots)), groups)
        return self._stops(eyes, rays, nearest=nearest).ravel()

    def glance(self, eyes: Sequence[Eye], which: Numbers, bodies: Numbers, foot: float) -> tuple[Floats, Bools]:
        """Return the visible parts of bodies of other groups, each seen by one `which` of the eyes.

        Also return whether the point of each `foot` inches above the middle of its base is visible.
        """
        looking = self._eyes(eyes).select(which)
        rays = self._rays_to(looking, bodies)
        stops = self._stops(looking, rays._replace(z=np.column_stack((rays.z, self._base[bodies] + foot))))
        return (stops[:, :-1] == LIT).mean(axis=(1, 2)), stops[:, -1, len(self._columns) // 2] == LIT

    def numbers_of(self, groups: Sequence[str]) -> Numbers:
        """Return the numbers of groups, as `hidden` and `lit` take them."""
        return np.array([self._group_of(name) for name in groups], dtype=np.intp)

    def hidden(self, eye: Eye, spots: Floats, groups: Numbers) -> Bools:
        """Return which points above the ground, (S, 3), are certainly hidden from an eye and from all eyes below it.

        This is fast, but does not discover all hidden points. A prism that stands on the ground, higher than the eye
        and the point, hides all that is farther than its corners and between its two outermost corners.
        """
        shadows = _shadows(self._prisms, eye.x, eye.y)
        shields = shadows.prisms + self._count
        hiding = (self._base[shields] <= 0.0) & (self._top[shields] > eye.z + _HAIR) & (eye.z >= _HAIR)
        hiding &= self._groups[shields] != self._group_of(eye.group)
        shields, middle, low, high, square = shields[hiding], *(column[hiding] for column in shadows[1:])
        x, y, height = spots[:, 0] - eye.x, spots[:, 1] - eye.y, spots[:, 2]
        bearing_off = np.arctan2(y, x)[:, None] - middle
        bearing_off -= 2 * math.pi * np.rint(bearing_off / (2 * math.pi))
        is_hidden = (bearing_off > low) & (bearing_off < high) & ((x * x + y * y)[:, None] > square)
        is_hidden &= (height[:, None] < self._top[shields] - _HAIR) & (groups[:, None] != self._groups[shields])
        return np.asarray(is_hidden.any(axis=1))

    def lit(self, eyes: Sequence[Eye], which: Numbers, spots: Floats, groups: Numbers) -> tuple[Bools, Bools]:
        """Return which points (S, 3), each of a group, are visible, each to one `which` of the eyes.

        Also return which of them are hidden from every lower eye at the same place too.
        """
        stops = self._stops_at(self._eyes(eyes).select(which), spots, groups)
        return np.asarray(stops == LIT), self._stand_on_ground(stops)

    def _stand_on_ground(self, blockers: Numbers) -> Bools:
        """Return which blockers stand on the ground, so that they also stop all rays from below to the same point."""
        return np.asarray((blockers != LIT) & (self._base[blockers] <= 0.0))

    def _stops(self, eyes: _Eyes, rays: _Rays, *, nearest: bool = False) -> Numbers:
        """Return a blocker of each ray (T, rows, columns), or `LIT`; with `nearest`, the blocker nearest to the eye."""
        targets, columns = rays.x.shape
        first = np.full((targets * columns, rays.z.shape[1]), LIT, dtype=np.intp)
        targets_of_pairs, blockers = self._possible_pairs(eyes, rays)
        if targets_of_pairs.size:
            length = np.sqrt(rays.x * rays.x + rays.y * rays.y)
            steep = length < _UPRIGHT
            if steep.any():
                rays.x[steep], rays.y[steep], length[steep] = _UPRIGHT, 0.0, _UPRIGHT
            units = rays.x / length, rays.y / length
            rounds, inside = blockers < self._count, []
            if rounds.any():
                inside.append(self._in_rounds(eyes, units, targets_of_pairs[rounds], blockers[rounds]))
            if not rounds.all():
                inside.append(self._in_prisms(eyes, units, targets_of_pairs[~rounds], blockers[~rounds]))
            stretches = inside[0] if len(inside) == 1 else _Stretches(*map(np.concatenate, zip(*inside)))
            ray, row, blocker = self._entered(eyes, rays, length.ravel(), stretches, nearest=nearest)
            first[ray, row] = blocker
        return first.reshape(targets, columns, rays.z.shape[1]).transpose(0, 2, 1)

    def _entered(
        self, eyes: _Eyes, rays: _Rays, length: Floats, inside: _Stretches, *, nearest: bool
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return column, row and blocker of rays that enter a blocker; with `nearest`, the nearest comes last."""
        ray, blocker, target, length = inside.ray, inside.blocker, inside.ray // rays.x.shape[1], length[inside.ray]
        low, high = np.maximum(inside.low, 0.0)[:, None], np.minimum(inside.high, length)[:, None]
        eye_z, base, top = eyes.z[target, None], self._base[blocker, None], self._top[blocker, None]
        climb = (rays.z[target] - eye_z) / length[:, None]
        first, last = eye_z + climb * low, eye_z + climb * high
        stopped = (np.minimum(first, last) < top - TOUCH) & (np.maximum(first, last) > base + TOUCH)
        at, row = (stopped & (high - low > TOUCH)).nonzero()
        if nearest:  # a ray from above or below enters through the top or base
            rise = (np.minimum(np.maximum(first, base), top) - first)[at, row]
            entry = low[at, 0] + np.divide(rise, climb[at, row], out=np.zeros_like(rise), where=rise != 0.0)
            order = (-entry).argsort(kind="stable")
            at, row = at[order], row[order]
        return ray[at], row, blocker[at]

    def _possible_pairs(self, eyes: _Eyes, rays: _Rays) -> tuple[Numbers, Numbers]:
        """Return pairs of target and blocker (indices) in which the blocker may stop rays to the target."""
        distance = np.sqrt(rays.middle_x * rays.middle_x + rays.middle_y * rays.middle_y)[:, None]
        distance = np.maximum(distance, _UPRIGHT)
        eye_z, group = eyes.z[:, None], rays.group[:, None]
        lowest = np.minimum(rays.z.min(axis=1, keepdims=True), eye_z)
        highest = np.maximum(rays.z.max(axis=1, keepdims=True), eye_z)
        x, y, half = self._x - eyes.x[:, None], self._y - eyes.y[:, None], distance / 2
        ux, uy = rays.middle_x[:, None] / distance, rays.middle_y[:, None] / distance
        near = np.abs(ux * y - uy * x) < self._radius + rays.width[:, None]
        near &= np.abs(ux * x + uy * y - half) < half + self._radius
        near &= (self._top > lowest) & (self._base < highest)
        near &= (self._groups != group) & (self._groups != eyes.group[:, None])
        near[:, : self._first_blocker] = False
        targets, blockers = near.nonzero()
        return targets, blockers

    def _in_rounds(self, eyes: _Eyes, units: tuple[Floats, Floats], targets: Numbers, blockers: Numbers) -> _Stretches:
        """Return the stretches of rays in bodies."""
        ux, uy = units[0][targets], units[1][targets]
        x, y = (self._x[blockers] - eyes.x[targets])[:, None], (self._y[blockers] - eyes.y[targets])[:, None]
        radius = (self._radius[blockers] - TOUCH)[:, None]
        foot, offset = ux * x + uy * y, ux * y - uy * x
        squared_half_chord = radius * radius - offset * offset
        pair, column = (squared_half_chord > 0.0).nonzero()
        foot, half = foot[pair, column], np.sqrt(squared_half_chord[pair, column])
        return _Stretches(targets[pair] * ux.shape[1] + column, blockers[pair], foot - half, foot + half)

    def _in_prisms(self, eyes: _Eyes, units: tuple[Floats, Floats], targets: Numbers, blockers: Numbers) -> _Stretches:
        """Return the stretches of rays in prisms, which a ray may enter and leave several times."""
        pair, edge = self._prisms.edges_of(blockers - self._count)
        owner, columns = targets[pair], units[0].shape[1]
        edge_ends = self._prisms.edges[:, edge] - (eyes.x[owner], eyes.y[owner], eyes.x[owner], eyes.y[owner])
        ax, ay, bx, by = edge_ends[:, :, None]
        ux, uy = units[0][owner], units[1][owner]
        # A ray crosses the edges whose two ends lie on opposite sides of it.
        side_a, side_b = ux * ay - uy * ax, ux * by - uy * bx
        rows, column = ((side_a > 0.0) != (side_b > 0.0)).nonzero()
        crossed, ray, a_side = edge_ends[:, rows], owner[rows] * columns + column, side_a[rows, column]
        x, y = crossed[:2] + (crossed[2:] - crossed[:2]) * (a_side / (a_side - side_b[rows, column]))
        # Sorted along each ray, crossings are by turns where it enters and where it leaves.
        inches = units[0].ravel()[ray] * x + units[1].ravel()[ray] * y
        order = np.lexsort((inches, pair[rows] * columns + column))
        inches, entry = inches[order], order[::2]
        return _Stretches(ray[entry], blockers[pair[rows[entry]]], inches[::2], inches[1::2])

"""Paths of a base that is not round: it turns on the spot and goes straight, by turns, and is judged all along.

No part of it may move farther than the budget. The part that moves farthest is the farthest from its centre: it goes as
far as the centre, and round an arc with every turn. A leg sweeps a convex hull, along which the distance from another
base falls and rises once; in a turn it changes no faster than the rim does, which leaves no angle unseen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from shapely.geometry import Point, Polygon

from game.cached import cached_property
from game.lengths import missing
from game.refusal import Refusal
from game.table.facing import Pose, Poses, turn_between
from game.table.footprints import (
    Footprint,
    Oblong,
    between,
    centres_near,
    centres_over,
    clearance,
    clearance_of_edge,
    edges_of,
    half_box,
    is_wholly_in,
    rough_clearance,
)
from game.table.lattice import Position, position
from game.table.path.policy import Ground, PathPolicy
from game.table.path.region import PathRegion
from game.table.shapes import Bounds
from game.table.valley import brackets
from game.wording import N_, _

_CONTACT: Final = 1e-6
"""Inches by which a base may overlap an obstacle and still only touch it."""
_FINE: Final = 1e-5
"""Inches by which the distance in a turn may differ from what is judged."""
_NEAR: Final = 0.01
"""An obstacle nearer than this many inches to the start or the end is drawn smaller by that for the search."""


@dataclass(frozen=True, eq=False)
class TurningPolicy:
    """The rules for a path of a base from where it stands.

    No part of it moves farther than `budget` inches, or leaves the table, whose box is `bounds`. `others` are bases and
    `solids` shapes with their names, none of which it may overlap. `rule` is for the length, `block_rule` for the rest.
    """

    base: Oblong
    budget: float
    bounds: Bounds
    others: tuple[Footprint, ...] = ()
    solids: tuple[tuple[str, Polygon], ...] = ()
    rule: str = ""
    block_rule: str = ""


class _Obstacle(NamedTuple):
    name: str
    box: Bounds
    gap: Gap


class TurningPaths:
    """The paths of one base that is not round, by turns on the spot and straight legs."""

    def __init__(self, policy: TurningPolicy) -> None:
        self.policy = policy
        base = policy.base
        self.start = Pose(*position(base.x, base.y), base.facing)

    def cost(self, poses: Sequence[Pose]) -> float:
        """Return the inches that the farthest moving part goes on a path from the start."""
        return math.fsum(
            math.dist(here[:2], there[:2]) + arc_of(self._at(here), there.facing)
            for here, there in pairwise((self.start, *poses))
        )

    def why_not(self, poses: Sequence[Pose]) -> list[Refusal]:
        """Return every reason against a path; none if it is legal."""
        refusals = []
        over = self.cost(poses) - self.policy.budget
        if over > _CONTACT:
            refusals.append(Refusal(_("{amount} too far", amount=missing(over)), self.policy.rule, N_("too far"), over))
        for name in dict.fromkeys(self._blockers(poses)):
            if name:
                text = _("{name} is in the way", name=name)
                refusals.append(Refusal(text, self.policy.block_rule, N_("in the way")))
            else:
                out = max(max(-edge.gap(base) for edge in self._edges) for base in self._shown(poses))
                text = _("leaves the table by {amount}", amount=missing(out))
                refusals.append(Refusal(text, self.policy.block_rule, N_("off the table"), out))
        return refusals

    def _shown(self, poses: Sequence[Pose]) -> Iterator[Oblong]:
        """Yield the base at some moments of a path."""
        for here, there in pairwise((self.start, *poses)):
            turn = turn_between(here.facing, there.facing)
            yield from (turned_by(self._at(here), turn * share / 24) for share in range(25 if turn else 1))
            yield self._at(there)

    def _at(self, pose: Pose) -> Oblong:
        return self.policy.base.moved_to(pose.x, pose.y).turned_to(pose.facing)

    def _blockers(self, poses: Sequence[Pose]) -> Iterator[str]:
        """Yield the names of what the base overlaps on a path."""
        for here, there in pairwise((self.start, *poses)):
            turned = Pose(here.x, here.y, there.facing)
            for obstacle in (*self._edges, *self._near(here, there)):
                if turn_meets(obstacle.gap, self._at(here), there.facing) or leg_meets(
                    obstacle.gap, self._at(turned), there[:2]
                ):
                    yield obstacle.name
        if poses:
            last = self._at(poses[-1])
            yield from (name for name, solid in self.policy.solids if is_wholly_in(last, solid, 0.0))

    def _near(self, here: Pose, there: Pose) -> Iterator[_Obstacle]:
        """Yield the obstacles near a turn and the leg after it."""
        far = self.policy.base.radius
        west, east = min(here.x, there.x) - far, max(here.x, there.x) + far
        south, north = min(here.y, there.y) - far, max(here.y, there.y) + far
        for obstacle in self._obstacles:
            box = obstacle.box
            if box[0] < east and box[2] > west and box[1] < north and box[3] > south:
                yield obstacle

    @cached_property
    def _edges(self) -> list[_Obstacle]:
        """The edges of the table, as obstacles without a name."""
        west, south, east, north = box = self.policy.bounds
        return [
            _Obstacle("", box, lambda base: base.x - half_box(base)[0] - west),
            _Obstacle("", box, lambda base: east - base.x - half_box(base)[0]),
            _Obstacle("", box, lambda base: base.y - half_box(base)[1] - south),
            _Obstacle("", box, lambda base: north - base.y - half_box(base)[1]),
        ]

    @cached_property
    def _obstacles(self) -> list[_Obstacle]:
        """All other bases, and the edges of all solids."""
        found = []
        for other in self.policy.others:
            across, up = half_box(other)
            box = other.x - across, other.y - up, other.x + across, other.y + up
            found.append(_Obstacle(other.name or other.kind, box, partial(clearance, other)))
        for name, solid in self.policy.solids:
            for a, b in edges_of(solid):
                box = min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])
                found.append(_Obstacle(name, box, partial(clearance_of_edge, start=a, end=b)))
        return found

    def find(self, end: Pose) -> Poses | None:
        """Return a legal path to a pose, or None if none was found: it turns once, at the start or at the end."""
        straight = Pose(*position(*end[:2]), end.facing)
        first, last = self._on_lattice(end, self.start.facing), self._on_lattice(end, end.facing)
        simple: tuple[Poses, ...] = (straight,), (first, last)
        for poses in simple:
            if not self.why_not(poses):
                return poses
        for facing in dict.fromkeys((end.facing, self.start.facing)):
            corners = self._corners(end, facing)
            if corners is None:
                continue
            poses = (*(self._on_lattice(at, facing) for at in corners), last)
            if not self.why_not(poses):
                return poses
        return None

    @staticmethod
    def _on_lattice(at: Sequence[float], facing: int) -> Pose:
        return Pose(*position(at[0], at[1]), facing)

    def _corners(self, end: Pose, facing: int) -> list[Position] | None:
        """Return the spots of a shortest path in one facing round all obstacles, without the start; None without one.

        In one facing the base is a point among obstacles grown by it.
        """
        base, policy = self.policy.base.turned_to(facing), self.policy
        budget = policy.budget - arc_of(self.policy.base, end.facing)
        west, south, east, north = policy.bounds
        across, up = half_box(base)
        bounds = west + across, south + up, east - across, north - up
        drawn = [(other.name, centres_near(base, other, 0.0)) for other in policy.others]
        drawn += [(name, centres_over(base, solid)) for name, solid in policy.solids]
        grounds = []
        for name, shape in drawn:
            near = any(shape.distance(Point(pose[:2])) < _NEAR for pose in (self.start, end))
            shown = shape.buffer(-_NEAR) if near else shape
            if isinstance(shown, Polygon) and not shown.is_empty:
                grounds.append(Ground(name, shown, policy.block_rule, solid=True, part="centre"))
        if budget <= 0.0:
            return None
        way = PathRegion(self.start[:2], PathPolicy(0.0, budget, bounds, tuple(grounds))).find(end[:2])
        return None if way is None else [leg.end for leg in way.legs]


Gap = Callable[[Oblong], float]
"""The inches between a base and an obstacle, negative if they overlap."""


def leg_meets(gap_of: Gap, base: Oblong, end: tuple[float, float]) -> bool:
    """Return whether a base that goes straight to a spot overlaps an obstacle, seeking the nearest point of the leg."""
    length = math.dist((base.x, base.y), end)
    if not length:
        return gap_of(base) < -_CONTACT

    def gap(share: float) -> float:
        return gap_of(base.moved_to(base.x + share * (end[0] - base.x), base.y + share * (end[1] - base.y)))

    for low, high, at_left, at_right in brackets(gap, 0.0, 1.0):
        least, inches = min(at_left, at_right), (high - low) * length
        if least < -_CONTACT:
            return True
        if inches <= _CONTACT / 4:
            break
        if least > inches:  # the nearest point is between, and no nearer than nothing
            return False
    return min(gap(0.0), gap(1.0)) < -_CONTACT


def turn_meets(gap_of: Gap, base: Oblong, facing: int) -> bool:
    """Return whether a base that turns on the spot overlaps an obstacle; halves angles until each is surely clear."""
    turn = turn_between(base.facing, facing)
    waiting = [(0.0, 1.0)] if turn else []
    oval = base.shape == "oval"
    # How fast its rim comes nearer at most, in inches per radian.
    rate = (abs(base.length - base.width) if oval else max(base.length, base.width)) / 2
    per_share = rate * math.radians(abs(turn) / 100) / 2
    while waiting:
        low, high = waiting.pop()
        gap = gap_of(turned_by(base, turn * (low + high) / 2))
        if gap < -_CONTACT:
            return True
        spare = per_share * (high - low)
        if gap < spare and spare > _FINE:
            waiting += [((low + high) / 2, high), (low, (low + high) / 2)]
    return False


def depth_of_path(mover: Footprint, way: Poses, other: Footprint) -> float:
    """Return the inches by which a base meets another on a path; minus infinity if it does not.

    At each pose it turns to the facing of the next one, and goes straight to its spot. How deep is seen only roughly,
    at some moments.
    """
    base = as_oblong(mover)

    def gap(there: Oblong) -> float:
        return rough_clearance(there, other)

    poses = [base.moved_to(*pose[:2]).turned_to(pose.facing) for pose in way]
    if all(pose.facing == base.facing for pose in way) and between(_nameless(base), _nameless(other)).surely_passes(
        np.array([pose[:2] for pose in way]) - (other.x, other.y)
    ):
        return -math.inf
    seen, meets = [poses[0]], False
    for here, there in pairwise(poses):
        turned = here.turned_to(there.facing)
        meets = meets or turn_meets(gap, here, there.facing) or leg_meets(gap, turned, (there.x, there.y))
        seen += [turned, turned.moved_to((here.x + there.x) / 2, (here.y + there.y) / 2), there]
    if not meets:
        return -math.inf
    return max(2 * _CONTACT, -min(clearance(there, other) for there in seen))


def _nameless(base: Footprint) -> Footprint:
    return base.moved_to(0.0, 0.0)._replace(name="")


def as_oblong(base: Footprint) -> Oblong:
    """Return a base as an oblong: a disc is an oval as long as it is wide."""
    if isinstance(base, Oblong):
        return base
    return Oblong(base.x, base.y, 2 * base.radius, 2 * base.radius, "oval", 0, base.name, base.kind, base.level)


def arc_of(base: Oblong, facing: int) -> float:
    """Return the inches that the farthest part of a base goes if it turns to a facing."""
    return base.radius * abs(turn_between(base.facing, facing)) * math.pi / 18000


def turned_by(base: Oblong, turn: float) -> Oblong:
    """Return a base turned by a part of a turn."""
    return base.turned_to(base.facing + turn)  # type: ignore[arg-type]  # between two facings for a moment

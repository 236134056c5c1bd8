"""The paths of a base that is not round, which turns on the spot and goes straight, by turns.

No part of it may move farther than the budget. The part that moves farthest is the farthest from its centre: it goes as
far as the centre does, and round an arc with every turn. On a straight leg, the distance from another base falls and
rises once. In a turn it changes no faster than the rim moves, so that judging some angles proves all others.
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
from game.table.path.judge import PathReceipt
from game.table.path.policy import Ground, PathPolicy
from game.table.path.region import PathRegion
from game.table.shapes import Bounds
from game.table.valley import brackets
from game.wording import N_, _

_CONTACT: Final = 1e-6
"""Inches by which a base may overlap an obstacle and still only touch it."""
_FINE: Final = 1e-5
"""The accuracy in inches to which distances in a turn are judged."""
_NEAR: Final = 0.01
"""Obstacles within these inches of the start or the end are drawn smaller by the same inches for the search."""


@dataclass(frozen=True, eq=False)
class TurningPolicy:
    """The rules for a path of a base from its present spot and facing.

    No part of it may move farther than `budget` inches or leave the table, whose box is `bounds`. It may overlap no
    base of `others` and no shape of `solids`, which have names. `rule` is for the length, `block_rule` for the rest.
    """

    base: Oblong
    budget: float
    bounds: Bounds
    others: tuple[Footprint, ...] = ()
    solids: tuple[tuple[str, Polygon], ...] = ()
    rule: str = ""
    block_rule: str = ""


class WayReceipt(NamedTuple):
    """The verdict on a path whose base turns at its bends: its costs, with a price for each turn, and all refusals."""

    path: PathReceipt
    refusals: tuple[Refusal, ...]


class _Obstacle(NamedTuple):
    """Something that the base may not overlap, the box around it, and the function that measures the gap to it."""

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
        """Return the inches that the part moving farthest goes on a path from the start."""
        return math.fsum(
            math.dist(pose[:2], next_pose[:2]) + arc_of(self._at(pose), next_pose.facing)
            for pose, next_pose in pairwise((self.start, *poses))
        )

    def why_not(self, poses: Sequence[Pose]) -> list[Refusal]:
        """Return every reason against a path; none if it is legal."""
        refusals = []
        excess = self.cost(poses) - self.policy.budget
        if excess > _CONTACT:
            refusals.append(
                Refusal(_("{amount} too far", amount=missing(excess)), self.policy.rule, N_("too far"), excess)
            )
        for name in dict.fromkeys(self._blockers(poses)):
            if name:
                text = _("{name} is in the way", name=name)
                refusals.append(Refusal(text, self.policy.block_rule, N_("in the way")))
            else:
                overhang = max(max(-edge.gap(base) for edge in self._edges) for base in self._shown(poses))
                text = _("leaves the table by {amount}", amount=missing(overhang))
                refusals.append(Refusal(text, self.policy.block_rule, N_("off the table"), overhang))
        return refusals

    def _shown(self, poses: Sequence[Pose]) -> Iterator[Oblong]:
        """Yield the base at dense moments of a path."""
        for pose, next_pose in pairwise((self.start, *poses)):
            turn = turn_between(pose.facing, next_pose.facing)
            yield from (turned_by(self._at(pose), turn * step / 24) for step in range(25 if turn else 1))
            yield self._at(next_pose)

    def _at(self, pose: Pose) -> Oblong:
        """Return the base at a pose."""
        return self.policy.base.moved_to(pose.x, pose.y).turned_to(pose.facing)

    def _blockers(self, poses: Sequence[Pose]) -> Iterator[str]:
        """Yield the names of the obstacles that the base overlaps on a path."""
        for pose, next_pose in pairwise((self.start, *poses)):
            turned = Pose(pose.x, pose.y, next_pose.facing)
            for obstacle in (*self._edges, *self._near(pose, next_pose)):
                if turn_meets(obstacle.gap, self._at(pose), next_pose.facing) or leg_meets(
                    obstacle.gap, self._at(turned), next_pose[:2]
                ):
                    yield obstacle.name
        if poses:
            last = self._at(poses[-1])
            yield from (name for name, solid in self.policy.solids if is_wholly_in(last, solid, 0.0))

    def _near(self, start: Pose, end: Pose) -> Iterator[_Obstacle]:
        """Yield the obstacles near a turn and the leg after it."""
        radius = self.policy.base.radius
        west, east = min(start.x, end.x) - radius, max(start.x, end.x) + radius
        south, north = min(start.y, end.y) - radius, max(start.y, end.y) + radius
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
        obstacles = []
        for other in self.policy.others:
            half_width, half_height = half_box(other)
            box = other.x - half_width, other.y - half_height, other.x + half_width, other.y + half_height
            obstacles.append(_Obstacle(other.name or other.kind, box, partial(clearance, other)))
        for name, solid in self.policy.solids:
            for corner, next_corner in edges_of(solid):
                box = (
                    min(corner[0], next_corner[0]),
                    min(corner[1], next_corner[1]),
                    max(corner[0], next_corner[0]),
                    max(corner[1], next_corner[1]),
                )
                obstacles.append(_Obstacle(name, box, partial(clearance_of_edge, start=corner, end=next_corner)))
        return obstacles

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
        """Return the pose on the lattice that is nearest to a spot, with a facing."""
        return Pose(*position(at[0], at[1]), facing)

    def _corners(self, end: Pose, facing: int) -> list[Position] | None:
        """Return the spots, after the start, of a shortest path round all obstacles in one facing; None without one.

        In one facing, the base acts as a point among obstacles that are grown by the base.
        """
        base, policy = self.policy.base.turned_to(facing), self.policy
        budget = policy.budget - arc_of(self.policy.base, end.facing)
        west, south, east, north = policy.bounds
        half_width, half_height = half_box(base)
        bounds = west + half_width, south + half_height, east - half_width, north - half_height
        grown_obstacles = [(other.name, centres_near(base, other, 0.0)) for other in policy.others]
        grown_obstacles += [(name, centres_over(base, solid)) for name, solid in policy.solids]
        grounds = []
        for name, shape in grown_obstacles:
            near = any(shape.distance(Point(pose[:2])) < _NEAR for pose in (self.start, end))
            outline = shape.buffer(-_NEAR) if near else shape
            if isinstance(outline, Polygon) and not outline.is_empty:
                grounds.append(Ground(name, outline, policy.block_rule, solid=True, part="centre"))
        if budget <= 0.0:
            return None
        path = PathRegion(self.start[:2], PathPolicy(0.0, budget, bounds, tuple(grounds))).find(end[:2])
        return None if path is None else [leg.end for leg in path.legs]


Gap = Callable[[Oblong], float]
"""The inches between a base and an obstacle, negative if they overlap."""


def leg_meets(gap_of: Gap, base: Oblong, end: tuple[float, float]) -> bool:
    """Return whether a base that goes straight to a spot overlaps an obstacle; the nearest point of the leg decides."""
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
        if least > inches:  # the nearest point lies between the two, and cannot overlap
            return False
    return min(gap(0.0), gap(1.0)) < -_CONTACT


def turn_meets(gap_of: Gap, base: Oblong, facing: int) -> bool:
    """Return whether a base that turns on the spot overlaps an obstacle; halves angles until each is surely clear."""
    turn = turn_between(base.facing, facing)
    waiting = [(0.0, 1.0)] if turn else []
    oval = base.shape == "oval"
    # The fastest approach of its rim, in inches per radian.
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
    """Return the inches by which a base overlaps another on a path; minus infinity if it never does.

    At each pose, it turns to the facing of the next pose and then goes straight to it. The depth is measured only at
    some moments, so it is rough.
    """
    base = as_oblong(mover)

    def gap(placed: Oblong) -> float:
        return rough_clearance(placed, other)

    poses = [base.moved_to(*pose[:2]).turned_to(pose.facing) for pose in way]
    if all(pose.facing == base.facing for pose in way) and between(_nameless(base), _nameless(other)).surely_passes(
        np.array([pose[:2] for pose in way]) - (other.x, other.y)
    ):
        return -math.inf
    moments, meets = [poses[0]], False
    for start, end in pairwise(poses):
        turned = start.turned_to(end.facing)
        meets = meets or turn_meets(gap, start, end.facing) or leg_meets(gap, turned, (end.x, end.y))
        moments += [turned, turned.moved_to((start.x + end.x) / 2, (start.y + end.y) / 2), end]
    if not meets:
        return -math.inf
    return max(2 * _CONTACT, -min(clearance(moment, other) for moment in moments))


def _nameless(base: Footprint) -> Footprint:
    """Return a base at the origin and without a name, as `between` takes it."""
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
    """Return a base turned by an angle in hundredths of a degree, not only a whole number of them."""
    return base.turned_to(base.facing + turn)  # type: ignore[arg-type]  # a moment of a turn may be between two facings

"""The search for short paths of a base that is not round and may turn at any bend.

In one facing, the base acts as a point among obstacles that are grown by the base: a layer. A path goes straight in a
layer from corner to corner of its obstacles, and at a spot that is free in two layers it may turn from one to the next.
The shortest path through all layers is found first; then its turns become as small, and its legs as short, as they can.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from game.cached import cached_property
from game.table.facing import FULL_TURN, Pose, Poses, turn_between
from game.table.footprints import Oblong
from game.table.lattice import position
from game.table.path.field import Bools, Floats, Ints
from game.table.shapes import Bounds
from game.table.terrain.area import polygons_of

Point = tuple[float, float]

_HALF: Final = FULL_TURN // 2
"""The turn after which a base covers the same area again."""
_STEP: Final = 1_500
"""Hundredths of a degree between the facings of two layers."""
_LONG_EDGE: Final = 0.6
"""Inches from which an edge of an obstacle is a side along which a base may have to go."""
_SIDES: Final = 6
"""The most directions of such edges that are layers of their own."""
_ROUGH: Final = 0.02
"""Inches by which obstacles with few corners may be larger than the true ones."""
_OFF: Final = 0.004
"""Inches between such an obstacle and a corner of a path round it."""
_WIDE: Final = 0.1
"""Inches by which the area without room for any turn is drawn larger, with few corners."""
_BETWEEN: Final = 0.15
"""Inches by which a base may reach farther between the facings of two layers than in both."""
_TOUCH: Final = 0.001
"""Inches by which obstacles are drawn smaller for legs that begin or end in contact: rims are drawn outside them."""
_MOST: Final = 5_000
"""The most places, each in a facing, from which the search for one path goes on."""
_HALVINGS: Final = 6
"""The number of halvings by which a turn is made smaller."""
_STRIDES: Final = (0.5, 0.1, 0.02, 0.005)
"""Inches by which the bends of a path are moved to shorten it."""
_ASIDE: Final = tuple((math.cos(at * math.pi / 4), math.sin(at * math.pi / 4)) for at in range(8))


class Layer:
    """The table for the centre of a base in one facing: its bounds and its obstacles."""

    def __init__(self, bounds: Bounds, solids: Iterable[BaseGeometry]) -> None:
        drawn = [solid for solid in solids if not solid.is_empty]
        self._box = bounds
        self.exact = shapely.union_all(drawn)
        larger = [solid.simplify(_ROUGH).buffer(_ROUGH, join_style="mitre") for solid in drawn]
        self.rough = shapely.union_all(larger)
        shapely.prepare(self.exact)
        shapely.prepare(self.rough)

    @cached_property
    def _smaller(self) -> BaseGeometry:
        smaller = self.exact.buffer(-_TOUCH, quad_segs=2)
        shapely.prepare(smaller)
        return smaller

    @cached_property
    def corners(self) -> Floats:
        """The spots at which a path may bend round its obstacles."""
        around = shapely.get_coordinates(self.rough.buffer(_OFF, join_style="mitre"))
        return around[self.is_free(around, exact=False)]

    @cached_property
    def sides(self) -> list[tuple[float, int]]:
        """The lengths and directions (hundredths of a degree) of the long edges of its obstacles."""
        edges = []
        for part in polygons_of(self.exact):
            for (ax, ay), (bx, by) in pairwise(part.exterior.coords):
                length = math.hypot(bx - ax, by - ay)
                if length > _LONG_EDGE:
                    edges.append((length, round(math.degrees(math.atan2(by - ay, bx - ax)) * 100) % (_HALF // 2)))
        return edges

    def is_free(self, spots: Floats, *, exact: bool) -> Bools:
        """Return which spots are on the table and outside all obstacles."""
        x, y = spots[:, 0], spots[:, 1]
        return np.asarray(self._on_table(spots) & ~shapely.intersects_xy(self.exact if exact else self.rough, x, y))

    def _on_table(self, spots: Floats) -> Bools:
        west, south, east, north = self._box
        x, y = spots[:, 0], spots[:, 1]
        return np.asarray((x >= west - 1e-6) & (x <= east + 1e-6) & (y >= south - 1e-6) & (y <= north + 1e-6))

    def may_touch(self, spots: Floats) -> Bools:
        """Return which spots are on the table and outside all obstacles, or in contact with them."""
        x, y = spots[:, 0], spots[:, 1]
        return np.asarray(self._on_table(spots) & ~shapely.intersects_xy(self._smaller, x, y))

    def is_clear(self, start: Point, ends: Floats, *, exact: bool) -> Bools:
        """Return for each end whether a straight leg to it is clear, of the exact or else of the rough obstacles.

        A leg that begins or ends in contact is clear of the exact ones if it does not lead into them.
        """
        segments = np.stack((np.broadcast_to(np.array(start), ends.shape), ends), axis=1)
        legs = np.asarray(shapely.linestrings(segments))
        clear = np.asarray(~shapely.intersects(self.exact if exact else self.rough, legs))
        if exact and not clear.all():
            touching = shapely.intersects_xy(self.exact, *ends.T) | shapely.intersects_xy(self.exact, *start)
            clear[touching] = ~shapely.intersects(self._smaller, legs[touching])
        return clear


@dataclass(frozen=True)
class Goal:
    """A bend or the end of a path: its spots in a facing, all within `reach` inches of the point `at`."""

    at: Point
    spots: Callable[[int], Sequence[Point]]
    reach: float = 0.0

    @classmethod
    def point(cls, at: Point) -> Goal:
        """Return the goal that is one spot in any facing."""
        return cls(at, lambda _facing: (at,))


class _Place(NamedTuple):
    """A moment of a path: how many goals it has behind it, the number of its spot, and that of its layer."""

    stage: int
    spot: int
    layer: int


@dataclass
class _Run:
    """One search: its facings, goals, and spots, which of these are goals, and the least cost and way to each place."""

    start: Pose
    facings: Sequence[int]
    goals: Sequence[Goal]
    spots: Floats
    ends: list[dict[int, list[int]]]
    costs: Floats
    before: dict[_Place, _Place] = field(default_factory=dict)

    def least(self, place: _Place) -> float:
        """Return the least inches from a place to the end."""
        if place.stage == len(self.goals):
            return 0.0
        spot, goal = self.spots[place.spot], self.goals[place.stage]
        to_goal = max(math.dist(spot, goal.at) - goal.reach, 0.0)
        return to_goal + math.fsum(
            max(math.dist(goal_before.at, goal_after.at) - goal_after.reach, 0.0)
            for goal_before, goal_after in pairwise(self.goals[place.stage :])
        )


class TurningSearch:
    """Searches paths of a base from its present spot and facing.

    `layer_of` returns the layer of a facing. `turns` returns whether the base can turn on the spot from a pose to a
    facing; it is not asked where no obstacle is near enough.
    """

    def __init__(self, base: Oblong, layer_of: Callable[[int], Layer], turns: Callable[[Pose, int], bool]) -> None:
        self.base, self._layer_of, self._turns = base, layer_of, turns
        self._layers: dict[int, Layer] = {}
        self._turned: dict[tuple[Point, int, int], bool] = {}
        self._left = 0

    def layer(self, facing: int) -> Layer:
        """Return the layer of a facing; that of the opposite facing is the same."""
        key = facing % _HALF
        if key not in self._layers:
            self._layers[key] = self._layer_of(key)
        return self._layers[key]

    @cached_property
    def _facings(self) -> list[int]:
        """The facings of all layers over half a turn, the present one first."""
        first = self.base.facing % _HALF
        lengths: dict[int, float] = {}
        for length, side in self.layer(first).sides:
            lengths[side] = lengths.get(side, 0.0) + length
        sides = sorted(lengths, key=lambda side: -lengths[side])[:_SIDES]
        facings_of_sides = [turned for side in sides for turned in (side, side + _HALF // 2)]
        facings = [first]
        for facing in (*facings_of_sides, *((first + turn) % _HALF for turn in range(_STEP, _HALF, _STEP))):
            if all(_apart(facing, other) > (_STEP // 2 if facing not in facings_of_sides else 20) for other in facings):
                facings.append(facing)
        return sorted(facings, key=lambda facing: (facing - first) % _HALF)

    @cached_property
    def _anywhere(self) -> BaseGeometry:
        """The area of spots at which an obstacle may stop the base from turning."""
        area = shapely.union_all([self.layer(facing).rough for facing in self._facings]).buffer(_BETWEEN, quad_segs=2)
        shapely.prepare(area)
        return area

    @cached_property
    def _turning_spots(self) -> Floats:
        """Spots round the obstacles at which the base can turn to any facing."""
        around = shapely.get_coordinates(self._anywhere.simplify(_WIDE).buffer(_WIDE, join_style="mitre"))
        return around[~shapely.intersects_xy(self._anywhere, around[:, 0], around[:, 1])]

    @cached_property
    def _tight_spots(self) -> Floats:
        """Spots at which the obstacles of the present facing meet those of another, where a turn is only just free."""
        rim = self.layer(self.base.facing).rough.buffer(_OFF, join_style="mitre").boundary
        rims = (self.layer(facing).rough.buffer(_OFF, join_style="mitre").boundary for facing in self._facings[1:])
        crossings = [shapely.get_coordinates(shapely.intersection(rim, other)) for other in rims]
        return np.unique(np.round(np.concatenate([np.zeros((0, 2)), *crossings]), 3), axis=0)

    def find(self, goals: Sequence[Goal], limit: float) -> list[Poses]:
        """Return short paths through all goals that cost less than `limit`, the best first; none if none was found.

        A path has a pose for the start and after each leg. The last one is longer, but keeps off all obstacles.
        """
        start, facings = Pose(*position(self.base.x, self.base.y), self.base.facing), self._facings
        self._left = _MOST
        for tight in (False, True):
            spots = [self._turning_spots, self._tight_spots] if tight else [self._turning_spots]
            turning = np.concatenate(spots)
            poses = self._search(start, facings, goals, limit, turning)
            if poses is not None:
                return [self._shortened(poses, goals), poses]
        return []

    # -- the search ----------------------------------------------------------------------------

    def _search(
        self, start: Pose, facings: Sequence[int], goals: Sequence[Goal], limit: float, turning: Floats
    ) -> Poses | None:
        """Return the shortest path by corners of obstacles and by the spots for turning, or None.

        It faces only as given; the first facing is that at the start.
        """
        layers = [self.layer(facing) for facing in facings]
        spots, count = [np.array([start[:2]]), turning], 1 + len(turning)
        ends: list[dict[int, list[int]]] = []
        for goal in goals:
            ends.append({})
            for number, facing in enumerate(facings):
                some = np.array(goal.spots(facing), dtype=np.float64).reshape(-1, 2)
                some = some[layers[number].may_touch(some)]
                ends[-1][number] = [*range(count, count + len(some))]
                spots.append(some)
                count += len(some)
        bends = []
        for layer in layers:
            turning_here = 1 + np.flatnonzero(layer.is_free(turning, exact=False))
            bends.append(np.concatenate((turning_here, np.arange(count, count + len(layer.corners)))))
            spots.append(layer.corners)
            count += len(layer.corners)
        costs = np.full((len(goals) + 1, count, len(facings)), np.inf)
        run = _Run(start, facings, goals, np.concatenate(spots), ends, costs)
        last = self._explore(run, bends, limit)
        return None if last is None else self._poses(run, last)

    def _explore(self, run: _Run, bends: list[Ints], limit: float) -> _Place | None:
        """Go on from the most promising place until the last goal is reached; return it, or None."""
        first = _Place(0, 0, 0)
        run.costs[first] = 0.0
        waiting, done = [(run.least(first), first)], set[_Place]()
        while waiting and self._left > 0:
            estimate, place = heapq.heappop(waiting)
            if estimate >= limit:
                return None
            if place in done or not self._is_turn_legal(run, place):
                continue
            done.add(place)
            self._left -= 1
            if place.spot in run.ends[place.stage][place.layer]:
                after = place._replace(stage=place.stage + 1)
                run.before[after] = place
                if after.stage == len(run.goals):
                    return after
                steps: Iterator[tuple[_Place, float]] = iter([(after, 0.0)])
            else:
                steps = self._steps_from(run, place, bends[place.layer])
            for after, inches in steps:
                cost = float(run.costs[place]) + inches
                if cost < min(run.costs[after], limit) - 1e-9:
                    run.costs[after], run.before[after] = cost, place
                    heapq.heappush(waiting, (cost + run.least(after), after))
        return None

    def _steps_from(self, run: _Run, place: _Place, bends: Ints) -> Iterator[tuple[_Place, float]]:
        """Yield the next places after one, with the inches to them: after a small turn, and after a straight leg."""
        spot, layers = run.spots[place.spot], len(run.facings)
        for after in ((place.layer + 1) % layers, (place.layer - 1) % layers):
            if self.layer(run.facings[after]).may_touch(spot[None])[0]:
                turn = _apart(run.facings[place.layer], run.facings[after])
                yield place._replace(layer=after), self.base.radius * math.radians(turn / 100)
        layer, is_start = self.layer(run.facings[place.layer]), place.spot == 0
        before = run.before.get(place)
        exact = is_start or (before is not None and before.stage < place.stage)
        for numbers, is_exact in ((bends, exact), (np.array(run.ends[place.stage][place.layer], dtype=np.intp), True)):
            far = np.hypot(*(run.spots[numbers] - spot).T)
            worth = (far > 1e-9) & (run.costs[place] + far < run.costs[place.stage, numbers, place.layer])
            numbers, far = numbers[worth], far[worth]
            clear = layer.is_clear((float(spot[0]), float(spot[1])), run.spots[numbers], exact=is_exact)
            yield from (
                (place._replace(spot=int(number)), float(inches)) for number, inches in zip(numbers[clear], far[clear])
            )

    def _is_turn_legal(self, run: _Run, place: _Place) -> bool:
        """Return whether the base can turn as it does to come to a place; True if it comes by a leg."""
        before = run.before.get(place)
        if before is None or before.layer == place.layer:
            return True
        x, y = run.spots[place.spot].tolist()
        return self._can_turn((x, y), run.facings[before.layer], run.facings[place.layer])

    def _can_turn(self, at: Point, facing: int, to: int) -> bool:
        """Return whether the base can turn at a spot by the smaller turn, whichever end is in front."""
        spot, turn = position(*at), _turn(facing, to)
        if not turn:
            return True
        key = spot, facing % _HALF, turn
        if key not in self._turned:
            away = not shapely.intersects_xy(self._anywhere, *spot) and self._is_clear_of_edges(spot)
            pose = Pose(*spot, facing % FULL_TURN)
            self._turned[key] = away or self._turns(pose, (facing + turn) % FULL_TURN)
        return self._turned[key]

    def _is_clear_of_edges(self, spot: Point) -> bool:
        """Return whether the base is on the table at a spot in all facings."""
        return all(self.layer(facing).is_free(np.array([spot]), exact=False)[0] for facing in self._facings)

    def _poses(self, run: _Run, last: _Place) -> Poses:
        """Return the path to a place as poses; the turns at one spot become one."""
        places = [last]
        while (before := run.before.get(places[-1])) is not None:
            places.append(before)
        places.reverse()
        facing, poses = run.start.facing, [run.start]
        for place, after in pairwise(places):
            turn = _turn(run.facings[place.layer], run.facings[after.layer])
            facing = (facing + turn) % FULL_TURN
            if after.spot != place.spot:
                poses.append(Pose(*position(*run.spots[after.spot].tolist()), facing))
        if poses[-1].facing != facing:
            poses.append(poses[-1]._replace(facing=facing))
        return tuple(poses)

    # -- shorter and less turned ---------------------------------------------------------------

    def cost(self, poses: Poses) -> float:
        """Return the inches that the part moving farthest goes along a path."""
        turned = math.fsum(abs(turn_between(one.facing, other.facing)) for one, other in pairwise(poses))
        straight = math.fsum(math.dist(one[:2], other[:2]) for one, other in pairwise(poses))
        return straight + self.base.radius * math.radians(turned / 100)

    def _is_open(self, poses: Poses) -> bool:
        """Return whether no obstacle is in the way of a path, as far as layers can say."""
        for pose, after in pairwise(poses):
            if not self._can_turn(pose[:2], pose.facing, after.facing):
                return False
            layer = self.layer(after.facing)
            if not layer.may_touch(np.array([after[:2]]))[0]:
                return False
            if pose[:2] != after[:2] and not layer.is_clear(pose[:2], np.array([after[:2]]), exact=True)[0]:
                return False
        return True

    def _shortened(self, poses: Poses, goals: Sequence[Goal]) -> Poses:
        """Return a path with smaller turns and shorter legs; its bends at goals stay."""
        self._left = _MOST
        fixed: set[Point] = {position(*goal.at) for goal in goals[:-1]}
        number = 1
        while number < len(poses):
            poses, number = self._less_turned(poses, number, goals)
        poses = self._without_bends(poses, fixed)
        for stride in _STRIDES:
            for number in range(1, len(poses) - 1):
                if poses[number][:2] not in fixed and poses[number][:2] != poses[-1][:2]:
                    poses = self._bent_less(poses, number, stride)
        return poses

    def _less_turned(self, poses: Poses, number: int, goals: Sequence[Goal]) -> tuple[Poses, int]:
        """Return a path that turns less before a leg, and the number of the first leg after those in its facing.

        These legs are searched again, because the base faces differently on them.
        """
        before, facing = poses[number - 1], poses[number].facing
        following = next((index for index in range(number, len(poses)) if poses[index].facing != facing), len(poses))
        fixed: set[Point] = {position(*goal.at) for goal in goals[:-1]}
        goals_between = [Goal.point(pose[:2]) for pose in poses[number : following - 1] if pose[:2] in fixed]
        goals_between.append(goals[-1] if following == len(poses) else Goal.point(poses[following - 1][:2]))
        turn, low, high = turn_between(before.facing, facing), 0.0, 1.0
        for _halving in range(_HALVINGS if turn else 0):
            share = (low + high) / 2
            less = (before.facing + round(turn * share)) % FULL_TURN
            start = Pose(before.x, before.y, less)
            legs = self._search(start, [less % _HALF], goals_between, self.cost(poses), np.zeros((0, 2)))
            tried = None if legs is None else (*poses[:number], *legs[1:], *poses[following:])
            if tried is not None and self.cost(tried) < self.cost(poses) and self._turns_freely(tried):
                following += len(tried) - len(poses)
                poses, high = tried, share
            else:
                low = share
        return poses, following

    def _turns_freely(self, poses: Poses) -> bool:
        """Return whether no obstacle is in the way of any turn of a path."""
        return all(self._can_turn(pose[:2], pose.facing, after.facing) for pose, after in pairwise(poses))

    def _without_bends(self, poses: Poses, fixed: set[Point]) -> Poses:
        """Return a path without the bends that it does not need."""
        number = 1
        while number < len(poses) - 1:
            tried = (*poses[:number], *poses[number + 1 :])
            if poses[number][:2] not in fixed and self.cost(tried) < self.cost(poses) and self._is_open(tried):
                poses = tried
            else:
                number += 1
        return poses

    def _bent_less(self, poses: Poses, number: int, stride: float) -> Poses:
        """Return a path one of whose bends was moved by strides as long as that shortens it."""
        improved = True
        while improved:
            improved = False
            for dx, dy in _ASIDE:
                pose = poses[number]
                spot = position(pose.x + stride * dx, pose.y + stride * dy)
                tried = (*poses[:number], Pose(*spot, pose.facing), *poses[number + 1 :])
                nearby = tried[max(number - 1, 0) : number + 3]
                free = self.layer(pose.facing).is_free(np.array([spot]), exact=True)[0]
                if free and self.cost(tried) < self.cost(poses) and self._is_open(nearby):
                    poses, improved = tried, True
                    break
        return poses


def _turn(facing: int, to: int) -> int:
    """Return the smaller turn to a facing or its opposite, in hundredths of a degree; left is positive."""
    turn = (to - facing) % _HALF
    return turn if turn <= _HALF // 2 else turn - _HALF


def _apart(facing: int, other: int) -> int:
    """Return the size of the smaller turn from a facing to another or its opposite."""
    return abs(_turn(facing, other))

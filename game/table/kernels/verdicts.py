"""Kernels that judge a whole base: is every point of it in range of an origin, or none?"""

import math
from typing import NamedTuple

import numpy as np

from game.table.compiling import stands_in_for
from game.table.kernels.halves import slack
from game.table.kernels.jit import kernel, within_kernels
from game.table.kernels.segments import terrain_ahead, terrain_on
from game.table.measuring.policy import MeasuringPolicy
from game.table.reach import exact
from game.table.reach.between_levels import Edges
from game.table.reach.between_levels_rays import Toll
from game.table.reach.exact import BESIDE, CLOSE, ROUNDS, SHORT, SPREAD, TURN, ZOOM, Sighting
from game.table.terrain.area import Floats


class Seen(NamedTuple):
    """A disc as seen from an origin, in numbers; see `Sighting`."""

    x: float
    y: float
    span: float
    radius: float
    distance: float
    middle: float
    half: float


@within_kernels
def bearings_of(seen: Seen, corners: Floats, rounds_down: bool) -> Floats:
    """Return sorted bearings off the middle: spread over the disc, at terrain corners and at whole inches."""
    low = max(0, math.floor(abs(seen.distance - seen.radius) - seen.span))
    high = math.ceil(seen.distance + seen.radius - seen.span)
    found = np.empty(len(TURN) + 2 * len(corners) + 4 * max(high - low + 1, 0))
    surrounded = seen.half == math.pi
    count = len(TURN) if surrounded else len(SPREAD)
    for at in range(count):
        found[at] = TURN[at] if surrounded else seen.half * SPREAD[at]
    for at in range(len(corners)):
        bearing = math.atan2(corners[at, 1] - seen.y, corners[at, 0] - seen.x) - seen.middle
        bearing = (bearing + math.pi) % (2 * math.pi) - math.pi
        if abs(bearing) <= seen.half:
            found[count], found[count + 1] = bearing - BESIDE, bearing + BESIDE
            count += 2
    if rounds_down and seen.distance > 0.0:
        for inches in range(low, high + 1):
            for rim in (inches + seen.span, inches + seen.span - SHORT):
                if rim > 0.0:
                    cosine = (seen.distance**2 + rim**2 - seen.radius**2) / (2 * seen.distance * rim)
                    if abs(cosine) <= 1.0:
                        found[count], found[count + 1] = math.acos(cosine), -math.acos(cosine)
                        count += 2
    found = found[:count]
    found.sort()
    return np.minimum(np.maximum(found, -seen.half), seen.half)


@within_kernels
def closer_look(bearings: Floats, slack: Floats) -> Floats:
    """Return bearings about those that nearly break the demand; none where none does."""
    last = len(bearings) - 1
    found = np.empty(len(ZOOM) * len(bearings))
    count = 0
    for at in range(last + 1):
        valley = (at == 0 or slack[at] <= slack[at - 1]) and (at == last or slack[at] <= slack[at + 1])
        if slack[at] < CLOSE and valley:
            low, high = bearings[max(at - 1, 0)], bearings[min(at + 1, last)]
            found[count : count + len(ZOOM)] = low + (high - low) * ZOOM
            count += len(ZOOM)
    return np.unique(found[:count])


@within_kernels
def _rims(seen: Seen, bearing: float) -> tuple[float, float]:
    """Return the inches from the origin's centre to the disc's near rim and to its far rim."""
    middle = seen.distance * math.cos(bearing)
    room = math.sqrt(max(seen.radius**2 - (seen.distance * math.sin(bearing)) ** 2, 0.0))
    return middle - room, middle + room


_SEEN = "UniTuple(f8, 7)"


@kernel(f"({_SEEN}, b1, f8[:, :], f8[:, :], b1, b1, f8, f8, b1)")
def _settled(
    numbers: tuple[float, float, float, float, float, float, float],
    far: bool,
    corners: Floats,
    following: Floats,
    rounds_down: bool,
    terrain_costs: bool,
    tolerance: float,
    n: float,
    seek_dear: bool,
) -> bool:
    seen = Seen(*numbers)
    bearings = bearings_of(seen, corners, rounds_down)
    spare = n if rounds_down else n + tolerance
    for _unused in range(ROUNDS):
        slacks = np.empty(len(bearings))
        for at in range(len(bearings)):
            rim = max(_rims(seen, bearings[at])[1 if far else 0], 0.0)
            begin = min(seen.span, rim)
            ux, uy = math.cos(bearings[at] + seen.middle), math.sin(bearings[at] + seen.middle)
            ends = seen.x + ux * begin, seen.y + uy * begin, seen.x + ux * rim, seen.y + uy * rim
            terrain = terrain_on(ends[0], ends[1], ends[2], ends[3], corners, following)
            open_cost = math.floor(rim - begin + tolerance) * 1.0 if rounds_down else rim - begin
            in_range = open_cost + (math.floor(terrain + tolerance) if terrain_costs else 0.0) <= spare
            if in_range != seek_dear:
                return False
            whole = math.floor(spare - open_cost) + 1.0
            slacks[at] = whole - terrain if seek_dear else terrain - whole + tolerance
        bearings = closer_look(bearings, slacks)
        if len(bearings) == 0 or not terrain_costs:
            return True
    return True


@kernel(f"({_SEEN}, f8[:, :], f8[:, :], f8[:, :], f8[:, :], b1, f8, f8, b1)")
def _spared(
    numbers: tuple[float, float, float, float, float, float, float],
    corners: Floats,
    following: Floats,
    far_corners: Floats,
    far_following: Floats,
    rounds_down: bool,
    tolerance: float,
    n: float,
    all_points: bool,
) -> bool:
    seen = Seen(*numbers)
    most = len(corners) + len(far_corners) + 1
    room = np.empty(most), np.empty(most, np.int64), np.empty(most), np.empty(most)
    far_room = room[0], room[1], np.empty(most), np.empty(most)
    bearings = bearings_of(seen, np.concatenate((corners, far_corners)), rounds_down)
    for _unused in range(ROUNDS):
        slacks = np.empty(len(bearings))
        for at in range(len(bearings)):
            near_rim, far_rim = _rims(seen, bearings[at])
            shortest = max(near_rim - seen.span, 0.0)
            longest = max(far_rim - seen.span, shortest)
            direction = math.cos(bearings[at] + seen.middle), math.sin(bearings[at] + seen.middle)
            start = seen.x + direction[0] * seen.span, seen.y + direction[1] * seen.span
            near = terrain_ahead(start, direction, (corners, following), room)
            far = terrain_ahead(start, direction, (far_corners, far_following), far_room)
            least, greatest = slack(shortest, longest, near, far, n, tolerance)
            slacks[at] = least if all_points else -greatest
            if slacks[at] < 0.0 or (all_points and slacks[at] == 0.0):
                return False
        bearings = closer_look(bearings, slacks)
        if len(bearings) == 0:
            return True
    return True


def _numbers(sighting: Sighting) -> tuple[float, float, float, float, float, float, float]:
    seen = sighting
    return seen.centre[0], seen.centre[1], seen.span, seen.radius, seen.distance, seen.middle, seen.half


@stands_in_for(exact.settled)
def settled(sighting: Sighting, edges: Edges, policy: MeasuringPolicy, n: float, seek_dear: bool) -> bool:
    """Do the work of `verdict.settled`."""
    pays, tolerance = policy.terrain_costs, policy.tolerance
    return _settled(_numbers(sighting), sighting.far, *edges, policy.rounds_down, pays, tolerance, n, seek_dear)


@stands_in_for(exact.spared)
def spared(sighting: Sighting, toll: Toll, all_points: bool) -> bool:
    """Do the work of `verdict.spared`."""
    near, far = toll.halves
    policy = toll.policy
    return _spared(_numbers(sighting), *near, *far, policy.rounds_down, policy.tolerance, toll.n, all_points)

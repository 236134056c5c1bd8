"""What every way must cost at least, whatever is in the way: by distance alone, and by what ground can give back."""

import math
from collections.abc import Iterable

from game.table.ways.policy import Ground, WayPolicy
from game.table.ways.way import Point


def gains_in_reach(policy: WayPolicy, start: Point, ignored: Iterable[str] = ()) -> list[Ground]:
    """Return the grounds with a gain that a way on the budget can come to, nearest first."""
    left_out = set(ignored)
    gains = [
        (apart(ground, policy.radius, start), number, ground)
        for number, ground in enumerate(policy.grounds)
        if ground.once < 0.0 and ground.name not in left_out
    ]
    while True:
        most = policy.budget - math.fsum(ground.once for _inches, _number, ground in gains)
        near = [each for each in gains if each[0] <= most]
        if len(near) == len(gains):
            return [ground for _inches, _number, ground in sorted(gains, key=lambda each: each[:2])]
        gains = near


def most_inches(policy: WayPolicy, start: Point, ignored: Iterable[str] = ()) -> float:
    """Return how long, in inches, a way may be that takes every gain it can come to."""
    return policy.budget - math.fsum(ground.once for ground in gains_in_reach(policy, start, ignored))


def most_gained(gains: Iterable[Ground]) -> float:
    """Return the inches that some grounds give back at most: those of one name do it once."""
    best: dict[str, float] = {}
    for ground in gains:
        best[ground.name] = max(best.get(ground.name, 0.0), -ground.once)
    return math.fsum(best.values())


def least_cost(policy: WayPolicy, start: Point, end: Point) -> float:
    """Return what a way costs at least: no inch costs less than one, and a gain is had only by way of its ground."""
    straight = math.dist(start, end)
    gains = [ground for ground in policy.grounds if ground.once < 0.0]
    if not gains or straight - policy.budget > -math.fsum(ground.once for ground in gains):
        return straight + math.fsum(ground.once for ground in gains)
    detours = sorted(
        (max(straight, apart(ground, policy.radius, start) + apart(ground, policy.radius, end)), ground.once)
        for ground in gains
    )
    least, gained = straight, 0.0
    for inches, once in detours:
        gained += once
        least = min(least, inches + gained)
    return least


def apart(ground: Ground, radius: float, spot: Point) -> float:
    """Return how far at least a base must go from a spot to be in a ground."""
    west, south, east, north = ground.box
    x, y = spot
    off = math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))
    return max(off - ground.distance_kept(radius), 0.0)

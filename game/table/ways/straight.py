"""The straight run to a spot when nothing is near it: legal for certain and the cheapest way, told without a search."""

import math

import shapely

from game.table.lattice import Position
from game.table.shapes import Disc
from game.table.ways.crossings import distance
from game.table.ways.field import SPARE
from game.table.ways.policy import TOUCHING, WayPolicy

# Inches of the budget that a run must leave over, so that no rounding makes it too dear.
_CLOSE = 1.5e-3


def is_open(policy: WayPolicy, start: Position, end: Position) -> bool:
    """Return whether nothing that could forbid a straight run, or ask more than an inch an inch, is near it.

    False says nothing. True is certain: the run keeps off every solid what ways that are found keep.
    """
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    if not policy.goes_straight or not policy.least <= length <= policy.budget - _CLOSE:
        return False
    west, south, east, north = policy.bounds
    kept = policy.radius + SPARE
    box = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    if box[0] < west + kept or box[1] < south + kept or box[2] > east - kept or box[3] > north - kept:
        return False
    polygons, gaps = [], []
    ignored = policy.stages[0].ignores
    for ground in policy.grounds:
        gap = ground.distance_kept(policy.radius) + SPARE
        if not ground.is_near(box, gap) or ground.name in ignored:
            continue
        harmless = not ground.solid and ground.factor == 1.0 and ground.rest and not ground.stops
        if harmless and ground.once <= 0.0 and not ground.enter and not ground.leave:
            continue
        if not isinstance(ground.shape, Disc):
            polygons.append(ground.shape)
            gaps.append(gap)
        elif _to_run(ground.shape.x - ax, ground.shape.y - ay, bx - ax, by - ay) < ground.shape.radius + gap:
            return False
    for demand in policy.ends:
        rim = min(distance(shape, bx, by) for shape in demand.shapes) - policy.radius
        if max(rim - demand.most, demand.least - rim) > TOUCHING:
            return False
    return not polygons or bool((shapely.distance(shapely.LineString([start, end]), polygons) >= gaps).all())


def _to_run(px: float, py: float, dx: float, dy: float) -> float:
    """Return the inches from a point to a run, both told from where the run begins."""
    squared = dx * dx + dy * dy
    share = min(max((px * dx + py * dy) / squared, 0.0), 1.0) if squared else 0.0
    return math.hypot(px - share * dx, py - share * dy)

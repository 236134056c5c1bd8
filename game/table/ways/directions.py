"""How far the legs of a stage stray from the direction that its rule asks for."""

import math
from collections.abc import Iterator, Sequence

from game.table.lattice import Position
from game.table.shapes import Disc
from game.table.ways.policy import CONTACT, Stage
from game.table.ways.way import Leg, Point


def stray(stage: Stage, legs: Sequence[Leg], radius: float) -> tuple[float, Position]:
    """Return by how many inches the legs of a stage stray at worst from what it asks, and the leg's start there."""
    if not legs or stage.go == "free":
        return 0.0, Position(0.0, 0.0)
    worst = [(_off(stage, legs, number, radius), leg.start) for number, leg in enumerate(legs)]
    return max(worst, key=lambda each: each[0])


def _off(stage: Stage, legs: Sequence[Leg], number: int, radius: float) -> float:
    leg = legs[number]
    if stage.go == "along":
        disc = stage.of[0]
        low, high = near_and_far(leg, disc.x, disc.y)
        kept = disc.radius + radius
        # Half the width of contact to either side of its middle is contact.
        return max(kept - low, high - kept - CONTACT, 0.0) + (CONTACT if low < kept - 1e-6 else 0.0)
    if stage.go in ("not nearer", "not farther"):
        return max(_lost(legs, number, disc, stage.go == "not nearer") for disc in stage.of)
    start, end = legs[0].start, legs[-1].end
    target: Point = end
    lost = 0.0
    if stage.go == "straight":
        lost = max((_lost(legs, number, disc, True) for disc in stage.of), default=0.0)
    else:
        disc = stage.of[0]
        sign = 1.0 if stage.go == "toward" else -1.0
        target = start.x + sign * (disc.x - start.x), start.y + sign * (disc.y - start.y)
    far = math.hypot(target[0] - start.x, target[1] - start.y)
    if far == 0.0:
        return leg.inches
    ux, uy = (target[0] - start.x) / far, (target[1] - start.y) / far
    aside = abs((leg.end.x - start.x) * uy - (leg.end.y - start.y) * ux)
    ahead = (leg.end.x - leg.start.x) * ux + (leg.end.y - leg.start.y) * uy
    sagitta = leg.radius * (1.0 - math.cos(leg.turn / 2)) if leg.turn else 0.0
    past = (leg.end.x - start.x) * ux + (leg.end.y - start.y) * uy - far if stage.go == "toward" else 0.0
    return max(aside, -ahead, sagitta, past, lost)


def near_and_far(leg: Leg, x: float, y: float) -> tuple[float, float]:
    """Return the least and the greatest distance (inches) of a leg from a point."""
    each = [math.hypot(px - x, py - y) for _inches, (px, py) in _turning_points(leg, x, y)]
    return min(each), max(each)


def _turning_points(leg: Leg, x: float, y: float) -> Iterator[tuple[float, Point]]:
    """Yield the points of a leg at which its distance from a point may be least or greatest, in order."""
    yield 0.0, leg.start
    length = leg.inches
    between: list[float] = []
    if leg.turn:
        cx, cy = leg.centre
        first = math.atan2(leg.start.y - cy, leg.start.x - cx)
        toward = math.atan2(y - cy, x - cx)
        turned = ((bearing - first) * math.copysign(1.0, leg.turn) for bearing in (toward, toward + math.pi))
        between += [angle % (2 * math.pi) * leg.radius for angle in turned]
    elif length:
        dx, dy = leg.end.x - leg.start.x, leg.end.y - leg.start.y
        between.append(((x - leg.start.x) * dx + (y - leg.start.y) * dy) / length)
    yield from ((inches, leg.at(inches)) for inches in sorted(between) if 0.0 < inches < length)
    yield length, leg.end


def _lost(legs: Sequence[Leg], number: int, disc: Disc, outward: bool) -> float:
    """Return how far (inches) a leg comes back from the best distance that was reached before."""
    best, lost = -math.inf, 0.0
    for at, leg in enumerate(legs[: number + 1]):
        for _inches, (x, y) in _turning_points(leg, disc.x, disc.y):
            gained = math.hypot(x - disc.x, y - disc.y) * (1.0 if outward else -1.0)
            best = max(best, gained)
            if at == number:
                lost = max(lost, best - gained)
    return lost

"""May a disc end here? Three-valued answers by judging very many points of its base, each along its own line.

A verdict is given only if it survives moving everything by `nudge` inches: the base a little larger or smaller,
thresholds a little earlier or later, walls a little thicker or thinner, points a little aside. Else it is too close to
call.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from tests.oracle.lengths import Bools, Floats, Polygon, inches_inside
from tests.oracle.lines import clear, direct_starts, first_hits, lines_to, measure_discs, rim_samples
from tests.oracle.world import Circle, World, corners

NUDGE = 2e-3
"""Inches within which the oracle leaves range verdicts open."""

SHARP = 1e-5
"""Inches within which it leaves plain gaps (overlap, table edge) open."""


class Verdict(Enum):
    """Yes, no, or too close to call."""

    YES = "yes"
    NO = "no"
    CLOSE = "close"


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """No if any is no; yes if all are yes."""
    found = set(verdicts)
    return Verdict.NO if Verdict.NO in found else Verdict.CLOSE if Verdict.CLOSE in found else Verdict.YES


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Yes if any is yes; no if all are no."""
    found = set(verdicts)
    return Verdict.YES if Verdict.YES in found else Verdict.CLOSE if Verdict.CLOSE in found else Verdict.NO


def from_gap(gap: float, nudge: float = SHARP) -> Verdict:
    """Yes if a gap in inches is positive, no if negative, open within `nudge` (contact is yes in the program)."""
    return Verdict.CLOSE if abs(gap) <= nudge else Verdict.YES if gap > 0 else Verdict.NO


@dataclass(frozen=True)
class Costs:
    """Least and greatest range in U that each point may have, infinite where cut off. Shape (points,)."""

    low: Floats
    high: Floats


def _units(inches: Floats, ground: Floats, nudge: float) -> Floats:
    return np.asarray(np.floor(np.maximum(inches + nudge, 0)) + np.floor(np.maximum(ground + nudge, 0)))


def point_costs(world: World, origin: Circle, points: Floats, nudge: float, limit: float = math.inf) -> Costs:
    """Range of each point along its own shortest clear line; ranges above `limit` may be told as infinite."""
    thick = world.impassable(nudge)
    hidden = ~clear(direct_starts(origin, points), points, thick)
    costs = _costs_past(world, origin, points, nudge, (), limit)
    if hidden.any():
        rest = points[hidden]
        each = [
            _costs_past(world, origin, rest, nudge, walls, limit)
            for walls in (thick, world.impassable(), world.impassable(-nudge))
        ]
        costs.low[hidden] = np.minimum.reduce([c.low for c in each])
        costs.high[hidden] = np.maximum.reduce([c.high for c in each])
    return costs


def _costs_past(
    world: World, origin: Circle, points: Floats, nudge: float, walls: tuple[Polygon, ...], limit: float
) -> Costs:
    lines = lines_to(origin, points, walls, limit + 1 + nudge)
    rivals = lines.inches <= lines.best[:, None] + 2 * nudge
    rivals[np.isfinite(lines.inches[:, 0]), 1:] = False
    row, column = np.nonzero(rivals & np.isfinite(lines.inches))
    inches = lines.inches[row, column]
    ground = inches_inside(lines.starts[row, column], points[row], world.areas)
    low, high = np.full(len(points), np.inf), np.full(len(points), -np.inf)
    np.minimum.at(low, row, _units(inches, ground, -nudge))
    np.maximum.at(high, row, _units(inches, ground, nudge))
    return Costs(low, np.where(np.isinf(lines.best), np.inf, high))


def base_points(world: World, origin: Circle, base: Circle, spacing: float, grow: float) -> Floats:
    """Points of a grown base: its rim, where lines past terrain and wall corners meet it, and rings inside."""
    grown = Circle(base.x, base.y, max(base.radius + grow, 0.0))
    critical = _critical_points(world, origin, grown)
    walled = any(wall.impassable for wall in world.walls)
    shares = (0.97, 0.9, 0.75, 0.5, 0.25) if walled else (0.9, 0.5)
    rings = [rim_samples(Circle(base.x, base.y, grown.radius * share), spacing * 8) for share in shares]
    return np.concatenate([rim_samples(grown, spacing), critical, *rings, base.centre[None]])


def _critical_points(world: World, origin: Circle, base: Circle) -> Floats:
    """Rim points on lines from the origin's centre past terrain corners, and past two wall corners, a hair aside."""
    pivots = corners([*world.areas, *world.impassable()])
    offset = pivots - origin.centre
    ahead = offset @ (base.centre - origin.centre)
    centre_line = float(np.linalg.norm(base.centre - origin.centre))
    aside = np.abs(offset[:, 0] * (base.y - origin.y) - offset[:, 1] * (base.x - origin.x))
    reach = np.linalg.norm(offset, axis=1) * base.radius * 1.01
    pivots = pivots[(ahead > 0) & (aside <= reach)] if centre_line > base.radius else pivots
    bearing = np.arctan2(pivots[:, 1] - origin.y, pivots[:, 0] - origin.x)
    bearing = np.concatenate([bearing, bearing - 1e-7, bearing + 1e-7])
    ray = np.stack([np.cos(bearing), np.sin(bearing)], axis=1)
    towards = ray @ (base.centre - origin.centre)
    square = base.radius**2 - (centre_line**2 - towards**2)
    half = np.sqrt(np.where(square >= 0, square, np.nan))
    found = [origin.centre + ray * along[:, None] for along in (towards - half, towards + half)]
    bends = corners(world.impassable())
    first = np.repeat(bends[:, None], len(bends), axis=1)
    second = np.broadcast_to(bends, first.shape)
    found.append(first_hits(first, second, base).reshape(-1, 2))
    points = np.concatenate(found)
    return np.asarray(points[~np.isnan(points[:, 0])])


def _survives(world: World, origin: Circle, points: Floats, nudge: float, limit: float, outside: bool) -> bool:
    """Whether some point is out of range (or in range, if `outside` is false) and stays so when nudged to any side."""
    angle = np.arange(8) * (math.pi / 4)
    ring = nudge * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    for begin in range(0, len(points), 64):
        around = points[begin : begin + 64, None, :] + ring
        costs = point_costs(world, origin, around.reshape(-1, 2), nudge, limit)
        verdict = costs.low > limit if outside else costs.high <= limit
        if verdict.reshape(-1, 8).all(axis=1).any():
            return True
    return False


def points_within(world: World, origin: Circle, reach: int, points: Floats, nudge: float = NUDGE) -> list[Verdict]:
    """Whether each point by itself is in range `reach` U, whatever way it is nudged."""
    angle = np.arange(8) * (math.pi / 4)
    ring = np.concatenate([np.zeros((1, 2)), nudge * np.stack([np.cos(angle), np.sin(angle)], axis=1)])
    around = (points[:, None, :] + ring).reshape(-1, 2)
    costs = point_costs(world, origin, around, nudge, reach)
    worst, best = (side.reshape(-1, len(ring)) for side in (costs.high, costs.low))
    found = zip(worst.max(axis=1).tolist(), best.min(axis=1).tolist(), strict=True)
    return [Verdict.YES if high <= reach else Verdict.NO if low > reach else Verdict.CLOSE for high, low in found]


def _spread(points: Floats, count: int = 192) -> Floats:
    return points[:: max(1, len(points) // count)]


def wholly_within(world: World, origin: Circle, reach: int, base: Circle, nudge: float = NUDGE) -> Verdict:
    """Whether no part of the base is out of range `reach` U; for 0 U the closest point decides (G-MEAS-5, Q3a)."""
    if reach == 0:
        return closest_within(world, origin, 0, base, nudge)
    gap = math.dist(base[:2], origin[:2]) - origin.radius
    if gap > reach + 1 + nudge:
        return Verdict.NO
    few = rim_samples(base, 0.2, -2 * nudge)
    if Verdict.NO in points_within(world, origin, reach, few, nudge):
        return Verdict.NO
    grown = base_points(world, origin, base, nudge, nudge)
    if (point_costs(world, origin, grown, nudge, reach).high <= reach).all():
        return Verdict.YES
    shrunk = base_points(world, origin, base, nudge, -nudge)
    out = shrunk[point_costs(world, origin, shrunk, nudge, reach).low > reach]
    return Verdict.NO if _survives(world, origin, _spread(out), nudge, reach, outside=True) else Verdict.CLOSE


def wholly_outside(world: World, origin: Circle, reach: int, base: Circle, nudge: float = NUDGE) -> Verdict:
    """Whether no part of the base is in range `reach` U."""
    gap = math.dist(base[:2], origin[:2]) - origin.radius - base.radius
    if gap > reach + 1 + nudge:
        return Verdict.YES
    few = rim_samples(base, 0.2, -2 * nudge)
    if Verdict.YES in points_within(world, origin, reach, few, nudge):
        return Verdict.NO
    grown = base_points(world, origin, base, nudge, nudge)
    if (point_costs(world, origin, grown, nudge, reach).low > reach).all():
        return Verdict.YES
    shrunk = base_points(world, origin, base, nudge, -nudge)
    inside = shrunk[point_costs(world, origin, shrunk, nudge, reach).high <= reach]
    return Verdict.NO if _survives(world, origin, _spread(inside), nudge, reach, outside=False) else Verdict.CLOSE


def closest_within(world: World, origin: Circle, reach: int, base: Circle, nudge: float = NUDGE) -> Verdict:
    """Whether the closest point of a disc is within `reach` U of another disc."""
    found: set[int | None] = set()
    for grow in (-nudge, 0.0, nudge) if any(wall.impassable for wall in world.walls) else (0.0,):
        measure = measure_discs(origin, base, world.areas, world.impassable(grow), nudge)
        found |= measure.ranges(nudge)
    inside = {value is not None and value <= reach for value in found}
    return Verdict.CLOSE if len(inside) > 1 else Verdict.YES if inside == {True} else Verdict.NO


def on_table(world: World, base: Circle, nudge: float = SHARP) -> Verdict:
    """Whether no part of the base overhangs the edge of the table."""
    gaps = (base.x, base.y, world.width - base.x, world.height - base.y)
    return from_gap(min(gaps) - base.radius, nudge)


def clear_of(others: Iterable[Circle], base: Circle, nudge: float = SHARP) -> Verdict:
    """Whether the base overlaps none of the other discs."""
    return all_of(from_gap(math.dist(o[:2], base[:2]) - o.radius - base.radius, nudge) for o in others)


def clear_of_barricades(world: World, base: Circle, nudge: float = SHARP) -> Verdict:
    """Whether the base overlaps no barricade, impassable or not."""
    centre = base.centre[None]
    outlines = [wall.polygon() for wall in world.walls]
    away = [float(np.linalg.norm(outline.closest(centre) - centre)) for outline in outlines]
    signed = [-gap if outline.contains(centre)[0] else gap for outline, gap in zip(outlines, away, strict=True)]
    return all_of(from_gap(gap - base.radius, nudge) for gap in signed)


def fits(world: World, others: Iterable[Circle], points: Floats, radius: float) -> Bools:
    """Whether a disc of some radius fits at each point: on the table, off discs and barricades."""
    room = np.array([world.width, world.height])
    good = ((points >= radius) & (points <= room - radius)).all(axis=1)
    for other in others:
        good &= np.linalg.norm(points - other.centre, axis=1) >= other.radius + radius
    for wall in world.walls:
        good &= wall.polygon().distance(points) >= radius
    return np.asarray(good)

"""Facts about an end of a path that need no search: its least cost, and refusals of the end."""

import math
from collections.abc import Iterable, Iterator

import numpy as np
import shapely

from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.path.crossings import distance
from game.table.path.path import Point
from game.table.path.policy import CONTACT, TOUCHING, End, Ground, PathPolicy
from game.table.path.rings import Floats, on_rim
from game.table.shapes import Disc
from game.wording import N_, _

# Inches between the points of a line on which a path must end.
_ALONG = 0.02


def gains_in_reach(policy: PathPolicy, start: Point, ignored: Iterable[str] = ()) -> list[Ground]:
    """Return the grounds with a gain (a negative price) that a path can reach on its budget, nearest first."""
    left_out = set(ignored)
    gains = [
        (inches_to_enter(ground, policy.radius, start), number, ground)
        for number, ground in enumerate(policy.grounds)
        if ground.once < 0.0 and ground.name not in left_out
    ]
    while True:
        most = policy.budget - math.fsum(ground.once for _inches, _number, ground in gains)
        near = [gain for gain in gains if gain[0] <= most]
        if len(near) == len(gains):
            return [ground for _inches, _number, ground in sorted(gains, key=lambda gain: gain[:2])]
        gains = near


def most_inches(policy: PathPolicy, start: Point, ignored: Iterable[str] = ()) -> float:
    """Return the greatest length of a path in inches, if it uses every gain in reach."""
    return policy.budget - math.fsum(ground.once for ground in gains_in_reach(policy, start, ignored))


def total_gain(gains: Iterable[Ground]) -> float:
    """Return the most inches that some grounds can give back; grounds of one name do so only once."""
    best: dict[str, float] = {}
    for ground in gains:
        best[ground.name] = max(best.get(ground.name, 0.0), -ground.once)
    return math.fsum(best.values())


def least_cost(policy: PathPolicy, start: Point, end: Point) -> float:
    """Return a lower bound on the cost of a path: its length, with gains on the way to their grounds."""
    straight = math.dist(start, end)
    gains = [ground for ground in policy.grounds if ground.once < 0.0]
    if not gains or straight - policy.budget > -math.fsum(ground.once for ground in gains):
        return straight + math.fsum(ground.once for ground in gains)
    detours = sorted(
        (max(straight, math.fsum(inches_to_enter(ground, policy.radius, spot) for spot in (start, end))), ground.once)
        for ground in gains
    )
    least, total = straight, 0.0
    for inches, once in detours:
        total += once
        least = min(least, inches + total)
    return least


def inches_to_enter(ground: Ground, radius: float, spot: Point) -> float:
    """Return a lower bound on the inches that a base must go from a spot to be in a ground."""
    west, south, east, north = ground.box
    x, y = spot
    off = math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))
    return max(off - ground.distance_kept(radius), 0.0)


def end_refusals(policy: PathPolicy, x: float, y: float) -> Iterator[Refusal]:
    """Yield every reason why no path can end at (x, y)."""
    radius = policy.radius
    west, south, east, north = policy.bounds
    over = max(west + radius - x, x - east + radius, south + radius - y, y - north + radius)
    if over > TOUCHING:
        text = _("hangs over the edge of the table by {amount}", amount=missing(over))
        yield Refusal(text, policy.rule, N_("off the table"), over)
    for ground in policy.grounds:
        near = ground.distance_kept(radius)
        if (ground.solid or not ground.rest) and ground.is_near((x, y, x, y), near):
            short = near - distance(ground.shape, x, y)
            if short > TOUCHING and ground.name not in policy.stages[-1].ignores:
                text = _("{name} is in the way by {amount}", name=ground.name, amount=missing(short))
                rule = ground.rule if ground.solid else ground.rest_rule or ground.rule
                yield Refusal(text, rule, N_("in the way"), short)
    for demand in policy.ends:
        gap = min(distance(shape, x, y) for shape in demand.shapes) - radius
        short = max(gap - demand.most, demand.least - gap)
        if short > TOUCHING:
            text = _("{amount} from where it must end", amount=missing(short))
            if demand.name and gap > demand.most:
                text = _("{amount} too far from {name}", amount=missing(short), name=demand.name)
            yield Refusal(text, demand.rule, N_("wrong end point"), short)


def certain_refusals(policy: PathPolicy, start: Position, at: Position) -> list[Refusal]:
    """Return every reason why no path from `start` can end at a spot, including its length."""
    over = least_cost(policy, start, at) - policy.budget
    return [*end_refusals(policy, *at), *([too_far(policy, over, sure=True)] if over > 0.0 else [])]


def too_far(policy: PathPolicy, over: float, sure: bool) -> Refusal:
    """Return the refusal of an end that is `over` inches too far, at least (`sure`) or on the best path found."""
    amount = missing(over)
    text = (
        _("at least {amount} too far", amount=amount)
        if sure
        else _("{amount} too far on the best path found", amount=amount)
    )
    return Refusal(text, policy.rule, N_("too far"), over)


def rims_of(policy: PathPolicy, end: End) -> list[Floats]:
    """Return lines of dense points along the middle of the band in which a path must end."""
    middle = (max(end.least, 0.0) + min(end.most, CONTACT)) / 2 if end.most <= CONTACT else (end.least + end.most) / 2
    lines = []
    for shape in end.shapes:
        if isinstance(shape, Disc):
            radius = shape.radius + policy.radius + middle
            bearings = np.linspace(0.0, 2 * math.pi, max(16, math.ceil(2 * math.pi * radius / _ALONG)))
            lines.append(on_rim(shape.x, shape.y, radius, bearings))
        else:
            outline = shape.buffer(policy.radius + middle, quad_segs=64).exterior
            lines.append(shapely.get_coordinates(shapely.segmentize(outline, _ALONG)))
    return lines

"""The exact verdict on a path, whatever its origin: every reason against it, and the cost of each leg.

For an end alone, without a path, there are the least cost of any path to it, and the reasons against the end itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.path.crossings import Stretch, box_of_leg, distance, misses_end, passes_by, stretches_in, stretches_of
from game.table.path.path import Leg, Path, Point
from game.table.path.policy import CONTACT, TOUCHING, Ground, PathPolicy, Stage, near_to
from game.table.shapes import Disc
from game.wording import N_, _

EPSILON = 1e-6
"""Inches that rounding may add to the cost of a path."""


@dataclass(frozen=True, slots=True)
class Obstacle(Refusal):
    """A reason against a path, with the first spot at which it applies; `ground` is the name of an obstacle."""

    at: Position = Position(0.0, 0.0)  # noqa: RUF009 - a tuple, never changed
    ground: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """An extra cost of a path: the ground's name, the inches in it (0 for a price paid once), and the extra cost."""

    ground: str
    inches: float
    cost: float
    rule: str = ""


@dataclass(frozen=True, slots=True)
class LegReceipt:
    """The cost of one leg: its inches and extra costs of grounds. `stage` is the number of its stage."""

    leg: Leg
    stage: int
    inches: float
    cost: float
    prices: tuple[Price, ...] = ()


@dataclass(frozen=True, slots=True)
class PathReceipt:
    """The verdict on a path, which is legal without `refusals`. `once` are the prices of the path as a whole."""

    path: Path
    legs: tuple[LegReceipt, ...]
    once: tuple[Price, ...]
    inches: float
    cost: float
    left: float
    refusals: tuple[Obstacle, ...]

    @property
    def is_legal(self) -> bool:
        """Whether the path has no refusal."""
        return not self.refusals


class _Track:
    """A path under a policy, with the stage of every leg, and the stretches of the legs in each ground."""

    def __init__(self, path: Path, policy: PathPolicy) -> None:
        self.path, self.policy = path, policy
        self.starts = [0.0]
        for leg in path.legs:
            self.starts.append(self.starts[-1] + leg.inches)
        self._boxes = [box_of_leg(leg) for leg in path.legs]
        self.stages, self.finished = _stages_of_legs(path, policy)
        self._stretches_in: dict[Ground, list[tuple[int, Stretch]]] = {}

    def ignores(self, number: int) -> frozenset[str]:
        """Return the names of the grounds that have no effect on a leg."""
        return self.policy.stages[self.stages[number]].ignores

    def stretches(self, ground: Ground) -> list[tuple[int, Stretch]]:
        """Return the stretches in a ground, each after the number of its leg; legs that ignore the ground have none."""
        if ground not in self._stretches_in:
            self._stretches_in[ground] = self._new_stretches(ground)
        return self._stretches_in[ground]

    def _new_stretches(self, ground: Ground) -> list[tuple[int, Stretch]]:
        """Compute the stretches that `stretches` caches."""
        near = ground.distance_kept(self.policy.radius)
        stretches = []
        for number, leg in enumerate(self.path.legs):
            matters = ground.is_near(self._boxes[number], near) and ground.name not in self.ignores(number)
            if matters and not passes_by(leg, ground, near):
                stretches += [(number, stretch) for stretch in stretches_in(leg, ground.shape, near)]
        return stretches

    def starts_in(self, ground: Ground) -> bool:
        """Return whether the base is in a ground at the start."""
        if self.stages and ground.name in self.ignores(0):
            return False
        return is_in(ground, self.policy, self.path.start)

    def spells(self, ground: Ground) -> list[Stretch]:
        """Return each time that the path is in a ground, from when to when, in inches from the start of the path."""
        spells: list[Stretch] = []  # stretches that meet at a corner are joined
        for number, (low, high) in self.stretches(ground):
            low, high = low + self.starts[number], high + self.starts[number]
            if spells and low - spells[-1][1] < EPSILON:
                spells[-1] = spells[-1][0], high
            else:
                spells.append((low, high))
        return spells


def is_in(ground: Ground, policy: PathPolicy, at: Position) -> bool:
    """Return whether a base at a spot is in a ground."""
    near = ground.distance_kept(policy.radius)
    return ground.is_near((*at, *at), near) and distance(ground.shape, *at) < near - TOUCHING


def check(path: Path, policy: PathPolicy) -> PathReceipt:
    """Return the exact verdict on a path, with its receipt in inches.

    Finders only suggest paths; this function decides.
    """
    track = _Track(path, _without_far_grounds(path, policy))
    refusals = [*_beyond_the_table(track), *_obstacles_met(track), *_against_directions(track), *_wrong_end(track)]
    legs, once, cost = _costs_of(track)
    left = policy.budget - cost
    if left < -EPSILON:
        refusals.append(_obstacle(N_("too far"), policy.rule, path.end, -left))
    return PathReceipt(path, legs, once, path.inches, cost, left, tuple(refusals))


def allows(path: Path, policy: PathPolicy) -> bool:
    """Return whether `check` calls a path legal; this is faster, because it stops at the first refusal."""
    track = _Track(path, _without_far_grounds(path, policy))
    tests = (_against_directions, _wrong_end, _beyond_the_table, _obstacles_met)
    if any(True for test in tests for _refusal in test(track)):
        return False
    return _costs_of(track)[2] <= policy.budget + EPSILON


def best_verdict(path: Path, policies: Iterable[PathPolicy]) -> PathReceipt:
    """Return the verdict on a path under the policy that gives the fewest refusals."""
    return min((check(path, policy) for policy in policies), key=lambda receipt: len(receipt.refusals))


def _without_far_grounds(path: Path, policy: PathPolicy) -> PathPolicy:
    """Return the policy without the grounds that are too far from a path to affect it."""
    if any(stage.names for stage in policy.stages):  # stages need the grounds that they name, even far ones
        return policy
    boxes = [box_of_leg(leg) for leg in path.legs] or [(*path.start, *path.start)]
    west, south, east, north = zip(*boxes)
    return policy.but(grounds=near_to(policy, (min(west), min(south), max(east), max(north))))


def _costs_of(track: _Track) -> tuple[tuple[LegReceipt, ...], tuple[Price, ...], float]:
    """Return the receipts of all legs, the prices paid once, and the total cost."""
    legs = tuple(_leg_receipt(track, number) for number in range(len(track.path.legs)))
    once = tuple(_prices(track))
    return legs, once, math.fsum(leg.cost for leg in legs) + math.fsum(price.cost for price in once)


def _obstacle(
    cause: str, rule: str, at: Sequence[float], short: float | None = None, ground: Ground | None = None
) -> Obstacle:
    """Return a refusal with the text for its cause; `short` is the number of inches at fault."""
    amount = missing(short) if short is not None else ""
    title = ground.title if ground is not None else ""
    texts = {
        "too far": lambda: _("{amount} too far", amount=amount),
        "off the table": lambda: _("leaves the table by {amount}", amount=amount),
        "in the way": lambda: _("{name} is in the way", name=title),
        "not straight": lambda: _("is not straight: {amount} off", amount=amount),
        "wrong direction": lambda: _("leads {amount} in a forbidden direction", amount=amount),
        "wrong stop": lambda: _("does not stop or go on where it must"),
        "must go on": lambda: _("must not end in {name}", name=title),
        "wrong end point": lambda: _("ends {amount} from where it must end", amount=amount),
    }
    return Obstacle(texts[cause](), rule, cause, short, position(at[0], at[1]), title)


def _stages_of_legs(path: Path, policy: PathPolicy) -> tuple[list[int], bool]:
    """Return the number of every leg's stage, and whether the path may end in its last stage."""
    stages, number = [], 0
    number = _next_stage(policy, number, path.start)
    for leg in path.legs:
        stages.append(min(number, len(policy.stages) - 1))
        number = _next_stage(policy, number, leg.end)
    return stages, number >= len(policy.stages) or policy.stages[number].may_end


def _next_stage(policy: PathPolicy, number: int, at: Position) -> int:
    """Return the number of the stage after a corner of the path: the present one, unless it ends at that corner."""
    while number < len(policy.stages):
        stage = policy.stages[number]
        grounds = policy.named(stage)
        has_ended = False
        if stage.until == "touch":
            has_ended = any(
                distance(ground.shape, *at) <= ground.distance_kept(policy.radius) + CONTACT for ground in grounds
            )
        elif stage.until == "leave":
            has_ended = not any(is_in(ground, policy, at) for ground in grounds)
        if not has_ended:
            return number
        number += 1
    return number


def _beyond_the_table(track: _Track) -> Iterator[Obstacle]:
    """Yield a reason if the base leaves the table."""
    west, south, east, north = track.policy.bounds
    radius = track.policy.radius
    for leg in track.path.legs or (Leg(track.path.start, track.path.start),):
        # An arc is nearest to an edge of the table in one of the four main directions from its centre.
        points = [leg.start, leg.end, *_main_points_of_arc(leg)]
        overhangs = [
            max(west + radius - x, x - east + radius, south + radius - y, y - north + radius) for x, y in points
        ]
        if max(overhangs) > TOUCHING:
            at = next(point for point, overhang in zip(points, overhangs) if overhang > TOUCHING)
            yield _obstacle(N_("off the table"), track.policy.rule, at, max(overhangs))
            return


def _main_points_of_arc(leg: Leg) -> Iterator[tuple[float, float]]:
    """Yield the points of an arc that are exactly east, north, west or south of its centre."""
    if leg.turn:
        cx, cy = leg.centre
        first = math.atan2(leg.start.y - cy, leg.start.x - cx)
        for quarter in range(4):
            turned = math.remainder(quarter * math.pi / 2 - first, 2 * math.pi) * math.copysign(1.0, leg.turn)
            if turned % (2 * math.pi) < abs(leg.turn):
                yield leg.at(turned % (2 * math.pi) * leg.radius)


def _obstacles_met(track: _Track) -> Iterator[Obstacle]:
    """Yield a reason for each solid ground in the way, and each ground at which the path must stop but goes on."""
    policy, path = track.policy, track.path
    for ground in policy.grounds:
        if ground.solid:
            near = ground.distance_kept(policy.radius)
            if track.starts_in(ground):
                short = near - distance(ground.shape, *path.start)
                yield _obstacle(N_("in the way"), ground.rule, path.start, short, ground)
            elif track.stretches(ground):
                number, (low, high) = track.stretches(ground)[0]
                spot = path.legs[number].at(low)
                inside = [path.legs[number].at(low + (high - low) * step / 16) for step in range(17)]
                short = near - min(distance(ground.shape, *point) for point in inside)
                yield _obstacle(N_("in the way"), ground.rule, spot, short, ground)
        elif ground.stops and (spells := track.spells(ground)):
            last = spells[0][1]
            if path.inches - last > CONTACT:
                yield _obstacle(N_("wrong stop"), ground.rule, path.at(last), path.inches - last, ground)


def _against_directions(track: _Track) -> Iterator[Obstacle]:
    """Yield a reason for each stage that goes in a forbidden direction or too far."""
    policy, path = track.policy, track.path
    for number in sorted(set(track.stages)):
        stage = policy.stages[number]
        legs = [leg for leg, leg_stage in zip(path.legs, track.stages) if leg_stage == number]
        yield from _wrong_directions(stage, legs, policy.radius)
        free_after = number + 1 < len(policy.stages) and policy.stages[number + 1].go == "free"
        if stage.until and not (stage.until == "leave" and free_after):
            yield from _overshoot(stage, legs, policy)


def _wrong_directions(stage: Stage, legs: list[Leg], radius: float) -> Iterator[Obstacle]:
    """Yield a reason if the legs of a stage break its rule of direction."""
    most_off, at = stray(stage, legs, radius)
    if most_off > CONTACT:
        cause = N_("not straight") if stage.go == "straight" else N_("wrong direction")
        yield _obstacle(cause, stage.rule, at, most_off)


def _overshoot(stage: Stage, legs: list[Leg], policy: PathPolicy) -> Iterator[Obstacle]:
    """Yield a reason if a stage goes on past the spot at which it must end."""
    grounds = policy.named(stage)
    for leg in legs:
        if stage.until == "touch":
            for ground in grounds:
                stretches_near = stretches_of(leg, ground, ground.distance_kept(policy.radius) - CONTACT)
                beginnings = [low for low, high in stretches_near if high - low > EPSILON]
                if beginnings:
                    yield _obstacle(
                        N_("wrong stop"), stage.rule, leg.at(beginnings[0]), leg.inches - beginnings[0], ground
                    )
                    return
        else:
            spans = [stretches_of(leg, ground, ground.distance_kept(policy.radius)) for ground in grounds]
            last = max((high for stretches in spans for _low, high in stretches), default=0.0)
            if leg.inches - last > CONTACT:
                yield _obstacle(N_("wrong stop"), stage.rule, leg.at(last), leg.inches - last)
                return


def _wrong_end(track: _Track) -> Iterator[Obstacle]:
    """Yield every reason why the path may not end at its last spot."""
    policy, end = track.policy, track.path.end
    if not track.finished:
        yield _obstacle(N_("wrong stop"), policy.rule, end)
    for ground in policy.grounds:
        if not ground.rest and is_in(ground, policy, end):
            off = ground.distance_kept(policy.radius) - distance(ground.shape, *end)
            yield _obstacle(N_("must go on"), ground.rest_rule or ground.rule, end, off, ground)
    for demand in policy.ends:
        off = misses_end(demand, policy.radius, *end)
        if off > TOUCHING:
            yield _obstacle(N_("wrong end point"), demand.rule, end, off)


def _leg_receipt(track: _Track, number: int) -> LegReceipt:
    """Return the receipt of one leg. Where grounds overlap, the one with the highest factor counts."""
    leg = track.path.legs[number]
    costly = [ground for ground in track.policy.grounds if ground.factor > 1.0]
    stretches_in = {
        ground: [stretch for leg_number, stretch in track.stretches(ground) if leg_number == number]
        for ground in costly
    }
    stretch_ends = (mark for stretches in stretches_in.values() for stretch in stretches for mark in stretch)
    marks = sorted({0.0, leg.inches, *stretch_ends})
    prices: dict[Ground, tuple[float, float]] = {}
    for low, high in pairwise(marks):  # no ground begins or ends between two marks
        middle = (low + high) / 2
        grounds = [
            candidate for candidate in costly if any(start <= middle <= end for start, end in stretches_in[candidate])
        ]
        if grounds:
            ground = max(grounds, key=lambda candidate: candidate.factor)
            inches, cost = prices.get(ground, (0.0, 0.0))
            prices[ground] = inches + high - low, cost + (high - low) * (ground.factor - 1.0)
    listed = tuple(Price(ground.title, *paid, ground.rule) for ground, paid in prices.items())
    cost = leg.inches + math.fsum(price.cost for price in listed)
    return LegReceipt(leg, track.stages[number], leg.inches, cost, listed)


def _prices(track: _Track) -> Iterator[Price]:
    """Yield the prices of grounds that are paid once for each name, and those for entering and leaving."""
    paid: set[str] = set()
    for ground in track.policy.grounds:
        if not (ground.once or ground.enter or ground.leave):
            continue
        spells = track.spells(ground)
        starts_in = track.starts_in(ground)
        entries = sum(1 for low, _high in spells if low > EPSILON or not starts_in)
        ends_in = is_in(ground, track.policy, track.path.end)
        exits = sum(1 for _low, high in spells if high < track.path.inches - EPSILON or not ends_in)
        if ground.once and (spells or starts_in) and ground.name not in paid:
            paid.add(ground.name)
            yield Price(ground.title, 0.0, ground.once, ground.rule)
        for count, price in ((entries, ground.enter), (exits, ground.leave)):
            if count and price:
                yield Price(ground.title, 0.0, count * price, ground.rule)


def stray(stage: Stage, legs: Sequence[Leg], radius: float) -> tuple[float, Position]:
    """Return the most inches by which any leg of a stage breaks its rule of direction, and the start of that leg."""
    if not legs or stage.go == "free":
        return 0.0, Position(0.0, 0.0)
    return max(
        ((_inches_off_rule(stage, legs, number, radius), leg.start) for number, leg in enumerate(legs)),
        key=lambda worst: worst[0],
    )


def _inches_off_rule(stage: Stage, legs: Sequence[Leg], number: int, radius: float) -> float:
    """Return the inches by which one leg of a stage breaks its rule of direction."""
    leg = legs[number]
    if stage.go == "along":
        disc = stage.of[0]
        (low, high), rim = near_and_far(leg, disc.x, disc.y), disc.radius + radius
        # Up to half of CONTACT to either side of the middle of contact is still contact.
        return max(rim - low, high - rim - CONTACT, 0.0) + (CONTACT if low < rim - 1e-6 else 0.0)
    if stage.go in ("not nearer", "not farther"):
        return max(_setback(legs, number, disc, stage.go == "not nearer") for disc in stage.of)
    start, setback = legs[0].start, 0.0
    target: Point = legs[-1].end
    if stage.go == "straight":
        setback = max((_setback(legs, number, disc, True) for disc in stage.of), default=0.0)
    else:
        disc = stage.of[0]
        sign = 1.0 if stage.go == "toward" else -1.0
        target = start.x + sign * (disc.x - start.x), start.y + sign * (disc.y - start.y)
    distance = math.hypot(target[0] - start.x, target[1] - start.y)
    if distance == 0.0:
        return leg.inches
    ux, uy = (target[0] - start.x) / distance, (target[1] - start.y) / distance
    offset = abs((leg.end.x - start.x) * uy - (leg.end.y - start.y) * ux)
    progress = (leg.end.x - leg.start.x) * ux + (leg.end.y - leg.start.y) * uy
    sagitta = leg.radius * (1.0 - math.cos(leg.turn / 2)) if leg.turn else 0.0
    overrun = (leg.end.x - start.x) * ux + (leg.end.y - start.y) * uy - distance if stage.go == "toward" else 0.0
    return max(offset, -progress, sagitta, overrun, setback)


def near_and_far(leg: Leg, x: float, y: float) -> tuple[float, float]:
    """Return the least and the greatest distance of a leg from a point, in inches."""
    distances = [math.hypot(px - x, py - y) for _inches, (px, py) in turning_points(leg, x, y)]
    return min(distances), max(distances)


def turning_points(leg: Leg, x: float, y: float) -> Iterator[tuple[float, Point]]:
    """Yield the points of a leg at which its distance from (x, y) may be least or greatest.

    Each comes after its distance along the leg, in inches.
    """
    yield 0.0, leg.start
    length = leg.inches
    candidates: list[float] = []
    if leg.turn:
        cx, cy = leg.centre
        first = math.atan2(leg.start.y - cy, leg.start.x - cx)
        to_point = math.atan2(y - cy, x - cx)
        turned = ((bearing - first) * math.copysign(1.0, leg.turn) for bearing in (to_point, to_point + math.pi))
        candidates += [angle % (2 * math.pi) * leg.radius for angle in turned]
    elif length:
        dx, dy = leg.end.x - leg.start.x, leg.end.y - leg.start.y
        candidates.append(((x - leg.start.x) * dx + (y - leg.start.y) * dy) / length)
    yield from ((inches, leg.at(inches)) for inches in sorted(candidates) if 0.0 < inches < length)
    yield length, leg.end


def _setback(legs: Sequence[Leg], number: int, disc: Disc, outward: bool) -> float:
    """Return the inches by which a leg falls back behind the best distance to a disc so far.

    The best distance is the greatest if a path must lead `outward`, or else the least.
    """
    best, setback = -math.inf, 0.0
    for index, leg in enumerate(legs[: number + 1]):
        for _inches, (x, y) in turning_points(leg, disc.x, disc.y):
            progress = math.hypot(x - disc.x, y - disc.y) * (1.0 if outward else -1.0)
            best = max(best, progress)
            if index == number:
                setback = max(setback, best - progress)
    return setback


def gains_in_reach(policy: PathPolicy, start: Point, ignored: Iterable[str] = ()) -> list[Ground]:
    """Return the grounds with a gain (a negative price) that a path can reach within its budget, nearest first."""
    left_out = set(ignored)
    gains = [
        (inches_to_enter(ground, policy.radius, start), number, ground)
        for number, ground in enumerate(policy.grounds)
        if ground.once < 0.0 and ground.name not in left_out
    ]
    while True:
        reach = policy.budget - math.fsum(ground.once for _inches, _number, ground in gains)
        reachable = [gain for gain in gains if gain[0] <= reach]
        if len(reachable) == len(gains):
            return [ground for _inches, _number, ground in sorted(gains, key=lambda gain: gain[:2])]
        gains = reachable


def most_inches(policy: PathPolicy, start: Point, ignored: Iterable[str] = ()) -> float:
    """Return the greatest length of a path in inches, if it uses every gain in reach."""
    return policy.budget - math.fsum(ground.once for ground in gains_in_reach(policy, start, ignored))


def total_gain(gains: Iterable[Ground]) -> float:
    """Return the most inches that grounds can give back; grounds with the same name give back only once."""
    best: dict[str, float] = {}
    for ground in gains:
        best[ground.name] = max(best.get(ground.name, 0.0), -ground.once)
    return math.fsum(best.values())


def least_cost(policy: PathPolicy, start: Point, end: Point) -> float:
    """Return a lower bound on the cost of a path: its least length, minus gains where it can collect them."""
    straight = math.dist(start, end)
    gains = [ground for ground in policy.grounds if ground.once < 0.0]
    if not gains or straight - policy.budget > -math.fsum(ground.once for ground in gains):
        return straight + math.fsum(ground.once for ground in gains)
    detours = sorted(
        (max(straight, math.fsum(inches_to_enter(ground, policy.radius, spot) for spot in (start, end))), ground.once)
        for ground in gains
    )
    least, total = straight, 0.0
    for inches, gain in detours:
        total += gain
        least = min(least, inches + total)
    return least


def inches_to_enter(ground: Ground, radius: float, spot: Point) -> float:
    """Return a lower bound on the inches that a base must go from a spot to be in a ground."""
    west, south, east, north = ground.box
    x, y = spot
    gap = math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))
    return max(gap - ground.distance_kept(radius), 0.0)


def end_refusals(policy: PathPolicy, x: float, y: float) -> Iterator[Refusal]:
    """Yield every reason why no path can end at (x, y)."""
    radius = policy.radius
    west, south, east, north = policy.bounds
    overhang = max(west + radius - x, x - east + radius, south + radius - y, y - north + radius)
    if overhang > TOUCHING:
        text = _("hangs over the edge of the table by {amount}", amount=missing(overhang))
        yield Refusal(text, policy.rule, N_("off the table"), overhang)
    for ground in policy.grounds:
        kept = ground.distance_kept(radius)
        if (ground.solid or not ground.rest) and ground.is_near((x, y, x, y), kept):
            short = kept - distance(ground.shape, x, y)
            if short > TOUCHING and ground.name not in policy.stages[-1].ignores:
                text = _("{name} is in the way by {amount}", name=ground.title, amount=missing(short))
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
    """Return every reason, including length, why no path from `start` can end at a spot."""
    over = least_cost(policy, start, at) - policy.budget
    return [*end_refusals(policy, *at), *([too_far(policy, over, sure=True)] if over > 0.0 else [])]


def too_far(policy: PathPolicy, over: float, sure: bool) -> Refusal:
    """Return the refusal of an end that is `over` inches too far away. `sure`: no path can be shorter."""
    amount = missing(over)
    text = (
        _("at least {amount} too far", amount=amount)
        if sure
        else _("{amount} too far on the best path found", amount=amount)
    )
    return Refusal(text, policy.rule, N_("too far"), over)

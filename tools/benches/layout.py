"""Arrangements of a unit of 20 in a crowd of 60 bases: the verdict on one, and the search for a legal one.

Moves of units among 60 and 180 bases: the verdict with straight ways, one at random, the nearest to what is wanted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from random import Random

from game.table.lattice import Position, position
from game.table.layout.completing import complete
from game.table.layout.judge import allows, judge
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.layout.steps import MemberStep
from game.table.path.policy import PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tools.benches.sight import Columns, processed

WIDE, HIGH = 30.0, 22.0
RADIUS, LINK = 0.63, 0.5
MOVE, FILES = 8.0, 5


def charge(seed: int) -> tuple[LayoutPolicy, dict[str, Position]]:
    """Return a unit of 20 that charges among 60 bases, and where its block would be if nothing were in the way."""
    rng, step = Random(seed), 2 * RADIUS + 0.2
    west, south = rng.uniform(2.0, WIDE - 8.0), rng.uniform(2.0, HIGH - 7.0)
    block = [Disc(west + at % FILES * step, south + at // FILES * step, RADIUS, f"{at}") for at in range(20)]
    crowd: list[Disc] = []
    while len(crowd) < 60:
        x, y, radius = rng.uniform(1, WIDE - 1), rng.uniform(1, HIGH - 1), rng.choice((0.492, 0.63, 0.984))
        if all(math.dist((x, y), other[:2]) >= radius + other.radius for other in (*crowd, *block)):
            crowd.append(Disc(x, y, radius, "foe"))
    table, clear = OnTable(Battlefield(WIDE, HIGH, ()), RADIUS), ClearOf(crowd, RADIUS, "foe")
    members = tuple(
        Member(disc.name, disc, Region(RADIUS, (table, clear, Ring(Disc(disc.x, disc.y, 0.0), MOVE)), disc))
        for disc in block
    )
    middle = block[7]
    foe = sorted(crowd, key=lambda other: math.dist(other[:2], middle[:2]))[6]
    near = Ring(foe, foe.radius + RADIUS + LINK)
    dx, dy = 0.8 * (foe.x - middle.x), 0.8 * (foe.y - middle.y)
    demand = Demand(dict.fromkeys((member.id for member in members), near))
    wanted = {disc.name: position(disc.x + dx, disc.y + dy) for disc in block}
    return LayoutPolicy(members, Coherency(LINK, 2), (demand,)), wanted


def battle(seed: int, count: int, crowd: int, wide: float = WIDE, high: float = HIGH) -> UnitMove:
    """Return the moves of a unit in ranks of five among a crowd."""
    rng, step = Random(seed), 2 * RADIUS + 0.1
    west, south = rng.uniform(1.0, wide - 8.0), rng.uniform(1.0, high - 7.0)
    block = [Disc(west + at % FILES * step, south + at // FILES * step, RADIUS, f"{at}") for at in range(count)]
    others: list[Disc] = []
    while len(others) < crowd:
        x, y, radius = rng.uniform(1, wide - 1), rng.uniform(1, high - 1), rng.choice((0.492, 0.63, 0.984))
        if all(math.dist((x, y), other[:2]) >= radius + other.radius + 0.01 for other in (*others, *block)):
            others.append(Disc(x, y, radius, "foe"))
    policy = PathPolicy(RADIUS, MOVE, (0.0, 0.0, wide, high), tuple(base(each) for each in others))
    members = tuple(Member(each.name, each, PathRegion(position(*each[:2]), policy)) for each in block)
    starts = {each.name: position(*each[:2]) for each in block}
    return UnitMove(LayoutPolicy(members, Coherency(LINK, 2 if count >= 7 else 1)), starts)


def measure_moves() -> Iterator[Columns]:
    """Yield the rows of moves; no verdict is known before, as whenever a unit is asked to move."""
    verdicts, naive, near = list[float](), list[float](), list[float]()
    at_random: dict[int, list[float]] = {10: [], 20: []}
    for seed in range(30):
        for count, times in at_random.items():
            times.append(processed(partial(_stray, battle(seed, count, 60), seed)))
        unit = battle(seed, 20, 60)
        verdicts.append(processed(partial(_judge, unit, unit.sample(Random(seed)) or ())))
        naive.append(processed(partial(_all_pairs, unit)))
        field, rng = battle(seed, 20, 180, 72.0, 48.0), Random(seed)
        turn, far = rng.uniform(0.0, 2 * math.pi), rng.uniform(2.0, MOVE)
        dx, dy = far * math.cos(turn), far * math.sin(turn)
        wanted = {name: position(x + dx, y + dy) for name, (x, y) in field.starts.items()}
        near.append(processed(partial(_go_near, field, wanted)))
    pairs = sorted(naive)[len(naive) // 2]
    for name, times, promise in (
        ("a move of 20 with straight ways: legal or not", verdicts, "must 2, aim 0.7"),
        ("a move of 10 in a crowd, at random", at_random[10], "aim 5"),
        ("a move of 20 in a crowd, at random", at_random[20], "aim 15"),
        ("a move of 20 among 200, near what is wanted", near, ""),
    ):
        yield name, "ms", times, promise, "distances of all pairs", pairs


def _stray(unit: UnitMove, seed: int) -> None:
    unit._cache.clear()
    unit.sample(Random(seed))


def _judge(unit: UnitMove, steps: tuple[MemberStep, ...]) -> None:
    unit._cache.clear()
    unit.find(steps)


def _go_near(unit: UnitMove, wanted: dict[str, Position]) -> None:
    unit._cache.clear()
    unit.nearest(wanted)


def _all_pairs(unit: UnitMove) -> None:
    for one in unit.starts.values():
        for other in unit.starts.values():
            math.dist(one, other)


def measure_layout() -> Iterator[Columns]:
    """Yield the rows; where each member may go by itself is known already."""
    searches, verdicts, causes, naive = [], [], [], []
    for seed in range(30):
        policy, wanted = charge(seed)
        for member in policy.members:
            assert member.ends.geometry is not None
        searches.append(processed(lambda: complete(policy, wanted)))  # noqa: B023
        found = complete(policy, wanted)
        naive.append(processed(lambda: [math.dist(one, other) for one in wanted.values() for other in wanted.values()]))  # noqa: B023
        if found is not None:
            verdicts.append(processed(lambda: allows(policy, found)))  # noqa: B023
        causes.append(processed(lambda: judge(policy, wanted)))  # noqa: B023
    pairs = sorted(naive)[len(naive) // 2]
    for name, samples, promise in (
        ("a legal arrangement of 20 in a crowd, found", searches, "must 15, aim 5"),
        ("an arrangement of 20: legal or not", verdicts, "must 2, aim 0.7"),
        ("an arrangement of 20: every cause", causes, "must 2, aim 0.7"),
    ):
        yield name, "ms", samples, promise, "distances of all pairs", pairs
    yield from measure_moves()

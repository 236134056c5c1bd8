"""Arrangements of a unit of 20 in a crowd of 60 bases: the verdict on one, and the search for a legal one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from game.table.lattice import Position, position
from game.table.layout.completing import complete
from game.table.layout.judge import allows, judge
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.placing.clearances import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tools.bench_sight import Columns, processed

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

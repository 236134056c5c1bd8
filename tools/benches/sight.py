"""Sight among 12 pieces and 20 bases: a pair with and without an open line, and the area a base sees; with heights."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from itertools import count, permutations

import shapely

from game.table.heights import Body
from game.table.shapes import Disc
from game.table.sight.arcs import parts
from game.table.sight.bodies import Eye, Prism, Prisms, Silhouette, Visibility
from game.table.sight.corridor import Blocker, first_stop, shortest
from game.table.sight.lines import Ends
from game.table.sight.policy import SightPolicy
from game.table.sight.sight import Sight
from game.table.sight.solids import Solid

SIZE = 24.0
SILHOUETTE = Silhouette((-0.8, -0.4, 0.0, 0.4, 0.8), (0.125, 0.375, 0.625, 0.875))
Columns = tuple[str, str, list[float], str, str, float]


def sight_table(seed: int, pieces: int = 12, most: int = 20, side: float = SIZE) -> tuple[list[Solid], list[Disc]]:
    """Return pieces of terrain and bases clear of it, on a square table."""
    rng = random.Random(seed)
    solids = []
    for number in range(pieces):
        x, y, turn = rng.uniform(2, side - 2), rng.uniform(2, side - 2), rng.uniform(0, math.tau)
        corners, size = rng.choice((4, 4, 5, 9)), rng.uniform(0.8, 2.0)
        turns = [turn + math.tau * corner / corners for corner in range(corners)]
        reach = [size * rng.uniform(0.8, 1.2) for _ in turns]
        outline = [(x + r * math.cos(at), y + r * math.sin(at)) for r, at in zip(reach, turns, strict=True)]
        solids.append(Solid(shapely.Polygon(outline), f"piece {number}"))
    bases: list[Disc] = []
    while len(bases) < most:
        x, y, radius = (
            round(rng.uniform(1, side - 1), 4),
            round(rng.uniform(1, side - 1), 4),
            rng.choice((0.5906, 0.7874)),
        )
        clear = all(solid.geometry.distance(shapely.Point(x, y)) >= radius for solid in solids)
        if clear and all(math.dist((x, y), base[:2]) > radius + base.radius for base in bases):
            bases.append(Disc(x, y, radius, f"base {len(bases)}", facing=rng.randrange(36_000)))
    return solids, bases


def processed(work: Callable[[], object]) -> float:
    """Return the milliseconds of this process for one call, the better of two: other programs do not count."""
    best = math.inf
    for _ in range(2):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best * 1000


def measure_sight() -> Iterator[Columns]:
    """Yield the rows: pairs by what they turn out to be, and areas, with and without a front arc."""
    pairs: dict[str, list[float]] = {"an easy line is open": [], "only a line past corners is": [], "none is": []}
    areas, naive = [], []
    for seed in range(4):
        solids, bases = sight_table(seed)
        for arc in (None, 180.0):
            for one, other in permutations(bases, 2):
                stops: tuple[Blocker, ...] = (*solids, *(base for base in bases if base not in (one, other)))
                sight = Sight(SightPolicy(lambda _observer, _target, stops=stops: stops, arc))  # type: ignore[misc]
                ends = Ends(*one[:3], *other[:3], parts(one.facing, arc)[0]).narrowed()
                if ends is None:
                    continue  # not ahead: no question
                line = shortest(ends)
                easy = line is not None and first_stop(*line, stops) is None
                sort = "an easy line is open" if easy else "only a line past corners is"
                pairs[sort if sight.sees(one, other) else "none is"].append(processed(lambda: sight.sees(one, other)))  # noqa: B023
        for base in bases:
            stops = (*solids, *(other for other in bases if other != base))
            sight = Sight(SightPolicy(lambda _observer, _target, stops=stops: stops, 180.0))  # type: ignore[misc]
            areas.append(processed(lambda: sight.area(base, (0.0, 0.0, SIZE, SIZE))))  # noqa: B023
            naive.append(processed(lambda: shapely.union_all([solid.geometry for solid in solids])))  # noqa: B023
    promises = "must 0.2, aim 0.05", "must 0.6, aim 0.2", "must 0.6, aim 0.2"
    union = sorted(naive)[len(naive) // 2]
    for (sort, samples), promise in zip(pairs.items(), promises, strict=True):
        yield f"sight of a pair: {sort}", "ms", samples, promise, "union of the pieces", union
    yield "seen area of a base, within 0.005 inch", "ms", areas, "must 20, aim 8", "union of the pieces", union
    yield from _measure_bodies()


def _measure_bodies() -> Iterator[Columns]:
    """Yield the rows of sight with heights: 60 bodies in squads of three, some in the air, among 40 buildings."""
    pairs, eyes, tables, naive = [], [], [], []
    for seed in range(4):
        rng, (solids, bases) = random.Random(seed), sight_table(seed, 40, 60, 48.0)
        prisms = Prisms(Prism(solid, 0.0, rng.choice((1.0, 2.0, 3.0, 5.0))) for solid in solids)
        bodies = [
            Body(base, rng.choice((0.0, 0.0, 0.0, 2.4)), rng.choice((0.6, 1.0, 1.25, 3.0)), f"squad {number // 3}")
            for number, base in enumerate(bases)
        ]
        sight, ticks = Visibility(bodies, prisms, SILHOUETTE), count(1)

        def eye(number: int) -> Eye:
            """Return an eye in a body, each a hair higher than the last: nothing is known of what it sees."""
            base, body = bases[number], bodies[number]  # noqa: B023
            return Eye(*base[:2], body.base + body.height / 2 + next(ticks) * 1e-9, body.group)  # noqa: B023

        for number in range(len(bodies)):
            target = ((number + 30) % len(bodies),)
            pairs.append(processed(lambda: sight.look(eye(number), only=target)))  # noqa: B023
            eyes.append(processed(lambda: sight.look(eye(number))))  # noqa: B023
        tables.append(processed(lambda: [sight.look(eye(number)) for number in range(len(bodies))]))  # noqa: B023
        naive.append(processed(lambda: shapely.union_all([solid.geometry for solid in solids])))  # noqa: B023
    union = sorted(naive)[len(naive) // 2]
    yield "heights: a pair, 20 samples", "ms", pairs, "must 0.2, aim 0.1", "union of 40 pieces", union
    yield "heights: an eye against 60 bodies", "ms", eyes, "must 1.5, aim 0.9", "union of 40 pieces", union
    yield "heights: all 3,420 pairs of 60 bodies", "ms", tables, "must 100, aim 50", "union of 40 pieces", union

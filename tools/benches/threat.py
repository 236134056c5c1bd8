"""The threat map of ten hostile models, three of them Ranged: first, after one has moved, and how soon it is coarse."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator

import numpy as np
import shapely

from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOf, ClearOfBarricades, OnTable, WithinRange
from game.table.placing.region import Region
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.table.threat.threat_map import Approach, Threat, ThreatMap

MOVE, RANGED = 8, 8
TABLES = 7
Columns = tuple[str, str, list[float], str, str, float, str]


def hostiles(ruler: Ruler, discs: list[Disc]) -> list[Threat]:
    """Return the first ten of some bases as threats; every third strikes at range, the others what they touch."""
    found = []
    for number, disc in enumerate(discs[:10]):
        others = [other for other in discs if other is not disc]
        conditions = (
            OnTable(ruler.battlefield, disc.radius),
            ClearOf(others, disc.radius, "overlaps a base"),
            ClearOfBarricades(ruler.battlefield, disc.radius),
            WithinRange(ruler, disc, MOVE, disc.radius),
        )
        approach = Approach(disc, Region(disc.radius, conditions, disc))
        n = RANGED if number % 3 == 1 else 0
        found.append(Threat(disc.name, disc.name, disc, n, (approach,), ruler))
    return found


def measure_threats(table: Callable[[int], tuple[Ruler, list[Disc], Disc]]) -> Iterator[Columns]:
    """Return rows for the threat map, each beside the plain union of the ground in reach from many spots."""
    firsts, moved, coarse, longest, naive = [], [], [], [], []
    for seed in range(TABLES):
        ruler, discs, mover = table(seed)
        discs = [*discs, mover]
        ThreatMap().update(hostiles(ruler, discs[:1]))  # the static table is prepared once for a game
        _ = hostiles(ruler, discs[:1])[0].approaches[0].move.geometry
        chart = ThreatMap()
        started = last = time.perf_counter()
        chart.update(hostiles(ruler, discs))
        steps = []
        for step in chart.steps():
            now = time.perf_counter()
            steps.append(now - last)
            if step == "coarse":
                coarse.append((now - started) * 1000)
            last = now
        firsts.append((time.perf_counter() - started) * 1000)
        longest.append(max(steps) * 1000)
        for after in _moves(ruler, discs, seed):
            started = time.perf_counter()
            chart.update(hostiles(ruler, after))
            chart.finish()
            moved.append((time.perf_counter() - started) * 1000)
            discs = after
        naive.append(_naive(hostiles(ruler, discs)))
    base = float(np.median(naive))
    note = f"longest single step {np.median(longest):.3g} ms"
    yield "threat map, first", "ms", firsts, "must 250, aim 100", "plain union of reaches", base, note
    yield "threat map, after one moved", "ms", moved, "must 40, aim 15", "plain union of reaches", base, ""
    yield "threat map, coarse picture", "ms", coarse, "must 30", "plain union of reaches", base, ""


def _moves(ruler: Ruler, discs: list[Disc], seed: int) -> Iterator[list[Disc]]:
    """Yield the bases after each of the first ten has moved a few inches in turn."""
    rng = random.Random(seed)
    for number in range(10):
        disc = discs[number]
        while True:
            x, y = round(disc.x + rng.uniform(-6, 6), 4), round(disc.y + rng.uniform(-6, 6), 4)
            clear = all(math.hypot(x - d.x, y - d.y) > 1.05 for d in discs if d is not disc)
            on_table = 1 < x < ruler.battlefield.width - 1 and 1 < y < ruler.battlefield.height - 1
            if clear and on_table and not ruler.battlefield.barricades_near(disc.moved_to(x, y), 0.05):
                break
        discs = [*discs[:number], disc.moved_to(x, y), *discs[number + 1 :]]
        yield discs


def _naive(threats: list[Threat]) -> float:
    """Return the milliseconds of uniting the ground in reach from spots half an inch apart along each outline."""
    started = time.perf_counter()
    for threat in threats:
        spots = shapely.get_coordinates(shapely.segmentize(threat.approaches[0].move.geometry, 0.5))
        discs = (threat.base.moved_to(float(x), float(y)) for x, y in spots[::2])
        shapely.union_all([Reach(threat.ruler, disc, threat.n).points for disc in discs])
    return (time.perf_counter() - started) * 1000

"""Bases that are not round: distances beside those of discs, regions, sight, arrangements and paths."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from game.table.facing import Pose
from game.table.footprints import Footprint, Oblong, clearance, nearest_points
from game.table.lattice import position
from game.table.layout.policy import Coherency, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.path.turning import TurningPaths, TurningPolicy
from game.table.placing.oblongs import OblongClearOf, OblongClearOfShape, OblongNear, OblongOnTable
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.sight.corridor import first_stop
from game.table.sight.oblongs import open_line
from game.table.terrain.battlefield import Battlefield
from tools.benches.sight import SIZE, sight_table

Columns = tuple[str, str, list[float], str, str, float]
PAIRS = 2000
ROUNDS = 7
SIZES = ((60, 35), (75, 42), (90, 52), (105, 70), (120, 92), (150, 95), (170, 105))


def bases_of(shape: str, seed: int, apart: float) -> list[tuple[Footprint, Footprint]]:
    """Return pairs of bases of a shape whose centres are up to `apart` inches from each other along either axis."""
    rng = random.Random(seed)

    def base(x: float, y: float) -> Footprint:
        long, wide = rng.choice(SIZES)
        if shape == "disc":
            return Disc(x, y, (long + wide) / 4 / 25.4)
        return Oblong(x, y, long / 25.4, wide / 25.4, "oval" if shape == "oval" else "rectangle", rng.randrange(36_000))

    spots = [(rng.uniform(8, 40), rng.uniform(8, 40)) for _ in range(PAIRS)]
    return [(base(x, y), base(x + rng.uniform(-apart, apart), y + rng.uniform(-apart, apart))) for x, y in spots]


def each(question: Callable[[Footprint, Footprint], object], pairs: list[tuple[Footprint, Footprint]]) -> list[float]:
    """Return the milliseconds of one question, in several rounds through all pairs."""
    samples = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for a, b in pairs:
            question(a, b)
        samples.append((time.process_time() - started) / len(pairs) * 1000)
    return samples


def regions() -> list[float]:
    """Return the milliseconds of first regions among 12 pieces of terrain and 20 bases, a third of which are ovals."""
    samples = []
    for seed in range(15):
        solids, discs = sight_table(seed)
        rng = random.Random(seed)
        others: list[Footprint] = [
            Oblong(x, y, 2 * radius, 1.2 * radius, "oval", rng.randrange(36_000)) if number % 3 == 0 else disc
            for number, disc in enumerate(discs[1:])
            for x, y, radius in [disc[:3]]
        ]
        base = Oblong(*discs[0][:2], 105 / 25.4, 70 / 25.4, "oval", rng.randrange(36_000))
        started = time.process_time()
        region = Region(
            base.radius,
            (
                OblongOnTable(Battlefield(SIZE, SIZE, ()), base),
                OblongClearOf(others, base, "overlaps a base"),
                *(OblongClearOfShape(solid.geometry, base, "piece", "on terrain") for solid in solids),
                OblongNear([base], 8.0, base, "start"),
            ),
        )
        assert region.geometry.area >= 0.0
        samples.append((time.process_time() - started) * 1000)
    return samples


def sights() -> list[float]:
    """Return the milliseconds of sight between two ovals past 12 pieces, of pairs whose shortest line is stopped."""
    samples = []
    for seed in range(15):
        solids, discs = sight_table(seed)
        rng = random.Random(seed)
        ovals = [Oblong(*disc[:2], 3.0, 1.7, "oval", rng.randrange(36_000)) for disc in discs]
        for one, other in pairwise(ovals):
            if first_stop(*nearest_points(one, other), solids) is not None:
                started = time.process_time()
                open_line(one, other, solids)
                samples.append((time.process_time() - started) * 1000)
    return samples


def layouts() -> list[float]:
    """Return the milliseconds of an arrangement of 5 ovals near a wanted one in which they overlap, among 6 bases."""
    samples = []
    for seed in range(15):
        rng = random.Random(seed)
        others = [Disc(rng.uniform(2, 20), rng.uniform(2, 14), 0.8, f"post {number}") for number in range(6)]
        base, field = Oblong(0, 0, 60 / 25.4, 35 / 25.4, "oval", rng.randrange(36_000)), Battlefield(24.0, 18.0, ())
        region = Region(base.radius, (OblongOnTable(field, base), OblongClearOf(others, base, "foe")))
        unit = SetUp(LayoutPolicy(tuple(Member(f"m{at}", base, region) for at in range(5)), Coherency(0.5, 1)))
        x, y = rng.uniform(3, 14), rng.uniform(3, 14)
        wanted = {f"m{at}": position(x + 1.2 * at, y) for at in range(5)}
        started = time.process_time()
        unit.nearest(wanted)
        samples.append((time.process_time() - started) * 1000)
    return samples


def paths() -> list[float]:
    """Return the milliseconds of a path of an oval that turns, found and judged, among 8 bases."""
    samples = []
    for seed in range(15):
        rng = random.Random(seed)
        base = Oblong(4, 8, 75 / 25.4, 42 / 25.4, "oval", rng.randrange(36_000))
        discs = [Disc(rng.uniform(2, 16), rng.uniform(2, 14), 0.7, f"post {number}") for number in range(8)]
        others = tuple(disc for disc in discs if clearance(base, disc) > 0.0)
        moving = TurningPaths(TurningPolicy(base, 14.0, (0.0, 0.0, 24.0, 18.0), others))
        end = Pose(round(rng.uniform(8, 14), 4), round(rng.uniform(5, 11), 4), rng.randrange(36_000))
        started = time.process_time()
        moving.find(end)
        samples.append((time.process_time() - started) * 1000)
    return samples


def measure_footprints() -> Iterator[Columns]:
    """Yield a row for each shape: the distance of two bases, whether they are within 3 inches, and two that overlap."""
    policy = MeasuringPolicy(rounding="none", terrain="none", impassable_blocks=False)
    ruler = Ruler(Battlefield(60.0, 44.0, ()), policy)
    plain = sorted(each(lambda a, b: math.hypot(b.x - a.x, b.y - a.y), bases_of("disc", 1, 8.0)))[ROUNDS // 2]
    for shape in ("disc", "oval", "rectangle"):
        clear = [pair for pair in bases_of(shape, 1, 8.0) if clearance(*pair) > 0.0]
        promise = "" if shape == "disc" else "must 0.02, aim 0.01"
        yield f"distance of two bases: {shape}", "ms", each(ruler.range, clear), promise, "hypot", plain
        yield (
            f"within 3 inches or not: {shape}",
            "ms",
            each(lambda a, b: ruler.within(a, b, 3.0), clear),
            promise,
            "hypot",
            plain,
        )
    yield "region of a 105 x 70 base, first time", "ms", regions(), "must 25, aim 12", "hypot", plain
    yield "sight of two ovals, shortest line stopped", "ms", sights(), "must 0.5, aim 0.2", "hypot", plain
    yield "layout of 5 ovals near one that is illegal", "ms", layouts(), "must 15, aim 5", "hypot", plain
    yield "path of an oval that turns among 8 bases", "ms", paths(), "", "hypot", plain
    deep = [pair for pair in bases_of("oval", 2, 2.0) if clearance(*pair) < 0.0]
    yield "distance of two ovals that overlap", "ms", each(ruler.range, deep), "", "hypot", plain

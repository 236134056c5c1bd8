"""Speeds of ways: regions first time, verdicts with their witness, and the same at constant density."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from shapely.geometry import Point, Polygon

from game.table.path.policy import Ground, PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.places import is_legal
from game.table.shapes import Disc

Columns = tuple[str, str, list[float], str, str, float, str]
RADIUS = 0.5906
SEEDS = range(15)


def table_of(seed: int, pieces: int, bases: int, size: float) -> tuple[tuple[Ground, ...], Disc]:
    """Return a seeded table of solid pieces and bases, and the base nearest to its middle, which moves."""
    rng = random.Random(seed)
    grounds: list[Ground] = []
    while len(grounds) < pieces:
        x, y, wide = rng.uniform(1.5, size - 1.5), rng.uniform(1.5, size - 1.5), rng.uniform(0.7, 2.0)
        count, turn = rng.randint(3, 8), rng.uniform(0.0, math.pi)
        far = [wide * rng.uniform(0.6, 1.2) for _ in range(count)]
        at = [turn + math.tau * number / count for number in range(count)]
        shape = Polygon([(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(far, at, strict=True)])
        if shape.is_valid:
            grounds.append(Ground(f"piece {len(grounds)}", shape, solid=True))
    discs: list[Disc] = []
    for _try in range(20_000):
        spot = round(rng.uniform(0.8, size - 0.8), 4), round(rng.uniform(0.8, size - 0.8), 4)
        apart = all(math.dist(spot, each[:2]) > RADIUS + each.radius for each in discs)
        if apart and all(ground.shape.distance(Point(spot)) > RADIUS for ground in grounds):  # type: ignore[union-attr]
            discs.append(Disc(*spot, RADIUS, f"base {len(discs)}"))
        if len(discs) == bases:
            break
    mover = min(discs, key=lambda disc: math.dist(disc[:2], (size / 2, size / 2)))
    return (*grounds, *(base(disc) for disc in discs if disc is not mover)), mover


def softened(grounds: tuple[Ground, ...], mover: Disc) -> tuple[Ground, ...]:
    """Return the grounds with every third piece soft, and the fronts of the four nearest bases kept out."""
    found: list[Ground] = []
    zones: list[Ground] = []
    near = sorted(
        (ground.shape for ground in grounds if isinstance(ground.shape, Disc)),
        key=lambda disc: math.dist(disc[:2], mover[:2]),
    )
    for number, ground in enumerate(grounds):
        soft = not isinstance(ground.shape, Disc) and number % 3 == 0
        found.append(Ground(ground.name, ground.shape, factor=2.0) if soft else ground)
    for disc in near:
        for turn in np.linspace(0.0, 2 * math.pi, 8).tolist():
            bearings = np.linspace(turn - math.pi / 2, turn + math.pi / 2, 25)
            far = disc.radius + 1.0
            front = Polygon(np.stack((disc.x + far * np.cos(bearings), disc.y + far * np.sin(bearings)), axis=1))
            if len(zones) < 4 and front.distance(Point(mover[:2])) > mover.radius + 0.01:
                zones.append(Ground(f"front {len(zones)}", front, solid=True, margin=0.001))
                break
    return (*found, *zones)


def _spent(work: Callable[[], object]) -> float:
    """Return milliseconds of this process's own time: the machine may be busy."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def _region(seed: int, budget: float, soft: bool, pieces: int = 12, bases: int = 20, size: float = 24.0) -> PathRegion:
    grounds, mover = table_of(seed, pieces, bases, size)
    if soft:
        grounds = softened(grounds, mover)
    for ground in grounds:
        _ = ground.box  # the table is prepared once for a game
    return PathRegion(mover[:2], PathPolicy(mover.radius, budget, (0.0, 0.0, size, size), grounds))


def _first(seed: int, budget: float, soft: bool, drawn: bool) -> float:
    region = _region(seed, budget, soft)
    if drawn:
        return _spent(lambda: region.geometry)
    spot = next(each for each in _tries(seed, budget, region) if _region(seed, budget, soft).verdict(each) == "unknown")
    return _spent(lambda: is_legal(region, spot))


def _tries(seed: int, budget: float, region: PathRegion, more: str = "") -> list[tuple[float, float]]:
    rng = random.Random(f"{seed} {more}" if more else seed)
    x, y = region.start
    return [(x + rng.uniform(-budget, budget), y + rng.uniform(-budget, budget)) for _ in range(300)]


def _verdicts(seed: int, budget: float, soft: bool, best: bool) -> float:
    """Return microseconds for any or the best way to a spot, asked for the first time once the region is known.

    The region is known when it has been asked for other spots.
    """
    region, other = _region(seed, budget, soft), _region(seed, budget, soft)
    inside = [spot for spot in _tries(seed, budget, other) if is_legal(other, spot)]
    for spot in _tries(seed, budget, region, "others"):
        is_legal(region, spot)
        region.find(spot)
    region._paths, region._witnesses = {}, {}
    tell = region.find if best else partial(is_legal, region)
    return _spent(lambda: [tell(spot) for spot in inside]) * 1000 / max(len(inside), 1)


def _tail(samples: list[float]) -> str:
    return f"99 % below {sorted(samples)[min(len(samples) - 1, len(samples) * 99 // 100)]:.4g}"


def measure_paths() -> Iterator[Columns]:
    """Yield the rows of the table, with a baseline: twenty thousand multiplications."""
    yardstick = statistics.median(_spent(lambda: sum(n * n % 7 for n in range(20_000))) for _ in range(9))
    _first(0, 6.0, True, True)
    for soft, named in ((False, ""), (True, ", soft ground, 4 zones")):
        for budget, solid_promise, soft_promise in (
            (6.0, "must 15, aim 6", "60, aim 20"),
            (12.0, "must 60, aim 20", "200, aim 70"),
        ):
            promise = f"must {soft_promise}" if soft else solid_promise
            for drawn in (False, True):
                samples = [_first(seed, budget, soft, drawn) for seed in SEEDS]
                what = "drawn" if drawn else "first verdict"
                name = f"way region {budget:g} in{named}, {what}"
                yield name, "ms", samples, promise, "20,000 multiplications", yardstick, _tail(samples)
            for best in (False, True):
                samples = [_verdicts(seed, budget, soft, best) for seed in SEEDS]
                name = f"{'best way to a spot' if best else 'verdict with a way'}, {budget:g} in{named}"
                promise = "no promise" if best else "must 150, aim 50"
                yield name, "us", samples, promise, "20,000 multiplications", yardstick * 1000, _tail(samples)
    yield _density()


def _density() -> Columns:
    """Return the row of the same region on a table with sixteen times as much on it, at the same density."""
    few: list[float] = []
    many: list[float] = []
    for seed in SEEDS:
        for pieces, bases, size, into in ((5, 8, 15.0, few), (80, 128, 60.0, many)):
            region = _region(seed, 6.0, False, pieces, bases, size)
            into.append(_spent(lambda region=region: region.geometry))  # type: ignore[misc]
    name = "way region 6 in, 80 pieces, as dense as 5"
    return name, "ms", many, "must 1.3 x, aim 1.1 x", "5 pieces", statistics.median(few), _tail(many)

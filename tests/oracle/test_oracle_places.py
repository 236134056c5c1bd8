"""Places the program chooses (nearest, sampled, settled) against the oracle: legal, and none nearer by sampling."""

from __future__ import annotations

import math
import random as standard

import numpy as np
import pytest

from game.table.placing.places import is_legal
from game.table.placing.settle import settle
from tests.oracle.compare import Tally, battlefield, disc, generator
from tests.oracle.lengths import Floats
from tests.oracle.situations import Situation, places, situation
from tests.oracle.tables import RADII, lattice, random_world, tables
from tests.oracle.verdicts import Verdict, fits, points_within
from tests.oracle.world import Circle

NEARER = 0.01
"""Inches by which no legal place may be nearer than the one called nearest."""
BITE = 2e-3
"""Inches by which no fitting place may be nearer than the one settled on."""


def ring_places(x: float, y: float, radius: float, rings: int, spokes: int) -> Floats:
    """Places on rings about (x, y) up to a radius, the outermost exactly on it, on the lattice."""
    reach = radius * np.sqrt((np.arange(rings) + 1) / rings)
    angle = np.arange(spokes) * (2 * math.pi / spokes)
    unit = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    spots: Floats = np.round((np.array([x, y]) + (reach[:, None, None] * unit).reshape(-1, 2)) * 10_000) / 10_000
    return spots


def nearer_legal(case: Situation, x: float, y: float, within: float) -> list[float] | None:
    """A legal place nearer to (x, y) than `within` inches, if sampling finds one."""
    spots = ring_places(x, y, within, 4, 48)
    spots = spots[fits(case.world, [*case.bases, *case.world.markers], spots, case.radius)]
    if case.reach > 0:
        centres = points_within(case.world, case.origin, case.reach, spots) if len(spots) else []
        spots = spots[[verdict is Verdict.YES for verdict in centres]]
    for spot in spots[:: max(1, len(spots) // 8)].tolist():
        if case.legal(*spot) is Verdict.YES:
            return [float(value) for value in spot]
    return None


def targets(case: Situation, count: int) -> list[tuple[float, float]]:
    """Where a player might let go: within reach, beyond it, and on top of what stands in the way."""
    random = generator(case.seed, 21)
    found = places(case, count, 22)
    found += [(lattice(base.x + float(random.uniform(-0.3, 0.3))), base.y) for base in case.bases[:2]]
    x, y = (lattice(float(v)) for v in random.uniform(-2, [case.world.width + 2, case.world.height + 2]))
    return [*found, (x, y)]


@pytest.mark.parametrize("walled", [False, True])
def test_nearest_is_legal_and_none_is_nearer(walled: bool) -> None:
    tally = Tally()
    for seed in tables(14, 20_000_000):
        case = situation(seed, walled)
        region = case.region()
        for x, y in targets(case, 3):
            where = f"nearest: {case}, to {x}, {y}"
            found = region.nearest((x, y))
            if found is None:
                spots = places(case, 40, 23)
                tally.expect(all(case.legal(*spot) is not Verdict.YES for spot in spots), f"{where}: none")
                continue
            tally.expect(case.legal(*found) is not Verdict.NO, f"{where}: {found} is not legal")
            tally.expect(is_legal(region, found), f"{where}: {found} not contained")
            away = math.dist(found, (x, y))
            if away > NEARER:
                closer = nearer_legal(case, x, y, away - NEARER)
                tally.expect(closer is None, f"{where}: {found} at {away}, but {closer} is legal")
                spots = ring_places(x, y, away - NEARER, 6, 60).tolist()
                better = [spot for spot in spots if is_legal(region, spot)]
                tally.expect(not better, f"{where}: {found} at {away}, but it contains {better[:1]}")
    tally.settle(asked=150)


@pytest.mark.parametrize("walled", [False, True])
def test_sampled_places_are_legal(walled: bool) -> None:
    tally = Tally()
    for seed in tables(25, 21_000_000):
        case = situation(seed, walled)
        region = case.region()
        chance = standard.Random(seed)
        for _ in range(8):
            found = region.sample(chance)
            if found is None:
                spots = places(case, 60, 24)
                tally.expect(all(case.legal(*spot) is not Verdict.YES for spot in spots), f"sample: {case}: none")
                break
            tally.judge(case.legal(*found), True, f"sample: {case}: {found}")
            tally.expect(tuple(found) == (lattice(found[0]), lattice(found[1])), f"sample: {case}: {found} off lattice")
    tally.settle(asked=200)


def test_samples_reach_every_part_of_a_region() -> None:
    """Of many sampled places the share in each quarter about the origin is the legal share, within five sigma."""
    tally = Tally()
    for seed in tables(6, 22_000_000):
        case = situation(seed)
        region = case.region()
        if case.reach == 0 or region.geometry.area < 0.5:
            continue
        spots = places(case, 3000, 25)
        chance = standard.Random(seed)
        found = [place for place in (region.sample(chance) for _ in range(400)) if place is not None]
        tally.expect(len(found) == 400, f"uniform: {case}: a sample was refused")
        legal = [spot for spot in spots[1::2] if is_legal(region, spot)]
        for east in (False, True):
            for north in (False, True):
                shares = [
                    sum((x > case.origin.x) is east and (y > case.origin.y) is north for x, y in some) / len(some)
                    for some in (found, legal)
                ]
                sigma = math.sqrt(max(shares[1] * (1 - shares[1]), 0.01) * (1 / len(found) + 1 / len(legal)))
                tally.expect(abs(shares[0] - shares[1]) < 5 * sigma + 0.01, f"uniform: {case}: {shares}")
    tally.settle(asked=20)


def crowded(seed: int) -> tuple[Circle, list[Circle]]:
    """A disc to settle, often on top of something, and a crowd about the spot."""
    world = random_world(seed)
    random = generator(seed, 26)
    anchor = [*world.bases, *world.markers][int(random.integers(len(world.bases)))]
    x, y = (lattice(float(v)) for v in anchor.centre + random.uniform(-1, 1, 2))
    if world.walls and random.random() < 0.4:
        pivot = world.walls[0].line[int(random.integers(len(world.walls[0].line)))]
        x, y = (lattice(float(v)) for v in np.array(pivot) + random.uniform(-0.8, 0.8, 2))
    others = [*world.bases, *world.markers]
    for px, py in random.uniform(-3, 3, (8, 2)) + np.array([x, y]):
        one = Circle(lattice(float(px)), lattice(float(py)), 0.5)
        if all(math.dist(one[:2], other[:2]) > one.radius + other.radius for other in others):
            others.append(one)
    return Circle(x, y, float(random.choice(RADII))), others


def test_q23_settling_takes_the_nearest_spot_that_fits() -> None:
    tally = Tally()
    for seed in tables(150, 23_000_000):
        world = random_world(seed)
        placed, others = crowded(seed)
        found = settle(disc(placed), [disc(other) for other in others], battlefield(world))
        away = math.dist(found, placed[:2])
        where = f"settle: table {seed}, {tuple(placed)} at {tuple(found)}, {away} away"
        slack = np.array(found)[None]
        tally.expect(bool(fits(world, others, slack, placed.radius - 1e-6)[0]), f"{where}: does not fit")
        here = placed.centre[None]
        if fits(world, others, here, placed.radius)[0]:
            tally.expect(away == 0, f"{where}: fitted where it stood")
        elif away > BITE:
            spots = ring_places(placed.x, placed.y, away - BITE, 24, 720)
            free = fits(world, others, spots, placed.radius)
            tally.expect(not free.any(), f"{where}: nearer at {spots[free][:1].tolist()}")
    tally.settle(asked=250)

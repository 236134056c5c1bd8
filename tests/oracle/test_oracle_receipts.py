"""Every receipt of the ruler against the oracle: inches, inches in terrain, range, what blocks, what the legs say."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from game.table.measuring.receipt import Receipt
from game.table.measuring.ruler import Ruler
from tests.oracle.compare import POLICY, Tally, battlefield, disc, generator
from tests.oracle.lengths import inches_through
from tests.oracle.lines import Measure, direct_starts, measure_discs, measure_outline
from tests.oracle.tables import across_walls, lattice, random_world, tables
from tests.oracle.world import Circle, World

LINE = 3e-6
"""Inches by which a direct line may differ."""
DETOUR = 1e-4
"""Inches by which a line round a wall may differ."""


def compare(tally: Tally, receipt: Receipt, found: Measure, where: str) -> None:
    """Hold one receipt against the oracle's measure of the same two shapes."""
    tolerance = LINE if found.direct else DETOUR
    ranges = found.ranges(tolerance)
    uneven = bool(found.terrain) and max(found.terrain) - min(found.terrain) > 1e-4
    tally.asked += 1
    tally.close += len(ranges) > 1 or uneven
    said = f"{where}: said {receipt.range} at {receipt.inches:.6f} with {receipt.terrain_inches:.6f}; oracle {found}"
    if receipt.range not in ranges:
        tally.disagreements.append(said)
    elif math.isfinite(found.inches):
        lowest, highest = min(found.terrain) - 10 * tolerance, max(found.terrain) + 10 * tolerance
        if abs(receipt.inches - found.inches) > tolerance or not lowest <= receipt.terrain_inches <= highest:
            tally.disagreements.append(said)


def consistent(tally: Tally, receipt: Receipt, where: str) -> None:
    """A receipt must add up by itself."""
    if receipt.range is None:
        return
    legs = sum(leg.inches for leg in receipt.legs)
    ground = sum(leg.inches for leg in receipt.legs if leg.kind == "area")
    tally.expect(abs(math.dist(receipt.start, receipt.end) - receipt.inches) < 1e-3, f"{where}: witness points")
    tally.expect(abs(legs - receipt.inches) < 1e-6, f"{where}: legs {legs} of {receipt.inches}")
    tally.expect(abs(ground - receipt.terrain_inches) < 1e-6, f"{where}: area legs {ground}")
    tally.expect(abs(receipt.open_inches + receipt.terrain_inches - receipt.inches) < 1e-9, f"{where}: open + area")


def pairs(seed: int, world: World) -> list[tuple[Circle, Circle]]:
    """Bases and markers as they stand, points, and discs that face each other past a wall's corner."""
    random = generator(seed, 1)
    found = list(itertools.pairwise([*world.bases, *world.markers]))
    for base in world.bases[:6]:
        x, y = (lattice(float(v)) for v in random.uniform(0, [world.width, world.height]))
        found.append((base, Circle(x, y, 0.0)))
    return found + across_walls(random, world, 6)


@pytest.mark.parametrize("half", [0, 1])
def test_g_meas_1_2_3_6_receipts_between_discs(half: int) -> None:
    tally = Tally()
    for seed in tables(25, half * 1_000_000):
        world = random_world(seed)
        ruler = Ruler(battlefield(world), POLICY)
        for number, (a, b) in enumerate(pairs(seed, world)):
            where = f"table {seed} pair {number} {a} {b}"
            receipt = ruler.measure(disc(a), disc(b))
            compare(tally, receipt, measure_discs(a, b, world.areas, world.impassable()), where)
            consistent(tally, receipt, where)
            tally.expect(receipt.range == ruler.range(disc(a), disc(b)), f"{where}: range() differs")
            tally.expect(receipt.range == ruler.range(disc(b), disc(a)), f"{where}: not the same the other way")
            reach = receipt.range
            if reach is not None:
                tally.expect(ruler.within(disc(a), disc(b), reach), f"{where}: not within its own range")
                tally.expect(not ruler.within(disc(a), disc(b), reach - 1), f"{where}: within less than its range")
    tally.settle(asked=1000)


def test_g_meas_1_receipts_to_terrain_pieces() -> None:
    tally = Tally()
    for seed in tables(30, 2_000_000):
        world = random_world(seed)
        table = battlefield(world)
        ruler = Ruler(table, POLICY)
        shapes = [*world.pieces, *((wall.polygon(),) for wall in world.walls)]
        for number, (piece, shape) in enumerate(zip(table.pieces, shapes, strict=True)):
            base = world.bases[number % len(world.bases)]
            found = [measure_outline(base, outline, world.areas, world.impassable()) for outline in shape]
            shortest = min(found, key=lambda measure: measure.inches)
            where = f"table {seed} {piece.id} {base}"
            receipt = ruler.measure(disc(base), piece)
            compare(tally, receipt, shortest, where)
            tally.expect(
                ruler.measure(piece, disc(base)).range == receipt.range, f"{where}: not the same the other way"
            )
    tally.settle(asked=300)


def test_g_meas_6_blocking_walls_are_named() -> None:
    tally = Tally()
    for seed in tables(40, 3_000_000):
        world = random_world(seed)
        ruler = Ruler(battlefield(world), POLICY)
        for a, b in across_walls(generator(seed, 2), world, 6):
            start, end = direct_starts(a, b.centre[None]), direct_starts(b, a.centre[None])
            receipt = ruler.measure(disc(a), disc(b))
            through = {
                f"wall {number}": float(inches_through(start, end, [wall.polygon()])[0])
                for number, wall in enumerate(world.walls)
                if wall.impassable
            }
            tally.close += any(1e-7 < inches < 1e-5 for inches in through.values())
            stopped = {name for name, inches in through.items() if inches > 1e-6}
            tally.expect(set(receipt.blocked_by) == stopped, f"table {seed} {a} {b}: {receipt.blocked_by}")
            tally.expect(
                receipt.detour == (bool(stopped) and receipt.range is not None), f"table {seed} {a} {b} detour"
            )
    tally.settle(asked=100)


def test_q1_barricades_between_two_centres() -> None:
    tally = Tally()
    for seed in tables(40, 4_000_000):
        world = random_world(seed)
        table = battlefield(world)
        ends = generator(seed, 3).uniform(0, [world.width, world.height], (12, 2, 2)).round(4)
        for p, q in ends:
            inches = [float(inches_through(p[None], q[None], [wall.polygon()])[0]) for wall in world.walls]
            crossed = {f"wall {number}" for number, length in enumerate(inches) if length > 1e-6}
            tally.close += any(1e-7 < length < 1e-5 for length in inches)
            said = {b.name for b in table.barricades_crossed((float(p[0]), float(p[1])), (float(q[0]), float(q[1])))}
            tally.expect(said == crossed, f"table {seed} {p} {q}: {said}, oracle {crossed}")
    tally.settle(asked=400)


def test_q29_pieces_under_a_base_and_barricades_near_it() -> None:
    tally = Tally()
    for seed in tables(40, 5_000_000):
        world = random_world(seed)
        table = battlefield(world)
        random = generator(seed, 4)
        for base in world.bases:
            inches = float(random.uniform(0, 3))
            centre = base.centre[None]
            gaps = [min(float(p.distance(centre)[0]) for p in piece) - base.radius for piece in world.pieces]
            gaps += [float(wall.polygon().distance(centre)[0]) - base.radius for wall in world.walls]
            tally.close += bool(np.any(np.abs(gaps) < 1e-4))
            under = {piece.id for piece, gap in zip(table.pieces, gaps, strict=True) if gap < 0}
            tally.expect({piece.id for piece in table.pieces_under(disc(base))} == under, f"table {seed} under {base}")
            near = {wall.name for wall, gap in zip(table.barricades, gaps[len(world.pieces) :]) if gap <= inches}
            said = {wall.name for wall in table.barricades_near(disc(base), inches)}
            tally.expect(said == near, f"table {seed} near {base} {inches}")
    tally.settle(asked=400)

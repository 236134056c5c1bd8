"""Tables where everything lies on one grid: edges in line with a ray, corners under a base, walls along terrain."""

from __future__ import annotations

import itertools

import pytest
import shapely

from game.table.placing.places import is_legal
from tests.oracle.compare import Tally, disc
from tests.oracle.lines import measure_discs
from tests.oracle.situations import Situation, places
from tests.oracle.tables import gridded_world, tables
from tests.oracle.verdicts import Verdict

OUTLINE = 0.01


@pytest.mark.parametrize("walls", [0, 1, 3])
def test_g_meas_5_aligned_tables(walls: int) -> None:
    tally = Tally()
    for seed in tables(16, 30_000_000 + 1_000_000 * walls):
        world = gridded_world(seed, walls)
        case = Situation(seed, world, world.bases[0], 0.5, seed % 9, world.bases[1:])
        region = case.region()
        spots = places(case, 10)
        spots += [(round(2 * x) / 2, round(2 * y) / 2) for x, y in spots]
        for x, y in spots:
            tally.judge(case.legal(x, y), is_legal(region, (x, y)), f"aligned: {case}, walls {walls}, at {x}, {y}")
        for x, y in spots:
            inside = bool(shapely.intersects_xy(region.geometry, x, y))
            verdict = case.legal(x, y, OUTLINE, OUTLINE)
            tally.judge(verdict, inside, f"aligned geometry: {case}, walls {walls}, at {x}, {y}")
            found = region.nearest((x, y))
            where = f"aligned nearest: {case}, walls {walls}, to {x}, {y}: {found}"
            if found is None:
                tally.expect(verdict is not Verdict.YES, where)
            else:
                tally.expect(is_legal(region, found) and case.legal(*found) is not Verdict.NO, where)
    tally.settle(asked=700, share=0.08)


def test_g_meas_1_3_6_aligned_measures() -> None:
    tally = Tally()
    for seed in tables(40, 35_000_000):
        world = gridded_world(seed, seed % 4)
        case = Situation(seed, world, world.bases[0], 0.5, 0, ())
        for a, b in itertools.pairwise(world.bases):
            ranges = measure_discs(a, b, world.areas, world.impassable()).ranges(1e-4)
            said = case.ruler.range(disc(a), disc(b))
            tally.close += len(ranges) > 1
            tally.expect(said in ranges, f"aligned: table {seed} {tuple(a)} {tuple(b)}: {said}, oracle {ranges}")
    tally.settle(asked=150, share=0.3)

"""Compiled arithmetic against the numpy functions that it stands in for: the same answers to the last digit."""

import dataclasses
import math
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from game.engine.rulebook.new_game import GamePlan
from game.lab import batch
from game.lab.batch import BatchPlan, GameReport, play_batch
from game.table import compiling
from game.table.compiling import compilable, compiled, stands_in_for
from game.table.kernels import halves, mosaic, rays, sectors, segments, spans, verdicts
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.mosaic import covering, meets, not_deep_in
from game.table.reach import between_levels_rays
from game.table.reach.between_levels import HalvedArea
from game.table.reach.between_levels_rays import Toll, spans_in_range
from game.table.reach.exact import Sighting, settled, spared
from game.table.reach.intervals import Spans, outlines
from game.table.reach.rays import between_rays, extents, radial_crossings, stretches
from game.table.rough import rays_round, terrain_between
from game.table.sectors import may_lie_in, rim, sectors_of, surely_lie_in
from game.table.terrain.area import AreaIndex, inside_lengths
from tests.table.fields import LEVELS, PLAIN, field

ROOT = Path(__file__).resolve().parents[2]
INCHES = MeasuringPolicy(rounding="none", terrain="none")
UNROUNDED = MeasuringPolicy(rounding="none")


def simple(function: Callable[..., Any]) -> Callable[..., Any]:
    """The numpy function behind a compilable one."""
    numpy: Callable[..., Any] = vars(function)["__wrapped__"]
    return numpy


def assert_same(found: Any, expected: Any) -> None:
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    else:
        np.testing.assert_array_equal(found, expected)


class Table(NamedTuple):
    area: AreaIndex
    centre: tuple[float, float]
    bearings: Any


def table(seed: int) -> tuple[random.Random, Table]:
    rng = random.Random(seed)
    area = Ruler(field(rng), PLAIN).area()
    centre = (rng.uniform(2, 28), rng.uniform(2, 18))
    if seed % 4 == 0 and len(area.corners) > 0:  # on a corner of terrain, where lines graze
        centre = float(area.corners[0][0]), float(area.corners[0][1])
    bearings = np.unique([rng.uniform(-math.pi, math.pi) for _ in range(rng.randint(3, 200))])
    return rng, Table(area, centre, bearings)


@pytest.mark.parametrize("seed", range(60))
def test_rays_reach_as_far(seed: int) -> None:
    rng, (area, centre, bearings) = table(seed)
    met = simple(radial_crossings)(centre, bearings, area.corners, area.following)
    assert_same(rays.radial_crossings(centre, bearings, area.corners, area.following), met)
    begin, limit = rng.choice([0.0, 0.5, 1.0]), rng.choice([3.0, 7.0, 12.5])
    for least in (True, False):
        between = simple(between_rays)(met, bearings, least=least)
        assert_same(rays.between_rays(met, bearings, least=least), between)
        for crossed in (met, between):
            found = simple(stretches)(crossed, len(bearings), begin)
            assert_same(rays.stretches(crossed, len(bearings), begin), found)
            reach = simple(extents)(found, len(bearings), begin, limit)
            assert_same(rays.extents(found, len(bearings), begin, limit), reach)


@pytest.mark.parametrize("seed", range(60))
def test_segments_lie_as_much_in_terrain(seed: int) -> None:
    rng, (area, centre, _) = table(seed)
    ends = np.array([(rng.uniform(0, 30), rng.uniform(0, 20)) for _ in range(40)])
    on_corners = ends[::5][: len(area.corners)]
    on_corners[:] = area.corners[: len(on_corners)]
    starts = np.tile(centre, (40, 1))
    expected = simple(inside_lengths)(starts, ends, area.corners, area.following)
    assert_same(segments.inside_lengths(starts, ends, area.corners, area.following), expected)
    for (px, py), (qx, qy) in zip(starts.tolist(), ends.tolist(), strict=True):
        expected_inches = simple(AreaIndex.inside_length)(area, px, py, qx, qy)
        assert segments.inside_length(area, px, py, qx, qy) == expected_inches


@pytest.mark.parametrize("seed", range(60))
def test_between_two_levels_the_same_stretches_are_in_range(seed: int) -> None:
    rng = random.Random(seed)
    ruler = Ruler(field(rng), LEVELS).between(0, 1)
    assert ruler is not None
    area = ruler.area()
    assert isinstance(area, HalvedArea)
    toll = Toll(LEVELS, n := rng.randint(1, 12), LEVELS.limit(n), area.halves_near(0.0, 0.0, 30.0, 20.0))
    centre = (rng.uniform(5, 25), rng.uniform(5, 15))
    bearings = np.unique([rng.uniform(-math.pi, math.pi) for _ in range(150)])
    first, second = (simple(radial_crossings)(centre, bearings, *edges) for edges in toll.halves)
    near, far = (stretches(met._replace(inches=met.inches - 0.5), len(bearings), 0.0) for met in (first, second))
    expected = simple(spans_in_range)(toll, (near, far), len(bearings))
    found = halves.spans_in_range(toll, (near, far), len(bearings))
    assert found.rays == expected.rays
    assert_same(found[:3], expected[:3])
    assert_same(spans.cut(expected, 1.0, 5.0), simple(Spans.cut)(expected, 1.0, 5.0))
    kept = np.flatnonzero([rng.random() < 0.7 for _ in bearings])
    assert_same(spans.of(expected, kept), simple(Spans.of)(expected, kept))
    across = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    for closed in (True, False):
        rings = simple(outlines)(expected, centre, across, closed=closed)
        assert_same(spans.outlines(expected, centre, across, closed=closed), rings)


@pytest.mark.parametrize("seed", range(60))
def test_rounds_lie_in_the_same_sectors(seed: int) -> None:
    rng, (area, centre, _) = table(seed)
    closed = seed % 3 > 0
    begin, end = (-math.pi + 1e-9, math.pi - 1e-9) if closed else sorted(rng.uniform(-3.1, 3.1) for _ in range(2))
    steps = rng.randint(1, 180)
    every, wide, bounds = told = simple(rays_round)(centre, begin, end, steps, area.corners)
    assert_same(sectors.rays_round(centre, begin, end, steps, area.corners), told)
    edges = area.corners, area.following
    for least in (True, False):
        terrain = simple(terrain_between)((*centre, 0.5), every, wide, edges, least=least)
        assert_same(rays.terrain_between((*centre, 0.5), every, wide, edges, least=least), terrain)
    gaps = len(bounds) - 1
    several = [sorted(rng.uniform(0, 12) for _ in range(rng.choice([0, 2, 4]))) for _ in range(gaps)]
    stretches_of = several if seed % 2 else [[0.0, rng.uniform(0.5, 8)] for _ in range(gaps)]
    ray = np.repeat(np.arange(gaps), [len(ends) // 2 for ends in stretches_of])
    low = np.array([end for ends in stretches_of for end in ends[::2]], dtype=float)
    high = np.array([end for ends in stretches_of for end in ends[1::2]], dtype=float)
    expected = simple(sectors_of)(centre, bounds, ray, low, high, closed=closed)
    assert_same(tuple(sectors.sectors_of(centre, bounds, ray, low, high, closed=closed)), tuple(expected))
    middles = np.array([(rng.uniform(0, 30), rng.uniform(0, 20)) for _ in range(120)] + [centre])
    for radius, longer in ((0.01, 0.0), (0.4, 0.5), (3.0, 0.0)):
        for offsets in (np.zeros((1, 2)), rim(0.5, radius)):
            given = expected, middles, radius, offsets, longer
            assert_same(sectors.may_lie_in(*given), simple(may_lie_in)(*given))
            assert_same(sectors.surely_lie_in(*given), simple(surely_lie_in)(*given))


@pytest.mark.parametrize("seed", range(40))
def test_squares_are_sifted_alike(seed: int) -> None:
    rng, (area, centre, _) = table(seed)
    box = (centre[0] - rng.choice([0.0, 3.0]), centre[1] - 2.0, centre[0], centre[1])
    expected = simple(covering)(box)
    assert_same(tuple(mosaic.covering(box)), tuple(expected))
    lines = np.array([[rng.uniform(0, 30) for _ in range(4)] + [rng.uniform(0, 2)] for _ in range(8)])
    lines[::2, 2:4] = lines[::2, :2]  # lines of no length
    lines[0, :2] = lines[0, 2:4] = expected.middles[0]
    for around in (0.01, 0.5):
        assert_same(
            mosaic.not_deep_in(expected.middles, around, lines), simple(not_deep_in)(expected.middles, around, lines)
        )
        for inside in (True, False):
            given = expected.middles, around, area.corners, area.following
            assert_same(mosaic.meets(*given, inside=inside), simple(meets)(*given, inside=inside))


@pytest.mark.parametrize("policy", [PLAIN, INCHES, UNROUNDED], ids=["U", "inches", "unrounded"])
@pytest.mark.parametrize("seed", range(30))
def test_g_meas_5_a_base_is_judged_alike(policy: MeasuringPolicy, seed: int) -> None:
    rng, (area, centre, _) = table(seed)
    verdicts_seen = set()
    for _ in range(60):
        span, radius = rng.choice([0.5, 1.0]), rng.choice([0.3, 0.6, 2.0])
        spot = (centre[0] + rng.uniform(-8, 8), centre[1] + rng.uniform(-8, 8))
        n = max(math.floor(math.hypot(spot[0] - centre[0], spot[1] - centre[1])) + rng.randint(-2, 5), 0)
        for far in (True, False):
            sighting, edges = Sighting(centre, span, spot, radius, far), (area.corners, area.following)
            expected = simple(settled)(sighting, edges, policy, n, seek_dear=far)
            assert verdicts.settled(sighting, edges, policy, n, seek_dear=far) == expected
            verdicts_seen.add((far, expected))
    assert len(verdicts_seen) == 4


@pytest.mark.parametrize("seed", range(30))
def test_g_adv_2_a_base_on_another_level_is_judged_alike(seed: int) -> None:
    rng = random.Random(seed)
    ruler = Ruler(field(rng), LEVELS).between(seed % 2, 1 - seed % 2)
    assert ruler is not None
    area = ruler.area(seed % 2)
    assert isinstance(area, HalvedArea)
    verdicts_seen = set()
    for _ in range(60):
        centre = (rng.uniform(5, 25), rng.uniform(5, 15))
        spot = (centre[0] + rng.uniform(-8, 8), centre[1] + rng.uniform(-8, 8))
        n = max(math.floor(math.hypot(spot[0] - centre[0], spot[1] - centre[1])) + rng.randint(-2, 4), 0)
        toll = Toll(LEVELS, n, LEVELS.limit(n), area.halves_near(0.0, 0.0, 30.0, 20.0))
        sighting = Sighting(centre, rng.choice([0.5, 1.0]), spot, rng.choice([0.3, 0.6]), True)
        for all_points in (True, False):
            expected = simple(spared)(sighting, toll, all_points)
            assert verdicts.spared(sighting, toll, all_points) == expected
            verdicts_seen.add((all_points, expected))
    assert len(verdicts_seen) == 4


def played(plan: BatchPlan) -> list[GameReport]:
    reports: list[GameReport] = []
    play_batch(plan, 2, progress=reports.append)
    return [dataclasses.replace(report, seconds=0.0) for report in reports]


@pytest.mark.parametrize("scenario", ["trap", "gathering", "tragedy"])
def test_whole_games_are_the_same_compiled_and_not(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = GamePlan(("Ann", "Bob"), scenario, "gallery-row", switches=("ready", "levels", "unbound"))
    games = BatchPlan("godbreakers", plan, ("random", "random"), seed=5, check=True)
    quick = played(games)
    asked = []

    def as_numpy_does() -> Any:
        asked.append(1)
        return pytest.MonkeyPatch.context()

    monkeypatch.setattr(batch, "compiled", as_numpy_does)
    assert played(games) == quick
    assert len(asked) == 2
    assert sum(game.decisions for game in quick) > 200


def test_compiled_functions_work_only_while_they_are_asked_for() -> None:
    @compilable
    def half(number: float) -> float:
        """Return a half."""
        return number / 2

    @stands_in_for(half)
    def quickly(number: float) -> float:
        return -number / 2

    try:
        assert half(8.0) == 4.0
        with compiled() as able:
            assert able
            assert half(8.0) == -4.0
            with compiled():
                assert half(8.0) == -4.0
            assert half(8.0) == -4.0
        assert half(8.0) == 4.0
        assert half.__doc__ == "Return a half."
    finally:
        del compiling.STAND_INS[vars(half)["__wrapped__"]]
    assert quickly(2.0) == -1.0


def test_what_was_compiled_before_need_not_be_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with compiled():
        assert not compiling.must_compile()
    for folder, told in ((tmp_path / "not yet", True), (tmp_path, False), (None, False)):
        monkeypatch.setattr(compiling, "folder_of_kernels", lambda kept=folder: kept)
        assert compiling.must_compile() is told
    monkeypatch.setattr(compiling, "folder_of_kernels", lambda: tmp_path / "not yet")
    monkeypatch.setattr(compiling, "find_spec", lambda _: None)
    assert not compiling.must_compile()


def test_every_kernel_stands_in_for_a_function_of_the_same_name() -> None:
    with compiled():
        pairs = {whole.__qualname__.split(".")[-1]: quick.__name__ for whole, quick in compiling.STAND_INS.items()}
    assert len(pairs) >= 14
    assert {name: quick for name, quick in pairs.items() if name != quick} == {}
    assert between_levels_rays.spans_in_range.__name__ in pairs


def test_without_the_library_numpy_does_it_all() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from game.table.terrain.area import inside_lengths\n"
        "from game.table.compiling import compiled\n"
        "import numpy as np\n"
        "one, box = np.array([[0.0, 0.5]]), np.array([[1.0, 0], [2, 0], [2, 1], [1, 1]])\n"
        "with compiled() as able:\n"
        "    print(able, inside_lengths(one, one + (3.0, 0.0), box, np.roll(box, -1, axis=0)))\n"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout.strip()) == (0, "False [1.]"), result.stderr

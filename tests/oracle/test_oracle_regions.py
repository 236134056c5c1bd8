"""Legal end regions against the oracle: verdicts, reasons and geometry, in the open, in terrain and behind walls."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from game.table.placing.conditions import AnyOf, CloserTo
from game.table.placing.places import is_legal
from game.table.placing.ranges import OutsideRange, WithinRange
from game.table.placing.region import Region
from game.table.reach.reach import Reach
from tests.oracle.compare import Tally, disc, generator
from tests.oracle.situations import Situation, places, situation
from tests.oracle.tables import tables
from tests.oracle.verdicts import Verdict, all_of, any_of, closest_within, from_gap, wholly_outside, wholly_within
from tests.oracle.verdicts import points_within as oracle_points_within

OUTLINE = 0.01
"""Inches about an outline within which geometry is not held to anything (it promises 0.005)."""


@pytest.mark.parametrize("walled", [False, True])
def test_g_meas_5_verdicts_and_reasons(walled: bool) -> None:
    tally = Tally()
    for seed in tables(40, 10_000_000):
        case = situation(seed, walled)
        region = case.region()
        for x, y in places(case, 20):
            where = f"{case}, at {x}, {y}"
            reasons = region.why_not((x, y))
            said = {"range" if reason.cause in ("out of range", "cut off") else reason.cause for reason in reasons}
            verdicts = case.causes(x, y)
            for cause, verdict in verdicts.items():
                tally.judge(verdict, cause not in said, f"{where}: {cause}, said {reasons}")
            tally.judge(all_of(verdicts.values()), is_legal(region, (x, y)), where)
            tally.expect(is_legal(region, (x, y)) == (not reasons), f"{where}: reasons {reasons}")
            tally.expect(said <= verdicts.keys(), f"{where}: {reasons}")
            tally.expect(
                all((reason.short_by or 0) > -1e-6 for reason in reasons), f"{where}: short by less than nothing"
            )
            if not case.world.impassable():
                tally.expect("cut off" not in {reason.cause for reason in reasons}, f"{where}: cut off by no wall")
    tally.settle(asked=4000)


@pytest.mark.parametrize("walled", [False, True])
def test_g_meas_5_geometry_of_legal_ends(walled: bool) -> None:
    tally = Tally()
    for seed in tables(40, 11_000_000):
        case = situation(seed, walled)
        region = case.region()
        geometry = region.geometry
        shapely.prepare(geometry)
        tally.expect(abs(region.geometry.area - geometry.area) < 1e-9, f"{case}: area")
        tally.expect((region.find() is None) == geometry.is_empty, f"{case}: is_empty")
        for x, y in places(case, 20):
            inside = bool(shapely.intersects_xy(geometry, x, y))
            tally.judge(case.legal(x, y, OUTLINE, OUTLINE), inside, f"{case}, at {x}, {y}")
            if abs(geometry.boundary.distance(shapely.Point(x, y))) > OUTLINE:
                tally.expect(is_legal(region, (x, y)) == inside, f"{case}, at {x}, {y}: contains after preparation")
    tally.settle(asked=1000)


@pytest.mark.parametrize("walled", [False, True])
def test_g_meas_5_placed_outside_a_range(walled: bool) -> None:
    tally = Tally()
    for seed in tables(30, 12_000_000):
        case = situation(seed, walled)
        outside = OutsideRange(case.ruler, disc(case.origin), case.reach, case.radius)
        random = generator(seed, 12)
        for x, y in places(case, 16):
            stretch = random.uniform(1.0, 1.3) + 2 * case.radius / (case.reach + 1)
            px = round(case.origin.x + stretch * (x - case.origin.x), 4)
            py = round(case.origin.y + stretch * (y - case.origin.y), 4)
            verdict = wholly_outside(case.world, case.origin, case.reach, case.at(px, py))
            tally.judge(verdict, outside.allows(px, py), f"outside: {case}, at {px}, {py}")
            tally.expect(
                outside.allows(px, py) == (outside.short_by(px, py) <= 1e-5) or verdict is Verdict.CLOSE,
                f"outside: {case}, at {px}, {py}: short by {outside.short_by(px, py)}",
            )
    tally.settle(asked=600)


def test_q3_within_range_of_one_of_several_origins() -> None:
    tally = Tally()
    for seed in tables(20, 13_000_000):
        case = situation(seed)
        origins = [case.origin, *case.bases[:2]]
        within = AnyOf([WithinRange(case.ruler, disc(origin), case.reach, case.radius) for origin in origins])
        for origin in origins:
            near = Situation(seed, case.world, origin, case.radius, case.reach, ())
            for x, y in places(near, 8):
                each = (wholly_within(case.world, one, case.reach, case.at(x, y)) for one in origins)
                tally.judge(any_of(each), within.allows(x, y), f"any of {origins}: {case}, at {x}, {y}")
    tally.settle(asked=400)


def test_q19_closer_in_inches() -> None:
    tally = Tally()
    for seed in tables(20, 14_000_000):
        case = situation(seed)
        pinning = case.bases[0]
        now = math.dist(case.origin[:2], pinning[:2]) - case.origin.radius - pinning.radius
        closer = CloserTo(disc(pinning), now, case.radius)
        for x, y in places(case, 20):
            then = max(0.0, math.dist((x, y), pinning[:2]) - pinning.radius - case.radius)
            tally.judge(from_gap(now - then), closer.allows(x, y), f"closer than {now} to {pinning}: {case}, {x}, {y}")
    tally.settle(asked=400)


@pytest.mark.parametrize("walled", [False, True])
def test_g_meas_4_points_in_range(walled: bool) -> None:
    tally = Tally()
    for seed in tables(25, 15_000_000):
        case = situation(seed, walled)
        geometry = Reach(case.ruler, disc(case.origin), case.reach).points
        shapely.prepare(geometry)
        point = Situation(case.seed, case.world, case.origin, 0.0, case.reach, ())
        spots = np.array(places(point, 600, 13))
        inside = shapely.intersects_xy(geometry, spots[:, 0], spots[:, 1])
        verdicts = oracle_points_within(case.world, case.origin, case.reach, spots, OUTLINE)
        for spot, answer, verdict in zip(spots.tolist(), inside.tolist(), verdicts, strict=True):
            tally.judge(verdict, answer, f"points: {case}, at {spot}")
    tally.settle(asked=600)


@pytest.mark.parametrize("walled", [False, True])
def test_g_meas_5_between_two_ranges(walled: bool) -> None:
    """Placed within one range and outside another, as an entering model may be: verdict, geometry and nearest."""
    tally = Tally()
    for seed in tables(12, 16_000_000):
        case = situation(seed, walled)
        least, here = case.reach // 2, disc(case.origin)
        outside = OutsideRange(case.ruler, here, least, case.radius)
        region = Region(case.radius, [*case.region().conditions, outside], around=None)
        geometry = region.geometry
        for x, y in places(case, 16):
            where = f"outside {least}: {case}, at {x}, {y}"
            base = case.at(x, y)
            beyond = wholly_outside(case.world, case.origin, least, base)
            tally.judge(all_of([case.legal(x, y), beyond]), is_legal(region, (x, y)), where)
            rough = wholly_outside(case.world, case.origin, least, base, OUTLINE)
            rough = all_of([case.legal(x, y, OUTLINE, OUTLINE), rough])
            tally.judge(rough, bool(shapely.intersects_xy(geometry, x, y)), f"{where}: geometry")
            found = region.nearest((x, y))
            if found is not None:
                tally.expect(is_legal(region, found), f"{where}: nearest {found}")
                beyond = wholly_outside(case.world, case.origin, least, case.at(*found))
                tally.expect(beyond is not Verdict.NO, f"{where}: nearest {found} is in range")
    tally.settle(asked=400)


@pytest.mark.parametrize("walled", [False, True])
def test_q3a_closest_point_within_range(walled: bool) -> None:
    """The rule for terrain pieces and for 0 U, asked at every range."""
    tally = Tally()
    for seed in tables(20, 17_000_000):
        case = situation(seed, walled)
        within = WithinRange(case.ruler, disc(case.origin), case.reach, case.radius, whole=False)
        geometry = within.allowed()
        for x, y in places(Situation(seed, case.world, case.origin, -case.radius, case.reach, ()), 20):
            if Verdict.NO in case.plain(x, y, OUTLINE).values():
                continue
            where = f"closest point: {case}, at {x}, {y}"
            verdict = closest_within(case.world, case.origin, case.reach, case.at(x, y))
            tally.judge(verdict, within.allows(x, y), where)
            rough = closest_within(case.world, case.origin, case.reach, case.at(x, y), OUTLINE)
            tally.judge(rough, bool(shapely.intersects_xy(geometry, x, y)), f"{where}: geometry")
    tally.settle(asked=200)


@pytest.mark.parametrize("walled", [False, True])
def test_excluded_parts_are_labelled_by_their_cause(walled: bool) -> None:
    """Away from outlines a place that fails for one cause alone lies in that cause's part, and a legal one in none."""
    tally = Tally()
    for seed in tables(25, 18_000_000):
        case = situation(seed, walled)
        region = case.region()
        excluded = region.excluded
        for x, y in places(case, 20):
            verdicts = case.causes(x, y, OUTLINE, OUTLINE)
            if Verdict.CLOSE in verdicts.values():
                continue
            failing = {cause for cause, verdict in verdicts.items() if verdict is Verdict.NO}
            shown = {cause for cause, part in excluded.items() if shapely.intersects_xy(part, x, y)}
            shown = {"range" if cause in ("out of range", "cut off") else cause for cause in shown}
            if len(failing) < 2 and math.dist((x, y), case.origin[:2]) < case.reach + 1 - case.radius:
                tally.expect(shown == failing, f"excluded: {case}, at {x}, {y}: shown {shown}, failing {failing}")
    tally.settle(asked=200)

"""Conditions on a place: exact verdicts, reasons and inches, in cases that can be worked out on paper."""

import math
import random

import pytest

from game.table.placing.conditions import (
    AnyOf,
    ClearOf,
    ClearOfBarricades,
    CloserTo,
    Condition,
    OnTable,
    OutsideRange,
    WithinRange,
)
from game.table.placing.region import Region
from game.table.shapes import Disc
from tests.table.tables import CENTRES, barricade, ruler, wall, wood

ORIGIN = Disc(10, 10, 0.5, "Raven")


def test_q3_a_base_is_judged_at_its_farthest_point() -> None:
    condition = WithinRange(ruler(), ORIGIN, 6, 0.5)
    assert condition.allows(16.9999, 10)
    assert not condition.allows(17, 10)


def test_q3_terrain_between_counts_for_every_point_of_the_base() -> None:
    """Two inches of wood bring the farthest point from 7 to 5 inches and what is beside the wood stays at 7."""
    condition = WithinRange(ruler(wood(12, 0, 14, 11.5)), ORIGIN, 6, 0.5)
    assert condition.allows(14.9999, 10)
    assert not condition.allows(15.01, 10)
    assert condition.allows(10, 16.99)
    assert condition.allows(3.01, 10)


def test_q3_a_narrow_strip_of_terrain_ahead_refuses_the_whole_base() -> None:
    """The strip is a twentieth of the base wide, but the points behind it are out of range."""
    condition = WithinRange(ruler(wood(11, 9.975, 13, 10.025)), ORIGIN, 6, 0.5)
    assert not condition.allows(16.4, 10.3)
    assert condition.allows(16.2, 12)


def test_q3_around_several_origins_one_must_hold_the_whole_base() -> None:
    other = Disc(18, 10, 0.5, "Nova")
    either = AnyOf([WithinRange(ruler(), origin, 3, 0.5) for origin in (ORIGIN, other)])
    assert either.allows(13.9, 10)
    assert either.allows(14.1, 10)
    assert not either.allows(14, 10)
    assert either.short_by(14, 10) > 0
    allowed = either.allowed()
    assert allowed is not None
    assert allowed.area == pytest.approx(2 * math.pi * 16, rel=2e-3)
    with pytest.raises(ValueError, match="any of what"):
        AnyOf([])


def test_q3a_within_range_0_asks_for_the_closest_point() -> None:
    condition = WithinRange(ruler(), ORIGIN, 0, 0.5)
    assert condition.allows(11.9999, 10)
    assert not condition.allows(12, 10)


def test_q3a_terrain_is_placed_by_its_closest_point() -> None:
    condition = WithinRange(ruler(), ORIGIN, 3, 0.5, whole=False)
    assert condition.allows(14.9999, 10)
    assert not condition.allows(15, 10)


def test_g_meas_5_placed_outside_a_range_no_part_lies_inside() -> None:
    condition = OutsideRange(ruler(), ORIGIN, 6, 0.5)
    assert condition.allows(18, 10)
    assert not condition.allows(17.9999, 10)
    assert condition.short_by(17.5, 10) == pytest.approx(0.5, abs=0.01)


def test_g_meas_5_terrain_lets_a_base_outside_stand_nearer() -> None:
    condition = OutsideRange(ruler(wood(12, 4, 14, 16)), ORIGIN, 6, 0.5)
    assert condition.allows(16.2, 10)
    assert not condition.allows(15.9, 10)
    assert not condition.allows(10, 16.2)


def test_g_meas_6_a_base_behind_a_wall_is_outside_every_range() -> None:
    measure = ruler(wall((12.0, 0.0), (12.0, 30.0)))
    assert OutsideRange(measure, ORIGIN, 6, 0.5).allows(13, 10)
    condition = WithinRange(measure, ORIGIN, 6, 0.5)
    assert not condition.allows(13, 10)
    assert condition.why_not(13, 10).cause == "cut off"
    assert condition.why_not(20, 10).cause == "out of range"
    assert "cut off" in condition.why_not(13, 10).text


def test_another_rulebook_places_by_centres() -> None:
    condition = WithinRange(ruler(wood(12, 0, 14, 20), policy=CENTRES), ORIGIN, 6.5, 1.0)
    assert condition.allows(16.5, 10)
    assert not condition.allows(16.5001, 10)
    assert condition.allowed().area == pytest.approx(math.pi * 6.5**2, rel=2e-3)


def test_g_tbl_1_nothing_hangs_over_the_edge() -> None:
    condition = OnTable(ruler().battlefield, 0.5)
    assert condition.allows(0.5, 29.5)
    assert not condition.allows(0.4999, 15)
    assert condition.short_by(0.2, 15) == pytest.approx(0.3)
    assert condition.short_by(0.2, 0.1) == pytest.approx(0.5)


def test_g_tbl_2_q4_touching_is_not_overlapping() -> None:
    discs = [Disc(5, 5, 0.5, "one"), Disc(8, 5, 0.5, "marker", "marker"), Disc(5, 9, 0.5, "upstairs", level=1)]
    condition = ClearOf(discs, 0.5, "overlaps a base")
    assert condition.allows(6, 5)
    assert not condition.allows(5.9999, 5)
    assert condition.allows(5, 9)
    assert condition.short_by(5.5, 5) == pytest.approx(0.5)
    assert "one" in condition.why_not(5.5, 5).text


def test_g_tbl_2_a_base_keeps_off_others_wherever_on_the_table_it_is_tried() -> None:
    rng = random.Random(3)
    discs = [Disc(rng.uniform(0, 60), rng.uniform(0, 40), rng.choice([0.5, 1.0])) for _ in range(60)]
    condition = ClearOf(discs, 0.5, "overlaps a base")
    verdicts = []
    for _ in range(400):  # now near the spot before, now at the other end
        x, y = rng.uniform(0, 60), rng.uniform(0, 40)
        for spot in ((x, y), (x + 0.3, y)):
            verdicts.append(all(math.hypot(d.x - spot[0], d.y - spot[1]) >= d.radius + 0.5 for d in discs))
            assert condition.allows(*spot) == verdicts[-1]
    assert {True, False} == set(verdicts)


def test_g_tbl_2_bases_touch_barricades_at_most() -> None:
    battlefield = ruler(barricade((10.0, 5.0), (10.0, 9.0), width=0.4)).battlefield
    condition = ClearOfBarricades(battlefield, 0.5)
    assert condition.allows(10.7, 7)
    assert not condition.allows(10.6999, 7)
    assert condition.short_by(10.5, 7) == pytest.approx(0.2)
    assert condition.allows(10.5, 9.4583)
    assert not condition.allows(10.2, 9.4999)


def test_q19_closer_means_inches() -> None:
    condition = CloserTo(Disc(5, 5, 0.5, "pinner"), 3.0, 0.5)
    assert condition.allows(8.9999, 5)
    assert not condition.allows(9, 5)
    assert not CloserTo(Disc(5, 5, 0.5), 0.0, 0.5).allows(6, 5)


def test_why_not_names_every_reason_at_once() -> None:
    measure = ruler(barricade((17.0, 9.0), (17.0, 11.0)))
    conditions: list[Condition] = [
        OnTable(measure.battlefield, 0.5, "T-1"),
        ClearOf([Disc(17.5, 10, 0.5, "Nova")], 0.5, "overlaps a base", "T-2"),
        ClearOfBarricades(measure.battlefield, 0.5, "T-3"),
        WithinRange(measure, ORIGIN, 6, 0.5),
    ]
    region = Region(0.5, conditions, ORIGIN)
    reasons = region.why_not((17.2, 10))
    assert [(reason.cause, reason.rule) for reason in reasons] == [
        ("overlaps a base", "T-2"),
        ("on a barricade", "T-3"),
        ("out of range", ""),
    ]
    assert all((reason.short_by or 0) > 0 for reason in reasons)
    assert reasons[2].short_by == pytest.approx(0.2, abs=0.01)
    assert region.why_not((12, 12)) == []


def test_a_point_on_a_point_overlaps_it() -> None:
    assert not ClearOf([Disc(10.0, 10.0, 0.0)], 0.0, "overlaps a marker").allows(10.0, 10.0)

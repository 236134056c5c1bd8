"""Ranges and receipts against cases that can be worked out on paper."""

import math
import random
import re
from pathlib import Path

import numpy as np
import pytest

from game.table.lattice import position, snap
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Piece
from tests.table.fields import LEVELS, PLAIN, field
from tests.table.tables import CENTRES, barricade, ruler, wall, wood


def pair(inches: float, radius: float = 0.5) -> tuple[Disc, Disc]:
    return Disc(5, 10, radius, "a"), Disc(5 + inches + 2 * radius, 10, radius, "b")


def test_positions_lie_on_the_lattice() -> None:
    assert snap(0.1 + 0.2) == 0.3
    assert position(1.00004, 1.00006) == (1.0, 1.0001)


def test_g_meas_1_distance_runs_from_rim_to_rim() -> None:
    receipt = ruler().measure(Disc(3, 4, 0.5, "a"), Disc(9, 12, 1.5, "b"))
    assert receipt.inches == pytest.approx(8.0)
    assert receipt.start == pytest.approx((3.3, 4.4))
    assert receipt.end == pytest.approx((8.1, 10.8))


@pytest.mark.parametrize(("inches", "expected"), [(0.9, 0), (2.05, 2), (2.0, 2), (2.999, 2), (0.0, 0), (3.0, 3)])
def test_g_meas_2_e11_ranges_are_rounded_down(inches: float, expected: int) -> None:
    assert ruler().range(*pair(inches)) == expected


def test_g_meas_2_q4_a_whole_number_of_inches_on_the_lattice_counts_in_full_at_any_bearing() -> None:
    measure = ruler()
    for dx, dy in ((3, 4), (4, 3), (-3, 4), (0, -5), (1.4, 4.8), (-4.8, 1.4)):
        assert measure.range(Disc(20, 15, 1.5), Disc(snap(20 + dx), snap(15 + dy), 1.5)) == 2


def test_g_meas_3_e10_every_full_inch_in_area_terrain_adds_one() -> None:
    a, b = pair(5.2)
    receipt = ruler(wood(6.1, 5, 9.0, 15)).measure(a, b)
    assert receipt.range == 7
    assert receipt.terrain_inches == pytest.approx(2.9)
    assert receipt.open_inches == pytest.approx(2.3)
    assert [(leg.kind, round(leg.inches, 6), leg.pieces) for leg in receipt.legs] == [
        ("open", 0.6, ()),
        ("area", 2.9, ("wood",)),
        ("open", 1.7, ()),
    ]


def test_g_meas_3_overlapping_pieces_count_once() -> None:
    a, b = pair(5.2)
    measure = ruler(wood(6.1, 5, 8.5, 15, "north wood"), wood(7.0, 5, 9.0, 15, "south wood"))
    assert measure.measure(a, b).terrain_inches == pytest.approx(2.9)
    assert measure.range(a, b) == 7


def test_g_meas_3_q2_terrain_is_summed_before_it_is_rounded() -> None:
    a, b = pair(5.2)
    assert ruler(wood(6, 5, 6.6, 15, "one"), wood(7, 5, 7.5, 15, "other")).range(a, b) == 6


def test_g_meas_3_holes_in_area_terrain_are_open() -> None:
    hole = ((7.0, 9.0), (8.0, 9.0), (8.0, 11.0), (7.0, 11.0))
    piece = Piece("ring", "ring", (Area(((6.0, 5.0), (9.0, 5.0), (9.0, 15.0), (6.0, 15.0)), (hole,)),))
    assert ruler(piece).measure(*pair(5.2)).terrain_inches == pytest.approx(2.0)


@pytest.mark.parametrize("south", [4.0, 10.0])
def test_g_meas_3_a_line_along_the_edge_of_terrain_lies_in_the_open(south: float) -> None:
    a, b = pair(5.2)
    measure = ruler(wood(6, south, 9, south + 6))
    assert measure.measure(a, b).terrain_inches == 0.0
    assert measure.range(a, b) == measure.range(b, a) == 5


def test_g_meas_3_decoration_and_other_levels_cost_nothing() -> None:
    a, b = pair(5.2)
    shape = wood(6, 5, 9, 15).area
    upstairs, painted = Piece("up", area=shape, levels=(1,)), Piece("painted", area=shape, decoration=True)
    measure = ruler(upstairs, painted)
    assert measure.range(a, b) == 5
    assert measure.range(a._replace(level=1), b._replace(level=1)) == 8


def test_g_meas_4_within_compares_ranges() -> None:
    a, b = pair(2.99)
    assert ruler().within(a, b, 2)
    assert not ruler().within(a, b, 1)


@pytest.mark.parametrize("walls", [0, 3], ids=["open", "walled"])
@pytest.mark.parametrize(
    "policy", [PLAIN, LEVELS, CENTRES, MeasuringPolicy(rounding="none")], ids=["U", "levels", "centres", "unrounded"]
)
def test_g_meas_4_what_is_within_has_that_range_whatever_lies_between(policy: MeasuringPolicy, walls: int) -> None:
    rng, verdicts = random.Random(5), set()
    for _ in range(12):
        measure = Ruler(field(rng, walls), policy)
        for _ in range(60):
            a = Disc(rng.uniform(5, 25), rng.uniform(4, 16), 0.5, level=rng.randint(0, 2))
            bearing, inches = rng.uniform(0, 2 * math.pi), rng.choice([rng.uniform(0, 4), float(rng.randint(0, 4))])
            apart = inches + 1.5 + rng.choice([0.0, 9e-7, -9e-7])
            x, y = a.x + apart * math.cos(bearing), a.y + apart * math.sin(bearing)
            b, n = Disc(x, y, 1.0, level=rng.randint(0, 2)), rng.randint(0, 6)
            found = measure.range(a, b)
            verdicts.add(found is not None and policy.allows(found, n))
            assert measure.within(a, b, n) == (found is not None and policy.allows(found, n)), (a, b, n)
    assert verdicts == {True, False}


def test_g_meas_1_terrain_is_measured_to_its_closest_point() -> None:
    piece = wood(10, 5, 14, 9)
    measure = ruler(piece)
    assert measure.measure(Disc(6, 7, 0.5), piece).inches == pytest.approx(3.5)
    assert measure.measure(piece, Disc(7, 13, 0.5)).inches == pytest.approx(4.5)
    assert measure.range(Disc(12, 7, 0.5), piece) == 0
    assert measure.measure(piece, wood(17, 5, 18, 6, "other")).inches == pytest.approx(3.0)


def test_g_meas_1_a_piece_is_its_area_and_its_barricades() -> None:
    fence = barricade((6.0, 6.0), (6.0, 8.0)).barricades
    ruin = Piece("ruin", "ruin", wood(10, 5, 14, 9).area, fence)
    assert ruler(ruin).measure(Disc(3, 7, 0.5), ruin).inches == pytest.approx(2.4)


def test_q2_among_equally_short_lines_the_cheaper_counts() -> None:
    two = Piece("two", "two", (*wood(8, 10, 9, 11).area, *wood(1, 10, 2, 11).area))
    swamp = wood(6, 8, 7.5, 13, "swamp")
    receipt = ruler(two, swamp).measure(Disc(5, 10.5, 0.5), two)
    assert receipt.inches == pytest.approx(2.5)
    assert receipt.range == 2


def test_the_margin_is_what_is_left_to_the_next_inch() -> None:
    assert ruler().measure(*pair(2.25)).margin == pytest.approx(0.75)


def test_receipts_cite_the_rules_they_are_given() -> None:
    policy = MeasuringPolicy(citations={"range": "R-1", "terrain": "R-2", "blocked": "R-3"})
    a, b = pair(5.2)
    assert ruler(policy=policy).measure(a, b).rules == ("R-1",)
    assert ruler(wood(6, 5, 9, 15), wall((7.0, 9.9), (7.0, 10.1)), policy=policy).measure(a, b).rules == (
        "R-1",
        "R-2",
        "R-3",
    )


def test_another_rulebook_measures_from_centres_without_rounding_or_terrain() -> None:
    measure = ruler(wood(6, 5, 9, 15), wall((7.0, 0.0), (7.0, 20.0)), policy=CENTRES)
    receipt = measure.measure(Disc(5, 10, 0.5), Disc(11.2, 10, 1.0))
    assert receipt.range == pytest.approx(6.2)
    assert not receipt.blocked_by
    assert measure.within(Disc(5, 10, 0.5), Disc(11.2, 10, 1.0), 6.2)
    assert not measure.within(Disc(5, 10, 0.5), Disc(11.2, 10, 1.0), 6.19)


def test_another_rulebook_may_charge_for_terrain_without_rounding() -> None:
    policy = MeasuringPolicy(rounding="none")
    assert ruler(wood(6.1, 5, 9.0, 15), policy=policy).range(*pair(5.2)) == pytest.approx(7.2)


def test_g_meas_6_a_wall_that_cannot_be_passed_puts_out_of_range() -> None:
    measure = ruler(wall((7.0, 0.0), (7.0, 30.0), name="great wall"))
    receipt = measure.measure(*pair(5.2))
    assert receipt.range is None
    assert receipt.blocked_by == ("great wall",)
    assert not receipt.detour
    assert measure.range(*pair(5.2)) is None


def test_g_meas_6_the_line_slips_past_the_end_of_a_wall() -> None:
    """The wall ends 0.3 inches north of the centre line: the line must rise to its corners."""
    measure = ruler(wall((8.0, 5.0), (8.0, 10.3), width=0.2))
    receipt = measure.measure(Disc(5, 10, 1.0, "a"), Disc(11, 10, 1.0, "b"))
    level = 2 * (3 - math.sqrt(1 - 0.3**2))
    assert receipt.detour
    assert receipt.inches == pytest.approx(level, abs=1e-6)
    assert receipt.range == 4
    assert receipt.start.y == pytest.approx(10.3, abs=1e-4)


def test_g_meas_6_points_behind_a_wall_are_seen_from_the_rim_only() -> None:
    measure = ruler(wall((8.0, 5.0), (8.0, 10.2)))
    origin = Disc(5, 10, 0.5)
    assert measure.range(origin, Disc(14, 10, 0)) is not None
    assert measure.range(origin, Disc(8.3, 8, 0)) is None


def test_g_meas_6_a_shadow_closes_again_behind_a_short_wall() -> None:
    measure = ruler(wall((8.0, 9.9), (8.0, 10.1), width=0.1))
    origin = Disc(5, 10, 0.5)
    far = measure.measure(origin, Disc(11, 10, 0))
    assert far.detour
    assert far.inches == pytest.approx(5.5, abs=0.05)
    assert measure.range(origin, Disc(8.06, 10, 0)) is None


def test_g_meas_6_lines_may_touch_a_wall() -> None:
    measure = ruler(wall((7.0, 5.0), (7.0, 10.0), width=0.2))
    assert measure.measure(*pair(5.2)).blocked_by == ()
    assert measure.range(*pair(5.2)) == 5


def test_g_meas_6_terrain_is_reached_round_a_wall() -> None:
    piece = wood(10, 8, 12, 14)
    measure = ruler(piece, wall((8.0, 7.0), (8.0, 11.0)))
    receipt = measure.measure(Disc(6, 10, 0.5), piece)
    assert receipt.detour
    assert receipt.range is not None
    assert receipt.inches > 3.5
    assert measure.range(piece, Disc(6, 10, 0.5)) == receipt.range


def test_g_meas_6_the_wall_itself_can_be_measured_to() -> None:
    piece = wall((8.0, 5.0), (8.0, 15.0), width=0.2)
    assert ruler(piece).measure(Disc(5, 10, 0.5), piece).inches == pytest.approx(2.4)


def test_g_meas_1_the_range_of_a_line_stands_in_the_policy_alone() -> None:
    """Whoever needs a range, a limit or what terrain may still cost asks the policy: no other file rounds a length."""
    table = Path(__file__).resolve().parents[2] / "game" / "table"
    rounding = re.compile(r"floor\(.*short_by|\+ \S*short_by|floor\(\S*\bn\b")
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted(table.rglob("*.py"))
        if path.name != "policy.py"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if rounding.search(line)
    ]
    assert found == []


def test_a_length_just_short_of_an_inch_counts_as_that_inch_and_never_as_less() -> None:
    assert [MeasuringPolicy(short_by=0.05).cost(inches, 0.0) for inches in (2.94, 2.96, 3.0)] == [2, 3, 3]
    with pytest.raises(ValueError, match="cannot be negative"):
        MeasuringPolicy(short_by=-0.05)


def test_g_meas_1_many_lines_at_once_cost_what_each_does() -> None:
    for policy in (PLAIN, CENTRES, MeasuringPolicy(rounding="none")):
        lengths = [(0.0, 0.0), (0.9999995, 0.3), (3.2, 1.9999995), (7.0, 7.0), (6.999, 0.0)]
        inches, terrain = (np.array(column) for column in zip(*lengths, strict=True))
        assert policy.costs(inches, terrain).tolist() == [policy.cost(*length) for length in lengths]
        for n in (0, 2, 5):
            limits = policy.terrain_limits(inches, n)
            for length, limit in zip(inches.tolist(), limits.tolist(), strict=True):
                if policy.terrain_costs and limit >= 1.0:
                    assert policy.allows(policy.cost(length, limit - 0.01), n)
                    assert not policy.allows(policy.cost(length, limit), n)
            assert policy.allows(policy.cost(policy.sure(n) - 0.01, policy.sure(n) - 0.01), n)
            assert policy.allows(policy.cost(policy.limit(n) - 0.01, 0.0), n)

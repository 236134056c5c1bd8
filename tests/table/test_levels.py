"""Levels: what counts of a line between them, what stands in its way, and what there is to stand on."""

import math

import pytest
import shapely

from game.table.heights import relief_of
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.placing.conditions import ClearOf, ClearOfBarricades, OutsideRange, WithinRange
from game.table.placing.settle import settle
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece

LEVELS = MeasuringPolicy(levels=True, citations={"range": "R", "terrain": "T", "blocked": "B", "levels": "L"})


def block(name: str, west: float, south: float, east: float, north: float, *levels: int) -> Piece:
    outline = ((west, south), (east, south), (east, north), (west, north))
    return Piece(name, name, area=(Area(outline),), levels=levels)


def fence(name: str, *line: tuple[float, float], level: int = 0, impassable: bool = False) -> Piece:
    return Piece(name, name, barricades=(Barricade(line, 0.2, impassable, name, name),), levels=(level,))


def field(*pieces: Piece) -> Battlefield:
    return Battlefield(30.0, 20.0, pieces)


def at(x: float, y: float = 10.0, level: int = 0, radius: float = 0.5) -> Disc:
    return Disc(x, y, radius, f"at {x:g}", level=level)


def test_e22_from_above_only_the_far_half_counts_the_lower_level() -> None:
    ruler = Ruler(field(block("mire", 0, 0, 30, 20, 0)), LEVELS)
    upper, lower = at(5.0, level=1), at(14.2, level=0)
    assert ruler.range(upper, lower) == ruler.range(lower, upper) == 4 + (4 + 4)
    receipt = ruler.measure(upper, lower)
    assert receipt.inches == pytest.approx(8.2)
    assert receipt.terrain_inches == pytest.approx(4.1)
    assert [(leg.kind, leg.level, leg.pieces) for leg in receipt.legs] == [("open", 1, ()), ("area", 0, ("mire",))]
    assert [leg.inches for leg in receipt.legs] == pytest.approx([4.1, 4.1])
    assert receipt.rules == ("R", "T", "L")


def test_g_adv_2_terrain_inches_of_both_halves_are_summed_before_they_are_rounded() -> None:
    ruler = Ruler(field(block("low", 5.5, 9, 6.1, 11, 0), block("high", 12.0, 9, 12.6, 11, 1)), LEVELS)
    assert ruler.range(at(5.0), at(14.0, level=1)) == 8 + 1
    assert ruler.range(at(5.0), at(14.0)) == 8


def test_g_adv_2_terrain_in_the_half_of_the_other_level_does_not_count() -> None:
    ruler = Ruler(field(block("high", 5.5, 9, 8.5, 11, 1)), LEVELS)
    assert ruler.range(at(5.0), at(14.0, level=1)) == 8
    assert ruler.range(at(5.0, level=1), at(14.0)) == 8 + 3


def test_g_adv_2_on_one_level_only_its_own_terrain_counts() -> None:
    ruler = Ruler(field(block("low", 6, 9, 8, 11, 0), block("both", 9, 9, 10, 11, 0, 1)), LEVELS)
    assert ruler.range(at(5.0), at(14.0)) == 8 + 3
    assert ruler.range(at(5.0, level=1), at(14.0, level=1)) == 8 + 1
    assert ruler.range(at(5.0, level=2), at(14.0, level=2)) == 8


def test_g_adv_2_more_than_one_level_apart_is_out_of_range() -> None:
    ruler = Ruler(field(), LEVELS)
    assert ruler.range(at(5.0), at(5.0, level=2)) is None
    assert not ruler.within(at(5.0), at(5.0, level=2), 30)
    receipt = ruler.measure(at(5.0, level=2), at(9.0))
    assert receipt.range is None
    assert receipt.legs == ()
    assert "L" in receipt.rules
    with pytest.raises(LevelOutOfRange, match="is out of range of level"):
        WithinRange(ruler, at(5.0), 6, 0.5, level=2)


def test_g_adv_2_a_piece_on_several_levels_is_measured_at_the_nearest() -> None:
    tower = block("tower", 8, 9, 10, 11, 1, 2)
    ruler = Ruler(field(tower), LEVELS)
    assert ruler.range(at(5.0, level=3), tower) == 2
    assert ruler.range(at(5.0), tower) == 2
    assert ruler.range(tower, at(5.0, level=4)) is None


def test_g_meas_6_a_wall_of_either_level_stands_in_the_way_and_one_of_a_third_does_not() -> None:
    for level, blocked in ((0, True), (1, True), (2, False)):
        ruler = Ruler(field(fence("wall", (9.0, 0.0), (9.0, 20.0), level=level, impassable=True)), LEVELS)
        assert (ruler.range(at(5.0), at(12.0, level=1)) is None) is blocked
    ruler = Ruler(field(fence("wall", (9.0, 0.0), (9.0, 20.0), level=1, impassable=True)), LEVELS)
    assert ruler.range(at(5.0), at(12.0)) == 6
    assert ruler.measure(at(5.0), at(12.0, level=1)).blocked_by == ("wall",)


def test_g_meas_6_between_levels_a_line_slips_past_a_corner_too() -> None:
    ruler = Ruler(field(fence("wall", (9.0, 9.8), (9.0, 12.0), level=1, impassable=True)), LEVELS)
    receipt = ruler.measure(at(5.0), at(12.0, level=1))
    assert receipt.detour
    assert receipt.range == 6
    assert receipt.inches > 6.0


def test_a_policy_without_levels_takes_no_notice_of_them() -> None:
    ruler = Ruler(field(block("low", 6, 9, 8, 11, 0)), MeasuringPolicy())
    assert ruler.range(at(5.0), at(14.0, level=3)) == 8 + 2
    assert ruler.between(0, 5) is ruler


def test_a_policy_with_levels_measures_in_whole_units() -> None:
    with pytest.raises(ValueError, match="round down"):
        MeasuringPolicy(levels=True, rounding="none")


def test_g_adv_2_what_there_is_to_stand_on() -> None:
    table = field(
        block("house", 8, 8, 12, 12, 0, 1), block("loft", 9, 9, 10, 10, 2), fence("rail", (1, 1), (2, 1), level=3)
    )
    assert relief_of(table).top == 2
    assert [relief_of(table).carries(level, Disc(9.5, 9.5, 0.5)) for level in (0, 1, 2, 3)] == [True, True, True, False]
    assert relief_of(table).below(Disc(11.0, 11.0, 0.5), 2) == 1
    assert relief_of(table).below(Disc(20.0, 11.0, 0.5), 2) == 0
    assert table.on_levels(2).pieces == (table.piece("loft"),)
    assert table.on_levels(0, 1, 2, 3) is table


def test_q37_bases_on_different_levels_may_overlap_in_plan() -> None:
    below = at(10.0)
    assert ClearOf([below], 0.5, "overlaps a base", level=1).allows(10.2, 10.0)
    assert not ClearOf([below], 0.5, "overlaps a base", level=0).allows(10.2, 10.0)
    assert settle(at(10.2, level=1), [below], field()) == (10.2, 10.0)
    assert settle(at(10.2, level=0), [below], field()) != (10.2, 10.0)


def test_q37_a_barricade_is_in_the_way_on_its_own_level_only() -> None:
    table = field(fence("rail", (5.0, 10.0), (9.0, 10.0), level=1))
    assert ClearOfBarricades(table.on_levels(0), 0.5).allows(7.0, 10.0)
    assert not ClearOfBarricades(table.on_levels(1), 0.5).allows(7.0, 10.0)


def test_g_adv_2_along_a_ray_what_is_in_range_comes_apart_and_together_again() -> None:
    """A bank on the upper level costs 2 U while it lies in the far half of a line from below, less once it does not."""
    ruler = Ruler(field(block("bank", 13.8, 0, 15.8, 20, 1)), LEVELS)
    origin = at(10.0)
    points = Reach(ruler, origin, 7, level=1).points
    for x, cost in ((13.4, 2), (16.4, 7), (16.8, 8), (17.3, 7), (17.8, 8), (19.2, 8)):
        assert ruler.range(origin, at(x, level=1, radius=0.0)) == cost
        assert shapely.contains_xy(points, x, 10.0) == (cost <= 7)


def test_g_adv_2_outside_a_range_is_judged_half_by_half_too() -> None:
    ruler = Ruler(field(block("mire", 0, 0, 30, 20, 0)), LEVELS)
    keep_off = OutsideRange(ruler, at(15.0, level=1), 5, 0.5, level=0)
    # A line of L inches costs L and the half of it that lies below: 4 + 2 U just short of 5 inches.
    assert keep_off.allows(15.0 + 1.0 + 4.0 + 1e-3, 10.0)
    assert not keep_off.allows(15.0 + 1.0 + 4.0 - 1e-2, 10.0)
    assert math.isclose(keep_off.short_by(19.9, 10.0), 0.1, abs_tol=0.006)

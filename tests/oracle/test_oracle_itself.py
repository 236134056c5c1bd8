"""The oracle on cases whose answer is known in closed form, and its two ways of counting against each other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracle.lengths import Polygon, inches_inside, inches_inside_sampled
from tests.oracle.lines import measure_discs, measure_discs_by_sampling, measure_outline
from tests.oracle.tables import across_walls, random_world
from tests.oracle.verdicts import Verdict, closest_within, point_costs, wholly_outside, wholly_within
from tests.oracle.world import Circle, Wall, World
from tests.samples import some

HALF = 0.5


def rectangle(west: float, south: float, east: float, north: float) -> Polygon:
    return Polygon.of([[west, south], [east, south], [east, north], [west, north]])


def test_g_meas_3_example_e10_terrain_inches_are_rounded_down_apart() -> None:
    wood = rectangle(3.0, 0.0, 5.9, 20.0)
    found = measure_discs(Circle(1.5, 10, HALF), Circle(7.7, 10, HALF), [wood], [])
    assert found.inches == pytest.approx(5.2)
    assert found.terrain == pytest.approx((2.9, 2.9, 2.9))
    assert found.ranges(1e-6) == {7}


@pytest.mark.parametrize(("gap", "expected"), [(2.01, {2}), (0.9, {0}), (2.0, {1, 2})])
def test_g_meas_2_example_e11_inches_are_rounded_down(gap: float, expected: set[int]) -> None:
    assert measure_discs(Circle(3, 3, HALF), Circle(4 + gap, 3, HALF), [], []).ranges(1e-6) == expected


def test_g_meas_3_overlapping_pieces_and_holes_count_once() -> None:
    glade = Polygon.of([[2, 0], [8, 0], [8, 4], [2, 4]], [[[4, 1], [6, 1], [6, 3], [4, 3]]])
    overlap = rectangle(7, 1, 10, 3)
    inches = inches_inside(np.array([[0.0, 2.0]]), np.array([[12.0, 2.0]]), [glade, overlap])
    assert inches == pytest.approx([6.0])


def test_even_odd_intervals_agree_with_dense_sampling() -> None:
    for seed in range(max(2, some(6))):
        world = random_world(seed)
        random = np.random.default_rng(seed)
        ends = random.uniform(0, world.width, (20, 2, 2))
        counted = inches_inside(ends[:, 0], ends[:, 1], world.areas)
        sampled = [inches_inside_sampled(start, end, world.areas) for start, end in ends]
        assert counted == pytest.approx(sampled, abs=0.04)


def test_g_meas_6_grazing_a_face_or_a_corner_blocks_nothing() -> None:
    wall = Wall(((5.0, 3.0), (5.0, 6.0)), 0.5, impassable=True).polygon()
    above = measure_discs(Circle(2, 6, 0.0), Circle(8, 6, 0.0), [], [wall])
    through = measure_discs(Circle(2, 5.99, 0.0), Circle(8, 5.99, 0.0), [], [wall])
    along = measure_discs(Circle(5.25, 1, 0.0), Circle(5.25, 8, 0.0), [], [wall])
    assert (above.inches, along.inches) == (6.0, 7.0)
    assert math.isinf(through.inches)


def test_g_meas_6_shadow_closes_behind_a_short_wall() -> None:
    """A wall 1 wide across the middle hides a disc of radius 1 only as far as the cone of its rim's tangents."""
    wall = Wall(((5.0, 4.5), (5.0, 5.5)), 0.2, impassable=True)
    world = World(20, 10, walls=(wall,))
    near, far = point_costs(world, Circle(2, 5, 1.0), np.array([[5.5, 5.0], [18.0, 5.0]]), 1e-6).low
    assert math.isinf(near)
    assert far == 15


def test_g_meas_6_detour_past_a_wall_end_in_closed_form() -> None:
    """Two discs face each other across a wall that ends just short of their centre line's height."""
    wall = Wall(((5.0, 0.0), (5.0, 5.1)), 0.1, impassable=True).polygon()
    found = measure_discs(Circle(2, 5, HALF), Circle(8, 5, HALF), [], [wall])
    assert not found.direct
    # By symmetry the shortest line is level and rests on the wall's end at height 5.1.
    assert found.inches == pytest.approx(6 - 2 * math.sqrt(0.25 - 0.01), abs=1e-5)


def test_g_meas_6_no_line_past_a_long_wall() -> None:
    wall = Wall(((5.0, 0.0), (5.0, 10.0)), 0.3, impassable=True).polygon()
    assert measure_discs(Circle(2, 5, HALF), Circle(8, 5, HALF), [], [wall]).ranges(1e-6) == {None}


def test_lines_past_corners_agree_with_sampling_both_rims() -> None:
    detours = 0
    for seed in range(12):
        world = random_world(seed)
        for a, b in across_walls(np.random.default_rng(seed), world, 3):
            found = measure_discs(a, b, (), world.impassable())
            sampled = measure_discs_by_sampling(a, b, world.impassable(), 180)
            if math.isfinite(sampled):  # sampling may miss a crack, but invents no line
                assert found.inches == pytest.approx(sampled, abs=2e-4)
            detours += not found.direct and math.isfinite(found.inches)
    assert detours >= 5


def test_q3_whole_base_in_the_open_moves_less_than_seven() -> None:
    world, origin = World(30, 30), Circle(15, 15, HALF)
    assert wholly_within(world, origin, 6, Circle(21.99, 15, HALF)) is Verdict.YES
    assert wholly_within(world, origin, 6, Circle(22.01, 15, HALF)) is Verdict.NO
    assert wholly_within(world, origin, 6, Circle(22.0, 15, HALF)) is Verdict.CLOSE
    assert wholly_outside(world, origin, 6, Circle(23.01, 15, HALF)) is Verdict.YES
    assert wholly_outside(world, origin, 6, Circle(22.99, 15, HALF)) is Verdict.NO


def test_q3a_zero_units_is_the_closest_point() -> None:
    world, origin = World(30, 30), Circle(15, 15, HALF)
    assert wholly_within(world, origin, 0, Circle(16.9, 15, HALF)) is Verdict.YES
    assert wholly_within(world, origin, 0, Circle(17.1, 15, HALF)) is Verdict.NO
    assert closest_within(world, origin, 1, Circle(17.1, 15, HALF)) is Verdict.YES


def test_q3_one_corner_of_the_base_in_deep_terrain_is_enough_to_refuse() -> None:
    world = World(30, 30, pieces=((rectangle(16, 15.3, 22, 20),),))
    origin = Circle(15, 15, HALF)
    assert wholly_within(world, origin, 6, Circle(21.5, 15.0, HALF)) is Verdict.NO
    assert wholly_within(world, origin, 6, Circle(21.5, 14.5, HALF)) is Verdict.YES


def test_g_meas_1_measure_to_an_outline_uses_its_closest_point() -> None:
    found = measure_outline(Circle(2, 5, HALF), rectangle(5, 0, 8, 10), [], [])
    assert found.inches == pytest.approx(2.5)
    inside = measure_outline(Circle(6, 5, HALF), rectangle(5, 0, 8, 10), [], [])
    assert inside.inches == 0

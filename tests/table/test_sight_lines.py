"""The parts that sight is made of, each by worked numbers: arcs, tangents, crossings, hulls, prepared solids."""

import math

import numpy as np
import pytest
import shapely

from game.table.measuring.lines import rim_crossings, rim_shares
from game.table.shapes import Disc, rims_meet
from game.table.sight.arcs import ALL_ROUND, in_arc, parts, sector, turn_missing
from game.table.sight.lines import (
    Ends,
    Lines,
    crossings,
    hull,
    line_points,
    meets,
    pairs,
    tangents,
    touches,
)
from game.table.sight.solids import TOUCH, Solid, solid_of
from game.table.terrain.battlefield import Area, Barricade, Piece
from tests.table.worked import close

HALF = math.sqrt(0.5)
EAST = Disc(1.0, 2.0, 0.5, facing=0)
NORTH = Disc(1.0, 2.0, 0.5, facing=9_000)


def test_a_base_without_facing_or_arc_looks_all_round_and_so_does_one_with_a_whole_turn() -> None:
    assert parts(None, 90.0) is ALL_ROUND
    assert parts(0, None) is ALL_ROUND
    assert parts(0, 360.0) is ALL_ROUND
    assert parts(0, 360.5) is ALL_ROUND
    assert ALL_ROUND == ((),)
    assert len(parts(0, 359.99)) == 2


def test_an_arc_of_up_to_half_a_turn_is_one_part_and_a_wider_one_two() -> None:
    assert close(parts(0, 90.0), (((HALF, -HALF), (HALF, HALF)),))
    assert close(parts(0, 180.0), (((1.0, 0.0),),))
    assert close(parts(9_000, 180.0), (((0.0, 1.0),),))
    assert close(parts(0, 270.0), (((HALF, HALF),), ((HALF, -HALF),)))
    assert close(parts(18_000, 90.0), (((-HALF, HALF), (-HALF, -HALF)),))


@pytest.mark.parametrize(
    ("x", "y", "radius", "width", "turn"),
    [
        (1.0, 12.0, 0.0, 90.0, 45.0),  # just aside
        (1.0, 12.0, 5.0, 90.0, 15.0),  # as much as half of a base is wide
        (1.0, -8.0, 5.0, 90.0, 15.0),
        (-9.0, 2.0, 5.0, 90.0, 105.0),  # behind
        (11.0, 2.0, 1.0, 90.0, 0.0),  # ahead
        (0.0, 2.0, 1.0, 90.0, 0.0),  # the base reaches the centre
        (0.0, 2.0, 0.5, 90.0, 105.0),
        (-9.0, 2.0, 5.0, None, 0.0),
    ],
)
def test_the_turn_that_is_missing_is_that_to_the_nearest_part_of_the_target(
    x: float, y: float, radius: float, width: float | None, turn: float
) -> None:
    assert turn_missing(EAST, Disc(x, y, radius), width) == pytest.approx(turn, abs=1e-9)
    assert turn_missing(EAST._replace(facing=None), Disc(x, y, radius), width) == 0.0


def test_a_point_on_the_edge_of_an_arc_lies_in_it() -> None:
    assert in_arc(EAST, 4.0, 5.0, 90.0)
    assert in_arc(EAST, 4.0, 5.0 + 1e-9, 90.0)
    assert not in_arc(EAST, 4.0, 5.0 + 2e-9, 90.0)
    assert in_arc(EAST, 4.0, 5.0 + 2e-9, 90.0, 1e-6)
    assert in_arc(EAST, 1.0, 2.0, 90.0)  # the centre itself
    assert not in_arc(EAST, 0.5, 2.0, 90.0)
    assert in_arc(EAST, 0.5, 4.0, 270.0)
    assert not in_arc(EAST, 0.0, 2.5, 270.0)
    assert in_arc(NORTH, 1.0, 3.0, 1.0)
    assert not in_arc(NORTH, 1.1, 3.0, 1.0)


def test_an_arc_is_drawn_as_corners_on_a_rim_that_bulges_out() -> None:
    corners = shapely.get_coordinates(sector(EAST, 90.0, 10.0))
    rim = 10.0 / math.cos(math.radians(2.5))
    turns = np.radians(-45.0 + 5.0 * np.arange(19))
    wanted = [(1.0, 2.0), *zip(1.0 + rim * np.cos(turns), 2.0 + rim * np.sin(turns), strict=True), (1.0, 2.0)]
    assert close(corners, wanted)


def test_a_narrow_arc_has_two_steps_and_a_whole_turn_no_centre() -> None:
    narrow = shapely.get_coordinates(sector(NORTH, 4.0, 3.0))
    rim = 3.0 / math.cos(math.radians(1.0))
    turns = np.radians([88.0, 90.0, 92.0])
    wanted = [(1.0, 2.0), *zip(1.0 + rim * np.cos(turns), 2.0 + rim * np.sin(turns), strict=True), (1.0, 2.0)]
    assert close(narrow, wanted)
    for disc, width in ((NORTH, 360.0), (NORTH, None), (NORTH._replace(facing=None), 90.0)):
        whole = sector(disc, width, 3.0)
        assert len(whole.exterior.coords) == 74
        assert close(whole.exterior.coords[0], (1.0 + 3.0 / math.cos(math.radians(2.5)), 2.0))
        assert whole.area == pytest.approx(72 * 9.0 * math.tan(math.radians(2.5)))
    assert len(sector(NORTH, 359.0, 3.0).exterior.coords) == 75
    assert sector(EAST, 90.0).bounds[2] > 1_000.0


def test_only_the_half_planes_that_cut_the_second_end_are_kept() -> None:
    ahead, aside = (1.0, 0.0), (0.0, 1.0)
    assert Ends(0.0, 0.0, 1.0, 5.0, 0.0, 1.0, (ahead, aside)).narrowed() == Ends(0.0, 0.0, 1.0, 5.0, 0.0, 1.0, (aside,))
    assert Ends(0.0, 0.0, 1.0, 1.0, 0.0, 1.0, (ahead,)).narrowed() == Ends(0.0, 0.0, 1.0, 1.0, 0.0, 1.0, ())
    cut = Ends(0.0, 0.0, 1.0, -1.0, 0.0, 1.0, (ahead,))
    assert cut.narrowed() == cut  # touched from behind: one point of it is left
    assert Ends(0.0, 0.0, 1.0, -1.0 - 2e-9, 0.0, 1.0, (ahead,)).narrowed() is None
    assert Ends(3.0, 4.0, 1.0, 3.0, 2.5, 1.0, (ahead, aside)).narrowed() is None


def one_line(nx: float, ny: float, d: float, leave: float = 0.0, meet: float = 0.0) -> Lines:
    return Lines(*(np.array([each]) for each in (nx, ny, d, leave, meet)))


def test_a_line_runs_from_where_it_leaves_to_where_it_meets() -> None:
    assert one_line(0.0, 1.0, 3.0, 1.0, 5.0).segment(0) == ((1.0, 3.0), (5.0, 3.0))
    assert one_line(1.0, 0.0, 3.0, 1.0, 5.0).segment(0) == ((3.0, -1.0), (3.0, -5.0))
    assert one_line(0.0, 1.0, 3.0, 5.0, 2.0).segment(0) == ((3.5, 3.0), (3.5, 3.0))


def test_pairs_are_all_of_two_different_things() -> None:
    assert [tuple(pair) for pair in np.stack(pairs(3), axis=1).tolist()] == [(0, 1), (0, 2), (1, 2)]


def lines_of(first: list[tuple[float, float, float]], second: list[tuple[float, float, float]]) -> list[list[float]]:
    one, other = np.array(first), np.array(second)
    found = tangents(one[:, :2], one[:, 2], other[:, :2], other[:, 2])
    return [np.round(each, 9).tolist() for each in found]


def test_tangents_touch_both_rims_on_the_sides_given() -> None:
    # Both left of the line, by 1: it runs 1 below them eastwards, 1 above them westwards.
    nx, ny, d, pair = lines_of([(2.0, 3.0, 1.0)], [(7.0, 3.0, 1.0)])
    assert (nx, ny, d, pair) == ([0.0, 0.0], [1.0, -1.0], [2.0, -4.0], [0, 0])
    # Between two points.
    nx, ny, d, pair = lines_of([(2.0, 3.0, 0.0)], [(2.0, 8.0, 0.0)])
    assert (nx, ny, d) == ([-1.0, 1.0], [0.0, 0.0], [-2.0, 2.0])
    # One left of it and one right of it: crossing between them, 3-4-5.
    nx, ny, d, pair = lines_of([(0.0, 0.0, 3.0)], [(10.0, 0.0, -3.0)])
    assert (nx, ny, d) == ([-0.6, -0.6], [0.8, -0.8], [-3.0, -3.0])


def test_there_is_no_tangent_to_rims_within_each_other_or_at_one_spot() -> None:
    first = [(0.0, 0.0, 3.0), (0.0, 0.0, 3.0), (1.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)]
    second = [(1.0, 0.0, 1.0), (2.0, 0.0, 1.0), (1.0, 1.0, 0.0), (2.0, 0.0, -1.0), (2e-9, 0.0, 0.0)]
    assert lines_of(first, second)[3] == [4, 4]


def test_crossings_count_inches_along_the_line() -> None:
    lines = Lines(np.array([0.0, 1.0]), np.array([1.0, 0.0]), np.array([1.0, 2.0]), np.zeros(2), np.zeros(2))
    starts, ends = (
        np.array([(3.0, 0.0), (0.0, 5.0), (0.0, 1.0), (6.0, 0.0)]),
        [(5.0, 4.0), (4.0, 5.0), (9.0, 2.0), (6.0, 1.0)],
    )
    row, column, along = crossings(lines, starts, np.array(ends))
    found = sorted(zip(row.tolist(), column.tolist(), np.round(along, 9).tolist(), strict=True))
    # The first line is y = 1, eastwards: it meets (3, 0)-(5, 4) at x = 3.5, and (0, 1)-(9, 2) just where that begins.
    # The second is x = 2, southwards: inches along it are those below the origin.
    assert found == [(0, 0, 3.5), (0, 2, 0.0), (1, 1, -5.0), (1, 2, round(-11 / 9, 9))]


def test_edges_cross_a_rim_at_shares_of_their_length() -> None:
    starts = np.array([(-4.0, 0.0), (0.0, 0.0), (-4.0, 2.0), (-4.0, 3.0), (2.0, -5.0), (-1.2, -5.0)])
    ends = np.array([(4.0, 0.0), (8.0, 0.0), (4.0, 2.0), (4.0, 3.0), (2.0, -3.0), (-1.2, 5.0)])
    first, last = rim_shares(starts, ends, 0.0, 0.0, 2.0)
    assert close(first[[0, 1, 5]], (0.25, -0.25, 0.34))
    assert close(last[[0, 1, 5]], (0.75, 0.25, 0.66))
    assert np.isnan(first[2:5]).all()  # it touches, passes by, and would touch further on
    assert np.isnan(last[2:5]).all()
    met = sorted((round(x, 9), round(y, 9)) for x, y in rim_crossings(starts, ends, 0.0, 0.0, 2.0))
    assert met == [(-2.0, 0.0), (-1.2, -1.6), (-1.2, 1.6), (2.0, 0.0), (2.0, 0.0)]


def test_an_edge_that_begins_or_ends_on_a_rim_meets_it_there() -> None:
    assert rim_crossings(np.array([(2.0, 0.0)]), np.array([(4.0, 0.0)]), 0.0, 0.0, 2.0) == [(2.0, 0.0)]
    assert rim_crossings(np.array([(4.0, 0.0)]), np.array([(2.0, 0.0)]), 0.0, 0.0, 2.0) == [(2.0, 0.0)]
    (shallow,) = np.array(rim_shares(np.array([(0.0, 3.9)]), np.array([(0.1, 3.9)]), 1.0, 2.0, 2.0)).T
    assert close(shallow, (10.0 - 10.0 * math.sqrt(0.39), 10.0 + 10.0 * math.sqrt(0.39)))
    assert rim_crossings(np.array([(4.0, 1.0)]), np.array([(3.0, 1.0)]), 0.0, 1.0, 2.0) == []


def test_edges_cross_a_line_where_they_change_sides() -> None:
    starts, ends = np.array([(0.0, 0.0), (0.0, 5.0), (1.0, 2.0)]), np.array([(4.0, 4.0), (4.0, 5.0), (1.0, 3.0)])
    assert line_points(starts, ends, (0.0, 1.0, 3.0)) == [(3.0, 3.0)]
    assert line_points(starts, ends, (1.0, 0.0, 1.0)) == [(1.0, 1.0), (1.0, 5.0)]
    assert line_points(starts, ends, (0.0, 1.0, 2.0)) == [(2.0, 2.0), (1.0, 2.0)]
    assert close(line_points(starts, ends, (0.0, 1.0, 2.4)), [(2.4, 2.4), (1.0, 2.4)])
    assert close(line_points(ends, starts, (0.0, 1.0, 2.4)), [(2.4, 2.4), (1.0, 2.4)])
    assert line_points(ends, starts, (0.0, 1.0, -0.5)) == []


def test_rims_cross_at_two_points_and_touch_at_one() -> None:
    assert close(rims_meet((1.0, 2.0, 5.0), (9.0, 2.0, 5.0)), [(5.0, 5.0), (5.0, -1.0)])
    assert close(rims_meet((0.0, 0.0, 4.0), (0.0, 5.0, 3.0)), [(-2.4, 3.2), (2.4, 3.2)])
    assert close(rims_meet((0.0, 0.0, 0.5), (0.6, 0.0, 0.5)), [(0.3, 0.4), (0.3, -0.4)])
    for far in (4.0, 2.0):  # touching from outside and inside
        assert rims_meet((0.0, 0.0, 3.0), (far, 0.0, 1.0)) == [(3.0, 0.0)] * 2
    for far in (4.5, 1.5):  # apart, within
        assert rims_meet((0.0, 0.0, 3.0), (far, 0.0, 1.0)) == []
        assert rims_meet((far, 0.0, 1.0), (0.0, 0.0, 3.0)) == []


def test_the_hull_of_two_ends_has_two_flanks_a_back_and_a_front() -> None:
    level = Ends(1.0, 1.0, 0.5, 5.0, 1.0, 0.5)
    assert close(hull(level, 4.0, 0.0, 4.0), [(0, 1, 1.5), (0, -1, -0.5), (-1, 0, -0.5), (1, 0, 5.5)])
    # A greater first end, 3-4-5: the flanks lean outwards ahead.
    narrowing = Ends(0.0, 0.0, 4.0, 5.0, 0.0, 1.0)
    flanks = [(0.6, 0.8, 4.0), (0.6, -0.8, 4.0)]
    assert close(hull(narrowing, 5.0, 0.0, 5.0), [*flanks, (-1, 0, 4), (1, 0, 6)])
    widening = Ends(0.0, 5.0, 1.0, 0.0, 0.0, 4.0)
    flanks = [(0.8, 0.6, 4.0), (-0.8, 0.6, 4.0)]
    assert close(hull(widening, 0.0, -5.0, 5.0), [*flanks, (0, 1, 6), (0, -1, 4)])


@pytest.mark.parametrize(("small", "great"), [(1.0, 3.0), (1.0, 4.0)])
def test_the_hull_of_an_end_within_the_other_has_no_flanks(small: float, great: float) -> None:
    inner = Ends(0.0, 0.0, great, 2.0, 0.0, small)
    assert close(hull(inner, 2.0, 0.0, 2.0), [(-1, 0, great), (1, 0, 2 + max(small, great - 2))])
    outer = Ends(0.0, 0.0, small, 2.0, 0.0, great)
    assert close(hull(outer, 2.0, 0.0, 2.0), [(-1, 0, max(small, great - 2)), (1, 0, 2 + great)])


@pytest.mark.parametrize(
    ("box", "met"),
    [
        ((4, 4, 6, 6), True),
        ((0, 4, 2, 6), True),
        ((8, 4, 9, 6), True),
        ((4, 0, 6, 3), True),
        ((4, 7, 6, 9), True),
        ((0, 4, 1.999, 6), False),
        ((8.001, 4, 9, 6), False),
        ((4, 0, 6, 2.999), False),
        ((4, 7.001, 6, 9), False),
    ],
)
def test_boxes_that_touch_meet(box: tuple[float, float, float, float], met: bool) -> None:
    assert meets(box, (2.0, 3.0, 8.0, 7.0)) is met
    assert meets((2.0, 3.0, 8.0, 7.0), box) is met
    assert touches(box, 5.0, 5.0, 3.0) is (met or (box[1] in (0, 7.001) and box[3] >= 2.0 and box[1] <= 8.0))


def test_a_box_meets_that_of_a_disc_up_to_its_rim_on_each_side() -> None:
    for box in ((0, 4, 2, 6), (8, 4, 9, 6), (4, 0, 6, 2), (4, 8, 6, 9)):
        assert touches(box, 5.0, 5.0, 3.0)
        assert not touches(box, 5.0, 5.0, 2.999)


SQUARE = shapely.box(1.0, 1.0, 3.0, 3.0)


def test_a_solid_has_its_bulging_corners_and_edges_a_hair_further_in() -> None:
    solid = Solid(SQUARE, "block")
    assert (solid.name, solid.box) == ("block", (1.0, 1.0, 3.0, 3.0))
    assert sorted(solid.corners.tolist()) == [[1.0, 1.0], [1.0, 3.0], [3.0, 1.0], [3.0, 3.0]]
    at = solid.corners.tolist().index([1.0, 1.0])
    assert (solid.before[at].tolist(), solid.behind[at].tolist()) == ([1.0, 3.0], [3.0, 1.0])
    inner = np.unique(solid.starts, axis=0)
    assert close((inner - (2.0, 2.0)) / (1.0 - TOUCH), [(-1, -1), (-1, 1), (1, -1), (1, 1)], 1e-15)
    assert solid.edges == [[*a, *b] for a, b in zip(solid.starts.tolist(), solid.ends.tolist(), strict=True)]
    turns = [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in _chain(solid)]
    assert len(turns) == 4
    assert min(turns) > 0.0


def _chain(solid: Solid) -> list[tuple[list[float], list[float], list[float]]]:
    """Each edge's start and end, and the end of the next."""
    after = {tuple(start): end for start, end in zip(solid.starts.tolist(), solid.ends.tolist(), strict=True)}
    return [(list(start), end, after[tuple(end)]) for start, end in after.items()]


def test_hollow_and_straight_corners_do_not_bulge_and_holes_have_theirs() -> None:
    bent = shapely.Polygon([(0, 0), (2, 0), (4, 0), (4, 4), (2, 2), (0, 4), (0, 0)])
    assert sorted(Solid(bent).corners.tolist()) == [[0.0, 0.0], [0.0, 4.0], [4.0, 0.0], [4.0, 4.0]]
    assert len(Solid(bent).starts) == 6
    ring = Solid(shapely.box(0.0, 0.0, 9.0, 9.0).difference(shapely.box(3.0, 3.0, 6.0, 6.0)))
    assert len(ring.corners) == 4
    assert len(ring.starts) == 8
    hole = ring.starts[(ring.starts > 1.0).all(axis=1) & (ring.starts < 8.0).all(axis=1)]
    assert sorted(np.sign(hole - 4.5).tolist()) == [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    assert (np.abs(hole - 4.5) > 1.5).all()  # into the shape, away from the middle of the hole


def test_a_tip_as_sharp_as_a_needle_moves_in_but_little() -> None:
    solid = Solid(shapely.Polygon([(0.0, 0.0), (10.0, -1e-4), (10.0, 1e-4)]))
    tip = solid.starts[np.argmin(solid.starts[:, 0])]
    assert 0.0 < tip[0] < 1e-9
    assert Solid(shapely.Polygon([(0, 0), (0, 0), (2, 0), (2, 2)])).starts.shape == (3, 2)


def test_an_empty_solid_has_no_edges_and_a_box_that_meets_nothing() -> None:
    empty = Solid(shapely.Polygon())
    assert [each.shape for each in (empty.starts, empty.ends, empty.corners)] == [(0, 2)] * 3
    assert empty.edges == []
    assert not meets(empty.box, (-5.0, -5.0, 5.0, 5.0))


def test_a_piece_of_terrain_is_one_solid_by_its_name_or_else_its_id() -> None:
    wall = Barricade(((4.0, 1.0), (6.0, 1.0)), 0.5)
    piece = Piece("p1", "Barn", (Area(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))),), (wall,))
    assert solid_of(piece).name == "Barn"
    assert solid_of(piece).geometry.area == pytest.approx(17.0)
    assert solid_of(piece) is solid_of(piece)
    assert solid_of(Piece("p2", "", piece.area)).name == "p2"

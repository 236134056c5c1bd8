"""The parts of the terrain by worked numbers: cells, edges, chords, levels, barricades, documents and the kit."""

import math
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely

from game.table.documents import TerrainPiece
from game.table.heights import relief_of
from game.table.shapes import Disc
from game.table.terrain import area as areas
from game.table.terrain.area import (
    AreaIndex,
    Floats,
    Occupancy,
    SplitArea,
    box_of,
    inside_rays,
    joined,
    polygons_of,
    rings_of,
)
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece, piece_from
from game.table.terrain.kit import KIT, Pattern, box_outline, numbered, round_outline
from game.table.terrain.rigid import across, centred, placed
from tests.table.worked import close

ANGLE = shapely.union_all([shapely.box(0, 0, 10, 1), shapely.box(0, 0, 1, 10)])
TURNED = shapely.union_all([shapely.box(0, 9, 10, 10), shapely.box(9, 0, 10, 10)])


@pytest.mark.parametrize(
    ("shape", "box", "clear"),
    [
        (ANGLE, (1.5, 1.5, 9, 9), True),
        (ANGLE, (1.49, 1.5, 9, 9), False),
        (ANGLE, (1.5, 1.49, 9, 9), False),
        (ANGLE, (1.5, 1.5, 30, 30), True),
        (ANGLE, (-5, -5, -0.001, 5), True),
        (ANGLE, (-5, -5, 0, 5), False),
        (ANGLE, (-5, -5, 5, -0.001), True),
        (ANGLE, (-5, -5, 5, 0), False),
        (ANGLE, (10.001, 0, 12, 5), True),
        (ANGLE, (10, 0, 12, 5), False),
        (ANGLE, (0, 10.001, 5, 12), True),
        (ANGLE, (0, 10, 5, 12), False),
        (TURNED, (1, 1, 8.49, 8.49), True),
        (TURNED, (1, 1, 8.5, 8.49), False),
        (TURNED, (1, 1, 8.49, 8.5), False),
        (TURNED, (-30, -30, 8.4, 8.4), True),
        (TURNED, (2, 3, 2, 3), True),
        (shapely.Polygon(), (0, 0, 0, 0), True),
    ],
)
def test_a_box_is_clear_where_no_cell_in_it_is_touched(
    shape: shapely.Polygon, box: tuple[float, float, float, float], clear: bool
) -> None:
    assert Occupancy(shape).box_is_clear(*box) is clear
    moved, (x0, y0, x1, y1) = shapely.affinity.translate(shape, 128.0, 64.0), box
    assert Occupancy(moved).box_is_clear(x0 + 128, y0 + 64, x1 + 128, y1 + 64) is clear


def test_a_large_shape_has_eighty_cells_aside() -> None:
    wide = Occupancy(shapely.union_all([shapely.box(0, 0, 1, 1), shapely.box(99, 0, 100, 1)]))
    assert not wide.box_is_clear(1.24, 0.2, 60.0, 0.4)
    assert wide.box_is_clear(1.251, 0.2, 60.0, 0.4)
    high = Occupancy(shapely.union_all([shapely.box(0, 0, 1, 1), shapely.box(0, 99, 1, 100)]))
    assert not high.box_is_clear(0.2, 1.24, 0.4, 60.0)
    assert high.box_is_clear(0.2, 1.251, 0.4, 60.0)


def test_a_disc_is_clear_by_the_square_around_it() -> None:
    angle, turned = Occupancy(ANGLE), Occupancy(TURNED)
    assert angle.disc_is_clear(3.0, 6.0, 1.5)
    assert not angle.disc_is_clear(3.0, 6.0, 1.51)
    assert not angle.disc_is_clear(6.0, 3.0, 1.51)
    assert turned.disc_is_clear(6.0, 3.0, 2.4)
    assert not turned.disc_is_clear(6.0, 3.0, 2.5)
    assert not turned.disc_is_clear(3.0, 6.0, 2.5)


def test_polygons_are_found_however_deep_they_lie() -> None:
    one, other = shapely.box(0, 0, 1, 1), shapely.box(3, 0, 4, 1)
    nested = shapely.GeometryCollection([shapely.Point(0, 0), shapely.MultiPolygon([one, other]), shapely.Polygon()])
    assert polygons_of(nested) == [one, other]
    assert polygons_of(shapely.LineString([(0, 0), (1, 1)])) == []
    assert polygons_of(shapely.Polygon()) == []


def test_rings_have_the_shape_on_their_left() -> None:
    hole = [(1, 1), (1, 2), (2, 2), (2, 1)]
    for turned in (1, -1):
        rings = rings_of(shapely.Polygon([(0, 0), (3, 0), (3, 3), (0, 3)][::turned], [hole[::turned]]))
        turns = [sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairwise(r)) / 2 for r in rings]
        assert turns == [9.0, -1.0]
        assert all(ring[0] == ring[-1] for ring in rings)


def test_the_box_around_two_points_may_have_a_margin() -> None:
    assert box_of(5.0, 1.0, 2.0, 7.0) == (2.0, 1.0, 5.0, 7.0)
    assert box_of(2.0, 7.0, 5.0, 1.0, 0.5) == (1.5, 0.5, 5.5, 7.5)


def index(*boxes: tuple[float, float, float, float]) -> AreaIndex:
    return AreaIndex(shapely.box(*box) for box in boxes)


TWO = index((0, 0, 2, 2), (5, 1, 7, 3))


@pytest.mark.parametrize(
    ("box", "count"),
    [
        ((2, 2, 3, 3), 4),
        ((2.001, 0, 4.999, 3), 0),
        ((2, 0, 5, 3), 8),
        ((-1, -1, 0, 0), 4),
        ((-1, -1, -0.001, 2), 0),
        ((0, -1, 2, -0.001), 0),
        ((0, 2.001, 2, 9), 0),
        ((7, 3, 9, 9), 4),
        ((7.001, 1, 9, 9), 0),
        ((5, 3.001, 7, 9), 0),
        ((5, 0, 7, 1), 4),
        ((5, 0, 7, 0.999), 0),
        ((4, 1, 5, 3), 4),
    ],
)
def test_edges_are_near_if_the_box_of_their_polygon_is_met(box: tuple[float, float, float, float], count: int) -> None:
    starts, ends = TWO.edges_near(*box)
    assert len(starts) == len(ends) == count
    assert TWO.edges_near(*box)[0] is starts
    (px, py, qx, qy) = box
    assert len(list(TWO.rings_near(px, py, qx, qy))) == count / 4
    assert len(list(TWO.rings_near(qx, py, px, qy))) == count / 4
    if count == 4:
        middle = starts.mean(axis=0)
        assert close(middle, (1.0, 1.0) if box[0] <= 2 else (6.0, 2.0))
        (x, y), (next_x, next_y) = (starts - middle).T, (ends - middle).T
        assert (x * next_y > y * next_x).all()  # the terrain is on the left
    assert AreaIndex([]).edges_near(*box)[0].shape == (0, 2)


def test_of_many_neighbourhoods_the_known_ones_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(areas, "_MOST_NEIGHBOURHOODS", 2)
    found = index((0, 0, 2, 2), (5, 1, 7, 3))
    first = found.edges_near(0, 0, 1, 1)
    found.edges_near(5, 1, 6, 2)
    assert found.edges_near(0, 0, 1, 1) is first
    found.edges_near(0, 0, 9, 9)  # a third
    assert len(found._edges) == 1
    assert found.edges_near(0, 0, 1, 1) is not first


def test_long_rings_are_kept_as_arrays_too() -> None:
    def ring(corners: int) -> list[tuple[float, float]]:
        return [(float(n), 2.0 * n) for n in range(corners)]

    columns = areas._columns(ring(32))
    assert columns is not None
    assert columns.tolist() == [[float(n) for n in range(32)], [2.0 * n for n in range(32)]]
    assert areas._columns(ring(31)) is None


def circle(corners: int) -> shapely.Polygon:
    turns = np.arange(corners) * math.tau / corners
    return shapely.Polygon(np.stack((5.0 + 3.0 * np.cos(turns), 5.0 + 3.0 * np.sin(turns)), axis=1))


RAGGED = shapely.Polygon([(0, 0), (8, 0), (8, 4), (6, 4), (6, 2), (4, 2), (4, 4), (2, 4), (2, 2), (0, 2)])
HOLED = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 6, 6))


@pytest.mark.parametrize(
    ("shape", "line", "stretches"),
    [
        (RAGGED, (-1, 1, 9, 1), [(1, 9)]),
        (RAGGED, (9, 1, -1, 1), [(1, 9)]),
        (RAGGED, (-1, 3, 9, 3), [(3, 5), (7, 9)]),
        (RAGGED, (9, 3, -1, 3), [(1, 3), (5, 7)]),
        (RAGGED, (-1, 2, 9, 2), [(3, 5), (7, 9)]),  # along edges: the side with less counts
        (RAGGED, (9, 2, -1, 2), [(1, 3), (5, 7)]),
        (RAGGED, (-1, 0, 9, 0), []),
        (RAGGED, (-1, 4, 9, 4), []),
        (RAGGED, (9, 4, -1, 4), []),
        (RAGGED, (8, -1, 8, 9), []),
        (RAGGED, (4, -1, 4, 9), [(1, 3)]),  # along an edge of the tower, then beside it
        (RAGGED, (4, 9, 4, -1), [(7, 9)]),
        (RAGGED, (1, 1, 3, 1), [(0, 2)]),
        (RAGGED, (3, 1, 3, 9), [(0, 3)]),
        (RAGGED, (3, -2, 3, 1), [(2, 3)]),
        (RAGGED, (8, 5, 9, 5), []),
        (RAGGED, (1, 1, 1, 1), []),
        (HOLED, (-1, 4, 10, 4), [(1, 4), (7, 10)]),
        (HOLED, (-1, 3, 10, 3), [(1, 4), (7, 10)]),
        (HOLED, (4, 4, 5, 5), []),
        (HOLED, (4, 4, 4, 8), [(2, 4)]),
        (HOLED, (0, 0, 9, 9), [(0, 3 * 2**0.5), (6 * 2**0.5, 9 * 2**0.5)]),
        (circle(48), (0, 5, 10, 5), [(2, 8)]),
        (circle(48), (5, 0, 5, 4), [(2, 4)]),
        (circle(48), (8, 0, 8, 10), []),
        (circle(48), (5, 5, 9, 5), [(0, 3)]),
        (shapely.Polygon(), (0, 0, 9, 9), []),
    ],
)
def test_a_line_is_in_terrain_where_it_runs_inside(
    shape: shapely.Polygon, line: tuple[float, float, float, float], stretches: list[tuple[float, float]]
) -> None:
    found = AreaIndex([shape])
    inches = sum(end - begin for begin, end in stretches)
    assert close(found.crossings(*line), stretches if stretches else []) or found.crossings(*line) == stretches
    assert found.inside_length(*line) == pytest.approx(inches, abs=1e-8)
    starts, ends = np.array([line[:2]], dtype=float), np.array([line[2:]], dtype=float)
    if not any(line[0] == line[2] == x or line[1] == line[3] == x for x in (0, 2, 3, 4, 8)):
        assert found.inside_lengths(starts, ends)[0] == pytest.approx(inches, abs=1e-8)


def test_many_segments_are_measured_as_one_by_one_and_as_the_overlay_has_them() -> None:
    rng = random.Random(5)
    shapes = [RAGGED, shapely.affinity.translate(HOLED, 10, 3), shapely.affinity.translate(circle(40), 0, 6)]
    found = AreaIndex(shapes)
    ends = np.array([[rng.uniform(-2, 21) for _ in range(4)] for _ in range(2_100)])
    ends[-1] = (1.0, 1.0, 1.0, 1.0)
    lengths = found.inside_lengths(ends[:, :2], ends[:, 2:])
    lines = shapely.linestrings(ends.reshape(-1, 2, 2)[:300])
    overlay = shapely.length(shapely.intersection(lines, found.union))
    assert np.abs(lengths[:300] - overlay).max() < 1e-9
    alone = [found.inside_length(*each) for each in ends[:300].tolist()]
    assert np.abs(np.array(alone) - lengths[:300]).max() < 1e-8
    parts = [math.fsum(b - a for a, b in found.crossings(*each)) for each in ends[:300].tolist()]
    assert np.abs(np.array(parts) - lengths[:300]).max() < 1e-8
    centre = np.array((4.0, 5.5))
    step = ends[:300, :2] - centre
    far = np.hypot(*step.T)
    unit = step / far[:, None]
    corners, following = (each.T - centre[:, None] for each in found.edges_near(-30, -30, 30, 30))
    rays = inside_rays((unit[:, 0], unit[:, 1], far / 4, far), corners, following)
    reference = found.inside_lengths(centre + unit * (far / 4)[:, None], ends[:300, :2])
    assert np.abs(rays - reference).max() < 1e-9
    assert rays.max() > 1.0


def test_rays_and_segments_without_edges_have_no_terrain() -> None:
    assert AreaIndex(()).inside_lengths(np.zeros((2, 2)), np.ones((2, 2))).tolist() == [0.0, 0.0]
    rays = np.array([1.0]), np.array([0.0]), np.array([0.0]), np.array([9.0])
    edge = np.array([[2.0], [1.0]]), np.array([[3.0], [1.0]])
    assert inside_rays(rays, *edge).tolist() == [0.0]
    box = np.array([(2.0, 4.0, 4.0, 2.0), (-1.0, -1.0, 1.0, 1.0)])
    assert inside_rays(rays, box, np.roll(box, -1, axis=1)).tolist() == [2.0]
    late = (*rays[:2], np.array([2.5]), np.array([3.25]))
    assert inside_rays(late, box, np.roll(box, -1, axis=1)).tolist() == [0.75]


def test_segments_are_measured_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    known = areas._inches_in_polygon

    def counted(starts: Floats, *rest: Any) -> Floats:
        sizes.append(len(starts))
        return known(starts, *rest)

    monkeypatch.setattr(areas, "_inches_in_polygon", counted)
    starts = np.tile((-1.0, 1.0), (1_500, 1))
    found = index((0, 0, 2, 2), (20, 0, 22, 2)).inside_lengths(starts, starts + (9.0, 0.0))
    assert sizes == [1_024, 476]
    assert (found == 2.0).all()
    assert index((0, 0, 2, 2)).inside_lengths(starts[:1] + (0.0, 5.0), starts[:1] + (9.0, 5.0)).tolist() == [0.0]
    assert sizes == [1_024, 476]
    for touching in ((2, 2, 9, 9), (-9, -9, 0, 0), (-1, 2, 9, 2), (2, -1, 2, 3)):
        index((0, 0, 2, 2)).inside_lengths(np.array([touching[:2]], float), np.array([touching[2:]], float))
    assert len(sizes) == 6


def test_g_adv_2_a_line_between_levels_counts_half_of_it_on_either() -> None:
    split = SplitArea(index((0, 0, 4, 2)), index((3, 0, 10, 2)))
    assert split.inside_length(0.0, 1.0, 8.0, 1.0) == pytest.approx(8.0)
    assert split.inside_length(8.0, 1.0, 0.0, 1.0) == pytest.approx(1.0)
    assert split.crossings(-2.0, 1.0, 12.0, 1.0) == [(2.0, 6.0), (7.0, 12.0)]
    assert split.crossings(12.0, 1.0, -2.0, 1.0) == [(7.0, 9.0)]
    starts, ends = np.array([(0.0, 1.0), (8.0, 1.0)]), np.array([(8.0, 1.0), (0.0, 1.0)])
    assert close(split.inside_lengths(starts, ends), (8.0, 1.0))
    halves = split.halves_near(-20, -20, 20, 20)
    assert [len(each[0]) for each in halves] == [4, 4]
    assert close(joined(halves)[0], np.concatenate((halves[0][0], halves[1][0])))
    assert close(split.edges_near(-20, -20, 20, 20)[1], np.concatenate((halves[0][1], halves[1][1])))


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Area:
    return Area(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def area_piece(name: str, box: tuple[float, float, float, float], *levels: int, decoration: bool = False) -> Piece:
    return Piece(name, area=(rectangle(*box),), levels=levels or (0,), decoration=decoration)


WOOD, TERRACE, FLOWERS = (
    area_piece("wood", (4, 4, 8, 6)),
    area_piece("terrace", (10, 2, 14, 8), 1, 2),
    area_piece("flowers", (0, 0, 20, 20), 0, 3, decoration=True),
)
HEDGE = Piece("hedge", barricades=(Barricade(((4.0, 12.0), (8.0, 12.0)), 1.0, name="hedge"),), levels=(0,))
HIGH = Piece("high", barricades=(Barricade(((10.0, 11.0), (10.0, 15.0)), 0.5, True, "high"),), levels=(1,))
TABLE = Battlefield(20.0, 16.0, (WOOD, TERRACE, FLOWERS, HEDGE, HIGH), 2.0, "Yard")


def test_the_prepared_parts_of_a_table_are_no_parameters_and_not_shown() -> None:
    fresh = Battlefield(20.0, 16.0, TABLE.pieces)
    assert fresh.area().polygons
    assert fresh.on_levels(0).grown_barricades(0.5, 1).area > 4.0
    for name in ("barricades", "walls", "_areas", "_on_levels", "_grown"):
        more: dict[str, Any] = {name: {}}
        with pytest.raises(TypeError):
            Battlefield(20.0, 16.0, **more)
    assert "_areas" not in repr(TABLE)
    assert "_on_levels" not in repr(TABLE)
    assert "_grown" not in repr(TABLE)
    assert [each.name for each in TABLE.barricades] == ["hedge", "high"]
    assert [each.name for each in TABLE.walls] == ["high"]
    assert (TABLE.centre, TABLE.table.bounds) == ((10.0, 8.0), (0.0, 0.0, 20.0, 16.0))
    assert Battlefield(1.0, 1.0).unit == 1.0
    assert TABLE.__reduce__()[1] == (20.0, 16.0, TABLE.pieces, 2.0, "Yard")


@pytest.mark.parametrize(
    ("box", "level", "names"),
    [
        ((8, 6, 9, 9), 0, ["wood"]),
        ((8.001, 6, 9, 9), 0, []),
        ((8, 6.001, 9, 9), 0, []),
        ((0, 0, 4, 4), 0, ["wood"]),
        ((0, 0, 3.999, 4), 0, []),
        ((0, 0, 4, 3.999), 0, []),
        ((0, 0, 20, 16), 0, ["wood"]),
        ((0, 0, 20, 16), 1, ["terrace"]),
        ((0, 0, 20, 16), 2, ["terrace"]),
        ((0, 0, 20, 16), 3, []),
    ],
)
def test_the_pieces_near_a_box_are_those_whose_area_terrain_meets_it(
    box: tuple[float, float, float, float], level: int, names: list[str]
) -> None:
    assert [piece.id for piece in TABLE.area_near(box, level)] == names


def test_levels_have_a_surface_where_a_piece_has_area_there() -> None:
    assert relief_of(TABLE).top == 2
    assert relief_of(Battlefield(9.0, 9.0, (HEDGE, FLOWERS))).top == 0
    assert [relief_of(TABLE).carries(level, Disc(12.0, 5.0, 0.5)) for level in (-1, 0, 1, 2, 3)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert [relief_of(TABLE).carries(level, Disc(9.0, 5.0, 0.5)) for level in (0, 1)] == [True, False]
    assert relief_of(TABLE).carries(1, Disc(10.0, 2.0, 0.5))  # on its corner
    assert not relief_of(TABLE).carries(1, Disc(9.999, 2.0, 0.5))
    assert [relief_of(TABLE).below(Disc(12.0, 5.0, 0.5), level) for level in (0, 1, 2, 3, 5)] == [0, 1, 2, 2, 2]
    assert relief_of(TABLE).below(Disc(1.0, 1.0, 0.5), 2) == 0


def test_a_table_of_some_levels_has_their_pieces_only() -> None:
    ground = TABLE.on_levels(0)
    assert [piece.id for piece in ground.pieces] == ["wood", "flowers", "hedge"]
    assert (ground.unit, ground.name, ground.width) == (2.0, "Yard", 20.0)
    assert TABLE.on_levels(0) is ground
    assert TABLE.on_levels(1, 0) is TABLE
    assert TABLE.on_levels(2, 0) is not TABLE
    assert TABLE.area(1).bounds == (10.0, 2.0, 14.0, 8.0)
    assert TABLE.area(3).bounds is None
    assert TABLE.area() is TABLE.area(0)
    assert TABLE.wall_index.bounds == (9.75, 11.0, 10.25, 15.0)


@pytest.mark.parametrize(
    ("p", "q", "names"),
    [
        ((0, 12), (20, 12), ["hedge", "high"]),
        ((0, 11.5), (9, 11.5), []),
        ((0, 11.501), (9, 11.501), ["hedge"]),
        ((0, 12.499), (9, 12.499), ["hedge"]),
        ((4, 9), (4, 15), []),
        ((4.001, 9), (4.001, 15), ["hedge"]),
        ((8, 15), (8, 9), []),
        ((0, 12), (4, 12), []),
        ((8, 12), (9, 12), []),
        ((6, 9), (6, 11.5), []),
        ((6, 12.5), (6, 14), []),
        ((6, 12.6), (6, 14), []),
        ((10, 10), (10, 16), ["high"]),
        ((3, 12), (6, 15), []),
    ],
)
def test_q1_a_barricade_is_crossed_where_a_line_runs_inside_it(
    p: tuple[float, float], q: tuple[float, float], names: list[str]
) -> None:
    for one, other in ((p, q), (q, p)):
        assert [each.name for each in TABLE.barricades_crossed(one, other)] == names
    assert Battlefield(9.0, 9.0).barricades_crossed(p, q) == ()


@pytest.mark.parametrize(
    ("x", "y", "inches", "names"),
    [
        (6, 14, 1.0, ["hedge"]),
        (6, 14, 0.999, []),
        (6, 10, 1.0, ["hedge"]),
        (6, 10, 0.999, []),
        (2, 12, 1.5, ["hedge"]),
        (2, 12, 1.499, []),
        (9, 12, 0.5, ["hedge", "high"]),
        (9, 12, 0.249, []),
        (9, 13.5, 0.9, ["high"]),
        (11, 12, 0.25, ["high"]),
        (11, 12, 0.249, []),
        (1, 1, 3.0, []),
        (7.8, 12, 0.0, ["hedge"]),
    ],
)
def test_barricades_are_near_up_to_a_distance_from_the_rim(x: float, y: float, inches: float, names: list[str]) -> None:
    assert [each.name for each in TABLE.barricades_near(Disc(x, y, 0.5), inches)] == names
    assert Battlefield(9.0, 9.0).barricades_near(Disc(x, y, 0.5), inches) == ()


def test_grown_barricades_have_round_corners_of_so_many_chords() -> None:
    grown = TABLE.grown_barricades(0.5, 2)
    assert grown.area == pytest.approx(6.0 + 0.5 * (10.0 + 9.0) + 2 * math.sin(math.pi / 4))
    assert TABLE.grown_barricades(0.5, 2) is grown
    assert TABLE.grown_barricades(0.5, 3).area > grown.area
    assert TABLE.grown_barricades(0.75, 2).area > grown.area
    assert TABLE.barricade_shape.area == pytest.approx(6.0)


def test_q29_a_base_overlaps_a_piece_and_a_point_what_covers_it() -> None:
    names = [piece.id for piece in TABLE.pieces_under(Disc(8.4, 5.0, 0.5))]
    assert names == ["wood"]
    assert TABLE.pieces_under(Disc(8.5, 5.0, 0.5)) == ()
    assert TABLE.pieces_under(Disc(8.5 - 1e-7, 5.0, 0.5)) == ()
    assert TABLE.pieces_under(Disc(8.5 - 1e-5, 5.0, 0.5)) == (WOOD,)
    assert TABLE.pieces_under(Disc(8.0, 5.0, 0.0)) == (WOOD,)
    assert TABLE.pieces_under(Disc(8.001, 5.0, 0.0)) == ()
    assert TABLE.pieces_under(Disc(12.0, 5.0, 0.5)) == ()
    assert TABLE.pieces_under(Disc(12.0, 5.0, 0.5, level=2)) == (TERRACE,)
    assert TABLE.pieces_under(Disc(6.0, 12.0, 0.0)) == (HEDGE,)
    assert TABLE.piece("wood") is WOOD
    with pytest.raises(KeyError):
        TABLE.piece("nothing")


def test_a_line_that_runs_along_an_edge_or_in_by_less_than_the_tolerance_is_outside() -> None:
    box = Barricade(((0.0, 1.0), (4.0, 1.0)), 2.0)
    assert box.is_crossed((-1, 1), (5, 1))
    assert not box.is_crossed((-1, 0), (5, 0))
    assert not box.is_crossed((-1, 3), (5, 3))
    assert not box.is_crossed((-1, 1), (5e-7, 1))
    assert box.is_crossed((-1, 1), (5e-6, 1))


DOCUMENT = TerrainPiece.model_validate(
    {
        "id": "barn",
        "name": "Barn",
        "look": "ruin",
        "levels": (0, 1),
        "area": (
            {
                "outline": ((2.0, 4.0), (10.0, 4.0), (10.0, 12.0), (2.0, 12.0)),
                "holes": (((4.0, 6.0), (6.0, 6.0), (6.0, 8.0)),),
            },
        ),
        "barricades": (
            {"line": ((2.0, 14.0), (8.0, 14.0)), "width": 1.0, "impassable": True, "height": 3.0},
            {"line": ((2.0, 16.0), (8.0, 16.0)), "width": 2.0, "name": "fence"},
        ),
        "traits": {"soft": True},
        "height": 6.0,
    }
)


def test_a_document_is_scaled_to_its_unit() -> None:
    assert (Piece("bare").height, Piece("bare").levels, Piece("bare").decoration) == (0.0, (0,), False)
    line = Barricade(((0.0, 0.0), (1.0, 0.0)), 0.5)
    assert (line.height, line.impassable, line.name, line.piece_id) == (0.0, False, "", "")
    piece = piece_from(DOCUMENT, 2.0)
    assert piece.area[0].outline == ((1.0, 2.0), (5.0, 2.0), (5.0, 6.0), (1.0, 6.0))
    assert piece.area[0].holes == (((2.0, 3.0), (3.0, 3.0), (3.0, 4.0)),)
    assert piece.area_shape.area == pytest.approx(16.0 - 0.5)
    wall, fence = piece.barricades
    assert (wall.line, wall.width, wall.impassable, wall.name, wall.piece_id, wall.height) == (
        ((1.0, 7.0), (4.0, 7.0)), 0.5, True, "Barn", "barn", 1.5,
    )  # fmt: skip
    assert (fence.line, fence.width, fence.impassable, fence.name) == (((1.0, 8.0), (4.0, 8.0)), 1.0, False, "fence")
    assert (piece.levels, piece.look, piece.height, dict(piece.traits)) == ((0, 1), "ruin", 3.0, {"soft": True})
    assert piece.decoration is False
    assert piece.shape.area == pytest.approx(15.5 + 1.5 + 3.0)
    assert piece_from(DOCUMENT).area[0].outline == DOCUMENT.area[0].outline
    assert piece_from(DOCUMENT, 1.0).barricades[0].width == 1.0


def test_a_pattern_is_centred_and_its_document_measured_in_inches() -> None:
    yard = Pattern(
        "yard", "Yard", "ruin", ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)), (((0.0, 2.0), (4.0, 2.0)),), 0.5,
        True, (0, 1), {"soft": True}, 2.0,
    )  # fmt: skip
    piece = yard.piece
    assert piece.area[0].outline == ((-2.0, -1.125), (2.0, -1.125), (2.0, 0.875), (-2.0, 0.875))
    assert piece.barricades[0].line == ((-2.0, 0.875), (2.0, 0.875))
    assert (piece.barricades[0].width, piece.barricades[0].impassable) == (0.5, True)
    assert (piece.levels, piece.look, piece.height, dict(piece.traits)) == ((0, 1), "ruin", 2.0, {"soft": True})
    document = yard.document(2.0)
    assert document.area[0].outline == ((10.0, 10.0), (18.0, 10.0), (18.0, 14.0), (10.0, 14.0))
    assert document.barricades[0].line == ((10.0, 14.0), (18.0, 14.0))
    assert (document.barricades[0].width, document.barricades[0].impassable) == (1.0, True)
    assert piece.barricades[0].height == document.barricades[0].height == 2.0
    assert (document.levels, document.look, document.height, document.traits) == ((0, 1), "ruin", 2.0, {"soft": True})
    assert yard.document().area[0].outline[2] == (14.0, 12.0)
    assert Pattern("bare", "Bare", "wood", box_outline(2.0, 2.0)).document().barricades == ()
    assert len({*KIT, yard}) == len(KIT) + 1  # patterns are keys, whatever their traits
    line = Pattern("line", "Line", "wall", lines=(((0.0, 0.0), (2.0, 0.0)),)).document()
    assert (line.area, line.barricades[0].width, line.barricades[0].impassable, line.levels) == ((), 0.25, False, (0,))


def test_the_next_piece_of_a_kind_has_the_first_free_number() -> None:
    assert numbered(DOCUMENT, ()).id == "barn-1"
    third = numbered(DOCUMENT, ("barn-1", "barn-2", "barn-4"))
    assert (third.id, third.name) == ("barn-3", "Barn 3")


def test_outlines_of_the_kit_are_boxes_and_uneven_rounds() -> None:
    assert box_outline(4.0, 3.0) == ((-2.0, -1.5), (2.0, -1.5), (2.0, 1.5), (-2.0, 1.5))
    assert len(round_outline(2.0, 0.1)) == 14
    found = round_outline(2.0, 0.1, 4)
    far = [2.0 * (1 + 0.1 * math.sin(2.4 * n)) for n in range(4)]
    assert close(found, [(far[0], 0), (0, far[1]), (-far[2], 0), (0, -far[3])], 1e-4)


@pytest.mark.parametrize(
    ("name", "corners", "area", "wide", "high", "levels", "impassable"),
    [
        ("copse", 14, 6.789, 3.008, 3.232, (0,), None),
        ("wood", 18, 27.733, 6.124, 6.099, (0,), None),
        ("marsh", 16, 18.733, 5.293, 5.427, (0,), None),
        ("rubble", 4, 12.0, 4.0, 3.0, (0,), False),
        ("hedge", 0, 2.0, 5.0, 0.4, (0,), False),
        ("wall", 0, 1.0, 4.0, 0.25, (0,), False),
        ("corner", 0, 1.5, 3.125, 3.125, (0,), False),
        ("high-wall", 0, 1.25, 5.0, 0.25, (0,), True),
        ("terrace", 4, 30.0, 6.0, 5.0, (1,), None),
    ],
)
def test_the_kit_has_shapes_of_these_sizes(
    name: str, corners: int, area: float, wide: float, high: float, levels: tuple[int, ...], impassable: bool | None
) -> None:
    pattern = next(each for each in KIT if each.id == name)
    shape = pattern.piece.shape
    if name == "rubble":
        shape = pattern.piece.area_shape
        assert pattern.lines == (((-2.0, -1.4), (-2.0, 1.4), (1.0, 1.4)),)
    west, south, east, north = shape.bounds
    assert len(pattern.outline) == corners
    assert close((shape.area, east - west, north - south), (area, wide, high), 0.002)
    assert pattern.levels == levels
    assert [each.impassable for each in pattern.piece.barricades] == ([] if impassable is None else [impassable])


def test_a_piece_is_turned_about_its_origin_and_then_moved() -> None:
    piece = Piece("p", area=(Area(((0.0, 0.0), (4.0, 0.0), (4.0, 2.0)), (((1.0, 0.25), (2.0, 0.25), (2.0, 0.5)),)),))
    turned = placed(piece, 10.0, 20.0, 90.0)
    assert turned.area[0].outline == ((10.0, 20.0), (10.0, 24.0), (8.0, 24.0))
    assert turned.area[0].holes == (((9.75, 21.0), (9.75, 22.0), (9.5, 22.0)),)
    wall = Piece("w", barricades=(Barricade(((0.0, 0.0), (4.0, 3.0)), 0.5, True, "w"),))
    (moved,) = placed(wall, 1.0, 2.0, 30.0).barricades
    cosine, sine = math.cos(math.radians(30)), 0.5
    assert close(moved.line, [(1.0, 2.0), (1 + 4 * cosine - 3 * sine, 2 + 4 * sine + 3 * cosine)], 1e-4)
    assert (moved.width, moved.impassable) == (0.5, True)
    assert centred(area_piece("a", (3, 5, 7, 7))).area[0].outline[0] == (-2.0, -1.0)
    assert across(area_piece("a", (3, 5, 6, 9))) == 5.0

"""Where a piece of terrain may lie: the drawn region against the exact judgement, spot by spot."""

from __future__ import annotations

import random

import pytest
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from game.table.measuring.ruler import Ruler
from game.table.placing.places import is_legal
from game.table.placing.terrain_region import TerrainRegion, swept
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from game.table.terrain.rigid import centred
from tests.table.fields import PLAIN

BENT = centred(Piece("bent", barricades=(Barricade(((0.0, 0.0), (0.0, 3.0), (2.0, 3.0)), 0.4),)))
HALL = centred(
    Piece(
        "hall",
        area=(Area(((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0))),),
        barricades=(Barricade(((0.0, 0.2), (4.0, 0.2)), 0.3),),
    )
)
FIELD = Battlefield(20.0, 14.0, (Piece("fence", barricades=(Barricade(((4.0, 4.0), (9.0, 9.0), (13.0, 6.0)), 0.5),)),))
MARKER = Disc(15.0, 9.0, 0.5, "the objective", "marker")


@pytest.mark.parametrize("piece", [BENT, HALL], ids=lambda piece: piece.id)
@pytest.mark.parametrize("turn", [0, 45, 195])
@pytest.mark.parametrize("origin", [None, Disc(8.0, 7.0, 0.5, "a model", "base")], ids=["anywhere", "near a model"])
def test_the_outline_agrees_with_every_spot_away_from_its_edge(piece: Piece, turn: int, origin: Disc | None) -> None:
    region = TerrainRegion(Ruler(FIELD, PLAIN), piece, turn, origin, 1.0, "R", (MARKER,))
    rng, seen = random.Random(turn), set[bool]()
    for _spot in range(400):
        x, y = round(rng.uniform(-1, 21), 4), round(rng.uniform(-1, 15), 4)
        inside = bool(shapely.contains_xy(region.geometry, x, y))
        if region.geometry.boundary.distance(shapely.Point(x, y)) > 0.02:
            assert is_legal(region, (x, y)) == inside == (not region.why_not((x, y))), (x, y)
            seen.add(inside)
    assert seen == {False, True}
    for spot in (region.sample(rng), region.nearest((15.0, 9.0)), region.nearest((-5.0, 30.0))):
        assert spot is not None
        assert is_legal(region, (spot.x, spot.y))
    assert set(region.excluded) <= {"on a barricade", "overlaps a marker"}


def test_a_minkowski_sum_of_two_boxes_is_a_box_and_one_that_holds_the_other_has_no_hole() -> None:
    small, large = shapely.box(0, 0, 1, 2), shapely.box(10, 10, 30, 40)
    for one, other in ((small, large), (large, small)):
        assert swept(one, other).equals(shapely.box(10, 10, 31, 42))


def test_a_minkowski_sum_whose_slivers_do_not_unite_exactly_unites_on_a_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    united = shapely.union_all

    def strict(shapes: list[BaseGeometry], grid_size: float | None = None) -> BaseGeometry:
        if grid_size is None:
            raise shapely.errors.GEOSException("TopologyException: side location conflict")
        return united(shapes, grid_size=grid_size)

    monkeypatch.setattr(shapely, "union_all", strict)
    assert swept(shapely.box(0, 0, 1, 2), shapely.box(10, 10, 30, 40)).equals(shapely.box(10, 10, 31, 42))


def test_a_piece_as_long_as_the_table_has_a_line_of_places() -> None:
    moor = centred(Piece("moor", area=(Area(((0.0, 0.0), (20.0, 0.0), (20.0, 5.0), (0.0, 5.0))),)))
    region = TerrainRegion(Ruler(FIELD, PLAIN), moor, 0)
    spot = region.sample(random.Random(1))
    assert spot is not None
    assert spot.x == 10.0
    assert not TerrainRegion(Ruler(FIELD, PLAIN), moor, 90).find()


def test_a_place_is_drawn_wherever_there_is_one_be_it_hardly_wider_than_the_piece() -> None:
    """A game between programs broke here: there was room that no dart met."""
    walls = [Barricade(((2.0, y), (18.0, y)), 0.4) for y in (5.295, 8.705)]
    field = Battlefield(20.0, 14.0, (Piece("lane", barricades=tuple(walls)),))
    piece = centred(Piece("block", barricades=(Barricade(((0.0, 0.0), (0.0, 3.0)), 0.4),)))
    region = TerrainRegion(Ruler(field, PLAIN), piece, 0, Disc(10.0, 7.0, 0.5, "a model", "base"))
    assert region.find()
    assert region.geometry.area < 0.04
    for seed in range(4):
        spot = region.sample(random.Random(seed))
        assert spot is not None
        assert is_legal(region, (spot.x, spot.y))


@pytest.mark.parametrize("turn", range(0, 90, 3))
def test_a_sum_of_polygons_with_edges_that_are_all_but_parallel_is_found(turn: int) -> None:
    """A game between programs broke here: a union of slivers was refused."""
    bent = affinity.rotate(BENT.shape, turn, origin=(0.0, 0.0))
    assert isinstance(bent, shapely.Polygon)
    wall = affinity.rotate(shapely.box(19.3, 1.1, 22.1, 1.7), turn + 1e-9, origin=(20.0, 1.0))
    corners = [part.exterior.coords for part in (bent, wall)]
    sums = shapely.MultiPoint([(ax + bx, ay + by) for ax, ay in corners[0] for bx, by in corners[1]])
    found = swept(bent, wall)
    assert found.is_valid
    assert found.convex_hull.symmetric_difference(sums.convex_hull).area < 1e-6
    assert found.area < sums.convex_hull.area

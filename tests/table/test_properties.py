"""What holds of every measure, whatever the table."""

import math
import random

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import WithinRange
from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from tests.table.tables import EDGES, crowded

coordinates = st.integers(0, 160_000).map(lambda steps: steps / 10_000)
discs = st.builds(Disc, coordinates, coordinates, st.sampled_from([0.0, 0.5, 0.63, 0.79]))
tables = st.builds(
    lambda seed, woods, walls: crowded(seed, woods, 0, walls, 0)[0], *[st.integers(0, 30)] * 2, st.integers(0, 2)
)


def turned(battlefield: Battlefield, quarters: int, dx: float, dy: float) -> Battlefield:
    """The same table turned by right angles about the corner and moved."""

    def at(spot: tuple[float, float]) -> tuple[float, float]:
        return moved(spot[0], spot[1], quarters, dx, dy)

    pieces = tuple(
        Piece(
            piece.id,
            piece.name,
            tuple(Area(tuple(map(at, area.outline))) for area in piece.area),
            tuple(Barricade(tuple(map(at, b.line)), b.width, b.impassable, b.name) for b in piece.barricades),
        )
        for piece in battlefield.pieces
    )
    return Battlefield(battlefield.width, battlefield.height, pieces)


def moved(x: float, y: float, quarters: int, dx: float, dy: float) -> tuple[float, float]:
    for _ in range(quarters):
        x, y = -y, x
    return x + dx, y + dy


@settings(max_examples=60)
@given(tables, discs, discs)
def test_g_meas_1_measuring_is_symmetric(measure: Ruler, a: Disc, b: Disc) -> None:
    forth, back = measure.measure(a, b), measure.measure(b, a)
    assert forth.inches == pytest.approx(back.inches, abs=1e-6)
    assert forth.terrain_inches == pytest.approx(back.terrain_inches, abs=1e-5)
    assert forth.blocked_by == back.blocked_by
    assert measure.range(a, b) == forth.range


@settings(max_examples=60)
@given(tables, discs, discs, st.integers(0, 3), st.integers(-20, 20), st.integers(-20, 20))
def test_g_meas_1_measuring_does_not_mind_where_or_how_the_table_lies(
    measure: Ruler, a: Disc, b: Disc, quarters: int, dx: int, dy: int
) -> None:
    there = Ruler(turned(measure.battlefield, quarters, dx, dy), EDGES)
    one, other = (disc._replace(x=x, y=y) for disc in (a, b) for x, y in [moved(disc.x, disc.y, quarters, dx, dy)])
    here, elsewhere = measure.measure(a, b), there.measure(one, other)
    assert here.inches == pytest.approx(elsewhere.inches, abs=1e-6)
    assert here.terrain_inches == pytest.approx(elsewhere.terrain_inches, abs=1e-5)


@settings(max_examples=60)
@given(tables, discs, discs)
def test_g_meas_3_a_receipt_adds_up(measure: Ruler, a: Disc, b: Disc) -> None:
    receipt = measure.measure(a, b)
    assert receipt.open_inches + receipt.terrain_inches == pytest.approx(receipt.inches)
    if receipt.range is not None:
        assert sum(leg.inches for leg in receipt.legs) == pytest.approx(receipt.inches, abs=1e-6)
        in_area = sum(leg.inches for leg in receipt.legs if leg.kind == "area")
        assert in_area == pytest.approx(receipt.terrain_inches, abs=1e-6)
        assert 0.0 <= receipt.margin <= 1.0 + 1e-6


@settings(max_examples=60)
@given(tables, discs, discs, st.integers(1, 9))
def test_g_meas_4_what_is_within_a_range_is_within_every_greater_one(measure: Ruler, a: Disc, b: Disc, n: int) -> None:
    if measure.within(a, b, n):
        assert measure.within(a, b, n + 1)
    origin = a._replace(radius=0.5)
    if WithinRange(measure, origin, n, 0.5).allows(b.x, b.y):
        assert WithinRange(measure, origin, n + 1, 0.5).allows(b.x, b.y)


@settings(max_examples=40)
@given(tables, discs, discs)
def test_g_meas_6_walls_never_shorten_a_measure(measure: Ruler, a: Disc, b: Disc) -> None:
    free = measure.without_walls.measure(a, b)
    walled = measure.measure(a, b)
    assert walled.inches >= free.inches - 1e-9
    assert walled.detour == (walled.inches > free.inches + 1e-9) or walled.range is None


@settings(max_examples=80)
@given(st.integers(0, 50), discs, discs)
def test_g_meas_3_inches_in_terrain_are_those_of_the_geometry(seed: int, a: Disc, b: Disc) -> None:
    area: AreaIndex = crowded(seed, 12, 0, 0, 0)[0].area()
    assume(math.dist(a[:2], b[:2]) > 1e-3)
    line = shapely.LineString([a[:2], b[:2]])
    expected = shapely.intersection(area.union, line).length
    assert area.inside_length(*a[:2], *b[:2]) == pytest.approx(expected, abs=1e-6)
    starts, ends = shapely.get_coordinates(line)[:1], shapely.get_coordinates(line)[1:]
    assert area.inside_lengths(starts, ends)[0] == pytest.approx(expected, abs=1e-6)
    stretches = area.crossings(*a[:2], *b[:2])
    assert sum(end - begin for begin, end in stretches) == pytest.approx(expected, abs=1e-6)


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1))
def test_inches_in_round_terrain_are_those_of_the_geometry_along_its_corners_too(seed: int) -> None:
    rng = random.Random(seed)
    discs = [shapely.Point(rng.uniform(0, 9), rng.uniform(0, 9)).buffer(rng.uniform(0.5, 4)) for _ in range(3)]
    area = AreaIndex([shapely.difference(discs[0], discs[1]), discs[2]])
    corners = shapely.get_coordinates(area.union).tolist()
    for start in (corners[0], [rng.uniform(0, 9), rng.uniform(0, 9)]):
        for end in (rng.choice(corners), [rng.uniform(0, 9), rng.uniform(0, 9)]):
            inside = shapely.intersection(area.union, shapely.LineString([start, end]))
            along = shapely.intersection(shapely.boundary(area.union), shapely.LineString([start, end]))
            assert inside.length - along.length - 1e-6 <= area.inside_length(*start, *end) <= inside.length + 1e-6

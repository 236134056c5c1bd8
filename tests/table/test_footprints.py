"""Ovals and rectangles: distance, contact, overlap and wholly within, held against dense rows of points."""

import math
from typing import Literal

import numpy as np
import pytest
import shapely

from game.table.facing import FULL_TURN
from game.table.footprints import (
    Footprint,
    Oblong,
    clearance,
    clearance_of_shape,
    distance_between,
    farthest_part,
    geometry_of,
    is_wholly_in,
    nearest_points,
    nearest_points_of_edge,
    outer_tangents,
)
from game.table.measuring.lines import Turned, shape_of
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from tests.oracle import rims

EXACT = 1e-5
"""The error of the dense rows, in inches; what is promised is 0.0005."""


def made(base: rims.Floats) -> Footprint:
    """Return the base of a row of the oracle."""
    x, y, length, width, bearing, oval = base.tolist()
    if oval and length == width:
        return Disc(x, y, length / 2)
    return Oblong(x, y, length, width, "oval" if oval else "rectangle", round(math.degrees(bearing) * 100))


def row_of(base: Footprint) -> rims.Floats:
    """Return a base as a row of the oracle."""
    if isinstance(base, Disc):
        return np.array((base.x, base.y, 2 * base.radius, 2 * base.radius, 0.0, 1.0))
    turn = math.radians(base.facing / 100)
    return np.array((base.x, base.y, base.length, base.width, turn, float(base.shape == "oval")))


def pairs(seed: int, count: int, far: float) -> tuple[rims.Floats, rims.Floats, list[tuple[Footprint, Footprint]]]:
    rng = np.random.default_rng(seed)
    one = rims.random_bases(rng, count, np.full((count, 2), 24.0), 12.0)
    other = rims.random_bases(rng, count, one[:, :2], far)
    return one, other, [(made(a), made(b)) for a, b in zip(one, other)]


def test_the_clearance_and_the_nearest_points_of_two_thousand_pairs() -> None:
    one, other, bases = pairs(1, 2000, 6.0)
    over, kinds = rims.overlaps(one, other), set[tuple[str, ...]]()
    apart, _ends = rims.distances(one, other)
    for (a, b), overlaps, inches in zip(bases, over, apart):
        found = clearance(a, b)
        assert (found < 0.0) == overlaps, (a, b)
        assert distance_between(a, b) == pytest.approx(max(found, 0.0), abs=EXACT)
        if overlaps:
            continue
        kinds.add(tuple(sorted(base.shape if isinstance(base, Oblong) else "disc" for base in (a, b))))
        start, end = nearest_points(a, b)
        assert found == pytest.approx(inches, abs=EXACT), (a, b)
        assert math.dist(start, end) == pytest.approx(found, abs=EXACT), (a, b)
        for base, spot in ((a, start), (b, end)):
            assert clearance(base, Disc(*spot, 0.0)) == pytest.approx(0.0, abs=EXACT), (base, spot)
    assert len(kinds) == 6


def test_the_least_shift_that_parts_two_that_overlap() -> None:
    one, other, bases = pairs(2, 120, 3.0)
    over = np.flatnonzero(rims.overlaps(one, other))
    assert len(over) > 40
    for at, shift in zip(over, rims.least_shift(one[over], other[over])):
        a, b = bases[at]
        assert -clearance(a, b) == pytest.approx(shift, abs=1e-4), (a, b)
        inside, also = nearest_points(a, b)
        assert inside == also
        assert max(clearance(a, Disc(*inside, 0.0)), clearance(b, Disc(*inside, 0.0))) <= EXACT, (a, b)


def test_the_farthest_part_of_a_base() -> None:
    one, other, bases = pairs(3, 150, 5.0)
    for (a, b), inches in zip(bases, rims.farthest(one, other)):
        assert max(farthest_part(a, b), 0.0) == pytest.approx(inches, abs=1e-4), (a, b)


def test_a_base_in_a_wider_one_has_no_part_outside() -> None:
    wide = Oblong(10, 10, 6, 4, facing=3000)
    assert farthest_part(Oblong(10.2, 10.1, 2, 1, facing=9000), wide) < 0.0
    assert farthest_part(Disc(10, 10, 1.0), wide) == pytest.approx(-1.0)
    assert farthest_part(wide, Disc(10, 10, 1.0)) == pytest.approx(2.0)
    assert farthest_part(Oblong(10, 10, 2, 2, "rectangle"), Disc(10, 10, 1.0)) == pytest.approx(math.sqrt(2) - 1)


def test_bases_in_contact_overlap_by_nothing() -> None:
    for facing in range(0, FULL_TURN, 1700):
        one = Oblong(10, 10, 60 / 25.4, 35 / 25.4, facing=facing)
        start, end = nearest_points(one, Disc(14, 11, 0.5))
        touching = Disc(14 + start[0] - end[0], 11 + start[1] - end[1], 0.5)
        assert clearance(one, touching) == pytest.approx(0.0, abs=1e-6)


def test_a_turned_base_and_its_picture_agree() -> None:
    for shape in ("oval", "rectangle"):
        base = Oblong(10, 10, 4, 2, shape, 9000)
        west, south, east, north = geometry_of(base).bounds
        assert (west, south, east, north) == pytest.approx((9, 8, 11, 12))
        assert clearance(base, Disc(10, 13, 0.5)) == pytest.approx(0.5)
        assert clearance(base.turned_to(0), Disc(10, 13, 0.5)) == pytest.approx(1.5)


def test_wholly_in_a_shape_to_the_rim() -> None:
    shape = shapely.box(0, 0, 10, 6).difference(shapely.box(4, 4, 5, 6))
    base = Oblong(2, 3, 3, 2)
    assert is_wholly_in(base, shape, 0.0)
    assert not is_wholly_in(base.moved_to(1.4, 3), shape, 0.01)
    assert is_wholly_in(base.moved_to(1.4, 3), shape, 0.1001)
    assert is_wholly_in(base.moved_to(1.4, 3).turned_to(9000), shape, 0.0)
    assert not is_wholly_in(base.moved_to(4.5, 3.2), shape, 0.01)  # in the notch
    assert not is_wholly_in(base.moved_to(12, 3), shape, 9.0)


def test_the_distance_from_a_shape() -> None:
    shape = shapely.box(0, 0, 4, 4)
    assert clearance_of_shape(Oblong(7, 2, 4, 2), shape) == pytest.approx(1.0)
    assert clearance_of_shape(Oblong(7, 2, 4, 2, facing=9000), shape) == pytest.approx(2.0)
    assert clearance_of_shape(Oblong(2, 2, 1, 0.5), shape) <= 0.0
    start, end = nearest_points_of_edge(Oblong(7, 2, 4, 2), (4, 0), (4, 4))
    assert (*start, *end) == pytest.approx((5, 2, 4, 2))


# -- the ruler ---------------------------------------------------------------------------------------

BARE = MeasuringPolicy(rounding="none", terrain="none", impassable_blocks=False)


def test_the_ruler_measures_any_bases_with_a_receipt() -> None:
    ruler = Ruler(Battlefield(48.0, 48.0, ()), BARE)
    _one, _other, bases = pairs(4, 60, 8.0)
    for a, b in bases:
        inches = max(clearance(a, b), 0.0)
        receipt = ruler.measure(a, b)
        assert ruler.range(a, b) == pytest.approx(inches, abs=1e-6)
        assert receipt.inches == pytest.approx(inches, abs=1e-6)
        assert math.dist(receipt.start, receipt.end) == pytest.approx(inches, abs=1e-6)
        assert ruler.within(a, b, inches + 0.001)
        assert inches == 0.0 or not ruler.within(a, b, inches - 0.001)


def test_a_ruler_from_centres_does_not_ask_for_the_shape() -> None:
    ruler = Ruler(Battlefield(48.0, 48.0, ()), MeasuringPolicy("centre", "none", "none"))
    assert ruler.range(Oblong(1, 1, 2, 1), Oblong(4, 5, 3, 2, "rectangle")) == pytest.approx(5.0)


def test_terrain_under_the_line_counts_between_ovals() -> None:
    wood = Piece("wood", area=(Area(((6, 0), (9, 0), (9, 20), (6, 20))),))
    ruler = Ruler(Battlefield(20.0, 20.0, (wood,)), MeasuringPolicy())
    a, b = Oblong(3, 10, 3, 2, name="a"), Oblong(13, 10, 2, 3, "rectangle", name="b")
    receipt = ruler.measure(a, b)
    assert (receipt.inches, receipt.terrain_inches, receipt.range) == pytest.approx((7.5, 3.0, 10))
    assert ruler.range(a, wood) == ruler.measure(wood, a).range == 1


def round_a_wall(a: Footprint, b: Footprint, ruler: Ruler) -> float:
    """Return the shortest clear line between many points of two rims, in inches."""
    rows, best, shortest = [row_of(base)[None] for base in (a, b)], np.zeros(2), math.inf
    for window in (np.arange(64) / 64, np.linspace(-2, 2, 41) / 64, np.linspace(-2, 2, 41) / 640):
        shares = best[:, None] + window
        one, other = (rims.rims(row, some[None])[0] for row, some in zip(rows, shares))
        lines = shapely.linestrings(np.stack(np.broadcast_arrays(one[:, None], other[None, :]), axis=2))
        blocked = shapely.length(shapely.intersection(lines, ruler.walls.union)) > 1e-6
        lengths = np.where(blocked, np.inf, shapely.length(lines))
        at = np.unravel_index(lengths.argmin(), lengths.shape)
        best, shortest = np.array((shares[0][at[0]], shares[1][at[1]])), float(lengths.min())
    return shortest


@pytest.mark.parametrize(
    ("shape", "facing", "top"), [("oval", 0, 10.6), ("oval", 2500, 10.6), ("rectangle", 6100, 11.2)]
)
def test_a_line_goes_past_the_end_of_a_wall(shape: Literal["oval", "rectangle"], facing: int, top: float) -> None:
    wall = Piece("wall", barricades=(Barricade(((9.0, 2.0), (9.0, top)), 0.3, name="wall", impassable=True),))
    ruler = Ruler(Battlefield(20.0, 20.0, (wall,)), MeasuringPolicy("edge", "none", "none"))
    a = Oblong(5, 10, 4.1, 2.75, shape, facing)
    for b in (Disc(13, 10, 0.6), Oblong(13, 9.7, 3, 2, facing=facing)):
        receipt = ruler.measure(a, b)
        assert receipt.blocked_by == ("wall",)
        brute = round_a_wall(a, b, ruler)
        assert brute - 0.01 <= receipt.inches <= brute + 1e-6
        assert ruler.measure(b, a).inches == pytest.approx(receipt.inches, abs=1e-6)


def test_an_oval_is_met_by_its_tangents_and_no_line_beside_them() -> None:
    oval = shape_of(Oblong(5, 5, 4, 2, facing=3000), from_edges=True)
    assert isinstance(oval, Turned)
    bearings = oval.tangents(0.0, 1.0)
    assert bearings is not None
    for bearing, inwards in ((min(bearings), 1e-3), (max(bearings), -1e-3)):
        assert math.isfinite(oval.cast(0.0, 1.0, math.cos(bearing + inwards), math.sin(bearing + inwards)))
        assert math.isinf(oval.cast(0.0, 1.0, math.cos(bearing - inwards), math.sin(bearing - inwards)))
    assert oval.covers(5.5, 5.3)
    assert not oval.covers(5.0, 6.3)


def test_outer_tangents_touch_both_bases_on_one_side() -> None:
    one, other, bases = pairs(5, 150, 6.0)
    shares = np.arange(720)[None, :] / 720
    rows, others = rims.rims(one, shares), rims.rims(other, shares)
    told = 0
    for number, (a, b) in enumerate(bases):
        if clearance(a, b) <= 0.0:
            continue
        lines = outer_tangents(a, b)
        assert len(lines) == 2
        for (start, end), side in zip(lines, (1.0, -1.0), strict=True):
            far = math.dist(start, end)
            normal = np.array((start[1] - end[1], end[0] - start[0])) * side / far
            for spot, base, rim in ((start, a, rows[number]), (end, b, others[number])):
                assert clearance(base, Disc(*spot, 0.0)) == pytest.approx(0.0, abs=1e-5)
                assert ((rim - start) @ normal).max() < 1e-6
        told += 1
    assert told > 60

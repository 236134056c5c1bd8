"""Conditions on places at their very edges: what just touches is legal, the next spot is not, and by how much."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.lattice import LATTICE_STEP, Position
from game.table.placing.clearances import CONTACT, ClearOf, ClearOfBarricades, CloserTo, Here, OnSurface, OnTable
from game.table.placing.condition import AnyOf, Condition
from game.table.placing.rings import Never, Ring
from game.table.placing.solids import ClearOfShape, InsideShape, NearShape
from game.table.shapes import Bounds, Disc
from game.table.terrain.battlefield import Area, Battlefield, Piece
from tests.table.tables import barricade

HAIR = 1e-9
TABLE = Battlefield(7.0, 3.0)


def stops(condition: Condition, inside: tuple[float, float], beyond: tuple[float, float]) -> float:
    """Return how far on the way from a legal spot to one beyond the edge the last legal spot is, as a share."""
    low, high = 0.0, 1.0
    assert condition.allows(*inside)
    assert not condition.allows(*beyond)
    for _halved in range(60):
        middle = (low + high) / 2
        x, y = (a + middle * (b - a) for a, b in zip(inside, beyond))
        low, high = (middle, high) if condition.allows(x, y) else (low, middle)
    return low


def test_a_base_may_stand_as_far_out_as_the_edge_and_a_millionth_of_an_inch_farther() -> None:
    table = OnTable(TABLE, 0.25, "R-1")
    assert table.bounds == (0.25, 0.25, 6.75, 2.75)
    west, east, south, north = 0.25 - CONTACT, 6.75 + CONTACT, 0.25 - CONTACT, 2.75 + CONTACT
    for x, y, dx, dy in (
        (west, 1.0, -HAIR, 0.0),
        (east, 1.0, HAIR, 0.0),
        (1.0, south, 0.0, -HAIR),
        (1.0, north, 0.0, HAIR),
    ):
        assert table.allows(x, y), (x, y)
        assert not table.allows(x + dx, y + dy), (x, y)
    assert table.short_by(0.125, 1.0) == 0.125
    assert table.short_by(6.875, 1.0) == 0.125
    assert table.short_by(3.0, 0.0) == 0.25
    assert table.short_by(3.0, 3.5) == 0.75
    assert table.short_by(1.0, 1.25) == -0.75
    assert table.short_by(-0.5, -0.75) == 1.25  # over the corner: as the crow flies
    assert table.short_by(0.25, -0.75) == 1.0
    assert table.why_not(0.0, 1.0).text == "hangs over the edge of the table by 0.25″"
    assert table.allowed().equals(shapely.box(0.25, 0.25, 6.75, 2.75))


def test_a_base_as_wide_as_the_table_fits_and_a_wider_one_has_no_place() -> None:
    exact = OnTable(Battlefield(7.0, 3.0), 1.5).allowed()
    assert exact.bounds == (1.5, 1.5, 5.5, 1.5)
    assert OnTable(Battlefield(3.0, 7.0), 1.5).allowed().bounds == (1.5, 1.5, 1.5, 5.5)
    for wide, high in ((2.0, 8.0), (8.0, 2.0)):
        assert OnTable(Battlefield(wide, high), 1.5).allowed().is_empty


def test_a_base_may_touch_others_and_overlap_none() -> None:
    clear = ClearOf((Disc(0.0, 0.0, 0.5, "Ash"), Disc(4.0, 0.0, 1.0, "", "marker")), 0.25, "overlaps", "R-2")
    assert clear.allows(0.75 - CONTACT, 0.0)
    assert not clear.allows(0.75 - CONTACT - HAIR, 0.0)
    assert clear.allows(0.0, -0.75)
    assert not clear.allows(0.0, -0.7499)
    assert clear.overlapped(0.5 + (0.25 - CONTACT), 0.0) == []
    assert [disc.radius for disc in clear.overlapped(0.74, 0.0)] == [0.5]
    assert clear.short_by(1.0, 0.0) == -0.25
    assert clear.short_by(3.0, 0.5) == 1.25 - math.hypot(1.0, 0.5)
    assert clear.why_not(0.5, 0.0).text == "overlaps Ash by 0.25″"
    assert clear.why_not(4.0, 1.0).text == "overlaps marker by 0.25″"
    assert ClearOf((), 0.5, "").short_by(0.0, 0.0) == -math.inf


def test_a_base_keeps_off_those_on_its_own_level_only() -> None:
    discs = (Disc(0.0, 0.0, 0.5, level=1), Disc(5.0, 0.0, 0.5))
    assert [ClearOf(discs, 0.5, "").allows(x, 0.0) for x in (0.0, 5.0)] == [True, False]
    assert [ClearOf(discs, 0.5, "", level=1).allows(x, 0.0) for x in (0.0, 5.0)] == [False, True]


@pytest.mark.parametrize(
    ("disc", "off"),
    [
        (Disc(5.5, 2.0, 1.0), (5.5625, 2.0)),
        (Disc(-1.5, 2.0, 1.0), (-1.5625, 2.0)),
        (Disc(2.0, 5.5, 1.0), (2.0, 5.5625)),
        (Disc(2.0, -1.5, 1.0), (2.0, -1.5625)),
    ],
)
def test_what_can_touch_a_spot_of_a_box_counts_among_what_the_box_depends_on(
    disc: Disc, off: tuple[float, float]
) -> None:
    box = (0.0, 0.0, 4.0, 4.0)
    assert ClearOf((disc,), 0.5, "").key(box) == ((disc.x, disc.y, 1.5, (1.5 - CONTACT) ** 2),)
    assert ClearOf((disc.moved_to(*off),), 0.5, "").key(box) == ()


def test_the_same_obstacles_in_another_order_are_the_same() -> None:
    discs = [Disc(1.0, 1.0, 0.5), Disc(0.0, 3.0, 0.5)]
    box = (0.0, 0.0, 4.0, 4.0)
    assert ClearOf(discs, 0.5, "").key(box) == ClearOf(discs[::-1], 0.5, "").key(box)


def test_spots_close_together_look_at_the_obstacles_about_them_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Bounds] = []
    near = ClearOf._near

    def counted(self: ClearOf, box: Bounds) -> list[tuple[float, float, float, float]]:
        looks.append(box)
        return near(self, box)

    monkeypatch.setattr(ClearOf, "_near", counted)
    clear = ClearOf([Disc(50.0, 50.0, 1.0)], 0.5, "")
    for x, y in ((3.0, 4.0), (13.0, 14.0), (-7.0, -6.0), (13.0, -6.0)):
        assert clear.allows(x, y)
    assert looks == [(-7.0, -6.0, 13.0, 14.0)]
    here = (3.0, 4.0)
    for spot in ((13.001, 4.0), here, (-7.001, 4.0), here, (3.0, 14.001), here, (3.0, -6.001)):
        before = len(looks)
        clear.allows(*spot)
        assert len(looks) == before + 1, spot


def test_drawn_obstacles_hold_all_that_is_forbidden_and_points_on_points_draw_nothing() -> None:
    drawn = ClearOf([Disc(0.0, 0.0, 0.5)], 0.25, "").forbidden((-2.0, -2.0, 2.0, 2.0))
    assert drawn.boundary.distance(shapely.Point(0.0, 0.0)) == pytest.approx(0.75, abs=1e-9)
    assert drawn.bounds[2] == pytest.approx(0.75 / math.cos(math.pi / 64))
    assert ClearOf([Disc(0.0, 0.0, CONTACT)], 0.0, "").forbidden((-2.0, -2.0, 2.0, 2.0)).is_empty
    assert ClearOf([Disc(9.0, 0.0, 0.5)], 0.25, "").forbidden((-2.0, -2.0, 2.0, 2.0)).is_empty


FENCE = Battlefield(20.0, 10.0, (barricade((4.0, 5.0), (8.0, 5.0), width=0.5, name="fence"),))


def test_a_base_may_touch_a_barricade_along_its_side_and_at_its_corner() -> None:
    clear = ClearOfBarricades(FENCE, 0.5, "R-3")
    assert clear.allows(6.0, 5.75)
    assert clear.allows(6.0, 5.75 - CONTACT / 2)
    assert not clear.allows(6.0, 5.7499)
    assert not clear.allows(6.0, 5.0)
    corner = math.sqrt(0.125)
    assert clear.allows(8.0 + corner + 1e-4, 5.25 + corner)
    assert not clear.allows(8.0 + corner - 1e-4, 5.25 + corner)
    assert clear.allows(1.0, 1.0)
    assert clear.overlapped(6.0, 5.5) == ["fence"]
    assert clear.overlapped(6.0, 5.75) == []
    assert clear.short_by(6.0, 5.5) == pytest.approx(0.25)
    assert clear.short_by(6.0, 6.0) == pytest.approx(-0.25)
    assert clear.short_by(6.0, 5.0) == pytest.approx(0.75)
    assert clear.why_not(6.0, 5.5).text == "overlaps fence by 0.25″"
    assert clear.forbidden((0.0, 0.0, 6.0, 10.0)).bounds[2] == 6.0
    drawn = clear.forbidden((0.0, 0.0, 20.0, 10.0))
    assert shapely.Point(8.0, 5.25).buffer(0.5, quad_segs=64).difference(drawn).area < 1e-9
    assert drawn.area < shapely.box(4.0, 4.75, 8.0, 5.25).buffer(0.5, quad_segs=64).area * 1.01


def test_a_point_may_be_at_the_edge_of_a_barricade_and_not_in_it() -> None:
    clear = ClearOfBarricades(FENCE, 0.0)
    assert [clear.allows(6.0, y) for y in (5.2499, 5.25, 5.2501)] == [False, True, True]
    tiny = ClearOfBarricades(FENCE, CONTACT)
    assert [tiny.allows(6.0, y) for y in (5.2499, 5.2501)] == [False, True]


def test_without_barricades_nothing_is_forbidden() -> None:
    clear = ClearOfBarricades(Battlefield(5.0, 5.0), 0.5)
    assert clear.allows(2.0, 2.0)
    assert clear.forbidden((0.0, 0.0, 5.0, 5.0)).is_empty
    assert clear.short_by(2.0, 2.0) == -math.inf


def test_a_barricade_is_measured_exactly_only_in_the_thin_band_about_where_a_base_touches_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clear = ClearOfBarricades(FENCE, 0.5)
    shape = FENCE.barricade_shape
    asked: list[int] = []

    class Counted:
        def distance(self, point: BaseGeometry) -> float:
            asked.append(1)
            return shape.distance(point)

    monkeypatch.setitem(FENCE.__dict__, "barricade_shape", Counted())
    assert [clear.allows(6.0, y) for y in (5.1, 5.7, 5.74, 5.76, 5.8, 6.5)] == [False, False, False, True, True, True]
    assert not asked
    assert clear.allows(6.0, 5.75)
    assert len(asked) == 1


def test_closer_means_less_than_so_many_inches_from_rim_to_rim() -> None:
    closer = CloserTo(Disc(1.0, 2.0, 0.5, "Ash"), 3.0, 0.25, "R-4")
    assert closer.bounds == (-2.75, -1.75, 4.75, 5.75)
    assert closer.allows(4.74, 2.0)
    assert not closer.allows(4.75, 2.0)
    assert not closer.allows(4.75 - CONTACT / 2, 2.0)
    assert closer.short_by(5.0, 2.0) == pytest.approx(0.25 + LATTICE_STEP)
    assert closer.short_by(1.0, 2.0) == pytest.approx(-3.0 + LATTICE_STEP)
    assert closer.short_by(1.5, 2.0) == pytest.approx(-3.0 + LATTICE_STEP)
    assert closer.why_not(5.0, 2.0).text == "must end 0.26″ closer to Ash"
    assert closer.allowed().bounds == pytest.approx(
        (1.0 - 3.75 + CONTACT, 2 - 3.75 + CONTACT, 4.75 - CONTACT, 5.75 - CONTACT)
    )
    at_once = CloserTo(Disc(1.0, 2.0, 0.5), 0.0, 0.25)
    assert not at_once.allows(1.0, 2.0)
    assert at_once.allowed().is_empty
    assert CloserTo(Disc(1.0, 2.0, 0.5), CONTACT, 0.25).allowed().is_empty
    assert not CloserTo(Disc(1.0, 2.0, 0.5), 2 * CONTACT, 0.25).allowed().is_empty
    assert CloserTo(Disc(1.0, 2.0, 0.0), -2.0, 0.25).bounds == (1.0, 2.0, 1.0, 2.0)
    assert closer.key((0.0,) * 4) != CloserTo(Disc(1.0, 2.0, 0.5, "Ash"), 2.75, 0.5).key((0.0,) * 4)


def test_a_base_that_stays_may_be_a_hundredth_of_an_inch_off() -> None:
    here = Here(Disc(2.0, 3.0, 0.5))
    assert here.bounds == (1.99, 2.99, 2.01, 3.01)
    assert here.allows(2.0099, 3.0)
    assert not here.allows(2.0101, 3.0)
    assert here.short_by(2.0, 3.5) == pytest.approx(0.49)
    assert here.allowed() is here.drawn
    assert here.drawn.bounds == pytest.approx(here.bounds)


def test_a_ring_holds_both_its_rims() -> None:
    ring = Ring(Disc(1.0, 2.0, 0.5, "Ash"), 3.0, 2.0, "R-5")
    assert ring.bounds == (-2.0, -1.0, 4.0, 5.0)
    assert [ring.allows(x, 2.0) for x in (2.9999, 3.0, 4.0, 4.0001)] == [False, True, True, False]
    exact = Ring(Disc(0.0, 0.0, 0.5), 3.0, 2.0)
    assert exact.allows(3.0 + 1e-9, 0.0)
    assert exact.allows(2.0 - 1e-9, 0.0)
    assert ring.short_by(5.5, 2.0) == 1.5
    assert ring.short_by(2.5, 2.0) == 0.5
    assert ring.short_by(3.5, 2.0) == 0.0
    assert ring.short_by(4.0 + 1e-6, 2.0) == LATTICE_STEP
    assert ring.message(5.5, 2.0, 1.5) == "1.50″ too far from Ash"
    assert ring.message(2.5, 2.0, 0.5) == "0.50″ too close to Ash"
    assert ring.message(4.0, 2.0, 0.5) == "0.50″ too close to Ash"
    drawn = ring.allowed()
    assert drawn.bounds == (-2.0, -1.0, 4.0, 5.0)
    assert drawn.area == pytest.approx(math.pi * 5, rel=1e-3)
    assert Ring(Disc(0.0, 0.0, 0.5), 2.0).allowed().area == pytest.approx(math.pi * 4, rel=1e-3)
    assert Ring(Disc(0.0, 0.0, 0.5), 2.0, 2.0).allowed().bounds == (-2.08, -2.08, 2.08, 2.08)


def test_spots_of_a_ring_lie_all_round_it_in_its_middle() -> None:
    spots = [*Ring(Disc(1.0, 2.0, 0.5), 3.0, 2.0).spots()]
    assert len(spots) == len({*spots}) == 72
    assert spots[0] == (3.5, 2.0)
    assert spots[18] == (1.0, 4.5)
    assert spots[36] == (-1.5, 2.0)
    assert all(abs(math.dist(spot, (1.0, 2.0)) - 2.5) < 1e-4 for spot in spots)


def test_rings_cross_where_their_middles_do_once_where_they_touch_and_nowhere_apart_or_inside() -> None:
    def crossings(one: Ring, other: Ring) -> list[Position]:
        return [*one.crossings(other)]

    whole = Ring(Disc(0.0, 0.0, 0.5), 6.0, 4.0)  # its middle is 5 from its centre
    assert crossings(whole, Ring(Disc(6.0, 0.0, 0.5), 5.5, 4.5)) == [(3.0, 4.0), (3.0, -4.0)]
    assert crossings(Ring(Disc(6.0, 0.0, 0.5), 5.5, 4.5), whole) == [(3.0, -4.0), (3.0, 4.0)]
    assert crossings(whole, Ring(Disc(0.0, 8.0, 0.5), 4.0, 2.0)) == [(0.0, 5.0), (0.0, 5.0)]
    assert crossings(whole, Ring(Disc(0.0, 2.0, 0.5), 4.0, 2.0)) == [(0.0, 5.0), (0.0, 5.0)]
    assert crossings(whole, Ring(Disc(0.0, 8.25, 0.5), 4.0, 2.0)) == []
    assert crossings(whole, Ring(Disc(0.0, 1.75, 0.5), 4.0, 2.0)) == []
    assert crossings(whole, Ring(Disc(0.0, 0.0, 0.5), 6.0, 4.0)) == []
    assert crossings(whole, Ring(Disc(0.0, 1.75, 0.5), 8.0, 8.0)) == []


def test_what_is_never_allowed_says_why() -> None:
    never = Never("it is not to be", "R-6")
    assert not never.allows(1.0, 1.0)
    assert never.short_by(1.0, 1.0) == math.inf
    assert never.allowed() is not None
    assert never.allowed((0.0, 0.0, 1.0, 1.0)).is_empty
    assert never.why_not(1.0, 1.0).text == "it is not to be"
    assert never.costly


SQUARE = shapely.box(4.0, 4.0, 8.0, 9.0)


def test_a_disc_touches_a_shape_at_exactly_its_radius_on_each_side() -> None:
    clear = ClearOfShape(SQUARE, 1.0, "the box", "in the box", "R-1")
    for inside, outside in (
        ((3.0001, 6.0), (3.0, 6.0)),
        ((8.9999, 6.0), (9.0, 6.0)),
        ((6.0, 3.0001), (6.0, 3.0)),
        ((6.0, 9.9999), (6.0, 10.0)),
    ):
        assert not clear.allows(*inside)
        assert clear.allows(*outside)
    assert clear.allows(8.0 + (1.0 - CONTACT), 6.0)
    assert not clear.allows(8.5, 9.5)
    assert clear.allows(8.75, 9.75)
    assert clear.short_by(9.5, 6.0) == -0.5
    assert clear.short_by(8.5, 6.0) == 0.5
    assert clear.short_by(7.5, 6.0) == 1.5
    assert clear.short_by(8.0, 6.0) == 1.0
    drawn = clear.forbidden((0.0,) * 4)
    assert SQUARE.buffer(1.0, quad_segs=128).difference(drawn).area < 1e-9
    assert drawn.bounds == pytest.approx((3.0, 3.0, 9.0, 10.0), abs=1e-3)


def test_far_from_its_box_a_shape_is_not_measured() -> None:
    shape = shapely.box(4.0, 4.0, 8.0, 9.0)
    clear = ClearOfShape(shape, 1.0, "", "")
    asked: list[int] = []

    class Counted:
        def distance(self, point: BaseGeometry) -> float:
            asked.append(1)
            return shape.distance(point)

    clear._shape = Counted()  # type: ignore[assignment]
    for spot in ((3.0, 6.0), (9.0, 6.0), (6.0, 3.0), (6.0, 10.0), (0.0, 0.0)):
        assert clear.allows(*spot)
    assert not asked
    assert not clear.allows(3.5, 6.0)
    assert asked


def test_a_disc_lies_inside_a_shape_up_to_exactly_its_radius() -> None:
    inside = InsideShape(SQUARE, 1.0, "the box", "R-2")
    assert inside.bounds == (5.0, 5.0, 7.0, 8.0)
    assert inside.allows(5.0, 8.0)
    assert inside.allows(7.0 + CONTACT / 2, 6.0)
    assert not inside.allows(7.0001, 6.0)
    assert inside.short_by(7.25, 6.0) == 0.25
    assert inside.short_by(6.0, 6.0) == 0.0
    tight = InsideShape(SQUARE, 2.5, "the box")
    assert tight.bounds is None
    assert not tight.allows(6.0, 6.5)
    assert tight.short_by(6.0, 6.5) == math.inf
    assert tight.message(6.0, 6.5, math.inf) == "does not fit into the box"
    assert inside.message(7.25, 6.0, 0.25) == "0.25″ outside the box"


def test_a_disc_is_near_a_shape_up_to_exactly_so_many_inches() -> None:
    near = NearShape(SQUARE, 0.75, 0.25, "the box", "R-3")
    assert near.bounds == (3.0, 3.0, 9.0, 10.0)
    assert near.allows(9.0, 6.0)
    assert not near.allows(9.0001, 6.0)
    assert near.short_by(9.5, 6.0) == 0.5
    assert near.short_by(8.5, 6.0) == -0.5
    assert near.message(9.5, 6.0, 0.5) == "0.50″ too far from the box"
    assert near.allowed().bounds == (3.0, 3.0, 9.0, 10.0)


ROOF = Battlefield(
    20.0, 10.0, (Piece("roof", "roof", (Area(((2.0, 2.0), (6.0, 2.0), (6.0, 5.0), (2.0, 5.0))),), levels=(1,)),)
)


def test_a_base_stands_on_a_roof_up_to_its_edge() -> None:
    on, off = OnSurface(ROOF, 1, "R-8"), OnSurface(ROOF, 1, "R-9", inside_out=True)
    assert on.bounds == (2.0, 2.0, 6.0, 5.0)
    assert off.bounds is None
    assert [on.allows(x, 3.0) for x in (5.9999, 6.0, 6.0001)] == [True, True, False]
    assert [off.allows(x, 3.0) for x in (5.9999, 6.0, 6.0001)] == [False, False, True]
    assert [on.short_by(x, 3.0) for x in (5.0, 7.5, 6.00001)] == [0.0, 1.5, LATTICE_STEP]
    assert [off.short_by(x, 3.0) for x in (5.25, 7.5, 6.0)] == [0.75, -1.5, LATTICE_STEP]
    box = (0.0, 0.0, 20.0, 10.0)
    assert on.forbidden(box).area == pytest.approx(188.0)
    assert off.forbidden(box).area == pytest.approx(12.0)
    assert on.allowed() is not None
    assert off.allowed() is None
    assert OnSurface(ROOF, 0).bounds == (0.0, 0.0, 20.0, 10.0)
    assert on.why_not(7.5, 3.0).text == "nothing to stand on at level 1: 1.50″ past its edge"
    assert off.why_not(5.25, 3.0).text == "there is ground at level 1, so this would not be a fall"


def test_of_several_conditions_one_is_enough_and_the_nearest_is_what_is_missed() -> None:
    ash, elm = Ring(Disc(0.0, 0.0, 0.5, "Ash"), 1.0, rule="R-1"), Ring(Disc(5.0, 1.0, 0.5, "Elm"), 2.0, rule="R-2")
    either = AnyOf((ash, elm))
    assert either.bounds == (-1.0, -1.0, 7.0, 3.0)
    assert [either.allows(x, 0.0) for x in (1.0, 2.0, 4.0)] == [True, False, True]
    assert either.short_by(1.5, 0.0) == 0.5
    assert either.why_not(1.5, 0.0).text == "0.50″ too far from Ash"
    assert either.why_not(2.5, 1.0).rule == "R-2"
    assert either.message(2.5, 1.0, 0.25) == "0.25″ too far from Elm"
    assert (either.cause, either.rule) == (ash.cause, "R-1")
    drawn = either.allowed()
    assert drawn is not None
    assert drawn.bounds == (-1.0, -1.0, 7.0, 3.0)
    nothing = shapely.box(-9.0, -9.0, 9.0, 9.0).area - drawn.area
    assert either.forbidden((-9.0, -9.0, 9.0, 9.0)).area == pytest.approx(nothing)
    assert either.excluded(shapely.box(-9.0, -9.0, 9.0, 9.0))[ash.cause].area == pytest.approx(nothing)
    open_ended = AnyOf((ash, ClearOf([Disc(5.0, 5.0, 1.0)], 0.5, "")))
    assert open_ended.bounds is None
    assert open_ended.allowed() is None
    with pytest.raises(ValueError, match="at least one"):
        AnyOf(())


def test_the_last_legal_spot_on_a_way_out_is_where_the_numbers_say() -> None:
    cases: Sequence[tuple[Condition, tuple[float, float], tuple[float, float], float]] = (
        (OnTable(TABLE, 0.25), (1.0, 1.0), (9.0, 1.0), (6.75 + CONTACT - 1.0) / 8.0),
        (ClearOf([Disc(9.0, 1.0, 1.0)], 0.25, ""), (1.0, 1.0), (9.0, 1.0), (7.75 + CONTACT - 1.0) / 8.0),
        (CloserTo(Disc(1.0, 1.0, 0.5), 2.0, 0.25), (1.0, 1.0), (9.0, 1.0), (2.75 - CONTACT) / 8.0),
        (ClearOfShape(SQUARE, 1.0, "", ""), (0.0, 6.0), (4.0, 6.0), (3.0 + CONTACT) / 4.0),
        (InsideShape(SQUARE, 1.0, ""), (6.0, 6.0), (10.0, 6.0), (1.0 + CONTACT) / 4.0),
        (NearShape(SQUARE, 1.0, 0.5, ""), (6.0, 6.0), (14.0, 6.0), (3.5 + CONTACT) / 8.0),
        (ClearOfBarricades(FENCE, 0.5), (6.0, 9.0), (6.0, 5.0), (9.0 - 5.75 + CONTACT) / 4.0),
        (Here(Disc(1.0, 1.0, 0.5)), (1.0, 1.0), (2.0, 1.0), 0.01),
        (Ring(Disc(1.0, 1.0, 0.5), 2.0), (1.0, 1.0), (5.0, 1.0), 0.5 + 1e-9 / 4),
    )
    for condition, inside, beyond, share in cases:
        assert stops(condition, inside, beyond) == pytest.approx(share, abs=2e-10), condition


def test_round_outlines_are_drawn_with_as_many_chords_as_their_error_allows() -> None:
    def corners(geometry: BaseGeometry) -> int:
        return len(shapely.get_coordinates(geometry)) - 1

    box = (-9.0, -9.0, 9.0, 9.0)
    assert corners(ClearOf([Disc(0.0, 0.0, 0.5)], 0.25, "").forbidden(box)) == 64
    assert corners(CloserTo(Disc(0.0, 0.0, 0.5), 3.0, 0.25).allowed()) == 256
    assert corners(Ring(Disc(0.0, 0.0, 0.5), 3.0).allowed()) == 128
    assert corners(Ring(Disc(0.0, 0.0, 0.5), 3.0, 2.0).allowed()) == 2 * 128 + 1
    assert corners(ClearOfShape(SQUARE, 1.0, "", "").forbidden(box)) == 4 * 33
    assert corners(NearShape(SQUARE, 1.0, 0.5, "").allowed()) == 4 * 33
    assert corners(ClearOfBarricades(FENCE, 0.5).forbidden((0.0, 0.0, 20.0, 10.0))) == 4 * 17


def test_a_millionth_of_an_inch_is_the_last_that_is_forgiven() -> None:
    square = shapely.box(-1.0, -1.0, 3.0, 3.0)
    assert InsideShape(square, 1.0, "").allows(-CONTACT, 1.0)
    assert not InsideShape(square, 1.0, "").allows(-CONTACT * 1.001, 1.0)
    corner = shapely.box(-4.0, -4.0, 0.0, 0.0)
    assert NearShape(corner, 0.0, 0.0, "").allows(CONTACT, -1.0)
    assert not NearShape(corner, 0.0, 0.0, "").allows(CONTACT * 1.001, -1.0)
    assert ClearOfShape(corner, 1.0, "", "").allows(1.0 - CONTACT, -1.0)
    assert not ClearOfShape(corner, 1.0, "", "").allows(1.0 - CONTACT * 1.001, -1.0)
    assert Here(Disc(0.0, 0.0, 0.5)).allows(0.01, 0.0)
    assert not CloserTo(Disc(0.0, 0.0, 0.0), 1.0, 0.0).allows(1.0 - CONTACT, 0.0)
    assert CloserTo(Disc(0.0, 0.0, 0.0), 1.0, 0.0).allows(1.0 - CONTACT * 1.001, 0.0)

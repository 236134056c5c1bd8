"""Terrain laid elsewhere than on the map: the table it makes, where it lies, and what it needs (G-TBL-4, B-SETUP-3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.rulebook.laying import MOST_RULERS, Laid, LaidRulers, lying, why_not_free, why_off_the_table
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Battlefield
from game.table.terrain.rigid import centred
from tests.table.tables import wood

OWN, BESIDE = wood(2, 2, 6, 6, "own"), wood(0, 0, 4, 4, "beside")
RULER = Ruler(Battlefield(30, 20, (OWN,)), MeasuringPolicy())
RULERS = LaidRulers(RULER, {each.id: centred(each) for each in (OWN, BESIDE)})


def area(*laid: Laid, gone: tuple[str, ...] = ()) -> tuple[float, ...]:
    found: tuple[float, ...] = RULERS.on(laid, gone).battlefield.area().union.bounds
    return found


def test_pieces_are_laid_and_taken_away_without_changing_the_table_of_the_map() -> None:
    assert RULERS.on((), ()) is RULER
    assert area(Laid(BESIDE.id, 20.0, 10.0, 0)) == pytest.approx((2, 2, 22, 12))
    assert RULERS.on((Laid(BESIDE.id, 20.0, 10.0, 0),), (OWN.id,)).battlefield.area().union.bounds == pytest.approx(
        (18, 8, 22, 12)
    )
    assert area() == pytest.approx((2, 2, 6, 6))


def test_a_piece_of_the_map_that_is_laid_anew_leaves_its_old_place() -> None:
    assert area(Laid(OWN.id, 20.0, 10.0, 90)) == pytest.approx((18, 8, 22, 12))


def test_the_same_table_is_prepared_once() -> None:
    laid = (Laid(BESIDE.id, 20.0, 10.0, 45),)
    assert RULERS.on(laid, ()) is RULERS.on([*laid], [])
    assert RULERS.on(laid, ()).policy is RULER.policy


def test_a_piece_lies_where_it_was_laid_or_where_the_map_has_it() -> None:
    laid = (Laid(BESIDE.id, 20.0, 10.0, 45),)
    field = RULERS.on(laid, ()).battlefield
    assert lying(field, laid, BESIDE.id) == (20.0, 10.0, 45)
    assert lying(field, laid, OWN.id) == (4.0, 4.0, 0)
    assert lying(RULER.battlefield, (), BESIDE.id) is None


@pytest.mark.parametrize(
    ("x", "said"),
    [(12.0, []), (7.5, ["touches or overlaps own"]), (29.0, ["hangs over the edge of the table by 1.00″"])],
)
def test_a_piece_needs_room_of_its_own(x: float, said: list[str]) -> None:
    there = RULERS.on((Laid(BESIDE.id, x, 4.0, 0),), ()).battlefield.piece(BESIDE.id)
    assert [str(each.text) for each in why_not_free(RULER.battlefield, there, "B-SETUP-9")] == said


@pytest.mark.parametrize(
    ("x", "y", "over"), [(1.9, 4.0, 0.1), (4.0, 1.7, 0.3), (28.25, 4.0, 0.25), (4.0, 18.5, 0.5), (2.0, 18.0, None)]
)
def test_terrain_hangs_over_an_edge_by_what_is_beyond_it(x: float, y: float, over: float | None) -> None:
    there = RULERS.on((Laid(BESIDE.id, x, y, 0),), ()).battlefield.piece(BESIDE.id)
    refusals = why_off_the_table(RULER.battlefield, there, "B-1")
    assert [each.short_by for each in refusals] == ([] if over is None else [pytest.approx(over)])
    assert all((each.rule, each.cause) == ("B-1", "off the table") for each in refusals)


def test_terrain_that_touches_has_no_room_and_a_little_beside_it_has() -> None:
    for x, free in ((8.0, False), (8.001, True), (7.999, False)):
        there = RULERS.on((Laid(BESIDE.id, x, 4.0, 0),), ()).battlefield.piece(BESIDE.id)
        assert (why_not_free(RULER.battlefield, there, "B-1") == []) == free
    itself = RULER.battlefield.piece(OWN.id)
    assert why_not_free(RULER.battlefield, itself, "B-1") == []


def test_decoration_lies_nowhere_and_is_in_nobodys_way() -> None:
    field = Battlefield(30, 20, (replace(OWN, decoration=True),))
    assert lying(field, (), OWN.id) is None
    assert why_not_free(field, replace(BESIDE, id="other"), "B-1") == []


def test_only_so_many_tables_are_kept_prepared() -> None:
    rulers = LaidRulers(RULER, {BESIDE.id: centred(BESIDE)})
    first = rulers.on((Laid(BESIDE.id, 1.0, 10.0, 0),), ())
    for number in range(2, MOST_RULERS + 1):
        rulers.on((Laid(BESIDE.id, float(number), 10.0, 0),), ())
    assert rulers.on((Laid(BESIDE.id, 1.0, 10.0, 0),), ()) is first
    rulers.on((Laid(BESIDE.id, 99.0, 10.0, 0),), ())
    assert rulers.on((Laid(BESIDE.id, 1.0, 10.0, 0),), ()) is not first
    assert Laid("a", 1.0, 2.0, 3).clone().equals(Laid("a", 1.0, 2.0, 3))

"""Terrain laid elsewhere than on the map: the table it makes, where it lies, and what it needs (G-TBL-4, B-SETUP-3)."""

from __future__ import annotations

import pytest

from game.engine.rulebook.laying import Laid, LaidRulers, lying, why_not_free
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

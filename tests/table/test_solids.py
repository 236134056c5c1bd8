"""Conditions about shapes: clear of one, wholly inside one, near one."""

from __future__ import annotations

from random import Random

import pytest
import shapely

from game.table.placing.conditions import OnTable
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, InsideShape, NearShape
from game.table.terrain.battlefield import Battlefield

FIELD = Battlefield(20.0, 20.0)
BOX = shapely.box(4.0, 4.0, 8.0, 8.0)


def test_a_disc_keeps_clear_of_a_shape_and_may_touch_it() -> None:
    clear = ClearOfShape(BOX, 1.0, "the box", "in the box", "R-1")
    assert clear.allows(9.0, 6.0)
    assert not clear.allows(8.9999, 6.0)
    refusal = clear.why_not(6.0, 5.0)
    assert (refusal.rule, refusal.cause) == ("R-1", "in the box")
    assert refusal.text.startswith("overlaps the box by 2")
    assert ClearOfShape(shapely.Polygon(), 1.0, "", "").allows(0.0, 0.0)


def test_a_disc_lies_wholly_inside_a_shape() -> None:
    inside = InsideShape(BOX, 1.0, "the box", "R-2")
    assert inside.allows(5.0, 7.0)
    assert not inside.allows(4.99, 7.0)
    assert inside.why_not(3.0, 6.0).text.startswith("2.00″ outside the box")
    assert not InsideShape(BOX, 3.0, "the box").allows(6.0, 6.0)


def test_the_rim_of_a_disc_is_near_a_shape() -> None:
    near = NearShape(shapely.LineString([(0.0, 0.0), (20.0, 0.0)]), 0.001, 0.75, "the edge", "R-3")
    assert near.allows(10.0, 0.75)
    assert near.allows(10.0, 0.751)
    assert not near.allows(10.0, 0.7512)
    assert near.why_not(10.0, 2.75).text.startswith("2.00″ too far from the edge")


@pytest.mark.parametrize(
    "condition",
    [
        ClearOfShape(BOX, 0.6, "the box", "in the box"),
        InsideShape(BOX, 0.6, "the box"),
        NearShape(shapely.LineString([(0.0, 0.0), (20.0, 0.0)]), 0.001, 0.6, "the edge"),
        NearShape(BOX, 2.0, 0.6, "the box"),
    ],
    ids=["clear", "inside", "touching", "near"],
)
def test_regions_agree_with_their_verdicts(condition: ClearOfShape | InsideShape | NearShape) -> None:
    region = Region(0.6, (OnTable(FIELD, 0.6), condition))
    rng = Random(1)
    for _each in range(60):
        spot = region.sample(rng)
        assert spot is not None
        assert is_legal(region, spot)
    for _each in range(40):
        x, y = rng.uniform(0.6, 19.4), rng.uniform(0.6, 19.4)
        nearest = region.nearest((x, y))
        assert nearest is not None
        assert is_legal(region, nearest)
        assert is_legal(region, (x, y)) == condition.allows(round(x, 4), round(y, 4))

"""Where a base that is not round may stand in one facing: verdicts against dense rims, drawn areas, nearest spots."""

import math
from random import Random
from typing import Literal

import numpy as np
import pytest
import shapely

from game.table.facing import FULL_TURN
from game.table.footprints import Footprint, Oblong, clearance
from game.table.placing.condition import Condition
from game.table.placing.oblongs import OblongClearOf, OblongClearOfShape, OblongInside, OblongNear, OblongOnTable
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Battlefield
from tests.oracle import rims
from tests.table.test_footprints import row_of

FIELD = Battlefield(22.0, 16.0, ())
HUT = shapely.Polygon([(12, 3), (15, 4), (14, 7), (13, 5)])
ZONE = shapely.Polygon([(1, 1), (20, 1), (20, 15), (11, 14), (10, 10), (9, 15), (1, 15)])
OTHERS: tuple[Footprint, ...] = (
    Disc(6.0, 6.0, 0.7, "post"),
    Oblong(9.0, 8.0, 2.95, 1.65, "oval", 4100, "rider"),
    Oblong(16.0, 11.0, 2.0, 1.0, "rectangle", 9100, "cart"),
)


def conditions_of(base: Oblong) -> tuple[Condition, ...]:
    return (
        OblongOnTable(FIELD, base, "T-1"),
        OblongClearOf(OTHERS, base, "overlaps a base", "T-2"),
        OblongClearOfShape(HUT, base, "hut", "on terrain", "T-3"),
        OblongInside(ZONE, base, "zone", "T-4"),
        OblongNear(OTHERS, 2.5, base, "friends", "T-5"),
    )


def region_of(base: Oblong) -> Region:
    return Region(base.radius, conditions_of(base))


def dense_verdict(base: Oblong) -> bool:
    """Return whether a base may stand where it is, by points of its rim alone."""
    row, shares = row_of(base)[None], np.arange(360)[None, :] / 360
    rim = shapely.points(rims.rims(row, shares)[0])
    rows = np.array([row_of(other) for other in OTHERS])
    same = np.repeat(row, len(rows), axis=0)
    if rims.overlaps(same, rows, 360).any() or rims.distances(same, rows)[0].min() > 2.5:
        return False
    inside = shapely.contains(shapely.box(0, 0, 22, 16), rim).all() and shapely.contains(ZONE, rim).all()
    hut = shapely.points(shapely.get_coordinates(shapely.segmentize(HUT.exterior, 0.02)))
    spots = shapely.get_coordinates(hut)[None]
    return bool(inside and not shapely.contains(HUT, rim).any() and not rims.inside(row, spots).any())


@pytest.mark.parametrize("shape", ["oval", "rectangle"])
def test_verdicts_are_those_of_dense_rims(shape: Literal["oval", "rectangle"]) -> None:
    rng, legal = Random(7), 0
    for _number in range(60):
        base = Oblong(0, 0, 105 / 25.4, 70 / 25.4, shape, rng.randrange(FULL_TURN))
        x, y = round(rng.uniform(0, 22), 4), round(rng.uniform(0, 16), 4)
        verdict = is_legal(region_of(base), (x, y))
        assert verdict == dense_verdict(base.moved_to(x, y)), (base, x, y)
        legal += verdict
    assert legal >= 3


@pytest.mark.parametrize(("shape", "facing"), [("oval", 2500), ("rectangle", 13_000)])
def test_the_drawn_area_is_that_of_the_verdicts(shape: Literal["oval", "rectangle"], facing: int) -> None:
    region = region_of(Oblong(0, 0, 75 / 25.4, 42 / 25.4, shape, facing))
    assert region.geometry.area > 5.0
    for part in polygons_of(region.geometry):
        for ring in (part.exterior, *part.interiors):
            for share in np.linspace(0, 1, 16):
                spot = ring.interpolate(share, normalized=True)
                rim = spot.buffer(0.01, quad_segs=2)
                verdicts = {is_legal(region, (x, y)) for x, y in rim.exterior.coords}
                assert verdicts == {True, False}, (facing, spot)


def test_the_nearest_spot_is_legal_and_near() -> None:
    base = Oblong(0, 0, 105 / 25.4, 70 / 25.4, "oval", 3000)
    region = region_of(base)
    for x, y in ((6, 6), (9, 8), (0, 0), (13, 5)):
        spot = region.nearest((x, y))
        assert spot is not None
        assert is_legal(region, spot)
        drawn = region.geometry.distance(shapely.Point(x, y))
        assert math.dist(spot, (x, y)) == pytest.approx(drawn, abs=0.02)
    sample = region.sample(Random(3))
    assert sample is not None
    assert is_legal(region, sample)


def test_every_reason_says_how_much_is_missing() -> None:
    base = Oblong(0, 0, 4.0, 2.0, "oval")
    said = {refusal.rule: str(refusal) for refusal in region_of(base).why_not((1.5, 15.5))}
    assert set(said) == {"T-1", "T-4", "T-5"}
    assert "0.71" in said["T-1"]  # half an inch west, half an inch north
    assert {refusal.rule for refusal in region_of(base).why_not((9, 8))} == {"T-2"}
    assert {refusal.rule for refusal in region_of(base.turned_to(9000)).why_not((13.5, 4.5))} >= {"T-3"}
    [refusal] = Region(2.0, [OblongClearOf(OTHERS, base, "overlaps a base", "T-2")]).why_not((8.0, 6.0))
    assert refusal.short_by == pytest.approx(-max(clearance(base.moved_to(8, 6), other) for other in OTHERS[:1]))
    assert "post" in str(refusal)


def test_turning_a_base_frees_it() -> None:
    lane = OblongInside(shapely.box(0, 4, 20, 7), Oblong(0, 0, 5, 2.5), "lane")
    across = OblongInside(shapely.box(0, 4, 20, 7), Oblong(0, 0, 5, 2.5, facing=9000), "lane")
    assert lane.allows(10, 5.5)
    assert not across.allows(10, 5.5)
    assert across.short_by(10, 5.5) == pytest.approx(1.0)


def test_touching_is_allowed_and_a_level_apart_nothing_is_in_the_way() -> None:
    base = Oblong(0, 0, 4.0, 2.0, facing=9000)
    clear = OblongClearOf([Disc(10, 10, 1.0)], base, "overlaps a base")
    assert clear.allows(12, 10)
    assert not clear.allows(11.999, 10)
    assert OblongClearOf([Disc(10, 10, 1.0, level=1)], base, "overlaps a base").allows(10, 10)

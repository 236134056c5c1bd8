"""Sight between ovals, rectangles and discs past solids, against dense rows of lines from rim to rim."""

import math
from random import Random

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.facing import FULL_TURN
from game.table.footprints import Footprint, Oblong, clearance, overlaps
from game.table.shapes import Disc
from game.table.sight import oblongs
from game.table.sight.corridor import open_line as open_line_of_discs
from game.table.sight.lines import Ends
from game.table.sight.oblongs import open_line, sees
from game.table.sight.seen import DRAWN_WITHIN, seen_area
from game.table.sight.solids import Solid
from tests.oracle import rims
from tests.table.test_footprints import row_of

SHARES = np.arange(40)[None, :] / 40


def random_base(rng: Random, kind: str) -> Footprint:
    x, y, facing = round(rng.uniform(1, 13), 4), round(rng.uniform(1, 13), 4), rng.randrange(FULL_TURN)
    if kind == "disc":
        return Disc(x, y, rng.uniform(0.4, 1.2))
    return Oblong(x, y, rng.uniform(2, 4), rng.uniform(0.8, 2), "oval" if kind == "oval" else "rectangle", facing)


def random_solids(rng: Random) -> list[Solid]:
    solids = []
    for _number in range(rng.randint(4, 8)):
        x, y, turn = rng.uniform(2, 12), rng.uniform(2, 12), rng.uniform(0, math.tau)
        reach = [rng.uniform(0.5, 2.2) for _corner in range(rng.choice((3, 4, 5)))]
        turns = [turn + math.tau * at / len(reach) for at in range(len(reach))]
        solids.append(
            Solid(shapely.Polygon([(x + r * math.cos(t), y + r * math.sin(t)) for r, t in zip(reach, turns)]))
        )
    return solids


def dense_lines_open(one: Footprint, other: Footprint, solids: list[Solid]) -> bool:
    """Return whether any line between points of the two rims is clear of solids, apart from the bases themselves."""
    rows = [rims.rims(row_of(base)[None], SHARES)[0] for base in (one, other)]
    lines = shapely.linestrings(np.stack(np.broadcast_arrays(rows[0][:, None], rows[1][None, :]), axis=2))
    return bool((shapely.length(shapely.intersection(lines, ground(solids))) < 1e-9).any())


def ground(solids: list[Solid]) -> BaseGeometry:
    """Return what stops a line: the solids without their edges, along which a line may run."""
    return shapely.union_all([solid.geometry.buffer(-1e-6, join_style="mitre") for solid in solids])


@pytest.mark.parametrize(
    "kinds", [("oval", "oval"), ("oval", "disc"), ("rectangle", "oval"), ("rectangle", "rectangle")]
)
def test_a_line_is_open_where_dense_lines_are(kinds: tuple[str, str]) -> None:
    rng, seen, hidden, bent = Random(str(kinds)), 0, 0, 0
    for _number in range(40):
        one, other, solids = random_base(rng, kinds[0]), random_base(rng, kinds[1]), random_solids(rng)
        if overlaps(one, other, 0.0):
            continue
        line = open_line(one, other, solids)
        if line is None:
            hidden += 1
            assert not dense_lines_open(one, other, solids), (one, other)
            continue
        seen += 1
        bent += math.dist(*line) > clearance(one, other) + 1e-6
        for base, spot in ((one, line[0]), (other, line[1])):
            assert clearance(base, Disc(*spot, 0.0)) == pytest.approx(0.0, abs=1e-6), (one, other, spot)
        inside = shapely.length(shapely.intersection(shapely.LineString(line), ground(solids)))
        assert inside < 1e-6, (one, other, line)
    assert min(seen, hidden) >= 3
    assert bent >= 2


def test_discs_see_each_other_as_before() -> None:
    rng, verdicts = Random(5), []
    for _number in range(40):
        one, other, solids = random_base(rng, "disc"), random_base(rng, "disc"), random_solids(rng)
        if overlaps(one, other, 0.0):
            continue
        verdict = sees(one, other, solids)
        ends = Ends(one.x, one.y, one.radius, other.x, other.y, other.radius)
        assert verdict == (open_line_of_discs(ends, solids) is not None)
        verdicts.append(verdict)
    assert len(set(verdicts)) == 2


def test_a_turned_base_looks_past_a_wall() -> None:
    wall = [Solid(shapely.box(4.5, -3, 5.5, 3))]
    rider, post = Oblong(0, 0, 8.0, 2.0), Disc(10, 0, 0.5)
    assert not sees(rider, post, wall)
    assert sees(rider.turned_to(9000), Disc(10, 3, 0.5), wall)
    assert not sees(rider, Disc(10, 3, 0.5), [Solid(shapely.box(4.5, -3, 5.5, 6))])


def test_bases_that_touch_see_each_other_even_on_a_solid() -> None:
    assert sees(Oblong(0, 0, 4, 2), Disc(2.5, 0, 0.5), [Solid(shapely.box(-9, -9, 9, 9))])
    assert not sees(Oblong(0, 0, 4, 2), Disc(4.5, 0, 0.5), [Solid(shapely.box(-9, -9, 9, 9))])


def test_a_wall_across_both_flanks_stops_every_line_and_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    rider, target = Oblong(0, 0, 3.0, 2.0, "oval", 3000), Oblong(10, 0, 4.0, 3.0, "rectangle", 2000)
    monkeypatch.setattr(oblongs, "_critical", lambda *_given: pytest.fail("one wall stops all"))
    assert not sees(rider, target, [Solid(shapely.box(4.5, -3, 5.5, 3))])
    assert sees(rider, target, [Solid(shapely.box(4.5, -3, 5.5, 1.0))]), "a flank is open"


def test_walls_over_both_flanks_that_leave_a_gap_between_do_not_stop_every_line() -> None:
    small, large = Oblong(0, 0, 1.0, 1.0), Oblong(10, 0, 8.0, 2.0, "oval", 9000)
    post = Solid(shapely.box(2.0, -0.05, 2.1, 0.05))
    yard = shapely.box(-2.2, -1.4, 4.0, 1.4).difference(shapely.box(-2.0, -1.2, 4.0, 1.2))
    slit = shapely.box(4.0, -6.0, 4.2, 6.0).difference(shapely.box(3.9, 0.6, 4.3, 0.9))
    for solids in ([post, Solid(yard)], [post, Solid(slit)]):
        assert sees(small, large, solids)
        assert dense_lines_open(small, large, solids)
    assert not sees(small, large, [post, Solid(slit), Solid(shapely.box(5.0, -1.0, 5.2, 3.0))])


@pytest.mark.parametrize("kind", ["oval", "rectangle"])
def test_the_area_it_sees_holds_the_points_that_it_sees(kind: str) -> None:
    rng, told = Random(kind), {True: 0, False: 0}
    for _number in range(3):
        base, solids = random_base(rng, kind), random_solids(rng)
        area = seen_area(base, solids, None, (0.0, 0.0, 14.0, 14.0))
        for _point in range(60):
            point = shapely.Point(rng.uniform(0, 14), rng.uniform(0, 14))
            if area.boundary.distance(point) < DRAWN_WITHIN or any(each.geometry.covers(point) for each in solids):
                continue
            seen = sees(base, Disc(point.x, point.y, 0.0), solids)
            assert area.contains(point) == seen, (base, point)
            told[seen] += 1
    assert min(told.values()) > 10


def test_an_oval_sees_a_point_past_a_post() -> None:
    rider, post = Oblong(0, 0, 4.0, 1.0, "oval", 9000), [Solid(shapely.box(1.0, -1.0, 1.2, 1.0))]
    assert sees(rider, Disc(3.0, 0.0, 0.0), [Solid(shapely.box(1.0, -0.5, 1.2, 0.5))])
    assert not sees(rider, Disc(1.3, 0.0, 0.0), post)

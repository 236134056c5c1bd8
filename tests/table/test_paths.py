"""Ways as data, and the verdict on them: legs, prices, reasons with place and inches."""

import json
import math

import pytest
from shapely.geometry import Polygon, box

from game.table.lattice import Position
from game.table.path.judge import allows, check
from game.table.path.path import Path
from game.table.path.policy import End, Ground, PathPolicy, Stage, base, beyond, contact
from game.table.shapes import Disc

TABLE = (0.0, 0.0, 24.0, 24.0)
WALL = Ground("wall", box(9.0, 4.0, 10.0, 12.0), "R-1", solid=True)
MARSH = Ground("marsh", box(6.0, 4.0, 8.0, 12.0), "R-2", factor=2.0)
ROAD = Ground("road", box(6.0, 4.0, 8.0, 12.0), "R-3", once=-2.0, margin=0.001)
OTHER = Disc(8.0, 8.0, 0.5, "other")


def policy(*grounds: Ground, budget: float = 6.0, **more: object) -> PathPolicy:
    return PathPolicy(0.5, budget, TABLE, grounds).but(**more)


def causes(path: Path, under: PathPolicy) -> list[str]:
    found = [refusal.cause for refusal in check(path, under).refusals]
    assert allows(path, under) == (found == [])
    return found


def test_a_way_survives_json_exactly() -> None:
    path = Path.through([(3.0, 3.0), (5.12345, 3.0), (6.0, 4.0)], [0.0, math.pi / 2])
    stored = json.loads(json.dumps(path.stored()))
    assert stored == [[3.0, 3.0], [5.1234, 3.0], [6.0, 4.0, 1.5707963]]
    assert Path.through([each[:2] for each in stored], [0.0, math.pi / 2]) == path
    assert path.legs[1].inches == pytest.approx(path.legs[1].radius * math.pi / 2, abs=1e-6)
    assert path.at(path.inches) == (6.0, 4.0)


def test_an_arc_turns_about_its_centre() -> None:
    leg = Path.through([(3.0, 2.0), (2.0, 3.0)], [math.pi / 2]).legs[0]
    assert leg.centre == pytest.approx((2.0, 2.0), abs=1e-6)
    assert leg.at(leg.inches / 2) == pytest.approx((2.0 + math.sqrt(0.5), 2.0 + math.sqrt(0.5)), abs=1e-6)


def test_a_clear_way_costs_its_inches() -> None:
    receipt = check(Path.through([(3.0, 3.0), (7.0, 3.0), (7.0, 4.0)]), policy(WALL))
    assert receipt.is_legal
    assert (receipt.cost, receipt.inches, receipt.left) == pytest.approx((5.0, 5.0, 1.0))


def test_a_way_through_a_wall_is_refused_with_place_and_inches() -> None:
    (refusal,) = check(Path.through([(3.0, 8.0), (9.0, 8.0)]), policy(WALL)).refusals
    assert (refusal.cause, refusal.ground, refusal.rule) == ("in the way", "wall", "R-1")
    assert refusal.at == Position(8.5, 8.0)
    assert refusal.short_by == pytest.approx(0.5, abs=1e-3)


def test_touching_is_no_overlap_and_a_margin_forbids_it() -> None:
    path = Path.through([(3.0, 8.0), (7.0, 8.0)])
    assert causes(path, policy(base(OTHER))) == []
    assert causes(path, policy(base(OTHER, margin=0.001))) == ["in the way"]


def test_a_way_along_a_rim_is_clear_of_it() -> None:
    path = Path.through([(7.0, 8.0), (8.0, 9.0)], [-math.pi / 2])
    assert causes(path, policy(base(OTHER))) == []
    assert causes(Path.through([(7.0, 8.0), (8.0, 9.0)], [-math.pi / 2 + 0.01]), policy(base(OTHER))) == ["in the way"]


def test_a_way_off_the_table_is_refused_though_it_comes_back() -> None:
    path = Path.through([(3.0, 0.6), (4.0, 0.6)], [math.pi])
    (refusal,) = check(path, policy()).refusals
    assert refusal.cause == "off the table"
    assert refusal.short_by == pytest.approx(0.4, abs=1e-3)


def test_soft_ground_costs_double_while_any_part_of_the_base_is_in_it() -> None:
    receipt = check(Path.through([(3.0, 8.0), (7.0, 8.0)]), policy(MARSH))
    assert receipt.cost == pytest.approx(4.0 + 1.5)
    assert [(p.ground, p.rule, round(p.inches, 4)) for p in receipt.legs[0].prices] == [("marsh", "R-2", 1.5)]
    centre = Ground("marsh", MARSH.shape, factor=2.0, part="centre")
    assert check(Path.through([(3.0, 8.0), (7.0, 8.0)]), policy(centre)).cost == pytest.approx(5.0)


def test_of_two_soft_grounds_the_dearer_counts() -> None:
    mud = Ground("mud", box(6.0, 4.0, 7.0, 12.0), factor=3.0, part="centre")
    receipt = check(Path.through([(3.0, 8.0), (9.0, 8.0)]), policy(MARSH, mud))
    assert receipt.cost == pytest.approx(6.0 + 1.0 * 2 + 2.0 * 1)


def test_a_gain_is_had_once_and_by_touching() -> None:
    for end, cost in (((5.5, 8.0), 0.5), ((5.49, 8.0), 2.49), ((9.0, 8.0), 4.0)):
        assert check(Path.through([(3.0, 8.0), end]), policy(ROAD)).cost == pytest.approx(cost)
    twice = Path.through([(3.0, 8.0), (6.0, 8.0), (3.0, 8.0), (6.0, 8.0)])
    assert check(twice, policy(ROAD, budget=9.0)).cost == pytest.approx(7.0)


def test_grounds_of_one_name_are_gained_from_once() -> None:
    again = Ground("road", box(9.0, 4.0, 10.0, 12.0), "R-3", once=-2.0, margin=0.001)
    other = Ground("path", box(9.0, 4.0, 10.0, 12.0), "R-3", once=-2.0, margin=0.001)
    path = Path.through([(4.0, 8.0), (12.0, 8.0)])
    assert [check(path, policy(ROAD, each, budget=9.0)).cost for each in (again, other)] == pytest.approx([6.0, 4.0])


def test_coming_in_and_going_out_have_a_price_each_time() -> None:
    step = Ground("step", box(6.0, 4.0, 7.0, 12.0), enter=1.5, leave=0.5)
    assert check(Path.through([(3.0, 8.0), (6.0, 8.0)]), policy(step)).cost == pytest.approx(4.5)
    assert check(Path.through([(3.0, 8.0), (9.0, 8.0)]), policy(step, budget=9.0)).cost == pytest.approx(8.0)
    assert check(Path.through([(6.5, 8.0), (9.0, 8.0)]), policy(step)).cost == pytest.approx(3.0)


def test_a_ground_may_end_the_way_where_it_is_left() -> None:
    step = Ground("step", box(6.0, 4.0, 7.0, 12.0), stops=True)
    assert causes(Path.through([(3.0, 8.0), (7.5, 8.0)]), policy(step)) == []
    assert causes(Path.through([(3.0, 8.0), (8.0, 8.0)]), policy(step)) == ["wrong stop"]


def test_what_may_be_passed_may_not_be_stopped_on() -> None:
    friend = Ground("friend", OTHER, rest=False)
    assert causes(Path.through([(6.0, 8.0), (10.0, 8.0)]), policy(friend)) == []
    assert causes(Path.through([(6.0, 8.0), (8.5, 8.0)]), policy(friend)) == ["must go on"]


def test_too_long() -> None:
    path = Path.through([(3.0, 3.0), (7.0, 3.0)])
    receipt = check(path, policy(budget=3.5))
    assert [r.cause for r in receipt.refusals] == ["too far"]
    assert receipt.refusals[0].short_by == pytest.approx(0.5)


def test_a_straight_stage_may_not_bend() -> None:
    straight = policy(stages=(Stage("straight"),))
    assert causes(Path.through([(3.0, 3.0), (5.0, 3.0005), (7.0, 3.0)]), straight) == []
    assert causes(Path.through([(3.0, 3.0), (5.0, 3.002), (7.0, 3.0)]), straight) == ["not straight"]
    assert causes(Path.through([(3.0, 3.0), (5.0, 3.0), (4.0, 3.0)]), straight) == ["not straight"]


def test_toward_and_away_are_on_the_line_of_centres() -> None:
    toward = policy(stages=(Stage("toward", of=(OTHER,)),))
    away = policy(stages=(Stage("away", of=(OTHER,)),))
    assert causes(Path.through([(4.0, 4.0), (5.0, 5.0)]), toward) == []
    assert causes(Path.through([(4.0, 4.0), (5.0, 5.01)]), toward) == ["wrong direction"]
    assert causes(Path.through([(4.0, 4.0), (3.0, 3.0)]), toward) == ["wrong direction"]
    assert causes(Path.through([(4.0, 4.0), (3.0, 3.0)]), away) == []


def test_never_nearer_holds_at_every_moment() -> None:
    kept = policy(stages=(Stage("not nearer", of=(OTHER,)),))
    assert causes(Path.through([(6.0, 8.0), (6.0, 9.0)]), kept) == []
    assert causes(Path.through([(6.0, 8.0), (7.0, 9.0)]), kept) == ["wrong direction"]
    assert causes(Path.through([(6.0, 8.0), (8.0, 10.0)], [-math.pi / 2]), kept) == []
    closer = policy(stages=(Stage("not farther", of=(OTHER,)),))
    assert causes(Path.through([(6.0, 8.0), (8.0, 10.0)], [-math.pi / 2]), closer) == []
    assert causes(Path.through([(6.0, 8.0), (6.0, 8.1)]), closer) == ["wrong direction"]


ZONE = Ground("zone", Disc(8.0, 8.0, 1.5), margin=0.001)
BENT = (
    Stage("straight", until="touch", names=("zone", "other"), may_end=False),
    Stage("toward", of=(OTHER,)),
)


def test_a_run_with_one_bend_at_a_rim() -> None:
    bent = policy(base(OTHER), ZONE, stages=BENT, ends=(contact(OTHER),))
    touch = (8.0, 10.0012)
    assert causes(Path.through([(6.0, 12.0), touch, (8.0, 9.0)]), bent) == []
    inside = Path.through([(6.0, 12.0), (8.0, 9.5), (8.0, 9.0)])
    assert causes(inside, bent) == ["wrong stop"]
    early = Path.through([(6.0, 12.0), (8.0, 10.2), (8.0, 9.0)])
    assert "not straight" in causes(early, bent)
    aside = Path.through([(6.0, 12.0), touch, (8.3, 8.9540)])
    assert "wrong direction" in causes(aside, bent)
    assert causes(Path.through([(6.0, 12.0), touch]), bent) == ["wrong end point"]
    assert "wrong stop" in causes(Path.through([(6.0, 12.0), (7.0, 11.0)]), bent)


def test_leaving_ends_a_stage_at_the_first_clear_place() -> None:
    out = policy(ZONE, base(OTHER), stages=(Stage("away", of=(OTHER,), until="leave", names=("zone",)),))
    assert causes(Path.through([(6.9, 8.0), (5.999, 8.0)]), out) == []
    assert causes(Path.through([(6.9, 8.0), (5.5, 8.0)]), out) == ["wrong stop"]
    free_after = out.but(stages=(*out.stages, Stage()))
    assert causes(Path.through([(6.9, 8.0), (5.5, 8.0), (5.5, 9.0)]), free_after) == []
    assert causes(Path.through([(6.9, 8.0), (6.9, 9.0)]), free_after) == ["wrong direction"]


def test_sliding_stays_in_contact() -> None:
    slide = policy(base(OTHER), stages=(Stage("along", of=(OTHER,)),))
    assert causes(Path.through([(6.9995, 8.0), (8.0, 9.0005)], [-math.pi / 2]), slide) == []
    assert causes(Path.through([(6.9995, 8.0), (7.0, 9.0)]), slide) == ["wrong direction"]


def test_an_end_that_may_be_no_farther_from_some_base() -> None:
    kept = policy(ends=(End((OTHER, Disc(20.0, 8.0, 0.5)), most=1.0),))
    assert causes(Path.through([(6.0, 8.0), (6.0, 9.0)]), kept) == ["wrong end point"]
    assert causes(Path.through([(6.0, 8.0), (7.0, 9.0)]), kept) == []


def test_staying_on_a_ground() -> None:
    lane = Polygon([(1.0, 1.0), (23.0, 1.0), (23.0, 3.0), (1.0, 3.0)])
    bank = Ground("off the lane", box(8.0, 2.9, 8.2, 3.0), solid=True)  # of the same name: both hold
    kept = policy(*(Ground("off the lane", part, solid=True) for part in beyond(lane, TABLE)), bank, budget=8.0)
    assert causes(Path.through([(3.0, 2.0), (9.0, 2.0)]), kept) == []
    assert causes(Path.through([(3.0, 2.0), (7.0, 2.6)]), kept) == ["in the way"]


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ((), "at least one stage"),
        ((Stage(until="leave", names=("fog",)),), "no such ground"),
        ((Stage(until="touch"),), "names no ground"),
        ((Stage("toward"),), "nothing that it refers to"),
    ],
)
def test_stages_that_make_no_sense_are_refused(stages: tuple[Stage, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        policy(stages=stages)

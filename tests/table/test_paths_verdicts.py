"""Every reason against a way, to the inch: its cause, rule and place, and what is in the way; and its price."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon, box

from game.table.lattice import Position, position
from game.table.path.finders import rims_of
from game.table.path.free_paths import FreeFinder
from game.table.path.judge import EPSILON, Obstacle, allows, certain_refusals, check, end_refusals, is_in
from game.table.path.path import Leg, Path
from game.table.path.policy import CONTACT, TOUCHING, End, Ground, PathPolicy, Stage, base, beyond, contact
from game.table.path.region import PathRegion
from game.table.path.simpler_policies import path_to_goal
from game.table.path.tight import Source
from game.table.placing.places import is_legal
from game.table.shapes import Disc

TABLE = 0.0, 0.0, 12.0, 10.0
POST = Disc(6.0, 5.0, 0.5, "post")
PLAIN = PathPolicy(0.5, 6.0, TABLE, rule="A-1")


def refusals(path: Path, policy: PathPolicy) -> list[tuple[str, str, Position, float | None, str]]:
    """What is against a way; and `allows` says the same in short."""
    receipt = check(path, policy)
    assert allows(path, policy) == receipt.is_legal == (not receipt.refusals)
    return [_told(each) for each in receipt.refusals]


def _told(each: Obstacle) -> tuple[str, str, Position, float | None, str]:
    short = None if each.short_by is None else round(each.short_by, 4)
    return each.cause, each.rule, each.at, short, each.ground


def through(*points: tuple[float, float], turns: Sequence[float] = ()) -> Path:
    return Path.through(points, turns)


def test_too_long_to_the_last_bit() -> None:
    path = through((1.0, 1.0), (4.0, 5.0))
    assert refusals(path, PLAIN.but(budget=5.0)) == []
    assert refusals(path, PLAIN.but(budget=5.0 - EPSILON / 2)) == []
    assert refusals(path, PLAIN.but(budget=4.75)) == [("too far", "A-1", (4.0, 5.0), 0.25, "")]
    assert refusals(path, PLAIN.but(budget=5.0 - 2 * EPSILON))[0][0] == "too far"
    receipt = check(path, PLAIN)
    assert (receipt.inches, receipt.cost, receipt.left) == (5.0, 5.0, 1.0)
    assert [(leg.inches, leg.cost, leg.stage, leg.prices) for leg in receipt.legs] == [(5.0, 5.0, 0, ())]


def test_in_the_way_is_told_where_it_is_met_first_and_how_deep() -> None:
    policy = PLAIN.but(grounds=(base(POST, "B-1"),))
    [(cause, rule, at, short, ground)] = refusals(through((3.0, 5.0), (9.0, 5.0)), policy)
    assert (cause, rule, short, ground) == ("in the way", "B-1", 1.0, "post")
    assert at == pytest.approx((5.0, 5.0), abs=2e-4)
    assert refusals(through((3.0, 6.0), (9.0, 6.0)), policy) == []
    assert refusals(through((3.0, 5.75), (9.0, 5.75)), policy)[0][3] == pytest.approx(0.25)
    inside = refusals(through((6.0, 5.5), (6.0, 7.0)), policy)
    assert inside == [("in the way", "B-1", (6.0, 5.5), 0.5, "post")]
    bent = refusals(through((3.0, 3.0), (3.0, 5.0), (5.5, 5.0)), policy)
    assert bent == [("in the way", "B-1", (5.0, 5.0), 0.5, "post")]
    assert refusals(Path(position(6.0, 5.25)), policy) == [("in the way", "B-1", (6.0, 5.25), 0.75, "post")]
    wall = Ground("wall", box(5.0, 4.0, 7.0, 6.0), "B-2", solid=True, margin=0.25)
    assert refusals(through((3.0, 3.5), (9.0, 3.5)), PLAIN.but(grounds=(wall,))) == [
        ("in the way", "B-2", (4.4410, 3.5), 0.25, "wall")
    ]


def test_off_the_table_is_told_at_the_first_corner_that_is_and_by_how_much() -> None:
    assert refusals(through((1.0, 1.0), (0.25, 1.0), (1.0, 2.0)), PLAIN) == [
        ("off the table", "A-1", (0.25, 1.0), 0.25, "")
    ]
    for spot in ((0.25, 5.0), (11.75, 5.0), (5.0, 0.25), (5.0, 9.75)):
        assert refusals(Path(position(*spot)), PLAIN) == [("off the table", "A-1", spot, 0.25, "")]
        assert [(each.cause, each.short_by) for each in end_refusals(PLAIN, *spot)] == [("off the table", 0.25)]
    for spot in ((0.5, 5.0), (11.5, 5.0), (5.0, 0.5), (5.0, 9.5)):
        assert refusals(Path(position(*spot)), PLAIN) == [("off", "", spot, None, "")][1:]
        assert [*end_refusals(PLAIN, *spot)] == []
    # The bow of an arc leaves the table, though both of its ends are on it.
    bow = through((4.0, 0.75), (5.0, 0.75), turns=[math.pi])
    assert refusals(bow, PLAIN) == [("off the table", "A-1", (4.5, 0.25), 0.25, "")]
    assert refusals(through((4.0, 0.75), (5.0, 0.75), turns=[-math.pi]), PLAIN) == []
    left = through((0.75, 5.0), (0.75, 4.0), turns=[math.pi])
    assert refusals(left, PLAIN) == [("off the table", "A-1", (0.25, 4.5), 0.25, "")]
    assert refusals(through((11.25, 4.0), (11.25, 5.0), turns=[math.pi]), PLAIN)[0][2] == (11.75, 4.5)
    assert refusals(through((5.0, 9.25), (4.0, 9.25), turns=[math.pi]), PLAIN)[0][2] == (4.5, 9.75)


def test_ground_that_ends_a_way_is_passed_by_no_more_than_contact() -> None:
    leave = Ground("leave", box(5.0, 0.0, 6.0, 10.0), "C-2", stops=True)
    assert refusals(through((3.0, 5.0), (6.5, 5.0)), PLAIN.but(grounds=(leave,))) == []
    assert refusals(through((3.0, 5.0), (7.0, 5.0)), PLAIN.but(grounds=(leave,))) == [
        ("wrong stop", "C-2", (6.5, 5.0), 0.5, "leave")
    ]
    assert refusals(through((5.5, 5.0), (7.0, 5.0)), PLAIN.but(grounds=(leave,)))[0][3] == 0.5


def test_directions_that_are_not_kept_to_are_told_with_their_inches() -> None:
    def staged(*stages: Stage) -> PathPolicy:
        return PLAIN.but(grounds=(base(POST),), stages=stages)

    bent = through((2.0, 5.0), (3.0, 5.5), (4.0, 5.0))
    assert refusals(bent, staged(Stage("straight", rule="D-1"))) == [("not straight", "D-1", (2.0, 5.0), 0.5, "")]
    assert refusals(through((2.0, 5.0), (4.0, 5.0)), staged(Stage("toward", (POST,), rule="D-2"))) == []
    assert refusals(through((2.0, 5.0), (2.0, 6.0)), staged(Stage("toward", (POST,), rule="D-2"))) == [
        ("wrong direction", "D-2", (2.0, 5.0), 1.0, "")
    ]
    assert refusals(through((4.0, 5.0), (3.0, 5.0), (3.25, 5.0)), staged(Stage("away", (POST,), rule="D-3"))) == [
        ("wrong direction", "D-3", (3.0, 5.0), 0.25, "")
    ]
    assert refusals(through((2.0, 5.0), (3.5, 5.0)), staged(Stage("not nearer", (POST,), rule="D-4"))) == [
        ("wrong direction", "D-4", (2.0, 5.0), 1.5, "")
    ]


def test_a_stage_that_goes_on_too_far_or_ends_too_soon() -> None:
    zone = Ground("zone", Disc(8.0, 5.0, 1.0), margin=0.001)
    touch = Stage("straight", until="touch", names=("zone",), may_end=False, rule="E-1")
    policy = PLAIN.but(grounds=(zone,), stages=(touch, Stage("free")))
    assert refusals(through((4.0, 5.0), (6.4995, 5.0)), policy) == []
    assert refusals(through((4.0, 5.0), (6.4995, 5.0), (6.4995, 7.0)), policy) == []
    assert refusals(through((4.0, 5.0), (5.0, 5.0)), policy) == [("wrong stop", "A-1", (5.0, 5.0), None, "")]
    [(cause, rule, at, short, ground)] = refusals(through((4.0, 5.0), (7.0, 5.0)), policy)
    assert (cause, rule, ground) == ("wrong stop", "E-1", "zone")
    assert at == pytest.approx((6.5, 5.0), abs=2e-3)
    assert short == pytest.approx(0.5, abs=2e-3)
    away = Stage("away", (Disc(3.0, 5.0, 0.25),), until="leave", names=("zone",), may_end=False, rule="E-2")
    out = PLAIN.but(grounds=(zone,), stages=(away, Stage("straight", rule="E-3")))
    assert refusals(through((8.0, 5.0), (9.5015, 5.0), (9.5015, 6.0)), out) == []
    [(cause, rule, at, short, ground)] = refusals(through((8.0, 5.0), (10.0, 5.0)), out)
    assert (cause, rule, ground) == ("wrong stop", "E-2", "")
    assert at == pytest.approx((9.501, 5.0), abs=1e-3)
    assert short == pytest.approx(0.499, abs=1e-3)
    assert refusals(through((8.0, 5.0), (9.0, 5.0)), out)[-1][0] == "wrong stop"


def test_ends_that_are_wrong_are_told_by_how_much() -> None:
    bog = Ground("bog", box(5.0, 4.0, 7.0, 6.0), "F-1", rest=False, rest_rule="F-2")
    path = through((3.0, 5.0), (4.75, 5.0))
    assert refusals(path, PLAIN.but(grounds=(bog,))) == [("must go on", "F-2", (4.75, 5.0), 0.25, "bog")]
    assert [(r.cause, r.rule, r.short_by) for r in end_refusals(PLAIN.but(grounds=(bog,)), 4.75, 5.0)] == [
        ("in the way", "F-2", 0.25)
    ]
    plain = Ground("bog", box(5.0, 4.0, 7.0, 6.0), "F-1", rest=False)
    assert refusals(path, PLAIN.but(grounds=(plain,)))[0][1] == "F-1"
    end = End((POST, Disc(9.0, 9.0, 0.5)), 1.0, 0.5, "F-3", "a foe")
    policy = PLAIN.but(ends=(end,))
    assert refusals(through((3.0, 5.0), (4.0, 5.0)), policy) == []
    assert refusals(through((3.0, 5.0), (3.5, 5.0)), policy) == [("wrong end point", "F-3", (3.5, 5.0), 0.5, "")]
    assert refusals(through((3.0, 5.0), (4.75, 5.0)), policy) == [("wrong end point", "F-3", (4.75, 5.0), 0.25, "")]
    assert [r.text for r in end_refusals(policy, 3.5, 5.0)] == ["0.50″ too far from a foe"]
    assert [r.text for r in end_refusals(policy, 4.75, 5.0)] == ["0.25″ from where it must end"]
    assert [
        (r.cause, r.short_by) for r in certain_refusals(policy.but(budget=0.25), position(3.0, 5.0), position(4.0, 5.0))
    ] == [("too far", 0.75)]
    assert certain_refusals(policy.but(budget=1.0), position(3.0, 5.0), position(4.0, 5.0)) == []


def test_what_grounds_ask_for_is_listed_leg_by_leg_and_once() -> None:
    marsh = Ground("marsh", box(4.0, 4.0, 6.0, 6.0), "G-1", factor=2.0)
    mire = Ground("mire", box(5.0, 4.0, 7.0, 6.0), "G-2", factor=3.0)
    toll = Ground("toll", box(8.0, 4.0, 8.5, 6.0), "G-3", once=0.75, enter=0.5, leave=0.25)
    again = Ground("toll", box(8.0, 8.0, 8.5, 9.0), "G-4", once=9.0)
    policy = PLAIN.but(budget=20.0, grounds=(marsh, mire, toll, again))
    receipt = check(through((2.0, 5.0), (3.0, 5.0), (10.0, 5.0)), policy)
    assert receipt.legs[0].prices == ()
    prices = [(p.ground, round(p.inches, 4), round(p.cost, 4), p.rule) for p in receipt.legs[1].prices]
    assert prices == [("marsh", 1.0, 1.0, "G-1"), ("mire", 3.0, 6.0, "G-2")]
    assert [(p.ground, p.inches, p.cost, p.rule) for p in receipt.once] == [
        ("toll", 0.0, 0.75, "G-3"),
        ("toll", 0.0, 0.5, "G-3"),
        ("toll", 0.0, 0.25, "G-3"),
    ]
    assert receipt.cost == pytest.approx(8.0 + 7.0 + 1.5, abs=1e-4)
    assert receipt.left == pytest.approx(3.5, abs=1e-4)
    back = check(through((9.5, 5.0), (7.0, 5.0), (9.5, 5.0)), policy)
    assert [p.cost for p in back.once] == [0.75, 1.0, 0.5]
    out = check(through((8.25, 5.0), (9.5, 5.0)), policy)
    assert [p.cost for p in out.once] == [0.75, 0.25]
    into = check(through((9.5, 5.0), (8.25, 5.0)), policy)
    assert [p.cost for p in into.once] == [0.75, 0.5]
    stays = check(Path(position(8.25, 5.0)), policy)
    assert [p.cost for p in stays.once] == [0.75]
    both = check(through((8.25, 6.25), (8.25, 7.75)), policy)
    assert [p.cost for p in both.once if p.cost > 0.6] == [0.75]
    corner = check(through((7.0, 5.0), (8.25, 5.0), (9.5, 5.0)), policy)
    assert [p.cost for p in corner.once] == [0.75, 0.5, 0.25]  # a corner within it is no second time


def test_a_base_is_in_a_ground_by_more_than_rounding() -> None:
    ground = Ground("it", Disc(6.0, 5.0, 1.0), margin=0.25)
    assert not is_in(ground, PLAIN, position(4.25, 5.0))
    assert is_in(ground, PLAIN, position(4.2501, 5.0))
    centre = Ground("it", box(5.0, 4.0, 7.0, 6.0), part="centre")
    assert is_in(centre, PLAIN, position(5.0001, 5.0))
    assert not is_in(centre, PLAIN, position(5.0, 5.0))
    assert is_in(Ground("it", Disc(6.0, 5.0, 1.0), part="centre"), PLAIN, position(5.5, 5.0))
    assert not is_in(Ground("it", Disc(6.0, 5.0, 1.0), part="centre"), PLAIN, position(5.0, 5.0))


def test_policies_that_make_no_sense_and_what_a_policy_says_of_itself() -> None:
    assert PLAIN.goes_straight
    assert not PLAIN.only_straight
    assert PLAIN.but(stages=(Stage("straight"),)).only_straight
    assert not PLAIN.but(stages=(Stage("straight", (POST,)),)).goes_straight
    assert not PLAIN.but(stages=(Stage(), Stage())).goes_straight
    zone = Ground("zone", Disc(6.0, 5.0, 2.0))
    assert not PLAIN.but(grounds=(zone,), stages=(Stage(until="touch", names=("zone",)),)).goes_straight
    assert not PLAIN.demands_end
    assert PLAIN.but(ends=(End((POST,), 1.0),)).demands_end
    assert PLAIN.but(grounds=(Ground("bog", box(1, 1, 2, 2), rest=False),)).demands_end
    goal = PLAIN.but(ends=(End((POST,)), End((POST, POST), 1.0), End((POST,), 1.0))).goal
    assert goal == Disc(6.0, 5.0, 2.02)
    assert PLAIN.to_disc(POST).goal == pytest.approx((6.0, 5.0, 0.52), abs=1e-9) or PLAIN.to_disc(POST).goal is not None
    assert PLAIN.but(ends=(End((Disc(6.0, 5.0, 0.25),), -2.0),)).goal == Disc(6.0, 5.0, 0.02)
    end = contact(POST, rule="A-2")
    assert (end.most, end.least, end.rule, end.shapes) == (CONTACT, -TOUCHING, "A-2", (POST,))
    [outside] = beyond(box(2.0, 2.0, 10.0, 8.0), TABLE)
    assert outside.bounds == (-1.0, -1.0, 13.0, 11.0)
    assert outside.area == 14.0 * 12.0 - 48.0
    with pytest.raises(ValueError, match="at least 1"):
        Ground("it", POST, factor=0.99)
    assert Ground("it", Polygon([(1, 1), (5, 1), (5, 4)])).disc == Disc(3.0, 2.5, 2.5)
    assert Ground("it", POST).disc is POST


def test_lines_on_which_ways_end_lie_in_the_middle_of_their_band() -> None:
    shape = box(5.0, 4.0, 7.0, 6.0)
    for most, least, middle in (
        (1.0, 0.5, 0.75),
        (CONTACT, -TOUCHING, CONTACT / 2),
        (0.0, -1.0, 0.0),
        (0.25, 0.25, 0.25),
    ):
        ring, outline = rims_of(PLAIN, End((POST, shape), most, least))
        assert [math.dist(spot, POST[:2]) for spot in ring.tolist()] == pytest.approx([1.0 + middle] * len(ring))
        assert outline[:, 0].max() == pytest.approx(7.0 + 0.5 + middle)
        assert outline[:, 1].min() == pytest.approx(4.0 - 0.5 - middle)
        for line in (ring, outline):
            assert max(math.dist(a, b) for a, b in zip(line.tolist(), line.tolist()[1:], strict=False)) <= 0.0201
    [dot] = rims_of(PathPolicy(0.0, 1.0, TABLE), End((Disc(5.0, 5.0, 0.0),), 0.02, 0.0))
    assert len(dot) == 16


def test_where_a_base_is_on_its_way_and_how_its_way_is_drawn() -> None:
    path = through((1.0, 1.0), (3.0, 1.0), (3.0, 2.0), (3.0, 4.0), turns=[0.0, math.pi, 0.0])
    assert path.at(-1.0) == (1.0, 1.0)
    assert path.at(0.0) == (1.0, 1.0)
    assert path.at(2.0) == (3.0, 1.0)
    assert path.at(2.0 + math.pi / 4) == pytest.approx((3.5, 1.5))
    assert path.at(99.0) == (3.0, 4.0)
    assert Path(position(1.0, 1.0)).at(5.0) == (1.0, 1.0)
    for sagitta in (0.25, 0.05, 0.005, 9.0):
        line = path.outline(sagitta)
        assert line[0] == (1.0, 1.0)
        assert line[-1] == (3.0, 4.0)
        arc = line[1:-1]
        chords = len(arc) - 1
        widest = 2 * math.acos(max(1.0 - sagitta / 0.5, 0.0))
        assert chords == max(1, math.ceil(path.legs[1].turn / widest))
        assert [math.dist(spot, (3.0, 1.5)) for spot in arc] == pytest.approx([0.5] * len(arc))
    leg = Leg(position(3.0, 1.0), position(3.0, 2.0), -math.pi / 2)
    assert leg.radius == pytest.approx(math.sqrt(0.5))
    assert leg.inches == pytest.approx(math.sqrt(0.5) * math.pi / 2)
    assert leg.centre == pytest.approx((3.5, 1.5))
    assert leg.at(leg.inches / 2) == pytest.approx((3.5 - math.sqrt(0.5), 1.5))


def test_the_best_way_of_a_search_is_sure_but_for_the_last_of_the_budget() -> None:
    finder = FreeFinder(PLAIN.but(budget=3.0, grounds=(base(POST),)), (3.0, 5.0), [Source((3.0, 5.0))], frozenset())
    for far, found in ((2.99, (True, 1)), (2.9986, (False, 1)), (3.0, (False, 1)), (3.001, (False, 1))):
        paths = [*finder.paths(3.0, 5.0 + far)]
        assert [(path.sure, len(path.path.legs)) for path in paths] == [found]
        assert paths[0].cost == pytest.approx(far)
        assert paths[0].path == through((3.0, 5.0), (3.0, 5.0 + far))
    assert [*finder.paths(3.0, 5.0 + 3.002)] == []
    marsh = Ground("marsh", box(1.0, 6.0, 2.0, 7.0), factor=2.0)
    soft = FreeFinder(PLAIN.but(budget=3.0, grounds=(marsh,)), (3.0, 5.0), [Source((3.0, 5.0))], frozenset())
    for far, count in ((2.0, 2), (2.95, 2), (3.001, 1), (3.002, 0)):
        found_ = [*soft.paths(3.0 + far, 5.0)]
        assert [path.path for path in found_] == [through((3.0, 5.0), (3.0 + far, 5.0))] * count
        assert [path.sure for path in found_] == [far < 2.9, False][:count]


def test_whether_a_disc_can_be_come_to_turns_on_its_inches() -> None:
    start = position(2.0, 5.0)
    for budget, verdict in ((2.73, False), (2.77, True)):
        policy = PathPolicy(0.5, budget, TABLE, (base(POST),), ends=(End((POST,), 0.25),))
        assert (path_to_goal(start, [policy]) != "no") is verdict
    step = Ground("step", box(3.0, 0.0, 3.5, 10.0), enter=1.0, leave=0.5)
    for budget, verdict in ((4.23, False), (4.27, True)):
        policy = PathPolicy(0.5, budget, TABLE, (base(POST), step), ends=(End((POST,), 0.25),))
        assert (path_to_goal(start, [policy]) != "no") is verdict
    for wall, verdict in ((box(3.5, 0.0, 4.0, 10.0), False), (box(3.5, 4.0, 4.0, 6.0), True)):
        policy = PathPolicy(0.5, 5.0, TABLE, (base(POST), Ground("w", wall, solid=True)), ends=(End((POST,), 0.25),))
        assert (path_to_goal(start, [policy]) != "no") is verdict
        assert path_to_goal(start, [policy.but(budget=2.9)]) == "no"


@pytest.mark.parametrize("shape", [Disc(6.0, 5.0, 1.5), box(4.5, 3.5, 7.5, 6.5)], ids=["disc", "polygon"])
@pytest.mark.parametrize("solid", [False, True], ids=["to be left", "solid"])
def test_no_path_ends_with_its_centre_in_ground_without_a_margin(shape: Disc | Polygon, solid: bool) -> None:
    ground = Ground("bog", shape, solid=solid, part="centre", rest=False)
    region = PathRegion((2.0, 5.0), PLAIN.but(grounds=(ground,), budget=12.0))
    area = shapely.Point(6.0, 5.0).buffer(1.5, quad_segs=256) if isinstance(shape, Disc) else shape
    for x in np.linspace(2.0, 10.0, 17).tolist():
        for y in np.linspace(2.0, 8.0, 13).tolist():
            spot = shapely.Point(x + 0.01, y + 0.01)
            inside = area.contains(spot)
            assert is_legal(region, (spot.x, spot.y)) is not inside, spot
            assert (region.find((spot.x, spot.y)) is None) is inside, spot
            assert bool([*end_refusals(PLAIN.but(grounds=(ground,)), spot.x, spot.y)]) is inside, spot

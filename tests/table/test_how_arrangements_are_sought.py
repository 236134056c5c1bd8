"""How far a search for an arrangement goes, and in which order: what it tries, how often, and when it stops."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.layout import completing, moving, setting_up
from game.table.layout.completing import Builder, UnitSearch, complete
from game.table.layout.effort import MOST, Effort, EffortSpent
from game.table.layout.judging_moves import MoveJudge
from game.table.layout.moving import FreeEnds, Room, UnitMove, move_near, quick_move
from game.table.layout.policy import Coherency, Demand, Layout, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import MemberStep
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.path.policy import Ground, PathPolicy, Stage
from game.table.path.region import PathRegion
from game.table.placing.clearances import OnTable
from game.table.placing.places import ExactSpots, Spot, is_legal
from game.table.placing.ranges import OutsideRange
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.terrain.area import Floats
from game.table.terrain.battlefield import Battlefield
from tests.table.marches import March

FIELD = Battlefield(30.0, 22.0)
SPOTS = (5.0, 5.0), (6.25, 5.0), (7.5, 5.0)


class Closed(ExactSpots):
    """Where a base may go that may go nowhere, though it is drawn; it counts how often it is asked."""

    geometry: BaseGeometry = shapely.box(0.0, 0.0, 30.0, 22.0)

    def __init__(self) -> None:
        self.asked: list[Position] = []

    def _allows(self, x: float, y: float) -> bool:
        self.asked.append(Position(x, y))
        return False

    def why_not(self, where: Spot) -> list[Refusal]:
        return []

    def nearest(self, where: Spot) -> Position | None:
        return None

    def sample(self, rng: Random) -> Position | None:
        return None


def members(*spots: tuple[float, float]) -> tuple[Member, ...]:
    ends = Region(0.5, (OnTable(FIELD, 0.5, "A-1"),))
    return tuple(Member(f"m{at}", Disc(*spot, 0.5, f"M{at}"), ends) for at, spot in enumerate(spots))


def layout(*spots: tuple[float, float]) -> dict[str, Position]:
    return {f"m{at}": Position(*spot) for at, spot in enumerate(spots)}


def policy(*spots: tuple[float, float], links: int = 1) -> LayoutPolicy:
    return LayoutPolicy(members(*spots), Coherency(0.5, links, "A-COH-2"))


def march(*spots: tuple[float, float], move: float = 6.0, **more: Any) -> UnitMove:
    return March(tuple(position(*spot) for spot in spots), (0.5,) * len(spots), move=move, **more).unit()


class Record(list[Any]):
    """Notes what a function is called with, and answers for it."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer

    def __call__(self, *arguments: Any, **_more: Any) -> Any:
        self.append(arguments)
        return self.answer


def test_a_search_builds_as_many_arrangements_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    built = Record()
    monkeypatch.setattr(Builder, "build", lambda _self, attempt: built(attempt))
    monkeypatch.setattr(completing, "shifted_block", Record())
    monkeypatch.setattr(completing, "allows", Record(False))
    apart = policy((5.0, 5.0), (15.0, 5.0))
    assert complete(apart, layout((5.0, 5.0), (15.0, 5.0)), attempts=3) is None
    assert built == [(0,), (1,), (2,)]
    built.clear()
    assert complete(apart, layout((5.0, 5.0), (15.0, 5.0))) is None
    assert len(built) == 60
    built.clear()
    assert complete(apart, layout((5.0, 5.0), (15.0, 5.0)), attempts=0) is None
    assert built == []


def test_a_search_looks_for_as_many_spots_as_its_attempts_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Record()

    class Empty(Builder):
        def __init__(self, unit: UnitSearch, spots: int) -> None:
            super().__init__(unit, 0)
            given(spots)

    monkeypatch.setattr(completing, "Builder", Empty)
    monkeypatch.setattr(completing, "shifted_block", Record())
    monkeypatch.setattr(completing, "allows", Record(False))
    assert complete(policy(*SPOTS), layout(*SPOTS), attempts=7) is None
    assert given == [(21,)]


def test_a_search_goes_on_while_it_may_look_for_one_more_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    for left, attempts in ((1, 7), (0, 0)):
        built = Record()

        class Tired(Builder):
            def __init__(self, unit: UnitSearch, _spots: int, left: int = left) -> None:
                super().__init__(unit, left)

        monkeypatch.setattr(Tired, "build", lambda _self, attempt, built=built: built(attempt))
        monkeypatch.setattr(completing, "Builder", Tired)
        monkeypatch.setattr(completing, "shifted_block", Record())
        monkeypatch.setattr(completing, "allows", Record(False))
        assert complete(policy(*SPOTS), layout(*SPOTS), attempts=7) is None
        assert len(built) == attempts


def test_members_are_drawn_closer_the_farthest_first_by_ever_smaller_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[Layout]()

    def never(_policy: LayoutPolicy, layout: Layout) -> bool:
        tried.append(layout)
        return False

    monkeypatch.setattr(completing, "holds_together", never)
    now, wanted = layout(*SPOTS), layout((5.0, 6.0), (6.25, 9.0), (7.5, 5.0))
    assert completing._drawn_closer(UnitSearch(policy(*SPOTS), wanted, [], Effort()), now, wanted, []) == now
    assert [round(each["m1"].y - 5.0, 4) for each in tried[:6]] == [4.0, 3.2, 2.4, 1.8, 1.2, 0.6]
    assert [round(each["m0"].y - 5.0, 4) for each in tried[6:]] == [1.0, 0.8, 0.6, 0.45, 0.3, 0.15]


def test_a_member_is_put_where_the_best_eight_of_its_spots_are_judged() -> None:
    closed = Closed()
    some = (*members(*SPOTS[:2]), Member("m2", Disc(7.5, 5.0, 0.5), closed))
    case = UnitSearch(LayoutPolicy(some, Coherency(0.5, 1)), layout(*SPOTS), ["m0", "m1"], Effort())
    builder = Builder(case, 5)
    assert builder._spot_beside(2, case.wanted, [0, 1], Random(0), 0) is None
    assert len(closed.asked) == 8
    assert closed.asked[0] == (7.5, 5.0)
    assert (builder.spots, case.effort.steps) == (4, 1)
    builder.spots = 0
    assert builder._spot_beside(2, case.wanted, [0, 1], Random(0), 0) is None
    assert case.effort.steps == 1
    builder.spots = 1
    builder._spot_beside(2, case.wanted, [0, 1], Random(0), 0)
    assert case.effort.steps == 2


def test_first_members_are_tried_each_near_where_it_is_wanted_then_anywhere() -> None:
    case = UnitSearch(policy(*SPOTS), layout(*SPOTS), [], Effort())
    firsts = Builder(case, 5)._firsts
    assert [number for number, _spot in firsts[:3]] == [1, 0, 2]  # the one in the middle first
    assert [spot for _number, spot in firsts[:3]] == [(6.25, 5.0), (5.0, 5.0), (7.5, 5.0)]
    assert len(firsts) == 3 * (1 + 12)
    each = [spot for number, spot in firsts[3:] if number == 0]
    assert [math.dist(spot, SPOTS[0]) for spot in each] == sorted(math.dist(spot, SPOTS[0]) for spot in each)
    assert len(each) == 12


def test_first_members_meet_a_demand_if_there_is_one() -> None:
    near = Ring(Disc(10.0, 5.0, 0.5, "foe"), 1.5)
    some = LayoutPolicy(members(*SPOTS), Coherency(0.5, 1), (Demand({"m0": near, "m2": near}),))
    firsts = Builder(UnitSearch(some, layout(*SPOTS), [], Effort()), 5)._firsts
    assert {number for number, _spot in firsts} == {0, 2}
    assert firsts[0] == (2, (8.5, 5.0))
    assert all(near.allows(*spot) for _number, spot in firsts)
    far = [math.dist(spot, SPOTS[number]) for number, spot in firsts]
    assert far == sorted(far)


def test_those_who_lack_links_are_moved_at_most_twice_each_among_four_spots(monkeypatch: pytest.MonkeyPatch) -> None:
    case = UnitSearch(
        policy((5.0, 5.0), (6.25, 5.0), (15.0, 5.0)), layout((5.0, 5.0), (6.25, 5.0), (15.0, 5.0)), [], Effort()
    )
    assert len([*completing._spots_to_try(case, 2, case.wanted, None)]) == 4
    better = Record((2, Position(15.0, 5.0), 5))
    monkeypatch.setattr(completing, "_move_that_helps", better)
    completing.with_links_repaired(case, case.wanted)
    assert len(better) == 6


def test_six_shifts_that_look_legal_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = Record(False)
    monkeypatch.setattr(completing, "allows", judged)
    assert completing.shifted_block(policy(*SPOTS), layout(*SPOTS)) is None
    assert len(judged) == 6
    assert judged[0][1] == layout(*SPOTS)


def test_a_block_at_random_is_thrown_24_times_before_anything_is_drawn_and_24_times_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = Record(False)
    monkeypatch.setattr(setting_up, "allows", judged)
    monkeypatch.setattr(setting_up, "complete", Record())
    case = SetUp(policy(*SPOTS))
    assert case._block_somewhere(Random(0)) is None
    assert len(judged) == 24
    assert len([*case._random_spots(Random(0))]) == 24
    blocks = Record(layout((-5.0, 0.0), (0.0, 0.0), (0.0, 0.0)))
    monkeypatch.setattr(case, "_block", blocks)
    judged.clear()
    assert case._random_arrangement(Random(0)) is None
    assert len(blocks) == 25
    assert blocks[0][0] == (0.0, 0.0)
    assert judged == []  # one of them is not where it is drawn
    blocks.answer = layout(*SPOTS)
    assert case._random_arrangement(Random(0)) is None
    assert len(judged) == 24


def test_a_move_is_sought_as_wanted_then_straight_then_nearer_then_by_any_way(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts, tried = list[tuple[int, bool]](), list[tuple[Layout, bool]]()

    def layouts(
        _judge: MoveJudge, wanted: Layout, _fixed: object, count: int, _effort: Effort, *, search: bool
    ) -> list[Layout]:
        attempts.append((count, search))
        return [{**wanted, "m0": Position(0.0, float(count))}] if wanted["m0"].x < 20.0 else []

    def settled(_judge: MoveJudge, layout: Layout, *, search: bool = True) -> None:
        tried.append((layout, search))

    monkeypatch.setattr(moving, "_layouts", layouts)
    monkeypatch.setattr(moving, "direct_move", settled)
    stays = Record()
    unit, effort = march((10.0, 10.0), coherent=False), Effort()
    monkeypatch.setattr(unit, "find", stays)
    assert move_near(unit, layout((14.0, 10.0)), (), effort) is None
    assert attempts == [(24, False), (12, True), (24, False), (24, False)]
    x = [(round(layout["m0"].x, 4), search) for layout, search in tried]
    nearer = [(round(10.0 + share * 4.0, 4), False) for share in (0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1)]
    assert x[:2] == [(14.0, True), (0.0, False)]
    assert x[2:9] == nearer
    assert x[9:11] == [(0.0, True), (0.0, True)]
    assert x[11:14] == [(14.0, True), (12.6, True), (11.4, True)]
    assert x[14:] == [(0.0, True), (0.0, True)]
    assert stays == [((),)]
    assert effort.steps == 5 * 4
    attempts.clear()
    tried.clear()
    move_near(unit, layout((14.0, 10.0)), ["m0"], effort)
    assert attempts == [(24, False), (12, True)]
    assert len(tried) == 1 + 1 + 2
    assert len(stays) == 1
    attempts.clear()
    quick_move(unit, layout((14.0, 10.0)))
    assert attempts == [(2, False)]


def test_a_quick_search_has_600_steps_and_a_long_one_4000(monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[int]()

    def straight_move(_judge: MoveJudge, _wanted: Layout, _attempts: int, effort: Effort) -> None:
        given.append(effort.most)
        raise EffortSpent

    monkeypatch.setattr(moving, "direct_move", Record())
    monkeypatch.setattr(moving, "straight_move", straight_move)
    assert quick_move(march((10.0, 10.0)), layout((12.0, 10.0))) is None
    assert given == [600]
    assert MOST == 4000


def test_where_nothing_is_found_a_unit_looks_about_where_it_stands_with_as_much_effort_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[tuple[Layout, int]]()

    def near(_judge: MoveJudge, wanted: Layout, _fixed: object, effort: Effort) -> None:
        asked.append((wanted, effort.most))
        effort.spend(100)

    monkeypatch.setattr(moving, "move_near", near)
    strayed = Record()
    monkeypatch.setattr(moving, "random_move", strayed)
    unit = march((10.0, 10.0))
    assert unit.nearest(layout((12.0, 10.0))) is None
    assert asked == [(layout((12.0, 10.0)), MOST), (layout((10.0, 10.0)), 100 + MOST)]
    assert len(strayed) == 1
    asked.clear()
    assert unit.nearest(layout((10.0, 10.0))) is None  # there it was looked for already
    assert unit.nearest(layout((12.0, 10.0)), ["m0"]) is None
    assert len(asked) == 2
    assert len(strayed) == 2


def test_where_the_effort_is_spent_they_stay_unless_some_are_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_arguments: object) -> None:
        raise EffortSpent

    monkeypatch.setattr(moving, "move_near", spent)
    monkeypatch.setattr(moving, "random_move", spent)
    unit = march((10.0, 10.0))
    assert unit.nearest(layout((12.0, 10.0))) == ()
    assert unit.nearest(layout((12.0, 10.0)), ["m0"]) is None
    assert unit.sample(Random(0)) == ()


def test_sixteen_verdicts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = march((10.0, 10.0), move=1.0)
    judged = Record()
    monkeypatch.setattr(unit, "_search", judged)
    steps = [[MemberStep("m0", Position(10.0, 12.0 + at))] for at in range(17)]
    for asked in [*steps[:16], *steps[:16]]:
        assert unit.find(asked) is None
    assert len(judged) == 16
    unit.find(steps[16])
    unit.find(steps[1])
    assert len(judged) == 17
    unit.find(steps[0])
    assert len(judged) == 18
    unit._cache.clear()
    unit.find(steps[0])
    assert len(judged) == 19


def test_a_unit_at_random_is_led_by_the_six_nearest_members_and_tried_four_shifts_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foe = Disc(15.0, 10.0, 0.5, "foe")
    unit = march(*((10.0, 10.0 + 1.25 * at) for at in range(9)), move=15.0, foe=foe)
    shifts = moving._shifts_to_demands(unit, Random(1))
    assert len(shifts) == 12 + 24
    ends = sorted({round(10.0 + 1.25 * at + dy - foe.y, 1) for at in range(6) for _dx, dy in shifts[:12]})
    assert ends
    runs = list[int]()

    def none_open(asked: list[object]) -> Floats:
        runs.append(len(asked))
        return np.zeros(len(asked), dtype=bool)

    monkeypatch.setattr(moving, "are_surely_legal", none_open)
    assert moving.block_move(unit, shifts[:10]) is None
    assert runs == [4 * 9, 4 * 9, 2 * 9]


def test_a_unit_that_need_not_move_tries_shifts_then_stays_and_one_that_must_goes_as_far_as_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks, attempts = list[list[float]](), list[int]()

    def block(_judge: MoveJudge, shifts: list[tuple[float, float]]) -> None:
        blocks.append([round(math.hypot(*each), 2) for each in shifts])

    def sought(_judge: MoveJudge, _wanted: Layout, count: int, _effort: Effort) -> None:
        attempts.append(count)

    monkeypatch.setattr(moving, "block_move", block)
    monkeypatch.setattr(moving, "straight_move", sought)
    near = Record()
    monkeypatch.setattr(moving, "move_near", near)
    unit = march((10.0, 10.0), move=6.0)
    stays = Record()
    monkeypatch.setattr(unit, "find", stays)
    assert moving.random_move(unit, Random(0)) is None
    assert [len(each) for each in blocks] == [4 * 6, 3 * 6]
    longest = blocks[0][0]
    assert blocks[0][::6] == pytest.approx([longest, 0.6 * longest, 0.3 * longest, 0.1 * longest], abs=0.02)
    assert blocks[1][::6] == [6.0, 4.5, 3.0]
    assert attempts == [0, 4]
    assert len(near) == len(stays) == 1
    attempts.clear()
    foe = Disc(15.0, 10.0, 0.5, "foe")
    must = march((10.0, 10.0), move=6.0, foe=foe)
    monkeypatch.setattr(must, "find", stays)
    assert moving.random_move(must, Random(0)) is None
    assert attempts == [4]
    assert len(near) == len(stays) == 1
    assert moving.random_move(march((10.0, 10.0), move=1.0, foe=foe), Random(0)) is None
    assert attempts == [4]


def test_a_unit_at_random_keeps_out_of_a_range_of_which_only_what_is_forbidden_is_drawn() -> None:
    """Where it may go is not drawn then: it goes anywhere until one of it is out."""
    threat = OutsideRange(Ruler(FIELD, MeasuringPolicy()), Disc(10.0, 10.0, 0.5), 3.0, 0.5)
    assert threat.allowed() is None
    spots = (10.0, 12.5), (11.25, 12.5)
    demand = Demand({"m0": threat, "m1": threat})
    near = LayoutPolicy(tuple(march(*spots).members), Coherency(0.5, 1), (demand,))
    unit = UnitMove(near, layout(*spots))
    assert unit.find(()) is None
    for seed in range(6):
        moved = moving.random_move(unit, Random(seed))
        assert moved is not None
        assert unit.find(moved) is not None
        assert any(threat.allows(*step.at) for step in moved)


def test_a_spot_on_the_outline_is_set_back_by_a_hair_then_by_more(monkeypatch: pytest.MonkeyPatch) -> None:
    start = position(6.0, 6.0)
    region = PathRegion(start, PathPolicy(0.5, 4.0, (0.0, 0.0, 30.0, 22.0)))
    ends = FreeEnds(region, Room([region]), Effort(), search=True)
    asked = list[float]()
    monkeypatch.setattr(ends, "_allows", lambda x, _y: asked.append(round(x, 4)))
    assert ends.nearest((20.0, 6.0)) is None
    assert asked == [20.0, 10.0, pytest.approx(9.998, abs=2e-4), pytest.approx(9.98, abs=2e-4)]


def test_a_verdict_by_ways_costs_four_steps_and_a_straight_one_none() -> None:
    region = PathRegion(position(6.0, 6.0), PathPolicy(0.5, 4.0, (0.0, 0.0, 30.0, 22.0)))
    effort = Effort()
    assert is_legal(FreeEnds(region, Room([region]), effort, search=True), (8.0, 6.0))
    assert effort.steps == 4
    straight = FreeEnds(region, Room([region]), effort, search=False)
    assert [is_legal(straight, (x, 6.0)) for x in (9.99, 10.01)] == [True, False]
    assert effort.steps == 4


def test_room_is_drawn_within_budget_and_table_and_clear_of_solids() -> None:
    wall = Ground("wall", shapely.box(8.0, 3.0, 8.5, 9.0), solid=True)
    bog = Ground("bog", shapely.box(4.0, 8.0, 6.0, 9.0), rest=False)
    table = PathPolicy(0.5, 4.0, (0.0, 0.0, 30.0, 9.75))
    region = PathRegion(position(6.0, 6.0), table)
    free = Room([region]).free(region, straight=False)
    assert free.bounds == pytest.approx((2.0, 2.0, 10.0, 9.25))
    far = PathRegion(position(6.0, 6.0), table.but(budget=40.0))
    assert Room([far]).free(far, straight=False).bounds == pytest.approx((0.5, 0.5, 29.5, 9.25))
    walled = PathRegion(position(6.0, 6.0), table.but(grounds=(wall,)))
    drawn = Room([walled]).free(walled, straight=False)
    assert [bool(shapely.contains_xy(drawn, x, 6.0)) for x in (7.49, 7.51, 8.25, 8.99, 9.01)] == [
        True,
        False,
        False,
        False,
        True,
    ]
    behind = Room([walled]).free(walled, straight=True)
    assert [bool(shapely.contains_xy(behind, x, 6.0)) for x in (7.4, 7.51, 9.01)] == [True, False, False]
    boggy = PathRegion(position(6.0, 6.0), table.but(grounds=(bog,)))
    for straight in (True, False):
        ground = Room([boggy]).free(boggy, straight=straight)
        assert [bool(shapely.contains_xy(ground, 5.0, y)) for y in (7.4, 8.5)] == [True, False]
    room = Room([walled, PathRegion(position(12.0, 5.0), table)])
    assert room._box == (2.0, 1.0, 16.0, 10.0)


def test_a_unit_that_must_go_towards_a_foe_is_moved_as_a_block_where_a_check_allows_it() -> None:
    """Of such paths nothing is certain before they are judged."""
    foe = Disc(20.0, 10.0, 0.5, "foe")
    table = PathPolicy(0.5, 6.0, (0.0, 0.0, 30.0, 22.0), stages=(Stage("toward", of=(foe,), rule="W-3"),))
    ends = PathRegion(position(10.0, 10.0), table)
    unit = UnitMove(LayoutPolicy((Member("m0", Disc(10.0, 10.0, 0.5, "M0"), ends),)), layout((10.0, 10.0)))
    assert moving.block_move(unit, [(-2.0, 0.0), (2.0, 0.0)]) == (MemberStep("m0", Position(12.0, 10.0)),)
    assert moving.block_move(unit, [(-2.0, 0.0)]) is None

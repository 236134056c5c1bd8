"""What arrangements are made of, piece by piece: slots, links, orders, shifts, rays, steps of a search."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from random import Random

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.refusal import Refusal
from game.table.lattice import Position, position
from game.table.layout.completing import (
    Builder,
    Slots,
    UnitSearch,
    _all_shifts,
    _are_beside,
    _drawn_closer,
    _moves_to_try,
    _spread,
    shifted_block,
    with_links_repaired,
)
from game.table.layout.effort import MOST, Effort, EffortSpent
from game.table.layout.judge import (
    Flags,
    are_linked,
    are_one_group,
    gaps_between,
    groups_of,
    holds_together,
    judge,
    links_wanted,
)
from game.table.layout.judging_moves import OVERLAP, OwnPaths, Passing, _without_empty_legs, in_passing_order, step_of
from game.table.layout.moving import (
    UnitMove,
    _mean_shift,
    _moved_part_of_the_way,
    _random_shifts,
    _shifted,
    _shifts_to_demands,
    _within_budgets,
    front_first,
    quick_move,
    straight_reach,
    without_crossings,
)
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import MemberStep, ends_of, name_refusals, present_spots, steps_of, straight_steps
from game.table.path.policy import Ground, PathPolicy, base
from game.table.placing.clearances import CONTACT, OnTable
from game.table.placing.places import ExactSpots, Spot
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tests.table.marches import March, ranks

FIELD = Battlefield(30.0, 22.0)


class Anywhere(ExactSpots):
    """Where a base may go that may go anywhere, without any box."""

    geometry: BaseGeometry = shapely.box(0.0, 0.0, 30.0, 22.0)

    def _allows(self, x: float, y: float) -> bool:
        return True

    def why_not(self, where: Spot) -> list[Refusal]:
        return []

    def nearest(self, where: Spot) -> Position | None:
        return position(*where)

    def sample(self, rng: Random) -> Position | None:
        return Position(1.0, 1.0)


def members(*spots: tuple[float, float], radius: float = 0.5) -> tuple[Member, ...]:
    """Bases that may be anywhere on the table."""
    ends = Region(radius, (OnTable(FIELD, radius, "A-1"),))
    return tuple(Member(f"m{at}", Disc(*spot, radius, f"M{at}"), ends) for at, spot in enumerate(spots))


def layout(*spots: tuple[float, float]) -> dict[str, Position]:
    return {f"m{at}": Position(*spot) for at, spot in enumerate(spots)}


def unit(
    links: int, *spots: tuple[float, float], demands: Sequence[Demand] = (), fixed: Collection[str] = ()
) -> UnitSearch:
    policy = LayoutPolicy(members(*spots), Coherency(0.5, links, "A-COH-2"), tuple(demands), "A-GEO-9")
    return UnitSearch(policy, layout(*spots), fixed, Effort())


# --- links ---


def test_gaps_run_from_rim_to_rim_and_a_link_may_be_as_long_as_it_may() -> None:
    gaps = gaps_between(np.array([(0.0, 0.0), (3.0, 4.0), (0.0, 2.0)]), np.array([0.5, 1.5, 0.25]))
    assert gaps.tolist() == [
        [math.inf, 3.0, 1.25],
        [3.0, math.inf, pytest.approx(math.sqrt(13) - 1.75)],
        [1.25, pytest.approx(math.sqrt(13) - 1.75), math.inf],
    ]
    assert are_linked(gaps, 1.25).tolist() == [[False, False, True], [False, False, False], [True, False, False]]
    assert are_linked(gaps, 1.2499).sum() == 0
    assert [links_wanted(2, count) for count in (1, 2, 3, 9)] == [0, 1, 2, 2]
    assert Coherency(0.5, 1, tolerance=0.25).most == 0.75


def test_the_largest_group_is_the_first_and_of_equal_ones_that_of_the_first_member() -> None:
    def chained(*groups: Sequence[int]) -> Flags:
        linked = np.zeros((7, 7), dtype=bool)
        for group in groups:
            for one, other in pairwise(group):
                linked[one, other] = linked[other, one] = True
        return linked

    assert groups_of(chained((0, 1), (2, 6, 3, 5))).tolist() == [1, 1, 0, 0, 2, 0, 0]
    assert groups_of(chained((0, 4, 2), (1, 3, 5))).tolist() == [0, 1, 0, 1, 0, 1, 2]
    assert are_one_group(chained((6, 0, 5, 1, 4, 2, 3)))
    assert not are_one_group(chained((6, 0, 5, 1, 4, 2)))
    assert are_one_group(np.zeros((1, 1), dtype=bool))


# --- slots ---


def test_spots_beside_a_base_lie_all_round_it_at_three_gaps() -> None:
    slots = Slots(np.array([0.5, 0.75]), 0.5, 0.501)
    found, links = slots.beside(1, np.array([(4.0, 3.0), (0.0, 0.0)]), [0], np.array((4.0, 5.0)))
    assert found.shape == (54, 2)  # the wanted spot is too far away
    assert links.tolist() == [1] * 54
    far = np.hypot(*(found - (4.0, 3.0)).T)
    assert [round(float(each), 6) for each in far[::18]] == [1.2502, 1.5, 1.7498]
    turns = np.degrees(np.arctan2(*(found[:18] - (4.0, 3.0)).T[::-1])) % 360
    assert turns.round(3).tolist() == [20.0 * at for at in range(18)]
    slots.vary(0.25, 0.2)
    found, _links = slots.beside(1, np.array([(4.0, 3.0), (0.0, 0.0)]), [0], np.array((4.0, 4.3)))
    assert found[0].tolist() == [4.0, 4.3]  # the wanted spot is linked and comes first
    assert len(found) == 55
    far = np.hypot(*(found[1:] - (4.0, 3.0)).T)
    assert [round(float(each), 6) for each in far[::18]] == [1.2502, 1.35, 1.7498]
    assert math.degrees(math.atan2(found[1][1] - 3.0, found[1][0] - 4.0)) == pytest.approx(5.0)


def test_bases_that_need_no_links_are_put_at_most_an_inch_apart() -> None:
    slots = Slots(np.array([0.5, 0.5]), math.inf, math.inf)
    found, links = slots.beside(1, np.array([(4.0, 3.0), (0.0, 0.0)]), [0], np.array((20.0, 3.0)))
    assert found[0].tolist() == [20.0, 3.0]
    assert set(links.tolist()) == {1}
    far = np.hypot(*(found[1:] - (4.0, 3.0)).T)
    assert [round(float(each), 6) for each in far[::18]] == [1.0002, 1.5, 1.9998]


def test_a_spot_between_two_bases_keeps_its_gap_to_each_on_either_side() -> None:
    slots = Slots(np.array([0.5, 0.5, 0.5]), 0.5, 0.501)
    found = slots._between(np.array([(0.0, 0.0), (2.0, 0.0)]), np.array([0.5, 0.5]), 2)
    aside = [math.sqrt((1.0 + gap) ** 2 - 1.0) for gap in (2e-4, 0.25, 0.4998)]
    assert found.round(6).tolist() == [[1.0, pytest.approx(round(side * y, 6))] for y in aside for side in (1, -1)]
    uneven = slots._between(np.array([(0.0, 0.0), (0.0, 2.0)]), np.array([0.5, 1.0]), 2)
    for spot, gap in zip(uneven.tolist(), (2e-4, 2e-4, 0.25, 0.25, 0.4998, 0.4998)):
        assert math.dist(spot, (0.0, 0.0)) == pytest.approx(1.0 + gap)
        assert math.dist(spot, (0.0, 2.0)) == pytest.approx(1.5 + gap)
    assert len(slots._between(np.array([(0.0, 0.0)]), np.array([0.5]), 2)) == 0
    assert len(slots._between(np.array([(0.0, 0.0), (2.9996, 0.0)]), np.array([0.5, 0.5]), 2)) == 0
    assert len(slots._between(np.array([(0.0, 0.0), (2.9995, 0.0)]), np.array([0.5, 0.5]), 2)) == 2
    inside = slots._between(np.array([(0.0, 0.0), (0.25, 0.0)]), np.array([2.0, 0.5]), 2)
    assert len(inside) == 0  # within the larger one no spot keeps its gap to both


def test_where_two_bases_leave_just_the_room_for_a_third_it_has_one_spot() -> None:
    slots = Slots(np.array([0.5, 0.5, 0.5]), 0.5, 0.501)
    slots.vary(0.0, 0.0)
    found = slots._between(np.array([(0.0, 0.0), (2.0, 0.0)]), np.array([0.5, 0.5]), 2)
    assert found[2:4].tolist() == [[1.0, 0.0], [1.0, -0.0]]


def test_a_spot_may_overlap_a_base_by_a_millionth_of_an_inch() -> None:
    slots = Slots(np.full(2, CONTACT), 0.5, 0.501)
    there = np.zeros((1, 2))
    for inches, fits in ((CONTACT, True), (CONTACT * 0.999, False)):
        found, _links = slots._fitting(np.array([(inches, 0.0)]), there, slots.radii[:1], 1)
        assert len(found) == fits


def test_a_spot_is_linked_to_all_bases_at_most_a_link_away() -> None:
    slots = Slots(np.array([0.5, 0.5, 1.5, 0.5]), 0.5, 0.5)
    there = np.array([(0.0, 0.0), (3.0, 0.0), (1.5, 3.5)])
    found, links = slots._fitting(np.array([(1.5, 1.0), (1.5, 0.0), (9.0, 9.0), (4.5, 0.0)]), there, slots.radii[:3], 3)
    assert found.tolist() == [[1.5, 1.0], [1.5, 0.0], [4.5, 0.0]]
    assert links.tolist() == [1, 2, 1]


# --- verdicts ---


def test_a_geo_9_members_may_overlap_by_a_millionth_of_an_inch() -> None:
    for diameter, holds in ((CONTACT, True), (CONTACT * 1.001, False)):
        policy = LayoutPolicy(members((1.0, 1.0), (1.0, 1.0), radius=diameter / 2))
        assert holds_together(policy, layout((1.0, 1.0), (1.0, 1.0))) is holds
        assert judge(policy, layout((1.0, 1.0), (1.0, 1.0))).is_legal is holds


def test_two_who_are_apart_are_both_named_and_one_alone_never_is() -> None:
    spots = (5.0, 5.0), (7.0, 5.0)
    found = judge(LayoutPolicy(members(*spots), Coherency(0.5, 1, "A-COH-2")), layout(*spots))
    assert {name: [each.text for each in refusals] for name, refusals in found.refusals.items()} == {
        "m0": ["only 0 models of its unit are within 0.5″; it needs 1 (0.50″ too far)"],
        "m1": ["0.50″ too far from the rest of its unit"],
    }
    assert judge(LayoutPolicy(members(spots[0]), Coherency(0.5, 1, "A-COH-2")), layout(spots[0])).is_legal


def test_each_reason_says_how_many_inches_are_missing() -> None:
    spots = (5.0, 5.0), (6.25, 5.0), (7.0, 5.0), (12.0, 5.0), (13.25, 5.0), (7.0, 6.5)
    policy = LayoutPolicy(members(*spots), Coherency(0.5, 2, "A-COH-2"), (), "A-GEO-9")
    found = judge(policy, layout(*spots))
    assert {name: [each.text for each in refusals] for name, refusals in found.refusals.items()} == {
        "m0": ["only 1 model of its unit is within 0.5″; it needs 2 (0.50″ too far)"],
        "m1": ["overlaps M2 by 0.25″"],
        "m2": ["overlaps M1 by 0.25″"],
        "m3": ["3.50″ too far from the rest of its unit"],
        "m4": ["4.75″ too far from the rest of its unit"],
        "m5": ["only 1 model of its unit is within 0.5″; it needs 2 (0.18″ too far)"],  # sqrt(0.75² + 1.5²) - 1.5
    }
    assert [each.rule for each in found.refusals["m1"]] == ["A-GEO-9"]
    assert found.links == [("m0", "m1"), ("m1", "m2"), ("m2", "m5"), ("m3", "m4")]
    assert not found.is_legal
    assert found.refusals["m3"][0].short_by == 3.5


def test_who_overlaps_two_names_both_and_the_deeper() -> None:
    spots = (5.0, 5.0), (5.75, 5.0), (6.25, 5.0)
    found = judge(LayoutPolicy(members(*spots), None, (), "A-GEO-9"), layout(*spots))
    assert found.refusals["m1"][0].text == "overlaps M0, M2 by 0.50″"
    assert found.refusals["m1"][0].short_by == 0.5
    assert [each.text for each in found.refusals["m0"]] == ["overlaps M1 by 0.25″"]
    assert found.links == []


def test_of_those_who_miss_a_demand_the_one_who_misses_by_least_is_named() -> None:
    foe = Disc(10.0, 5.0, 0.5, "foe")
    demand = Demand({"m0": Ring(foe, 1.5), "m1": Ring(foe, 1.5), "gone": Ring(foe, 9.0)})
    spots = (5.0, 5.0), (6.5, 5.0)
    found = judge(LayoutPolicy(members(*spots), None, (demand,)), layout(*spots))
    assert [each.text for each in found.whole] == ["2.00″ too far from foe"]
    nobody = judge(LayoutPolicy(members(*spots), None, (Demand({}),)), layout(*spots))
    assert [each.text for each in nobody.whole] == ["none of these models can do what one of them must"]
    met = LayoutPolicy(members(*spots), None, (demand,))
    assert judge(met, layout((5.0, 5.0), (8.5, 5.0))).is_legal
    against = LayoutPolicy(members(*spots), None, (), "", lambda _layout: [Refusal("not so")])
    assert [each.text for each in judge(against, layout(*spots)).whole] == ["not so"]
    assert not holds_together(against, layout(*spots))


def test_names_are_of_the_unit_and_told_once() -> None:
    some = members((1.0, 1.0), (3.0, 1.0))
    steps = [MemberStep(name, Position(0.0, 0.0)) for name in ("m0", "m1", "m1", "x")]
    assert [each.text for each in name_refusals(some, steps)] == [
        "M1 is named twice",
        "x is not one of the models placed here",
    ]
    assert name_refusals(some, steps[:2]) == []


# --- what a search knows ---


def test_what_is_lacking_counts_links_groups_and_demands() -> None:
    spots = np.array([(5.0, 5.0), (6.25, 5.0), (7.5, 5.0), (12.0, 5.0)])
    foe = Demand({"m0": Ring(Disc(20.0, 5.0, 0.5, "foe"), 1.5)})
    assert unit(1, *spots.tolist()).lacking(spots) == 1 + 4
    assert unit(2, *spots.tolist()).lacking(spots) == 2 + 1 + 1 + 4
    assert unit(2, *spots.tolist(), demands=[foe]).lacking(spots) == 8 + 12
    assert unit(1, *spots[:3].tolist()).lacking(spots[:3]) == 0
    assert unit(1, *spots.tolist()).poor(spots) == [3]
    assert unit(2, *spots.tolist()).poor(spots) == [0, 2, 3]
    assert unit(1, *spots.tolist(), demands=[foe]).unmet(spots) == [foe]
    apart = np.array([(5.0, 5.0), (6.25, 5.0), (12.0, 5.0), (20.0, 5.0)])
    assert unit(0, *apart.tolist()).lacking(apart) == 2 * 4
    free = UnitSearch(LayoutPolicy(members((1.0, 1.0), (9.0, 1.0))), layout((1.0, 1.0), (9.0, 1.0)), ["m1"], Effort())
    assert [unit(2, *spots[:count].tolist()).links for count in (1, 2, 3, 4)] == [0, 1, 2, 2]
    assert (free.inches, free.most, free.links, free.fixed) == (math.inf, math.inf, 0, [1])
    assert free.lacking(apart[:2]) == 0


def test_each_look_for_room_is_a_step_and_finds_only_spots_on_the_table() -> None:
    case = unit(1, (0.5, 0.5), (1.75, 0.5))
    found, links = case.room_beside(1, case.wanted, [0])
    assert case.effort.steps == 1
    assert found.min() >= 0.5
    assert len(found) == len(links) >= 12
    legal = [*case.legal(1, np.array([(0.4, 0.5), (3.00004, 4.0), (0.5, 0.5)]), np.array([2, 0, 1]))]
    assert legal == [(0.5, 0.5), (3.0, 4.0)]


def test_a_stray_is_brought_back_by_moving_one_member() -> None:
    spots = (5.0, 5.0), (6.25, 5.0), (7.5, 5.0), (12.0, 5.0)
    case = unit(1, *spots)
    found = with_links_repaired(case, case.wanted)
    assert case.lacking(found) == 0
    assert found[:3].tolist() == case.wanted[:3].tolist()
    assert case.wanted[3].tolist() == [12.0, 5.0]
    assert found[3] == pytest.approx((8.9998, 5.0), abs=2e-4)
    stays = unit(1, *spots, fixed=["m0", "m1", "m2", "m3"])
    assert with_links_repaired(stays, stays.wanted).tolist() == stays.wanted.tolist()
    beside = _are_beside(np.array((1.0, 1.0)), 1.0, 0.5, np.array([(2.5, 1.0), (1.0, 2.51), (1.0, 1.5)]))
    assert beside.tolist() == [True, False, True]


def test_a_member_that_lacks_links_is_moved_first_then_any_other_to_its_side_then_those_a_demand_is_for() -> None:
    near = Ring(Disc(20.0, 5.0, 0.5, "foe"), 1.5)
    case = unit(1, (5.0, 5.0), (6.25, 5.0), (12.0, 5.0), demands=[Demand({"m1": near})])
    moves = [*_moves_to_try(case, case.wanted)]
    assert [number for number, _fits in moves] == [2, 0, 1, 1]
    assert moves[0][1] is None
    beside, meets = moves[1][1], moves[3][1]
    assert beside is not None
    assert meets is not None
    spots = np.array([(12.0, 6.4), (12.0, 6.6), (19.0, 5.0)])
    assert beside(spots).tolist() == [True, False, False]
    assert meets(spots).tolist() == [False, False, True]


def test_a_search_takes_as_many_steps_as_it_may_and_no_more() -> None:
    effort = Effort()
    effort.spend(MOST)
    assert (effort.steps, effort.share) == (4000, 1.0)
    with pytest.raises(EffortSpent):
        effort.spend()
    effort.renew()
    effort.spend(MOST - 1)
    assert effort.most == 8001
    half = Effort(8)
    half.spend(2)
    assert half.share == 0.25
    with pytest.raises(EffortSpent):
        half.spend(7)
    assert half.share == 1.0
    with pytest.raises(EffortSpent):
        Effort(8, lambda: True).spend()


# --- places exchanged, shifts ---


def test_two_of_one_size_exchange_their_places_where_that_is_shorter() -> None:
    some = (*members((0.0, 0.0), (2.0, 0.0)), Member("m2", Disc(4.0, 0.0, 0.75), Anywhere()))
    starts = layout((0.0, 0.0), (2.0, 0.0), (4.0, 0.0))
    ends = layout((4.0, 3.0), (2.0, 3.0), (0.0, 3.0))
    assert without_crossings(some, starts, ends) == layout((2.0, 3.0), (4.0, 3.0), (0.0, 3.0))
    assert without_crossings(some, starts, ends, ["m0"]) == ends
    parallel = layout((0.0, 3.0), (2.0, 3.0), (4.0, 3.0))
    assert without_crossings(some, starts, parallel) == parallel
    close = layout((0.001, 0.0), (0.0, 0.0), (4.0, 0.0))
    assert without_crossings(some, close, layout((0.0, 3.0), (1.0, 3.0), (9.0, 3.0)))["m0"] == (0.0, 3.0)
    assert without_crossings(some, close, layout((0.0, 3.0), (1.1, 3.0), (9.0, 3.0)))["m0"] == (1.1, 3.0)
    up = layout((1.0, 5.0), (1.0, 3.0), (4.0, 3.0))
    assert without_crossings(some, layout((0.0, 0.0), (0.0, 2.0), (4.0, 0.0)), up)["m0"] == (1.0, 3.0)
    same = layout((1.0, 3.0), (1.0, 5.0), (4.0, 3.0))
    assert without_crossings(some, starts, same) == same


def test_a_whole_row_told_backwards_goes_forwards() -> None:
    row = [(2.0 * at, 0.0) for at in range(8)]
    ends = layout(*[(14.0 - 2.0 * at, 5.0) for at in range(8)])
    found = without_crossings(members(*row), layout(*row), ends)
    assert [found[f"m{at}"].x for at in range(8)] == [2.0 * at for at in range(8)]


def test_shifts_are_quarters_of_an_inch_the_shortest_first_up_to_six_inches() -> None:
    shifts = _all_shifts()
    length = np.hypot(*shifts.T)
    assert shifts[0].tolist() == [0.0, 0.0]
    assert (np.diff(length) >= 0.0).all()
    assert length[-1] == 6.0
    assert length[1] == 0.25
    steps = range(-24, 25)
    assert {tuple(each) for each in (shifts * 4).tolist()} == {
        (x, y) for x in steps for y in steps if x * x + y * y <= 24 * 24
    }
    with pytest.raises(ValueError, match="read-only"):
        shifts[0, 0] = 1.0


def test_a_formation_over_the_edge_is_moved_back_by_whole_steps() -> None:
    policy = LayoutPolicy(members((0.0, 5.0), (1.25, 5.0)), Coherency(0.5, 1))
    assert shifted_block(policy, layout((0.1, 5.0), (1.35, 5.0))) == layout((0.6, 5.0), (1.85, 5.0))
    assert shifted_block(policy, layout((0.1, 0.3), (1.35, 0.3))) == layout((0.6, 0.55), (1.85, 0.55))
    assert shifted_block(policy, layout((-5.4, 5.0), (-4.15, 5.0))) == layout((0.6, 5.0), (1.85, 5.0))
    assert shifted_block(policy, layout((-5.6, 5.0), (-4.35, 5.0))) is None


def test_members_go_on_towards_where_they_are_wanted_as_far_as_they_may() -> None:
    policy = LayoutPolicy(members((5.0, 5.0), (6.25, 5.0)), Coherency(0.5, 1))
    wanted = layout((5.0, 5.0), (9.25, 5.0))
    unit = UnitSearch(policy, wanted, [], Effort())
    found = _drawn_closer(unit, layout((5.0, 5.0), (6.25, 5.0)), wanted, ["m0"])
    assert found == layout((5.0, 5.0), (6.25, 5.0))
    near = _drawn_closer(unit, layout((5.0, 5.0), (6.1, 5.0)), layout((5.0, 5.0), (6.5, 5.0)), [])
    assert near == layout((5.0, 5.0), (6.5, 5.0))
    part = _drawn_closer(unit, layout((5.0, 5.0), (6.1, 5.0)), layout((5.0, 5.0), (6.6, 5.0)), ["m0"])
    assert part == layout((5.0, 5.0), (6.5, 5.0))  # four fifths of the way


# --- ways of a unit ---


def march(*spots: tuple[float, float], move: float = 6.0, **more: object) -> UnitMove:
    return March(tuple(position(*spot) for spot in spots), (0.5,) * len(spots), move=move, **more).unit()  # type: ignore[arg-type]


def test_ways_are_told_without_legs_of_no_length() -> None:
    a, b = Position(1.0, 1.0), Position(2.0, 1.0)
    assert _without_empty_legs(a, a, b, b, a) == (a, b, a)
    assert _without_empty_legs(a) == (a,)
    assert step_of("x", (a, b, a)) == MemberStep("x", a, (b,))
    assert step_of("x", (a,)) == MemberStep("x", a, ())
    assert steps_of([MemberStep("x", Position(1.00004, 2.0), (Position(0.00006, 1.0),))]) == (
        MemberStep("x", Position(1.0, 2.0), (Position(0.0001, 1.0),)),
    )
    assert ends_of(straight_steps({"x": a, "y": b}, ["y", "x"])) == {"y": b, "x": a}


def test_what_is_wanted_beyond_the_budget_ends_just_within_it() -> None:
    judge_ = march((10.0, 10.0), (12.0, 10.0), (14.0, 10.0), coherent=False)
    wanted = layout((10.0, 20.0), (12.0, 13.0), (14.0, 10.0))
    assert _within_budgets(judge_, wanted) == layout((10.0, 15.998), (12.0, 13.0), (14.0, 10.0))
    assert _within_budgets(march((10.0, 10.0), move=0.0), layout((10.0, 12.0))) == layout((10.0, 10.0))
    assert _mean_shift(judge_, wanted) == pytest.approx((0.0, 13.0 / 3))
    assert _moved_part_of_the_way(judge_, wanted, 0.25) == layout((10.0, 12.5), (12.0, 10.75), (14.0, 10.0))
    assert _shifted(layout((1.0, 2.0)), 0.5, -0.25) == layout((1.5, 1.75))
    assert front_first(judge_, layout((13.0, 10.0), (15.0, 10.0), (17.0, 10.0))) == ["m2", "m1", "m0"]
    assert front_first(judge_, layout((8.0, 10.0), (10.0, 10.0), (12.0, 10.0))) == ["m0", "m1", "m2"]
    column = march((10.0, 10.0), (10.0, 12.0), (10.5, 14.0), coherent=False)
    assert front_first(column, layout((10.0, 12.0), (10.0, 14.0), (10.5, 16.0))) == ["m2", "m1", "m0"]


def test_who_passes_over_whom_is_known_by_where_each_starts_and_ends() -> None:
    paths = (
        (Position(0.0, 0.0), Position(6.0, 0.0)),
        (Position(3.0, 2.0), Position(3.0, 0.5)),
        (Position(9.0, 9.0),),
    )
    asked = Passing(paths, np.array([0.5, 0.5, 0.25]))
    assert asked.moving == [0, 1]
    assert asked.at_start.tolist() == [[False, False, False], [False, False, False], [False, False, False]]
    assert asked.at_end.tolist() == [[False, True, False], [False, False, False], [False, False, False]]
    assert asked.passes([0, 1])
    assert not asked.passes([1, 0])
    assert asked.order([1, 0]) == [0, 1]
    assert asked.blockers([1, 0]) == {0: [(1, 0.5)]}
    assert asked.blockers([0, 1]) == {}


def test_a_base_that_just_touches_a_way_is_not_in_it() -> None:
    for inches, barred in ((OVERLAP, False), (0.0, True)):
        paths = ((Position(-1.0, 0.0), Position(1.0, 0.0)), (Position(0.0, inches),))
        asked = Passing(paths, np.full(2, OVERLAP))
        assert asked.at_start.tolist()[0] == asked.at_end.tolist()[0] == [False, barred]
        assert bool(asked.blockers([0])) is barred


def test_ways_round_others_are_looked_for_a_limited_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifteen pairs that want to change places: none can go straight, and no way round is found."""
    spots = [(2.0 * at, 5.0 * up) for up in range(2) for at in range(15)]
    judge_ = march(*spots, coherent=False)
    asked: list[int] = []

    def nothing(self: OwnPaths, number: int, end: Position, others: Collection[Disc]) -> None:
        asked.append(number)
        assert len(others) == len(spots) - 1
        assert spots[number] not in [other[:2] for other in others]

    monkeypatch.setattr(OwnPaths, "round", nothing)
    starts = [Position(*spot) for spot in spots]
    paths = [(starts[at], starts[at ^ 1 if at < 28 else at]) for at in range(28)] + [(start,) for start in starts[28:]]
    wished = [*range(28)]
    assert in_passing_order(judge_.own, paths, wished, [], judge_.radii) is None
    assert asked == [*range(24)]
    asked.clear()
    assert in_passing_order(judge_.own, paths, wished, [*range(20)], judge_.radii) is None
    assert asked == [*range(20, 28)]


@pytest.mark.parametrize(("x", "comes"), [(17.2, True), (25.0, False)])
def test_a_single_base_that_must_come_near_a_foe_goes_there_if_it_can(x: float, comes: bool) -> None:
    """It has no other one of its unit to stand beside: the search for spots beside others broke here."""
    foe = Disc(x, 10.0, 0.5, "foe")
    case = March((position(10.0, 10.0),), (0.5,), (foe,), move=6.0, foe=foe)
    wanted = layout((14.0, 11.0))
    for found in (case.unit().nearest(wanted), quick_move(case.unit(), wanted)):
        if comes:
            assert found is not None
            assert 1.0 <= math.dist(found[0].at, foe[:2]) <= 1.5 + 1e-6
        else:
            assert found is None
    assert (case.unit().nearest(layout((x - 1.25, 10.0)), ["m0"]) is not None) is comes


# --- rays ---


def test_a_straight_reach_ends_behind_no_base_and_no_wall() -> None:
    wall = Ground("wall", shapely.box(4.0, 7.0, 6.0, 7.5), solid=True)
    touched, far = base(Disc(5.0, 4.0, 0.5, "touched")), base(Disc(8.0, 5.0, 0.5, "far"))
    reach = straight_reach(Position(5.0, 5.0), PathPolicy(0.5, 4.0, (0.0, 0.0, 20.0, 20.0), (wall, touched, far)))
    reached = {(x, y): reach.covers(shapely.Point(x, y)) for x in (2.0, 5.0, 6.9, 8.9) for y in (2.0, 5.2, 6.4, 8.6)}
    blocked = {spot for spot, is_reached in reached.items() if not is_reached}
    too_far = {spot for spot in reached if math.dist(spot, (5.0, 5.0)) > 4.0}
    assert blocked == too_far | {(5.0, 2.0), (6.9, 2.0), (8.9, 5.2), (5.0, 8.6)}


def test_a_straight_reach_ends_at_budget_edge_and_whatever_is_solid() -> None:
    """Due east, where a ray goes neither north nor south, it ended at once: what is drawn had a notch there."""
    reach = straight_reach(Position(5.0, 5.0), PathPolicy(0.5, 3.0, (0.0, 0.0, 7.0, 20.0)))
    assert reach.bounds == pytest.approx((2.0, 2.0, 6.5, 8.0), abs=1e-3)
    open_ = straight_reach(Position(9.0, 9.0), PathPolicy(0.5, 3.0, (0.0, 0.0, 20.0, 20.0)))
    assert open_.area == pytest.approx(math.pi * 9.0, rel=0.001)
    assert open_.length == pytest.approx(math.pi * 6.0, rel=0.001)


# --- a unit set up, a unit at random, a unit built up ---


def test_no_region_is_drawn_where_a_block_at_random_fits() -> None:
    region = Region(0.5, (OnTable(Battlefield(20.0, 12.0), 0.5),))
    some = Member("m0", Disc(1.0, 1.0, 0.5), region), Member("m1", Disc(2.0, 1.0, 0.5), Anywhere())
    case = SetUp(LayoutPolicy(some, Coherency(0.5, 1)))
    assert case.find()
    assert not region.is_outlined
    nowhere = SetUp(LayoutPolicy(some[::-1], Coherency(0.5, 1)))
    assert nowhere._block_somewhere(Random(0)) is None
    assert nowhere.find()


def test_a_single_base_has_room_where_its_region_has() -> None:
    def one(*, demands: tuple[Demand, ...] = (), wide: float = 4.0, against: bool = False) -> SetUp:
        region = Region(0.5, (OnTable(Battlefield(wide, 4.0), 0.5),))
        policy = LayoutPolicy(
            (Member("m0", Disc(1.0, 1.0, 0.5), region),),
            None,
            demands,
            "",
            (lambda _layout: [Refusal("never")]) if against else None,
        )
        return SetUp(policy)

    assert one().find()
    assert not one(wide=0.9).find()
    far = Demand({"m0": Ring(Disc(20.0, 1.0, 0.5), 1.0)})
    assert not one(demands=(far,)).find()
    assert not one(against=True).find()
    assert SetUp(LayoutPolicy((Member("m0", Disc(1.0, 1.0, 0.5), Anywhere()),))).find()


@pytest.mark.parametrize(("wide", "high", "radius"), [(9.0, 9.0, 0.5), (3.0, 20.0, 0.25), (14.0, 5.0, 0.75)])
def test_how_many_are_too_many_is_what_groemer_and_oler_say(wide: float, high: float, radius: float) -> None:
    region = Region(radius, (OnTable(Battlefield(wide, high), radius),))
    across, up, apart = wide - 2 * radius + 0.01, high - 2 * radius + 0.01, 2 * radius - 0.001
    most = int(2 * across * up / (apart**2 * math.sqrt(3)) + (across + up) / apart + 1)
    some = tuple(Member(f"m{at}", Disc(1.0, 1.0, radius), region) for at in range(most + 1))
    assert SetUp(LayoutPolicy(some))._are_too_many
    assert not SetUp(LayoutPolicy(some[:-1]))._are_too_many
    assert not SetUp(LayoutPolicy((*some, Member("x", Disc(1.0, 1.0, radius), Anywhere()))))._are_too_many


@pytest.mark.parametrize(("count", "files"), [(4, {2}), (6, {2, 3}), (12, {3, 4, 5, 6}), (1, {1})])
@pytest.mark.parametrize("link", [0.5, 1.0, None])
def test_a_block_at_random_has_even_ranks_about_its_middle_and_faces_one_of_eight_ways(
    count: int, files: set[int], link: float | None
) -> None:
    region = Region(0.5, (OnTable(FIELD, 0.5),))
    some = tuple(Member(f"m{at}", Disc(1.0, 1.0, 0.5 if at else 0.625), region) for at in range(count))
    case = SetUp(LayoutPolicy(some, None if link is None else Coherency(link, 1)))
    seen, turns, steps = set[int](), set[int](), list[float]()
    for seed in range(60):
        spots = [*case._block((12.0, 9.0), Random(seed)).values()]
        if count == 1:
            assert spots == [(12.0, 9.0)]
            continue
        step = math.dist(spots[0], spots[1])
        steps.append(step)
        turn = math.degrees(math.atan2(spots[1].y - spots[0].y, spots[1].x - spots[0].x))
        turns.add(round(turn / 45.0) % 8)
        assert abs(turn - 45.0 * round(turn / 45.0)) < 0.02
        abreast = next((at for at in range(2, count) if abs(math.dist(spots[at], spots[0]) - at * step) > 0.01), count)
        seen.add(abreast)
        assert min(math.dist(a, b) for at, a in enumerate(spots) for b in spots[:at]) > step - 3e-4
        if count % abreast == 0:
            assert np.mean(spots, axis=0) == pytest.approx((12.0, 9.0), abs=1e-4)
    if count > 1:
        gap = 0.25 if link == 0.5 else 0.3
        assert 1.251 - 2e-4 <= min(steps) < 1.3
        assert 1.25 + gap - 0.05 < max(steps) <= 1.25 + gap + 2e-4
        assert seen == files
        assert len(turns) == 8


def test_what_is_set_up_is_named_wholly_and_goes_no_way() -> None:
    case = SetUp(LayoutPolicy(members((1.0, 1.0), (2.25, 1.0)), Coherency(0.5, 1)))
    steps = [MemberStep("m0", Position(1.0, 1.0)), MemberStep("m1", Position(2.25, 1.0), (Position(1.0, 3.0),))]
    assert [each.text for each in case.why_not(steps).whole] == ["a unit being set up has no path"]
    assert [each.text for each in case.why_not(steps[:1]).whole] == ["M1 is not placed"]
    steps = [MemberStep("m0", Position(1.0, 1.0)), MemberStep("m1", Position(2.25, 1.0))]
    assert case.find(present_spots(case.members)) == tuple(steps)


def test_shifts_at_random_go_six_ways_shorter_and_shorter() -> None:
    judge_ = march((10.0, 10.0), (12.0, 10.0), move=6.0, coherent=False)
    shifts = [*_random_shifts(judge_, Random(3), (1.0, 0.5), far=1.0)]
    assert [round(math.hypot(*each), 3) for each in shifts] == [6.0] * 6 + [3.0] * 6
    turns = [math.degrees(math.atan2(dy, dx)) % 360 for dx, dy in shifts]
    assert [(turns[at] - turns[0]) % 360 for at in range(6)] == pytest.approx([60.0 * at for at in range(6)], abs=0.01)
    assert turns[6:] == pytest.approx(turns[:6], abs=0.01)
    lengths = [math.hypot(*next(_random_shifts(judge_, Random(seed), (1.0,)))) for seed in range(200)]
    assert max(lengths) <= 6.0
    assert 0.62 < np.mean(lengths) / 6.0 < 0.72  # two thirds: evenly over the disc
    assert len({round(length, 2) for length in lengths}) > 100


def test_shifts_towards_a_demand_end_where_it_is_met_and_little_beyond() -> None:
    foe = Disc(16.0, 10.0, 0.5, "foe")
    near = march((10.0, 10.0), (10.0, 12.0), move=6.0, foe=foe)
    shifts = _shifts_to_demands(near, Random(1))
    assert (4.52, 0.0) in [(round(dx, 2), round(dy, 2)) for dx, dy in shifts]
    assert (4.75, 0.0) in [(round(dx, 2), round(dy, 2)) for dx, dy in shifts]
    assert len(shifts) == 4 + 8
    assert all(math.hypot(dx, dy) <= 6.0 for dx, dy in shifts[:4])
    assert all(min(math.hypot(x - dx, y - dy) for dx, dy in shifts[:4]) <= 0.8 * math.sqrt(2) + 1e-3 for x, y in shifts)
    assert _shifts_to_demands(march((10.0, 10.0), move=4.4, foe=foe), Random(1)) == []
    assert (
        len(_shifts_to_demands(march((10.0, 10.0), move=4.5, foe=foe), Random(1))) == 2 + 4
    )  # exactly as far as it may
    just = _shifts_to_demands(march((10.0, 10.0), move=4.6, foe=foe), Random(1))
    assert sorted(round(dx, 3) for dx, _dy in just[:2]) == [pytest.approx(4.52, abs=0.005), 4.6]


def test_spots_all_over_a_ground_come_nearest_first() -> None:
    ground = shapely.box(0.0, 0.0, 8.0, 4.0).union(shapely.box(20.0, 0.0, 22.0, 1.0))
    spots = _spread(ground, np.array((-1.0, 2.0)), None)
    far = [math.dist(spot, (-1.0, 2.0)) for spot in spots]
    assert far == sorted(far)
    assert spots[0] == (0.0, 2.0)
    assert (21.0, 0.5) in spots  # the middle of its smaller part
    assert len({spot.x for spot in spots}) >= 5
    assert _spread(shapely.Polygon(), np.array((0.0, 0.0)), None) == []


def test_an_arrangement_is_built_up_beside_what_stays() -> None:
    spots = (5.0, 5.0), (6.25, 5.0), (15.0, 15.0)
    case = unit(1, *spots, fixed=["m0", "m1"])
    builder = Builder(case, 10)
    built = builder.build(0)
    assert built is not None
    assert built[:2].tolist() == case.wanted[:2].tolist()
    assert case.lacking(built) == 0
    assert builder.spots == 9
    assert math.dist(built[2], (6.25, 5.0)) == pytest.approx(1.4998, abs=1e-3)
    assert Builder(case, 0).build(0) is None
    assert Builder(unit(1, *spots), 10).build(0) is not None


def test_a_unit_is_led_in_ranks() -> None:
    assert ranks(5, 3, 1.0, 2.0, 1.5) == ((1.0, 2.0), (2.5, 2.0), (4.0, 2.0), (1.0, 3.5), (2.5, 3.5))

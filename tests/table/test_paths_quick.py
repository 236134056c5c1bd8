"""What tells of a spot without a search: held against the check and the whole search on random tables."""

import math
import random
from dataclasses import replace
from typing import Any

import pytest
from shapely.geometry import Point, Polygon, box

from game.table.lattice import position
from game.table.path.finders import finders_for
from game.table.path.judge import check, gains_in_reach, least_cost, most_inches
from game.table.path.path import Path
from game.table.path.policy import CONTACT, End, Ground, PathPolicy, PathsQuestion, Stage, base
from game.table.path.region import PathRegion, best_receipt, cached_region
from game.table.path.simpler_policies import loosen, path_to_goal
from game.table.path.straight import is_surely_legal
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from game.table.sight.seen import _seen_past, seen_area
from game.table.sight.solids import Solid
from tests.samples import few, some
from tests.table.path_oracles import random_table, spots
from tests.table.test_paths_oracles import softened

TABLES = some(20)
"""Random tables on which every way is searched."""


def tables(soft: bool, roads: int = 0) -> list[tuple[PathPolicy, tuple[float, float]]]:
    """Random policies with where their base starts; roads give two inches back."""
    found = []
    for seed in range(TABLES):
        table = random_table(310 + seed, 5, 4)
        start = table.mover[:2]
        policy = (softened(table, seed) if soft else table).policy(4.0)
        rng = random.Random(seed)
        more = []
        for number in range(roads):
            x, y = start[0] + rng.uniform(-4, 4), start[1] + rng.uniform(-4, 4)
            more.append(Ground(f"road {number}", box(x, y, x + 0.8, y + 0.8), once=-2.0))
        found.append((policy.but(grounds=(*policy.grounds, *more)), start))
    return found


def cheapest(policy: PathPolicy, start: tuple[float, float], spot: tuple[float, float]) -> float:
    """The least cost of the legal ways that all finders yield, each searched to the end."""
    every = [found.path for finder in finders_for(position(*start), policy) for found in finder.paths(*spot)]
    receipts = [check(path, policy) for path in every]
    return min((each.cost for each in receipts if each.is_legal), default=float("inf"))


@pytest.mark.parametrize("soft", [False, True])
def test_an_open_run_is_legal_and_nothing_is_cheaper(soft: bool) -> None:
    told = 0
    for policy, start in tables(soft):
        for spot in spots(3, 60):
            if is_surely_legal(policy, position(*start), position(*spot)):
                receipt = check(Path.through([start, spot]), policy)
                assert receipt.is_legal
                assert receipt.cost == pytest.approx(receipt.inches, abs=1e-9)
                assert cheapest(policy, start, spot) >= receipt.inches - 1e-6
                told += 1
    assert told > 10


@pytest.mark.parametrize(("soft", "roads"), few([(False, 0), (True, 0), (False, 2)]))
def test_what_is_told_at_once_is_what_a_search_tells(soft: bool, roads: int) -> None:
    told = {"yes": 0, "no": 0}
    for policy, start in tables(soft, roads):
        quick, whole = PathRegion(start, policy), PathRegion(start, policy)
        for spot in spots(4, 60):
            verdict = quick.verdict(spot)
            if verdict != "unknown":
                assert (
                    (verdict == "yes") == (cheapest(policy, start, spot) < math.inf) == (whole.find(spot) is not None)
                )
                told[verdict] += 1
    assert min(told.values()) > 10


@pytest.mark.parametrize("soft", [False, True])
def test_where_only_straight_ways_lead_every_spot_is_told_at_once(soft: bool) -> None:
    told = {"yes": 0, "no": 0}
    for policy, start in tables(soft):
        straight = policy.but(stages=(Stage("straight"),))
        quick, whole = PathRegion(start, straight), PathRegion(start, straight)
        for spot in spots(5, 40):
            verdict = quick.verdict(spot)
            assert verdict != "unknown"
            assert (verdict == "yes") == is_legal(whole, spot) == check(Path.through([start, spot]), straight).is_legal
            told[verdict] += 1
    assert min(told.values()) > 10


@pytest.mark.parametrize("roads", few([1, 0]))
def test_the_way_of_a_verdict_is_legal_and_the_verdict_is_that_of_the_best_way(roads: int) -> None:
    others = refused = 0
    for policy, start in tables(soft=True, roads=roads):
        quick, whole = PathRegion(start, policy), PathRegion(start, policy)
        for spot in spots(6, 100):
            witness, best = quick._witness(position(*spot)), whole.find(spot)
            assert is_legal(quick, spot) == (witness is not None) == (best is not None)
            refused += witness is None
            if witness is not None and best is not None:
                assert (witness.start, witness.end) == (best.start, best.end)
                dearest, least = check(witness, policy), check(best, policy)
                assert dearest.is_legal
                assert dearest.cost >= least.cost - 0.02
                others += witness != best
    assert others > 5
    assert refused > 20


def test_a_way_past_round_soft_ground_is_found_on_a_budget_that_is_hardly_enough() -> None:
    table = random_table(328, 5, 4)
    policy, spot = softened(table, 18).policy(3.91), (6.5175, 3.5432)
    receipt = best_receipt(PathRegion(table.mover[:2], policy), spot)
    assert receipt is not None
    assert receipt.cost < 3.89


def test_the_way_of_a_verdict_is_legal_where_ways_to_spots_nearby_are_tried_first() -> None:
    bent = 0
    for policy, start in tables(soft=True):
        region = PathRegion(start, policy.but(budget=8.0))
        for spot in spots(8, 200):
            witness = region._witness(position(*spot))
            assert witness is None or check(witness, region.policies[0]).is_legal
            bent += witness is not None and len(witness.legs) > 1
    assert bent > 50


def test_the_best_way_is_the_same_after_a_verdict_told_by_another() -> None:
    for policy, start in tables(soft=True):
        asked, whole = PathRegion(start, policy), PathRegion(start, policy)
        for spot in spots(7, 60):
            is_legal(asked, spot)
            whole.find(spot)
        whole._paths, whole._witnesses = {}, {}
        for spot in spots(7, 60):
            assert asked.find(spot) == whole.find(spot)


def test_a_region_of_which_little_is_left_is_drawn_at_random_near_its_start_without_its_outline() -> None:
    corners = ((0.0, 0.0), (5.7, 0.0), (0.0, 5.7), (5.7, 5.7))
    wall = [Ground(f"{x} {y}", box(x, y, x + 4.3, y + 4.3), solid=True) for x, y in corners]
    policy = PathPolicy(0.5, 6.0, (0.0, 0.0, 24.0, 24.0), tuple(wall), (Stage("straight"),))
    region = PathRegion((5.0, 5.0), policy)
    found = [region.sample(random.Random(seed)) for seed in range(20)]
    assert all(spot is not None and is_legal(region, spot) for spot in found)
    assert len(set(found)) > 15
    assert "geometry" not in vars(region)


def test_no_way_costs_less_than_its_bound() -> None:
    gained = 0
    for policy, start in tables(False, roads=3):
        region = PathRegion(start, policy)
        for spot in spots(5, 60):
            receipt = best_receipt(region, spot)
            if receipt is not None:
                assert least_cost(policy, start, spot) <= receipt.cost + 1e-6
                assert receipt.inches <= most_inches(policy, start) + 1e-6
                taken = {price.ground for price in receipt.once}
                assert taken <= {ground.name for ground in gains_in_reach(policy, start)}
                gained += bool(taken)
    assert gained > 20


def test_a_road_that_pays_for_the_way_to_it_is_in_reach() -> None:
    road = Ground("road", box(6.0, -1.0, 7.0, 1.0), once=-2.0)
    policy = PathPolicy(
        0.5, 4.0, (-20.0, -20.0, 20.0, 20.0), (road, replace(road, name="far", shape=box(9, -1, 9.5, 1)))
    )
    assert [ground.name for ground in gains_in_reach(policy, (0.0, 0.0))] == ["road"]
    assert most_inches(policy, (0.0, 0.0)) == 6.0
    assert is_legal(PathRegion((0.0, 0.0), policy), (5.9, 0.0))
    assert not is_legal(PathRegion((0.0, 0.0), policy), (0.0, 4.1))


@pytest.mark.parametrize(("soft", "roads"), few([(False, 0), (True, 2)]))
def test_what_leads_to_one_spot_is_found_as_in_a_search_for_all(soft: bool, roads: int) -> None:
    wound = refused = 0
    for policy, start in tables(soft, roads):
        whole, rng = PathRegion(start, policy), random.Random(9)
        near = [(start[0] + rng.uniform(-4, 4), start[1] + rng.uniform(-4, 4)) for _ in range(24)]
        _ = [is_legal(whole, spot) for spot in near[12:]]  # after a few spots everything is searched
        for spot in near[:12]:
            alone, known = PathRegion(start, policy).find(spot), whole.find(spot)
            assert (alone is None) == (known is None)
            if alone is not None and known is not None:
                assert alone.stored() == known.stored()
                wound += len(alone.legs) > 1
            refused += alone is None
    assert min(wound, refused) > 1


def test_spots_that_are_not_hopeful_have_no_way() -> None:
    hoped = kept = 0
    for policy, start in tables(True, roads=2):
        some = [position(*spot) for spot in spots(10, 12)]
        left = set(PathRegion(start, policy)._not_excluded(some))
        reached = {spot for spot in some if is_legal(PathRegion(start, policy), spot)}
        assert reached <= left
        hoped, kept = hoped + len(left), kept + len(reached)
    assert 0 < kept <= hoped < 12 * TABLES * 3 / 4


def test_the_region_of_a_question_is_kept_until_a_policy_says_something_else() -> None:
    [(policy, start), *_others] = tables(False)
    first = cached_region(PathsQuestion.of(start, policy))
    assert cached_region(PathsQuestion.of(start, policy.but())) is first
    assert cached_region(PathsQuestion.of(start, policy.but(budget=policy.budget + 1.0))) is not first
    assert cached_region(PathsQuestion.of((start[0] + 0.1, start[1]), policy)) is not first
    assert cached_region(PathsQuestion.of(start, policy.but(grounds=policy.grounds[1:]))) is not first


def beside(seed: int) -> tuple[PathPolicy, tuple[float, float]]:
    """A policy whose ways must end beside one of some bases, on a budget that is hardly enough or hardly not."""
    rng, table = random.Random(seed), random_table(seed, 1 + seed % 7, 4 + seed % 9)
    (x, y, radius), grounds = table.mover[:3], []
    for ground in table.grounds:
        inches = rng.choice((0.5, 1.0, 3.0))
        changes: dict[str, Any] = rng.choice(
            (
                {"solid": True},
                {"enter": inches, "leave": inches, "rest": rng.random() < 0.5},
                {"enter": inches, "stops": "leave"},
                {"factor": 2.0},
            )
        )
        is_base = isinstance(ground.shape, Disc)
        grounds.append(ground if is_base else Ground(ground.name, ground.shape, **changes))
    bases = [ground.shape for ground in grounds if isinstance(ground.shape, Disc)]
    some_of_them = rng.sample(bases, min(len(bases), rng.choice((1, 1, 2, 4))))
    gap = min(math.dist((x, y), each[:2]) - each.radius for each in some_of_them) - radius
    end = End(tuple(some_of_them), most=rng.choice((0.5, 0.5, CONTACT)))
    budget = max(gap - end.most, 0.3) + rng.choice((0.02, 0.05, 0.1, 0.2, 0.4, 0.8))
    return table.policy(budget).but(grounds=tuple(grounds), ends=(end,)), (x, y)


def test_whether_a_way_leads_beside_a_base_is_what_a_search_tells() -> None:
    told = {"yes": 0, "no": 0, "unknown": 0}
    for seed in range(some(150)):
        policy, start = beside(seed)
        found_path = path_to_goal(position(*start), [policy])
        told[verdict := "yes" if isinstance(found_path, Path) else found_path] += 1
        if verdict != "yes":
            # Where a way is told it was judged; the search might have missed it.
            found = PathRegion(start, policy).sample(random.Random(seed))
            assert verdict == "unknown" or found is None
    assert min(told["yes"], told["no"]) > some(20)
    assert told["unknown"] < some(10)


def test_what_a_base_cannot_climb_on_its_budget_is_as_good_as_solid() -> None:
    wall = Ground("wall", box(2.0, -6.0, 3.0, 6.0), enter=1.0, leave=1.0)
    enemy = Disc(5.5, 0.0, 0.5, "enemy")
    policy = PathPolicy(0.5, 5.9, (-9.0, -9.0, 9.0, 9.0), (wall, base(enemy)), ends=(End((enemy,), most=0.5),))
    start = position(0.0, 0.0)
    assert path_to_goal(start, [policy]) == "no"
    assert isinstance(path_to_goal(start, [policy.but(budget=6.1)]), Path)
    assert isinstance(path_to_goal(start, [policy, policy.but(budget=6.1)]), Path)
    jump = policy.but(grounds=(replace(wall, leave=0.0), base(enemy)))
    assert isinstance(path_to_goal(start, [policy, jump]), Path)
    under = policy.but(grounds=(replace(wall, shape=box(4.2, -6.0, 8.0, 6.0)), base(enemy)))
    assert isinstance(path_to_goal(start, [under.but(budget=5.1)]), Path)
    assert not isinstance(path_to_goal(start, [under.but(budget=4.9)]), Path)
    assert path_to_goal(start, [policy.but(ends=())]) == "unknown"
    assert path_to_goal(start, [policy.but(grounds=(replace(wall, leave=-1.0), base(enemy)))]) == "unknown"


def _round(x: float, y: float) -> Polygon:
    return Point(x, y).buffer(1.2, quad_segs=12)


def test_simpler_shapes_lie_inside() -> None:
    policy = PathPolicy(0.5, 4.0, (0.0, 0.0, 9.0, 9.0), (Ground("zone", _round(4, 4), solid=True),))
    [simple] = loosen(policy).grounds
    assert isinstance(simple.shape, Polygon)
    assert _round(4, 4).covers(simple.shape)
    assert len(simple.shape.exterior.coords) < 20 < len(_round(4, 4).exterior.coords)
    assert simple.shape.area > 0.9 * _round(4, 4).area


def test_an_area_without_blockers_is_the_one_that_rays_tell() -> None:
    observer, far = Disc(5.0, 5.0, 0.6, facing=4500), Solid(box(50, 50, 51, 51))
    window = (3.4, 3.4, 6.6, 6.6)
    quick = seen_area(observer, [far], 180.0, window)
    slow = _seen_past(observer, [], [], box(*window))
    assert slow.symmetric_difference(box(*window)).area < 1e-9
    assert 0.45 < quick.area / slow.area < 0.55


@pytest.mark.parametrize(
    "changes",
    [
        {"ford": {"enter": 2.0}},
        {"ford": {"leave": 2.0}},
        {"ford": {"once": 2.0}},
        {"ford": {"stops": True}},
        {"ford": {"rest": False}},
    ],
    ids=str,
)
def test_a_way_that_is_told_without_the_whole_search_is_legal_whatever_the_ground_asks(changes: dict[str, Any]) -> None:
    bog = Ground("bog", box(7.0, 3.0, 9.0, 9.0), factor=2.0)
    ford = Ground("ford", box(3.0, 3.0, 5.0, 9.0), **changes.get("ford", {}))
    policy = PathPolicy(0.5, 6.0, (0.0, 0.0, 12.0, 12.0), (bog, ford))
    region, told = PathRegion((6.0, 6.0), policy), 0
    for x in range(2, 6):  # the first few are looked for one by one, later ones in one search of all
        is_legal(region, (x + 0.5, 2.5))
    for x in range(1, 12):
        for y in range(1, 12):
            path = region._witness(position(x + 0.13, y + 0.07))
            assert path is None or check(path, policy).is_legal, (x, y)
            told += path is not None
    assert told > 40

"""Ways that may not go as they like, against sweeps over directions and small steps."""

import math
import random

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon, box

from game.engine.pathfinding import through
from game.table.path.judge import best_verdict, check
from game.table.path.path import Path
from game.table.path.policy import CONTACT, End, Ground, PathPolicy, Stage, base, contact
from game.table.path.region import PathRegion, best_receipt
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.samples import some
from tests.table.path_oracles import RADIUS, SIZE, FromAbove, Spot, Table, apart, random_table, spots, walked

SEEDS = range(some(8))
# Oracles and region may differ by this many inches: what is nearer to a border is not compared.
SLACK = 0.02


def nearest_base(table: Table) -> Disc:
    discs = [ground.shape for ground in table.grounds if isinstance(ground.shape, Disc)]
    return min(discs, key=lambda disc: math.dist(disc[:2], table.mover[:2]))


def steps(start: Spot, end: Spot) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    count = max(2, math.ceil(math.dist(start, end) / 0.005))
    return np.linspace(start, end, count)


def clear(policy: PathPolicy, start: Spot, end: Spot, slack: float) -> bool:
    """Whether a straight run meets nothing solid, all of it grown by some slack."""
    at = steps(start, end)
    west, south, east, north = policy.bounds
    inset = policy.radius + slack
    inside = (at >= (west + inset, south + inset)).all() and (at <= (east - inset, north - inset)).all()
    gaps = [apart(ground, at).min() - ground.margin - policy.radius for ground in policy.grounds if ground.solid]
    return bool(inside) and min(gaps, default=9.0) >= slack


def held(offered: bool, surely: bool, possibly: bool) -> None:
    """An offer is possible, and what is sure is offered."""
    assert possibly or not offered
    assert offered or not surely


@pytest.mark.parametrize("seed", SEEDS)
def test_straight_runs_against_every_direction(seed: int) -> None:
    table = random_table(seed, 4, 6)
    policy = table.policy(4.0).but(stages=(Stage("straight"),))
    region = PathRegion(table.mover[:2], policy)
    offers = 0
    for spot in spots(seed, 150):
        far = math.dist(table.mover[:2], spot)
        offered = is_legal(region, spot)
        held(
            offered,
            clear(policy, table.mover[:2], spot, SLACK) and far <= 4.0 - SLACK,
            clear(policy, table.mover[:2], spot, -SLACK) and far <= 4.0 + SLACK,
        )
        drawn = shapely.Point(spot).buffer(0.03)
        if not region.geometry.boundary.intersects(drawn):
            assert region.geometry.contains(shapely.Point(spot)) == offered
        offers += offered
    assert offers > 0


@pytest.mark.parametrize("seed", range(6))
def test_straight_runs_that_are_never_nearer_to_some_bases(seed: int) -> None:
    table = random_table(seed, 2, 4)
    start = table.mover[:2]
    bearings = (0.4, 0.4 + (seed + 1) * math.pi / 6)  # at last on opposite sides: a line is left
    discs = tuple(Disc(start[0] + 1.9 * math.cos(b), start[1] + 1.9 * math.sin(b), 0.5, f"d{b}") for b in bearings)
    policy = table.policy(4.0).but(stages=(Stage("straight", discs),))
    region, plain = PathRegion(start, policy), PathRegion(start, policy.but(stages=(Stage("straight"),)))
    offers = 0
    aside = [(start[0] + 3 * math.cos(b + s), start[1] + 3 * math.sin(b + s)) for b in bearings for s in (1.57, -1.57)]
    for spot in [*spots(seed, 150), *((round(x, 4), round(y, 4)) for x, y in aside)]:
        lost = [np.hypot(*(steps(start, spot) - disc[:2]).T) for disc in discs]
        nearer = max(far[0] - far.min() for far in lost)
        offered = is_legal(region, spot)
        assert offered == (is_legal(plain, spot) and nearer <= CONTACT) or abs(nearer - CONTACT) < 1e-4
        if nearer < 1e-5 and plain.geometry.buffer(-0.03).contains(shapely.Point(spot)):
            assert region.geometry.contains(shapely.Point(spot))
        if region.geometry.buffer(-0.01).contains(shapely.Point(spot)):
            assert offered
        offers += offered
    assert offers > 0
    assert region.sample(random.Random(seed)) is not None
    bend = [start, spots(seed, 1)[0], spots(seed, 2)[1]]
    assert not check(Path.through(bend), policy).is_legal


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_with_one_bend_against_every_bend(seed: int) -> None:
    table = random_table(seed, 2, 5)
    target = nearest_base(table)
    zone = Ground("zone", Disc(target.x, target.y, target.radius + 1.0), margin=0.001)
    stages = (
        Stage("straight", until="touch", names=("zone", target.name), may_end=False),
        Stage("toward", of=(target,)),
    )
    policy = table.policy(6.0, zone).but(stages=stages, ends=(contact(target),))
    start = table.mover[:2]
    region = PathRegion(start, policy)
    offers = 0
    for bearing in np.linspace(0.0, 2 * math.pi, 90, endpoint=False).tolist():

        def out(far: float, bearing: float = bearing) -> Spot:
            return round(target.x + far * math.cos(bearing), 4), round(target.y + far * math.sin(bearing), 4)

        end = out(target.radius + RADIUS + CONTACT / 2)
        rim = target.radius + 1.0 + RADIUS
        began_in = math.dist(start, target[:2]) < rim + 0.002

        bend = out(rim + 0.0015)

        def reached(slack: float, end: Spot = end, bend: Spot = bend, rim: float = rim) -> bool:
            """With slack for what stands about, and for how the first leg touches the zone."""
            first = steps(start, bend)[:-1]
            outside = (np.hypot(first[:, 0] - target.x, first[:, 1] - target.y) >= rim + min(slack, 0.0) - 2e-5).all()
            others = policy.but(grounds=tuple(g for g in policy.grounds if g.name != target.name), stages=(Stage(),))
            far = math.dist(start, bend) + math.dist(bend, end)
            # A run that grazes the zone touches it before its bend.
            inward = np.subtract(bend, start) @ np.subtract(target[:2], bend) / math.dist(start, bend) / rim
            outside &= bool(inward > 3 * slack)
            return bool(
                outside and clear(others, start, bend, slack) and clear(others, bend, end, slack) and far + slack <= 6.0
            )

        offered = is_legal(region, end)
        if not began_in:
            held(offered, reached(SLACK), reached(-SLACK))
        offers += offered
        path = region.find(end)
        if path is not None:
            assert check(path, policy).is_legal
            assert len(path.legs) <= 2
    assert offers > 0 or nothing_straight(table, target)


def nothing_straight(table: Table, target: Disc) -> bool:
    """Whether something stands between, or the base began within reach of the other."""
    others = Table(tuple(g for g in table.grounds if g.name != target.name), table.mover)
    return (
        not clear(others.policy(9.0), table.mover[:2], target[:2], 0.0) or math.dist(table.mover[:2], target[:2]) < 3.0
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_sliding_round_a_base_against_small_steps(seed: int) -> None:
    rng = random.Random(seed)
    target = Disc(5.5, 5.5, 0.7874, "target")
    others = [Disc(5.5 + 2.2 * math.cos(a), 5.5 + 2.2 * math.sin(a), 0.5906, f"o{n}") for n, a in enumerate((1.0, 3.5))]
    kept = RADIUS + target.radius + CONTACT / 2
    first = rng.uniform(1.9, 2.6)
    start = round(5.5 + kept * math.cos(first), 4), round(5.5 + kept * math.sin(first), 4)
    policy = PathPolicy(
        RADIUS, 3.0, (0, 0, SIZE, SIZE), tuple(map(base, (target, *others))), (Stage("along", of=(target,)),)
    )
    region = PathRegion(start, policy)
    offers = []
    for degrees in range(-180, 180, 3):
        turn = math.radians(degrees)
        end = round(5.5 + kept * math.cos(first + turn), 4), round(5.5 + kept * math.sin(first + turn), 4)
        swept = first + np.linspace(0.0, turn, 200)
        at = np.stack((5.5 + kept * np.cos(swept), 5.5 + kept * np.sin(swept)), axis=1)
        gaps = min(float(apart(base(other), at).min()) - RADIUS for other in others)
        inches = abs(turn) * kept
        held(is_legal(region, end), gaps >= SLACK and inches <= 2.98, gaps >= -SLACK and inches <= 3.02)
        offers.append(is_legal(region, end))
    assert 5 < sum(offers) < 100
    assert region.geometry.length > 1.0
    assert is_legal(region, region.sample(rng) or (0.0, 0.0))


@pytest.mark.parametrize("seed", SEEDS)
def test_out_of_a_zone_and_on_from_there(seed: int) -> None:
    table = random_table(seed, 3, 4)
    start = table.mover[:2]
    enemy = Disc(start[0] + 1.5, start[1] + 0.3, 0.5, "enemy")
    zone = Ground("zone", Disc(enemy.x, enemy.y, 1.5), margin=0.001)
    stages = (Stage("away", of=(enemy,), until="leave", names=("zone",), may_end=False), Stage())
    policy = table.policy(4.0, zone).but(stages=stages)
    region = PathRegion(start, policy)
    far = math.dist(start, enemy[:2])
    exit_far = 1.5 + RADIUS + 0.0015
    out = (
        start[0] + (start[0] - enemy.x) / far * (exit_far - far),
        start[1] + (start[1] - enemy.y) / far * (exit_far - far),
    )
    first = math.dist(start, out)
    free = clear(policy, start, out, 0.0)
    above = FromAbove(table.policy(4.0 - first), (round(out[0], 4), round(out[1], 4)))
    for spot in spots(seed, 80):
        path = region.find(spot)
        if path is None:
            assert not free or above.cost(spot) > 4.0 - first - SLACK
        else:
            assert check(path, policy).is_legal
            assert math.dist(out, spot) <= 4.0 - first + 0.01


@pytest.mark.parametrize("seed", SEEDS)
def test_into_a_zone_only_straight(seed: int) -> None:
    table = random_table(seed, 2, 5)
    target = nearest_base(table)
    zone = Ground("zone", Disc(target.x, target.y, target.radius + 1.0), margin=0.001)
    stages = Stage(until="touch", names=("zone", target.name), may_end=False), Stage("toward", (target,))
    if math.dist(table.mover[:2], target[:2]) < RADIUS + target.radius + 1.01:
        return
    policy = table.policy(5.0, zone)
    policy = policy.but(stages=stages)
    region = PathRegion(table.mover[:2], policy.but(ends=(contact(target),)))
    solid = Ground("zone", zone.shape, solid=True, margin=0.001)
    above = FromAbove(table.policy(5.0, solid), table.mover[:2])
    others = policy.but(grounds=tuple(g for g in policy.grounds if g.name != target.name), stages=(Stage(),))
    for bearing in np.linspace(0.0, 2 * math.pi, 60, endpoint=False).tolist():
        ux, uy = math.cos(bearing), math.sin(bearing)
        near, rim = target.radius + RADIUS + CONTACT / 2, target.radius + 1.0 + RADIUS + 0.004
        end = round(target.x + near * ux, 4), round(target.y + near * uy, 4)
        bend = target.x + rim * ux, target.y + rim * uy
        path = region.find(end)
        if path is None:
            assert above.cost(bend) + rim - near > 5.0 - SLACK or not clear(others, bend, end, SLACK)
        else:
            assert check(path, policy).is_legal
            assert walked(path, policy)[0] < 2e-6


@pytest.mark.parametrize("seed", SEEDS)
def test_a_gain_is_fetched_when_it_pays(seed: int) -> None:
    table = random_table(seed, 3, 3)
    road = Ground("road", box(0.0, 8.0, SIZE, 8.5), once=-2.0, margin=0.001)
    policy = table.policy(3.0, road)
    region = PathRegion(table.mover[:2], policy)
    above = FromAbove(table.policy(5.0), table.mover[:2])
    edge = np.stack((np.linspace(0.7, SIZE - 0.7, 60), np.full(60, 8.0 - RADIUS)), axis=1)
    fetched = np.array([above.cost((x, y)) for x, y in edge.tolist()])
    for spot in spots(seed, 80):
        plain = above.cost(spot)
        through = np.isfinite(fetched)
        runs = above.runs(edge[through], np.broadcast_to(np.array(spot), (int(through.sum()), 2)))
        with_gain = min((fetched[through] + runs).min(initial=math.inf), plain if spot[1] > 8.0 - RADIUS else math.inf)
        path = region.find(spot)
        if path is None:
            assert plain > 3.0 - SLACK
            assert with_gain > 5.0 - SLACK or not above.open(np.array([spot]))[0]
        else:
            receipt = check(path, policy)
            assert receipt.is_legal
            assert receipt.inches <= (5.0 if receipt.once else 3.0) + 1e-6


@pytest.mark.parametrize("seed", SEEDS)
def test_never_nearer_against_a_polar_grid(seed: int) -> None:
    """On a table with nothing but bases; the grid's ways are legal, so that none of its ends may be missing."""
    table = random_table(seed, 0, 5)
    target = nearest_base(table)
    policy = table.policy(3.0).but(stages=(Stage("not nearer", of=(target,)),))
    region = PathRegion(table.mover[:2], policy)
    start, first = table.mover[:2], math.dist(table.mover[:2], target[:2])
    zero = math.atan2(start[1] - target.y, start[0] - target.x)
    rings, rays = 12, 96
    cost = np.full((rings, rays), np.inf)
    cost[0, 0] = 0.0

    def at(i: int, j: int) -> Spot:
        far, bearing = first + 3.0 * i / (rings - 1), zero + 2 * math.pi * j / rays
        return round(target.x + far * math.cos(bearing), 4), round(target.y + far * math.sin(bearing), 4)

    todo = [(0, 0)]
    while todo:
        i, j = todo.pop(0)
        for di, dj in ((0, 1), (0, -1), (1, 0), (1, 1), (1, -1), (1, 2), (1, -2), (2, 1), (2, -1)):
            k, m = i + di, (j + dj) % rays
            if k >= rings:
                continue
            chord = math.dist(at(i, j), at(k, m))
            # Along a ring the arc is gone; a chord to a farther ring may dip, and is then left out.
            length = chord if di else (first + 3.0 * i / (rings - 1)) * 2 * math.pi / rays
            dips = (
                di > 0
                and min(math.dist(s, target[:2]) for s in steps(at(i, j), at(k, m)))
                < math.dist(at(i, j), target[:2]) - 1e-4
            )
            after = cost[i, j] + length
            if not dips and after < cost[k, m] - 1e-9 and after <= 3.0 and clear(policy, at(i, j), at(k, m), 0.02):
                cost[k, m] = after
                todo.append((k, m))
    for i, j in zip(*np.nonzero(cost <= 3.0 - SLACK), strict=True):
        assert is_legal(region, at(int(i), int(j))), at(int(i), int(j))
    for spot in spots(seed, 60):
        path = region.find(spot)
        if path is not None:
            assert check(path, policy).is_legal
            line = np.array([path.at(path.inches * n / 400) for n in range(401)])
            far = np.hypot(line[:, 0] - target.x, line[:, 1] - target.y)
            assert (np.maximum.accumulate(far) - far).max() < 0.0011


def test_alternatives_are_one_region() -> None:
    lane = Polygon([(1.0, 1.0), (23.0, 1.0), (23.0, 4.0), (1.0, 4.0)])
    bounds = (0.0, 0.0, 24.0, 24.0)
    plain = PathPolicy(0.5, 4.0, bounds)
    outside = Ground("off", box(-1.0, 4.0, 25.0, 25.0), solid=True)
    region = PathRegion((3.0, 2.0), plain, plain.but(budget=6.0, grounds=(outside,)))
    assert is_legal(region, (9.0, 2.0))
    assert is_legal(region, (3.0, 6.0))
    assert not is_legal(region, (8.0, 5.0))
    assert lane.contains(shapely.Point(9.0, 2.0))


def test_ends_near_any_of_several_and_no_farther_than_before() -> None:
    foes = (Disc(16.0, 12.0, 0.5), Disc(12.0, 17.0, 0.5))
    policy = PathPolicy(0.5, 5.0, (0.0, 0.0, 24.0, 24.0), tuple(map(base, foes)), ends=(End(foes, most=0.5),))
    region = PathRegion((12.0, 12.0), policy)
    assert is_legal(region, (14.6, 12.0))
    assert not is_legal(region, (14.4, 12.0))
    assert [reason.cause for reason in region.why_not((14.4, 12.0))] == ["wrong end point"]
    assert is_legal(region, (12.0, 15.6))
    near = shapely.union_all(
        [shapely.Point(foe[:2]).buffer(1.5, 64) - shapely.Point(foe[:2]).buffer(1.0, 64) for foe in foes]
    )
    assert region.geometry.area == pytest.approx(near.intersection(shapely.Point(12, 12).buffer(5, 64)).area, rel=0.05)


def test_why_not_tells_bounds_obstacles_and_asks_for_a_drawn_way() -> None:
    wall = Ground("wall", box(13.0, 4.0, 14.0, 20.0), "R-9", solid=True)
    region = PathRegion((12.0, 12.0), PathPolicy(0.5, 6.0, (0.0, 0.0, 24.0, 24.0), (wall,)))
    (far,) = region.why_not((5.0, 12.0))
    assert far.cause == "too far"
    assert far.short_by == pytest.approx(1.0)
    (round_it,) = region.why_not((16.0, 12.0))
    assert round_it.cause == "too far"
    assert round_it.short_by is not None
    assert round_it.short_by > 9.0
    assert [reason.cause for reason in region.why_not((13.5, 12.0))] == ["in the way"]
    shut = PathRegion((12.0, 12.0), PathPolicy(0.5, 6.0, (11.0, 4.0, 16.0, 20.0), (wall,)))
    assert [reason.cause for reason in shut.why_not((15.0, 12.0))] == ["in the way", "no path found"]


def test_a_way_by_hand_and_via_points() -> None:
    wall = Ground("wall", box(13.0, 11.0, 14.0, 20.0), solid=True)
    region = PathRegion((12.0, 12.0), PathPolicy(0.5, 8.0, (0.0, 0.0, 24.0, 24.0), (wall,)))
    by_hand = best_verdict(Path.through([region.start, (12.0, 10.0), (15.0, 10.0), (15.0, 12.0)]), region.policies)
    assert by_hand.is_legal
    assert by_hand.cost == pytest.approx(7.0)
    found = best_receipt(region, (15.0, 12.0))
    assert found is not None
    assert found.cost < 6.0
    assert not best_verdict(Path.through([region.start, (15.0, 12.0)]), region.policies).is_legal
    via = through(region, [(12.0, 10.0), (15.0, 12.0)])
    assert via is not None
    assert found.cost < via.cost < by_hand.cost


def test_the_same_question_has_the_same_answer() -> None:
    table = random_table(3, 6, 6)
    paths = [[PathRegion(table.mover[:2], table.policy(5.0)).find(spot) for spot in spots(3, 30)] for _time in range(2)]
    assert paths[0] == paths[1]
    assert any(path is not None for path in paths[0])


def test_more_budget_never_removes_an_end() -> None:
    table = random_table(5, 8, 8)
    small, large = (PathRegion(table.mover[:2], table.policy(budget)) for budget in (3.0, 5.0))
    reached = [spot for spot in spots(5, 100) if is_legal(small, spot)]
    assert reached
    assert all(is_legal(large, spot) for spot in reached)


def test_a_start_in_contact_is_no_trap() -> None:
    beside = Disc(12.0 - 0.5906 - 0.5, 12.0, 0.5906, "beside")
    region = PathRegion((12.0, 12.0), PathPolicy(0.5, 4.0, (0.0, 0.0, 24.0, 24.0), (base(beside),)))
    assert is_legal(region, (15.9, 12.0))
    assert is_legal(region, (12.0, 15.9))
    assert is_legal(region, (10.4, 13.5))
    path = region.find((10.4, 13.5))
    assert path is not None
    assert check(path, region.policies[0]).is_legal


def test_nearest_and_sample_are_legal_and_near() -> None:
    table = random_table(8, 6, 6)
    region = PathRegion(table.mover[:2], table.policy(4.0))
    rng = random.Random(0)
    for spot in spots(8, 40):
        near = region.nearest(spot)
        assert near is not None
        assert is_legal(region, near)
        gap = region.geometry.distance(shapely.Point(spot))
        assert math.dist(near, spot) <= gap + 0.03
        drawn = region.sample(rng)
        assert drawn is not None
        assert is_legal(region, drawn)


def test_freely_to_a_rim_and_from_there_straight_past_what_was_kept_out() -> None:
    """What may not be entered on the way to the rim does nothing any more behind it."""
    target, other = Disc(16.0, 12.0, 0.5, "target"), Disc(16.0, 14.2, 0.5, "other")
    zone = Ground("zone", Disc(16.0, 12.0, 1.5), margin=0.001)
    barred = Ground("barred", Disc(16.0, 14.2, 1.5), solid=True, margin=0.001)
    stages = (
        Stage(until="touch", names=("zone", "target"), may_end=False),
        Stage("toward", of=(target,), ignores=frozenset({"barred"})),
    )
    policy = PathPolicy(0.5, 9.0, (0.0, 0.0, 24.0, 24.0), (base(target), base(other), zone, barred), stages)
    region = PathRegion((12.0, 12.0), policy.but(ends=(contact(target),)))
    bearing = math.radians(150.0)
    end = round(16.0 + 1.0005 * math.cos(bearing), 4), round(12.0 + 1.0005 * math.sin(bearing), 4)
    receipt = best_receipt(region, end)
    assert receipt is not None
    assert [leg.stage for leg in receipt.legs][-1] == 1
    single = policy.but(stages=(Stage(),), ends=(contact(target),))
    assert math.dist(end, (16.0, 14.2)) < 2.0
    assert not is_legal(PathRegion((12.0, 12.0), single), end)


def test_never_farther_is_never_nearer_backwards() -> None:
    """In the open: straight to where the run touches the ring of the end about the other base, then along it."""
    other = Disc(12.0, 12.0, 0.5, "other")
    policy = PathPolicy(0.5, 9.0, (0.0, 0.0, 24.0, 24.0), (base(other),), (Stage("not farther", of=(other,)),))
    region = PathRegion((6.0, 12.0), policy)
    for far, degrees in ((2.0, 0.0), (3.0, 60.0), (5.0, 170.0), (4.0, -100.0)):
        bearing = math.radians(degrees)
        end = round(12.0 + far * math.cos(bearing), 4), round(12.0 + far * math.sin(bearing), 4)
        length = math.sqrt(36.0 - far * far) + far * (math.pi - abs(bearing) - math.acos(far / 6.0))
        straight = abs(bearing) > math.pi - math.acos(far / 6.0)
        receipt = best_receipt(region, end)
        known = math.dist((6.0, 12.0), end) if straight else length
        assert (receipt is not None) == (known <= 9.0)
        if receipt is not None:
            assert receipt.inches == pytest.approx(known, abs=0.02)
    assert not is_legal(region, (5.9, 12.0))
    straight_runs = shapely.Point(9.0, 12.0).buffer(3.0) - shapely.Point(12.0, 12.0).buffer(1.0)
    assert region.geometry.area == pytest.approx(straight_runs.area, rel=0.01)


def test_a_step_is_climbed_or_gone_round_whichever_is_cheaper() -> None:
    step = Ground("step", box(14.0, 10.0, 15.0, 13.0), enter=1.5, leave=0.5, rest=False)
    bounds = (0.0, 0.0, 24.0, 24.0)
    over = best_receipt(PathRegion((12.0, 12.0), PathPolicy(0.5, 9.0, bounds, (step,))), (16.0, 11.5))
    assert over is not None
    assert over.once == ()
    assert over.cost < math.dist((12.0, 12.0), (16.0, 11.5)) + 2.0
    low = Ground("step", step.shape, enter=0.2, leave=0.1, rest=False)
    climbed = best_receipt(PathRegion((12.0, 12.0), PathPolicy(0.5, 9.0, bounds, (low,))), (16.0, 11.5))
    assert climbed is not None
    assert [price.cost for price in climbed.once] == [0.2, 0.1]
    region = PathRegion((12.0, 12.0), PathPolicy(0.5, 9.0, bounds, (low,)))
    assert [reason.cause for reason in region.why_not((14.5, 12.0))] == ["in the way"]


def test_a_jump_ends_the_way_where_the_base_is_clear() -> None:
    bounds = (0.0, 0.0, 24.0, 24.0)
    shape = box(14.0, 2.0, 15.0, 22.0)
    climb = Ground("step", shape, enter=1.5, leave=1.5, rest=False)
    jump = Ground("step", shape, enter=1.5, stops=True, rest=False)
    policy = PathPolicy(0.5, 5.5, bounds, (climb,))
    region = PathRegion((12.0, 12.0), policy, policy.but(grounds=(jump,)))
    assert is_legal(region, (15.5005, 12.0))
    assert not is_legal(region, (15.6, 12.0))
    assert is_legal(region, (13.0, 16.0))


def test_a_base_in_the_corner_of_the_table_is_no_trap() -> None:
    region = PathRegion((0.5906, 0.5906), PathPolicy(RADIUS, 4.0, (0.0, 0.0, 24.0, 24.0)))
    assert is_legal(region, (0.5906, 4.5906))
    assert is_legal(region, (4.5906, 0.5906))
    assert is_legal(region, (0.5906, 0.5906))
    assert not is_legal(region, (0.5905, 2.0))


def test_ends_and_starts_between_two_bases_that_are_touched() -> None:
    rng = random.Random(2)
    tried = 0
    while tried < 60:
        left = Disc(12.0, 12.0, rng.choice((0.5, 0.5906)), "left")
        right = Disc(round(12.5 + left.radius + rng.uniform(0.0, 0.9), 4), 12.0, 0.5, "right")
        apart_ = right.x - left.x
        one, other = left.radius + 0.5 + rng.uniform(0, 9e-4), right.radius + 0.5 + rng.uniform(0, 9e-4)
        along = (apart_**2 + one**2 - other**2) / 2 / apart_
        spot = round(12.0 + along, 4), round(12.0 + math.sqrt(one**2 - along**2), 4)
        policy = PathPolicy(0.5, 9.0, (0.0, 0.0, 24.0, 24.0), (base(left), base(right)))
        if check(Path.through([spot]), policy).is_legal:
            tried += 1
            assert is_legal(PathRegion((12.0, 17.0), policy), spot), spot
            assert is_legal(PathRegion(spot, policy), (12.0, 17.0)), spot


def test_nothing_is_reached_from_where_a_base_may_not_stand() -> None:
    policy = PathPolicy(0.5, 4.0, (0.0, 0.0, 24.0, 24.0), (base(Disc(12.2, 12.0, 0.5, "other")),))
    region = PathRegion((12.0, 12.0), policy)
    assert region.geometry.is_empty
    assert region.nearest((10.0, 12.0)) is None
    assert region.sample(random.Random(0)) is None
    assert [reason.cause for reason in region.why_not((10.0, 12.0))] == ["in the way", "no path found"]


def test_a_step_aside_ends_on_the_rim_of_what_it_leaves() -> None:
    foe = Disc(11.0, 12.9, 0.5, "foe")
    zone = Ground("zone", Disc(11.0, 12.9, 1.5), margin=0.001)
    stage = Stage("not nearer", of=(foe,), until="leave", names=("zone",), may_end=False)
    region = PathRegion((12.0005, 12.9), PathPolicy(0.5, 6.0, (0.0, 0.0, 24.0, 24.0), (base(foe), zone), (stage,)))
    for degrees in range(0, 360, 15):
        bearing = math.radians(degrees)
        assert is_legal(region, (11.0 + 2.0015 * math.cos(bearing), 12.9 + 2.0015 * math.sin(bearing)))
    assert region.geometry.length == pytest.approx(2 * math.pi * 2.0015, rel=0.02)
    assert not is_legal(region, (12.9, 12.9))
    assert not is_legal(region, (13.1, 12.9))
    assert shapely.area(region.geometry) == 0.0


def test_what_is_excluded_is_told_by_cause() -> None:
    friend = Ground("friend", Disc(13.5, 12.0, 0.5), rest=False)
    wall = Ground("wall", box(9.0, 11.0, 10.0, 13.0), solid=True)
    region = PathRegion((12.0, 12.0), PathPolicy(0.5, 3.0, (0.0, 0.0, 14.0, 24.0), (friend, wall)))
    assert set(region.excluded) == {"off the table", "in the way", "must go on"}
    assert region.excluded["in the way"].covers(shapely.Point(9.4, 12.0))
    assert region.excluded["must go on"].covers(shapely.Point(13.0, 12.0))
    assert region.excluded["off the table"].covers(shapely.Point(13.8, 12.0))


def test_an_end_that_is_one_point_is_found() -> None:
    """Straight toward a base into contact; and round one base into contact with another."""
    bounds = (0.0, 0.0, 24.0, 24.0)
    foe, other = Disc(16.0, 13.0, 0.5, "foe"), Disc(17.9, 13.1, 0.5, "other")
    toward = PathPolicy(0.5, 6.0, bounds, (base(foe),), (Stage("toward", of=(foe,)),), (contact(foe),))
    region = PathRegion((12.0, 12.0), toward)
    assert region.find()
    spot = region.nearest((12.0, 12.0))
    assert spot is not None
    assert 0.0 <= math.dist(spot, foe[:2]) - 1.0 <= 0.001
    assert region.sample(random.Random(1)) is not None
    slide = PathPolicy(0.5, 6.0, bounds, (base(foe), base(other)), (Stage("along", of=(foe,)),), (contact(other),))
    region = PathRegion((16.0, 11.9995), slide)
    spot = region.nearest((17.0, 12.0))
    assert spot is not None
    assert 0.0 <= math.dist(spot, other[:2]) - 1.0 <= 0.001
    assert 0.0 <= math.dist(spot, foe[:2]) - 1.0 <= 0.001
    assert len(shapely.get_parts(region.geometry)) == 2
    assert not PathRegion((16.0, 11.9995), slide.but(budget=0.5)).find()


def test_a_gain_that_is_had_in_passing_counts() -> None:
    """Found by a long run: a way that is too dear but for a road on which it ends."""
    table = random_table(90070, 3, 3)
    road = Ground("road", box(0.0, 8.0, SIZE, 8.5), once=-2.0, margin=0.001)
    receipt = best_receipt(PathRegion(table.mover[:2], table.policy(3.0, road)), (1.9453, 7.9818))
    assert receipt is not None
    assert [price.cost for price in receipt.once] == [-2.0]


def test_a_run_is_drawn_longer_only_where_it_comes_by_what_gains() -> None:
    road = Ground("road", box(11.0, 8.0, 12.0, 12.0), once=-2.0)
    policy = PathPolicy(RADIUS, 4.0, (0.0, 0.0, 20.0, 20.0), (road,), (Stage("straight"),))
    region = PathRegion((8.0, 10.0), policy)
    for x, y in ((13.5, 10.0), (3.5, 10.0), (8.0, 15.0), (11.5, 10.0), (8.0, 13.9), (4.2, 10.0)):
        drawn = region.geometry.distance(shapely.Point(x, y)) < SLACK
        assert drawn == is_legal(region, (x, y)), (x, y)
    assert is_legal(region, (13.5, 10.0))
    assert not is_legal(region, (3.5, 10.0))

"""What is drawn, the nearest spot, one at random and the verdict agree within 0.005 inch, also where solids meet."""

import math
import random

import numpy as np
import pytest
import shapely

from game.table.lattice import position
from game.table.path.policy import Ground, PathPolicy
from game.table.path.region import PathRegion
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from game.table.threat.onward import areas_from
from tests.samples import some
from tests.table.path_oracles import Spot, Table, outline, random_table, shape_of, spots

WITHIN = 0.005
FANS = some(160)


def fan(seed: int) -> tuple[Table, float]:
    """A random table, crowded or not, and a budget."""
    rng = random.Random(seed)
    return random_table(seed, rng.randint(0, 12), rng.randint(0, 14)), rng.choice((0.5, 1.0, 2.0, 3.0, 4.5))


def beside_corners(policy: PathPolicy, start: Spot, seed: int) -> list[Spot]:
    """Spots just outside where the rims of solids, of the table or of the budget cross: there outlines have corners."""
    rims = [shape_of(ground, policy.radius, 64).boundary for ground in policy.grounds]
    west, south, east, north = policy.bounds
    rims.append(shapely.box(west, south, east, north).buffer(-policy.radius, join_style="mitre").boundary)
    rims.append(shapely.Point(start).buffer(policy.budget, quad_segs=64).boundary)
    rng = random.Random(seed)
    pairs = [(one, other) for one in rims for other in rims]
    met = shapely.intersection([one for one, _other in pairs], [other for _one, other in pairs])
    corners = [point.coords[0] for point in shapely.get_parts(met).tolist() if isinstance(point, shapely.Point)]
    found: list[Spot] = []
    for x, y in rng.sample(corners, min(len(corners), 60)):
        if math.dist((x, y), start) <= policy.budget:
            for far in (0.004, 0.01, 0.03, 0.1, 0.3):
                turn = rng.uniform(-math.pi, math.pi)
                found.append(position(x + far * math.cos(turn), y + far * math.sin(turn)))
    return found


def astray(region: PathRegion, spot: Spot) -> float:
    """How far (inches) the drawing of a region is from saying what the verdict on a spot says."""
    drawn, point = region.geometry, shapely.Point(spot)
    if is_legal(region, spot):
        return float(drawn.distance(point))
    return float(drawn.boundary.distance(point)) if drawn.contains(point) else 0.0


def test_a_drawn_region_and_the_verdict_agree_where_solids_are_met() -> None:
    worst, seen = (0.0, 0, (0.0, 0.0)), 0
    for seed in range(FANS):
        table, budget = fan(seed)
        policy = table.policy(budget)
        region = PathRegion(table.mover[:2], policy)
        for spot in (*spots(seed, 10), *beside_corners(policy, table.mover[:2], seed)):
            seen += is_legal(region, spot)
            worst = max(worst, (astray(region, spot), seed, spot))
    print(f"{FANS} regions, {seen} legal spots, {worst} astray at most")
    assert worst[0] <= WITHIN
    assert seen > 5 * FANS


def soft_fan(seed: int) -> tuple[Table, PathPolicy]:
    """A random table with soft ground, wide enough to lead through or along, and a policy."""
    rng = random.Random(seed)
    table = random_table(seed, rng.randint(0, 3), rng.randint(0, 4))
    soft = []
    for number in range(rng.randint(1, 4)):
        x, y = rng.uniform(2.0, 10.0), rng.uniform(2.0, 10.0)
        disc, star = Disc(x, y, rng.uniform(0.5, 2.0)), outline(rng, x, y, rng.uniform(1.0, 2.5))
        shape = disc if rng.random() < 0.4 else star
        factor, part = rng.choice((1.5, 2.0, 2.0, 3.0)), rng.choice(("base", "centre"))
        soft.append(Ground(f"soft {number}", shape, factor=factor, part=part))  # type: ignore[arg-type]
    return table, table.policy(rng.choice((2.0, 3.0, 4.0, 6.0)), *soft)


def beside_outline(region: PathRegion, seed: int) -> list[Spot]:
    """Spots a little inside and outside what is drawn of a region."""
    rng, rim = random.Random(seed), region.geometry.boundary
    at = [rim.interpolate(rng.random() * rim.length) for _number in range(100)]
    turns = [rng.uniform(-math.pi, math.pi) for _point in at]
    return [
        position(point.x + far * math.cos(turn), point.y + far * math.sin(turn))
        for point, turn in zip(at, turns, strict=True)
        for far in (0.01, 0.02, 0.04)
    ]


def test_a_drawn_region_and_the_verdict_agree_in_soft_ground() -> None:
    """Also where a way turns in just before its end."""
    worst = (0.0, 0, (0.0, 0.0))
    for seed in range(some(40)):
        table, policy = soft_fan(seed)
        region = PathRegion(table.mover[:2], policy)
        for spot in beside_outline(region, seed):
            worst = max(worst, (astray(region, spot), seed, spot))
    assert worst[0] <= 2 * WITHIN, worst


def test_what_has_room_has_a_nearest_spot_and_one_at_random() -> None:
    for seed in range(FANS):
        table, budget = fan(seed)
        region = PathRegion(table.mover[:2], table.policy(budget))
        rng = random.Random(seed)
        assert region.find()
        drawn = region.sample(rng)
        assert drawn is not None
        assert is_legal(region, drawn)
        for spot in beside_corners(table.policy(budget), table.mover[:2], seed)[:10]:
            nearest = region.nearest(spot)
            assert nearest is not None
            assert is_legal(region, nearest)
            if is_legal(region, spot):
                assert math.dist(nearest, spot) <= 1e-4
            else:
                away = region.geometry.distance(shapely.Point(spot))
                assert math.dist(nearest, spot) <= away + WITHIN, (seed, spot, nearest)


@pytest.mark.parametrize("price", [0.4, 1.5, 2.9])
def test_a_region_is_drawn_up_to_what_is_too_dear_to_enter(price: float) -> None:
    """A step that costs more than is left ends the drawing where it begins, not as many inches before."""
    step = Ground("step", shapely.box(0.0, 14.0, 24.0, 20.0), enter=price)
    region = PathRegion((12.0, 12.0), PathPolicy(0.5, 3.0, (0.0, 0.0, 24.0, 24.0), (step,)))
    below = shapely.Point(12.0, 12.0).buffer(3.0, quad_segs=64).intersection(shapely.box(0.0, 0.0, 24.0, 13.5))
    over = shapely.Point(12.0, 12.0).buffer(3.0 - price, quad_segs=64).difference(shapely.box(0.0, 0.0, 24.0, 13.5))
    true = shapely.union(below, over)
    assert shapely.difference(true, shapely.buffer(region.geometry, 0.008)).area < 1e-4
    assert shapely.difference(region.geometry, shapely.buffer(true, 0.002)).area < 1e-4
    assert region.nearest((13.2, 13.9)) == pytest.approx((13.2, 13.5), abs=0.01) or price == 0.4


def test_nothing_is_drawn_beyond_what_a_jump_ends_on() -> None:
    """A way that ends when it has left a wall leads no farther, so that nothing behind the wall is drawn."""
    wall = Ground("wall", shapely.box(14.0, 2.0, 15.0, 22.0), enter=0.5, rest=False, stops=True)
    region = PathRegion((12.0, 12.0), PathPolicy(0.5, 6.0, (0.0, 0.0, 24.0, 24.0), (wall,)))
    assert is_legal(region, (15.5005, 12.0))
    assert not is_legal(region, (16.0, 12.0))
    assert region.geometry.bounds[2] < 15.51
    assert region.geometry.covers(shapely.Point(13.49, 12.0))
    policy = PathPolicy(0.5, 6.0, (0.0, 0.0, 24.0, 24.0), (wall,))
    (onward,) = areas_from(np.array([(12.0, 12.0), (11.0, 12.0)]), policy, [6.0])
    assert onward.bounds[2] < 15.51

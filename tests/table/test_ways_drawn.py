"""What is drawn, the nearest spot, one at random and the verdict agree within 0.005 inch, also where solids meet."""

import math
import random

import shapely

from game.table.lattice import position
from game.table.ways.policy import WayPolicy
from game.table.ways.region import WayRegion
from tests.samples import some
from tests.table.way_oracles import Spot, Table, random_table, shape_of, spots

WITHIN = 0.005
FANS = some(160)


def fan(seed: int) -> tuple[Table, float]:
    """A random table, crowded or not, and a budget."""
    rng = random.Random(seed)
    return random_table(seed, rng.randint(0, 12), rng.randint(0, 14)), rng.choice((0.5, 1.0, 2.0, 3.0, 4.5))


def beside_corners(policy: WayPolicy, start: Spot, seed: int) -> list[Spot]:
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


def astray(region: WayRegion, spot: Spot) -> float:
    """How far (inches) the drawing of a region is from saying what the verdict on a spot says."""
    drawn, point = region.geometry, shapely.Point(spot)
    if region.contains(*spot):
        return float(drawn.distance(point))
    return float(drawn.boundary.distance(point)) if drawn.contains(point) else 0.0


def test_a_drawn_region_and_the_verdict_agree_where_solids_are_met() -> None:
    worst, seen = (0.0, 0, (0.0, 0.0)), 0
    for seed in range(FANS):
        table, budget = fan(seed)
        policy = table.policy(budget)
        region = WayRegion(table.mover[:2], policy)
        for spot in (*spots(seed, 10), *beside_corners(policy, table.mover[:2], seed)):
            seen += region.contains(*spot)
            worst = max(worst, (astray(region, spot), seed, spot))
    print(f"{FANS} regions, {seen} legal spots, {worst} astray at most")
    assert worst[0] <= WITHIN
    assert seen > 5 * FANS


def test_what_has_room_has_a_nearest_spot_and_one_at_random() -> None:
    for seed in range(FANS):
        table, budget = fan(seed)
        region = WayRegion(table.mover[:2], table.policy(budget))
        rng = random.Random(seed)
        assert region.has_room
        drawn = region.sample(rng)
        assert drawn is not None
        assert region.contains(*drawn)
        for spot in beside_corners(table.policy(budget), table.mover[:2], seed)[:10]:
            nearest = region.nearest(*spot)
            assert nearest is not None
            assert region.contains(*nearest)
            if region.contains(*spot):
                assert math.dist(nearest, spot) <= 1e-4
            else:
                away = region.geometry.distance(shapely.Point(spot))
                assert math.dist(nearest, spot) <= away + WITHIN, (seed, spot, nearest)

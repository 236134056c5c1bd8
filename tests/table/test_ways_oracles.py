"""Everything offered is legal by the check and by walking it; everything with a clear way on the budget is offered."""

import pytest

from game.table.ways.judge import check
from game.table.ways.policy import WayPolicy
from game.table.ways.region import WayRegion
from game.table.ways.way import Way
from tests.table.way_oracles import FromAbove, FromBelow, Spot, random_table, spots, walked

TABLES = [(0, 0), (1, 0), (0, 3), (3, 4), (6, 2), (4, 9), (8, 8), (12, 20)]
HARD, SOFT = 0.001, 0.02


def hold(policy: WayPolicy, start: Spot, seed: int, tau: float, count: int = 120) -> tuple[int, int]:
    """Hold one region against both oracles; return how many spots were offered, and how many had to be."""
    region = WayRegion(start, policy)
    above = FromAbove(policy, start)
    below = FromBelow(policy, start)
    offered = demanded = 0
    for spot in spots(seed, count):
        way = region.way_to(*spot)
        known = above.cost(spot)
        if way is None:
            assert known > policy.budget - tau, f"{spot} is missing: there is a way of {known}"
            assert region.why_not(*spot), spot
            continue
        offered += 1
        demanded += known <= policy.budget - tau
        _legal(way, policy, spot)
        assert below.cost(spot) <= policy.budget, spot
    return offered, demanded


def _legal(way: Way, policy: WayPolicy, spot: Spot) -> None:
    receipt = check(way, policy)
    assert receipt.refusals == ()
    assert way.end == spot
    over, cost = walked(way, policy)
    assert over < 2e-6
    assert cost == pytest.approx(receipt.cost, abs=0.02)
    assert receipt.cost <= policy.budget + 1e-6


@pytest.mark.parametrize(("pieces", "bases"), TABLES)
def test_ways_round_solids(pieces: int, bases: int) -> None:
    for seed in range(1):
        table = random_table(100 * pieces + 10 * bases + seed, pieces, bases)
        offered, demanded = hold(table.policy(5.0), table.mover[:2], seed, HARD)
        assert offered > 4
        assert demanded >= 0.9 * offered

"""Everything offered is legal by the check and by walking it; everything with a clear way on the budget is offered."""

import random
from dataclasses import replace

import pytest
import shapely

from game.table.path.judge import check
from game.table.path.path import Path
from game.table.path.policy import Ground, PathPolicy
from game.table.path.region import PathRegion
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.samples import some
from tests.table.path_oracles import FromAbove, FromBelow, Spot, Table, random_table, spots, walked

TABLES = [(0, 0), (1, 0), (0, 3), (3, 4), (6, 2), (8, 8), (12, 20)]
HARD, SOFT = 0.001, 0.02
SPOTS = some(150)
"""Spots for which a region is held against the oracles."""


def hold(policy: PathPolicy, start: Spot, seed: int, tau: float, count: int = SPOTS) -> tuple[int, int]:
    """Hold one region against both oracles; return how many spots were offered, and how many had to be."""
    region = PathRegion(start, policy)
    above = FromAbove(policy, start)
    below = FromBelow(policy, start)
    offered = demanded = 0
    widest = 0.0
    for spot in spots(seed, count):
        path = region.find(spot)
        known = above.cost(spot)
        if path is None:
            assert known > policy.budget - tau, f"{spot} is missing: there is a way of {known}"
            assert region.why_not(spot), spot
            continue
        offered += 1
        demanded += known <= policy.budget - tau
        widest = max(widest, known - below.cost(spot) if known <= policy.budget else 0.0)
        _legal(path, policy, spot)
        assert below.cost(spot) <= policy.budget, spot
    print(f"{offered} offered, {demanded} demanded; the bracket is {widest:.2f} inches wide at most")
    return offered, demanded


def _legal(path: Path, policy: PathPolicy, spot: Spot) -> None:
    receipt = check(path, policy)
    assert receipt.refusals == ()
    assert path.end == spot
    over, cost = walked(path, policy)
    assert over < 2e-6
    assert cost == pytest.approx(receipt.cost, abs=0.02)
    assert receipt.cost <= policy.budget + 1e-6


def softened(table: Table, seed: int) -> Table:
    """The same table with every other piece soft, and two soft discs."""
    rng = random.Random(seed)
    pieces = [ground for ground in table.grounds if ground.name.startswith("piece")]
    soft = {ground.name for ground in pieces[::2]}
    grounds = [
        replace(g, solid=False, factor=rng.choice((1.5, 2.0, 3.0))) if g.name in soft else g for g in table.grounds
    ]
    bogs = (Disc(rng.uniform(2, 9), rng.uniform(2, 9), rng.uniform(0.3, 1.2)) for _bog in range(2))
    more = [Ground(f"bog {number}", bog, factor=2.0) for number, bog in enumerate(bogs)]
    return Table((*grounds, *more), table.mover)


@pytest.mark.parametrize(("pieces", "bases"), [(0, 0), (3, 3), (7, 6)])
def test_ways_through_soft_ground(pieces: int, bases: int) -> None:
    table = softened(random_table(7 * pieces + bases, pieces, bases), pieces)
    offered, demanded = hold(table.policy(5.0), table.mover[:2], pieces, SOFT)
    assert offered > SPOTS // 20
    assert demanded >= 0.9 * offered


@pytest.mark.parametrize(("pieces", "bases", "soft"), [(6, 6, False), (10, 12, False), (8, 6, True)])
def test_what_is_drawn_is_what_is_offered(pieces: int, bases: int, soft: bool) -> None:
    table = random_table(40 + pieces, pieces, bases)
    region = PathRegion(table.mover[:2], (softened(table, 3) if soft else table).policy(5.0))
    border = region.geometry.boundary
    inside = 0
    for spot in spots(pieces, 300):
        if border.distance(shapely.Point(spot)) > 0.05:
            assert is_legal(region, spot) == region.geometry.contains(shapely.Point(spot)), spot
            inside += is_legal(region, spot)
    assert inside > 10


@pytest.mark.parametrize(("pieces", "bases"), TABLES)
def test_ways_round_solids(pieces: int, bases: int) -> None:
    for seed in range(1):
        table = random_table(100 * pieces + 10 * bases + seed, pieces, bases)
        offered, demanded = hold(table.policy(5.0), table.mover[:2], seed, HARD)
        assert offered > SPOTS // 20
        assert demanded >= 0.9 * offered


def test_bends_lie_close_where_rims_cross() -> None:
    """Found by a long run: a way that enters soft ground for a tenth of an inch, past a base."""
    table = softened(random_table(90090, 14, 13), 90090)
    assert is_legal(PathRegion(table.mover[:2], table.policy(4.5)), (2.4401, 6.9613))


def test_a_way_along_a_round_rim_may_turn_in() -> None:
    """Found by a long run: round a large soft disc, and into it at the end."""
    table = softened(random_table(70089, 6, 1), 70089)
    assert is_legal(PathRegion(table.mover[:2], table.policy(6.0)), (3.5705, 1.9502))

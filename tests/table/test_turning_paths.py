"""Paths of a base that is not round: what they cost, what stops a leg or a turn, and what is found."""

import math
from random import Random

import numpy as np
import pytest
import shapely

from game.table.facing import FULL_TURN, Pose, turn_between
from game.table.footprints import Footprint, Oblong, clearance, nearest_points
from game.table.path.turning import TurningPaths, TurningPolicy
from game.table.shapes import Disc
from tests.oracle import rims
from tests.table.test_footprints import row_of

BOUNDS = 0.0, 0.0, 24.0, 16.0
RIDER = Oblong(4.0, 8.0, 3.0, 1.6, "oval", 0, "rider")


def paths(
    budget: float = 20.0,
    others: tuple[Footprint, ...] = (),
    solids: tuple[shapely.Polygon, ...] = (),
    base: Oblong = RIDER,
) -> TurningPaths:
    named = tuple((f"hut {number}", solid) for number, solid in enumerate(solids))
    return TurningPaths(TurningPolicy(base, budget, BOUNDS, others, named, "T-1", "T-2"))


def rules(some: TurningPaths, *poses: Pose) -> list[str]:
    return [refusal.rule for refusal in some.why_not(poses)]


def test_the_part_that_moves_farthest_counts() -> None:
    turned, gone = Pose(4, 8, 9000), Pose(4, 12, 9000)
    assert paths().cost([turned]) == pytest.approx(1.5 * math.pi / 2)
    assert paths().cost([gone]) == pytest.approx(1.5 * math.pi / 2 + 4)
    assert paths().cost([turned, Pose(4, 8, 0)]) == pytest.approx(1.5 * math.pi)  # back again is not free
    exact = 1.5 * math.pi / 2 + 4
    assert rules(paths(exact), gone) == []
    assert rules(paths(exact - 0.001), gone) == ["T-1"]


def dense_overlap(start: Pose, poses: tuple[Pose, ...], others: tuple[Footprint, ...], base: Oblong) -> float:
    """Return the least clearance of many moments of a path, from dense rims; negative if any overlaps."""
    moments = []
    for here, there in zip((start, *poses), poses):
        turn = turn_between(here.facing, there.facing)
        moments += [(here.x, here.y, here.facing + turn * share / 60) for share in range(61)]
        shares = np.linspace(0, 1, 61)
        moments += [(here.x + s * (there.x - here.x), here.y + s * (there.y - here.y), there.facing) for s in shares]
    row = row_of(base)
    bases = np.array([(x, y, *row[2:4], math.radians(facing / 100), row[5]) for x, y, facing in moments])
    least = math.inf
    for other in others:
        same = np.tile(row_of(other), (len(bases), 1))
        near = np.hypot(*(bases[:, :2] - same[0, :2]).T) < base.radius + other.radius + 0.2
        if near.any():
            over = rims.overlaps(bases[near], same[near], 240)
            least = min(least, -1.0 if over.any() else float(rims.distances(bases[near], same[near])[0].min()))
    return least


@pytest.mark.parametrize("shape", ["oval", "rectangle"])
def test_verdicts_are_those_of_many_moments(shape: str) -> None:
    rng, verdicts = Random(shape), []
    for _number in range(25):
        base = RIDER._replace(shape=shape, facing=rng.randrange(FULL_TURN))  # type: ignore[arg-type]
        others: list[Footprint] = []
        while len(others) < 4:
            x, y = rng.uniform(2, 16), rng.uniform(3, 13)
            other = (
                Disc(x, y, rng.uniform(0.5, 1))
                if len(others) % 2
                else Oblong(x, y, 2.5, 1.5, facing=rng.randrange(36000))
            )
            others += [other] if clearance(base, other) > 0.01 else []
        poses = tuple(
            Pose(round(rng.uniform(3, 14), 4), round(rng.uniform(3, 13), 4), rng.randrange(FULL_TURN))
            for _pose in range(1)
        )
        some = paths(99.0, tuple(others), (), base)
        dense = dense_overlap(some.start, poses, tuple(others), base)
        blocked = bool(some.why_not(poses))
        assert blocked == (dense < 0.0) or abs(dense) < 0.02, (base, poses, others)
        verdicts.append(blocked)
    assert min(verdicts.count(True), verdicts.count(False)) >= 4


def test_a_leg_is_judged_between_its_ends() -> None:
    post = Disc(9, 8.9, 0.2, "post")
    [refusal] = paths(others=(post,)).why_not([Pose(14, 8, 0)])
    assert str(refusal).startswith("post is in the way")
    assert rules(paths(others=(Disc(9, 9.0, 0.2),)), Pose(14, 8, 0)) == []  # it only touches
    assert rules(paths(solids=(shapely.box(8, 8.79, 9, 12),)), Pose(14, 8, 0)) == ["T-2"]
    assert rules(paths(solids=(shapely.box(8, 8.81, 9, 12),)), Pose(14, 8, 0)) == []


def test_a_turn_is_judged_between_its_facings() -> None:
    post = Disc(5.2, 9.2, 0.2, "post")
    assert rules(paths(others=(post,)), Pose(4, 8, 9000)) == ["T-2"]
    assert rules(paths(others=(post,)), Pose(4, 8, 18_000), Pose(4, 8, 9000)) == ["T-2"]
    assert rules(paths(others=(post,)), Pose(4, 8, 27_000)) == []  # the other way round
    assert rules(paths(base=RIDER.moved_to(4, 1.0)), Pose(4, 1.0, 9000)) == ["T-2"]
    wide = RIDER.moved_to(4, 0.9).turned_to(500)
    assert rules(paths(base=wide), Pose(4, 0.9, 17_500)) == ["T-2"]  # over the edge only on the way


def test_a_base_within_a_solid_is_found() -> None:
    assert "T-2" in rules(paths(solids=(shapely.box(10, 4, 20, 12),)), Pose(15, 8, 0))


def test_the_path_found_turns_to_pass_and_is_legal() -> None:
    walls = shapely.box(8, 0, 9, 7), shapely.box(8, 9, 9, 16)  # a gap of 2 inches at 8
    some = paths(others=(), solids=walls)
    start = paths(solids=walls, base=RIDER.turned_to(9000))
    for several, end in (
        (some, Pose(14, 8, 0)),
        (start, Pose(14, 8, 0)),
        (some, Pose(14, 8, 9000)),
        (some, Pose(13, 4, 0)),
    ):
        found = several.find(end)
        assert found is not None, end
        assert found[-1] == end
        assert several.why_not(found) == []
    assert start.find(Pose(14, 8, 9000)) is None  # it would have to turn twice: none is found, and one may be drawn
    assert start.why_not([Pose(4, 8, 0), Pose(14, 8, 0), Pose(14, 8, 9000)]) == []


def test_no_path_is_found_beyond_the_budget_or_through_a_wall() -> None:
    wall = shapely.box(8, -1, 9, 17)
    assert paths(solids=(wall,)).find(Pose(14, 8, 0)) is None
    assert paths(4.0).find(Pose(9, 8, 0)) is None
    assert paths(5.0).find(Pose(9, 8, 0)) == (Pose(9, 8, 0),)


def test_a_base_in_contact_leaves() -> None:
    start, end = nearest_points(RIDER, Disc(6.0, 9.7, 0.7))
    mate = Disc(6.0 + start[0] - end[0], 9.7 + start[1] - end[1], 0.7, "mate")
    some = paths(others=(mate, Disc(7.5, 8.0, 1.0, "post")))
    found = some.find(Pose(11, 8, 0))
    assert found is not None
    assert some.why_not(found) == []
    assert len(found) > 1

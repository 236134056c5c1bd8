"""Whether any path leads a base beside another if one of them is not round, held against the whole search."""

import math
import random
from itertools import pairwise
from typing import Literal

import pytest
from shapely.geometry import box

from game.table.footprints import Footprint, Oblong, clearance, clearance_of_shape
from game.table.lattice import Position, position
from game.table.path.judge import check
from game.table.path.obstacles import beside, near_any, over, path_policy
from game.table.path.path import Path
from game.table.path.policy import PathPolicy
from game.table.path.region import PathRegion
from game.table.path.simpler_policies import path_to_goal
from game.table.shapes import Disc
from tests.samples import some

START = position(12.0, 9.0)
WALL = box(14.0, 0.0, 14.6, 8.5)
SIZES = ((60, 35), (75, 42), (105, 70))


def base(rng: random.Random, x: float, y: float, name: str) -> Footprint:
    kind: Literal["disc", "oval", "rectangle"] = rng.choice(("disc", "oval", "rectangle"))
    (length, width), radius = rng.choice(SIZES), rng.choice((0.63, 0.79, 1.18))
    if kind == "disc":
        return Disc(*position(x, y), radius, name)
    return Oblong(*position(x, y), length / 25.4, width / 25.4, kind, rng.randrange(36_000), name)


def blocked(seed: int) -> PathPolicy:
    """A charge at a base with others in the way, from `START`; one of the two is not round."""
    rng = random.Random(seed)
    while True:
        mover = base(rng, *START, "mover")
        foe = base(rng, START.x + rng.uniform(-8, 8), START.y + rng.uniform(-7, 7), "foe")
        if clearance(mover, foe) > 1.0 and (isinstance(mover, Oblong) or isinstance(foe, Oblong)):
            break
    others = [foe]
    for number in range(rng.choice((1, 3, 6))):
        share = rng.uniform(0.2, 0.8)
        x, y = (start + share * (end - start) + rng.gauss(0, 1.2) for start, end in zip(START, (foe.x, foe.y)))
        other = base(rng, x, y, f"other {number}")
        if all(clearance(other, each) > rng.choice((0.0, 0.5)) for each in (mover, *others)):
            others.append(other)
    grounds = [beside(mover, other, "r", solid=True, rest=True) for other in others]
    if clearance_of_shape(mover, WALL) > 0.0:
        grounds.append(over(mover, WALL, "wall", "w", solid=True))
    budget = clearance(mover, foe) - 0.5 + rng.choice((0.02, 0.1, 0.2, 0.5, 1.0))
    policy = path_policy(mover, budget, (0.0, 0.0, 24.0, 18.0), tuple(grounds), "r")
    return policy.but(ends=(near_any(mover, [foe], 0.5, "e"),))


def test_whether_a_path_leads_beside_a_base_is_what_the_whole_search_finds() -> None:
    verdicts = {"yes": 0, "no": 0, "unknown": 0}
    for seed in range(some(150)):
        policy = blocked(seed)
        found = path_to_goal(START, [policy])
        verdict = found if isinstance(found, str) else "yes"
        verdicts[verdict] += 1
        if verdict == "no":
            assert PathRegion(START, policy).sample(random.Random(seed)) is None, seed
    assert min(verdicts["yes"], verdicts["no"]) > some(25)
    assert verdicts["unknown"] <= some(10)


def test_the_path_beside_a_base_is_about_the_shortest() -> None:
    told = 0
    for seed in range(some(150)):
        policy = blocked(seed)
        path = path_to_goal(START, [policy.but(budget=policy.budget + 1.0)])
        if not isinstance(path, Path):
            continue
        cost = check(path, policy).cost
        told += 1
        assert path_to_goal(START, [policy.but(budget=cost - 0.12)]) == "no", seed
        assert isinstance(path_to_goal(START, [policy.but(budget=cost + 0.12)]), Path), seed
    assert told > some(50)


def charging(mover: Footprint, foe: Footprint, budget: float) -> PathPolicy:
    grounds = (beside(mover, foe, "r", solid=True, rest=True),)
    policy = path_policy(mover, budget, (0.0, 0.0, 24.0, 18.0), grounds, "r")
    return policy.but(ends=(near_any(mover, [foe], 0.5, "e"),))


@pytest.mark.parametrize("turn", [0, 4500])
def test_inches_decide_whether_a_rectangle_comes_to_a_corner(turn: int) -> None:
    mover = Oblong(4.0, 4.0, 2.0, 1.0, "rectangle", 0)
    foe = Oblong(10.0, 9.0, 2.0, 2.0, "rectangle", turn)
    inches = clearance(mover, foe) - 0.5
    assert path_to_goal(Position(4.0, 4.0), [charging(mover, foe, inches - 0.03)]) == "no"
    found = path_to_goal(Position(4.0, 4.0), [charging(mover, foe, inches + 0.03)])
    assert isinstance(found, Path)
    assert clearance(mover.moved_to(*found.end), foe) == pytest.approx(0.5, abs=5e-3)


def test_a_base_beside_another_is_there_at_once() -> None:
    mover, foe = Oblong(4.0, 4.0, 3.0, 2.0), Disc(7.0, 4.0, 1.0, "foe")
    assert math.isclose(clearance(mover, foe), 0.5)
    assert isinstance(path_to_goal(Position(4.0, 4.0), [charging(mover, foe._replace(x=6.9), 0.5)]), Path)


def test_a_base_in_contact_with_another_leaves_it_for_its_goal() -> None:
    mover, foe = Oblong(4.0, 4.0, 3.0, 2.0), Disc(12.0, 4.0, 1.0, "foe")
    post = Oblong(4.0, 6.5, 3.0, 3.0, "rectangle", 0, "post")
    assert abs(clearance(mover, post)) < 1e-9
    policy = charging(mover, foe, 6.0)
    touching = policy.but(grounds=(*policy.grounds, beside(mover, post, "r", solid=True, rest=True)))
    assert isinstance(path_to_goal(Position(4.0, 4.0), [touching]), Path)


def test_the_corners_of_an_outline_are_apart() -> None:
    mover, foe = Oblong(4.0, 4.0, 2.0, 1.0, "rectangle", 0), Oblong(6.0, 4.0, 2.0, 1.0, "rectangle", 0, "foe")
    ground = beside(mover, foe, "r", solid=True, rest=True)
    assert not isinstance(ground.shape, Disc)
    corners = [*ground.shape.exterior.coords]
    assert min(math.dist(*pair) for pair in pairwise(corners)) > 1e-7

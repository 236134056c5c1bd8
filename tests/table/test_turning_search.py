"""Found paths of a base that turns at its bends: legal for an independent judge, and no longer than a grid's."""

from __future__ import annotations

import heapq
import math
from itertools import pairwise
from random import Random
from typing import Literal

import pytest
import shapely
from shapely import affinity

from game.table.facing import Pose, Poses
from game.table.footprints import (
    Footprint,
    Oblong,
    centres_near,
    centres_over,
    clearance,
    geometry_of,
    half_box,
)
from game.table.path.turning import TurningPaths, TurningPolicy
from game.table.path.turning_search import Goal, Layer, TurningSearch
from game.table.shapes import Disc

BOUNDS = 0.0, 0.0, 14.0, 10.0
RIDER = Oblong(2.0, 5.0, 75 / 25.4, 42 / 25.4, "oval", 9000)


class Scene:
    """Bases and walls, with the search and its judge."""

    def __init__(self, base: Oblong, others: tuple[Footprint, ...] = (), walls: tuple[shapely.Polygon, ...] = ()):
        self.base, self.others, self.walls = base, others, walls
        solids = tuple((f"wall {number}", wall) for number, wall in enumerate(walls))
        self.judge = TurningPaths(TurningPolicy(base, 100.0, BOUNDS, others, solids))
        self.search = TurningSearch(base, self.layer, self.turns)

    def layer(self, facing: int) -> Layer:
        base, (west, south, east, north) = self.base.turned_to(facing), BOUNDS
        across, up = half_box(base)
        solids = [centres_near(base, other, 0.0) for other in self.others]
        solids += [centres_over(base, wall) for wall in self.walls]
        return Layer((west + across, south + up, east - across, north - up), solids)

    def turns(self, pose: Pose, facing: int) -> bool:
        there = self.judge.policy.base.moved_to(*pose[:2]).turned_to(pose.facing)
        rules = TurningPaths(TurningPolicy(there, 100.0, BOUNDS, self.others, self.judge.policy.solids))
        return not rules.why_not([pose._replace(facing=facing)])

    def find(self, *spots: tuple[float, float], limit: float = math.inf) -> Poses | None:
        """Return a path through some spots, after its verdict."""
        poses = next(iter(self.search.find([Goal.point(spot) for spot in spots], limit)), None)
        if poses is not None:
            assert self.judge.why_not(poses[1:]) == []
            assert self.search.cost(poses) == pytest.approx(self.judge.cost(poses[1:]))
            assert poses[-1][:2] == spots[-1]
            assert set(spots) <= {pose[:2] for pose in poses}
        return poses


def test_a_base_turns_just_as_far_as_a_gap_needs() -> None:
    walls = shapely.box(5, -1, 9, 4), shapely.box(5, 6, 9, 11)  # 2 inches; it is 2.95 long and 1.65 wide
    scene = Scene(RIDER, walls=walls)
    poses = scene.find((12.0, 5.0))
    assert poses is not None
    least = next(  # the widest facing in which it fits: how far its rim reaches north of its centre
        turn for turn in range(9001) if half_box(RIDER.turned_to(9000 - turn))[1] <= 1.0
    )
    assert scene.search.cost(poses) == pytest.approx(10 + RIDER.radius * math.radians(least / 100), abs=0.06)
    assert scene.find((12.0, 5.0), limit=10.5) is None, "it costs more"


def test_a_base_that_cannot_turn_where_it_is_turns_at_a_bend() -> None:
    lane = shapely.box(0.5, 3.5, 1, 6.5), shapely.box(3, 3.5, 3.5, 6.5)
    scene = Scene(RIDER, walls=(*lane, shapely.box(7, -1, 7.5, 4), shapely.box(7, 6, 7.5, 11)))
    assert not scene.turns(Pose(*RIDER[:2], 9000), 6000)
    assert not scene.turns(Pose(*RIDER[:2], 9000), 12_000)
    poses = scene.find((9.0, 5.0), limit=12.0)
    assert poses is not None
    assert any(pose.facing != after.facing for pose, after in pairwise(poses[1:]))


def test_bends_that_are_given_are_on_the_path() -> None:
    walls = shapely.box(7, -1, 7.5, 4), shapely.box(7, 6, 7.5, 11)
    poses = Scene(RIDER, walls=walls).find((4.0, 8.0), (12.0, 2.0))
    assert poses is not None
    assert len({pose.facing for pose in poses}) > 1


def test_through_a_wall_no_path_is_found() -> None:
    assert Scene(RIDER, walls=(shapely.box(5, -1, 9, 11),)).find((12.0, 5.0), limit=10.3) is None
    assert Scene(RIDER, walls=(shapely.box(11, 4, 13, 6),)).find((12.0, 5.0)) is None, "it ends in a wall"


def grid_cost(scene: Scene, end: tuple[float, float]) -> float:
    """Return the least cost of a path on a grid of half inches and 12 facings; inf without one."""
    solid = shapely.union_all([geometry_of(other, 16) for other in scene.others] + [*scene.walls]).buffer(0.02)
    shapely.prepare(solid)
    table, known = shapely.box(*BOUNDS), dict[tuple[float, float, int], bool]()

    def is_free(x: float, y: float, facing: int) -> bool:
        key = x, y, facing % 18_000
        if key not in known:
            there = geometry_of(scene.base.moved_to(x, y).turned_to(facing), 8)
            known[key] = bool(table.contains(there) and not shapely.intersects(solid, there))
        return known[key]

    start = scene.base.x, scene.base.y, scene.base.facing
    costs, waiting, done = {start: 0.0}, [(0.0, start)], set[tuple[float, float, int]]()
    while waiting:
        _least, place = heapq.heappop(waiting)
        (x, y, facing), cost = place, costs[place]
        if (x, y) == end:
            return cost
        if place in done:
            continue
        done.add(place)
        steps = [(dx, dy, 0) for dx in (-0.5, 0.0, 0.5) for dy in (-0.5, 0.0, 0.5) if dx or dy]
        for dx, dy, turn in (*steps, (0.0, 0.0, 1500), (0.0, 0.0, -1500)):
            moments = ((x + dx * part, y + dy * part, facing + round(turn * part)) for part in (0.5, 1.0))
            after = x + dx, y + dy, (facing + turn) % 18_000
            total = cost + math.hypot(dx, dy) + scene.base.radius * math.radians(abs(turn) / 100)
            if total < costs.get(after, math.inf) - 1e-9 and all(is_free(*moment) for moment in moments):
                costs[after] = total
                heapq.heappush(waiting, (total + math.dist(after[:2], end), after))
    return math.inf


@pytest.mark.parametrize(("seed", "shape"), [(4, "oval"), (7, "rectangle")])
def test_no_path_on_a_grid_is_shorter(seed: int, shape: Literal["oval", "rectangle"]) -> None:
    rng = Random(seed)
    base = RIDER._replace(shape=shape)
    posts = [Disc(rng.uniform(4, 10), rng.uniform(0, 10), 0.6, f"post {number}") for number in range(9)]
    scene = Scene(base, tuple(post for post in posts if clearance(base, post) > 0.1))
    poses, cost = scene.find((12.0, 5.0)), grid_cost(scene, (12.0, 5.0))
    if poses is None:
        assert cost == math.inf
    else:
        assert scene.search.cost(poses) <= cost + 1e-6


def test_a_base_at_the_edge_of_the_table_goes_off_it_before_it_turns() -> None:
    walls = shapely.box(-1, 3, 1, 4), shapely.box(3, 3, 15, 4)
    assert Scene(RIDER._replace(y=9.1, facing=0), walls=walls).find((2.0, 1.6)) is not None


def gap(angle: float, at: float) -> tuple[shapely.Polygon, ...]:
    """Return two long walls at an angle, with hardly more room between them than the rider is wide."""
    south, north = 5 - RIDER.width / 2 - 0.01, 5 + RIDER.width / 2 + 0.01
    boxes = shapely.box(at, -30, at + 0.7, south), shapely.box(at, north, at + 0.7, 40)
    return tuple(affinity.rotate(box, angle, origin=(at + 0.35, 5)) for box in boxes)


def test_a_base_turns_along_the_sides_of_a_gap_that_it_just_fits() -> None:
    assert Scene(RIDER, walls=gap(7, 6.65)).find((11.0, 5.5), limit=11.2) is not None


def prism(sides: int, radius: float) -> tuple[shapely.Polygon, ...]:
    """Return a wall whose plan is a regular polygon."""
    bearings = [number * math.tau / sides for number in range(sides)]
    return (shapely.Polygon([(8 + radius * math.cos(at), 5 + radius * math.sin(at)) for at in bearings]),)


@pytest.mark.parametrize(
    ("walls", "posts", "layers"),
    [
        ((), 4, 12),  # the rims of posts are no sides
        (prism(5, 0.55), 0, 12),  # a side stands for the usual facings beside it
        (prism(26, 3.0), 0, 14),  # of many sides, six are enough
    ],
)
def test_the_facings_of_long_sides_are_tried_too(walls: tuple[shapely.Polygon, ...], posts: int, layers: int) -> None:
    others = tuple(Disc(4 + 2.2 * number, 2 + 3 * number % 7, 0.6, f"post {number}") for number in range(posts))
    scene, asked = Scene(RIDER, others, walls), set[int]()

    def layer_of(facing: int) -> Layer:
        asked.add(facing)
        return scene.layer(facing)

    TurningSearch(RIDER, layer_of, scene.turns).find([Goal.point((12.0, 5.0))], 0.0)
    assert len(asked) == layers


def test_an_oval_in_contact_goes_along_and_away() -> None:
    beside = shapely.box(0, 3, RIDER.x - RIDER.width / 2, 7)  # its rim is drawn in chords outside the true one
    assert Scene(RIDER, walls=(beside,)).find((2.0, 8.0), limit=3.1) is not None
    walls = beside, shapely.box(5, -1, 6, 4), shapely.box(5, 6, 6, 11)
    assert Scene(RIDER, walls=walls).find((9.0, 5.0), limit=9.0) is not None


@pytest.mark.parametrize(("facing", "y", "cost", "bends"), [(0, 3.0, 10.4445, 10), (9000, 5.0, 13.7655, 10)])
def test_found_paths_are_short_and_have_no_bends_to_spare(facing: int, y: float, cost: float, bends: int) -> None:
    scene = Scene(RIDER._replace(facing=facing, y=y), walls=(shapely.box(5, 2, 5.5, 11),))
    poses = scene.find((9.0, 6.0), limit=20.0)
    assert poses is not None
    assert scene.search.cost(poses) < cost
    assert len(poses) <= bends

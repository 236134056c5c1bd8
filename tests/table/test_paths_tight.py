"""Bases that touch two things at once, and gaps with nothing to spare: what the check accepts is found and drawn."""

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
import shapely
import shapely.affinity
from shapely.geometry import Polygon

from game.table.lattice import Position, position
from game.table.path.judge import allows, check
from game.table.path.path import Path
from game.table.path.policy import CONTACT, Ground, PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.samples import SHARE, some
from tests.table.path_oracles import Floats, Spot, shape_of

SIZE, RADIUS, BUDGET = 12.0, 0.5906, 5.0
TOUCHING = 1e-6
FLANKED = some(120) if SHARE >= 1.0 else some(60)
"""Flanked bases that are looked at."""


def flanked(seed: int) -> tuple[Position, PathPolicy]:
    """A base in the middle that touches two things or three (bases, idols, walls, the edge of the table), and others.

    What it touches is 0 to 0.001 inch off, on the lattice.
    """
    rng = random.Random(seed)
    start = Position(6.0, 6.0)
    first, grounds = rng.uniform(-math.pi, math.pi), list[Ground]()
    apart_ = rng.choice((rng.uniform(0.9, 2.6), rng.uniform(2.6, 3.1), math.pi))
    for number, bearing in enumerate((first, first + apart_, first - rng.uniform(0.9, 2.0))[: rng.choice((2, 2, 3))]):
        grounds += [touched(rng, start, bearing, f"touched {number}")] if fits(grounds, start, bearing) else []
    for number in range(40):
        spot = position(rng.uniform(1.0, 11.0), rng.uniform(1.0, 11.0))
        disc = Disc(*spot, rng.choice((0.2, 0.5906, 0.7874)), f"other {number}")
        clear = all(shape_of(ground, 0.0).distance(shapely.Point(spot)) > disc.radius for ground in grounds)
        if len(grounds) < 11 and clear and math.dist(spot, start) > disc.radius + RADIUS + 0.05:
            grounds.append(base(disc))
    return start, PathPolicy(RADIUS, BUDGET, (0.0, 0.0, SIZE, SIZE), tuple(grounds))


def touched(rng: random.Random, start: Position, bearing: float, name: str) -> Ground:
    """Something that touches the base at a bearing: a wall, a base, or an idol."""
    ux, uy = math.cos(bearing), math.sin(bearing)
    if rng.random() < 0.4:
        long, deep = rng.uniform(0.3, 2.0), rng.uniform(0.1, 0.5)
        near = RADIUS + rng.choice((0.0, 1e-4, 5e-4))
        corners = [(near, -long), (near, rng.uniform(0.1, 1.5)), (near + deep, 0.1), (near + deep, -long)]
        shape = Polygon([(start.x + a * ux - b * uy, start.y + a * uy + b * ux) for a, b in corners])
        return Ground(name, shape, solid=True)
    radius = rng.choice((0.5906, 0.7874, 0.2, 0.9843))
    steps = range(-3, 4)
    far = RADIUS + radius
    around = [position(start.x + far * ux + i * 1e-4, start.y + far * uy + j * 1e-4) for i in steps for j in steps]
    off = [(math.dist(spot, start) - far, spot) for spot in around]
    gap, spot = rng.choice([each for each in off if 0.0 <= each[0] <= 3e-4])
    assert 0.0 <= gap <= 0.001
    return base(Disc(*spot, radius, name))


def fits(grounds: list[Ground], start: Position, bearing: float) -> bool:
    """Whether there is room for something else at a bearing."""
    spot = shapely.Point(start.x + 1.5 * math.cos(bearing), start.y + 1.5 * math.sin(bearing))
    return all(shape_of(ground, 0.0).distance(spot) > 0.95 for ground in grounds)


class FromTight:
    """Ways over a dense choice of points: round the start ever nearer to it, and beside everything.

    Each leg overlaps nothing, so that the way is legal if it is not too long, wherever it begins.
    """

    def __init__(self, policy: PathPolicy, start: Spot) -> None:
        self.policy = policy
        bearings = np.linspace(0.0, 2 * math.pi, 120, endpoint=False)
        near = [
            np.stack((start[0] + far * np.cos(bearings), start[1] + far * np.sin(bearings)), axis=1)
            for far in np.geomspace(1e-3, 1.0, 12)
        ]
        rims = [shape_of(ground, policy.radius + 2e-3, 24).boundary for ground in policy.grounds]
        corners = shapely.get_coordinates([shapely.segmentize(rim, 0.15) for rim in rims])
        x, y = np.meshgrid(np.arange(0.7, 11.4, 0.5), np.arange(0.7, 11.4, 0.5))
        grid = np.stack((x.ravel(), y.ravel()), axis=1)
        nodes = np.round(np.concatenate([*near, corners, grid]), 4)
        nodes = nodes[np.hypot(*(nodes - np.array(start)).T) < policy.budget]
        self.nodes = np.concatenate((np.array([start]), nodes[self._keeps(nodes, nodes)]))
        self.costs, self.before = self._searched()

    def _keeps(self, starts: Floats, ends: Floats) -> Floats:
        """Whether straight runs overlap nothing, on the table."""
        radius, (west, south, east, north) = self.policy.radius, self.policy.bounds
        lines = shapely.linestrings(np.stack((starts, ends), axis=1))
        good = ((ends >= (west + radius, south + radius)) & (ends <= (east - radius, north - radius))).all(axis=1)
        for ground in self.policy.grounds:
            if isinstance(ground.shape, Disc):
                off = shapely.distance(lines, shapely.Point(ground.shape.x, ground.shape.y)) - ground.shape.radius
            else:
                off = shapely.distance(lines, ground.shape)
            good &= off >= radius
        return np.asarray(good)

    def _searched(self) -> tuple[Floats, Floats]:
        count = len(self.nodes)
        costs, before, done = np.full(count, np.inf), np.full(count, -1), np.zeros(count, dtype=bool)
        costs[0] = 0.0
        for _node in range(count):
            at = int(np.argmin(np.where(done, np.inf, costs)))
            if done[at] or costs[at] > self.policy.budget:
                break
            done[at] = True
            through = costs[at] + np.hypot(*(self.nodes - self.nodes[at]).T)
            better = np.flatnonzero(~done & (through < costs - 1e-9) & (through <= self.policy.budget))
            clear = self._keeps(np.broadcast_to(self.nodes[at], (len(better), 2)), self.nodes[better])
            costs[better[clear]], before[better[clear]] = through[better[clear]], at
        return costs, before

    def path(self, spot: Spot) -> Path | None:
        """A way to a spot that is short enough, if any is known."""
        through = self.costs + np.hypot(*(self.nodes - spot).T)
        order = np.argsort(through)
        order = order[through[order] <= self.policy.budget][:60]
        clear = self._keeps(self.nodes[order], np.broadcast_to(np.array(spot), (len(order), 2)))
        if not clear.any():
            return None
        at, points = int(order[np.argmax(clear)]), [spot]
        while at >= 0:
            points.append((float(self.nodes[at, 0]), float(self.nodes[at, 1])))
            at = int(self.before[at])
        return Path.through(points[::-1])


def ends(seed: int, policy: PathPolicy, start: Spot) -> list[Spot]:
    """Spots at random, and beside what is touched: in contact with one thing, or with two."""
    rng = random.Random(seed)
    found = [position(rng.uniform(1.0, 11.0), rng.uniform(1.0, 11.0)) for _spot in range(25)]
    rims = [shape_of(ground, policy.radius + 2e-4, 256).boundary for ground in policy.grounds]
    found += [position(*rim.interpolate(rng.uniform(0.0, rim.length)).coords[0]) for rim in rims]
    crossings = [one.intersection(other) for number, one in enumerate(rims) for other in rims[:number]]
    found += [position(*point) for point in shapely.get_coordinates(crossings).tolist()]
    return [spot for spot in found if math.dist(spot, start) < policy.budget - 0.05]


def test_a_base_that_touches_two_things_finds_every_way() -> None:
    missed, known, empty = [], 0, []
    for seed in range(FLANKED):
        start, policy = flanked(seed)
        region, oracle = PathRegion(start, policy), FromTight(policy, start)
        bent = 0
        for spot in ends(seed, policy, start):
            path = oracle.path(spot)
            if path is not None and allows(path, policy) and path.inches <= policy.budget - 0.06:
                known += 1
                bent += len(path.legs) > 1
                if not is_legal(region, spot):
                    missed.append((seed, spot))
            mine = region.find(spot)
            assert mine is None or check(mine, policy).is_legal
        if bent and region.geometry.area < 0.01:
            empty.append(seed)
    print(f"{known} ends known; {len(missed)} missed in {len({seed for seed, _ in missed})} of {FLANKED}")
    assert not missed, missed
    assert not empty
    assert known > 3 * FLANKED


GAPS = [(1.0, True), (1.0003, True), (1.0005, True), (1.0007, True), (1.001, True), (0.9999, False)]


def _between_walls(gap: float) -> list[Ground]:
    low, high = shapely.box(5.0, 0.0, 5.2, 5.0 - gap / 2), shapely.box(5.0, 5.0 + gap / 2, 5.2, 10.0)
    return [Ground("low", low, solid=True), Ground("high", high, solid=True)]


def _between_bases(gap: float) -> list[Ground]:
    discs = [Disc(5.0, 5.0 + side * (gap / 2 + 0.6), 0.6, f"base {side}") for side in (-1, 1)]
    low, high = shapely.box(4.9, 0.0, 5.1, 4.4 - gap / 2), shapely.box(4.9, 5.6 + gap / 2, 5.1, 10.0)
    return [*map(base, discs), Ground("low", low, solid=True), Ground("high", high, solid=True)]


def _beside_the_edge(gap: float) -> list[Ground]:
    return [Ground("wall", shapely.box(5.0, gap, 5.2, 10.0), solid=True)]


def _slanted(gap: float) -> list[Ground]:
    shapes = [ground.shape for ground in _between_walls(gap) if not isinstance(ground.shape, Disc)]
    turned = (shapely.affinity.rotate(shape, 17.0, origin=(5.1, 5.0)) for shape in shapes)
    return [Ground(f"wall {number}", shape, solid=True) for number, shape in enumerate(turned)]


def _along_a_corridor(gap: float) -> list[Ground]:
    low, high = shapely.box(5.0, 0.0, 7.5, 5.0 - gap / 2), shapely.box(4.5, 5.0 + gap / 2, 8.0, 10.0)
    return [Ground("low", low, solid=True), Ground("high", high, solid=True)]


@pytest.mark.parametrize("grounds", [_between_walls, _between_bases, _beside_the_edge, _along_a_corridor])
@pytest.mark.parametrize(("gap", "fits_in"), GAPS)
def test_a_gap_that_the_check_accepts_is_found(
    grounds: Callable[[float], list[Ground]], gap: float, fits_in: bool
) -> None:
    policy = PathPolicy(0.5, 13.0, (0.0, 0.0, 10.0, 10.0), tuple(grounds(gap)))
    y = 0.5 if grounds is _beside_the_edge else 5.0
    drawn = check(Path.through([(3.0, 3.0), (4.0, y), (8.5, y), (9.0, 4.0)]), policy)
    assert drawn.is_legal == fits_in
    region = PathRegion((3.0, 3.0), policy)
    assert is_legal(region, (9.0, 4.0)) == region.geometry.contains(shapely.Point(9.0, 4.0)) == fits_in
    assert is_legal(region, (5.1, y)) or not fits_in
    inside = PathRegion((5.1, y), policy)
    assert (is_legal(inside, (9.0, 4.0)) and is_legal(inside, (3.0, 3.0))) == fits_in


@pytest.mark.parametrize("gap", [1.0003, 1.0005, 1.001])
def test_a_gap_at_a_slant_is_found(gap: float) -> None:
    region = PathRegion((3.0, 3.0), PathPolicy(0.5, 9.0, (0.0, 0.0, 10.0, 10.0), tuple(_slanted(gap))))
    assert is_legal(region, (8.0, 6.0))


@pytest.mark.parametrize("quarter", range(4))
def test_a_gap_between_a_base_and_each_edge_of_the_table_is_found(quarter: int) -> None:
    post = Disc(*_quarters((5.0, 1.5), quarter), 0.5, "post")
    wall = shapely.affinity.rotate(shapely.box(4.9, 1.5, 5.1, 10.0), 90 * quarter, origin=(5.0, 5.0))
    policy = PathPolicy(0.5, 9.0, (0.0, 0.0, 10.0, 10.0), (base(post), Ground("wall", wall, solid=True)))
    path = PathRegion(_quarters((3.5, 1.25), quarter), policy).find(_quarters((6.5, 1.25), quarter))
    assert path is not None
    assert check(path, policy).is_legal


def _quarters(spot: Spot, count: int) -> Position:
    """A spot on a table of 10 by 10 inches after so many quarters of a turn."""
    x, y = spot
    return _quarters((10.0 - y, x), count - 1) if count else position(x, y)


@pytest.mark.parametrize(("radius", "degrees"), [(0.5906, 20), (0.5906, 290), (0.7874, 132), (0.2, 238)])
def test_a_gap_at_a_slant_in_which_the_base_stands_at_one_spot_only_is_found(radius: float, degrees: int) -> None:
    """No straight run between lattice spots leads through, only one that bends where it is narrowest."""
    far = radius + 2 * RADIUS
    boxes = shapely.box(6.0 + far, -20.0, 7.0 + far, 32.0), shapely.box(-10.0, 5.95, 6.0, 6.05)
    beside, behind = (shapely.affinity.rotate(each, degrees, origin=(6.0, 6.0)) for each in boxes)
    solids = Ground("beside", beside, solid=True), Ground("behind", behind, solid=True)
    policy = PathPolicy(RADIUS, 9.0, (0.0, 0.0, SIZE, SIZE), (base(Disc(6.0, 6.0, radius, "post")), *solids))
    turn = math.radians(degrees)
    ends = [
        position(6.0 + x * math.cos(turn) - y * math.sin(turn), 6.0 + x * math.sin(turn) + y * math.cos(turn))
        for x, y in ((0.5, 1.75), (0.5, -1.75))
    ]
    for start, end in (ends, ends[::-1]):
        path = PathRegion(start, policy).find(end)
        assert path is not None
        assert check(path, policy).is_legal


def test_the_nearest_spot_of_a_solid_is_in_contact_with_it() -> None:
    """What is dragged onto a base or an idol rests where the rules say that it touches it."""
    far = 0
    for seed in range(some(300)):
        rng = random.Random(seed)
        disc = Disc(*position(rng.uniform(5.0, 7.0), rng.uniform(5.0, 7.0)), rng.choice((0.2, 0.5906, 0.9843)), "idol")
        policy = PathPolicy(RADIUS, 6.0, (0.0, 0.0, SIZE, SIZE), (base(disc),))
        region = PathRegion((6.0, 2.5), policy)
        turn, inside = rng.uniform(-math.pi, math.pi), rng.uniform(0.0, disc.radius + RADIUS - 1e-3)
        spot = region.nearest((disc.x + inside * math.cos(turn), disc.y + inside * math.sin(turn)))
        assert spot is not None
        gap = math.dist(spot, disc[:2]) - disc.radius - RADIUS
        assert -TOUCHING <= gap <= CONTACT, (seed, gap)
        far += is_legal(region, spot)
    assert far == some(300)


def test_the_nearest_spot_between_two_solids_is_in_contact_with_both() -> None:
    one, other = Disc(5.3, 6.0, 0.5906, "one"), Disc(6.7, 6.0, 0.5906, "other")
    region = PathRegion((6.0, 2.5), PathPolicy(RADIUS, 6.0, (0.0, 0.0, SIZE, SIZE), (base(one), base(other))))
    spot = region.nearest((6.0, 5.9))
    assert spot is not None
    assert all(-TOUCHING <= math.dist(spot, disc[:2]) - disc.radius - RADIUS <= CONTACT for disc in (one, other))

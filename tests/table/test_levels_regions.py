"""Regions between levels against dense sampling: a line is cut into thousands of pieces and counted by hand."""

import math
import random

import numpy as np
import pytest
import shapely

from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import BeyondRange, OnTable, OutsideRange, WithinRange
from game.table.placing.region import Region
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from tests.samples import some

LEVELS = MeasuringPolicy(levels=True)
OUTLINE = 0.005
"""Inches by which an outline may be off."""
CLOSE = 0.01
"""Inches of length or terrain within which the sampling itself cannot tell."""
PIECES = 2000


def random_outline(rng: random.Random) -> shapely.Polygon:
    x, y, corners = rng.uniform(4, 26), rng.uniform(4, 16), rng.randint(3, 7)
    turns = sorted(rng.uniform(0, 2 * math.pi) for _ in range(corners))
    spokes = [(turn, rng.uniform(0.6, 4.0)) for turn in turns]
    outline = shapely.Polygon([(x + r * math.cos(turn), y + r * math.sin(turn)) for turn, r in spokes])
    return outline if outline.is_valid and outline.area > 0.2 else random_outline(rng)


def random_field(rng: random.Random, walls: int = 0) -> Battlefield:
    pieces = []
    for number in range(rng.randint(2, 7)):
        area = Area(tuple((x, y) for x, y, *_ in random_outline(rng).exterior.coords[:-1]))
        pieces.append(Piece(f"wood {number}", area=(area,), levels=rng.choice([(0,), (1,), (0, 1)])))
    for number in range(walls):
        x, y, turn, length = rng.uniform(6, 24), rng.uniform(5, 15), rng.uniform(0, 6.28), rng.uniform(1, 4)
        line = ((x, y), (x + length * math.cos(turn), y + length * math.sin(turn)))
        wall = Barricade(line, 0.3, impassable=True, name=f"wall {number}")
        pieces.append(Piece(wall.name, barricades=(wall,), levels=(rng.randint(0, 1),)))
    return Battlefield(30.0, 20.0, tuple(pieces))


def counted(field: Battlefield, origin: Disc, level: int, x: float, y: float) -> tuple[int, float]:
    """The range of a point on a level by counting pieces of the line, and how near that is to another range."""
    far = math.hypot(x - origin.x, y - origin.y)
    length = max(far - origin.radius, 0.0)
    share = 1.0 - length / far
    start = (origin.x + (x - origin.x) * share, origin.y + (y - origin.y) * share)
    along = (np.arange(PIECES) + 0.5) / PIECES
    xs, ys = start[0] + (x - start[0]) * along, start[1] + (y - start[1]) * along
    half = PIECES // 2
    near = shapely.contains_xy(field.area(origin.level).union, xs[:half], ys[:half]).sum()
    beyond = shapely.contains_xy(field.area(level).union, xs[half:], ys[half:]).sum()
    terrain = length * float(near + beyond) / PIECES
    doubt = min(abs(length - round(length)), abs(terrain - round(terrain)) if near + beyond else 1.0)
    return math.floor(length) + math.floor(terrain), doubt


def situation(seed: int, walls: int = 0) -> tuple[random.Random, Battlefield, Disc, int, int]:
    rng = random.Random(seed)
    field = random_field(rng, walls)
    origin = Disc(rng.uniform(8, 22), rng.uniform(7, 13), 0.5, "the origin", level=rng.randint(0, 1))
    while field.barricades_near(origin, 0.0):
        origin = origin.moved_to(rng.uniform(8, 22), rng.uniform(7, 13))
    return rng, field, origin, 1 - origin.level, rng.randint(2, 12)


def spots(rng: random.Random, origin: Disc, n: int, count: int) -> list[tuple[float, float]]:
    found = []
    for _ in range(count):
        turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.6, n + 2.0)
        found.append((origin.x + far * math.cos(turn), origin.y + far * math.sin(turn)))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_g_adv_2_points_in_range_agree_with_counting_along_the_line(seed: int) -> None:
    rng, field, origin, level, n = situation(seed)
    ruler = Ruler(field, LEVELS)
    points = Reach(ruler, origin, n, level).points
    outline = shapely.boundary(points)
    close = 0
    for x, y in spots(rng, origin, n, 150):
        found, doubt = counted(field, origin, level, x, y)
        if doubt < CLOSE:
            close += 1
            continue
        assert ruler.range(origin, Disc(x, y, 0.0, level=level)) == found
        if outline.distance(shapely.Point(x, y)) > OUTLINE:
            assert shapely.contains_xy(points, x, y) == (found <= n)
    assert close < 30


@pytest.mark.parametrize("seed", range(20, 30))
def test_g_adv_2_verdicts_on_whole_bases_agree_with_their_points(seed: int) -> None:
    rng, field, origin, level, n = situation(seed)
    ruler = Ruler(field, LEVELS)
    whole = WithinRange(ruler, origin, n, 0.5, level=level)
    outside = OutsideRange(ruler, origin, n, 0.5, level=level)
    points = shapely.buffer(Reach(ruler, origin, n, level).points, 0.0)
    for x, y in spots(rng, origin, n, 60):
        base = shapely.Point(x, y)
        if points.buffer(-0.01).covers(base.buffer(0.5)):
            assert whole.allows(x, y)
        elif not points.buffer(0.01).covers(base.buffer(0.5)):
            assert not whole.allows(x, y)
        if points.distance(base) > 0.5 + OUTLINE:
            assert outside.allows(x, y)
        elif points.distance(base) < 0.5 - OUTLINE:
            assert not outside.allows(x, y)


@pytest.mark.parametrize("seed", range(40, 48))
def test_g_adv_2_the_closest_point_alone_is_judged_half_by_half(seed: int) -> None:
    rng, field, origin, level, n = situation(seed)
    closest = WithinRange(Ruler(field, LEVELS), origin, n, 0.5, whole=False, level=level)
    allowed = closest.allowed()
    outline = shapely.boundary(allowed)
    for x, y in spots(rng, origin, n, 80):
        if outline.distance(shapely.Point(x, y)) > OUTLINE:
            assert shapely.contains_xy(allowed, x, y) == closest.allows(x, y)


@pytest.mark.parametrize("seed", range(60, 68))
def test_g_meas_6_between_levels_the_outline_goes_round_walls_as_the_measure_does(seed: int) -> None:
    rng, field, origin, level, n = situation(seed, walls=3)
    ruler = Ruler(field, LEVELS)
    points = Reach(ruler, origin, n, level).points
    outline = shapely.boundary(points)
    out = 0
    for x, y in spots(rng, origin, n, 120):
        spot = shapely.Point(x, y)
        if outline.distance(spot) <= OUTLINE or any(wall.polygon.distance(spot) < OUTLINE for wall in field.walls):
            continue
        found = ruler.range(origin, Disc(x, y, 0.0, level=level))
        out += found is None or found > n
        assert shapely.contains_xy(points, x, y) == (found is not None and found <= n)
    assert 0 < out < 120


def above_a_wall(seed: int) -> tuple[random.Random, Battlefield, Disc, int]:
    """A base upstairs whose rim overhangs an impassable barricade of the ground, and a range."""
    rng = random.Random(seed)
    x, y, turn, far = rng.uniform(8, 22), rng.uniform(7, 13), rng.uniform(0, 2 * math.pi), rng.uniform(-1.5, 1.5)
    along = math.cos(turn), math.sin(turn)
    wall = Barricade(((x - along[0], y - along[1]), (x + along[0], y + along[1])), 0.3, impassable=True, name="below")
    below = Piece(wall.name, barricades=(wall,), levels=(0,))
    beside = rng.choice((-0.5, 0.5))
    origin = Disc(x + far * along[0] - beside * along[1], y + far * along[1] + beside * along[0], 0.5, level=1)
    return rng, Battlefield(30.0, 20.0, (*random_field(rng, walls=1).pieces, below)), origin, rng.randint(3, 9)


@pytest.mark.parametrize("seed", range(80, 92))
def test_g_meas_6_a_base_above_a_wall_measures_down_as_its_outline_shows(seed: int) -> None:
    rng, field, origin, n = above_a_wall(seed)
    ruler = Ruler(field, LEVELS)
    points = Reach(ruler, origin, n, 0).points
    outline = shapely.boundary(points)
    for x, y in spots(rng, origin, n, 120):
        spot = shapely.Point(x, y)
        if outline.distance(spot) <= OUTLINE or any(wall.polygon.distance(spot) < OUTLINE for wall in field.walls):
            continue
        found = ruler.range(origin, Disc(x, y, 0.0, level=0))
        assert shapely.contains_xy(points, x, y) == (found is not None and found <= n), (x, y, found)


@pytest.mark.parametrize("seed", range(80, 85))
def test_g_meas_6_a_base_above_a_wall_measures_along_the_shortest_clear_line_from_its_rim(seed: int) -> None:
    rng, field, origin, n = above_a_wall(seed)
    walls = shapely.union_all([wall.polygon for wall in field.walls])
    turns = np.linspace(0, 2 * math.pi, 4000, endpoint=False)
    rim = np.stack((origin.x + 0.5 * np.cos(turns), origin.y + 0.5 * np.sin(turns)), axis=1)
    for x, y in spots(rng, origin, n, some(20)):
        lines = np.array(shapely.linestrings(np.stack((rim, np.broadcast_to((x, y), rim.shape)), axis=1)))
        clear = shapely.length(shapely.intersection(lines, walls)) < 1e-9
        receipt = Ruler(field, LEVELS).measure(origin, Disc(x, y, 0.0, level=0))
        assert (receipt.range is not None) == clear.any()
        if clear.any():
            assert receipt.inches == pytest.approx(shapely.length(lines[clear]).min(), abs=2e-3)


@pytest.mark.parametrize("seed", range(120, 135))
@pytest.mark.parametrize("bases", [True, False])
def test_a_reach_in_a_box_is_the_part_of_the_whole_that_lies_there(seed: int, bases: bool) -> None:
    rng, field, origin, level, n = situation(seed)
    ruler = Ruler(field, LEVELS)
    x, y = rng.uniform(2, 28), rng.uniform(2, 18)
    box = (x, y, x + rng.uniform(0.1, 8), y + rng.uniform(0.1, 8))
    for to in (origin.level, level):
        whole = Reach(ruler, origin, n, to).centres(0.5, whole=bases)
        part = Reach(ruler, origin, n, to).centres(0.5, whole=bases, box=box)
        there = shapely.box(*box)
        assert shapely.area(shapely.symmetric_difference(whole & there, part & there)) < 0.01


def parts_near_and_far(seed: int, n: int, outlined: bool) -> Region:
    """The ends of a move on a random table that lie beyond `n` of a disc, worked out afresh."""
    rng = random.Random(seed)
    ruler = Ruler(random_field(rng), rng.choice([LEVELS, MeasuringPolicy()]))
    mover, target = (Disc(rng.uniform(8, 22), rng.uniform(6, 14), 0.5, level=rng.randint(0, 1)) for _ in range(2))
    level = rng.randint(0, 1)
    ends = Region(0.5, [OnTable(ruler.battlefield, 0.5), WithinRange(ruler, mover, 6, 0.5, level=level)], mover)
    part = ends.narrowed(BeyondRange(ruler, target, n, 0.5, level=level))
    if outlined:
        assert part.geometry.is_valid
    return part


@pytest.mark.parametrize("seed", range(some(27)))
def test_what_few_rays_rule_out_no_outline_shows(seed: int) -> None:
    """Whether there is room is first looked for with few rays: what the whole outline shows is never denied."""
    for n in range(3, 16):
        outlined, quick = parts_near_and_far(seed, n, True), parts_near_and_far(seed, n, False)
        if outlined.geometry.area > 1e-4:
            assert quick.find()
            assert shapely.area(shapely.symmetric_difference(outlined.geometry, quick.geometry)) < 0.05
        elif not outlined.find():
            assert not quick.find()
            break


@pytest.mark.parametrize("walls", [0, 3])
@pytest.mark.parametrize("seed", range(40))
def test_g_meas_5_rough_outlines_enclose_the_exact_ones_and_lie_within_them(seed: int, walls: int) -> None:
    rng, field, origin, level, n = situation(seed, walls)
    reach = Reach(Ruler(field, LEVELS), origin, n, level)
    x, y = origin.x + rng.uniform(-6, 6), origin.y + rng.uniform(-6, 6)
    box = (x - 4.0, y - 4.0, x + 4.0, y + 4.0)
    for whole in (False, True):
        exact = shapely.intersection(reach.centres(0.5, whole), shapely.box(*box))
        beyond = shapely.difference(exact, reach.at_most(0.5, whole, box))
        assert shapely.buffer(beyond, -0.005).is_empty, "an upper bound leaves a place out"
    within = shapely.intersection(reach.at_least(0.5, box), shapely.box(*box))
    short = shapely.difference(within, reach.centres(0.5, whole=False))
    assert shapely.buffer(short, -0.005).is_empty, "a lower bound holds a place out of range"

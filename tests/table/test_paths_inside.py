"""The small parts of what finds ways, held against plain sums and small steps; how seldom searches are made."""

import math
import random
from collections.abc import Callable
from copy import copy

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon, box

from game.table.lattice import Position, position
from game.table.path import fans, region, straight, tight
from game.table.path.fans import Runs
from game.table.path.field import SPARE, Field, Floats, crossings, rings_from
from game.table.path.finders import finders_for
from game.table.path.free_paths import BENDS_APART, FreeFinder, _rim_points
from game.table.path.path import Path
from game.table.path.policy import CONTACT, End, Ground, PathPolicy, Stage, base
from game.table.path.region import PathRegion
from game.table.path.search import Search
from game.table.path.tangents import TURN, FreeArcs, interruptions, touching
from game.table.path.tight import Source
from game.table.placing.places import is_legal
from game.table.shapes import Disc

TABLE = 0.0, 0.0, 12.0, 10.0
WALL = Ground("wall", Polygon([(4.0, 3.0), (7.0, 3.5), (6.5, 5.0), (4.5, 4.5)]), solid=True)
POSTS = base(Disc(2.0, 6.0, 0.5, "one")), base(Disc(8.5, 6.5, 0.75, "two"))
MARSH = Ground("marsh", box(8.0, 2.0, 10.0, 4.5), factor=2.0)
BOG = Ground("bog", Disc(3.0, 8.0, 0.75), factor=3.0)
STEP = Ground("step", box(1.0, 2.0, 2.5, 3.0), enter=0.5, leave=0.25)
SOLID = PathPolicy(0.5, 5.0, TABLE, (WALL, *POSTS))


def field_of(*grounds: Ground, radius: float = 0.5) -> Field:
    return Field(SOLID.but(radius=radius, grounds=grounds), (6.0, 5.0), 20.0)


def rays(count: int, seed: int) -> tuple[Floats, Floats]:
    """Free starts and unit vectors at random."""
    rng = random.Random(seed)
    field = field_of(WALL, *POSTS)
    starts: list[tuple[float, float]] = []
    while len(starts) < count:
        spot = rng.uniform(0.6, 11.4), rng.uniform(0.6, 9.4)
        if field.probe.is_free(*spot):
            starts.append(spot)
    turns = np.array([rng.uniform(-math.pi, math.pi) for _ in range(count)])
    return np.array(starts), np.stack((np.cos(turns), np.sin(turns)), axis=1)


def first_met(starts: Floats, unit: Floats, shape: shapely.Geometry, most: float) -> list[float]:
    """How far rays get before they meet a shape, inf if they do not."""
    found = []
    for start, step in zip(starts, unit, strict=True):
        line = shapely.LineString([start, start + step * most])
        met = shapely.intersection(line, shape)
        found.append(math.inf if met.is_empty else float(shapely.distance(shapely.Point(start), met)))
    return found


def test_rays_meet_rings_and_edges_where_shapes_say() -> None:
    field = field_of(WALL, *POSTS)
    starts, unit = rays(80, 1)
    grown = [shapely.Point(g.shape[:2]).buffer(g.shape[2] + 0.5 + SPARE, quad_segs=256) for g in POSTS]  # type: ignore[index]
    corners = [shapely.Point(corner).buffer(0.5 + SPARE, quad_segs=256) for corner in WALL.shape.exterior.coords]  # type: ignore[union-attr]
    edge = field.edges[0]
    normal = np.array([edge[3] - edge[1], edge[0] - edge[2]]) / math.dist(edge[:2], edge[2:])
    strip = shapely.LineString([edge[:2] + normal * field.kept[0], edge[2:] + normal * field.kept[0]])
    met = 0
    for ring, shape in enumerate([*grown, *corners]):
        rows = np.full(len(starts), ring % len(field.hard))
        centre = shape.centroid.coords[0]
        rows[:] = np.argmin(np.hypot(field.hard.x - centre[0], field.hard.y - centre[1]))
        own = field.hard.x[rows], field.hard.y[rows], field.hard.radius[rows]
        outside = ~shapely.intersects(shape, shapely.points(starts))
        known = np.array(first_met(starts, unit, shape, 30.0))
        found = fans._inches_to_rings(own, starts, unit)
        assert (np.isinf(found) == np.isinf(known))[outside].all()
        both = outside & np.isfinite(known)
        assert found[both] == pytest.approx(known[both], abs=0.003)
        met += int(both.sum())
    assert met > 20
    ends = (np.full(len(starts), value) for value in edge)
    found = fans._inches_to_edge(tuple(ends), np.full(len(starts), field.kept[0]), starts, unit)  # type: ignore[arg-type]
    met = 0
    beyond = ((starts - edge[:2]) * normal).sum(axis=1) > field.kept[0]
    for inches, true, outside_ in zip(found.tolist(), first_met(starts, unit, strip, 30.0), beyond, strict=True):
        assert inches == (pytest.approx(true, abs=1e-6) if outside_ else math.inf)
        met += inches < math.inf
    assert met > 2
    sides = [fans._inches_to_table_edge(field, axis, starts, unit) for axis in (0, 1)]
    west, south, east, north = field.box
    leaves = np.minimum(*sides)[:, None] * unit + starts
    on = np.minimum.reduce([leaves[:, 0] - west, east - leaves[:, 0], leaves[:, 1] - south, north - leaves[:, 1]])
    assert on == pytest.approx(np.zeros(len(starts)), abs=1e-9)


@pytest.mark.parametrize("grounds", [(WALL, *POSTS), (WALL, *POSTS, MARSH, BOG), (*POSTS, MARSH, STEP)])
def test_runs_spend_their_budget_and_no_more(grounds: tuple[Ground, ...]) -> None:
    """As far as a run gets it costs no more than what was left; a hair farther something stands, or it costs more."""
    field = field_of(*grounds)
    starts, unit = rays(120, 2)
    free = field.free(starts)
    starts, unit = starts[free], unit[free]
    left = np.tile(np.array([0.5, 2.0, 4.5]), len(starts))[: len(starts)]
    far, met = fans.run_lengths(field, starts, unit, left)
    ends = starts + unit * far[:, None]
    cost = far + field.surcharge(starts, ends)
    assert (cost <= left + 1e-6).all()
    more = 0.02
    beyond = starts + unit * (far + more)[:, None]
    dearer = far + more + field.surcharge(starts, beyond) > left
    west, south, east, north = field.box
    off = (beyond < (west, south)).any(axis=1) | (beyond > (east, north)).any(axis=1)
    assert (dearer | off | ~field.clear(starts, beyond) | ~field.free(beyond)).all()
    assert field.clear(starts, starts + unit * np.maximum(far - 1e-6, 0.0)[:, None]).all()
    assert (met[cost > left - 1e-4] < 0).all() or not field.is_plain
    assert (met >= 0).sum() > 10
    assert (met < 0).sum() > 10


def test_a_change_is_narrowed_down_to_one_part_in_many() -> None:
    at = np.array([0.3, 1.0, 1.5 + 1e-9, 3.999])
    low, gap = np.array([0.0, 0.5, 1.5, 3.0]), np.array([1.0, 1.0, 0.5, 1.0])
    found = fans._marks_on_both_sides(low, gap, lambda marks: marks <= at[:, None]).reshape(-1, 2)
    assert (found[:, 0] <= at).all()
    assert (found[:, 1] >= at).all()
    assert found[:, 1] - found[:, 0] == pytest.approx(gap / 12**3)
    assert fans._marks_on_both_sides(low[:0], gap[:0], lambda marks: marks > 0.0).tolist() == []


def test_more_runs_leave_where_a_border_bends_and_nowhere_else() -> None:
    """Seven tips in a line but for one kink; a kink between different things, or of two fans, is none."""
    mark = np.arange(8.0)
    tip = np.array([(0, 0), (1, 0), (2, 0), (3, 0.5), (4, 0), (5, 0), (6, 0), (7, 0)], dtype=np.float64)
    none = np.zeros(8, dtype=np.intp)

    def runs(met: list[int], fan: list[int]) -> Runs:
        return Runs(np.array(fan), mark, none, tip * 0, mark, tip, np.array(met))

    before, marks = fans._marks_at_bends(runs([-1] * 8, [0] * 8), 0.1)
    assert before.tolist() == [1, 1, 2, 2, 3, 3, 4, 4]
    assert marks == pytest.approx(
        [1 + 1 / 3, 1 + 2 / 3, 2 + 1 / 3, 2 + 2 / 3, 3 + 1 / 3, 3 + 2 / 3, 4 + 1 / 3, 4 + 2 / 3]
    )
    assert fans._marks_at_bends(runs([-1] * 8, [0] * 8), 0.6)[0].tolist() == []
    assert fans._marks_at_bends(runs([-1, -1, -1, 5, -1, -1, -1, -1], [0] * 8), 0.1)[0].tolist() == []
    assert fans._marks_at_bends(runs([4] * 8, [0] * 8), 0.1)[0].tolist() == []
    assert fans._marks_at_bends(runs([-2] * 8, [0] * 8), 0.1)[0].tolist() == before.tolist()
    assert fans._marks_at_bends(runs([-1] * 8, [0, 0, 0, 1, 2, 2, 2, 2]), 0.1)[0].tolist() == []
    assert fans._marks_at_bends(runs([-1] * 8, [0, 0, 1, 1, 1, 2, 2, 2]), 0.1)[0].tolist() == [2, 2, 3, 3]


def test_the_nearest_of_several_things_ends_a_run() -> None:
    known = np.array([5.0, 5.0, 5.0]), np.array([-1, -1, 7])
    row, hit, numbers = np.array([0, 0, 1, 2, 0]), np.array([3.0, 2.0, 5.0, 6.0, 4.0]), np.array([1, 2, 3, 4, 5])
    far, met = fans._with_nearer_obstacles(known, row, hit, numbers)
    assert far.tolist() == [2.0, 5.0, 5.0]
    assert met.tolist() == [2, -1, 7]
    assert known[0].tolist() == [5.0, 5.0, 5.0]


def test_the_edges_near_a_box_are_those_whose_strip_meets_it() -> None:
    field = field_of(
        Ground("block", box(4.0, 4.0, 6.0, 5.0), solid=True), Ground("bit", box(1, 1, 1.03, 1.03), solid=True)
    )
    near = [field.edges[at].tolist() for at in fans._edges_near(field, np.array([0.0, 0.0]), np.array([3.6, 4.2]))]
    corners = {frozenset(((ax, ay), (bx, by))) for ax, ay, bx, by in near}
    assert corners == {frozenset(((4.0, 4.0), (6.0, 4.0))), frozenset(((4.0, 4.0), (4.0, 5.0)))}
    far = fans._edges_near(field, np.array([7.0, 6.0]), np.array([9.0, 9.0]))
    assert far.tolist() == []


def test_the_neighbours_of_a_spot_come_nearest_first() -> None:
    at = position(3.0, 4.0)
    around = tight._around(at)
    far = [round(math.dist(spot, at) * 1e4, 3) for spot in around]
    assert around[0] == at
    assert far == sorted(far)
    assert {(round((x - 3.0) * 1e4), round((y - 4.0) * 1e4)) for x, y in around} == {
        (i, j) for i in range(-2, 3) for j in range(-2, 3)
    }


def test_heights_over_edges_and_inches_along_them() -> None:
    edges = np.array([[2.0, 4.0, 6.0, 4.0], [6.0, 4.0, 6.0, 1.0]])
    height, along, length, normal = tight._heights_over_edges(edges, np.array([(3.0, 2.5), (7.0, 3.0)]))
    assert height.tolist() == [[1.5, -3.0], [1.0, 1.0]] or height.tolist() == [[1.5, 3.0], [1.0, -1.0]]
    assert along.tolist() == [[1.0, 1.5], [5.0, 1.0]]
    assert length.tolist() == [4.0, 3.0]
    assert normal.tolist() == [[0.0, -1.0], [-1.0, 0.0]]


def test_what_is_touched_pushes_away_from_itself() -> None:
    one = base(Disc(3.0, 3.0, 0.5))
    block = Ground("block", box(4.0, 2.0, 6.0, 2.5), solid=True)
    field = field_of(one, block)
    assert tight._normals(field, position(3.0, 4.0)).tolist() == [[0.0, 1.0]]
    assert tight._normals(field, position(3.0, 4.03)).tolist() == []
    assert tight._normals(field, position(2.0, 3.0)).tolist() == [[-1.0, 0.0]]
    assert tight._normals(field, position(5.0, 3.0)).tolist() == [[0.0, 1.0]]
    assert tight._normals(field, position(5.0, 1.5)).tolist() == [[0.0, -1.0]]
    assert tight._normals(field, position(5.0, 3.025)).tolist() == []
    for spot, inward in (
        ((0.5, 8.0), (1.0, 0.0)),
        ((11.5, 8.0), (-1.0, 0.0)),
        ((8.0, 0.5), (0.0, 1.0)),
        ((8.0, 9.5), (0.0, -1.0)),
    ):
        assert tight._normals(field, position(*spot)).tolist() == [[*inward]]
    assert tight._normals(field, position(0.5, 9.5)).tolist() == [[1.0, 0.0], [0.0, -1.0]]


def test_bearings_out_of_a_corner_lead_between_what_is_touched() -> None:
    field = field_of(base(Disc(3.0, 1.5, 0.5)))
    found = tight._bearings(field, position(4.0, 0.5))
    assert len(tight._bearings(field, position(8.0, 8.0))) == 48
    both = tight._bearings(field_of(), position(0.5, 0.5))
    assert both[:4] == pytest.approx([0.0, math.pi / 4, math.pi / 4, math.pi / 2])
    assert both[4 : 4 + 19].mean() == pytest.approx(math.pi / 2)
    assert np.ptp(both[4 : 4 + 19]) == pytest.approx(2 * 0.256)
    assert np.sort(np.abs(both[4 : 4 + 19] - math.pi / 2))[:4] == pytest.approx([0.0, 0.001, 0.001, 0.002])
    assert len(both) == 4 + 2 * 2 * 19 + 48
    assert np.abs(np.remainder(both - math.pi / 2, TURN)).min() < 1e-9
    assert len(found) == 1 + 2 * 19 + 48


def test_how_far_it_is_to_where_nothing_is_too_near() -> None:
    """Small steps from a tight spot: the last of those at which something is too near lies just before."""
    grounds = base(Disc(3.0, 3.0, 0.5)), base(Disc(5.0, 3.0, 0.5)), Ground("block", box(3.5, 4.0, 5.5, 5.0), solid=True)
    field = field_of(*grounds)
    for spot in ((4.0, 3.0), (3.0, 4.0), (4.5, 3.5), (0.5, 5.0), (3.75, 3.25), (6.5, 6.5)):
        bearings = np.linspace(-3.0, 3.1, 14)
        found = tight._first_free(field, spot, bearings)
        hard, more = field.hard, 1e-4 if field.box[0] <= spot[0] else 1e-3
        unit = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
        marks = np.arange(0.0, 3.0, 0.002)
        for far, step in zip(found.tolist(), unit, strict=True):
            at = np.array(spot) + marks[:, None] * step
            near = (np.hypot(at[:, :1] - hard.x, at[:, 1:] - hard.y) < hard.radius + more).any(axis=1)
            for (ax, ay, bx, by), kept in zip(field.edges, field.kept, strict=True):
                line = shapely.LineString([(ax, ay), (bx, by)])
                near |= shapely.distance(line, shapely.points(at)) < kept
            expected = 3.0 if near.all() else marks[np.argmin(near)]
            assert min(far, 3.0) == pytest.approx(expected, abs=0.006)


def test_room_beside_runs_is_what_small_steps_find() -> None:
    grounds = base(Disc(3.0, 3.0, 0.5)), base(Disc(6.0, 6.0, 0.75))
    field = field_of(*grounds)
    rng = random.Random(3)
    runs = np.array([[rng.uniform(1, 9) for _ in range(4)] for _ in range(40)])
    runs[0] = 3.0, 5.0, 3.0, 5.0
    found = tight._room_along(field, runs[:, :2], runs[:, 2:])
    for room, (ax, ay, bx, by) in zip(found.tolist(), runs.tolist(), strict=True):
        line = shapely.LineString([(ax, ay), (bx, by)])
        gaps = [shapely.distance(line, shapely.Point(x, y)) - r for x, y, r in ((3, 3, 1.0003), (6, 6, 1.2503))]
        assert room == pytest.approx(min(gaps), abs=1e-9)
    block = field_of(Ground("block", box(4.0, 4.0, 6.0, 5.0), solid=True))
    starts = np.array([(5.0, 3.75), (5.0, 2.0), (5.0, 4.5), (3.75, 4.75)])
    ends = np.array([(5.0, 2.0), (5.0, 3.25), (5.0, 6.0), (2.0, 4.5)])
    edges_only = tight._room_along(block, starts, ends)
    expected = [0.25 - 0.5003, 0.75 - 0.5003, None, 0.25 - 0.5003]
    for room, known in zip(edges_only.tolist(), expected, strict=True):
        assert known is None or room <= known + 1e-9


def test_points_along_a_rim_lie_on_it_and_close() -> None:
    for ground in (BOG, MARSH):
        points = _rim_points(ground, 0.5, 0.125)
        shape = (
            shapely.Point(ground.shape[:2]).buffer(ground.shape[2]) if isinstance(ground.shape, Disc) else ground.shape
        )
        off = shapely.distance(shape, shapely.points(points))
        assert off == pytest.approx(np.full(len(points), 0.625), abs=0.005)
        steps = np.hypot(*(points - np.roll(points, 1, axis=0)).T)
        assert steps.max() <= BENDS_APART + 1e-9
        assert steps.min() > BENDS_APART * 0.8


def test_crossings_of_edges_are_those_of_shapes() -> None:
    rng = random.Random(5)
    edges = np.array([[rng.uniform(0, 8) for _ in range(4)] for _ in range(30)])
    runs = np.array([[rng.uniform(0, 8) for _ in range(4)] for _ in range(30)])
    crossed, from_left = crossings(edges, runs[:, :2], runs[:, 2:] - runs[:, :2])
    lines = np.asarray(shapely.linestrings(runs.reshape(-1, 2, 2)))
    others = np.asarray(shapely.linestrings(edges.reshape(-1, 2, 2)))
    assert (crossed == shapely.intersects(lines[:, None], others[None])).all()
    step = edges[:, 2:] - edges[:, :2]
    off = runs[:, None, :2] - edges[None, :, :2]
    assert (from_left == (step[:, 0] * off[..., 1] - step[:, 1] * off[..., 0] > 0.0)).all()
    assert 50 < crossed.sum() < 800


def test_rims_are_broken_where_their_shapes_cross() -> None:
    """Each break lies on the rim and on the border of something else, or of the table; and none is missing."""
    field = field_of(WALL, *POSTS, base(Disc(3.0, 6.5, 0.5)), base(Disc(11.0, 5.0, 0.75)), base(Disc(5.0, 9.0, 0.6)))
    rings = field.hard
    ring, bearing = interruptions(field, rings)
    borders = [shapely.Point(x, y).buffer(r, quad_segs=512).boundary for x, y, r in zip(rings.x, rings.y, rings.radius)]
    others = [*borders, shapely.box(*field.box).boundary]
    for number in range(len(rings)):
        own = np.sort(np.remainder(bearing[ring == number], TURN))
        beside = [border for at, border in enumerate(others) if at != number]
        met = shapely.get_coordinates(shapely.intersection(borders[number], shapely.union_all(beside)))
        known = np.remainder(np.arctan2(met[:, 1] - rings.y[number], met[:, 0] - rings.x[number]), TURN)
        for each in known.tolist():
            assert np.abs(np.remainder(own - each + math.pi, TURN) - math.pi).min() < 0.01
    arcs = FreeArcs(field, rings)
    for number in range(len(rings)):
        for turn in np.linspace(0.05, 6.2, 25).tolist():
            relative, on = arcs.relative(np.array([number]), np.array([turn]))
            if on[0]:
                x = rings.x[number] + rings.radius[number] * math.cos(turn)
                y = rings.y[number] + rings.radius[number] * math.sin(turn)
                free = bool(arcs.is_free[arcs.stretch(np.array([number]), relative)][0])
                near = min(b.distance(shapely.Point(x, y)) for n, b in enumerate(others) if n != number)
                assert free == bool(field.free(np.array([(x, y)]))[0]) or near < 0.02


def test_inches_along_a_rim_through_soft_ground_add_up() -> None:
    field = field_of(MARSH, base(Disc(7.0, 3.0, 0.75)))
    arcs = FreeArcs(field, field.hard)
    ring = np.zeros(3, dtype=np.intp)
    whole = arcs.inches(ring, np.array([TURN, -TURN, 2 * TURN]))
    assert whole[0] == -whole[1] == whole[2] / 2
    radius = 1.25 + SPARE
    rim = shapely.Point(7.0, 3.0).buffer(radius, quad_segs=256).boundary
    in_marsh = shapely.length(shapely.intersection(rim, shapely.buffer(box(8.0, 2.0, 10.0, 4.5), 0.5, quad_segs=64)))
    assert whole[0] == pytest.approx(TURN * radius + in_marsh, abs=0.02)
    quarters = arcs.inches(np.zeros(9, dtype=np.intp), np.linspace(0.0, TURN, 9))
    assert (np.diff(quarters) >= radius * TURN / 8 - 1e-6).all()
    assert (np.diff(quarters) <= 2 * radius * TURN / 8 + 1e-6).all()
    assert quarters[0] == 0.0
    assert quarters[-1] == pytest.approx(whole[0])


def test_grounds_out_of_the_way_to_a_goal_are_left_out() -> None:
    grounds = [Ground(f"{x}", Disc(x, 5.0, 0.5), solid=True) for x in (2.0, 4.0, 8.0, 10.0)]
    policy = SOLID.but(grounds=tuple(grounds))
    goal = Disc(8.0, 2.0, 0.25)
    assert [g.name for g in Field(policy, (6.0, 2.0), 4.12, (), goal).grounds] == ["8.0"]
    assert [g.name for g in Field(policy, (6.0, 2.0), 4.11, (), goal).grounds] == []
    assert [g.name for g in Field(policy, (6.0, 2.0), 6.0, (), goal).grounds] == ["4.0", "8.0", "10.0"]
    assert [g.name for g in Field(policy, (6.0, 2.0), 2.0).grounds] == ["4.0", "8.0"]
    assert [g.name for g in Field(policy, (6.0, 2.0), 2.0, ["8.0"]).grounds] == ["4.0"]
    rings = rings_from([(6.0, 2.0, 0.5, 0.0, TURN, True), (8.0, 2.5, 0.5, 0.0, TURN, True)])
    assert Field(policy, (6.0, 2.0), 4.0, (), goal).left_over(rings).tolist() == [1.25, 0.0]


class Counted:
    """Counts calls and passes them on."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.function, self.calls = function, list[tuple[object, ...]]()

    def __call__(self, *arguments: object, **named: object) -> object:
        self.calls.append(arguments)
        return self.function(*arguments, **named)


def counted(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, by: Counted) -> None:
    """Let calls of a method be counted."""

    def called(*arguments: object) -> object:
        return by(*arguments)

    monkeypatch.setattr(owner, name, called)


BEHIND = [(9.5, 2.0), (9.5, 4.5), (9.5, 7.0), (9.0, 8.5), (8.5, 5.0)]
BEHIND_A_WALL = PathPolicy(0.5, 12.0, TABLE, (Ground("wall", box(6.0, 2.0, 7.0, 8.0), solid=True),))


def test_only_what_leads_to_the_first_three_spots_is_searched_and_then_all(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counted(finders_for)
    monkeypatch.setattr(region, "finders_for", asked)
    paths = PathRegion((3.0, 5.0), BEHIND_A_WALL)
    for number, spot in enumerate(BEHIND, start=1):
        assert is_legal(paths, spot)
        goals = [policy.goal is not None for _start, policy in asked.calls]  # type: ignore[attr-defined]
        assert goals == [True] * min(number, 3) + [False] * (number > 3)
    is_legal(paths, (9.25, 2.5))
    assert len(asked.calls) == 4


def test_spots_beside_one_that_was_asked_for_are_searched_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counted(finders_for)
    monkeypatch.setattr(region, "finders_for", asked)
    paths = PathRegion((3.0, 5.0), BEHIND_A_WALL)
    spots = [position(9.0 + 0.02 * n, 4.0) for n in range(5)]
    assert paths._not_excluded(spots) == spots
    before = len(asked.calls)
    assert all(is_legal(paths, spot) for spot in spots)
    assert len(asked.calls) == before + 1


def test_a_verdict_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Counted(PathRegion._find)
    counted(monkeypatch, PathRegion, "_find", found)
    monkeypatch.setattr(region, "_MOST_KNOWN", 2)
    paths = PathRegion((3.0, 5.0), BEHIND_A_WALL)
    for spot in (BEHIND[0], BEHIND[1], BEHIND[0], BEHIND[1]):
        paths.find(spot)
    assert len(found.calls) == 2
    paths.find(BEHIND[2])  # one too many to be kept: the others are forgotten
    paths.find(BEHIND[2])
    assert len(found.calls) == 3
    paths.find(BEHIND[0])
    assert len(found.calls) == 4
    paths._paths, paths._witnesses = {}, {}
    paths.find(BEHIND[0])
    assert len(found.calls) == 5


def test_a_quick_verdict_is_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Counted(FreeFinder.witness)
    counted(monkeypatch, FreeFinder, "witness", told)
    monkeypatch.setattr(region, "_MOST_KNOWN", 2)
    soft = BEHIND_A_WALL.but(grounds=(*BEHIND_A_WALL.grounds, Ground("marsh", box(8.0, 0.5, 8.5, 9.0), factor=2.0)))
    paths = PathRegion((3.0, 5.0), soft)
    for spot in BEHIND:
        is_legal(paths, spot)
    paths._paths, paths._witnesses = {}, {}
    told.calls.clear()
    near = [(9.25, 2.5), (9.25, 3.0), (9.25, 6.5)]
    for spot in (*near[:2], *near[:2]):
        assert is_legal(paths, spot)
    assert len(told.calls) == 2
    is_legal(paths, near[2])
    is_legal(paths, near[0])
    assert len(told.calls) == 4


def test_straight_ways_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counted(finders_for)
    monkeypatch.setattr(region, "finders_for", asked)
    paths = PathRegion((3.0, 5.0), BEHIND_A_WALL)
    assert is_legal(paths, (4.0, 6.0))
    assert paths.find((4.0, 7.0)) == Path.through([(3.0, 5.0), (4.0, 7.0)])
    assert not is_legal(paths, (6.5, 5.0))
    assert not is_legal(paths, (11.9, 5.0))
    assert asked.calls == []
    assert paths.verdict((4.0, 6.0)) == "yes"
    assert paths.verdict((6.5, 5.0)) == "no"
    assert paths.verdict((9.5, 5.0)) == "unknown"
    assert asked.calls == []


def test_a_twin_knows_nothing_yet_and_forgets_nothing_for_the_other() -> None:
    paths = PathRegion((3.0, 5.0), BEHIND_A_WALL)
    for spot in BEHIND:
        is_legal(paths, spot)
    twin = copy(paths)
    assert "_finders_of" in vars(paths)
    assert "_finders_of" not in vars(twin)
    assert vars(twin)["_paths"] == {}
    assert len(vars(paths)["_paths"]) == len(BEHIND) - 1 or len(vars(paths)["_paths"]) >= 3
    assert is_legal(twin, BEHIND[0])


def test_the_last_spot_between_one_that_is_reached_and_one_that_is_not_is_halved_for() -> None:
    paths = PathRegion((3.0, 5.0), SOLID.but(grounds=(), budget=2.0))
    assert paths._last_between((4.0, 5.0), (6.0, 5.0)) == (5.0, 5.0)
    assert paths._last_between((4.5, 5.0), (5.3, 5.0)) == pytest.approx((5.0, 5.0), abs=1e-9)
    assert paths._last_between((4.0, 5.0), (12.0, 5.0)) == (5.0, 5.0)


def test_has_room_is_told_without_a_search_where_a_disc_must_be_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    foe = Disc(9.0, 5.0, 0.5, "foe")
    policy = BEHIND_A_WALL.but(grounds=(*BEHIND_A_WALL.grounds, base(foe)), ends=(End((foe,), most=0.5),))
    sampled = Counted(PathRegion.sample)
    counted(monkeypatch, PathRegion, "sample", sampled)
    assert PathRegion((3.0, 5.0), policy).find()
    assert not PathRegion((3.0, 5.0), policy.but(budget=6.0)).find()
    assert sampled.calls == []
    assert PathRegion((3.0, 5.0), policy.but(ends=())).find()
    assert not PathRegion((6.5, 5.0), policy.but(ends=())).find()
    assert len(sampled.calls) == 1


def test_the_nearest_spot_is_set_back_no_farther_than_it_must() -> None:
    paths = PathRegion((3.0, 5.0), SOLID.but(grounds=(), budget=2.0))
    for turn in np.linspace(0.0, 6.0, 9).tolist():
        x, y = 3.0 + 4.0 * math.cos(turn), 5.0 + 4.0 * math.sin(turn)
        nearest = paths.nearest((x, y))
        assert nearest is not None
        assert 2.0 - 0.006 <= math.dist(nearest, (3.0, 5.0)) <= 2.0 + 1e-6
        assert math.dist(nearest, (x, y)) == pytest.approx(2.0, abs=0.03)
    assert paths.nearest((3.5, 5.5)) == (3.5, 5.5)
    stuck = PathRegion((6.5, 5.0), BEHIND_A_WALL)
    assert stuck.nearest((3.0, 5.0)) is None
    assert stuck.sample(random.Random(1)) is None
    still = PathRegion((3.0, 5.0), SOLID.but(grounds=(), budget=0.0))
    assert still.nearest((5.0, 5.0)) == (3.0, 5.0)


def test_ends_on_a_line_are_drawn_from_the_first_to_the_last() -> None:
    target = Disc(9.0, 5.0, 0.5, "target")
    wall = Ground("wall", box(4.5, 4.0, 4.75, 6.0), rest=False)
    policy = SOLID.but(budget=5.0, grounds=(wall, base(target)), stages=(Stage("toward", (target,)),))
    drawn = PathRegion((3.0, 5.0), policy).geometry
    parts = sorted(shapely.get_parts(drawn).tolist(), key=lambda part: part.bounds[0])
    assert [part.geom_type for part in parts] == ["LineString", "LineString"]
    assert parts[0].bounds == pytest.approx((3.0, 5.0, 4.0, 5.0), abs=1e-3)
    assert parts[1].bounds == pytest.approx((5.25, 5.0, 8.0, 5.0), abs=1e-3)
    touching = SOLID.but(grounds=(base(target),), budget=5.001, ends=(End((target,), CONTACT, -1e-6),))
    rim = PathRegion((3.0, 5.0), touching).geometry
    assert rim.bounds == pytest.approx((8.0, 5.0, 8.0, 5.0), abs=0.05)


def test_the_ways_of_a_search_take_the_cheapest_of_several_sources() -> None:
    """Costs by brute force over the corners of one block, each seen or not."""
    shape = box(4.0, 4.0, 6.0, 6.0)
    block = Ground("block", shape, solid=True)
    field = Field(SOLID.but(grounds=(block,), radius=0.001), (3.0, 5.0), 20.0)
    sources = [Source((3.0, 5.0), 0.25), Source((5.0, 3.0), 1.0)]
    search = Search(field, sources, 8.0)
    solid = shapely.buffer(shape, -1e-3)
    nodes = [(3.0, 5.0), (5.0, 3.0), (4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0)]
    costs = dict.fromkeys(nodes, math.inf) | {nodes[0]: 0.25, nodes[1]: 1.0}

    def leg(one: Position | tuple[float, float], other: tuple[float, float]) -> float:
        return math.inf if shapely.intersects(shapely.LineString([one, other]), solid) else math.dist(one, other)

    for _round in nodes:
        for node in nodes:
            costs[node] = min([costs[node], *(costs[other] + leg(other, node) for other in nodes)])
    rng = random.Random(11)
    for _spot in range(60):
        spot = rng.uniform(2.0, 8.0), rng.uniform(2.0, 8.0)
        if not shapely.intersects_xy(shapely.buffer(shape, 0.01), *spot):
            expected = min(cost + leg(node, spot) for node, cost in costs.items())
            assert search.nearest_arrival(*spot, 8.0)[0] == pytest.approx(expected, abs=0.005)
            assert search.costs(np.array([spot]))[0][0] == pytest.approx(expected, abs=0.005)


def test_a_part_of_a_way_may_end_anywhere() -> None:
    bog = Ground("bog", box(1.0, 1.0, 2.0, 2.0), rest=False)
    part = SOLID.but(grounds=(bog, WALL), ends=(End((Disc(1.0, 1.0, 1.0),), 1.0),)).as_part()
    assert [ground.rest for ground in part.grounds] == [True, True]
    assert (part.ends, part.budget) == ((), 5.0)
    assert part.grounds[1] is WALL


def test_what_is_too_far_on_the_best_way_is_told_on_any_table() -> None:
    """A wall between two spots of a table whose middle is at (0, 0): the way round it is longer by so much."""
    wall = Ground("wall", box(-0.5, -3.0, 0.5, 3.0), solid=True)
    policy = PathPolicy(0.5, 5.0, (-8.0, -8.0, 8.0, 8.0), (wall,), rule="A-1")
    paths = PathRegion((-2.0, 0.0), policy)
    assert [(each.cause, each.rule) for each in paths.why_not((2.0, 0.0))] == [("too far", "A-1")]
    tangent, turned = math.sqrt(1.5**2 + 3.0**2 - 0.5**2), math.atan2(3.0, 1.5) + math.asin(0.5 / math.hypot(1.5, 3.0))
    assert paths.why_not((2.0, 0.0))[0].short_by == pytest.approx(2 * tangent + 1.0 + turned - 5.0, abs=0.005)
    blocked, inches = paths.detour((2.0, 0.0)) or ("", 0.0)
    assert blocked == "wall is in the way"
    assert inches == pytest.approx(2 * tangent + 1.0 + turned, abs=0.005)
    assert paths.detour((-2.0, 7.0)) is None, "nothing is in the way there"
    assert [each.cause for each in paths.why_not((8.0, 0.0))] == ["off the table", "too far"]
    assert [each.cause for each in paths.why_not((0.0, 0.0))] == ["in the way"]


def test_shapes_far_from_all_runs_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Counted(shapely.linestrings)
    monkeypatch.setattr(shapely, "linestrings", lines)
    policy = SOLID.but(grounds=(Ground("block", box(4.0, 4.0, 6.0, 5.0), solid=True),), budget=9.0)
    runs = [((1.0, 1.0), (9.0, 1.0)), ((1.0, 9.0), (8.0, 9.0)), ((1.0, 1.0), (1.0, 9.0)), ((9.0, 2.0), (9.0, 8.0))]
    all_runs = [straight.Run(policy, position(*one), position(*other)) for one, other in runs]
    assert straight.are_surely_legal(all_runs).all()
    assert [len(rows) for (rows,) in lines.calls] == [0]  # type: ignore[arg-type]
    near = straight.Run(policy, position(3.4997, 1.0), position(3.4997, 9.0))
    assert straight.are_surely_legal([near]).tolist() == [True]
    assert [len(rows) for (rows,) in lines.calls] == [0, 1]  # type: ignore[arg-type]
    through = straight.Run(policy, position(3.0, 4.5), position(7.0, 4.5))
    assert straight.are_surely_legal([through, near]).tolist() == [False, True]


def test_a_price_for_coming_in_and_one_for_once_add_up() -> None:
    field = field_of(Ground("toll", box(5.0, 4.0, 6.0, 6.0), enter=0.5, once=0.75, leave=0.25))
    assert field.surcharge_of(3.0, 5.0, 5.5, 5.0) == 1.25
    assert field.surcharge_of(5.5, 5.0, 9.0, 5.0) == 0.25
    assert field.surcharge_of(3.0, 5.0, 9.0, 5.0) == 1.5
    assert field.surcharge(np.array([(3.0, 5.0)]), np.array([(9.0, 5.0)])).tolist() == [1.5]
    gain = field_of(Ground("road", box(5.0, 4.0, 6.0, 6.0), enter=0.5, once=-0.75))
    assert gain.surcharge_of(3.0, 5.0, 9.0, 5.0) == 0.5


def test_two_points_at_one_spot_have_no_tangent_and_no_number_is_made_up() -> None:
    rings = field_of(WALL).rings.with_points(np.array([(3.0, 4.0), (3.0, 4.0), (3.0, 7.0)]))
    first, again, apart = np.arange(len(rings))[-3:]
    sense = np.ones(2)
    with np.errstate(all="raise"):
        bearing, inches, there = touching(rings, np.array([first] * 2), np.array([again, apart]), sense, sense)
    assert np.isfinite(bearing).all()
    assert there.tolist() == [False, True]
    assert inches[1] == pytest.approx(3.0)

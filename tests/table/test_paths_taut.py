"""Taut ways round bases and through gaps cost what a dense choice of points says; one spot is not asked about twice."""

import math
import random

import numpy as np
import pytest
import shapely
from shapely.geometry import box

from game.table.path import field
from game.table.path.field import SPARE, Field, Floats, Probe, Rings, rings_from
from game.table.path.path import Path
from game.table.path.policy import Ground, PathPolicy, base
from game.table.path.search import Search, through_gates
from game.table.path.tight import Source
from game.table.shapes import Disc
from tests.table.path_oracles import Spot

TABLE = -20.0, -20.0, 20.0, 20.0


def taut(discs: list[tuple[float, float, float]], start: Spot, spots: list[Spot]) -> Floats:
    """Costs of ways over points beside round things, every straight run between them clear of all."""
    bearings = np.arange(150) * (math.tau / 150)
    rims = [np.stack((x + r * np.cos(bearings), y + r * np.sin(bearings)), axis=1) for x, y, r in discs]
    nodes = np.concatenate([np.array([start]), *rims, np.array(spots)])
    step = nodes[None] - nodes[:, None]
    length = np.hypot(step[..., 0], step[..., 1])
    clear = np.ones(length.shape, dtype=bool)
    for x, y, r in discs:
        dx, dy = x - nodes[:, None, 0], y - nodes[:, None, 1]
        share = np.clip((dx * step[..., 0] + dy * step[..., 1]) / np.maximum(length**2, 1e-12), 0.0, 1.0)
        # A chord between neighbours on a rim dips in by less than this.
        dip = r * (1.0 - math.cos(math.pi / 150)) + 1e-9
        clear &= np.hypot(dx - share * step[..., 0], dy - share * step[..., 1]) >= r - dip
    costs = np.where(clear, length, np.inf)
    known = costs[0].copy()
    while True:
        better = np.minimum(known, (known[:, None] + costs).min(axis=0))
        if np.allclose(better, known, atol=1e-12):
            return np.asarray(known[-len(spots) :])
        known = better


@pytest.mark.parametrize("turn", range(8))
def test_ways_round_several_bases_are_as_short_as_can_be_whichever_way_they_lie(turn: int) -> None:
    """The same bases turned by an eighth each time, so that ways go on past every bearing of a rim, in both senses."""
    angle = turn * math.tau / 8 + 0.1
    scale = 0.5 if turn % 2 else 1.0
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)

    def turned(x: float, y: float) -> Spot:
        return x * cosine - y * sine, x * sine + y * cosine

    middles = [turned(0.0, 0.0), turned(2.6, 2.3), turned(2.4, -2.2)]
    radii = [1.0 * scale, 0.8 * scale, 0.6 * scale]
    grounds = tuple(base(Disc(*spot, radius, str(radius))) for spot, radius in zip(middles, radii, strict=True))
    policy = PathPolicy(0.5 * scale, 14.0, TABLE, grounds)
    start = turned(-2.5, 0.2)
    spots = [turned(*spot) for spot in ((1.7, 0.1), (4.3, 2.5), (4.2, -2.4), (2.7, 3.7), (0.5, 1.7), (-0.4, -1.6))]
    spots += [turned(*spot) for spot in ((2.5, -3.4), (4.0, 0.1), (1.6, -0.4), (6.0, 2.0))]
    search = Search(Field(policy, start, 14.0), [Source(start)], 14.0)
    discs = [(*spot, radius + 0.5 * scale + SPARE) for spot, radius in zip(middles, radii, strict=True)]
    expected = taut(discs, start, spots)
    assert search.costs(np.array(spots))[0] == pytest.approx(expected, abs=0.004)
    assert [search.nearest_arrival(*spot, 14.0)[0] for spot in spots] == pytest.approx(expected.tolist(), abs=0.004)
    for spot in spots:
        cost, by = search.nearest_arrival(*spot, 14.0)
        points, turns = search.trace(spot, by)
        length = 0.0
        for one, other, angle_ in zip(points, points[1:], turns, strict=False):
            chord = math.dist(one, other)
            length += chord / 2 / math.sin(abs(angle_) / 2) * abs(angle_) if angle_ else chord
        assert length == pytest.approx(cost, abs=1e-6)
        assert points[0] == start
        assert points[-1] == spot
        assert all(math.dist((x, y), d[:2]) >= d[2] - 1e-6 for x, y in points for d in discs)


def test_a_spot_straight_on_past_a_rim_needs_no_turn() -> None:
    """Where a run only grazes a rim, rounding may put the spot a hair before the place: that is no whole turn."""
    for seed in range(40):
        rng = random.Random(seed)
        bearing = rng.uniform(-math.pi, math.pi)
        ux, uy = math.cos(bearing), math.sin(bearing)
        start = rng.uniform(-1, 1), rng.uniform(-1, 1)
        kept = 1.0 + 0.5 + SPARE
        side = rng.choice((-1.0, 1.0))
        disc = Disc(start[0] + 3 * ux - side * kept * uy, start[1] + 3 * uy + side * kept * ux, 1.0)
        search = Search(Field(PathPolicy(0.5, 12.0, TABLE, (base(disc),)), start, 12.0), [Source(start)], 12.0)
        a = search.arrivals
        for far in (3.5, 5.0, 6.25):
            spot = start[0] + far * ux, start[1] + far * uy
            turned, costs = a.departures(np.array([spot]), search.arcs)
            which, angles, bounds = a.leaving_for(*spot, 12.0, search.arcs)
            grazed = [at for at in range(len(a.number)) if a.radius[at] > 0.0 and costs[0, at] < far + 1e-3]
            assert grazed
            assert all(turned[0, at] < 1e-5 for at in grazed)
            assert costs[0, grazed] == pytest.approx(np.full(len(grazed), far), abs=1e-5)
            assert {*grazed} <= {*which.tolist()}
            assert all(angle < 1e-5 for at, angle in zip(which.tolist(), angles.tolist(), strict=True) if at in grazed)
            assert bounds.min() == pytest.approx(far, abs=1e-5)
            assert all(search._turned(spot, at) < 1e-5 for at in grazed)


def _walls(*gaps: tuple[float, float, float]) -> tuple[Ground, ...]:
    """Walls across the table at some x, each with a gap of some inches about some y."""
    found = []
    for x, y, inches in gaps:
        found.append(Ground(f"below {x}", box(x, -21.0, x + 0.5, y - inches / 2), solid=True))
        found.append(Ground(f"above {x}", box(x, y + inches / 2, x + 0.5, 21.0), solid=True))
    return tuple(found)


@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_tight_gaps_in_a_row_are_passed_at_what_the_way_is_long(flip: float) -> None:
    walls = _walls((2.0 * flip - 0.25, 0.0, 1.0), (5.0 * flip - 0.25, 1.0, 1.0), (8.0 * flip - 0.25, 0.0, 1.0))
    west, east = sorted((1.0 * flip, 3.0 * flip))
    marsh = Ground("marsh", box(west, -3.0, east, 3.0), factor=2.0)
    grown = shapely.buffer(box(west, -3.0, east, 3.0), 0.5)
    for soft in (False, True):
        policy = PathPolicy(0.5, 30.0, TABLE, (*walls, marsh) if soft else walls)
        search = Search(Field(policy, (0.0, 0.0), 20.0), [Source((0.0, 0.0))], 20.0)
        assert search.costs(np.array([(3.5 * flip, 0.5)]))[0].tolist() == [math.inf]
        gone = through_gates(search)
        spots = [(1.0 * flip, 0.0), (3.5 * flip, 0.0), (3.5 * flip, 2.0), (6.5 * flip, 1.0), (9.5 * flip, 0.0)]
        corridor = math.hypot(2.0, 1.0)  # between two gaps, each a straight inch and a half long
        plain = [1.0, 3.5, math.nan, 2.75 + corridor + 1.75, 2.75 + corridor + 1.5 - 1.0 + corridor + 2.25]
        found = [gone.nearest_arrival(*spot, 20.0)[0] for spot in spots]
        assert found[:2] == pytest.approx([plain[0] + 0.5 * soft, plain[1] + 3.0 * soft], abs=0.05)
        assert plain[3] - 0.8 < found[3] - 3.0 * soft < plain[3] + 0.1
        assert found[4] == pytest.approx(found[3] + math.dist(spots[3], spots[4]), abs=0.5)
        least = through_gates(Search(Field(policy, (0.0, 0.0), 20.0), [Source((0.0, 0.0))], found[4] - 0.3))
        assert least.nearest_arrival(*spots[4], found[4] - 0.3)[0] == math.inf
        assert least.nearest_arrival(*spots[3], found[4] - 0.3)[0] == pytest.approx(found[3], abs=1e-6)
        for spot, cost in zip(spots, found, strict=True):
            points, turns = gone.trace(spot, gone.nearest_arrival(*spot, 20.0)[1])
            lines = shapely.LineString(Path.through(points, turns).outline())
            in_marsh = shapely.length(shapely.intersection(lines, grown)) if soft else 0.0
            assert cost == pytest.approx(lines.length + in_marsh, abs=0.02)
        assert len(through_gates(gone).sources) == len(gone.sources)


def test_a_gap_is_not_gone_through_where_the_way_round_is_no_longer() -> None:
    policy = PathPolicy(
        0.5, 9.0, TABLE, (base(Disc(3.0, 1.0, 0.5)), base(Disc(3.0, -1.0, 0.5)), base(Disc(8.0, 9.0, 0.5)))
    )
    search = Search(Field(policy, (0.0, 0.0), 9.0), [Source((0.0, 0.0))], 9.0)
    gone = through_gates(search)
    assert search.nearest_arrival(6.0, 0.0, 9.0)[0] > 6.5
    assert gone.nearest_arrival(6.0, 0.0, 9.0)[0] == pytest.approx(6.0, abs=1e-3)
    assert len(gone.sources) == 2
    beside = Search(search.field, [Source((3.0, -6.0))], 9.0)
    assert len(through_gates(beside).sources) == 1 or through_gates(beside).nearest_arrival(3.0, 4.0, 9.0)[0] < 11.0
    assert through_gates(Search(search.field, [Source((0.0, 0.0))], 2.0)).sources == [Source((0.0, 0.0))]


def test_one_run_is_looked_at_where_the_first_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    clear = Probe.is_clear

    def is_clear(self: Probe, ax: float, ay: float, bx: float, by: float) -> bool:
        nonlocal looked
        looked += 1
        return clear(self, ax, ay, bx, by)

    monkeypatch.setattr(Probe, "is_clear", is_clear)
    discs = [
        base(Disc(x, y, 0.5)) for x, y in ((3.0, 1.5), (3.0, -1.5), (-2.0, 2.0), (-2.5, -1.0), (0.0, 3.0), (5.0, 0.0))
    ]
    search = Search(Field(PathPolicy(0.5, 9.0, TABLE, tuple(discs)), (0.0, 0.0), 9.0), [Source((0.0, 0.0))], 9.0)
    assert len(search.arrivals.number) > 10
    looked = 0
    assert search.nearest_arrival(2.5, 0.0, 9.0)[0] == 2.5
    assert looked == 1
    looked = 0
    assert search.some_arrival(2.5, 0.0, 9.0) == 0
    assert looked == 1
    looked = 0
    assert search.nearest_arrival(2.5, 0.0, 2.0) == (math.inf, -1)
    assert search.some_arrival(2.5, 0.0, 2.0) is None
    assert looked == 0


def test_the_squares_of_a_run_are_those_it_leads_through() -> None:
    cells = field._cells_along
    assert cells(0.5, 0.5, 1.5, 1.5) == [(0, 0)]
    assert cells(0.5, 0.5, 1.5, 3.5) == cells(1.5, 3.5, 0.5, 0.5) == [(0, 0), (0, 1)]
    assert cells(0.5, 1.0, 5.5, 1.0) == cells(5.5, 1.0, 0.5, 1.0) == [(0, 0), (1, 0), (2, 0)]
    assert cells(0.5, 2.0, 1.5, 2.0) == [(0, 0), (0, 1)]
    assert cells(0.5, 0.5, 3.5, 3.5) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert cells(-1.0, -1.0, -0.5, -3.0) == [(-1, -2), (-1, -1)]
    rng, others = random.Random(3), 0
    for _run in range(200):
        ax, ay, bx, by = (rng.uniform(-9, 9) for _ in range(4))
        marks = np.linspace(0.0, 1.0, 2000)
        through = {
            *zip(np.floor((ax + marks * (bx - ax)) / 2).tolist(), np.floor((ay + marks * (by - ay)) / 2).tolist())
        }
        known = cells(ax, ay, bx, by)
        assert through <= {*known}
        assert len(known) == len({*known})
        others += {*known} != through
    assert others < 5  # a corner that is cut by less than a step


def test_a_square_has_what_may_matter_in_it_and_nothing_else() -> None:
    rings = rings_from(
        [
            (3.0, 3.0, 0.5, 0.0, math.tau, True),
            (5.5, 3.0, 1.0, 0.0, math.tau, True),
            (7.0, 1.0, 1.0, 0.0, math.tau, True),
        ]
    )
    edges = np.array([[0.0, 1.0, 6.0, 1.0], [3.0, 4.5, 3.5, 5.0], [6.0, 0.0, 6.0, 9.0], [1.0, 6.0, 0.0, 3.0]])
    asked = Probe(rings, [], (edges, np.array([1.5, 1.0, 1.0, 0.5])), (0.0, 0.0, 9.0, 9.0))
    found, beside = asked._near(1, 1)
    assert [ring[:2] for ring in found] == [(3.0, 3.0)]
    assert [edge[:4] for edge in beside] == [(0.0, 1.0, 6.0, 1.0), (3.0, 4.5, 3.5, 5.0)]
    found, beside = asked._near(2, 1)
    assert [ring[:2] for ring in found] == [(5.5, 3.0)]
    assert [edge[:4] for edge in beside] == [(0.0, 1.0, 6.0, 1.0), (3.0, 4.5, 3.5, 5.0), (6.0, 0.0, 6.0, 9.0)]
    assert [ring[:2] for ring in asked._near(3, 0)[0]] == [(7.0, 1.0)]
    assert [ring[:2] for ring in asked._near(0, 0)[0]] == []
    assert [edge[:4] for edge in asked._near(0, 3)[1]] == [(1.0, 6.0, 0.0, 3.0)]
    assert asked._near(1, 1) is asked._near(1, 1)
    touching = [(1.0, 3.0), (5.0, 3.0), (3.0, 1.0), (3.0, 5.0)]
    whole = rings_from([(*spot, 1.0, 0.0, math.tau, True) for spot in touching])
    lines = np.array([[2.5, 1.0, 3.5, 1.0], [2.5, 5.0, 3.5, 5.0], [1.0, 2.5, 1.0, 3.5], [5.0, 2.5, 5.0, 3.5]])
    for more, count in ((0.0, 0), (1e-6, 4)):
        larger = Rings(whole.x, whole.y, whole.radius + more, whole.low, whole.width, whole.blocks)
        near = Probe(larger, [], (lines, np.full(4, 1.0 + more)), (0.0, 0.0, 9.0, 9.0))._near(1, 1)
        assert [len(each) for each in near] == [count, count]

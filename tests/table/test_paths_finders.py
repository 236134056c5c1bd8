"""Which finder serves which kind of way, and from where its ways begin."""

import math
from itertools import pairwise

import pytest
import shapely
import shapely.affinity
from shapely.geometry import Polygon, box

from game.engine.pathfinding import through
from game.table.lattice import position
from game.table.path.finders import (
    BendFinder,
    InwardFinder,
    LineFinder,
    RimFinder,
    finders_for,
    free_finders,
    shadow_of,
    sources_after_first_stage,
)
from game.table.path.free_paths import FreeFinder, entry
from game.table.path.judge import best_verdict
from game.table.path.path import Path
from game.table.path.policy import CONTACT, Ground, PathPolicy, Stage, base
from game.table.path.region import PathRegion
from game.table.path.simpler_policies import disc_around
from game.table.path.tight import Source
from game.table.placing.places import is_legal
from game.table.shapes import Disc

TABLE = 0.0, 0.0, 12.0, 10.0
FOE, FRIEND = Disc(8.0, 5.0, 0.5, "foe"), Disc(3.0, 8.0, 0.5, "friend")
ZONE = Ground("zone", Disc(8.0, 5.0, 2.0), margin=0.001)
POLICY = PathPolicy(0.5, 6.0, TABLE, (base(FOE), base(FRIEND), ZONE))
START = position(3.0, 5.0)


def kinds(*stages: Stage) -> list[str]:
    return [type(each).__name__ for each in finders_for(START, POLICY.but(stages=stages))]


def test_each_kind_of_way_has_its_finder() -> None:
    assert kinds(Stage()) == ["FreeFinder"]
    assert kinds(Stage("straight")) == kinds(Stage("toward", (FOE,))) == kinds(Stage("away", (FOE,))) == ["LineFinder"]
    assert kinds(Stage("not nearer", (FOE,))) == ["FreeFinder"]
    assert kinds(Stage("not farther", (FOE,))) == ["InwardFinder"]
    assert kinds(Stage("along", (FOE,))) == ["RimFinder"]
    leave = {"until": "leave", "names": ("zone",)}
    assert kinds(Stage("away", (FOE,), **leave), Stage()) == ["FreeFinder", "LineFinder"]  # type: ignore[arg-type]
    assert kinds(Stage("away", (FOE,), may_end=False, **leave), Stage()) == ["FreeFinder"]  # type: ignore[arg-type]
    assert kinds(Stage("not nearer", (FOE,), **leave), Stage()) == ["FreeFinder"]  # type: ignore[arg-type]
    touch = {"until": "touch", "names": ("zone",)}
    assert kinds(Stage("straight", **touch), Stage("toward", (FOE,))) == ["BendFinder"]  # type: ignore[arg-type]
    assert kinds(Stage(**touch), Stage("toward", (FOE,))) == ["FreeFinder", "FreeFinder"]  # type: ignore[arg-type]
    assert kinds(Stage(**touch), Stage("away", (FOE,))) == ["LineFinder"]  # type: ignore[arg-type]
    assert kinds(Stage("straight", **touch), Stage("toward", (FOE,)), Stage()) == ["LineFinder"]  # type: ignore[arg-type]
    assert kinds(Stage("away", (FOE,), **leave), Stage(), Stage()) == ["LineFinder"]  # type: ignore[arg-type]
    assert kinds(Stage("not farther", (FOE,), **touch), Stage("away", (FOE,))) == ["LineFinder"]  # type: ignore[arg-type]


def test_to_a_rim_and_straight_on_what_is_touched_is_closed_or_solid() -> None:
    stages = Stage(until="touch", names=("zone", "foe"), ignores=frozenset({"friend"})), Stage("toward", (FOE,))
    lined, clear = finders_for(START, POLICY.but(stages=stages))
    assert isinstance(lined, FreeFinder)
    assert isinstance(clear, FreeFinder)
    assert lined.field.solids == [POLICY.grounds[0], ZONE]
    assert [(g.solid, round(g.margin, 6)) for g in lined.policy.grounds] == [(True, 0.0), (True, 0.0), (False, 0.001)]
    assert [(g.solid, round(g.margin, 6)) for g in clear.policy.grounds] == [(True, 0.001), (True, 0.0), (True, 0.002)]
    assert [g.name for g in lined.field.grounds] == ["foe", "zone"]


def test_ground_that_ends_a_way_is_gone_round_first() -> None:
    wall = Ground("wall", box(5.0, 2.0, 6.0, 8.0), stops=True)
    shut, open_ = free_finders(START, POLICY.but(grounds=(wall, base(FOE))), [Source(START)])
    assert [g.solid for g in shut.policy.grounds] == [True, True]
    assert [g.solid for g in open_.policy.grounds] == [False, True]
    assert len(free_finders(START, POLICY, [Source(START)])) == 1


def test_inward_runs_end_where_the_sight_of_both_is_a_right_angle() -> None:
    [finder] = finders_for(START, POLICY.but(grounds=(), stages=(Stage("not farther", (FOE,)),)))
    assert isinstance(finder, InwardFinder)
    area = finder.area()
    assert area.bounds == pytest.approx((3.0, 2.5, 8.0, 7.5), abs=0.01)
    assert area.area == pytest.approx(math.pi * 2.5**2, abs=0.05)
    both = POLICY.but(grounds=(), stages=(Stage("not farther", (FOE, Disc(3.0, 9.0, 0.5))),))
    lens = finders_for(START, both)[0].area()
    expected = shapely.Point(5.5, 5.0).buffer(2.5, quad_segs=64) & shapely.Point(3.0, 7.0).buffer(2.0, quad_segs=64)
    assert shapely.symmetric_difference(lens, expected).area < 0.02
    [path] = [found.path for found in finder.paths(5.0, 5.0)][:1]
    assert path == Path.through([START, (5.0, 5.0)])


def test_where_a_run_comes_out_of_a_ground() -> None:
    ground = Ground("zone", box(3.0, 3.0, 5.0, 7.0))
    assert entry(ground, 0.5, (4.0, 5.0), (5.0, 5.0), 9.0) == pytest.approx((5.5004, 5.0), abs=2e-4)
    assert entry(ground, 0.5, (4.0, 5.0), (4.0, 4.0), 9.0) == pytest.approx((4.0, 2.4996), abs=2e-4)
    assert entry(ground, 0.5, (4.0, 5.0), (5.0, 5.0), 1.5) is None
    assert entry(ground, 0.5, (4.0, 5.0), (4.0, 5.0), 9.0) is None
    assert entry(ground, 0.5, (8.0, 5.0), (4.0, 5.0), 9.0) is None
    assert entry(ground, 0.5, (8.0, 5.0), (9.0, 5.0), 9.0) is None
    along = entry(ground, 0.5, (4.9, 6.0), (5.0, 8.0), 9.0)
    assert along is not None
    assert 0.5 + 3e-4 <= shapely.Point(along).distance(ground.shape) < 0.5 + 2e-3  # type: ignore[arg-type]


def test_a_run_that_grazes_the_rim_of_a_ground_goes_on_until_it_is_clear_of_it() -> None:
    for degrees in range(1, 90):
        zone = shapely.affinity.rotate(box(3.0, 3.0, 5.0, 7.0), degrees, origin=(4.0, 5.0))
        run = shapely.affinity.rotate(shapely.LineString([(5.4, 4.0), (5.6, 6.0)]), degrees, origin=(4.0, 5.0))
        (x, y), (to_x, to_y) = run.coords
        out = entry(Ground("zone", zone), 0.5, (x, y), (to_x, to_y), 9.0)
        assert out is not None
        assert 0.5 + 3e-4 <= shapely.Point(out).distance(zone) < 0.5 + 1e-3, degrees


def test_out_of_several_grounds_a_stage_ends_beyond_the_last() -> None:
    near, far = Ground("near", box(2.5, 4.0, 3.5, 6.0)), Ground("far", box(2.0, 4.5, 4.5, 5.5))
    foe = Disc(1.0, 5.0, 0.25)
    stage = Stage("away", (foe,), until="leave", names=("near", "far"))
    policy = POLICY.but(grounds=(near, far), stages=(stage, Stage()), budget=3.0)
    [source] = sources_after_first_stage(policy, START)
    assert source.at == pytest.approx((5.0004, 5.0), abs=2e-4)
    assert source.cost == pytest.approx(2.0004, abs=2e-4)
    assert (source.points, source.turns) == ((START,), (0.0,))
    assert sources_after_first_stage(policy.but(budget=2.0), START) == []
    toward = policy.but(stages=(Stage("toward", (foe,), until="leave", names=("near", "far")), Stage()))
    [back] = sources_after_first_stage(toward, START)
    assert back.at == pytest.approx((1.4996, 5.0), abs=2e-4)
    assert sources_after_first_stage(policy, position(8.0, 5.0)) == [Source(position(8.0, 5.0))]
    assert sources_after_first_stage(policy, position(1.0, 5.0)) == []
    every = policy.but(stages=(Stage("not nearer", (foe,), until="leave", names=("near",)), Stage()))
    bearings = [math.degrees(math.atan2(s.at[1] - 5.0, s.at[0] - 3.0)) for s in sources_after_first_stage(every, START)]
    assert min(bearings) == pytest.approx(-90.0, abs=0.01)
    assert max(bearings) == pytest.approx(90.0, abs=0.01)
    assert 91 <= len(bearings) <= 94
    inward = policy.but(stages=(Stage("not farther", (foe,), until="leave", names=("near",)), Stage()))
    assert all(s.at[0] <= 3.0 + 1e-9 for s in sources_after_first_stage(inward, START))
    free = policy.but(stages=(Stage("straight", until="leave", names=("near",)), Stage()))
    assert len(sources_after_first_stage(free, START)) == 180


def test_what_a_straight_run_passes_lies_behind_a_shape() -> None:
    behind = shadow_of(box(5.0, 4.0, 6.0, 6.0), position(3.0, 5.0))
    for spot, is_behind in (
        ((5.5, 5.0), True),
        ((9.0, 5.0), True),
        ((9.0, 7.9), True),
        ((9.0, 8.1), False),
        ((9.0, 2.1), True),
        ((9.0, 1.9), False),
        ((4.9, 5.0), False),
        ((1.0, 5.0), False),
        ((5.5, 3.5), False),
    ):
        assert behind.covers(shapely.Point(spot)) is is_behind
    assert shadow_of(box(2.0, 4.0, 6.0, 6.0), position(3.0, 5.0)).area > 1e5
    assert shadow_of(Polygon(), position(3.0, 5.0)).is_empty


def test_ends_of_a_run_toward_a_base_are_marked_where_something_begins_and_ends() -> None:
    wall = Ground("wall", box(5.0, 4.0, 6.0, 6.0), rest=False)
    finder = LineFinder(POLICY.but(grounds=(wall,), budget=4.0, stages=(Stage("toward", (FOE,)),)), START)
    lines = finder.lines()
    assert lines is not None
    inches = [float(x) - 3.0 for x in lines[0][:, 0]]
    assert inches == sorted(inches)
    assert inches[0] == 0.0
    assert inches[-1] == 4.0
    for mark in (1.5, 1.5 - CONTACT / 2, 3.5, 3.5 + CONTACT / 2):
        assert min(abs(each - mark) for each in inches) < 2e-6
    assert max(b - a for a, b in pairwise(inches)) < 0.0201
    away = LineFinder(finder.policy.but(stages=(Stage("away", (FOE,)),)), START).lines()
    assert away is not None
    assert away[0][-1].tolist() == [-1.0, 5.0]
    assert LineFinder(finder.policy, position(8.0, 5.0)).lines() == []
    assert LineFinder(finder.policy.but(stages=(Stage(),)), START).lines() is None
    assert finder.shortest(6.0, 9.0) == 5.0


def test_round_a_base_either_way_in_short_arcs() -> None:
    start = position(8.0, 6.0005)
    finder = RimFinder(POLICY.but(stages=(Stage("along", (FOE,)),), budget=9.0), start)
    one, other = (found.path for found in finder.paths(9.0005, 5.0))
    assert one.inches == pytest.approx(1.0005 * math.pi / 2, abs=2e-3)
    assert other.inches == pytest.approx(1.0005 * math.pi * 1.5, abs=2e-3)
    assert [leg.turn < 0 for leg in one.legs if leg.turn] == [True]
    assert [leg.turn > 0 for leg in other.legs if leg.turn] == [True] * 3
    [still] = finder.paths(8.0, 6.0005)
    assert (still.path, still.cost) == (Path(start), 0.0)
    [rim] = finder.lines() or []
    assert [math.dist(spot, (8.0, 5.0)) for spot in rim.tolist()] == pytest.approx([1.0005] * len(rim), abs=1e-9)
    assert len(rim) == math.ceil(math.tau * 1.0005 / 0.02)


def test_a_bend_lies_where_the_last_leg_leaves_what_is_touched() -> None:
    stages = Stage("straight", until="touch", names=("zone", "foe"), may_end=False), Stage("toward", (FOE,))
    finder = BendFinder(POLICY.but(stages=stages), START)
    straight, *bent = finder.paths(8.0, 6.0005)
    assert straight.path == Path.through([START, (8.0, 6.0005)])
    assert [path.path.legs[0].end for path in bent] == [pytest.approx((8.0, 7.5 + 0.001 + CONTACT / 4), abs=2e-4)]
    assert [path.path.end for path in bent] == [(8.0, 6.0005)]
    deep = [*finder.paths(8.0, 5.75)]
    assert sorted(path.path.legs[0].end.y for path in deep[1:]) == pytest.approx([6.0002, 7.5012], abs=2e-4)
    assert [path.cost for path in bent] == [path.path.inches for path in bent]
    assert len([*finder.paths(8.0, 5.0)]) == 1


def test_a_disc_around_spots() -> None:
    disc = disc_around([position(1.0, 2.0), position(5.0, 5.0), position(2.0, 5.0)])
    assert disc[:3] == pytest.approx((3.0, 3.5, 2.5), abs=2e-6)
    assert disc.radius > 2.5
    assert disc_around([position(1.0, 2.0)])[:2] == (1.0, 2.0)


def test_alternatives_are_asked_one_after_the_other() -> None:
    one, other = POLICY.but(budget=1.0, rule="A-1"), POLICY.but(budget=2.0, rule="A-2")
    paths = PathRegion(START, one, other)
    assert [is_legal(paths, (3.0 + far, 5.0)) for far in (1.0, 1.5, 2.0, 2.25)] == [True, True, True, False]
    assert {each.rule for each in paths.why_not((5.25, 5.0))} <= {"A-1", "A-2"}
    assert paths.why_not((4.0, 5.0)) == []
    hand = best_verdict(Path.through([paths.start, (4.5, 5.0)]), paths.policies)
    assert hand.is_legal
    assert hand.left == pytest.approx(0.5)
    via = through(paths, [(3.5, 5.0), (4.5, 5.0)])
    assert via is not None
    assert via.is_legal
    assert through(paths, [(8.0, 5.0)]) is None
    with pytest.raises(ValueError, match="at least one policy"):
        PathRegion(START)

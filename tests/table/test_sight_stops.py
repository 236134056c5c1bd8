"""What stops a line of sight, by worked numbers: one line, the corridor between two bases, a base seen from points."""

import math

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely.affinity import rotate

from game.table.heights import Body
from game.table.shapes import Disc
from game.table.sight import corridor
from game.table.sight.bodies import Eye, Silhouette
from game.table.sight.corridor import Corridor, first_stop, open_line, shortest
from game.table.sight.lines import Ends
from game.table.sight.policy import SightPolicy
from game.table.sight.receipt import SightReceipt
from game.table.sight.seen import DRAWN_WITHIN, Blocked, Hidden, _are_partly_visible, _Scene, drawn, outside, seen_area
from game.table.sight.sight import Sight, covering
from game.table.sight.solids import Solid
from game.table.terrain.area import Floats
from tests.table.sightings import Block, open_rays, visibility
from tests.table.worked import close

HAIR = 1e-8
START, END = (0.0, 0.0), (10.0, 0.0)


def solid(x0: float, y0: float, x1: float, y1: float, name: str = "wall") -> Solid:
    return Solid(shapely.box(x0, y0, x1, y1), name)


def turned(blocker: Disc | Solid, degrees: float) -> Disc | Solid:
    """Turned about the origin."""
    if isinstance(blocker, Solid):
        return Solid(rotate(blocker.geometry, degrees, (0.0, 0.0)), blocker.name)
    return blocker.moved_to(*at(degrees, blocker.x, blocker.y))


def at(degrees: float, x: float, y: float) -> tuple[float, float]:
    turn = math.radians(degrees)
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


@pytest.mark.parametrize("degrees", [0.0, 90.0, 127.0, 215.0, 330.0])
@pytest.mark.parametrize(
    ("blocker", "stopped"),
    [
        (Disc(5.0, 0.3, 1.0), True),
        (Disc(5.0, 1.0 - HAIR, 1.0), True),
        (Disc(5.0, 1.0 + HAIR, 1.0), False),
        (Disc(5.0, HAIR - 1.0, 1.0), True),
        (Disc(5.0, -1.0 - HAIR, 1.0), False),
        (Disc(HAIR - 1.0, 0.0, 1.0), True),
        (Disc(-1.0 - HAIR, 0.0, 1.0), False),
        (Disc(11.0 - HAIR, 0.0, 1.0), True),
        (Disc(11.0 + HAIR, 0.0, 1.0), False),
        (Disc(-0.8, 0.9, 1.0), False),  # behind, though its middle is within its own radius of the line's start
        (Disc(10.8, -0.9, 1.0), False),
        (Disc(-0.3, 0.9, 1.0), True),
        (Disc(10.3, -0.9, 1.0), True),
        (Disc(5.0, 0.2, 0.1), False),
        (solid(4.0, -1.0, 6.0, 1.0), True),
        (solid(4.0, HAIR, 6.0, 1.0), False),
        (solid(4.0, -HAIR, 6.0, 1.0), True),
        (solid(4.0, -1.0, 6.0, -HAIR), False),
        (solid(4.0, -1.0, 6.0, HAIR), True),
        (solid(10.0 + HAIR, -1.0, 12.0, 1.0), False),
        (solid(10.0 - HAIR, -1.0, 12.0, 1.0), True),
        (solid(-2.0, -1.0, -HAIR, 1.0), False),
        (solid(-2.0, -1.0, HAIR, 1.0), True),
        (solid(-1.0, -1.0, 11.0, 1.0), True),  # all of the line is in it
        (solid(-1.0, -1.0, 5.0, 1.0), True),
        (solid(5.0, -1.0, 11.0, 1.0), True),
        (Solid(shapely.Polygon([(-3, -2), (-3, 2), (-1, 2), (-1, 1), (-2, 1), (-2, -1), (-1, -1), (-1, -2)])), False),
    ],
)
def test_a_line_is_stopped_by_what_it_enters_and_not_by_what_it_touches(
    blocker: Disc | Solid, stopped: bool, degrees: float
) -> None:
    there, end = turned(blocker, degrees), at(degrees, *END)
    for one, other in ((START, end), (end, START)):
        assert first_stop(one, other, [there]) is (there if stopped else None)


def test_the_first_of_several_blockers_that_stop_a_line_is_named() -> None:
    far, near, aside = Disc(8.0, 0.0, 0.5), solid(2.0, -1.0, 3.0, 1.0), Disc(5.0, 3.0, 1.0)
    assert first_stop(START, END, [aside, far, near]) is far
    assert first_stop(START, END, [aside, near, far]) is near
    assert first_stop(START, END, [aside]) is None


def test_touching_bases_see_each_other_whatever_is_around_them() -> None:
    assert first_stop(START, (1e-9, 0.0), [Disc(0.0, 0.0, 1.0)]) is None
    assert first_stop(START, (3e-9, 0.0), [Disc(0.0, 0.0, 1.0)]) is not None


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_solid_beside_a_line_is_not_looked_at_edge_by_edge(side: float, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []

    def counted(solid: Solid, *_rest: object) -> bool:
        looked.append(solid)
        return False

    monkeypatch.setattr(corridor, "_crosses", counted)
    beside = [solid(4.0, 0.1, 6.0, 1.0), solid(4.0, -1.0, 6.0, -0.1), solid(10.1, -1.0, 12.0, 1.0)]
    assert first_stop((5.0 - 5 * side, 0.0), (5.0 + 5 * side, 0.0), [*beside, solid(-2.0, -1.0, -0.1, 1.0)]) is None
    assert looked == []


@pytest.mark.parametrize(
    ("far", "radius", "to_radius", "first", "last"),
    [
        (10.0, 1.0, 2.0, 1.0, 8.0),
        (10.0, 0.0, 0.0, 0.0, 10.0),
        (3.0, 1.0, 2.0, 1.0, 1.0),  # they touch
        (2.0, 1.0, 2.0, 1.0, 1.0),  # they overlap
        (1.0, 3.0, 1.0, 1.0, 1.0),  # the second within the first
        (1.0, 0.0, 3.0, 0.0, 0.0),
        (2.0, 3.0, 0.5, 2.0, 2.0),
        (0.0, 1.0, 1.0, 0.0, 0.0),
    ],
)
def test_the_shortest_line_joins_the_nearest_spots(
    far: float, radius: float, to_radius: float, first: float, last: float
) -> None:
    found = shortest(Ends(1.0, 2.0, radius, 1.0 + 0.6 * far, 2.0 - 0.8 * far, to_radius))
    assert close(found, [(1.0 + 0.6 * first, 2.0 - 0.8 * first), (1.0 + 0.6 * last, 2.0 - 0.8 * last)])


def test_the_shortest_line_counts_only_within_the_arc_edges_included() -> None:
    assert shortest(Ends(0.0, 0.0, 1.0, 0.0, 9.0, 1.0, ((1.0, 0.0),))) == ((0.0, 1.0), (0.0, 8.0))
    assert shortest(Ends(0.0, 0.0, 1.0, -0.5, 9.0, 1.0, ((1.0, 0.0),))) is None
    assert shortest(Ends(0.0, 0.0, 1.0, 0.5, 9.0, 1.0, ((0.0, 1.0), (1.0, 0.0)))) is not None


def test_between_two_points_only_one_line_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    class Counted(Corridor):
        def __init__(self, *given: object) -> None:
            tried.append(given)
            super().__init__(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(corridor, "Corridor", Counted)
    wall = solid(4.0, -1.0, 6.0, 0.2)
    assert open_line(Ends(0.0, 0.0, 0.0, 10.0, 0.0, 0.0), [wall]) is None
    assert open_line(Ends(0.0, 0.0, 0.0, 10.0, 0.0, 0.0), []) == ((0.0, 0.0), (10.0, 0.0))
    assert open_line(Ends(0.0, 0.0, 1.0, 10.0, 0.0, 0.0, ((-1.0, 0.0),)), []) is None
    assert tried == []
    assert open_line(Ends(0.0, 0.0, 1.0, 10.0, 0.0, 0.0), [wall]) is not None
    assert open_line(Ends(0.0, 0.0, 0.0, 10.0, 0.0, 1.0), [wall]) is not None
    assert len(tried) == 2


def test_a_corridor_holds_what_reaches_between_its_ends_and_leaves_out_what_touches_it() -> None:
    ends = Ends(0.0, 0.0, 1.0, 10.0, 0.0, 1.0)
    inside = [Disc(5.0, 1.9, 1.0), Disc(5.0, -1.9, 1.0), Disc(-1.5, 0.0, 1.0), Disc(11.9, 0.0, 1.0)]
    touching = [Disc(5.0, 2.0, 1.0), Disc(5.0, -2.0, 1.0), Disc(-2.0, 0.0, 1.0), Disc(12.0, 0.0, 1.0)]
    assert Corridor(ends, [*touching, *inside]).discs == inside
    near = [solid(4, 1, 5, 2), solid(4, -2, 5, -1), solid(-2, 0, -1, 1), solid(11, 0, 12, 1)]
    apart = [solid(4, 1.1, 5, 2), solid(4, -2, 5, -1.1), solid(-2, 0, -1.1, 1), solid(11.1, 0, 12, 1)]
    assert Corridor(ends, [*apart, *near]).solids == near
    crooked = Corridor(Ends(0.0, 3.0, 0.5, 4.0, 0.0, 1.0), [*apart, *near])
    assert crooked._box == (-1.0, -1.0, 5.0, 4.0)
    assert crooked._ahead == (0.8, -0.6)
    assert Corridor(Ends(2.0, 3.0, 0.5, 2.0, 3.0, 1.0), [])._ahead == (0.0, 0.0)


def test_a_corridor_has_the_corners_and_edges_between_its_ends() -> None:
    ends = Ends(0.0, 0.0, 1.0, 10.0, 0.0, 1.0)
    found = Corridor(ends, [solid(4.0, 0.5, 5.0, 3.0, "a"), solid(6.0, -1.0, 7.0, 5.0, "b"), Disc(5.0, -1.0, 0.5)])
    assert sorted(found.points.tolist()) == [[4.0, 0.5], [5.0, 0.5], [6.0, -1.0], [7.0, -1.0]]
    tops = [edge for edge in found.starts.tolist() if edge[1] > 1.0]
    # The edges above are left out: of each solid one at the bottom and two at the sides stay.
    assert sorted(found.owner.tolist()) == [0, 0, 0, 1, 1, 1]
    assert len(tops) == 2
    assert close(found.rounds, [(5.0, -1.0, 0.5)])
    centres, signed = found.features()
    assert close(centres[:6], [(0, 0), (10, 0), (5, -1), (0, 0), (10, 0), (5, -1)])
    assert close(signed, [1.0, 1.0, 0.5, -1.0, -1.0, -0.5, 0.0, 0.0, 0.0, 0.0])
    bare = Corridor(Ends(0.0, 0.0, 0.0, 10.0, 0.0, 1.0), [])
    assert close(bare.features()[0], [(10, 0), (10, 0), (0, 0)])
    assert close(bare.features()[1], [1.0, -1.0, 0.0])
    assert bare.points.shape == (0, 2)


def test_a_line_may_turn_where_a_blocker_crosses_a_rim_and_where_the_arc_cuts_it() -> None:
    cut = Corridor(Ends(1.0, 0.0, 1.0, 11.0, 0.0, 5.0, ((0.0, 1.0),)), [])
    assert close(cut.points, [(6.0, 0.0), (16.0, 0.0)])
    askew = Corridor(Ends(1.0, 0.0, 1.0, 11.0, 3.0, 5.0, ((0.0, 1.0),)), [])
    assert close(askew.points, [(7.0, 0.0), (15.0, 0.0)])
    over = Corridor(Ends(0.0, 0.0, 0.5, 10.0, 0.0, 5.0), [solid(7.0, -9.0, 30.0, 9.0)])
    assert close(sorted(over.points.tolist()), [(7.0, -4.0), (7.0, 4.0)])
    both = Corridor(Ends(0.0, 0.0, 0.5, 10.0, 0.0, 5.0, ((0.0, 1.0),)), [solid(7.0, -9.0, 30.0, 9.0)])
    # Where the arc's edge crosses the rim, the rim the solid, and the arc's edge the solid.
    wanted = [(5.0, 0.0), (7.0, -4.0), (7.0, 0.0), (7.0, 4.0), (15.0, 0.0), (30.0, 0.0)]
    assert close(sorted(np.round(both.points, 9).tolist()), wanted)
    round_one = Corridor(Ends(0.0, 0.0, 0.5, 10.0, 0.0, 5.0), [Disc(2.0, 0.0, 5.0)])
    assert close(sorted(round_one.points.tolist()), [(6.0, -3.0), (6.0, 3.0)])


def test_of_a_cut_base_only_what_lies_ahead_is_seen() -> None:
    # The base is half ahead; a wall hides the upper half, so that only the part behind the observer's side is open.
    ahead = Ends(0.0, 0.0, 0.0, 0.0, 10.0, 2.0, ((1.0, 0.0),))
    hiding = solid(0.0 - 1.0, 5.0, 3.0, 6.0)
    assert open_line(ahead, [hiding]) is None
    assert open_line(ahead._replace(part=()), [hiding]) is not None
    slit = open_line(ahead, [solid(-1.0, 5.0, 0.9, 6.0)])
    assert slit is not None
    assert slit[1][0] >= 0.9 * 10 / 6 - 1e-6


@pytest.mark.parametrize("degrees", [0.0, 37.0, 160.0, 250.0])
@pytest.mark.parametrize("kind", ["solid", "disc", "two"])
def test_a_base_is_hidden_as_far_as_the_shadow_of_what_is_narrower_reaches(degrees: float, kind: str) -> None:
    base = Disc(0.0, 0.0, 1.0)
    blockers: list[Disc | Solid]
    if kind == "disc":
        blockers, end = [Disc(5.0, 0.0, 0.5)], 10.0  # 0.5 / (x - 5) = 1 / x
    else:
        end = 10.0
        for _each in range(60):  # tan(asin(1 / x)) = 0.5 / (x - 5.5), by the corners behind
            end = 5.5 + 0.5 / math.tan(math.asin(1.0 / end))
        halves: list[Disc | Solid] = [solid(5.0, -0.5, 5.5, 0.1), solid(5.1, 0.1 - 1e-7, 5.5, 0.5)]
        blockers = halves if kind == "two" else [solid(5.0, -0.5, 5.5, 0.5)]
    moved = [turned(each, degrees) for each in blockers]
    discs, solids = [e for e in moved if isinstance(e, Disc)], [e for e in moved if isinstance(e, Solid)]
    spots = np.array(
        [at(degrees, x, y) for x, y in ((end - 1e-5, 0.0), (end + 1e-5, 0.0), (3.0, 0.0), (end - 1.0, 2.0))]
    )
    assert Blocked(base, discs, solids).seen(spots).tolist() == [False, True, True, True]
    assert Blocked(base._replace(radius=0.0), discs, solids).seen(spots).tolist() == [False, False, True, True]


@pytest.mark.parametrize("degrees", [0.0, 37.0, 160.0])
@pytest.mark.parametrize("far", [1.02, 1.25, 1.9, 2.5, 9.0])
def test_a_base_is_hidden_by_a_wall_as_wide_as_it_looks_from_near_and_far(far: float, degrees: float) -> None:
    before, slope = 0.6 * (far - 1.0), 1.0 / math.sqrt(far * far - 1.0)  # how wide a base of radius 1 looks
    for share, seen in ((0.999, True), (1.001, False)):
        half = share * before * slope
        wall = turned(solid(far - 1.1 * before, -half, far - before, half), degrees)
        assert isinstance(wall, Solid)
        spot = np.array([at(degrees, far, 0.0)])
        assert Blocked(Disc(0.0, 0.0, 1.0), [], [wall]).seen(spot).tolist() == [seen]


def test_what_lies_behind_a_base_or_beside_it_hides_nothing() -> None:
    spots = np.array([(10.0, 0.0), (0.3, 0.4), (1.0, 0.0)])
    behind = [solid(-3.0, -5.0, -1.0, 5.0)], [Disc(-2.0, 0.0, 1.0), Disc(5.0, 9.0, 1.0), Disc(12.0, 0.0, 1.0)]
    assert Blocked(Disc(0.0, 0.0, 1.0), behind[1], behind[0]).seen(spots).all()
    over = Blocked(Disc(0.0, 0.0, 1.0), [], [solid(0.5, -5.0, 3.0, 5.0)])
    assert over.seen(spots).tolist() == [False, True, True]


def test_many_points_are_judged_in_several_parts_as_one_by_one() -> None:
    spots = np.stack((np.full(1_030, 8.0), np.linspace(-6.0, 6.0, 1_030)), axis=1)
    blocked = Blocked(Disc(0.0, 0.0, 1.0), [Disc(4.0, 0.5, 1.0)], [solid(5.0, -3.0, 5.5, -1.0)])
    every = blocked.seen(spots)
    assert len(every) == 1_030
    assert every.tolist() == [bool(blocked.seen(spots[n : n + 1])[0]) for n in range(1_030)]
    assert 100 < every.sum() < 900


def test_a_view_is_free_where_no_stretches_together_cover_it() -> None:
    def free(*stretches: tuple[int, float, float], widest: tuple[float, ...] = (0.5, 2.0)) -> list[bool]:
        row, low, high = (np.array(each) for each in zip(*stretches, strict=True))
        return _are_partly_visible(Hidden(row, low, high, np.zeros(len(row))), np.array(widest)).tolist()  # type: ignore[no-any-return]

    assert free((0, -0.5, 0.5), (1, -2.0, 2.0)) == [False, False]
    assert free((0, -0.5, 0.5)) == [False, True]
    assert free((1, -2.0, 2.0)) == [True, False]
    assert free((0, 0.1, 0.5), (0, -0.5, 0.1), (1, -2.0, 1.9)) == [False, True]
    assert free((0, -0.4, 0.5), (1, -2.0, 2.0)) == [True, False]
    assert free((0, -0.5, 0.3), (0, -0.5, -0.2), (0, 0.2, 0.5), (1, -1.0, 2.0), (1, -2.0, -1.0)) == [False, False]
    assert free((0, -0.5, 0.1), (0, 0.1 + 2e-12, 0.5), (1, -2.0, 0.0), (1, 1e-10, 2.0)) == [False, True]


def test_only_what_is_nearer_than_the_base_hides_it() -> None:
    row, zero = np.arange(4), np.zeros(4)
    view = Hidden(row, zero - 0.1, zero + 0.1, np.array([7.999, 8.0, 8.0 + 2e-6, 9.0]))
    assert view.nearer(np.full(4, 10.0), 2.0).row.tolist() == [0, 1]
    aslant = Hidden(row, zero + 0.1, zero + 0.3, np.array([8.2, 8.4, 8.5, 8.6]))
    # Along the slope 0.2 a base 10 inches away, of radius 2, begins at (10 - sqrt(100 - 1.04 * 96)) / 1.04.
    begin = (10.0 - math.sqrt(100.0 - 1.04 * 96.0)) / 1.04
    assert aslant.nearer(np.full(4, 10.0), 2.0).row.tolist() == [n for n in range(4) if aslant.depth[n] < begin]
    both = view.joined(aslant)
    assert both.row.tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    assert close((both.low[4], both.high[3], both.depth[7]), (0.1, 0.1, 8.6))


def test_the_part_of_an_edge_inside_a_base_is_left_out() -> None:
    starts = np.array([(-4.0, 1.0), (1.0, 1.0), (-4.0, 4.0), (1.0, -9.0), (0.9, 1.1), (-3.0, 1.0)])
    ends = np.array([(6.0, 1.0), (1.0, 9.0), (6.0, 4.0), (1.0, 1.0), (1.2, 0.8), (-1.0, 1.0)])
    disc = Disc(1.0, 1.0, 2.0)
    first, last = outside(starts, ends, disc)
    found = sorted(np.round(np.hstack((first, last)), 9).tolist())
    near, far = -1.0 + 1e-6, 3.0 - 1e-6
    wanted = [(-4, 1, near, 1), (-4, 4, 6, 4), (-3, 1, -1, 1), (1, -9, 1, near), (1, far, 1, 9), (far, 1, 6, 1)]
    assert close(found, sorted(wanted), 1e-8)
    assert outside(starts, ends, disc._replace(radius=0.0)) == (starts, ends)
    assert outside(starts[2:3], ends[2:3], disc)[0].tolist() == [[-4.0, 4.0]]
    none = np.zeros((0, 2))
    assert outside(none, none, disc)[0].shape == (0, 2)


def test_cover_is_near_enough_and_crossed_by_a_line() -> None:
    observer, target = Disc(0.0, 0.0, 1.0), Disc(10.0, 0.0, 2.0)

    def covers(within: float, *solids: Solid, arc: float | None = None, facing: int | None = None) -> tuple[str, ...]:
        policy = SightPolicy(lambda *_: (), arc, lambda *_: solids, within)
        return covering(policy, observer._replace(facing=facing), target)

    wood = solid(4.0, -1.0, 6.0, 1.0, "wood")  # 2 inches before the target
    assert covers(2.0, wood) == ("wood",)
    assert covers(1.999, wood) == ()
    assert covers(0.0, solid(9.0, 0.0, 11.0, 1.0, "floor")) == ("floor",)
    assert covers(3.0, wood, solid(5.0, 0.0, 7.0, 3.0, "wood"), solid(7.0, -1.0, 8.0, 0.0, "hedge")) == (
        "wood",
        "hedge",
    )
    # The flanks run from 1 beside the observer to 2 beside the target: at x = 5 they are 1.5 / cos away.
    flank = (1.0 + 0.1 * 5.0) / math.sqrt(0.99)
    assert covers(9.0, solid(4.99, flank + 0.01, 5.0, 3.0)) == ()
    assert covers(9.0, solid(5.0, flank - 0.01, 5.01, 3.0)) == ("wall",)
    assert covers(9.0, solid(5.0, -3.0, 5.01, 0.01 - flank)) == ("wall",)
    assert covers(9.0, solid(-3.0, 0.0, -0.9, 1.0)) == ("wall",)  # it reaches into the observer's base
    assert covers(9.0, solid(-3.0, 0.0, -1.0, 1.0)) == ()
    assert covers(9.0, solid(12.0, -1.0, 13.0, 1.0)) == ()
    assert covers(9.0, solid(11.9, -1.0, 13.0, 1.0)) == ("wall",)
    assert covers(9.0, solid(4.0, 0.1, 5.0, 0.2), arc=90.0, facing=18_000) == ()
    assert covers(9.0, solid(4.0, 0.1, 5.0, 0.2), arc=90.0, facing=0) == ("wall",)
    assert covers(9.0, solid(4.0, 0.1, 5.0, 0.2), arc=90.0) == ("wall",)
    assert covers(9.0, solid(4.0, 0.1, 5.0, 0.2), facing=18_000) == ("wall",)


@pytest.mark.parametrize("away", [0.0, 0.5, 1.0])
def test_cover_of_a_base_within_the_other_is_what_reaches_into_either(away: float) -> None:
    policy = SightPolicy(lambda *_: (), None, lambda *_: [solid(-3.0, -3.0, -1.5, 3.0)])
    assert covering(policy, Disc(0.0, 0.0, 2.0), Disc(away, 0.0, 1.0)) == ("wall",)
    assert covering(policy, Disc(0.0, 0.0, 1.4), Disc(away, 0.0, 0.4)) == ()
    assert covering(policy, Disc(0.0, 0.0, 2.0), Disc(0.0, 0.0, 2.0)) == ("wall",)


def test_a_silhouette_stands_across_the_line_of_sight() -> None:
    target = Body(Disc(4.0, 5.0, 2.0, "Ash"), 0.5, 2.5)
    [found] = visibility((), target, silhouette=Silhouette((-1.0, 0.0, 0.5), (0.0, 1.0))).look(Eye(1, 1, 1)).samples
    across = (-0.8 * 2, 0.6 * 2)
    rows = [[(4 + across[0] * s, 5 + across[1] * s, z) for s in (-1.0, 0.0, 0.5)] for z in (0.5, 3.0)]
    assert close(found, rows)
    assert (visibility((), target).look(Eye(4.0, 5.0, 9.0)).samples[..., :2] == (4.0, 5.0)).all()


BLOCK = solid(4.0, -1.0, 6.0, 1.0)


@pytest.mark.parametrize("shape", [BLOCK, Disc(5.0, 0.0, 1.0)])
@pytest.mark.parametrize(
    ("base", "top", "eye", "spot", "clear"),
    [
        (0.0, 2.0, 1.0, 1.0, False),
        (0.0, 2.0, 2.0, 2.0, True),  # along its upper face
        (0.0, 2.0, 2.0, 2.0 - 1e-6, False),
        (1.0, 2.0, 1.0, 1.0, True),
        (1.0, 2.0, 1.0, 1.0 + 1e-6, False),
        (0.0, 2.0, 0.0, 5.0, True),  # it leaves by 2 at x = 4
        (0.0, 2.0, 0.0, 4.999, False),
        (3.0, 9.0, 5.0, 0.0, True),  # it dips to 3 at x = 4
        (3.0, 9.0, 5.001, 0.0, False),
        (2.0, 3.0, 0.0, 10.0 / 3.0 - 1e-6, True),  # it comes to 2 at x = 6
        (2.0, 3.0, 0.0, 10.0 / 3.0 + 1e-6, False),
    ],
)
def test_a_slanting_ray_is_stopped_by_a_prism_it_enters(
    shape: Disc | Solid, base: float, top: float, eye: float, spot: float, clear: bool
) -> None:
    for degrees in (0.0, 50.0):
        there = [Block(turned(shape, degrees), base, top)]
        assert open_rays((0.0, 0.0, eye), [(*at(degrees, 10.0, 0.0), spot)], there).tolist() == [clear]


def test_rays_up_a_wall_or_short_of_it_are_open() -> None:
    block = [Block(BLOCK, 0.0, 2.0)]
    spots = [(4.0, 0.0, 1.0), (4.1, 0.0, 1.0), (5.0, 0.0, 1.2), (0.0, 3.0, 1.0)]
    assert open_rays((0.0, 0.0, 1.0), spots, block).tolist() == [True, False, False, True]
    assert open_rays((5.0, 0.0, 3.0), [(5.0, 0.0, 1.0), (5.0, 0.0, 2.5), (5.0, 0.0, 9.0)], block).tolist() == [
        False, True, True,
    ]  # fmt: skip
    assert open_rays((0.0, 0.0, 1.0), spots, []).all()


@pytest.mark.parametrize("radius", [0.001, 0.02, 0.5, 3.0])
def test_a_base_is_drawn_round_its_rim_within_what_is_promised(radius: float) -> None:
    shape = drawn(Disc(2.0, 3.0, radius))
    corners = shapely.get_coordinates(shape)
    far = np.hypot(corners[:, 0] - 2.0, corners[:, 1] - 3.0)
    assert close(corners[0], (2.0 + far[0], 3.0))
    assert far.max() <= radius + DRAWN_WITHIN + 1e-12
    middles = (corners[1:] + corners[:-1]) / 2
    assert np.hypot(middles[:, 0] - 2.0, middles[:, 1] - 3.0) == pytest.approx(np.full(len(middles), radius))
    assert len(corners) - 1 == max(8, math.ceil(math.pi / math.acos(radius / (radius + DRAWN_WITHIN))))


def test_the_seen_area_of_an_open_box_is_all_of_it_or_its_arc() -> None:
    window = (-5.0, -5.0, 5.0, 5.0)
    beside: list[Disc | Solid] = [Disc(7.0, 0.0, 1.0), solid(6.0, 0.0, 7.0, 1.0), Disc(1.0, 1.0, 0.0)]
    assert seen_area(Disc(0.0, 0.0, 0.5), beside, 90.0, window).area == pytest.approx(100.0)
    assert seen_area(Disc(0.0, 0.0, 0.5, facing=0), beside, None, window).area == pytest.approx(100.0)
    assert seen_area(Disc(0.0, 0.0, 0.5, facing=0), beside, 90.0, window).area == pytest.approx(25.0)


def test_the_shadow_of_a_wall_is_cut_out_of_what_a_point_sees() -> None:
    window = (-1.0, -9.0, 9.0, 9.0)
    seen = seen_area(Disc(0.0, 0.0, 0.0), [solid(3.0, -1.0, 4.0, 1.0)], None, window)
    # The wall and its shadow are a trapeze from 2 wide at x = 3 to 6 wide at x = 9.
    assert seen.area == pytest.approx(180.0 - 24.0, abs=0.001)
    behind = seen_area(Disc(0.0, 0.0, 0.0), [Disc(5.0, 0.0, 3.0)], None, window)
    # Tangents 3-4-5: they touch at (3.2, 2.4), and leave the box at y = 6.75.
    cone = 9.0 * 6.75 - (4.0 * 3.0 - 9.0 * math.acos(0.6))
    assert behind.area == pytest.approx(180.0 - cone, abs=0.05)


def test_a_base_sees_round_what_is_narrower_than_itself() -> None:
    window = (-3.0, -6.0, 17.0, 6.0)
    seen = seen_area(Disc(0.0, 0.0, 1.0), [Disc(5.0, 0.0, 0.5)], None, window)
    # Hidden are the blocker and the cone behind it that closes at x = 10.
    length = math.sqrt(25.0 - 0.25)
    hidden = 0.5 * length - 0.25 * math.asin(length / 5.0) + math.pi * 0.25
    assert seen.area == pytest.approx(240.0 - hidden, abs=0.03)


def test_a_move_that_would_help_is_bounded_from_below() -> None:
    wall = solid(5.0, -2.0, 5.5, 2.0, "wall")
    sight = Sight(SightPolicy(lambda *_: [wall], citations={"sight": "S", "blocked": "B", "arc": "A", "cover": "C"}))
    found = sight.look(Disc(0.0, 0.0, 0.5, "a"), Disc(10.5, 0.0, 0.5, "b"))
    assert (found.seen, found.blocked_by, found.rules) == (False, ("wall",), ("S", "B"))
    assert (found.start, found.end) == ((0.5, 0.0), (10.0, 0.0))
    plain = sight.look(Disc(0.0, 9.0, 0.5, "a"), Disc(4.0, 9.0, 0.5, "b"))
    assert (plain.short, plain.turn, plain.blocked_by, plain.cover, plain.rules) == (0.0, 0.0, (), (), ("S",))
    bare = SightReceipt("a", "b", True, plain.start, plain.end)
    assert (bare.short, bare.turn, bare.blocked_by, bare.cover, bare.rules) == (0.0, 0.0, (), (), ())
    # The flattest line over (5.5, 2) that touches the target from above touches the observer's grown base too.
    down = math.atan2(2.0, 5.0) - math.asin(0.5 / math.hypot(5.0, 2.0))
    most = 2.0 * math.cos(down) + 5.5 * math.sin(down) - 0.5
    assert most - 0.005 <= found.short <= most


def test_two_bases_within_one_solid_see_nothing_of_each_other() -> None:
    ends = Ends(0.0, 0.0, 0.5, 10.0, 0.0, 0.5)
    around, behind, aside = solid(-5.0, -5.0, 15.0, 5.0), solid(-3.0, -3.0, 0.0, 3.0), solid(4.0, 0.1, 5.0, 0.3)
    assert open_line(ends, [around]) is None
    assert open_line(ends, [Disc(5.0, 4.0, 0.1), aside, around]) is None
    blockers: list[Disc | Solid] = [Disc(5.0, 0.3, 0.1), aside, around, behind, solid(4.0, -3.0, 5.0, 3.0)]
    table = corridor.stops(ends, blockers)
    assert len(table) > 20
    assert table[:, 2].all()
    assert table[:, 4].all()
    assert not table[:, 0].all()
    assert not table[:, 1].all()
    assert open_line(ends, [behind]) is not None
    assert not corridor.stops(ends, [behind]).all()
    straight = corridor.stops(Ends(0.0, 0.0, 0.0, 10.0, 0.0, 0.0), blockers)
    assert straight.tolist() == [[False, False, True, False, True]]
    ring = Solid(shapely.box(-5.0, -5.0, 15.0, 5.0).difference(shapely.box(-1.0, -1.0, 11.0, 1.0)), "ring")
    assert not corridor.stops(ends, [ring]).any()
    assert open_line(Ends(0.0, 0.0, 0.5, 0.8, 0.0, 0.5), [around]) is not None  # they touch


def test_a_line_ends_where_the_arc_lets_it() -> None:
    # The arc's edge is the line x = 0 upwards; the second base reaches to either side of it, and a wall hides its left.
    ends = Ends(0.0, 0.0, 1.0, 0.0, 10.0, 2.0, ((1.0, 0.0),))
    hall = Corridor(ends, [])
    lines = hall.lines()
    starts_ends = [lines.segment(n) for n in range(len(lines.d))]
    assert len(starts_ends) >= 4
    for (px, py), (qx, qy) in starts_ends:
        assert math.hypot(px, py) == pytest.approx(1.0, abs=1e-6)
        assert math.hypot(qx, qy - 10.0) <= 2.0 + 1e-6
        assert qx >= -1e-6
    narrow = Corridor(ends._replace(part=((1.0, 0.0), (-1.0, 0.0))), []).lines()
    assert len(narrow.d) > 0
    for n in range(len(narrow.d)):
        assert abs(narrow.segment(n)[1][0]) <= 1e-6


def sampled_rays(spot: tuple[float, float], base: Disc, count: int) -> NDArray[np.object_]:
    """Lines from a spot to the base, up to its rim, spread over all of its width."""
    far = math.hypot(base.x - spot[0], base.y - spot[1])
    middle = math.atan2(base.y - spot[1], base.x - spot[0])
    off = math.asin(base.radius / far) * (1 - 1e-9) * np.linspace(-1.0, 1.0, count)
    reach = far * np.cos(off) - np.sqrt(np.maximum(base.radius**2 - (far * np.sin(off)) ** 2, 0.0))
    ends = np.stack((spot[0] + reach * np.cos(middle + off), spot[1] + reach * np.sin(middle + off)), axis=1)
    return np.asarray(shapely.linestrings(np.stack((np.broadcast_to(spot, ends.shape), ends), axis=1)))


@pytest.mark.parametrize("seed", range(8))
def test_a_spot_sees_a_base_exactly_where_one_of_many_sampled_lines_is_clear(seed: int) -> None:
    rng = np.random.default_rng(seed)
    step = 0.5 if seed % 2 else 1e-4  # every other table is aligned
    base = Disc(0.0, 0.0, 1.0 if seed % 2 else 0.7)

    def at_random(low: float, high: float) -> float:
        return float(round(rng.uniform(low, high) / step) * step)

    discs = [Disc(at_random(-4, 4), at_random(-4, 4), rng.choice([0.3, 0.5, 1.0])) for _ in range(4)]
    boxes = [(at_random(-5, 5), at_random(-5, 5)) for _ in range(3)]
    solids = [solid(x, y, x + rng.choice([0.5, 3.0]), y + rng.choice([0.5, 2.0])) for x, y in boxes]
    # What lies in the base hides nothing of it that is nearer.
    shapes = [shapely.Point(each.x, each.y).buffer(each.radius, 64) for each in discs] + [s.geometry for s in solids]
    blocking = shapely.union_all(shapes)
    inner, outer = shapely.buffer(blocking, -2e-3), shapely.buffer(blocking, 2e-3)
    shapely.prepare([inner, outer])
    spots = [(at_random(-7, 7), at_random(-7, 7)) for _ in range(40)]
    clear = [s for s in spots if math.hypot(*s) > base.radius + 0.05 and outer.distance(shapely.Point(*s)) > 0.01]
    seen = Blocked(base, discs, solids).seen(np.array(clear))
    for spot, verdict in zip(clear, seen.tolist(), strict=True):
        lines = sampled_rays(spot, base, 150)
        if verdict:
            assert not shapely.intersects(inner, sampled_rays(spot, base, 500)).all(), spot
        else:
            assert shapely.intersects(outer, lines).all(), spot


def rays_of(base: Disc, discs: list[Disc], solids: list[Solid], longest: float) -> Floats:
    found = _Scene(base, discs, solids).rays(longest)
    return np.array([shapely.get_coordinates(ray) for ray in found]).reshape(len(found), 3, 2)


def test_past_a_wall_there_is_a_ray_for_each_side_of_the_base_and_each_corner() -> None:
    wall = solid(4.0, -2.0, 5.0, 2.0)
    found = rays_of(Disc(0.0, 0.0, 1.0), [], [wall], 10.0)
    corners = {(round(x, 6), round(y, 6)) for x, y in found[:, 1].tolist()}
    # Over the corners in front touching the far side of the base, over those behind touching the near side.
    assert (
        {(4.0, 2.0), (4.0, -2.0)}
        <= corners
        <= {(4.0, 2.0), (4.0, -2.0), (5.0, 2.0), (5.0, -2.0), (0.0, 1.0), (0.0, -1.0)}
    )
    for before, touch, far in found:
        u, v = (far - touch) / math.dist(far, touch)
        assert math.dist(before, touch) == pytest.approx(1e-4, rel=1e-3)
        off = abs(u * touch[1] - v * touch[0])
        leave = math.sqrt(1.0 - min(off, 1.0) ** 2)
        assert off == pytest.approx(1.0)
        assert u * far[0] + v * far[1] == pytest.approx(leave + 10.0 + 1e-4, abs=1e-5)
    assert rays_of(Disc(0.0, 0.0, 1.0), [], [], 10.0).shape == (0, 3, 2)
    capped = rays_of(Disc(0.0, 0.0, 0.0), [], [wall, solid(8.0, -9.0, 9.0, 9.0)], 50.0)
    ends = {(round(float(far[0]), 3), round(abs(float(far[1])), 3)) for _, touch, far in capped if abs(touch[1]) < 3.0}
    assert ends == {(8.0, 4.0)}
    short = rays_of(Disc(0.0, 0.0, 0.0), [], [wall, solid(8.0, -9.0, 9.0, 9.0)], 5.0)
    assert {round(float(math.hypot(*far)), 3) for _, touch, far in short if abs(touch[1]) < 3.0} == {5.0}


@pytest.mark.parametrize("seed", range(8))
def test_every_ray_touches_something_is_clear_up_to_there_and_ends_where_it_is_stopped(seed: int) -> None:
    rng = np.random.default_rng(seed)
    base, longest = Disc(0.5, -0.25, 0.75), 9.0
    spots = [(x, y) for x, y in rng.uniform(-5.0, 5.0, (9, 2)).round(2).tolist() if math.hypot(x, y) > 2.5]
    discs = [Disc(x, y, (0.3, 0.6, 1.2)[n % 3]) for n, (x, y) in enumerate(spots[:3])]
    solids = [solid(x, y, x + 0.5, y + 0.25 + n) for n, (x, y) in enumerate(spots[3:])]
    solids.append(solid(1.0, -2.0, 1.5, 0.0))  # it reaches into the base
    rounds = [shapely.Point(each.x, each.y).buffer(each.radius, 256) for each in discs]
    blocking = shapely.union_all([*rounds, *(each.geometry for each in solids)])
    inner = shapely.buffer(blocking, -1e-3)
    rim = shapely.Point(base.x, base.y).buffer(base.radius, 256)
    found = rays_of(base, discs, solids, longest)
    assert len(found) >= 10
    for before, touch, far in found:
        u, v = (touch - before) / 1e-4
        assert math.hypot(u, v) == pytest.approx(1.0, abs=1e-6)
        beyond = math.dist(far, touch)
        assert shapely.distance(shapely.union_all([blocking.boundary, rim.boundary]), shapely.Point(touch)) < 1e-3
        if beyond > 1e-3:
            assert (far - touch) / beyond == pytest.approx((u, v), abs=1e-5)
        off = u * (base.y - touch[1]) - v * (base.x - touch[0])
        assert abs(off) <= base.radius + 1e-6
        leave = u * (base.x - touch[0]) + v * (base.y - touch[1]) + math.sqrt(max(base.radius**2 - off * off, 0.0))
        start = touch + np.array((u, v)) * min(leave, 0.0)
        whole = shapely.LineString([start, touch + np.array((u, v)) * max(beyond - 2e-4, 0.0)])
        assert not inner.intersects(whole)
        if beyond < longest + leave - 1e-3:
            assert shapely.distance(blocking, shapely.Point(far)) < 1e-3
        else:
            assert beyond == pytest.approx(max(longest + leave, 0.0), abs=1e-3)

"""What lies exactly on a limit: just enough is enough, touching is no overlap, and what is a hair beyond is not."""

import math

import numpy as np
import pytest
from shapely.geometry import Polygon, box

from game.table.lattice import position
from game.table.path.crossings import box_of_leg, depths, distance, passes_by, stretches_in, stretches_of
from game.table.path.fans import SPENT, run_lengths
from game.table.path.field import SPARE, Field, Probe, rims_outward, rings_from, runs_outward, with_guides
from game.table.path.judge import gains_in_reach, inches_to_enter, least_cost, near_and_far, stray
from game.table.path.path import Leg, Path
from game.table.path.policy import CONTACT, TOUCHING, End, Ground, PathPolicy, Stage, base, near_to
from game.table.path.search import Arrivals, Search
from game.table.path.straight import CLOSE, Run, are_surely_legal, is_surely_legal
from game.table.path.tight import Source
from game.table.shapes import Disc

TABLE = 0.0, 0.0, 16.0, 16.0
OPEN = PathPolicy(0.5, 5.0, TABLE)
LESS, MORE = 0.0, math.inf


def below(inches: float) -> float:
    return math.nextafter(inches, LESS)


def above(inches: float) -> float:
    return math.nextafter(inches, MORE)


def searched(reach: float, *grounds: Ground, sources: tuple[Source, ...] = (Source((2.0, 2.0)),)) -> Search:
    policy = OPEN.but(grounds=grounds, budget=reach)
    return Search(Field(policy, (2.0, 2.0), reach), sources, reach)


def test_a_budget_that_is_just_enough_is_enough() -> None:
    search, spot = searched(6.0), (5.0, 6.0)
    assert search.costs(np.array([spot]), 5.0)[0].tolist() == [5.0]
    assert search.costs(np.array([spot]), below(5.0))[0].tolist() == [math.inf]
    assert search.nearest_arrival(*spot, 5.0) == (5.0, 0)
    assert search.nearest_arrival(*spot, below(5.0)) == (math.inf, -1)
    assert search.some_arrival(*spot, 5.01) == 0
    assert search.some_arrival(*spot, 4.99) is None
    assert search.some_arrival(*spot, below(5.0)) is None


def test_the_start_itself_costs_nothing_and_the_ways_there_have_no_corner() -> None:
    search = searched(3.0)
    assert search.costs(np.array([(2.0, 2.0)]))[0] == pytest.approx([0.0], abs=1e-9)
    assert search.trace((2.0, 2.0), 0) == ([(2.0, 2.0), (2.0, 2.0)], [0.0])
    assert search.trace((4.0, 2.0), 0) == ([(2.0, 2.0), (4.0, 2.0)], [0.0])


def test_a_start_with_a_past_counts_what_it_cost_and_shows_its_corners() -> None:
    past = Source((4.0, 2.0), 1.5, ((3.0, 3.0), (2.0, 3.0)), (0.25, 0.5))
    search = searched(5.0, sources=(past, Source((9.0, 9.0), 4.0), Source((12.0, 12.0), 6.0)))
    assert search.costs(np.array([(4.0, 4.0), (9.0, 9.5), (12.0, 12.0)]))[0].tolist() == [3.5, 4.5, math.inf]
    points, turns = search.trace((4.0, 4.0), search.nearest_arrival(4.0, 4.0, 5.0)[1])
    assert points == [(3.0, 3.0), (2.0, 3.0), (4.0, 2.0), (4.0, 4.0)]
    assert turns == [0.25, 0.5, 0.0]


def test_of_two_starts_the_cheaper_way_is_taken() -> None:
    search = searched(6.0, sources=(Source((2.0, 2.0), 1.0), Source((6.0, 2.0))))
    spots = np.array([(2.0, 3.0), (3.0, 2.0), (4.0, 2.0), (7.0, 2.0)])
    assert search.costs(spots)[0].tolist() == [2.0, 2.0, 2.0, 1.0]
    assert [search.nearest_arrival(x, y, 6.0)[0] for x, y in spots.tolist()] == [2.0, 2.0, 2.0, 1.0]


def test_a_base_on_a_rim_by_a_millionth_is_free_and_deeper_is_not() -> None:
    ring = rings_from([(4.0, 4.0, 1.0, 0.0, 2 * math.pi, True)])
    none = np.zeros((0, 4)), np.zeros(0)
    probe = Probe(ring, [], none, (0.0, 0.0, 8.0, 8.0))
    dip = 1.0 - 1e-6
    assert probe.is_free(4.0, 5.0)
    assert probe.is_free(4.0, 4.0 + 1.0 - 5e-7)
    assert not probe.is_free(4.0, 4.0 + 1.0 - 2e-6)
    assert probe.is_clear(2.0, 4.0 + 1.0 - 5e-7, 6.0, 4.0 + 1.0 - 5e-7)
    assert not probe.is_clear(2.0, 4.0 + 1.0 - 2e-6, 6.0, 4.0 + 1.0 - 2e-6)
    at_zero = Probe(rings_from([(0.0, 0.0, 1.0, 0.0, 2 * math.pi, True)]), [], none, (-4.0, -4.0, 4.0, 4.0))
    assert at_zero.is_free(dip, 0.0)
    assert at_zero.is_free(0.0, -dip)
    assert not at_zero.is_free(below(dip), 0.0)
    assert at_zero.is_clear(-2.0, dip, 2.0, dip)
    assert at_zero.is_clear(dip, -2.0, dip, 2.0)
    assert not at_zero.is_clear(-2.0, below(dip), 2.0, below(dip))


def test_the_edge_of_the_table_is_on_it() -> None:
    probe = Probe(rings_from([]), [], (np.zeros((0, 4)), np.zeros(0)), (1.0, 2.0, 7.0, 8.0))
    dip = 1e-6
    on = [(1.0 - dip, 4.0), (7.0 + dip, 4.0), (4.0, 2.0 - dip), (4.0, 8.0 + dip)]
    off = [(1.0 - 2 * dip, 4.0), (7.0 + 2 * dip, 4.0), (4.0, 2.0 - 2 * dip), (4.0, 8.0 + 2 * dip)]
    assert all(probe.is_free(*spot) for spot in on)
    assert not any(probe.is_free(*spot) for spot in off)
    field = Field(OPEN, (8.0, 8.0), 20.0)
    west, south, east, north = field.table
    corners = [(west, south), (east, south), (west, north), (east, north)]
    assert field.free(np.array(corners)).all()
    beyond = [(below(west), 4.0), (above(east), 4.0), (4.0, below(south)), (4.0, above(north))]
    assert not field.free(np.array(beyond)).any()


def test_an_edge_keeps_what_is_beside_it_and_nothing_beyond_its_ends() -> None:
    edges = np.array([[2.0, 4.0, 6.0, 4.0]])
    probe = Probe(rings_from([]), [], (edges, np.array([1.0])), (0.0, 0.0, 8.0, 8.0))
    assert not probe.is_free(4.0, 3.0 + 2e-6)
    assert probe.is_free(4.0, 3.0 + 5e-7)
    at_zero = Probe(rings_from([]), [], (np.array([[-2.0, 0.0, 2.0, 0.0]]), np.array([1.0])), (-4.0, -4.0, 4.0, 4.0))
    assert at_zero.is_free(0.0, -(1.0 - 1e-6))
    assert not at_zero.is_free(0.0, -below(1.0 - 1e-6))
    assert not probe.is_free(2.25, 3.5)
    assert probe.is_free(2.0, 3.5)
    assert probe.is_free(6.0, 3.5)
    assert not probe.is_clear(3.0, 3.0, 3.0, 5.0)
    assert probe.is_clear(3.0, 3.0, 5.0, 3.0)
    assert probe.is_clear(6.5, 3.0, 6.5, 5.0)
    assert probe.is_clear(3.0, 5.0, 3.0, 7.0)
    assert probe.is_clear(3.0, 3.0, 3.0, 3.0)
    assert not probe.is_clear(3.0, 5.0, 5.0, 3.0)
    assert not probe.is_clear(5.0, 3.0, 3.0, 5.0)


@pytest.mark.parametrize("flip", [False, True])
def test_a_long_run_meets_what_stands_in_any_square_it_passes(flip: bool) -> None:
    """What is near is noted square by square; a run looks into every square on its way, and only there."""
    for angle in range(0, 360, 15):
        turn = math.radians(angle + 3)
        ux, uy = math.cos(turn), math.sin(turn)
        for far in (1.0, 3.0, 5.0, 6.9):
            disc = rings_from([(8.0 + far * ux, 8.0 + far * uy, 0.25, 0.0, 2 * math.pi, True)])
            probe = Probe(disc, [], (np.zeros((0, 4)), np.zeros(0)), (0.0, 0.0, 16.0, 16.0))
            one, other = (8.0, 8.0), (8.0 + 7.5 * ux, 8.0 + 7.5 * uy)
            one, other = (other, one) if flip else (one, other)
            assert not probe.is_clear(*one, *other)
            aside = 0.26
            assert probe.is_clear(
                one[0] - aside * uy, one[1] + aside * ux, other[0] - aside * uy, other[1] + aside * ux
            )
            assert probe.is_clear(
                one[0] + aside * uy, one[1] - aside * ux, other[0] + aside * uy, other[1] - aside * ux
            )


def test_runs_end_exactly_where_something_stands_or_the_budget_ends() -> None:
    grounds = base(Disc(8.0, 4.0, 1.0)), Ground("block", box(2.0, 8.0, 4.0, 9.0), solid=True)
    field = Field(OPEN.but(grounds=grounds), (4.0, 4.0), 20.0)
    kept = 0.5 + SPARE
    starts = np.array(
        [(4.0, 4.0), (4.0, 4.0), (3.0, 4.0), (8.0, 2.0), (8.0, 4.0 + 1.0 + kept), (12.0, 6.0), (4.0, 4.0)]
    )
    unit = np.array([(1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (1.0, 0.0), (-1.0, 0.0)])
    far, met = run_lengths(field, starts, unit, np.array([5.0, 2.0, 9.0, 9.0, 3.0, 9.0, 9.0]))
    expected = [4.0 - 1.0 - kept, 2.0, 4.0 - kept, 2.0 - kept, 3.0, 4.0 - kept, 4.0 - kept]
    assert far == pytest.approx(expected, abs=2e-6)
    rings, edges = len(field.hard), len(field.edges)
    assert met.tolist()[:2] == [0, SPENT]
    assert rings <= met[2] < rings + edges
    assert met.tolist()[3:] == [rings + edges + 1, SPENT, rings + edges, rings + edges]


def test_a_run_is_open_up_to_what_the_policy_says_exactly() -> None:
    start, end = position(4.0, 4.0), position(7.0, 8.0)
    enough = OPEN.but(budget=5.0 + CLOSE)
    assert enough.budget - CLOSE == 5.0
    for policy, verdict in (
        (enough, True),
        (enough.but(budget=below(enough.budget)), below(enough.budget) - CLOSE >= 5.0),
        (enough.but(budget=5.0), False),
    ):
        assert is_surely_legal(policy, start, end) is verdict
        assert are_surely_legal([Run(policy, start, end)]).tolist() == [verdict]


@pytest.mark.parametrize("axis", [0, 1])
def test_a_run_is_open_beside_what_it_exactly_keeps_off(axis: int) -> None:
    """Discs and shapes at exactly the distance kept, on either side of the run, and just nearer."""
    kept = 0.5 + SPARE

    def turned(x: float, y: float) -> tuple[float, float]:
        return (x, y) if axis == 0 else (y, x)

    start, end = position(*turned(2.0, 0.0)), position(*turned(6.0, 0.0))
    bounds = -9.0, -9.0, 9.0, 9.0
    for side in (1.0, -1.0):
        for far, verdict in ((1.0 + kept, True), (above(above(1.0 + kept)), True), (1.0 + kept - 1e-6, False)):
            disc = Disc(*turned(4.0, side * far), 1.0)
            policy = PathPolicy(0.5, 9.0, bounds, (base(disc),))
            assert is_surely_legal(policy, start, end) is verdict
            assert are_surely_legal([Run(policy, start, end)]).tolist() == [verdict]
            corners = [
                turned(3.0, side * (far - 1.0)),
                turned(5.0, side * (far - 1.0)),
                turned(4.0, side * (far + 1.0)),
            ]
            shape = PathPolicy(0.5, 9.0, bounds, (Ground("shape", Polygon(corners), solid=True),))
            if far != 1.0 + kept:  # what is left of the sum of both is rounded
                assert is_surely_legal(shape, start, end) is verdict
                assert are_surely_legal([Run(shape, start, end)]).tolist() == [verdict]


def test_a_run_is_open_on_the_table_exactly() -> None:
    kept = 0.5 + SPARE
    for bounds, verdict in (
        ((2.0 - kept, 2.0 - kept, 6.0 + kept, 6.0 + kept), True),
        ((2.0 - kept + 1e-6, 0.0, 9.0, 9.0), False),
        ((0.0, 2.0 - kept + 1e-6, 9.0, 9.0), False),
        ((0.0, 0.0, 6.0 + kept - 1e-6, 9.0), False),
        ((0.0, 0.0, 9.0, 6.0 + kept - 1e-6), False),
    ):
        policy = PathPolicy(0.5, 9.0, bounds)
        for one, other in (((2.0, 6.0), (6.0, 2.0)), ((6.0, 2.0), (2.0, 6.0)), ((2.0, 2.0), (6.0, 6.0))):
            assert is_surely_legal(policy, position(*one), position(*other)) is verdict
            assert are_surely_legal([Run(policy, position(*one), position(*other))]).tolist() == [verdict]


def test_an_open_run_ends_where_it_has_to() -> None:
    goal = Disc(8.0, 2.0, 1.0)
    for most, least, x, verdict in (
        (0.5, 0.0, 6.0, True),
        (0.5, 0.0, 5.9999, False),
        (1.0, 0.5, 6.0, True),
        (1.0, 0.5, 6.0001, False),
        (0.5 - TOUCHING / 2, 0.0, 6.0, True),
    ):
        policy = OPEN.but(budget=9.0, ends=(End((goal,), most, least),))
        assert is_surely_legal(policy, position(2.0, 2.0), position(x, 2.0)) is verdict
        assert are_surely_legal([Run(policy, position(2.0, 2.0), position(x, 2.0))]).tolist() == [verdict]


def test_what_touches_a_box_is_near_it() -> None:
    ground = Ground("block", box(4.0, 5.0, 6.0, 7.0), margin=0.25)
    policy = PathPolicy(0.5, 5.0, TABLE, (ground,))
    for where, verdict in (
        ((1.0, 5.5, 3.25, 6.0), True),
        ((1.0, 5.5, below(3.25), 6.0), False),
        ((6.75, 5.5, 9.0, 6.0), True),
        ((above(6.75), 5.5, 9.0, 6.0), False),
        ((4.5, 1.0, 5.0, 4.25), True),
        ((4.5, 1.0, 5.0, below(4.25)), False),
        ((4.5, 7.75, 5.0, 9.0), True),
        ((4.5, above(7.75), 5.0, 9.0), False),
    ):
        assert ground.is_near(where, 0.75) is verdict
        assert (near_to(policy, where) == (ground,)) is verdict
    assert near_to(policy, (1.0, 5.5, 3.0, 6.0), 0.25) == (ground,)
    centre = PathPolicy(0.5, 5.0, TABLE, (Ground("marsh", box(4.0, 5.0, 6.0, 7.0), part="centre"),))
    assert len(near_to(centre, (1.0, 5.5, 4.0, 6.0))) == 1
    assert near_to(centre, (1.0, 5.5, below(4.0), 6.0)) == ()


def test_a_gain_that_is_just_within_the_budget_is_in_reach() -> None:
    road = Ground("road", box(8.0, 3.0, 9.0, 5.0), once=-1.0)
    for budget, names in ((1.5, ["road"]), (1.5 - 2.0**-50, [])):
        policy = OPEN.but(budget=budget, grounds=(road,))
        assert inches_to_enter(road, 0.5, (5.0, 4.0)) == 2.5
        assert [ground.name for ground in gains_in_reach(policy, (5.0, 4.0))] == names
    assert gains_in_reach(OPEN.but(grounds=(road,)), (5.0, 4.0), ["road"]) == []
    assert least_cost(OPEN.but(grounds=(road,)), (5.0, 4.0), (7.5, 4.0)) == 1.5
    assert least_cost(OPEN.but(grounds=(road,)), (5.0, 4.0), (5.0, 5.0)) == 1.0
    assert least_cost(OPEN, (5.0, 4.0), (8.0, 8.0)) == 5.0


def test_a_leg_that_touches_is_not_in_and_one_that_is_deeper_is() -> None:
    leg = Leg(position(2.0, 4.0), position(8.0, 4.0))
    assert stretches_in(leg, Disc(5.0, 5.0, 0.5), 0.5) == []
    assert stretches_in(leg, Disc(5.0, 5.0, 0.5), 0.5 + TOUCHING) == []
    [(low, high)] = stretches_in(leg, Disc(5.0, 5.0, 1.0), 0.25)
    assert (low, high) == pytest.approx((2.25, 3.75), abs=1e-5)
    assert stretches_in(leg, box(4.0, 4.5, 6.0, 6.0), 0.5) == []
    [(low, high)] = stretches_in(leg, box(4.0, 4.5, 6.0, 6.0), 0.625)
    assert (low, high) == pytest.approx((1.625, 4.375), abs=1e-5)
    assert stretches_in(leg, Disc(5.0, 4.0, 0.25), -0.25) == []
    assert len(stretches_in(leg, Disc(5.0, 4.0, 0.25), -0.125)) == 1
    [(low, high)] = stretches_in(leg, Disc(2.0, 4.0, 1.0), 0.0)
    assert (low, high) == pytest.approx((0.0, 1.0), abs=1e-5)
    [(low, high)] = stretches_in(leg, Disc(8.0, 4.0, 1.0), 0.0)
    assert (low, high) == pytest.approx((5.0, 6.0), abs=1e-5)
    assert stretches_in(Leg(position(2.0, 4.0), position(2.0, 4.0)), Disc(2.0, 4.0, 1.0), 0.0) == []


def test_a_leg_passes_by_what_it_just_touches_only_if_farther() -> None:
    ground = Ground("post", Disc(5.0, 6.0, 1.0))
    leg = Leg(position(2.0, 4.0), position(8.0, 4.0))
    assert not passes_by(leg, ground, 1.0)
    assert passes_by(leg, ground, 1.0 - 2.0**-50)
    assert passes_by(leg, ground, -1.5)
    assert not passes_by(leg._replace(turn=0.5), ground, 0.0)
    assert stretches_of(leg, ground, 1.0) == []
    assert passes_by(Leg(position(2.0, 4.0), position(2.0, 4.0)), ground, 1.0)


@pytest.mark.parametrize("turn", [0.5, -0.5, 2.0, -2.0, 3.0, 4.0, -5.5])
def test_the_box_of_an_arc_holds_its_points_and_little_more(turn: float) -> None:
    leg = Leg(position(3.0, 4.0), position(4.0, 6.0), turn)
    west, south, east, north = box_of_leg(leg)
    points = np.array([leg.at(leg.inches * n / 400) for n in range(401)])
    slack = 1e-9
    assert (points >= (west - slack, south - slack)).all()
    assert (points <= (east + slack, north + slack)).all()
    # A wide arc is taken for its whole circle.
    wide = abs(turn) > math.pi
    assert max(east - west, north - south) == pytest.approx(
        2 * leg.radius if wide else max(1.0, 2.0) + 2 * leg.radius * (1 - math.cos(turn / 2))
    )


def test_the_nearest_and_farthest_points_of_legs() -> None:
    for turn in (0.0, 1.0, -1.0, 2.5, -4.0, 5.5):
        leg = Leg(position(3.0, 4.0), position(4.5, 6.0), turn)
        points = np.array([leg.at(leg.inches * n / 4000) for n in range(4001)])
        for spot in ((3.5, 5.0), (0.0, 0.0), (6.0, 4.0), (4.0, 9.0), (2.0, 6.5)):
            far = np.hypot(*(points - spot).T)
            assert near_and_far(leg, *spot) == pytest.approx((far.min(), far.max()), abs=1e-3)


def test_how_far_a_stage_strays_is_told_in_inches() -> None:
    post = Disc(8.0, 4.0, 0.5)
    legs = Path.through([(4.0, 4.0), (5.0, 4.25), (6.0, 4.0)]).legs
    assert stray(Stage("straight"), legs, 0.5) == (0.25, (4.0, 4.0))
    assert stray(Stage("free"), legs, 0.5)[0] == stray(Stage("straight"), (), 0.5)[0] == 0.0
    there = Path.through([(4.0, 4.0), (4.0, 4.0), (5.0, 4.0)]).legs
    assert stray(Stage("toward", (post,)), there, 0.5)[0] == 0.0
    assert stray(Stage("away", (post,)), there, 0.5)[0] == 1.0
    past = Path.through([(4.0, 4.0), (8.5, 4.0)]).legs
    assert stray(Stage("toward", (post,)), past, 0.5)[0] == 0.5
    assert stray(Stage("away", (post,)), Path.through([(4.0, 4.0), (3.0, 4.0), (3.25, 4.0)]).legs, 0.5)[0] == 0.25
    assert stray(Stage("toward", (post,)), Path.through([(8.0, 4.0), (8.0, 6.0)]).legs, 0.5)[0] == 2.0
    assert stray(Stage("straight"), Path.through([(4.0, 4.0), (6.0, 4.0), (4.0, 4.0)]).legs, 0.5)[0] == 2.0
    assert stray(Stage("not nearer", (post,)), Path.through([(4.0, 4.0), (5.0, 4.0)]).legs, 0.5)[0] == 1.0
    assert stray(Stage("not farther", (post,)), Path.through([(4.0, 4.0), (5.0, 4.0)]).legs, 0.5)[0] == 0.0
    assert stray(Stage("not farther", (post,)), Path.through([(4.0, 4.0), (2.5, 4.0)]).legs, 0.5)[0] == 1.5
    bulge = Leg(position(4.0, 4.0), position(6.0, 4.0), math.pi)
    assert stray(Stage("straight"), [bulge], 0.5)[0] == pytest.approx(1.0)
    round_ = Leg(position(9.0005, 4.0), position(6.9995, 4.0), math.pi)
    assert stray(Stage("along", (post,)), [round_], 0.5)[0] < CONTACT
    assert stray(Stage("along", (post,)), [Leg(position(9.0, 4.0), position(9.0, 5.0))], 0.5)[0] == pytest.approx(
        math.sqrt(2) - 1.0 - CONTACT
    )
    inside = stray(Stage("along", (post,)), [Leg(position(8.75, 4.0), position(8.75, 4.0))], 0.5)[0]
    assert inside == pytest.approx(0.25 + CONTACT)


def test_depths_and_distances_at_corners_edges_and_inside() -> None:
    shape = Polygon([(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (4.0, 3.0), (2.0, 6.0)])
    spots = [
        (2.0, 2.0),
        (4.0, 2.0),
        (3.0, 2.5),
        (4.0, 3.5),
        (1.0, 2.0),
        (7.0, 2.0),
        (4.0, 0.0),
        (9.0, 10.0),
        (1.0, 6.0),
    ]
    x, y = np.array(spots).T
    expected = [0.0, 0.0, -0.5, 0.5 * 2 / math.sqrt(13), 1.0, 1.0, 2.0, 5.0, 1.0]
    assert depths(shape, x, y) == pytest.approx(expected, abs=1e-12)
    assert [distance(shape, *spot) for spot in spots] == pytest.approx(expected, abs=1e-12)


def test_ways_outward_may_pass_at_right_angles_and_never_come_back() -> None:
    points = [(4.0, 4.0)]
    starts = np.array([(6.0, 4.0), (6.0, 4.0), (6.0, 4.0), (6.0, 4.0), (4.0, 4.0)])
    ends = np.array([(6.0, 6.0), (5.9, 6.0), (8.0, 3.0), (6.0, 4.0), (4.0, 6.0)])
    assert runs_outward(starts, ends, points).tolist() == [True, False, True, True, True]
    rings = rings_from([(8.0, 4.0, 1.0, 0.0, 2 * math.pi, True), (4.0, 4.0, 1.0, 0.0, 2 * math.pi, True)])
    ring = np.array([0, 0, 0, 0, 1, 0, 0])
    bearing = np.array([math.pi / 2, math.pi / 2, -math.pi / 2, -math.pi / 2, 1.0, 0.0, math.pi])
    sense = np.array([1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0])
    verdicts = rims_outward(rings, ring, bearing, sense, points)
    assert verdicts.tolist() == [False, True, True, False, True, True, True]


def test_guides_lead_round_a_point_through_starts_and_beside_rings_within_reach() -> None:
    rings = rings_from([(8.0, 4.0, 1.0, 0.0, 2 * math.pi, True), (9.0, 4.0, 0.0, 0.0, 2 * math.pi, False)])
    guided = with_guides(rings, [(4.0, 4.0)], np.array([(6.0, 4.0), (4.0, 4.0)]), 3.0)
    assert guided.radius[2:] == pytest.approx([2.0, 5.0], abs=1e-4)
    assert not guided.blocks[2:].any()
    shorter = with_guides(rings, [(4.0, 4.0)], np.array([(6.0, 4.0)]), 2.9)
    assert shorter.radius[2:] == pytest.approx([2.0], abs=1e-4)


def test_leaving_for_one_spot_tells_what_departures_for_many_do() -> None:
    """The two are written apart, for speed; each spot has the same arrivals, angles and costs in both."""
    soft = Ground("marsh", box(6.0, 2.0, 8.0, 3.5), factor=2.0)
    grounds = (base(Disc(4.0, 4.0, 0.5)), Ground("block", box(5.0, 5.0, 7.0, 6.0), solid=True), soft)
    search = searched(7.0, *grounds)
    arrivals: Arrivals = search.arrivals
    spots = [(x / 2 + 0.01, y / 2 + 0.02) for x in range(2, 18, 3) for y in range(2, 18, 3)]
    turned, costs = arrivals.departures(np.array(spots), search.arcs)
    compared = 0
    for row, (x, y) in enumerate(spots):
        for limit in (7.0, 4.0):
            which, angles, bounds = arrivals.leaving_for(x, y, limit, search.arcs)
            plain = ~arrivals.soft[which]
            expected = np.flatnonzero((costs[row] < limit) & ~arrivals.soft)
            assert sorted(which[plain].tolist()) == expected.tolist()
            assert angles == pytest.approx(turned[row, which], abs=1e-9)
            assert bounds == pytest.approx(costs[row, which], abs=1e-9)
            compared += len(which)
    assert compared > 50
    assert arrivals.soft.any()

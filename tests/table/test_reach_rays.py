"""The parts of a reach along rays, by worked numbers: crossings, stretches, extents, intervals,"""

import math

import numpy as np
import pytest
import shapely

from game.table.measuring.lines import BLOCKED
from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.between_levels import LevelCost, split_terrain
from game.table.reach.exact import (
    BESIDE,
    SHORT,
    Sighting,
    _is_valley,
    every_bearing_agrees,
    every_chord_agrees,
)
from game.table.reach.rays import (
    PINNED,
    Crossings,
    Extents,
    FurtherBearings,
    Intervals,
    Stretches,
    extents,
    first_stops,
    line_crossings,
    near_misses,
    no_further_bearings,
    ordinals,
    outlines,
    radial_crossings,
    refine,
    stretches,
    unsettled_gaps,
)
from game.table.terrain.area import AreaIndex, Edges, Floats
from tests.table.fields import LEVELS, PLAIN
from tests.table.worked import close


def edges(*boxes: tuple[float, float, float, float]) -> Edges:
    index = AreaIndex(shapely.box(*box) for box in boxes)
    return index.corners, index.following


def met(found: Crossings) -> list[tuple[int, float, bool]]:
    rows = zip(found.ray.tolist(), found.inches.round(9).tolist(), found.leaves.tolist(), strict=True)
    return sorted(rows)


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, math.pi, 4.0, 5.5])
def test_rays_from_a_centre_cross_the_edges_that_face_them(turn: float) -> None:
    corners, following = edges((2, -1, 4, 1))
    bearings = np.array([-0.3, 0.0, 0.3, 1.0, 2.0, -2.0])
    cosine, sine = math.cos(turn), math.sin(turn)
    spin = np.array(((cosine, sine), (-sine, cosine)))
    centre = np.array((3.0, -2.0))
    turned = np.remainder(bearings + turn + math.pi, 2 * math.pi) - math.pi
    order = np.argsort(turned)
    found = radial_crossings((3.0, -2.0), turned[order], corners @ spin + centre, following @ spin + centre)
    aslant = (round(2 / math.cos(0.3), 9), False), (round(1 / math.sin(0.3), 9), True)
    wanted = [(0, *aslant[0]), (0, *aslant[1]), (1, 2.0, False), (1, 4.0, True), (2, *aslant[0]), (2, *aslant[1])]
    rank = {int(number): at for at, number in enumerate(order)}
    assert met(found) == sorted((rank[ray], inches, leaves) for ray, inches, leaves in wanted)


def test_a_centre_on_an_edge_meets_it_at_once() -> None:
    found = radial_crossings((3.0, -1.0), np.array([-1.5, 0.5, 1.5, 2.5]), *edges((2, -1, 4, 1)))
    assert met(found)[0] == (0, 0.0, False) or met(found)[0] == (0, 0.0, True)
    assert [row for row in met(found) if row[1] > 0.0] == [
        (1, round(1 / math.cos(0.5), 9), True), (2, round(2 / math.sin(1.5), 9), True),
        (3, round(-1 / math.cos(2.5), 9), True),
    ]  # fmt: skip


def test_an_edge_seen_end_on_is_met_at_its_nearer_end() -> None:
    tiny = 1e-16
    for near, far, inches in ((2.0, 5.0, 2.0), (5.0, 2.0, 2.0), (-1.0, 2.0, 0.0)):
        start, end = np.array([(near, -tiny if near < far else tiny)]), np.array([(far, tiny if near < far else -tiny)])
        found = radial_crossings((0.0, 0.0), np.array([-1.0, 0.0, 1.0]), start, end)
        assert (1, inches) in [row[:2] for row in met(found)]
    level = radial_crossings((0.0, 0.0), np.array([-1.0, 0.0, 1.0]), np.array([(2.0, 0.0)]), np.array([(5.0, 0.0)]))
    assert met(level) == []


def test_rays_with_starts_cross_edges_ahead_and_behind() -> None:
    starts, directions = np.array([(0.0, 0.5), (3.0, 3.0), (0.0, 5.0)]), np.array([(1.0, 0.0), (0.0, -1.0), (1.0, 0.0)])
    assert met(line_crossings(starts, directions, *edges((2, -1, 4, 1), (-4, 0, -3, 2)))) == [
        (0, -4.0, False), (0, -3.0, True), (0, 2.0, False), (0, 4.0, True), (1, 2.0, False), (1, 4.0, True),
    ]  # fmt: skip
    # Along an edge nothing is crossed on one of its sides, and on the other both ends are.
    along = line_crossings(np.array([(0.0, 1.0), (0.0, -1.0)]), np.array([(1.0, 0.0)] * 2), *edges((2, -1, 4, 1)))
    assert met(along) == [(1, 2.0, False), (1, 4.0, True)]
    assert sorted(set(along.edge.tolist())) == sorted(along.edge.tolist())


def crossed(*rows: tuple[int, float, bool]) -> Crossings:
    ray, inches, leaves = (np.array(each) for each in zip(*rows, strict=True))
    return Crossings(ray, inches, np.zeros(len(rows), dtype=np.intp), leaves)


def test_stretches_lie_between_crossings_beyond_the_begin() -> None:
    found = stretches(
        crossed(
            (2, 5.0, True), (0, 4.0, True), (0, 2.0, False), (1, 3.0, True), (2, 1.0, False), (2, 1.5, True),
            (2, 2.0, False), (4, 1.0, False), (4, 2.0, False), (4, 3.0, True), (4, 4.0, True), (5, 0.5, False),
            (5, 1.0, True),
        ),
        7,
        1.2,
    )  # fmt: skip
    assert found.ray.tolist() == [0, 1, 2, 2, 4, 4, 4]
    assert close(found.begin, [2.0, 1.2, 1.2, 2.0, 1.2, 2.0, 3.0])
    assert close(found.end, [4.0, 3.0, 1.5, 5.0, 2.0, 3.0, 4.0])
    assert close(found.before, [0.0, 0.0, 0.0, 0.3, 0.0, 0.8, 1.8])
    assert close(found.after, [3.3, 2.0, 0.0, 1.8, 0.0, 0.3, 0.3, 0.0, 0.8, 1.8, 2.8, 0.0, 0.0])


def test_a_ray_stops_at_the_first_wall_it_enters() -> None:
    ray, begin = np.array([0, 0, 2, 3]), np.array([7.0, 3.0, 1.0, 2.0])
    end = np.array([8.0, 4.0, 1.0 + 2 * BLOCKED, 2.0 + BLOCKED / 2])
    stops = first_stops(Stretches(ray, begin, end, np.zeros(4), np.zeros(4)), 4)
    assert stops.tolist() == [3.0, math.inf, 1.0, math.inf]


@pytest.mark.parametrize(
    ("terrain", "begin", "spare", "reach"),
    [
        ([(1.0, 4.0)], 0.0, 0.0, 4.0),
        ([(1.0, 3.4)], 0.0, 0.0, 4.0),
        ([(1.0, 3.4)], 0.0, 0.5, 5.0),
        ([(1.0, 2.9), (3.0, 3.2)], 0.0, 0.0, 4.0),
        ([(1.0, 1.9), (4.8, 5.6)], 0.0, 0.0, 5.0),
        ([(1.0, 1.9), (5.2, 5.6)], 0.0, 0.0, 5.3),
        ([(2.0, 4.4)], 1.0, 0.0, 4.0),
        ([(5.0, 6.5)], 0.5, 0.0, 5.5),
        ([(5.6, 6.5)], 0.0, 0.0, 6.0),
        ([], 0.0, 0.0, 6.0),
    ],
)
def test_every_full_inch_in_terrain_shortens_a_ray(
    terrain: list[tuple[float, float]], begin: float, spare: float, reach: float
) -> None:
    before = np.cumsum([0.0, *(high - low for low, high in terrain)])[: len(terrain)]
    low, high = (np.array([each[side] for each in terrain], dtype=float) for side in (0, 1))
    found = Stretches(np.ones(len(terrain), dtype=np.intp), low, high, before, before)
    assert close(extents(found, 3, begin, 6.0, spare), [6.0, reach, 6.0])


def misses(*after: float, far: float = 5.0, apart: float = 1 / 64, most: float = 9.0) -> list[float]:
    found = Crossings(np.arange(3), np.full(3, far), np.zeros(3, dtype=np.intp), np.zeros(3, dtype=bool))
    bearings = np.array([0.5 + apart * ray for ray in range(3)])
    return [float(each) for each in near_misses(found, np.array(after), bearings, most)]


def test_between_rays_the_terrain_may_peak_just_over_a_whole_inch_or_dip_below() -> None:
    nine = (0.5 + np.linspace(0.0, 1 / 32, 9)).tolist()
    assert misses(1.9, 1.99, 1.8) == pytest.approx(nine)
    assert misses(2.1, 2.01, 2.2) == pytest.approx(nine)
    assert misses(1.25, 1.625, 1.5) == []  # it is short by as much as it may rise at most
    assert misses(1.25, 1.626, 1.5) == pytest.approx(nine)
    assert misses(2.875, 2.4375, 2.75) == []
    assert misses(2.876, 2.4375, 2.75) == pytest.approx(nine)
    assert misses(1.99, 1.99, 1.8) == pytest.approx(nine)
    assert misses(1.8, 1.99, 1.99) == pytest.approx(nine)
    assert misses(2.01, 2.01, 2.2) == pytest.approx(nine)
    assert misses(2.2, 2.01, 2.01) == pytest.approx(nine)
    assert misses(1.9, 1.99, 1.995) == []  # it rises on
    assert misses(0.9, 0.5, 1.2) == []  # below the first inch nothing is cheaper
    assert misses(1.3, 1.0, 1.3) == pytest.approx(nine)
    assert misses(1.9, 1.99, 1.8, far=9.0) == []
    assert misses(1.9, 1.99, 1.8, far=8.999) == pytest.approx(nine)
    assert misses(1.9, 1.99, 1.8, apart=4.9e-6) == []
    assert len(misses(1.9, 1.99, 1.8, apart=5.1e-6)) == 9


def test_only_the_same_edge_along_neighbouring_rays_shows_a_miss() -> None:
    after, bearings = np.array([1.9, 1.99, 1.8]), np.array([0.0, 0.01, 0.02, 0.03, 0.04])
    edge, ray = np.zeros(3, dtype=np.intp), np.arange(3)
    leaves = np.zeros(3, dtype=bool)
    assert near_misses(Crossings(ray, after, np.array([0, 0, 1]), leaves), after, bearings, 9.0).size == 0
    assert near_misses(Crossings(np.array([0, 1, 3]), after, edge, leaves), after, bearings, 9.0).size == 0
    assert near_misses(Crossings(ray[:2], after[:2], edge[:2], leaves[:2]), after[:2], bearings, 9.0).size == 0
    uneven = np.array([0.0, 1 / 64, 5 / 64])
    # To the right it may rise four times as far as it did from the left.
    assert near_misses(Crossings(ray, after, edge, leaves), np.array([1.375, 1.5, 1.4]), uneven, 9.0).size == 0
    assert near_misses(Crossings(ray, after, edge, leaves), np.array([1.375, 1.501, 1.4]), uneven, 9.0).size == 9


SOME = Intervals(np.array([0, 0, 2]), np.array([1.0, 4.0, 0.5]), np.array([2.0, 6.0, 3.0]), 4)


def rows(found: Intervals) -> list[tuple[int, float, float]]:
    return list(zip(found.ray.tolist(), found.low.tolist(), found.high.tolist(), strict=True))


def test_stretches_of_further_rays_are_sorted_in_by_bearing() -> None:
    assert SOME.farthest.tolist() == [6.0, 0.0, 3.0, 0.0]
    assert ordinals(SOME.ray, 4).tolist() == [0, 1, 0]
    others = Intervals(np.array([1, 3]), np.array([7.0, 8.0]), np.array([9.0, 9.5]), 4)
    assert rows(SOME.with_others(others)) == [(0, 1, 2), (0, 4, 6), (1, 7, 9), (2, 0.5, 3), (3, 8, 9.5)]
    added = Intervals(np.array([0, 1]), np.array([7.0, 8.0]), np.array([9.0, 9.5]), 2)
    merged = SOME.merged(added, np.array([0, 4, 1, 2, 5, 3]))
    assert (rows(merged), merged.rays) == ([(0, 1, 2), (0, 4, 6), (1, 7, 9), (3, 0.5, 3), (4, 8, 9.5)], 6)
    fewer = SOME.of(np.array([0, 2, 3]))
    assert (rows(fewer), fewer.rays) == ([(0, 1, 2), (0, 4, 6), (1, 0.5, 3)], 3)
    assert rows(SOME.of(np.array([1, 2]))) == [(1, 0.5, 3)]


def test_stretches_are_shifted_and_clipped() -> None:
    zero = np.zeros(4)
    assert rows(SOME.shifted(zero, np.array([5.0, 9.0, 3.0, 9.0]))) == [(0, 1, 2), (0, 4, 5), (2, 0.5, 3)]
    assert rows(SOME.shifted(zero - 1.5, zero + 9)) == [(0, 0, 0.5), (0, 2.5, 4.5), (2, 0, 1.5)]
    assert rows(SOME.shifted(zero - 2.0, zero + 9)) == [(0, 2, 4), (2, 0, 1)]
    assert rows(SOME.shifted(zero + 1.0, zero + 5)) == [(0, 2, 3), (2, 1.5, 4)]


def test_a_stretch_that_appears_or_bends_is_looked_at_more_closely() -> None:
    bearings = np.array([0.0, 0.1, 0.2, 0.3])
    same = Intervals(np.arange(4), np.full(4, 1.0), np.full(4, 3.0), 4)
    assert same.jumps(bearings, 0.5).tolist() == []
    gone = same.of(np.array([0, 1, 2, 3]))._replace(ray=np.array([0, 1, 3]), low=same.low[:3], high=same.high[:3])
    assert gone.jumps(bearings, 0.5).tolist() == [1, 2]
    assert same._replace(high=np.array([3.0, 3.0, 3.05, 3.05])).jumps(bearings, 0.5).tolist() == [1]
    assert same._replace(low=np.array([1.0, 1.0, 1.05, 1.05])).jumps(bearings, 0.5).tolist() == [1]
    assert Intervals(np.zeros(0, dtype=np.intp), np.zeros(0), np.zeros(0), 4).jumps(bearings, 0.0).size == 0
    appears = Intervals(np.array([0, 1, 2, 2, 3, 3]), np.array([1.0, 1, 1, 4, 1, 4]), np.array([2.0, 2, 2, 5, 2, 5]), 4)
    assert appears.jumps(bearings, 0.5).tolist() == [1]


def test_rings_are_drawn_round_stretches_that_meet() -> None:
    bearings = np.array([0.0, 0.5, 1.0])
    across = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    both = Intervals(np.array([0, 1, 1, 2]), np.array([1.0, 1.0, 4.0, 4.0]), np.array([2.0, 2.0, 5.0, 5.0]), 3)
    corners, owner = outlines(both, (10.0, 20.0), across, closed=False)
    assert owner.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    first = [across[0], across[1], 2 * across[1], 2 * across[0]]
    assert close(corners[:4] - (10.0, 20.0), first)
    assert close(corners[4:] - (10.0, 20.0), [4 * across[1], 4 * across[2], 5 * across[2], 5 * across[1]])
    touching = Intervals(np.array([0, 1]), np.array([1.0, 2.0 - 1e-6]), np.array([2.0, 3.0]), 2)
    assert outlines(touching, (0.0, 0.0), across[:2], closed=False)[1].size == 0
    meeting = Intervals(np.array([0, 1]), np.array([1.0, 2.0 - 2e-6]), np.array([2.0, 3.0]), 2)
    assert outlines(meeting, (0.0, 0.0), across[:2], closed=False)[1].size == 4
    none = Intervals(np.zeros(0, dtype=np.intp), np.zeros(0), np.zeros(0), 2)
    assert outlines(none, (0.0, 0.0), across[:2], closed=False)[0].shape == (0, 2)
    assert none.shape((0.0, 0.0), bearings[:2], closed=False).is_empty


@pytest.mark.parametrize("rays", [12, 13])
def test_stretches_all_round_make_a_ring_and_others_a_slice(rays: int) -> None:
    bearings = -math.pi + np.arange(rays) * math.tau / rays
    ring = Intervals(np.arange(rays), np.full(rays, 1.0), np.full(rays, 3.0), rays)
    whole = ring.shape((5.0, 6.0), bearings, closed=True)
    share = 0.5 * math.sin(math.tau / rays)
    assert whole.area == pytest.approx(rays * share * 8.0)
    assert isinstance(whole, shapely.Polygon)
    assert len(whole.interiors) == 1
    assert close(whole.centroid.coords[0], (5.0, 6.0))
    assert ring.shape((5.0, 6.0), bearings, closed=False).area == pytest.approx((rays - 1) * share * 8.0)
    two = ring.of(np.array([0, 1]))
    assert two.shape((5.0, 6.0), bearings[:2], closed=True).area == pytest.approx(share * 8.0)


def test_jumps_and_bends_between_rays_are_found_unless_narrow() -> None:
    bearings = np.array([0.0, 0.1, 0.2, 0.3])

    def gaps(*extents: float, begin: float = 0.0, at: Floats = bearings) -> list[int]:
        return [int(each) for each in unsettled_gaps(at, np.array(extents), begin)]

    assert gaps(5.0, 5.0, 5.0, 5.0) == []
    assert gaps(5.0, 5.0, 6.0, 6.0) == [1]
    assert gaps(5.0, 5.0, 5.1, 5.1) == [1]
    assert gaps(5.0, 5.1, 5.2, 5.3) == []  # it rises evenly
    assert gaps(5.0, 5.199, 5.398, 5.597) == []
    assert gaps(5.0, 5.201, 5.402, 5.603) == [0, 1, 2]
    assert gaps(5.0, 4.799, 4.598, 4.397) == [0, 1, 2]
    assert gaps(5.0, 5.0, 5.1, 5.2) == []  # and from one side is enough
    assert gaps(5.0, 5.0, 5.00079, 5.00079) == []
    assert gaps(5.0, 5.0, 5.00081, 5.00081) == [1]
    assert gaps(5.0, 5.1, 5.2004 - 1e-5, 5.2004 - 1e-5) == []
    assert gaps(5.0, 5.1, 5.2004 + 1e-5, 5.2004 + 1e-5) == [0, 1]
    near = np.array([0.0, 0.1, 0.1 + 0.00049 / 6.0, 0.3])
    assert gaps(5.0, 5.0, 6.0, 6.0, at=near) == []
    assert gaps(5.0, 5.0, 6.0, 6.0, at=near, begin=0.2) == [1]
    assert gaps(6.0, 6.0, 5.0, 5.0, at=near, begin=0.2) == [1]
    assert gaps(6.0, 6.0, 5.0, 5.0, at=near) == []
    several = np.array([[5.0, 1.0], [5.0, 1.0], [5.0, 2.0], [6.0, 2.0]])
    assert unsettled_gaps(bearings, several, 0.0).tolist() == [1, 2]
    assert gaps(5.0, 6.0, at=np.array([0.1, 0.1])) == []


def test_rays_are_added_until_a_jump_is_located() -> None:
    calls: list[Floats] = []

    def measure(bearings: Floats) -> tuple[Extents, FurtherBearings]:
        calls.append(bearings)
        return Extents(np.where(bearings < 0.123456, 2.0, 6.0)), no_further_bearings

    bearings, (inches,) = refine(measure, np.array([1.0, 0.0, 0.5, 0.5 + 1e-10]), 1.0)
    at = int(np.searchsorted(bearings, 0.123456))
    assert inches[at - 1 : at + 1].tolist() == [2.0, 6.0]
    assert (bearings[at] - bearings[at - 1]) * 7.0 <= PINNED
    assert (np.diff(bearings) > 1e-9).all()
    assert [len(each) for each in calls] == [4, 5, 5, 5, 5, 5]
    assert (inches[1:] >= inches[:-1]).all()
    assert close(calls[1], np.arange(1, 6) / 12)


def test_bearings_that_are_wanted_are_measured_up_to_three_times() -> None:
    calls: list[list[float]] = []
    more = [[0.25, 0.5], [0.75], [0.9], [0.95]]

    def measure(bearings: Floats) -> tuple[Extents, FurtherBearings]:
        calls.append(bearings.tolist())
        wanted = np.array(more[len(calls) - 1]) if len(calls) <= len(more) else np.zeros(0)
        return Extents(np.ones(len(bearings))), lambda: wanted

    bearings, (inches,) = refine(measure, np.array([0.0, 0.5, 1.0]), 0.0)
    assert calls == [[0.0, 0.5, 1.0], [0.25], [0.75], [0.9]]
    assert bearings.tolist() == [0.0, 0.25, 0.5, 0.75, 0.9, 1.0]
    assert inches.tolist() == [1.0] * 6
    calls.clear()
    more[:] = [[0.5]]
    refine(measure, np.array([0.0, 0.5, 1.0]), 0.0)
    assert len(calls) == 1


def test_values_along_rays_are_merged_and_chosen_in_order() -> None:
    one, other = Extents(np.array([1.0, 2.0])), Extents(np.array([3.0]))
    assert one.merged(other, np.array([0, 2, 1])).inches.tolist() == [1.0, 3.0, 2.0]
    assert one.of(np.array([1])).inches.tolist() == [2.0]
    assert no_further_bearings().shape == (0,)
    assert one.jumps(np.array([0.0, 0.5]), 0.0).tolist() == [0]


def looking(x: float = 10.0, y: float = 0.0, radius: float = 1.0, span: float = 0.5, *, far: bool = True) -> Sighting:
    return Sighting((0.0, 0.0), span, (x, y), radius, far)


def test_a_disc_is_looked_at_across_its_width_at_corners_and_at_whole_inches() -> None:
    sighting = looking()
    half = math.asin(0.1)
    assert (sighting.distance, sighting.middle, sighting.half) == (10.0, 0.0, half)
    corners = np.array([(5.0, 0.2), (5.0, 3.0), (-5.0, 0.0)])
    found = sighting.bearings(PLAIN, corners)
    assert (np.diff(found) >= 0.0).all()
    assert (found[0], found[-1]) == (-half, half)
    whole = [math.acos((99.0 + rim * rim) / (20.0 * rim)) for rim in (9.5, 10.5, 9.5 - SHORT, 10.5 - SHORT)]
    corner = math.atan2(0.2, 5.0)
    for bearing in (0.0, corner - BESIDE, corner + BESIDE, *whole, *(-each for each in whole)):
        assert np.abs(found - bearing).min() < 1e-12
    assert len(found) == 33 + 2 + 8
    assert len(sighting.bearings(MeasuringPolicy(rounding="none"), corners)) == 35
    assert close(sorted(sighting._whole_inches()), sorted(whole))
    inner = half * np.sin(np.linspace(-math.pi / 2, math.pi / 2, 33))
    assert close(sighting.bearings(MeasuringPolicy(rounding="none"), corners[1:]), inner)


def test_an_origin_within_a_disc_looks_all_round_evenly() -> None:
    for x in (1.0, 0.5, 0.0):
        around = looking(x, 0.0, 1.0)
        assert around.half == math.pi
        assert close(
            around.bearings(MeasuringPolicy(rounding="none"), np.zeros((0, 2))), np.linspace(-math.pi, math.pi, 66)
        )
    assert looking(1.0001, 0.0, 1.0).half < math.pi / 2
    assert looking(0.0, 0.0, 3.0)._whole_inches().size == 0
    shifted = looking(1.0, 0.0, 3.0, 0.5)._whole_inches()  # rims from 2 to 4: at 2.5 and 3.5 inches from the centre
    wanted = [math.acos((rim * rim - 8.0) / (2.0 * rim)) for rim in (2.5, 3.5, 2.5 - SHORT, 3.5 - SHORT)]
    assert close(sorted(shifted), sorted(wanted))
    assert looking(3.0, 0.0, 1.0, 4.0)._whole_inches().size == 2  # only at its farthest, and just short of that


def test_only_edges_that_a_line_to_the_disc_may_meet_are_kept() -> None:
    starts = np.array([(5.0, -3.0), (5.0, 2.0), (5.0, -2.0), (-5.0, -3.0), (5.0, 0.0), (20.0, -9.0), (5.0, 3.0)])
    ends = np.array([(5.0, 3.0), (5.0, 3.0), (5.0, -3.0), (-5.0, 3.0), (5.0, 9.0), (20.0, 9.0), (5.0, -3.0)])
    for turn in (0.0, 1.3, 2.9, 4.4):
        spin = np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
        x, y = (np.array((10.0, 0.0)) @ spin).tolist()
        found = looking(x, y).edges_across((starts @ spin, ends @ spin))
        kept = [bool((np.abs(starts @ spin - each).max(axis=1) < 1e-12).any()) for each in found[0]]
        assert all(kept)
        numbers = [int(np.flatnonzero(np.abs(starts @ spin - each).max(axis=1) < 1e-12)[0]) for each in found[0]]
        assert numbers in ([0, 4, 5, 6], [0, 3, 4, 5, 6])
    wide = Sighting((0.0, 0.0), 0.5, (1.0, 0.0), 0.999, True)
    assert len(wide.edges_across((starts, ends))[0]) == 7
    assert wide.depth((starts, ends), inside=False) == 1.0 + 0.999 - 0.5  # the longest line, whole


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.9, 4.4])
@pytest.mark.parametrize(
    ("box", "inside", "depth"),
    [
        ((4, -3, 6, 3), False, 6 / math.cos(math.asin(0.1)) - 4),
        ((4, -3, 6, 3), True, 6 / math.cos(math.asin(0.1)) - 0.5),
        ((4, -3, 30, 3), False, 7.0),
        ((0.2, -3, 6, 3), False, 6 / math.cos(math.asin(0.1)) - 0.5),
        ((4, 2, 6, 3), False, 0.0),
        ((4, -3, 6, -2), False, 0.0),
        ((-6, -3, -4, 3), False, 0.0),
        ((4, 0.2, 6, 3), False, 6 / math.cos(math.asin(0.1)) - math.hypot(4, 0.2)),
        ((4, -3, 6, -0.2), False, 6 / math.cos(math.asin(0.1)) - math.hypot(4, 0.2)),
        ((12, -3, 14, 3), False, 0.0),
    ],
)
def test_q3_terrain_on_the_way_is_at_most_as_deep_as_from_its_nearest_to_its_farthest_spot(
    box: tuple[float, float, float, float], inside: bool, depth: float, turn: float
) -> None:
    spin = np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
    corners, following = edges(box)
    x, y = (np.array((10.0, 0.0)) @ spin).tolist()
    found = looking(x, y).depth((corners @ spin, following @ spin), inside=inside)
    assert found == pytest.approx(depth, abs=2e-5)


def test_lines_run_from_rim_to_rim() -> None:
    bearings = np.array([0.0, 0.05, -0.05, math.asin(0.1)])
    inches, terrain = looking().lines(bearings, edges((4, -3, 6, 3)))
    chord = 10.0 * math.cos(0.05) + math.sqrt(1.0 - (10.0 * math.sin(0.05)) ** 2)
    assert close(inches, [10.5, chord - 0.5, chord - 0.5, math.sqrt(99.0) - 0.5], 1e-6)
    assert close(terrain, [2.0, 2.0 / math.cos(0.05), 2.0 / math.cos(0.05), 2.0 / math.sqrt(0.99)], 1e-6)
    inches, terrain = looking(far=False).lines(bearings[:2], edges((4, -3, 30, 3)))
    near = 10.0 * math.cos(0.05) - math.sqrt(1.0 - (10.0 * math.sin(0.05)) ** 2)
    assert close(inches, [8.5, near - 0.5])
    assert close(terrain, [5.0, near - 4.0 / math.cos(0.05)])
    overlapping = looking(1.0, 0.0, 1.0, 1.5, far=False).lines(np.array([0.0]), edges((4, -3, 6, 3)))
    assert close(overlapping, [[0.0], [0.0]])


def test_chords_are_what_rays_have_of_a_disc() -> None:
    starts, directions, near, far = looking(0.0, 10.0).chords(np.array([0.0, 0.05]))
    turn = math.pi / 2 + 0.05
    assert close(directions, [(0.0, 1.0), (math.cos(turn), math.sin(turn))])
    assert close(starts, directions * 0.5)
    half = math.sqrt(1.0 - (10.0 * math.sin(0.05)) ** 2)
    assert close(near, [8.5, 10.0 * math.cos(0.05) - half - 0.5])
    assert close(far, [10.5, 10.0 * math.cos(0.05) + half - 0.5])
    assert close(looking(1.0, 0.0, 1.0, 3.0).chords(np.array([0.0]))[2:], [[0.0], [0.0]])


def test_a_valley_is_no_higher_than_its_neighbours() -> None:
    assert _is_valley(np.array([1.0, 2.0, 2.0, 1.0, 3.0, 0.5])).tolist() == [True, False, False, True, False, True]
    assert _is_valley(np.array([2.0, 2.0])).tolist() == [True, True]


@pytest.mark.parametrize(
    ("box", "n", "within", "beyond"),
    [
        ((4, -9, 6, 9), 12, True, False),  # 10.5 inches, 2 and some of them in terrain
        ((4, -9, 5.99, 9), 11, True, False),
        ((4, -9, 5.9, 9), 11, True, False),
        ((4, -9, 6, 9), 11, False, False),
        ((4, -9, 6, 9), 10, False, False),
        ((4, -9, 6, 9), 9, False, True),
        ((4, 0.2, 6, 9), 10, False, False),
        ((4, 0.2, 6, 9), 12, True, False),
    ],
)
def test_q3_all_of_a_base_is_in_range_or_none_of_it_by_every_line(
    box: tuple[float, float, float, float], n: int, within: bool, beyond: bool
) -> None:
    for sign in (1, -1):
        mirrored = (box[0], min(sign * box[1], sign * box[3]), box[2], max(sign * box[1], sign * box[3]))
        assert every_bearing_agrees(looking(), edges(mirrored), PLAIN, n) is within
        assert every_bearing_agrees(looking(far=False), edges(mirrored), PLAIN, n) is beyond
    nothing = np.zeros((0, 2))
    assert every_bearing_agrees(looking(), (nothing, nothing), PLAIN, 3) is True
    assert every_bearing_agrees(looking(far=False), (nothing, nothing), PLAIN, 3) is False


def cost(n: float, first: Edges, second: Edges) -> LevelCost:
    return LevelCost(LEVELS, n, LEVELS.limit(n), (first, second))


@pytest.mark.parametrize(
    ("first", "second", "n", "within", "beyond"),
    [
        ((1, -9, 3, 9), (30, 0, 31, 1), 12, True, False),  # both inches on the first half
        ((1, -9, 3, 9), (30, 0, 31, 1), 11, False, False),
        ((1, -9, 3, 9), (30, 0, 31, 1), 9, False, True),
        ((1, -9, 3, 9), (30, 0, 31, 1), 10, False, False),
        ((7, -9, 9, 9), (30, 0, 31, 1), 10, True, False),  # the second half is on the other level
        ((30, 0, 31, 1), (7, -9, 8.9, 9), 11, True, False),
        ((30, 0, 31, 1), (7, -9, 9, 9), 11, False, False),
        ((30, 0, 31, 1), (1, -9, 3, 9), 10, True, False),
    ],
)
def test_g_adv_2_all_of_a_base_on_the_next_level_is_in_range_or_none_of_it(
    first: tuple[float, ...], second: tuple[float, ...], n: int, within: bool, beyond: bool
) -> None:
    there = cost(n, edges(first), edges(second))  # type: ignore[arg-type]
    assert every_chord_agrees(looking(), there) is within
    assert every_chord_agrees(looking(far=False), there) is beyond


def test_g_adv_2_crossings_are_told_apart_by_level() -> None:
    there = cost(6, edges((2, -1, 4, 1)), edges((5, -1, 6, 1), (8, 5, 9, 6)))
    bearings = np.array([-2.0, 0.0])
    around = there.around((0.0, 0.0), bearings, 0.5)
    assert met(around) == [(1, 1.5, False), (1, 3.5, True), (3, 4.5, False), (3, 5.5, True)]
    starts, directions = np.array([(0.0, 0.0), (0.0, 5.5)]), np.array([(1.0, 0.0), (1.0, 0.0)])
    along = there.along(starts, directions)
    assert met(along) == [
        (0, 2.0, False),
        (0, 4.0, True),
        (2, 5.0, False),
        (2, 6.0, True),
        (3, 8.0, False),
        (3, 9.0, True),
    ]
    halves = there.terrain(along, 2)
    lengths = np.array([[3.0, 5.0, 10.0], [10.0, 17.0, 20.0]])
    assert close(halves.terrain(lengths), [[0.0, 0.5, 3.0], [1.0, 0.5, 0.0]])
    assert close(halves.terrain_at(np.array([0, 0, 1]), np.array([5.0, 10.0, 17.0])), [0.5, 3.0, 0.5])
    assert close(halves.at_most(5.5), [1.25, 0.0])
    assert close(halves.at_most(12.0), [3.0, 1.0])


def test_g_adv_2_extremes_of_a_line_between_levels_are_looked_at_more_closely() -> None:
    # Terrain of the first level ends after 0.9, 0.99 and 0.8 inches: twice as far out it peaks just below a whole inch.
    there = cost(9, edges((2, -1, 4, 1)), edges((30, 0, 31, 1)))
    bearings = np.array([0.0, 0.01, 0.02])
    ray, edge, leaves = np.array([0, 1, 2, 0, 1, 2]), np.array([0, 0, 0, 1, 1, 1]), np.array([False] * 3 + [True] * 3)
    inches = np.array([1.0, 1.0, 1.0, 1.9, 1.99, 1.8])
    found = Crossings(ray, inches, edge, leaves)
    assert there.further_bearings(found, bearings).size == 9
    assert there.further_bearings(found._replace(inches=inches * 0 + 1.0), bearings).size == 0
    second = Crossings(ray + 3, inches, edge, leaves)
    near, far = there.further_bearings(second, bearings), 9
    assert near.size in (far, 2 * far)
    assert close(near[:9], np.linspace(0.0, 0.02, 9))


def test_g_adv_2_the_part_of_a_ray_in_range_between_levels_by_numbers() -> None:
    # On the first level terrain from 1 to 3 inches, on the second from 4 to 6; a second ray has none, a third from 2.
    found = Stretches(
        np.array([0, 3, 5]), np.array([1.0, 4.0, 2.0]), np.array([3.0, 6.0, 9.0]), np.zeros(3), np.zeros(3)
    )
    halves = split_terrain(found, 3)
    lengths = np.tile([2.0, 4.0, 5.0, 6.0, 8.0], (3, 1))
    assert close(halves.terrain(lengths), [[0, 1, 2.5, 4, 4], [0, 0, 0, 0, 0], [0, 2, 2.5, 3, 4]])
    # In range 5: up to 6 inches, less a whole inch for each in terrain.
    spans = halves.in_range(LEVELS, 5, 6.0)
    assert [row[0] for row in rows(spans)] == [0, 1, 2]
    assert close(spans.low, [0.0, 0.0, 0.0])
    # The first ray: at 4 inches 1 of terrain costs 5; at 4 2/3 there are 2, which is too much.
    assert close(spans.high, [4.0 + 2.0 / 3.0, 6.0, 4.0], 1e-5)
    more = halves.in_range(LEVELS, 5, 6.0, 1.0)
    assert close(more.high, [5.0, 6.0, 5.0], 1e-5)
    least, most = halves.slack(LEVELS, 5, np.array([2.0, 2.0, 2.0]), np.array([4.0, 4.0, 4.0]))
    assert close(least, [1.0 - 1e-6, 2.0 - 1e-6, 0.0 - 1e-6], 1e-5)
    assert close(most, [4.0, 4.0, 4.0], 1e-5)


def test_wherever_an_origin_is_its_lines_are_the_same() -> None:
    move = np.array((2.0, -3.0))
    corners, following = edges((4, -3, 6, -0.2), (3, 0.3, 5, 3), (-4, 0, -3, 1))
    for radius in (1.0, 11.0):
        here = Sighting((0.0, 0.0), 0.5, (6.0, 8.0), radius, True)
        there = Sighting((2.0, -3.0), 0.5, (8.0, 5.0), radius, True)
        bearings = here.bearings(PLAIN, corners)
        assert close(there.bearings(PLAIN, corners + move), bearings)
        kept = here.edges_across((corners, following))[0]
        assert close(there.edges_across((corners + move, following + move))[0], kept + move)
        depth = here.depth((corners, following), inside=False)
        assert there.depth((corners + move, following + move), inside=False) == pytest.approx(depth, abs=1e-9)
        apart = bearings[::3]
        assert close(
            there.lines(apart, (corners + move, following + move)), here.lines(apart, (corners, following)), 1e-6
        )
        assert close(there.chords(apart)[0], here.chords(apart)[0] + move)
        assert close(there.chords(apart)[2:], here.chords(apart)[2:])

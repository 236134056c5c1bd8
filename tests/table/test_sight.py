"""Sight against a brute force of sampled lines, and by hand where the answer is known."""

import math
import random
from collections.abc import Callable

import pytest
import shapely

from game.table.heights import Body
from game.table.shapes import Disc
from game.table.sight.bodies import Eye
from game.table.sight.policy import SightPolicy
from game.table.sight.sight import Sight
from game.table.sight.solids import Solid
from tests.samples import some
from tests.table.sightings import (
    CLEAR,
    Block,
    Scenery,
    aligned,
    blocking,
    clear_lines,
    is_ahead,
    open_rays,
    scenery,
    spots,
    visibility,
)


def confirmed(view: Scenery, start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether a witness line joins the two bases, ends in the arc and enters no blocker, within a millionth inch."""
    line = shapely.LineString((start, end))
    return (
        math.dist(start, view.observer[:2]) <= view.observer.radius + CLEAR
        and math.dist(end, view.target[:2]) <= view.target.radius + CLEAR
        and is_ahead(view, *end, CLEAR)
        and not any(shape.intersects(line) for shape in blocking(view, -CLEAR))
    )


@pytest.mark.parametrize("table", [scenery, aligned])
@pytest.mark.parametrize("block", range(some(13)))
def test_sight_agrees_with_many_sampled_lines(block: int, table: Callable[[int], Scenery]) -> None:
    wrong = []
    for seed in range(block * 20, block * 20 + 20):
        view = table(seed)
        found = view.sight.line(view.observer, view.target)
        if found is None and clear_lines(view):
            wrong.append((seed, "a sampled line is clear"))
        if found is not None and not confirmed(view, *found):
            wrong.append((seed, f"the witness {found} is stopped"))
    assert wrong == []


def looking(*blockers: Disc | Solid, arc: float | None = None) -> Sight:
    return Sight(SightPolicy(lambda _observer, _target: blockers, arc, citations={"sight": "S-1", "blocked": "S-2"}))


def box(x0: float, y0: float, x1: float, y1: float, name: str = "wall") -> Solid:
    return Solid(shapely.box(x0, y0, x1, y1), name)


EAST = Disc(0.0, 0.0, 0.5, "Wick", facing=0)
FAR = Disc(10.0, 0.0, 0.5, "Ash", facing=18_000)


def test_nothing_between_is_seen_along_the_shortest_line() -> None:
    found = looking().look(EAST, FAR)
    assert (found.seen, found.start, found.end) == (True, (0.5, 0.0), (9.5, 0.0))
    assert found.rules == ("S-1",)


@pytest.mark.parametrize(
    ("wall", "seen"),
    [
        (box(4, -0.4, 5, 3), True),  # a rim looks past it
        (box(4, -0.5, 5, 3), True),  # along its edge: touching stops nothing
        (box(4, -0.500001, 5, 3), False),
        (box(4, -0.5, 5, 0.5), True),
    ],
)
def test_touching_a_wall_stops_nothing_and_entering_it_does(wall: Solid, seen: bool) -> None:
    assert looking(wall).sees(EAST, FAR) is seen


def test_a_slit_between_two_walls_is_looked_through_however_narrow() -> None:
    slit = box(4, 0.1, 5, 9, "left"), box(4, -9, 5, 0.1, "right")
    assert looking(*slit).sees(EAST, FAR)
    assert not looking(*slit, box(6, -0.3, 6.5, 0.45)).sees(EAST, FAR)
    narrow = box(4, 0.1, 5, 9), box(4, -9, 5, 0.1), box(6, 0.2, 7, 9), box(6, -9, 7, 0.2)
    assert looking(*narrow[1:]).sees(EAST, FAR)


@pytest.mark.parametrize(("arc", "facing", "seen"), [(180.0, 9000, True), (180.0, 9300, False), (90.0, 4500, True)])
def test_the_end_of_a_line_lies_in_the_arc_edges_included(arc: float, facing: int, seen: bool) -> None:
    point = Disc(10.0, 0.0, 0.0, "a spot", "point")
    assert looking(arc=arc).sees(EAST._replace(facing=facing), point) is seen


def test_a_base_half_ahead_is_seen_and_one_behind_tells_how_far_to_turn() -> None:
    assert looking(arc=180.0).sees(EAST._replace(facing=9200), FAR)
    found = looking(arc=180.0).look(EAST._replace(facing=12_000), FAR)
    assert not found.seen
    assert found.turn == pytest.approx(30.0 - math.degrees(math.asin(0.05)))
    assert found.blocked_by == ()
    assert found.short == 0.0


def test_only_what_is_ahead_of_a_base_counts_when_a_wall_hides_it() -> None:
    wall = box(4, 0.0, 5, 9)
    assert looking(wall, arc=180.0).sees(EAST, FAR)
    # The arc leaves only the far base's northern half, which the wall hides from everywhere on this one.
    assert not looking(box(4, -0.6, 5, 9), arc=180.0).sees(EAST._replace(facing=9000), FAR)
    assert not looking(box(9.0, -0.1, 9.3, 0.7), arc=180.0).sees(EAST._replace(facing=9000), FAR)
    assert looking(box(9.0, -0.1, 9.3, 0.7), arc=180.0).sees(EAST, FAR)


def test_who_touches_sees_and_who_stands_in_a_wood_that_blocks_does_not() -> None:
    wood = box(-2, -2, 2, 2, "wood")
    assert not looking(wood).sees(EAST, FAR)
    assert looking(wood).sees(EAST, Disc(1.0, 0.0, 0.5, "Ash"))
    edge = box(-2, -2, 0.3, 2, "wood")
    assert looking(edge).sees(EAST, FAR)
    assert not looking(edge, Disc(2.0, 0.0, 0.6, "Oak")).sees(Disc(0.0, 0.0, 0.31, "Wick"), Disc(9.0, 0.0, 0.3, "Ash"))


def test_the_receipt_names_the_one_piece_that_stops_every_line() -> None:
    found = looking(box(3, -0.2, 3.1, 0.2, "post"), box(4, -2, 5, 2, "wall"), FAR.moved_to(7, 0)).look(EAST, FAR)
    assert (found.seen, found.blocked_by, found.rules) == (False, ("wall",), ("S-1", "S-2"))


def test_the_receipt_names_two_pieces_that_stop_every_line_together() -> None:
    found = looking(box(4, -2, 5, 0.1, "left"), box(6, 0, 7, 2, "right"), box(8, 3, 9, 4, "far")).look(EAST, FAR)
    assert (found.seen, found.blocked_by) == (False, ("left", "right"))


def test_a_shorter_move_than_the_receipt_says_never_helps() -> None:
    sight = looking(box(4, -2, 5, 2))
    short = sight.look(EAST, FAR).short
    bearings = [math.tau * step / 360 for step in range(360)]

    def moved(by: float) -> list[bool]:
        return [sight.sees(EAST.moved_to(by * math.cos(each), by * math.sin(each)), FAR) for each in bearings]

    assert short == pytest.approx(2.84, abs=0.01)
    assert not any(moved(short))
    assert any(moved(short + 0.01))


@pytest.mark.parametrize("block", range(some(8)))
def test_random_receipts_hold(block: int) -> None:
    for seed in range(block * 30, block * 30 + 30):
        view = scenery(seed)
        found = view.sight.look(view.observer, view.target)
        assert found.seen is (view.sight.line(view.observer, view.target) is not None)
        if found.seen or found.turn:
            continue
        assert not view.only(found.blocked_by).sight.sees(view.observer, view.target)
        for gone in found.blocked_by:
            rest = [name for name in found.blocked_by if name != gone]
            assert view.only(rest).sight.sees(view.observer, view.target)
        for step in range(6 if found.short > 0.01 else 0):
            bearing, far = math.tau * step / 6, found.short - CLEAR
            moved = view.observer.moved_to(
                view.observer.x + far * math.cos(bearing), view.observer.y + far * math.sin(bearing)
            )
            assert not clear_lines(view._replace(observer=moved), 12)


def test_terrain_near_the_target_covers_it_where_a_line_crosses_it() -> None:
    hedge = box(8.6, 0.2, 8.8, 3, "hedge")
    policy = SightPolicy(lambda _o, _t: (), 180.0, lambda _o, _t: (hedge,), 1.0, {"cover": "S-3"})
    assert Sight(policy).look(EAST, FAR).cover == ("hedge",)
    assert Sight(policy).look(EAST, FAR).rules == ("S-3",)
    assert Sight(policy).look(EAST, FAR.moved_to(12, 0)).cover == ()  # too far from the target
    assert Sight(policy).look(EAST, FAR.moved_to(10, -2)).cover == ()  # not between
    assert (
        Sight(policy).look(EAST._replace(facing=27_000), FAR.moved_to(10, -0.1)).cover == ()
    )  # behind the observer's arc


@pytest.mark.parametrize("seed", range(some(50)))
def test_cover_agrees_with_sampled_lines(seed: int) -> None:
    view, rng = scenery(seed), random.Random(seed)
    policy = SightPolicy(lambda _observer, _target: (), None, lambda _observer, _target: view.solids, 99.0)
    cover = Sight(policy).look(view.observer, view.target).cover
    starts, ends = spots(view.observer, 40, rng), spots(view.target, 40, rng)
    lines = shapely.MultiLineString([(start, end) for start in starts for end in ends])
    for solid in view.solids:
        if solid.geometry.buffer(-1e-3).intersects(lines):
            assert solid.name in cover
        if not solid.geometry.buffer(0.02).intersects(lines):
            assert solid.name not in cover


def test_observers_are_those_who_see_a_base_put_there() -> None:
    watchers = [EAST, Disc(10, 5, 0.5, "Oak", facing=27_000), Disc(10, -5, 0.5, "Elm", facing=27_000)]
    sight = looking(box(4, -2, 5, 2), arc=180.0)
    assert [each.name for each in sight.observers(FAR, watchers)] == ["Oak"]


def test_an_arc_wider_than_a_turn_or_of_no_width_is_refused() -> None:
    for width in (0.0, 361.0):
        with pytest.raises(ValueError, match="degrees wide"):
            SightPolicy(lambda _o, _t: (), width)


@pytest.mark.parametrize("table", [scenery, aligned])
@pytest.mark.parametrize("block", range(some(4)))
def test_the_seen_area_agrees_with_sampled_lines_and_with_witnesses(
    block: int, table: Callable[[int], Scenery]
) -> None:
    wrong = []
    for seed in range(block * 6, block * 6 + 6):
        view, rng = table(seed), random.Random(seed)
        area = view.sight.area(view.observer, (-2.0, -2.0, 18.0, 14.0))
        for _ in range(25):
            x, y = rng.uniform(-2, 18), rng.uniform(-2, 14)
            if any(math.dist((x, y), base[:2]) < base.radius + 0.01 for base in view.bases):
                continue
            spot, at = shapely.Point(x, y), view._replace(target=Disc(x, y, 0.0, "spot", "point"))
            seen = view.sight.line(at.observer, at.target)
            if seen is not None and not confirmed(at, *seen):
                wrong.append((seed, x, y, "the witness is stopped"))
            if seen is None and clear_lines(at):
                wrong.append((seed, x, y, "a sampled line is clear"))
            if area.contains(spot) is not (seen is not None) and area.boundary.distance(spot) > 0.006:
                wrong.append((seed, x, y, "drawn wrong"))
    assert wrong == []


def test_what_a_base_sees_behind_a_wall_closes_again() -> None:
    area = looking(box(3, -0.3, 3.2, 0.3)).area(EAST, (-5, -10, 30, 10))
    assert not area.contains(shapely.Point(3.5, 0))
    assert area.contains(shapely.Point(12, 0))
    assert area.contains(shapely.Point(-4, 9))
    ahead = looking(box(3, -0.3, 3.2, 0.3), arc=180.0).area(EAST, (-5, -10, 30, 10))
    assert not ahead.contains(shapely.Point(-4, 9))
    assert ahead.contains(shapely.Point(0.1, 9))


def test_rays_pass_over_a_low_prism_and_under_a_bridge() -> None:
    wall, eye = box(4, -5, 5, 5), (0.0, 0.0, 1.0)
    spots = [(10.0, 0.0, z) for z in (0.0, 1.0, 2.0, 3.0)]
    assert open_rays(eye, spots, [Block(wall, 0, 1)]).tolist() == [False, True, True, True]
    assert open_rays(eye, spots, [Block(wall, 1.2, 9)]).tolist() == [True, True, False, False]
    assert open_rays(eye, spots, [Block(wall)]).tolist() == [False] * 4
    assert open_rays(eye, spots, [Block(Disc(7, 0, 0.5), 0, 1.5)]).tolist() == [False, False, True, True]
    assert open_rays((4.5, 0.0, 3.0), [(4.5, 0.0, 2.5), (4.5, 0.0, 0.5)], [Block(wall, 0, 2)]).tolist() == [True, False]


def test_the_share_seen_is_that_of_the_silhouette_sampled() -> None:
    target = Body(Disc(10, 0, 0.5, "Ash"), 0.0, 1.0)

    def share(*blocks: Block) -> float:
        [share] = visibility(blocks, target).look(Eye(0.0, 0.0, 0.5)).shares
        return float(share)

    assert share() == 1.0
    assert share(Block(box(8, -9, 9, 0.1))) == pytest.approx(8 / 20)
    assert share(Block(box(9.4, -9, 9.5, 9), 0, 0.5)) == pytest.approx(10 / 20)


@pytest.mark.parametrize("seed", range(some(20)))
def test_rays_agree_with_the_lengths_of_their_plan_in_each_prism(seed: int) -> None:
    view, rng = scenery(seed), random.Random(seed)
    shapes: list[Disc | Solid] = [*view.solids, *view.bases]
    blocks = [Block(each, low := rng.uniform(-1, 2), low + rng.uniform(0.1, 3)) for each in shapes]
    eye = (*view.observer[:2], rng.uniform(0, 3))
    spots = [(rng.uniform(0, 16), rng.uniform(0, 12), rng.uniform(0, 3)) for _ in range(12)]
    wanted = []
    for x, y, z in spots:
        steps = [step / 4000 for step in range(4001)]
        points = [(eye[0] + (x - eye[0]) * s, eye[1] + (y - eye[1]) * s) for s in steps]
        heights = [eye[2] + (z - eye[2]) * s for s in steps]
        clear = True
        for block in blocks:
            shape = block.shape
            if isinstance(shape, Disc):
                inside = [math.dist(point, shape[:2]) < shape.radius for point in points]
            else:
                inside = shapely.contains_xy(shape.geometry, points).tolist()
            clear &= not any(inn and block.base < at < block.top for inn, at in zip(inside, heights, strict=True))
        wanted.append(clear)
    found = open_rays(eye, spots, blocks).tolist()
    # Steps of a few thousandths of an inch may miss a corner that a ray cuts off.
    assert all(mine <= theirs for mine, theirs in zip(found, wanted, strict=True))
    assert sum(found) >= sum(wanted) - 1


def test_two_walls_that_touch_at_a_corner_leave_a_line_and_what_it_lights() -> None:
    corner = box(4, 0, 6, 2, "north"), box(2, -2, 4, 0, "south"), box(4, 2, 5, 20), box(3, -20, 4, -2)
    sight = looking(*corner)
    assert sight.sees(EAST, Disc(8.0, -0.5, 0.5, "Ash"))
    assert sight.area(EAST, (-2, -9, 12, 9)).contains(shapely.Point(8.0, -0.1))
    one = looking(Solid(shapely.union_all([each.geometry.buffer(0.001, join_style="mitre") for each in corner]), "all"))
    assert not one.sees(EAST, Disc(8.0, -0.5, 0.5, "Ash"))


def test_cover_alone_is_asked_without_a_line_of_sight() -> None:
    hedge, wall = box(8.6, -3, 8.8, 3, "hedge"), box(4, -3, 5, 3, "wall")
    sight = Sight(SightPolicy(lambda _o, _t: (wall,), None, lambda _o, _t: (hedge, wall), 1.0))
    assert not sight.sees(EAST, FAR)
    assert sight.cover(EAST, FAR) == ("hedge",)

"""One eye against all bodies: against dense rays that share no code with it, and by hand where the answer is known."""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
import shapely

from game.table.heights import Body
from game.table.shapes import Disc, gap
from game.table.sight import bodies
from game.table.sight.arcs import turn_missing
from game.table.sight.bodies import LIT, Eye, Prism, Prisms, Visibility
from game.table.sight.solids import Solid
from tests.samples import some
from tests.table.dense_rays import STEP, Column, silhouette, traced
from tests.table.sightings import SILHOUETTE, polygon


class Scene(NamedTuple):
    bodies: list[Body]
    prisms: list[Prism]

    @property
    def sight(self) -> Visibility:
        return Visibility(self.bodies, Prisms(self.prisms), SILHOUETTE)

    def columns(self) -> list[Column]:
        """The blockers as the brute force takes them: bodies first."""
        rounds = [Column(each.footprint[:3], each.base, each.base + each.height) for each in self.bodies]
        return [*rounds, *(Column(each.solid.geometry, each.base, each.top) for each in self.prisms)]


def scene(seed: int) -> Scene:
    """Walls of many heights, some in the air, and bodies on the ground, on walls, in the air and above one another."""
    rng = random.Random(seed)
    prisms, bodies = [], list[Body]()
    for number in range(rng.choice((1, 4, 9))):
        base = rng.choice((0.0, 0.0, 0.0, 1.0))
        solid, group = Solid(polygon(rng), f"wall {number}"), rng.choice(("", "", "keep", "squad 1"))
        prisms.append(Prism(solid, base, base + rng.choice((0.3, 0.8, 1.2, 2.0, 4.0)), group))
    for number in range(10):
        disc = Disc(rng.uniform(0, 16), rng.uniform(0, 12), rng.choice((0.5, 0.6, 0.9, 1.6)), f"body {number}")
        base = rng.choice((0.0, 0.0, 0.0, 1.2, 2.4))
        bodies.append(Body(disc, base, rng.choice((0.6, 1.0, 2.0, 3.0)), rng.choice(("", f"squad {number // 3}"))))
    return Scene(bodies, prisms)


def eye_of(body: Body) -> Eye:
    return Eye(body.footprint.x, body.footprint.y, body.base + body.height / 2, body.group or body.footprint.name)


def faults(view: Scene, eye: Eye) -> list[str]:
    """Where what an eye sees differs from dense rays, by more than they can tell."""
    found, columns = [], view.columns()
    groups = [*(each.group or each.footprint.name for each in view.bodies), *(each.group for each in view.prisms)]
    looks = view.sight.look(eye)
    others = [number for number, body in enumerate(view.bodies) if groups[number] != eye.group]
    assert looks.targets.tolist() == others
    for at, number in enumerate(others):
        body = view.bodies[number]
        foot = body.footprint
        spots = silhouette(
            eye[:3], (foot.x, foot.y), foot.radius, (body.base, body.base + body.height), SILHOUETTE.columns
        )
        assert np.allclose(looks.samples[at].reshape(-1, 3), spots, atol=1e-9)
        apart = [each for each, group in enumerate(groups) if not group or group not in (eye.group, groups[number])]
        for spot, stop in zip(spots, looks.stops[at].ravel().tolist(), strict=True):
            ray = traced(eye[:3], spot, [columns[each] for each in apart])
            surely, perhaps = ({apart[each] for each in some_} for some_ in (ray.surely, ray.perhaps))
            entries = {apart[each]: inches for each, inches in ray.entries.items()}
            if (stop == LIT and surely) or (stop != LIT and stop not in perhaps):
                found.append(f"{foot.name} at {spot}: {stop}, but surely {surely}, perhaps {perhaps}")
            elif entries.get(stop, 0.0) > min(entries.values(), default=math.inf) + 2 * STEP:
                found.append(f"{foot.name} at {spot}: {stop} is not the first of {entries}")
    return found


@pytest.mark.parametrize("seed", range(some(400)))
def test_what_an_eye_sees_of_all_bodies_agrees_with_dense_rays(seed: int) -> None:
    view = scene(seed)
    assert faults(view, eye_of(view.bodies[0])) == []


@pytest.mark.parametrize("seed", range(some(100)))
def test_a_body_is_seen_on_a_spot_as_it_is_where_it_stands(seed: int) -> None:
    view = scene(seed)
    eye, known = eye_of(view.bodies[0]), view.sight
    looks = known.look(eye)
    for share, number in zip(looks.shares.tolist(), looks.targets.tolist(), strict=True):
        foot, base, height, group = view.bodies[number]
        spots = np.array([(foot.x, foot.y, base)] * 2)
        assert known.shares_at(eye, spots, foot.radius, height, group or foot.name).tolist() == [share] * 2


@pytest.mark.parametrize("seed", range(some(200)))
def test_glances_of_several_eyes_find_what_each_of_them_finds_that_looks(seed: int) -> None:
    view, rng = scene(seed), random.Random(seed)
    known, eyes = view.sight, [eye_of(body) for body in view.bodies]
    looks = [known.look(eye) for eye in eyes]
    lines = [(at, number) for at, look in enumerate(looks) for number in look.targets.tolist()]
    rng.shuffle(lines)
    which, numbers = np.array(lines, dtype=np.intp).T
    shares, feet = known.glance(eyes, which, numbers, 0.1)
    for (at, number), share, foot in zip(lines, shares.tolist(), feet.tolist(), strict=True):
        assert share == looks[at].shares[looks[at].targets.tolist().index(number)]
        (x, y, *_rest), base, _height, group = view.bodies[number]
        spot = np.array([(x, y, base + 0.1)])
        assert foot == (known.stops(eyes[at], spot, group or f"body {number}")[0] == LIT)


@pytest.mark.parametrize("seed", range(some(200)))
def test_points_behind_one_prism_are_hidden_from_all_lower_eyes_too(seed: int) -> None:
    view, rng = scene(seed), random.Random(seed)
    eye, known = eye_of(view.bodies[0]), view.sight
    spots = np.array([(rng.uniform(0, 16), rng.uniform(0, 12), rng.uniform(0.01, 3)) for _spot in range(200)])
    groups = [rng.choice(("", "keep", "squad 1")) for _spot in range(200)]
    numbers, which = known.numbers_of(groups), np.array([rng.randrange(2) for _spot in range(200)])
    eyes = [eye, eye._replace(z=eye.z / 2)]
    hidden, (lit, sealed) = known.hidden(eye, spots, numbers), known.lit(eyes, which, spots, numbers)
    assert not (hidden & lit).any()
    single = [known.stops(eyes[at], spot[None], group)[0] for at, spot, group in zip(which, spots, groups, strict=True)]
    assert lit.tolist() == [stop == LIT for stop in single]
    for z in (eye.z / 2, 0.01):
        lower, _sealed = known.lit([eye._replace(z=z)], np.zeros(200, dtype=np.intp), spots, numbers)
        assert not (lower & ((sealed & (which == 0)) | hidden)).any()


def test_most_points_that_are_hidden_are_found_behind_one_prism() -> None:
    prisms = [wall(x, y, x + 2, y + 2, 5.0, f"{x} {y}") for x in range(2, 40, 4) for y in range(2, 40, 4)]
    spots = np.array([(x + 0.5, y + 0.5, 0.5) for x in range(40) for y in range(40)])
    known, eye = sight([], *prisms), Eye(0.5, 0.5, 0.5)
    numbers = known.numbers_of([""] * len(spots))
    dark = known.stops(eye, spots) != LIT
    assert known.hidden(eye, spots, numbers)[dark].mean() > 0.7


def test_targets_of_the_random_scenes_are_seen_in_part_as_often_as_it_takes() -> None:
    shares = np.concatenate([(view := scene(seed)).sight.look(eye_of(view.bodies[0])).shares for seed in range(40)])
    assert min((shares == 0.0).sum(), (shares == 1.0).sum(), ((shares > 0.0) & (shares < 1.0)).sum()) > 40


def wall(x0: float, y0: float, x1: float, y1: float, top: float, name: str = "wall", group: str = "") -> Prism:
    return Prism(Solid(shapely.box(x0, y0, x1, y1), name), 0.0, top, group)


def sight(bodies: Sequence[Body], *prisms: Prism) -> Visibility:
    return Visibility(bodies, Prisms(prisms), SILHOUETTE)


ASH = Body(Disc(10.0, 0.0, 0.5, "Ash"), 0.0, 1.0)
OAK = Body(Disc(5.0, 0.0, 0.5, "Oak"), 0.0, 0.4)
EYE = Eye(0.0, 0.0, 0.5, "eye")


def test_a_receipt_names_the_samples_and_the_first_blocker_of_each() -> None:
    receipts = sight([ASH], wall(4, -9, 5, 0.05, 2.0, "near"), wall(7, -9, 8, 9, 0.55, "low")).look(EYE).receipts()
    receipt = receipts[0]
    assert receipt.target == "Ash"
    assert receipt.share == pytest.approx(0.2)
    assert receipt.samples[0][:3] == pytest.approx((10.0, -0.4, 0.125))
    assert [sample.blocker for sample in receipt.samples] == [
        *("near", "near", "near", "low", "low"), *("near", "near", "near", "low", "low"),
        *("near", "near", "near", None, None), *("near", "near", "near", None, None),
    ]  # fmt: skip


def test_of_two_blockers_the_one_the_ray_enters_first_is_named_even_through_its_top() -> None:
    """The broad low one begins nearer, but the ray from above sinks into it only behind the narrow high one."""
    broad, narrow = wall(2, -9, 9.4, 9, 1.2, "broad"), wall(3, -9, 3.2, 9, 4.0, "narrow")
    [receipt] = sight([ASH], broad, narrow).look(Eye(0.0, 0.0, 3.0, "eye")).receipts().values()
    assert {sample.blocker for sample in receipt.samples} == {"narrow"}
    [receipt] = sight([ASH], broad).look(Eye(0.0, 0.0, 3.0, "eye")).receipts().values()
    assert {sample.blocker for sample in receipt.samples} == {"broad"}


def test_a_line_passes_over_what_is_lower_and_under_what_is_in_the_air() -> None:
    assert sight([ASH, OAK]).look(EYE).shares.tolist() == [0.75, 1.0]
    assert sight([ASH, OAK._replace(base=2.0)]).look(EYE).shares.tolist() == [1.0, 1.0]
    assert sight([ASH, OAK._replace(height=2.0)]).look(EYE).shares.tolist() == [0.0, 1.0]


def test_bodies_that_are_see_through_stop_no_line_and_walls_do() -> None:
    friend, fence = OAK._replace(height=2.0), wall(7, -9, 8, 9, 0.5)
    assert Visibility([ASH, friend], Prisms([]), SILHOUETTE, see_through=True).look(EYE).shares.tolist() == [1.0, 1.0]
    fenced = Visibility([ASH, friend], Prisms([fence]), SILHOUETTE, see_through=True).look(EYE)
    assert fenced.shares.tolist() == [0.5, 1.0]
    assert {each.blocker for each in fenced.receipts()[0].samples} == {"wall", None}


@pytest.mark.parametrize("side", ["eye", "Ash"])
def test_nothing_of_the_groups_of_eye_and_target_is_in_the_way(side: str) -> None:
    friend, keep = OAK._replace(height=2.0, group=side), wall(7, -9, 8, 9, 3.0, group=side)
    assert sight([ASH, friend], keep).look(EYE).receipts()[0].share == 1.0
    assert sight([ASH, friend._replace(group="others")], keep._replace(group="")).look(EYE).shares[0] == 0.0


def test_an_eye_of_a_group_of_its_own_sees_every_group() -> None:
    bodies = [body._replace(group=group) for body, group in zip((ASH, ASH, OAK), ("one", "one", "other"), strict=True)]
    assert sight(bodies).look(EYE).targets.tolist() == [0, 1, 2]
    assert sight(bodies).look(EYE._replace(group="one")).targets.tolist() == [2]


def test_range_and_arc_choose_who_is_looked_at_at_all() -> None:
    behind = Body(Disc(-4.0, 0.0, 0.5, "Elm"), 0.0, 1.0)
    bodies = [ASH, OAK, behind, ASH._replace(group="eye")]
    everyone = sight(bodies)
    assert everyone.look(EYE).targets.tolist() == [0, 1, 2]
    assert everyone.look(EYE, 9.5).targets.tolist() == [0, 1, 2], "to its rim"
    assert everyone.look(EYE, 9.49).targets.tolist() == [1, 2]
    east = EYE._replace(facing=0)
    assert everyone.look(east, arc=90.0).targets.tolist() == [0, 1]
    assert everyone.look(east, arc=270.0).targets.tolist() == [0, 1]
    assert everyone.look(east._replace(facing=9000), arc=170.0).targets.tolist() == [1, 2], "all end 5 degrees off"
    assert everyone.look(east._replace(facing=8800), arc=180.0).targets.tolist() == [0, 1, 2], "any part of it"
    assert everyone.look(EYE, only=(1, 3)).targets.tolist() == [1]
    assert everyone.look(EYE, 1.0).receipts() == {}


def flush(seed: int, dx: float, dy: float) -> Scene:
    """A scene on a grid of half inches, where nothing is rounded, moved by some inches."""
    rng = random.Random(seed)
    prisms, bodies = [], []
    for number in range(5):
        x, y = 2.0 + 3 * number + dx, rng.randrange(10) + dy
        prisms.append(wall(x, y, x + rng.choice((0.5, 3.0)), y + rng.choice((0.5, 5.0)), 1.5, f"wall {number}"))
    for number in range(10):
        disc = Disc(rng.randrange(33) / 2 + dx, rng.randrange(25) / 2 + dy, rng.choice((0.5, 1.0)), f"body {number}")
        bodies.append(Body(disc, rng.choice((0.0, 2.0)), rng.choice((0.5, 1.0, 2.0))))
    return Scene(bodies, prisms)


@pytest.mark.parametrize("seed", range(some(100)))
def test_it_does_not_matter_where_on_the_table_all_this_is(seed: int) -> None:
    here, there = flush(seed, 0.0, 0.0), flush(seed, 40.0, -24.0)
    facing = random.Random(seed).randrange(36_000)
    eye, other_eye = (eye_of(view.bodies[0])._replace(facing=facing) for view in (here, there))
    for reach, arc in ((math.inf, None), (5.0, None), (9.0, 90.0), (math.inf, 200.0)):
        one, other = here.sight.look(eye, reach, arc), there.sight.look(other_eye, reach, arc)
        assert one.targets.tolist() == other.targets.tolist()
        assert one.stops.tolist() == other.stops.tolist()
    spots = np.array([(9.0, 3.0, 1.0), (eye.x, eye.y, 9.0), (3.25, 4.5, 0.25)])
    moved = there.sight.stops(other_eye, spots + (40.0, -24.0, 0.0))
    assert here.sight.stops(eye, spots).tolist() == moved.tolist()


@pytest.mark.parametrize("seed", range(some(100)))
def test_who_is_in_range_and_arc_is_looked_at_and_who_is_far_from_it_is_not(seed: int) -> None:
    view, rng = scene(seed), random.Random(seed)
    eye = eye_of(view.bodies[0])._replace(group="nobody", facing=rng.randrange(36_000))
    reach, arc = rng.uniform(2.0, 9.0), rng.choice((45.0, 90.0, 180.0, 270.0))
    looker = Disc(eye.x, eye.y, 0.0, facing=eye.facing)
    found = view.sight.look(eye, reach, arc).targets.tolist()
    for number, body in enumerate(view.bodies):
        foot = Disc(*body.footprint[:3])
        beyond, turn = math.dist(foot[:2], eye[:2]) - foot.radius - reach, turn_missing(looker, foot, arc)
        assert number in found or beyond > -1e-9 or turn > -1e-9
        assert number not in found or (beyond < 1e-9 and (turn < 1e-6 or gap(looker, foot) < foot.radius))


def test_only_so_many_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_LOOKS", 2)
    everyone = sight([ASH, OAK])
    first = everyone.look(EYE)
    everyone.look(EYE, 1.0)
    assert everyone.look(EYE) is first
    everyone.look(EYE, 2.0)
    assert everyone.look(EYE) is not first


def test_an_eye_looks_once() -> None:
    everyone = sight([ASH, OAK])
    assert everyone.look(EYE) is everyone.look(Eye(0.0, 0.0, 0.5, "eye"))
    assert everyone.look(EYE, 9.0) is not everyone.look(EYE)
    assert everyone.look(EYE._replace(z=0.6)) is not everyone.look(EYE)


def test_straight_up_and_down_is_looked_at_too() -> None:
    above = Body(Disc(0.0, 0.0, 1.0, "hawk"), 4.0, 1.0)
    assert sight([above]).look(EYE).shares.tolist() == [1.0]
    assert sight([above], wall(-1, -1, 1, 1, 0.5)).look(EYE).shares.tolist() == [1.0], "it stands on it"
    assert sight([above], wall(-1, -1, 1, 1, 0.6)).look(EYE).shares.tolist() == [0.0], "it stands in it"
    assert sight([above, OAK._replace(footprint=Disc(0.2, 0.0, 0.5, "lid"), base=2.0)]).look(EYE).shares[0] == 0.0


def test_a_table_without_bodies_or_terrain_is_no_trouble() -> None:
    assert sight([]).look(EYE).receipts() == {}
    assert sight([], wall(1, 1, 2, 2, 3.0)).look(EYE).shares.tolist() == []
    spots = np.array([(9.0, 0.0, 0.5), (9.0, 3.0, 0.5)])
    assert sight([OAK._replace(height=1.0)]).stops(EYE, spots).tolist() == [0, LIT]
    assert sight([OAK._replace(height=1.0)]).stops(EYE, spots, "Oak").tolist() == [LIT, LIT]

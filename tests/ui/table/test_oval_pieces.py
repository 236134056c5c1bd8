"""Bases that are not round in the window: drawn as they are, hit where they are, turned by keys and wheel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise

import pygame
import pytest
import shapely

from game.engine.core.decisions import Arrange
from game.table.footprints import Oblong, clearance
from game.table.lattice import Position, position
from game.table.layout.effort import Effort
from game.table.layout.policy import Member
from game.table.path.region import PathRegion
from game.table.placing.region import Region
from game.ui.aids.instruments import _inches_between_edges as gap_of
from game.ui.arranging.draft import CLEAR, Draft, loosened, spread, wrapped
from game.ui.board.pieces import covers
from game.ui.decisions.place import PlaceController
from tests.rulesets.aos4.battles import LANTERN, box, field, piece
from tests.rulesets.aos4.test_oval_bases import EAST, LONG, NORTH, WIDE, face, moving, oval, rallying, riding
from tests.ui.driver import Driver
from tests.ui.table.test_arranging import control, ready

Window = Callable[..., Driver]
MODEL = "ann.beaconwright-1"


def test_a_base_is_hit_where_it_is_and_not_on_the_disc_around_it(window: Window) -> None:
    driver = window(moving(EAST).session)
    shown = driver.scene.focus.model.pieces[MODEL]
    assert (shown.shape, shown.size, shown.facing) == ("oval", (LONG, WIDE), EAST)
    assert covers(shown, (20 + LONG / 2 - 0.05, 10))
    assert not covers(shown, (20, 10 + LONG / 2 - 0.05))
    assert covers(shown, (20, 10 + WIDE / 2 - 0.05))
    assert control(driver).draft.at((20 + LONG / 2 - 0.05, 10)) == MODEL
    assert control(driver).draft.at((20, 10 + LONG / 2 - 0.05)) == ""


def test_how_near_terrain_is_counts_from_its_edge() -> None:
    battle = moving(EAST, (20, 10), field(piece("post", box(25, 9, 2, 2), 3)))
    [base] = battle.game.positions.bases(battle.unit("beaconwright")).footprints
    [post] = battle.game.ruler.battlefield.pieces
    assert gap_of((base, post)) == pytest.approx(5 - LONG / 2, abs=0.01)


def test_it_is_drawn_as_long_and_as_wide_as_it_is(window: Window) -> None:
    driver = window(moving(EAST).session)
    driver.frame()
    camera, sprites = driver.scene.focus.camera, driver.scene.focus.context.sprites
    canvas = pygame.Surface((400, 400), pygame.SRCALPHA, 32)
    still = replace(driver.scene.focus.model.pieces[MODEL], active=False)
    sprites.draw(canvas, still, (200, 200), camera.scale, {})
    long, wide = (round(side / 2 * camera.scale) for side in (LONG, WIDE))
    assert canvas.get_at((200 + long - 3, 200)).a > 250
    assert canvas.get_at((200, 200 + wide - 3)).a > 250
    assert canvas.get_at((200, 200 + wide + 8)).a < 150, "only its shadow; the disc around it would reach there"


def test_q_and_e_turn_it_and_the_answer_has_its_facing(window: Window) -> None:
    driver = window(moving(EAST).session)
    driver.key("q")
    draft = ready(driver).draft
    assert draft.faces == {MODEL: 1500}
    assert draft.moved
    assert draft.farthest() == draft.members[0].arc_through(1500) > 0.5
    [ghost] = control(driver).ghost.pieces
    assert ghost.facing == 1500
    driver.key("backspace")
    assert control(driver).draft.faces == {MODEL: EAST}
    driver.key("q")
    ready(driver)
    driver.key("return")
    assert driver.session.journal[-1] == [{"id": MODEL, "at": [20.0, 10.0], "facing": 1500}]
    assert driver.session.state.units["ann.beaconwright"].facings == {MODEL: 1500}


def test_after_a_bend_the_base_turns_there_and_the_answer_says_so(window: Window) -> None:
    driver = window(moving(EAST).session)
    draft = control(driver).draft
    draft.move_to((21.5, 10.0), False)
    driver.key("p")
    driver.key("q")
    draft.move_to((21.5, 11.5), False)
    assert ready(driver).draft.steps is not None
    assert draft.farthest() == pytest.approx(3.0 + draft.members[0].arc_through(1500))
    driver.frame()
    driver.key("return")
    turned = {"id": MODEL, "at": [21.5, 11.5], "via": [[21.5, 10.0, EAST]], "facing": 1500}
    assert driver.session.journal[-1] == [turned]
    assert driver.session.state.units["ann.beaconwright"].facings == {MODEL: 1500}


def test_a_bend_taken_back_takes_its_turn_along() -> None:
    asked = moving(EAST).asked
    assert isinstance(asked, Arrange)
    draft = Draft(asked.arrangements, stands=True)
    for spot, turn in (((21.0, 10.0), 10.0), ((22.0, 10.0), 10.0)):
        draft.move_to(spot, False)
        draft.bend()
        draft.turn(turn)
    draft.move_to((22.0, 10.5), False)
    [step] = draft._steps_to(draft.wanted)
    assert (step.via, step.faces, step.facing) == (((21.0, 10.0), (22.0, 10.0)), (EAST, 1000), 2000)
    draft.unbend()
    [step] = draft._steps_to(draft.wanted)
    assert (step.via, step.faces, step.facing) == (((21.0, 10.0),), (EAST,), 2000)
    draft.move_to((21.0, 10.0), False)
    [step] = draft._steps_to(draft.wanted)
    assert (step.via, step.faces) == (((21.0, 10.0),), (EAST,)), "it turns when it has arrived"
    draft.turn(-20.0)
    [step] = draft._steps_to(draft.wanted)
    assert (step.via, step.faces) == ((), ()), "it does not turn"
    draft.back()
    assert not draft.corner_faces


def test_ground_worked_out_while_a_base_is_turned_is_not_that_of_its_new_facing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = moving(EAST).asked
    assert isinstance(asked, Arrange)
    draft = Draft(asked.arrangements, stands=True)

    def turned_meanwhile(_region: PathRegion) -> shapely.Polygon:
        draft.turn(15.0)
        return shapely.box(0.0, 0.0, 1.0, 1.0)

    monkeypatch.setattr(PathRegion, "geometry", property(turned_meanwhile))
    draft.next_ground(Effort())
    assert draft.lacks_ground


def test_the_wheel_turns_a_unit_with_its_bases_and_one_picked_model_alone(window: Window) -> None:
    battle = riding(army=oval(LANTERN, "duskmoth-riders", long=75, wide=42))
    battle.put("duskmoth-riders", (10, 5), (12, 5), (14, 5))
    battle.put("hullbreakers", (40, 28))
    battle.begin()
    face(battle, "duskmoth-riders", NORTH)
    driver = window(battle.use("normal-move", "duskmoth-riders").session)
    draft = control(driver).draft
    driver.key("up")
    assert control(driver).wheel(1)
    assert set(draft.faces.values()) == {NORTH + 1500}
    first = draft.members[0].id
    draft.pick(first)
    before = dict(draft.wanted)
    driver.key("e")
    assert draft.faces[first] == NORTH
    assert draft.wanted == before, "the others stay, and its spot too"
    assert len({*draft.faces.values()}) == 2


def riders(count: int, facing: int) -> tuple[list[Member], dict[str, Position]]:
    """Return riders side by side, a long way apart."""
    bases = [Oblong(3.0 * at, 0.0, 75 / 25.4, 42 / 25.4, "oval", facing, f"m{at}") for at in range(count)]
    members = [Member(base.name, base, Region(base.radius, ())) for base in bases]
    return members, {base.name: position(base.x, base.y) for base in bases}


@pytest.mark.parametrize(("facing", "wide"), [(9000, 42 / 25.4), (0, 75 / 25.4)])
def test_riders_stand_as_tight_and_as_wide_as_their_bases_are(facing: int, wide: float) -> None:
    members, spots = riders(4, facing)
    for gap, least, most in ((CLEAR, CLEAR, CLEAR + 5e-3), (0.5, 0.49, 0.5)):
        placed = spread(spots, members, gap)
        gaps = [clearance(one.at(*placed[one.id]), other.at(*placed[other.id])) for one, other in pairwise(members)]
        assert min(gaps) > least - 1e-3
        assert max(gaps) < most + 1e-3
        assert placed["m1"].x - placed["m0"].x == pytest.approx(wide + most, abs=0.02)


def test_riders_round_an_oval_touch_it_and_nobody_overlaps() -> None:
    members, spots = riders(5, 3000)
    foe = Oblong(5.0, 5.0, 105 / 25.4, 70 / 25.4, "oval", 9000, "foe")
    found = wrapped(members, spots, [foe], CLEAR)
    bases = [member.at(*found[member.id]) for member in members]
    assert all(clearance(base, foe) == pytest.approx(CLEAR, abs=1e-3) for base in bases)
    assert all(clearance(one, other) > 0.0 for one, other in combinations(bases, 2))


def test_riders_that_overlap_are_pushed_apart_by_their_shape() -> None:
    members, _spots = riders(4, 9000)
    close = {member.id: (1.6 * at, 0.0) for at, member in enumerate(members)}
    found = loosened(close, members)
    gaps = [clearance(one.at(*found[one.id]), other.at(*found[other.id])) for one, other in pairwise(members)]
    assert min(gaps) > 0.0
    assert max(gaps) < 0.05


def test_a_model_that_returns_is_turned_in_the_window_as_what_it_is(window: Window) -> None:
    driver = window(rallying().session)
    placing = driver.scene.focus.controller
    assert isinstance(placing, PlaceController)
    placing.move_to((8.0, 10.0), True)
    [ghost] = placing.ghost.pieces
    assert (ghost.shape, ghost.size, ghost.facing) == ("oval", (60 / 25.4, 35 / 25.4), NORTH)
    legal = [placing.legal]
    for _quarter in range(6):
        driver.key("e")
    [ghost] = placing.ghost.pieces
    assert ghost.facing == EAST
    assert [*legal, placing.legal] == [False, True]
    driver.frame()
    driver.key("return")
    assert driver.session.journal[-1] == [8.0, 10.0, EAST]

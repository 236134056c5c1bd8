"""What the camera shows: the pieces that matter now, as large as they fit; a person's own view stays."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest

from game import rulesets
from game.engine.core.decisions import Decision, Place
from game.engine.core.dice import KeyedDice
from game.engine.history.changes import Effect
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.ui.animation.beats import Beat
from game.ui.board.camera import GLIDE, Box, Camera, Glide, View
from game.ui.board.pieces import lift
from game.ui.play.framing import (
    AROUND,
    AROUND_ALL,
    CLEAR,
    LARGE,
    MOST,
    MOSTLY,
    PATIENCE,
    Framing,
    box_of,
)
from game.ui.prefs.settings import Motion
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver, on_table
from tests.ui.table.battle import battle
from tools.situations import session_of

Window = Callable[..., Driver]
NEAR = 0.05


def at_a_choice(window: Window, name: str = "choosing", **more: object) -> Driver:
    driver = window(session_of(name), **more)
    driver.frame()
    return driver


def seen(driver: Driver) -> Box:
    camera = driver.scene.focus.camera
    return camera.sees(camera.viewport)


def answered(driver: Driver, until: Callable[[Decision], object]) -> Decision:
    """Answer until a decision comes; return it."""
    rng = Random(3)
    for _answer in range(200):
        while driver.scene.focus.sheets:
            driver.key("return")
        if until(decision := driver.session.pending()):
            return decision
        driver.scene.model.answer(random_answer(decision, rng))
        driver.frame()
    pytest.fail("it does not come")


def activated(driver: Driver) -> str:
    """Answer until a piece on the table is decided about; return it."""
    return answered(driver, lambda decision: driver.scene.model.units.parts(decision.about)).about


def fitting(camera: Camera, wanted: Box) -> float:
    """Return the most pixels per inch at which the viewport shows all of that."""
    wide, high = camera.viewport.size
    return min(wide / (wanted.east - wanted.west), high / (wanted.north - wanted.south))


# -- what fits ---------------------------------------------------------------------------------


def test_at_home_bases_and_markers_fit_and_nothing_else(window: Window) -> None:
    driver = at_a_choice(window)
    answered(driver, lambda decision: not decision.about)
    driver.keys("=", "=", "home")
    camera, pieces = driver.scene.focus.camera, driver.scene.model.view.pieces
    everything = Box.around(map(box_of, pieces))
    assert everything is not None
    wanted = camera.clip(everything.wider(AROUND_ALL))
    assert seen(driver).contains(wanted, NEAR)
    assert camera.scale == min(math.floor(fitting(camera, wanted)), MOST)


@pytest.mark.parametrize("name", ["choosing", "moving-market-ruins", "moving-open-quarry"])
def test_the_piece_its_region_and_its_targets_are_in_view_and_large_enough_and_no_larger(
    window: Window, name: str
) -> None:
    driver = at_a_choice(window, name)
    focus = driver.scene.focus
    focus.camera.show_at_once(View(1.0, 1.0, 10.0))
    driver.scene.framing._framed = ""
    piece = driver.scene.model.pieces[activated(driver)]
    driver.scene.framing._version = -1  # as when another question comes
    driver.frame()
    region = next(
        each.region_box
        for each in (focus.controller, getattr(focus.hands.ahead(), "placing", None))
        if each and each.region_box
    )
    targets = [driver.scene.model.pieces[each] for each in focus.hands.targets()]
    found = Box.around([box_of(piece), region, *map(box_of, targets)])
    assert found is not None
    camera, wanted = focus.camera, on_table(found.wider(AROUND), focus.camera)
    assert seen(driver).contains(wanted, NEAR)
    fits = math.floor(fitting(camera, wanted))
    assert min(fits, CLEAR) <= camera.scale <= LARGE
    enemy = min(
        (each for each in driver.scene.model.view.pieces if each.kind == "base" and each.owner != piece.owner),
        key=lambda each: math.dist((each.x, each.y), (piece.x, piece.y)),
    )
    assert camera.scale == min(fits, LARGE) or seen(driver).contains(box_of(enemy), NEAR)


def test_a_body_in_the_air_at_the_northern_edge_is_in_view(window: Window) -> None:
    session = battle({"ann.anvils-1": (20.0, 41.0), "bob.kite-1": (20.0, 47.0)}, "ann.armour")
    session.state.units["bob.kite-1"].airborne = True
    driver = window(session)
    driver.frame()
    camera, kite = driver.scene.focus.camera, driver.scene.model.pieces["bob.kite-1"]
    assert kite.above
    driver.scene.framing.home()
    camera.glide = None
    _x, y = camera.to_screen(kite.x, kite.y)
    assert y - (lift(kite) + kite.radius) * camera.scale >= camera.viewport.top
    assert kite.y + lift(kite) + kite.radius > camera.height


def test_nothing_is_larger_than_64_pixels_an_inch_at_1280_and_in_proportion_elsewhere(window: Window) -> None:
    for size, most in (((1280, 720), 64.0), ((1920, 1080), 96.0)):
        driver = at_a_choice(window, size=size)
        assert driver.scene.framing.most == most
        camera = driver.scene.focus.camera
        assert camera.view_of(Box(5, 5, 6, 6), most, camera.viewport).scale == min(most, camera.deepest())


def test_a_view_lies_over_the_table() -> None:
    camera = Camera(30.0, 20.0, pygame.Rect(0, 0, 600, 400))
    view = camera.view_of(Box(0.0, 0.0, 4.0, 4.0), 40.0, camera.viewport)
    assert camera.sees(camera.viewport, view) == pytest.approx((-1.0, -1.0, 14.0, 9.0))
    still = camera.view_of(Box(0.0, 0.0, 4.0, 4.0), 40.0, camera.viewport, ((2.0, 2.0), (100.0, 300.0)))
    camera.show_at_once(still)
    assert camera.to_screen(2.0, 2.0) == pytest.approx((100.0, 300.0))


# -- how it moves ------------------------------------------------------------------------------


def test_a_glide_takes_260_ms_and_keeps_one_spot_still() -> None:
    camera = Camera(30.0, 20.0, pygame.Rect(0, 0, 600, 400), 10.0, 10.0, 20.0)
    end = View(15.0, 8.0, 40.0)
    camera.go(end, 5.0)
    still = 20.0, 6.0  # where both views show the same spot at the same pixel
    pixel = camera.to_screen(*still)
    for passed in (0.05, 0.1, 0.2, GLIDE - 0.001):
        assert camera.move_on(5.0 + passed)
        assert camera.view == end
        assert 20.0 < camera.scale < 40.0
        assert camera.to_screen(*still) == pytest.approx(pixel)
    assert not camera.move_on(5.001 + GLIDE)
    assert View(camera.x, camera.y, camera.scale) == end


@pytest.mark.parametrize("motion", ["full", "reduced", "off"])
def test_the_camera_glides_unless_motion_is_reduced(window: Window, motion: Motion) -> None:
    driver = at_a_choice(window, "picking")
    driver.window.choose(replace(driver.window.options, motion=motion, pace=1.0))
    before = driver.scene.focus.camera.view
    driver.scene.framing.home()
    assert driver.scene.focus.camera.view != before
    assert (driver.scene.focus.camera.glide is not None) == (motion == "full")
    if motion == "full":
        driver.tick()
        assert driver.scene.focus.camera.scale != driver.scene.focus.camera.view.scale


def test_the_camera_rests_while_a_piece_is_in_hand_or_a_button_is_held(window: Window) -> None:
    driver = at_a_choice(window)
    about, focus = activated(driver), driver.scene.focus
    piece = driver.scene.model.pieces[about]
    pixel = driver.at(piece.x, piece.y)
    place = (round(pixel[0]), round(pixel[1]))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    assert focus.hands.held is not None
    driver.scene.framing._settled = False  # as if the region came only now
    focus.camera.show_at_once(view := View(0.0, 0.0, 64.0))
    for _frame in range(3):
        driver.tick()
    assert focus.camera.view == view
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    driver.frame()
    assert focus.camera.view != view


def test_the_piece_under_the_mouse_stays_there_if_it_can(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    framing, focus = driver.scene.framing, driver.scene.focus
    piece = driver.scene.model.pieces[driver.session.pending().about]
    focus.camera.show_at_once(View(piece.x, piece.y, 15.0))
    pixel = driver.at(piece.x, piece.y)
    driver.move(pixel)
    framing._show(box_of(piece).wider(1.0), time.monotonic(), new=True)
    assert focus.camera.scale > CLEAR
    assert math.dist(driver.at(piece.x, piece.y), pixel) < 1.0


# -- a view of one's own -----------------------------------------------------------------------


def test_a_view_chosen_by_hand_stays_until_another_piece_is_decided_about(window: Window) -> None:
    driver = at_a_choice(window)
    first, focus = activated(driver), driver.scene.focus
    driver.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(500, 400), rel=(1, 1), buttons=(0, 0, 0)))
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2, flipped=False))
    chosen = focus.camera.view
    stayed = []

    def other(decision: Decision) -> bool:
        stayed.append(decision.about != first or focus.camera.view == chosen)
        return decision.about not in ("", first)

    answered(driver, other)
    assert all(stayed)
    assert len(stayed) > 1
    assert not focus.camera.by_hand
    assert focus.camera.view != chosen


def test_a_view_of_ones_own_is_left_only_for_a_piece_that_is_out_of_it_and_never_for_a_nearer_one(
    window: Window,
) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    framing, camera = driver.scene.framing, driver.scene.focus.camera
    piece = driver.scene.model.pieces[driver.session.pending().about]
    small = View(piece.x, piece.y, 20.0)
    for spot, stays in (((piece.x, piece.y), True), ((piece.x + 60.0, piece.y), False)):
        camera.show_at_once(View(*spot, small.scale))
        camera.by_hand, framing._framed, framing._version = True, "", -1  # as when another piece is chosen
        framing.tick(time.monotonic())
        assert (camera.view == View(*spot, small.scale), camera.by_hand) == (stays, stays)
        assert camera.view.scale <= small.scale
    camera.show_at_once(small)
    framing._framed, framing._version = "", -1
    framing.tick(time.monotonic())
    assert camera.view.scale > small.scale, "it is nobody's own"


def test_the_camera_moves_once_in_a_second(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    framing, camera, options = driver.scene.framing, driver.scene.focus.camera, driver.window.options
    options.pace, options.motion = 1.0, "reduced"
    now, moved = time.monotonic() + 100.0, list[bool]()
    for passed in (0.0, 0.5, 0.9, 1.1):
        camera.show_at_once(far := View(1.0, 1.0, 64.0))
        framing._framed, framing._version = "", -1
        assert framing.tick(now + passed) == (passed in (0.5, 0.9)), "it comes back to it"
        moved.append(camera.view != far)
    assert moved == [True, False, False, True]


def test_all_that_is_played_together_is_shown_by_one_move(window: Window) -> None:
    driver = at_a_choice(window)
    framing, camera, scene = driver.scene.framing, driver.scene.focus.camera, driver.scene
    before, stage = scene.model.view, scene.focus.animation.stage
    west = min(before.pieces, key=lambda piece: piece.x)
    east = max(before.pieces, key=lambda piece: piece.x)
    camera.show_at_once(View(west.x, west.y, 60.0))
    stage.beats = [Beat(0, 0, (), before, before, (Effect("hurt", piece, 1),)) for piece in (west, east)]
    views = list[View]()
    for stage._at in (0, 1):
        framing._keep_in_view(time.monotonic())
        assert seen(driver).contains(box_of(west), NEAR)
        assert seen(driver).contains(box_of(east), NEAR)
        views.append(camera.view)
    assert views[0] == views[1]


def test_to_drag_units_against_enemies_the_enemies_in_reach_are_in_view(window: Window) -> None:
    fight = Battle("charge", windows="always")
    fight.put("wallward-pikes", (20.0, 8.0), (21.5, 8.0))
    fight.put("hullbreakers", (20.0, 18.0))
    driver = window(fight.begin().session)
    camera = driver.scene.focus.camera
    camera.show_at_once(View(20.0, 4.0, 60.0))
    driver.scene.framing._version = -1
    driver.frame()
    assert seen(driver).contains(box_of(driver.scene.model.pieces["bob.hullbreakers-1"]), NEAR)


def test_home_fits_and_home_twice_shows_the_whole_table(window: Window) -> None:
    driver = at_a_choice(window)
    camera = driver.scene.focus.camera
    before = camera.scale
    driver.keys("=", "=")
    assert camera.scale > 1.2 * before
    driver.key("home")
    assert camera.view == driver.scene.framing.everything()
    driver.keys("=", "-")
    driver.key("home")
    assert camera.view == driver.scene.framing.everything()
    driver.key("home")
    assert camera.is_fitted()
    driver.key("home")
    assert camera.view == driver.scene.framing.everything()


def test_a_pinch_zooms_and_moves_the_view(window: Window) -> None:
    driver = at_a_choice(window, "picking")
    camera = driver.scene.focus.camera
    spot, scale = camera.to_table(640, 360), camera.scale

    def pinch(pinched: float, x: float = 0.5, y: float = 0.5, fingers: int = 2) -> None:
        more: dict[str, Any] = {"num_fingers": fingers, "rotated": 0.0, "touch_id": 1}
        driver.handle(pygame.event.Event(pygame.MULTIGESTURE, pinched=pinched, x=x, y=y, **more))

    pinch(0.05)
    pinch(0.05)
    assert camera.scale > 1.2 * scale
    assert camera.to_table(640, 360) == pytest.approx(spot)
    pinch(0.0, x=0.6)
    assert camera.to_table(768, 360) == pytest.approx(spot)
    assert camera.by_hand
    pinch(-0.05, x=0.6)
    assert camera.scale < 1.25 * scale


# -- computer players --------------------------------------------------------------------------


def test_the_camera_only_keeps_the_pieces_of_a_computer_player_in_view(window: Window) -> None:
    driver = at_a_choice(window)
    activated(driver)
    framing, camera = driver.scene.framing, driver.scene.focus.camera
    camera.show_at_once(View(8.0, 8.0, 60.0))
    inside = [piece for piece in driver.scene.model.view.pieces if seen(driver).contains(box_of(piece), -AROUND)]
    framing.show_pieces(inside, 0.0)
    assert camera.view == View(8.0, 8.0, 60.0)
    far = max(driver.scene.model.view.pieces, key=lambda piece: piece.x + piece.y)
    framing.show_pieces([far], 0.0)
    assert camera.scale == 60.0
    assert seen(driver).contains(box_of(far))
    framing.show_pieces(driver.scene.model.view.pieces, 0.0)
    assert camera.scale < 60.0
    assert all(seen(driver).contains(box_of(piece), NEAR) for piece in driver.scene.model.view.pieces)


def test_a_table_on_which_no_base_stands_yet_is_whole(window: Window) -> None:
    driver = window(began("dropzone", 3))
    driver.frame()
    camera, pieces = driver.scene.focus.camera, driver.scene.model.view.pieces
    assert {piece.kind for piece in pieces} == {"marker"}
    assert camera.view == camera.whole()


def test_a_table_that_is_edited_stays_whole(window: Window) -> None:
    driver = at_a_choice(window)
    driver.scene.window.open("sandbox-of", session=driver.session)
    driver.frame()
    model: SessionModel = driver.top.scene.model
    assert isinstance(model.decision, Editing)
    assert driver.top.scene.focus.camera.is_fitted()


def test_a_region_that_is_found_late_is_framed_at_once_with_its_piece_as_soon_as_no_button_is_held(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, slow, large = at_a_choice(window), [True], Box(2.0, 2.0, 28.0, 18.0)
    framing, now = driver.scene.framing, time.monotonic()
    monkeypatch.setattr(Framing, "_waiting", property(lambda _framing: slow[0]))
    monkeypatch.setattr(Framing, "concerned", lambda _framing: large)
    framing._version = -1  # as when another question comes
    camera = driver.scene.focus.camera
    camera.by_hand = False
    camera.show_at_once(near := View(8.0, 8.0, 60.0))
    assert framing.tick(now)
    framing.tick(now + 2 * PATIENCE)
    assert camera.view == near, "nothing is known to be outside"
    slow[0], driver.scene.focus.pressing = False, True
    framing.tick(now + 3 * PATIENCE)
    assert camera.view == near
    driver.scene.focus.pressing = False
    framing.tick(now + 4 * PATIENCE)
    assert seen(driver).contains(large, NEAR)


def began(book: str, seed: int) -> Session:
    ruleset = rulesets.load(book)
    offers = ruleset.offers()
    maps = [offer.name for offer in offers.maps]
    plan = GamePlan(("Ann", "Bob"), offers.scenarios[0].name, maps[seed % len(maps)])
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))


# -- as seldom as it can -----------------------------------------------------------------------


def showing(driver: Driver, view: View, box: Box, *, new: bool) -> View:
    """Return the view after a box was to be shown."""
    driver.scene.focus.camera.show_at_once(view)
    driver.scene.framing._show(box, time.monotonic(), new=new)
    return driver.scene.focus.camera.view


def test_a_view_stays_if_all_that_is_concerned_is_in_it_and_large_enough(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    piece = driver.scene.model.pieces[driver.session.pending().about]
    box = box_of(piece).wider(1.0)
    framing, view_options = driver.scene.framing, driver.scene.focus.options
    view_options.view = "near"
    assert len({*framing._near(box)}) == 1
    view_options.view = "still"
    assert framing._near(box)[0] < framing._near(box)[1], "smaller bases are accepted"
    for wanted in ("near", "still"):
        view_options.view = wanted
        least, near = framing._near(box)
        assert CLEAR <= round(least * 2 * piece.radius) <= near * 2 * piece.radius
        assert near <= LARGE < MOST, "it could be larger"
        stays = View(piece.x + 2.0, piece.y + 1.0, math.ceil(least))
        assert showing(driver, stays, box, new=True) == stays
        small = View(*stays[:2], math.ceil(least) - 2.0)
        assert showing(driver, small, box, new=True).scale == pytest.approx(near, abs=1.0)
        assert showing(driver, small, box, new=False) == small, "no nearer in the middle of an activation"


def test_a_view_that_moves_only_if_it_must_stays_for_a_piece_most_of_whose_region_is_in_it(window: Window) -> None:
    driver = at_a_choice(window, "choosing")
    framing, focus = driver.scene.framing, driver.scene.focus
    activated(driver)
    driver.frame()
    [region], scale = framing._regions(), focus.camera.view.scale
    high = focus.camera.viewport.height / scale
    north = region.north - 0.2 * (region.north - region.south)
    cut = View((region.west + region.east) / 2, north - high / 2, scale)
    stays = {}
    for wanted in ("still", "near"):
        focus.options.view = wanted
        focus.camera.show_at_once(cut)
        framing._framed, framing._went, framing._settled = "", -9.0, False
        framing._follow(time.monotonic())
        stays[wanted] = (focus.camera.view, focus.camera.glide) == (cut, None)
    assert stays == {"still": True, "near": False}


def test_a_view_that_moves_only_if_it_must_pans_at_its_scale(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    piece = driver.scene.model.pieces[driver.session.pending().about]
    box = box_of(piece).wider(1.0)
    view = View(piece.x + 20.0, piece.y, math.ceil(driver.scene.framing._near(box)[0]))
    assert showing(driver, view, box, new=True).scale == view.scale
    assert seen(driver).contains(box, NEAR)


def test_a_view_that_never_moves_by_itself_stays(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    focus, framing = driver.scene.focus, driver.scene.framing
    focus.options.view = "own"
    focus.camera.show_at_once(view := View(2.0, 2.0, 60.0))
    framing._framed, framing._version = "", -1  # as when another piece is chosen
    framing.tick(time.monotonic())
    assert focus.camera.view == view


def test_enemies_and_markers_stay_in_view_as_long_as_nothing_on_a_base_is_left_out(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    framing, model = driver.scene.framing, driver.scene.model
    piece = model.pieces[driver.session.pending().about]
    box, scales = box_of(piece).wider(1.0), []
    for away in (1.5, 6.0, 9.0, 18.0):
        foe = replace(piece, id="foe", owner="foe", x=piece.x + away)
        model.view = replace(model.view, pieces=(piece, foe))
        scales.append(framing._near(box)[1])
    assert scales[0] == scales[1] == LARGE
    assert LARGE > scales[2] > CLEAR or scales[3] >= CLEAR
    assert scales == sorted(scales, reverse=True)


def test_in_an_activation_the_view_is_shifted_only_as_far_as_needed(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    assert showing(driver, View(15.0, 10.0, 60.0), Box(13.0, 9.0, 25.0, 11.0), new=False).scale == 60.0
    view = driver.scene.focus.camera.view
    assert seen(driver).contains(Box(13.0, 9.0, 25.0, 11.0), NEAR)
    assert view.y == pytest.approx(10.0, abs=0.02)
    assert showing(driver, View(15.0, 10.0, 60.0), Box(2.0, 2.0, 28.0, 18.0), new=False).scale < 60.0


@pytest.mark.parametrize("book", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_no_step_of_an_activation_brings_the_camera_nearer(window: Window, book: str) -> None:
    driver, rng = window(began(book, 3)), Random(5)
    framing, camera, model = driver.scene.framing, driver.scene.focus.camera, driver.scene.model
    before, same = ("", 0.0), 0
    for _answer in range(60):
        driver.scene.focus.sheets.clear()
        driver.frame()
        acting = framing._acting()
        if acting and acting == before[0]:
            same += 1
            assert camera.view.scale <= before[1] + NEAR, driver.session.pending().prompt
        before = framing._framed, camera.view.scale
        if driver.session.finished:
            break
        model.answer(random_answer(driver.session.pending(), rng))
        driver.scene.sync()
    assert same


def test_bare_ground_is_no_answer_until_the_person_has_taken_in_that_the_view_moved(window: Window) -> None:
    driver = at_a_choice(window, "moving-market-ruins")
    focus, answers = driver.scene.focus, len(driver.session.journal)
    decision = driver.session.pending()
    assert isinstance(decision, Place)
    end = decision.region.nearest((10.0, 10.0))
    assert end is not None
    pixel = round(driver.at(end.x, end.y)[0]), round(driver.at(end.x, end.y)[1])
    driver.move(pixel)

    def moved() -> bool:
        return driver.scene.framing.just_moved

    def click() -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            driver.handle(pygame.event.Event(kind, pos=pixel, button=1))

    focus.camera.moved_at = time.monotonic()  # the view changes below a resting mouse
    click()
    assert len(driver.session.journal) == answers
    assert driver.scene.model.notice.title == "The view has just moved: look, and click again"
    assert not moved(), "a second click is meant"
    focus.camera.moved_at = time.monotonic()
    driver.move((pixel[0] + 1, pixel[1]))
    assert not moved(), "the mouse has moved since"
    focus.camera.glide = Glide(focus.camera.view, focus.camera.view, time.monotonic())
    assert moved()
    focus.camera.glide = None
    click()
    assert len(driver.session.journal) > answers


def test_no_ghost_waits_below_a_mouse_that_rests_since_before_the_view_moved(window: Window) -> None:
    driver = at_a_choice(window, "choosing")
    focus, about = driver.scene.focus, activated(driver)
    piece, hand = driver.scene.model.pieces[about], focus.hands.ahead()
    assert hand is not None
    end = hand.placing.region.nearest((piece.x + 1.5, piece.y))
    assert end is not None
    shown = list[bool]()
    for moved_again in (False, True, False):
        if moved_again:
            focus.camera.moved_at = time.monotonic()
            driver.frame()
        else:
            driver.move(driver.at(end.x, end.y))
        shown.append(focus.hands.shown is not None)
    assert shown == [True, False, True]


def test_in_an_activation_most_of_a_region_in_view_is_enough(window: Window) -> None:
    driver = at_a_choice(window, "choosing")
    activated(driver)
    framing, camera = driver.scene.framing, driver.scene.focus.camera
    region = Box(4.0, 4.0, 16.0, 16.0)
    for south, enough in ((7.0, True), (9.0, False)):
        view = Box(0.0, south, 20.0, 20.0)
        assert (region.share_in(view) >= MOSTLY) == enough
    [region], scale = framing._regions(), camera.view.scale
    high = camera.viewport.height / scale
    for share, stays in ((0.8, True), (0.5, False)):
        north = region.north - (1 - share) * (region.north - region.south)
        camera.show_at_once(View((region.west + region.east) / 2, north - high / 2, scale))
        assert (Box.around(framing._parts(mostly=True)[0]) != Box.around(framing._parts()[0])) == stays


def test_what_others_do_is_shown_even_if_a_person_chose_the_view(window: Window) -> None:
    driver = at_a_choice(window)
    answered(driver, lambda decision: driver.scene.model.units.parts(decision.about))
    camera, scene = driver.scene.focus.camera, driver.scene
    before = scene.model.view
    far = max(before.pieces, key=lambda piece: piece.x + piece.y)
    camera.show_at_once(View(6.0, 6.0, 60.0))
    camera.by_hand = True
    for owner, shown in ((scene.model.decider, False), ("somebody else", True)):
        pieces = tuple(replace(piece, active=piece is far, owner=owner) for piece in before.pieces)
        view = replace(before, pieces=pieces)
        beat = Beat(0, 0, (), view, view, (Effect("hurt", replace(far, owner=owner), 1),))
        scene.focus.animation.stage.beats, scene.focus.animation.stage._at = [beat], 0
        scene.framing._keep_in_view(time.monotonic())
        assert seen(driver).contains(box_of(far), NEAR) == shown

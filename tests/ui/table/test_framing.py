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

from game.engine.core.decisions import Decision
from game.engine.rulebook.editing import Editing
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.ui.board.camera import GLIDE, Box, Camera, View
from game.ui.board.pieces import lift
from game.ui.play.framing import ALIKE, AROUND, AROUND_ALL, MOST, PATIENCE, Framing, box_of
from game.ui.prefs.settings import Motion
from tests.ui.driver import Driver
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


def test_bases_and_markers_fit_and_nothing_else(window: Window) -> None:
    driver = at_a_choice(window)
    answered(driver, lambda decision: not decision.about)
    camera, pieces = driver.scene.focus.camera, driver.scene.model.view.pieces
    everything = Box.around(map(box_of, pieces))
    assert everything is not None
    wanted = everything.wider(AROUND_ALL).within(camera.width, camera.height)
    assert seen(driver).contains(wanted, NEAR)
    fits = math.floor(fitting(camera, wanted))
    assert camera.scale == min(fits, MOST)


@pytest.mark.parametrize("name", ["choosing", "moving-market-ruins", "moving-open-quarry"])
def test_the_piece_its_region_and_its_targets_are_as_large_as_they_fit(window: Window, name: str) -> None:
    driver = at_a_choice(window, name)
    focus = driver.scene.focus
    piece = driver.scene.model.pieces[activated(driver)]
    region = next(
        each.region_box
        for each in (focus.controller, getattr(focus.hands.ahead(), "placing", None))
        if each and each.region_box
    )
    targets = [driver.scene.model.pieces[each] for each in focus.hands.targets()]
    found = Box.around([box_of(piece), region, *map(box_of, targets)])
    assert found is not None
    camera, wanted = focus.camera, found.wider(AROUND).within(focus.camera.width, focus.camera.height)
    assert seen(driver).contains(wanted, NEAR)
    fits = math.floor(fitting(camera, wanted))
    assert min(fits, MOST) * ALIKE - NEAR <= camera.scale <= MOST + NEAR


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
    focus.camera.show_at_once(view := View(3.0, 3.0, 30.0))
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
    framing._show(box_of(piece).wider(1.0), time.monotonic(), ALIKE)
    assert focus.camera.scale == MOST
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


def test_a_table_that_is_edited_stays_whole(window: Window) -> None:
    driver = at_a_choice(window)
    driver.scene.window.open("sandbox-of", session=driver.session)
    driver.frame()
    model: SessionModel = driver.top.scene.model
    assert isinstance(model.decision, Editing)
    assert driver.top.scene.focus.camera.is_fitted()


def test_a_region_that_is_found_late_is_framed_as_soon_as_no_button_is_held(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, slow, small, large = at_a_choice(window), [True], Box(8.0, 8.0, 12.0, 12.0), Box(2.0, 2.0, 28.0, 18.0)
    framing, now = driver.scene.framing, time.monotonic()
    monkeypatch.setattr(Framing, "_waiting", property(lambda _framing: slow[0]))
    monkeypatch.setattr(Framing, "concerned", lambda _framing: small if slow[0] else large)
    framing._version = -1  # as when another question comes
    driver.scene.focus.camera.by_hand = False
    assert framing.tick(now)
    framing.tick(now + 2 * PATIENCE)
    assert seen(driver).contains(small, NEAR)
    assert not seen(driver).contains(large, NEAR)
    slow[0], driver.scene.focus.pressing = False, True
    framing.tick(now + 3 * PATIENCE)
    assert not seen(driver).contains(large, NEAR)
    driver.scene.focus.pressing = False
    framing.tick(now + 4 * PATIENCE)
    assert seen(driver).contains(large, NEAR)

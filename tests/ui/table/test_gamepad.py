"""A gamepad, by synthesized events of its own: cursor, confirm, cancel, next, zoom; on only where it is wanted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame
import pytest

from game.ui.shell import gamepad
from game.ui.shell.gamepad import BACK, EACH, FIRST, LB, RB, SPEED, START, A, B, Gamepad, X
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
PLACING = 3
CROSS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


@pytest.fixture(autouse=True)
def quiet_afterwards() -> Iterator[None]:
    yield
    pygame.joystick.quit()


def press(driver: Driver, *buttons: int) -> None:
    for button in buttons:
        driver.handle(pygame.event.Event(pygame.JOYBUTTONDOWN, instance_id=0, button=button))
        driver.handle(pygame.event.Event(pygame.JOYBUTTONUP, instance_id=0, button=button))
        driver.frame()


def cross(driver: Driver, *ways: str) -> None:
    for way in ways:
        driver.handle(pygame.event.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=CROSS[way]))
        driver.handle(pygame.event.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=(0, 0)))
        driver.frame()


def stick(axis: int, value: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.JOYAXISMOTION, instance_id=0, axis=axis, value=value)


def moved(pad: Gamepad, start: float, seconds: float) -> list[pygame.event.Event]:
    """Hold what is held for some time and return what comes of it, in a window of 1280 x 720 pixels."""
    return [event for step in range(round(seconds * 20)) for event in pad.tick(start + (step + 1) / 20, (1280, 720))]


def test_the_system_for_it_is_started_only_when_wanted_and_stopped_again(window: Window) -> None:
    driver = window(toy_session())
    started = [driver.window.gamepad.on]
    for wanted in (True, False):
        driver.window.choose(replace(driver.window.options, gamepad=wanted))
        driver.frame()
        started.append(driver.window.gamepad.on)
    assert started == [False, True, False]


def test_next_confirm_and_take_back(window: Window) -> None:
    driver = window(toy_session())
    press(driver, RB, RB, LB)
    assert driver.scene.focus.actions.current().id == "walk"  # type: ignore[union-attr]
    press(driver, A)
    assert driver.session.journal == ["walk"]
    press(driver, BACK)
    assert driver.session.journal == []


def held(driver: Driver, button: int, *others: int) -> None:
    """Press buttons one after another while another one is held."""
    driver.handle(pygame.event.Event(pygame.JOYBUTTONDOWN, instance_id=0, button=button))
    press(driver, *others)
    driver.handle(pygame.event.Event(pygame.JOYBUTTONUP, instance_id=0, button=button))
    driver.frame()


def test_with_lb_held_back_does_again_and_marks_nothing(window: Window) -> None:
    driver = window(toy_session())
    press(driver, RB, A, BACK)
    assert driver.session.journal == []
    held(driver, LB, BACK)
    assert driver.session.journal == ["walk"]
    press(driver, BACK)
    assert driver.session.journal == []
    assert driver.scene.focus.actions.cursor == -1
    held(driver, LB)
    assert driver.scene.focus.actions.cursor >= 0


def test_with_lb_held_start_goes_along_the_rosters(window: Window) -> None:
    driver = window(toy_session())
    held(driver, LB, START)
    first = driver.scene.focus.inspection.focused
    assert first
    assert driver.scene.focus.sheets == []
    cross(driver, "right")
    assert driver.scene.focus.inspection.focused not in ("", first)
    press(driver, B)
    assert driver.scene.focus.inspection.focused == ""
    press(driver, START)
    assert driver.scene.focus.sheets


def test_the_cross_nudges_and_x_finds_the_nearest_legal_place(window: Window) -> None:
    driver = window(toy_session(PLACING))
    controller = driver.scene.focus.controller
    x, y = controller.spot  # type: ignore[union-attr]
    cross(driver, "left", "left", "up")
    assert controller.spot == (pytest.approx(x - 0.1), pytest.approx(y + 0.05))  # type: ignore[union-attr]
    press(driver, X, A)
    assert driver.session.state.spots["a1"] == (pytest.approx(x - 0.1), pytest.approx(y + 0.05))


def test_a_held_direction_repeats() -> None:
    pad = Gamepad()
    down = pygame.event.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=CROSS["down"])
    assert len(list(pad.events(down, 10.0))) == 2
    assert list(pad.tick(10.0 + FIRST / 2, (100, 100))) == []
    assert len(list(pad.tick(10.0 + FIRST, (100, 100)))) == 2
    assert len(list(pad.tick(10.0 + FIRST + EACH, (100, 100)))) == 2
    list(pad.events(pygame.event.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=(0, 0)), 11.0))
    assert not pad.lively
    assert list(pad.tick(20.0, (100, 100))) == []


def test_the_left_stick_moves_the_cursor_and_keeps_it_in_the_window() -> None:
    pad = Gamepad()
    pad.cursor = (600.0, 300.0)
    list(pad.events(stick(0, 1.0), 100.0))
    moved(pad, 100.0, 0.5)
    assert pad.cursor == pytest.approx((600.0 + SPEED / 2, 300.0))
    moved(pad, 100.5, 3.0)
    assert pad.cursor == (1279.0, 300.0)
    list(pad.events(stick(0, gamepad.DEAD / 2), 104.0))
    assert not pad.lively


def test_a_stick_that_lay_still_does_not_jump() -> None:
    pad = Gamepad()
    pad.cursor = (600.0, 300.0)
    list(pad.tick(1.0, (1280, 720)))
    list(pad.events(stick(0, 1.0), 99.99))
    list(pad.tick(100.0, (1280, 720)))
    assert pad.cursor == pytest.approx((600.0 + SPEED / 100, 300.0))


def test_cursor_and_a_place_a_piece_as_a_mouse_does(window: Window) -> None:
    driver = window(toy_session(PLACING))
    pad = driver.window.gamepad
    x, y = driver.at(6.0, 5.0)
    pad.cursor = (x, y)
    now = time.monotonic()
    list(pad.events(stick(1, 0.25), now))
    driver.handle(*moved(pad, now, 0.05))
    list(pad.events(stick(1, 0.0), now))
    press(driver, A)
    assert driver.session.state.spots["a1"] == (pytest.approx(6.0, abs=0.1), pytest.approx(5.0, abs=0.3))


def test_the_right_stick_zooms(window: Window) -> None:
    driver = window(toy_session())
    before = driver.scene.focus.camera.scale
    driver.move(driver.scene.focus.layout.table.center)
    now = time.monotonic()
    list(driver.window.gamepad.events(stick(4, -1.0), now))
    driver.handle(*moved(driver.window.gamepad, now, 0.5))
    assert driver.scene.focus.camera.scale > before


def test_start_opens_the_menu_and_b_closes_it_again(window: Window) -> None:
    driver = window(toy_session())
    press(driver, START)
    assert driver.scene.focus.sheets[-1].title == "Menu"
    cross(driver, "down", "up")
    press(driver, B)
    assert driver.scene.focus.sheets == []


def test_changed_keys_do_not_change_the_pad(window: Window) -> None:
    driver = window(toy_session())
    driver.window.choose(replace(driver.window.options, keys={"all": {"next": "k"}}))
    press(driver, RB)
    assert driver.scene.focus.actions.cursor == 0


def test_a_pad_that_goes_away_lets_go_of_everything() -> None:
    pad = Gamepad()
    list(pad.events(stick(0, 1.0), 0.0))
    list(pad.events(pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=0), 0.0))
    assert not pad.lively

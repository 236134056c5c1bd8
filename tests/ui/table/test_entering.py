"""Squads dragged onto what takes them in say so, and squads that enter the table are seen where a click puts them."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.engine.core.decisions import Arrange
from game.engine.session import Session
from game.ui.arranging.choosing import ChooseController
from game.ui.arranging.controller import ArrangeController
from game.ui.arranging.entering import Entering
from tests.ui.driver import Driver
from tests.ui.table.battle import battle
from tests.ui.table.test_cargo import drag
from tests.ui.table.test_hands import pixel

Window = Callable[..., Driver]
SQUAD = {f"ann.rifles-{n}": (18.0 + n / 2, 19.0 + n) for n in (1, 2, 3)}
HOUSE, BEYOND = (22.5, 23.0), (20.0, 30.0)


def held(driver: Driver) -> Entering:
    """Return what the squad in hand is held over."""
    controller = driver.scene.focus.controller
    assert isinstance(controller, ChooseController | ArrangeController)
    found = controller.entering if isinstance(controller, ArrangeController) else None
    if isinstance(controller, ChooseController) and controller.drag is not None:
        found = controller.drag.entering
    assert found is not None
    return found


def said(driver: Driver) -> list[str]:
    """Return the lines at the cursor."""
    driver.scene.focus.mouse_since -= 10.0
    driver.frame()
    content = driver.scene.chip.content()
    return [line.text for line in content[0].lines] if content is not None else []


@pytest.mark.parametrize("chosen", [False, True])
def test_held_over_a_building_a_squad_says_that_it_enters_and_does_so_when_dropped(
    window: Window, chosen: bool
) -> None:
    session = battle(SQUAD, "ann.frontline")
    for key in ("ann.rifles", "move") if chosen else ():
        session.answer(key)
    driver = window(session)
    drag(driver, pixel(driver, (18.5, 20.0)), HOUSE, drop=False)
    assert driver.scene.tips.on_table() is None or chosen
    driver.frames_until("whether it gets in", lambda: held(driver).is_known)
    assert said(driver) == ["Then enters Customs House"]
    assert held(driver).line().tone == "good"
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel(driver, HOUSE), button=1))
    driver.frames_until("the slots", lambda: session.pending().rule == "D-GARR-4")
    assert session.journal[:2] == ["ann.rifles", "move"]
    assert session.journal[-1] == "customs-house"


def test_a_squad_that_cannot_get_into_a_building_says_so_before_it_is_dropped(window: Window) -> None:
    scattered = {"ann.rifles-2": (8.0, 4.0), "ann.rifles-3": (10.0, 4.0)}
    session = battle({"ann.rifles-1": (19.0, 23.0), **scattered}, "ann.frontline")
    driver = window(session)
    drag(driver, pixel(driver, (19.0, 23.0)), HOUSE, drop=False)
    assert held(driver).into == "customs-house"
    driver.frames_until("whether it gets in", lambda: held(driver).is_known)
    assert said(driver) == ["Cannot get into Customs House with this move"]


def entering(window: Window) -> tuple[Session, Driver, ArrangeController]:
    """Return a window in which a dropship enters the table, with the spots that it is offered."""
    session = battle({"bob.pylon": (24.0, 40.0)}, "ann.frontline")
    session.answer("ann.drover-1.squad")
    assert isinstance(session.pending(), Arrange)
    driver = window(session)
    controller = driver.scene.focus.controller
    assert isinstance(controller, ArrangeController)
    driver.frames_until("an offer", lambda: not controller.searching)
    return session, driver, controller


def test_who_enters_is_seen_under_the_mouse_with_whether_it_may_stand_there(window: Window) -> None:
    session, driver, controller = entering(window)
    offered = controller.ghost.pieces[0]
    driver.move(driver.at(10.0, 4.0))
    driver.frames_until("a verdict", lambda: controller.shown.judged)
    ghost = controller.ghost.pieces[0]
    assert (ghost.x, ghost.y) == pytest.approx((10.0, 4.0), abs=0.1)
    assert controller.lines()[0].text == "It may stand there"
    driver.move(driver.at(*BEYOND))
    driver.frames_until("a verdict", lambda: controller.shown.judged)
    assert "too far" in controller.lines()[0].text
    driver.move((40, 600))  # over the dock: what Enter would take is shown again
    assert controller.ghost.pieces[0] == offered
    driver.move(driver.at(10.0, 4.0))
    driver.key("return")
    driver.frames_until("the answer", lambda: len(session.journal) == 2)
    assert session.state.units["ann.drover-1"].spot == pytest.approx((10.0, 4.0), abs=0.1)


def test_who_is_dropped_where_it_may_not_enter_hears_why_and_follows_the_mouse_no_longer(window: Window) -> None:
    session, driver, controller = entering(window)
    driver.click(driver.at(*BEYOND))
    driver.frames_until("a place", lambda: not controller.searching and bool(driver.scene.model.notice.title))
    notice = driver.scene.model.notice
    assert notice.title == "Not legal there: shown as near as it can stand"
    [refusal] = notice.refusals
    assert refusal.text.startswith("Drover Dropship A: ")
    assert "too far" in refusal.text
    nearest = controller.ghost.pieces[0]
    driver.move(driver.at(10.0, 4.0))
    assert controller.ghost.pieces[0] == nearest
    assert len(session.journal) == 1


def test_over_the_table_the_wheel_zooms_while_a_single_round_base_enters(window: Window) -> None:
    _session, driver, _controller = entering(window)
    driver.move(driver.at(10.0, 4.0))
    before = driver.scene.focus.camera.scale
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2))
    driver.frame()
    assert driver.scene.focus.camera.scale > before or driver.scene.focus.camera.glide is not None

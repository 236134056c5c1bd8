"""Units dragged straight from the question what to use: over the ground, or onto an enemy."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.ui.arranging.choosing import ChooseController
from game.ui.arranging.controller import ArrangeController
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver
from tests.ui.table.test_arranging import by, drag

Window = Callable[..., Driver]
PIKES, START = "ann.wallward-pikes", (20.0, 8.0)


def battle(phase: str, foe: tuple[float, float] = (20.0, 16.0)) -> Battle:
    """Two Pikes and two Slingers of Ann, one Hullbreaker of Bob."""
    found = Battle(phase, windows="always")
    found.put("wallward-pikes", START, (21.5, 8.0))
    found.put("glarecoil-slingers", (30.0, 8.0), (31.5, 8.0))
    found.put("hullbreakers", foe)
    return found


def hold(driver: Driver, start: tuple[float, float], *spots: tuple[float, float]) -> ChooseController:
    """Press at a spot of the table and draw the mouse over others, without letting go."""
    x, y = driver.at(*start)
    driver.move((x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1))
    for spot in spots:
        driver.move(driver.at(*spot))
    found = driver.scene.focus.controller
    assert isinstance(found, ChooseController)
    return found


def test_over_the_ground_it_is_the_move_where_it_was_dropped_and_undone_at_once(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    drag(driver, START, (20.0, 11.0))
    driver.frames_until("the move", lambda: len(driver.session.journal) == 2)
    assert driver.session.journal[0] == f"normal-move {PIKES}"
    assert driver.session.state.units[PIKES].at[f"{PIKES}-1"] == pytest.approx((20.0, 11.0), abs=0.1)
    driver.key("ctrl+z")
    assert driver.session.journal == []
    assert driver.session.state.units[PIKES].at[f"{PIKES}-1"] == START


def test_dropped_where_it_may_not_lie_it_is_shown_as_near_as_it_can(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    drag(driver, START, (13.0, 8.0))
    driver.frames_until("the question", lambda: bool(driver.session.journal))
    assert driver.session.journal == [f"normal-move {PIKES}"]
    driver.frames_until("the place", lambda: by(driver, f"{PIKES}-1")[0] < -4.0)
    assert by(driver, f"{PIKES}-1")[0] > -5.01


def test_who_wants_to_confirm_sees_a_dropped_unit_there_first(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    driver.window.options.ask = True
    driver.scene.focus.asked = driver.scene.new_controller()
    drag(driver, START, (20.0, 11.0))
    assert driver.session.journal == [f"normal-move {PIKES}"]
    assert by(driver, f"{PIKES}-1") == by(driver, f"{PIKES}-2") == pytest.approx((0.0, 3.0), abs=0.1)
    driver.key("return")
    assert driver.session.state.units[PIKES].at[f"{PIKES}-1"] == pytest.approx((20.0, 11.0), abs=0.1)


def test_in_hand_nothing_is_answered_and_the_block_is_shown_as_it_would_be_asked(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    held = hold(driver, START, (20.0, 9.0), (20.0, 10.0))
    assert held.drags
    assert held.lines_title() == "Normal Move: Wallward Pikes"
    assert isinstance(held.drag and held.drag.block, ArrangeController)
    assert held.ghost.away == {f"{PIKES}-1", f"{PIKES}-2"}
    assert driver.session.journal == []


def test_what_is_in_hand_has_no_tooltip_over_its_way(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    driver.move(driver.at(*START))
    assert driver.scene.tips.tip() is not None
    hold(driver, START, (20.0, 8.4))
    assert driver.scene.focus.inspection.hovered == f"{PIKES}-1"
    assert driver.scene.tips.tip() is None
    driver.move(driver.at(20.0, 16.0))  # over an enemy, against whom it can do nothing now
    assert driver.scene.focus.inspection.hovered == "bob.hullbreakers-1"
    assert driver.scene.tips.tip() is None


def test_hardly_moved_it_was_a_click(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    held = hold(driver, START, (20.05, 8.0))
    assert not held.drags
    assert held.ghost.away == frozenset()
    drag(driver, START, (20.05, 8.0))
    assert driver.session.journal == []


def test_who_has_nothing_to_do_by_hand_is_not_dragged(window: Window) -> None:
    driver = window(battle("movement").begin().session)
    held = hold(driver, (20.0, 16.0), (20.0, 18.0))  # Bob's
    assert held.drag is None
    assert not held.drags


def test_where_dice_come_first_the_unit_is_seen_where_it_is_dragged_and_none_is_rolled(window: Window) -> None:
    driver = window(battle("movement", (20.0, 10.5)).begin().session)
    held = hold(driver, START, (20.0, 6.0), (20.0, 4.0))
    assert held.lines_title() == "Retreat: Wallward Pikes"
    assert held.drag is not None
    assert held.drag.block is None
    assert held.ghost.away == frozenset(driver.session.state.units["ann.wallward-pikes"].at)
    assert driver.session.journal == []
    assert driver.session.state.rolls.total == 0


def test_onto_an_enemy_it_is_the_attack_on_that_one(window: Window) -> None:
    fight = battle("shooting", (30.0, 15.0)).rolls("hit", 1, 1)
    driver = window(fight.begin().session)
    held = hold(driver, (30.0, 8.0), (30.0, 12.0), (30.0, 15.0))
    assert held.drag is not None
    assert held.drag.foe == "bob.hullbreakers"
    assert held.marks() == {"bob.hullbreakers-1": "contact"}
    assert [line.text for line in held.lines()] == ["Onto Hullbreakers"]
    drag(driver, (30.0, 8.0), (30.0, 15.0))
    assert driver.session.journal[0] == "shoot ann.glarecoil-slingers"


def test_an_attack_that_is_dropped_on_the_ground_is_refused_in_words(window: Window) -> None:
    driver = window(battle("shooting").begin().session)
    drag(driver, (30.0, 8.0), (26.0, 12.0))
    assert driver.session.journal == []
    notice = driver.scene.model.notice
    assert notice.title == "Shoot: Glarecoil Slingers needs an enemy: drop it on one"
    assert [each.text for each in notice.refusals] == ["no enemy is within 2.00″ of the mouse"]

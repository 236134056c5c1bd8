"""The recap at a hand-over: offered, stepped through by keys and by mouse, on the table as it stood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.engine.rulebook.view import Line
from game.ui.play.focus import rings
from game.ui.play.recap import fitting
from game.ui.prefs.settings import Options
from game.ui.widgets.keys import EVERYBODY
from tests.rulesets.aos4.battles import Battle, row
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def handed_over(driver: Driver) -> None:
    """Ann answers four times and moves Aldis; then Bob decides."""
    driver.keys("1", "1", "1", "return")
    driver.click(driver.at(6.0, 6.0))
    banner = driver.scene.hand_over.banner
    assert banner is not None
    assert banner.title == "Bob's turn"


def test_the_recap_by_keys_alone(window: Window) -> None:
    driver = window(toy_session())
    handed_over(driver)
    driver.key("f5")
    titles = []
    for _ in range(4):
        titles.append(driver.scene.focus.sheets[-1].title)
        driver.key("right")
    assert titles == [f"Recap: {number} of 4" for number in (1, 2, 3, 4)]
    assert driver.scene.focus.sheets == []
    assert len(driver.session.journal) == 4, "looking back answers nothing"


def test_the_recap_by_mouse_alone_goes_on_back_and_away(window: Window) -> None:
    driver = window(toy_session())
    handed_over(driver)
    assert driver.scene.hand_over.banner is not None
    driver.click(driver.scene.hand_over.banner.button.center)
    driver.press_row("Next")
    assert driver.scene.focus.sheets[-1].title == "Recap: 2 of 4"
    driver.press_row("Back")
    assert driver.scene.focus.sheets[-1].title == "Recap: 1 of 4"
    driver.press_row("Skip to now")
    assert driver.scene.focus.sheets == []


@pytest.mark.parametrize(("key", "label"), [("f5", "F5"), ("insert", "Insert")])
def test_the_button_names_the_key_that_opens_the_recap_at_any_time(window: Window, key: str, label: str) -> None:
    driver = window(toy_session())
    driver.window.choose(replace(driver.window.options, keys={EVERYBODY: {"recap": key}}))
    handed_over(driver)
    assert driver.scene.hand_over._button() == f"Recap   {label}"
    driver.key("h")
    assert driver.scene.focus.sheets == []
    driver.key(key)
    assert driver.scene.focus.sheets[-1].title == "Recap: 1 of 4"


def test_a_step_shows_the_table_as_it_stood_and_who_moved(window: Window) -> None:
    driver = window(toy_session())
    handed_over(driver)
    driver.key("f5")
    first = driver.scene.focus.recap_step
    assert first is not None
    assert (first.after["a1"].x, first.after["a1"].y) == (5.0, 4.0)
    assert first.moved() == []
    driver.keys("right", "right", "right")
    last = driver.scene.focus.recap_step
    assert last is not None
    [(was, now)] = last.moved()
    assert (was.x, was.y) == (5.0, 4.0)
    assert (now.x, now.y) == pytest.approx((6.0, 6.0), abs=0.03)


def test_pieces_that_a_step_is_about_are_ringed(window: Window) -> None:
    play = begin(godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 11.5, 10), dice=[5, 2])
    driver = window(play.session)
    driver.keys("1", "e", "1")  # Ada acts, engages Bo
    driver.keys("a")  # and ends her activation
    assert driver.scene.hand_over.banner is not None
    driver.keys("f5", "right")
    while "engages" not in " ".join(line.text for line in driver.scene.focus.sheets[-1].lines):
        driver.key("right")
    assert rings(driver.scene.focus) == {"ada": "chosen", "bo": "chosen"}


def test_the_recap_can_be_asked_for_at_any_time(window: Window) -> None:
    driver = window(toy_session())
    driver.key("f5")
    assert driver.scene.focus.sheets == []
    assert driver.scene.model.notice.title == "Nothing has happened since you last decided"
    handed_over(driver)
    driver.keys("x", "f5")
    assert driver.scene.focus.sheets[-1].title == "Recap: 1 of 4"


def test_the_offer_can_be_switched_off(window: Window) -> None:
    driver = window(toy_session())
    driver.window.choose(Options(recap=False, pace=0.0))
    handed_over(driver)
    assert driver.scene.hand_over.banner is not None
    assert driver.scene.hand_over.banner.steps == []
    assert driver.scene.hand_over.banner.button.width == 0
    driver.key("h")
    assert driver.scene.focus.sheets == []


def test_what_was_taken_back_is_not_told(window: Window) -> None:
    driver = window(toy_session(2))
    driver.keys("return")
    driver.click(driver.at(6.0, 6.0))
    driver.keys("x", "ctrl+z", "x")
    driver.click(driver.at(4.0, 6.0))
    driver.key("f5")
    driver.key("right")
    told = driver.scene.focus.recap_step
    assert told is not None
    assert [(now.x, now.y) for _, now in told.moved()] == [pytest.approx((4.0, 6.0), abs=0.03)]


@pytest.mark.parametrize("size", [(1280, 720), (1000, 640), (1920, 1080)])
def test_the_recap_leaves_the_table_in_view(window: Window, size: tuple[int, int]) -> None:
    driver = window(toy_session(), size)
    handed_over(driver)
    driver.key("f5")
    sheet = driver.scene.focus.sheets[-1]
    assert not sheet.rect.colliderect(driver.scene.focus.layout.table)
    assert pygame.Rect((0, 0), size).contains(sheet.rect)
    assert sheet.rect.contains(sheet.list.rect)


def test_a_reaction_names_the_active_piece(window: Window) -> None:
    scene = window(toy_session(3)).scene
    active = next(piece for piece in scene.model.view.pieces if piece.owner == "ann")
    object.__setattr__(active, "active", True)
    scene.hand_over.announce("bob")
    assert scene.hand_over.banner is not None
    assert scene.hand_over.banner.title == "Bob decides while Aldis Thorn is active"
    scene.hand_over.announce("ann")
    assert scene.hand_over.banner.title == "Ann's turn"


def test_a_question_that_may_come_in_anybodys_turn_is_not_called_a_turn(window: Window) -> None:
    scene = window(toy_session(3)).scene
    assert scene.model.decision is not None
    object.__setattr__(scene.model.decision, "window", "reaction")
    scene.hand_over.announce("bob")
    assert scene.hand_over.banner is not None
    assert scene.hand_over.banner.title == "A question for Bob"


def test_a_reaction_to_a_unit_names_the_unit_not_one_of_its_models(window: Window) -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(3, 20, 10, 1.3, files=3))
    scene = window(battle.begin().session).scene
    active = next(piece for piece in scene.model.view.pieces if piece.unit == "ann.wallward-pikes")
    object.__setattr__(active, "active", True)
    scene.hand_over.announce("bob")
    assert scene.hand_over.banner is not None
    assert scene.hand_over.banner.title == "Bob decides while Wallward Pikes are active"


def test_a_long_step_ends_with_what_came_last() -> None:
    lines = [Line(str(number)) for number in range(30)]
    shown = fitting(lines)
    assert len(shown) == 12
    assert shown[-1].text == "29"
    assert "19 earlier entries" in shown[0].text

"""Dressing the table in the window: by mouse, by wheel, by keys; and the table kept as a map."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.documents.files import home
from game.engine.rulebook.new_game import GamePlan
from game.players.new_session import new_game
from game.table.documents import load_map
from game.ui.decisions.place import LayController
from tests.ui.driver import Driver

Window = Callable[..., Driver]


@pytest.fixture
def driver(window: Window) -> Driver:
    driver = window(new_game("godbreakers", GamePlan(("Ann", "Bob"), "score", "bare-table"), ["human", "human"], 1))
    driver.window.options.banner = False
    return driver


def laying(driver: Driver) -> LayController:
    controller = driver.scene.focus.controller
    assert isinstance(controller, LayController)
    return controller


def wheel(driver: Driver, steps: int) -> None:
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False))
    driver.frame()


def test_by_mouse_a_piece_follows_turns_with_the_wheel_and_is_put_down_by_a_click(driver: Driver) -> None:
    driver.press_row("Great wood")
    zoom = driver.scene.focus.camera.scale
    driver.move(driver.at(9.0, 7.0))
    wheel(driver, 1)
    wheel(driver, 1)
    assert laying(driver).degrees == 30
    assert driver.scene.focus.camera.scale == zoom
    driver.click(driver.at(9.0, 7.0))
    (piece,) = driver.session.state.shaped
    assert (piece.id, piece.degrees) == ("great-wood-1", 30)
    assert (piece.x, piece.y) == pytest.approx((9.0, 7.0), abs=0.05)
    assert driver.session.decision is not None
    assert driver.session.decision.player == "bob"
    wheel(driver, 1)  # nothing is being put down: the view zooms
    assert driver.scene.focus.camera.scale > zoom


def test_by_keys_alone(driver: Driver) -> None:
    driver.key("8")  # the hedge
    middle = laying(driver).spot
    assert laying(driver).legal
    driver.keys(",", ",", ".", "right", "shift+right")
    assert laying(driver).degrees == 15
    assert laying(driver).spot[0] > middle[0]
    driver.keys("n", "return")
    assert driver.session.state.shaped[0].degrees == 15
    driver.keys("ctrl+z", "ctrl+z")
    assert driver.session.journal == []
    assert not driver.session.game.battlefield.pieces


def test_where_it_may_not_lie_the_reasons_stand_and_the_nearest_place_is_a_key_away(driver: Driver) -> None:
    driver.key("8")
    hand = laying(driver)
    hand.move_to((15.0, 11.0), free=True)
    driver.frame()
    assert not hand.legal
    assert any("Objective" in line.text and line.rule == "G-TBL-2" for line in hand.lines())
    driver.key("return")
    assert driver.session.journal == ["hedge-1"]
    driver.keys("n", "return")
    assert len(driver.session.journal) == 2


def test_the_region_is_drawn_and_turns_with_the_piece(driver: Driver) -> None:
    driver.key("9")  # a straight wall
    lying = laying(driver).overlay
    assert lying is not None
    assert set(lying.excluded) == {"overlaps a marker"}
    driver.keys(*"......")
    upright = laying(driver).overlay
    assert upright is not None
    west, south = lying.extent.bounds[:2]
    assert upright.extent.bounds == pytest.approx((south, west, 30 - south, 22 - west), abs=0.01)


def test_dressing_and_deploying_for_one_has_one_letter_throughout(driver: Driver) -> None:
    asked = driver.row("Dress the table and deploy")[0].shortcut
    driver.key("8")
    assert driver.row("Dress the table and deploy")[0].shortcut == asked == "g"
    driver.key("g")
    assert driver.session.journal[:1] == ["hedge-1"]
    assert (
        driver.session.decision is None
        or not driver.session.decision.deploys
        or driver.session.decision.player == "bob"
    )


def test_what_may_not_be_added_says_why(driver: Driver) -> None:
    row, _rect = driver.row("Stop placing")
    assert "it must cover at least a quarter" in row.reason


def test_the_menu_keeps_the_table_as_a_map_that_the_form_of_a_new_game_offers(driver: Driver) -> None:
    driver.press_row("Great wood")
    driver.key("return")
    driver.scene.focus.call(lambda: driver.table.input.commands.do("map"))
    driver.frame()
    driver.key("return")
    (path,) = (home() / "maps").iterdir()
    document = load_map(path)
    assert document.name == "My Table"
    assert [piece.id for piece in document.terrain] == ["great-wood-1"]
    assert not document.dressing
    offered = [offer.name for offer in driver.session.ruleset.offers().maps]
    assert offered[0] == "market-ruins"
    assert offered[-2:] == [str(path), "bare-table"]
    (home() / "maps" / "bad.json").write_text("{", encoding="utf-8")
    assert len(driver.session.ruleset.offers().maps) == len(offered)

"""Moves that go ways: their ends, the way there, zones to heed and fronts are on the table and in the legend."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.board.overlays import RegionOverlay
from game.ui.decisions.control import FrontOverlay, ZoneOverlay, heeded_by
from game.ui.decisions.place import PlaceController
from tests.rulesets.bushido.bushido_kit import acting, skirmish_session
from tests.toy.facing_rulebook import facing_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def placing(driver: Driver) -> PlaceController:
    found = driver.scene.controller
    assert isinstance(found, PlaceController)
    return found


def labels(driver: Driver) -> list[str]:
    return [entry.label for entry in driver.scene.overlays.legend()]


def test_where_a_walk_may_end_lies_on_the_table_with_its_way_and_receipt(window: Window) -> None:
    driver = window(acting(skirmish_session(), "bell-warden", "walk"))
    controller = placing(driver)
    assert isinstance(controller.overlay, RegionOverlay)
    driver.move(driver.at(10.5, 12.0))
    assert controller.legal
    assert controller.preview().way[-1] == controller.spot
    assert len(driver.scene.context.readings) == 1
    told = [line.text for section in driver.scene.side.details.sections for line in section.lines]
    assert any(text.startswith("A way of 4.") for text in told)
    assert {"legal", "zone of control"} <= set(labels(driver))


def test_zones_that_need_not_be_heeded_are_not_drawn(window: Window) -> None:
    prone = {"markers": {"Prone": [0]}}
    driver = window(acting(skirmish_session(ferry_brute=prone), "bell-warden", "walk"))
    assert len(placing(driver).zones) == 4


def test_ends_on_a_line_are_wide_enough_to_be_seen(window: Window) -> None:
    target = ["bob.river-bandit-cutter-1"]
    driver = window(acting(skirmish_session(), "bell-warden", "charge", target))
    overlay = placing(driver).overlay
    assert overlay is not None
    assert overlay.extent.area > 0.0


def test_pointing_at_a_piece_shows_its_front_and_its_zone(window: Window) -> None:
    driver = window(acting(skirmish_session(), "bell-warden", "walk"))
    driver.key("escape")
    driver.move(driver.at(14.5, 13.5))
    driver.scene.inspection.selected = "bob.river-bandit-cutter-1"
    shown = driver.scene.overlays.front()
    assert [type(each) for each in shown] == [FrontOverlay, ZoneOverlay]
    assert {"front arc", "zone of control"} <= set(labels(driver))


def test_a_rulebook_without_zones_shows_fronts_only(window: Window) -> None:
    driver = window(facing_session())
    driver.scene.inspection.selected = next(
        piece.id for piece in driver.scene.model.view.pieces if piece.facing is not None
    )
    assert [type(each) for each in driver.scene.overlays.front()] == [FrontOverlay]
    assert heeded_by(driver.session, driver.scene.inspection.selected, driver.scene.model.view.pieces) == []

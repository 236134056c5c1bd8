"""Moves that go ways: their ends, the way there, zones to heed and fronts are on the table and in the legend."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.engine.core.decisions import Place
from game.engine.session import Session
from game.table.path.region import PathRegion, cached_region
from game.ui.board.overlays import AreaOverlay, RegionOverlay
from game.ui.decisions import place
from game.ui.decisions.control import FrontOverlay, heeded_by
from game.ui.decisions.place import PlaceController
from game.ui.play.overlays.reach import Fronts
from tests.engine.test_a_point_on_a_path import reacting
from tests.rulesets.bushido.bushido_kit import acting, skirmish_session
from tests.toy.facing_rulebook import facing_session
from tests.ui.driver import Driver, part

Window = Callable[..., Driver]
WARDEN, CUTTER = "bell-warden", "bob.river-bandit-cutter-1"


def placing(driver: Driver) -> PlaceController:
    found = driver.scene.focus.controller
    assert isinstance(found, PlaceController)
    return found


def labels(driver: Driver) -> list[str]:
    return [entry.label for entry in driver.scene.legend()]


def test_where_a_walk_may_end_lies_on_the_table_with_its_way_and_receipt(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(acting(skirmish_session(), "bell-warden", "walk"))
    controller = placing(driver)
    assert isinstance(controller.overlay, RegionOverlay)
    driver.move(driver.at(10.5, 12.0))
    assert controller.legal
    assert controller.preview().path[-1] == controller.spot
    assert not driver.scene.focus.context.readings, "the chip says what it costs"
    said = driver.scene.chip.content()
    assert said is not None
    assert " of 4.00″ (Ideal ground: " in said[0].lines[0].text
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    driver.move(driver.at(10.5, 12.0))
    assert len(driver.scene.focus.context.readings) == 1
    told = [line.text for section in driver.scene.content().sections for line in section.lines]
    assert any(text.startswith("A path of 4.") for text in told)
    assert {"legal", "zone of control"} <= set(labels(driver))


def begun(how: str) -> Session:
    """Return a game that asks where a model goes, or in which it is to be dragged."""
    if how == "drag":
        return skirmish_session(ki=0)
    return acting(skirmish_session(), WARDEN, how, *([[CUTTER]] if how == "charge" else []))


@pytest.mark.parametrize("begins", ["walk", "charge", "drag"])
def test_no_frame_waits_for_where_ways_lead(window: Window, monkeypatch: pytest.MonkeyPatch, begins: str) -> None:
    found, threads = PathRegion.__dict__["geometry"], []

    def geometry(region: PathRegion) -> Any:
        if "geometry" not in vars(region):
            threads.append(threading.current_thread())
        return found.__get__(region, PathRegion)

    monkeypatch.setattr(PathRegion, "geometry", property(geometry))
    cached_region.cache_clear()
    driver = window(begun(begins))
    if begins == "drag":
        driver.move(driver.at(9.0, 8.0))
        driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=driver.at(9.0, 8.0), button=1))
    for spot in ((10.5, 12.0), (9.5, 8.9), (8.3, 9.2)):
        driver.move(driver.at(*spot))
    assert threads
    assert threading.main_thread() not in threads


def slowly(window: Window, monkeypatch: pytest.MonkeyPatch) -> tuple[PlaceController, threading.Event]:
    """Return a walk whose ground is worked out only once the event is set."""
    driver, known = window(acting(skirmish_session(), WARDEN, "walk")), threading.Event()

    def overlay(*args: Any, **kwargs: Any) -> RegionOverlay:
        assert known.wait(60)
        return RegionOverlay(*args, **kwargs)

    monkeypatch.setattr(place, "RegionOverlay", overlay)
    decision = driver.session.pending()
    assert isinstance(decision, Place)
    return PlaceController(driver.scene.model, decision), known


IN_A_TREE = 8.3, 9.2


def test_a_ghost_follows_as_soon_as_it_is_known_where_ways_lead(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk, known = slowly(window, monkeypatch)
    walk.move_to((9.5, 9.0), free=False)  # straight there: told at once
    walk.move_to(IN_A_TREE, free=False)
    assert not walk.waiting(time.monotonic() + 9)
    assert (walk.spot, walk.overlay) == ((9.5, 9.0), None)
    known.set()
    while walk.overlay is None:
        time.sleep(0.002)
    walk.waiting(time.monotonic())
    assert walk.legal
    assert 0.5 < math.dist(walk.spot, IN_A_TREE) < 1.3


def test_an_answer_waits_for_where_the_ghost_is_wanted(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    walk, known = slowly(window, monkeypatch)
    walk.move_to(IN_A_TREE, free=False)
    threading.Timer(0.05, known.set).start()
    walk.commit()
    model = walk.model.session.state.models[f"ann.{WARDEN}"]
    assert 0.5 < math.dist((model.x, model.y), IN_A_TREE) < 1.3


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


def test_a_point_on_a_path_is_picked_on_the_path_that_is_drawn(window: Window) -> None:
    driver = window(reacting())
    controller = placing(driver)
    assert isinstance(controller.overlay, RegionOverlay)
    assert controller.overlay.region.geometry.length == pytest.approx(5.0)
    driver.move(driver.at(7.0, 4.8))
    assert controller.spot == pytest.approx((7.0, 4.0), abs=0.03)
    assert controller.legal
    driver.click(driver.at(7.0, 4.8))
    assert driver.scene.model.session.journal == [pytest.approx([7.0, 4.0], abs=0.03)]


def test_pointing_at_a_piece_shows_its_front_and_its_zone(window: Window) -> None:
    driver = window(acting(skirmish_session(), "bell-warden", "walk"))
    driver.key("escape")
    driver.move(driver.at(14.5, 13.5))
    driver.scene.focus.inspection.selected = "bob.river-bandit-cutter-1"
    shown = part(driver.scene, Fronts).overlays()
    assert [type(each) for each in shown] == [FrontOverlay, AreaOverlay]
    assert {"front arc", "zone of control"} <= set(labels(driver))


def test_a_rulebook_without_zones_shows_fronts_only(window: Window) -> None:
    driver = window(facing_session())
    driver.scene.focus.inspection.selected = next(
        piece.id for piece in driver.scene.model.view.pieces if piece.facing is not None
    )
    assert [type(each) for each in part(driver.scene, Fronts).overlays()] == [FrontOverlay]
    assert heeded_by(driver.session, driver.scene.focus.inspection.selected, driver.scene.model.view.pieces) == []

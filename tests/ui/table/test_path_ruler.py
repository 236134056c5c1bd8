"""The way ruler and zones at the table, with the tape measure in hand: by mouse and by keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest
import shapely

from game.engine.rulebook.facets import Movement, Vision, Zone
from game.engine.rulebook.view import TableView
from game.engine.sandbox import Sandbox
from game.rulesets import load
from game.table.path.policy import PathPolicy
from game.table.shapes import Disc
from game.table.sight.policy import SightPolicy
from game.ui.aids.instruments import Measurable, PathRuler
from game.ui.board.overlays import AreaOverlay
from game.ui.decisions.control import CONTROLLED, FrontOverlay
from game.ui.play.overlays.reach import Fronts
from game.ui.sandbox.screen import SandboxScreen, fresh
from tests.toy.path_rulebook import path_session
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, part
from tests.ui.screens.test_sandbox import Builder, drop_wick
from tests.ui.table.test_measuring import said
from tools.situations import reach_drawn

Window = Callable[..., Driver]
ALDIS, CORVANE = Measurable("piece", "a1"), Measurable("piece", "b1")


def paths(driver: Driver) -> PathRuler:
    return driver.scene.focus.measuring.paths


def settled(driver: Driver) -> None:
    """Let what threads work out come in."""
    driver.frames_until("the ways", lambda: not paths(driver).waiting)


def about(text: str, inches: float) -> set[str]:
    """Return a text with a length and with those that are a pixel shorter or longer."""
    return {text.format(f"{inches + hundredths / 100:.2f}") for hundredths in range(-2, 3)}


def begin(driver: Driver, x: float, y: float) -> None:
    """Take the tape measure for ways, and begin at a spot by mouse."""
    driver.keys("m", "p")
    if driver.scene.focus.measuring.first is not None:
        driver.key("escape")
    driver.click(driver.at(x, y))


def told(driver: Driver, x: float, y: float) -> list[str]:
    """Point at a spot and return what is said of the way there."""
    driver.move(driver.at(x, y))
    driver.frame()
    settled(driver)
    return said(driver)


def test_the_shortest_way_is_drawn_with_its_receipt(window: Window) -> None:
    driver = window(path_session())
    begin(driver, 5.0, 4.0)
    lines = told(driver, 12.0, 2.6)
    assert any(text.startswith("A path of ") and " that costs " in text for text in lines)
    assert any(" of it in Copse: " in text for text in lines)
    assert not any("The rulebook has no rule for paths" in text for text in lines)
    cited = {line.rule for section in driver.scene.sections() for line in section.lines}
    assert {"W-6", "W-8"} <= cited
    assert driver.scene.focus.context.readings


def test_a_given_move_is_changed_by_keys_and_wheel_and_all_that_it_reaches_is_shown(window: Window) -> None:
    driver = window(path_session())
    begin(driver, 5.0, 4.0)
    assert about("A path of {}″", 3.5) & {*told(driver, 5.0, 7.5)}
    driver.key(".")
    assert paths(driver).inches == 6
    assert about("{}″ left of 6.00″", 2.5) & {*told(driver, 5.0, 7.5)}
    driver.keys(",", ",", ",")
    lines = told(driver, 5.0, 7.5)
    assert "at least 0.50″ too far" in lines
    driver.frames_until("the reach", lambda: reach_drawn(driver))
    assert "reachable within 3 U" in {entry.label for entry in driver.scene.legend()}
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    pygame.key.set_mods(0)
    assert paths(driver).inches == 4
    driver.key("r")
    assert paths(driver).inches is None


def test_what_is_reached_from_another_base_is_drawn_once_it_rests_without_the_mouse(window: Window) -> None:
    driver = window(path_session())
    driver.keys("m", "p", ".")
    driver.frames_until("the reach", lambda: reach_drawn(driver))
    driver.keys("escape", "tab", "return")
    assert driver.scene.focus.measuring.first not in (None, ALDIS)
    assert not reach_drawn(driver)
    assert driver.scene.focus.measuring.waiting(time.monotonic())
    driver.frames_until("the reach", lambda: reach_drawn(driver))


def test_bends_are_clicked_and_the_way_is_pinned(window: Window) -> None:
    driver = window(path_session())
    begin(driver, 5.0, 4.0)
    driver.click(driver.at(6.5, 5.5))
    driver.click(driver.at(6.0, 7.0))
    assert len(paths(driver).bends) == 2
    settled(driver)
    driver.click(driver.at(6.0, 7.0))  # once more on the same spot
    (pinned,) = driver.scene.focus.measuring.pinned
    assert pinned.path is not None
    assert [len(pinned.path.bends), paths(driver).bends, driver.scene.focus.measuring.first] == [1, (), None]
    lines = told(driver, 1.0, 1.0)
    assert any(text.startswith("1. Aldis Thorn to (") and text.endswith((*about(": {}″", 3.7),)) for text in lines)


def test_bends_by_keys_and_back(window: Window) -> None:
    driver = window(path_session())
    driver.keys("m", "p", "shift+up", "v", "shift+up", "v")
    assert len(paths(driver).bends) == 2
    driver.key("backspace")
    assert len(paths(driver).bends) == 1
    driver.keys("shift+right", "return")
    settled(driver)
    (pinned,) = driver.scene.focus.measuring.pinned
    assert (pinned.first, pinned.path is not None) == (ALDIS, True)
    driver.keys("1")
    assert driver.scene.focus.measuring.pinned == []


def test_a_way_to_a_base_ends_beside_it(window: Window) -> None:
    driver = window(path_session())
    begin(driver, 3.0, 4.0)
    lines = told(driver, 5.0, 4.0)
    assert "A path of 0.99″" in lines
    driver.click(driver.at(5.0, 4.0))
    assert [ruler.second for ruler in driver.scene.focus.measuring.pinned] == [ALDIS]


def test_from_a_spot_with_a_base_of_a_chosen_size(window: Window) -> None:
    driver = window(path_session())
    driver.keys("m", "p", "escape")
    driver.click(driver.at(1.0, 1.0))
    assert driver.row("Base size: 1.00″")
    assert any(text.startswith("hangs over the edge of the table by ") for text in told(driver, 0.2, 3.0))
    assert not any(text.startswith("hangs over") for text in told(driver, 0.6, 3.0))


def test_what_is_in_the_way_can_be_changed_where_the_rulebook_does_not_say(window: Window) -> None:
    driver = window(toy_session())
    begin(driver, 5.0, 4.0)
    lines = told(driver, 6.0, 11.0)
    assert "A path of 7.07″" in lines
    assert "The rulebook has no rule for paths: only impassable terrain blocks here" in lines
    driver.key("k")
    lines = told(driver, 6.0, 11.0)
    assert "Straight line: 7.07″, blocked by Wall" in lines


def test_lines_and_ways_take_turns(window: Window) -> None:
    driver = window(path_session())
    driver.keys("m", "p")
    assert paths(driver).goes
    driver.key("l")
    assert (paths(driver).goes, driver.scene.focus.measuring.sighting.looks) == (False, True)
    driver.key("p")
    assert (paths(driver).goes, driver.scene.focus.measuring.sighting.looks) == (True, False)
    driver.key("p")
    assert not paths(driver).goes


def test_zones_are_kept_and_named_in_the_legend(window: Window) -> None:
    driver = window(path_session())
    driver.keys("m", "escape")
    driver.move(driver.at(9.0, 7.0))
    assert driver.row("Zone of control of Corvane")
    driver.key("o")
    looks = driver.scene.focus.measuring.sighting
    assert looks.kept["zone"] == [CORVANE]
    (overlay,) = looks.overlays()
    assert overlay.extent.bounds[0] == pytest.approx(7.5, abs=0.01)  # it faces west
    assert "zone of control" in {entry.label for entry in driver.scene.legend()}
    driver.key("delete")
    assert not looks.shows


def test_the_sandbox_finds_ways_by_its_row(dummy_display: None) -> None:
    builder = Builder()
    builder.take("Path round obstacles")
    measuring = builder.top.scene.focus.measuring
    assert measuring.on
    assert measuring.paths.goes


class Eyes(Vision[Any]):
    def sight(self, game: Any) -> SightPolicy:
        return SightPolicy(lambda _observer, _target: (), 180.0)


class Walk(Movement[Any]):
    def paths(self, game: Any, mover: Disc, inches: float) -> tuple[PathPolicy, ...]:
        raise AssertionError("nobody goes anywhere")

    def zone(self, game: Any, base: Disc) -> Zone:
        return Zone("zone of control", shapely.Point(base.x, base.y).buffer(base.radius + 1.0), "W-3")


class Watched(type(load("godbreakers"))):  # type: ignore[misc]
    """The Godbreaker Saga with bases that face east, look over a half, and control an inch ahead."""

    def view(self, game: Any) -> TableView:
        shown: TableView = super().view(game)
        return replace(shown, pieces=tuple(replace(each, facing=0) for each in shown.pieces))

    vision, movement = Eyes(), Walk()


def test_the_sandbox_shows_arc_and_zone_of_the_selected_base(dummy_display: None) -> None:
    box = fresh()
    builder = Builder(lambda window: SandboxScreen(window, Sandbox(Watched(), box.setup, box.state)))
    drop_wick(builder)
    assert builder.top.scene.focus.controller.zone() is None
    builder.frame()
    before = builder.screen.subsurface(builder.top.scene.focus.layout.table).get_buffer().raw
    builder.click(builder.at(10.0, 10.0))
    controller = builder.top.scene.focus.controller
    assert controller.disc.facing == 0
    [front, zone] = part(builder.top.scene, Fronts).overlays()
    assert isinstance(front, FrontOverlay)
    assert isinstance(zone, AreaOverlay)
    assert zone.style is CONTROLLED
    assert zone.extent.centroid.x == pytest.approx(10.0, abs=0.05)
    assert controller.zone() is None, "a standing base has it shown anyway"
    assert {"front arc", "zone of control"} <= {entry.label for entry in builder.top.scene.legend()}
    assert builder.screen.subsurface(builder.top.scene.focus.layout.table).get_buffer().raw != before
    controller.move_to((14.0, 10.0), free=True)
    assert controller.zone() is None  # until it rests
    builder.frames_until("the zone", lambda: controller.zone() is not None)
    assert controller.zone().extent.centroid.x == pytest.approx(14.0, abs=0.05)

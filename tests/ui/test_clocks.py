"""Clocks: they run for whoever decides, stand still while a sheet lies on the table, and only tell."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.rulesets import find
from game.ui.play.parts.bar import LONGEST_STEP, Clocks
from game.ui.widgets.sheet import notice
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver
from tools.benches.frame import game_in_a_move

Window = Callable[..., Driver]


@pytest.fixture(scope="module")
def game() -> Session:
    return game_in_a_move(2, "market-ruins")


def with_clocks(driver: Driver, total: int = 0, activation: int = 0, gain: int = 0) -> Clocks:
    options = replace(driver.window.options, clock_total=total, clock_activation=activation, clock_gain=gain)
    driver.window.choose(options)
    driver.scene.bar.clocks = Clocks(driver.scene.model)
    return driver.scene.bar.clocks


def pass_by(driver: Driver, seconds: float) -> None:
    """Let time go by, a second at a time."""
    clocks = driver.scene.bar.clocks
    now = clocks._before if clocks._before is not None else time.monotonic()
    driver.scene.bar.tick(now)
    for _ in range(round(seconds / LONGEST_STEP)):
        now += LONGEST_STEP
        driver.scene.bar.tick(now)


def test_without_clocks_wanted_none_is_shown(window: Window) -> None:
    driver = window(toy_session())
    pass_by(driver, 5)
    assert driver.scene.bar.clocks.faces == {}
    assert driver.session.clocks == {}


def test_a_clock_runs_for_whoever_decides_and_for_nobody_else(window: Window) -> None:
    driver = window(toy_session())
    clocks = with_clocks(driver, total=10)
    pass_by(driver, 65)
    assert {player: face.text for player, face in clocks.faces.items()} == {"ann": "8:55", "bob": "10:00"}


def test_a_clock_stands_still_while_a_sheet_lies_over_the_table(window: Window) -> None:
    driver = window(toy_session())
    clocks = with_clocks(driver, total=10)
    driver.scene.focus.show(notice(driver.scene.window.theme, ["A word"]))
    pass_by(driver, 30)
    assert clocks.faces["ann"].text == "10:00"
    driver.key("return")
    pass_by(driver, 30)
    assert clocks.faces["ann"].text == "9:30"


def test_a_sleeping_computer_costs_nobody_more_than_a_moment(window: Window) -> None:
    driver = window(toy_session())
    clocks = with_clocks(driver, total=10)
    driver.scene.bar.tick(100.0)
    driver.scene.bar.tick(4000.0)
    assert clocks.faces["ann"].text == "9:59"


def test_at_zero_it_is_told_once_and_the_game_goes_on(window: Window) -> None:
    driver = window(toy_session())
    clocks = with_clocks(driver, activation=15)
    pass_by(driver, 15)
    assert clocks.faces["ann"].over
    assert driver.scene.model.notice.title == "Ann is out of time; the game goes on"
    driver.scene.model.notice.title = ""
    pass_by(driver, 7)
    assert clocks.faces["ann"].text == "\u22120:07"
    assert driver.scene.model.notice.title == ""
    driver.key("1")
    assert driver.session.state.answers == ["walk"]


def test_an_activation_has_its_own_time_first_and_may_gain_some(window: Window, game: Session) -> None:
    session = game.fork()
    driver = window(session)
    clocks = with_clocks(driver, total=10, activation=30, gain=5)
    player = driver.scene.model.decider
    pass_by(driver, 40)
    assert session.clocks[player] == pytest.approx(10 - 5)
    assert clocks.faces[player].text == "9:55"


def test_the_clocks_are_kept_in_the_save(window: Window, game: Session, tmp_path: Path) -> None:
    driver = window(game.fork())
    with_clocks(driver, total=10)
    player = driver.scene.model.decider
    pass_by(driver, 12)
    save_game(driver.session, tmp_path / "game.json")
    again, _ = load_game(tmp_path / "game.json", find)
    assert again.clocks == {player: pytest.approx(12.0)}


def test_the_bar_shows_the_clocks_and_is_drawn_anew_only_when_one_has_moved_on(window: Window) -> None:
    driver = window(toy_session())
    with_clocks(driver, total=10)
    driver.frame()
    bar = driver.scene.focus.layout.bar
    before = pygame.image.tobytes(driver.screen.subsurface(bar), "RGB")
    now = time.monotonic()
    driver.scene.bar.tick(now)
    assert not driver.scene.bar.tick(now + 0.01)
    assert driver.scene.bar.tick(now + 1.01)
    driver.frame()
    assert pygame.image.tobytes(driver.screen.subsurface(bar), "RGB") != before

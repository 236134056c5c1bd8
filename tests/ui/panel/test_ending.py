"""The page at the end of a game: its figures, and where its rows lead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.core.dice import KeyedDice
from game.engine.core.typed_dice import TypedDice
from game.engine.history.luck import lucks
from game.engine.history.scores import rounds_of, turning_points
from game.engine.session import Session
from game.players.new_session import again
from game.rulesets.godbreakers.rules.events import Casualty
from game.rulesets.godbreakers.rules.state import State
from game.ui.play.screen import TableScreen
from game.ui.replay.screen import ReplayScreen
from game.ui.score.ending import TURN, EndingSheet, Figures, turn_rows
from tests.engine.rounds import Rounds
from tests.games import random_game
from tests.toy.toy_rulebook import ToySetup
from tests.ui.driver import Driver, asks

Window = Callable[..., Driver]


@pytest.fixture(name="driver")
def driver_fixture(window: Window) -> Driver:
    driver = window(random_game(3, 3))
    driver.frame()
    return driver


def page(driver: Driver) -> EndingSheet:
    sheet = driver.scene.focus.sheets[-1]
    assert isinstance(sheet, EndingSheet)
    return sheet


def test_the_figures_are_those_of_the_events(driver: Driver) -> None:
    figures, session = page(driver).figure, driver.session
    assert isinstance(figures, Figures)
    assert isinstance(session.state, State)
    rounds, grid = rounds_of(session), figures.chart.grid
    assert grid.head == ["Start", "1", "2", "3"]
    for player, cells in zip(grid.players, grid.cells, strict=True):
        assert [int(cell.replace("−", "-")) for cell in cells] == [each.after[player.id] for each in rounds]
        assert int(cells[-1].replace("−", "-")) == session.state.vp[player.id]
    fallen = [session.state.models[event.model].owner for event in session.events if isinstance(event, Casualty)]
    head = list(figures.luck.head)
    for player, cells in zip(figures.luck.players, figures.luck.cells, strict=True):
        row, luck = dict(zip(head, cells, strict=True)), lucks(session)[player.id]
        assert int(row.get("Casualties", "0")) == fallen.count(player.id)
        assert row["Rolls"] == str(luck.rolls)
        assert float(row["Luck"].replace("−", "-")) == pytest.approx(luck.surplus, abs=0.0501)


@pytest.mark.parametrize(("size", "scale"), [((960, 600), 1.0), ((1920, 1080), 2.0), ((1280, 720), 0.8)])
def test_the_page_keeps_to_the_window(driver: Driver, size: tuple[int, int], scale: float) -> None:
    import pygame

    driver.screen = pygame.display.set_mode(size)
    driver.window.resize(size)
    driver.window.rescale(scale)
    driver.frame()
    sheet = page(driver)
    assert pygame.Rect((0, 0), size).contains(sheet.rect)
    assert sheet.rect.contains(sheet.list.rect)


def test_the_key_that_quits_does_so_from_the_page_too(driver: Driver) -> None:
    driver.key("ctrl+q")
    assert [sheet.title for sheet in driver.scene.focus.sheets] == ["The game is over", "Quit?"]
    assert driver.told() == "The game is over, and saved."
    assert [row.label for row, _rect in driver.scene.focus.sheets[-1].list.rows()] == ["Quit", "No, stay here"]
    driver.key("escape")
    assert driver.window.running
    page(driver)
    driver.keys("ctrl+q", "ctrl+q")
    assert not driver.window.running


def test_a_turning_point_opens_at_its_moment_and_escape_returns_to_the_page(driver: Driver) -> None:
    turn = turning_points(driver.session)[0]
    row = next(row for row in turn_rows(driver.session) if row.id == f"{TURN}{turn.events}")
    driver.press_row(row.label)
    driver.frames_until("the replay", lambda: isinstance(driver.top, ReplayScreen))
    replay = driver.top
    shown = replay.scene.timeline.moments[replay.scene.moment]
    assert shown.events == turn.events
    driver.key("escape")
    assert driver.top is driver.table
    driver.frame()
    assert page(driver).title == "The game is over"


def test_the_report_asks_for_its_file(driver: Driver) -> None:
    driver.press_row("Report")
    driver.frames_until("the replay", lambda: isinstance(driver.top, ReplayScreen))
    assert asks(driver.top.scene.focus.sheets)


def test_again_is_the_same_setup_with_other_dice(driver: Driver) -> None:
    before = driver.session
    driver.press_row("Again")
    screen = driver.top
    assert isinstance(screen, TableScreen)
    assert screen is not driver.table
    session = screen.scene.model.session
    assert session.setup is before.setup
    assert session.journal == []
    assert isinstance(session.dice, KeyedDice)
    assert session.dice != before.dice


def test_players_swap_sides(driver: Driver) -> None:
    driver.press_row("Swap sides")
    session = driver.top.scene.model.session
    assert session.ruleset.players(session.setup) == ("bob", "cy", "ann")


def test_players_that_cannot_exchange_anything_are_not_offered_it(window: Window) -> None:
    driver = window(random_game(3, 1))
    driver.frame()
    assert "swap" not in [row.id for row in page(driver).actions]


def test_the_page_comes_again_from_the_menu(driver: Driver) -> None:
    driver.key("escape")
    assert driver.scene.focus.sheets == []
    driver.key("escape")
    driver.press_row("How the game went")
    assert page(driver).title == "The game is over"


def test_a_game_from_a_position_begins_again_there_with_the_same_seats() -> None:
    played = random_game(4, before_round=2)
    middle = Session(played.ruleset, played.setup, TypedDice(), state=played.state.clone())
    middle.seats = {"ann": "human", "bob": "greedy"}
    anew = again(middle)
    assert anew.state.digest() == middle.marks[0].state.digest()
    assert anew.seats == middle.seats
    assert isinstance(anew.dice, TypedDice)


def test_a_rulebook_without_rounds_or_points_has_a_page_too(window: Window) -> None:
    session = Session(Rounds(), ToySetup(), KeyedDice(1))
    driver = window(session)
    session.state.winners.append("ann")
    figures = Figures.of(session)
    assert [list(cells) for cells in figures.chart.grid.cells] == [["1"], ["1"]]
    assert turn_rows(session) == []
    sheet = EndingSheet(driver.scene.window.theme, "The end", figure=figures)
    driver.scene.focus.show(sheet)
    driver.frame()

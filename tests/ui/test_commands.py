"""Every row of a menu, every button and every key is a command that the table knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pygame_gui.windows import UIFileDialog

from game.engine.history.timeline import Timeline
from game.ui.play import input as keyboard
from game.ui.play.commands import Commands
from game.ui.play.scene import TOOLS
from game.ui.play.sheets import menu, result
from game.ui.replay.screen import ReplayScreen
from game.ui.sandbox.referee import RefereeScreen
from game.ui.sandbox.screen import SandboxScreen, fresh
from tests.ui.driver import Driver
from tests.ui.toy import toy_session

Window = Callable[..., Driver]
ASKING = ("close", "declare:")
"""Rows that only close the menu, and those that ask first."""


def known(commands: Commands, ids: list[str]) -> bool:
    """Say whether all of these are commands."""
    return {each for each in ids if not each.startswith(ASKING)} <= commands.table().keys()


def test_of_the_table(window: Window) -> None:
    driver = window(toy_session())
    commands = driver.table.input.commands
    rows = [*menu(driver.scene, commands).list.actions, *result(driver.scene).list.actions]
    assert known(commands, [row.id for row in rows])
    assert known(commands, [name for name, *_ in TOOLS])
    assert known(commands, [*keyboard._COMMANDS.values(), *keyboard._CTRL.values()])


def test_of_the_time_machine(window: Window) -> None:
    driver = window(toy_session(3))
    place = ReplayScreen(driver.window, Timeline(driver.session), lambda note: None)
    driver.window.go(place)
    place.input.commands.do("menu")
    assert known(place.input.commands, [row.id for row in place.sheets[-1].list.actions])
    assert known(place.input.commands, [*keyboard._COMMANDS.values(), *keyboard._CTRL.values()])


@pytest.mark.parametrize("referee", [False, True], ids=["sandbox", "referee"])
def test_of_the_sandbox_and_the_referee(window: Window, referee: bool) -> None:
    driver = window(toy_session())
    box = fresh()
    place = RefereeScreen(driver.window, box, driver.scene.model) if referee else SandboxScreen(driver.window, box)
    driver.window.go(place)
    commands, done_here = place.input.commands, {"commit", "nearest", "turn", "drop-it", "aim", "remove"}
    assert place.scene.controller is not None
    assert known(commands, [row.id for row in place.scene.controller.actions() if row.id not in done_here])
    assert known(commands, [name for name, *_ in place.scene.buttons])
    if not referee:
        commands.do("menu")
        assert known(commands, [row.id for row in place.sheets[-1].list.actions])


def test_an_unknown_command_is_an_error(window: Window) -> None:
    with pytest.raises(KeyError):
        window(toy_session()).table.input.commands.do("dance")


@pytest.mark.parametrize(("size", "columns"), [((960, 600), 2), ((1280, 720), 2), ((1920, 1080), 1)])
def test_every_row_of_the_menu_is_in_view_in_two_columns_where_one_is_too_long(
    window: Window, size: tuple[int, int], columns: int
) -> None:
    driver = window(toy_session(), size)
    driver.key("escape")
    rows = driver.scene.sheets[-1].list
    assert rows.columns == columns
    assert all(rows.rect.contains(rect) for _, rect in rows.rows())
    assert rows.at(rows.rows()[-1][1].center) == len(rows.actions) - 1


def test_the_arrows_go_down_and_across_the_columns(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("escape", "down", "right")
    rows = driver.scene.sheets[-1].list
    there = rows.rows()[rows.cursor][1]
    assert there.left > rows.rect.centerx
    driver.key("left")
    assert rows.rows()[rows.cursor][1].left < rows.rect.centerx
    assert abs(rows.rows()[rows.cursor][1].centery - there.centery) < there.height


def test_a_game_is_saved_by_the_mouse_alone(window: Window) -> None:
    driver = window(toy_session())
    driver.click(driver.scene.tools["save"].get_abs_rect().center)
    dialog = driver.scene.dialogs._window
    assert isinstance(dialog, UIFileDialog)
    driver.click(dialog.ok_button.get_abs_rect().center)
    driver.frame()
    assert not driver.dialog_open()
    assert driver.scene.model.notice.title == "Saved as toy-0.json"


@pytest.mark.parametrize("button", ["cancel_button", "close_window_button"])
def test_a_dialog_is_closed_by_the_mouse_and_the_table_goes_on(window: Window, button: str) -> None:
    driver = window(toy_session())
    driver.click(driver.scene.tools["save"].get_abs_rect().center)
    driver.click(getattr(driver.scene.dialogs._window, button).get_abs_rect().center)
    driver.frame()
    assert not driver.dialog_open()
    driver.key("escape")
    assert driver.scene.sheets[-1].title == "Menu"

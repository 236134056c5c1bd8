"""Every row of a menu, every button and every key is a command that the table knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from game.engine.history.timeline import Timeline
from game.ui.play.input import Commands
from game.ui.play.parts.bar import TOOLS
from game.ui.play.sheets import declare, menu, result
from game.ui.replay.screen import ReplayScreen
from game.ui.sandbox.screen import RefereeScreen, SandboxScreen, fresh
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import ARROWS, COMMANDS
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
ASKING = ("close", "declare:")
"""Rows that only close the menu, and those that ask first."""
CHOOSING = {*ARROWS, "confirm", "tick", "next", "nearest", "type", "ring"}
"""Commands of whoever takes the choices on the table."""


def known(commands: Commands, ids: Iterable[str]) -> bool:
    """Say whether all of these are commands."""
    return {each for each in ids if not each.startswith(ASKING)} <= commands.table().keys()


def test_of_the_table(window: Window) -> None:
    driver = window(toy_session())
    commands = driver.table.input.commands
    for sheet in (
        menu(driver.scene.focus, driver.scene.hand_over, commands.from_menu),
        result(driver.scene.focus, driver.scene.hand_over, commands.from_menu),
    ):
        assert known(commands, [row.id for row in sheet.list.actions if not row.heading])
    assert known(commands, [tool.command for tool in TOOLS])
    assert known(commands, COMMANDS.keys() - CHOOSING)


def test_of_the_time_machine(window: Window) -> None:
    driver = window(toy_session(3))
    place = ReplayScreen(driver.window, Timeline(driver.session), lambda note: None)
    driver.window.go(place)
    place.input.commands.do("menu")
    assert known(place.input.commands, [row.id for row in place.sheets[-1].list.actions])
    assert known(place.input.commands, COMMANDS.keys() - CHOOSING)


@pytest.mark.parametrize("referee", [False, True], ids=["sandbox", "referee"])
def test_of_the_sandbox_and_the_referee(window: Window, referee: bool) -> None:
    driver = window(toy_session())
    box = fresh()
    place = RefereeScreen(driver.window, box, driver.scene.model) if referee else SandboxScreen(driver.window, box)
    driver.window.go(place)
    commands, done_here = place.input.commands, {"commit", "nearest", "turn", "drop-it", "aim", "remove"}
    assert place.scene.focus.controller is not None
    assert known(commands, [row.id for row in place.scene.focus.controller.actions() if row.id not in done_here])
    assert known(commands, [name for name, *_ in place.scene.buttons])
    if not referee:
        commands.do("menu")
        assert known(commands, [row.id for row in place.sheets[-1].list.actions])


def test_an_unknown_command_is_an_error(window: Window) -> None:
    with pytest.raises(KeyError):
        window(toy_session()).table.input.commands.do("dance")


@pytest.mark.parametrize(("size", "columns"), [((960, 600), 3), ((1280, 720), 2), ((1920, 1080), 1)])
def test_every_row_of_the_menu_is_in_view_in_columns_where_one_is_too_long(
    window: Window, size: tuple[int, int], columns: int
) -> None:
    driver = window(toy_session(), size)
    driver.key("escape")
    rows = driver.scene.focus.sheets[-1].list
    assert rows.columns == columns
    assert all(rows.rect.contains(rect) for _, rect in rows.rows())
    assert rows.at(rows.rows()[-1][1].center) == len(rows.actions) - 1


def test_the_arrows_go_down_and_across_the_columns(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("escape", "down", "right")
    rows = driver.scene.focus.sheets[-1].list
    there = rows.rows()[rows.cursor][1]
    assert there.left > rows.rect.centerx
    driver.key("left")
    assert rows.rows()[rows.cursor][1].left < rows.rect.centerx
    assert abs(rows.rows()[rows.cursor][1].centery - there.centery) < there.height


def test_q41_an_early_end_is_asked_of_the_other_person_too(window: Window) -> None:
    play = begin(godbreaker("Raven", A, 5, 5), godbreaker("Nova", B, 25, 15))
    driver = window(play.session)
    for keys in (("return",), ("y", "escape"), ("y", "return")):
        driver.scene.focus.show(declare(driver.scene.focus, driver.scene.hand_over, "end"))
        driver.keys(*keys)
        assert play.session.finished == (keys == ("y", "return"))
    assert play.session.journal == [{"interrupt": "end", "player": A, "agreed": [B]}]


def test_q41_a_program_that_expects_more_does_not_agree_to_an_early_end(window: Window) -> None:
    nova = godbreaker("Nova", B, 11.5, 10, activated=True)
    play = begin(godbreaker("Raven", A, 5, 5), nova, objective(10, 10))
    driver = window(play.session, bots={B: lambda session: "end"})
    driver.scene.focus.show(declare(driver.scene.focus, driver.scene.hand_over, "end"))
    driver.key("y")
    assert not play.session.finished
    assert driver.scene.model.notice.refusals[0].text == "Bert expects to gain by playing on and does not agree"


def groups(rows: Iterable[MenuItem]) -> list[list[MenuItem]]:
    """Return the rows of a menu below each heading, those before the first one first."""
    found: list[list[MenuItem]] = [[]]
    for row in rows:
        if row.heading:
            found.append([])
        else:
            found[-1].append(row)
    return found


def test_the_menu_has_groups_of_at_most_nine_rows_whose_letters_never_change(window: Window) -> None:
    letters: dict[str, str] = {}
    for session in (toy_session(), toy_session(3), toy_session(99)):
        driver = window(session)
        sheet = menu(driver.scene.focus, driver.scene.hand_over, lambda row: None)
        assert len(groups(sheet.list.actions)) == 5
        for group in groups(sheet.list.actions):
            assert 0 < len(group) <= 9
            for row in group:
                assert row.shortcut
                assert letters.setdefault(row.id, row.shortcut) == row.shortcut
    assert len(set(letters.values())) == len(letters)

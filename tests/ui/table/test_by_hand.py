"""Effects and dice by hand in the window: by the mouse in four clicks, and by keys (A-IMP-8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.engine.rulebook.view import UnitView
from game.ui.widgets.sheet import FormSheet
from tests.rulesets.aos4.test_hands_at_the_table import PIKES, melee
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver


@pytest.fixture
def table(tmp_path: Path) -> Driver:
    return Driver(tmp_path, melee().rolls("by hand", 3, 5, 6).begin().session)


def pikes(driver: Driver) -> UnitView:
    return driver.scene.model.view.units[PIKES]


def spot(driver: Driver) -> tuple[float, float]:
    """Return where one of the pikes is."""
    piece = next(piece for piece in driver.scene.model.view.pieces if piece.unit == PIKES)
    return driver.at(piece.x, piece.y)


def sheet(driver: Driver) -> FormSheet:
    found = driver.scene.focus.sheets[-1]
    assert isinstance(found, FormSheet)
    return found


def click_row(driver: Driver, name: str, end: str = "") -> None:
    """Click a row of the sheet, or the "less" or "more" end of its value."""
    form = sheet(driver)
    form.list.mark(name)
    driver.frame()
    [(item, rect)] = [(item, rect) for item, rect in form.list.rows() if item.id == name]
    value = form.list.row(item).value_rect(rect)
    x = {"less": value.left + 3, "more": value.right - 3}.get(end, rect.centerx)
    driver.click((x, value.centery if end else rect.centery))


def last(driver: Driver) -> Any:
    return driver.scene.model.session.journal[-1]


def test_an_effect_is_given_by_four_clicks(table: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_CTRL)
    table.click(spot(table), button=3)
    monkeypatch.undo()
    assert sheet(table).title == "By hand: Wallward Pikes"
    click_row(table, "save", "less")
    click_row(table, "source:Curse of the Bog")
    click_row(table, "span:until the battle round ends")
    assert not table.scene.focus.sheets
    assert last(table)["correction"] == {
        "do": "effect", "piece": PIKES, "what": "save", "amount": -1, "source": "Curse of the Bog", "player": "bob",
        "until": "round",
    }  # fmt: skip
    assert "-1 save rolls" in pikes(table).states
    table.key("ctrl+z")
    assert "-1 save rolls" not in pikes(table).states


def test_a_second_click_on_what_is_looked_at_asks_for_hands(table: Driver) -> None:
    table.click(spot(table), button=3)
    assert not table.scene.focus.sheets
    table.click(spot(table), button=3)
    assert sheet(table).title == "By hand: Wallward Pikes"


def test_an_effect_is_given_and_taken_off_by_keys(table: Driver) -> None:
    table.move(spot(table))
    table.key("ctrl+g")
    sheet(table).list.mark("wound")
    table.key("left")
    assert sheet(table).title == "Wallward Pikes: Wound rolls"
    table.key("return")
    assert last(table)["correction"]["amount"] == -1
    assert last(table)["correction"]["source"] == "by hand"
    table.key("ctrl+g")
    click_row(table, "end:0")
    assert not table.scene.model.session.state.units[PIKES].effects


def test_a_deed_is_done_by_the_sheet_and_asks_its_questions(table: Driver) -> None:
    table.move(spot(table))
    table.key("ctrl+g")
    click_row(table, "now:slay", "more")
    click_row(table, "do")
    decision = table.scene.model.decision
    assert decision is not None
    assert decision.prompt == "1 model of Wallward Pikes is slain: choose which"


def test_any_dice_are_rolled_from_the_keyboard(table: Driver) -> None:
    table.key("ctrl+u")
    sheet(table).list.mark("count")
    table.keys("right", "right")
    sheet(table).list.mark("needed")
    table.keys("right", "right", "right")
    click_row(table, "roll")
    assert last(table)["correction"] == {"do": "roll", "count": 3, "sides": 6, "needed": 4}
    assert table.scene.model.log[-1].text == "Ann rolls 3D6: 6 5 3, total 14; 2 of 3 are 4+"


def test_without_a_unit_they_are_listed(table: Driver) -> None:
    table.move((2, 700))
    table.key("ctrl+g")
    found = table.scene.focus.sheets[-1]
    assert [item.label for item in found.actions][2:] == [
        "Beaconwright",
        "Wallward Pikes",
        "Tide Reeve",
        "Hullbreakers",
    ]
    found.list.mark(PIKES)
    table.key("return")
    assert sheet(table).title == "By hand: Wallward Pikes"


def test_a_rulebook_that_knows_no_hands_has_no_such_sheet(tmp_path: Path) -> None:
    driver = Driver(tmp_path, toy_session())
    driver.key("ctrl+g")
    driver.key("ctrl+u")
    assert not driver.scene.focus.sheets


def test_while_an_ability_is_carried_out_by_hand_its_text_and_both_sheets_are_in_the_dock(tmp_path: Path) -> None:
    battle = melee().begin().say("pass").use("curse", "tide-reeve")
    driver = Driver(tmp_path, battle.session)
    notes = [line.text for line in driver.scene.asked.heading.told]
    assert any("Curse of the Bog" in note for note in notes)
    driver.press_row("Give a lasting effect")
    assert driver.scene.focus.sheets[-1].title == "By hand: choose a unit"
    driver.key("escape")
    driver.press_row("Roll dice")
    assert sheet(driver).title == "Roll dice"


def test_against_a_computer_player_a_referee_is_named(tmp_path: Path) -> None:
    driver = Driver(tmp_path, melee().begin().session, bots={"bob": lambda session: "pass"})
    model = driver.scene.model
    model.change_by_hand({"do": "effect", "piece": PIKES, "what": "run", "amount": 1, "player": "ann"})
    assert model.log[-1].text.startswith("Referee, Ann: Wallward Pikes, ")

"""A squad of Dropzone Commander fires in the window: one order for all weapons, and reasons at enemies out of reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.rulesets import find
from game.ui.arranging.choosing import ChooseController
from game.ui.widgets.actions import MenuItem, with_keys
from game.wording import _
from tests.ui.driver import Driver
from tests.ui.table.battle import battle
from tools.situations import session_of

Window = Callable[..., Driver]
SPOTS = {
    "ann.anvils-1": (20.0, 6.0),
    "ann.anvils-2": (22.0, 6.0),
    "bob.flickers-1": (17.0, 15.0),
    "bob.glaives-1": (30.0, 38.0),
}
"""Two Anvils near a Flicker, and a Glaive out of their range."""


@pytest.fixture
def driver(window: Window) -> Driver:
    session = battle(SPOTS, "ann.armour")
    session.answer("ann.anvils")
    driver = window(session, size=(1280, 720))
    driver.frame()
    return driver


def controller(driver: Driver) -> ChooseController:
    found = driver.scene.focus.controller
    assert isinstance(found, ChooseController)
    return found


def test_one_row_fires_every_weapon_at_a_squad(driver: Driver) -> None:
    driver.key("t")
    driver.frame()
    row, _place = driver.row("All fire at Flicker")
    assert controller(driver).actions()[0].id == row.id, "it comes before single targets"
    driver.press_row("All fire at Flicker")
    given = [each for each in driver.session.journal if each == "bob.flickers-1"]
    assert len(given) > 1


def test_a_click_on_an_enemy_still_fires_one_weapon_at_it(driver: Driver) -> None:
    driver.key("t")
    driver.frame()
    driver.click(driver.at(*SPOTS["bob.flickers-1"]))
    assert driver.session.journal[-1] == "bob.flickers-1"
    assert driver.session.pending().rule == "D-SHOOT-5"


def test_pointing_at_or_clicking_an_enemy_out_of_reach_says_why(driver: Driver) -> None:
    driver.key("t")
    driver.frame()
    [line] = controller(driver).objections("bob.glaives-1")
    assert "its countered range is" in line.text
    driver.key("home")  # it is out of view
    driver.frame()
    driver.click(driver.at(*SPOTS["bob.glaives-1"]))
    notice = driver.scene.model.notice
    assert notice.title == "Glaive Skimmer 1 cannot be chosen"
    assert [each.text for each in notice.refusals] == [line.text]
    assert controller(driver).objections("bob.flickers-1") == ()


def test_whoever_shoots_is_told_at_once_which_weapons_are_passed_over(driver: Driver) -> None:
    driver.scene.model.session.state.units["ann.anvils-2"].moved = 5.0
    driver.key("t")
    assert "cannot fire" in driver.scene.model.notice.title


@pytest.mark.parametrize(
    ("labels", "keys"),
    [
        (["0", "1", "2"], ["0", "1", "2"]),
        (["none", "1 of 2", "2 of 2"], ["0", "1", "2"]),
        (["Player 2 deploys first", "Player 1 deploys first"], ["2", "1"]),
        (["Move", "Shoot"], ["1", "2"]),
        (["Spend 2 Scan Tokens", "Spend 1 Scan Token", "Spend 0 Scan Tokens"], ["2", "1", "0"]),
        (["24″ gun", "2 shots", "2 hits"], ["1", "2", "3"]),
    ],
)
def test_a_row_that_is_a_number_is_on_its_key(labels: list[str], keys: list[str]) -> None:
    rows = [MenuItem(f"row {number}", _(label)) for number, label in enumerate(labels)]
    assert [row.shortcut for row in with_keys(rows)] == keys


def test_a_letter_stays_with_its_row_when_an_earlier_row_could_have_it_too() -> None:
    given = dict[str, str]()
    pikes, slingers = MenuItem("rally pikes", "Rally: Pikes", "y"), MenuItem("rally slingers", "Rally: Slingers", "y")
    before = with_keys([MenuItem("several", "Beaconwright"), pikes, slingers], given=given)
    now = with_keys([MenuItem("rally beaconwright", "Rally: Beaconwright", "y"), pikes, slingers], given=given)
    assert [row.shortcut for row in before[1:]] == [row.shortcut for row in now[1:]]
    assert before[1].shortcut == "y"


def test_rows_keep_their_numbers_and_stand_in_the_order_of_these() -> None:
    skimmer, drone, walker, skip = (MenuItem(name, name) for name in ("skimmer", "drone", "walker", "skip"))
    numbered = dict[str, str]()
    with_keys([skimmer, drone, skip], numbered=numbered)
    now = with_keys([walker, drone, replace(skip, shortcut="d")], numbered=numbered)
    assert [(row.id, row.shortcut) for row in now] == [("drone", "2"), ("walker", "4"), ("skip", "d")]


def test_rows_without_a_letter_are_numbered_from_the_top_whatever_was_asked_before() -> None:
    given = dict[str, str]()
    with_keys([MenuItem(name, name) for name in ("skimmer", "drone", "walker")], given=given)
    skip = MenuItem("skip", "No, and not again", "j", lasting=True)
    now = with_keys([MenuItem("walker", "walker"), MenuItem("strider", "strider"), skip], given=given)
    assert [row.shortcut for row in now] == ["1", "2", "j"]


def test_enter_does_not_give_up_the_shot_that_was_chosen(driver: Driver) -> None:
    driver.press_row("Shoot")
    rows = {row.label: row for row in driver.scene.focus.actions.actions}
    assert not any(row.also for row in rows.values())
    assert rows["Do not fire it"].shortcut == "d"
    assert next(row.shortcut for label, row in rows.items() if label.startswith("All fire at")) == "q"
    before = len(driver.session.journal)
    driver.key("return")
    assert len(driver.session.journal) == before


def test_rows_have_the_same_numbers_after_a_game_was_saved_and_loaded(window: Window, tmp_path: Path) -> None:
    driver = window(session_of("choosing"))
    driver.tick()
    for answer in ("end", ["bob.marrow"], "end", ["ann.wick"], "end"):
        driver.scene.focus.call(partial(driver.scene.model.answer, answer))
        driver.tick()
    before = [(row.id, row.shortcut) for row in driver.scene.focus.actions.actions]
    save_game(driver.session, tmp_path / "game.json")
    again = window(load_game(tmp_path / "game.json", find)[0])
    again.tick()
    assert [(row.id, row.shortcut) for row in again.scene.focus.actions.actions] == before
    assert before[0] == ("item:bob.gull", "2")


def test_a_save_does_not_hold_the_rows_of_a_question_that_only_one_player_knows(window: Window) -> None:
    driver = window(session_of("choosing"))
    decision, model = driver.session.decision, driver.scene.model
    assert decision is not None
    driver.session.decision = replace(decision, private=True)
    model.row_keys()[1]["card"] = "1"
    assert model.row_keys()[1] == {"card": "1"}
    assert "card" not in str(driver.session.row_keys)

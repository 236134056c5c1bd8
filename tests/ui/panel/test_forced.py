"""Questions with one possible answer: not asked in the window, unless a setting says so."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.prefs.settings import SETTINGS
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def duel(window: Window, *, asks: bool) -> Driver:
    pieces = [godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 10, 11.2, 8)]
    driver = window(begin(*pieces, dice=[7, 3, 1, 1]).session)
    driver.window.options.ask_forced, driver.window.options.undo = asks, "free"
    driver.scene.sync()
    driver.scene.focus.call(lambda: driver.scene.model.answer(["nova"]))
    driver.scene.focus.call(lambda: driver.scene.model.answer("engage"))
    driver.frame()
    return driver


def test_the_only_target_is_not_asked_for_and_undo_goes_past_it(window: Window) -> None:
    driver = duel(window, asks=False)
    assert driver.session.journal[:3] == [["nova"], "engage", ["scoria"]]
    assert any("Scoria" in entry.text for entry in driver.scene.model.log), "it is in the log"
    driver.key("ctrl+z")
    assert "engage" not in driver.session.journal


def test_a_setting_asks_all_the_same(window: Window) -> None:
    assert SETTINGS["ask_forced"].is_switch
    driver = duel(window, asks=True)
    assert driver.session.journal == [["nova"], "engage"]
    assert driver.session.pending().kind == "pick"


def test_a_key_shows_the_odds_against_the_only_target_before_it_rolls(window: Window) -> None:
    pieces = [godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 10, 11.2, 8)]
    driver = window(begin(*pieces, dice=[7, 3, 1, 1]).session)
    driver.window.options.ask_forced = False
    driver.scene.sync()
    driver.scene.focus.call(lambda: driver.scene.model.answer(["nova"]))
    driver.frame()
    driver.key("e")
    assert driver.session.journal == [["nova"]], "nothing is rolled yet"
    assert driver.scene.focus.actions.pointed() == driver.row("Engage")[0], "its odds are at the button"
    driver.key("e")
    assert driver.session.journal[:3] == [["nova"], "engage", ["scoria"]]

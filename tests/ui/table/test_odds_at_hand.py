"""Odds where they are asked for: over a target before the dice are split, and in the drawer at a click on the chip."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from game.ui.play.overlays.chip import Chip
from game.ui.play.overlays.stakes import Stakes
from game.ui.widgets.actions import MenuItem, Row
from game.ui.widgets.theme import Theme
from tests.rulesets.bushido.bushido_kit import fight_session, skirmish_session
from tests.ui.driver import Driver, part

Window = Callable[..., Driver]
SPEAR, CUTTER = (13.0, 10.0), (14.5, 13.5)


def over_the_cutter(window: Window) -> Driver:
    """Return a window in which the mouse rests on the enemy of a model that acts."""
    driver = window(skirmish_session())
    driver.key("return")
    driver.click(driver.at(*SPEAR))
    driver.move(driver.at(*CUTTER))
    driver.frames_until("odds", lambda: driver.scene.focus.odds() is not None)
    return driver


def test_a_target_shows_its_odds_before_the_split(window: Window) -> None:
    driver = over_the_cutter(window)
    odds = driver.scene.focus.odds()
    assert odds is not None
    assert odds.title == "Temple Guard Spear against River Bandit Cutter 1"
    content = part(driver.scene, Chip).content()
    assert content is not None
    assert [line.role for line in content[0].lines] == ["gain", "risk"]
    assert driver.session.journal[-1] == ["ann.temple-guard-spear"]


def test_a_click_on_the_chip_opens_the_drawer_at_the_odds(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.play.overlays.chip.LINGERS", 60.0)  # the mouse reaches it, however busy the machine is
    driver = over_the_cutter(window)
    driver.frames_until("the camera", lambda: not driver.scene.framing.tick(time.monotonic()))  # a chip goes with it
    entries, chip = len(driver.session.journal), part(driver.scene, Chip)
    spot = chip.rect.center
    assert chip.rect.width
    driver.click(spot)
    assert driver.scene.focus.drawer == "odds"
    assert len(driver.session.journal) == entries


def test_an_enemy_that_is_only_met_by_a_move_is_no_fault(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = over_the_cutter(window)
    focus = driver.scene.focus
    cutter = next(piece.id for piece in focus.model.view.pieces if (piece.x, piece.y) == CUTTER)
    monkeypatch.setattr(focus.hands, "aims", lambda piece, *, wait=True: [])
    driver.frames_until("the meetings", lambda: bool(focus.hands.met(cutter)))
    assert focus.aimed == cutter
    stakes = part(driver.scene, Stakes)
    assert not stakes.closed
    driver.frames_until("the stakes", lambda: not stakes.waiting)


def test_each_split_says_its_chances_on_its_row_and_none_if_odds_are_off(window: Window) -> None:
    driver = window(fight_session())
    driver.scene.model.answer(driver.session.pending().options[0].key)  # type: ignore[attr-defined]  # a choice
    driver.keys("return")
    focus = driver.scene.focus
    driver.frames_until("odds", lambda: bool(focus.actions.actions[0].detail))
    assert focus.actions.actions[0].detail == "you hit 43%, they 68%"
    focus.options.odds = False
    driver.frame()
    assert not focus.actions.actions[0].detail


def test_a_label_too_long_beside_its_dice_is_below_them() -> None:
    theme, dice = Theme(), (("attack", 3), ("defence", 1))
    short, long = (Row(theme, MenuItem("a", label, "1", dice=dice), 180) for label in ("3/1", "3 attack, 1 defence"))
    assert long.height > short.height
    assert long._left() < short._left()


@pytest.mark.parametrize(
    ("odds", "said"), [(True, "The odds of an answer that leads to dice"), (False, "Odds are switched off")]
)
def test_the_empty_odds_tab_says_what_appears_there_and_when(window: Window, odds: bool, said: str) -> None:
    driver = window(skirmish_session())
    driver.scene.focus.options.odds = odds
    section = driver.scene.content().sections[-1]
    assert section.title == "What appears here"
    assert section.lines[0].text.startswith(said)

"""Phases passed over by themselves, and answers that give up much: no key takes them unseen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.ui.play import turned
from tests.rulesets.aos4.battles import Battle
from tests.ui.driver import Driver

Window = Callable[..., Driver]
RALLY = "rally ann.wallward-pikes"


@pytest.fixture
def rallied(window: Window) -> Driver:
    """A hero phase in which the last ability with an effect was just used: it is over by itself."""
    battle = Battle("hero")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("hullbreakers", *[(30 + 1.5 * at, 30) for at in range(5)])
    driver = window(battle.rolls("rally", *[1] * 10).begin().session)
    driver.frame()
    driver.scene.focus.call(lambda: driver.scene.model.answer(RALLY))
    return driver


@pytest.mark.parametrize("key", ["d", "return"])
def test_a_key_meant_for_a_phase_that_ended_by_itself_does_not_end_the_next(rallied: Driver, key: str) -> None:
    driver = rallied
    assert driver.scene.model.notice.title == "Hero phase over: nothing left that has an effect"
    driver.key(key)
    assert driver.session.journal == [RALLY]
    assert "now ends the next one" in driver.scene.model.notice.title


def test_a_movement_phase_in_which_nothing_moved_is_ended_by_the_second_press(
    rallied: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turned, "MOMENT", -1.0)  # it was read long ago
    driver = rallied
    driver.frame()
    assert driver.row("Done: Movement phase, and nothing moves")[0].keys == "D", "Enter alone does not take it"
    driver.key("return")
    driver.key("d")
    assert driver.session.journal == [RALLY]
    driver.key("d")
    assert driver.session.journal == [RALLY, "pass"]


def test_a_phase_that_its_player_ended_is_not_said_to_be_over(window: Window) -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("hullbreakers", *[(30 + 1.5 * at, 30) for at in range(5)])
    driver = window(battle.begin().session)
    driver.frame()
    driver.keys("d")
    assert driver.session.journal == ["pass"]
    assert not driver.scene.model.notice.title

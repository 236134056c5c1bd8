"""Every rulebook that is installed can be played at the window: by keys alone, and by the mouse alone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.ruleset import GamePlan
from game.engine.session import Session
from game.ui.widgets.menu_item import MenuItem
from tests.ui.driver import Driver

ANSWERS = 70
MOST = 4000
"""Deeds of one hand within which a whole game ends."""
Window = Callable[..., Driver]


def new_session(name: str) -> Session:
    ruleset = rulesets.load(name)
    return Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))


def dismiss(driver: Driver) -> None:
    while driver.scene.sheets:
        assert driver.scene.sheets[-1].title != "Something went wrong"
        driver.key("space")


def offered(driver: Driver) -> list[MenuItem]:
    return [action for action in driver.scene.actions.actions if action.enabled and action.shortcut]


def by_keys(driver: Driver, rng: random.Random) -> None:
    kind = driver.session.pending().kind
    if kind == "place":
        driver.keys(*(rng.choice(("left", "right", "up", "down", "shift+up", "shift+left")) for _ in range(4)))
        driver.keys("n", "return")
    elif kind in ("order", "allocate") or rng.random() < 0.3:
        driver.keys("tab", "return")
        driver.key("return")
    else:
        driver.key(rng.choice(offered(driver)).shortcut)


def by_mouse(driver: Driver, rng: random.Random) -> None:
    decision = driver.session.pending()
    if decision.kind == "place":
        field = driver.scene.model.battlefield
        driver.click(driver.at(rng.uniform(1, field.width - 1), rng.uniform(1, field.height - 1)))
        return
    rows = [(action, rect) for action, rect in driver.scene.actions.rows() if action.enabled]
    visible = [row for row in rows if driver.scene.actions.rect.contains(row[1])]
    primary = [row for row in visible if row[0].primary]
    driver.click(rng.choice(primary if primary and rng.random() < 0.5 else visible)[1].center)


@pytest.mark.parametrize("hands", [by_keys, by_mouse], ids=["keys", "mouse"])
def test_a_whole_game_of_three_rounds_is_played_by_one_hand(
    window: Window, hands: Callable[[Driver, random.Random], None]
) -> None:
    ruleset = rulesets.load(rulesets.names()[0])
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map="open-quarry", rounds=3))
    driver = window(Session(ruleset, setup, KeyedDice(4)), size=(960, 600))
    rng = random.Random(9)
    for _ in range(MOST):
        dismiss(driver)
        if driver.session.decision is None:
            break
        hands(driver, rng)
    assert driver.session.decision is None
    assert driver.scene.model.view.result
    assert driver.session.ruleset.violations(driver.session.game) == []


@pytest.mark.parametrize("name", rulesets.names())
@pytest.mark.parametrize("hands", [by_keys, by_mouse], ids=["keys", "mouse"])
def test_a_game_is_played_by_one_hand(
    window: Window, name: str, hands: Callable[[Driver, random.Random], None]
) -> None:
    driver = window(new_session(name))
    rng = random.Random(5)
    kinds: set[str] = set()
    for _ in range(6 * ANSWERS):
        dismiss(driver)
        if driver.session.decision is None or len(driver.session.journal) >= ANSWERS:
            break
        kinds.add(driver.session.pending().kind)
        hands(driver, rng)
    assert driver.session.decision is None or len(driver.session.journal) >= ANSWERS
    assert {"choose", "pick", "place"} <= kinds
    assert driver.session.ruleset.violations(driver.session.game) == []
